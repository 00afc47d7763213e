//! The bit form: the same calls and placements, the marks as a machine word.

use tremaux::{Bits, Problem};

/// The choices as bits of a word, `(` first.
const OPEN: u16 = 0b01;
const CLOSE: u16 = 0b10;

/// Parentheses with both marks tested at once: what they allow is a word, a bit a choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BitParens {
    string: String,
    /// How many `(` are left to place.
    to_open: u32,
    /// How many placed `(` are not closed.
    to_close: u32,
}

impl BitParens {
    /// The empty string.
    ///
    /// # Panics
    /// If `pairs` is above [`MAX_PAIRS`](super::MAX_PAIRS).
    #[must_use]
    pub fn new(pairs: usize) -> Self {
        assert!(pairs <= super::MAX_PAIRS, "{pairs} pairs are too many");
        // As was just checked.
        BitParens { string: String::new(), to_open: u32::try_from(pairs).unwrap_or(u32::MAX), to_close: 0 }
    }

    /// Whether no `(` is left to place.
    #[inline]
    pub(super) fn all_opened(&self) -> bool {
        self.to_open == 0
    }

    /// The string so far.
    pub(super) fn string(&self) -> &str {
        &self.string
    }

    /// How many placed `(` are not closed.
    pub(super) fn to_close(&self) -> usize {
        self.to_close as usize
    }

    /// The choices that the marks allow; none only when the string is complete.
    #[inline]
    fn allowed(&self) -> u16 {
        (u16::from(self.to_open > 0) * OPEN) | (u16::from(self.to_close > 0) * CLOSE)
    }
}

impl Problem for BitParens {
    type Choice = u16;
    type Choices = Bits<u16>;
    type Solution = String;

    #[inline]
    fn choices(&self) -> Option<Bits<u16>> {
        let allowed = self.allowed();
        (allowed != 0).then_some(Bits(allowed))
    }

    #[inline]
    fn place(&mut self, paren: u16) {
        if paren == OPEN {
            self.string.push('(');
            self.to_open -= 1;
            self.to_close += 1;
        } else {
            self.string.push(')');
            self.to_close -= 1;
        }
    }

    #[inline]
    fn unplace(&mut self, paren: u16) {
        self.string.pop();
        if paren == OPEN {
            self.to_close -= 1;
            self.to_open += 1;
        } else {
            self.to_close += 1;
        }
    }

    fn solution(&self) -> String {
        self.string.clone()
    }

    fn option(&self, index: usize) -> Option<u16> {
        self.choices()?;
        [OPEN, CLOSE].get(index).copied()
    }

    fn ruled_out_by(&self, paren: u16) -> Option<&'static str> {
        let name = if paren == OPEN { "open" } else { "close" };
        (self.allowed() & paren == 0).then_some(name)
    }

    fn label(&self, paren: u16) -> String {
        if paren == OPEN { "(" } else { ")" }.to_owned()
    }
}
