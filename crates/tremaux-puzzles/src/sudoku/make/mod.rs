//! For people who make puzzles.
//!
//! | file | answers |
//! | --- | --- |
//! | `unique.rs` | has it none, one or several solutions, and where does it get stuck |
//! | `minimal.rs` | which clues are not needed; the puzzle without them |
//! | `generate.rs` | new puzzles, by a [`Recipe`] |
//! | `symmetry.rs` | the symmetries of the pattern of clues |
//! | `transform.rs` | what leaves a puzzle the same: relabelled digits, lines in another order |
//! | `canonical.rs` | the form of a puzzle up to those |
//! | `difficulty.rs` | how large the reference search of a puzzle is |
//! | `appraise.rs` | what of this `check` says |
//!
//! All of them ask of a puzzle only what [`Sudoku::verdict`] and [`Sudoku::is_needed`] answer, under limits that the
//! caller gives for each question; so whatever puzzle these can answer for can be made, checked and minimised.
//!
//! [`Sudoku::verdict`]: super::Sudoku::verdict
//! [`Sudoku::is_needed`]: super::Sudoku::is_needed

mod appraise;
mod canonical;
mod difficulty;
mod generate;
mod minimal;
mod symmetry;
mod transform;
mod unique;

pub use canonical::NoForm;
pub use difficulty::Difficulty;
pub use generate::{Made, Missed, Recipe, Seen};
pub use symmetry::Symmetry;
pub use transform::Transform;
pub use unique::{Stuck, Verdict};
