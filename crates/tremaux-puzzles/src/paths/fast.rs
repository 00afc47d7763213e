//! The fast form: only steps from which the goal can still be reached, so that every node leads to a path, and no search
//! of a straight rest.

use tremaux::Problem;

use super::{Branch, Paths, Step, Steps};

/// Paths without a dead end: the same paths in the same order as by [`PlainPaths`](super::PlainPaths).
///
/// Whether the goal can be reached from a place is known without a search, since only the number of NE steps is open
/// there. Beside the steps past the goal this leaves out, where N or E is not allowed, whole subtrees without a path. And
/// due south or west of the goal one way is left, so the path is complete there: its rest is added when it is recorded.
///
/// ```
/// use tremaux::Search;
/// use tremaux_puzzles::paths::{FastPaths, Paths, Step, Steps};
///
/// // N and NE alone: the plain form tries all of the some 2^31 ways to go wrong.
/// let paths = Paths::new((31, 30), Steps::new(&[Step::N, Step::NE]).unwrap()).unwrap();
/// assert_eq!(Search::new(FastPaths::new(&paths)).first(), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FastPaths {
    path: Vec<Step>,
    /// What is left of the way to the goal.
    ahead: (u32, u32),
    steps: Steps,
}

impl FastPaths {
    /// The empty path.
    #[must_use]
    pub fn new(paths: &Paths) -> Self {
        FastPaths { path: Vec::new(), ahead: paths.goal, steps: paths.steps }
    }

    /// Whether the goal can be reached after `step`.
    #[inline]
    fn leads_on(&self, step: Step) -> bool {
        let (x, y) = step.delta();
        let left = self.ahead.0.checked_sub(x).zip(self.ahead.1.checked_sub(y));
        left.is_some_and(|left| self.steps.lead_over(left))
    }
}

impl Problem for FastPaths {
    type Choice = Step;
    type Choices = Branch;
    type Solution = Vec<Step>;

    #[inline]
    fn choices(&self) -> Option<Branch> {
        let straight = self.ahead.0 == 0 || self.ahead.1 == 0;
        // Below the root the goal can be reached from everywhere; at the root that is not said.
        let complete = straight && self.steps.lead_over(self.ahead);
        (!complete).then(|| self.steps.branch())
    }

    #[inline]
    fn next_choice(&self, branch: &mut Branch) -> Option<Step> {
        branch.find(|&step| self.leads_on(step))
    }

    #[inline]
    fn place(&mut self, step: Step) {
        let (x, y) = step.delta();
        self.ahead = (self.ahead.0 - x, self.ahead.1 - y);
        self.path.push(step);
    }

    #[inline]
    fn unplace(&mut self, step: Step) {
        let (x, y) = step.delta();
        self.ahead = (self.ahead.0 + x, self.ahead.1 + y);
        self.path.pop();
    }

    fn solution(&self) -> Vec<Step> {
        let (east, north) = (self.ahead.0 as usize, self.ahead.1 as usize);
        let mut path = Vec::with_capacity(self.path.len() + east + north);
        path.extend_from_slice(&self.path);
        path.resize(self.path.len() + east, Step::E);
        path.resize(self.path.len() + east + north, Step::N);
        path
    }

    fn option(&self, index: usize) -> Option<Step> {
        self.choices()?.nth(index)
    }

    fn ruled_out_by(&self, step: Step) -> Option<&'static str> {
        (!self.leads_on(step)).then_some("goal")
    }
}
