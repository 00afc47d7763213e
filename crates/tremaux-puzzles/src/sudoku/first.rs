//! The fast form for the first solution in the textbook order.

use tremaux::{Limits, Outcome, Problem, Search};

use super::fast::{Candidates, Placement};
use super::{FastSudoku, Sudoku};

/// How many nodes a look ahead may enter: what the hardest known puzzles of 9 x 9 need on average, some five times
/// over, and still some 20 ms on the largest grids, so that a limit on time is kept.
const LOOK_AHEAD: u64 = 1_000;

/// Sudoku in the textbook order, with a look ahead at every node: a search with the fewest choices first tells whether
/// none, one or several solutions stand under it. None is a dead end; one is placed at once.
///
/// A puzzle with one solution so costs what it costs in the best order, and only one with several is searched further
/// in the textbook order. A look ahead that ends without an answer changes nothing: its node is searched as any other.
///
/// ```
/// use tremaux::Search;
/// use tremaux_puzzles::sudoku::{FirstSudoku, Shape, Sudoku};
///
/// let empty = Sudoku::new(Shape::of_size(4).unwrap(), vec![0; 16]).unwrap();
/// let first = Search::new(FirstSudoku::new(&empty)).first().unwrap();
/// assert_eq!(first, [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstSudoku {
    inner: FastSudoku,
}

impl FirstSudoku {
    /// The grid, already looked at.
    #[must_use]
    pub fn new(sudoku: &Sudoku) -> Self {
        let mut first = FirstSudoku { inner: FastSudoku::in_order(sudoku) };
        first.look_ahead();
        first
    }

    fn look_ahead(&mut self) {
        let mut search = Search::new(self.inner.restarted()).limits(Limits::new().nodes(LOOK_AHEAD));
        let solutions = search.take(2);
        if search.outcome() == Outcome::Complete {
            // With two solutions it would have paused at the second.
            self.inner.conclude(solutions.first().map(Vec::as_slice));
        }
    }
}

impl Problem for FirstSudoku {
    type Choice = Placement;
    type Choices = Candidates;
    type Solution = Vec<u8>;

    fn choices(&self) -> Option<Candidates> {
        self.inner.choices()
    }

    fn place(&mut self, choice: Placement) {
        self.inner.place(choice);
        self.look_ahead();
    }

    fn unplace(&mut self, choice: Placement) {
        self.inner.unplace(choice);
    }

    fn solution(&self) -> Vec<u8> {
        self.inner.solution()
    }

    fn label(&self, choice: Placement) -> String {
        self.inner.label(choice)
    }
}
