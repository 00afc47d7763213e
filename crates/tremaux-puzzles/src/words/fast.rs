//! The fast form: no letter is placed from which the rest of the word cannot be walked.

use std::collections::HashMap;
use std::ops::Range;

use fixedbitset::FixedBitSet;
use tremaux::Problem;

use super::{BitWord, Found, WordSearch};

/// The most bits that the table of a [`FastWord`] may take.
const MAX_TABLE: usize = 1 << 28;

/// The search for a word by `N` moves with a look ahead that is made once, before it.
///
/// For every letter of the word, a table holds the cells from which the rest of the word can be walked, *cells being
/// used again or not*: the last letter's cells are those that hold it, and another letter's are those that hold it and
/// lie beside a cell of the next letter. A path of distinct cells is such a walk, so a cell outside the table leads to
/// no solution, and leaving it out changes neither the solutions nor their order. And a word that needs more copies of
/// a letter than the grid has is not in it.
///
/// ```
/// use tremaux::Search;
/// use tremaux_puzzles::words::{FastWord, Grid, WordSearch};
///
/// // A plain search walks all paths of 19 cells to find that no B follows.
/// let grid = Grid::new(&["AAAAAAAAAAAAAAAA"; 16]).unwrap();
/// let search = WordSearch::new(&grid, "AAAAAAAAAAAAAAAAAAAB")?;
/// assert_eq!(Search::new(FastWord::<4>::new(&search)).first(), None);
/// # Ok::<(), tremaux_puzzles::InputError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FastWord<const N: usize> {
    word: BitWord<N>,
    /// For each letter of the word, the cells by their numbers; none where a letter is missing.
    walkable: Vec<FixedBitSet>,
}

impl<const N: usize> FastWord<N> {
    /// Whether the table for `search` is of a size worth making.
    #[must_use]
    pub fn fits(search: &WordSearch) -> bool {
        search.word.chars().count().saturating_mul(search.grid.cells()) <= MAX_TABLE
    }

    /// The search with no letter found yet.
    ///
    /// # Panics
    /// If the search is not by `N` moves.
    #[must_use]
    pub fn new(search: &WordSearch) -> Self {
        let word = BitWord::new(search);
        let walkable = if has_the_letters(&word) { walkable(&word) } else { Vec::new() };
        FastWord { word, walkable }
    }

    #[inline]
    fn is_walkable(&self, cell: u32) -> bool {
        let cells = self.walkable.get(self.word.depth());
        cells.is_some_and(|cells| cells.contains(cell as usize))
    }
}

/// Whether the grid has as many copies of each letter as the word.
fn has_the_letters<const N: usize>(word: &BitWord<N>) -> bool {
    let (letters, grid, _) = word.parts();
    let mut missing: HashMap<char, usize> = HashMap::new();
    for letter in letters {
        *missing.entry(*letter).or_default() += 1;
    }
    for letter in grid {
        if let Some(copies) = missing.get_mut(letter) {
            *copies = copies.saturating_sub(1);
        }
    }
    missing.values().all(|copies| *copies == 0)
}

/// The table, made from the last letter to the first.
fn walkable<const N: usize>(word: &BitWord<N>) -> Vec<FixedBitSet> {
    let (letters, grid, offsets) = word.parts();
    let mut table = vec![FixedBitSet::with_capacity(grid.len()); letters.len()];
    for index in (0..letters.len()).rev() {
        let holds = |cell: &usize| grid[*cell] == letters[index];
        let goes_on = |cell: &usize| {
            let next = table.get(index + 1);
            next.is_none_or(|next| offsets.iter().any(|offset| next.contains(cell.wrapping_add_signed(*offset))))
        };
        table[index] = (0..grid.len()).filter(holds).filter(goes_on).collect();
    }
    table
}

impl<const N: usize> Problem for FastWord<N> {
    type Choice = u32;
    type Choices = Range<u32>;
    type Solution = Found;

    #[inline]
    fn choices(&self) -> Option<Range<u32>> {
        self.word.choices()
    }

    #[inline]
    fn next_choice(&self, branch: &mut Range<u32>) -> Option<u32> {
        branch
            .map(|option| self.word.cell_of(option))
            .find(|&cell| self.is_walkable(cell) && self.word.is_allowed(cell))
    }

    #[inline]
    fn place(&mut self, cell: u32) {
        self.word.place(cell);
    }

    #[inline]
    fn unplace(&mut self, cell: u32) {
        self.word.unplace(cell);
    }

    fn solution(&self) -> Found {
        self.word.solution()
    }

    fn option(&self, index: usize) -> Option<u32> {
        self.word.option(index)
    }

    fn ruled_out_by(&self, cell: u32) -> Option<&'static str> {
        self.word.ruled_out_by(cell).or_else(|| (!self.is_walkable(cell)).then_some("rest"))
    }

    fn label(&self, cell: u32) -> String {
        self.word.label(cell)
    }
}
