//! Solutions of a puzzle, some at a time.

use std::ops::ControlFlow;
use std::vec;

use pyo3::prelude::*;
use tremaux::{Limit, Outcome};
use tremaux_puzzles::Puzzle;

use super::OfPuzzle;
use crate::away::{Cancel, away};
use crate::failure::stopped;
use crate::instance::Pull;
use crate::running::Running;

/// The most solutions that are searched for at once: some milliseconds' worth.
const CHUNK: usize = 1 << 13;

/// Solutions, some at a time: twice as many every time, so that the first is there at once and later ones cost little.
pub(super) struct PuzzlePull<P: Puzzle> {
    asked: OfPuzzle<P>,
    text: bool,
    running: Box<dyn Running<P::Solution>>,
    cancel: Cancel,
    /// Found and not yet handed out.
    ready: vec::IntoIter<P::Solution>,
    chunk: usize,
    given: u64,
    outcome: Outcome,
}

impl<P: Puzzle<Solution: Send + 'static> + Clone + Send + Sync + 'static> Pull for PuzzlePull<P> {
    fn next(&mut self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        loop {
            if let Some(solution) = self.ready.next() {
                self.given += 1;
                return self.asked.written(py, &solution, self.text).map(Some);
            }
            match self.outcome {
                Outcome::Paused => self.search_on(py)?,
                Outcome::Complete | Outcome::Stopped(Limit::Solutions) => return Ok(None),
                Outcome::Stopped(limit) => return Err(stopped(py, limit, None, self.given)),
            }
        }
    }
}

impl<P: Puzzle<Solution: Send + 'static> + Clone + Send + Sync + 'static> PuzzlePull<P> {
    /// The solutions of a search that `cancel` stops.
    pub(super) fn new(
        asked: OfPuzzle<P>,
        text: bool,
        running: Box<dyn Running<P::Solution>>,
        cancel: Cancel,
    ) -> PuzzlePull<P> {
        // A search with a memory cannot be left and gone on with.
        let chunk = if running.remembers() { usize::MAX } else { 1 };
        let ready = Vec::new().into_iter();
        PuzzlePull { asked, text, running, cancel, ready, chunk, given: 0, outcome: Outcome::Paused }
    }

    /// Finds the next solutions. After a signal the search can be gone on with.
    fn search_on(&mut self, py: Python<'_>) -> PyResult<()> {
        // What is found sooner than anyone looks for a signal could go on for ever.
        py.check_signals().map_err(|signal| stopped(py, Limit::Cancelled, Some(signal), self.given))?;
        let mut found = Vec::new();
        let (running, chunk) = (&mut self.running, self.chunk);
        let (outcome, signal) = away(py, &self.cancel, || {
            running.in_order(&mut |solution| {
                found.push(solution);
                if found.len() < chunk { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            })
        })?;
        self.ready = found.into_iter();
        self.chunk = self.chunk.saturating_mul(2).min(CHUNK.max(self.chunk));
        match signal {
            None => self.outcome = outcome,
            Some(signal) => {
                let over = matches!(outcome, Outcome::Stopped(Limit::Cancelled));
                self.outcome = if over { Outcome::Paused } else { outcome };
                return Err(stopped(py, Limit::Cancelled, Some(signal), self.given));
            }
        }
        Ok(())
    }
}
