//! A search on many threads.
//!
//! | room | what lives there |
//! | --- | --- |
//! | `mod.rs` | the questions; the caller's thread, which collects |
//! | `worker.rs` | a thread: takes a part, searches it, gives parts of it away |
//! | `shift.rs` | what makes a thread look up from its search |
//! | `pool.rs` | where threads hand parts to each other |
//! | `prefix.rs` | the choices that name a part |
//! | `survey.rs` | how much is left |

mod pool;
mod prefix;
mod shift;
mod survey;
mod worker;

use std::cell::Cell;
use std::ops::{AddAssign, ControlFlow};
use std::panic;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::driver::{Driver, Next, Rest};
use crate::progress::Reporter;
use crate::{Limit, Limits, Observer, Outcome, Problem, Progress, Silent, Stop};
use pool::{Collected, Part, Pool, Rules};
use prefix::{Place, Prefix};
use shift::{Budget, Shift, Why};
use survey::{Scout, Survey};
use worker::{Basket, Find, Harvest, Tally, Task, Worker};

/// How often the caller's thread looks at the clock and the cancel flag while it waits.
const PATIENCE: Duration = Duration::from_millis(10);

/// How long after a limit was reached solutions found before are still told.
const LAST_WORDS: Duration = Duration::from_millis(20);

/// Room for solutions that wait to be told, in choices.
const ROOM: usize = 1 << 22;

/// A search on many threads: see [`Search::threads`](crate::Search::threads).
///
/// The answers are those of a [`Search`](crate::Search) on one thread: the same first solution, the same solutions in
/// the same order, the same number, and, where all is searched, the same quantities. Every question goes on from where
/// the last one ended.
///
/// A thread that has nothing to do is given a part of what another one has: the shallowest choices not taken yet. So all
/// threads have work in a tree of any shape, at the end of a long path or under the last of all children. A thread that
/// is busy pays for it with a look now and then, as rare as that at its limits. A search of less than a millisecond is
/// done on the caller's thread alone; so is one of a problem that [remembers](Problem::remembers).
///
/// A panic in the problem comes out of the question asked; the other threads stop first. After that, what was left to be
/// searched is lost.
///
/// ```
/// use tremaux::{Bits, Problem, Search, Stats};
///
/// /// Orderings of `size` items, as a mask of those left.
/// #[derive(Clone)]
/// struct Orderings { left: u32, chosen: Vec<u32> }
///
/// impl Problem for Orderings {
///     type Choice = u32;
///     type Choices = Bits<u32>;
///     type Solution = Vec<u32>;
///
///     fn choices(&self) -> Option<Bits<u32>> { (self.left != 0).then_some(Bits(self.left)) }
///     fn place(&mut self, item: u32) { self.left ^= item; self.chosen.push(item); }
///     fn unplace(&mut self, item: u32) { self.left ^= item; self.chosen.pop(); }
///     fn solution(&self) -> Vec<u32> { self.chosen.clone() }
/// }
///
/// let orderings = Orderings { left: 0b1_1111_1111, chosen: vec![] };
/// let mut search = Search::new(orderings.clone()).observe(Stats::default()).threads(2);
/// assert_eq!(search.count(), 362_880);
/// assert_eq!(search.observer().solutions, 362_880);
///
/// let in_order = Search::new(orderings.clone()).threads(2).take(3);
/// assert_eq!(in_order, Search::new(orderings).take(3));
/// ```
pub struct Parallel<P: Problem, O = Silent> {
    problem: P,
    place: Place<P::Choice>,
    /// What is left, in the order of the search.
    parts: Vec<Part<Task<P::Choice>, P::Solution>>,
    observer: O,
    limits: Limits,
    threads: usize,
    outcome: Outcome,
    /// Solutions that the last count passed beyond its limit.
    surplus: u64,
    reporter: Option<Reporter>,
}

impl<P: Problem, O: Observer<P>> Parallel<P, O> {
    pub(crate) fn new<S: Stop + Into<Limits>>(mut driver: Driver<P, O, S>, outcome: Outcome, threads: usize) -> Self {
        let rest = driver.suspend();
        let is_complete = rest.is_none();
        let Rest { path, next } = rest.unwrap_or(Rest { path: Vec::new(), next: Next::Leave });
        let prefix = Prefix::root(path);
        let parts = if is_complete { Vec::new() } else { vec![Part::new(Task { prefix: prefix.clone(), next })] };
        let place = Place { depth: prefix.end(), prefix };
        let Driver { problem, observer, stop, .. } = driver;
        let threads = if problem.remembers() { 1 } else { threads };
        Parallel { problem, place, parts, observer, limits: stop.into(), threads, outcome, surplus: 0, reporter: None }
    }

