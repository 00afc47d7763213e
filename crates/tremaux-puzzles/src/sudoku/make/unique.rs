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
    /// The houses of a blank cell have every digit that it might take.
    Cell(usize),
    /// No cell of a house can take a digit that it lacks.
    Digit {
        /// The digit that has no place.
        digit: u8,
        /// The kind of house: `row`, `column`, `box`, `diagonal`, ...
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

    /// The cells, if it is a puzzle that [`bands`] and [`lanes`](crate::sudoku::lanes) search: one of 9 x 9 by the usual rules.
    #[must_use]
    pub fn nine(&self) -> Option<&Cells> {
        if self.shape() == Shape::NINE && self.is_classic() { self.cells.as_slice().try_into().ok() } else { None }
    }

    /// Whether no candidate is ruled out that the givens do not rule out.
    pub(in crate::sudoku) fn keeps_candidates(&self) -> bool {
        let Some(candidates) = &self.candidates else { return true };
        let usual = Sudoku { candidates: None, ..self.clone() };
        // Most pencil marks are of this kind, and then nothing has to be looked at.
        let all = usual.open_candidates().iter().zip(candidates).all(|(open, candidates)| open & !candidates == 0);
        all || self.free() == usual.free()
    }

    /// What each cell may hold after a look at the givens in its houses.
    fn free(&self) -> Vec<u32> {
        let mut free = self.open_candidates();
        for house in self.rules.houses() {
            let (blank, given): (Vec<usize>, Vec<usize>) = house.cells.iter().partition(|cell| self.cells[**cell] == 0);
            let given = given.into_iter().fold(0, |digits, cell| digits | 1 << (self.cells[cell] - 1));
            blank.into_iter().for_each(|cell| free[cell] &= !given);
        }
        free
    }

    /// The first cell that no digit fits, or else the first digit without a place, by what is given alone.
    #[must_use]
    pub fn stuck(&self) -> Option<Stuck> {
        let houses = self.rules.houses();
        let free = self.free();
        if let Some(cell) = free.iter().position(|digits| *digits == 0) {
            return Some(Stuck::Cell(cell));
        }
        houses.iter().find_map(|house| {
            let lacking = self.shape().all_digits() & !house.cells.iter().fold(0, |digits, cell| digits | free[*cell]);
            let lacks = |digit: &u8| lacking & 1 << (digit - 1) != 0;
            let digit = (1..=self.shape().digits()).find(lacks)?;
            Some(Stuck::Digit { digit, rule: house.kind.name(), unit: house.index })
        })
    }

    /// A [`Stuck`] of this puzzle in words.
    #[must_use]
    pub fn say_stuck(&self, stuck: &Stuck) -> String {
        match stuck {
            Stuck::Cell(cell) => format!("no digit fits {:?}", self.shape().square(*cell)),
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
