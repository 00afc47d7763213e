//! What makers of Sudokus ask, against the plain form, brute force over small groups, and the checker.

use std::collections::{BTreeSet, HashMap};
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use proptest::prelude::*;
use tremaux::{Limit, Limits, Search};
use tremaux_puzzles::Puzzle;
use tremaux_puzzles::random::SplitMix;
use tremaux_puzzles::sudoku::{
    BitSudoku, Difficulty, Missed, NoForm, PlainSudoku, Reading, Recipe, Rules, Shape, Stuck, Sudoku, Symmetry,
    Transform, Variant, Verdict, parse_puzzle,
};

/// Puzzles with one solution: of the mission, and one known to be among the hardest.
const MISSION: &str = "306508400520000000087000031003010080900863005050090600130000250000000074005206300";
const HARD: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

const ALL_SYMMETRIES: [Symmetry; 8] = [
    Symmetry::None,
    Symmetry::Rotate,
    Symmetry::Quarter,
    Symmetry::Mirror,
    Symmetry::Flip,
    Symmetry::Diagonal,
    Symmetry::Antidiagonal,
    Symmetry::Full,
];

fn parse(text: &str) -> Sudoku {
    parse_puzzle(text, Reading { clashes: true, ..Reading::default() }).unwrap()
}

fn shape(rows: usize, columns: usize) -> Shape {
    Shape::new(rows, columns).unwrap()
}

/// Up to two solutions by the plain form.
fn plainly(sudoku: &Sudoku) -> Vec<Vec<u8>> {
    Search::new(PlainSudoku::new(sudoku)).take(2)
}

fn without(sudoku: &Sudoku, cell: usize) -> Sudoku {
    let mut cells = sudoku.cells().to_vec();
    cells[cell] = 0;
    Sudoku::new(sudoku.rules().clone(), cells).unwrap()
}

/// The clues without which the plain form finds a second solution.
fn plainly_needed(sudoku: &Sudoku) -> Vec<usize> {
    sudoku.clues().into_iter().filter(|cell| plainly(&without(sudoku, *cell)).len() > 1).collect()
}

/// A puzzle of 4 x 4 with any givens.
fn any_four() -> impl Strategy<Value = Sudoku> {
    prop::collection::vec((0..16_usize, 1..=4_u8), 0..9).prop_map(|givens| {
        let mut cells = vec![0; 16];
        givens.into_iter().for_each(|(cell, digit)| cells[cell] = digit);
        Sudoku::new(shape(2, 2), cells).unwrap()
    })
}

