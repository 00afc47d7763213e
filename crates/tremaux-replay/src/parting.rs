//! Two programs side by side, and the first step at which they part.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use tremaux::{Event, Limit, Limits, Outcome, Problem, Scene, Search, Stats, Stop};

use crate::trace::{End, Kind};
use crate::watch::{Numbered, Recording, Sink, Watch, Watched, watch, watched};

/// A program to be run.
pub struct Run<'a, P: Problem> {
    /// Makes the problem it searches.
    pub problem: &'a dyn Fn() -> P,
    /// Whether it stops at the first solution.
    pub first: bool,
    /// What broke, once something has.
    pub fault: &'a dyn Fn(&P) -> Option<String>,
    /// What was saved of a solution, as it is now.
    pub saved: &'a dyn Fn(&P::Solution) -> String,
}

/// What one sees of a program after a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// What happened.
    pub kind: Kind,
    /// The choice rejected, placed or taken back.
    pub choice: Option<String>,
    /// The mark that rejected it.
    pub mark: Option<&'static str>,
    /// The state.
    pub scene: Scene,
    /// The last solution saved, as it is now.
    pub saved: Option<String>,
    /// What broke at the step.
    pub fault: Option<String>,
}

/// How a program ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// Its quantities.
    pub stats: Stats,
    /// Why it ended; the end of one in which something broke means nothing.
    pub end: End,
    /// What broke.
    pub fault: Option<String>,
    /// The first solution saved, as it is at the end.
    pub saved: Option<String>,
    /// The state at the end.
    pub scene: Scene,
}

/// Where two programs part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parting {
    /// The first step at which one sees something else, from 1.
    pub step: usize,
    /// What one sees of both after it; `None` of one that ended before.
    pub seen: [Option<Seen>; 2],
}

/// What comes of two programs side by side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Compared {
    /// They part.
    Part(Box<Parting>),
    /// They make the same steps to their end.
    Same,
    /// They make the same steps as far as they were run: so many.
    SameFor(usize),
}

impl Compared {
    /// Where they part, if they do.
    #[must_use]
    pub fn parting(&self) -> Option<&Parting> {
        match self {
            Compared::Part(parting) => Some(parting),
            Compared::Same | Compared::SameFor(_) => None,
        }
    }
}

/// The most steps in which a parting is looked for.
const MOST_STEPS: usize = 1 << 17;

/// Runs a program to its end, under `limits`.
pub fn end<P: Problem>(run: &Run<'_, P>, limits: Limits) -> Ended {
    let recording = Recording { events: usize::MAX, from: 0, limits: self::limits(run.first, limits) };
    let mut ender = Ender { fault: run.fault, first: None, broken: None };
    let Watched { problem, placed, stats, end } = watch((run.problem)(), recording, &mut ender);
    let saved = ender.first.as_ref().map(run.saved);
    let scene = problem.draw(&placed, Event::Leave);
    Ended { stats, end, fault: ender.broken, saved, scene }
}

fn limits(first: bool, limits: Limits) -> Limits {
    if first { limits.solutions(1) } else { limits }
}

/// Runs two programs side by side, each under `limits`, until they part; for some hundred thousand steps at most. A step is
/// the same to both if what happens, what is seen, and what was saved are.
///
/// Both are drawn once at every step, and no more is kept of them than a few nodes' steps.
#[must_use]
pub fn parting<R: Problem, W: Problem>(right: &Run<'_, R>, wrong: &Run<'_, W>, limits: &Limits) -> Compared {
    let (mut right, mut wrong) = (Side::new(right, limits), Side::new(wrong, limits));
    for step in 1..=MOST_STEPS {
        match (right.next(), wrong.next()) {
            (Ok(None), Ok(None)) => return Compared::Same,
            (Ok(right), Ok(wrong)) if right == wrong => {}
            (Ok(right), Ok(wrong)) => return Compared::Part(Box::new(Parting { step, seen: [right, wrong] })),
            (Err(Limited), _) | (_, Err(Limited)) => return Compared::SameFor(step - 1),
        }
    }
    Compared::SameFor(MOST_STEPS)
}

/// A program that is run a little at a time.
struct Side<'a, P: Problem> {
    search: Search<P, Watch<P::Choice, Looker<'a, P>>, Pace>,
    first: bool,
    ended: bool,
}

/// A limit ended a program, and not the program itself.
struct Limited;

impl<'a, P: Problem> Side<'a, P> {
    fn new(run: &Run<'a, P>, limits: &Limits) -> Self {
        let looker = Looker { fault: run.fault, saved: run.saved, last: None, seen: VecDeque::new() };
        let pace = Pace { limits: limits.clone(), left: Pace::STRIDE, is_limited: false };
        Side { search: watched((run.problem)(), looker, pace), first: run.first, ended: false }
    }