    /// The same search, where it stands, that tells about `every` so often how far it is, on the caller's thread, while
    /// it answers a question. Less often where telling it would take more than a hundredth of that thread's time, since it
    /// takes as long as placing the choices on the way to every thread.
    ///
    /// A search of less than `every` tells nothing, nor does one of a problem that [remembers](Problem::remembers). While
    /// solutions are told, it waits for the function that is told them.
    ///
    /// ```
    /// use std::sync::mpsc;
    /// use std::time::Duration;
    /// use tremaux::{Search, Template};
    ///
    /// // All words of 20 bits.
    /// let words = Template {
    ///     slots: 20,
    ///     board: 0,
    ///     options: |_: &u32, _slot| 0..2_u32,
    ///     is_valid: |_: &u32, _slot, _bit| true,
    ///     place: |board: &mut u32, _slot, bit| *board = *board << 1 | bit,
    ///     unplace: |board: &mut u32, _slot, _bit| *board >>= 1,
    ///     record: |board: &u32| *board,
    /// };
    /// let (tell, told) = mpsc::channel();
    /// let search = Search::new(words.problem()).threads(2);
    /// let mut search = search.report(Duration::from_millis(1), move |progress| tell.send(progress.done).unwrap());
    /// assert_eq!(search.count(), 1 << 20);
    /// drop(search);
    /// assert!(told.iter().is_sorted());
    /// ```
    #[must_use]
    pub fn report(self, every: Duration, tell: impl FnMut(&Progress) + Send + 'static) -> Self {
        Parallel { reporter: Some(Reporter::new(every, Box::new(tell))), ..self }
    }

    /// The same search, where it stands, under `limits` from now on; they hold for all threads together.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Self {
        Parallel { limits, ..self }
    }

    /// How the search stands after the last question.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// What watched it: the sum over all threads.
    #[must_use]
    pub fn observer(&self) -> &O {
        &self.observer
    }

    /// The part of the tree that is finished, from 0 to 1: see [`Progress::done`]. Takes as long as placing the choices on
    /// the way to every place where something is left.
    #[must_use]
    pub fn done(&self) -> f64
    where
        P: Clone,
    {
        let mut scout = Scout::new(self.problem.clone(), self.place.clone());
        1.0 - self.parts.iter().filter_map(Part::work).map(|part| scout.left(part)).sum::<f64>()
    }

    /// The choices that lead to the first node, in the order of the search, below which something is left to be searched.
    #[must_use]
    pub fn place_reached(&self) -> Vec<P::Choice> {
        let Some(task) = self.parts.iter().find_map(Part::work) else { return Vec::new() };
        let mut choices = task.prefix.to_vec();
        if task.next == Next::Enter {
            choices.pop();
        }
        choices
    }

    /// The problem, in the state where it was given to the threads.
    #[must_use]
    pub fn problem(&self) -> &P {
        &self.problem
    }
}

