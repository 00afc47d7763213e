//! Sudoku stated in four ways.

use num_bigint::BigUint;

use super::{FastSudoku, PlainSudoku, Sudoku};
use crate::Way;

/// From every digit in every blank to what the fast form does, worst first.
pub(super) fn ways(sudoku: &Sudoku) -> Vec<Way> {
    let size = sudoku.shape().size();
    let blanks = sudoku.blanks().len();
    let anything = BigUint::from(size).pow(u32::try_from(blanks).unwrap_or(u32::MAX));
    let (plain, fast) = (sudoku.clone(), sudoku.clone());
    let orderings = orderings(sudoku);
    vec![
        Way::uncounted(
            "every digit in every blank, tested at the end",
            "fillings",
            format!("{size}^{blanks}"),
            anything,
        ),
        Way::uncounted("what each row lacks in any order, tested at the end", "fillings", orderings.0, orderings.1),
        Way::tested_as_placed("blank by blank, tested as placed", move || PlainSudoku::new(&plain)),
        Way::tested_as_placed("fewest choices first, and what follows placed too", move || FastSudoku::new(&fast)),
    ]
}

/// The product of the factorials of the blanks in each row: as a formula, and its value.
fn orderings(sudoku: &Sudoku) -> (String, BigUint) {
    let rows = sudoku.cells().chunks_exact(sudoku.shape().size());
    let blanks: Vec<usize> = rows.map(|row| row.iter().filter(|digit| **digit == 0).count()).collect();
    let formula: Vec<_> = blanks.iter().map(|blanks| format!("{blanks}!")).collect();
    let value = blanks.iter().flat_map(|&blanks| 1..=blanks).fold(BigUint::from(1_u8), |ways, factor| ways * factor);
    (formula.join(" x "), value)
}
