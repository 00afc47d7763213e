//! The bit form: the same calls and placements, both marks in one word.

use std::ops::Range;
use std::sync::Arc;

use tremaux::Problem;

use super::{Found, Grid, WordSearch};
use crate::Moves;
use crate::moves::Bordered;

/// What a cell holds that has no letter to give: the border's cells, and those of the path.
const TAKEN: char = '\0';

/// The search for a word by `N` moves.
///
/// While a cell is used, its letter is taken out of the grid, and the border of the grid has no letters either: one
/// comparison of a character tells what `letter`, `used` and the grid's sides rule out. A letter put back is the word's.
///
/// An option is a cell's number for the first letter, and then the index of a move in [`Moves::directions`]; a choice is
/// the number of the cell that the option means, so that it can be told wherever the path stands by then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BitWord<const N: usize> {
    word: Arc<str>,
    letters: Arc<[char]>,
    border: Bordered,
    offsets: [isize; N],
    /// The letter of every cell by its number, border included.
    grid: Vec<char>,
    /// The numbers of the cells of the letters so far.
    path: Vec<u32>,
}

impl<const N: usize> BitWord<N> {
    /// The search with no letter found yet.
    ///
    /// # Panics
    /// If the search is not by `N` moves.
    #[must_use]
    pub fn new(search: &WordSearch) -> Self {
        let (letters, grid) = search.folded();
        let (border, offsets) = bordered(&grid, search.moves);
        let grid = with_border(&grid, border, TAKEN, |letter| letter);
        BitWord { word: search.word.clone(), letters, border, offsets, grid, path: Vec::new() }
    }

    /// The number of the cell that `option` means here.
    #[inline]
    pub(super) fn cell_of(&self, option: u32) -> u32 {
        self.path
            .last()
            .map_or(option, |last| held((*last as usize).wrapping_add_signed(self.offsets[option as usize])))
    }

    #[inline]
    pub(super) fn is_allowed(&self, cell: u32) -> bool {
        self.grid[cell as usize] == self.letters[self.path.len()]
    }

    /// How many letters are found so far.
    #[inline]
    pub(super) fn depth(&self) -> usize {
        self.path.len()
    }

    /// The letters of the word and of the bordered grid, and the offsets of the moves.
    pub(super) fn parts(&self) -> (&[char], &[char], &[isize; N]) {
        (&self.letters, &self.grid, &self.offsets)
    }
}

pub(super) fn bordered<const N: usize>(grid: &Grid, moves: Moves) -> (Bordered, [isize; N]) {
    let (rows, columns) = grid.size();
    let border = Bordered::new(rows, columns);
    (border, moves.array().map(|direction| border.offset(direction)))
}

/// The letters of `grid` by their numbers with a border of `blank`, each as `code` gives it.
pub(super) fn with_border<T: Clone>(grid: &Grid, border: Bordered, blank: T, code: impl Fn(char) -> T) -> Vec<T> {
    let mut bordered = vec![blank; border.size()];
    for (row, letters) in grid.letters().chunks(grid.size().1).enumerate() {
        let first = border.number((row, 0));
        for (cell, letter) in bordered[first..].iter_mut().zip(letters) {
            *cell = code(*letter);
        }
    }
    bordered
}

/// A cell's number as it is held: those of a grid of [`MAX_SIDE`](super::MAX_SIDE) fit 32 bits by far.
pub(super) fn held(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

impl<const N: usize> Problem for BitWord<N> {
    type Choice = u32;
    type Choices = Range<u32>;
    type Solution = Found;

    #[inline]
    fn choices(&self) -> Option<Range<u32>> {
        let options = if self.path.is_empty() { self.grid.len() } else { N };
        (self.path.len() < self.letters.len()).then(|| 0..held(options))
    }

    #[inline]
    fn next_choice(&self, branch: &mut Range<u32>) -> Option<u32> {
        branch.map(|option| self.cell_of(option)).find(|&cell| self.is_allowed(cell))
    }

    #[inline]
    fn place(&mut self, cell: u32) {
        self.grid[cell as usize] = TAKEN;
        self.path.push(cell);
    }

    #[inline]
    fn unplace(&mut self, _: u32) {
        if let Some(cell) = self.path.pop() {
            self.grid[cell as usize] = self.letters[self.path.len()];
        }
    }

    fn solution(&self) -> Found {
        let path = self.path.iter().map(|number| self.border.cell(*number as usize)).collect();
        Found { word: self.word.to_string(), path }
    }

    fn option(&self, index: usize) -> Option<u32> {
        let cells = self.choices()?.map(|option| self.cell_of(option));
        cells.filter(|cell| self.border.is_inside(*cell as usize)).nth(index)
    }

    fn ruled_out_by(&self, cell: u32) -> Option<&'static str> {
        if self.is_allowed(cell) {
            return None;
        }
        let position = self.path.iter().position(|used| *used == cell);
        let fits = position.is_some_and(|position| self.letters[position] == self.letters[self.path.len()]);
        Some(if fits { "used" } else { "letter" })
    }

    fn label(&self, cell: u32) -> String {
        format!("{:?}", self.border.cell(cell as usize))
    }
}
