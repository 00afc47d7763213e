//! Floor 2 of the house: the problems.
//!
//! A folder each, with the same rooms in each, as far as the problem needs them:
//!
//! | room | what lives there |
//! | --- | --- |
//! | `mod.rs` | the instance – what is asked – and its [`Puzzle`] impl, which only points into the other rooms |
//! | `plain.rs` | the plain form: the template to the letter, marks as named sets |
//! | `bits.rs` | the same calls and placements with the marks as machine words |
//! | `fast.rs` | a smarter search or a formula, where there is one |
//! | `kernel/`, `lanes/` | a count tuned by hand, with its `DESIGN.md` |
//! | `read.rs` | the parsers: any bytes in, an instance or one clear [`InputError`] out |
//! | `write.rs` | a solution as text and as JSON |
//! | `draw.rs` | a state as it looks |
//! | `check.rs` | the independent checker: shares no code with the forms |
//! | `make/` | what those ask who make puzzles: new ones, minimal ones, their forms |
//! | `mistakes.rs` | programs with a mistake, beside the right one |
//! | `ways.rs` | the problem stated in its different ways, for `compare` |
//!
//! Beside the problems, `jobs` makes any of them the work of a job (feature `jobs`).
//!
//! **Knows:** the engine, and what each puzzle's text looks like.
//! **Must never know:** files, arguments, terminals, exit codes, any view.

mod fillings;
mod form;
mod formula;
mod input;
#[cfg(feature = "jobs")]
pub mod jobs;
pub mod maze;
mod mistakes;
mod moves;
pub mod parens;
pub mod paths;
pub mod permutations;
mod puzzle;
pub mod queens;
pub mod random;
mod slots;
pub mod sudoku;
pub mod words;

pub use form::Form;
pub use input::{InputError, ReadError};
pub use mistakes::{Mistake, Program, Spotter};
pub use moves::{Cell, Direction, Moves};
pub use puzzle::{
    Aim, Appraisal, Breach, CountOfUnits, CountUnits, Engine, Puzzle, Question, Remark, Review, Shortcut, Tally,
    Watcher, Way,
};
