//! The search: depth first, on a stack of its own that takes nothing from the heap.

use std::ops::ControlFlow;

use arrayvec::ArrayVec;

use super::Halt;
use super::forms::Lanes;
use super::grid::{Grid, Step};

/// Every branch on the way to a grid settles a cell, so no more than these wait at a time.
const DEPTH: usize = 81;

/// How many grids are looked at between two looks at `cancelled`: some 100 us.
const PATIENCE: u32 = 1 << 10;

/// Gives each solution to `visit`, until it has enough. `cancelled` is looked at often.
#[inline(always)]
pub(super) fn each<L: Lanes>(
    cells: &[u8; 81],
    cancelled: impl Fn() -> bool,
    mut visit: impl FnMut([u8; 81]) -> ControlFlow<()>,
) -> Result<(), Halt> {
    let mut waiting = ArrayVec::<_, DEPTH>::new();
    let mut grid = Grid::<L>::new(cells);
    let mut patience = PATIENCE;
    loop {
        patience -= 1;
        if patience == 0 {
            if cancelled() {
                return Err(Halt::Cancelled);
            }
            patience = PATIENCE;
        }
        match grid.step() {
            Step::Branch(one, other) => {
                waiting.push(other);
                grid = one;
                continue;
            }
            Step::Solved if visit(grid.digits()).is_break() => return Ok(()),
            Step::Solved | Step::Dead => {}
        }
        match waiting.pop() {
            Some(next) => grid = next,
            None => return Ok(()),
        }
    }
}
