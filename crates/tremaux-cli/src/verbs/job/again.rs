//! `job audit` and `job unit`: units of a job by themselves.

use std::fmt::Display;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tremaux::job::{Audit, Done, Job, JobError, Task, UnitText, Verb, Work, Yield};
use tremaux::{Limit, Outcome};
use tremaux_puzzles::Puzzle;
use tremaux_puzzles::jobs::PROGRAM;

use super::with_work;
use crate::args::{self, EngineArg, Options};
use crate::failure::{Exit, Failure};
use crate::printer::Fields;
use crate::session::Session;
use crate::verbs::count::number;

/// The longest text of a unit that is read from standard input.
const MOST_UNIT_TEXT: u64 = 1 << 28;

/// How often a unit that is done alone is looked at whether it must stop.
const PATIENCE: Duration = Duration::from_millis(10);

/// What the job in `file` is for, which decides on the engine.
pub(crate) fn task_of(file: &Path, options: &mut Options) -> Result<Task, Failure> {
    let task = Job::open(file)?.task().clone();
    by_this_program(&task, &file.display())?;
    options.engine = Some(engine_of(&task.engine)?);
    Ok(task)
}

/// The unit that is given as text, which decides on the engine.
pub(crate) fn unit_of(text: &str, options: &mut Options) -> Result<UnitText, Failure> {
    let mut read = String::new();
    if text == "-" {
        let failure = |error| Failure::Open { file: "standard input".into(), error };
        std::io::stdin().lock().take(MOST_UNIT_TEXT).read_to_string(&mut read).map_err(failure)?;
    } else {
        read = text.into();
    }
    let unit: UnitText = read.parse().map_err(|error| Failure::Other(format!("{error}")))?;
    by_this_program(&unit.task, &"the unit")?;
    options.engine = Some(engine_of(&unit.task.engine)?);
    Ok(unit)
}

fn by_this_program(task: &Task, what: &dyn Display) -> Result<(), Failure> {
    if task.program == PROGRAM {
        return Ok(());
    }
    Err(Failure::Other(format!("{what} is of {}, and this is {PROGRAM}", task.program)))
}

/// `job audit`.
pub(crate) fn audit<P: Puzzle + Sync>(
    session: &mut Session,
    puzzle: &P,
    file: &Path,
    sample: usize,
    seed: u64,
) -> Result<Exit, Failure> {
    let job = Job::open(file)?;
    let mut answer = None;
    with_work(session, puzzle, job.task().verb, &mut |work| {
        answer = Some(job.audit(work, sample, seed, session.threads(), session.limits()));
    });
    let Audit { units, differing, outcome } =
        answer.unwrap_or_else(|| Err(JobError::Work("no form of the problem was asked".into())))?;
    if session.printer.is_text() {
        for unit in &differing {
            let (stored, now) = (unit.stored, unit.now);
            let found = |done: Done| format!("{} solutions in {} nodes", done.solutions, done.nodes);
            session.printer.line(&format!("unit {}: {} stored, {} now", unit.unit, found(stored), found(now)))?;
        }
        session.printer.line(&format!("{units} units done once more, {} differ", differing.len()))?;
    } else {
        let units_differing = differing.iter().map(|unit| json!(unit.unit));
        let mut fields = Fields::new();
        fields.insert("units".into(), json!(units));
        fields.insert("differing".into(), units_differing.collect());
        fields.insert("complete".into(), json!(outcome.is_complete()));
        session.printer.object(fields)?;
    }
    match outcome {
        _ if !differing.is_empty() => Ok(Exit::None),
        Outcome::Stopped(limit) => Ok(session.stopped_by(limit)),
        _ => Ok(Exit::Found),
    }
}

/// `job unit`.
pub(crate) fn unit<P: Puzzle + Sync>(session: &mut Session, puzzle: &P, unit: &UnitText) -> Result<Exit, Failure> {
    let mut answer = None;
    with_work(session, puzzle, unit.task.verb, &mut |work| answer = Some(run_unit(session, work, unit)));
    let done = answer.unwrap_or_else(|| Err(Failure::Other("no form of the problem was asked".into())))?;
    let Some((found, list, seconds)) = done else {
        let limit = session.must_stop().unwrap_or(Limit::Cancelled);
        return Ok(session.stopped_by(limit));
    };
    let mut fields: Fields = serde_json::from_str(&unit.to_string()).unwrap_or_default();
    fields.insert("count".into(), number(&found.solutions.into()));
    fields.insert("nodes".into(), json!(found.nodes));
    if unit.task.verb == Verb::All {
        let lines = list.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
        let solutions: Result<Vec<Value>, _> = lines.map(serde_json::from_slice).collect();
        fields.insert("solutions".into(), json!(solutions.map_err(|error| Failure::Other(error.to_string()))?));
    }
    fields.insert("seconds".into(), json!(seconds));
    args::print(format!("{}\n", Value::Object(fields)).as_bytes())
}

/// What comes of one unit, and what it lists; `None` if it must stop first.
fn run_unit(session: &Session, work: &dyn Work, unit: &UnitText) -> Result<Option<(Yield, Vec<u8>, f64)>, Failure> {
    if unit.kind != work.kind() {
        return Err(Failure::Other(format!("expected a unit named by `{}`, found `{}`", work.kind(), unit.kind)));
    }
    let cancel = Arc::new(AtomicBool::new(false));
    let ended = AtomicBool::new(false);
    let began = Instant::now();
    thread::scope(|scope| {
        scope.spawn(|| {
            while !ended.load(Ordering::Relaxed) {
                cancel.fetch_or(session.must_stop().is_some(), Ordering::Relaxed);
                thread::sleep(PATIENCE);
            }
        });
        let mut list = Vec::new();
        let mut worker = work.worker(&cancel);
        let done = worker
            .as_mut()
            .map_err(|why| why.clone())
            .and_then(|worker| worker.run(&unit.name, &mut |text| list.extend(text)));
        ended.store(true, Ordering::Relaxed);
        let done = done.map_err(|why| Failure::Other(format!("the unit cannot be done: {why}")))?;
        Ok(done.map(|done| (done, list, began.elapsed().as_secs_f64())))
    })
}

fn engine_of(name: &str) -> Result<EngineArg, Failure> {
    let engines = [("plain", EngineArg::Plain), ("bits", EngineArg::Bits), ("fast", EngineArg::Fast)];
    let engine = engines.into_iter().find(|(known, _)| *known == name).map(|(_, engine)| engine);
    engine.ok_or_else(|| Failure::Other(format!("expected the engine `plain`, `bits` or `fast`, found `{name}`")))
}
