//! The permutations stated in two ways.

use std::ops::Range;

use num_bigint::BigUint;
use tremaux::Problem;

use super::{Permutations, PlainPermutations};
use crate::Way;

/// The ways, worst first.
pub(super) fn ways(items: &Permutations) -> Vec<Way> {
    let (distinct, slots) = (items.distinct.len(), items.items.len());
    let fillings = BigUint::from(distinct).pow(u32::try_from(slots).unwrap_or(u32::MAX));
    let (at_the_end, as_placed) = (items.clone(), items.clone());
    vec![
        Way::tested_at_the_end("any item at every position, tested at the end", move || TestedAtTheEnd {
            items: at_the_end.clone(),
            ordering: Vec::new(),
        })
        .computed(format!("{distinct}^{slots}"), fillings),
        Way::tested_as_placed("any item at every position, tested as placed", move || {
            PlainPermutations::new(&as_placed)
        }),
    ]
}

/// Orderings of distinct items that are looked at only when full: one that fails is a dead end of the last position.
struct TestedAtTheEnd {
    items: Permutations,
    ordering: Vec<u32>,
}

impl Problem for TestedAtTheEnd {
    type Choice = u32;
    type Choices = Range<u32>;
    type Solution = Vec<u32>;

    fn choices(&self) -> Option<Range<u32>> {
        if self.ordering.len() < self.items.items.len() {
            // No more than MAX_ITEMS.
            return Some(0..u32::try_from(self.items.distinct.len()).unwrap_or(u32::MAX));
        }
        let used = |number| self.ordering.iter().filter(|placed| **placed == number).count();
        let as_given = (0..).zip(&self.items.times).all(|(number, times)| used(number) == *times);
        (!as_given).then_some(0..0)
    }

    fn place(&mut self, item: u32) {
        self.ordering.push(item);
    }

    fn unplace(&mut self, _: u32) {
        self.ordering.pop();
    }

    fn solution(&self) -> Vec<u32> {
        self.ordering.clone()
    }
}
