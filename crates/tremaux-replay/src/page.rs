//! The player as one file that needs no other: a page with its search in it.

use serde_json::Value;

use crate::{Stage, player_data};

/// The page without its search; `web/` has its source.
const PAGE: &str = include_str!("../player/page.html");
/// What stands for the search in it.
const SEARCH: &str = ">SEARCH<";

/// A page that shows all steps of a trace, forwards and backwards. It is whole in itself and asks nothing of a network.
/// `problem` and `input` say what it is of.
///
/// Draws every step once; its size is that of the player, below 100 kB, and of [`player_data`].
///
/// ```
/// use tremaux_puzzles::queens::PlainQueens;
/// use tremaux_replay::{Recording, player_page, record};
///
/// let mut replay = record(PlainQueens::new(8), Recording::default()).unwrap();
/// let page = player_page(&mut replay, "queens", &8.into());
/// assert!(page.starts_with("<!doctype html>") && !page.contains("SEARCH"));
/// ```
#[must_use]
pub fn player_page(stage: &mut dyn Stage, problem: &str, input: &Value) -> String {
    // In JSON `<` stands in strings only; escaped, no text of the problem can end the element that the search is in.
    let search = player_data(stage, problem, input).to_string().replace('<', "\\u003c");
    PAGE.replacen(SEARCH, &format!(">{search}<"), 1)
}
