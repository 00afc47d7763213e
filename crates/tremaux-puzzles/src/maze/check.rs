//! The independent checker: looks at cells and the differences between them, and measures distances of its own.

use std::collections::{HashSet, VecDeque};

use super::Maze;
use crate::{Breach, Cell, Review};

/// Whether `path` is a whole path through `maze`, and a shortest one where that is asked.
pub(super) fn full(maze: &Maze, path: &[Cell]) -> Result<(), Breach> {
    if let Some(breach) = breaches(maze, path).into_iter().next() {
        return Err(breach);
    }
    match path.last() {
        Some(last) if *last == maze.end => Ok(()),
        Some(last) => Err(Breach::new("end", format!("the path ends at {last:?} and not at {:?}", maze.end))),
        None => Err(Breach::new("start", "the path has no cells")),
    }
}

/// What is to be said of a path that may not have reached the end yet.
pub(super) fn review(maze: &Maze, path: &[Cell]) -> Review {
    let breaches = breaches(maze, path);
    let complete = breaches.is_empty() && path.last() == Some(&maze.end);
    Review { breaches, open: None, complete }
}

/// Every rule that the path breaks, cell by cell.
fn breaches(maze: &Maze, path: &[Cell]) -> Vec<Breach> {
    let mut breaches = Vec::new();
    let mut visited = HashSet::new();
    for (index, &cell) in path.iter().enumerate() {
        let before = index.checked_sub(1).map(|index| path[index]);
        match before {
            None if cell != maze.start => {
                breaches.push(Breach::new("start", format!("the path begins at {cell:?} and not at {:?}", maze.start)));
            }
            // A step that leaves the maze meets its wall, whatever move it was.
            Some(before) if is_inside(maze, cell) && !maze.moves.allow(before, cell) => {
                breaches.push(Breach::new("move", format!("{before:?} to {cell:?} is no move")));
            }
            _ => {}
        }
        if before == Some(maze.end) {
            breaches.push(Breach::new("end", format!("the path goes on after {:?}", maze.end)));
        }
        if !maze.is_open(cell) {
            let place = before.map_or_else(|| format!("{cell:?}"), |before| step(maze, before, cell));
            breaches.push(Breach::new("wall", place));
        }
        if !visited.insert(cell) {
            breaches.push(Breach::new("visited", format!("{cell:?} twice")));
        }
    }
    if maze.shortest && breaches.is_empty() {
        breaches.extend(detour(maze, path));
    }
    breaches
}

fn is_inside(maze: &Maze, cell: Cell) -> bool {
    cell.0 < maze.grid.rows && cell.1 < maze.grid.columns
}

/// A step in words: a cell off the maze may have no row or no column to name.
fn step(maze: &Maze, from: Cell, to: Cell) -> String {
    if is_inside(maze, to) { format!("{from:?} to {to:?}") } else { format!("{from:?} to outside the maze") }
}

/// Whether the last cell of a valid path is not on a shortest path to the end, or was not reached by one.
fn detour(maze: &Maze, path: &[Cell]) -> Option<Breach> {
    let last = path.last()?;
    let steps = path.len() - 1;
    let (best, rest) = (distance(maze, maze.start)?, distance(maze, *last)?);
    let place = || format!("{last:?} after {steps} steps is {rest} more from the end, {best} are enough in all");
    (steps + rest > best).then(|| Breach::new("detour", place()))
}

/// How many moves it takes from `from` to the end, `None` where it cannot be reached.
fn distance(maze: &Maze, from: Cell) -> Option<usize> {
    let mut seen = vec![false; maze.grid.open.len()];
    let mut queue = VecDeque::from([(from, 0)]);
    while let Some((cell, distance)) = queue.pop_front() {
        if cell == maze.end {
            return Some(distance);
        }
        let rows = cell.0.saturating_sub(1)..=cell.0 + 1;
        let around = rows.flat_map(|row| (cell.1.saturating_sub(1)..=cell.1 + 1).map(move |column| (row, column)));
        for next in around.filter(|next| maze.moves.allow(cell, *next) && maze.is_open(*next)) {
            if !std::mem::replace(&mut seen[maze.number(next)], true) {
                queue.push_back((next, distance + 1));
            }
        }
    }
    None
}
