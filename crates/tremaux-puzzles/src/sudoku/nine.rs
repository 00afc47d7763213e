//! Puzzles of 9 x 9 on lines of their own, as most large files have them: read and checked without a detour.

use super::bands::Cells;
use super::{Reading, Sudoku, check, parse_puzzle};
use crate::InputError;

const CELLS: usize = 81;

/// A puzzle of 9 x 9 by the usual rules on a line of its own: 81 digits, `.` or `0` for a blank. Givens may clash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineOfNine {
    /// The line's number, from 1.
    pub number: usize,
    symbols: [u8; CELLS],
}

impl LineOfNine {
    /// The line with which `bytes` begin, if it is such a puzzle and whole, and its length with its end.
    pub(super) fn at(bytes: &[u8], number: usize) -> Option<(Self, usize)> {
        let (symbols, rest) = bytes.split_first_chunk::<CELLS>()?;
        let end = match rest {
            [b'\n', ..] => 1,
            [b'\r', b'\n', ..] => 2,
            _ => return None,
        };
        // Without an early end, which keeps the compiler from doing it in vectors.
        let known = symbols.iter().fold(true, |known, symbol| known & (symbol.is_ascii_digit() | (*symbol == b'.')));
        known.then_some((LineOfNine { number, symbols: *symbols }, CELLS + end))
    }

    /// Its digits, 0 for a blank.
    #[must_use]
    pub fn cells(&self) -> Cells {
        self.symbols.map(|symbol| if symbol == b'.' { 0 } else { symbol - b'0' })
    }

    /// The same as a puzzle of any kind.
    ///
    /// # Errors
    /// When givens clash, unless they are let through.
    pub fn sudoku(&self, reading: Reading) -> Result<Sudoku, InputError> {
        let text = String::from_utf8_lossy(&self.symbols);
        parse_puzzle(&text, reading).map_err(|error| InputError { line: self.number, ..error })
    }

    /// Whether `solution` [solves](super::solves) it.
    #[must_use]
    pub fn is_solved_by(&self, solution: &Cells) -> bool {
        check::solves(&self.cells(), solution)
    }

    /// Whether two givens clash.
    #[must_use]
    pub fn clashes(&self) -> bool {
        check::clashes_in_nine(&self.cells())
    }

    /// How many cells are open.
    #[must_use]
    pub fn open(&self) -> usize {
        self.cells().iter().filter(|digit| **digit == 0).count()
    }
}
