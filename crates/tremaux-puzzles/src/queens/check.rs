//! The independent checker: compares queens with queens and keeps no marks of its own.

use std::collections::HashMap;

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
    // A short board is checked pair by pair, a long one by sorting each kind of line.
    let queens = || columns.iter().enumerate().map(|(row, column)| (row, *column as usize));
    if columns.len() <= 32 {
        return queens().try_for_each(|queen| {
            queens().take(queen.0).try_for_each(|other| attack(other, queen).map_or(Ok(()), Err))
        });
    }
    let queens: Vec<_> = queens().collect();
    breaches(&queens).into_iter().next().map_or(Ok(()), Err)
}

type Square = (usize, usize);

fn attack(one: Square, other: Square) -> Option<Breach> {
    let rule = if one.0 == other.0 {
        "row"
    } else if one.1 == other.1 {
        "column"
    } else if one.0 + other.1 == other.0 + one.1 {
        "diag"
    } else if one.0 + one.1 == other.0 + other.1 {
        "anti"
    } else {
        return None;
    };
    Some(Breach::new(rule, format!("{one:?} and {other:?}")))
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
            if let Some(earlier) = lines.insert(line, (row, column)) {
                breaches.extend(attack(earlier, (row, column)));
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
