//! The portable form: a vector is a word.

#![expect(unsafe_code, reason = "the promise that a word is a word")]

use super::{Form, Wide};
use crate::form::Portable;
use crate::sudoku::lanes::Answers;
use crate::sudoku::lanes::crew::Crew;

impl Form for Portable {
    type Row = u64;

    fn load(self, crew: &mut Crew<Self>, ticket: u64, cells: &[u8; 81]) {
        crew.load_here(ticket, cells);
    }

    fn step(self, crew: &mut Crew<Self>, answers: &mut Answers) {
        crew.step_here(answers);
    }
}

// SAFETY: it is one word.
unsafe impl Wide for u64 {
    const WORDS: usize = 1;

    #[inline(always)]
    fn none() -> Self {
        0
    }

    #[inline(always)]
    fn all() -> Self {
        !0
    }

    #[inline(always)]
    fn splat(word: u64) -> Self {
        word
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self & other
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self | other
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self ^ other
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        self & !other
    }

    #[inline(always)]
    fn up<const BITS: u32>(self) -> Self {
        self << BITS
    }

    #[inline(always)]
    fn down<const BITS: u32>(self) -> Self {
        self >> BITS
    }

    #[inline(always)]
    fn spread(bits: u64) -> u64 {
        bits
    }
}
