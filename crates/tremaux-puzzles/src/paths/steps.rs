//! The steps that a path may take.

use std::fmt;
use std::ops::RangeInclusive;

/// A step on the lattice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// North: (0, +1).
    N,
    /// North-east: (+1, +1).
    NE,
    /// East: (+1, 0).
    E,
}

impl Step {
    /// Every step there is, in the order tried unless another is asked for.
    pub const ALL: [Step; 3] = [Step::N, Step::NE, Step::E];

    /// The step's name.
    ///
    /// ```
    /// use tremaux_puzzles::paths::Step;
    ///
    /// assert_eq!(Step::ALL.map(Step::name), ["N", "NE", "E"]);
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Step::N => "N",
            Step::NE => "NE",
            Step::E => "E",
        }
    }

    /// What the step adds to (x, y).
    #[inline]
    pub(super) fn delta(self) -> (u32, u32) {
        match self {
            Step::N => (0, 1),
            Step::NE => (1, 1),
            Step::E => (1, 0),
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The steps allowed, in the order in which they are tried; the default is all of them.
///
/// ```
/// use tremaux_puzzles::paths::{Step, Steps};
///
/// let steps = Steps::new(&[Step::E, Step::N]).unwrap();
/// assert_eq!(steps.as_slice(), [Step::E, Step::N]);
/// assert!(!steps.contains(Step::NE));
/// assert!(Steps::new(&[Step::N, Step::N]).is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Steps {
    /// The first `count` are the steps; the rest is `N`, so that equal steps are equal values.
    order: [Step; 3],
    count: u8,
}

impl Default for Steps {
    fn default() -> Self {
        Steps { order: Step::ALL, count: 3 }
    }
}

impl Steps {
    /// The steps of `order`; `None` when there are none or one is there twice.
    #[must_use]
    pub fn new(order: &[Step]) -> Option<Self> {
        let repeated = |index: usize| order[..index].contains(&order[index]);
        if order.is_empty() || (0..order.len()).any(repeated) {
            return None;
        }
        let mut steps = Steps { order: [Step::N; 3], count: 0 };
        for (place, step) in steps.order.iter_mut().zip(order) {
            *place = *step;
            steps.count += 1;
        }
        Some(steps)
    }

    /// The steps in order.
    #[must_use]
    pub fn as_slice(&self) -> &[Step] {
        &self.order[..usize::from(self.count)]
    }

    /// Whether `step` is one of them.
    #[must_use]
    pub fn contains(&self, step: Step) -> bool {
        self.as_slice().contains(&step)
    }

    /// All of them as a branch.
    pub(super) fn branch(self) -> Branch {
        Branch { steps: self, next: 0 }
    }

    /// None of them as a branch: a dead end.
    pub(super) fn dead_end(self) -> Branch {
        Branch { steps: self, next: self.count }
    }

    /// How many NE steps a path over (x, y) can have; an empty range when no path goes there.
    ///
    /// What they don't cover is left to N and E, so without N they must make the whole height, without E the whole
    /// width.
    #[inline]
    pub(super) fn diagonals(self, (x, y): (u32, u32)) -> RangeInclusive<u32> {
        let height = if self.contains(Step::N) { 0 } else { y };
        let width = if self.contains(Step::E) { 0 } else { x };
        height.max(width)..=if self.contains(Step::NE) { x.min(y) } else { 0 }
    }

    /// Whether some path goes over (x, y).
    #[inline]
    pub(super) fn lead_over(self, way: (u32, u32)) -> bool {
        !self.diagonals(way).is_empty()
    }
}

/// The steps not yet taken at a node.
#[derive(Clone, Debug)]
pub struct Branch {
    steps: Steps,
    next: u8,
}

impl Iterator for Branch {
    type Item = Step;

    #[inline]
    fn next(&mut self) -> Option<Step> {
        let step = *self.steps.as_slice().get(usize::from(self.next))?;
        self.next += 1;
        Some(step)
    }
}
