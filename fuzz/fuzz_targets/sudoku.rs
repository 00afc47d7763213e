//! Files of puzzles: any bytes give puzzles and errors, in an end; a puzzle that is read reads back from its line.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tremaux_puzzles::Puzzle;
use tremaux_puzzles::sudoku::{Reading, parse_box, parse_puzzle, read_puzzles};

fuzz_target!(|bytes: &[u8]| {
    let most = bytes.iter().filter(|byte| **byte == b'\n').count() + 1;
    for clashes in [false, true] {
        let reading = Reading { clashes, ..Reading::default() };
        let mut found = 0;
        for sudoku in read_puzzles(bytes, reading).inspect(|_| found += 1).flatten() {
            assert!(clashes || sudoku.clash().is_none());
            let review = sudoku.review(None).expect("nothing to read");
            assert_eq!(review.breaches.is_empty(), sudoku.clash().is_none());
            let same = Reading { boxes: Some(sudoku.shape()), symbols: Some(sudoku.symbols()), clashes, ..Reading::default() };
            let again = parse_puzzle(&sudoku.line(), same).expect("a line of ours");
            assert_eq!(again.cells(), sudoku.cells());
        }
        assert!(found <= most, "{found} puzzles in {most} lines");
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        let _ = parse_box(text);
    }
});
