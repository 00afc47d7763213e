//! The blocks of a file of boards: lines apart from others by an empty one, a row of squares each.

use super::MAX_BOARD_SIZE;
use crate::InputError;
use crate::input::Line;

/// Lines that make a board, up to the first that cannot be part of one: the rest is passed over.
#[derive(Default)]
pub(super) struct Block {
    pub(super) rows: Vec<Row>,
    pub(super) wrong: Option<InputError>,
}

impl Block {
    pub(super) fn add(&mut self, line: Line) {
        if self.wrong.is_none() {
            self.rows.push(Row::new(line));
            self.wrong = check_width(&self.rows).and_then(|()| check_height(&self.rows)).err();
        }
    }
}

/// A line of a block.
pub(super) struct Row {
    pub(super) line: Line,
    /// Its squares, each with the column (from 0) of the line where it stands.
    pub(super) squares: Vec<(usize, String)>,
}

impl Row {
    /// Squares are apart by white space, or else one character each.
    fn new(line: Line) -> Self {
        let mut squares: Vec<_> = line.fields().map(|(column, field)| (column, field.to_owned())).collect();
        if let [(start, field)] = &squares[..] {
            squares = (*start..).zip(field.chars().map(String::from)).collect();
        }
        Row { line, squares }
    }

    fn is_drawn(&self) -> bool {
        self.squares.iter().all(|(_, square)| ".Qq#xX".contains(square.as_str()))
    }
}

/// The last of `rows` must not be longer than any board.
fn check_width(rows: &[Row]) -> Result<(), InputError> {
    let Row { line, squares } = &rows[rows.len() - 1];
    let message = || format!("expected at most {MAX_BOARD_SIZE} squares, found {}", squares.len());
    squares.get(MAX_BOARD_SIZE).map_or(Ok(()), |(column, _)| Err(line.error(*column, message())))
}

/// The last of `rows` must not be one too many.
fn check_height(rows: &[Row]) -> Result<(), InputError> {
    let (width, last) = (rows[0].squares.len(), &rows[rows.len() - 1].line);
    let message = || format!("expected {width} rows for {width} columns, found one more");
    if rows.len() <= width { Ok(()) } else { Err(last.error(0, message())) }
}

/// Every row of a block must be as long as the first, and there must be as many.
pub(super) fn check_shape(rows: &[Row]) -> Result<(), InputError> {
    let size = rows[0].squares.len();
    if let Some(row) = rows.iter().find(|row| row.squares.len() != size) {
        let found = row.squares.len();
        let end = row.line.text.trim_end().chars().count();
        let column = row.squares.get(size).map_or(end, |(column, _)| *column);
        return Err(row.line.error(column, format!("expected a row of {size} squares like the first, found {found}")));
    }
    let message = || format!("expected {size} rows for {size} columns, found {}", rows.len());
    if rows.len() == size { Ok(()) } else { Err(rows[rows.len() - 1].line.error(0, message())) }
}

/// Whether a block is a drawing. Letters that also draw, Q and X, are regions' among others; a mistake in a drawing is
/// one of the drawing.
pub(super) fn is_drawing(rows: &[Row]) -> bool {
    let has_mark = rows[0].squares.iter().any(|(_, square)| square == "." || square == "#");
    has_mark || rows.iter().all(Row::is_drawn)
}
