//! Mazes as matrices and as drawings, and paths.

use std::io::BufRead;

use super::{Grid, MAX_CELLS, Maze};
use crate::input::{Line, ended, lines, shown};
use crate::moves::cells_of;
use crate::{Cell, Direction, InputError, Moves, ReadError};

/// A maze as a matrix or as a drawing; what its first character is decides.
///
/// A matrix is rows of `1` for an open cell and `0` for a blocked one, with or without spaces between them, from the
/// top left to the bottom right. Before them may stand a line with their number `N`, or with the numbers `R C` of rows
/// and columns. Where a first line like `11` could be either, it is a number if the next line has that many digits, a
/// row if that line is as long as it, and a number if there is no next line.
///
/// A drawing is rows of `#` for a wall, `.` or a space for an open cell, and one `S` and one `E`, all equally long.
///
/// ```
/// use tremaux_puzzles::maze::read_maze;
///
/// let drawn = read_maze("#####\n#S.E#\n#####\n".as_bytes())?;
/// assert_eq!((drawn.start(), drawn.end()), ((1, 1), (1, 3)));
/// assert_eq!(read_maze("2 3\n110\n011\n".as_bytes())?, read_maze("1 1 0\n0 1 1\n".as_bytes())?);
///
/// let error = read_maze("1 1\n1 2\n".as_bytes()).unwrap_err();
/// assert_eq!(error.to_string(), "line 2, column 3: expected `0` or `1`, found `2`");
/// # Ok::<(), tremaux_puzzles::ReadError>(())
/// ```
///
/// # Errors
/// Where the input is neither, or has more than [`MAX_CELLS`] cells.
pub fn read_maze(input: impl BufRead) -> Result<Maze, ReadError> {
    let mut lines = lines(input).skip_while(|line| line.as_ref().is_ok_and(|line| line.text.is_empty()));
    let first = lines.next().unwrap_or_else(|| Err(ended(0, "expected a maze, found the end of the file").into()))?;
    match first.text.trim_start().chars().next() {
        None | Some('#' | '.' | 'S' | 'E') => drawing(first, lines),
        Some(_) => matrix(&first, lines),
    }
}

/// The cells read so far.
struct Rows {
    columns: usize,
    rows: usize,
    open: Vec<bool>,
}

impl Rows {
    /// No row yet; rows are to have as many cells as `line`, unless a size says otherwise.
    fn like(line: &Line) -> Self {
        Rows { columns: characters(line).count(), rows: 0, open: Vec::new() }
    }

    /// Adds the cells of a row, all of which must have been read from `line`.
    fn push(&mut self, line: &Line, row: &[(usize, bool)], what: &str) -> Result<(), InputError> {
        if row.len() != self.columns {
            // Where the first cell stands that is too many, or where the first one is missing.
            let column = row.get(self.columns).map_or_else(|| line.text.trim_end().chars().count(), |(at, _)| *at);
            let message = format!("expected a row of {} {what}, found {}", self.columns, row.len());
            return Err(line.error(column, message));
        }
        if self.open.len() + row.len() > MAX_CELLS {
            return Err(line.error(0, format!("a maze has at most {MAX_CELLS} cells, expected no more rows")));
        }
        self.open.extend(row.iter().map(|(_, open)| open));
        self.rows += 1;
        Ok(())
    }

    fn grid(self, drawn: Option<char>) -> Grid {
        Grid { rows: self.rows, columns: self.columns, open: self.open, drawn }
    }
}

/// The characters of a row of a matrix, each with its column; the spaces between them mean nothing.
fn characters(line: &Line) -> impl Iterator<Item = (usize, char)> + '_ {
    line.text.chars().enumerate().filter(|(_, character)| !character.is_whitespace())
}

type Read<T> = Result<T, ReadError>;

fn matrix(first: &Line, rest: impl Iterator<Item = Read<Line>>) -> Read<Maze> {
    let mut rest = rest.filter(|line| line.as_ref().map_or(true, |line| !line.text.trim().is_empty()));
    let second = rest.next().transpose()?;
    let size = size(first, second.as_ref())?;
    let mut rows = Rows::like(first);
    let mut last = first.number;
    match size {
        Some((_, columns)) => rows.columns = columns,
        None => rows.push(first, &digits(first)?, "digits")?,
    }
    for line in second.map(Ok).into_iter().chain(rest) {
        let line = line?;
        last = line.number;
        if let Some((expected, _)) = size.filter(|(expected, _)| rows.rows == *expected) {
            let message = format!("expected the end of the file after {expected} rows, found `{}`", shown(&line.text));
            return Err(line.error(0, message).into());
        }
        rows.push(&line, &digits(&line)?, "digits")?;
    }
    if let Some((expected, _)) = size.filter(|(expected, _)| rows.rows < *expected) {
        let message = format!("expected {expected} rows, found the end of the file after {}", rows.rows);
        return Err(ended(last, message).into());
    }
    let end = (rows.rows - 1, rows.columns - 1);
    Ok(Maze::within(rows.grid(None), (0, 0), end))
}

