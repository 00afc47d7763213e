//! The path through a maze stated in three ways.

use num_bigint::BigUint;
use tremaux::Problem;

use super::{FirstPath, Maze, PlainMaze};
use crate::{Moves, Way};

/// The largest maze whose move strings are counted by formula: beyond it the number alone would fill pages.
const MAX_OPEN: usize = 10_000;

/// The ways, worst first.
pub(super) fn ways(maze: &Maze) -> Vec<Way> {
    let mut ways = Vec::new();
    let open = maze.grid.open.iter().filter(|open| **open).count();
    if open <= MAX_OPEN {
        ways.push(strings(maze, open.saturating_sub(1)));
    }
    let plain = maze.clone();
    ways.push(Way::tested_as_placed("a move at a time, tested as placed", move || PlainMaze::new(&plain)));
    if !maze.shortest {
        ways.push(match maze.moves {
            Moves::RightDown => one_path(maze, FirstPath::<2>::new),
            Moves::Four => one_path(maze, FirstPath::<4>::new),
            Moves::Eight => one_path(maze, FirstPath::<8>::new),
        });
    }
    ways
}

/// Every string of as many moves as the longest path may have: one to every other open cell.
fn strings(maze: &Maze, longest: usize) -> Way {
    let moves = maze.moves.directions().len();
    let strings = BigUint::from(moves).pow(u32::try_from(longest).unwrap_or(u32::MAX));
    Way::uncounted("every move string, tested at the end", "fillings", format!("{moves}^{longest}"), strings)
}

fn one_path<P: Problem + 'static>(maze: &Maze, problem: fn(&Maze) -> P) -> Way {
    let maze = maze.clone();
    Way::tested_as_placed("the same for one path: a cell taken back stays dead", move || problem(&maze))
}
