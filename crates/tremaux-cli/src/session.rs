//! One run: its options, its limits, its answers.

use std::time::{Duration, Instant};

use serde_json::json;
use tremaux::{Limit, Limits, Outcome, Stats};
use tremaux_puzzles::{Engine, InputError, ReadError};

use crate::args::Options;
use crate::failure::{Exit, Failure, render, say};
use crate::interrupt::Interrupt;
use crate::printer::{Fields, Printer};

/// Where the instances come from.
pub(crate) struct Source<T> {
    /// What errors name as the file.
    pub(crate) file: String,
    /// The instances, read as they are asked for.
    pub(crate) instances: Box<dyn Iterator<Item = Result<T, ReadError>>>,
    /// Whether a bad one is answered in its place and the rest goes on.
    pub(crate) batch: bool,
}

impl<T: 'static> Source<T> {
    /// Instances that are all read and right.
    pub(crate) fn ready(instances: Vec<T>) -> Self {
        Source { file: String::new(), instances: Box::new(instances.into_iter().map(Ok)), batch: false }
    }

    /// Its first instance alone.
    pub(crate) fn first(self) -> Self {
        Source { instances: Box::new(self.instances.take(1)), batch: false, ..self }
    }
}

/// What came of the instances of a run so far.
pub(crate) struct Run {
    file: String,
    batch: bool,
    worst: Option<Exit>,
    answered: u64,
    /// What stopped it after the last answer: it is all, unless there are more instances.
    stopped: Option<Limit>,
    over: bool,
}

impl Run {
    /// A run on `file`; `batch`, as of a [`Source`].
    pub(crate) fn new(file: String, batch: bool) -> Self {
        Run { file, batch, worst: None, answered: 0, stopped: None, over: false }
    }

    /// Whether further instances are answered.
    pub(crate) fn goes_on(&self) -> bool {
        !self.over
    }
}

/// How many choices of the place reached are shown.
pub(crate) const PLACE_SHOWN: usize = 30;

/// What one search did.
pub(crate) struct Report {
    pub(crate) outcome: Outcome,
    /// The quantities, where they were asked for.
    pub(crate) stats: Option<Stats>,
    /// The choices that lead to the place where a search was stopped, if there is one to be told of.
    pub(crate) place: Option<Vec<String>>,
}

/// What ends a run before its answers: Ctrl-C, and the limits that were asked for. Threads have copies of it.
#[derive(Clone)]
pub(crate) struct Bounds {
    interrupt: Interrupt,
    began: Instant,
    timeout: Option<Duration>,
    max_nodes: Option<u64>,
}

impl Bounds {
    /// The limits of the next search: its own number of nodes, and what is left of the time of the run.
    pub(crate) fn limits(&self) -> Limits {
        let limits = Limits::new().cancel(self.interrupt.flag());
        let limits = self.max_nodes.map_or(limits.clone(), |most| limits.nodes(most));
        self.time_left().map_or(limits.clone(), |left| limits.time(left))
    }

    fn time_left(&self) -> Option<Duration> {
        self.timeout.map(|timeout| timeout.saturating_sub(self.began.elapsed()))
    }

    /// Whether work that is no search must stop.
    pub(crate) fn must_stop(&self) -> Option<Limit> {
        if self.interrupt.notice() {
            return Some(Limit::Cancelled);
        }
        (self.time_left() == Some(Duration::ZERO)).then_some(Limit::Time)
    }
}

/// A run of one verb on one problem.
pub(crate) struct Session {
    pub(crate) options: Options,
    pub(crate) printer: Printer,
    bounds: Bounds,
    /// The quantities of all answers so far.
    total: Stats,
    complete: bool,
    /// Whether the last answer says that what was asked of is not valid.
    invalid: bool,
}

impl Session {
    pub(crate) fn new(options: Options, verb: &'static str, problem: &'static str) -> Result<Self, Failure> {
        let printer = Printer::new(options.format, verb, problem);
        let (timeout, max_nodes) = (options.timeout, options.max_nodes);
        let bounds = Bounds { interrupt: Interrupt::listen()?, began: Instant::now(), timeout, max_nodes };
        Ok(Session { options, printer, bounds, total: Stats::default(), complete: true, invalid: false })
    }

