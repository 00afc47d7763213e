//! `count`: how many solutions there are, storing none.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use num_bigint::BigUint;
use serde_json::{Value, json};
use tremaux::{Limit, Outcome, Progress};
use tremaux_puzzles::{Aim, Engine, Puzzle, Shortcut, Watcher};

use super::job::JobFile;
use super::{Ask, Plan, Wanted};
use crate::failure::{Exit, Failure};
use crate::printer::Fields;
use crate::progress::Display;
use crate::session::{Report, Session};

/// The largest number that every reader of JSON takes exactly.
const LARGEST_JSON_NUMBER: u64 = 1 << 53;

pub(crate) fn count<P: Puzzle + Sync>(
    session: &mut Session,
    puzzle: &P,
    limit: Option<u64>,
    job: Option<&JobFile>,
) -> Result<Exit, Failure> {
    let began = Instant::now();
    let known = match job {
        Some(job) => Some(super::job::count(session, puzzle, job)?),
        None => without_search(session, puzzle, limit)?,
    };
    let (count, report) = match known {
        Some(known) => known,
        None => {
            let mut count = 0;
            let ask = Ask { plan: Plan::new(session, limit, false), wanted: Wanted::Count(&mut count) };
            let report = puzzle.pose(session.engine(), Aim::Count, ask);
            (BigUint::from(count), report)
        }
    };
    say(session, puzzle, &count, &report, began.elapsed())
}

/// Says that so many were counted.
pub(crate) fn say<P: Puzzle>(
    session: &mut Session,
    puzzle: &P,
    count: &BigUint,
    report: &Report,
    took: Duration,
) -> Result<Exit, Failure> {
    let split = if report.outcome.is_complete() { puzzle.split(count) } else { Vec::new() };
    if session.printer.is_text() {
        session.printer.block(&count.to_string())?;
        announce(session, &split);
    } else {
        let mut fields = session.printer.head(puzzle.input());
        fields.insert("count".into(), number(count));
        add_classes(&mut fields, &split);
        fields.extend(session.tail(report.outcome.is_complete(), Some(report), took.as_secs_f64()));
        session.printer.object(fields)?;
    }
    Ok(session.conclude(report, u64::try_from(count).unwrap_or(u64::MAX)))
}

/// Tells what a count is made up of, if there is anything to tell: `11 x 8 + 1 x 4 = 92`.
pub(super) fn announce(session: &Session, split: &[(u8, BigUint)]) {
    let terms: Vec<_> = split.iter().map(|(stands_for, count)| format!("{count} x {stands_for}")).collect();
    let all: BigUint = split.iter().map(|(stands_for, count)| count * *stands_for).sum();
    session.announce((!terms.is_empty()).then(|| format!("{} = {all}", terms.join(" + "))).as_deref());
}

/// The same in json: `"classes": {"8": 11, "4": 1}`.
pub(super) fn add_classes(fields: &mut Fields, split: &[(u8, BigUint)]) {
    if !split.is_empty() {
        let classes = split.iter().map(|(stands_for, count)| (stands_for.to_string(), number(count)));
        fields.insert("classes".into(), Value::Object(classes.collect()));
    }
}

/// The count without a search, where there is one and nobody asks for what a search would do.
fn without_search<P: Puzzle>(
    session: &Session,
    puzzle: &P,
    limit: Option<u64>,
) -> Result<Option<(BigUint, Report)>, Failure> {
    let asks_for_search = session.options.stats || session.options.max_nodes.is_some();
    if session.engine() != Engine::Fast || asks_for_search {
        return Ok(None);
    }
    let report = |outcome| Report { outcome, stats: None, place: None };
    let cancelled = || session.must_stop().is_some();
    let stopped = || report(Outcome::Stopped(session.must_stop().unwrap_or(Limit::Cancelled)));
    let answer = match limit {
        Some(most) => puzzle.count_up_to(most, &cancelled),
        None => puzzle.count_without_search(session.threads(), &Watch::new(session)),
    };
    match answer {
        Shortcut::Search | Shortcut::SearchAny | Shortcut::Instead(_) => Ok(None),
        Shortcut::Found(count) => {
            let enough = limit.is_some_and(|most| count == most.into());
            let outcome = if enough { Outcome::Stopped(Limit::Solutions) } else { Outcome::Complete };
            Ok(Some((count, report(outcome))))
        }
        Shortcut::Cancelled => Ok(Some((BigUint::ZERO, stopped()))),
        Shortcut::Partial(count) => Ok(Some((count, stopped()))),
        Shortcut::Refused(why) => {
            let message = format!("{why}. A search counts on for as long as you like: --engine bits --timeout 10s");
            Err(Failure::Other(message))
        }
    }
}

/// Looks at the limits of a session, and shows how far the work is.
struct Watch<'a> {
    session: &'a Session,
    began: Instant,
    display: Mutex<Option<Display>>,
}

impl<'a> Watch<'a> {
    fn new(session: &'a Session) -> Self {
        Watch { session, began: Instant::now(), display: Mutex::new(Display::new(&session.options, false, false)) }
    }
}

impl Watcher for Watch<'_> {
    fn cancelled(&self) -> bool {
        self.session.must_stop().is_some()
    }

    fn done(&self, done: f64) {
        // A thread that finds another one telling has nothing newer to tell.
        if let Ok(mut display) = self.display.try_lock()
            && let Some(display) = display.as_mut()
        {
            display.update(&Progress { done, nodes: 0, solutions: 0, elapsed: self.began.elapsed() });
        }
    }
}

/// A number that no reader of JSON rounds: as a string once it passes 2^53.
pub(crate) fn number(value: &BigUint) -> Value {
    match u64::try_from(value) {
        Ok(small) if small <= LARGEST_JSON_NUMBER => json!(small),
        _ => json!(value.to_string()),
    }
}
