//! Searches that survive being stopped, killed, or cut off from power.
//!
//! A job is work cut into [`Unit`]s, each done once, and its result kept in a file in one transaction: an `SQLite` database.
//! Started again with the same file it goes on where it was; several processes may work on it at once, on one machine. What is
//! lost when a process dies is what its threads were at, about a second each.
//!
//! Any problem can be searched as a job, as it is: see [`SearchWork`].
//!
//! ```
//! use tremaux::job::{Job, SearchWork, Task, UnitSize, Verb};
//! use tremaux::{Bits, Limits, Outcome, Problem};
//!
//! /// Colours for a ring of regions, neighbours unlike.
//! #[derive(Clone)]
//! struct Ring { colours: Vec<u16>, regions: usize }
//!
//! impl Problem for Ring {
//!     type Choice = u16; // a colour, as a bit
//!     type Choices = Bits<u16>;
//!     type Solution = Vec<u16>;
//!
//!     fn choices(&self) -> Option<Bits<u16>> {
//!         let before = self.colours.last().copied().unwrap_or(0);
//!         let around = if self.colours.len() + 1 == self.regions { self.colours[0] } else { 0 };
//!         (self.colours.len() < self.regions).then_some(Bits(0b111 & !before & !around))
//!     }
//!     fn place(&mut self, colour: u16) { self.colours.push(colour); }
//!     fn unplace(&mut self, _: u16) { self.colours.pop(); }
//!     fn solution(&self) -> Vec<u16> { self.colours.clone() }
//! }
//!
//! # let folder = tempfile::tempdir()?;
//! # let file = folder.path().join("ring.db");
//! // What the file is for: it goes on with nothing else.
//! let task = Task {
//!     problem: "ring".into(),
//!     input: 15.into(),
//!     verb: Verb::Count,
//!     engine: String::new(),
//!     program: "my program 1.0".into(),
//! };
//! let work = SearchWork::count(Ring { colours: vec![], regions: 15 });
//! let mut job = Job::begin(&file, &task, &work, UnitSize::Number(20))?;
//! let outcome = job.run(&work, 2, Limits::new(), &mut |_| ())?;
//! assert_eq!((outcome, job.status()?.solutions), (Outcome::Complete, 32_766));
//!
//! // Done is done: this searches nothing.
//! let mut again = Job::begin(&file, &task, &work, UnitSize::default())?;
//! assert_eq!(again.run(&work, 2, Limits::new(), &mut |_| ())?, Outcome::Complete);
//!
//! // Some units once more, to see that they come to the same.
//! let audit = job.audit(&work, 5, 1, 2, Limits::new())?;
//! assert!(audit.units == 5 && audit.differing.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | room | what lives there |
//! | --- | --- |
//! | `mod.rs` | the job: begun, run, looked at |
//! | `work.rs` | what a job is made of: work, units, workers |
//! | `search.rs`, `cut.rs`, `range.rs` | the search of a problem as such work; how it is cut; a part of it |
//! | `crew.rs` | the threads |
//! | `file.rs`, `store.rs` | the file |
//! | `ledger.rs` | what is written in it as the work goes on |
//! | `shift.rs` | a process at work |
//! | `foreman.rs` | a process that has others do the units |
//! | `audit.rs` | units done once more |
//! | `listing.rs` | the file of solutions beside it |
//! | `alive.rs` | which processes are alive |
//! | `digest.rs`, `error.rs` | what is wrong with a file |
//! | `text.rs` | a unit as text, and the job |

mod alive;
mod audit;
mod crew;
mod cut;
mod digest;
mod error;
mod file;
mod foreman;
mod ledger;
mod listing;
mod range;
mod search;
mod shift;
mod store;
mod text;
mod work;

use std::path::Path;
use std::thread;
use std::time::Instant;

use serde_json::Value;

use crate::{Limits, Outcome};
pub use audit::{Audit, Difference};
use crew::Crew;
pub use error::JobError;
pub use foreman::{Foreman, Returned};
pub use ledger::AtWork;
use listing::Listing;
pub use listing::path as listing;
pub use range::subtrees;
pub use search::SearchWork;
use shift::{Ends, Shift};
use store::{Held, Store};
pub use text::UnitText;
pub use work::{Name, Plan, Unit, UnitSize, Work, Worker, Yield};

/// What a job is for. A file goes on with the same alone.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    /// The problem's name.
    pub problem: String,
    /// The instance: everything that the search depends on.
    pub input: Value,
    /// What is asked.
    pub verb: Verb,
    /// The form of the problem that is searched, where it has several.
    pub engine: String,
    /// The program and its version: another one might number the choices in another way.
    pub program: String,
}

/// What is asked of all solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    /// How many there are.
    Count,
    /// Which they are: they are listed in a file beside the job's, in their order.
    All,
}

/// What came of a unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Done {
    /// The number of its solutions.
    pub solutions: u128,
    /// How many nodes were entered.
    pub nodes: u64,
    /// How long it took a thread.
    pub seconds: f64,
    /// A digest of what it listed.
    pub listed: i64,
}

/// How a job stands.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Status {
    /// How many units there are.
    pub units: u64,
    /// How many of them are done.
    pub units_done: u64,
    /// How much of the whole is done, from 0 to 1, as far as the sizes of the units are known.
    pub fraction: f64,
    /// The solutions of the units done.
    pub solutions: u128,
    /// The nodes entered in them, and above the first of all units.
    pub nodes: u64,
    /// How long threads took for the units done, in sum.
    pub seconds: f64,
    /// The processes at work.
    pub at_work: Vec<AtWork>,
}