    /// A session for further answers of the same run, which are written to a printer [`apart`](Printer::apart) and are
    /// right and all that was asked for.
    pub(crate) fn apart(&self) -> Self {
        Session {
            options: self.options.clone(),
            printer: self.printer.apart(),
            bounds: self.bounds(),
            total: Stats::default(),
            complete: true,
            invalid: false,
        }
    }

    /// Answers for every instance of `source` by `answer`, and ends with the worst of the exits.
    pub(crate) fn run<T>(
        &mut self,
        source: Source<T>,
        mut answer: impl FnMut(&mut Session, &T) -> Result<Exit, Failure>,
    ) -> Result<Exit, Failure> {
        let mut instances = source.instances.peekable();
        let mut run = Run::new(source.file, source.batch);
        while run.goes_on()
            && let Some(instance) = instances.next()
        {
            if run.worst.is_none() {
                // Only json has to know beforehand whether more follow: the rest is answered as it comes.
                let many = self.printer.is_json() && instances.peek().is_some();
                self.printer.begin(many);
            }
            self.answer(&mut run, instance, |session, instance| answer(session, &instance))?;
        }
        self.end(run)
    }

    /// Answers for the next instance of a run by `answer`, unless the run was stopped before.
    pub(crate) fn answer<T>(
        &mut self,
        run: &mut Run,
        instance: Result<T, ReadError>,
        answer: impl FnOnce(&mut Session, T) -> Result<Exit, Failure>,
    ) -> Result<(), Failure> {
        self.answers(run, 1, instance, answer)
    }

    /// The same for `count` instances at once.
    pub(crate) fn answers<T>(
        &mut self,
        run: &mut Run,
        count: u64,
        instances: Result<T, ReadError>,
        answer: impl FnOnce(&mut Session, T) -> Result<Exit, Failure>,
    ) -> Result<(), Failure> {
        if let Some(limit) = run.stopped {
            if !self.options.quiet {
                say(&format!("{}: {} answered, and there are more", limit_name(limit), run.answered));
            }
            (run.worst, run.over) = (run.worst.max(Some(self.stopped_by(limit))), true);
            return Ok(());
        }
        let exit = match instances {
            Ok(instances) => answer(self, instances),
            Err(ReadError::Input(error)) if run.batch => self.refuse(&run.file, &error),
            Err(ReadError::Input(error)) => Err(Failure::Input { file: run.file.clone(), error }),
            Err(ReadError::Io(error)) => Err(Failure::Open { file: run.file.clone(), error }),
        };
        let exit = match exit {
            Ok(exit) => exit,
            Err(Failure::Write(error)) => return Err(error.into()),
            Err(failure) => {
                // What was answered before is whole, and says that it is not all.
                self.complete = false;
                self.finish()?;
                return Err(failure);
            }
        };
        run.worst = run.worst.max(Some(exit));
        run.answered += count;
        if std::mem::take(&mut self.invalid) && self.options.strict {
            (self.complete, run.over) = (false, true);
        }
        run.stopped = self.must_stop();
        Ok(())
    }

    /// Ends a run with the worst of its exits.
    pub(crate) fn end(&mut self, run: Run) -> Result<Exit, Failure> {
        self.finish()?;
        if self.options.stats && self.printer.is_text() {
            self.say_stats();
        }
        run.worst.ok_or_else(|| {
            let message = "expected a puzzle, found the end of the file".into();
            Failure::Input { file: run.file, error: InputError { line: 1, column: 1, text: String::new(), message } }
        })
    }

    /// Notes that an answer is not all that was asked for, and gives the exit code that goes with it.
    pub(crate) fn incomplete(&mut self) -> Exit {
        self.complete = false;
        Exit::Limit
    }

    /// Ends the answers: all of them are on their way.
    pub(crate) fn finish(&mut self) -> Result<(), Failure> {
        Ok(self.printer.finish(self.complete, self.bounds.began.elapsed().as_secs_f64())?)
    }

    /// `invalid: ...` in the place of a bad instance, the full error on standard error.
    fn refuse(&mut self, file: &str, error: &InputError) -> Result<Exit, Failure> {
        let invalid = format!("invalid: {}", error.message);
        if self.printer.is_text() {
            self.printer.block(&invalid)?;
        } else {
            let mut fields = self.printer.head(json!(error.text));
            fields.insert("invalid".into(), json!(error.message));
            fields.insert("line".into(), json!(error.line));
            fields.insert("column".into(), json!(error.column));
            self.printer.object(fields)?;
        }
        self.printer.flush()?;
        say(&render(self.options.color, file, error));
        self.invalid = true;
        Ok(Exit::Bad)
    }

