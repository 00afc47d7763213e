//! The plain form: a step at a time, and a node past the goal is a dead end.

use tremaux::{Event, Problem, Scene};

use super::{Branch, Paths, Step, Steps};

/// Paths by the template to the letter.
///
/// ```
/// use tremaux::{Search, Stats};
/// use tremaux_puzzles::paths::{Paths, PlainPaths, Steps};
///
/// let paths = Paths::new((1, 2), Steps::default()).unwrap();
/// let mut search = Search::new(PlainPaths::new(&paths)).observe(Stats::default());
/// assert_eq!(search.count(), 5);
/// assert_eq!((search.observer().placed, search.observer().dead_ends), (21, 10));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlainPaths {
    path: Vec<Step>,
    /// Where `path` leads from (0, 0): at most one beyond the goal, since no step goes on from there.
    at: (u32, u32),
    goal: (u32, u32),
    steps: Steps,
}

impl PlainPaths {
    /// The empty path.
    #[must_use]
    pub fn new(paths: &Paths) -> Self {
        PlainPaths { path: Vec::new(), at: (0, 0), goal: paths.goal, steps: paths.steps }
    }
}

impl Problem for PlainPaths {
    type Choice = Step;
    type Choices = Branch;
    type Solution = Vec<Step>;

    fn choices(&self) -> Option<Branch> {
        let past = self.at.0 > self.goal.0 || self.at.1 > self.goal.1;
        let branch = if past { self.steps.dead_end() } else { self.steps.branch() };
        (self.at != self.goal).then_some(branch)
    }

    fn place(&mut self, step: Step) {
        let (x, y) = step.delta();
        self.at = (self.at.0 + x, self.at.1 + y);
        self.path.push(step);
    }

    fn unplace(&mut self, step: Step) {
        let (x, y) = step.delta();
        self.at = (self.at.0 - x, self.at.1 - y);
        self.path.pop();
    }

    fn solution(&self) -> Vec<Step> {
        self.path.clone()
    }

    fn option(&self, index: usize) -> Option<Step> {
        self.choices()?.nth(index)
    }

    fn label(&self, step: Step) -> String {
        step.name().to_owned()
    }

    fn draw(&self, path: &[Step], event: Event<Step>) -> Scene {
        super::draw::scene(self.goal, path, event)
    }
}
