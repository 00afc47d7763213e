//! The independent checker: compares queens with queens and keeps no marks of its own.

use std::collections::HashMap;

use fixedbitset::FixedBitSet;

use crate::{Breach, Review};

/// Whether queens in `columns`, one a row from row 0, attack each other. Linear in their number.
///
/// ```
/// use tremaux_puzzles::queens::check_columns;
///
/// assert!(check_columns(&[1, 3, 0, 2]).is_ok());
/// assert_eq!(check_columns(&[0, 2, 1]).unwrap_err().to_string(), "anti: (1, 2) and (2, 1)");
/// ```
///
/// # Errors
/// The first pair found that does.
pub fn check_columns(columns: &[u32]) -> Result<(), Breach> {
    if no_line_is_shared(columns) {
        return Ok(());
    }
    breaches(&squares(columns)).into_iter().next().map_or(Ok(()), Err)
}

/// Whether every column is on the board and every line is taken once: three sets of bits, for boards of millions. False
/// does not say that queens attack each other, only that it takes a closer look.
fn no_line_is_shared(columns: &[u32]) -> bool {
    let size = columns.len();
    let mut taken = [size, 2 * size, 2 * size].map(FixedBitSet::with_capacity);
    (0..).zip(columns).all(|(row, column)| {
        let column = *column as usize;
        let mut lines = taken.iter_mut().zip([column, row + size - 1 - column.min(size - 1), row + column]);
        column < size && lines.all(|(taken, line)| !taken.put(line))
    })
}

/// Whether no two queens in `columns` attack each other: pair by pair, for short boards.
pub(super) fn peaceful(columns: &[u32]) -> bool {
    let pairs = || (1..columns.len()).flat_map(|row| (0..row).map(move |other| (other, row)));
    pairs().all(|(one, other)| attack((one, columns[one] as usize), (other, columns[other] as usize)).is_none())
}

type Square = (usize, usize);

fn squares(columns: &[u32]) -> Vec<Square> {
    columns.iter().map(|column| *column as usize).enumerate().collect()
}

/// The line by which a queen on `one` attacks `other`.
fn attack(one: Square, other: Square) -> Option<&'static str> {
    if one.0 == other.0 {
        Some("row")
    } else if one.1 == other.1 {
        Some("column")
    } else if one.0 + other.1 == other.0 + one.1 {
        Some("diag")
    } else if one.0 + one.1 == other.0 + other.1 {
        Some("anti")
    } else {
        None
    }
}

/// The breaches among `queens`, in their order: for each, every line it shares with an earlier one, with the nearest
/// earlier one on it.
fn breaches(queens: &[Square]) -> Vec<Breach> {
    let mut lines: HashMap<(u8, usize), Square> = HashMap::new();
    let mut breaches = Vec::new();
    for &(row, column) in queens {
        // row - column, kept from going below 0 by the largest column there is.
        let diag = row + u32::MAX as usize - column;
        for line in [(0, row), (1, column), (2, diag), (3, row + column)] {
            if let Some(earlier) = lines.insert(line, (row, column))
                && let Some(rule) = attack(earlier, (row, column))
            {
                breaches.push(Breach::new(rule, format!("{earlier:?} and {:?}", (row, column))));
            }
        }
    }
    breaches
}

/// Whether `columns` is a complete board of `size` rows on which no queen attacks another.
pub(super) fn full(size: usize, columns: &[u32]) -> Result<(), Breach> {
    if columns.len() != size {
        return Err(Breach::new("row", format!("{} queens for {size} rows", columns.len())));
    }
    if let Some(row) = columns.iter().position(|column| *column as usize >= size) {
        return Err(Breach::new("board", format!("({row}, {}) is not on it", columns[row])));
    }
    check_columns(columns)
}

/// What is to be said of a board of `size` rows with `queens` on it.
pub(super) fn review(size: usize, queens: &[Square]) -> Review {
    let breaches = breaches(queens);
    let complete = breaches.is_empty() && queens.len() == size;
    Review { breaches, open: Some(size.saturating_sub(queens.len())), complete }
}
