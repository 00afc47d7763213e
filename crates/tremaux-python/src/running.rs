//! A search that stands between two questions, whatever its problem.

use std::ops::{AddAssign, ControlFlow};

use tremaux::job::{Name, subtrees};
use tremaux::{Limits, Observer, Outcome, Parallel, Problem, Search, Stats};
use tremaux_puzzles::Question;

use crate::away::{Gauge, Progress};

/// A search to be asked for more, from wherever it was left.
pub(crate) trait Running<S>: Send {
    /// How many solutions there are from here on.
    fn count(&mut self) -> (u64, Outcome);

    /// Gives the solutions from here on to `found`, in the order of the search, until it breaks.
    fn in_order(&mut self, found: &mut dyn FnMut(S) -> ControlFlow<()>) -> Outcome;

    /// A solution, whichever thread finds one first.
    fn any(&mut self) -> (Option<S>, Outcome);

    /// The quantities, where they were asked for.
    fn stats(&self) -> Option<Stats>;

    /// Whether it is good for one run only, and can't be left in between.
    fn remembers(&self) -> bool;
}

/// Whether an observer keeps the quantities.
trait Kept {
    fn kept(&self) -> Option<Stats>;
}

impl Kept for Stats {
    fn kept(&self) -> Option<Stats> {
        Some(*self)
    }
}

impl Kept for tremaux::Silent {
    fn kept(&self) -> Option<Stats> {
        None
    }
}

impl<P, O> Running<P::Solution> for Parallel<P, O>
where
    P: Problem<Solution: Send> + Clone + Send,
    O: Observer<P> + Default + AddAssign + Send + Kept,
{
    fn count(&mut self) -> (u64, Outcome) {
        (Parallel::count(self), self.outcome())
    }

    fn in_order(&mut self, found: &mut dyn FnMut(P::Solution) -> ControlFlow<()>) -> Outcome {
        Parallel::in_order(self, found)
    }

    fn any(&mut self) -> (Option<P::Solution>, Outcome) {
        (Parallel::any(self), self.outcome())
    }

    fn stats(&self) -> Option<Stats> {
        self.observer().kept()
    }

    fn remembers(&self) -> bool {
        self.problem().remembers()
    }
}

/// Begins a search.
pub(crate) struct Begin {
    pub(crate) limits: Limits,
    pub(crate) threads: usize,
    /// Whether the quantities are kept.
    pub(crate) stats: bool,
    /// Told how far it is.
    pub(crate) gauge: Option<Gauge>,
}

impl<S: Send + 'static> Question<S> for Begin {
    type Answer = Box<dyn Running<S>>;

    fn ask<P: Problem<Solution = S> + Clone + Send + 'static>(self, problem: P) -> Box<dyn Running<S>> {
        let search = Search::new(problem).limits(self.limits);
        if self.stats {
            Box::new(told(search.observe(Stats::default()).threads(self.threads), self.gauge))
        } else {
            Box::new(told(search.threads(self.threads), self.gauge))
        }
    }
}

/// The search, which tells how far it is if anyone wants to know.
fn told<P, O>(search: Parallel<P, O>, gauge: Option<Gauge>) -> Parallel<P, O>
where
    P: Problem<Solution: Send> + Clone + Send,
    O: Observer<P> + Default + AddAssign + Send,
{
    match gauge {
        Some(gauge) => search.report(Progress::OFTEN, move |progress| gauge.tell(progress.done)),
        None => search,
    }
}

/// Lists the solutions of a unit: all, or those until the limits are reached.
pub(crate) struct Unit<'a> {
    pub(crate) name: &'a Name,
    pub(crate) limits: Limits,
}

impl<S> Question<S> for Unit<'_> {
    /// The error says that there is no such unit.
    type Answer = Result<Vec<S>, String>;

    fn ask<P: Problem<Solution = S> + Clone + Send>(self, mut problem: P) -> Self::Answer {
        let mut solutions = Vec::new();
        subtrees(&mut problem, self.name, &mut |problem| {
            let mut search = Search::new(problem).limits(self.limits.clone());
            solutions.extend(search.all());
            Ok(search.outcome().is_complete())
        })?;
        Ok(solutions)
    }
}
