//! Sizes, test cases, and columns.

use super::{MAX_SIZE, Queens};
use crate::input::{self, Line, ended, shown};
use crate::{InputError, ReadError};

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

/// The test cases in `lines`: their number, then that many sizes, apart by white space or line ends. An error where a
/// number is missing or is one too many; in its place, where one is none or out of bounds.
pub(super) fn sizes(
    lines: impl Iterator<Item = Result<Line, ReadError>>,
) -> Result<Vec<Result<Queens, InputError>>, ReadError> {
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
                Some(_) => sizes.push(size(&line, column, field)),
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

/// The columns of the queens by row, apart by white space or commas, with or without brackets: from 0, or as
/// [`digits`](super::digits) writes them, from 1. That is a list of all rows with a column that there is only from 1, and
/// no 0; and, where a column has one digit, digits that are not apart.
pub(super) fn columns(answer: &str, size: usize) -> Result<Vec<usize>, InputError> {
    let line = Line { number: 1, text: answer.to_owned() };
    let apart = Line { number: 1, text: answer.replace(['[', ']', ','], " ") };
    let mut fields: Vec<(usize, &str)> = apart.fields().collect();
    let together = match fields[..] {
        [(at, field)] if size <= 9 && field.len() > 1 && field.bytes().all(|byte| byte.is_ascii_digit()) => {
            fields = (0..field.len()).map(|digit| (at + digit, &field[digit..=digit])).collect();
            true
        }
        _ => false,
    };
    let has = |column: usize| fields.iter().any(|(_, field)| field.parse() == Ok(column));
    let from = u64::from(together || fields.len() == size && has(size) && !has(0));
    let column = |&(at, field): &(usize, &str)| {
        let column = input::number(field, "a column", from, size as u64 - 1 + from);
        let column = column.map_err(|message| line.error(at, message))? - from;
        Ok(usize::try_from(column).unwrap_or(size))
    };
    let columns = fields.iter().map(column).collect::<Result<Vec<_>, _>>()?;
    if let Some((at, _)) = fields.get(size) {
        return Err(line.error(*at, format!("expected {size} columns, found {}", columns.len())));
    }
    Ok(columns)
}
