//! The forms of the kernel: the same steps with what a machine has for them.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod portable;

use std::fmt;

#[cfg(target_arch = "x86_64")]
pub(super) use avx2::Avx2;
#[cfg(target_arch = "x86_64")]
pub(super) use avx512::Avx512;
pub(super) use portable::Portable;

use super::layout::{CLASSES, Layout};
use super::tables::{Sorted, Tables};

/// The instructions that the kernel is made of. Every form gives the same counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// AVX-512: F, VPOPCNTDQ and BMI2.
    Avx512,
    /// AVX2 and BMI2.
    Avx2,
    /// What the program was compiled for.
    Portable,
}

impl Form {
    /// All forms, the fastest first.
    pub const ALL: [Form; 3] = [Form::Avx512, Form::Avx2, Form::Portable];

    /// Whether this machine has what the form is made of.
    #[must_use]
    pub fn is_available(self) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            Form::Avx512 => Avx512::detect().is_some(),
            #[cfg(target_arch = "x86_64")]
            Form::Avx2 => Avx2::detect().is_some(),
            #[cfg(not(target_arch = "x86_64"))]
            Form::Avx512 | Form::Avx2 => false,
            Form::Portable => true,
        }
    }

    /// The fastest form that this machine has.
    ///
    /// ```
    /// assert!(tremaux_puzzles::queens::kernel::Form::best().is_available());
    /// ```
    #[must_use]
    pub fn best() -> Form {
        Form::ALL.into_iter().find(|form| form.is_available()).unwrap_or(Form::Portable)
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Form::Avx512 => "AVX-512",
            Form::Avx2 => "AVX2",
            Form::Portable => "portable",
        })
    }
}

/// The three steps of a unit of work that a form has its own instructions for.
pub(super) trait Kernel: Copy + Send + Sync {
    /// Appends to `out` the union of each of `firsts` with each of `seconds` that it has no bit in common with.
    fn unite(self, firsts: &[u64], seconds: &[u64], out: &mut Vec<u64>);
    /// [`Tables::fill`].
    fn fill(self, tables: &mut Tables, layout: &Layout, patterns: &[u64]);
    /// [`Tables::count`].
    fn count(self, tables: &Tables, items: Sorted<'_>, sifted: usize, weights: [u64; CLASSES]) -> u64;
}
