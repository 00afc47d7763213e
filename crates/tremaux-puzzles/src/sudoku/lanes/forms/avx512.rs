//! The AVX-512 form: 512 lanes, and any logic of three vectors is one instruction.

#![expect(unsafe_code, reason = "calls of functions that need what was detected")]

use std::arch::x86_64::*;

use super::{Form, Wide};
use crate::form::Avx512;
use crate::sudoku::lanes::Answers;
use crate::sudoku::lanes::crew::Crew;

impl Form for Avx512 {
    type Row = Row;

    fn load(self, crew: &mut Crew<Self>, ticket: u64, cells: &[u8; 81]) {
        // SAFETY: that `self` exists says that the features are there.
        unsafe { load(crew, ticket, cells) }
    }

    fn step(self, crew: &mut Crew<Self>, answers: &mut Answers) {
        // SAFETY: as above.
        unsafe { step(crew, answers) }
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vpopcntdq,bmi2,popcnt")]
fn load(crew: &mut Crew<Avx512>, ticket: u64, cells: &[u8; 81]) {
    crew.load_here(ticket, cells);
}

#[target_feature(enable = "avx512f,avx512bw,avx512vpopcntdq,bmi2,popcnt")]
fn step(crew: &mut Crew<Avx512>, answers: &mut Answers) {
    crew.step_here(answers);
}

/// A bit for each of 512 lanes.
///
/// Its methods are inlined into the functions above, which have the features; nothing else calls them.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(in crate::sudoku::lanes) struct Row(__m512i);

/// The logic of three vectors whose truth table is `$table`: bit `4 a + 2 b + c` of it is the answer.
macro_rules! logic {
    ($($name:ident = $table:literal;)*) => {$(
        #[inline(always)]
        fn $name(a: Self, b: Self, c: Self) -> Self {
            unsafe { Row(_mm512_ternarylogic_epi64::<$table>(a.0, b.0, c.0)) }
        }
    )*};
}

/// The cells from 64 on, as the low bits of a mask of bytes.
const LAST_CELLS: u64 = (1 << 17) - 1;

// SAFETY, of the impl: a register is eight words. For each block: a `Row` is only made and used inside the functions
// above, which run only where the features are; a masked load or store leaves out what lies past the 81 cells.
unsafe impl Wide for Row {
    const WORDS: usize = 8;

    #[inline(always)]
    fn none() -> Self {
        unsafe { Row(_mm512_setzero_si512()) }
    }

    #[inline(always)]
    fn all() -> Self {
        unsafe { Row(_mm512_set1_epi64(-1)) }
    }

    #[inline(always)]
    fn splat(word: u64) -> Self {
        unsafe { Row(_mm512_set1_epi64(word.cast_signed())) }
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        unsafe { Row(_mm512_and_si512(self.0, other.0)) }
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        unsafe { Row(_mm512_or_si512(self.0, other.0)) }
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        unsafe { Row(_mm512_xor_si512(self.0, other.0)) }
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        unsafe { Row(_mm512_andnot_si512(other.0, self.0)) }
    }

    #[inline(always)]
    fn up<const BITS: u32>(self) -> Self {
        unsafe { Row(_mm512_slli_epi64::<BITS>(self.0)) }
    }

    #[inline(always)]
    fn down<const BITS: u32>(self) -> Self {
        unsafe { Row(_mm512_srli_epi64::<BITS>(self.0)) }
    }

    logic! {
        and3 = 0x80;
        or3 = 0xFE;
        xor3 = 0x96;
        majority = 0xE8;
        and_or = 0xEA;
        without_or = 0xBA;
        unless_both = 0x70;
        unless_only = 0xD0;
        select = 0xCA;
    }

    #[inline(always)]
    fn spread(bits: u64) -> u64 {
        unsafe { _pdep_u64(bits, 0x0101_0101_0101_0101) }
    }

    #[inline(always)]
    fn positions(cells: &[u8; 81]) -> [u128; 10] {
        let mut positions = [0; 10];
        unsafe {
            let first = _mm512_loadu_epi8(cells.as_ptr().cast());
            let last = _mm512_maskz_loadu_epi8(LAST_CELLS, cells[64..].as_ptr().cast());
            for (digit, positions) in (0..).zip(&mut positions) {
                let digit = _mm512_set1_epi8(digit);
                let low = _mm512_cmpeq_epi8_mask(first, digit);
                let high = _mm512_mask_cmpeq_epi8_mask(LAST_CELLS, last, digit);
                *positions = u128::from(high) << 64 | u128::from(low);
            }
        }
        positions
    }

    #[inline(always)]
    fn fill(cells: &mut [u8; 81], positions: &[u128; 9]) {
        unsafe {
            let mut first = _mm512_setzero_si512();
            let mut last = _mm512_setzero_si512();
            for (digit, positions) in (1..).zip(positions) {
                let digit = _mm512_set1_epi8(digit);
                // The halves of the word.
                first = _mm512_mask_mov_epi8(first, *positions as u64, digit);
                last = _mm512_mask_mov_epi8(last, (*positions >> 64) as u64, digit);
            }
            _mm512_storeu_epi8(cells.as_mut_ptr().cast(), first);
            _mm512_mask_storeu_epi8(cells[64..].as_mut_ptr().cast(), LAST_CELLS, last);
        }
    }
}
