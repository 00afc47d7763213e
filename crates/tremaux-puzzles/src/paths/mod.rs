//! Lattice paths: from (0, 0) to a goal, by steps N (0, +1), NE (+1, +1) and E (+1, 0).
//!
//! A slot is the next step; a choice is a step, in the order given. No mark rules a step out: a step past the goal is
//! placed and entered like any other, and the node there is a dead end, an open slot with no option. So the decision
//! tree to (1, 2) has 21 nodes below the start, of which 10 are dead and 5 are paths.
//!
//! There is no bit form: the plain form's marks, where the path stands, are machine words already.

mod check;
mod draw;
mod fast;
mod formula;
mod plain;
mod read;
mod steps;
mod ways;
mod write;

use num_bigint::BigUint;
use serde_json::{Value, json};

pub use fast::FastPaths;
pub use plain::PlainPaths;
pub use read::{parse_goal, parse_steps};
pub use steps::{Branch, Step, Steps};

use crate::{Aim, Breach, Engine, InputError, Puzzle, Question, Review, Shortcut, Watcher, Way};

/// The furthest goal, in x and in y.
pub const MAX_GOAL: u32 = 100_000;

/// A goal to be reached by some steps.
///
/// ```
/// use tremaux::Search;
/// use tremaux_puzzles::Puzzle;
/// use tremaux_puzzles::paths::{Paths, PlainPaths, Steps};
///
/// let paths = Paths::new((1, 2), Steps::default()).unwrap();
/// let all = Search::new(PlainPaths::new(&paths)).all();
/// let texts: Vec<_> = all.iter().map(|path| paths.text(path)).collect();
/// assert_eq!(texts, ["N N E", "N NE", "N E N", "NE N", "E N N"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paths {
    goal: (u32, u32),
    steps: Steps,
}

impl Paths {
    /// The instance for the goal (x, y); `None` where either is above [`MAX_GOAL`].
    #[must_use]
    pub fn new(goal: (u32, u32), steps: Steps) -> Option<Self> {
        (goal.0.max(goal.1) <= MAX_GOAL).then_some(Paths { goal, steps })
    }

    /// The goal (x, y).
    #[must_use]
    pub fn goal(&self) -> (u32, u32) {
        self.goal
    }

    /// The steps allowed.
    #[must_use]
    pub fn steps(&self) -> Steps {
        self.steps
    }
}

impl Puzzle for Paths {
    const NAME: &'static str = "paths";
    type Solution = Vec<Step>;

    fn pose<Q: Question<Vec<Step>>>(&self, engine: Engine, _: Aim, question: Q) -> Q::Answer {
        match engine {
            Engine::Plain | Engine::Bits => question.ask(PlainPaths::new(self)),
            Engine::Fast => question.ask(FastPaths::new(self)),
        }
    }

    fn count_without_search(&self, _: usize, watcher: &dyn Watcher) -> Shortcut<BigUint> {
        Shortcut::unless_cancelled(formula::count(self, &|| watcher.cancelled()))
    }

    fn input(&self) -> Value {
        json!({ "x": self.goal.0, "y": self.goal.1, "steps": write::names(self.steps.as_slice()) })
    }

    fn text(&self, path: &Vec<Step>) -> String {
        write::names(path).join(" ")
    }

    fn json(&self, path: &Vec<Step>) -> Value {
        json!(write::names(path))
    }

    fn none(&self, _: Aim) -> String {
        "no path".into()
    }

    fn verify(&self, path: &Vec<Step>) -> Result<(), Breach> {
        check::full(self, path)
    }

    fn review(&self, answer: Option<&str>) -> Result<Review, InputError> {
        let path = answer.map_or(Ok(Vec::new()), read::path)?;
        Ok(check::review(self, &path))
    }

    fn ways(&self) -> Vec<Way> {
        ways::ways(*self)
    }
}
