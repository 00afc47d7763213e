//! Mazes, and paths through one: any bytes are read or refused.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tremaux_puzzles::Puzzle;
use tremaux_puzzles::maze::{Maze, read_maze};

fuzz_target!(|bytes: &[u8]| {
    if let Ok(maze) = read_maze(bytes) {
        let (rows, columns) = maze.size();
        assert!(maze.start() < (rows, columns) && maze.end() < (rows, columns));
    }
    if let (Ok(text), Some(open)) = (std::str::from_utf8(bytes), Maze::open(3, 3)) {
        if let Ok(review) = open.review(Some(text)) {
            assert!(!review.complete || review.breaches.is_empty());
        }
    }
});