    /// What is seen at the next step; `None` after the last.
    fn next(&mut self) -> Result<Option<Seen>, Limited> {
        loop {
            let seen = self.search.observer_mut().sink.seen.pop_front();
            if seen.is_some() || self.ended {
                return Ok(seen);
            }
            if self.search.policy().is_limited {
                return Err(Limited);
            }
            let first = self.first;
            let outcome = self.search.visit(|_| if first { ControlFlow::Break(()) } else { ControlFlow::Continue(()) });
            let is_broken = self.search.observer().has_enough();
            self.ended = is_broken || !matches!(outcome, Outcome::Stopped(_));
        }
    }
}

/// Stops a search again and again, after a few nodes; and for good at its limits.
struct Pace {
    limits: Limits,
    left: usize,
    is_limited: bool,
}

impl Pace {
    const STRIDE: usize = 16;

    fn limited(&mut self, limit: Option<Limit>) -> Option<Limit> {
        self.is_limited |= limit.is_some();
        limit
    }
}

impl Stop for Pace {
    fn before_node(&mut self) -> Option<Limit> {
        if self.left == 0 {
            self.left = Pace::STRIDE;
            return Some(Limit::Nodes);
        }
        self.left -= 1;
        let limit = self.limits.before_node();
        self.limited(limit)
    }

    fn after_solution(&mut self) -> Option<Limit> {
        let limit = self.limits.after_solution();
        self.limited(limit)
    }
}

struct Looker<'a, P: Problem> {
    fault: &'a dyn Fn(&P) -> Option<String>,
    saved: &'a dyn Fn(&P::Solution) -> String,
    /// The last solution saved.
    last: Option<P::Solution>,
    /// What was seen, and not compared yet.
    seen: VecDeque<Seen>,
}

impl<P: Problem> Sink<P> for Looker<'_, P> {
    fn begin(&mut self, _: &P, _: &[Numbered<P::Choice>], _: &Stats) {}

    fn event(
        &mut self,
        problem: &P,
        event: Event<P::Choice>,
        path: &[Numbered<P::Choice>],
        mark: Option<&'static str>,
    ) -> ControlFlow<()> {
        let kind = Kind::of(&event);
        if kind == Kind::Solution {
            self.last = Some(problem.solution());
        }
        let placed = path.len() - usize::from(kind == Kind::Unplace);
        let placed: Vec<_> = path[..placed].iter().filter_map(|(_, choice)| *choice).collect();
        let fault = (self.fault)(problem);
        let broken = fault.is_some();
        self.seen.push_back(Seen {
            kind,
            choice: event.choice().map(|choice| problem.label(choice)),
            mark,
            scene: problem.draw(&placed, event),
            saved: self.last.as_ref().map(self.saved),
            fault,
        });
        if broken { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

struct Ender<'a, P: Problem> {
    fault: &'a dyn Fn(&P) -> Option<String>,
    first: Option<P::Solution>,
    broken: Option<String>,
}

impl<P: Problem> Sink<P> for Ender<'_, P> {
    fn begin(&mut self, _: &P, _: &[Numbered<P::Choice>], _: &Stats) {}

    fn event(
        &mut self,
        problem: &P,
        event: Event<P::Choice>,
        _: &[Numbered<P::Choice>],
        _: Option<&'static str>,
    ) -> ControlFlow<()> {
        if matches!(event, Event::Solution) && self.first.is_none() {
            self.first = Some(problem.solution());
        }
        self.broken = (self.fault)(problem);
        if self.broken.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[cfg(test)]
mod tests {
    use tremaux::Template;

    use super::*;

    /// Words of `slots` digits.
    fn words(slots: usize) -> impl Problem<Solution = Vec<u8>> {
        Template {
            slots,
            board: Vec::new(),
            options: |_: &Vec<u8>, _slot| 0..3_u8,
            is_valid: |_: &Vec<u8>, _slot, digit| digit != 1,
            place: |board: &mut Vec<u8>, _slot, digit| board.push(digit),
            unplace: |board: &mut Vec<u8>, _slot, _digit| {
                board.pop();
            },
            record: |board: &Vec<u8>| board.clone(),
        }
        .problem()
    }

    fn run<P: Problem>(problem: &dyn Fn() -> P) -> Run<'_, P> {
        Run { problem, first: false, fault: &|_| None, saved: &|_| String::new() }
    }

    #[test]
    fn no_more_is_kept_than_a_few_nodes_steps() {
        let problem = || words(12);
        let mut side = Side::new(&run(&problem), &Limits::new());
        let (mut steps, mut most) = (0, 0);
        while let Ok(Some(_)) = side.next() {
            most = most.max(side.search.observer().sink.seen.len());
            steps += 1;
        }
        assert!(steps > 40_000 && most < 8 * Pace::STRIDE, "{steps} steps, {most} kept");
    }

    #[test]
    fn programs_that_are_the_same() {
        let (short, long) = (|| words(4), || words(20));
        assert_eq!(parting(&run(&short), &run(&short), &Limits::new()), Compared::Same);
        assert_eq!(parting(&run(&long), &run(&long), &Limits::new()), Compared::SameFor(MOST_STEPS));
        let few = parting(&run(&long), &run(&long), &Limits::new().nodes(10));
        let Compared::SameFor(steps) = few else { panic!("{few:?}") };
        assert!((10..60).contains(&steps), "{steps}");
    }
}
