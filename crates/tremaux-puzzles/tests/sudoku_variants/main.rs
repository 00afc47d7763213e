//! Sudoku under other rules, against every grid there is: each of the small ones is looked at by code of its own.

mod exhaustive;
mod naive;
mod wild;

use proptest::prelude::*;
use tremaux::{Problem, Search, testkit};
use tremaux_puzzles::sudoku::{
    BitSudoku, FastSudoku, FirstSudoku, PlainSudoku, Reading, Rules, Shape, Sudoku, Variant, parse_puzzle, read_puzzles,
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

fn read(text: &str) -> Vec<Result<Sudoku, String>> {
    let puzzles = read_puzzles(text.as_bytes(), Reading::default());
    puzzles.map(|puzzle| puzzle.map_err(|error| error.to_string())).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Any rules are read back from the file that states them.
    #[test]
    fn files_read_back(description in described(6)) {
        let description = Description { candidates: None, ..description };
        let sudoku = description.sudoku(description.givens.clone());
        let reading = Reading { clashes: true, ..Reading::default() };
        let again = parse_puzzle(&sudoku.file(), reading).map_err(|error| error.to_string());
        prop_assert_eq!(again.as_ref().map(Sudoku::cells), Ok(sudoku.cells()));
        let again = again.unwrap();
        // The regions may be numbered otherwise, once.
        prop_assert_eq!(parse_puzzle(&again.file(), reading), Ok(again.clone()));
        let solutions = |sudoku: &Sudoku| sudoku.pose(Engine::Fast, Aim::All, Take(50));
        prop_assert_eq!(solutions(&again), solutions(&sudoku));
    }

    /// Any text in sections: an end, and no panic.
    #[test]
    fn any_rules_are_read_to_the_end(text in "(\\[(Rules|Regions|Cages|Puzzle|State)\\]\n|r[0-9]c[0-9]{1,3}| [<>~=] |[0-9]{1,3}|diagonal|windoku|box [2-3]x[2-3]|any|\n|[ab.]{4}\n|[1-4.]{16}\n|,| ){0,60}") {
        let reading = Reading { clashes: true, ..Reading::default() };
        for puzzle in read_puzzles(text.as_bytes(), reading).flatten() {
            let again = parse_puzzle(&puzzle.file(), reading).unwrap();
            prop_assert_eq!((again.cells(), again.file()), (puzzle.cells(), puzzle.file()));
        }
    }
}

#[test]
fn rules_hold_until_others_are_stated() {
    let text = "[Rules]\ndiagonal # and nothing else\n[Puzzle]\n1...............\n2...............\n[Puzzle]\n\
                3...............\n[Rules]\nanti-king\n[Puzzle]\n4...............\n";
    let options: Vec<_> = read(text).into_iter().map(|it| it.unwrap().rules().options()).collect();
    let diagonal = Variant { diagonal: true, ..Variant::default() };
    assert_eq!(options, [diagonal, diagonal, diagonal, Variant { anti_king: true, ..Variant::default() }]);
}

#[test]
fn maps_of_regions_and_cages() {
    let text = "[Regions]\nAAAAB\nACCBB\nCCDBB\nCDDDE\nDEEEE\n[Cages]\nv v . x x\n. . . . .\n. . y y y\n. . . . .\n\
                . . . . .\nv = 3, x=9\n[Puzzle]\n.....\n.....\n.....\n.....\n.....\n";
    let sudoku = read(text).pop().unwrap().unwrap();
    assert_eq!((sudoku.shape().size(), sudoku.shape().has_boxes()), (5, false));
    let cages: Vec<_> = sudoku.rules().cages().iter().map(|cage| (cage.cells.clone(), cage.sum)).collect();
    assert_eq!(cages, [(vec![0, 1], Some(3)), (vec![3, 4], Some(9)), (vec![12, 13, 14], None)]);
    for solution in sudoku.pose(Engine::Fast, Aim::Count, Take(10)) {
        sudoku.verify(&solution).unwrap();
    }
    let again = parse_puzzle(&sudoku.file(), Reading::default()).unwrap();
    assert_eq!(again, sudoku.written(again.symbols(), again.layout()));
}

#[test]
fn faults_of_rules_say_where_and_what() {
    let puzzle = "[Puzzle]\n................\n";
    let words = "expected diagonal, windoku, anti-knight, anti-king, non-consecutive, box RxC, a cage like \
                 `r1c1 r1c2 = 5` or a relation like `r1c1 < r1c2`, found `diagnal`";
    for (rules, error) in [
        ("[Rules]\n diagnal\n", format!("line 2, column 2: {words}")),
        ("[Rules]\nr1c1 < r1c5\n", "line 2, column 6: expected a cell of 4 x 4, found r1c5".into()),
        (
            "[Rules]\nr1c1 < r0c5\n",
            "line 2, column 8: expected a cell like r1c2, rows and columns from 1, found `r0c5`".into(),
        ),
        ("[Rules]\nr1c1 <\n", "line 2, column 7: expected a cell like r1c2, rows and columns from 1, found ``".into()),
        ("[Rules]\nr1c1 r1c2 = x\n", "line 2, column 13: expected a sum from 1 to 999, found `x`".into()),
        ("[Rules]\nr1c1 r1c1 = 5\n", "line 2, column 1: expected the cells of a cage once each".into()),
        ("[Rules]\nr1c1 r1c2 < 5\n", "line 2, column 6: expected <, > or ~, found `r1c2`".into()),
        (
            "[Regions]\nAABB\nAABB\nCCDD\nCDDD\n",
            "line 2, column 1: expected regions of 4 cells, found 3 in region 2".into(),
        ),
        ("[Regions]\nAABB\nAABB\n", "line 3, column 1: expected a map of as many rows as columns, found 2 rows".into()),
        ("[Cages]\nAA\nAA\n", "line 5, column 5: expected 4 symbols for a puzzle of 2 x 2, found 16".into()),
        ("[Cages]\na...\n....\n....\n....\nb=3\n", "line 6, column 1: expected a cage of the map, found `b`".into()),
        ("[Rules]\nbox 2x15\n", "line 2, column 5: expected the rows and columns of a box, like 2x3, both 2 or more and their product at most 25, found `2x15`".into()),
    ] {
        let found = read(&format!("{rules}{puzzle}"));
        assert_eq!(found.into_iter().map(Result::unwrap_err).collect::<Vec<_>>(), [error]);
    }
    let found = read("[Rules]\ndiagonal\n");
    assert_eq!(found[0].clone().unwrap_err(), "line 3, column 1: expected a puzzle for these rules, found none");
    // The rest of a file is read after rules that cannot be.
    let found = read(&format!("[Rules]\nnonsense\n{puzzle}[Rules]\ndiagonal\n{puzzle}"));
    assert!(found.len() == 2 && found[0].is_err() && found[1].is_ok());
}

/// The puzzles that the documents show: each has one solution, by every engine.
#[test]
fn the_examples() {
    for name in ["diagonal", "windoku", "jigsaw", "killer", "inequality", "consecutive", "pencil"] {
        let path = format!("{}/../../examples/sudoku/{name}.txt", env!("CARGO_MANIFEST_DIR"));
        let sudoku = read(&std::fs::read_to_string(path).unwrap()).remove(0).unwrap();
        let solutions = sudoku.pose(Engine::Fast, Aim::All, Take(2));
        assert_eq!(solutions.len(), 1, "{name}");
        assert_eq!(sudoku.pose(Engine::Fast, Aim::First, Take(2)), solutions, "{name}");
        sudoku.verify(&solutions[0]).unwrap();
        let another = parse_puzzle(&sudoku.file(), Reading::default()).unwrap();
        assert_eq!(another.pose(Engine::Fast, Aim::Count, Take(2)), solutions, "{name}");
    }
}
