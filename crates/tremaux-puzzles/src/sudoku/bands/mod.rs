//! The engine for one puzzle of 9 x 9: the whole grid in three vectors, reduced by a few dozen instructions at a time.
//!
//!
//! | room | what lives there |
//! | --- | --- |
//! | `grid.rs` | the grid, the rules, and where to branch |
//! | `search.rs` | the search over grids |
//! | `forms/` | the vectors in AVX-512, AVX2 and portable code |

mod forms;
mod grid;
mod search;

use std::ops::ControlFlow;

use crate::Form;
use crate::form::Portable;
#[cfg(target_arch = "x86_64")]
use crate::form::{Avx2, Avx512};
use forms::Kernel;

/// The digits of a grid in reading order, 0 for a blank.
pub type Cells = [u8; 81];

/// Why a search did not end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Halt {
    /// The machine lacks the instructions of this form.
    #[error("this machine has no {0}")]
    Unavailable(Form),
    /// `cancelled` became true.
    #[error("cancelled")]
    Cancelled,
}

/// The number of solutions, up to `limit`.
///
/// ```
/// use tremaux_puzzles::sudoku::bands;
///
/// let mut cells = [0; 81];
/// assert_eq!(bands::count(&cells, 1_000), 1_000);
/// (cells[0], cells[8]) = (5, 5);
/// assert_eq!(bands::count(&cells, 1_000), 0);
/// ```
///
/// # Panics
/// If a digit is above 9.
#[must_use]
pub fn count(cells: &Cells, limit: u64) -> u64 {
    // The best form is there, and nothing is cancelled.
    count_in(Form::best(), cells, limit, || false).unwrap_or_default()
}

/// [`count`] in a form of the caller's choice. `cancelled` is looked at every millisecond at least.
///
/// # Errors
/// When cancelled, and where the machine does not have the form.
///
/// # Panics
/// If a digit is above 9.
pub fn count_in(form: Form, cells: &Cells, limit: u64, cancelled: impl Fn() -> bool) -> Result<u64, Halt> {
    let mut found = 0;
    if limit > 0 {
        each_in(form, cells, cancelled, |_| {
            found += 1;
            if found == limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
    }
    Ok(found)
}

/// A solution, whichever is found first.
///
/// # Panics
/// If a digit is above 9.
#[must_use]
pub fn solve(cells: &Cells) -> Option<Cells> {
    let mut solution = None;
    each(cells, |found| {
        solution = Some(found);
        ControlFlow::Break(())
    });
    solution
}

/// Gives each solution to `visit` until it breaks off, in no order that means anything.
///
/// # Panics
/// If a digit is above 9.
pub fn each(cells: &Cells, visit: impl FnMut(Cells) -> ControlFlow<()>) {
    // The best form is there, and nothing is cancelled.
    let _ = each_in(Form::best(), cells, || false, visit);
}

/// [`each`] in a form of the caller's choice. `cancelled` is looked at every millisecond at least.
///
/// # Errors
/// When cancelled, and where the machine does not have the form.
///
/// # Panics
/// If a digit is above 9.
pub fn each_in(
    form: Form,
    cells: &Cells,
    cancelled: impl Fn() -> bool,
    visit: impl FnMut(Cells) -> ControlFlow<()>,
) -> Result<(), Halt> {
    assert!(cells.iter().all(|digit| *digit <= 9), "a digit above 9");
    match form {
        Form::Portable => return Portable.each(cells, cancelled, visit),
        #[cfg(target_arch = "x86_64")]
        Form::Avx2 => {
            if let Some(avx2) = Avx2::detect() {
                return avx2.each(cells, cancelled, visit);
            }
        }
        #[cfg(target_arch = "x86_64")]
        Form::Avx512 => {
            if let Some(avx512) = Avx512::detect() {
                return avx512.each(cells, cancelled, visit);
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        Form::Avx2 | Form::Avx512 => {}
    }
    Err(Halt::Unavailable(form))
}
