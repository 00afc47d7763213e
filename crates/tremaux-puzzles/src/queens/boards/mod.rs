//! Irregular boards: queens already placed, blocked squares, coloured regions, boards that wrap around.
//!
//! A slot is still a row and every row and column holds one queen; the marks are the `column`, `diag` and `anti` of
//! the plain problem, the `region`, the squares that `touch` a queen, the `blocked` squares and those that a `given`
//! queen attacks. [`Rules`] says what the options mean.

mod bits;
mod block;
mod check;
mod draw;
mod fast;
mod generate;
mod lines;
mod plain;
mod read;
mod solve;
mod ways;
mod write;

use std::collections::{BTreeSet, HashMap};
use std::fmt;

use fixedbitset::FixedBitSet;
use num_bigint::BigUint;
use serde_json::{Value, json};

pub use bits::BitBoard;
pub use fast::{
    BoardSquare, FastBoard, FewestChoices, FirstBoard, FirstChoice, OpenSlot, RowByRow, SlotOrder, WideBoard,
};
pub use generate::{MAX_GENERATED_SIZE, generate, generate_unless};
pub use plain::PlainBoard;
pub use read::{BoardOptions, Boards, Input, read};

use super::BoardError;
use crate::{Aim, Breach, Engine, InputError, Puzzle, Question, Review, Shortcut, Watcher, Way};

/// The largest irregular board.
pub const MAX_BOARD_SIZE: usize = 1000;

/// What is attacked on a board, beyond what is drawn on it.
///
/// In every case each row and each column holds one queen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    /// The board's left edge is joined to its right and its top to its bottom: diagonals wrap around, and so does
    /// touching.
    pub torus: bool,
    /// No two queens may be neighbours, diagonally neither. On a board with regions this *replaces* the attack along
    /// diagonals, as in the daily puzzle: queens further apart on a diagonal are then at peace. On a board without
    /// regions it adds nothing, since neighbours attack each other anyway.
    pub no_touch: bool,
    /// A blocked square stops the attack along a diagonal: queens on both sides of it are at peace. Along rows and
    /// columns it stops nothing: one queen each remains the rule. Without this a blocked square is only one where no
    /// queen may stand.
    pub shield: bool,
}

/// A board to be filled with queens, one a row, by its own rules.
///
/// ```
/// use tremaux_puzzles::queens::{QueensBoard, Rules};
///
/// let board = QueensBoard::new(4, Rules::default()).unwrap().with_given([(0, 1)])?.with_blocked([(3, 3)])?;
/// assert_eq!(board.to_string(), ".Q..\n....\n....\n...#");
/// # Ok::<(), tremaux_puzzles::queens::BoardError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueensBoard {
    size: usize,
    rules: Rules,
    /// The squares with a queen given, by rising number: row * size + column. They may clash.
    given: Vec<usize>,
    blocked: FixedBitSet,
    /// The region of every square, numbered from 0 by first appearance; as many as rows.
    regions: Option<Vec<u32>>,
}

/// Regions that do not fit a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RegionsError {
    /// Not every square has a region, or more squares have one than there are.
    #[error("expected the regions of {expected} squares, found {found}")]
    Squares {
        /// How many squares the board has.
        expected: usize,
        /// How many were given.
        found: usize,
    },
    /// There is not a region for every row.
    #[error("expected {expected} regions for {expected} rows, found {found}")]
    Regions {
        /// How many rows the board has.
        expected: usize,
        /// How many regions there are.
        found: usize,
    },
}

impl QueensBoard {
    /// An empty board of `size` x `size` squares; `None` unless `size` is from 1 to [`MAX_BOARD_SIZE`].
    #[must_use]
    pub fn new(size: usize, rules: Rules) -> Option<Self> {
        let blocked = || FixedBitSet::with_capacity(size * size);
        (1..=MAX_BOARD_SIZE).contains(&size).then(|| QueensBoard {
            size,
            rules,
            given: Vec::new(),
            blocked: blocked(),
            regions: None,
        })
    }

    /// The board with queens given on these squares, (row, column) from 0, and those it had. They may clash: then
    /// there is no solution, and [`review`](Puzzle::review) says why.
    ///
    /// # Errors
    /// When a square is not on the board.
    pub fn with_given(mut self, queens: impl IntoIterator<Item = (usize, usize)>) -> Result<Self, BoardError> {
        let mut given: BTreeSet<_> = self.given.into_iter().collect();
        for square in queens {
            given.insert(number(self.size, square)?);
        }
        self.given = given.into_iter().collect();
        Ok(self)
    }

    /// The board with no queen allowed on these squares, (row, column) from 0, nor on those blocked before.
    ///
    /// # Errors
    /// When a square is not on the board.
    pub fn with_blocked(mut self, squares: impl IntoIterator<Item = (usize, usize)>) -> Result<Self, BoardError> {
        for square in squares {
            self.blocked.insert(number(self.size, square)?);
        }
        Ok(self)
    }

    /// The board with regions, each of which must hold one queen: any number for each, square by square from the top
    /// left, row by row. They need not be connected.
    ///
    /// # Errors
    /// Unless every square has a region and there are as many regions as rows.
    pub fn with_regions(mut self, regions: &[u32]) -> Result<Self, RegionsError> {
        if regions.len() != self.size * self.size {
            return Err(RegionsError::Squares { expected: self.size * self.size, found: regions.len() });
        }
        let mut numbers: HashMap<u32, u32> = HashMap::new();
        let number = |region: &u32| {
            let next = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
            *numbers.entry(*region).or_insert(next)
        };
        let regions = regions.iter().map(number).collect();
        if numbers.len() != self.size {
            return Err(RegionsError::Regions { expected: self.size, found: numbers.len() });
        }
        self.regions = Some(regions);
        Ok(self)
    }

