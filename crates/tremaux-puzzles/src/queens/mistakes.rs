//! Queens gone wrong.

use std::cell::RefCell;
use std::rc::Rc;

use num_bigint::BigUint;
use tremaux::{Event, Problem, Scene};

use super::draw::{self, Marks};
use super::{PlainQueens, check, write};
use crate::{Mistake, Program, Spotter};

/// Shows every mistake on a board of `size` rows.
pub(super) fn spot(size: usize, spotter: &mut impl Spotter) {
    spot_slip(size, Slip::UndoLeavesMarks, spotter);
    spot_slip(size, Slip::OneDiagonal, spotter);
    let mistake = Mistake {
        name: "the board itself is saved, not a copy",
        right: "save a copy of the board",
        wrong: "save the board",
        leads_to: "every board saved is the one board there is: empty, once all is undone".into(),
    };
    let saved = |board: &Alias| write::rows(board.size, board.queens.borrow().iter().copied());
    let wrong = Program::new(|| AliasQueens::new(size), saved);
    spotter.spot(mistake, program(|| PlainQueens::new(size)), wrong);
    spot_slip(size, Slip::TestedWhenFull, spotter);
    spot_slip(size, Slip::LastRowForgotten, spotter);
}

fn spot_slip(size: usize, slip: Slip, spotter: &mut impl Spotter) {
    let wrong = program(move || WrongQueens::new(size, slip));
    let wrong = Program { fault: |queens: &WrongQueens| queens.fault.clone(), ..wrong };
    spotter.spot(slip.mistake(size), program(|| PlainQueens::new(size)), wrong);
}

fn program<'a, P: Problem<Solution = Vec<u32>>>(problem: impl Fn() -> P + 'a) -> Program<'a, P> {
    Program::new(problem, |columns| write::board(columns))
}

/// What a wrong program does wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Slip {
    UndoLeavesMarks,
    OneDiagonal,
    TestedWhenFull,
    LastRowForgotten,
}

impl Slip {
    fn mistake(self, size: usize) -> Mistake {
        let (name, right, wrong, leads_to) = match self {
            Slip::UndoLeavesMarks => (
                "the undo leaves the marks",
                "take the queen back, and its three marks",
                "take the queen back",
                "squares stay attacked by queens that are gone, and boards are missed".into(),
            ),
            Slip::OneDiagonal => (
                "only one diagonal is tested",
                "safe: neither column, diag nor anti is marked",
                "safe: neither column nor diag is marked",
                "two queens set one anti mark; the first one taken back removes it, and the second removal fails"
                    .into(),
            ),
            Slip::TestedWhenFull => (
                "tested only when full",
                "test each option before it is placed",
                "test the board when it is full",
                fillings(size),
            ),
            Slip::LastRowForgotten => (
                "the wrong bound in `safe`",
                "look at rows 0 to row - 1",
                "look at rows 0 to row - 2",
                "the queen in the row just above is never seen, and boards are found that are none".into(),
            ),
        };
        Mistake { name, right, wrong, leads_to }
    }
}

/// The largest board whose fillings are told as a number.
const WRITTEN_TO: usize = 100;

fn fillings(size: usize) -> String {
    if size > WRITTEN_TO {
        return format!("every filling is built: {size}^{size}");
    }
    let number = (0..size).fold(BigUint::from(1_u8), |ways, _| ways * size);
    format!("every filling is built: {size}^{size} = {number}")
}

/// Queens with a slip.
struct WrongQueens {
    size: usize,
    columns: Vec<usize>,
    marks: Marks,
    slip: Slip,
    fault: Option<String>,
}

impl WrongQueens {
    fn new(size: usize, slip: Slip) -> Self {
        WrongQueens { size, columns: Vec::new(), marks: Marks::default(), slip, fault: None }
    }

    fn as_solution(&self) -> Vec<u32> {
        self.columns.iter().filter_map(|column| u32::try_from(*column).ok()).collect()
    }
}

impl Problem for WrongQueens {
    type Choice = usize;
    type Choices = std::ops::Range<usize>;
    type Solution = Vec<u32>;

    fn choices(&self) -> Option<Self::Choices> {
        let full = self.columns.len() == self.size;
        let fails = self.slip == Slip::TestedWhenFull && full && !check::peaceful(&self.as_solution());
        if fails { Some(0..0) } else { (!full).then_some(0..self.size) }
    }

