//! Work without the interpreter's lock, that a signal can stop.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::prelude::*;

use crate::failure;

/// How often it is seen whether a signal has come. A search stops within 50 ms of being told to.
const LOOK: Duration = Duration::from_millis(20);

/// Tells work to stop.
#[derive(Clone, Default)]
pub(crate) struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// The flag itself, for limits.
    pub(crate) fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }

    /// Whether the work is to stop.
    pub(crate) fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Which part of some work is done, from 0 to 1: told by whoever does it, without the interpreter's lock.
#[derive(Clone, Default)]
pub(crate) struct Gauge(Arc<AtomicU64>);

impl Gauge {
    pub(crate) fn tell(&self, part: f64) {
        self.0.store(part.to_bits(), Ordering::Relaxed);
    }
}

/// Tells a function of Python's how far work is: how many parts are done, and how many there are.
pub(crate) struct Progress {
    function: Option<Py<PyAny>>,
    gauge: Gauge,
    told: (Instant, u32),
}

impl Progress {
    const PARTS: u32 = 1_000_000;
    pub(crate) const OFTEN: Duration = Duration::from_millis(100);

    pub(crate) fn new(function: Option<Py<PyAny>>) -> Self {
        Progress { function, gauge: Gauge::default(), told: (Instant::now(), 0) }
    }

    /// What is to be told, if anyone wants to know.
    pub(crate) fn gauge(&self) -> Option<Gauge> {
        self.function.as_ref().map(|_| self.gauge.clone())
    }

    /// Tells that all is done.
    pub(crate) fn end(&self, py: Python<'_>) -> PyResult<()> {
        self.tell(py, Progress::PARTS)
    }

    /// Tells what is done now, unless that was told, or something a moment ago. All is told by [`Progress::end`] alone.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is within bounds")]
    fn look(&mut self, py: Python<'_>) -> PyResult<()> {
        let part = f64::from_bits(self.gauge.0.load(Ordering::Relaxed)).clamp(0.0, 1.0);
        let parts = ((part * f64::from(Progress::PARTS)) as u32).min(Progress::PARTS - 1);
        let (last, told) = self.told;
        if parts <= told || last.elapsed() < Progress::OFTEN {
            return Ok(());
        }
        self.told = (Instant::now(), parts);
        self.tell(py, parts)
    }

    fn tell(&self, py: Python<'_>, parts: u32) -> PyResult<()> {
        self.function.as_ref().map_or(Ok(()), |function| function.call1(py, (parts, Progress::PARTS)).map(drop))
    }
}

/// Does `work` on a thread of its own while this one waits for signals: Python handles them on its main thread only, and
/// only with the lock. Once one raised an exception, `cancel` is raised, and the exception comes back with what the work
/// made of it.
pub(crate) fn away<T: Send>(
    py: Python<'_>,
    cancel: &Cancel,
    work: impl FnOnce() -> T + Send,
) -> PyResult<(T, Option<PyErr>)> {
    away_telling(py, cancel, &mut Progress::new(None), work)
}

/// [`away`], and `progress` is told meanwhile; what that raises is as a signal.
pub(crate) fn away_telling<T: Send>(
    py: Python<'_>,
    cancel: &Cancel,
    progress: &mut Progress,
    work: impl FnOnce() -> T + Send,
) -> PyResult<(T, Option<PyErr>)> {
    cancel.0.store(false, Ordering::Relaxed);
    let mut signal = None;
    let done = py.detach(|| {
        thread::scope(|scope| {
            let (tell, told) = sync_channel(1);
            let work = move || {
                // Nobody is gone: this scope waits.
                let _ = tell.send(catch_unwind(AssertUnwindSafe(work)).ok());
            };
            if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                return None;
            }
            loop {
                match told.recv_timeout(LOOK) {
                    Ok(done) => return done,
                    Err(RecvTimeoutError::Disconnected) => return None,
                    Err(RecvTimeoutError::Timeout) => {
                        if signal.is_none() {
                            signal = Python::attach(|py| py.check_signals().and_then(|()| progress.look(py))).err();
                        }
                        if signal.is_some() {
                            cancel.0.store(true, Ordering::Relaxed);
                        }
                    }
                }
            }
        })
    });
    match done {
        Some(done) => Ok((done, signal)),
        None => Err(failure::broken(py)),
    }
}
