//! Work without the interpreter's lock, that a signal can stop.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

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

/// Does `work` on a thread of its own while this one waits for signals: Python handles them on its main thread only, and
/// only with the lock. Once one raised an exception, `cancel` is raised, and the exception comes back with what the work
/// made of it.
pub(crate) fn away<T: Send>(
    py: Python<'_>,
    cancel: &Cancel,
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
                            signal = Python::attach(|py| py.check_signals()).err();
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
