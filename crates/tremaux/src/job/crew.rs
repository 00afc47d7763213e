//! Threads that do units.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, Scope};
use std::time::{Duration, Instant};

use super::digest::Digest;
use super::error::JobError;
use super::work::{Unit, Work, Worker};
use super::{Done, store::Stored};

/// What a thread tells.
pub(super) enum Report {
    /// A piece of what a unit lists: the unit, the number of the piece, its text.
    Listed(usize, usize, Vec<u8>),
    /// A unit is done.
    Done(Stored),
    /// A unit was cancelled.
    Cancelled,
    /// A unit cannot be done.
    Failed(JobError),
}

/// Some threads, each with a [`Worker`] of its own, and the units that they have not told of yet.
pub(super) struct Crew<'a> {
    orders: Sender<(usize, &'a Unit)>,
    reports: Receiver<Report>,
    cancel: Arc<AtomicBool>,
    pub(super) threads: usize,
    pub(super) at_work: usize,
}

impl<'a> Crew<'a> {
    /// Starts up to `threads` threads, as many as the machine has room for.
    pub(super) fn start<'scope, 'env, W: Work + ?Sized>(
        scope: &'scope Scope<'scope, 'env>,
        work: &'env W,
        threads: usize,
    ) -> Result<Crew<'a>, JobError>
    where
        'a: 'scope,
    {
        let (orders, taken) = channel();
        // Who lists faster than it can be stored waits.
        let (told, reports) = sync_channel(2 * threads);
        let taken = Arc::new(Mutex::new(taken));
        let cancel = Arc::new(AtomicBool::new(false));
        let mut started = 0;
        for _ in 0..threads.max(1) {
            let mut worker = work.worker(&cancel).map_err(JobError::Work)?;
            let taken = Arc::clone(&taken);
            let alarm = Alarm { cancel: Arc::clone(&cancel), told: told.clone() };
            let run = move || while do_next(&mut *worker, &taken, &alarm.told).is_some() {};
            if Builder::new().spawn_scoped(scope, run).is_err() {
                break;
            }
            started += 1;
        }
        if started == 0 {
            return Err(JobError::Work("no thread can be started".into()));
        }
        Ok(Crew { orders, reports, cancel, threads: started, at_work: 0 })
    }

    /// Has a unit done.
    pub(super) fn order(&mut self, number: usize, unit: &'a Unit) {
        self.at_work += 1;
        // A thread that panicked takes no more orders; the scope passes the panic on.
        let _ = self.orders.send((number, unit));
    }

    /// Has the threads give up what they are at.
    pub(super) fn cancel(&self) {
        self.cancel.store(true, Ordering::Relaxed);
    }

    /// What is told next; nothing, if there is nothing for so long. A crew of which all threads panicked tells at once
    /// that its units are cancelled.
    pub(super) fn report(&mut self, patience: Duration) -> Option<Report> {
        let report = match self.reports.recv_timeout(patience) {
            Ok(report) => report,
            Err(RecvTimeoutError::Timeout) => return None,
            Err(RecvTimeoutError::Disconnected) => Report::Cancelled,
        };
        if !matches!(report, Report::Listed(..)) {
            self.at_work = self.at_work.saturating_sub(1);
        }
        Some(report)
    }
}

impl Drop for Crew<'_> {
    fn drop(&mut self) {
        self.cancel();
    }
}

/// Has all threads stop when one panics, and tells of its unit.
struct Alarm {
    cancel: Arc<AtomicBool>,
    told: SyncSender<Report>,
}

impl Drop for Alarm {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.cancel.store(true, Ordering::Relaxed);
            let _ = self.told.send(Report::Cancelled);
        }
    }
}

/// Does the next unit; `None` if there will be none, or nobody wants to hear of it.
fn do_next(worker: &mut dyn Worker, orders: &Mutex<Receiver<(usize, &Unit)>>, told: &SyncSender<Report>) -> Option<()> {
    let order = orders.lock().unwrap_or_else(PoisonError::into_inner).recv();
    let (number, unit) = order.ok()?;
    let began = Instant::now();
    let (mut digest, mut pieces) = (Digest::new(), 0);
    let mut list = |text: Vec<u8>| {
        digest.add(&text);
        // If nobody listens, the unit is about to be cancelled.
        let _ = told.send(Report::Listed(number, pieces, text));
        pieces += 1;
    };
    let report = match worker.run(&unit.name, &mut list) {
        Ok(Some(found)) => {
            let (solutions, nodes, seconds) = (found.solutions, found.nodes, began.elapsed().as_secs_f64());
            let done = Done { solutions, nodes, seconds, listed: digest.value() };
            Report::Done(Stored { unit: number, done })
        }
        Ok(None) => Report::Cancelled,
        Err(why) => Report::Failed(JobError::Unit { name: unit.name.clone(), why }),
    };
    told.send(report).ok()
}
