//! The verbs: each asks its question of any problem there is; those that make puzzles, of Sudokus.

mod all;
mod canonical;
mod check;
mod compare;
mod count;
mod generate;
mod minimize;
mod mistakes;
mod render;
mod solve;
mod trace;
mod tree;

use std::ops::ControlFlow;

use tremaux::{Limits, Observer, Outcome, Problem, Search, Stats, Stop};
use tremaux_puzzles::{Puzzle, Question};

pub(crate) use all::all;
pub(crate) use canonical::canonical;
pub(crate) use check::check;
pub(crate) use compare::compare;
pub(crate) use count::count;
pub(crate) use generate::generate;
pub(crate) use minimize::minimize;
pub(crate) use mistakes::mistakes;
pub(crate) use render::{render, render_trace};
pub(crate) use solve::solve;
pub(crate) use trace::trace;
pub(crate) use tree::tree;

use crate::args::Format;
use crate::failure::Failure;
use crate::session::{PLACE_SHOWN, Report};

/// Calls `found` with every solution until it breaks.
struct Visit<'a, S> {
    limits: Limits,
    stats: bool,
    found: &'a mut dyn FnMut(S) -> ControlFlow<()>,
}

impl<S> Question<S> for Visit<'_, S> {
    type Answer = Report;

    fn ask<P: Problem<Solution = S>>(self, problem: P) -> Report {
        let Visit { limits, stats, found } = self;
        report(problem, limits, stats, |problem| found(problem.solution()))
    }
}

/// Searches `problem`, watched only if `stats`, and says what the search did.
fn report<P: Problem>(problem: P, limits: Limits, stats: bool, found: impl FnMut(&P) -> ControlFlow<()>) -> Report {
    let mut search = Search::new(problem).limits(limits);
    if !stats {
        let outcome = search.visit(found);
        return Report { outcome, stats: None, place: place(&search) };
    }
    let mut search = search.observe(Stats::default());
    let outcome = search.visit(found);
    Report { outcome, stats: Some(*search.observer()), place: place(&search) }
}

/// The place that a search was stopped at, as the labels of the choices that lead to it: the first ones, and one more
/// than is shown where there are more.
fn place<P: Problem, O: Observer<P>, S: Stop>(search: &Search<P, O, S>) -> Option<Vec<String>> {
    if !matches!(search.outcome(), Outcome::Stopped(_)) {
        return None;
    }
    let labels = search.place_reached().into_iter().map(|choice| search.problem().label(choice));
    Some(labels.take(PLACE_SHOWN + 1).collect())
}

/// `solution` goes out only if the independent checker agrees.
fn verified<P: Puzzle>(puzzle: &P, solution: &P::Solution) -> Result<(), Failure> {
    puzzle.verify(solution).map_err(|breach| {
        Failure::Other(format!("a wrong solution was found and is not printed ({breach}); please report this"))
    })
}

/// `solution` as text, in short where that is asked for.
fn text<P: Puzzle>(puzzle: &P, solution: &P::Solution, format: Format) -> Result<String, Failure> {
    if format != Format::Digits {
        return Ok(puzzle.text(solution));
    }
    let no_short_form = || Failure::Other(format!("--format digits: the solutions of {} have no short form", P::NAME));
    puzzle.short(solution).ok_or_else(no_short_form)
}
