//! `job audit`: units of a job once more.

use std::fmt::Display;
use std::path::Path;

use serde_json::json;
use tremaux::Outcome;
use tremaux::job::{Audit, Done, Job, JobError, Task};
use tremaux_puzzles::Puzzle;
use tremaux_puzzles::jobs::PROGRAM;

use super::with_work;
use crate::args::{EngineArg, Options};
use crate::failure::{Exit, Failure};
use crate::printer::Fields;
use crate::session::Session;

/// What the job in `file` is for, which decides on the engine.
pub(crate) fn task_of(file: &Path, options: &mut Options) -> Result<Task, Failure> {
    let task = Job::open(file)?.task().clone();
    by_this_program(&task, &file.display())?;
    options.engine = Some(engine_of(&task.engine)?);
    Ok(task)
}

pub(super) fn by_this_program(task: &Task, what: &dyn Display) -> Result<(), Failure> {
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

pub(super) fn engine_of(name: &str) -> Result<EngineArg, Failure> {
    let engines = [("plain", EngineArg::Plain), ("bits", EngineArg::Bits), ("fast", EngineArg::Fast)];
    let engine = engines.into_iter().find(|(known, _)| *known == name).map(|(_, engine)| engine);
    engine.ok_or_else(|| Failure::Other(format!("expected the engine `plain`, `bits` or `fast`, found `{name}`")))
}
