//! Files of puzzles: any bytes give puzzles and errors, in an end, and the same ones where lines of 81 are read in short; a
//! puzzle that is read reads back from its file, with its rules and candidates.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tremaux_puzzles::Puzzle;
use tremaux_puzzles::sudoku::{Reading, Sudoku, Variant, parse_box, parse_puzzle, read_puzzles};

/// What is read where lines of 81 are read in short.
fn in_short(bytes: &[u8], reading: Reading) -> Vec<Result<Sudoku, String>> {
    let (mut puzzles, mut read) = (read_puzzles(bytes, reading), Vec::new());
    loop {
        let line = puzzles.next_line_of_nine().expect("bytes in memory");
        let sudoku = match line {
            Some(line) => Some(line.sudoku(reading).map_err(|error| error.to_string())),
            None => puzzles.next().map(|sudoku| sudoku.map_err(|error| error.to_string())),
        };
        let Some(sudoku) = sudoku else { return read };
        read.push(sudoku);
    }
}

fn as_ever(bytes: &[u8], reading: Reading) -> Vec<Result<Sudoku, String>> {
    read_puzzles(bytes, reading).map(|sudoku| sudoku.map_err(|error| error.to_string())).collect()
}

fuzz_target!(|bytes: &[u8]| {
    for clashes in [false, true] {
        let reading = Reading { clashes, ..Reading::default() };
        let mut found = 0;
        for sudoku in read_puzzles(bytes, reading).inspect(|_| found += 1).flatten() {
            assert!(clashes || sudoku.clash().is_none());
            let review = sudoku.review(None).expect("nothing to read");
            assert_eq!(review.breaches.is_empty(), sudoku.clash().is_none());
            let same = Reading { symbols: Some(sudoku.symbols()), clashes, ..Reading::default() };
            let again = parse_puzzle(&sudoku.file(), same).expect("a file of ours");
            assert_eq!(again.cells(), sudoku.cells());
            assert_eq!(again.rules().options(), sudoku.rules().options());
            assert_eq!(again.rules().cages(), sudoku.rules().cages());
            assert_eq!(again.rules().houses().len(), sudoku.rules().houses().len());
            if sudoku.shape().size() == 9 {
                assert_eq!(again.candidates().is_some(), sudoku.candidates().is_some());
            }
        }
        assert_eq!(in_short(bytes, reading), as_ever(bytes, reading));
        // Each needs a byte at the least.
        assert!(found <= bytes.len() + 1, "{found} puzzles in {} bytes", bytes.len());
    }
    let variant = Variant { diagonal: true, anti_king: true, ..Variant::default() };
    read_puzzles(bytes, Reading { variant, ..Reading::default() }).for_each(drop);
    if let Ok(text) = std::str::from_utf8(bytes) {
        let _ = parse_box(text);
    }
});
