//! Queens: as many as the board has rows, none attacking another.
//!
//! A slot is a row, from row 0; a choice is a column, left to right; the marks are the `column`, the `diag` (row -
//! column) and the `anti` (row + column) that a queen takes.

mod bits;
mod board;
mod boards;
mod check;
mod construct;
mod draw;
mod fundamental;
pub mod kernel;
mod mistakes;
mod plain;
mod read;
mod symmetry;
mod ways;
mod write;

use num_bigint::BigUint;
use serde_json::{Value, json};
use tremaux::Problem;

pub use bits::BitQueens;
pub use board::{Board, BoardError};
pub use boards::{
    BitBoard, BoardOptions, BoardSquare, Boards, FastBoard, FewestChoices, FirstBoard, FirstChoice, Input,
    MAX_BOARD_SIZE, MAX_GENERATED_SIZE, OpenSlot, PlainBoard, QueensBoard, RegionsError, RowByRow, Rules, SlotOrder,
    WideBoard, generate, generate_unless, read,
};
pub use check::check_columns;
pub use construct::construct;
use fundamental::UpToSymmetry;
pub use plain::PlainQueens;
pub use read::parse_size;
pub use symmetry::{canonical, digits, images, is_canonical, orbit};

use crate::{
    Aim, Breach, CountOfUnits, CountUnits, Engine, InputError, Puzzle, Question, Review, Shortcut, Spotter, Watcher,
    Way,
};

/// The largest board. The plain form takes some 100 bytes a row.
pub const MAX_SIZE: usize = 10_000_000;

/// The largest board that is drawn as text.
const DRAWN_TO: usize = 1000;

/// The largest board whose first solution in the textbook order is searched for; on a larger one a search may take
/// minutes, or years, and a solution is constructed, which is not the first.
pub const SEARCHED_TO: usize = 29;

/// A board of a size, to be filled with queens.
///
/// ```
/// use tremaux::Search;
/// use tremaux_puzzles::queens::{PlainQueens, Queens};
///
/// assert!(Queens::new(0).is_none());
/// assert_eq!(Search::new(PlainQueens::new(4)).all(), [[1, 3, 0, 2], [2, 0, 3, 1]]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Queens {
    size: usize,
    fundamental: bool,
}

impl Queens {
    /// The instance for a `size` x `size` board; `None` unless `size` is from 1 to [`MAX_SIZE`].
    #[must_use]
    pub fn new(size: usize) -> Option<Self> {
        (1..=MAX_SIZE).contains(&size).then_some(Queens { size, fundamental: false })
    }

    /// The same board, its solutions asked for up to symmetry or not: of the images of one under the turns and flips of
    /// the square, the first alone.
    ///
    /// ```
    /// use tremaux_puzzles::{Puzzle, queens::Queens};
    ///
    /// let queens = Queens::new(8).unwrap().fundamental(true);
    /// let count = queens.count_without_search(1, &|| false).found().unwrap();
    /// assert_eq!(count, 12_u8.into());
    /// // 11 of eight images each, and 1 of four.
    /// assert_eq!(queens.split(&count), [(8, 11_u8.into()), (4, 1_u8.into())]);
    /// ```
    #[must_use]
    pub fn fundamental(self, fundamental: bool) -> Self {
        Queens { fundamental, ..self }
    }

    /// How many rows and columns the board has.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }
}

/// What announces a board, of whatever kind.
const HEADING: Option<&str> = Some("One solution is as follows:");

/// What is printed where there is no board, of whatever kind.
fn none(aim: Aim) -> String {
    let none = if matches!(aim, Aim::First | Aim::Any) { "No solution." } else { "[]" };
    none.into()
}

impl Queens {
    fn ask<P, Q>(&self, problem: P, question: Q) -> Q::Answer
    where
        P: Problem<Solution = Vec<u32>> + Clone + Send + 'static,
        Q: Question<Vec<u32>>,
    {
        if self.fundamental { question.ask(UpToSymmetry(problem)) } else { question.ask(problem) }
    }

    /// A board that is constructed, if it is too large to search for the first.
    fn one(&self, aim: Aim) -> Shortcut<Option<Vec<u32>>> {
        if self.size <= SEARCHED_TO {
            return Shortcut::Search;
        }
        let board = construct(self.size);
        let board = if self.fundamental { board.map(|board| canonical(&board)) } else { board };
        if aim == Aim::Any { Shortcut::Found(board) } else { Shortcut::Instead(board) }
    }
}

