//! Words in a grid of letters: a path from cell to neighbouring cell that spells the word, no cell twice.
//!
//! For one word, a slot is its next letter; a choice is a cell: any, in reading order, for the first letter, and then
//! the ones beside the last, in the order of [`Moves::directions`]. The marks are `letter`, which rules out a cell that
//! holds another one, and `used`. For a dictionary see [`Dictionary`].

mod bits;
mod check;
mod dictionary;
mod draw;
mod fast;
mod grid;
mod plain;
mod read;
mod trie;
mod ways;
mod write;

use std::sync::Arc;

use serde_json::{Value, json};

pub use bits::BitWord;
pub use dictionary::{Dictionary, MAX_LETTERS, TrieWords};
pub use fast::FastWord;
pub use grid::{Grid, MAX_SIDE, Options};
pub use plain::PlainWord;
pub use read::{read_dictionary, read_grid};

use crate::input::{Line, shown};
use crate::moves::cells_of;
use crate::{Aim, Breach, Cell, Engine, InputError, Moves, Puzzle, Question, Review, Way};

/// A word where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The word as it was given.
    pub word: String,
    /// The cell of each of its letters.
    pub path: Vec<Cell>,
}

/// A word to be found in a grid.
///
/// ```
/// use tremaux::Search;
/// use tremaux_puzzles::Puzzle;
/// use tremaux_puzzles::words::{PlainWord, WordSearch, read_grid};
///
/// let grid = read_grid("TRAP\nENIL\nEMAZ\n".as_bytes())?;
/// let search = WordSearch::new(&grid, "maze")?;
/// assert_eq!(Search::new(PlainWord::new(&search)).first(), None);
/// let search = WordSearch::new(&grid, "main")?.ignore_case(true);
/// let found = Search::new(PlainWord::new(&search)).first().unwrap();
/// assert_eq!(search.text(&found), "main: (2, 1) (2, 2) (1, 2) (1, 1)");
/// # Ok::<(), tremaux_puzzles::ReadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordSearch {
    grid: Grid,
    word: Arc<str>,
    moves: Moves,
    ignore_case: bool,
}

impl WordSearch {
    /// The search for `word` in `grid`, upper and lower case being different letters, by the four moves.
    ///
    /// # Errors
    /// When the word is empty, holds what is neither a letter nor a digit, or is longer than the grid has cells.
    pub fn new(grid: &Grid, word: &str) -> Result<Self, InputError> {
        let line = Line { number: 1, text: word.to_owned() };
        if word.is_empty() {
            return Err(line.error(0, "expected a word, found an empty one"));
        }
        if let Some((column, other)) = word.chars().enumerate().find(|(_, letter)| !letter.is_alphanumeric()) {
            let other = shown(&other.to_string());
            return Err(line.error(column, format!("expected a letter or a digit, found `{other}`")));
        }
        let (letters, cells) = (word.chars().count(), grid.cells());
        if letters > cells {
            let message = format!("expected at most {cells} letters, one for each cell, found {letters}");
            return Err(line.error(cells, message));
        }
        Ok(WordSearch { grid: grid.clone(), word: word.into(), moves: Moves::default(), ignore_case: false })
    }

    /// The same search by other moves.
    #[must_use]
    pub fn moves(self, moves: Moves) -> Self {
        WordSearch { moves, ..self }
    }

    /// The same search, upper and lower case being the same letter or not.
    #[must_use]
    pub fn ignore_case(self, ignore_case: bool) -> Self {
        WordSearch { ignore_case, ..self }
    }

    /// The word as it was given.
    #[must_use]
    pub fn word(&self) -> &str {
        &self.word
    }

    /// The grid.
    #[must_use]
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The letters of the word and the grid, such that those which are to be the same are equal.
    fn folded(&self) -> (Arc<[char]>, Grid) {
        let letters = self.word.chars().map(|letter| grid::fold(letter, self.ignore_case)).collect();
        (letters, self.grid.folded(self.ignore_case))
    }

    fn pose_as<const N: usize, Q: Question<Found>>(&self, engine: Engine, question: Q) -> Q::Answer {
        match engine {
            Engine::Fast if FastWord::<N>::fits(self) => question.ask(FastWord::<N>::new(self)),
            _ => question.ask(BitWord::<N>::new(self)),
        }
    }
}

impl Puzzle for WordSearch {
    const NAME: &'static str = "words";
    type Solution = Found;

    fn pose<Q: Question<Found>>(&self, engine: Engine, _: Aim, question: Q) -> Q::Answer {
        match (engine, self.moves) {
            (Engine::Plain, _) => question.ask(PlainWord::new(self)),
            (_, Moves::RightDown) => self.pose_as::<2, Q>(engine, question),
            (_, Moves::Four) => self.pose_as::<4, Q>(engine, question),
            (_, Moves::Eight) => self.pose_as::<8, Q>(engine, question),
        }
    }

    fn input(&self) -> Value {
        json!({
            "grid": self.grid.lines(),
            "word": *self.word,
            "moves": self.moves.name(),
            "ignore_case": self.ignore_case,
        })
    }

    fn text(&self, found: &Found) -> String {
        write::text(found)
    }

    fn json(&self, found: &Found) -> Value {
        write::json(found)
    }

    fn none(&self, _: Aim) -> String {
        format!("{}: not found", self.word)
    }

    fn verify(&self, found: &Found) -> Result<(), Breach> {
        check::full(self, found)
    }

    fn review(&self, answer: Option<&str>) -> Result<Review, InputError> {
        let path = answer.map_or(Ok(Vec::new()), cells_of)?;
        Ok(check::review(self, &path))
    }

    fn ways(&self) -> Vec<Way> {
        ways::of_a_word(self)
    }
}
