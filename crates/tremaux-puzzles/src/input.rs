//! What every parser shares: lines of bounded length out of any bytes, and errors that say where.

use std::io::{self, BufRead, Read};

/// The longest line read, in bytes. What is longer is refused rather than held in memory.
pub(crate) const MAX_LINE: usize = 4 << 20;

/// Something in the input that cannot be read: where, what stands there, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
pub struct InputError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The line as it stands there, without its end.
    pub text: String,
    /// What is wrong and what was expected instead.
    pub message: String,
}

/// An input that cannot be read, or an input that can't even be reached.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The bytes are wrong.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The bytes did not come.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// One line of the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    /// Its number, from 1.
    pub(crate) number: usize,
    /// Its text, without the line's end.
    pub(crate) text: String,
}

impl Line {
    /// The error that `message` is to be said of the character at `column` (from 0) of this line.
    pub(crate) fn error(&self, column: usize, message: impl Into<String>) -> InputError {
        InputError { line: self.number, column: column + 1, text: self.text.clone(), message: message.into() }
    }

    /// The fields apart by white space, each with the column (from 0) where it begins.
    pub(crate) fn fields(&self) -> impl Iterator<Item = (usize, &str)> {
        let mut column = 0;
        self.text.split(char::is_whitespace).filter_map(move |field| {
            let start = column;
            column += field.chars().count() + 1;
            (!field.is_empty()).then_some((start, field))
        })
    }

    /// The field at `column` as a number from `least` to `most`; `what` names it in the error.
    ///
    /// # Errors
    /// When it is no number, or not within the bounds.
    pub(crate) fn number(
        &self,
        column: usize,
        field: &str,
        what: &str,
        least: u64,
        most: u64,
    ) -> Result<u64, InputError> {
        let number = number(field, what, least, most);
        number.map_err(|message| self.error(column, message))
    }
}

/// `text` as a number from `least` to `most`; `what` names it in the message.
///
/// # Errors
/// A message that says what was expected and what was found.
pub(crate) fn number(text: &str, what: &str, least: u64, most: u64) -> Result<u64, String> {
    let expected = format!("expected {what} from {least} to {most}");
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(format!("{expected}, found `{}`", shown(text)));
    }
    // All digits: what does not parse is too large.
    match text.parse() {
        Ok(number) if (least..=most).contains(&number) => Ok(number),
        _ => Err(format!("{expected}, found {}", shown(text))),
    }
}

/// `text` for a message: what does not print escaped, cut after 40 characters.
pub(crate) fn shown(text: &str) -> String {
    let mut shown: String = text.chars().take(40).flat_map(printable).collect();
    if text.chars().nth(40).is_some() {
        shown.push('…');
    }
    shown
}

/// The character itself, or its escape where it does not print.
fn printable(character: char) -> impl Iterator<Item = char> {
    let escaped = character.is_control().then(|| character.escape_default());
    let itself = escaped.is_none().then_some(character);
    escaped.into_iter().flatten().chain(itself)
}

/// The lines of `input`, whose ends may be LF or CRLF, with a byte order mark at the beginning and a ^Z at the end
/// dropped. Holds one line at a time.
pub(crate) fn lines<R: BufRead>(input: R) -> Lines<R> {
    Lines { input, number: 0 }
}

/// See [`lines`].
#[derive(Debug)]
pub(crate) struct Lines<R> {
    input: R,
    number: usize,
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = Result<Line, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut bytes = Vec::new();
        let limit = u64::try_from(MAX_LINE).unwrap_or(u64::MAX) + 1;
        match self.input.by_ref().take(limit).read_until(b'\n', &mut bytes) {
            Err(error) => return Some(Err(error.into())),
            Ok(0) => return None,
            Ok(_) => self.number += 1,
        }
        let ended = bytes.pop_if(|byte| *byte == b'\n').is_some();
        if !ended && bytes.len() > MAX_LINE {
            let error = self.refuse(&bytes[..40], 0, format!("the line is longer than {MAX_LINE} bytes"));
            return Some(self.skip_line().and(Err(error)));
        }
        bytes.pop_if(|byte| *byte == b'\r');
        if !ended {
            bytes.pop_if(|byte| *byte == 0x1a);
            if bytes.is_empty() {
                return None;
            }
        }
        if self.number == 1 && bytes.starts_with("\u{feff}".as_bytes()) {
            bytes.drain(..3);
        }
        Some(match String::from_utf8(bytes) {
            Ok(text) => Ok(Line { number: self.number, text }),
            Err(error) => {
                let valid = error.utf8_error().valid_up_to();
                let bytes = error.as_bytes();
                let column = String::from_utf8_lossy(&bytes[..valid]).chars().count();
                Err(self.refuse(bytes, column, format!("expected text, found the byte 0x{:02X}", bytes[valid])))
            }
        })
    }
}

