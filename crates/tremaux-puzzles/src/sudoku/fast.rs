//! The fast form: what a placement implies is placed with it, and the slot with the fewest choices is filled first.

use std::sync::Arc;

use tremaux::{Bits, Problem};

use super::bits::digit_of;
use super::network::Network;
use super::propagate::{all_chutes, chutes_of, is_crowded, propagate, settled};
use super::{MAX_SIZE, Shape, Sudoku};

/// Which open cell is the next slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Slots {
    /// One with the fewest choices, and of these one in a crowd of open cells: what is placed there says most.
    Fewest,
    /// The first in reading order: then the solutions come in the textbook order, since all that stand under a node
    /// agree on the cells before its slot.
    InOrder,
}

/// Sudoku on the candidates of each cell, which every placement propagates.
///
/// The slots are the cells with more than one candidate left; a grid that is found not to be completable is a dead
/// end. `tremaux count sudoku FILE --limit 2` takes some 16 µs for a 17-clue puzzle and 320 µs for one of the hardest.
///
/// ```
/// use tremaux::Search;
/// use tremaux_puzzles::sudoku::{FastSudoku, Reading, parse_puzzle};
///
/// let line = "306508400520000000087000031003010080900863005050090600130000250000000074005206300";
/// let sudoku = parse_puzzle(line, Reading::default()).unwrap();
/// let solutions = Search::new(FastSudoku::new(&sudoku)).all();
/// assert_eq!(solutions.len(), 1);
/// assert_eq!(solutions[0][..9], [3, 1, 6, 5, 7, 8, 4, 9, 2]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FastSudoku {
    shape: Shape,
    /// The rules, unless they are the usual ones.
    network: Option<Arc<Network>>,
    /// The candidates of every cell, as [`propagate`] has them: one grid for each node from the root to the current
    /// one, the last being the current one's. To unplace is to drop it.
    grids: Vec<u32>,
    /// Whether the last grid is known not to be completable. The others are not: something was placed there.
    dead: bool,
    slots: Slots,
}

impl FastSudoku {
    /// The grid with the fewest choices first: the solutions come in no order that means anything.
    #[must_use]
    pub fn new(sudoku: &Sudoku) -> Self {
        FastSudoku::with(sudoku, Slots::Fewest)
    }

    /// The grid with the first open cell first: the solutions come in the textbook order.
    #[must_use]
    pub fn in_order(sudoku: &Sudoku) -> Self {
        FastSudoku::with(sudoku, Slots::InOrder)
    }

    /// The same without the solutions that have `digit` in `cell`. To be called before the search.
    pub(super) fn excluding(mut self, cell: usize, digit: u8) -> Self {
        self.grids[cell] &= !(1 << (digit - 1));
        self.dead = self.dead || self.grids[cell] == 0 || !self.propagate_from(cell);
        self
    }

    fn with(sudoku: &Sudoku, slots: Slots) -> Self {
        let (shape, network, grids) = (sudoku.shape(), sudoku.rules().network(), sudoku.open_candidates());
        let mut fast = FastSudoku { shape, network, dead: grids.contains(&0), grids, slots };
        if !fast.dead {
            fast.dead = !match &fast.network {
                None => propagate(&mut fast.grids, shape, all_chutes(shape)),
                Some(network) => network.propagate(&mut fast.grids, 0..shape.cells()),
            };
        }
        fast
    }

    /// The state where this one stands as the root of a search of its own, with the fewest choices first.
    pub(super) fn restarted(&self) -> Self {
        let (grids, network) = (self.grid().to_vec(), self.network.clone());
        FastSudoku { shape: self.shape, network, grids, dead: self.dead, slots: Slots::Fewest }
    }

    /// Whether a house is too small for what must go there: see [`is_crowded`]. By the usual rules only.
    pub(super) fn is_crowded(&self) -> bool {
        self.network.is_none() && is_crowded(self.grid(), self.shape)
    }

    /// Says that the last grid has no solution, or only the one given. It stays said until the last placement is taken
    /// back.
    pub(super) fn conclude(&mut self, only: Option<&[u8]>) {
        let here = self.grids.len() - self.shape.cells();
        match only {
            None => self.dead = true,
            Some(solution) => {
                self.grids.truncate(here);
                self.grids.extend(solution.iter().map(|digit| 1 << (digit - 1)));
            }
        }
    }

    /// Draws every conclusion from what `cell` of the last grid has become; `false` when it cannot be completed.
    fn propagate_from(&mut self, cell: usize) -> bool {
        let last = self.grids.len() - self.shape.cells();
        let grid = &mut self.grids[last..];
        match &self.network {
            None => propagate(grid, self.shape, chutes_of(self.shape, cell)),
            Some(network) => network.propagate(grid, std::iter::once(cell)),
        }
    }

