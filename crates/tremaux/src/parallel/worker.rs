//! One thread of a parallel search.

use std::mem;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::pool::{Pool, Taken};
use super::prefix::{Place, Prefix};
use super::shift::{Shift, Why};
use crate::driver::{Driver, Next, Rest};
use crate::{Limit, Observer, Outcome, Problem};

/// A part of a search to be done: see [`Rest`]. Its path is the prefix's own choices; those before are given.
#[derive(Clone)]
pub(super) struct Task<C> {
    pub(super) prefix: Arc<Prefix<C>>,
    pub(super) next: Next,
}

/// The pool of a problem's parallel search.
pub(super) type PoolOf<P> = Pool<Task<<P as Problem>::Choice>, <P as Problem>::Solution>;

/// What is done at a solution: a type that is no closure's, so that a search is compiled once for all that is asked of it.
pub(super) enum Find<'a, P> {
    /// It is counted; enough are `most`.
    Count { count: &'a mut u64, most: u64 },
    /// It is told, and a break is enough.
    Tell(&'a mut dyn FnMut(&P) -> ControlFlow<()>),
}

impl<P> Find<'_, P> {
    #[inline]
    fn found(&mut self, problem: &P) -> ControlFlow<()> {
        match self {
            Find::Count { count, most } => {
                **count += 1;
                if **count < *most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            }
            Find::Tell(tell) => tell(problem),
        }
    }
}

/// What a thread does with solutions.
pub(super) enum Harvest<'a, S> {
    Count(Tally<'a>),
    Gather(Basket<S>),
}

impl<S> Harvest<'_, S> {
    /// Hands over what was found in the part `id`, now at this depth; `true` if that part need find no more.
    fn deliver<W>(&mut self, pool: &Pool<W, S>, id: u64, depth: usize) -> bool {
        match self {
            Harvest::Count(tally) => tally.deliver(pool),
            Harvest::Gather(basket) => basket.deliver(pool, id, depth),
        }
    }
}

/// Counts.
pub(super) struct Tally<'a> {
    count: u64,
    delivered: u64,
    /// What all threads have delivered.
    total: &'a AtomicU64,
    most: u64,
}

impl<'a> Tally<'a> {
    pub(super) fn new(total: &'a AtomicU64, most: u64) -> Self {
        Tally { count: 0, delivered: 0, total, most }
    }

    fn deliver<W, S>(&mut self, pool: &Pool<W, S>) -> bool {
        let news = self.count - mem::replace(&mut self.delivered, self.count);
        // The sum is read once the threads are joined; until then it is only compared.
        let enough = self.total.fetch_add(news, Ordering::Relaxed).saturating_add(news) >= self.most;
        if enough {
            pool.stop(Some(Limit::Solutions));
        }
        enough
    }
}

/// Room that a batch of solutions takes, in choices.
const BATCH_ROOM: usize = 1 << 14;
const LARGEST_BATCH: usize = 1 << 10;

/// Room that a solution found at this depth takes, in choices. What owns memory is taken to hold a choice a level: a rough
/// measure of its size, but the only one there is.
fn room<S>(depth: usize) -> usize {
    if mem::needs_drop::<S>() { depth + 8 } else { 1 + mem::size_of::<S>() / 8 }
}

/// Gathers solutions, to be delivered in batches.
pub(super) struct Basket<S> {
    found: Vec<S>,
    batch: usize,
    most: usize,
}

impl<S> Basket<S> {
    pub(super) fn new(most: u64) -> Self {
        Basket { found: Vec::new(), batch: 1, most: usize::try_from(most).unwrap_or(usize::MAX) }
    }

