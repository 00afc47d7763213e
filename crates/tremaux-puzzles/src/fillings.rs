//! Any problem stated worst: fillings that are looked at only when they are complete.

use std::ops::Range;

use tremaux::Problem;

/// All ways to give each of some slots one of some options, tested when the last slot has its own: one that fails is a
/// dead end there.
#[derive(Clone)]
pub(crate) struct Fillings<T> {
    filling: Vec<u32>,
    slots: usize,
    options: u32,
    /// Whether an option that is taken is left out.
    distinct: bool,
    is_solution: T,
}

impl<T: Fn(&[u32]) -> bool> Fillings<T> {
    /// `slots` slots with the options below `options`; `is_solution` is asked of each complete filling.
    pub(crate) fn new(slots: usize, options: usize, is_solution: T) -> Self {
        // Nobody waits for the last of four billion options.
        let options = u32::try_from(options).unwrap_or(u32::MAX);
        Fillings { filling: Vec::new(), slots, options, distinct: false, is_solution }
    }

    /// Only those without an option taken twice.
    pub(crate) fn distinct(self) -> Self {
        Fillings { distinct: true, ..self }
    }
}

impl<T: Fn(&[u32]) -> bool> Problem for Fillings<T> {
    type Choice = u32;
    type Choices = Range<u32>;
    type Solution = Vec<u32>;

    fn choices(&self) -> Option<Range<u32>> {
        if self.filling.len() < self.slots {
            return Some(0..self.options);
        }
        (!(self.is_solution)(&self.filling)).then_some(0..0)
    }

    fn next_choice(&self, branch: &mut Range<u32>) -> Option<u32> {
        branch.find(|option| !(self.distinct && self.filling.contains(option)))
    }

    fn place(&mut self, option: u32) {
        self.filling.push(option);
    }

    fn unplace(&mut self, _: u32) {
        self.filling.pop();
    }

    fn solution(&self) -> Vec<u32> {
        self.filling.clone()
    }
}
