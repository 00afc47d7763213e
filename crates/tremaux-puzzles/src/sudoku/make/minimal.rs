//! Clues that are not needed.

use tremaux::{Limit, Limits};

use crate::sudoku::Sudoku;

impl Sudoku {
    /// The cells of the clues that the solution, which must be the only one, does not need: each of them alone could
    /// go, though not always all together. None: the puzzle is minimal.
    ///
    /// `limits` are those of each of the searches, as many as there are clues.
    ///
    /// # Errors
    /// The limit that came before the answer.
    pub fn needless(&self, limits: &dyn Fn() -> Limits) -> Result<Vec<usize>, Limit> {
        let mut needless = Vec::new();
        for cell in self.clues() {
            if !self.is_needed(cell, limits())? {
                needless.push(cell);
            }
        }
        Ok(needless)
    }

    /// The puzzle, whose solution must be the only one, without clues that are not needed: those in `order` that are
    /// not needed once the ones before them are gone. If `order` names every clue, what is left is *a* minimal puzzle;
    /// which one hangs on the order, and it is rarely one with the fewest clues there could be.
    ///
    /// `limits` are those of each of the searches. Where one stops, its clue stays; the first limit that stopped one is
    /// given back beside the puzzle.
    #[must_use]
    pub fn minimized(&self, order: &[usize], limits: &dyn Fn() -> Limits) -> (Sudoku, Option<Limit>) {
        let mut puzzle = self.clone();
        let mut stopped = None;
        for &cell in order {
            match puzzle.is_needed(cell, limits()) {
                Ok(true) => {}
                Ok(false) => puzzle.cells[cell] = 0,
                Err(limit) => stopped = stopped.or(Some(limit)),
            }
            if matches!(stopped, Some(Limit::Time | Limit::Cancelled)) {
                break;
            }
        }
        (puzzle, stopped)
    }

    /// The cells with a clue, in reading order.
    #[must_use]
    pub fn clues(&self) -> Vec<usize> {
        (0..self.cells.len()).filter(|cell| self.cells[*cell] != 0).collect()
    }
}
