//! How much of the tree is left: the caller's thread asks the others where they are, and adds it up.

use std::time::{Duration, Instant};

use super::prefix::Place;
use super::worker::{PoolOf, Task};
use crate::Problem;
use crate::driver::Next;
use crate::progress::Reporter;

/// What a choice on the way to a part weighs: the root weighs 1, and every node shares its weight equally among its
/// choices.
#[derive(Clone, Copy)]
struct Weight {
    /// The node below.
    child: f64,
    /// The choices that come after it, together.
    later: f64,
}

/// A problem that walks from part to part.
pub(super) struct Scout<P: Problem> {
    problem: P,
    place: Place<P::Choice>,
    /// One for every choice that is placed.
    weights: Vec<Weight>,
}

impl<P: Problem> Scout<P> {
    /// A scout at the root, where `problem` stands at `place`.
    pub(super) fn new(mut problem: P, mut place: Place<P::Choice>) -> Self {
        let root = Place { prefix: place.prefix.clone(), depth: 0 };
        place.go(&mut problem, root);
        Scout { problem, place, weights: Vec::new() }
    }

    /// What is left to be searched of a part. Takes as long as the way to it from the last one.
    pub(super) fn left(&mut self, part: &Task<P::Choice>) -> f64 {
        let to = Place { prefix: part.prefix.clone(), depth: part.prefix.end() };
        let weights = &mut self.weights;
        weights.truncate(self.place.shared_depth(&to));
        self.place.go_by(&mut self.problem, to, |problem, choice| {
            let node = weights.last().map_or(1.0, |weight| weight.child);
            weights.push(weight(problem, choice, node));
            problem.place(choice);
        });
        let later: f64 = weights[part.prefix.start()..].iter().map(|weight| weight.later).sum();
        match part.next {
            Next::Enter => later + weights.last().map_or(1.0, |weight| weight.child),
            Next::Leave => later,
        }
    }
}

/// What `choice` weighs at a node that weighs `node`.
fn weight<P: Problem>(problem: &P, choice: P::Choice, node: f64) -> Weight {
    let (mut all, mut later) = (0.0, None);
    if let Some(mut branch) = problem.choices() {
        while let Some(other) = problem.next_choice(&mut branch) {
            all += 1.0;
            later = if other == choice { Some(0.0) } else { later.map(|later| later + 1.0) };
        }
    }
    let child = node / all;
    Weight { child, later: child * later.unwrap_or(0.0) }
}

/// Asks the threads and tells how far the search is, now and then.
pub(super) struct Survey<'a, P: Problem> {
    scout: Scout<P>,
    reporter: &'a mut Reporter,
    next: Instant,
    /// The threads are asked; it may be that not all have told yet.
    asked: bool,
}

impl<'a, P: Problem> Survey<'a, P> {
    /// For a search of `problem`, which stands at `place`.
    pub(super) fn new(problem: P, place: Place<P::Choice>, reporter: &'a mut Reporter) -> Self {
        let next = reporter.next(Instant::now(), Duration::ZERO);
        Survey { scout: Scout::new(problem, place), reporter, next, asked: false }
    }

    /// To be called often: asks when it is time, and tells when called again and all have told what they have left.
    pub(super) fn look(&mut self, pool: &PoolOf<P>, nodes: u64, solutions: u64) {
        let now = Instant::now();
        if now < self.next {
            return;
        }
        if !self.asked {
            self.asked = true;
            pool.survey();
            return;
        }
        let Some(parts) = pool.left() else { return };
        let left = parts.iter().map(|part| self.scout.left(part)).sum();
        self.reporter.tell(left, nodes, solutions);
        self.asked = false;
        self.next = self.reporter.next(now, now.elapsed());
    }
}
