//! Puzzles of 9 x 9 on lines of their own, as most large files have them: read and checked without a detour.

use super::bands::Cells;
use super::{Reading, Shape, Sudoku, check, parse_puzzle};
use crate::InputError;

const CELLS: usize = 81;

/// How long the rest of a row of a table may be.
const LONGEST_ROW: usize = 1 << 10;

/// A puzzle of 9 x 9 by the usual rules on a line of its own: 81 digits, `.` or `0` for a blank. Givens may clash. Or such a
/// puzzle as the first field of a row of a table, whose givens do not.
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
            [b',' | b';', ..] => rest.iter().take(LONGEST_ROW).position(|byte| *byte == b'\n')? + 1,
            _ => return None,
        };
        // Without an early end, which keeps the compiler from doing it in vectors.
        let known = symbols.iter().fold(true, |known, symbol| known & (symbol.is_ascii_digit() | (*symbol == b'.')));
        if !known {
            return None;
        }
        let line = LineOfNine { number, symbols: *symbols };
        // Of a row of a table with anything wrong in it, the reader shows the whole.
        let is_right = matches!(rest[0], b'\n' | b'\r') || rest[..end].is_ascii() && !line.clashes();
        is_right.then_some((line, CELLS + end))
    }

    /// Its digits, 0 for a blank.
    #[must_use]
    pub fn cells(&self) -> Cells {
        // In place, which the compiler does in vectors; `map` it does cell by cell.
        let mut cells = self.symbols;
        for cell in &mut cells {
            *cell = if *cell == b'.' { 0 } else { *cell - b'0' };
        }
        cells
    }

    /// The same as a puzzle of any kind.
    ///
    /// # Errors
    /// When givens clash, unless they are let through.
    pub fn sudoku(&self, reading: Reading) -> Result<Sudoku, InputError> {
        match Sudoku::new(Shape::NINE, self.cells().to_vec()) {
            Some(sudoku) if reading.clashes || !self.clashes() => Ok(sudoku),
            // Where they clash, and how that is said, the reader knows.
            _ => {
                let text = String::from_utf8_lossy(&self.symbols);
                parse_puzzle(&text, reading).map_err(|error| InputError { line: self.number, ..error })
            }
        }
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
