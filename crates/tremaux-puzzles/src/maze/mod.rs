//! A rat in a maze: a path from the start to the end through open cells, no cell twice.
//!
//! A slot is the path's next step; a choice is a [`Direction`](crate::Direction), in the order of
//! [`Moves::directions`]; the marks are `wall`, which is also what lies off the grid, and `visited`. Of shortest paths,
//! `detour` rules out a step that comes no nearer to the end.

mod bits;
mod check;
mod count;
mod draw;
mod fast;
mod live;
mod mistakes;
mod plain;
mod read;
mod shortest;
mod ways;
mod write;

use std::sync::Arc;

use num_bigint::BigUint;
use serde_json::{Value, json};

pub use bits::BitMaze;
pub use fast::FirstPath;
pub use live::LivePaths;
pub use plain::PlainMaze;
pub use read::read_maze;

use crate::{Aim, Breach, Cell, Engine, InputError, Moves, Puzzle, Question, Review, Shortcut, Spotter, Watcher, Way};

/// The most cells a maze may have. A byte is held for each, up to ten more while it is searched, and some for each step
/// of the path.
pub const MAX_CELLS: usize = 100_000_000;

/// What of a path is shown as text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Show {
    /// The maze with the path in it: a 0/1 matrix, or the drawing with a `*` on every cell of the path.
    Matrix,
    /// The moves: `DRDDRR`.
    Moves,
    /// The matrix and, on the line below, the moves if there are any.
    #[default]
    Both,
    /// Whether there is one: `true` or `false`.
    Exists,
}

/// A maze, and which paths through it are asked for.
///
/// ```
/// use tremaux::Search;
/// use tremaux_puzzles::maze::{PlainMaze, Show, read_maze};
/// use tremaux_puzzles::{Moves, Puzzle};
///
/// let text = "4\n1 0 0 0\n1 1 0 1\n0 1 0 0\n1 1 1 1\n";
/// let maze = read_maze(text.as_bytes())?.moves(Moves::RightDown);
/// let path = Search::new(PlainMaze::new(&maze)).first().unwrap();
/// assert_eq!(maze.text(&path), "1 0 0 0\n1 1 0 0\n0 1 0 0\n0 1 1 1\nDRDDRR");
/// assert_eq!(maze.show(Show::Exists).text(&path), "true");
/// # Ok::<(), tremaux_puzzles::ReadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Maze {
    grid: Arc<Grid>,
    start: Cell,
    end: Cell,
    moves: Moves,
    shortest: bool,
    show: Show,
}

/// The cells of a maze.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Grid {
    rows: usize,
    columns: usize,
    /// Row by row: whether the cell is open.
    open: Vec<bool>,
    /// The character of an open cell, if the maze came as a drawing.
    drawn: Option<char>,
}

impl Maze {
    /// A maze of `rows`, where `true` is an open cell; `None` if it has no cells, more than [`MAX_CELLS`], rows of
    /// unlike lengths, or a start or an end that is not in it.
    ///
    /// ```
    /// use tremaux_puzzles::maze::Maze;
    ///
    /// assert!(Maze::new(&[vec![true, true], vec![false, true]], (0, 0), (1, 1)).is_some());
    /// assert!(Maze::new(&[vec![true, true], vec![false]], (0, 0), (0, 1)).is_none());
    /// ```
    #[must_use]
    pub fn new(rows: &[Vec<bool>], start: Cell, end: Cell) -> Option<Self> {
        let columns = rows.first()?.len();
        let within = |cell: Cell| cell.0 < rows.len() && cell.1 < columns;
        let rectangular = rows.iter().all(|row| row.len() == columns);
        let fits = rows.len().checked_mul(columns)? <= MAX_CELLS;
        let grid = Grid { rows: rows.len(), columns, open: rows.concat(), drawn: None };
        (rectangular && fits && within(start) && within(end)).then(|| Maze::within(grid, start, end))
    }

    /// The maze of `rows` x `columns` open cells, from the top left to the bottom right; `None` as for
    /// [`new`](Maze::new).
    #[must_use]
    pub fn open(rows: usize, columns: usize) -> Option<Self> {
        let cells = rows.checked_mul(columns).filter(|cells| (1..=MAX_CELLS).contains(cells))?;
        let grid = Grid { rows, columns, open: vec![true; cells], drawn: None };
        Some(Maze::within(grid, (0, 0), (rows - 1, columns - 1)))
    }

