//! The plain form: position by position, each item tested against the marks before it is placed.

use std::ops::Range;

use tremaux::{Event, MarkSet, Problem, Scene, SceneMark, Stroke};

use super::Permutations;
use crate::slots;

/// Permutations by the template to the letter, the mark of used items a named set.
///
/// A choice is the number of an option: of an item in the list with equal ones side by side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlainPermutations {
    items: Permutations,
    /// The options placed. Of equal ones, those before one that is placed are placed.
    used: MarkSet,
    ordering: Vec<u32>,
}

impl PlainPermutations {
    /// The empty ordering.
    #[must_use]
    pub fn new(items: &Permutations) -> Self {
        let used = MarkSet::new("used", items.options.len());
        PlainPermutations { items: items.clone(), used, ordering: Vec::new() }
    }

    /// Whether the option before `option` is equal to it and to be placed first.
    fn equal_first(&self, option: usize) -> bool {
        let options = &self.items.options;
        option > 0 && options[option - 1] == options[option] && !self.used.contains(option - 1)
    }
}

impl Problem for PlainPermutations {
    type Choice = usize;
    type Choices = Range<usize>;
    type Solution = Vec<u32>;

    fn choices(&self) -> Option<Range<usize>> {
        (self.ordering.len() < self.items.options.len()).then_some(0..self.items.options.len())
    }

    fn next_choice(&self, branch: &mut Range<usize>) -> Option<usize> {
        branch.find(|&option| self.ruled_out_by(option).is_none())
    }

    fn place(&mut self, option: usize) {
        self.used.insert(option);
        self.ordering.push(self.items.options[option]);
    }

    fn unplace(&mut self, option: usize) {
        self.ordering.pop();
        self.used.remove(option);
    }

    fn solution(&self) -> Vec<u32> {
        self.ordering.clone()
    }

    fn option(&self, index: usize) -> Option<usize> {
        self.choices()?.nth(index)
    }

    fn ruled_out_by(&self, option: usize) -> Option<&'static str> {
        if self.used.contains(option) {
            return Some(self.used.name());
        }
        self.equal_first(option).then_some("equal")
    }

    fn label(&self, option: usize) -> String {
        self.items.label(option)
    }

    fn draw(&self, _: &[usize], event: Event<usize>) -> Scene {
        let text = event.choice().map_or(String::new(), |option| self.items.label(option));
        let by = match event {
            Event::Reject(option) => self.ruled_out_by(option),
            _ => None,
        };
        let used = SceneMark::of_set(&self.used, Stroke::Dot, |option| self.items.label(option));
        let marks = vec![used, SceneMark::new("equal", Stroke::Dot).unlisted()];
        let texts = self.ordering.iter().map(|item| self.items.distinct[*item as usize].as_str());
        slots::scene(self.items.options.len(), texts, marks, event.map(|_| text.as_str()), by)
    }
}
