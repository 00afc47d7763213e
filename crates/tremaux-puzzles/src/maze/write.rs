//! Mazes and paths as text.

use super::{Maze, Show};
use crate::{Cell, Direction, Moves};

/// The path as `maze.show` asks for it.
pub(super) fn path(maze: &Maze, path: &[Cell]) -> String {
    let moves = moves(maze, path);
    match maze.show {
        Show::Exists => "true".to_owned(),
        Show::Moves => moves,
        Show::Both if !moves.is_empty() => format!("{}\n{moves}", board(maze, path)),
        Show::Matrix | Show::Both => board(maze, path),
    }
}

/// The move string of a path. Letters of diagonal moves are only told apart by spaces.
fn moves(maze: &Maze, path: &[Cell]) -> String {
    let directions = maze.moves.directions();
    let letters = |step: &[Cell]| {
        let direction = directions.iter().find(|direction| direction.from(step[0]) == step[1]);
        direction.map_or("", |direction: &Direction| direction.letters())
    };
    let letters: Vec<_> = path.windows(2).map(letters).collect();
    letters.join(if maze.moves == Moves::Eight { " " } else { "" })
}

/// The 0/1 matrix of the path, digits apart by spaces; or the drawing with the path in it.
fn board(maze: &Maze, path: &[Cell]) -> String {
    let mut on_path = vec![false; maze.grid.open.len()];
    for &cell in path {
        on_path[maze.number(cell)] = true;
    }
    let row = |row: usize| -> String {
        let cells = (0..maze.grid.columns).map(|column| (row, column));
        let on_path = |cell| on_path[maze.number(cell)];
        match maze.grid.drawn {
            Some(_) => {
                cells.map(|cell| if on_path(cell) { drawn(maze, cell, '*') } else { cell_of(maze, cell) }).collect()
            }
            None => cells.flat_map(|cell| [if on_path(cell) { '1' } else { '0' }, ' ']).collect(),
        }
    };
    let rows: Vec<_> = (0..maze.grid.rows).map(row).collect();
    match maze.grid.drawn {
        Some(_) => rows.join("\n"),
        None => rows.iter().map(|row| row.trim_end()).collect::<Vec<_>>().join("\n"),
    }
}

/// The rows of the maze as they were given, digits not apart.
pub(super) fn rows(maze: &Maze) -> impl Iterator<Item = String> + '_ {
    (0..maze.grid.rows).map(|row| (0..maze.grid.columns).map(|column| cell_of(maze, (row, column))).collect())
}

fn cell_of(maze: &Maze, cell: Cell) -> char {
    match (maze.grid.drawn, maze.is_open(cell)) {
        (None, true) => '1',
        (None, false) => '0',
        (Some(open), true) => drawn(maze, cell, open),
        (Some(_), false) => '#',
    }
}

/// The cell of a drawing: its letter if it is the start or the end, `other` if not.
fn drawn(maze: &Maze, cell: Cell, other: char) -> char {
    if cell == maze.start {
        'S'
    } else if cell == maze.end {
        'E'
    } else {
        other
    }
}