impl CountUnits for Queens {
    fn number(&self) -> usize {
        kernel::units(self.size).unwrap_or(0)
    }

    fn prepare(&self, threads: usize, watcher: &dyn Watcher) -> Option<CountOfUnits> {
        let units = kernel::Units::new(self.size, threads, watcher).ok()?;
        Some(Box::new(move |range, watcher| units.count(range, watcher).ok()))
    }

    fn total(&self, sum: u128) -> BigUint {
        if self.fundamental { kernel::fundamental(self.size, sum).total().into() } else { sum.into() }
    }
}

impl Puzzle for Queens {
    const NAME: &'static str = "queens";
    type Solution = Vec<u32>;

    fn pose<Q: Question<Vec<u32>>>(&self, engine: Engine, _: Aim, question: Q) -> Q::Answer {
        match (engine, self.size) {
            (Engine::Bits | Engine::Fast, ..=32) => self.ask(BitQueens::<u64>::new(self.size), question),
            (Engine::Bits | Engine::Fast, 33..=64) => self.ask(BitQueens::<u128>::new(self.size), question),
            _ => self.ask(PlainQueens::new(self.size), question),
        }
    }

    /// By how many images each has: 8, 4 or 2, and 1 for the one square.
    fn split(&self, count: &BigUint) -> Vec<(u8, BigUint)> {
        if !self.fundamental || self.size > kernel::LIMIT {
            return Vec::new();
        }
        if self.size == 1 {
            return vec![(1, count.clone())];
        }
        let (half_turns, quarter_turns) = (kernel::half_turns(self.size), kernel::quarter_turns(self.size));
        let (of_four, of_two) = ((half_turns - quarter_turns) / 4, quarter_turns / 2);
        let split = [(8, count - of_four - of_two), (4, of_four.into()), (2, of_two.into())];
        split.into_iter().filter(|(_, count)| *count != BigUint::ZERO).collect()
    }

    /// By construction where a search for the first board is hopeless; up to symmetry, the first of its images.
    fn solve_without_search(&self, aim: Aim, _: &(dyn Fn() -> bool + Sync)) -> Shortcut<Option<Vec<u32>>> {
        self.one(aim)
    }

    /// By the kernel.
    fn count_without_search(&self, threads: usize, watcher: &dyn Watcher) -> Shortcut<BigUint> {
        match kernel::count(self.size, threads, watcher) {
            Ok(count) => Shortcut::Found(self.total(count)),
            // Each board has at most eight images, so that there are at least as many up to symmetry.
            Err(kernel::KernelError::Cancelled { found }) if self.fundamental => Shortcut::Partial((found / 8).into()),
            Err(kernel::KernelError::Cancelled { found }) => Shortcut::Partial(found.into()),
            Err(error) => Shortcut::Refused(error.to_string()),
        }
    }

    /// By the kernel, up to its limit.
    fn count_units(&self) -> Option<Box<dyn CountUnits>> {
        (self.size <= kernel::LIMIT).then(|| Box::new(*self) as Box<dyn CountUnits>)
    }

    fn input(&self) -> Value {
        json!(self.size)
    }

    /// The board; of one that is too large to be looked at, the columns as in [`short`](Puzzle::short).
    fn text(&self, columns: &Vec<u32>) -> String {
        if self.size <= DRAWN_TO { write::board(columns) } else { digits(columns) }
    }

    fn short(&self, columns: &Vec<u32>) -> Option<String> {
        Some(digits(columns))
    }

    fn json(&self, columns: &Vec<u32>) -> Value {
        json!(columns)
    }

    fn heading(&self) -> Option<&'static str> {
        HEADING
    }

    fn none(&self, aim: Aim) -> String {
        none(aim)
    }

    fn verify(&self, columns: &Vec<u32>) -> Result<(), Breach> {
        check::full(self.size, columns)
    }

    fn review(&self, answer: Option<&str>) -> Result<Review, InputError> {
        let columns = answer.map_or(Ok(Vec::new()), |answer| read::columns(answer, self.size))?;
        let queens: Vec<_> = columns.into_iter().enumerate().collect();
        Ok(check::review(self.size, &queens))
    }

    fn ways(&self) -> Vec<Way> {
        ways::ways(self.size)
    }

    fn mistakes<S: Spotter>(&self, spotter: &mut S) {
        mistakes::spot(self.size, spotter);
    }
}
