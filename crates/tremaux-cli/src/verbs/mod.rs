//! The verbs: each asks its question of any problem there is; those that make puzzles, of Sudokus.

pub(crate) mod all;
mod canonical;
mod check;
mod compare;
pub(crate) mod count;
mod estimate;
mod generate;
pub(crate) mod job;
mod minimize;
pub(crate) mod mistakes;
pub(crate) mod render;
pub(crate) mod solve;
mod trace;
mod tree;
mod watch;

use std::ops::{AddAssign, ControlFlow};

use serde_json::Value;
use tremaux::{Limits, Observer, Outcome, Parallel, Problem, Search, Stats};
use tremaux_puzzles::{Puzzle, Question};

pub(crate) use all::all;
pub(crate) use canonical::Form;
pub(crate) use check::{Checked, check};
pub(crate) use compare::compare;
pub(crate) use count::count;
pub(crate) use estimate::estimate;
pub(crate) use generate::{generate, generate_board};
pub(crate) use minimize::Minimized;
pub(crate) use mistakes::mistakes;
pub(crate) use render::{render, render_trace};
pub(crate) use solve::solve;
pub(crate) use trace::trace;
pub(crate) use tree::tree;
pub(crate) use watch::{watch, watch_trace};

use crate::args::{Format, Options};
use crate::failure::Failure;
use crate::progress::Display;
use crate::session::{PLACE_SHOWN, Report, Session};

/// What is asked of a search.
enum Wanted<'a, S> {
    /// How many solutions there are.
    Count(&'a mut u64),
    /// Every solution in the textbook order, until the function breaks.
    InOrder(&'a mut dyn FnMut(S) -> ControlFlow<()>),
    /// Every solution in whatever order, until the function breaks.
    AsFound(&'a mut dyn FnMut(S) -> ControlFlow<()>),
}

/// How a question is searched.
struct Plan {
    limits: Limits,
    stats: bool,
    threads: usize,
    progress: Option<Display>,
}

impl Plan {
    /// How a search is made for up to `most` solutions.
    ///
    /// `between_answers`: whether answers are printed while it searches.
    ///
    /// The answer must not depend on the number of threads. So there is one where it would: where the quantities of a
    /// search that ends early are asked for, and where the nodes are limited.
    fn new(session: &Session, most: Option<u64>, between_answers: bool) -> Self {
        let Options { stats, max_nodes, .. } = session.options;
        let needs_one = max_nodes.is_some() || (stats && most.is_some());
        let threads = if needs_one { 1 } else { session.threads() };
        let limits = most.map_or_else(|| session.limits(), |most| session.limits().solutions(most));
        let progress = if needs_one { None } else { Display::new(&session.options, most.is_some(), between_answers) };
        Plan { limits, stats, threads, progress }
    }
}

/// A question put to a search.
struct Ask<'a, S> {
    plan: Plan,
    wanted: Wanted<'a, S>,
}

impl<S: Send> Question<S> for Ask<'_, S> {
    type Answer = Report;

    fn ask<P: Problem<Solution = S> + Clone + Send>(self, problem: P) -> Report {
        let Ask { plan: Plan { limits, stats, threads, progress }, wanted } = self;
        let search = Search::new(problem).limits(limits);
        if stats {
            report(search.observe(Stats::default()).threads(threads), progress, wanted, |stats| Some(*stats))
        } else {
            report(search.threads(threads), progress, wanted, |_| None)
        }
    }
}

/// Searches for what is `wanted`.
fn report<P, O>(
    search: Parallel<P, O>,
    progress: Option<Display>,
    wanted: Wanted<P::Solution>,
    stats: fn(&O) -> Option<Stats>,
) -> Report
where
    P: Problem<Solution: Send> + Clone + Send,
    O: Observer<P> + Default + AddAssign + Send,
{
    let mut search = match progress {
        None => search,
        Some(mut display) => search.report(display.pace(), move |progress| display.update(progress)),
    };
    let outcome = match wanted {
        Wanted::Count(count) => {
            *count = search.count();
            search.outcome()
        }
        Wanted::InOrder(found) => search.in_order(found),
        Wanted::AsFound(found) => search.as_found(found),
    };
    let place = || labels(search.problem(), search.place_reached());
    Report { outcome, stats: stats(search.observer()), place: stopped(outcome).then(place) }
}

fn stopped(outcome: Outcome) -> bool {
    matches!(outcome, Outcome::Stopped(_))
}

/// The place that a search was stopped at: the labels of the first choices that lead to it, and one more than is shown
/// where there are more.
fn labels<P: Problem>(problem: &P, path: Vec<P::Choice>) -> Vec<String> {
    path.into_iter().take(PLACE_SHOWN + 1).map(|choice| problem.label(choice)).collect()
}

/// What is searched, on a line: the problem, and the instance where that is short.
fn titled(problem: &str, input: &Value) -> String {
    match input {
        Value::String(input) => format!("{problem} {input}"),
        Value::Number(input) => format!("{problem} {input}"),
        _ => problem.to_owned(),
    }
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
