//! The bit form: the same calls and placements, the marks as machine words.

use tremaux::{Bits, Problem};

use super::Permutations;

/// Permutations with the mark of used items as one word, a bit an option.
///
/// A choice is an option as a word with that bit set. Equal options are side by side, so one that must wait for an
/// equal one is an `equal` bit just above an unused one: the mark of all options is a shift away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BitPermutations {
    unused: u64,
    /// The options equal to the one before.
    equal: u64,
    /// The choice in each slot; slots from `slot` on hold 0.
    ordering: Vec<u64>,
    slot: usize,
    items: Permutations,
}

impl BitPermutations {
    /// The most items that a word holds.
    pub const MOST: usize = 64;

    /// The empty ordering.
    ///
    /// # Panics
    /// If there are more items than [`MOST`](BitPermutations::MOST).
    #[must_use]
    pub fn new(items: &Permutations) -> Self {
        let options = &items.options;
        assert!(options.len() <= Self::MOST, "{} items do not fit a word of 64 bits", options.len());
        let equal = (1..options.len()).filter(|&option| options[option - 1] == options[option]);
        let equal = equal.fold(0, |equal, option| equal | 1 << option);
        let unused = u64::MAX >> (Self::MOST - options.len());
        BitPermutations { unused, equal, ordering: vec![0; options.len()], slot: 0, items: items.clone() }
    }

    /// The options not placed.
    #[inline]
    pub(super) fn unused(&self) -> u64 {
        self.unused
    }

    /// The items placed, by their numbers, and then that of `more`.
    pub(super) fn numbers(&self, more: Option<u64>) -> Vec<u32> {
        let options = self.ordering[..self.slot].iter().copied().chain(more);
        options.map(|option| self.items.options[option.trailing_zeros() as usize]).collect()
    }

    /// The options that no mark rules out.
    #[inline]
    fn allowed(&self) -> u64 {
        self.unused & !(self.unused << 1 & self.equal)
    }
}

impl Problem for BitPermutations {
    type Choice = u64;
    type Choices = Bits<u64>;
    type Solution = Vec<u32>;

    #[inline]
    fn choices(&self) -> Option<Bits<u64>> {
        (self.unused != 0).then(|| Bits(self.allowed()))
    }

    #[inline]
    fn place(&mut self, option: u64) {
        self.unused ^= option;
        self.ordering[self.slot] = option;
        self.slot += 1;
    }

    #[inline]
    fn unplace(&mut self, option: u64) {
        self.slot -= 1;
        self.ordering[self.slot] = 0;
        self.unused ^= option;
    }

    fn solution(&self) -> Vec<u32> {
        self.numbers(None)
    }

    fn option(&self, index: usize) -> Option<u64> {
        (self.unused != 0 && index < self.items.options.len()).then(|| 1 << index)
    }

    fn ruled_out_by(&self, option: u64) -> Option<&'static str> {
        let marks = [("used", !self.unused), ("equal", !self.allowed())];
        marks.into_iter().find(|(_, mark)| mark & option != 0).map(|(name, _)| name)
    }

    fn label(&self, option: u64) -> String {
        self.items.label(option.trailing_zeros() as usize)
    }
}
