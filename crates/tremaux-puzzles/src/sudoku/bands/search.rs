//! The search: depth first, on a stack of its own that takes nothing from the heap.

use arrayvec::ArrayVec;

use super::forms::Lanes;
use super::grid::{Grid, State};
use super::{Cells, Halt, Visit};

/// Every branch on the way to a grid settles a cell, so no more than these wait at a time.
const DEPTH: usize = 81;

/// How many grids are looked at between two looks at `cancelled`: some 100 us.
const PATIENCE: u32 = 1 << 10;

impl Visit<'_> {
    /// Whether a solution is enough.
    #[inline(always)]
    fn is_enough<L: Lanes>(&mut self, solution: &Grid<L>) -> bool {
        match self {
            Visit::Count { found, limit } => {
                **found += 1;
                **found == *limit
            }
            Visit::Give(give) => give(solution.digits()).is_break(),
        }
    }
}

/// Does as `visit` says with each solution, until it has enough. `cancelled` is looked at often.
#[inline(always)]
pub(super) fn each<L: Lanes>(cells: &Cells, cancelled: &dyn Fn() -> bool, mut visit: Visit<'_>) -> Result<(), Halt> {
    let mut grid = Grid::<L>::new(cells);
    match grid.settle() {
        State::Dead => return Ok(()),
        State::Solved => {
            let _ = visit.is_enough(&grid);
            return Ok(());
        }
        State::Open => {}
    }
    let mut waiting = ArrayVec::<_, DEPTH>::new();
    let mut patience = PATIENCE;
    loop {
        patience -= 1;
        if patience == 0 {
            if cancelled() {
                return Err(Halt::Cancelled);
            }
            patience = PATIENCE;
        }
        let [mut one, mut other] = grid.branch();
        let states = one.settle_both(&mut other);
        for (grid, state) in [(other, states[1]), (one, states[0])] {
            match state {
                State::Open => waiting.push(grid),
                State::Solved if visit.is_enough(&grid) => return Ok(()),
                State::Solved | State::Dead => {}
            }
        }
        match waiting.pop() {
            Some(next) => grid = next,
            None => return Ok(()),
        }
    }
}
