//! Units handed out to others: to machines that know nothing of the file.

use std::mem::take;

use super::alive::Sign;
use super::digest::Digest;
use super::listing::Listing;
use super::search::PIECE;
use super::store::Stored;
use super::{Done, Job, JobError, Status, Yield};

/// What came of a unit that was done elsewhere.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Returned {
    /// The unit's number.
    pub unit: usize,
    /// What was found.
    pub found: Yield,
    /// How long it took a thread.
    pub seconds: f64,
    /// What it lists, where solutions are listed.
    pub listed: Vec<u8>,
}

/// A process that is at work on a job by having others do its units. It alone writes to the file, so that these may be
/// anywhere.
///
/// ```
/// use std::sync::{Arc, atomic::AtomicBool};
/// use tremaux::Problem;
/// use tremaux::job::{Job, Returned, SearchWork, Task, UnitSize, Verb, Work};
///
/// /// Three coins in a row.
/// #[derive(Clone)]
/// struct Coins(u32);
///
/// impl Problem for Coins {
///     type Choice = u32;
///     type Choices = std::ops::Range<u32>;
///     type Solution = ();
///
///     fn choices(&self) -> Option<Self::Choices> { (self.0 < 3).then_some(0..2) }
///     fn place(&mut self, _: u32) { self.0 += 1; }
///     fn unplace(&mut self, _: u32) { self.0 -= 1; }
///     fn solution(&self) {}
/// }
///
/// # let folder = tempfile::tempdir()?;
/// # let file = folder.path().join("coins.db");
/// let work = SearchWork::count(Coins(0));
/// let (problem, program) = ("coins".into(), "my program 1.0".into());
/// let task = Task { problem, input: 3.into(), verb: Verb::Count, engine: String::new(), program };
/// let mut foreman = Job::begin(&file, &task, &work, UnitSize::Number(4))?.hand_out(2)?;
///
/// let mut elsewhere = work.worker(&Arc::new(AtomicBool::new(false)))?;
/// let mut units = foreman.exchange(vec![], 3)?;
/// while let Some(unit) = units.pop() {
///     let found = elsewhere.run(&foreman.job().units()[unit].name, &mut |_| ())?.unwrap();
///     units.extend(foreman.exchange(vec![Returned { unit, found, ..Returned::default() }], 1)?);
/// }
/// assert!(foreman.status()?.is_complete());
/// assert_eq!(foreman.status()?.solutions, 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Foreman {
    job: Job,
    worker: i64,
    listing: Option<Listing>,
    _sign: Sign,
}

impl Job {
    /// Enters this process among those at work, to have `workers` others do units.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn hand_out(mut self, workers: usize) -> Result<Foreman, JobError> {
        let listing = self.listing()?;
        let (worker, sign) = self.store.enter(workers.max(1))?;
        Ok(Foreman { job: self, worker, listing, _sign: sign })
    }
}

impl Foreman {
    /// Stores what came of units, all at once, and gives up to `most` units to do next, each to nobody else as long as this
    /// is kept. There may be none although not all are done: others are at them.
    ///
    /// # Errors
    /// If something cannot be stored.
    pub fn exchange(&mut self, returned: Vec<Returned>, most: usize) -> Result<Vec<usize>, JobError> {
        let mut stored = Vec::with_capacity(returned.len());
        for Returned { unit, found, seconds, mut listed } in returned {
            let mut digest = Digest::new();
            for (piece, text) in take(&mut listed).chunks(PIECE).enumerate() {
                digest.add(text);
                self.job.store.keep(unit, piece, text)?;
            }
            let (solutions, nodes, listed) = (found.solutions, found.nodes, digest.value());
            stored.push(Stored { unit, done: Done { solutions, nodes, seconds, listed } });
        }
        self.job.store.exchange(self.worker, &stored, most, self.listing.as_mut())
    }

    /// Stores what came of units that nobody was given: results that were brought from elsewhere. Those of units that are done
    /// already, or are being done, are left out. Says how many were stored.
    ///
    /// # Errors
    /// If something cannot be stored.
    ///
    /// # Panics
    /// If there is no such unit.
    pub fn bring(&mut self, mut returned: Vec<Returned>) -> Result<usize, JobError> {
        let units: Vec<_> = returned.iter().map(|returned| returned.unit).collect();
        assert!(units.iter().all(|unit| *unit < self.job.units().len()), "units of the job");
        let mut claimed = self.job.store.claim(self.worker, &units)?;
        let stored = claimed.len();
        // One that is brought twice is stored once.
        returned.retain(|returned| {
            let at = claimed.iter().position(|unit| *unit == returned.unit);
            at.map(|at| claimed.swap_remove(at)).is_some()
        });
        self.exchange(returned, 0)?;
        Ok(stored)
    }

    /// How much of the file of solutions holds: those of so many units, the first, in so many bytes.
    ///
    /// # Errors
    /// If the file cannot be read, or is damaged.
    pub fn listed(&self) -> Result<(u64, u64), JobError> {
        self.job.store.listed()
    }

    /// The job.
    #[must_use]
    pub fn job(&self) -> &Job {
        &self.job
    }

    /// How the job stands.
    ///
    /// # Errors
    /// If the file cannot be read, or is damaged.
    pub fn status(&self) -> Result<Status, JobError> {
        self.job.status()
    }
}

impl Drop for Foreman {
    /// What is handed out is free again. Where that cannot be written, whoever comes next sees to it.
    fn drop(&mut self) {
        let _ = self.job.store.leave(self.worker);
    }
}
