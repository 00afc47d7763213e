//! The loop that searches, on a stack of its own.

use std::ops::ControlFlow;

use crate::{Observer, Outcome, Problem, Stop};

/// Where a search that is not running stands.
enum Position<P: Problem> {
    /// Before the root is entered.
    Start,
    /// At a node, about to place `choice` out of what was `branch`.
    Before { branch: P::Choices, choice: P::Choice },
    /// At a complete node that was recorded; the top of `path` led to it (an empty path: it is the root).
    Recorded,
    /// Everything is searched.
    End,
}

/// What a watched search must remember of a node to tell its rejects and dead ends.
#[derive(Clone, Copy, Default)]
struct Watched {
    next_option: usize,
    children: usize,
}

/// A search that can be paused anywhere.
///
/// Invariant, whenever `run` is not running: the problem's state is the state it began with, with the choices of
/// `path` placed in order.
pub(crate) struct Driver<P: Problem, O, S> {
    pub(crate) problem: P,
    pub(crate) observer: O,
    pub(crate) stop: S,
    /// For every node above the current one: what is left of its branch, and the choice placed there.
    path: Vec<(P::Choices, P::Choice)>,
    position: Position<P>,
    /// One for every node from the root to the current one; empty unless `O::ACTIVE`.
    watched: Vec<Watched>,
}

impl<P: Problem, O: Observer<P>, S: Stop> Driver<P, O, S> {
    pub(crate) fn new(problem: P, observer: O, stop: S) -> Self {
        Driver { problem, observer, stop, path: Vec::new(), position: Position::Start, watched: Vec::new() }
    }

    /// The same search, where it stands, with another observer and another policy to stop it.
    pub(crate) fn with<O2, S2>(self, change: impl FnOnce(O, S) -> (O2, S2)) -> Driver<P, O2, S2> {
        let Driver { problem, observer, stop, path, position, watched } = self;
        let (observer, stop) = change(observer, stop);
        Driver { problem, observer, stop, path, position, watched }
    }

    pub(crate) fn is_new(&self) -> bool {
        matches!(self.position, Position::Start)
    }

