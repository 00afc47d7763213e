//! Parentheses: every balanced string of n pairs.
//!
//! A slot is a position in the string, from the left; a choice is `(` and then `)`, so the strings come in
//! lexicographic order; the marks are `open`, that all n are opened, and `close`, that there is nothing to close.

mod bits;
mod check;
mod fast;
mod plain;
mod read;
mod ways;

use num_bigint::BigUint;
use serde_json::{Value, json};

pub use bits::BitParens;
pub use fast::FastParens;
pub use plain::PlainParens;
pub use read::parse_pairs;

use crate::formula::binomial;
use crate::{Aim, Breach, Engine, InputError, Puzzle, Question, Review, Shortcut, Watcher, Way};

/// The most pairs.
pub const MAX_PAIRS: usize = 100_000;

/// A number of pairs, to be written as balanced strings; no pairs have one, the empty string.
///
/// ```
/// use tremaux::Search;
/// use tremaux_puzzles::parens::{Parens, PlainParens};
///
/// assert!(Parens::new(3).is_some());
/// assert_eq!(Search::new(PlainParens::new(3)).all(), ["((()))", "(()())", "(())()", "()(())", "()()()"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parens {
    pairs: usize,
}

impl Parens {
    /// The instance for so many pairs; `None` above [`MAX_PAIRS`].
    #[must_use]
    pub fn new(pairs: usize) -> Option<Self> {
        (pairs <= MAX_PAIRS).then_some(Parens { pairs })
    }

    /// How many pairs there are.
    #[must_use]
    pub fn pairs(&self) -> usize {
        self.pairs
    }
}

impl Puzzle for Parens {
    const NAME: &'static str = "parens";
    type Solution = String;

    fn pose<Q: Question<String>>(&self, engine: Engine, _: Aim, question: Q) -> Q::Answer {
        match engine {
            Engine::Bits => question.ask(BitParens::new(self.pairs)),
            Engine::Fast => question.ask(FastParens::new(self.pairs)),
            Engine::Plain => question.ask(PlainParens::new(self.pairs)),
        }
    }

    /// The Catalan number.
    fn count_without_search(&self, _: usize, watcher: &dyn Watcher) -> Shortcut<BigUint> {
        let strings = binomial(2 * self.pairs, self.pairs, &|| watcher.cancelled());
        Shortcut::unless_cancelled(strings.map(|strings| strings / (self.pairs + 1)))
    }

    fn input(&self) -> Value {
        json!(self.pairs)
    }

    fn text(&self, string: &String) -> String {
        string.clone()
    }

    fn json(&self, string: &String) -> Value {
        json!(string)
    }

    /// Never printed: there is always a string.
    fn none(&self, _: Aim) -> String {
        "no string".into()
    }

    fn verify(&self, string: &String) -> Result<(), Breach> {
        check::full(self.pairs, string)
    }

    fn review(&self, answer: Option<&str>) -> Result<Review, InputError> {
        let string = answer.map_or(Ok(String::new()), read::string)?;
        Ok(check::review(self.pairs, &string))
    }

    fn ways(&self) -> Vec<Way> {
        ways::ways(self.pairs)
    }
}
