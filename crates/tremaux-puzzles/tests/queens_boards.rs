//! Irregular boards against a naive search, published counts, and the other forms.

use proptest::prelude::*;
use tremaux::{Problem, Search, testkit};
use tremaux_puzzles::queens::{
    BitBoard, BitQueens, BoardOptions, FastBoard, FewestChoices, FirstBoard, Input, PlainBoard, PlainQueens,
    QueensBoard, RowByRow, Rules, read,
};
use tremaux_puzzles::{Aim, Engine, Puzzle, Question, ReadError};

struct All;

impl<S> Question<S> for All {
    type Answer = Vec<S>;

    fn ask<P: Problem<Solution = S>>(self, problem: P) -> Vec<S> {
        Search::new(problem).all()
    }
}

struct First;

impl<S> Question<S> for First {
    type Answer = Option<S>;

    fn ask<P: Problem<Solution = S>>(self, problem: P) -> Option<S> {
        Search::new(problem).first()
    }
}

struct Count;

impl<S> Question<S> for Count {
    type Answer = u64;

    fn ask<P: Problem<Solution = S>>(self, problem: P) -> u64 {
        Search::new(problem).count()
    }
}

fn count(board: &QueensBoard) -> u64 {
    board.pose(Engine::Fast, Aim::Count, Count)
}

fn empty(size: usize) -> QueensBoard {
    QueensBoard::new(size, Rules::default()).unwrap()
}

fn torus(size: usize) -> QueensBoard {
    QueensBoard::new(size, Rules { torus: true, ..Rules::default() }).unwrap()
}

/// The only board of a file.
fn drawn(text: &str, rules: Rules) -> QueensBoard {
    let options = BoardOptions { rules, clashes: true };
    let Input::Boards(mut boards) = read(text.as_bytes(), options).unwrap() else { panic!("sizes in {text}") };
    assert_eq!(boards.len(), 1, "{text}");
    boards.remove(0)
}

const DAILY: Rules = Rules { no_touch: true, torus: false, shield: false };

/// The rules as they are stated, looked at pair by pair: an oracle that shares nothing with the product.
mod naive {
    use super::*;

    pub(super) fn all(board: &QueensBoard) -> Vec<Vec<u32>> {
        fillings(board).filter(|columns| solves(board, columns)).collect()
    }

    /// Every way to put a queen into every row, in order.
    pub(super) fn fillings(board: &QueensBoard) -> impl Iterator<Item = Vec<u32>> + use<> {
        let size = u32::try_from(board.size()).unwrap();
        let filling = move |code: u32| (0..size).rev().map(|row| code / size.pow(row) % size).collect();
        (0..size.pow(size)).map(filling)
    }

    fn solves(board: &QueensBoard, columns: &[u32]) -> bool {
        let queens: Vec<(usize, usize)> = columns.iter().map(|column| *column as usize).enumerate().collect();
        let pairs =
            || queens.iter().enumerate().flat_map(|(index, one)| queens[..index].iter().map(move |two| (*two, *one)));
        let no_column_twice = pairs().all(|(one, two)| one.1 != two.1);
        no_column_twice
            && board.given().all(|queen| queens.contains(&queen))
            && board.blocked().all(|square| !queens.contains(&square))
            && pairs().all(|(one, two)| !attack(board, one, two))
    }

    fn attack(board: &QueensBoard, one: (usize, usize), two: (usize, usize)) -> bool {
        let size = board.size();
        let region = |square: (usize, usize)| board.regions().map(|regions| regions[square.0 * size + square.1]);
        if board.regions().is_some() && region(one) == region(two) {
            return true;
        }
        let apart = |one: usize, two: usize| {
            let direct = one.abs_diff(two);
            if board.rules().torus { direct.min(size - direct) } else { direct }
        };
        let touch = apart(one.0, two.0) <= 1 && apart(one.1, two.1) <= 1;
        if board.regions().is_some() && board.rules().no_touch {
            return touch;
        }
        [(1, 1), (1, -1), (-1, 1), (-1, -1)].into_iter().any(|way| sees(board, one, two, way))
    }

    /// Whether one walks from `one` to `two` that way and is not stopped.
    fn sees(board: &QueensBoard, one: (usize, usize), two: (usize, usize), way: (i64, i64)) -> bool {
        let size = i64::try_from(board.size()).unwrap();
        let (mut row, mut column) = (one.0 as i64, one.1 as i64);
        for _ in 1..size {
            (row, column) = (row + way.0, column + way.1);
            if board.rules().torus {
                (row, column) = (row.rem_euclid(size), column.rem_euclid(size));
            } else if !(0..size).contains(&row) || !(0..size).contains(&column) {
                return false;
            }
            let square = (row as usize, column as usize);
            if board.rules().shield && board.blocked().any(|blocked| blocked == square) {
                return false;
            }
            if square == two {
                return true;
            }
        }
        false
    }
}