    /// The choices that lead to the node where the search stands, from the root down.
    pub(crate) fn path(&self) -> impl ExactSizeIterator<Item = P::Choice> + '_ {
        self.path.iter().map(|(_, choice)| *choice)
    }

    /// Searches on from where it stands, and calls `found` at every solution until that breaks, a limit stops it, or
    /// nothing is left.
    pub(crate) fn run(&mut self, mut found: impl FnMut(&P) -> ControlFlow<()>) -> Outcome {
        // `choice` is the one to place next, `branch` what is left beside it at the current node.
        let (mut branch, mut choice) = match self.resume(&mut found) {
            Ok(at) => at,
            Err(outcome) => return outcome,
        };
        loop {
            if let Some(limit) = self.stop.before_node() {
                self.position = Position::Before { branch, choice };
                return Outcome::Stopped(limit);
            }
            self.tell_place(choice);
            self.problem.place(choice);
            self.tell_enter();
            match self.problem.choices() {
                Some(mut child) => match self.problem.next_choice(&mut child) {
                    Some(next) => {
                        self.path.push((std::mem::replace(&mut branch, child), choice));
                        choice = next;
                        continue;
                    }
                    None => self.tell_exhausted(),
                },
                None => {
                    if let Some(outcome) = self.record(&mut found) {
                        self.path.push((branch, choice));
                        self.position = Position::Recorded;
                        return outcome;
                    }
                }
            }
            // A leaf, dead end or solution, is not worth a place on the path: back out at once.
            self.problem.unplace(choice);
            self.tell_unplace(choice);
            choice = match self.advance(&mut branch) {
                Some(next) => next,
                None => return self.end(),
            };
        }
    }

    /// The next choice at the current node or, going back, at the nearest one above whose branch has one left.
    #[inline(always)]
    fn advance(&mut self, branch: &mut P::Choices) -> Option<P::Choice> {
        loop {
            if let Some(choice) = self.problem.next_choice(branch) {
                return Some(choice);
            }
            self.tell_exhausted();
            let (parent, placed) = self.path.pop()?;
            self.problem.unplace(placed);
            self.tell_unplace(placed);
            *branch = parent;
        }
    }

    /// Brings a search that stands anywhere to the point just before a placement; `Err` when it ends sooner.
    #[inline(never)]
    fn resume(&mut self, found: &mut impl FnMut(&P) -> ControlFlow<()>) -> Result<(P::Choices, P::Choice), Outcome> {
        let mut branch = match std::mem::replace(&mut self.position, Position::End) {
            Position::Before { branch, choice } => return Ok((branch, choice)),
            Position::End => return Err(Outcome::Complete),
            Position::Start => {
                if let Some(limit) = self.stop.before_node() {
                    self.position = Position::Start;
                    return Err(Outcome::Stopped(limit));
                }
                self.tell_enter();
                match self.problem.choices() {
                    Some(root) => root,
                    None => {
                        let Some(outcome) = self.record(found) else { return Err(self.end()) };
                        self.position = Position::Recorded;
                        return Err(outcome);
                    }
                }
            }
            Position::Recorded => {
                if O::ACTIVE {
                    self.leave();
                }
                let Some((parent, placed)) = self.path.pop() else { return Err(self.end()) };
                self.problem.unplace(placed);
                self.tell_unplace(placed);
                parent
            }
        };
        match self.advance(&mut branch) {
            Some(choice) => Ok((branch, choice)),
            None => Err(self.end()),
        }
    }

    fn end(&mut self) -> Outcome {
        self.position = Position::End;
        Outcome::Complete
    }

    /// Records the complete node where the search is; `Some` when it is to pause there.
    #[inline]
    fn record(&mut self, found: &mut impl FnMut(&P) -> ControlFlow<()>) -> Option<Outcome> {
        if O::ACTIVE {
            self.observer.solution(&self.problem);
        }
        let pause = found(&self.problem).is_break();
        let limit = self.stop.after_solution();
        if let Some(limit) = limit {
            return Some(Outcome::Stopped(limit));
        }
        if pause {
            return Some(Outcome::Paused);
        }
        if O::ACTIVE {
            self.leave();
        }
        None
    }
}

/// What a watched search tells; all of it compiles away where `O::ACTIVE` is false.
impl<P: Problem, O: Observer<P>, S: Stop> Driver<P, O, S> {
    #[inline]
    fn tell_enter(&mut self) {
        if O::ACTIVE {
            self.watched.push(Watched::default());
            self.observer.enter(&self.problem);
        }
    }

    #[inline]
    fn tell_place(&mut self, choice: P::Choice) {
        if O::ACTIVE {
            self.tell_rejected(Some(choice));
            if let Some(node) = self.watched.last_mut() {
                node.children += 1;
            }
            self.observer.place(&self.problem, choice);
        }
    }

    #[inline]
    fn tell_unplace(&mut self, choice: P::Choice) {
        if O::ACTIVE {
            self.observer.unplace(&self.problem, choice);
        }
    }

    #[inline]
    fn tell_exhausted(&mut self) {
        if O::ACTIVE {
            self.tell_rejected(None);
            if self.watched.last().is_some_and(|node| node.children == 0) {
                self.observer.dead_end(&self.problem);
            }
            self.leave();
        }
    }

    fn leave(&mut self) {
        self.observer.leave(&self.problem);
        self.watched.pop();
    }

    /// Reports the options of the current node from the last one looked at to `until`, which is itself allowed.
    fn tell_rejected(&mut self, until: Option<P::Choice>) {
        let Some(node) = self.watched.last_mut() else { return };
        while let Some(option) = self.problem.option(node.next_option) {
            node.next_option += 1;
            if until == Some(option) {
                return;
            }
            self.observer.reject(&self.problem, option);
        }
    }
}
