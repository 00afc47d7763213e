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

/// What is done with a solution: a type that is no closure's, since a form is a hundred kilobytes of code and is
/// compiled for each.
pub(super) enum Visit<'a> {
    /// It is counted; enough are `limit`.
    Count { found: &'a mut u64, limit: u64 },
    /// It is given away, and a break is enough.
    Give(&'a mut dyn FnMut(Cells) -> ControlFlow<()>),
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
        visited(form, cells, &cancelled, Visit::Count { found: &mut found, limit })?;
    }
    Ok(found)
}

/// A solution, whichever is found first.
///
/// # Panics
/// If a digit is above 9.
#[must_use]
pub fn solve(cells: &Cells) -> Option<Cells> {
    // The best form is there, and nothing is cancelled.
    solve_in(Form::best(), cells, || false).unwrap_or_default()
}

/// [`solve`] in a form of the caller's choice. `cancelled` is looked at every millisecond at least.
///
/// # Errors
/// When cancelled, and where the machine does not have the form.
///
/// # Panics
/// If a digit is above 9.
pub fn solve_in(form: Form, cells: &Cells, cancelled: impl Fn() -> bool) -> Result<Option<Cells>, Halt> {
    let mut solution = None;
    each_in(form, cells, cancelled, |found| {
        solution = Some(found);
        ControlFlow::Break(())
    })?;
    Ok(solution)
}

/// The first solution in the textbook order: the smallest when read row by row.
///
/// ```
/// use tremaux_puzzles::sudoku::bands;
///
/// let first = bands::first(&[0; 81]).unwrap();
/// assert_eq!(first[..18], [1, 2, 3, 4, 5, 6, 7, 8, 9, 4, 5, 6, 7, 8, 9, 1, 2, 3]);
/// ```
///
/// # Panics
/// If a digit is above 9.
#[must_use]
pub fn first(cells: &Cells) -> Option<Cells> {
    // The best form is there, and nothing is cancelled.
    first_in(Form::best(), cells, || false).unwrap_or_default()
}

/// [`first`] in a form of the caller's choice. `cancelled` is looked at every millisecond at least.
///
/// Where there are several solutions, one is taken and made smaller cell by cell: each lower digit that a cell could have
/// is tried, until one has a solution. That asks for eight times 81 solutions at most.
///
/// # Errors
/// When cancelled, and where the machine does not have the form.
///
/// # Panics
/// If a digit is above 9.
pub fn first_in(form: Form, cells: &Cells, cancelled: impl Fn() -> bool) -> Result<Option<Cells>, Halt> {
    let (mut smallest, mut several) = (None, false);
    each_in(form, cells, &cancelled, |found| {
        several = smallest.replace(found).is_some();
        if several { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    let (Some(mut smallest), true) = (smallest, several) else { return Ok(smallest) };
    let mut settled = *cells;
    for cell in (0..cells.len()).filter(|cell| cells[*cell] == 0) {
        for digit in 1..smallest[cell] {
            settled[cell] = digit;
            if let Some(smaller) = solve_in(form, &settled, &cancelled)? {
                smallest = smaller;
                break;
            }
        }
        settled[cell] = smallest[cell];
    }
    Ok(Some(smallest))
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
    mut visit: impl FnMut(Cells) -> ControlFlow<()>,
) -> Result<(), Halt> {
    visited(form, cells, &cancelled, Visit::Give(&mut visit))
}

/// Does as `visit` says with each solution: [`each_in`].
pub(super) fn visited(form: Form, cells: &Cells, cancelled: &dyn Fn() -> bool, visit: Visit<'_>) -> Result<(), Halt> {
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
