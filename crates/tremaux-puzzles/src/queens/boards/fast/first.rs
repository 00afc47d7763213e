//! The first solution in the textbook order.

use tremaux::Problem;

use super::super::QueensBoard;
use super::field::Field;
use super::{BoardSquare, FewestChoices, Node};

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
    /// The node of the probe that goes on, below one more queen in the first open row of `settled`.
    probe: Option<Node>,
}

impl State {
    /// The first row that is not settled, if one is not.
    fn row(&self) -> Option<usize> {
        let rows = &self.settled.left()[..self.settled.size()];
        if self.settled.is_complete() { None } else { Some(rows.iter().position(|&left| left > 1).unwrap_or(0)) }
    }

    /// With one more queen in the probe, or a probe that begins with it.
    fn tried(&self, square: BoardSquare) -> State {
        let field = match &self.probe {
            Some(probe) => probe.child(square).clone(),
            None => self.settled.with_queen(square.0),
        };
        let probe = Some(Node::new::<FewestChoices>(field));
        State { settled: self.settled.clone(), witness: self.witness.clone(), probe }
    }

    /// With the first open row settled as the witness has it: the solution that the probe found, or the one known.
    fn as_witnessed(&self) -> State {
        let witness = self.probe.as_ref().map_or_else(|| self.witness.clone(), |probe| probe.field.columns());
        // The very first witness says nothing yet of what is left of its columns.
        let row = self.row().filter(|_| !self.witness.is_empty());
        let settled = row.map_or_else(
            || self.settled.clone(),
            |row| self.settled.with_queen(self.settled.squares(row)[witness[row] as usize]),
        );
        State { settled, witness, probe: None }
    }

    /// The possible squares of a row to the left of the witness's.
    fn left_of_witness(&self, row: usize) -> Vec<BoardSquare> {
        let squares = &self.settled.squares(row)[..self.witness[row] as usize];
        squares.iter().filter(|&&square| self.settled.is_possible(square)).map(|&square| BoardSquare(square)).collect()
    }
}

/// A choice of the search for the first solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstChoice {
    /// A queen is tried on a square, to begin a probe or within one.
    Try(BoardSquare),
    /// The first open row is settled as the witness has it: the solution that the probe found, or the one known. The
    /// very first witness settles none, since its row has columns to the left that were not tried.
    Settle,
}

impl FirstBoard {
    /// The board with nothing placed but what its givens force.
    #[must_use]
    pub fn new(board: &QueensBoard) -> Self {
        let settled = Field::new(board);
        // The search for the first witness is a probe of the whole board.
        let probe = Some(Node::new::<FewestChoices>(settled.clone()));
        FirstBoard { states: vec![State { settled, witness: Vec::new(), probe }] }
    }

    /// The solution that is known where the search stands, if one is: none comes before it that begins as it does, up to
    /// the row that is looked at.
    pub(crate) fn witness(&self) -> Option<&[u32]> {
        let witness = &self.state().witness;
        (!witness.is_empty()).then_some(witness)
    }

    fn state(&self) -> &State {
        &self.states[self.states.len() - 1]
    }
}

impl Problem for FirstBoard {
    type Choice = FirstChoice;
    type Choices = std::vec::IntoIter<FirstChoice>;
    type Solution = Vec<u32>;

    fn choices(&self) -> Option<Self::Choices> {
        let state = self.state();
        let row = state.row()?;
        let squares = match &state.probe {
            Some(probe) => probe.squares(),
            None => Some(state.left_of_witness(row)),
        };
        let tries = |squares: Vec<BoardSquare>| squares.into_iter().map(FirstChoice::Try).collect();
        let mut choices: Vec<FirstChoice> = squares.map_or(Vec::new(), tries);
        if state.probe.as_ref().is_none_or(|probe| probe.field.is_complete()) {
            choices.push(FirstChoice::Settle);
        }
        Some(choices.into_iter())
    }

    fn place(&mut self, choice: FirstChoice) {
        let state = self.state();
        let next = match choice {
            FirstChoice::Try(square) => state.tried(square),
            FirstChoice::Settle => state.as_witnessed(),
        };
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
            FirstChoice::Try(square) => square.label(self.state().settled.size()),
            FirstChoice::Settle => "next row".into(),
        }
    }
}
