//! The AVX2 form: a row is two registers.

#![expect(unsafe_code, reason = "loads, stores, and calls of functions that need what was detected")]

use std::arch::x86_64::*;

use super::Kernel;
use crate::form::Avx2;
use crate::queens::kernel::layout::{CLASSES, Layout};
use crate::queens::kernel::tables::{Row, Sorted, Tables, Wide};

impl Kernel for Avx2 {
    fn unite(self, firsts: &[u64], seconds: &[u64], out: &mut Vec<u64>) {
        // SAFETY: that `self` exists says that the features are there.
        unsafe { unite(firsts, seconds, out) }
    }

    fn fill(self, tables: &mut Tables, layout: &Layout, patterns: &[u64]) {
        // SAFETY: as above.
        unsafe { fill(tables, layout, patterns) }
    }

    fn count(self, tables: &Tables, items: Sorted<'_>, sifted: usize, weights: [u64; CLASSES]) -> u64 {
        // SAFETY: as above.
        unsafe { count(tables, items, sifted, weights) }
    }
}

#[target_feature(enable = "avx2,bmi2,popcnt")]
fn fill(tables: &mut Tables, layout: &Layout, patterns: &[u64]) {
    tables.fill::<Lanes>(layout, patterns);
}

#[target_feature(enable = "avx2,bmi2,popcnt")]
fn count(tables: &Tables, items: Sorted<'_>, sifted: usize, weights: [u64; CLASSES]) -> u64 {
    tables.count::<Lanes>(items, sifted, weights)
}

/// By set of four words, how to bring these to the front: the numbers of their halves.
const TO_FRONT: [[i32; 8]; 16] = {
    let mut to_front = [[0; 8]; 16];
    let mut set = 0;
    while set < 16 {
        let (mut word, mut place) = (0, 0);
        while word < 4 {
            if set >> word & 1 == 1 {
                to_front[set][place] = 2 * word;
                to_front[set][place + 1] = 2 * word + 1;
                place += 2;
            }
            word += 1;
        }
        set += 1;
    }
    to_front
};

#[target_feature(enable = "avx2,bmi2,popcnt")]
fn unite(firsts: &[u64], seconds: &[u64], out: &mut Vec<u64>) {
    const FOUR: usize = 4;
    // A store writes four words, of which the next one overwrites what did not fit.
    out.reserve(firsts.len() * seconds.len() + FOUR);
    let mut len = out.len();
    let (fours, last) = seconds.as_chunks::<FOUR>();
    for four in fours {
        // SAFETY: it reads the four words.
        let seconds = unsafe { _mm256_loadu_si256(four.as_ptr().cast()) };
        for first in firsts {
            let first = _mm256_set1_epi64x(first.cast_signed());
            let apart = _mm256_cmpeq_epi64(_mm256_and_si256(first, seconds), _mm256_setzero_si256());
            let apart = _mm256_movemask_pd(_mm256_castsi256_pd(apart)).cast_unsigned();
            // SAFETY: it reads eight numbers of the table's.
            let to_front = unsafe { _mm256_loadu_si256(TO_FRONT[apart as usize % 16].as_ptr().cast()) };
            let united = _mm256_permutevar8x32_epi32(_mm256_or_si256(first, seconds), to_front);
            // SAFETY: before each store, `len` is at most what it was at first plus the pairs looked at so far, so the
            // four words lie in what was reserved.
            unsafe { _mm256_storeu_si256(out.as_mut_ptr().add(len).cast(), united) };
            len += apart.count_ones() as usize;
        }
    }
    // SAFETY: every word below `len` was written.
    unsafe { out.set_len(len) };
    for second in last {
        out.extend(firsts.iter().filter(|first| *first & second == 0).map(|first| first | second));
    }
}

/// A row in two registers.
///
/// Its methods are inlined into the functions above, which have the features; nothing else names the type.
#[derive(Clone, Copy)]
struct Lanes(__m256i, __m256i);

// SAFETY, for each block: a `Lanes` is only made and used inside the functions above, which run only where the features
// are; and a `Row` is 64 bytes, aligned to as many.
impl Wide for Lanes {
    #[inline(always)]
    fn load(row: &Row) -> Self {
        let words = row.0.as_ptr();
        unsafe { Lanes(_mm256_load_si256(words.cast()), _mm256_load_si256(words.add(4).cast())) }
    }

    #[inline(always)]
    fn store(self, row: &mut Row) {
        let words = row.0.as_mut_ptr();
        unsafe {
            _mm256_store_si256(words.cast(), self.0);
            _mm256_store_si256(words.add(4).cast(), self.1);
        }
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        unsafe { Lanes(_mm256_and_si256(self.0, other.0), _mm256_and_si256(self.1, other.1)) }
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        unsafe { Lanes(_mm256_xor_si256(self.0, other.0), _mm256_xor_si256(self.1, other.1)) }
    }

    #[inline(always)]
    fn up<const BITS: usize>(self) -> Self {
        unsafe {
            let by = _mm256_set1_epi64x(BITS as i64);
            Lanes(_mm256_sllv_epi64(self.0, by), _mm256_sllv_epi64(self.1, by))
        }
    }

    #[inline(always)]
    fn down<const BITS: usize>(self) -> Self {
        unsafe {
            let by = _mm256_set1_epi64x(BITS as i64);
            Lanes(_mm256_srlv_epi64(self.0, by), _mm256_srlv_epi64(self.1, by))
        }
    }

    #[inline(always)]
    fn is_none(self) -> bool {
        unsafe {
            let either = _mm256_or_si256(self.0, self.1);
            _mm256_testz_si256(either, either) == 1
        }
    }

    /// Of the four words of `counts.0`; those of `counts.1` stay 0.
    #[inline(always)]
    fn count_into(self, counts: Self) -> Self {
        unsafe {
            let bytes = _mm256_add_epi8(ones(self.0), ones(self.1));
            let words = _mm256_sad_epu8(bytes, _mm256_setzero_si256());
            Lanes(_mm256_add_epi64(counts.0, words), counts.1)
        }
    }

    #[inline(always)]
    fn sum(self) -> u64 {
        let mut row = Row::NONE;
        self.store(&mut row);
        row.0.iter().sum()
    }
}

/// How many bits are set in each byte, looked up for each half of it.
#[target_feature(enable = "avx2")]
#[inline]
fn ones(bytes: __m256i) -> __m256i {
    let of_four_bits = _mm256_setr_epi8(
        0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
    );
    let low = _mm256_set1_epi8(0x0f);
    let lower = _mm256_shuffle_epi8(of_four_bits, _mm256_and_si256(bytes, low));
    let upper = _mm256_shuffle_epi8(of_four_bits, _mm256_and_si256(_mm256_srli_epi16::<4>(bytes), low));
    _mm256_add_epi8(lower, upper)
}
