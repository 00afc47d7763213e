//! The engine for one Sudoku against the plain search, the engine of the other forms, and itself in its other forms.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

use proptest::prelude::*;
use tremaux::{Limits, Search};
use tremaux_puzzles::sudoku::bands::{self, Cells, Halt};
use tremaux_puzzles::sudoku::{BitSudoku, FastSudoku, Shape, Sudoku};
use tremaux_puzzles::{Aim, Form, Puzzle, Shortcut};

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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// The first in the textbook order is the one that the search row by row finds first.
    #[test]
    fn first_is_the_textbook_first(cells in boards(30..90, 1)) {
        let searched = Search::new(FastSudoku::in_order(&sudoku(&cells))).first();
        for form in forms() {
            let first = bands::first_in(form, &cells, || false).unwrap();
            prop_assert_eq!(first.map(Vec::from), searched.clone(), "{}: {}", form, line(&cells));
        }
    }

    /// The plain order of calls, which knows no rule but the marks, on boards that it gets through.
    #[test]
    fn agrees_with_the_plain_search(cells in boards(0..45, 2)) {
        let mut searched = Search::new(BitSudoku::new(&sudoku(&cells))).limits(Limits::new().nodes(200_000));
        let plain = searched.count();
        if searched.outcome().is_complete() {
            prop_assert_eq!(bands::count(&cells, u64::MAX), plain, "{}", line(&cells));
        }
    }
}

#[test]
fn limits_are_kept() {
    let open = [0; 81];
    for form in forms() {
        for limit in [0, 1, 2, 3, 1_000] {
            assert_eq!(bands::count_in(form, &open, limit, || false), Ok(limit), "{form}");
        }
    }
    assert!(bands::solve(&open).is_some());
}

#[test]
fn many_solutions_are_all_counted() {
    let digit = |cell: usize| u8::try_from((cell / 9 % 3 * 3 + cell / 27 + cell % 9) % 9 + 1).expect("a digit");
    let mut cells: Cells = std::array::from_fn(digit);
    cells[..43].fill(0);
    let searched = Search::new(FastSudoku::new(&sudoku(&cells))).count();
    assert!(searched > 10_000, "{searched}");
    for form in forms() {
        assert_eq!(bands::count_in(form, &cells, u64::MAX, || false), Ok(searched), "{form}");
    }
}

/// A grid with no clue has 6.67 x 10^21 solutions: only `cancelled` ends that.
#[test]
fn a_count_is_cancelled_soon() {
    for form in forms() {
        let (looks, raised) = (Cell::new(0), Cell::new(None));
        let cancelled = || {
            looks.set(looks.get() + 1);
            if looks.get() > 100 && raised.get().is_none() {
                raised.set(Some(Instant::now()));
            }
            raised.get().is_some()
        };
        assert_eq!(bands::count_in(form, &[0; 81], u64::MAX, cancelled), Err(Halt::Cancelled), "{form}");
        let late = raised.get().unwrap().elapsed();
        assert!(late < Duration::from_millis(50), "{form}: {late:?} late");
    }
}

#[test]
#[should_panic(expected = "a digit above 9")]
fn a_digit_above_nine_is_refused() {
    let mut cells = [0; 81];
    cells[80] = 10;
    let _ = bands::count(&cells, 1);
}

#[test]
fn the_puzzle_asks_the_engine_where_it_can() {
    let open = sudoku(&[0; 81]);
    assert_eq!(open.count_up_to(7, &|| false), Shortcut::Found(7_u8.into()));
    assert_eq!(
        open.solve_without_search(Aim::First, &|| false),
        Shortcut::Found(bands::first(&[0; 81]).map(Vec::from))
    );
    assert!(matches!(open.count_without_search(1, &|| true), Shortcut::Partial(_)));
    let small = Sudoku::new(Shape::of_size(4).unwrap(), vec![0; 16]).unwrap();
    assert_eq!(small.count_up_to(7, &|| false), Shortcut::Search);
    let wide = Sudoku::new(Shape::new(1 + 1, 4).unwrap(), vec![0; 64]).unwrap();
    assert_eq!(wide.solve_without_search(Aim::Any, &|| false), Shortcut::Search);
}

/// The public sets, whose puzzles have one solution each, in every form, through the checker.
#[test]
#[ignore = "half a minute without optimisation"]
fn every_public_puzzle_has_one_solution() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/cases/sudoku");
    for name in ["17-clue", "bug-plus-n", "top1465", "hardest-5000"] {
        let path = folder.join(name).with_extension("txt");
        let Ok(text) = std::fs::read_to_string(&path) else {
            assert!(std::env::var_os("CI").is_none(), "{} is missing", path.display());
            eprintln!("left out: there is no {}", path.display());
            continue;
        };
        let puzzles = text.lines().filter_map(|line| {
            let symbols: &[u8; 81] = line.as_bytes().first_chunk()?;
            let known = symbols.iter().all(|symbol| *symbol == b'.' || symbol.is_ascii_digit());
            known.then(|| symbols.map(|symbol| if symbol == b'.' { 0 } else { symbol - b'0' }))
        });
        let mut number = 0;
        for cells in puzzles {
            for form in forms() {
                let found = solutions(form, &cells, 2);
                assert_eq!(found.len(), 1, "{form}: {}", line(&cells));
                sudoku(&cells).verify(&found[0].to_vec()).unwrap();
            }
            number += 1;
        }
        assert!(number > 1_000, "{name}: {number} puzzles");
    }
}
