//! A process at work on a job.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::crew::{Crew, Report};
use super::listing::Listing;
use super::store::Store;
use super::{JobError, Plan, Status, status};
use crate::{Limit, Outcome};

/// How long a limit may be overlooked.
pub(super) const PATIENCE: Duration = Duration::from_millis(20);

/// How often a process that has nothing to do looks whether there is something, or those at work have died.
const LOOK_EVERY: Duration = Duration::from_millis(200);

/// How many units a thread has at first, the one it is at included, and how many at most: as many as it takes for it never to
/// wait while results are stored.
const UNITS_A_THREAD: usize = 2;
const MOST_UNITS_A_THREAD: usize = 1 << 8;

/// The least time from one [`Status`] told to the next.
const TELL_EVERY: Duration = Duration::from_millis(250);

/// When a run ends before all is done.
pub(super) struct Ends {
    pub(super) deadline: Option<Instant>,
    pub(super) cancel: Option<Arc<AtomicBool>>,
}

impl Ends {
    pub(super) fn reached(&self) -> Option<Limit> {
        if self.cancel.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Some(Limit::Cancelled);
        }
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline).then_some(Limit::Time)
    }
}

/// A process at work on a job.
pub(super) struct Shift<'a, 'b> {
    pub(super) store: &'b mut Store,
    pub(super) plan: &'a Plan,
    pub(super) worker: i64,
    pub(super) listing: Option<Listing>,
    pub(super) ends: Ends,
    pub(super) told: &'b mut dyn FnMut(&Status),
}

impl<'a> Shift<'a, '_> {
    /// Has the crew do units until all are done or it ends.
    pub(super) fn work(mut self, mut crew: Crew<'a>) -> Result<Outcome, JobError> {
        let mut done = Vec::new();
        let mut stopped = None;
        let mut look_at = Instant::now();
        let mut tell_at = Instant::now();
        let mut ahead = UNITS_A_THREAD;
        loop {
            if stopped.is_none() {
                stopped = self.ends.reached();
            }
            if !done.is_empty() && crew.at_work < crew.threads {
                ahead = MOST_UNITS_A_THREAD.min(2 * ahead);
            }
            let room = (ahead * crew.threads).saturating_sub(crew.at_work);
            let most = if stopped.is_some() { 0 } else { room };
            if !done.is_empty() || (most > 0 && Instant::now() >= look_at) {
                let taken = self.store.exchange(self.worker, &done, most, self.listing.as_mut())?;
                done.clear();
                if taken.is_empty() {
                    look_at = Instant::now() + LOOK_EVERY;
                }
                taken.into_iter().for_each(|unit| crew.order(unit, &self.plan.units[unit]));
            }
            match stopped {
                Some(limit) if crew.at_work == 0 => return Ok(Outcome::Stopped(limit)),
                Some(_) => crew.cancel(),
                None if crew.at_work == 0 && self.store.results()?.len() == self.plan.units.len() => {
                    return Ok(Outcome::Complete);
                }
                None => {}
            }
            let mut patience = PATIENCE;
            while let Some(report) = crew.report(patience) {
                patience = Duration::ZERO;
                match report {
                    Report::Listed(unit, piece, text) => self.store.keep(unit, piece, &text)?,
                    Report::Done(stored) => done.push(stored),
                    Report::Cancelled => stopped = stopped.or(Some(Limit::Cancelled)),
                    Report::Failed(error) => return Err(error),
                }
            }
            if Instant::now() >= tell_at {
                let began = Instant::now();
                (self.told)(&status(self.store, self.plan)?);
                // However many units there are, this takes no more than a twentieth of the time.
                tell_at = Instant::now() + TELL_EVERY.max(20 * began.elapsed());
            }
        }
    }
}