    /// How many rows and columns the board has.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }

    /// The rules beyond what is drawn.
    #[must_use]
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The squares with a queen given, in reading order.
    pub fn given(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.given.iter().map(|square| (square / self.size, square % self.size))
    }

    /// The blocked squares, in reading order.
    pub fn blocked(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.blocked.ones().map(|square| (square / self.size, square % self.size))
    }

    /// The number of every square's region, row by row, from 0 in the order of first appearance.
    #[must_use]
    pub fn regions(&self) -> Option<&[u32]> {
        self.regions.as_deref()
    }

    /// Whether queens attack along diagonals.
    #[must_use]
    pub fn has_diagonals(&self) -> bool {
        !(self.rules.no_touch && self.regions.is_some())
    }

    /// Whether nothing is on it: what its rules change then is only whether it goes around the edges.
    fn is_bare(&self) -> bool {
        self.given.is_empty() && self.blocked.is_clear() && self.regions.is_none()
    }

    /// Whether it is a torus of a size that 2 or 3 divides, on which so many queens never stand in peace along whole
    /// diagonals (G. Polya, 1918).
    fn is_torus_without_solutions(&self) -> bool {
        let is_whole = self.has_diagonals() && (!self.rules.shield || self.blocked.is_clear());
        self.rules.torus && is_whole && (self.size.is_multiple_of(2) || self.size.is_multiple_of(3))
    }
}

/// The number of a square, (row, column), on a board of `size`.
fn number(size: usize, (row, column): (usize, usize)) -> Result<usize, BoardError> {
    if row < size && column < size { Ok(row * size + column) } else { Err(BoardError::OffBoard { row, column, size }) }
}

/// As a file shows it and [`read()`] reads it; the rules are not in it.
impl fmt::Display for QueensBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&write::board(self))
    }
}

impl Puzzle for QueensBoard {
    const NAME: &'static str = "queens";
    type Solution = Vec<u32>;

    fn pose<Q: Question<Vec<u32>>>(&self, engine: Engine, aim: Aim, question: Q) -> Q::Answer {
        match (engine, self.size) {
            (Engine::Bits, ..=64) => question.ask(BitBoard::<u64>::new(self)),
            (Engine::Bits, 65..=128) => question.ask(BitBoard::<u128>::new(self)),
            (Engine::Fast, ..=fast::MAX_FAST_SIZE) => match aim {
                Aim::First => question.ask(FirstBoard::new(self)),
                Aim::All => question.ask(FastBoard::<RowByRow>::new(self)),
                Aim::Any | Aim::Count => question.ask(FastBoard::<FewestChoices>::new(self)),
            },
            (Engine::Fast, _) if matches!(aim, Aim::Any | Aim::Count) => question.ask(WideBoard::new(self)),
            _ => question.ask(PlainBoard::new(self)),
        }
    }

    /// The first if that takes about two seconds; else one that is found, or constructed, instead.
    fn solve_without_search(&self, aim: Aim, cancelled: &(dyn Fn() -> bool + Sync)) -> Shortcut<Option<Vec<u32>>> {
        solve::solve(self, aim, cancelled)
    }

    /// None on a torus where it is known that there is none.
    fn count_without_search(&self, _: usize, _: &dyn Watcher) -> Shortcut<BigUint> {
        if self.is_torus_without_solutions() { Shortcut::Found(BigUint::ZERO) } else { Shortcut::Search }
    }

    /// The size and what differs from an empty board.
    fn input(&self) -> Value {
        let mut input = json!({ "size": self.size });
        if let Some(regions) = &self.regions {
            input["regions"] = regions.chunks(self.size).collect();
        }
        let squares = [("given", self.given().collect::<Vec<_>>()), ("blocked", self.blocked().collect())];
        for (name, squares) in squares.into_iter().filter(|(_, squares)| !squares.is_empty()) {
            input[name] = json!(squares);
        }
        let Rules { torus, no_touch, shield } = self.rules;
        for (name, _) in [("torus", torus), ("no_touch", no_touch), ("shield", shield)].iter().filter(|rule| rule.1) {
            input[*name] = json!(true);
        }
        input
    }

    fn text(&self, columns: &Vec<u32>) -> String {
        super::write::board(columns)
    }

    fn short(&self, columns: &Vec<u32>) -> Option<String> {
        Some(super::digits(columns))
    }

    fn json(&self, columns: &Vec<u32>) -> Value {
        json!(columns)
    }

    fn heading(&self) -> Option<&'static str> {
        super::HEADING
    }

    fn none(&self, aim: Aim) -> String {
        super::none(aim)
    }

    fn verify(&self, columns: &Vec<u32>) -> Result<(), Breach> {
        check::full(self, columns)
    }

    /// An answer gives the columns of rows from the top; the rows below it hold the queens given there.
    fn review(&self, answer: Option<&str>) -> Result<Review, InputError> {
        let columns = answer.map_or(Ok(Vec::new()), |answer| super::read::columns(answer, self.size))?;
        Ok(check::review(self, &columns))
    }

    fn ways(&self) -> Vec<Way> {
        ways::ways(self)
    }
}