    fn grid(&self) -> &[u32] {
        &self.grids[self.grids.len() - self.shape.cells()..]
    }

    /// The open cell that [`Slots::Fewest`] is after, the first of equals.
    fn fewest(&self) -> Option<usize> {
        let size = self.shape.size();
        let (mut in_row, mut in_column) = ([0; MAX_SIZE], [0; MAX_SIZE]);
        for (row, cells) in self.grid().chunks_exact(size).enumerate() {
            for (column, &candidates) in cells.iter().enumerate() {
                let open = u32::from(!settled(candidates));
                in_row[row] += open;
                in_column[column] += open;
            }
        }
        let (mut fewest, mut least) = (None, u32::MAX);
        for (row, cells) in self.grid().chunks_exact(size).enumerate() {
            for (column, &candidates) in cells.iter().enumerate() {
                // A row and a column have at most 50 open cells, so one choice less always weighs more.
                let weight = 64 * candidates.count_ones() - in_row[row] - in_column[column];
                if !settled(candidates) && weight < least {
                    (fewest, least) = (Some(row * size + column), weight);
                }
            }
        }
        fewest
    }
}

/// A digit for a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The cell, in reading order from 0.
    pub cell: usize,
    /// The digit as a word with bit `digit - 1` set.
    pub digit: u32,
}

/// The branch of a cell: its candidates, the lowest first.
#[derive(Clone, Copy, Debug)]
pub struct Candidates {
    cell: usize,
    digits: Bits<u32>,
}

impl Iterator for Candidates {
    type Item = Placement;

    #[inline]
    fn next(&mut self) -> Option<Placement> {
        self.digits.next().map(|digit| Placement { cell: self.cell, digit })
    }
}

impl Problem for FastSudoku {
    type Choice = Placement;
    type Choices = Candidates;
    type Solution = Vec<u8>;

    fn choices(&self) -> Option<Candidates> {
        if self.dead {
            return Some(Candidates { cell: 0, digits: Bits(0) });
        }
        let cell = match self.slots {
            Slots::Fewest => self.fewest(),
            Slots::InOrder => self.grid().iter().position(|candidates| !settled(*candidates)),
        };
        cell.map(|cell| Candidates { cell, digits: Bits(self.grid()[cell]) })
    }

    fn place(&mut self, Placement { cell, digit }: Placement) {
        let parent = self.grids.len() - self.shape.cells();
        self.grids.extend_from_within(parent..);
        self.grids[parent + self.shape.cells() + cell] = digit;
        self.dead = !self.propagate_from(cell);
    }

    fn unplace(&mut self, _: Placement) {
        self.grids.truncate(self.grids.len() - self.shape.cells());
        self.dead = false;
    }

    fn solution(&self) -> Vec<u8> {
        self.grid().iter().copied().map(digit_of).collect()
    }

    fn label(&self, Placement { cell, digit }: Placement) -> String {
        format!("{:?}={}", self.shape.square(cell), digit_of(digit))
    }
}

#[cfg(test)]
mod tests {
    use tremaux::Search;

    use super::*;
    use crate::random::SplitMix;

    /// What is said to have no room has no solution. Random candidates, of which some digits are left to few boxes.
    #[test]
    fn what_is_crowded_has_no_solution() {
        let mut random = SplitMix::new(1);
        let mut crowded = 0;
        for round in 0..12_000 {
            let shape = [(2, 2), (2, 3), (3, 2)].map(|(rows, columns)| Shape::new(rows, columns).unwrap())[round % 3];
            let size = shape.size();
            let mut candidates = vec![shape.all_digits(); shape.cells()];
            for _ in 0..random.below(9) {
                let line = random.below(size);
                let [digits, some] = [(); 2].map(|()| random.below(1 << size));
                let digits = u32::try_from(digits & random.below(1 << size)).unwrap();
                for place in (0..size).filter(|place| some >> place & 1 == 1) {
                    candidates[[line * size + place, place * size + line][round / 3 % 2]] &= !digits;
                }
            }
            let sudoku = Sudoku::blank(shape).with_candidates(candidates).unwrap();
            let fast = FastSudoku::new(&sudoku);
            if !fast.dead && fast.is_crowded() {
                crowded += 1;
                assert_eq!(Search::new(fast).first(), None, "{sudoku:?}");
            }
        }
        assert!(crowded > 40, "{crowded}");
    }
}
