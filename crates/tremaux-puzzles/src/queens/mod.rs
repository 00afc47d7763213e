//! Queens: as many as the board has rows, none attacking another.
//!
//! A slot is a row, from row 0; a choice is a column, left to right; the marks are the `column`, the `diag` (row -
//! column) and the `anti` (row + column) that a queen takes.

mod bits;
mod board;
mod boards;
mod check;
mod construct;
pub mod kernel;
mod plain;
mod read;
mod symmetry;
mod ways;
mod write;

use num_bigint::BigUint;
use serde_json::{Value, json};

pub use bits::BitQueens;
pub use board::{Board, BoardError};
pub use boards::{
    BitBoard, BoardOptions, FastBoard, FewestChoices, FirstBoard, FirstChoice, FirstChoices, Input, MAX_BOARD_SIZE,
    MAX_GENERATED_SIZE, PlainBoard, QueensBoard, RegionsError, RowByRow, Rules, SlotOrder, SlotSquare, SlotSquares,
    generate, read,
};
pub use check::check_columns;
pub use construct::construct;
pub use plain::PlainQueens;
pub use read::{DrawnBoard, parse_size, read_boards, read_sizes};
pub use symmetry::{canonical, digits, images, is_canonical, orbit};

use crate::{Aim, Breach, Engine, InputError, Puzzle, Question, Review, Shortcut, Way};

/// The largest board. The plain form takes some 100 bytes a row.
pub const MAX_SIZE: usize = 10_000_000;

/// The largest board whose first solution in the textbook order is searched for; on a larger one a search may take
/// minutes, or years, and a solution is constructed.
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
}

impl Queens {
    /// The instance for a `size` x `size` board; `None` unless `size` is from 1 to [`MAX_SIZE`].
    #[must_use]
    pub fn new(size: usize) -> Option<Self> {
        (1..=MAX_SIZE).contains(&size).then_some(Queens { size })
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
    let none = if aim == Aim::First { "No solution." } else { "[]" };
    none.into()
}

impl Puzzle for Queens {
    const NAME: &'static str = "queens";
    type Solution = Vec<u32>;

    fn pose<Q: Question<Vec<u32>>>(&self, engine: Engine, _: Aim, question: Q) -> Q::Answer {
        match (engine, self.size) {
            (Engine::Bits | Engine::Fast, ..=32) => question.ask(BitQueens::<u64>::new(self.size)),
            (Engine::Bits | Engine::Fast, 33..=64) => question.ask(BitQueens::<u128>::new(self.size)),
            _ => question.ask(PlainQueens::new(self.size)),
        }
    }

    /// By construction where a search for the first board is hopeless.
    fn first_without_search(&self) -> Option<Vec<u32>> {
        if self.size > SEARCHED_TO { construct(self.size) } else { None }
    }

    /// By the kernel.
    fn count_without_search(&self, threads: usize, cancelled: &(dyn Fn() -> bool + Sync)) -> Shortcut<BigUint> {
        match kernel::count(self.size, threads, cancelled) {
            Ok(count) => Shortcut::Found(count.into()),
            Err(kernel::KernelError::Cancelled) => Shortcut::Cancelled,
            Err(error) => Shortcut::Refused(error.to_string()),
        }
    }

    fn input(&self) -> Value {
        json!(self.size)
    }

    fn text(&self, columns: &Vec<u32>) -> String {
        write::board(columns)
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
}
