//! The forms of the kernel: the same steps with what a machine has for them.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod portable;

use super::layout::{CLASSES, Layout};
use super::tables::{Sorted, Tables};

/// The three steps of a unit of work that a form has its own instructions for.
pub(super) trait Kernel: Copy + Send + Sync {
    /// Appends to `out` the union of each of `firsts` with each of `seconds` that it has no bit in common with.
    fn unite(self, firsts: &[u64], seconds: &[u64], out: &mut Vec<u64>);
    /// [`Tables::fill`].
    fn fill(self, tables: &mut Tables, layout: &Layout, patterns: &[u64]);
    /// [`Tables::count`].
    fn count(self, tables: &Tables, items: Sorted<'_>, sifted: usize, weights: [u64; CLASSES]) -> u64;
}
