//! Very many Sudokus: those of 9 x 9 by the kernel that searches hundreds at once, others one after the other.

mod source;

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyList};
use tremaux::{Limit, Limits, Outcome};
use tremaux_puzzles::sudoku::bands::Cells;
use tremaux_puzzles::sudoku::lanes::{self, Answer, Next, Share};
use tremaux_puzzles::sudoku::{Layout, Reading, Sudoku, solves};
use tremaux_puzzles::{Aim, Engine, Form, Puzzle};

use crate::away::{Cancel, away};
use crate::failure::{broken, stopped};
use crate::instance::{at_least, cores, seconds};
use crate::puzzles::reading;
use crate::running::Begin;
use source::{Batch, Nines, Source};

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
    let source = Source::of(source, file)?;
    let batch = source.batch(py, reading)?;
    let cancel = Cancel::default();
    let mut watch = Watch { total: batch.len(), last: Instant::now(), progress, raised: None };
    let limit_now = || match deadline {
        _ if cancel.is_raised() => Some(Limit::Cancelled),
        Some(deadline) if Instant::now() >= deadline => Some(Limit::Time),
        _ => None,
    };
    let asked = Asked { limit, solve, threads, cancel: &cancel, stop: &|| limit_now().is_some() };
    let (answers, signal) = away(py, &cancel, || asked.answers(&batch, &mut watch))?;
    match watch.raised {
        Some(raised) => return Err(raised),
        None if answers.wrong => return Err(broken(py)),
        None => (),
    }
    let complete = answers.counts.len() == watch.total;
    let found = match (solve, arrays) {
        (false, false) => PyList::new(py, &answers.counts)?.into_any().unbind(),
        (false, true) => {
            let counts: Vec<_> = answers.counts.iter().map(|count| count.to_ne_bytes()).collect();
            PyByteArray::new(py, counts.as_flattened()).into_any().unbind()
        }
        (true, false) => batch.lines(py, &answers.solutions)?.into_any().unbind(),
        (true, true) => PyByteArray::new(py, &answers.solutions).into_any().unbind(),
    };
    if complete { Ok(found) } else { Err(stopped(py, limit_now().unwrap_or(Limit::Cancelled), signal, found)) }
}

/// What is said of a batch, puzzle by puzzle.
#[derive(Default)]
struct Answers {
    /// How many solutions were found, up to the limit.
    counts: Vec<u64>,
    /// The cells of one of them, all 0 where there is none; nothing unless they were asked for.
    solutions: Vec<u8>,
    /// Whether one is none, which must not be.
    wrong: bool,
    /// Whether the next puzzle's search was stopped.
    stopped: bool,
}

impl Answers {
    /// Adds what was found of further puzzles; whether there are more.
    fn append(&mut self, next: &Answers) -> bool {
        self.counts.extend_from_slice(&next.counts);
        self.solutions.extend_from_slice(&next.solutions);
        self.wrong |= next.wrong;
        !next.stopped
    }
}

/// What is asked of the puzzles of a batch.
struct Asked<'a> {
    /// Up to how many solutions are counted.
    limit: Option<u64>,
    /// Whether one of them is kept.
    solve: bool,
    threads: usize,
    cancel: &'a Cancel,
    stop: &'a (dyn Fn() -> bool + Sync),
}

impl Asked<'_> {
    /// The answers in order; once it is stopped, those that are whole up to there.
    fn answers(&self, batch: &Batch, watch: &mut Watch) -> Answers {
        match batch {
            Batch::Nines(puzzles) => self.at_once(puzzles, watch),
            Batch::Any(puzzles) => self.one_by_one(puzzles, watch),
        }
    }

    fn at_once(&self, puzzles: &Nines, watch: &mut Watch) -> Answers {
        let mut answers = Answers::default();
        answers.counts.reserve_exact(puzzles.len());
        answers.solutions.reserve_exact(if self.solve { 81 * puzzles.len() } else { 0 });
        let mut taken = puzzles.iter();
        let next = &mut || taken.next().map_or(Next::End, |cells| Next::Puzzle(cells, cells));
        let deliver = &mut |next: Answers| answers.append(&next) && watch.goes_on(answers.counts.len());
        let threads = self.threads.min(puzzles.len().div_ceil(lanes::SHARE));
        lanes::stream(Form::best(), self.limit, threads, next, &|share| self.of_share(share), self.stop, deliver);
        answers
    }

    /// The answers to puzzles that follow each other.
    fn of_share(&self, share: &mut Share<Cells>) -> Answers {
        let mut answers = Answers::default();
        for (cells, answer) in share.drain() {
            let Some(Answer { count, first, complete: true }) = answer else {
                answers.stopped = true;
                break;
            };
            answers.counts.push(*count);
            if self.solve {
                let solution = first.unwrap_or([0; 81]);
                answers.wrong |= first.is_some() && !solves(&cells, &solution);
                answers.solutions.extend_from_slice(&solution);
            }
        }
        answers
    }

    fn one_by_one(&self, puzzles: &[Sudoku], watch: &mut Watch) -> Answers {
        let mut answers = Answers::default();
        for sudoku in puzzles {
            let Some((count, first)) = self.one(sudoku) else { break };
            if (self.stop)() {
                break;
            }
            answers.counts.push(count);
            if self.solve {
                answers.wrong |= first.as_ref().is_some_and(|solution| sudoku.verify(solution).is_err());
                answers.solutions.extend(first.unwrap_or_else(|| vec![0; sudoku.cells().len()]));
            }
            if !watch.goes_on(answers.counts.len()) {
                break;
            }
        }
        answers
    }

    /// The answer of one puzzle; `None` if it was cancelled.
    fn one(&self, sudoku: &Sudoku) -> Option<(u64, Option<Vec<u8>>)> {
        let limits = self.limit.into_iter().fold(Limits::new().cancel(self.cancel.flag()), Limits::solutions);
        let begin = Begin { limits, threads: self.threads, stats: false, gauge: None };
        let mut running = sudoku.pose(Engine::Fast, Aim::Count, begin);
        let (mut count, mut first) = (0, None);
        let outcome = running.in_order(&mut |solution| {
            count += 1;
            first.get_or_insert(solution);
            ControlFlow::Continue(())
        });
        (outcome != Outcome::Stopped(Limit::Cancelled)).then_some((count, first))
    }
}

impl Batch<'_> {
    /// The `solutions` of the first puzzles, each as the line of its cells; None where there is none.
    fn lines<'py>(&self, py: Python<'py>, solutions: &[u8]) -> PyResult<Bound<'py, PyList>> {
        match self {
            Batch::Nines(_) => {
                let text = String::from_utf8(solutions.iter().map(|digit| digit + b'0').collect()).unwrap_or_default();
                let line = |at: usize| (solutions[at] > 0).then(|| &text[at..at + 81]);
                PyList::new(py, (0..solutions.len()).step_by(81).map(line))
            }
            Batch::Any(puzzles) => {
                let mut left = solutions;
                let line = |sudoku: &Sudoku| {
                    let cells = left.split_off(..sudoku.cells().len())?.to_vec();
                    let written = || sudoku.clone().written(sudoku.symbols(), Layout::Line).text(&cells);
                    Some((cells[0] > 0).then(written))
                };
                PyList::new(py, puzzles.iter().map_while(line).collect::<Vec<_>>())
            }
        }
    }
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
