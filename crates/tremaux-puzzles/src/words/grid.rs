//! The grid of letters.

use std::iter::Copied;
use std::slice;
use std::sync::Arc;

use crate::{Cell, Direction, Moves};

/// The most rows and the most columns of a grid.
pub const MAX_SIDE: usize = 1000;

/// A rectangle of letters. Cheap to clone: clones share the letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    rows: usize,
    columns: usize,
    /// Row by row.
    letters: Arc<[char]>,
}

impl Grid {
    /// A grid of `rows`, one character a cell; `None` unless it has from 1 to [`MAX_SIDE`] rows and columns, all rows
    /// equally long, and holds only letters and digits.
    ///
    /// ```
    /// use tremaux_puzzles::words::Grid;
    ///
    /// assert_eq!(Grid::new(&["AB", "CD"]).unwrap().letter((1, 0)), Some('C'));
    /// assert!(Grid::new(&["AB", "C"]).is_none());
    /// ```
    #[must_use]
    pub fn new<S: AsRef<str>>(rows: &[S]) -> Option<Self> {
        let columns = rows.first()?.as_ref().chars().count();
        let within = (1..=MAX_SIDE).contains(&rows.len()) && (1..=MAX_SIDE).contains(&columns);
        let rectangular = rows.iter().all(|row| row.as_ref().chars().count() == columns);
        let letters: Arc<[char]> = rows.iter().flat_map(|row| row.as_ref().chars()).collect();
        let readable = letters.iter().all(|letter| letter.is_alphanumeric());
        (within && rectangular && readable).then_some(Grid { rows: rows.len(), columns, letters })
    }

    /// How many rows and columns it has.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        (self.rows, self.columns)
    }

    /// How many cells it has.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.letters.len()
    }

    /// The letter of a cell, `None` off the grid.
    #[must_use]
    pub fn letter(&self, cell: Cell) -> Option<char> {
        (cell.0 < self.rows && cell.1 < self.columns).then(|| self.letters[self.number(cell)])
    }

    /// The number of a cell of the grid, row by row.
    pub(super) fn number(&self, (row, column): Cell) -> usize {
        row * self.columns + column
    }

    /// Every letter, row by row.
    pub(super) fn letters(&self) -> &[char] {
        &self.letters
    }

    /// The rows as text.
    pub(super) fn lines(&self) -> Vec<String> {
        self.letters.chunks(self.columns).map(|row| row.iter().collect()).collect()
    }

    /// The grid whose letters are equal where they are to be the same.
    pub(super) fn folded(&self, ignore_case: bool) -> Grid {
        if !ignore_case {
            return self.clone();
        }
        let letters = self.letters.iter().map(|letter| fold(*letter, true)).collect();
        Grid { letters, ..*self }
    }

    /// The cells that may hold the letter after the one at `last`, or the first one.
    pub(super) fn options(&self, last: Option<Cell>, moves: Moves) -> Options {
        let places = match last {
            None => Places::Anywhere { next: 0 },
            Some(cell) => Places::Beside { cell, directions: moves.directions().iter().copied() },
        };
        Options { rows: self.rows, columns: self.columns, places }
    }
}

/// A letter as it is compared: itself or, where case is ignored, its lower case, if that is one letter.
pub(super) fn fold(letter: char, ignore_case: bool) -> char {
    let mut lower = letter.to_lowercase();
    match (ignore_case, lower.next(), lower.next()) {
        (true, Some(lower), None) => lower,
        _ => letter,
    }
}

/// The cells for a letter: see [`PlainWord`](super::PlainWord).
#[derive(Clone, Debug)]
pub struct Options {
    rows: usize,
    columns: usize,
    places: Places,
}

#[derive(Clone, Debug)]
enum Places {
    /// Every cell in reading order, from the one numbered `next` on.
    Anywhere { next: usize },
    /// The cells beside one.
    Beside { cell: Cell, directions: Copied<slice::Iter<'static, Direction>> },
}

impl Iterator for Options {
    type Item = Cell;

    fn next(&mut self) -> Option<Cell> {
        match &mut self.places {
            Places::Anywhere { next } => {
                let cell = (*next / self.columns, *next % self.columns);
                *next += 1;
                (cell.0 < self.rows).then_some(cell)
            }
            Places::Beside { cell, directions } => directions
                .map(|direction| direction.from(*cell))
                .find(|(row, column)| *row < self.rows && *column < self.columns),
        }
    }
}
