//! Sudoku under other rules, against every grid there is: each of the small ones is looked at by code of its own.

mod exhaustive;
mod naive;

use proptest::prelude::*;
use tremaux::{Problem, Search, testkit};
use tremaux_puzzles::sudoku::{
    BitSudoku, FastSudoku, FirstSudoku, PlainSudoku, Reading, Rules, Shape, Sudoku, Variant, parse_puzzle,
};
use tremaux_puzzles::{Aim, Engine, Puzzle, Question};

use naive::{Description, described};

/// As many solutions as asked for.
struct Take(usize);

impl Question<Vec<u8>> for Take {
    type Answer = Vec<Vec<u8>>;

    fn ask<P: Problem<Solution = Vec<u8>>>(self, problem: P) -> Vec<Vec<u8>> {
        Search::new(problem).take(self.0)
    }
}

/// Every engine finds `expected`, in the textbook order where that is asked for.
fn agree(sudoku: &Sudoku, expected: &[Vec<u8>]) {
    for engine in [Engine::Plain, Engine::Bits, Engine::Fast] {
        for aim in [Aim::First, Aim::All, Aim::Any, Aim::Count] {
            let mut found = sudoku.pose(engine, aim, Take(usize::MAX));
            if matches!(aim, Aim::Any | Aim::Count) {
                found.sort();
            }
            assert_eq!(found, expected, "{engine:?}, {aim:?}: {} {:?}", sudoku.line(), sudoku.rules());
        }
    }
}

fn keeps_its_promises(sudoku: &Sudoku) {
    testkit::check_same_search(&PlainSudoku::new(sudoku), &BitSudoku::new(sudoku)).unwrap();
    testkit::check_problem(PlainSudoku::new(sudoku), 300).unwrap();
    testkit::check_problem(BitSudoku::new(sudoku), 300).unwrap();
    testkit::check_problem(FastSudoku::new(sudoku), 300).unwrap();
    testkit::check_problem(FastSudoku::in_order(sudoku), 300).unwrap();
    testkit::check_problem(FirstSudoku::new(sudoku), 50).unwrap();
}

/// Every Latin square of 4 x 4, in order.
fn latin_squares() -> Vec<Vec<u8>> {
    let mut squares = Vec::new();
    naive::each_latin_square(4, &mut Vec::new(), &mut |square| squares.push(square.to_vec()));
    squares
}

