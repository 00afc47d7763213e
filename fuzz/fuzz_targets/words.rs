//! Grids, words and dictionaries: any bytes are read or refused.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tremaux_puzzles::Puzzle;
use tremaux_puzzles::words::{Grid, WordSearch, read_dictionary, read_grid};

fuzz_target!(|bytes: &[u8]| {
    if let Ok(grid) = read_grid(bytes) {
        assert!(grid.cells() > 0);
    }
    let Some(grid) = Grid::new(&["ABC", "DEA"]) else { return };
    for ignore_case in [false, true] {
        if let Ok(dictionary) = read_dictionary(bytes, &grid, ignore_case) {
            assert!(dictionary.words().all(|word| !word.is_empty()));
        }
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        let _ = WordSearch::new(&grid, text);
        if let Ok(search) = WordSearch::new(&grid, "ABC") {
            let _ = search.review(Some(text));
        }
    }
});