/// A grid of `shape` that is solved, with any of its cells blank.
fn any_of(shape: Shape, clues: RangeInclusive<usize>) -> impl Strategy<Value = Sudoku> {
    (any::<u64>(), clues).prop_map(move |(seed, clues)| {
        let size = shape.size();
        let digit = |cell: usize| {
            let (row, column) = (cell / size, cell % size);
            (row % shape.rows() * shape.columns() + row / shape.rows() + column) % size + 1
        };
        let mut cells: Vec<u8> = (0..size * size).map(|cell| u8::try_from(digit(cell)).unwrap()).collect();
        let random = &mut SplitMix::new(seed);
        let mut blanks: Vec<usize> = (0..size * size).collect();
        random.shuffle(&mut blanks);
        blanks.iter().skip(clues).for_each(|cell| cells[*cell] = 0);
        Transform::random(shape, random).apply(&Sudoku::new(shape, cells).unwrap())
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn verdicts_and_needed_clues_are_those_of_the_plain_form(sudoku in any_four()) {
        let plain = plainly(&sudoku);
        let verdict = [Verdict::None, Verdict::One, Verdict::Several][plain.len()];
        prop_assert_eq!(sudoku.verdict(Limits::new()), verdict);
        if sudoku.clash().is_none() && sudoku.stuck().is_some() {
            prop_assert!(plain.is_empty(), "stuck with a solution");
        }
        if plain.len() != 1 {
            return Ok(());
        }
        let needed = plainly_needed(&sudoku);
        let needless: Vec<_> = sudoku.clues().into_iter().filter(|cell| !needed.contains(cell)).collect();
        prop_assert_eq!(sudoku.needless(&Limits::new), Ok(needless));
        let mut order = sudoku.clues();
        for _ in 0..2 {
            let (minimal, stopped) = sudoku.minimized(&order, &Limits::new);
            prop_assert_eq!(stopped, None);
            prop_assert_eq!(plainly(&minimal), plain.clone());
            prop_assert_eq!(plainly_needed(&minimal), minimal.clues());
            prop_assert!(minimal.clues().iter().all(|cell| minimal.cells()[*cell] == sudoku.cells()[*cell]));
            order.reverse();
        }
    }

    /// The form of a puzzle of 4 x 4 is the least of all its images, each made here by hand.
    #[test]
    fn the_canonical_form_is_the_least_image(sudoku in any_four()) {
        prop_assume!(sudoku.clash().is_none());
        let form = sudoku.canonical().unwrap();
        prop_assert_eq!(form.cells().to_vec(), least_image(&sudoku));
    }
}

/// The orders of four lines that keep the first two together and the last two.
const LINES: [[usize; 4]; 8] =
    [[0, 1, 2, 3], [1, 0, 2, 3], [0, 1, 3, 2], [1, 0, 3, 2], [2, 3, 0, 1], [3, 2, 0, 1], [2, 3, 1, 0], [3, 2, 1, 0]];

/// The least of the 128 x 4! images of a puzzle of 4 x 4.
fn least_image(sudoku: &Sudoku) -> Vec<u8> {
    let mut relabelled = Vec::new();
    for code in 0..256_usize {
        let digits = [0, code % 4 + 1, code / 4 % 4 + 1, code / 16 % 4 + 1, code / 64 + 1];
        if digits.iter().collect::<BTreeSet<_>>().len() == 5 {
            relabelled.push(digits);
        }
    }
    assert_eq!(relabelled.len(), 24);
    let mut least: Option<Vec<u8>> = None;
    for rows in LINES {
        for columns in LINES {
            for transposed in [false, true] {
                for digits in &relabelled {
                    let from = |row: usize, column: usize| if transposed { column * 4 + row } else { row * 4 + column };
                    let image = (0..16).map(|cell| sudoku.cells()[from(rows[cell / 4], columns[cell % 4])]);
                    let image: Vec<u8> = image.map(|digit| u8::try_from(digits[usize::from(digit)]).unwrap()).collect();
                    if least.as_ref().is_none_or(|least| image < *least) {
                        least = Some(image);
                    }
                }
            }
        }
    }
    least.unwrap()
}

/// Puzzles of many shapes and their images have one form, which is an image of theirs, and its own form.
fn has_one_form(sudoku: &Sudoku, seed: u64) {
    let form = sudoku.canonical().unwrap();
    let random = &mut SplitMix::new(seed);
    for _ in 0..3 {
        let image = Transform::random(sudoku.shape(), random).apply(sudoku);
        assert_eq!(image.canonical().unwrap().line(), form.line(), "{}", sudoku.line());
        assert!(form.cells() <= image.cells(), "{} is less", image.line());
    }
    assert_eq!(form.canonical().unwrap(), form);
    let transform = sudoku.to_canonical().unwrap();
    assert_eq!(transform.apply(sudoku).cells(), form.cells());
    is_an_image(sudoku, &form);
}

/// Whether `form` has what no symmetry changes: how many clues, and how often the digits and the boxes have how many.
fn is_an_image(sudoku: &Sudoku, form: &Sudoku) {
    let counts = |of: &Sudoku, class: &dyn Fn(usize) -> usize| {
        let mut counts: HashMap<usize, usize> = HashMap::new();
        of.clues().into_iter().for_each(|cell| *counts.entry(class(cell)).or_default() += 1);
        let mut counts: Vec<_> = counts.into_values().collect();
        counts.sort_unstable();
        counts
    };
    let digits = |of: &Sudoku| counts(of, &|cell| of.cells()[cell].into());
    let boxes = |of: &Sudoku| counts(of, &|cell| of.shape().box_of(cell));
    let lines = |of: &Sudoku| {
        let size = of.shape().size();
        let mut lines = [counts(of, &|cell| cell / size), counts(of, &|cell| cell % size)];
        if of.shape().rows() == of.shape().columns() {
            lines.sort();
        }
        lines
    };
    assert_eq!((digits(sudoku), boxes(sudoku), lines(sudoku)), (digits(form), boxes(form), lines(form)));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn forms_of_nine(sudoku in any_of(Shape::NINE, 0..=60), seed in any::<u64>()) {
        has_one_form(&sudoku, seed);
    }

    #[test]
    fn forms_of_six(sudoku in any_of(shape(2, 3), 0..=36), seed in any::<u64>()) {
        has_one_form(&sudoku, seed);
    }

    #[test]
    fn forms_of_high_boxes(sudoku in any_of(shape(4, 2), 0..=64), seed in any::<u64>()) {
        has_one_form(&sudoku, seed);
    }

    #[test]
    fn forms_of_sixteen(sudoku in any_of(shape(4, 4), 80..=120), seed in any::<u64>()) {
        has_one_form(&sudoku, seed);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5))]

    #[test]
    fn forms_of_solved_grids(sudoku in any_of(Shape::NINE, 81..=81), seed in any::<u64>()) {
        has_one_form(&sudoku, seed);
    }
}

