//! The independent checker: reads a path off the grid and compares cells with cells.

use std::collections::HashMap;

use super::grid::fold;
use super::{Dictionary, Found, Grid, WordSearch};
use crate::{Breach, Cell, Moves, Review};

/// Whether `found` is the word of `search` where it says.
pub(super) fn full(search: &WordSearch, found: &Found) -> Result<(), Breach> {
    if found.word != search.word() {
        return Err(Breach::new("word", format!("`{}` was not asked for", found.word)));
    }
    let review = review(search, &found.path);
    first_breach(review.breaches)?;
    if review.complete { Ok(()) } else { Err(unfinished(&search.grid, &found.path, &found.word)) }
}

/// Whether `found` is a word of `dictionary` where it says.
pub(super) fn full_of_dictionary(dictionary: &Dictionary, found: &Found) -> Result<(), Breach> {
    let grid = dictionary.grid();
    first_breach(breaches(grid, dictionary.allowed_moves(), &found.path))?;
    let spelled = spelled(grid, &found.path, dictionary.ignores_case());
    let listed = dictionary.position(&spelled).ok().and_then(|position| dictionary.words().nth(position));
    match listed {
        Some(word) if word == found.word => Ok(()),
        _ => Err(unfinished(grid, &found.path, &found.word)),
    }
}

fn first_breach(breaches: Vec<Breach>) -> Result<(), Breach> {
    breaches.into_iter().next().map_or(Ok(()), Err)
}

fn unfinished(grid: &Grid, path: &[Cell], word: &str) -> Breach {
    Breach::new("word", format!("the path spells `{}` and not `{word}`", spelled(grid, path, false)))
}

/// What is to be said of a path that may not have spelled the whole word yet.
pub(super) fn review(search: &WordSearch, path: &[Cell]) -> Review {
    let mut breaches = breaches(&search.grid, search.moves, path);
    let mut letters = search.word.chars();
    for &cell in path {
        let (there, expected) = (search.grid.letter(cell), letters.next());
        let same = |there| expected.is_some_and(|expected| is_same(there, expected, search.ignore_case));
        if let Some(there) = there.filter(|there| !same(*there)) {
            let expected = expected.map_or("the end of the word".to_owned(), |letter| format!("`{letter}`"));
            breaches.push(Breach::new("letter", format!("{cell:?} holds `{there}`, expected {expected}")));
        }
    }
    let open = letters.count();
    let complete = breaches.is_empty() && open == 0;
    Review { breaches, open: Some(open), complete }
}

/// What is to be said of a path that may begin a word.
pub(super) fn review_of_dictionary(dictionary: &Dictionary, path: &[Cell]) -> Review {
    let grid = dictionary.grid();
    let mut breaches = breaches(grid, dictionary.allowed_moves(), path);
    let spelled = spelled(grid, path, dictionary.ignores_case());
    let position = dictionary.position(&spelled);
    // Words that begin with these letters stand from there on.
    let next = position.err().map(|next| dictionary.words().nth(next));
    let begins = |word: &str| {
        let mut letters = word.chars();
        spelled
            .chars()
            .all(|letter| letters.next().is_some_and(|other| is_same(letter, other, dictionary.ignores_case())))
    };
    if next.is_some_and(|word| !spelled.is_empty() && !word.is_some_and(begins)) {
        breaches.push(Breach::new("letter", format!("no word begins with `{spelled}`")));
    }
    let complete = breaches.is_empty() && position.is_ok();
    Review { breaches, open: None, complete }
}

/// Every rule that the path breaks, whatever it spells.
fn breaches(grid: &Grid, moves: Moves, path: &[Cell]) -> Vec<Breach> {
    let mut breaches = Vec::new();
    let mut used = HashMap::new();
    for (index, &cell) in path.iter().enumerate() {
        if grid.letter(cell).is_none() {
            breaches.push(Breach::new("grid", format!("{cell:?} is not on it")));
        } else if index > 0 && !moves.allow(path[index - 1], cell) {
            breaches.push(Breach::new("move", format!("{cell:?} is not beside {:?}", path[index - 1])));
        }
        if let Some(before) = used.insert(cell, index) {
            breaches.push(Breach::new("used", format!("{cell:?} for the letters {before} and {index}")));
        }
    }
    breaches
}

fn is_same(one: char, other: char, ignore_case: bool) -> bool {
    one == other || ignore_case && one.to_lowercase().eq(other.to_lowercase())
}

/// The letters of a path as they are compared; cells off the grid have none.
fn spelled(grid: &Grid, path: &[Cell], ignore_case: bool) -> String {
    path.iter().filter_map(|cell| grid.letter(*cell)).map(|letter| fold(letter, ignore_case)).collect()
}
