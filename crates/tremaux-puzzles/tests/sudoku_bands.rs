//! The engine for one Sudoku against the plain search, the engine of the other forms, and itself in its other forms.

use std::ops::ControlFlow;

use proptest::prelude::*;
use tremaux::{Limits, Search};
use tremaux_puzzles::sudoku::bands::{self, Cells};
use tremaux_puzzles::sudoku::{FastSudoku, Shape, Sudoku};
use tremaux_puzzles::{Form, Puzzle};

fn forms() -> impl Iterator<Item = Form> {
    Form::ALL.into_iter().filter(|form| form.is_available())
}

fn sudoku(cells: &Cells) -> Sudoku {
    Sudoku::new(Shape::NINE, cells.to_vec()).unwrap()
}

fn line(cells: &Cells) -> String {
    sudoku(cells).line()
}

/// A solved grid, the pattern that shifts the digits row by row, with bands, stacks, rows, columns and digits in another order.
fn solved() -> impl Strategy<Value = Cells> {
    let order = || (Just(vec![0, 1, 2]).prop_shuffle(), prop::collection::vec(Just(vec![0, 1, 2]).prop_shuffle(), 3));
    let digits = Just(vec![1_u8, 2, 3, 4, 5, 6, 7, 8, 9]).prop_shuffle();
    (order(), order(), digits).prop_map(|(rows, columns, digits)| {
        let moved =
            |(outer, inner): &(Vec<usize>, Vec<Vec<usize>>), at: usize| 3 * outer[at / 3] + inner[at / 3][at % 3];
        std::array::from_fn(|cell| {
            let (row, column) = (moved(&rows, cell / 9), moved(&columns, cell % 9));
            digits[(row % 3 * 3 + row / 3 + column) % 9]
        })
    })
}

/// Solved grids with so many cells blank and some digits wrong.
fn boards(blanks: std::ops::Range<usize>, wrong: usize) -> impl Strategy<Value = Cells> {
    let changes = prop::collection::vec((0..81_usize, 1..=9_u8), 0..=wrong);
    (solved(), prop::collection::vec(0..81_usize, blanks), changes).prop_map(|(mut cells, blanks, changes)| {
        changes.iter().for_each(|&(cell, digit)| cells[cell] = digit);
        blanks.iter().for_each(|&cell| cells[cell] = 0);
        cells
    })
}

/// All solutions up to a number, in order if there are no more.
fn solutions(form: Form, cells: &Cells, most: usize) -> Vec<Cells> {
    let mut found = Vec::new();
    let visit = |solution| {
        found.push(solution);
        if found.len() == most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    bands::each_in(form, cells, || false, visit).unwrap();
    found.sort_unstable();
    found
}

/// Every form finds the solutions that the search finds; at least so many of them where there are too many.
fn agrees(cells: &Cells) {
    const MOST: usize = 300;
    let searched = Search::new(FastSudoku::new(&sudoku(cells))).limits(Limits::new().solutions(MOST as u64)).all();
    let mut searched: Vec<Cells> = searched.into_iter().map(|solution| solution.try_into().unwrap()).collect();
    searched.sort_unstable();
    for form in forms() {
        let found = solutions(form, cells, MOST);
        assert_eq!(found.len(), searched.len(), "{form}: {}", line(cells));
        if found.len() < MOST {
            assert_eq!(found, searched, "{form}: {}", line(cells));
        }
        for solution in &found {
            sudoku(cells).verify(&solution.to_vec()).unwrap();
        }
        let distinct = found.windows(2).all(|pair| pair[0] < pair[1]);
        assert!(distinct, "{form}: twice the same: {}", line(cells));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn agrees_on_thinned_grids(cells in boards(0..120, 0)) {
        agrees(&cells);
    }

    #[test]
    fn agrees_on_broken_grids(cells in boards(0..150, 3)) {
        agrees(&cells);
    }

    #[test]
    fn agrees_on_random_givens(givens in prop::collection::vec((0..81_usize, 1..=9_u8), 0..25)) {
        let mut cells = [0; 81];
        givens.iter().for_each(|&(cell, digit)| cells[cell] = digit);
        agrees(&cells);
    }
}
