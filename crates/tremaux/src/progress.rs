//! How far a search is.

use std::collections::VecDeque;
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

/// What time a search has left: the rest of its tree, at the speed of the last half of its time.
///
/// An estimate: `bench/README.md` says how far off it was.
///
/// ```
/// use std::time::Duration;
/// use tremaux::{Progress, TimeLeft};
///
/// let mut time_left = TimeLeft::default();
/// let mut after = |seconds, done| {
///     time_left.after(&Progress { done, nodes: 0, solutions: 0, elapsed: Duration::from_secs(seconds) })
/// };
/// assert_eq!(after(0, 0.0), None);
/// assert_eq!(after(10, 0.125), Some(Duration::from_secs(70)));
/// assert_eq!(after(15, 0.25), Some(Duration::from_secs(45)));
/// // An eighth in ten seconds, then a quarter in the next ten.
/// assert_eq!(after(20, 0.375), Some(Duration::from_secs(25)));
/// ```
#[derive(Clone, Debug)]
pub struct TimeLeft {
    /// Times, and what was done then: the last before half the present time, and all after it. Each is later than the one
    /// before by a [`SPACING`]th of itself at least, so that they are few however long the search takes.
    past: VecDeque<(Duration, f64)>,
}

impl Default for TimeLeft {
    /// Nothing is done yet.
    fn default() -> Self {
        TimeLeft { past: VecDeque::from([(Duration::ZERO, 0.0)]) }
    }
}

/// See [`TimeLeft`].
const SPACING: u32 = 64;

impl TimeLeft {
    /// The time left where a search has come so far; `None` as long as nothing is known. To be called in order of time.
    pub fn after(&mut self, progress: &Progress) -> Option<Duration> {
        let &Progress { done, elapsed, .. } = progress;
        while self.past.get(1).is_some_and(|(then, _)| *then <= elapsed / 2) {
            self.past.pop_front();
        }
        let (then, done_then) = *self.past.front()?;
        if self.past.back().is_some_and(|(last, _)| *last + elapsed / SPACING < elapsed) {
            self.past.push_back((elapsed, done));
        }
        let speed = (done - done_then) / elapsed.checked_sub(then)?.as_secs_f64();
        Duration::try_from_secs_f64((1.0 - done) / speed).ok()
    }
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