    /// The maze of a grid that is known to hold `start` and `end`.
    fn within(grid: Grid, start: Cell, end: Cell) -> Self {
        Maze { grid: Arc::new(grid), start, end, moves: Moves::default(), shortest: false, show: Show::default() }
    }

    /// The same maze, walked by `moves`.
    #[must_use]
    pub fn moves(self, moves: Moves) -> Self {
        Maze { moves, ..self }
    }

    /// The same maze, asked only for its shortest paths.
    #[must_use]
    pub fn shortest(self, shortest: bool) -> Self {
        Maze { shortest, ..self }
    }

    /// The same maze, its paths shown so as text.
    #[must_use]
    pub fn show(self, show: Show) -> Self {
        Maze { show, ..self }
    }

    /// How many rows and columns it has.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        (self.grid.rows, self.grid.columns)
    }

    /// Where paths begin.
    #[must_use]
    pub fn start(&self) -> Cell {
        self.start
    }

    /// Where paths end.
    #[must_use]
    pub fn end(&self) -> Cell {
        self.end
    }

    /// Whether the cell is in the maze and open.
    #[must_use]
    pub fn is_open(&self, cell: Cell) -> bool {
        let (row, column) = cell;
        row < self.grid.rows && column < self.grid.columns && self.grid.open[self.number(cell)]
    }

    fn pose_bits<Q: Question<Vec<Cell>>>(&self, question: Q) -> Q::Answer {
        match self.moves {
            Moves::RightDown => question.ask(BitMaze::<2>::new(self)),
            Moves::Four => question.ask(BitMaze::<4>::new(self)),
            Moves::Eight => question.ask(BitMaze::<8>::new(self)),
        }
    }

    /// The number of a cell of the maze, row by row.
    fn number(&self, (row, column): Cell) -> usize {
        row * self.grid.columns + column
    }
}

impl Puzzle for Maze {
    const NAME: &'static str = "maze";
    type Solution = Vec<Cell>;

    fn pose<Q: Question<Vec<Cell>>>(&self, engine: Engine, aim: Aim, question: Q) -> Q::Answer {
        match (engine, aim) {
            // The steps of shortest paths are picked by distance and never in vain: words have nothing to gain there.
            _ if self.shortest => question.ask(PlainMaze::new(self)),
            (Engine::Plain, _) => question.ask(PlainMaze::new(self)),
            (Engine::Bits, _) => self.pose_bits(question),
            (Engine::Fast, Aim::All | Aim::Count) => match self.moves {
                Moves::RightDown => fast::without_blind_cells(self).pose_bits(question),
                Moves::Four => question.ask(LivePaths::<4>::new(self)),
                Moves::Eight => question.ask(LivePaths::<8>::new(self)),
            },
            (Engine::Fast, Aim::First | Aim::Any) => match self.moves {
                Moves::RightDown => question.ask(FirstPath::<2>::new(self)),
                Moves::Four => question.ask(FirstPath::<4>::new(self)),
                Moves::Eight => question.ask(FirstPath::<8>::new(self)),
            },
        }
    }

    fn count_without_search(&self, _: usize, watcher: &dyn Watcher) -> Shortcut<BigUint> {
        match (self.moves, self.shortest) {
            (Moves::RightDown, _) => Shortcut::unless_cancelled(count::right_down(self, &|| watcher.cancelled())),
            (_, true) => Shortcut::unless_cancelled(count::shortest(self, &|| watcher.cancelled())),
            (_, false) => Shortcut::Search,
        }
    }

    fn input(&self) -> Value {
        let rows: Vec<_> = write::rows(self).collect();
        json!({ "maze": rows, "moves": self.moves.name(), "shortest": self.shortest })
    }

    fn text(&self, path: &Vec<Cell>) -> String {
        write::path(self, path)
    }

    fn json(&self, path: &Vec<Cell>) -> Value {
        json!(path)
    }

    fn none(&self, _: Aim) -> String {
        match self.show {
            Show::Exists => "false".into(),
            _ => "no path".into(),
        }
    }

    fn verify(&self, path: &Vec<Cell>) -> Result<(), Breach> {
        check::full(self, path)
    }

    fn review(&self, answer: Option<&str>) -> Result<Review, InputError> {
        let path = answer.map_or(Ok(Vec::new()), |answer| read::answer(answer, self))?;
        Ok(check::review(self, &path))
    }

    fn ways(&self) -> Vec<Way> {
        ways::ways(self)
    }

    fn mistakes<S: Spotter>(&self, spotter: &mut S) {
        mistakes::spot(self, spotter);
    }
}
