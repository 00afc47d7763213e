//! `solve`: the first solution.

use std::ops::ControlFlow;
use std::time::Instant;

use serde_json::{Value, json};
use tremaux::{Limit, Outcome};
use tremaux_puzzles::{Aim, Engine, Puzzle};

use super::Visit;
use crate::failure::{Exit, Failure};
use crate::session::{Report, Session, limit_name};

pub(crate) fn solve<P: Puzzle>(session: &mut Session, puzzle: &P, any: bool) -> Result<Exit, Failure> {
    let began = Instant::now();
    let (first, report) = match constructed(session, puzzle) {
        Some(solution) => (Some(solution), Report { outcome: Outcome::Paused, stats: None, place: None }),
        None => searched(session, puzzle, any),
    };
    if let Some(solution) = &first {
        super::verified(puzzle, solution)?;
    }
    let stopped = match report.outcome {
        Outcome::Stopped(limit) if first.is_none() => Some(limit),
        _ => None,
    };
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

/// A solution without a search, where nobody asks for what a search would do.
fn constructed<P: Puzzle>(session: &Session, puzzle: &P) -> Option<P::Solution> {
    let asks_for_search = session.options.stats || session.options.max_nodes.is_some();
    if session.engine() == Engine::Fast && !asks_for_search { puzzle.first_without_search() } else { None }
}

fn searched<P: Puzzle>(session: &Session, puzzle: &P, any: bool) -> (Option<P::Solution>, Report) {
    let mut first = None;
    let mut found = |solution| {
        first = Some(solution);
        ControlFlow::Break(())
    };
    let visit = Visit { limits: session.limits(), stats: session.options.stats, found: &mut found };
    let aim = if any { Aim::Any } else { Aim::First };
    let report = puzzle.pose(session.engine(), aim, visit);
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
