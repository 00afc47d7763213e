//! The questions one can ask of a problem.

use std::ops::ControlFlow;

use crate::driver::Driver;
use crate::{Limits, Observer, Outcome, Parallel, Problem, Silent, Stop, Unlimited};

/// A search of a problem: ask it for the first solution, all of them, their number, or one at a time.
///
/// Every question goes on from where the last one ended, in the order of the problem's choices; on a new search that is
/// the beginning. Ask [`outcome`](Search::outcome) whether everything was searched.
///
/// The search keeps its own stack – one entry a level, so depth is bounded by memory and not by the thread's stack; a
/// watched search keeps a second one – and allocates nothing else.
///
/// ```
/// use tremaux::{Bits, Limits, Outcome, Problem, Search};
///
/// /// Colours 0, 1, 2 for a ring of vertices, neighbours unlike.
/// struct Ring { colours: Vec<u16>, size: usize }
///
/// impl Problem for Ring {
///     type Choice = u16; // a colour as a bit
///     type Choices = Bits<u16>;
///     type Solution = Vec<u16>;
///
///     fn choices(&self) -> Option<Bits<u16>> {
///         let before = self.colours.last().copied().unwrap_or(0);
///         let around = if self.colours.len() + 1 == self.size { self.colours[0] } else { 0 };
///         (self.colours.len() < self.size).then_some(Bits(0b111 & !before & !around))
///     }
///     fn place(&mut self, colour: u16) { self.colours.push(colour); }
///     fn unplace(&mut self, _: u16) { self.colours.pop(); }
///     fn solution(&self) -> Vec<u16> { self.colours.clone() }
/// }
///
/// let ring = || Ring { colours: vec![], size: 5 };
/// assert_eq!(Search::new(ring()).count(), 30);
/// assert_eq!(Search::new(ring()).first(), Some(vec![1, 2, 1, 2, 4]));
///
/// let mut search = Search::new(ring()).limits(Limits::new().nodes(20));
/// let partial = search.count();
/// assert!(partial < 30 && !search.outcome().is_complete());
/// // The rest, with the limit lifted:
/// let mut search = search.limits(Limits::new());
/// assert_eq!(partial + search.count(), 30);
/// assert_eq!(search.outcome(), Outcome::Complete);
/// ```
pub struct Search<P: Problem, O = Silent, S = Unlimited> {
    driver: Driver<P, O, S>,
    outcome: Outcome,
}

impl<P: Problem> Search<P> {
    /// A search of `problem`, which is searched below the state it is in.
    #[must_use]
    pub fn new(problem: P) -> Self {
        Search { driver: Driver::new(problem, Silent, Unlimited), outcome: Outcome::Paused }
    }
}

impl<P: Problem, S: Stop> Search<P, Silent, S> {
    /// The same search, watched by `observer`. To be called before the first question.
    ///
    /// # Panics
    /// If the search has begun: an observer must see all of it.
    #[must_use]
    pub fn observe<O: Observer<P>>(self, observer: O) -> Search<P, O, S> {
        assert!(self.driver.is_new(), "a search is observed from its beginning");
        Search { driver: self.driver.with(|_, stop| (observer, stop)), outcome: self.outcome }
    }
}

impl<P: Problem, O: Observer<P>, S: Stop> Search<P, O, S> {
    /// The same search, where it stands, under `limits` from now on.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Search<P, O, Limits> {
        self.stop_by(limits)
    }

    /// The same search, where it stands, stopped by a policy of the caller's from now on.
    #[must_use]
    pub fn stop_by<T: Stop>(self, stop: T) -> Search<P, O, T> {
        Search { driver: self.driver.with(|observer, _| (observer, stop)), outcome: self.outcome }
    }

    /// The same search, where it stands, on `threads` threads from now on; 0 is taken as 1.
    ///
    /// What is asked of it needs a problem that is `Clone + Send`, solutions that are `Send`, and an observer that can be
    /// added up: [`Stats`](crate::Stats), or none.
    #[must_use]
    pub fn threads(self, threads: usize) -> Parallel<P, O>
    where
        S: Into<Limits>,
    {
        Parallel::new(self.driver, self.outcome, threads.max(1))
    }

    /// The next solution: on a new search, the first.
    pub fn first(&mut self) -> Option<P::Solution> {
        let mut first = None;
        self.visit(|problem| {
            first = Some(problem.solution());
            ControlFlow::Break(())
        });
        first
    }

    /// All solutions from here on. The memory they take is the caller's to bound: see [`take`](Search::take) and
    /// [`solutions`](Search::solutions).
    pub fn all(&mut self) -> Vec<P::Solution> {
        let mut all = Vec::new();
        self.for_each(|solution| all.push(solution));
        all
    }

    /// The next `most` solutions, or as many as there are.
    pub fn take(&mut self, most: usize) -> Vec<P::Solution> {
        self.solutions().take(most).collect()
    }

    /// The number of solutions from here on; none is copied.
    pub fn count(&mut self) -> u64 {
        let mut count = 0;
        self.visit(|_| {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    }

    /// Calls `found` with every solution from here on.
    pub fn for_each(&mut self, mut found: impl FnMut(P::Solution)) -> Outcome {
        self.visit(|problem| {
            found(problem.solution());
            ControlFlow::Continue(())
        })
    }

    /// Calls `found` with the problem in the state of every solution from here on, none copied, until it breaks.
    pub fn visit(&mut self, found: impl FnMut(&P) -> ControlFlow<()>) -> Outcome {
        self.outcome = self.driver.run(found);
        self.outcome
    }

    /// The solutions from here on, each searched for when it is asked for.
    pub fn solutions(&mut self) -> Solutions<'_, P, O, S> {
        Solutions(self)
    }

    /// How the search stands after the last question.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// What watched it.
    #[must_use]
    pub fn observer(&self) -> &O {
        &self.driver.observer
    }

    /// What watched it, to take what it gathered.
    pub fn observer_mut(&mut self) -> &mut O {
        &mut self.driver.observer
    }

    /// The policy that may stop it, to read what it noted.
    #[must_use]
    pub fn policy(&self) -> &S {
        &self.driver.stop
    }

    /// The problem, in the state where the search stands: after [`first`](Search::first), the solution's.
    #[must_use]
    pub fn problem(&self) -> &P {
        &self.driver.problem
    }

    /// The problem, in the state where the search stands, and what watched it.
    #[must_use]
    pub fn into_parts(self) -> (P, O) {
        (self.driver.problem, self.driver.observer)
    }

    /// The place reached: the choices, from the root down, that lead to the node where the search stands.
    #[must_use]
    pub fn place_reached(&self) -> Vec<P::Choice> {
        self.driver.path().collect()
    }
}

/// The solutions of a [`Search`], lazily: see [`Search::solutions`].
pub struct Solutions<'a, P: Problem, O, S>(&'a mut Search<P, O, S>);

impl<P: Problem, O: Observer<P>, S: Stop> Iterator for Solutions<'_, P, O, S> {
    type Item = P::Solution;

    #[inline]
    fn next(&mut self) -> Option<P::Solution> {
        self.0.first()
    }
}