/// The rows and columns that the first line of a matrix announces; `None` if it is a row itself.
fn size(first: &Line, second: Option<&Line>) -> Result<Option<(usize, usize)>, InputError> {
    let fields: Vec<_> = first.fields().take(3).collect();
    let (rows, columns) = match fields[..] {
        [side] => (side, side),
        [rows, columns] => (rows, columns),
        _ => return Ok(None),
    };
    let width = second.map(|line| characters(line).count());
    if digits(first).is_ok() && width.is_some() && columns.1.parse().ok() != width {
        return Ok(None);
    }
    let number = |(at, field): (usize, &str), what| {
        let number = first.number(at, field, what, 1, MAX_CELLS as u64)?;
        Ok(usize::try_from(number).unwrap_or(MAX_CELLS))
    };
    let size = (number(rows, "a number of rows")?, number(columns, "a number of columns")?);
    if size.0.saturating_mul(size.1) > MAX_CELLS {
        return Err(first.error(rows.0, format!("expected at most {MAX_CELLS} cells, found {} x {}", size.0, size.1)));
    }
    Ok(Some(size))
}

/// A row of `0` and `1`: whether each cell is open, with its column in the line.
fn digits(line: &Line) -> Result<Vec<(usize, bool)>, InputError> {
    let digit = |(at, character)| match character {
        '0' => Ok((at, false)),
        '1' => Ok((at, true)),
        other => Err(line.error(at, format!("expected `0` or `1`, found `{}`", shown(&other.to_string())))),
    };
    characters(line).map(digit).collect()
}

fn drawing(first: Line, rest: impl Iterator<Item = Read<Line>>) -> Read<Maze> {
    let mut rows = Rows { columns: first.text.chars().count(), rows: 0, open: Vec::new() };
    let mut ends = Ends::default();
    let mut last = first.number;
    let mut spaces = false;
    // An empty line is only allowed at the end: it is an error once another line follows.
    let mut empty: Option<Line> = None;
    for line in std::iter::once(Ok(first)).chain(rest) {
        let line = line?;
        last = line.number;
        if let Some(empty) = empty.take_if(|_| !line.text.is_empty()) {
            return Err(empty
                .error(0, format!("expected a row of {} cells, found an empty line", rows.columns))
                .into());
        }
        if line.text.is_empty() {
            empty.get_or_insert(line);
            continue;
        }
        let row = ends.row(&line, rows.rows)?;
        spaces |= line.text.contains(' ');
        rows.push(&line, &row, "cells")?;
    }
    let missing = |what| ended(last, format!("expected {what}, found the end of the file"));
    let start = ends.start.ok_or_else(|| missing("a start `S`"))?;
    let end = ends.end.ok_or_else(|| missing("an end `E`"))?;
    Ok(Maze::within(rows.grid(Some(if spaces { ' ' } else { '.' })), start, end))
}

/// Where the letters of a drawing stand.
#[derive(Default)]
struct Ends {
    start: Option<Cell>,
    end: Option<Cell>,
}

impl Ends {
    /// A row of a drawing: whether each cell is open, with its column in the line.
    fn row(&mut self, line: &Line, row: usize) -> Result<Vec<(usize, bool)>, InputError> {
        let cell = |(column, character)| match character {
            '#' => Ok((column, false)),
            '.' | ' ' => Ok((column, true)),
            'S' => place(&mut self.start, (row, column), line, "start `S`").map(|()| (column, true)),
            'E' => place(&mut self.end, (row, column), line, "end `E`").map(|()| (column, true)),
            other => {
                let found = shown(&other.to_string());
                Err(line.error(column, format!("expected `#`, `.`, a space, `S` or `E`, found `{found}`")))
            }
        };
        line.text.chars().enumerate().map(cell).collect()
    }
}

fn place(there: &mut Option<Cell>, cell: Cell, line: &Line, what: &str) -> Result<(), InputError> {
    match there.replace(cell) {
        None => Ok(()),
        Some((row, column)) => {
            Err(line.error(cell.1, format!("expected one {what}, found a second one after that at ({row}, {column})")))
        }
    }
}

/// A path as its moves, `DRDDRR` (diagonal ones apart by spaces), or as its cells, `0,0 1,0 1,1`. Cells may be anywhere.
pub(super) fn answer(answer: &str, maze: &Maze) -> Result<Vec<Cell>, InputError> {
    if answer.contains(|character: char| character.is_ascii_digit()) {
        return cells_of(answer);
    }
    let mut path = vec![maze.start];
    for direction in directions(answer, maze.moves)? {
        path.push(direction.from(path[path.len() - 1]));
    }
    Ok(path)
}

fn directions(answer: &str, moves: Moves) -> Result<Vec<Direction>, InputError> {
    let line = Line { number: 1, text: answer.to_uppercase() };
    // Of eight moves, a field is one; of fewer, a letter is.
    let words: Vec<(usize, String)> = match moves {
        Moves::Eight => line.fields().map(|(at, field)| (at, field.to_owned())).collect(),
        _ => characters(&line).map(|(at, letter)| (at, letter.to_string())).collect(),
    };
    let direction = |(at, letters): (usize, String)| {
        let mut known = Moves::Eight.directions().iter().copied();
        known.find(|direction| direction.letters() == letters).ok_or_else(|| {
            line.error(
                at,
                format!("expected moves like `D`, `L`, `R`, `U` or cells like `0,0`, found `{}`", shown(&letters)),
            )
        })
    };
    words.into_iter().map(direction).collect()
}
