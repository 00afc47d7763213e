//! How far a search is.

use std::time::{Duration, Instant};

/// How far a search is: see [`Parallel::report`](crate::Parallel::report).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// The part of the tree that is finished, from 0 to 1: the root weighs 1, and every node shares its weight equally
    /// among its choices. Exact but for rounding, and it never falls; but subtrees of the same weight differ in size.
    pub done: f64,
    /// Nodes entered, the root and complete nodes included.
    pub nodes: u64,
    /// Solutions found; those told, where they are told.
    pub solutions: u64,
    /// The time that the search has taken.
    pub elapsed: Duration,
}

/// Who is told how far a search is, and when.
pub(crate) struct Reporter {
    every: Duration,
    tell: Box<dyn FnMut(&Progress) + Send>,
    /// What was told last.
    last: Progress,
    /// When the question was asked that is being answered, and what had been done until then.
    asked: Instant,
    before: Progress,
}

/// A report takes at most this part of the time of the caller's thread, however deep the search is.
const SHARE_OF_TIME: u32 = 100;

impl Reporter {
    pub(crate) fn new(every: Duration, tell: Box<dyn FnMut(&Progress) + Send>) -> Self {
        let nothing = Progress { done: 0.0, nodes: 0, solutions: 0, elapsed: Duration::ZERO };
        Reporter { every, tell, last: nothing, asked: Instant::now(), before: nothing }
    }

    /// A question is asked.
    pub(crate) fn begin(&mut self) {
        (self.asked, self.before) = (Instant::now(), self.last);
    }

    /// Tells that `left` of the tree is left, and what was entered and found for this question.
    pub(crate) fn tell(&mut self, left: f64, nodes: u64, solutions: u64) {
        self.last = Progress {
            done: (1.0 - left).max(self.last.done),
            nodes: self.before.nodes + nodes,
            solutions: self.before.solutions + solutions,
            elapsed: self.before.elapsed + self.asked.elapsed(),
        };
        (self.tell)(&self.last);
    }

    /// When to tell again, if telling it took `cost`.
    pub(crate) fn next(&self, now: Instant, cost: Duration) -> Instant {
        now + self.every.max(cost * SHARE_OF_TIME)
    }
}
