//! `count`: how many solutions there are, storing none.

use std::ops::ControlFlow;
use std::time::Instant;

use num_bigint::BigUint;
use serde_json::{Value, json};
use tremaux::{Limits, Outcome, Problem};
use tremaux_puzzles::{Aim, Engine, Puzzle, Question};

use crate::failure::{Exit, Failure};
use crate::session::{Report, Session};

/// The largest number that every reader of JSON takes exactly.
const LARGEST_JSON_NUMBER: u64 = 1 << 53;

/// Counts solutions up to the limit.
struct Count {
    limits: Limits,
    stats: bool,
}

impl<S> Question<S> for Count {
    type Answer = (u64, Report);

    fn ask<P: Problem<Solution = S>>(self, problem: P) -> (u64, Report) {
        let mut count = 0;
        let report = super::report(problem, self.limits, self.stats, |_| {
            count += 1;
            ControlFlow::Continue(())
        });
        (count, report)
    }
}

pub(crate) fn count<P: Puzzle>(session: &mut Session, puzzle: &P, limit: Option<u64>) -> Result<Exit, Failure> {
    let began = Instant::now();
    let (count, report) = match without_search(session, puzzle, limit) {
        Some(known) => known,
        None => {
            let limits = session.limits();
            let limits = limit.map_or(limits.clone(), |most| limits.solutions(most));
            let (count, report) =
                puzzle.pose(session.engine(), Aim::Count, Count { limits, stats: session.options.stats });
            (BigUint::from(count), report)
        }
    };
    if session.printer.is_text() {
        session.printer.block(&count.to_string())?;
    } else {
        let mut fields = session.printer.head(puzzle.input());
        fields.insert("count".into(), number(&count));
        fields.extend(session.tail(report.outcome.is_complete(), Some(&report), began.elapsed().as_secs_f64()));
        session.printer.object(fields)?;
    }
    Ok(session.conclude(&report, u64::try_from(&count).unwrap_or(u64::MAX)))
}

/// The count by formula, where there is one and nobody asks what a search would do.
fn without_search<P: Puzzle>(session: &Session, puzzle: &P, limit: Option<u64>) -> Option<(BigUint, Report)> {
    if session.engine() != Engine::Fast || session.options.stats || session.options.max_nodes.is_some() {
        return None;
    }
    let count = puzzle.count_without_search(&|| session.must_stop().is_some());
    let report = |outcome| Report { outcome, stats: None, place: None };
    match (count, limit.map(BigUint::from)) {
        (Some(count), Some(most)) if count >= most => Some((most, report(Outcome::Paused))),
        (Some(count), _) => Some((count, report(Outcome::Complete))),
        (None, _) => session.must_stop().map(|limit| (BigUint::ZERO, report(Outcome::Stopped(limit)))),
    }
}

/// A number that no reader of JSON rounds: as a string once it passes 2^53.
pub(super) fn number(value: &BigUint) -> Value {
    match u64::try_from(value) {
        Ok(small) if small <= LARGEST_JSON_NUMBER => json!(small),
        _ => json!(value.to_string()),
    }
}
