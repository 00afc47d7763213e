//! The AVX2 form: 256 lanes.

#![expect(unsafe_code, reason = "calls of functions that need what was detected")]

use std::arch::x86_64::*;

use super::{Form, Wide};
use crate::form::Avx2;
use crate::sudoku::lanes::Answers;
use crate::sudoku::lanes::crew::Crew;

impl Form for Avx2 {
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

#[target_feature(enable = "avx2,bmi2,popcnt")]
fn load(crew: &mut Crew<Avx2>, ticket: u64, cells: &[u8; 81]) {
    crew.load_here(ticket, cells);
}

#[target_feature(enable = "avx2,bmi2,popcnt")]
fn step(crew: &mut Crew<Avx2>, answers: &mut Answers) {
    crew.step_here(answers);
}

/// A bit for each of 256 lanes.
///
/// Its methods are inlined into the functions above, which have the features; nothing else calls them.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(in crate::sudoku::lanes) struct Row(__m256i);

// SAFETY, of the impl: a register is four words. For each block: a `Row` is only made and used inside the functions
// above, which run only where the features are; and what is loaded lies within the 81 cells.
unsafe impl Wide for Row {
    const WORDS: usize = 4;

    #[inline(always)]
    fn none() -> Self {
        unsafe { Row(_mm256_setzero_si256()) }
    }

    #[inline(always)]
    fn all() -> Self {
        unsafe { Row(_mm256_set1_epi64x(-1)) }
    }

    #[inline(always)]
    fn splat(word: u64) -> Self {
        unsafe { Row(_mm256_set1_epi64x(word.cast_signed())) }
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        unsafe { Row(_mm256_and_si256(self.0, other.0)) }
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        unsafe { Row(_mm256_or_si256(self.0, other.0)) }
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        unsafe { Row(_mm256_xor_si256(self.0, other.0)) }
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        unsafe { Row(_mm256_andnot_si256(other.0, self.0)) }
    }

    #[inline(always)]
    fn up<const BITS: u32>(self) -> Self {
        unsafe { Row(_mm256_sllv_epi64(self.0, _mm256_set1_epi64x(i64::from(BITS)))) }
    }

    #[inline(always)]
    fn down<const BITS: u32>(self) -> Self {
        unsafe { Row(_mm256_srlv_epi64(self.0, _mm256_set1_epi64x(i64::from(BITS)))) }
    }

    #[inline(always)]
    fn spread(bits: u64) -> u64 {
        unsafe { _pdep_u64(bits, 0x1111_1111_1111_1111) }
    }

    #[inline(always)]
    fn positions(cells: &[u8; 81]) -> [u128; 10] {
        let mut positions = [0; 10];
        unsafe {
            for from in [0, 32, 81 - 32] {
                // The last begins before the second ends, which does no harm.
                let cells = _mm256_loadu_si256(cells[from..from + 32].as_ptr().cast());
                for (digit, positions) in (0..).zip(&mut positions) {
                    let equal = _mm256_cmpeq_epi8(cells, _mm256_set1_epi8(digit));
                    *positions |= u128::from(_mm256_movemask_epi8(equal).cast_unsigned()) << from;
                }
            }
        }
        positions
    }
}
