//! The parentheses stated in two ways.

use num_bigint::BigUint;
use tremaux::Problem;

use super::{PlainParens, check};
use crate::Way;

/// The ways, worst first.
pub(super) fn ways(pairs: usize) -> Vec<Way> {
    vec![
        Way::tested_at_the_end("`(` or `)` at every position, tested at the end", move || TestedAtTheEnd::new(pairs))
            .computed(format!("2^{}", 2 * pairs), BigUint::from(1_u8) << (2 * pairs)),
        Way::tested_as_placed("`(` or `)` at every position, tested as placed", move || PlainParens::new(pairs)),
    ]
}

/// Strings that are looked at only when full: one that fails is a dead end of the last position.
struct TestedAtTheEnd {
    string: String,
    pairs: usize,
}

impl TestedAtTheEnd {
    fn new(pairs: usize) -> Self {
        TestedAtTheEnd { string: String::new(), pairs }
    }
}

impl Problem for TestedAtTheEnd {
    type Choice = char;
    type Choices = std::str::Chars<'static>;
    type Solution = String;

    fn choices(&self) -> Option<Self::Choices> {
        if self.string.len() < 2 * self.pairs {
            return Some("()".chars());
        }
        check::full(self.pairs, &self.string).is_err().then(|| "".chars())
    }

    fn place(&mut self, paren: char) {
        self.string.push(paren);
    }

    fn unplace(&mut self, _: char) {
        self.string.pop();
    }

    fn solution(&self) -> String {
        self.string.clone()
    }
}