/// Where too much ties, that is said; blanks that cannot be told apart are no tie.
#[test]
fn forms_of_the_extremes() {
    let solved = Recipe { clues: Some(256..=256), ..Recipe::new(shape(4, 4)) };
    let solved = solved.make(1, 0, &Limits::new).unwrap().puzzle;
    assert_eq!((solved.clues().len(), solved.canonical()), (256, Err(NoForm::Ties)));
    for shape in [shape(2, 2), shape(3, 3), shape(2, 12), shape(12, 2), shape(5, 5)] {
        let blank = Sudoku::blank(shape);
        assert_eq!(blank.canonical().unwrap(), blank);
        let mut cells = vec![0; shape.cells()];
        cells[shape.size() + 1] = 2;
        let form = Sudoku::new(shape, cells).unwrap().canonical().unwrap();
        assert_eq!(form.clues(), [shape.cells() - 1]);
    }
}

/// 4 x 4 has two essentially different solved grids.
#[test]
fn the_forms_of_all_grids_of_four() {
    let grids = Search::new(BitSudoku::new(&Sudoku::blank(shape(2, 2)))).all();
    let form = |cells| Sudoku::new(shape(2, 2), cells).unwrap().canonical().unwrap().line();
    let forms: BTreeSet<_> = grids.into_iter().map(form).collect();
    assert_eq!(forms.into_iter().collect::<Vec<_>>(), ["1234341221434321", "1234341223414123"]);
}

#[test]
fn what_is_stuck_is_named() {
    let cell = parse(&("12345678.........9".to_owned() + &".".repeat(63)));
    assert_eq!((cell.stuck(), cell.verdict(Limits::new())), (Some(Stuck::Cell(8)), Verdict::None));
    assert_eq!(cell.say_stuck(&Stuck::Cell(8)), "no digit fits (0, 8)");
    // The middle of the first row is full, and the 9s of the next rows are left and right.
    let mut cells = vec![0; 81];
    [3, 4, 5].into_iter().zip(1..).for_each(|(cell, digit)| cells[cell] = digit);
    [9, 26].into_iter().for_each(|cell| cells[cell] = 9);
    let digit = Sudoku::new(Shape::NINE, cells).unwrap();
    assert_eq!(digit.clash(), None);
    assert_eq!(digit.stuck().map(|stuck| digit.say_stuck(&stuck)).as_deref(), Some("no place for 9 in row 0"));
    assert_eq!(digit.verdict(Limits::new()), Verdict::None);
    assert_eq!(parse("1...............").stuck(), None);
}

/// The figures, which must not change.
#[test]
fn figures_of_difficulty() {
    let figure = |text: &str| parse(text).difficulty(&Limits::new).unwrap().unwrap().to_string();
    assert_eq!(figure(MISSION), "0.0");
    let hard = parse(HARD).difficulty(&Limits::new).unwrap().unwrap();
    assert_eq!(hard.to_string(), "245.2");
    let stopped = parse(HARD).difficulty(&|| Limits::new().nodes(20));
    assert_eq!(stopped, Err(Limit::Nodes));
}

/// A puzzle has the figure 0 exactly if singles, found here cell by cell and unit by unit from the givens alone, solve it.
#[test]
fn figure_0_is_for_singles() {
    let mut zeros = 0;
    for index in 0..60 {
        let made = Recipe::new(Shape::NINE).make(3, index, &Limits::new).unwrap();
        let zero = made.puzzle.difficulty(&Limits::new).unwrap().unwrap() == Difficulty { tenths: 0 };
        assert_eq!(zero, singles_solve(&made.puzzle), "{}", made.puzzle.line());
        zeros += u32::from(zero);
    }
    assert!((5..55).contains(&zeros), "{zeros}");
}

