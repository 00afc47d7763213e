//! The units of work one by one, for a count that is stopped and goes on.

use std::ops::Range;

use super::forms::Kernel;
use super::meet::{self, Plan, Worker};
use super::{Form, KernelError, LIMIT, MEET_FROM, small};
use crate::{Watcher, form};

/// How many units the count of a board of `size` rows is the sum of: known at once.
///
/// # Errors
/// Above [`LIMIT`] rows.
pub fn units(size: usize) -> Result<usize, KernelError> {
    match size {
        ..MEET_FROM => Ok(1),
        MEET_FROM..=LIMIT => Ok(meet::number_of_units(size)),
        _ => Err(KernelError::TooLarge { size, limit: LIMIT }),
    }
}

/// The units that the count of a board is the sum of, with all that they share.
///
/// ```
/// use tremaux_puzzles::queens::kernel::{Units, units};
///
/// let board = Units::new(12, 1, &|| false).unwrap();
/// let (some, number) = (100, units(12).unwrap());
/// let sum = board.count(0..some, &|| false).unwrap() + board.count(some..number, &|| false).unwrap();
/// assert_eq!(sum, 14200);
/// ```
pub struct Units {
    size: usize,
    /// `None` for a board that is done by the recursion.
    plan: Option<Plan>,
}

impl Units {
    /// Those of a board of `size` rows; what they share is made on `threads` threads, which takes a while: seconds, from 22
    /// rows on.
    ///
    /// # Errors
    /// Above [`LIMIT`] rows, and when cancelled.
    pub fn new(size: usize, threads: usize, watcher: &dyn Watcher) -> Result<Self, KernelError> {
        if size > LIMIT {
            return Err(KernelError::TooLarge { size, limit: LIMIT });
        }
        let plan = if size < MEET_FROM {
            None
        } else {
            Some(Plan::new(size, threads, &|| watcher.cancelled()).ok_or(KernelError::Cancelled { found: 0 })?)
        };
        Ok(Units { size, plan })
    }

    /// The sum of some units, on the caller's thread, in the fastest form that the machine has.
    ///
    /// # Errors
    /// When cancelled.
    ///
    /// # Panics
    /// If there are no such units.
    pub fn count(&self, units: Range<usize>, watcher: &dyn Watcher) -> Result<u128, KernelError> {
        let cancelled = &|| watcher.cancelled();
        let Some(plan) = &self.plan else {
            assert!(units.end <= 1, "there is one unit");
            return Ok(units.map(|_| u128::from(small::count(self.size))).sum());
        };
        let sum = match Form::best() {
            #[cfg(target_arch = "x86_64")]
            Form::Avx512 => form::Avx512::detect().map(|avx512| sum(avx512, plan, units, cancelled)),
            #[cfg(target_arch = "x86_64")]
            Form::Avx2 => form::Avx2::detect().map(|avx2| sum(avx2, plan, units, cancelled)),
            _ => Some(sum(form::Portable, plan, units, cancelled)),
        };
        sum.unwrap_or(Err(0)).map_err(|found| KernelError::Cancelled { found })
    }
}

fn sum<K: Kernel>(
    kernel: K,
    plan: &Plan,
    mut units: Range<usize>,
    cancelled: &(dyn Fn() -> bool + Sync),
) -> Result<u128, u128> {
    let mut worker = Worker::new(kernel, plan, cancelled);
    units.try_fold(0, |sum, unit| worker.sum(unit).map(|found| sum + u128::from(found)).ok_or(sum))
}
