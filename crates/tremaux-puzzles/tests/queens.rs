//! Queens against the published numbers, a naive search, and the other forms.

use proptest::prelude::*;
use tremaux::{Problem, Search, Stats, testkit};
use tremaux_puzzles::queens::{BitQueens, Board, PlainQueens, Queens, check_columns, construct, digits};
use tremaux_puzzles::{Aim, Engine, Puzzle, Question};

/// The quantities of a search that stops at the first solution, or of a whole one.
struct Quantities {
    first: bool,
}

impl<S> Question<S> for Quantities {
    type Answer = Stats;

    fn ask<P: Problem<Solution = S>>(self, problem: P) -> Stats {
        let mut search = Search::new(problem).observe(Stats::default());
        search.take(if self.first { 1 } else { usize::MAX });
        *search.observer()
    }
}

/// The table of mission.md.
#[test]
fn quantities_of_the_mission() {
    let table = [
        (4, false, [17, 60, 16, 16, 4, 2]),
        (4, true, [9, 26, 8, 4, 2, 1]),
        (5, false, [54, 220, 53, 53, 4, 10]),
        (6, false, [153, 894, 152, 152, 46, 4]),
        (8, false, [2057, 15720, 2056, 2056, 644, 92]),
        (8, true, [114, 876, 113, 105, 42, 1]),
        (10, false, [35539, 348_150, 35538, 35538, 12050, 724]),
    ];
    for (size, first, [calls, tried, placed, unplaced, dead_ends, solutions]) in table {
        let rejected = tried - placed;
        let expected = Stats { calls, tried, rejected, placed, unplaced, dead_ends, solutions };
        for engine in [Engine::Plain, Engine::Bits] {
            let stats = Queens::new(size).unwrap().pose(engine, Aim::All, Quantities { first });
            assert_eq!(stats, expected, "n = {size}, first: {first}, {engine:?}");
        }
    }
}

/// OEIS A000170.
#[test]
fn counts_of_the_oeis() {
    let counts = [1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712];
    for (size, count) in (1..).zip(counts) {
        assert_eq!(Search::new(BitQueens::<u64>::new(size)).count(), count, "bits, n = {size}");
        assert_eq!(Search::new(BitQueens::<u128>::new(size)).count(), count, "wide bits, n = {size}");
        if size <= 11 {
            assert_eq!(Search::new(PlainQueens::new(size)).count(), count, "plain, n = {size}");
        }
    }
}

#[test]
fn boards_of_the_mission() {
    let queens = Queens::new(4).unwrap();
    let boards: Vec<_> = Search::new(PlainQueens::new(4)).all().iter().map(|columns| queens.text(columns)).collect();
    assert_eq!(boards, [".Q..\n...Q\nQ...\n..Q.", "..Q.\nQ...\n...Q\n.Q.."]);
}

#[test]
fn both_forms_make_the_same_search_and_keep_their_promises() {
    for size in 1..=8 {
        testkit::check_same_search(&PlainQueens::new(size), &BitQueens::<u64>::new(size)).unwrap();
        testkit::check_same_search(&PlainQueens::new(size), &BitQueens::<u128>::new(size)).unwrap();
        testkit::check_problem(PlainQueens::new(size), u64::MAX).unwrap();
        testkit::check_problem(BitQueens::<u64>::new(size), u64::MAX).unwrap();
    }
    // The largest boards that fit a word: what moves off the board must come back.
    testkit::check_problem(PlainQueens::new(32), 20_000).unwrap();
    testkit::check_problem(BitQueens::<u64>::new(32), 20_000).unwrap();
    testkit::check_problem(BitQueens::<u128>::new(64), 20_000).unwrap();
}

/// Every filling with a queen a row, tested pair by pair.
#[test]
fn agrees_with_generate_and_test() {
    for size in 1..=6_u32 {
        let fillings = (0..size.pow(size)).map(|code| (0..size).rev().map(|row| code / size.pow(row) % size).collect());
        let expected: Vec<Vec<u32>> = fillings.filter(|columns: &Vec<u32>| check_columns(columns).is_ok()).collect();
        assert_eq!(Search::new(PlainQueens::new(size as usize)).all(), expected, "n = {size}");
    }
}

