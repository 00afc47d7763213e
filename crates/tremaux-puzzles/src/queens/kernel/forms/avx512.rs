//! The AVX-512 form: a row is one register.

#![expect(unsafe_code, reason = "loads, stores, and calls of functions that need what was detected")]

use std::arch::x86_64::*;

use super::Kernel;
use crate::form::Avx512;
use crate::queens::kernel::layout::{CLASSES, Layout};
use crate::queens::kernel::tables::{Row, Sorted, Tables, Wide};

impl Kernel for Avx512 {
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

#[target_feature(enable = "avx512f,avx512vpopcntdq,bmi2,popcnt")]
fn fill(tables: &mut Tables, layout: &Layout, patterns: &[u64]) {
    tables.fill::<Lanes>(layout, patterns);
}

#[target_feature(enable = "avx512f,avx512vpopcntdq,bmi2,popcnt")]
fn count(tables: &Tables, items: Sorted<'_>, sifted: usize, weights: [u64; CLASSES]) -> u64 {
    tables.count::<Lanes>(items, sifted, weights)
}

#[target_feature(enable = "avx512f,avx512vpopcntdq,bmi2,popcnt")]
fn unite(firsts: &[u64], seconds: &[u64], out: &mut Vec<u64>) {
    // Each write takes eight words, of which the next one overwrites what did not fit.
    out.reserve(firsts.len() * seconds.len() + EIGHT);
    let mut len = out.len();
    let (eights, last) = seconds.as_chunks::<EIGHT>();
    let present = !(!0 << last.len());
    // SAFETY: the mask leaves out what lies past the end of `last`.
    let last = unsafe { _mm512_maskz_loadu_epi64(present, last.as_ptr().cast()) };
    for first in firsts {
        let first = _mm512_set1_epi64(first.cast_signed());
        for eight in eights {
            // SAFETY: it reads the eight words. And before each write, `len` is at most what it was at first plus the
            // pairs looked at so far, so the words written lie in what was reserved.
            len += unsafe {
                let seconds = _mm512_loadu_epi64(eight.as_ptr().cast());
                unite_eight(!0, first, seconds, out.as_mut_ptr().add(len))
            };
        }
        // SAFETY: as above.
        len += unsafe { unite_eight(present, first, last, out.as_mut_ptr().add(len)) };
    }
    // SAFETY: every word below `len` was written.
    unsafe { out.set_len(len) };
}

const EIGHT: usize = 8;

/// Writes the union of `first` with each of `seconds` that is `present` and fits it, and says how many these are.
///
/// # Safety
/// There is room for eight words at `out`.
#[target_feature(enable = "avx512f,avx512vpopcntdq,bmi2,popcnt")]
#[inline]
unsafe fn unite_eight(present: __mmask8, first: __m512i, seconds: __m512i, out: *mut u64) -> usize {
    let apart = _mm512_mask_testn_epi64_mask(present, first, seconds);
    let united = _mm512_maskz_compress_epi64(apart, _mm512_or_si512(first, seconds));
    // SAFETY: the caller's promise.
    unsafe { _mm512_storeu_epi64(out.cast(), united) };
    apart.count_ones() as usize
}

/// A row in a register.
///
/// Its methods are inlined into the functions above, which have the features; nothing else names the type.
#[derive(Clone, Copy)]
struct Lanes(__m512i);

// SAFETY, for each block: a `Lanes` is only made and used inside the functions above, which run only where the features
// are; and a `Row` is 64 bytes, aligned to as many.
impl Wide for Lanes {
    #[inline(always)]
    fn load(row: &Row) -> Self {
        unsafe { Lanes(_mm512_load_si512(row.0.as_ptr().cast())) }
    }

    #[inline(always)]
    fn store(self, row: &mut Row) {
        unsafe { _mm512_store_si512(row.0.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        unsafe { Lanes(_mm512_and_si512(self.0, other.0)) }
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        unsafe { Lanes(_mm512_xor_si512(self.0, other.0)) }
    }

    #[inline(always)]
    fn up<const BITS: usize>(self) -> Self {
        unsafe { Lanes(_mm512_sllv_epi64(self.0, _mm512_set1_epi64(BITS as i64))) }
    }

    #[inline(always)]
    fn down<const BITS: usize>(self) -> Self {
        unsafe { Lanes(_mm512_srlv_epi64(self.0, _mm512_set1_epi64(BITS as i64))) }
    }

    #[inline(always)]
    fn is_none(self) -> bool {
        unsafe { _mm512_test_epi64_mask(self.0, self.0) == 0 }
    }

    #[inline(always)]
    fn count_into(self, counts: Self) -> Self {
        unsafe { Lanes(_mm512_add_epi64(counts.0, _mm512_popcnt_epi64(self.0))) }
    }

    #[inline(always)]
    fn sum(self) -> u64 {
        unsafe { _mm512_reduce_add_epi64(self.0).cast_unsigned() }
    }
}
