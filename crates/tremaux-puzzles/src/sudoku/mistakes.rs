//! Sudoku gone wrong.

use tremaux::{Event, Problem, Scene};

use super::{PlainSudoku, Sudoku};
use crate::{Mistake, Program, Spotter};

/// Shows the mistake on a puzzle.
pub(super) fn spot(sudoku: &Sudoku, spotter: &mut impl Spotter) {
    let mistake = Mistake {
        name: "it is ignored that a deeper call succeeded",
        right: "if search(next): return true, and leave the grid as it is",
        wrong: "search(next), then take the digit back",
        leads_to: "the solved grid is undone, digit by digit, and lost: what is left is the puzzle".into(),
    };
    let right = Program { first: true, ..Program::new(|| InPlace(PlainSudoku::new(sudoku)), String::clone) };
    let wrong = Program::new(|| InPlace(PlainSudoku::new(sudoku)), String::clone);
    spotter.spot(mistake, right, wrong);
}

/// Sudoku solved in place: the answer is the grid itself, and nothing is saved. Whether the caller stops at the solution
/// is all the difference.
struct InPlace(PlainSudoku);

impl Problem for InPlace {
    type Choice = u8;
    type Choices = std::ops::RangeInclusive<u8>;
    type Solution = String;

    fn choices(&self) -> Option<Self::Choices> {
        self.0.choices()
    }

    fn next_choice(&self, branch: &mut Self::Choices) -> Option<u8> {
        self.0.next_choice(branch)
    }

    fn place(&mut self, digit: u8) {
        self.0.place(digit);
    }

    fn unplace(&mut self, digit: u8) {
        self.0.unplace(digit);
    }

    fn solution(&self) -> String {
        String::new()
    }

    fn option(&self, index: usize) -> Option<u8> {
        self.0.option(index)
    }

    fn ruled_out_by(&self, digit: u8) -> Option<&'static str> {
        self.0.ruled_out_by(digit)
    }

    fn draw(&self, path: &[u8], event: Event<u8>) -> Scene {
        self.0.draw(path, event)
    }
}