#[test]
fn every_solution_passes_the_checker() {
    for size in 1..=9 {
        let queens = Queens::new(size).unwrap();
        Search::new(BitQueens::<u64>::new(size)).for_each(|columns| queens.verify(&columns).unwrap());
    }
}

/// Row 15: 8^8 fillings, 8! orderings, 2,056 placements.
#[test]
fn ways_of_the_mission() {
    let ways = Queens::new(8).unwrap().ways();
    let computed: Vec<_> =
        ways.iter().filter_map(|way| way.computed.as_ref()).map(|(_, size)| size.to_string()).collect();
    assert_eq!(computed, ["178462987637760", "16777216", "40320"]);
    let counted: Vec<_> =
        ways.iter().filter_map(|way| way.count.as_ref()).map(|count| count(tremaux::Limits::new())).collect();
    assert_eq!(counted.iter().map(|tally| tally.size).collect::<Vec<_>>(), [16_777_216, 40_320, 2_056]);
    assert!(counted.iter().all(|tally| tally.solutions == 92 && tally.complete));
}

proptest! {
    /// The board agrees with a look at every pair, whatever is done to it.
    #[test]
    fn a_board_by_hand(size in 1..9_usize, moves in prop::collection::vec((0..9_usize, 0..9_usize, any::<bool>()), 0..60)) {
        let mut board = Board::new(size);
        let mut queens: Vec<(usize, usize)> = Vec::new();
        for (row, column, place) in moves {
            let attacked = queens.iter().any(|&(r, c)| {
                r == row || c == column || r.abs_diff(row) == c.abs_diff(column)
            });
            let safe = row < size && column < size && !attacked;
            prop_assert_eq!(board.safe(row, column), safe);
            if place {
                prop_assert_eq!(board.place(row, column).is_ok(), safe);
                if safe {
                    queens.push((row, column));
                }
            } else {
                let there = queens.iter().position(|queen| *queen == (row, column));
                prop_assert_eq!(board.remove(row, column).is_ok(), there.is_some());
                there.map(|index| queens.remove(index));
            }
        }
        let mut same = Board::new(size);
        queens.iter().for_each(|&(row, column)| same.place(row, column).unwrap());
        prop_assert_eq!(board, same);
    }

    /// The checker agrees with a look at every pair.
    #[test]
    fn the_checker(columns in prop::collection::vec(0..2000_u32, 0..60)) {
        let queens: Vec<_> = columns.iter().enumerate().map(|(row, column)| (row as i64, i64::from(*column))).collect();
        let attacks = queens.iter().enumerate().any(|(index, &(row, column))| {
            queens[..index].iter().any(|&(r, c)| c == column || (r - row).abs() == (c - column).abs())
        });
        prop_assert_eq!(check_columns(&columns).is_err(), attacks);
    }
}

/// What the command prints, in each of its ways, it takes as an answer.
#[test]
fn an_answer_is_read_as_it_is_written() {
    for size in [1, 4, 5, 8, 9, 10, 12, 100] {
        let (queens, columns) = (Queens::new(size).unwrap(), construct(size).unwrap());
        let review = |answer: &str| queens.review(Some(answer)).unwrap().to_string();
        assert_eq!(review(&digits(&columns)), "valid, complete", "{}", digits(&columns));
        assert_eq!(review(&format!("{columns:?}")), "valid, complete", "{columns:?}");
    }
    let review = |answer: &str| Queens::new(4).unwrap().review(Some(answer)).map(|review| review.to_string());
    assert_eq!(review("24"), Ok("valid, 2 open".into()));
    for (from_one, from_zero) in [(" [2 1 4 3]", "1 0 3 2"), ("2431", "1 3 2 0"), ("1 1 4 1", "0 0 3 0")] {
        assert_eq!(review(from_one).unwrap(), review(from_zero).unwrap());
    }
    let refused = |answer: &str| review(answer).unwrap_err().to_string();
    assert_eq!(refused("2503"), "line 1, column 2: expected a column from 1 to 4, found 5");
    assert_eq!(refused("0 4 1 3"), "line 1, column 3: expected a column from 0 to 3, found 4");
    assert_eq!(refused("24131"), "line 1, column 5: expected 4 columns, found 5");
}
