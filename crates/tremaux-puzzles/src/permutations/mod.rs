//! Permutations: every ordering of some items, each once where items are equal.
//!
//! A slot is a position in the ordering, from the left; its options are the items, equal ones side by side where the
//! first of them stands; the marks are `used`, that the item is placed already, and `equal`, that one equal to it is to
//! be placed before it. So the choices at a slot are the distinct items left, in the order of their first appearance.
//!
//! More items than a machine word has bits are searched by the plain form only.

mod bits;
mod check;
mod fast;
mod plain;
mod ways;

use std::collections::HashMap;

use num_bigint::BigUint;
use serde_json::{Value, json};

pub use bits::BitPermutations;
pub use fast::FastPermutations;
pub use plain::PlainPermutations;

use crate::formula::binomial;
use crate::{Aim, Breach, Engine, InputError, Puzzle, Question, Review, Shortcut, Watcher, Way};

/// The most items.
pub const MAX_ITEMS: usize = 10_000;

/// Items to be ordered.
///
/// A solution names each item by its number among the [`distinct`](Permutations::distinct) ones.
///
/// ```
/// use tremaux::Search;
/// use tremaux_puzzles::Puzzle;
/// use tremaux_puzzles::permutations::{Permutations, PlainPermutations};
///
/// let items = Permutations::new(["b", "a", "b"]).unwrap();
/// let all = Search::new(PlainPermutations::new(&items)).all();
/// assert_eq!(all, [[0, 0, 1], [0, 1, 0], [1, 0, 0]]);
/// assert_eq!(items.text(&all[0]), "b b a");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Permutations {
    /// As given.
    items: Vec<String>,
    /// Without repeats, in the order of first appearance.
    distinct: Vec<String>,
    /// How often each of `distinct` is given.
    times: Vec<usize>,
    /// The options of every slot: the items as numbers of distinct ones, equal ones side by side.
    options: Vec<u32>,
}

impl Permutations {
    /// The instance for `items`; `None` unless there are from 1 to [`MAX_ITEMS`].
    #[must_use]
    pub fn new<T: Into<String>>(items: impl IntoIterator<Item = T>) -> Option<Self> {
        let items: Vec<String> = items.into_iter().take(MAX_ITEMS + 1).map(Into::into).collect();
        if !(1..=MAX_ITEMS).contains(&items.len()) {
            return None;
        }
        let mut numbers: HashMap<&str, usize> = HashMap::new();
        let (mut distinct, mut times) = (Vec::new(), Vec::new());
        for item in &items {
            let number = *numbers.entry(item).or_insert(distinct.len());
            if number == distinct.len() {
                distinct.push(item.clone());
                times.push(0);
            }
            times[number] += 1;
        }
        let repeats = (0..).zip(&times).map(|(number, times)| std::iter::repeat_n(number, *times));
        let options = repeats.flatten().collect();
        Some(Permutations { items, distinct, times, options })
    }

    /// The items as given.
    #[must_use]
    pub fn items(&self) -> &[String] {
        &self.items
    }

    /// The items without repeats, in the order of first appearance.
    #[must_use]
    pub fn distinct(&self) -> &[String] {
        &self.distinct
    }

    /// The item that an option stands for.
    fn label(&self, option: usize) -> String {
        self.distinct[self.options[option] as usize].clone()
    }

    /// How many orderings there are: for each distinct item in turn, in how many ways it goes among those before it.
    /// `None` if it was cancelled.
    fn orderings(&self, cancelled: &dyn Fn() -> bool) -> Option<BigUint> {
        let mut placed = 0;
        let mut orderings = BigUint::from(1_u8);
        for &times in &self.times {
            placed += times;
            orderings *= binomial(placed, times, cancelled)?;
        }
        Some(orderings)
    }

    /// The items of an ordering.
    fn named(&self, ordering: &[u32]) -> Vec<&str> {
        ordering.iter().map(|number| self.distinct[*number as usize].as_str()).collect()
    }
}

impl Puzzle for Permutations {
    const NAME: &'static str = "permutations";
    type Solution = Vec<u32>;

    fn pose<Q: Question<Vec<u32>>>(&self, engine: Engine, _: Aim, question: Q) -> Q::Answer {
        match engine {
            Engine::Bits if self.items.len() <= BitPermutations::MOST => question.ask(BitPermutations::new(self)),
            Engine::Fast if self.items.len() <= BitPermutations::MOST => question.ask(FastPermutations::new(self)),
            _ => question.ask(PlainPermutations::new(self)),
        }
    }

    /// The multinomial coefficient.
    fn count_without_search(&self, _: usize, watcher: &dyn Watcher) -> Shortcut<BigUint> {
        Shortcut::unless_cancelled(self.orderings(&|| watcher.cancelled()))
    }

    fn input(&self) -> Value {
        json!(self.items)
    }

    /// The items apart by spaces.
    fn text(&self, ordering: &Vec<u32>) -> String {
        self.named(ordering).join(" ")
    }

    fn json(&self, ordering: &Vec<u32>) -> Value {
        json!(self.named(ordering))
    }

    /// Never printed: there is always an ordering.
    fn none(&self, _: Aim) -> String {
        "no ordering".into()
    }

    fn verify(&self, ordering: &Vec<u32>) -> Result<(), Breach> {
        check::full(self, ordering)
    }

    /// Reads an answer as items apart by white space, so an item that has some in it is not found there.
    fn review(&self, answer: Option<&str>) -> Result<Review, InputError> {
        let items: Vec<_> = answer.into_iter().flat_map(str::split_whitespace).collect();
        Ok(check::review(self, &items))
    }

    fn ways(&self) -> Vec<Way> {
        ways::ways(self)
    }
}
