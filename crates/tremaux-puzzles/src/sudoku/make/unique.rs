//! Whether a puzzle has none, one or several solutions.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::ops::ControlFlow;

use tremaux::{Limit, Limits, Outcome, Search, Stop};

use crate::Form;
use crate::sudoku::bands::{self, Cells};
use crate::sudoku::{FastSudoku, Shape, Sudoku};

/// How many solutions a puzzle has, as far as its maker cares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// No solution.
    None,
    /// One.
    One,
    /// Two or more.
    Several,
    /// A limit came before the answer.
    Unknown(Limit),
}

/// Why a puzzle cannot be filled, where that is plain to see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stuck {
    /// A blank cell sees every digit, in its row, its column and its box.
    Cell(usize),
    /// Every blank cell of a unit sees the digit, which the unit lacks.
    Digit {
        /// The digit that has no place.
        digit: u8,
        /// `row`, `column` or `box`.
        rule: &'static str,
        /// Which one, from 0.
        unit: usize,
    },
}

impl Sudoku {
    /// Whether there is none, one or several solutions: what is asked most often of a puzzle.
    ///
    /// ```
    /// use tremaux::Limits;
    /// use tremaux_puzzles::sudoku::{Reading, Verdict, parse_puzzle};
    ///
    /// let verdict = |text| parse_puzzle(text, Reading::default()).unwrap().verdict(Limits::new());
    /// assert_eq!(verdict("12..34......2..1"), Verdict::One);
    /// assert_eq!(verdict("1..............."), Verdict::Several);
    /// assert_eq!(verdict("123....4........"), Verdict::None);
    /// ```
    #[must_use]
    pub fn verdict(&self, limits: Limits) -> Verdict {
        let mut found = 0;
        let outcome = match self.nine() {
            Some(cells) => each_of_nine(cells, limits, |_| {
                found += 1;
                if found == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            }),
            None => {
                let mut search = Search::new(FastSudoku::new(self)).limits(limits.solutions(2));
                found = search.count();
                search.outcome()
            }
        };
        match (found, outcome) {
            (2.., _) => Verdict::Several,
            (_, Outcome::Stopped(limit)) => Verdict::Unknown(limit),
            (1, _) => Verdict::One,
            (0, _) => Verdict::None,
        }
    }

    /// Whether the solution, which must be the only one, needs the clue in `cell` to be so, all others being left.
    ///
    /// # Errors
    /// The limit that came before the answer.
    ///
    /// # Panics
    /// If there is no clue in `cell`.
    pub fn is_needed(&self, cell: usize, limits: Limits) -> Result<bool, Limit> {
        let digit = self.cells[cell];
        assert!(digit > 0, "there is no clue in cell {cell}");
        let mut without = self.clone();
        without.cells[cell] = 0;
        // With the same digit there, the solution would be the one that there is.
        let mut other = false;
        let outcome = match without.nine() {
            Some(cells) => each_of_nine(cells, limits, |solution| {
                other = solution[cell] != digit;
                if other { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            }),
            None => {
                let mut search = Search::new(FastSudoku::new(&without).excluding(cell, digit)).limits(limits);
                other = search.first().is_some();
                search.outcome()
            }
        };
        match outcome {
            Outcome::Stopped(limit) => Err(limit),
            Outcome::Complete | Outcome::Paused => Ok(other),
        }
    }

    /// The cells of a puzzle that the engine for one of 9 x 9 takes.
    fn nine(&self) -> Option<&Cells> {
        if self.shape == Shape::NINE { self.cells.as_slice().try_into().ok() } else { None }
    }

    /// The first cell that no digit fits, or else the first digit without a place, by the givens alone.
    #[must_use]
    pub fn stuck(&self) -> Option<Stuck> {
        let size = self.shape.size();
        let units = [
            ("row", self.unit_of(|cell| cell / size)),
            ("column", self.unit_of(|cell| cell % size)),
            ("box", self.unit_of(|cell| self.shape.box_of(cell))),
        ];
        let has = |unit: usize, of: &[usize]| {
            let cells = of.iter().zip(&self.cells).filter(|(other, _)| **other == unit);
            cells.fold(0_u32, |digits, (_, digit)| digits | 1 << digit)
        };
        let mut free = vec![0; self.cells.len()];
        for cell in self.blanks() {
            free[cell] = units.iter().fold(self.shape.all_digits() << 1, |left, (_, of)| left & !has(of[cell], of));
            if free[cell] == 0 {
                return Some(Stuck::Cell(cell));
            }
        }
        for (rule, of) in &units {
            for unit in 0..size {
                let places = of.iter().zip(&free).filter(|(other, _)| **other == unit);
                let held = places.fold(has(unit, of), |digits, (_, free)| digits | free);
                if let Some(digit) = (1..=self.shape.digits()).find(|digit| held & 1 << digit == 0) {
                    return Some(Stuck::Digit { digit, rule, unit });
                }
            }
        }
        None
    }

    fn unit_of(&self, unit: impl Fn(usize) -> usize) -> Vec<usize> {
        (0..self.cells.len()).map(unit).collect()
    }

    /// A [`Stuck`] of this puzzle in words.
    #[must_use]
    pub fn say_stuck(&self, stuck: &Stuck) -> String {
        match stuck {
            Stuck::Cell(cell) => format!("no digit fits {:?}", self.shape.square(*cell)),
            Stuck::Digit { digit, rule, unit } => {
                format!("no place for {} in {rule} {unit}", self.symbols.write(*digit))
            }
        }
    }
}

/// Calls `found` with each solution until it breaks. What the engine does between two looks at the limits, some hundred
/// microseconds of it, is one node to them.
fn each_of_nine(cells: &Cells, limits: Limits, mut found: impl FnMut(&Cells) -> ControlFlow<()>) -> Outcome {
    let limits = RefCell::new(limits);
    let stopped = Cell::new(None);
    let stop = || {
        stopped.set(limits.borrow_mut().before_node());
        stopped.get().is_some()
    };
    if !stop() {
        // What halts it is told by `stopped`.
        let _ = bands::each_in(Form::best(), cells, stop, |solution| found(&solution));
    }
    stopped.get().map_or(Outcome::Complete, Outcome::Stopped)
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::None => "no solution",
            Verdict::One => "one solution",
            Verdict::Several => "several solutions",
            Verdict::Unknown(_) => "solutions unknown",
        })
    }
}
