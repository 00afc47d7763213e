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
/// in the textbook order. A solution that was seen ahead says that its way is no dead end, and is not looked for again. A look ahead
/// that ends without an answer changes nothing: its node is searched as any other.
///
/// The first solution of an empty grid of 25 x 25 takes some tenths of a second.
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
    /// For each node from the root to the current one, a solution under it where one is known.
    known: Vec<Option<Vec<u8>>>,
}

impl FirstSudoku {
    /// The grid, already looked at.
    #[must_use]
    pub fn new(sudoku: &Sudoku) -> Self {
        let mut first = FirstSudoku { inner: FastSudoku::in_order(sudoku), known: Vec::new() };
        first.look_ahead();
        first
    }

    fn look_ahead(&mut self) {
        if self.inner.is_crowded() {
            self.inner.conclude(None);
            return self.known.push(None);
        }
        let mut search = Search::new(self.inner.restarted()).limits(Limits::new().nodes(LOOK_AHEAD));
        let mut solutions = search.take(2);
        if search.outcome() == Outcome::Complete {
            // With two solutions it would have paused at the second.
            self.inner.conclude(solutions.first().map(Vec::as_slice));
        }
        self.known.push(solutions.pop());
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
        let known = self.known.last().cloned().flatten();
        match known.filter(|solution| 1 << (solution[choice.cell] - 1) == choice.digit) {
            None => self.look_ahead(),
            known => self.known.push(known),
        }
    }

    fn unplace(&mut self, choice: Placement) {
        self.inner.unplace(choice);
        self.known.pop();
    }

    fn solution(&self) -> Vec<u8> {
        self.inner.solution()
    }

    fn label(&self, choice: Placement) -> String {
        self.inner.label(choice)
    }
}
