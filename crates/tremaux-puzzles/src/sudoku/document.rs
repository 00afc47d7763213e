//! Files that are one document rather than lines: gathered whole, so that an error in one can be told by its place.

use crate::InputError;
use crate::input::Line;

/// The longest document read, in bytes.
pub(super) const MOST_BYTES: usize = 1 << 24;

/// A document, line by line.
#[derive(Debug)]
pub(super) struct Document {
    /// The number of its first line.
    first: usize,
    text: String,
    /// How deep the braces of JSON are nested after what was gathered.
    depth: usize,
    in_string: bool,
}

impl Document {
    pub(super) fn new(first: &Line) -> Self {
        let mut document = Document { first: first.number, text: String::new(), depth: 0, in_string: false };
        document.add(first);
        document
    }

    pub(super) fn add(&mut self, line: &Line) {
        self.nest(&line.text);
        self.text.push_str(&line.text);
        self.text.push('\n');
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Whether the braces that were opened are all closed.
    pub(super) fn is_closed(&self) -> bool {
        self.depth == 0
    }

    fn nest(&mut self, text: &str) {
        let mut characters = text.chars();
        while let Some(it) = characters.next() {
            match it {
                '"' => self.in_string = !self.in_string,
                '\\' if self.in_string => drop(characters.next()),
                '{' if !self.in_string => self.depth += 1,
                '}' if !self.in_string => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
        }
    }

    /// The error that `message` is to be said of the byte at `offset`.
    pub(super) fn error(&self, offset: usize, message: impl Into<String>) -> InputError {
        let before = self.text.get(..offset).unwrap_or(&self.text);
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        let line = self.text[start..].lines().next().unwrap_or_default();
        let number = self.first + before.matches('\n').count();
        Line { number, text: line.to_owned() }.error(before[start..].chars().count(), message)
    }

    /// The error said of a line and a column of the document, both from 1.
    pub(super) fn error_in_line(&self, line: usize, column: usize, message: impl Into<String>) -> InputError {
        let text = self.text.lines().nth(line.saturating_sub(1)).unwrap_or_default();
        let column = column.saturating_sub(1).min(text.chars().count());
        Line { number: self.first + line.saturating_sub(1), text: text.to_owned() }.error(column, message)
    }
}