impl<R: BufRead> Lines<R> {
    /// The number of the last line read, from 1; 0 before the first.
    pub(crate) fn number(&self) -> usize {
        self.number
    }

    /// The input.
    pub(crate) fn input(&mut self) -> &mut R {
        &mut self.input
    }

    /// Takes the next line if `look` makes something of it: given the bytes in the input's buffer and the line's number, that
    /// and the line's length with its end.
    pub(crate) fn take_if<T>(
        &mut self,
        look: impl FnOnce(&[u8], usize) -> Option<(T, usize)>,
    ) -> io::Result<Option<T>> {
        let Some((seen, length)) = look(self.input.fill_buf()?, self.number + 1) else { return Ok(None) };
        self.input.consume(length);
        self.number += 1;
        Ok(Some(seen))
    }

    fn refuse(&self, bytes: &[u8], column: usize, message: String) -> ReadError {
        let text = String::from_utf8_lossy(bytes).into_owned();
        ReadError::Input(InputError { line: self.number, column: column + 1, text, message })
    }

    fn skip_line(&mut self) -> Result<(), ReadError> {
        self.input.skip_until(b'\n')?;
        Ok(())
    }
}

/// The error of an input that ended after line `last` when more was expected.
pub(crate) fn ended(last: usize, message: impl Into<String>) -> InputError {
    InputError { line: last + 1, column: 1, text: String::new(), message: message.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Vec<Result<String, String>> {
        lines(bytes).map(|line| line.map(|line| line.text).map_err(|error| error.to_string())).collect()
    }

    #[test]
    fn line_ends_marks_and_bytes() {
        assert_eq!(read(b""), []);
        assert_eq!(read(b"\xEF\xBB\xBFa\r\nb\n\x1a"), [Ok("a".into()), Ok("b".into())]);
        assert_eq!(read(b"a\x1a"), [Ok("a".into())]);
        let refused = "line 1, column 3: expected text, found the byte 0xFF";
        assert_eq!(read(b"ab\xFFc\nd"), [Err(refused.into()), Ok("d".into())]);
    }

    #[test]
    fn a_line_too_long_is_refused_and_the_next_one_read() {
        let mut bytes = vec![b'x'; MAX_LINE + 5];
        bytes.extend(b"\nnext");
        let read = read(&bytes);
        assert_eq!(read.len(), 2);
        assert!(read[0].as_ref().is_err_and(|error| error.contains("longer than")));
        assert_eq!(read[1], Ok("next".into()));
    }

    #[test]
    fn numbers_say_what_was_expected() {
        assert_eq!(number("8", "a size", 1, 9), Ok(8));
        assert_eq!(number("0", "a size", 1, 9), Err("expected a size from 1 to 9, found 0".into()));
        assert_eq!(number("x\u{7}", "a size", 1, 9), Err("expected a size from 1 to 9, found `x\\u{7}`".into()));
        let huge = number("99999999999999999999999", "a size", 1, 9);
        assert_eq!(huge, Err("expected a size from 1 to 9, found 99999999999999999999999".into()));
    }

    #[test]
    fn fields_know_their_columns() {
        let line = Line { number: 1, text: " 1  é 22".into() };
        assert_eq!(line.fields().collect::<Vec<_>>(), [(1, "1"), (4, "é"), (6, "22")]);
    }
}
