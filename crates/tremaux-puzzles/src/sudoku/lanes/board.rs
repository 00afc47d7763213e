//! The grids of all lanes, a bit a lane.

use super::branch::Scores;
use super::forms::Wide;
use super::rounds::Work;

/// The cells of a grid, its digits, and the cells in a row.
pub(super) const CELLS: usize = 81;
pub(super) const NINE: usize = 9;

/// A grid in each lane: what may stand where, and what the last round found.
///
/// Lanes in which no puzzle is hold what was there last; whoever reads a verdict leaves them out.
pub(super) struct Board<W> {
    /// By digit and cell: the lanes in which the cell may still hold the digit.
    pub(super) candidates: [[W; CELLS]; NINE],
    /// By cell: the lanes in which it has several candidates.
    pub(super) several: [W; CELLS],
    /// By cell: the lanes in which it is the only place for some digit in its row.
    pub(super) hidden: [W; CELLS],
    /// By digit and row: the lanes in which the digit has several places in the row.
    pub(super) places: [[W; NINE]; NINE],
    /// The lanes whose grid cannot be completed, as far as the last round of this step has shown.
    pub(super) bad: W,
    /// The lanes that the last round changed, or in which the next one has something left to apply.
    pub(super) changed: W,
    /// By cell: the lanes that branch on it. By digit: those whose first choice it is.
    pub(super) cell: [W; CELLS],
    pub(super) digit: [W; NINE],
    pub(super) work: Work<W>,
    pub(super) scores: Scores<W>,
}

/// How lanes stand after the rounds. No lane is in two of the sets; one that is in none changed in the last round.
pub(super) struct Verdict<W> {
    /// No way to complete the grid.
    pub(super) bad: W,
    /// One digit in each cell, every rule kept.
    pub(super) solved: W,
    /// Several candidates in some cell, and the rounds change nothing any more.
    pub(super) stuck: W,
}

impl<W: Wide> Board<W> {
    pub(super) fn new() -> Box<Self> {
        let none = W::none();
        Box::new(Board {
            candidates: [[none; CELLS]; NINE],
            several: [none; CELLS],
            hidden: [none; CELLS],
            places: [[none; NINE]; NINE],
            bad: none,
            changed: none,
            cell: [none; CELLS],
            digit: [none; NINE],
            work: Work::new(),
            scores: Scores::new(),
        })
    }

    /// Begins a step whose `fresh` lanes were given another grid: their rows may have several places for each digit.
    #[inline(always)]
    pub(super) fn refresh(&mut self, fresh: W) {
        for row in self.places.as_flattened_mut() {
            *row = row.or(fresh);
        }
    }

    /// The candidates of a cell by digit, in threes.
    #[inline(always)]
    pub(super) fn digits_of(&self, cell: usize) -> [[W; 3]; 3] {
        let mut digits = [[W::none(); 3]; 3];
        for digit in 0..NINE {
            digits[digit / 3][digit % 3] = self.candidates[digit][cell];
        }
        digits
    }

    /// How the `live` lanes stand.
    #[inline(always)]
    pub(super) fn verdict(&self, live: W) -> Verdict<W> {
        let mut open = W::none();
        for cell in self.several {
            open = open.or(cell);
        }
        let bad = self.bad.and(live);
        let rests = live.without(self.bad.or(self.changed));
        Verdict { bad, solved: rests.without(open), stuck: rests.and(open) }
    }
}