fn singles_solve(sudoku: &Sudoku) -> bool {
    let mut cells = sudoku.cells().to_vec();
    let sees = |one: usize, other: usize| {
        one / 9 == other / 9 || one % 9 == other % 9 || Shape::NINE.box_of(one) == Shape::NINE.box_of(other)
    };
    let units: Vec<Vec<usize>> = (0..27)
        .map(|unit| {
            let of = |cell: &usize| [cell / 9, 9 + cell % 9, 18 + Shape::NINE.box_of(*cell)].contains(&unit);
            (0..81).filter(of).collect()
        })
        .collect();
    loop {
        let fits = |cell: usize, digit: u8| {
            cells[cell] == 0 && (0..81).all(|other| cells[other] != digit || !sees(cell, other))
        };
        let naked = (0..81).find_map(|cell| {
            let fitting: Vec<u8> = (1..=9).filter(|digit| fits(cell, *digit)).collect();
            (fitting.len() == 1).then(|| (cell, fitting[0]))
        });
        let hidden = || {
            units.iter().find_map(|unit| {
                (1..=9).find_map(|digit| {
                    let places: Vec<_> = unit.iter().filter(|cell| fits(**cell, digit)).collect();
                    (places.len() == 1).then(|| (*places[0], digit))
                })
            })
        };
        match naked.or_else(hidden) {
            Some((cell, digit)) => cells[cell] = digit,
            None => return !cells.contains(&0),
        }
    }
}

/// Every claim of a made puzzle, by the bit form and the checker.
fn is_as_asked(recipe: &Recipe, seed: u64, index: u64) {
    let made = recipe.make(seed, index, &Limits::new).unwrap_or_else(|missed| panic!("{recipe:?}: {missed:?}"));
    let puzzle = &made.puzzle;
    let solutions = |sudoku: &Sudoku| Search::new(BitSudoku::new(sudoku)).take(2);
    assert_eq!(solutions(puzzle), std::slice::from_ref(&made.solution), "{}", puzzle.line());
    puzzle.verify(&made.solution).unwrap();
    assert!(Symmetry::None == recipe.symmetry || is_symmetric(puzzle, recipe.symmetry));
    let clues = puzzle.clues();
    assert!(recipe.clues.as_ref().is_none_or(|range| range.contains(&clues.len())));
    if recipe.minimal {
        assert!(clues.iter().all(|cell| solutions(&without(puzzle, *cell)).len() == 2), "{}", puzzle.line());
    }
    if let Some(range) = &recipe.difficulty {
        let figure = puzzle.difficulty(&Limits::new).unwrap().unwrap();
        assert!(range.contains(&figure) && made.difficulty == Some(figure));
    }
    assert_eq!(recipe.make(seed, index, &Limits::new), Ok(made));
}

/// Whether the pattern of clues is its image under turns and mirrors, drawn as a picture.
fn is_symmetric(sudoku: &Sudoku, symmetry: Symmetry) -> bool {
    let size = sudoku.shape().size();
    let picture: Vec<Vec<bool>> =
        sudoku.cells().chunks(size).map(|row| row.iter().map(|digit| *digit > 0).collect()).collect();
    let flip = |picture: &[Vec<bool>]| picture.iter().rev().cloned().collect::<Vec<_>>();
    let turn = |picture: &[Vec<bool>]| -> Vec<Vec<bool>> {
        (0..size).map(|row| (0..size).map(|column| picture[size - 1 - column][row]).collect()).collect()
    };
    let diagonal = |picture: &[Vec<bool>]| turn(&flip(picture));
    let half = |picture: &[Vec<bool>]| turn(&turn(picture));
    let same = |image: Vec<Vec<bool>>| image == picture;
    match symmetry {
        Symmetry::None => true,
        Symmetry::Rotate => same(half(&picture)),
        Symmetry::Quarter => same(turn(&picture)),
        Symmetry::Mirror => same(half(&flip(&picture))),
        Symmetry::Flip => same(flip(&picture)),
        Symmetry::Diagonal => same(diagonal(&picture)),
        Symmetry::Antidiagonal => same(half(&diagonal(&picture))),
        Symmetry::Full => same(turn(&picture)) && same(flip(&picture)),
    }
}

