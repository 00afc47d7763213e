//! Jobs: searches that are kept in a file.

use std::cell::OnceCell;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use num_bigint::BigUint;
use serde_json::{Value, json};
use tremaux::job::{
    Audit, Job, JobError, Plan, SearchWork, Status, Task, Unit, UnitSize, UnitText, Verb, Work, Worker, Yield,
};
use tremaux::{Limit, Outcome, Problem};
use tremaux_puzzles::{Aim, CountOfUnits, CountUnits, Engine, Puzzle, Question};

use super::count::number;
use super::estimate::{duration, number as rounded};
use crate::args::{self, EngineArg, Format, Options};
use crate::failure::{Exit, Failure};
use crate::printer::Fields;
use crate::session::{Report, Session};

/// What jobs are held to: another version might number choices, or cut a kernel's work, in another way.
const PROGRAM: &str = concat!("tremaux ", env!("CARGO_PKG_VERSION"));

/// The longest text of a unit that is read from standard input.
const MOST_UNIT_TEXT: u64 = 1 << 28;

/// How often a unit that is done alone is looked at whether it must stop.
const PATIENCE: Duration = Duration::from_millis(10);

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
    let count = match puzzle.count_units() {
        Some(units) if by_kernel(session, Verb::Count) && report.outcome.is_complete() => units.total(status.solutions),
        _ => status.solutions.into(),
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
    if session.printer.is_text() {
        let which = if report.outcome.is_complete() { "" } else { "; those of the first units are" };
        session.announce(Some(&format!("{count} solutions{which} in {list}")));
    } else {
        let mut fields = session.printer.head(puzzle.input());
        fields.insert("count".into(), number(&count));
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
    let engine = engine_name(session.engine()).into();
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
    // The process is left to end by itself once Ctrl-C was noticed.
    let told = &mut |_: &Status| _ = session.must_stop();
    let outcome = job.run(work, session.threads(), session.limits(), told).or_else(stopped)?;
    Ok((job.status()?, outcome))
}

/// `job status`.
pub(crate) fn status(options: &Options, file: &Path) -> Result<Exit, Failure> {
    let job = Job::open(file)?;
    let status = job.status()?;
    let text = match options.format {
        Format::Text | Format::Digits => status_text(job.task(), &status),
        Format::Json | Format::Lines => Value::Object(status_fields(job.task(), &status)).to_string(),
    };
    args::print(format!("{text}\n").as_bytes())
}

fn status_text(task: &Task, status: &Status) -> String {
    let Task { problem, input, verb, engine, program } = task;
    let percent = 100.0 * status.fraction;
    let at_work = match status.at_work.as_slice() {
        [] if status.is_complete() => "done".into(),
        [] => "nobody is at it".into(),
        [one] => format!("process {} on {} threads", one.process, one.threads),
        many => format!("{} processes on {} threads", many.len(), status.threads()),
    };
    let mut lines = vec![
        format!("job        {} {problem} {}, by {program}, engine {engine}", verb.name(), shortened(input)),
        format!("units      {} of {} done, {percent:.1} %", status.units_done, status.units),
        format!("solutions  {}", status.solutions),
        format!("at work    {at_work}"),
    ];
    if status.nodes > 0 && status.seconds > 0.0 {
        let speed = status.nodes as f64 / status.seconds;
        lines.push(format!("speed      {} nodes a second and thread", rounded(speed)));
    }
    if let Some(left) = status.seconds_left().filter(|_| !status.is_complete()) {
        lines.push(format!("time left  {} on {}", duration(left), threads(status)));
    }
    lines.join("\n")
}

fn threads(status: &Status) -> String {
    match status.threads() {
        0 | 1 => "1 thread".into(),
        many => format!("{many} threads"),
    }
}

/// How much of an input is shown.
const SHOWN: usize = 60;

fn shortened(input: &Value) -> String {
    let text = input.to_string();
    let mut shown: String = text.chars().take(SHOWN).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
}

fn status_fields(task: &Task, status: &Status) -> Fields {
    let at_work =
        |at: &tremaux::job::AtWork| json!({ "process": at.process, "threads": at.threads, "units": at.units });
    let mut fields = Fields::new();
    fields.insert("program".into(), json!(task.program));
    fields.insert("problem".into(), json!(task.problem));
    fields.insert("input".into(), task.input.clone());
    fields.insert("verb".into(), json!(task.verb.name()));
    fields.insert("engine".into(), json!(task.engine));
    fields.insert("units".into(), json!(status.units));
    fields.insert("units_done".into(), json!(status.units_done));
    fields.insert("fraction".into(), json!(status.fraction));
    fields.insert("count".into(), number(&status.solutions.into()));
    fields.insert("nodes".into(), json!(status.nodes));
    fields.insert("thread_seconds".into(), json!(status.seconds));
    fields.insert("seconds_left".into(), json!(status.seconds_left()));
    fields.insert("at_work".into(), status.at_work.iter().map(at_work).collect());
    fields.insert("complete".into(), json!(status.is_complete()));
    fields
}

/// `job export`.
pub(crate) fn export(file: &Path) -> Result<Exit, Failure> {
    args::print(format!("{}\n", Job::open(file)?.export()?).as_bytes())
}

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

fn by_this_program(task: &Task, what: &dyn std::fmt::Display) -> Result<(), Failure> {
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
            let found = |done: tremaux::job::Done| format!("{} solutions in {} nodes", done.solutions, done.nodes);
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

fn engine_name(engine: Engine) -> &'static str {
    match engine {
        Engine::Plain => "plain",
        Engine::Bits => "bits",
        Engine::Fast => "fast",
    }
}

fn engine_of(name: &str) -> Result<EngineArg, Failure> {
    let engines = [("plain", EngineArg::Plain), ("bits", EngineArg::Bits), ("fast", EngineArg::Fast)];
    let engine = engines.into_iter().find(|(known, _)| *known == name).map(|(_, engine)| engine);
    engine.ok_or_else(|| Failure::Other(format!("expected the engine `plain`, `bits` or `fast`, found `{name}`")))
}

/// Whether the units of a kernel are done, where there is one.
fn by_kernel(session: &Session, verb: Verb) -> bool {
    verb == Verb::Count && session.engine() == Engine::Fast
}

/// Calls `then` with the work that `verb` asks for.
fn with_work<P: Puzzle + Sync>(session: &Session, puzzle: &P, verb: Verb, then: &mut dyn FnMut(&dyn Work)) {
    if let Some(units) = puzzle.count_units().filter(|_| by_kernel(session, verb)) {
        return then(&KernelWork { units, session, prepared: OnceCell::new() });
    }
    let write = |solution: &P::Solution, text: &mut Vec<u8>| {
        puzzle
            .verify(solution)
            .map_err(|breach| format!("a wrong solution was found ({breach}); please report this"))?;
        serde_json::to_writer(&mut *text, &puzzle.json(solution)).map_err(|error| error.to_string())?;
        text.push(b'\n');
        Ok(())
    };
    let (aim, write) = match verb {
        Verb::Count => (Aim::Count, None),
        Verb::All => (Aim::All, Some(&write as &Write<'_, P::Solution>)),
    };
    puzzle.pose(session.engine(), aim, Posed { write, then });
}

type Write<'a, S> = dyn Fn(&S, &mut Vec<u8>) -> Result<(), String> + Sync + 'a;

/// The search of a form as work.
struct Posed<'a, 'b, S> {
    write: Option<&'a Write<'a, S>>,
    then: &'b mut dyn FnMut(&dyn Work),
}

impl<S> Question<S> for Posed<'_, '_, S> {
    type Answer = ();

    fn ask<P: Problem<Solution = S> + Clone + Send>(self, problem: P) {
        match self.write {
            None => (self.then)(&SearchWork::count(problem)),
            Some(write) => (self.then)(&SearchWork::all(problem, write)),
        }
    }
}

/// A kernel's own units as work: a job's unit is a range of them.
struct KernelWork<'a> {
    units: Box<dyn CountUnits>,
    session: &'a Session,
    prepared: OnceCell<CountOfUnits>,
}

/// For how long units are done to measure how long they take.
const MEASURING: Duration = Duration::from_millis(50);

/// How many units are measured at most, evenly spread.
const MEASURED: usize = 16;

impl KernelWork<'_> {
    fn prepared(&self) -> Result<&CountOfUnits, String> {
        if self.prepared.get().is_none() {
            let cancelled = || self.session.must_stop().is_some();
            let count = self.units.prepare(self.session.threads(), &cancelled);
            let _ = self.prepared.set(count.ok_or("cancelled")?);
        }
        self.prepared.get().ok_or_else(|| "cancelled".into())
    }

    /// How many units take so long.
    fn units_in(&self, time: Duration) -> Result<usize, String> {
        let count = self.prepared()?;
        let began = Instant::now();
        let step = self.units.number().div_ceil(MEASURED).max(1);
        let mut measured = 0;
        for unit in (0..self.units.number()).step_by(step) {
            count(unit..unit + 1, &|| self.session.must_stop().is_some()).ok_or("cancelled")?;
            measured += 1;
            if began.elapsed() > MEASURING {
                break;
            }
        }
        let nanos = began.elapsed().as_nanos().max(1);
        Ok(usize::try_from(measured * time.as_nanos() / nanos).unwrap_or(usize::MAX).max(1))
    }
}

impl Work for KernelWork<'_> {
    fn kind(&self) -> &'static str {
        "units"
    }

    fn plan(&self, size: UnitSize) -> Result<Plan, String> {
        let number = self.units.number();
        let step = match size {
            UnitSize::Number(units) => number.div_ceil(usize::try_from(units).unwrap_or(usize::MAX)).max(1),
            UnitSize::Lasting(time) => self.units_in(time)?,
        };
        let ranges = (0..number).step_by(step).map(|from| from..number.min(from + step));
        let unit = |range: std::ops::Range<usize>| Unit {
            name: vec![range.start as u64, range.end as u64],
            weight: range.len() as f64,
        };
        Ok(Plan { units: ranges.map(unit).collect(), nodes_above: 0 })
    }

    fn worker(&self, cancel: &Arc<AtomicBool>) -> Result<Box<dyn Worker + Send + '_>, String> {
        let cancel = Arc::clone(cancel);
        Ok(Box::new(KernelWorker { count: self.prepared()?, number: self.units.number(), cancel }))
    }
}

struct KernelWorker<'a> {
    count: &'a CountOfUnits,
    number: usize,
    cancel: Arc<AtomicBool>,
}

impl Worker for KernelWorker<'_> {
    fn run(&mut self, name: &[u64], _: &mut dyn FnMut(Vec<u8>)) -> Result<Option<Yield>, String> {
        let ends: Vec<_> = name.iter().map_while(|end| usize::try_from(*end).ok()).collect();
        let range = match *ends {
            [from, to] if from < to && to <= self.number => from..to,
            _ => {
                let most = self.number;
                return Err(format!("expected the first of the units and the one behind the last, up to {most}"));
            }
        };
        let sum = (self.count)(range, &|| self.cancel.load(Ordering::Relaxed));
        Ok(sum.map(|solutions| Yield { solutions, nodes: 0 }))
    }
}
