//! Beside the command: the engine and the puzzles as a Python module, `tremaux._tremaux`.
//!
//! What a person uses is the package in `python/`, which says what everything means; this crate holds what is fast or
//! needs the engine. An `Instance` is something to be searched, a puzzle or a person's own problem,
//! and is asked the questions that the command has verbs for.
//!
//! | room | what lives there |
//! | --- | --- |
//! | `instance.rs` | the questions, as Python asks them |
//! | `puzzle.rs` | a puzzle asked, without the interpreter's lock |
//! | `running.rs` | a search that stands between two questions, whatever its problem |
//! | `puzzles.rs` | puzzles out of Python's values |
//! | `input.rs` | a puzzle as jobs hold it |
//! | `spread.rs` | a search in units that others do, and its job |
//! | `batch.rs`, `batch/source.rs` | very many Sudokus, and where they come from |
//! | `own.rs` | a problem whose methods are Python's, asked with the lock held |
//! | `away.rs` | work without the lock, that a signal can stop |
//! | `values.rs` | values and arrays of Python's, in and out |
//! | `failure.rs` | what goes wrong, as exceptions |
//!
//! **Knows:** Python, and all floors below the command. **Must never know:** how a problem is searched or drawn, files
//! (but for a file of Sudokus, and jobs), terminals.

mod away;
mod batch;
mod failure;
mod input;
mod instance;
mod own;
mod puzzle;
mod puzzles;
mod running;
mod spread;
mod values;

/// What the package `tremaux` is made with.
#[pyo3::pymodule]
mod _tremaux {
    #[pymodule_export]
    use crate::batch::sudokus;
    #[pymodule_export]
    use crate::instance::{Instance, Solutions};
    #[pymodule_export]
    use crate::own::{problem, template};
    #[pymodule_export]
    use crate::puzzles::{maze, maze_text, parens, paths, permutations, queens, sudoku, sudoku_text, words};
    #[pymodule_export]
    use crate::spread::{Job, cut, job, total, units, values};

    /// A panic is told of by an exception, not on standard error: see `failure.rs`. The hook is this module's alone.
    #[pymodule_init]
    fn init() {
        std::panic::set_hook(Box::new(|_| {}));
    }
}
