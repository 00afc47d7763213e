//! Grids of letters and dictionaries.

use std::io::BufRead;

use super::dictionary::{Dictionary, Words};
use super::{Grid, MAX_LETTERS, MAX_SIDE};
use crate::input::{Line, ended, lines, shown};
use crate::{InputError, ReadError};

/// A grid: rows of letters or digits, a character a cell, with or without spaces between them. Empty lines may stand
/// before and after it.
///
/// ```
/// use tremaux_puzzles::words::read_grid;
///
/// assert_eq!(read_grid("AB\nCD\n".as_bytes())?, read_grid("A B\nC D\n".as_bytes())?);
/// let error = read_grid("AB\nC\n".as_bytes()).unwrap_err();
/// assert_eq!(error.to_string(), "line 2, column 2: expected a row of 2 letters like the first, found 1");
/// # Ok::<(), tremaux_puzzles::ReadError>(())
/// ```
///
/// # Errors
/// At another character, a row of another length than the first, or more than [`MAX_SIDE`] rows or columns.
pub fn read_grid(input: impl BufRead) -> Result<Grid, ReadError> {
    let mut rows: Vec<String> = Vec::new();
    let mut last = 0;
    // An empty line is only allowed at the end: it is an error once another row follows.
    let mut empty: Option<Line> = None;
    for line in lines(input) {
        let line = line?;
        last = line.number;
        if line.text.trim().is_empty() {
            if !rows.is_empty() {
                empty.get_or_insert(line);
            }
            continue;
        }
        if let Some(empty) = &empty {
            return Err(empty.error(0, "expected the next row of letters, found an empty line").into());
        }
        if rows.len() == MAX_SIDE {
            return Err(line.error(0, format!("expected at most {MAX_SIDE} rows, found one more")).into());
        }
        let row = row(&line, rows.first())?;
        rows.push(row);
    }
    let none = || ended(last, "expected a grid of letters, found the end of the file");
    // Every row was checked: that there is none is all that can be wrong.
    Ok(Grid::new(&rows).ok_or_else(none)?)
}

fn row(line: &Line, first: Option<&String>) -> Result<String, InputError> {
    let apart = line.fields().nth(1).is_some();
    if let Some((column, field)) = line.fields().find(|(_, field)| apart && field.chars().nth(1).is_some()) {
        let message = format!("expected letters apart by spaces, or a row without any, found `{}`", shown(field));
        return Err(line.error(column, message));
    }
    let letters: Vec<_> = line.text.chars().enumerate().filter(|(_, letter)| !letter.is_whitespace()).collect();
    if let Some((column, other)) = letters.iter().find(|(_, letter)| !letter.is_alphanumeric()) {
        let other = shown(&other.to_string());
        return Err(line.error(*column, format!("expected a letter or a digit, found `{other}`")));
    }
    // Where the first letter stands that is too many, or where the first one is missing.
    let column = |expected: usize| letters.get(expected).map_or(line.text.trim_end().chars().count(), |(at, _)| *at);
    if letters.len() > MAX_SIDE {
        return Err(
            line.error(column(MAX_SIDE), format!("expected at most {MAX_SIDE} columns, found {}", letters.len()))
        );
    }
    if let Some(expected) = first.map(|row| row.chars().count()).filter(|expected| *expected != letters.len()) {
        let message = format!("expected a row of {expected} letters like the first, found {}", letters.len());
        return Err(line.error(column(expected), message));
    }
    Ok(letters.into_iter().map(|(_, letter)| letter).collect())
}

/// The words of a dictionary, a word a line, that `grid` could hold; read as a stream, and what the grid lacks the
/// letters for is not kept. Empty lines and white space around a word mean nothing.
///
/// ```
/// use tremaux_puzzles::words::{Grid, read_dictionary};
///
/// let grid = Grid::new(&["TAP", "OMS"]).unwrap();
/// let dictionary = read_dictionary("map\nstop\nmama\nzoo\n".as_bytes(), &grid, true)?;
/// assert_eq!(dictionary.words().collect::<Vec<_>>(), ["map", "stop"]);
/// # Ok::<(), tremaux_puzzles::ReadError>(())
/// ```
///
/// # Errors
/// When a line is no text, or when more than [`MAX_LETTERS`] letters would be kept.
pub fn read_dictionary(input: impl BufRead, grid: &Grid, ignore_case: bool) -> Result<Dictionary, ReadError> {
    let mut words = Words::new(grid, ignore_case);
    for line in lines(input) {
        let line = line?;
        if !words.add(line.text.trim()) {
            return Err(line
                .error(0, format!("expected no more words: {MAX_LETTERS} letters of them are held"))
                .into());
        }
    }
    Ok(words.dictionary())
}
