//! The independent checker: compares cells with cells, and keeps no marks and no candidates.

use super::{Shape, Sudoku};
use crate::{Breach, Review};

/// A digit twice in one row, column or box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clash {
    /// `row`, `column` or `box`.
    pub rule: &'static str,
    /// Which one, from 0.
    pub unit: usize,
    /// The two cells, in reading order.
    pub cells: (usize, usize),
}

impl Clash {
    /// The clash in words, the digit written as `symbol`: `5 twice in row 3: (3, 1) and (3, 6)`.
    #[must_use]
    pub fn text(&self, shape: Shape, symbol: &str) -> String {
        let (one, other) = (shape.square(self.cells.0), shape.square(self.cells.1));
        format!("{symbol} twice in {} {}: {one:?} and {other:?}", self.rule, self.unit)
    }
}

/// Every clash among `cells`, in the order of its second cell; for each, the first is the nearest one before.
pub(super) fn clashes(shape: Shape, cells: &[u8]) -> Vec<Clash> {
    let size = shape.size();
    // The last cell of each digit in each unit.
    let mut last = vec![None; 3 * size * size];
    let mut clashes = Vec::new();
    for (cell, &digit) in cells.iter().enumerate().filter(|(_, digit)| **digit > 0) {
        let (row, column) = (cell / size, cell % size);
        let box_ = row / shape.rows() * shape.rows() + column / shape.columns();
        for (kind, (rule, unit)) in [("row", row), ("column", column), ("box", box_)].into_iter().enumerate() {
            let last = &mut last[(kind * size + unit) * size + usize::from(digit) - 1];
            if let Some(earlier) = last.replace(cell) {
                clashes.push(Clash { rule, unit, cells: (earlier, cell) });
            }
        }
    }
    clashes
}

/// Whether `solution` fills every cell with a digit, keeps what is given, and has each digit once in every row, column
/// and box.
pub(super) fn full(sudoku: &Sudoku, solution: &[u8]) -> Result<(), Breach> {
    let shape = sudoku.shape();
    if solution.len() != shape.cells() {
        return Err(Breach::new("grid", format!("{} cells, not {}", solution.len(), shape.cells())));
    }
    if let Some(cell) = solution.iter().position(|digit| !(1..=shape.size()).contains(&usize::from(*digit))) {
        return Err(Breach::new("grid", format!("no digit at {:?}", shape.square(cell))));
    }
    // All cells filled and no digit twice in a unit: then each is there once.
    breaches(sudoku, solution).into_iter().next().map_or(Ok(()), Err)
}

/// What is to be said of `cells`, 0 where open, as an answer to `sudoku`.
pub(super) fn review(sudoku: &Sudoku, cells: &[u8]) -> Review {
    let breaches = breaches(sudoku, cells);
    let open = cells.iter().filter(|digit| **digit == 0).count();
    Review { complete: breaches.is_empty() && open == 0, breaches, open: Some(open) }
}

/// The givens that `cells` has otherwise, then every clash.
fn breaches(sudoku: &Sudoku, cells: &[u8]) -> Vec<Breach> {
    let shape = sudoku.shape();
    let symbol = |digit| sudoku.symbols().write(digit);
    let changed =
        sudoku.cells().iter().zip(cells).enumerate().filter(|(_, (given, found))| **given > 0 && given != found);
    let changed = changed.map(|(cell, (&given, &found))| {
        let place = format!("{} is given at {:?}, not {}", symbol(given), shape.square(cell), symbol(found));
        Breach::new("given", place)
    });
    let clashes = clashes(shape, cells);
    let clashes = clashes.iter().map(|clash| {
        let place = clash.text(shape, &symbol(cells[clash.cells.0]));
        Breach::new(clash.rule, place)
    });
    changed.chain(clashes).collect()
}
