//! The number of paths by a table, where no walk can come back to a cell.
//!
//! Right and down only, or by shortest paths only, a walk never meets itself: the paths to a cell are the paths to the
//! cells before it, added up.

use num_bigint::BigUint;

use super::Maze;
use crate::Cell;

/// The paths by right and down; `None` when cancelled. Holds one row of numbers.
///
/// All of them are equally long, so these are the shortest ones as well.
pub(super) fn right_down(maze: &Maze, cancelled: &dyn Fn() -> bool) -> Option<BigUint> {
    let ((top, left), (bottom, right)) = (maze.start, maze.end);
    if top > bottom || left > right {
        return Some(BigUint::ZERO);
    }
    // The paths to each cell of the row above, from the start's column to the end's.
    let mut paths = vec![BigUint::ZERO; right - left + 1];
    // As if the start were entered from above, once.
    paths[0] = BigUint::from(1_u8);
    for row in top..=bottom {
        if cancelled() {
            return None;
        }
        let mut from_left = BigUint::ZERO;
        for (column, paths) in (left..).zip(&mut paths) {
            if maze.is_open((row, column)) {
                *paths += &from_left;
            } else {
                *paths = BigUint::ZERO;
            }
            from_left.clone_from(paths);
        }
    }
    paths.pop()
}

/// The shortest paths; `None` when cancelled. Holds the numbers of the cells at one distance from the start, and of
/// those at the next.
pub(super) fn shortest(maze: &Maze, cancelled: &dyn Fn() -> bool) -> Option<BigUint> {
    let mut layer: Vec<(Cell, BigUint)> = Vec::new();
    if maze.is_open(maze.start) {
        layer.push((maze.start, BigUint::from(1_u8)));
    }
    // Cells are numbered in the order in which they are found, so those of the layer being made are the ones numbered
    // from its first on.
    let mut found = vec![u32::MAX; maze.grid.open.len()];
    found[maze.number(maze.start)] = 0;
    let mut first = 1;
    while !layer.is_empty() {
        if cancelled() {
            return None;
        }
        if let Some((_, paths)) = layer.iter().find(|(cell, _)| *cell == maze.end) {
            return Some(paths.clone());
        }
        let mut next: Vec<(Cell, BigUint)> = Vec::new();
        for (cell, paths) in &layer {
            for cell in maze.moves.directions().iter().map(|direction| direction.from(*cell)) {
                if !maze.is_open(cell) {
                    continue;
                }
                let number = &mut found[maze.number(cell)];
                if *number == u32::MAX {
                    // At most MAX_CELLS are found.
                    *number = first + u32::try_from(next.len()).unwrap_or(u32::MAX);
                    next.push((cell, paths.clone()));
                } else if let Some(index) = number.checked_sub(first) {
                    next[index as usize].1 += paths;
                }
            }
        }
        first += u32::try_from(next.len()).unwrap_or(u32::MAX);
        layer = next;
    }
    Some(BigUint::ZERO)
}
