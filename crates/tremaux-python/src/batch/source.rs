//! Where the puzzles of a batch come from: a file, an array, a list of texts.

use std::borrow::Cow;
use std::fs;
use std::path::{Path, PathBuf};

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString};
use tremaux_puzzles::ReadError;
use tremaux_puzzles::sudoku::{Reading, Rules, Shape, Sudoku, Variant, parse_puzzle, read_puzzles};

use crate::failure::{invalid, unread, value};
use crate::values::{Array, items};

/// Puzzles of one batch.
pub(super) enum Batch<'a> {
    /// All are the usual ones of 9 x 9.
    Nines(Nines<'a>),
    /// Some are not.
    Any(Vec<Sudoku>),
}

impl Batch<'_> {
    fn new() -> Self {
        Batch::Nines(Nines { bytes: Cow::default(), stride: 81 })
    }

    pub(super) fn len(&self) -> usize {
        match self {
            Batch::Nines(puzzles) => puzzles.len(),
            Batch::Any(puzzles) => puzzles.len(),
        }
    }

    /// Adds a puzzle to some that were added so.
    fn push(&mut self, sudoku: Sudoku) {
        let is_usual = sudoku.is_classic() && sudoku.shape() == Shape::NINE;
        match self {
            Batch::Nines(puzzles) if is_usual => puzzles.bytes.to_mut().extend(sudoku.cells()),
            Batch::Nines(puzzles) => {
                let before = puzzles.iter().filter_map(|cells| Sudoku::new(Shape::NINE, cells.to_vec()));
                *self = Batch::Any(before.chain([sudoku]).collect());
            }
            Batch::Any(puzzles) => puzzles.push(sudoku),
        }
    }
}

/// Usual puzzles of 9 x 9 where they came, a byte a cell: a digit or 0, or the symbol of such or `.`.
pub(super) struct Nines<'a> {
    bytes: Cow<'a, [u8]>,
    /// How many bytes there are from where one begins to where the next does.
    stride: usize,
}

impl<'a> Nines<'a> {
    /// Lines of the commonest kind, of 81 digits and blanks and nothing else, at least one. What has any other lines comes back,
    /// and is left to the reader.
    fn of_lines(bytes: Cow<'a, [u8]>) -> Result<Self, Cow<'a, [u8]>> {
        let end: &[u8] = if bytes.get(81) == Some(&b'\r') { b"\r\n" } else { b"\n" };
        let is_line = |line: &[u8]| {
            line.split_first_chunk::<81>().is_some_and(|(cells, rest)| {
                let is_cell = |cell: u8| cell.is_ascii_digit() | (cell == b'.');
                // Without an early end, so that the compiler does it in vectors.
                cells.iter().fold(true, |all, cell| all & is_cell(*cell)) && (rest == end || rest.is_empty())
            })
        };
        let stride = 81 + end.len();
        if bytes.is_empty() || !bytes.chunks(stride).all(is_line) { Err(bytes) } else { Ok(Nines { bytes, stride }) }
    }

    pub(super) fn len(&self) -> usize {
        self.bytes.len().div_ceil(self.stride)
    }

    /// The puzzles, as digits, 0 for a blank.
    pub(super) fn iter(&self) -> impl Iterator<Item = [u8; 81]> + '_ {
        self.bytes.chunks(self.stride).filter_map(<[u8]>::first_chunk).map(|cells: &[u8; 81]| {
            let mut cells = *cells;
            for cell in &mut cells {
                *cell = if *cell == b'.' { 0 } else { *cell & 0xf };
            }
            cells
        })
    }
}

/// Where puzzles come from.
pub(super) enum Source<'py> {
    File(PathBuf),
    Array(Array<'py>),
    /// Texts, and the same as lines if there are such.
    Texts(Bound<'py, PyAny>, Option<Bound<'py, PyBytes>>),
}

impl<'py> Source<'py> {
    pub(super) fn of(source: &Bound<'py, PyAny>, file: bool) -> PyResult<Self> {
        if file {
            return source.extract().map(Source::File);
        }
        Ok(match Array::of(source, "puzzles")? {
            Some(array) => Source::Array(array),
            None => Source::Texts(source.clone(), lines_of(source)),
        })
    }

