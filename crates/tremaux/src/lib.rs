//! Floor 1 of the house: the backtracking engine.
//!
//! A [`Problem`] says what there is to fill and what the marks allow; a [`Search`] walks it and answers: the first
//! solution, all of them, how many, one at a time. [`Search::threads`] asks the same of many threads,
//! [`Parallel::report`] tells how far they are, [`estimate`](estimate()) says how large a search is before it is made. [`Limits`] stop a search without losing it, an [`Observer`] watches
//! it at no cost to those who don't, [`Stats`] counts what it does, [`Template`] takes a problem as five closures,
//! [`testkit`] checks that a problem keeps its promises, and a [`Scene`] is what a state looks like. With the feature
//! `jobs`, the module `job` keeps a search in a file, so that it survives being stopped.
//!
//! **Knows:** slots, choices, marks, nodes, depth; the words of the method and nothing else.
//! **Must never know:** any puzzle, any view, terminals, arguments, or files other than a job's.
//!
//! # One problem, worked
//!
//! *Subset sum*: which of these weights balance a load of 10? A slot is a weight, in the order given; its choices are
//! to take it or to leave it. The mark is the load so far: a weight that would overshoot may not be taken, and what
//! is left must still be able to reach the goal.
//!
//! ```
//! use tremaux::{Problem, Search};
//!
//! struct Scale { weights: Vec<u32>, taken: Vec<bool>, load: u32, rest: u32, goal: u32 }
//!
//! impl Problem for Scale {
//!     type Choice = bool; // take it?
//!     type Choices = std::array::IntoIter<bool, 2>;
//!     type Solution = Vec<u32>;
//!
//!     // The next open slot is the first weight not decided on; with none open the filling is complete.
//!     fn choices(&self) -> Option<Self::Choices> {
//!         (self.taken.len() < self.weights.len()).then(|| [true, false].into_iter())
//!     }
//!     // Both options of the slot, tested against the marks before one is placed.
//!     fn next_choice(&self, branch: &mut Self::Choices) -> Option<bool> {
//!         let weight = self.weights[self.taken.len()];
//!         branch.find(|&take| match take {
//!             true => self.load + weight <= self.goal,
//!             false => self.load + self.rest - weight >= self.goal,
//!         })
//!     }
//!     fn place(&mut self, take: bool) {
//!         let weight = self.weights[self.taken.len()];
//!         self.taken.push(take);
//!         self.rest -= weight;
//!         self.load += if take { weight } else { 0 };
//!     }
//!     fn unplace(&mut self, take: bool) {
//!         self.taken.pop();
//!         let weight = self.weights[self.taken.len()];
//!         self.rest += weight;
//!         self.load -= if take { weight } else { 0 };
//!     }
//!     fn solution(&self) -> Vec<u32> {
//!         self.weights.iter().zip(&self.taken).filter(|(_, taken)| **taken).map(|(weight, _)| *weight).collect()
//!     }
//! }
//!
//! let weights = vec![8, 5, 3, 2];
//! let scale = Scale { rest: weights.iter().sum(), weights, taken: vec![], load: 0, goal: 10 };
//! let answers = Search::new(scale).all();
//! assert_eq!(answers, [vec![8, 2], vec![5, 3, 2]]);
//! ```

mod backdrop;
mod driver;
mod estimate;
#[cfg(feature = "jobs")]
pub mod job;
mod limits;
mod marks;
mod observe;
mod parallel;
mod problem;
mod progress;
mod scene;
mod search;
mod template;
pub mod testkit;

pub use backdrop::{Backdrop, Cage, Sign, Square};
pub use estimate::{Estimate, Interval, Probing, estimate, estimate_until};
pub use limits::{Limit, Limits, Outcome, Stop, Unlimited};
pub use marks::MarkSet;
pub use observe::{Observer, Silent, Stats};
pub use parallel::Parallel;
pub use problem::{Bits, Problem};
pub use progress::{Progress, TimeLeft};
pub use scene::{Event, Layout, Role, Scene, SceneCell, SceneMark, Stroke, Text, Window};
pub use search::{Search, Solutions};
pub use template::{Template, TemplateProblem};

/// The README's program runs as it stands there.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
