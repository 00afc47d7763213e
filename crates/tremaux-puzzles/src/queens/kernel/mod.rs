//! The kernel: how many ways there are to place the queens, counted without visiting them.
//!
//! From [`MEET_FROM`] rows on, the board is cut in two and the halves are joined, 512 pairs at a time; `DESIGN.md`
//! beside this file explains it from the ground up. A smaller board is done by a recursion before a table is built.
//!
//! | room | what lives there |
//! | --- | --- |
//! | `layout.rs` | which bit of a word stands for which diagonal |
//! | `parts.rs` | all placements in some rows, by the columns that they use |
//! | `meet.rs` | what is joined with what, and what each pair counts for |
//! | `tables.rs` | the join |
//! | `forms/` | the same in AVX-512, AVX2 and portable code |
//! | `crew.rs` | units of work handed out to threads |
//! | `small.rs` | the recursion |
//! | `units.rs` | the units of work one by one, for a count that is stopped and goes on |
//! | `symmetry.rs` | solutions up to symmetry |

mod crew;
mod forms;
mod layout;
mod meet;
mod parts;
mod small;
mod symmetry;
mod tables;
mod units;

pub use crate::Form;
use crate::{Watcher, form};
use forms::Kernel;
use meet::{Plan, Worker};
pub use symmetry::{Classes, fundamental, half_turns, quarter_turns};
pub use units::{Units, units};

/// The smallest board that is cut in two: from here on, that is faster than the recursion.
pub const MEET_FROM: usize = 11;

/// The largest board: with 25 rows, the diagonals of a half no longer fit a word.
pub const LIMIT: usize = layout::LIMIT;

/// Why there is no count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KernelError {
    /// The board is larger than [`LIMIT`].
    #[error("the kernel counts boards of up to {limit} rows, not {size}")]
    TooLarge {
        /// How many rows were asked for.
        size: usize,
        /// The most there can be.
        limit: usize,
    },
    /// The machine lacks the instructions of this form.
    #[error("this machine has no {0}")]
    Unavailable(Form),
    /// The one who waited cancelled it.
    #[error("cancelled after {found} were counted")]
    Cancelled {
        /// How many were counted until then: those of the units that were done.
        found: u128,
    },
}

/// The number of ways to place `size` queens on a `size` x `size` board, none attacking another, on `threads` threads,
/// in the fastest [`Form`] that the machine has.
///
/// The answer does not depend on the number of threads; 0 is taken as 1.
///
/// ```
/// use tremaux_puzzles::queens::kernel::{KernelError, count};
///
/// assert_eq!(count(8, 1, &|| false), Ok(92));
/// assert_eq!(count(13, 2, &|| false), Ok(73712));
/// assert_eq!(count(25, 1, &|| false), Err(KernelError::TooLarge { size: 25, limit: 24 }));
/// ```
///
/// # Errors
/// Above [`LIMIT`] rows, and when cancelled.
pub fn count(size: usize, threads: usize, watcher: &dyn Watcher) -> Result<u128, KernelError> {
    count_in(Form::best(), size, threads, watcher)
}

/// [`count`] in a form of the caller's choice.
///
/// ```
/// use tremaux_puzzles::queens::kernel::{Form, count_in};
///
/// assert_eq!(count_in(Form::Portable, 12, 1, &|| false), Ok(14200));
/// ```
///
/// # Errors
/// As [`count`]; and where the machine does not have the form.
pub fn count_in(form: Form, size: usize, threads: usize, watcher: &dyn Watcher) -> Result<u128, KernelError> {
    if size > LIMIT {
        return Err(KernelError::TooLarge { size, limit: LIMIT });
    }
    let count = match form {
        _ if size < MEET_FROM => Some(Ok(u128::from(small::count(size)))),
        Form::Portable => Some(meet_in(form::Portable, size, threads, watcher)),
        #[cfg(target_arch = "x86_64")]
        Form::Avx2 => form::Avx2::detect().map(|avx2| meet_in(avx2, size, threads, watcher)),
        #[cfg(target_arch = "x86_64")]
        Form::Avx512 => form::Avx512::detect().map(|avx512| meet_in(avx512, size, threads, watcher)),
        #[cfg(not(target_arch = "x86_64"))]
        Form::Avx2 | Form::Avx512 => None,
    };
    count.ok_or(KernelError::Unavailable(form))?.map_err(|found| KernelError::Cancelled { found })
}

/// Into how many steps the work is told.
const STEPS: usize = 500;

/// The count, or what was counted until it was cancelled.
fn meet_in<K: Kernel>(kernel: K, size: usize, threads: usize, watcher: &dyn Watcher) -> Result<u128, u128> {
    let cancelled = &|| watcher.cancelled();
    let plan = Plan::new(size, threads, cancelled).ok_or(0_u128)?;
    let worker = || Worker::new(kernel, &plan, cancelled);
    let step = plan.units().div_ceil(STEPS);
    crew::sum(plan.units(), threads, worker, |worker, unit| {
        if unit % step == 0 {
            watcher.done(unit as f64 / plan.units() as f64);
        }
        worker.sum(unit)
    })
}
