//! A search that stands between two questions, whatever its problem.

use std::ops::{AddAssign, ControlFlow};

use tremaux::{Limits, Observer, Outcome, Parallel, Problem, Search, Stats};
use tremaux_puzzles::Question;

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
}

impl<S: Send + 'static> Question<S> for Begin {
    type Answer = Box<dyn Running<S>>;

    fn ask<P: Problem<Solution = S> + Clone + Send + 'static>(self, problem: P) -> Box<dyn Running<S>> {
        let search = Search::new(problem).limits(self.limits);
        if self.stats {
            Box::new(search.observe(Stats::default()).threads(self.threads))
        } else {
            Box::new(search.threads(self.threads))
        }
    }
}

/// Begins a search of a part: what is below the node that `unit` leads to. A number says which of the choices of a node is
/// taken, counted from 0.
pub(crate) struct BeginBelow<'a> {
    pub(crate) unit: &'a [u32],
    pub(crate) begin: Begin,
}

impl<S: Send + 'static> Question<S> for BeginBelow<'_> {
    /// `None`: there is no such node.
    type Answer = Option<Box<dyn Running<S>>>;

    fn ask<P: Problem<Solution = S> + Clone + Send + 'static>(self, mut problem: P) -> Self::Answer {
        go_to(&mut problem, self.unit)?;
        Some(self.begin.ask(problem))
    }
}

/// Cuts a search into units: at least so many, unless the whole tree has fewer leaves. Each is named by numbers as in
/// [`BeginBelow`], and they come in the order of the search; no two share a solution, and together they have all.
pub(crate) struct Cut {
    pub(crate) least: usize,
}

impl<S> Question<S> for Cut {
    /// `None`: the problem has a memory, and cannot be cut.
    type Answer = Option<Vec<Vec<u32>>>;

    fn ask<P: Problem<Solution = S> + Clone + Send + 'static>(self, mut problem: P) -> Self::Answer {
        if problem.remembers() {
            return None;
        }
        let mut units = vec![Vec::new()];
        let mut grows = true;
        while grows && units.len() < self.least {
            grows = false;
            let mut below = Vec::new();
            for unit in units {
                let placed = go_to(&mut problem, &unit)?;
                match problem.choices() {
                    // A complete node is a unit of one solution.
                    None => below.push(unit),
                    Some(mut branch) => {
                        let choices = std::iter::from_fn(|| problem.next_choice(&mut branch)).count();
                        let child = |number| unit.iter().copied().chain([number]).collect();
                        below.extend((0..u32::try_from(choices).ok()?).map(child));
                        grows = true;
                    }
                }
                placed.into_iter().rev().for_each(|choice| problem.unplace(choice));
            }
            units = below;
        }
        Some(units)
    }
}

/// Places the choices that lead to a node, and gives them; `None`, with whatever was placed, if there is no such node.
fn go_to<P: Problem>(problem: &mut P, unit: &[u32]) -> Option<Vec<P::Choice>> {
    let mut placed = Vec::new();
    for &number in unit {
        let mut branch = problem.choices()?;
        let choice = std::iter::from_fn(|| problem.next_choice(&mut branch)).nth(number as usize)?;
        problem.place(choice);
        placed.push(choice);
    }
    Some(placed)
}
