//! Two programs side by side, and the first step at which they part.

use std::ops::ControlFlow;

use tremaux::{Event, Limits, Problem, Scene, Stats};

use crate::trace::{End, Kind};
use crate::watch::{Numbered, Recording, Sink, Watched, watch};

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

/// The most steps in which a parting is looked for.
const MOST_STEPS: usize = 1 << 17;

/// Runs a program and looks at it for `most` steps.
fn look<P: Problem>(run: &Run<'_, P>, most: usize) -> Vec<Seen> {
    let recording = Recording { events: most, from: 0, limits: limits(run.first, Limits::new()) };
    let sink = Looker { fault: run.fault, saved: run.saved, solutions: Vec::new(), seen: Vec::new() };
    watch((run.problem)(), recording, sink).sink.seen
}

/// Runs a program to its end, under `limits`.
pub fn end<P: Problem>(run: &Run<'_, P>, limits: Limits) -> Ended {
    let recording = Recording { events: usize::MAX, from: 0, limits: self::limits(run.first, limits) };
    let sink = Ender { fault: run.fault, first: None, broken: None };
    let Watched { problem, placed, sink, stats, end } = watch((run.problem)(), recording, sink);
    let saved = sink.first.as_ref().map(run.saved);
    let scene = problem.draw(&placed, Event::Leave);
    Ended { stats, end, fault: sink.broken, saved, scene }
}

fn limits(first: bool, limits: Limits) -> Limits {
    if first { limits.solutions(1) } else { limits }
}

/// The first step at which two programs part, looked for in longer and longer beginnings; `None` where they don't, or not
/// in some hundred thousand steps. A step is the same to both if what happens, what is seen, and what was saved are.
#[must_use]
pub fn parting<R: Problem, W: Problem>(right: &Run<'_, R>, wrong: &Run<'_, W>) -> Option<Parting> {
    let mut most = 64;
    while most <= MOST_STEPS {
        let (one, other) = (look(right, most), look(wrong, most));
        let steps = one.len().max(other.len());
        if let Some(step) = (0..steps).find(|step| one.get(*step) != other.get(*step)) {
            return Some(Parting { step: step + 1, seen: [one.get(step).cloned(), other.get(step).cloned()] });
        }
        if steps < most {
            return None;
        }
        most *= 4;
    }
    None
}

struct Looker<'a, P: Problem> {
    fault: &'a dyn Fn(&P) -> Option<String>,
    saved: &'a dyn Fn(&P::Solution) -> String,
    solutions: Vec<P::Solution>,
    seen: Vec<Seen>,
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
            self.solutions.push(problem.solution());
        }
        let placed = path.len() - usize::from(kind == Kind::Unplace);
        let placed: Vec<_> = path[..placed].iter().filter_map(|(_, choice)| *choice).collect();
        let fault = (self.fault)(problem);
        let broken = fault.is_some();
        self.seen.push(Seen {
            kind,
            choice: event.choice().map(|choice| problem.label(choice)),
            mark,
            scene: problem.draw(&placed, event),
            saved: self.solutions.last().map(self.saved),
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