    fn next_choice(&self, branch: &mut Self::Choices) -> Option<usize> {
        branch.find(|&column| self.ruled_out_by(column).is_none())
    }

    fn place(&mut self, column: usize) {
        for (mark, line) in self.marks.0.iter_mut().zip(draw::lines(self.columns.len(), column)) {
            mark.insert(line);
        }
        self.columns.push(column);
    }

    fn unplace(&mut self, column: usize) {
        self.columns.pop();
        match self.slip {
            Slip::UndoLeavesMarks => return,
            Slip::TestedWhenFull | Slip::LastRowForgotten => return self.marks = Marks::of(&self.columns),
            Slip::OneDiagonal => {}
        }
        let lines = draw::lines(self.columns.len(), column);
        for ((mark, name), line) in self.marks.0.iter_mut().zip(draw::NAMES).zip(lines) {
            // A set holds a mark once, however often it was set.
            if !mark.remove(&line) {
                self.fault.get_or_insert(format!("the mark `{name}` {line} is to be removed and is not set"));
            }
        }
    }

    fn solution(&self) -> Vec<u32> {
        self.as_solution()
    }

    fn option(&self, index: usize) -> Option<usize> {
        self.choices()?.nth(index)
    }

    fn ruled_out_by(&self, column: usize) -> Option<&'static str> {
        let row = self.columns.len();
        let tested: &[&str] = match self.slip {
            Slip::OneDiagonal => &["column", "diag"],
            Slip::TestedWhenFull => &[],
            Slip::UndoLeavesMarks | Slip::LastRowForgotten => &draw::NAMES,
        };
        let seen = match self.slip {
            Slip::LastRowForgotten => Marks::of(&self.columns[..row.saturating_sub(1)]),
            _ => self.marks.clone(),
        };
        let taken = draw::NAMES.into_iter().zip(&seen.0).zip(draw::lines(row, column));
        let mut taken = taken.filter(|((name, mark), line)| tested.contains(name) && mark.contains(line));
        taken.next().map(|((name, _), _)| name)
    }

    fn draw(&self, path: &[usize], event: Event<usize>) -> Scene {
        draw::marked_scene(self.size, path, &self.marks, event)
    }
}

/// The one board of a program that saves it, and not a copy.
#[derive(Clone)]
struct Alias {
    size: usize,
    queens: Rc<RefCell<Vec<Option<u32>>>>,
}

struct AliasQueens {
    plain: PlainQueens,
    board: Alias,
    row: usize,
}

impl AliasQueens {
    fn new(size: usize) -> Self {
        let queens = Rc::new(RefCell::new(vec![None; size]));
        AliasQueens { plain: PlainQueens::new(size), board: Alias { size, queens }, row: 0 }
    }
}

impl Problem for AliasQueens {
    type Choice = usize;
    type Choices = std::ops::Range<usize>;
    type Solution = Alias;

    fn choices(&self) -> Option<Self::Choices> {
        self.plain.choices()
    }

    fn next_choice(&self, branch: &mut Self::Choices) -> Option<usize> {
        self.plain.next_choice(branch)
    }

    fn place(&mut self, column: usize) {
        self.plain.place(column);
        self.board.queens.borrow_mut()[self.row] = u32::try_from(column).ok();
        self.row += 1;
    }

    fn unplace(&mut self, column: usize) {
        self.plain.unplace(column);
        self.row -= 1;
        self.board.queens.borrow_mut()[self.row] = None;
    }

    /// The mistake: the board, not a copy of it.
    fn solution(&self) -> Alias {
        self.board.clone()
    }

    fn option(&self, index: usize) -> Option<usize> {
        self.plain.option(index)
    }

    fn ruled_out_by(&self, column: usize) -> Option<&'static str> {
        self.plain.ruled_out_by(column)
    }

    fn draw(&self, path: &[usize], event: Event<usize>) -> Scene {
        self.plain.draw(path, event)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_right_marks() {
        let mut queens = WrongQueens::new(4, Slip::OneDiagonal);
        [1, 3].into_iter().for_each(|column| queens.place(column));
        let expected: [BTreeSet<isize>; 3] = [[1, 3].into(), [-1, -2].into(), [1, 4].into()];
        assert_eq!(queens.marks.0, expected);
        queens.unplace(3);
        queens.unplace(1);
        assert!(queens.marks.0.iter().all(BTreeSet::is_empty) && queens.fault.is_none());
    }
}
