//! The loop that searches, on a stack of its own.

use std::ops::ControlFlow;

use crate::{Observer, Outcome, Problem, Stop};

/// Where a search that is not running stands.
enum Position<P: Problem> {
    /// Before the node that `path` leads to is entered: on a new search, the root.
    Entering,
    /// At a node, about to place `choice` out of what was `branch`.
    Before { branch: P::Choices, choice: P::Choice },
    /// At a complete node that was recorded; the top of `path` led to it (an empty path: it is the root).
    Recorded,
    /// At a node that is done with, and has been left; the top of `path` led to it.
    Left,
    /// Everything is searched.
    End,
}

/// What is next at the node that a [`Rest`] leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// It is to be entered.
    Enter,
    /// It is done with: its siblings are next.
    Leave,
}

/// A part of a search that is still to be done, named by choices: first what is `next` at the node that all of them
/// lead to, then the untaken choices of every node above it, down to the one where the first of `path` was placed.
#[derive(Clone, Debug)]
pub(crate) struct Rest<C> {
    pub(crate) path: Vec<C>,
    pub(crate) next: Next,
}

/// How many levels with nothing left are not to be given with what is.
const LONG_WAY_BACK: usize = 256;

/// What a watched search must remember of a node to tell its rejects and dead ends.
#[derive(Clone, Copy, Default)]
struct Watched {
    next_option: usize,
    children: usize,
}

/// A search that can be paused anywhere.
///
/// Invariant, whenever `run` is not running: the problem's state is the state it began with, with the choices of
/// `given` and then those of `path` placed in order.
pub(crate) struct Driver<P: Problem, O, S> {
    pub(crate) problem: P,
    pub(crate) observer: O,
    pub(crate) stop: S,
    /// The choices that lead to where `path` begins. What was left beside them has been given away: the search ends when
    /// it comes back to them.
    given: Vec<P::Choice>,
    /// For every node from there down to above the current one: what is left of its branch, and the choice placed there.
    path: Vec<(P::Choices, P::Choice)>,
    position: Position<P>,
    /// In this many entries at the beginning of `path`, no choice is left. Such an entry stays as it is until the search
    /// ends.
    spent: usize,
    /// One for every node from the root to the current one; empty unless `O::ACTIVE`.
    watched: Vec<Watched>,
}

impl<P: Problem, O: Observer<P>, S: Stop> Driver<P, O, S> {
    pub(crate) fn new(problem: P, observer: O, stop: S) -> Self {
        Driver {
            problem,
            observer,
            stop,
            given: Vec::new(),
            path: Vec::new(),
            position: Position::Entering,
            spent: 0,
            watched: Vec::new(),
        }
    }

    /// The same search, where it stands, with another observer and another policy to stop it.
    pub(crate) fn with<O2, S2>(self, change: impl FnOnce(O, S) -> (O2, S2)) -> Driver<P, O2, S2> {
        let Driver { problem, observer, stop, given, path, position, spent, watched } = self;
        let (observer, stop) = change(observer, stop);
        Driver { problem, observer, stop, given, path, position, spent, watched }
    }

    pub(crate) fn is_new(&self) -> bool {
        matches!(self.position, Position::Entering) && self.given.is_empty() && self.path.is_empty()
    }

