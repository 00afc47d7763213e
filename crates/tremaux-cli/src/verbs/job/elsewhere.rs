//! `job unit` and `job store`: units that are done without the job's file, and what came of them brought to it.

use std::io::{self, BufRead, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Deserializer, Value, json};
use tremaux::Limit;
use tremaux::job::{Job, Returned, Status, UnitText, Verb, Work, Yield};
use tremaux_puzzles::Puzzle;

use super::again::{by_this_program, engine_of};
use super::with_work;
use crate::args::{self, Options};
use crate::failure::{Exit, Failure, say};
use crate::printer::Fields;
use crate::session::Session;
use crate::verbs::count::number;

/// The longest text of units that is read from standard input.
const MOST_TEXT: u64 = 1 << 28;

/// How often it is seen whether a unit must stop.
const PATIENCE: Duration = Duration::from_millis(10);

/// How many results are stored at once.
const STORED_AT_ONCE: usize = 1 << 10;

/// The units that are given as text, at least one, all of one task, which decides on the engine.
pub(crate) fn units_of(text: &str, options: &mut Options) -> Result<Vec<UnitText>, Failure> {
    let mut read = String::new();
    if text == "-" {
        let failure = |error| Failure::Open { file: "standard input".into(), error };
        io::stdin().lock().take(MOST_TEXT).read_to_string(&mut read).map_err(failure)?;
    } else {
        read = text.into();
    }
    let values = Deserializer::from_str(&read).into_iter::<Value>();
    let unit = |value: serde_json::Result<Value>| {
        let value = value.map_err(|error| Failure::Other(format!("expected a unit as JSON: {error}")))?;
        UnitText::try_from(value).map_err(|error| Failure::Other(error.to_string()))
    };
    let units = values.map(unit).collect::<Result<Vec<_>, _>>()?;
    let first = units.first().ok_or_else(|| Failure::Other("expected a unit as JSON, found nothing".into()))?;
    if units.iter().any(|unit| unit.task != first.task) {
        return Err(Failure::Other("expected units of one job, found some of another".into()));
    }
    by_this_program(&first.task, &"the unit")?;
    options.engine = Some(engine_of(&first.task.engine)?);
    Ok(units)
}

/// `job unit`.
pub(crate) fn units<P: Puzzle + Sync>(session: &mut Session, puzzle: &P, units: &[UnitText]) -> Result<Exit, Failure> {
    let mut answer = None;
    with_work(session, puzzle, units[0].task.verb, &mut |work| answer = Some(run_units(session, work, units)));
    if answer.unwrap_or_else(|| Err(Failure::Other("no form of the problem was asked".into())))? {
        return Ok(Exit::Found);
    }
    let limit = session.must_stop().unwrap_or(Limit::Cancelled);
    Ok(session.stopped_by(limit))
}

/// Does units and prints what comes of each; false if it must stop first.
fn run_units(session: &Session, work: &dyn Work, units: &[UnitText]) -> Result<bool, Failure> {
    if let Some(unit) = units.iter().find(|unit| unit.kind != work.kind()) {
        return Err(Failure::Other(format!("expected a unit named by `{}`, found `{}`", work.kind(), unit.kind)));
    }
    let cancel = Arc::new(AtomicBool::new(false));
    let ended = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            while !ended.load(Ordering::Relaxed) {
                cancel.fetch_or(session.must_stop().is_some(), Ordering::Relaxed);
                thread::sleep(PATIENCE);
            }
        });
        let done = run_in_turn(work, units, &cancel);
        ended.store(true, Ordering::Relaxed);
        done
    })
}

fn run_in_turn(work: &dyn Work, units: &[UnitText], cancel: &Arc<AtomicBool>) -> Result<bool, Failure> {
    let failure = |why| Failure::Other(format!("the unit cannot be done: {why}"));
    let mut worker = work.worker(cancel).map_err(failure)?;
    for unit in units {
        let (began, mut list) = (Instant::now(), Vec::new());
        let Some(found) = worker.run(&unit.name, &mut |text| list.extend(text)).map_err(failure)? else {
            return Ok(false);
        };
        let line = result(unit, found, &list, began.elapsed().as_secs_f64())?;
        args::print(format!("{line}\n").as_bytes())?;
    }
    Ok(true)
}

/// What came of a unit, as JSON.
fn result(unit: &UnitText, found: Yield, list: &[u8], seconds: f64) -> Result<Value, Failure> {
    let mut fields: Fields = serde_json::from_str(&unit.to_string()).unwrap_or_default();
    fields.insert("count".into(), number(&found.solutions.into()));
    fields.insert("nodes".into(), json!(found.nodes));
    if unit.task.verb == Verb::All {
        let lines = list.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
        let solutions: Result<Vec<Value>, _> = lines.map(serde_json::from_slice).collect();
        fields.insert("solutions".into(), json!(solutions.map_err(|error| Failure::Other(error.to_string()))?));
    }
    fields.insert("seconds".into(), json!(seconds));
    Ok(Value::Object(fields))
}

/// `job store`.
pub(crate) fn store(options: &Options, file: &Path) -> Result<Exit, Failure> {
    let mut foreman = Job::open(file)?.hand_out(1)?;
    let (mut results, mut read, mut stored) = (Vec::new(), 0, 0);
    for line in io::stdin().lock().lines() {
        let line = line.map_err(|error| Failure::Open { file: "standard input".into(), error })?;
        read += 1;
        if line.trim().is_empty() {
            continue;
        }
        results.push(returned(foreman.job(), &line).map_err(|why| Failure::Other(format!("line {read}: {why}")))?);
        if results.len() == STORED_AT_ONCE {
            stored += foreman.bring(std::mem::take(&mut results))?;
        }
    }
    stored += foreman.bring(results)?;
    if !options.quiet {
        let Status { units, units_done, .. } = foreman.status()?;
        say(&format!("{stored} results stored: {units_done} of {units} units are done"));
    }
    Ok(Exit::Found)
}

/// A result of one of the job's units, out of what [`result`] made.
fn returned(job: &Job, line: &str) -> Result<Returned, String> {
    let mut fields: Fields =
        serde_json::from_str(line).map_err(|error| format!("expected a result as JSON: {error}"))?;
    let mut take = |name: &str| fields.remove(name).ok_or_else(|| format!("expected the field `{name}`"));
    let (count, nodes, seconds) = (take("count")?, take("nodes")?, take("seconds")?);
    let listed = if job.task().verb == Verb::All { Some(take("solutions")?) } else { None };
    let unit = UnitText::try_from(Value::Object(fields)).map_err(|error| error.to_string())?;
    let unit = job.unit_of(&unit).ok_or("expected a result of a unit of this job, found one of another")?;
    let text = count.as_str().map_or_else(|| count.to_string(), str::to_owned);
    let solutions = text.parse().map_err(|_| format!("expected a number as `count`, found {count}"))?;
    let nodes = nodes.as_u64().ok_or_else(|| format!("expected a number as `nodes`, found {nodes}"))?;
    let seconds = seconds.as_f64().ok_or_else(|| format!("expected a number as `seconds`, found {seconds}"))?;
    let lines = match listed {
        None => Vec::new(),
        Some(Value::Array(lines)) if lines.len() as u128 == solutions => lines,
        Some(_) => return Err(format!("expected {solutions} `solutions`")),
    };
    let listed = lines.iter().flat_map(|line| format!("{line}\n").into_bytes()).collect();
    Ok(Returned { unit, found: Yield { solutions, nodes }, seconds, listed })
}
