//! The word search stated in its different ways.

use num_bigint::BigUint;
use tremaux::Problem;

use super::{Dictionary, FastWord, PlainWord, TrieWords, WordSearch};
use crate::{Moves, Way};

/// The longest word whose fillings are counted by formula: beyond it the number alone would fill pages.
const MAX_COMPUTED: u32 = 10_000;

/// The ways for one word, worst first.
pub(super) fn of_a_word(search: &WordSearch) -> Vec<Way> {
    let letters = u32::try_from(search.word.chars().count()).unwrap_or(u32::MAX);
    let cells = search.grid.cells();
    let mut ways = Vec::new();
    if letters <= MAX_COMPUTED {
        let fillings = BigUint::from(cells).pow(letters);
        let statement = "any cell for every letter, tested at the end";
        ways.push(Way::uncounted(statement, "fillings", format!("{cells}^{letters}"), fillings));
    }
    let plain = search.clone();
    ways.push(Way::tested_as_placed("neighbouring cells, tested as placed", move || PlainWord::new(&plain)));
    if FastWord::<4>::fits(search) {
        ways.push(match search.moves {
            Moves::RightDown => looking_ahead(search, FastWord::<2>::new),
            Moves::Four => looking_ahead(search, FastWord::<4>::new),
            Moves::Eight => looking_ahead(search, FastWord::<8>::new),
        });
    }
    ways
}

fn looking_ahead<P: Problem + 'static>(search: &WordSearch, problem: fn(&WordSearch) -> P) -> Way {
    let search = search.clone();
    let statement = "the same, and only cells from which the rest can be walked";
    Way::tested_as_placed(statement, move || problem(&search))
}

/// The ways for a dictionary, worst first.
pub(super) fn of_a_dictionary(dictionary: &Dictionary) -> Vec<Way> {
    let all = dictionary.clone().each_word_once(false);
    let once = dictionary.clone().each_word_once(true);
    vec![walking("every path of every word, in one trie", all), walking("one path of every word", once)]
}

fn walking(statement: &str, dictionary: Dictionary) -> Way {
    match dictionary.allowed_moves() {
        Moves::RightDown => Way::tested_as_placed(statement, move || TrieWords::<2>::new(&dictionary)),
        Moves::Four => Way::tested_as_placed(statement, move || TrieWords::<4>::new(&dictionary)),
        Moves::Eight => Way::tested_as_placed(statement, move || TrieWords::<8>::new(&dictionary)),
    }
}