impl<P, O> Parallel<P, O>
where
    P: Problem<Solution: Send> + Clone + Send,
    O: Observer<P> + Default + AddAssign + Send,
{
    /// The next solution in the order of the search: on a new search, the first.
    pub fn first(&mut self) -> Option<P::Solution> {
        self.take(1).pop()
    }

    /// A solution, whichever thread finds one first.
    pub fn any(&mut self) -> Option<P::Solution> {
        let mut any = None;
        self.tell(false, 1, &mut |solution| {
            any = Some(solution);
            ControlFlow::Break(())
        });
        any
    }

    /// All solutions from here on, in order.
    pub fn all(&mut self) -> Vec<P::Solution> {
        self.take(usize::MAX)
    }

    /// The next `most` solutions in order, or as many as there are.
    pub fn take(&mut self, most: usize) -> Vec<P::Solution> {
        let mut solutions = Vec::new();
        if most > 0 {
            self.tell(true, most as u64, &mut |solution| {
                solutions.push(solution);
                if solutions.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
        }
        solutions
    }

    /// Calls `found` on the caller's thread with every solution from here on, in the order of the search, until it
    /// breaks.
    ///
    /// Solutions of threads that are ahead wait, within bounds: room for four million choices. Then the threads wait.
    pub fn in_order(&mut self, mut found: impl FnMut(P::Solution) -> ControlFlow<()>) -> Outcome {
        self.tell(true, u64::MAX, &mut found)
    }

    /// Calls `found` on the caller's thread with every solution from here on, as the threads find them, until it
    /// breaks.
    pub fn as_found(&mut self, mut found: impl FnMut(P::Solution) -> ControlFlow<()>) -> Outcome {
        self.tell(false, u64::MAX, &mut found)
    }

    /// The number of solutions from here on; none is copied.
    pub fn count(&mut self) -> u64 {
        let most = self.limits.solutions_left;
        let mut count = std::mem::take(&mut self.surplus);
        count += self.parts.iter_mut().map(|part| part.take_found().count() as u64).sum::<u64>();
        let total = AtomicU64::new(count);
        if count < most {
            let budget = self.budget();
            let mut alone = 0;
            let counted = Find::Count { count: &mut alone, most: most - count };
            self.outcome = match self.search_alone(&budget, counted) {
                Some(outcome) => outcome,
                None => {
                    total.fetch_add(alone, Ordering::Relaxed);
                    alone = 0;
                    let rules = Rules { in_order: false, most, room: ROOM };
                    let found = || total.load(Ordering::Relaxed);
                    let tally = || Harvest::Count(Tally::new(&total, most));
                    self.search_together(&budget, rules, &tally, &mut |_| ControlFlow::Continue(()), &found)
                }
            };
            count = total.into_inner() + alone;
            self.limits.nodes_left = budget.nodes_left();
        }
        if count >= most {
            self.outcome = Outcome::Stopped(Limit::Solutions);
        }
        let told = count.min(most);
        self.surplus = count - told;
        self.limits.solutions_left -= told;
        told
    }

    /// Tells solutions, of which no more than `wanted` are of interest, until `found` breaks.
    fn tell(&mut self, in_order: bool, wanted: u64, found: &mut dyn FnMut(P::Solution) -> ControlFlow<()>) -> Outcome {
        let most = self.limits.solutions_left;
        if most == 0 {
            self.outcome = Outcome::Stopped(Limit::Solutions);
            return self.outcome;
        }
        let left = Cell::new(most);
        let mut told = |solution| {
            left.set(left.get() - 1);
            let enough = found(solution);
            if left.get() == 0 { ControlFlow::Break(()) } else { enough }
        };
        let budget = self.budget();
        let alone = self.search_alone(&budget, Find::Tell(&mut |problem| told(problem.solution())));
        self.outcome = alone.unwrap_or_else(|| {
            let wanted = wanted.min(most);
            let rules = Rules { in_order, most: wanted, room: ROOM };
            let basket = || Harvest::Gather(Basket::new(wanted));
            self.search_together(&budget, rules, &basket, &mut told, &|| most - left.get())
        });
        self.limits.nodes_left = budget.nodes_left();
        self.limits.solutions_left = left.get();
        if left.get() == 0 {
            self.outcome = Outcome::Stopped(Limit::Solutions);
        }
        self.outcome
    }

    /// The budget of a question, which is asked now.
    fn budget(&mut self) -> Budget {
        if let Some(reporter) = &mut self.reporter {
            reporter.begin();
        }
        let is_shared = self.threads > 1 || (self.reporter.is_some() && !self.problem.remembers());
        Budget::new(&mut self.limits, self.threads, is_shared)
    }

    /// Searches on this thread for as long as that is as well; `None` if the search goes on together.
    fn search_alone(&mut self, budget: &Budget, find: Find<'_, P>) -> Option<Outcome> {
        let task = match self.parts.as_mut_slice() {
            [] => return Some(Outcome::Complete),
            [part] if !part.has_found() => part.work().cloned()?,
            _ => return None,
        };
        self.parts.clear();
        let shift = Shift::alone(budget);
        let mut worker = Worker::new(self.problem.clone(), self.place.clone(), O::default(), shift);
        worker.begin(task, Default::default());
        let outcome = worker.run(find);
        self.parts.extend(worker.suspend().map(Part::new));
        worker.driver.stop.give_back();
        let why = worker.driver.stop.why;
        self.observer += worker.driver.observer;
        match (outcome, why) {
            (Outcome::Stopped(_), Why::MoreThreads) => None,
            (Outcome::Stopped(_), Why::Limit(limit)) => Some(Outcome::Stopped(limit)),
            _ => Some(outcome),
        }
    }

    /// Searches on all threads, while this one calls `found` and reports; `solutions` says how many there are so far.
    fn search_together<'a>(
        &mut self,
        budget: &Budget,
        rules: Rules,
        harvest: &dyn Fn() -> Harvest<'a, P::Solution>,
        found: &mut dyn FnMut(P::Solution) -> ControlFlow<()>,
        solutions: &dyn Fn() -> u64,
    ) -> Outcome {
        let survey = |reporter| Survey::new(self.problem.clone(), self.place.clone(), reporter);
        let mut survey = self.reporter.as_mut().map(survey);
        let pool = Pool::new(std::mem::take(&mut self.parts), rules);
        let paused = thread::scope(|scope| {
            let at_the_end = StopAtTheEnd(&pool);
            let thread = |_| {
                let (problem, place, mut harvest) = (self.problem.clone(), self.place.clone(), harvest());
                let pool = &pool;
                // In a box: what starts a thread is compiled for each type of what it runs.
                let run: Box<dyn FnOnce() -> O + Send + '_> = Box::new(move || {
                    let _watch = BreakDownOnPanic(pool);
                    // What it holds on the heap is then allocated by this thread, and shares no cache line with another's.
                    let problem = problem.clone();
                    let mut worker = Worker::new(problem, place, O::default(), Shift::among(pool, budget));
                    worker.work(pool, &mut harvest);
                    worker.driver.observer
                });
                thread::Builder::new().spawn_scoped(scope, run).ok()
            };
            // Where the machine has no room for so many, it is searched on those that there are.
            let threads: Vec<_> = (0..self.threads).map_while(thread).collect();
            assert!(!threads.is_empty(), "no thread can be started");
            let look = &mut || {
                if let Some(survey) = &mut survey {
                    survey.look(&pool, budget.nodes(), solutions());
                }
            };
            let paused = collect(&pool, budget, found, look);
            drop(at_the_end);
            for thread in threads {
                self.observer += thread.join().unwrap_or_else(|panicked| panic::resume_unwind(panicked));
            }
            paused
        });
        let limit = pool.limit();
        self.parts = pool.into_parts();
        match limit {
            _ if self.parts.is_empty() && !paused => Outcome::Complete,
            Some(limit) => Outcome::Stopped(limit),
            None => Outcome::Paused,
        }
    }
}

