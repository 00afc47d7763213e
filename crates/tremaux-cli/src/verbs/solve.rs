//! `solve`: the first solution.

use std::ops::ControlFlow;
use std::time::Instant;

use serde_json::{Value, json};
use tremaux::{Limit, Outcome};
use tremaux_puzzles::{Aim, Engine, Puzzle, Shortcut};

use super::{Ask, Plan, Wanted};
use crate::failure::{self, Exit, Failure};
use crate::session::{Report, Session, limit_name};

pub(crate) fn solve<P: Puzzle>(session: &mut Session, puzzle: &P, any: bool) -> Result<Exit, Failure> {
    let began = Instant::now();
    let aim = if any { Aim::Any } else { Aim::First };
    let (first, report) = without_search(session, puzzle, aim).unwrap_or_else(|| searched(session, puzzle, aim));
    if let Some(solution) = &first {
        super::verified(puzzle, solution)?;
    }
    let stopped = match report.outcome {
        Outcome::Stopped(limit) if first.is_none() => Some(limit),
        _ => None,
    };
    if aim == Aim::First && stopped == Some(Limit::Time) && !session.options.quiet {
        failure::say("it was looking for the first solution; --any takes whichever it finds, which may be much sooner");
    }
    if session.printer.is_text() {
        say(session, puzzle, first.as_ref(), stopped)?;
    } else {
        let mut fields = session.printer.head(puzzle.input());
        let solutions: Vec<Value> = first.iter().map(|solution| puzzle.json(solution)).collect();
        fields.insert("solutions".into(), json!(solutions));
        fields.extend(session.tail(stopped.is_none(), Some(&report), began.elapsed().as_secs_f64()));
        session.printer.object(fields)?;
    }
    Ok(session.conclude(&report, first.iter().count() as u64))
}

/// A solution, or that there is none, without a search, where nobody asks for what a search would do.
fn without_search<P: Puzzle>(session: &Session, puzzle: &P, aim: Aim) -> Option<(Option<P::Solution>, Report)> {
    let asks_for_search = session.options.stats || session.options.max_nodes.is_some();
    if session.engine() != Engine::Fast || asks_for_search {
        return None;
    }
    let (solution, outcome) = match puzzle.solve_without_search(aim, &|| session.must_stop().is_some()) {
        Shortcut::Found(Some(solution)) => (Some(solution), Outcome::Paused),
        Shortcut::Found(None) => (None, Outcome::Complete),
        Shortcut::Partial(solution) => (solution, Outcome::Stopped(session.must_stop().unwrap_or(Limit::Cancelled))),
        Shortcut::Cancelled => (None, Outcome::Stopped(session.must_stop().unwrap_or(Limit::Cancelled))),
        Shortcut::Search | Shortcut::Refused(_) => return None,
    };
    Some((solution, Report { outcome, stats: None, place: None }))
}

fn searched<P: Puzzle>(session: &Session, puzzle: &P, aim: Aim) -> (Option<P::Solution>, Report) {
    let mut first = None;
    let mut found = |solution| {
        first = Some(solution);
        ControlFlow::Break(())
    };
    let wanted = if aim == Aim::Any { Wanted::AsFound(&mut found) } else { Wanted::InOrder(&mut found) };
    let report = puzzle.pose(session.engine(), aim, Ask { plan: Plan::new(session, Some(1), false), wanted });
    (first, report)
}

fn say<P: Puzzle>(
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