impl Status {
    /// Whether all is done.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.units_done == self.units
    }

    /// How many threads are at work.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.at_work.iter().map(|at_work| at_work.threads).sum()
    }

    /// How long the rest will take those at work, or one thread if nobody is, if it goes on as it went; `None` before
    /// anything is done.
    #[must_use]
    pub fn seconds_left(&self) -> Option<f64> {
        let whole = self.seconds / self.fraction;
        (self.units_done > 0).then(|| (whole - self.seconds).max(0.0) / self.threads().max(1) as f64)
    }
}

/// A job in its file.
pub struct Job {
    store: Store,
    held: Held,
}

impl Job {
    /// The job in the file `path`, to be run; if there is none, it is cut into units and stored.
    ///
    /// # Errors
    /// If the file holds another task, is no job, is damaged, or cannot be written.
    pub fn begin(path: &Path, task: &Task, work: &(impl Work + ?Sized), size: UnitSize) -> Result<Job, JobError> {
        let mut store = Store::make(path)?;
        if store.is_new()? {
            let plan = work.plan(size).map_err(JobError::Work)?;
            store.begin(&Held { task: task.clone(), kind: work.kind().into(), plan })?;
        }
        let job = Job { held: store.load()?, store };
        job.is_for(task, work.kind())?;
        Ok(job)
    }

    /// The job in the file `path`, to be looked at. Of a file that cannot be written, that is all that can be done.
    ///
    /// # Errors
    /// If there is none, or it is damaged.
    pub fn open(path: &Path) -> Result<Job, JobError> {
        // A process that died may have left something to be set right, which takes writing.
        let store = match Store::open(path, false) {
            Err(JobError::Storage { verb: "write", .. }) => Store::open(path, true)?,
            store => store?,
        };
        if store.is_new()? {
            let why = "it is empty".into();
            return Err(JobError::NoJob { file: error::shown(path), why });
        }
        Ok(Job { held: store.load()?, store })
    }

    fn is_for(&self, task: &Task, kind: &str) -> Result<(), JobError> {
        let Held { task: held, kind: held_kind, .. } = &self.held;
        let (held_input, input) = (held.input.to_string(), task.input.to_string());
        let pairs = [
            ("problem", &*held.problem, &*task.problem),
            ("input", &held_input, &input),
            ("verb", held.verb.name(), task.verb.name()),
            ("engine", &held.engine, &task.engine),
            ("program", &held.program, &task.program),
            ("kind of units", held_kind, kind),
        ];
        match pairs.into_iter().find(|(_, held, asked)| held != asked) {
            None => Ok(()),
            Some((what, held, asked)) => Err(JobError::OtherJob {
                file: error::shown(self.store.path()),
                what,
                held: text::shortened(held),
                asked: text::shortened(asked),
            }),
        }
    }

    /// What the job is for.
    #[must_use]
    pub fn task(&self) -> &Task {
        &self.held.task
    }

    /// The units, in the order of their solutions.
    #[must_use]
    pub fn units(&self) -> &[Unit] {
        &self.held.plan.units
    }

    /// Does all units that are not done yet, on `threads` threads of this process and those of others that are at it,
    /// and tells `told` at times how it stands. Complete means that all units are done, by whomever.
    ///
    /// Of `limits`, those of time and the cancel flag hold. Units that were not finished then are to be done again.
    ///
    /// # Errors
    /// If something cannot be stored, or a unit cannot be done.
    pub fn run(
        &mut self,
        work: &(impl Work + ?Sized),
        threads: usize,
        mut limits: Limits,
        told: &mut dyn FnMut(&Status),
    ) -> Result<Outcome, JobError> {
        if self.status()?.is_complete() {
            self.store.bury_the_dead()?;
            return Ok(Outcome::Complete);
        }
        let listing = self.listing()?;
        let ends = Ends { deadline: limits.deadline_from(Instant::now()), cancel: limits.cancel };
        let (worker, _sign) = self.store.enter(threads.max(1))?;
        let Job { store, held } = self;
        let outcome = thread::scope(|scope| {
            let crew = Crew::start(scope, work, threads)?;
            Shift { store, plan: &held.plan, worker, listing, ends, told }.work(crew)
        });
        // What this worker still has is free again, whatever happened.
        self.store.leave(worker).and(outcome)
    }

    /// The file of solutions, for a job that has one.
    fn listing(&self) -> Result<Option<Listing>, JobError> {
        Ok(match self.held.task.verb {
            Verb::Count => None,
            Verb::All => Some(Listing::open(self.store.path(), self.store.listed()?.1)?),
        })
    }

    /// How it stands.
    ///
    /// # Errors
    /// If the file cannot be read, or is damaged.
    pub fn status(&self) -> Result<Status, JobError> {
        status(&self.store, &self.held.plan)
    }
}

fn status(store: &Store, plan: &Plan) -> Result<Status, JobError> {
    let results = store.results()?;
    let weights = |units: &mut dyn Iterator<Item = &Unit>| units.fold(0.0, |sum, unit| sum + unit.weight);
    let all = weights(&mut plan.units.iter());
    let done = weights(&mut results.iter().filter_map(|stored| plan.units.get(stored.unit)));
    let sum = |of: fn(&Done) -> u64| results.iter().map(|stored| of(&stored.done)).sum::<u64>();
    Ok(Status {
        units: plan.units.len() as u64,
        units_done: results.len() as u64,
        fraction: if results.len() == plan.units.len() { 1.0 } else { done / all },
        solutions: results.iter().map(|stored| stored.done.solutions).sum(),
        nodes: plan.nodes_above + sum(|done| done.nodes),
        seconds: results.iter().map(|stored| stored.done.seconds).sum(),
        at_work: store.at_work()?,
    })
}
