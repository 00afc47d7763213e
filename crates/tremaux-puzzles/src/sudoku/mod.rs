//! Sudoku: every row, column and box of a grid has every digit once.
//!
//! A slot is a blank cell, in reading order; a choice is a digit, from 1; the marks are the digits that its `row`, its
//! `column` and its `box` have. Sizes from 4 to 25, with boxes of any shape of two or more rows and columns.
//!
//! [`read_puzzles`] says which of the many ways to write a puzzle are read, and how doubts are settled.

pub mod bands;
mod bits;
mod check;
mod draw;
mod fast;
mod first;
mod line;
mod make;
mod mistakes;
mod plain;
mod propagate;
mod read;
mod shape;
mod symbols;
mod ways;
mod write;

use serde_json::{Value, json};
use tremaux::{Limit, Limits};

pub use bits::BitSudoku;
pub use check::Clash;
pub use fast::{Candidates, FastSudoku, Placement};
pub use first::FirstSudoku;
pub use make::{Difficulty, Made, Missed, Recipe, Seen, Stuck, Symmetry, TooManyTies, Transform, Verdict};
pub use plain::PlainSudoku;
pub use read::{Puzzles, Reading, looks_like_puzzle, parse_box, parse_puzzle, read_puzzles};
pub use shape::{MAX_SIZE, Shape};
pub use symbols::{Alphabet, Symbols};

use crate::{Aim, Appraisal, Breach, Engine, InputError, Puzzle, Question, Remark, Review, Spotter, Way};

/// How a puzzle was laid out, so that its solution is laid out alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// All cells on one line.
    Line,
    /// A row a line.
    Rows,
    /// A row a line, its symbols apart by spaces.
    SpacedRows,
}

/// A grid with some cells given. Two of them may clash: then there is no solution, and [`Puzzle::review`] says why.
///
/// ```
/// use tremaux_puzzles::sudoku::{Shape, Sudoku};
/// use tremaux_puzzles::Puzzle;
///
/// let mut cells = vec![0; 16];
/// (cells[0], cells[3]) = (2, 2);
/// let sudoku = Sudoku::new(Shape::of_size(4).unwrap(), cells).unwrap();
/// assert_eq!(sudoku.line(), "2..2............");
/// assert_eq!(sudoku.review(None).unwrap().to_string(), "invalid: row: 2 twice in row 0: (0, 0) and (0, 3)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sudoku {
    shape: Shape,
    /// The digit of each cell in reading order, 0 where it is blank.
    cells: Vec<u8>,
    symbols: Symbols,
    layout: Layout,
}

impl Sudoku {
    /// The puzzle with these digits by cell in reading order, 0 for a blank, written on a line; `None` unless there is
    /// one for each cell, of those there are.
    #[must_use]
    pub fn new(shape: Shape, cells: Vec<u8>) -> Option<Self> {
        let fits = cells.len() == shape.cells() && cells.iter().all(|digit| *digit <= shape.digits());
        fits.then_some(Sudoku { shape, cells, symbols: Symbols::USUAL, layout: Layout::Line })
    }

    /// The puzzle with nothing given.
    #[must_use]
    pub fn blank(shape: Shape) -> Self {
        Sudoku { shape, cells: vec![0; shape.cells()], symbols: Symbols::USUAL, layout: Layout::Line }
    }

    /// The same puzzle, to be written with other symbols and laid out otherwise.
    #[must_use]
    pub fn written(mut self, symbols: Symbols, layout: Layout) -> Self {
        (self.symbols, self.layout) = (symbols, layout);
        self
    }

    /// The shape of its grid.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The digit of each cell in reading order, 0 where it is blank.
    #[must_use]
    pub fn cells(&self) -> &[u8] {
        &self.cells
    }

    /// What its digits are written with.
    #[must_use]
    pub fn symbols(&self) -> Symbols {
        self.symbols
    }

    /// How it is laid out.
    #[must_use]
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// The puzzle on one line, `.` for a blank.
    #[must_use]
    pub fn line(&self) -> String {
        write::line(self, &self.cells)
    }

    /// The first clash of two givens, in the order of the second.
    #[must_use]
    pub fn clash(&self) -> Option<Clash> {
        check::clashes(self.shape, &self.cells).into_iter().next()
    }

    /// The blank cells in reading order.
    fn blanks(&self) -> Vec<usize> {
        (0..self.cells.len()).filter(|cell| self.cells[*cell] == 0).collect()
    }
}

impl Puzzle for Sudoku {
    const NAME: &'static str = "sudoku";
    type Solution = Vec<u8>;

    fn pose<Q: Question<Vec<u8>>>(&self, engine: Engine, aim: Aim, question: Q) -> Q::Answer {
        match (engine, aim) {
            (Engine::Plain, _) => question.ask(PlainSudoku::new(self)),
            (Engine::Bits, _) => question.ask(BitSudoku::new(self)),
            (Engine::Fast, Aim::First) => question.ask(FirstSudoku::new(self)),
            (Engine::Fast, Aim::All) => question.ask(FastSudoku::in_order(self)),
            (Engine::Fast, Aim::Any | Aim::Count) => question.ask(FastSudoku::new(self)),
        }
    }

    fn input(&self) -> Value {
        json!(self.line())
    }

    fn text(&self, solution: &Vec<u8>) -> String {
        write::text(self, solution)
    }

    fn json(&self, solution: &Vec<u8>) -> Value {
        json!(write::line(self, solution))
    }

    fn none(&self, _: Aim) -> String {
        "no solution".into()
    }

    fn verify(&self, solution: &Vec<u8>) -> Result<(), Breach> {
        check::full(self, solution)
    }

    fn review(&self, answer: Option<&str>) -> Result<Review, InputError> {
        let cells = answer.map_or(Ok(self.cells.clone()), |answer| read::answer(answer, self))?;
        Ok(check::review(self, &cells))
    }

    fn appraise(&self, asked: Appraisal, limits: &dyn Fn() -> Limits) -> (Vec<Remark>, Option<Limit>) {
        self.remarks(asked, limits)
    }

    fn ways(&self) -> Vec<Way> {
        ways::ways(self)
    }

    fn mistakes<S: Spotter>(&self, spotter: &mut S) {
        mistakes::spot(self, spotter);
    }
}
