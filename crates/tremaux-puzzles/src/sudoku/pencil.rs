//! Puzzles given by pencil marks: the candidates of every cell.

use super::line::{Field, Mark, Symbol};

/// How long a line with nine places for each of 81 cells is.
pub(super) const LINE: usize = 729;

/// The cells of a line of [`LINE`] characters: nine places a cell, digit `d` at the place `d` or nowhere.
///
/// # Errors
/// The column (from 0) of a character that is neither its digit nor a blank, and what was expected.
pub(super) fn line(text: &str) -> Result<Vec<Mark>, (usize, String)> {
    let mut marks = Vec::new();
    for ((column, it), place) in text.chars().enumerate().zip((0..9_u32).cycle()) {
        if place == 0 {
            marks.push(Mark { column, symbol: Symbol::Candidates(0) });
        }
        let digit = char::from_digit(place + 1, 10);
        if Some(it) == digit {
            if let Some(Mark { symbol: Symbol::Candidates(digits), .. }) = marks.last_mut() {
                *digits |= 1 << place;
            }
        } else if !matches!(it, '.' | '0') {
            return Err((column, format!("expected {} or a blank (. 0) in the pencil marks", place + 1)));
        }
    }
    Ok(marks)
}

/// A row of as many fields as there are digits, each the candidates of a cell in ascending order, at least one of them
/// with several. `fits` says whether the line is something else as well: then only nine fields of digits are a row.
pub(super) fn row(fields: &[Field], fits: bool) -> Option<Vec<Mark>> {
    let size = fields.len();
    let possible = size == 9 || (4..9).contains(&size) && !fits;
    if !possible || fields.iter().all(|field| field.len() == 1) {
        return None;
    }
    fields.iter().map(|field| cell(field, size)).collect()
}

fn cell(field: &Field, size: usize) -> Option<Mark> {
    let mut characters = field.text.chars();
    let first = characters.next()?;
    if field.len() == 1 {
        return Some(Mark { column: field.column, symbol: Symbol::Character(first) });
    }
    let mut candidates = 0_u32;
    for it in field.text.chars() {
        let digit = it.to_digit(10).filter(|digit| (1..=size).contains(&(*digit as usize)))?;
        let bit = 1 << (digit - 1);
        if candidates >= bit {
            return None;
        }
        candidates |= bit;
    }
    Some(Mark { column: field.column, symbol: Symbol::Candidates(candidates) })
}

/// The line of [`LINE`] characters for the candidates of 81 cells.
pub(super) fn written(candidates: &[u32]) -> String {
    let place =
        |digits: u32, digit: u32| if digits >> (digit - 1) & 1 == 1 { char::from_digit(digit, 10) } else { None };
    candidates.iter().flat_map(|digits| (1..=9).map(move |digit| place(*digits, digit).unwrap_or('.'))).collect()
}
