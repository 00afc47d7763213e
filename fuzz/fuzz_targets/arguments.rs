//! What is read from the command line itself: sizes, goals, steps, pairs, and answers to be checked.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tremaux_puzzles::Puzzle;
use tremaux_puzzles::parens::{Parens, parse_pairs};
use tremaux_puzzles::paths::{Paths, Steps, parse_goal, parse_steps};
use tremaux_puzzles::permutations::Permutations;
use tremaux_puzzles::queens::{Queens, parse_size};

fuzz_target!(|text: &str| {
    let _ = parse_size(text);
    let _ = parse_goal(text);
    let _ = parse_steps(text);
    let _ = parse_pairs(text);
    let _ = Queens::new(8).map(|queens| queens.review(Some(text)));
    let _ = Parens::new(8).map(|parens| parens.review(Some(text)));
    let _ = Paths::new((3, 4), Steps::default()).map(|paths| paths.review(Some(text)));
    let _ = Permutations::new(text.split_whitespace()).map(|items| items.review(Some(text)));
});