#[test]
fn made_of_every_symmetry() {
    for symmetry in ALL_SYMMETRIES {
        for shape in [shape(2, 2), shape(2, 3), shape(3, 2), Shape::NINE] {
            (0..2).for_each(|index| is_as_asked(&Recipe { symmetry, ..Recipe::new(shape) }, 5, index));
        }
    }
}

#[test]
fn made_as_minimal_and_with_numbers_of_clues() {
    for index in 0..5 {
        let nine = || Recipe::new(Shape::NINE);
        is_as_asked(&Recipe { minimal: true, ..nine() }, 1, index);
        is_as_asked(&Recipe { minimal: true, clues: Some(23..=24), ..nine() }, 2, index);
        is_as_asked(&Recipe { clues: Some(30..=30), ..nine() }, 3, index);
        is_as_asked(&Recipe { clues: Some(30..=33), symmetry: Symmetry::Full, ..nine() }, 4, index);
        is_as_asked(&Recipe { minimal: true, symmetry: Symmetry::Rotate, ..Recipe::new(shape(2, 3)) }, 5, index);
        let range = Difficulty { tenths: 20 }..=Difficulty { tenths: 90 };
        is_as_asked(&Recipe { difficulty: Some(range), ..nine() }, 6, index);
    }
    is_as_asked(&Recipe { clues: Some(81..=81), ..Recipe::new(Shape::NINE) }, 7, 0);
    is_as_asked(&Recipe { minimal: true, symmetry: Symmetry::Rotate, ..Recipe::new(Shape::NINE) }, 8, 0);
}

#[test]
fn made_of_other_shapes() {
    for shape in [shape(2, 4), shape(4, 2), shape(2, 5), shape(3, 4)] {
        let made = Recipe::new(shape).make(1, 0, &Limits::new).unwrap();
        made.puzzle.verify(&made.solution).unwrap();
        assert_eq!(made.puzzle.verdict(Limits::new()), Verdict::One);
        assert_eq!(made.puzzle.needless(&Limits::new), Ok(vec![]));
    }
}

#[test]
fn made_by_other_rules() {
    let none = Variant::default();
    let (diagonal, windoku) = (Variant { diagonal: true, ..none }, Variant { windoku: true, ..none });
    let (knight, king) = (Variant { anti_knight: true, ..none }, Variant { anti_king: true, ..none });
    let nine = [diagonal, windoku, knight, king].map(|variant| (Shape::NINE, variant));
    for (shape, variant) in nine.into_iter().chain([(shape(2, 3), diagonal), (shape(2, 3), king)]) {
        let rules = Rules::from(shape).variant(variant).unwrap();
        assert!(!rules.is_classic());
        is_as_asked(&Recipe { minimal: true, ..Recipe::new(rules) }, 9, 0);
    }
}

/// The same seed gives the same puzzles, whatever the machine and the version.
#[test]
fn made_for_a_seed() {
    let made = |index| Recipe::new(Shape::NINE).make(7, index, &Limits::new).unwrap().puzzle.line();
    let lines: BTreeSet<_> = (0..50).map(made).collect();
    assert_eq!(lines.len(), 50);
    assert_eq!(made(0), "....1.....63....899.8.......3.9...4.....2.9..2..3.416....1....8.9..7.2...57...6..");
}

#[test]
fn what_cannot_be_made_is_said() {
    let few = Recipe { clues: Some(10..=15), most_drafts: 20, ..Recipe::new(Shape::NINE) };
    let Err(Missed::Recipe(seen)) = few.make(1, 0, &Limits::new) else { panic!("15 clues are too few") };
    let (least, most) = seen.clues.unwrap();
    assert!(17 <= least && least <= most && seen.difficulty.is_none());
    let easy =
        Recipe { difficulty: Some(Difficulty { tenths: 90_000 }..=Difficulty { tenths: 90_000 }), ..few.clone() };
    let Err(Missed::Recipe(seen)) = (Recipe { clues: None, ..easy }).make(1, 0, &Limits::new) else { panic!() };
    assert!(seen.difficulty.is_some());
    let flag = Arc::new(AtomicBool::new(false));
    let cancelled = || Limits::new().cancel(Arc::clone(&flag));
    assert!(Recipe::new(Shape::NINE).make(1, 0, &cancelled).is_ok());
    flag.store(true, Ordering::Relaxed);
    let stopped = Recipe::new(Shape::NINE).make(1, 0, &cancelled);
    assert_eq!(stopped, Err(Missed::Stopped(Limit::Cancelled)));
}
