//! The first solution in the textbook order.

use tremaux::Problem;

use super::super::QueensBoard;
use super::field::Field;
use super::{FewestChoices, SlotSquare, SlotSquares, branch};

/// A search whose first solution is the first in the textbook order, found without filling rows from the top blindly.
///
/// Rows are settled from the top. At every moment a *witness* is known: a solution that begins with the settled rows.
/// The next row's columns left of the witness's are tried in turn, each by a *probe*: a search for any solution, the
/// slot with the fewest squares first. A probe that ends without one refutes the column, and the search goes back to
/// the row and tries the next; a probe that finds one has a new witness. With no column left to try, the row is
/// settled as the witness has it, and that takes no search. So dead prefixes, on which a search from the top may spend
/// ages, are left as soon as the best search there is can refute them.
///
/// Only the first solution is of worth: a search that goes on finds it again in other ways.
///
/// ```
/// use tremaux::Search;
/// use tremaux_puzzles::queens::{FirstBoard, QueensBoard, Rules};
///
/// let board = QueensBoard::new(8, Rules::default()).unwrap();
/// assert_eq!(Search::new(FirstBoard::new(&board)).first(), Some(vec![0, 4, 7, 5, 2, 6, 1, 3]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstBoard {
    /// The state at every node from the root to the current one.
    states: Vec<State>,
}

/// Where the search stands.
#[derive(Clone, Debug, PartialEq, Eq)]
struct State {
    /// The field with the settled rows' queens.
    settled: Field,
    /// The solution known to begin with the settled rows; before the first is found, none.
    witness: Vec<u32>,
    /// The field of the probe that goes on, below one more queen in the first open row of `settled`.
    probe: Option<Field>,
}

impl State {
    /// The first row that is not settled, if one is not.
    fn row(&self) -> Option<usize> {
        self.settled.left()[..self.settled.size()].iter().position(|&left| left > 1)
    }
}

/// A choice of the search for the first solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstChoice {
    /// A queen is tried on a square, to begin a probe or within one.
    Try(SlotSquare),
    /// The first open row is settled as the witness has it: the solution that the probe found, or the one known. The
    /// very first witness settles none, since its row has columns to the left that were not tried.
    Settle,
}

/// The squares to be tried, and whether the row is settled after them.
#[derive(Clone, Debug)]
pub struct FirstChoices {
    squares: SlotSquares,
    settle: bool,
}

impl Iterator for FirstChoices {
    type Item = FirstChoice;

    fn next(&mut self) -> Option<FirstChoice> {
        let settle = |settle: &mut bool| std::mem::take(settle).then_some(FirstChoice::Settle);
        self.squares.next().map(FirstChoice::Try).or_else(|| settle(&mut self.settle))
    }
}

impl FirstBoard {
    /// The board with nothing placed but what its givens force.
    #[must_use]
    pub fn new(board: &QueensBoard) -> Self {
        let settled = Field::new(board);
        // The search for the first witness is a probe of the whole board.
        let probe = Some(settled.clone());
        FirstBoard { states: vec![State { settled, witness: Vec::new(), probe }] }
    }

    fn state(&self) -> &State {
        &self.states[self.states.len() - 1]
    }

    /// The field in which the next square is tried.
    fn field(&self) -> &Field {
        self.state().probe.as_ref().unwrap_or(&self.state().settled)
    }
}

impl Problem for FirstBoard {
    type Choice = FirstChoice;
    type Choices = FirstChoices;
    type Solution = Vec<u32>;

    fn choices(&self) -> Option<FirstChoices> {
        let state = self.state();
        if let Some(probe) = &state.probe {
            let squares = branch::<FewestChoices>(probe);
            let found = squares.is_none();
            return Some(FirstChoices { squares: squares.unwrap_or(SlotSquares::none()), settle: found })
                .filter(|_| !state.settled.is_complete());
        }
        let row = state.row()?;
        let mut squares = SlotSquares::of(&state.settled, row);
        squares.end = state.witness[row];
        Some(FirstChoices { squares, settle: true })
    }

    fn next_choice(&self, branch: &mut FirstChoices) -> Option<FirstChoice> {
        let field = self.field();
        branch.find(|choice| match choice {
            FirstChoice::Try(square) => field.is_possible(field.square(*square)),
            FirstChoice::Settle => true,
        })
    }

    fn place(&mut self, choice: FirstChoice) {
        let state = self.state();
        let mut next = state.clone();
        match choice {
            FirstChoice::Try(square) => next.probe = Some(self.field().with_queen(self.field().square(square))),
            FirstChoice::Settle => {
                if let Some(found) = next.probe.take() {
                    next.witness = found.columns();
                }
                // The very first witness says nothing yet of what is left of its columns.
                if let Some(row) = state.row().filter(|_| !state.witness.is_empty()) {
                    let square = state.settled.squares(row)[next.witness[row] as usize];
                    next.settled = state.settled.with_queen(square);
                }
            }
        }
        self.states.push(next);
    }

    fn unplace(&mut self, _: FirstChoice) {
        self.states.pop();
    }

    fn solution(&self) -> Vec<u32> {
        self.state().settled.columns()
    }

    fn label(&self, choice: FirstChoice) -> String {
        match choice {
            FirstChoice::Try(square) => self.field().label(self.field().square(square)),
            FirstChoice::Settle => "settle".into(),
        }
    }
}
