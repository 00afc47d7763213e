//! The fast form: the last slot is not searched, since only one item is left for it.

use tremaux::{Bits, Problem};

use super::{BitPermutations, Permutations};

/// Permutations that are complete when all items but one are placed: the same orderings in the same order as by
/// [`BitPermutations`].
///
/// Of the some e n! nodes of a search of n items n! are complete, so this one has (e - 1) n!.
///
/// ```
/// use tremaux::{Search, Stats};
/// use tremaux_puzzles::permutations::{FastPermutations, Permutations};
///
/// let items = Permutations::new(["a", "b", "c"]).unwrap();
/// let mut search = Search::new(FastPermutations::new(&items)).observe(Stats::default());
/// assert_eq!(search.all()[5], [2, 1, 0]);
/// assert_eq!(search.observer().calls, 10);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FastPermutations(BitPermutations);

impl FastPermutations {
    /// The empty ordering.
    ///
    /// # Panics
    /// If there are more items than [`BitPermutations::MOST`].
    #[must_use]
    pub fn new(items: &Permutations) -> Self {
        FastPermutations(BitPermutations::new(items))
    }
}

impl Problem for FastPermutations {
    type Choice = u64;
    type Choices = Bits<u64>;
    type Solution = Vec<u32>;

    #[inline]
    fn choices(&self) -> Option<Bits<u64>> {
        let unused = self.0.unused();
        let one_left = unused & (unused - 1) == 0;
        self.0.choices().filter(|_| !one_left)
    }

    #[inline]
    fn place(&mut self, option: u64) {
        self.0.place(option);
    }

    #[inline]
    fn unplace(&mut self, option: u64) {
        self.0.unplace(option);
    }

    fn solution(&self) -> Vec<u32> {
        self.0.numbers(Some(self.0.unused()))
    }

    fn option(&self, index: usize) -> Option<u64> {
        self.choices()?;
        self.0.option(index)
    }

    fn ruled_out_by(&self, option: u64) -> Option<&'static str> {
        self.0.ruled_out_by(option)
    }

    fn label(&self, option: u64) -> String {
        self.0.label(option)
    }
}
