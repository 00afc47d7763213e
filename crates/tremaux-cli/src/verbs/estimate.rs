//! `estimate`: how large the search is, before anyone starts it.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tremaux::{Estimate, Interval, Limit, Probing, Problem, estimate_until};
use tremaux_puzzles::{Aim, Puzzle, Question};

use crate::failure::{Exit, Failure, say};
use crate::session::Session;

/// How long an estimate takes unless `--timeout` says otherwise.
const USUAL_TIME: Duration = Duration::from_secs(1);

struct Probe<'a> {
    probing: Probing,
    stop: &'a dyn Fn() -> bool,
}

impl<S> Question<S> for Probe<'_> {
    type Answer = Option<Estimate>;

    fn ask<P: Problem<Solution = S> + Clone + Send>(self, problem: P) -> Option<Estimate> {
        estimate_until(&problem, self.probing, self.stop)
    }
}

pub(crate) fn estimate<P: Puzzle>(
    session: &mut Session,
    puzzle: &P,
    seed: u64,
    rounds: Option<u64>,
) -> Result<Exit, Failure> {
    let began = Instant::now();
    let time = session.options.timeout.unwrap_or(USUAL_TIME);
    let measuring = time / 5;
    let probing = Probing { measuring, time: time - measuring, rounds: rounds.unwrap_or(u64::MAX), seed };
    let interrupted = session.interruption();
    let estimate = puzzle.pose(session.engine(), Aim::Count, Probe { probing, stop: &interrupted });
    let tell = |why: &str| {
        if !session.options.quiet {
            say(&format!("interrupted: {why}"));
        }
    };
    let Some(estimate) = estimate else {
        tell("too little was seen yet to tell how large it is");
        return Ok(session.stopped_by(Limit::Cancelled));
    };
    let complete = !interrupted();
    let threads = session.threads();
    if session.printer.is_text() {
        session.printer.block(&text(&estimate, threads))?;
    } else {
        let mut fields = session.printer.head(puzzle.input());
        fields.insert("nodes".into(), object(estimate.nodes));
        fields.insert("solutions".into(), object(estimate.solutions));
        fields.insert("exact".into(), json!(estimate.is_exact()));
        fields.insert("rounds".into(), json!(estimate.rounds));
        fields.insert("nodes_per_second".into(), json!(estimate.nodes_per_second));
        fields.insert("threads".into(), json!(threads));
        fields.insert("search_seconds".into(), object(estimate.seconds(threads)));
        fields.extend(session.tail(complete, None, began.elapsed().as_secs_f64()));
        session.printer.object(fields)?;
    }
    if complete {
        return Ok(Exit::Found);
    }
    tell(&format!("the estimate is that of {} rounds", estimate.rounds));
    Ok(session.stopped_by(Limit::Cancelled))
}

fn text(estimate: &Estimate, threads: usize) -> String {
    let line = |name: &str, interval: Interval, write: fn(f64) -> String| {
        let Interval { mean, low, high } = interval;
        if estimate.is_exact() {
            return format!("{name:<10} {}", write(mean));
        }
        format!("{name:<10} {}, from {} to {}", write(mean), write(low), write(high))
    };
    let whose = if threads == 1 { "on 1 thread".into() } else { format!("on {threads} threads") };
    [
        line("nodes", estimate.nodes, number),
        line("solutions", estimate.solutions, number),
        format!("{} {whose}", line("time", estimate.seconds(threads), duration)),
    ]
    .join("\n")
}

/// A number in full while it is short; then by three digits and its order of magnitude.
pub(super) fn number(value: f64) -> String {
    if value.is_infinite() {
        return "more than 1.8e308".into();
    }
    if value < 1e6 { format!("{value:.0}") } else { format!("{value:.2e}") }
}

/// A time in the largest unit that gives at least 1 of it.
pub(super) fn duration(seconds: f64) -> String {
    const UNITS: [(f64, &str); 6] =
        [(31_557_600.0, "years"), (86_400.0, "days"), (3600.0, "h"), (60.0, "min"), (1.0, "s"), (0.001, "ms")];
    let (unit, name) = UNITS.into_iter().find(|(unit, _)| seconds >= *unit).unwrap_or((1e-6, "us"));
    let value = seconds / unit;
    if value < 1e6 { format!("{value:.1} {name}") } else { format!("{} {name}", number(value)) }
}

fn object(interval: Interval) -> Value {
    // JSON has no infinity: what is beyond an f64 is null.
    json!({ "mean": interval.mean, "low": interval.low, "high": interval.high })
}
