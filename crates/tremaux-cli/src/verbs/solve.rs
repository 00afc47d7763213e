//! `solve`: the first solution.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tremaux::{Limit, Outcome};
use tremaux_puzzles::{Aim, Engine, Puzzle, Shortcut};

use super::{Ask, Plan, Wanted};
use crate::failure::{self, Exit, Failure};
use crate::session::{Report, Session, limit_name};

/// What is told of a solution that may not be the first.
const NOT_THE_FIRST: &str = "a solution, but perhaps not the first in the textbook order, which would take too long; \
                             --engine bits searches for that one";

pub(crate) fn solve<P: Puzzle>(session: &mut Session, puzzle: &P, any: bool) -> Result<Exit, Failure> {
    let began = Instant::now();
    let asked = if any { Aim::Any } else { Aim::First };
    let Answer { solution, aim, report } = match without_search(session, puzzle, asked) {
        Known::Answer(answer) => answer,
        Known::Nothing(aim) => searched(session, puzzle, asked, aim),
    };
    if let Some(solution) = &solution {
        super::verified(puzzle, solution)?;
    }
    say(session, puzzle, (asked, aim), solution.as_ref(), &report, began.elapsed())
}

/// Says what was found, which was verified: what it is to be was `asked`, and by its `aim` it is.
pub(crate) fn say<P: Puzzle>(
    session: &mut Session,
    puzzle: &P,
    (asked, aim): (Aim, Aim),
    found: Option<&P::Solution>,
    report: &Report,
    took: Duration,
) -> Result<Exit, Failure> {
    let stopped = match report.outcome {
        Outcome::Stopped(limit) if limit != Limit::Solutions => Some(limit),
        _ => None,
    };
    let may_not_be_first = found.is_some() && aim != asked;
    if may_not_be_first {
        session.announce(Some(NOT_THE_FIRST));
    }
    if aim == Aim::First && found.is_none() && stopped == Some(Limit::Time) && !session.options.quiet {
        failure::say("it was looking for the first solution; --any takes whichever it finds, which may be much sooner");
    }
    if session.printer.is_text() {
        say_in_text(session, puzzle, found, stopped)?;
    } else {
        let mut fields = session.printer.head(puzzle.input());
        let solutions: Vec<Value> = found.into_iter().map(|solution| puzzle.json(solution)).collect();
        fields.insert("solutions".into(), json!(solutions));
        if may_not_be_first {
            fields.insert("first".into(), json!(false));
        }
        fields.extend(session.tail(stopped.is_none(), Some(report), took.as_secs_f64()));
        session.printer.object(fields)?;
    }
    Ok(session.conclude(report, found.iter().count() as u64))
}

/// A solution, or that there is none.
struct Answer<S> {
    solution: Option<S>,
    /// What it is: the first, or any.
    aim: Aim,
    report: Report,
}

/// What is known without a search.
enum Known<S> {
    Answer(Answer<S>),
    /// Nothing: a search for this has to tell.
    Nothing(Aim),
}

/// What is known without a search, where nobody asks for what a search would do.
fn without_search<P: Puzzle>(session: &Session, puzzle: &P, asked: Aim) -> Known<P::Solution> {
    let asks_for_search = session.options.stats || session.options.max_nodes.is_some();
    if session.engine() != Engine::Fast || asks_for_search {
        return Known::Nothing(asked);
    }
    let (solution, aim, is_stopped) = match puzzle.solve_without_search(asked, &|| session.must_stop().is_some()) {
        Shortcut::Found(solution) => (solution, asked, false),
        Shortcut::Instead(solution) => (solution, Aim::Any, false),
        Shortcut::Partial(solution) => (solution, Aim::Any, true),
        Shortcut::Cancelled => (None, asked, true),
        Shortcut::SearchAny => return Known::Nothing(Aim::Any),
        Shortcut::Search | Shortcut::Refused(_) => return Known::Nothing(asked),
    };
    let outcome = match solution {
        _ if is_stopped => Outcome::Stopped(session.must_stop().unwrap_or(Limit::Cancelled)),
        Some(_) => Outcome::Paused,
        None => Outcome::Complete,
    };
    Known::Answer(Answer { solution, aim, report: Report { outcome, stats: None, place: None } })
}

/// Searches for a solution to `aim`. Unless any is asked for, it is the first that the search comes to, so that it does not
/// depend on the number of threads.
fn searched<P: Puzzle>(session: &Session, puzzle: &P, asked: Aim, aim: Aim) -> Answer<P::Solution> {
    let mut solution = None;
    let mut found = |one| {
        solution = Some(one);
        ControlFlow::Break(())
    };
    let wanted = if asked == Aim::Any { Wanted::AsFound(&mut found) } else { Wanted::InOrder(&mut found) };
    let report = puzzle.pose(session.engine(), aim, Ask { plan: Plan::new(session, Some(1), false), wanted });
    Answer { solution, aim, report }
}

fn say_in_text<P: Puzzle>(
    session: &mut Session,
    puzzle: &P,
    first: Option<&P::Solution>,
    stopped: Option<Limit>,
) -> Result<(), Failure> {
    let text = match (first, stopped) {
        (Some(solution), _) => {
            session.announce(puzzle.heading());
            super::text(puzzle, solution, session.options.format)?
        }
        (None, Some(limit)) => format!("unknown: {}", limit_name(limit)),
        (None, None) => puzzle.none(Aim::First),
    };
    Ok(session.printer.block(&text)?)
}
