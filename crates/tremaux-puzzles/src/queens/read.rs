//! Sizes, files of test cases, and boards.

use std::io::BufRead;

use super::{MAX_SIZE, Queens, check};
use crate::input::{self, Line, ended, lines, shown};
use crate::{InputError, ReadError, Review};

/// The most test cases a file may announce.
const MAX_CASES: u64 = 1_000_000;

/// A size given as an argument.
///
/// # Errors
/// When `text` is not a number from 1 to [`MAX_SIZE`].
pub fn parse_size(text: &str) -> Result<Queens, InputError> {
    let line = Line { number: 1, text: text.to_owned() };
    size(&line, 0, text)
}

fn size(line: &Line, column: usize, field: &str) -> Result<Queens, InputError> {
    let size = line.number(column, field, "a board size", 1, MAX_SIZE as u64)?;
    // Both within MAX_SIZE, as was just checked.
    Ok(Queens { size: usize::try_from(size).unwrap_or(MAX_SIZE), fundamental: false })
}

/// A file of test cases: their number, then that many sizes, apart by white space or line ends.
///
/// # Errors
/// Where a number is missing, is none, is out of bounds, or is one too many.
pub fn read_sizes(input: impl BufRead) -> Result<Vec<Queens>, ReadError> {
    sizes(lines(input))
}

/// The same of lines that are read already, as far as they are.
pub(super) fn sizes(lines: impl Iterator<Item = Result<Line, ReadError>>) -> Result<Vec<Queens>, ReadError> {
    let mut cases: Option<usize> = None;
    let mut sizes = Vec::new();
    let mut last = 0;
    for line in lines {
        let line = line?;
        last = line.number;
        for (column, field) in line.fields() {
            match cases {
                None => {
                    let number = line.number(column, field, "the number of test cases", 1, MAX_CASES)?;
                    cases = usize::try_from(number).ok();
                }
                Some(cases) if sizes.len() == cases => {
                    let message = format!("expected the end of the file after {cases} sizes, found `{}`", shown(field));
                    return Err(line.error(column, message).into());
                }
                Some(_) => sizes.push(size(&line, column, field)?),
            }
        }
    }
    match cases {
        None => Err(ended(last, "expected the number of test cases, found the end of the file").into()),
        Some(cases) if sizes.len() < cases => {
            let found = sizes.len();
            Err(ended(last, format!("expected {cases} sizes, found the end of the file after {found}")).into())
        }
        Some(_) => Ok(sizes),
    }
}

/// The columns of the queens by row, apart by white space or commas, with or without brackets.
pub(super) fn columns(answer: &str, size: usize) -> Result<Vec<usize>, InputError> {
    let line = Line { number: 1, text: answer.to_owned() };
    let apart = Line { number: 1, text: answer.replace(['[', ']', ','], " ") };
    let most = size as u64 - 1;
    let column = |(at, field): (usize, &str)| {
        let column = input::number(field, "a column", 0, most).map_err(|message| line.error(at, message))?;
        Ok(usize::try_from(column).unwrap_or(size))
    };
    let columns = apart.fields().map(column).collect::<Result<Vec<_>, _>>()?;
    if columns.len() > size {
        let at = apart.fields().nth(size).map_or(0, |(at, _)| at);
        return Err(line.error(at, format!("expected {size} columns, found {}", columns.len())));
    }
    Ok(columns)
}

/// A board as a file shows it, valid or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawnBoard {
    size: usize,
    queens: Vec<(usize, usize)>,
}

impl DrawnBoard {
    /// Whether the queens on it attack each other, and how many rows are open.
    #[must_use]
    pub fn review(&self) -> Review {
        check::review(self.size, &self.queens)
    }

    /// The columns of its queens by row; `None` for a row without one.
    #[must_use]
    pub fn columns(&self) -> Vec<Option<usize>> {
        let mut columns = vec![None; self.size];
        for &(row, column) in &self.queens {
            columns[row] = Some(column);
        }
        columns
    }
}

/// Boards drawn with `.` for a free square and `Q` for a queen, a row a line, apart by empty lines.
///
/// # Errors
/// At another character, a row of another length than the first, or too few or too many rows.
pub fn read_boards(input: impl BufRead) -> Result<Vec<DrawnBoard>, ReadError> {
    let mut boards = Vec::new();
    let mut rows: Vec<Line> = Vec::new();
    let mut last = 0;
    for line in lines(input) {
        let line = line?;
        last = line.number;
        if !line.text.trim().is_empty() {
            rows.push(line);
        } else if !rows.is_empty() {
            boards.push(board(&std::mem::take(&mut rows))?);
        }
    }
    if !rows.is_empty() {
        boards.push(board(&rows)?);
    }
    if boards.is_empty() {
        return Err(ended(last, "expected a board of `.` and `Q`, found the end of the file").into());
    }
    Ok(boards)
}

fn board(rows: &[Line]) -> Result<DrawnBoard, InputError> {
    let width = |line: &Line| line.text.trim_end().chars().count();
    let size = width(&rows[0]);
    let mut queens = Vec::new();
    for (row, line) in rows.iter().enumerate() {
        for (column, square) in line.text.trim_end().chars().enumerate() {
            match square {
                '.' => {}
                'Q' | 'q' => queens.push((row, column)),
                other => {
                    return Err(
                        line.error(column, format!("expected `.` or `Q`, found `{}`", shown(&other.to_string())))
                    );
                }
            }
        }
        if width(line) != size {
            let message = format!("expected a row of {size} squares like the first, found {}", width(line));
            return Err(line.error(width(line).min(size), message));
        }
        if row == size {
            return Err(line.error(0, format!("expected {size} rows for {size} columns, found one more")));
        }
    }
    if rows.len() < size {
        let last = &rows[rows.len() - 1];
        return Err(last.error(0, format!("expected {size} rows for {size} columns, found {}", rows.len())));
    }
    Ok(DrawnBoard { size, queens })
}