/// Every form, for every aim, on `board` whose solutions in order are `expected`.
fn every_form_finds(board: &QueensBoard, expected: &[Vec<u32>]) {
    for engine in [Engine::Plain, Engine::Bits, Engine::Fast] {
        let context = || format!("{engine:?} on {:?}\n{board}", board.rules());
        assert_eq!(board.pose(engine, Aim::All, All), expected, "all, {}", context());
        assert_eq!(board.pose(engine, Aim::First, First).as_ref(), expected.first(), "first, {}", context());
        let mut found = board.pose(engine, Aim::Count, All);
        found.sort_unstable();
        assert_eq!(found, expected, "count, {}", context());
    }
    for columns in expected {
        assert_eq!(board.verify(columns), Ok(()), "{board}");
    }
}

/// A board with something of everything.
fn any_board(sizes: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = QueensBoard> {
    let rules = any::<[bool; 3]>().prop_map(|[torus, no_touch, shield]| Rules { torus, no_touch, shield });
    (sizes, rules).prop_flat_map(|(size, rules)| {
        let square = || (0..size, 0..size);
        let given = prop::collection::vec(square(), 0..=1 + size / 3);
        let blocked = prop::collection::vec(square(), 0..=size * size / 3);
        let regions = prop::option::of((
            prop::collection::vec(0..u32::try_from(size).unwrap(), size * size),
            Just((0..size).collect::<Vec<_>>()).prop_shuffle(),
        ));
        (given, blocked, regions).prop_map(move |(given, blocked, regions)| {
            let board =
                QueensBoard::new(size, rules).unwrap().with_given(given).unwrap().with_blocked(blocked).unwrap();
            let Some((mut regions, permutation)) = regions else { return board };
            // Every region is somewhere: a queen's square for each.
            for (row, column) in permutation.into_iter().enumerate() {
                regions[row * size + column] = u32::try_from(row).unwrap();
            }
            board.with_regions(&regions).unwrap()
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

    #[test]
    fn small_boards_agree_with_generate_and_test(board in any_board(1..=5)) {
        every_form_finds(&board, &naive::all(&board));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

    #[test]
    fn boards_of_six_agree_with_generate_and_test(board in any_board(6..=6)) {
        every_form_finds(&board, &naive::all(&board));
    }

    #[test]
    fn the_forms_keep_their_promises(board in any_board(1..=8)) {
        let (plain, bits) = (PlainBoard::new(&board), BitBoard::<u64>::new(&board));
        testkit::check_same_search(&plain, &bits).unwrap();
        testkit::check_same_search(&plain, &BitBoard::<u128>::new(&board)).unwrap();
        testkit::check_same_solutions(plain.clone(), FastBoard::<RowByRow>::new(&board), usize::MAX).unwrap();
        testkit::check_problem(plain, 500).unwrap();
        testkit::check_problem(bits, 500).unwrap();
        testkit::check_problem(FastBoard::<RowByRow>::new(&board), 500).unwrap();
        testkit::check_problem(FastBoard::<FewestChoices>::new(&board), 500).unwrap();
        testkit::check_problem(FirstBoard::new(&board), 500).unwrap();
    }

    /// What a form finds passes the checker, and what the checker passes is found.
    #[test]
    fn the_checker_agrees(board in any_board(1..=4)) {
        let passed = naive::fillings(&board).filter(|columns| board.verify(columns).is_ok()).collect::<Vec<_>>();
        prop_assert_eq!(passed, naive::all(&board));
    }

    #[test]
    fn the_reader_reads_what_is_written(board in any_board(1..=7)) {
        // A drawing can't show a queen on a blocked square.
        prop_assume!(board.given().all(|queen| board.blocked().all(|square| square != queen)));
        let text = board.to_string();
        prop_assert_eq!(&drawn(&text, board.rules()), &board, "{}", text);
        let twice = format!("{text}\r\n---\r\n{text}\r\n");
        let options = BoardOptions { rules: board.rules(), clashes: true };
        prop_assert_eq!(read(twice.as_bytes(), options).unwrap(), Input::Boards(vec![board.clone(), board]));
    }

    #[test]
    fn the_reader_takes_any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = read(&bytes[..], BoardOptions::default());
    }

    #[test]
    fn the_reader_takes_any_drawing(text in "[.Q#x12A \n-]{0,60}") {
        let _ = read(text.as_bytes(), BoardOptions::default());
    }
}

/// OEIS A007705 at the odd sizes; a torus has none where 2 or 3 divides the size.
#[test]
fn queens_on_a_torus() {
    for (size, expected) in (1..=12).zip([1, 0, 0, 0, 10, 0, 28, 0, 0, 0, 88, 0]) {
        assert_eq!(count(&torus(size)), expected, "n = {size}");
        assert_eq!(torus(size).pose(Engine::Bits, Aim::Count, Count), expected, "bits, n = {size}");
    }
    assert_eq!(count(&torus(13)), 4524);
}

/// OEIS A000170, and the first boards in the textbook order.
#[test]
fn an_empty_board_is_the_plain_problem() {
    for (size, expected) in (1..).zip([1, 0, 0, 2, 10, 4, 40, 92, 352, 724]) {
        assert_eq!(count(&empty(size)), expected, "n = {size}");
        let bits = BitBoard::<u64>::new(&empty(size));
        if size <= 8 {
            testkit::check_same_search(&PlainQueens::new(size), &bits).unwrap();
        }
    }
    for size in 4..=24 {
        let first = Search::new(BitQueens::<u64>::new(size)).first();
        assert_eq!(empty(size).pose(Engine::Fast, Aim::First, First), first, "n = {size}");
    }
}
