//! Very many Sudokus: those of 9 x 9 by the kernel that searches hundreds at once, others one after the other.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString};
use tremaux::{Limit, Limits};
use tremaux_puzzles::sudoku::lanes::{self, Answer};
use tremaux_puzzles::sudoku::{Layout, Reading, Rules, Shape, Sudoku, Variant, parse_puzzle, read_puzzles};
use tremaux_puzzles::{Aim, Engine, Form, Puzzle, ReadError};

use crate::away::{Cancel, away};
use crate::failure::{invalid, stopped, unread, value};
use crate::instance::{at_least, cores, seconds};
use crate::puzzles::reading;
use crate::running::Begin;
use crate::values::{Array, Kind, items, lent};

type Nine = [u8; 81];

/// Puzzles of one batch.
enum Batch {
    /// All are the usual ones of 9 x 9.
    Nine(Vec<Nine>),
    /// Some are not.
    Any(Vec<Sudoku>),
}

/// What is said of a batch: for each puzzle how many solutions were found, up to the limit, and one of them.
struct Answers {
    counts: Vec<u64>,
    first: Vec<Option<Vec<u8>>>,
}

/// The number of solutions of each puzzle up to `limit`, or a solution of each.
///
/// `source` is a list of texts, an array of n x 81 or n x 9 x 9 digits, or the name of a file. The answer is a list, or
/// the bytes of an array if `arrays`: of 8 bytes a count, or of 81 digits a puzzle, all 0 where there is no solution.
#[pyfunction]
#[pyo3(signature = (source, *, file, boxes, variant, limit, solve, arrays, threads, timeout, progress))]
#[expect(clippy::too_many_arguments, reason = "the arguments of the Python function")]
pub(crate) fn sudokus(
    py: Python<'_>,
    source: &Bound<'_, PyAny>,
    file: bool,
    boxes: Option<&str>,
    variant: [bool; 5],
    limit: Option<i64>,
    solve: bool,
    arrays: bool,
    threads: Option<i64>,
    timeout: Option<f64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Py<PyAny>> {
    let limit = limit.map(|limit| at_least("limit", 1, limit)).transpose()?;
    let threads = threads.map(|threads| at_least("threads", 1, threads)).transpose()?;
    let threads = threads.map_or_else(cores, |threads| usize::try_from(threads).unwrap_or(usize::MAX));
    let deadline = timeout.map(seconds).transpose()?.and_then(|time| Instant::now().checked_add(time));
    let reading = Reading { clashes: true, ..reading(py, boxes, variant)? };
    let batch = if file {
        of_file(py, source.extract()?, reading)?
    } else if let Some((digits, shape)) = digits_of(source)? {
        of_array(&digits, &shape, reading)?
    } else {
        of_texts(py, source, reading)?
    };
    let cancel = Cancel::default();
    let mut watch = Watch { total: batch.len(), last: Instant::now(), progress, raised: None };
    let limit_now = || match deadline {
        _ if cancel.is_raised() => Some(Limit::Cancelled),
        Some(deadline) if Instant::now() >= deadline => Some(Limit::Time),
        _ => None,
    };
    let (answers, signal) =
        away(py, &cancel, || batch.answers((limit, solve), threads, &cancel, &|| limit_now().is_some(), &mut watch))?;
    if let Some(raised) = watch.raised {
        return Err(raised);
    }
    let complete = answers.counts.len() == watch.total;
    let found = match (solve, arrays) {
        (false, false) => PyList::new(py, &answers.counts)?.into_any().unbind(),
        (false, true) => {
            let bytes: Vec<u8> = answers.counts.iter().flat_map(|count| count.to_ne_bytes()).collect();
            PyBytes::new(py, &bytes).into_any().unbind()
        }
        (true, false) => batch.lines(py, &answers)?,
        (true, true) => {
            let cells = |first: &Option<Vec<u8>>| first.clone().unwrap_or_else(|| vec![0; 81]);
            let bytes: Vec<u8> = answers.first.iter().flat_map(cells).collect();
            PyBytes::new(py, &bytes).into_any().unbind()
        }
    };
    if complete { Ok(found) } else { Err(stopped(py, limit_now().unwrap_or(Limit::Cancelled), signal, found)) }
}

fn of_file(py: Python<'_>, file: PathBuf, reading: Reading) -> PyResult<Batch> {
    let read = py.detach(|| {
        let bytes = fs::read(file)?;
        if let Some(puzzles) = plain_lines(&bytes).filter(|_| is_usual(reading)) {
            return Ok(Batch::Nine(puzzles));
        }
        let mut batch = Batch::Nine(Vec::new());
        for puzzle in read_puzzles(&bytes[..], reading) {
            batch.push(puzzle?);
        }
        Ok(batch)
    });
    read.map_err(|error: ReadError| unread(py, error))
}

fn of_texts(py: Python<'_>, source: &Bound<'_, PyAny>, reading: Reading) -> PyResult<Batch> {
    let usual = is_usual(reading);
    let mut batch = Batch::Nine(Vec::new());
    for (index, text) in items(source, "puzzles")?.enumerate() {
        let text = text?;
        let not_text = |_| pyo3::exceptions::PyTypeError::new_err(format!("puzzles: expected texts, found {text:?}"));
        let line = text.cast::<PyString>().map_err(not_text)?.to_cow()?;
        match (&mut batch, nine(line.as_bytes()).filter(|_| usual)) {
            (Batch::Nine(puzzles), Some(cells)) => puzzles.push(cells),
            _ => batch.push(parse_puzzle(&line, reading).map_err(|mut error| {
                error.message = format!("puzzle {index}: {}", error.message);
                invalid(py, &error)
            })?),
        }
    }
    Ok(batch)
}

/// Whether a puzzle of 9 x 9 is to be read as the usual one.
fn is_usual(reading: Reading) -> bool {
    reading.boxes.is_none_or(|boxes| boxes == Shape::NINE) && reading.variant == Variant::default()
}

/// The puzzles of a file that has nothing but lines of the commonest kind, at least one. Any other is left to the reader.
fn plain_lines(bytes: &[u8]) -> Option<Vec<Nine>> {
    let lines = bytes.strip_suffix(b"\n").unwrap_or(bytes).split(|byte| *byte == b'\n');
    lines.map(|line| nine(line.strip_suffix(b"\r").unwrap_or(line))).collect()
}

/// The cells of a line of 81 digits and blanks of the commonest kind. Other ways to write a puzzle are left to the
/// reader.
fn nine(line: &[u8]) -> Option<Nine> {
    let mut cells: Nine = line.try_into().ok()?;
    for cell in &mut cells {
        *cell = match *cell {
            digit @ b'0'..=b'9' => digit - b'0',
            b'.' => 0,
            _ => return None,
        };
    }
    Some(cells)
}

/// The digits of an array, with its shape; `None` of what is no array. One of bytes, the commonest, is not copied into wider
/// numbers.
fn digits_of(source: &Bound<'_, PyAny>) -> PyResult<Option<(Vec<u8>, Vec<usize>)>> {
    let no_digit = |number: i64, index: usize| {
        value(format!("puzzles: expected digits from 0 to 9, found {number} in puzzle {}", index / 81))
    };
    if let Some((bytes, 1, Kind::Unsigned, shape)) = lent(source, "puzzles")? {
        let bytes = bytes.as_bytes();
        return match bytes.iter().position(|byte| *byte > 9) {
            Some(index) => Err(no_digit(bytes[index].into(), index)),
            None => Ok(Some((bytes.to_vec(), shape))),
        };
    }
    let Some(Array { numbers, shape }) = Array::of(source, "puzzles")? else { return Ok(None) };
    let digit = |(index, number): (usize, &i64)| {
        u8::try_from(*number).ok().filter(|digit| *digit <= 9).ok_or_else(|| no_digit(*number, index))
    };
    Ok(Some((numbers.iter().enumerate().map(digit).collect::<PyResult<_>>()?, shape)))
}

fn of_array(digits: &[u8], shape: &[usize], reading: Reading) -> PyResult<Batch> {
    if !matches!(shape, [_, 81] | [_, 9, 9]) {
        return Err(value(format!("puzzles: expected an array of n x 81 or n x 9 x 9, found {shape:?}")));
    }
    let (puzzles, _) = digits.as_chunks::<81>();
    let rules = Rules::from(reading.boxes.unwrap_or(Shape::NINE)).variant(reading.variant);
    let rules = rules.map_err(|misfit| value(misfit.to_string()))?;
    if rules.is_classic() && rules.shape() == Shape::NINE {
        return Ok(Batch::Nine(puzzles.to_vec()));
    }
    let sudoku = |cells: &Nine| Sudoku::new(rules.clone(), cells.to_vec());
    let sudokus: Option<Vec<_>> = puzzles.iter().map(sudoku).collect();
    sudokus.map(Batch::Any).ok_or_else(|| value("puzzles: the boxes do not make a grid of 9 x 9"))
}

impl Batch {
    fn len(&self) -> usize {
        match self {
            Batch::Nine(puzzles) => puzzles.len(),
            Batch::Any(puzzles) => puzzles.len(),
        }
    }

    fn push(&mut self, sudoku: Sudoku) {
        let is_usual = sudoku.is_classic() && sudoku.shape() == Shape::NINE;
        match self {
            Batch::Nine(puzzles) if is_usual => {
                let mut cells = [0; 81];
                cells.copy_from_slice(sudoku.cells());
                puzzles.push(cells);
            }
            Batch::Nine(puzzles) => {
                let before = puzzles.iter().filter_map(|cells| Sudoku::new(Shape::NINE, cells.to_vec()));
                *self = Batch::Any(before.chain([sudoku]).collect());
            }
            Batch::Any(puzzles) => puzzles.push(sudoku),
        }
    }

    /// The answers in order, up to so many solutions of each, one of them kept to `solve` it; until `stop`: then those that are
    /// whole up to there.
    fn answers(
        &self,
        (limit, solve): (Option<u64>, bool),
        threads: usize,
        cancel: &Cancel,
        stop: &(dyn Fn() -> bool + Sync),
        watch: &mut Watch,
    ) -> Answers {
        let mut answers = Answers { counts: Vec::new(), first: Vec::new() };
        match self {
            Batch::Nine(puzzles) => {
                let deliver = &mut |answer: &Answer| {
                    if !answer.complete {
                        return false;
                    }
                    answers.counts.push(answer.count);
                    if solve {
                        answers.first.push(answer.first.map(Vec::from));
                    }
                    watch.goes_on(answers.counts.len())
                };
                lanes::count(Form::best(), puzzles, limit, threads, stop, deliver);
            }
            Batch::Any(puzzles) => {
                for sudoku in puzzles {
                    let Some((count, first)) = one(sudoku, limit, threads, cancel) else { break };
                    if stop() {
                        break;
                    }
                    answers.counts.push(count);
                    answers.first.push(first);
                    if !watch.goes_on(answers.counts.len()) {
                        break;
                    }
                }
            }
        }
        answers
    }

    /// The solutions, each as the line of its cells; None where there is no solution.
    fn lines(&self, py: Python<'_>, answers: &Answers) -> PyResult<Py<PyAny>> {
        let line = |(index, first): (usize, &Option<Vec<u8>>)| {
            let cells = first.as_ref()?;
            Some(match self {
                Batch::Nine(_) => {
                    let line: Vec<u8> = cells.iter().map(|digit| digit + b'0').collect();
                    String::from_utf8(line).unwrap_or_default()
                }
                Batch::Any(puzzles) => {
                    let written = puzzles[index].clone().written(puzzles[index].symbols(), Layout::Line);
                    written.text(cells)
                }
            })
        };
        let lines = answers.first.iter().enumerate().map(line);
        Ok(PyList::new(py, lines.collect::<Vec<_>>())?.into_any().unbind())
    }
}

/// The answer of one puzzle; `None` if it was cancelled.
fn one(sudoku: &Sudoku, limit: Option<u64>, threads: usize, cancel: &Cancel) -> Option<(u64, Option<Vec<u8>>)> {
    let limits = limit.into_iter().fold(Limits::new().cancel(cancel.flag()), Limits::solutions);
    let begin = Begin { limits, threads, stats: false };
    let mut running = sudoku.pose(Engine::Fast, Aim::Count, begin);
    let (mut count, mut first) = (0, None);
    let outcome = running.in_order(&mut |solution| {
        count += 1;
        first.get_or_insert(solution);
        std::ops::ControlFlow::Continue(())
    });
    (outcome != tremaux::Outcome::Stopped(Limit::Cancelled)).then_some((count, first))
}

/// Tells how far a batch is.
struct Watch {
    total: usize,
    last: Instant,
    /// Called with the number of puzzles done and that of all.
    progress: Option<Py<PyAny>>,
    raised: Option<PyErr>,
}

impl Watch {
    const OFTEN: Duration = Duration::from_millis(100);

    /// Notes that so many puzzles are done; whether the rest is to be done.
    fn goes_on(&mut self, done: usize) -> bool {
        let Some(progress) = &self.progress else { return true };
        let now = Instant::now();
        if done == self.total || now - self.last >= Watch::OFTEN {
            self.last = now;
            self.raised = Python::attach(|py| progress.call1(py, (done, self.total))).err();
        }
        self.raised.is_none()
    }
}
