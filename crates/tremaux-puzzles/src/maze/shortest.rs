//! Distances for shortest paths.

use std::sync::Arc;

use super::Maze;

/// How many moves each cell is from the end, by its number; `u32::MAX` where the end is not reached.
///
/// A step from which the distance is one less begins a shortest path, so these distances make the search for shortest
/// paths one without dead ends, unless there is no path at all.
pub(super) fn distances(maze: &Maze) -> Arc<[u32]> {
    let mut distances = vec![u32::MAX; maze.grid.open.len()];
    // Breadth first from the end, a layer of cells at the same distance at a time.
    let mut layer = Vec::new();
    if maze.is_open(maze.end) {
        distances[maze.number(maze.end)] = 0;
        layer.push(maze.end);
    }
    for distance in 1.. {
        let mut next = Vec::new();
        for &cell in &layer {
            for direction in maze.moves.directions() {
                let before = direction.to(cell);
                if maze.is_open(before) && distances[maze.number(before)] == u32::MAX {
                    distances[maze.number(before)] = distance;
                    next.push(before);
                }
            }
        }
        if next.is_empty() {
            break;
        }
        layer = next;
    }
    distances.into()
}
