//! Files of test cases and of boards: any bytes are read or refused, and a board that is read can be reviewed.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tremaux_puzzles::queens::{read_boards, read_sizes};

fuzz_target!(|bytes: &[u8]| {
    if let Ok(sizes) = read_sizes(bytes) {
        assert!(!sizes.is_empty() && sizes.iter().all(|queens| queens.size() > 0));
    }
    for board in read_boards(bytes).into_iter().flatten() {
        let review = board.review();
        assert!(!review.complete || review.breaches.is_empty());
    }
});