/// Calls `found` with what the threads find and `look` now and then, and has them stop at a limit; `true` if `found`
/// broke.
fn collect<W, S>(
    pool: &Pool<W, S>,
    budget: &Budget,
    found: &mut dyn FnMut(S) -> ControlFlow<()>,
    look: &mut dyn FnMut(),
) -> bool {
    let mut stopped: Option<Instant> = None;
    loop {
        match pool.collect(PATIENCE) {
            Collected::Found(id, solutions) => {
                let mut solutions = solutions.into_iter();
                while let Some(solution) = solutions.next() {
                    let enough = found(solution).is_break();
                    if enough || stopped.is_some_and(|stopped| stopped.elapsed() > LAST_WORDS) {
                        pool.stop(None);
                        pool.put_back(id, solutions.collect());
                        return enough;
                    }
                }
            }
            Collected::Nothing => {}
            Collected::End => return false,
        }
        let now = Instant::now();
        if stopped.is_none() && (pool.is_stopped() || budget.reached(now).is_some()) {
            stopped = Some(now);
            pool.stop(budget.reached(now));
        }
        look();
    }
}

/// Has the threads stop, however the caller's thread ends.
struct StopAtTheEnd<'a, W, S>(&'a Pool<W, S>);

impl<W, S> Drop for StopAtTheEnd<'_, W, S> {
    fn drop(&mut self) {
        self.0.stop(None);
    }
}

/// Has the threads stop when one panics.
struct BreakDownOnPanic<'a, W, S>(&'a Pool<W, S>);

impl<W, S> Drop for BreakDownOnPanic<'_, W, S> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.break_down();
        }
    }
}