    pub(super) fn batch(&self, py: Python<'_>, reading: Reading) -> PyResult<Batch<'_>> {
        match self {
            Source::File(file) => py.detach(|| of_file(file, reading)).map_err(|error| unread(py, error)),
            Source::Array(array) => of_array(array, reading),
            Source::Texts(texts, lines) => {
                let usual = lines.as_ref().filter(|_| is_usual(reading));
                let lines = usual.and_then(|lines| Nines::of_lines(lines.as_bytes().into()).ok());
                // As many as there are texts: none is of two lines.
                match lines.filter(|lines| texts.len().is_ok_and(|texts| texts == lines.len())) {
                    Some(lines) => Ok(Batch::Nines(lines)),
                    None => of_texts(texts, reading),
                }
            }
        }
    }
}

/// The texts of a list, a line each; `None` if it holds other things.
fn lines_of<'py>(texts: &Bound<'py, PyAny>) -> Option<Bound<'py, PyBytes>> {
    let texts = texts.cast::<PyList>().ok()?;
    let lines = PyString::new(texts.py(), "\n").call_method1("join", (texts,)).ok()?;
    lines.cast::<PyString>().ok()?.encode_utf8().ok()
}

fn of_file(file: &Path, reading: Reading) -> Result<Batch<'static>, ReadError> {
    let bytes = fs::read(file)?;
    let bytes = if is_usual(reading) {
        match Nines::of_lines(bytes.into()) {
            Ok(lines) => return Ok(Batch::Nines(lines)),
            Err(bytes) => bytes,
        }
    } else {
        bytes.into()
    };
    let mut batch = Batch::new();
    for puzzle in read_puzzles(&bytes[..], reading) {
        batch.push(puzzle?);
    }
    Ok(batch)
}

fn of_texts(texts: &Bound<'_, PyAny>, reading: Reading) -> PyResult<Batch<'static>> {
    let mut batch = Batch::new();
    for (index, text) in items(texts, "puzzles")?.enumerate() {
        let text = text?;
        let not_text = |_| PyTypeError::new_err(format!("puzzles: expected texts, found {text:?}"));
        let line = text.cast::<PyString>().map_err(not_text)?.to_cow()?;
        let puzzle = parse_puzzle(&line, reading).map_err(|mut error| {
            error.message = format!("puzzle {index}: {}", error.message);
            invalid(texts.py(), &error)
        })?;
        batch.push(puzzle);
    }
    Ok(batch)
}

fn of_array<'a>(array: &'a Array<'_>, reading: Reading) -> PyResult<Batch<'a>> {
    if !matches!(array.shape[..], [_, 81] | [_, 9, 9]) {
        let shape = &array.shape;
        return Err(value(format!("puzzles: expected an array of n x 81 or n x 9 x 9, found {shape:?}")));
    }
    let digits = digits(array)?;
    let rules = Rules::from(reading.boxes.unwrap_or(Shape::NINE)).variant(reading.variant);
    let rules = rules.map_err(|misfit| value(misfit.to_string()))?;
    if rules.is_classic() && rules.shape() == Shape::NINE {
        return Ok(Batch::Nines(Nines { bytes: digits, stride: 81 }));
    }
    let sudoku = |cells: &[u8]| Sudoku::new(rules.clone(), cells.to_vec());
    let sudokus: Option<Vec<_>> = digits.chunks(81).map(sudoku).collect();
    sudokus.map(Batch::Any).ok_or_else(|| value("puzzles: the boxes do not make a grid of 9 x 9"))
}

/// The digits of an array; of bytes, the commonest, in place.
fn digits<'a>(array: &'a Array<'_>) -> PyResult<Cow<'a, [u8]>> {
    let beyond = |number| u8::try_from(number).unwrap_or(u8::MAX);
    let digits = array.bytes().map_or_else(|| array.map(beyond).into(), Cow::Borrowed);
    // Without an early end, so that the compiler does it in vectors.
    if digits.iter().fold(0, |largest, digit| largest.max(*digit)) <= 9 {
        return Ok(digits);
    }
    let index = digits.iter().position(|digit| *digit > 9).unwrap_or(0);
    let (number, puzzle) = (array.numbers()[index], index / 81);
    Err(value(format!("puzzles: expected digits from 0 to 9, found {number} in puzzle {puzzle}")))
}

/// Whether a puzzle of 9 x 9 is to be read as the usual one.
fn is_usual(reading: Reading) -> bool {
    reading.boxes.is_none_or(|boxes| boxes == Shape::NINE) && reading.variant == Variant::default()
}