    /// A break makes the thread deliver.
    fn add(&mut self, solution: S) -> ControlFlow<()> {
        self.found.push(solution);
        if self.found.len() < self.batch { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    fn deliver<W>(&mut self, pool: &Pool<W, S>, id: u64, depth: usize) -> bool {
        self.batch = (BATCH_ROOM / room::<S>(depth)).clamp(1, LARGEST_BATCH).min(self.most);
        let found = mem::take(&mut self.found);
        let taken = found.len() * room::<S>(depth);
        !found.is_empty() && pool.deliver(id, found, taken)
    }
}

/// The policy of a thread that searches `P`.
type ShiftOf<'a, P> = Shift<'a, Task<<P as Problem>::Choice>, <P as Problem>::Solution>;

/// One thread: a problem of its own, and the search of one part after the other.
pub(super) struct Worker<'a, P: Problem, O> {
    pub(super) driver: Driver<P, O, ShiftOf<'a, P>>,
    /// Above this, nothing is this thread's to take back: its part lies below.
    place: Place<P::Choice>,
}

impl<'a, P: Problem, O: Observer<P>> Worker<'a, P, O> {
    /// A thread whose `problem` stands at `place`.
    pub(super) fn new(problem: P, place: Place<P::Choice>, observer: O, shift: ShiftOf<'a, P>) -> Self {
        Worker { driver: Driver::new(problem, observer, shift), place }
    }

    /// Works on one part after the other, until there are no more.
    pub(super) fn work(&mut self, pool: &PoolOf<P>, harvest: &mut Harvest<'_, P::Solution>) {
        let mut in_vain = false;
        while let Some(Taken { id, work, obsolete }) = pool.take(in_vain) {
            self.begin(work, obsolete);
            let rest = self.search(pool, id, harvest);
            in_vain = self.driver.stop.was_in_vain();
            pool.finish(id, rest);
        }
        self.driver.stop.give_back();
    }

    /// Goes to where `task` begins.
    pub(super) fn begin(&mut self, task: Task<P::Choice>, obsolete: Arc<AtomicBool>) {
        let Task { prefix, next } = task;
        let depth = prefix.start();
        self.place.go(&mut self.driver.problem, Place { prefix: Arc::clone(&prefix), depth });
        self.driver.take_on(prefix.own(), next);
        self.driver.stop.begin(obsolete);
    }

    /// Searches on, as [`Driver::run`] does.
    pub(super) fn run(&mut self, mut find: Find<'_, P>) -> Outcome {
        self.driver.run(|problem| find.found(problem))
    }

    /// Searches the part `id`, and returns what is left of it.
    fn search(&mut self, pool: &PoolOf<P>, id: u64, harvest: &mut Harvest<'_, P::Solution>) -> Option<Task<P::Choice>> {
        loop {
            let outcome = match harvest {
                Harvest::Count(Tally { count, most, .. }) => self.run(Find::Count { count, most: *most }),
                Harvest::Gather(basket) => self.run(Find::Tell(&mut |problem| basket.add(problem.solution()))),
            };
            let why = self.driver.stop.why;
            if matches!(outcome, Outcome::Stopped(_)) && why == Why::Wanted {
                let levels = pool.levels();
                let given: Vec<_> =
                    self.driver.give(levels).into_iter().map(|path| self.go_below(path, Next::Leave)).collect();
                let kept = if pool.surveys() > 0 { self.rest() } else { None };
                pool.give(id, given, kept);
                continue;
            }
            if matches!(outcome, Outcome::Stopped(_)) && why == Why::Surveyed {
                pool.tell(id, self.rest());
                continue;
            }
            let enough = harvest.deliver(pool, id, self.place.depth + self.driver.own_depth());
            match (outcome, why) {
                (Outcome::Complete, _) => return None,
                (Outcome::Paused, _) | (_, Why::Deliver) if !enough => {}
                (Outcome::Stopped(_), Why::Limit(limit)) => {
                    pool.stop(Some(limit));
                    return self.suspend();
                }
                _ => return self.suspend(),
            }
        }
    }

    /// Ends the search of the part; what was left of it.
    pub(super) fn suspend(&mut self) -> Option<Task<P::Choice>> {
        let Rest { path, next } = self.driver.suspend()?;
        Some(self.go_below(path, next))
    }

    /// What is left of the part.
    fn rest(&self) -> Option<Task<P::Choice>> {
        let Rest { path, next } = self.driver.rest()?;
        Some(Task { prefix: Prefix::below(&self.place.prefix, self.place.depth, path), next })
    }

    /// A task with this `path`, which from now on is no longer this thread's to take back.
    fn go_below(&mut self, path: Vec<P::Choice>, next: Next) -> Task<P::Choice> {
        let prefix = Prefix::below(&self.place.prefix, self.place.depth, path);
        self.place = Place { depth: prefix.end(), prefix: Arc::clone(&prefix) };
        Task { prefix, next }
    }
}