    /// The choices that lead to the node where the search stands, from where it began.
    pub(crate) fn path(&self) -> impl Iterator<Item = P::Choice> + '_ {
        self.given.iter().copied().chain(self.path.iter().map(|(_, choice)| *choice))
    }

    /// Searches on from where it stands, and calls `found` at every solution until that breaks, a limit stops it, or
    /// nothing is left.
    pub(crate) fn run(&mut self, mut found: impl FnMut(&P) -> ControlFlow<()>) -> Outcome {
        loop {
            let ended = match self.resume(&mut found) {
                Ok((branch, choice)) => self.run_while_granted(branch, choice, &mut found),
                Err(outcome) => Some(outcome),
            };
            if let Some(outcome) = ended {
                return outcome;
            }
        }
    }

    /// The loop: from before `choice` is placed, with `branch` left beside it, for as long as the policy grants nodes;
    /// `None` where it is to be asked for more.
    ///
    /// It is asked outside of the loop, which is a function of its own, because the compiler then keeps what the problem
    /// works on in registers from one node to the next. Asked within, it cost Sudokus and mazes 9 and 23 % of their time
    /// (`bench`: `limits cost`).
    #[inline(never)]
    fn run_while_granted(
        &mut self,
        mut branch: P::Choices,
        mut choice: P::Choice,
        found: &mut impl FnMut(&P) -> ControlFlow<()>,
    ) -> Option<Outcome> {
        loop {
            self.tell_place(choice);
            self.problem.place(choice);
            self.tell_enter();
            let below = match self.problem.choices() {
                Some(mut child) => match self.problem.next_choice(&mut child) {
                    Some(first) => Some((child, first)),
                    None => {
                        self.tell_exhausted();
                        None
                    }
                },
                None => {
                    if let Some(outcome) = self.record(found) {
                        self.path.push((branch, choice));
                        self.position = Position::Recorded;
                        return Some(outcome);
                    }
                    None
                }
            };
            choice = match below {
                Some((child, first)) => {
                    self.path.push((std::mem::replace(&mut branch, child), choice));
                    first
                }
                None => {
                    // A leaf, dead end or solution, is not worth a place on the path: back out at once.
                    self.problem.unplace(choice);
                    self.tell_unplace(choice);
                    match self.advance(&mut branch) {
                        Some(next) => next,
                        None => return Some(self.end()),
                    }
                }
            };
            if !self.stop.is_granted() {
                self.position = Position::Before { branch, choice };
                return None;
            }
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
            *branch = self.go_back()?;
        }
    }

    /// Takes the last choice of `path` back and returns what is left beside it, unless the search ends there.
    #[inline(always)]
    fn go_back(&mut self) -> Option<P::Choices> {
        let (parent, placed) = self.path.pop()?;
        self.problem.unplace(placed);
        self.tell_unplace(placed);
        Some(parent)
    }

    /// Brings a search that stands anywhere to a placement that the policy allows; `Err` when it ends sooner.
    #[inline(never)]
    fn resume(&mut self, found: &mut impl FnMut(&P) -> ControlFlow<()>) -> Result<(P::Choices, P::Choice), Outcome> {
        let (branch, choice) = self.next_placement(found)?;
        match self.stop.before_node() {
            None => Ok((branch, choice)),
            Some(limit) => {
                self.position = Position::Before { branch, choice };
                Err(Outcome::Stopped(limit))
            }
        }
    }

    /// The placement that is next, and what is left of its branch; `Err` when the search ends sooner.
    fn next_placement(
        &mut self,
        found: &mut impl FnMut(&P) -> ControlFlow<()>,
    ) -> Result<(P::Choices, P::Choice), Outcome> {
        let mut branch = match std::mem::replace(&mut self.position, Position::End) {
            Position::Before { branch, choice } => return Ok((branch, choice)),
            Position::End => return Err(Outcome::Complete),
            Position::Entering => {
                if let Some(limit) = self.stop.before_node() {
                    self.position = Position::Entering;
                    return Err(Outcome::Stopped(limit));
                }
                self.tell_enter();
                match self.problem.choices() {
                    Some(root) => root,
                    None => {
                        if let Some(outcome) = self.record(found) {
                            self.position = Position::Recorded;
                            return Err(outcome);
                        }
                        self.go_back().ok_or_else(|| self.end())?
                    }
                }
            }
            Position::Recorded => {
                if O::ACTIVE {
                    self.leave();
                }
                self.go_back().ok_or_else(|| self.end())?
            }
            Position::Left => self.go_back().ok_or_else(|| self.end())?,
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

/// Parts of a search, given away and taken on. Whatever is watched is told once, by the search that does it.
impl<P: Problem, O: Observer<P>, S: Stop> Driver<P, O, S> {
    /// Begins the search of a [`Rest`]; the problem stands where the first choice of its path was placed.
    ///
    /// # Panics
    /// If the problem offers other choices there than it did: they may depend on its state alone.
    pub(crate) fn take_on(&mut self, path: &[P::Choice], next: Next) {
        self.given.clear();
        self.path.clear();
        self.spent = 0;
        self.watched.clear();
        for &choice in path {
            let branch = self.branch_after(choice);
            if O::ACTIVE {
                let options = (0..).map_while(|index| self.problem.option(index));
                let next_option = options.take_while(|option| *option != choice).count() + 1;
                self.watched.push(Watched { next_option, children: 1 });
            }
            self.problem.place(choice);
            self.path.push((branch, choice));
        }
        self.position = match next {
            Next::Enter => Position::Entering,
            Next::Leave => Position::Left,
        };
    }

    /// What is left of the branch here once `choice` is taken.
    fn branch_after(&self, choice: P::Choice) -> P::Choices {
        let branch = self.problem.choices();
        let after = branch.and_then(|mut branch| {
            while self.problem.next_choice(&mut branch)? != choice {}
            Some(branch)
        });
        after.unwrap_or_else(|| panic!("{choice:?} was a choice here before: choices may depend on the state alone"))
    }

    /// Gives the shallowest choices away that may be left on the path, those of up to `levels` nodes; nothing if there
    /// are none. To be called where the search was stopped before a node.
    ///
    /// What is given are paths, each below the one before it, to be done [`Next::Leave`]. Where there are two, all choices
    /// are on the second; on the first there is nothing left but to go back, which is long and better done by itself: the
    /// second may be given on and on.
    ///
    /// Takes no longer than the search took to get to where it stands, and never looks at a node twice.
    pub(crate) fn give(&mut self, levels: usize) -> Vec<Vec<P::Choice>> {
        let may_be_left = |branch: &P::Choices| branch.size_hint().1 != Some(0);
        while self.path.get(self.spent).is_some_and(|(branch, _)| !may_be_left(branch)) {
            self.spent += 1;
        }
        if self.spent == self.path.len() {
            match &self.position {
                Position::Before { branch, .. } if may_be_left(branch) => self.descend(),
                _ => return Vec::new(),
            }
        }
        let end = self.path.len().min(self.spent.saturating_add(levels));
        let back = if self.spent >= LONG_WAY_BACK { self.spent } else { 0 };
        let mut choices = self.path.drain(..end).map(|(_, choice)| choice);
        let way_back = (back > 0).then(|| choices.by_ref().take(back).collect());
        let paths: Vec<Vec<_>> = way_back.into_iter().chain([choices.collect()]).collect();
        self.given.extend(paths.iter().flatten());
        self.spent = 0;
        paths
    }

    /// Ends this search; what was left of it, and not given away, unless that is nothing.
    pub(crate) fn suspend(&mut self) -> Option<Rest<P::Choice>> {
        self.descend();
        let rest = self.rest();
        if let Position::Recorded = std::mem::replace(&mut self.position, Position::End)
            && O::ACTIVE
        {
            self.leave();
        }
        rest
    }

    /// What is left of this search, and not given away, unless that is nothing.
    pub(crate) fn rest(&self) -> Option<Rest<P::Choice>> {
        let (placed_next, next) = match &self.position {
            Position::End => return None,
            Position::Before { choice, .. } => (Some(*choice), Next::Enter),
            Position::Entering => (None, Next::Enter),
            Position::Left | Position::Recorded => (None, Next::Leave),
        };
        let path = self.path.iter().map(|(_, choice)| *choice).chain(placed_next).collect();
        Some(Rest { path, next })
    }

    /// Where a choice is to be placed next: places it, and stands before the node below.
    fn descend(&mut self) {
        match std::mem::replace(&mut self.position, Position::Entering) {
            Position::Before { branch, choice } => {
                self.tell_place(choice);
                self.problem.place(choice);
                self.path.push((branch, choice));
            }
            other => self.position = other,
        }
    }

    /// How many choices are this search's to take back.
    pub(crate) fn own_depth(&self) -> usize {
        self.path.len()
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
