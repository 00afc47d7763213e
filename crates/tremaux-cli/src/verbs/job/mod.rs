//! Jobs: searches that are kept in a file.

mod again;
mod elsewhere;
mod status;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use num_bigint::BigUint;
use serde_json::{Value, json};
use tremaux::job::{Job, JobError, Status, Task, UnitSize, Verb, Work};
use tremaux::{Outcome, Progress};
use tremaux_puzzles::jobs::{Asked, PROGRAM, Prepared};
use tremaux_puzzles::{Puzzle, Watcher};

pub(crate) use again::{audit, task_of};
pub(crate) use elsewhere::{store, units, units_of};
pub(crate) use status::{export, status};

use super::count::{add_classes, announce, number};
use crate::failure::{Exit, Failure};
use crate::progress::Display;
use crate::session::{Report, Session};

/// A job that is asked for.
pub(crate) struct JobFile {
    pub(crate) file: PathBuf,
    pub(crate) size: UnitSize,
    /// The problem, and everything that the search depends on, its files included.
    pub(crate) problem: String,
    pub(crate) input: Value,
}

impl From<JobError> for Failure {
    fn from(error: JobError) -> Self {
        Failure::Other(error.to_string())
    }
}

/// Runs the job of a count.
pub(super) fn count<P: Puzzle + Sync>(
    session: &Session,
    puzzle: &P,
    asked: &JobFile,
) -> Result<(BigUint, Report), Failure> {
    let (status, report) = run(session, puzzle, Verb::Count, asked)?;
    let count = if report.outcome.is_complete() {
        posed(session, puzzle, Verb::Count, &|| false, &Prepared::default()).total(status.solutions)
    } else {
        status.solutions.into()
    };
    Ok((count, report))
}

/// Runs the job of a list, which is in a file beside the job's.
pub(crate) fn all<P: Puzzle + Sync>(session: &mut Session, puzzle: &P, asked: &JobFile) -> Result<Exit, Failure> {
    let began = Instant::now();
    let (status, report) = run(session, puzzle, Verb::All, asked)?;
    let list = tremaux::job::listing(&asked.file);
    let list = list.display();
    let count = status.solutions.into();
    let split = if report.outcome.is_complete() { puzzle.split(&count) } else { Vec::new() };
    if session.printer.is_text() {
        let which = if report.outcome.is_complete() { "" } else { "; those of the first units are" };
        session.announce(Some(&format!("{count} solutions{which} in {list}")));
        announce(session, &split);
    } else {
        let mut fields = session.printer.head(puzzle.input());
        fields.insert("count".into(), number(&count));
        add_classes(&mut fields, &split);
        fields.insert("file".into(), json!(list.to_string()));
        fields.extend(session.tail(report.outcome.is_complete(), None, began.elapsed().as_secs_f64()));
        session.printer.object(fields)?;
    }
    Ok(session.conclude(&report, u64::try_from(&count).unwrap_or(u64::MAX)))
}

/// Runs a job to its end, or to a limit.
fn run<P: Puzzle + Sync>(
    session: &Session,
    puzzle: &P,
    verb: Verb,
    asked: &JobFile,
) -> Result<(Status, Report), Failure> {
    let JobFile { file, size, problem, input } = asked;
    let engine = session.engine().name().into();
    let task = Task { problem: problem.clone(), input: input.clone(), verb, engine, program: PROGRAM.into() };
    let mut answer = None;
    with_work(session, puzzle, verb, &mut |work| answer = Some(run_work(session, file, &task, work, *size)));
    let (status, outcome) = answer.unwrap_or_else(|| Err(Failure::Other("no form of the problem was asked".into())))?;
    let done = format!("{} of {} units, kept in {}", status.units_done, status.units, file.display());
    let place = Some(vec![format!("{done}: the same command goes on")]);
    Ok((status, Report { outcome, stats: None, place }))
}

fn run_work(
    session: &Session,
    file: &Path,
    task: &Task,
    work: &dyn Work,
    size: UnitSize,
) -> Result<(Status, Outcome), Failure> {
    // What all units share is made first, and that may be stopped, too.
    let stopped = |error: JobError| match (&error, session.must_stop()) {
        (JobError::Work(_), Some(limit)) => Ok(Outcome::Stopped(limit)),
        _ => Err(error),
    };
    let mut job = match Job::begin(file, task, work, size) {
        Ok(job) => job,
        Err(error) => return Ok((Status::default(), stopped(error)?)),
    };
    // What was done before took its time, too: the speed and the time left are those of all of it.
    let before = Duration::try_from_secs_f64(job.status()?.seconds / session.threads() as f64).unwrap_or_default();
    let began = Instant::now();
    let mut display = Display::new(&session.options, false, false);
    let mut told = |status: &Status| {
        // The process is left to end by itself once Ctrl-C was noticed.
        _ = session.must_stop();
        let solutions = u64::try_from(status.solutions).unwrap_or(u64::MAX);
        let progress =
            Progress { done: status.fraction, nodes: status.nodes, solutions, elapsed: before + began.elapsed() };
        display.iter_mut().for_each(|display| display.update(&progress));
    };
    let outcome = job.run(work, session.threads(), session.limits(), &mut told).or_else(stopped)?;
    Ok((job.status()?, outcome))
}

/// What a job asks of `puzzle`. `prepared` keeps what its units share.
fn posed<'a, P: Puzzle + Sync>(
    session: &'a Session,
    puzzle: &'a P,
    verb: Verb,
    watcher: &'a dyn Watcher,
    prepared: &'a Prepared,
) -> Asked<'a, P> {
    Asked { puzzle, engine: session.engine(), verb, threads: session.threads(), watcher, prepared }
}

/// Calls `then` with the work that `verb` asks for.
fn with_work<P: Puzzle + Sync>(session: &Session, puzzle: &P, verb: Verb, then: &mut dyn FnMut(&dyn Work)) {
    posed(session, puzzle, verb, &session.interruption(), &Prepared::default()).with_work(then);
}
