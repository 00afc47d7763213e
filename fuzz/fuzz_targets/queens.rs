//! Files of test cases and of boards: any bytes are read or refused, and a board that is read is written and reviewed.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tremaux_puzzles::Puzzle;
use tremaux_puzzles::queens::{BoardOptions, Input, Rules, read};

fuzz_target!(|bytes: &[u8]| {
    for clashes in [false, true] {
        match read(bytes, BoardOptions { rules: Rules::default(), clashes }) {
            Ok(Input::Sizes(sizes)) => {
                assert!(!sizes.is_empty() && sizes.iter().flatten().all(|queens| queens.size() > 0))
            }
            Ok(Input::Boards(boards)) => {
                let boards: Vec<_> = boards.collect();
                assert!(!boards.is_empty());
                for board in boards.iter().flatten() {
                    let review = board.review(None).expect("nothing to read");
                    assert!(clashes || review.breaches.is_empty());
                    assert!(!review.complete || review.breaches.is_empty());
                }
            }
            Err(_) => {}
        }
    }
});
