//! A search on a thread of its own, which ends when nobody waits for it any more.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use serde_json::{Value, json};
use tokio::sync::Semaphore;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tremaux::{Limits, Progress};
use tremaux_puzzles::Watcher;

use super::answer::{Answer, Asked};
use super::api::{Refusal, Wanted};
use super::{PATIENCE, SEARCH_TIME, SEARCHES};
use crate::args::Options;
use crate::failure::Failure;
use crate::problems;

/// What all requests share: how long a search may take, and how many run at once.
pub(super) struct Server {
    pub(super) time: Duration,
    pub(super) searches: usize,
    running: Arc<Semaphore>,
}

/// What a search is run with.
pub(super) struct Work {
    pub(super) cancel: Arc<AtomicBool>,
    pub(super) time: Duration,
    pub(super) gauge: Arc<Gauge>,
    began: Instant,
}

impl Work {
    /// The limits of the next search: what is left of the time.
    pub(super) fn limits(&self) -> Limits {
        Limits::new().cancel(Arc::clone(&self.cancel)).time(self.time.saturating_sub(self.began.elapsed()))
    }

    pub(super) fn seconds(&self) -> f64 {
        self.began.elapsed().as_secs_f64()
    }

    pub(super) fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }
}

/// A count without a search.
impl Watcher for Work {
    fn cancelled(&self) -> bool {
        self.is_cancelled() || self.began.elapsed() > self.time
    }

    fn done(&self, part: f64) {
        self.gauge.fraction.store(part.to_bits(), Ordering::Relaxed);
    }
}

/// How far a search is, for another thread to look at.
#[derive(Debug, Default)]
pub(super) struct Gauge {
    calls: AtomicU64,
    solutions: AtomicU64,
    /// The bits of an f64 from 0 to 1.
    fraction: AtomicU64,
}

impl Gauge {
    pub(super) fn tell(&self, progress: &Progress) {
        self.calls.store(progress.nodes, Ordering::Relaxed);
        self.solutions.store(progress.solutions, Ordering::Relaxed);
        self.fraction.store(progress.done.to_bits(), Ordering::Relaxed);
    }

    pub(super) fn json(&self) -> Value {
        let value = |number: &AtomicU64| number.load(Ordering::Relaxed);
        json!({
            "calls": value(&self.calls),
            "solutions": value(&self.solutions),
            "fraction": f64::from_bits(value(&self.fraction)),
        })
    }
}

/// Raises the flag when it is dropped.
struct Cancel(Arc<AtomicBool>);

impl Drop for Cancel {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A search under way; it is cancelled when this is dropped.
pub(super) struct Task {
    done: JoinHandle<Result<Answer, Failure>>,
    pub(super) gauge: Arc<Gauge>,
    _cancel: Cancel,
}

impl Server {
    pub(super) fn new(options: &Options) -> Self {
        let searches = options.threads.map_or(SEARCHES, |threads| threads as usize);
        Server {
            time: options.timeout.unwrap_or(SEARCH_TIME),
            searches,
            running: Arc::new(Semaphore::new(searches.min(Semaphore::MAX_PERMITS))),
        }
    }

    /// Starts what is wanted, as soon as others have ended.
    pub(super) async fn start(&self, wanted: Wanted, asked: Asked) -> Result<Task, Refusal> {
        let permit = match timeout(PATIENCE, Arc::clone(&self.running).acquire_owned()).await {
            Ok(Ok(permit)) => permit,
            _ => {
                let message = format!("{} searches are running: expected one of them to end", self.searches);
                return Err(Refusal::new(StatusCode::SERVICE_UNAVAILABLE, "busy", message));
            }
        };
        let (cancel, gauge) = (Arc::new(AtomicBool::new(false)), Arc::<Gauge>::default());
        let work =
            Work { cancel: Arc::clone(&cancel), time: self.time, gauge: Arc::clone(&gauge), began: Instant::now() };
        let search = move || {
            // Held until the search has really ended.
            let _permit = permit;
            let Wanted { problem, files, puzzle } = wanted;
            problems::put(problem, &files, super::answer::Question { work, puzzle, asked })
        };
        Ok(Task { done: tokio::task::spawn_blocking(search), gauge, _cancel: Cancel(cancel) })
    }
}

impl Task {
    /// The answer, once it is there.
    pub(super) async fn answer(&mut self) -> Result<Answer, Refusal> {
        match (&mut self.done).await {
            Ok(answer) => answer.map_err(|failure| Refusal::from(&failure)),
            // A search that panicked, or one that was never begun since the server ends.
            Err(_) => {
                let message = "the search broke: this is a bug, please report it";
                Err(Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "bug", message))
            }
        }
    }

    /// The answer, or nothing if it is not there in time.
    pub(super) async fn answer_within(&mut self, time: Duration) -> Option<Result<Answer, Refusal>> {
        timeout(time, self.answer()).await.ok()
    }
}
