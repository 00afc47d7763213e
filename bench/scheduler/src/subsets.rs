//! An uneven tree.

use tremaux::{Bits, Problem};

/// Subsets of the numbers from 1 to a number that have a sum. Nearly all of the tree is where small numbers are taken and large
/// ones left.
#[derive(Clone)]
pub(crate) struct Subsets {
    next: u32,
    last: u32,
    /// What the sum of those taken lacks.
    missing: u32,
}

impl Subsets {
    pub(crate) fn new(last: u32, sum: u32) -> Self {
        Subsets { next: 1, last, missing: sum }
    }
}

impl Problem for Subsets {
    type Choice = u32;
    type Choices = Bits<u32>;
    type Solution = ();

    /// 1: leave it; 2: take it.
    fn choices(&self) -> Option<Bits<u32>> {
        let rest = (self.last * (self.last + 1) / 2).saturating_sub(self.next * (self.next + 1) / 2);
        let take = self.next <= self.missing && self.next <= self.last;
        let leave = rest >= self.missing && self.next <= self.last;
        (self.missing > 0).then_some(Bits(u32::from(leave) | u32::from(take) << 1))
    }
    fn place(&mut self, choice: u32) {
        self.missing -= if choice == 2 { self.next } else { 0 };
        self.next += 1;
    }
    fn unplace(&mut self, choice: u32) {
        self.next -= 1;
        self.missing += if choice == 2 { self.next } else { 0 };
    }
    fn solution(&self) {}
}
