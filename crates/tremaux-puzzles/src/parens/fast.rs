//! The fast form: once all pairs are opened nothing is searched, since all that is left is to close them.

use tremaux::{Bits, Problem};

use super::BitParens;

/// Parentheses that are complete when all pairs are opened: the same strings in the same order as by [`BitParens`].
///
/// ```
/// use tremaux::{Search, Stats};
/// use tremaux_puzzles::parens::FastParens;
///
/// let mut search = Search::new(FastParens::new(3)).observe(Stats::default());
/// assert_eq!(search.all(), ["((()))", "(()())", "(())()", "()(())", "()()()"]);
/// // Of 22 nodes of the other forms.
/// assert_eq!(search.observer().calls, 13);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FastParens {
    bits: BitParens,
    /// As many `)` as there are pairs.
    closers: String,
}

impl FastParens {
    /// The empty string.
    ///
    /// # Panics
    /// If `pairs` is above [`MAX_PAIRS`](super::MAX_PAIRS).
    #[must_use]
    pub fn new(pairs: usize) -> Self {
        FastParens { bits: BitParens::new(pairs), closers: ")".repeat(pairs) }
    }
}

impl Problem for FastParens {
    type Choice = u16;
    type Choices = Bits<u16>;
    type Solution = String;

    #[inline]
    fn choices(&self) -> Option<Bits<u16>> {
        if self.bits.all_opened() { None } else { self.bits.choices() }
    }

    #[inline]
    fn place(&mut self, paren: u16) {
        self.bits.place(paren);
    }

    #[inline]
    fn unplace(&mut self, paren: u16) {
        self.bits.unplace(paren);
    }

    fn solution(&self) -> String {
        [self.bits.string(), &self.closers[..self.bits.to_close()]].concat()
    }

    fn option(&self, index: usize) -> Option<u16> {
        self.choices()?;
        self.bits.option(index)
    }

    fn ruled_out_by(&self, paren: u16) -> Option<&'static str> {
        self.bits.ruled_out_by(paren)
    }

    fn label(&self, paren: u16) -> String {
        self.bits.label(paren)
    }
}
