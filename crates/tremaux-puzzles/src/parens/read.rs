//! Numbers of pairs, and strings.

use super::{MAX_PAIRS, Parens};
use crate::InputError;
use crate::input::{Line, shown};

/// A number of pairs given as an argument.
///
/// ```
/// assert_eq!(tremaux_puzzles::parens::parse_pairs("3").unwrap().pairs(), 3);
/// ```
///
/// # Errors
/// When `text` is not a number from 0 to [`MAX_PAIRS`].
pub fn parse_pairs(text: &str) -> Result<Parens, InputError> {
    let line = Line { number: 1, text: text.to_owned() };
    let pairs = line.number(0, text, "a number of pairs", 0, MAX_PAIRS as u64)?;
    // Within MAX_PAIRS, as was just checked.
    Ok(Parens { pairs: usize::try_from(pairs).unwrap_or(MAX_PAIRS) })
}

/// A string of `(` and `)`; white space in it is skipped.
pub(super) fn string(answer: &str) -> Result<String, InputError> {
    let line = Line { number: 1, text: answer.to_owned() };
    let paren = |(column, character): (usize, char)| match character {
        '(' | ')' => Ok(character),
        other => Err(line.error(column, format!("expected `(` or `)`, found `{}`", shown(&other.to_string())))),
    };
    answer.chars().enumerate().filter(|(_, character)| !character.is_whitespace()).map(paren).collect()
}