#[test]
fn every_grid_of_4_x_4_under_every_option() {
    let squares = latin_squares();
    assert_eq!(squares.len(), 576);
    for set in 0..32 {
        let variant = naive::variant(set);
        let description = Description { variant, ..Description::boxes(4) };
        let sudoku = description.sudoku(vec![0; 16]);
        let holds = description.test();
        let expected: Vec<_> = squares.iter().filter(|square| holds(square)).cloned().collect();
        if set == 0 {
            assert_eq!(expected.len(), 288);
        }
        agree(&sudoku, &expected);
        keeps_its_promises(&sudoku);
        for square in &squares {
            assert_eq!(sudoku.verify(square).is_ok(), expected.contains(square), "{variant:?}: {square:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    /// Any rules with any givens and candidates: the solutions are the Latin squares for which they hold.
    #[test]
    fn any_rules_on_4_x_4(description in described(4)) {
        let squares = latin_squares();
        let sudoku = description.sudoku(description.givens.clone());
        let holds = description.test();
        let (expected, others): (Vec<_>, Vec<_>) = squares.into_iter().partition(|square| holds(square));
        agree(&sudoku, &expected);
        for square in &expected {
            prop_assert_eq!(sudoku.verify(square), Ok(()));
        }
        for square in &others {
            prop_assert!(sudoku.verify(square).is_err(), "{:?}", square);
        }
    }

    /// What the forms promise of their own.
    #[test]
    fn any_rules_keep_the_promises(description in described(4)) {
        keeps_its_promises(&description.sudoku(description.givens.clone()));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// The same where there is more room for propagation: 6 x 6 with some cells given, against the plain form.
    #[test]
    fn any_rules_on_6_x_6(description in described(6)) {
        let sudoku = description.sudoku(description.givens.clone());
        let expected = Search::new(BitSudoku::new(&sudoku)).take(2_000);
        prop_assume!(expected.len() < 2_000);
        agree(&sudoku, &expected);
        for square in &expected {
            prop_assert!(description.test()(square), "{:?}", square);
        }
    }
}

fn parse(line: &str, variant: Variant) -> Result<Sudoku, String> {
    let reading = Reading { variant, ..Reading::default() };
    parse_puzzle(line, reading).map_err(|error| error.to_string())
}

#[test]
fn options_make_rules() {
    let all = naive::variant(31);
    let sudoku = parse(&".".repeat(81), all).unwrap();
    let windows = sudoku.rules().houses().into_iter().filter(|house| house.kind.name() == "window");
    let corners: Vec<_> = windows.map(|house| (house.cells[0], house.cells[8])).collect();
    assert_eq!(corners, [(10, 30), (14, 34), (46, 66), (50, 70)]);
    let windows = |size: usize| {
        let sudoku = parse(&".".repeat(size * size), Variant { windoku: true, ..Variant::default() }).unwrap();
        sudoku.rules().houses().iter().filter(|house| house.kind.name() == "window").count()
    };
    assert_eq!([4, 9, 16, 25].map(windows), [1, 4, 9, 16]);
    let error = parse(&".".repeat(36), Variant { windoku: true, ..Variant::default() }).unwrap_err();
    assert_eq!(error, "line 1, column 1: expected square boxes for windows, found boxes of 2 x 3");
}

#[test]
fn what_is_broken_is_named() {
    let clash = |cells: &[(usize, char)], variant: Variant| {
        let mut line: Vec<char> = ".".repeat(81).chars().collect();
        cells.iter().for_each(|(cell, digit)| line[*cell] = *digit);
        parse(&line.into_iter().collect::<String>(), variant).unwrap_err()
    };
    let none = Variant::default();
    for (cells, variant, message) in [
        (
            [(0, '2'), (40, '2')],
            Variant { diagonal: true, ..none },
            "line 1, column 41: 2 twice in diagonal 0: (0, 0) and (4, 4)",
        ),
        (
            [(40, '2'), (72, '2')],
            Variant { diagonal: true, ..none },
            "line 1, column 73: 2 twice in diagonal 1: (4, 4) and (8, 0)",
        ),
        (
            [(11, '2'), (30, '2')],
            Variant { windoku: true, ..none },
            "line 1, column 31: 2 twice in window 0: (1, 2) and (3, 3)",
        ),
        (
            [(2, '7'), (13, '7')],
            Variant { anti_knight: true, ..none },
            "line 1, column 14: 7 at (0, 2) and (1, 4), a knight's move apart",
        ),
        (
            [(2, '7'), (12, '7')],
            Variant { anti_king: true, ..none },
            "line 1, column 13: 7 at (0, 2) and (1, 3), which touch",
        ),
        (
            [(2, '7'), (3, '8')],
            Variant { non_consecutive: true, ..none },
            "line 1, column 4: 7 at (0, 2) and 8 at (0, 3) are consecutive",
        ),
    ] {
        assert_eq!(clash(&cells, variant), message);
    }
}

/// Windoku, diagonal and the rest on grids that are not small: what is found is right, and no form finds more.
#[test]
fn a_few_of_9_x_9() {
    let names = [(1, "diagonal"), (2, "windoku"), (4, "anti-knight"), (8, "anti-king"), (5, "both"), (28, "miracle")];
    for (set, name) in names {
        let variant = naive::variant(set);
        let empty = Sudoku::new(Rules::from(Shape::NINE).variant(variant).unwrap(), vec![0; 81]).unwrap();
        let some = empty.pose(Engine::Fast, Aim::Count, Take(8));
        let description = Description { variant, ..Description::boxes(9) };
        for (index, solution) in some.iter().enumerate() {
            assert!(description.test()(solution), "{name}: {solution:?}");
            empty.verify(solution).unwrap();
            // The cells of it that a third of the grid leaves open.
            let givens = (0..81).map(|cell| if (cell * 7 + index) % 9 < 5 { solution[cell] } else { 0 });
            let sudoku = Sudoku::new(empty.rules().clone(), givens.collect()).unwrap();
            agree(&sudoku, &Search::new(BitSudoku::new(&sudoku)).all());
        }
        assert_eq!(some.len(), 8, "{name}");
    }
}
