//! The portable form: plain words, from which the compiler makes what vectors the target has.

use super::Kernel;
use crate::form::Portable;
use crate::queens::kernel::layout::{CLASSES, Layout};
use crate::queens::kernel::tables::{Row, Sorted, Tables, Wide};

impl Kernel for Portable {
    fn unite(self, firsts: &[u64], seconds: &[u64], out: &mut Vec<u64>) {
        // Written always and kept if it fits: a branch would be guessed wrong too often.
        let mut end = out.len();
        out.resize(end + firsts.len() * seconds.len(), 0);
        for second in seconds {
            for first in firsts {
                out[end] = first | second;
                end += usize::from(first & second == 0);
            }
        }
        out.truncate(end);
    }

    fn fill(self, tables: &mut Tables, layout: &Layout, patterns: &[u64]) {
        tables.fill::<Row>(layout, patterns);
    }

    fn count(self, tables: &Tables, items: Sorted<'_>, sifted: usize, weights: [u64; CLASSES]) -> u64 {
        tables.count::<Row>(items, sifted, weights)
    }
}

impl Wide for Row {
    #[inline(always)]
    fn load(row: &Row) -> Self {
        *row
    }

    #[inline(always)]
    fn store(self, row: &mut Row) {
        *row = self;
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Row(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Row(std::array::from_fn(|word| self.0[word] ^ other.0[word]))
    }

    #[inline(always)]
    fn up<const BITS: usize>(self) -> Self {
        Row(self.0.map(|word| word << BITS))
    }

    #[inline(always)]
    fn down<const BITS: usize>(self) -> Self {
        Row(self.0.map(|word| word >> BITS))
    }

    #[inline(always)]
    fn is_none(self) -> bool {
        self == Row::NONE
    }

    #[inline(always)]
    fn count_into(self, counts: Self) -> Self {
        Row(std::array::from_fn(|word| counts.0[word] + u64::from(self.0[word].count_ones())))
    }

    #[inline(always)]
    fn sum(self) -> u64 {
        self.0.iter().sum()
    }
}
