//! What makes a thread of a parallel search look up from its work.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::pool::Pool;
use crate::limits::Pace;
use crate::{Limit, Limits, Stop};

/// How long solutions may wait at the thread that found them.
const DELIVER_EVERY: Duration = Duration::from_millis(10);

/// How long a search goes on alone before it is worth starting threads for it: a hundred times what a thread costs.
const ALONE: Duration = Duration::from_millis(1);

/// The limits that all threads of a search are under.
pub(super) struct Budget {
    nodes_left: AtomicU64,
    /// Nodes entered, or granted to be entered soon.
    nodes: AtomicU64,
    /// Whether the search goes on beside the caller's thread once it is long enough.
    is_shared: bool,
    has_node_limit: bool,
    deadline: Option<Instant>,
    cancel: Option<Arc<AtomicBool>>,
    threads: u64,
}

impl Budget {
    /// `is_shared`: whether a search that is long enough goes on beside the caller's thread.
    pub(super) fn new(limits: &mut Limits, threads: usize, is_shared: bool) -> Self {
        Budget {
            nodes_left: AtomicU64::new(limits.nodes_left),
            nodes: AtomicU64::new(0),
            is_shared,
            has_node_limit: limits.nodes_left < u64::MAX,
            deadline: limits.deadline_from(Instant::now()),
            cancel: limits.cancel.clone(),
            threads: threads as u64,
        }
    }

    pub(super) fn nodes_left(&self) -> u64 {
        self.nodes_left.load(Ordering::Relaxed)
    }

    /// How many nodes were entered under this budget, but for those of the last grants.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// The limit that was reached, but for the number of nodes.
    pub(super) fn reached(&self, now: Instant) -> Option<Limit> {
        if self.cancel.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Some(Limit::Cancelled);
        }
        self.deadline.is_some_and(|deadline| now >= deadline).then_some(Limit::Time)
    }

    /// Takes some nodes, at most `wish`, and never so many that the other threads get none.
    fn grant(&self, wish: u64) -> u64 {
        let granted = self.share(wish);
        self.nodes.fetch_add(granted, Ordering::Relaxed);
        granted
    }

    fn share(&self, wish: u64) -> u64 {
        if !self.has_node_limit {
            return wish;
        }
        let fair = |left: u64| wish.min(left.div_ceil(2 * self.threads));
        let taken = self.nodes_left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| Some(left - fair(left)));
        taken.map_or(0, fair)
    }

    fn give_back(&self, nodes: u64) {
        self.nodes.fetch_sub(nodes, Ordering::Relaxed);
        if self.has_node_limit {
            self.nodes_left.fetch_add(nodes, Ordering::Relaxed);
        }
    }
}

/// Why a thread was made to look up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Why {
    /// A limit was reached.
    Limit(Limit),
    /// All threads are to stop.
    Stopped,
    /// Its part is of no more use.
    Obsolete,
    /// Another thread waits for work.
    Wanted,
    /// What was found is to be delivered.
    Deliver,
    /// It is to be told what is left of its part.
    Surveyed,
    /// The search has become long enough for more threads.
    MoreThreads,
}

/// The policy by which a thread's search stops. What it tells the search is only that it stops; [`Shift::why`] tells
/// the thread.
pub(super) struct Shift<'a, W, S> {
    pub(super) why: Why,
    budget: &'a Budget,
    /// The others; `None` while the search is alone.
    pool: Option<&'a Pool<W, S>>,
    obsolete: Arc<AtomicBool>,
    /// Nodes to enter before anything is looked at again.
    grant: i64,
    granted: u64,
    pace: Pace,
    next_delivery: Instant,
    /// The last look was for a thread that waits: it was served, as far as it could be.
    served: bool,
    /// The last survey that was answered.
    survey: usize,
}

impl<'a, W, S> Shift<'a, W, S> {
    /// A thread among those of `pool`.
    pub(super) fn among(pool: &'a Pool<W, S>, budget: &'a Budget) -> Self {
        Shift::new(Some(pool), budget, DELIVER_EVERY)
    }

    /// The caller's thread; after a while it is told to get help, if there may be `threads`.
    pub(super) fn alone(budget: &'a Budget) -> Self {
        Shift::new(None, budget, ALONE)
    }

    fn new(pool: Option<&'a Pool<W, S>>, budget: &'a Budget, wait: Duration) -> Self {
        Shift {
            why: Why::Stopped,
            budget,
            pool,
            obsolete: Arc::default(),
            grant: 0,
            granted: 0,
            pace: Pace::new(),
            next_delivery: Instant::now() + wait,
            served: false,
            survey: 0,
        }
    }

    /// A part was taken, after whatever wait.
    pub(super) fn begin(&mut self, obsolete: Arc<AtomicBool>) {
        self.obsolete = obsolete;
        self.give_back();
        self.granted = 0;
        self.pace.skip_to(Instant::now());
    }

    /// Whether nothing was entered since it began.
    pub(super) fn was_in_vain(&self) -> bool {
        self.granted == 0
    }

    /// Nodes that were granted and not entered go back.
    pub(super) fn give_back(&mut self) {
        self.budget.give_back(self.grant.max(0).unsigned_abs());
        self.grant = 0;
    }

    #[cold]
    fn glance(&mut self) -> Option<Limit> {
        self.grant = 0;
        let now = Instant::now();
        if let Some(why) = self.look(now) {
            self.why = why;
            return Some(Limit::Cancelled);
        }
        let granted = self.budget.grant(self.pace.grant(now));
        if granted == 0 {
            self.why = Why::Limit(Limit::Nodes);
            return Some(Limit::Nodes);
        }
        self.granted += granted;
        // The node now entered is the first of the grant.
        self.grant = i64::try_from(granted).unwrap_or(i64::MAX) - 1;
        None
    }

    fn look(&mut self, now: Instant) -> Option<Why> {
        if let Some(limit) = self.budget.reached(now) {
            return Some(Why::Limit(limit));
        }
        let Some(pool) = self.pool else {
            return (self.budget.is_shared && now >= self.next_delivery).then_some(Why::MoreThreads);
        };
        if pool.is_stopped() {
            return Some(Why::Stopped);
        }
        if self.obsolete.load(Ordering::Relaxed) {
            return Some(Why::Obsolete);
        }
        self.served = !self.served && pool.is_wanted();
        if self.served {
            return Some(Why::Wanted);
        }
        let survey = pool.surveys();
        if self.survey != survey {
            self.survey = survey;
            return Some(Why::Surveyed);
        }
        if now >= self.next_delivery {
            self.next_delivery = now + DELIVER_EVERY;
            return Some(Why::Deliver);
        }
        None
    }
}

impl<W, S> Stop for Shift<'_, W, S> {
    #[inline]
    fn before_node(&mut self) -> Option<Limit> {
        if self.is_granted() { None } else { self.glance() }
    }

    #[inline]
    fn after_solution(&mut self) -> Option<Limit> {
        None
    }

    #[inline]
    fn is_granted(&mut self) -> bool {
        self.grant -= 1;
        self.grant >= 0
    }
}
