//! Random numbers that are the same on every platform, for generators that must give the same puzzle for a seed.

/// The generator *splitmix64* (Steele, Lea and Flood, 2014): a counter that steps by an odd constant, and a mix of its bits.
///
/// Chosen for being a few operations on one word that no platform and no later version does differently. It goes through all 2^64 words once, and is not for secrets.
///
/// ```
/// use tremaux_puzzles::random::SplitMix;
///
/// let mut random = SplitMix::new(1234567);
/// assert_eq!(random.word(), 6457827717110365317);
/// assert_eq!(random.word(), 3203168211198807973);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SplitMix(u64);

impl SplitMix {
    /// The sequence of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        SplitMix(seed)
    }

    /// The next word.
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    /// A number below `bound`: the word as a fraction of 2^64, times `bound`. Each is as likely as the others but for
    /// one part in 2^64 / `bound`.
    ///
    /// # Panics
    /// If `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        assert!(bound > 0, "there is no number below 0");
        let scaled = (u128::from(self.word()) * bound as u128) >> 64;
        // Below `bound`, so it fits.
        usize::try_from(scaled).unwrap_or(bound - 1)
    }

    /// Puts `items` into an order of which each is as likely.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for end in (1..items.len()).rev() {
            items.swap(end, self.below(end + 1));
        }
    }
}
