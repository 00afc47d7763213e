//! The plain form: from left to right, `(` and `)` each tested before it is placed.

use std::array;

use tremaux::{Event, Problem, Scene, SceneMark, Stroke};

use crate::slots;

/// Parentheses by the template to the letter, with the marks as counters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlainParens {
    string: String,
    /// How many `(` are placed; what else `string` holds is `)`, never more of them.
    opened: usize,
    pairs: usize,
}

impl PlainParens {
    /// The empty string.
    #[must_use]
    pub fn new(pairs: usize) -> Self {
        PlainParens { string: String::new(), opened: 0, pairs }
    }
}

impl Problem for PlainParens {
    type Choice = char;
    type Choices = array::IntoIter<char, 2>;
    type Solution = String;

    fn choices(&self) -> Option<Self::Choices> {
        (self.string.len() < 2 * self.pairs).then(|| ['(', ')'].into_iter())
    }

    fn next_choice(&self, branch: &mut Self::Choices) -> Option<char> {
        branch.find(|&paren| self.ruled_out_by(paren).is_none())
    }

    fn place(&mut self, paren: char) {
        self.string.push(paren);
        self.opened += usize::from(paren == '(');
    }

    fn unplace(&mut self, paren: char) {
        self.string.pop();
        self.opened -= usize::from(paren == '(');
    }

    fn solution(&self) -> String {
        self.string.clone()
    }

    fn option(&self, index: usize) -> Option<char> {
        self.choices()?.nth(index)
    }

    fn ruled_out_by(&self, paren: char) -> Option<&'static str> {
        let closed = self.string.len() - self.opened;
        match paren {
            '(' => (self.opened == self.pairs).then_some("open"),
            _ => (closed == self.opened).then_some("close"),
        }
    }

    fn label(&self, paren: char) -> String {
        paren.to_string()
    }

    fn draw(&self, _: &[char], event: Event<char>) -> Scene {
        let text = event.choice().map_or(String::new(), String::from);
        let by = match event {
            Event::Reject(paren) => self.ruled_out_by(paren),
            _ => None,
        };
        let count = |name, parens: String| SceneMark::new(name, Stroke::Dot).with([parens]);
        let (opened, closed) = (self.opened, self.string.len() - self.opened);
        let marks = vec![
            count("open", format!("{opened} of {} opened", self.pairs)),
            count("close", format!("{} to be closed", opened - closed)),
        ];
        let texts = self.string.as_bytes().iter().map(|paren| if *paren == b'(' { "(" } else { ")" });
        slots::scene(2 * self.pairs, texts, marks, event.map(|_| text.as_str()), by)
    }
}
