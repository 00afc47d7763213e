//! What is searched, as a user would write it.

use tremaux::{Bits, Problem};

/// Queens by rows, their marks as bits.
#[derive(Clone)]
pub(crate) struct Queens {
    board: u32,
    /// Columns and diagonals taken, as they meet the next row, one for each row so far and the next.
    taken: Vec<[u32; 3]>,
}

impl Queens {
    pub(crate) fn new(size: usize) -> Self {
        Queens { board: (1 << size) - 1, taken: vec![[0; 3]] }
    }
}

impl Problem for Queens {
    type Choice = u32;
    type Choices = Bits<u32>;
    type Solution = ();

    fn choices(&self) -> Option<Bits<u32>> {
        let [columns, diags, antis] = self.taken[self.taken.len() - 1];
        (columns != self.board).then_some(Bits(self.board & !(columns | diags | antis)))
    }
    fn place(&mut self, queen: u32) {
        let [columns, diags, antis] = self.taken[self.taken.len() - 1];
        self.taken.push([columns | queen, (diags | queen) << 1, (antis | queen) >> 1]);
    }
    fn unplace(&mut self, _: u32) {
        self.taken.pop();
    }
    fn solution(&self) {}
}

/// An uneven tree: subsets of the numbers from 1 to a number that have a sum. Nearly all of the tree is where small numbers are taken and large
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