    /// Notes that what was asked of is not valid, though it can be read: `--strict` ends a batch there, too.
    pub(crate) fn note_invalid(&mut self) {
        self.invalid = true;
    }

    pub(crate) fn engine(&self) -> Engine {
        self.options.engine(self.options.stats)
    }

    /// How many threads may work: all cores, unless `--threads` says otherwise.
    pub(crate) fn threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.options.threads.map_or_else(cores, |threads| threads as usize)
    }

    /// What ends this run, for other threads.
    pub(crate) fn bounds(&self) -> Bounds {
        self.bounds.clone()
    }

    /// See [`Bounds::limits`].
    pub(crate) fn limits(&self) -> Limits {
        self.bounds.limits()
    }

    /// Whether work that is no search must stop, for other threads, which cannot tell why.
    pub(crate) fn stopper(&self) -> impl Fn() -> bool + Sync + use<> {
        let bounds = self.bounds();
        move || bounds.must_stop().is_some()
    }

    /// Whether Ctrl-C was pressed, for work that is worth its time even if that is up.
    pub(crate) fn interruption(&self) -> impl Fn() -> bool + Sync + use<> {
        let interrupt = self.bounds.interrupt.clone();
        move || interrupt.notice()
    }

    /// See [`Bounds::must_stop`].
    pub(crate) fn must_stop(&self) -> Option<Limit> {
        self.bounds.must_stop()
    }

    /// Notes that a search ended as `report` says, and gives the exit code of its answer.
    pub(crate) fn conclude(&mut self, report: &Report, found: u64) -> Exit {
        self.total += report.stats.unwrap_or_default();
        let limit = match report.outcome {
            Outcome::Complete | Outcome::Paused | Outcome::Stopped(Limit::Solutions) if found > 0 => {
                return Exit::Found;
            }
            Outcome::Complete | Outcome::Paused | Outcome::Stopped(Limit::Solutions) => return Exit::None,
            Outcome::Stopped(limit) => limit,
        };
        if !self.options.quiet {
            self.say_stopped(limit, report, found);
        }
        self.stopped_by(limit)
    }

    /// Notes that `limit` stopped a search, and gives the exit code that goes with it.
    pub(crate) fn stopped_by(&mut self, limit: Limit) -> Exit {
        self.complete = false;
        self.bounds.interrupt.notice();
        if limit == Limit::Cancelled { Exit::Interrupted } else { Exit::Limit }
    }

    /// Announces an answer to the person at the terminal; standard output holds the answer alone.
    pub(crate) fn announce(&self, heading: Option<&str>) {
        if let Some(heading) = heading
            && !self.options.quiet
        {
            say(heading);
        }
    }

    fn say_stopped(&self, limit: Limit, report: &Report, found: u64) {
        let reached = report.place.as_ref().map_or(String::new(), |place| match place.len() {
            0 => "; reached the beginning".into(),
            1..=PLACE_SHOWN => format!("; reached {}", place.join(" ")),
            _ => format!("; reached {} ...", place[..PLACE_SHOWN].join(" ")),
        });
        let what = if found == 1 { "solution" } else { "solutions" };
        say(&format!("{}: the answer is partial, {found} {what} so far{reached}", limit_name(limit)));
    }

    /// The fields with which every answer in JSON ends.
    pub(crate) fn tail(&self, complete: bool, report: Option<&Report>, seconds: f64) -> Fields {
        let mut tail = Fields::new();
        tail.insert("complete".into(), json!(complete));
        if let Some(stats) = report.and_then(|report| report.stats) {
            let fields = stats.named().map(|(name, value)| (name.replace(' ', "_"), json!(value)));
            tail.insert("stats".into(), json!(Fields::from_iter(fields)));
        }
        tail.insert("seconds".into(), json!(seconds));
        tail
    }

    fn say_stats(&self) {
        for (name, value) in self.total.named() {
            say(&format!("{name:<9} {value:>12}"));
        }
    }
}

/// What stopped a search, for messages.
pub(crate) fn limit_name(limit: Limit) -> &'static str {
    match limit {
        Limit::Nodes => "stopped by --max-nodes",
        Limit::Time => "stopped by --timeout",
        Limit::Cancelled => "interrupted",
        Limit::Solutions => "stopped at the number asked for",
    }
}
