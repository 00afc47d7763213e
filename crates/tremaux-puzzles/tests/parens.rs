//! Parentheses against the Catalan numbers, a naive search, and the other forms.

use num_bigint::BigUint;
use proptest::prelude::*;
use tremaux::{Limits, Problem, Search, Stats, testkit};
use tremaux_puzzles::parens::{BitParens, FastParens, MAX_PAIRS, Parens, PlainParens, parse_pairs};
use tremaux_puzzles::{Aim, Engine, Puzzle, Question};

const GO_ON: &(dyn Fn() -> bool + Sync) = &|| false;

struct All;

impl<S> Question<S> for All {
    type Answer = Vec<S>;

    fn ask<P: Problem<Solution = S>>(self, problem: P) -> Vec<S> {
        Search::new(problem).all()
    }
}

/// Row 8 of mission.md.
#[test]
fn the_strings_of_three_pairs() {
    for engine in [Engine::Plain, Engine::Bits, Engine::Fast] {
        let strings = Parens::new(3).unwrap().pose(engine, Aim::All, All);
        assert_eq!(strings, ["((()))", "(()())", "(())()", "()(())", "()()()"], "{engine:?}");
        assert_eq!(Parens::new(0).unwrap().pose(engine, Aim::All, All), [""], "{engine:?}");
    }
}

/// OEIS A000108.
#[test]
fn catalan_numbers() {
    let numbers = [1_u64, 1, 2, 5, 14, 42, 132, 429, 1430, 4862, 16796, 58786, 208_012, 742_900];
    for (pairs, number) in numbers.into_iter().enumerate() {
        assert_eq!(Search::new(PlainParens::new(pairs)).count(), number, "plain, n = {pairs}");
        assert_eq!(Search::new(BitParens::new(pairs)).count(), number, "bits, n = {pairs}");
        assert_eq!(Search::new(FastParens::new(pairs)).count(), number, "fast, n = {pairs}");
        assert_eq!(
            Parens::new(pairs).unwrap().count_without_search(1, &GO_ON).found(),
            Some(number.into()),
            "n = {pairs}"
        );
    }
}

/// By the recurrence C(n + 1) = sum of C(i) C(n - i), past what 64 bits hold (from C(37) on).
#[test]
fn the_formula_agrees_with_the_recurrence() {
    let mut numbers = vec![BigUint::from(1_u8)];
    for pairs in 0..150 {
        let next = (0..=pairs).map(|first: usize| &numbers[first] * &numbers[pairs - first]).sum();
        numbers.push(next);
    }
    assert_eq!(numbers[40].to_string(), "2622127042276492108820");
    for (pairs, number) in numbers.into_iter().enumerate() {
        assert_eq!(Parens::new(pairs).unwrap().count_without_search(1, &GO_ON).found(), Some(number), "n = {pairs}");
    }
    assert_eq!(Parens::new(9).unwrap().count_without_search(1, &|| true).found(), None);
}

#[test]
fn both_forms_make_the_same_search_and_keep_their_promises() {
    for pairs in 0..=8 {
        testkit::check_same_search(&PlainParens::new(pairs), &BitParens::new(pairs)).unwrap();
        testkit::check_same_solutions(PlainParens::new(pairs), FastParens::new(pairs), usize::MAX).unwrap();
        testkit::check_problem(PlainParens::new(pairs), u64::MAX).unwrap();
        testkit::check_problem(BitParens::new(pairs), u64::MAX).unwrap();
        testkit::check_problem(FastParens::new(pairs), u64::MAX).unwrap();
    }
    let mut search = Search::new(PlainParens::new(3)).observe(Stats::default());
    search.count();
    let expected = Stats { calls: 22, tried: 34, rejected: 13, placed: 21, unplaced: 21, dead_ends: 0, solutions: 5 };
    assert_eq!(*search.observer(), expected);
}

/// Every string of the length, by its code in binary, `(` as 0: cut down until it is empty or stuck.
#[test]
fn agrees_with_generate_and_test() {
    let balanced = |string: &String| {
        let mut rest = string.clone();
        while rest.contains("()") {
            rest = rest.replace("()", "");
        }
        rest.is_empty()
    };
    for pairs in 1..=7 {
        let length = 2 * pairs;
        let strings = (0..1 << length).map(|code| format!("{code:0length$b}").replace('0', "(").replace('1', ")"));
        let expected: Vec<_> = strings.filter(balanced).collect();
        assert_eq!(Search::new(PlainParens::new(pairs)).all(), expected, "n = {pairs}");
    }
}

#[test]
fn every_solution_passes_the_checker_and_a_wrong_one_does_not() {
    for pairs in 0..=8 {
        let parens = Parens::new(pairs).unwrap();
        Search::new(FastParens::new(pairs)).for_each(|string| parens.verify(&string).unwrap());
    }
    let fault = |string: &str| Parens::new(2).unwrap().verify(&string.to_owned()).unwrap_err().to_string();
    assert_eq!(fault("())("), "close: nothing to close at 2");
    assert_eq!(fault("((()"), "open: more than 2 opened at 2");
    assert_eq!(fault("()"), "string: 2 parens for 2 pairs");
    assert_eq!(fault("(é))"), "string: `é` at 1");
}

#[test]
fn reviews() {
    let review = |answer| Parens::new(3).unwrap().review(answer).map(|review| review.to_string());
    assert_eq!(review(None).unwrap(), "valid, 6 open");
    assert_eq!(review(Some("(( )")).unwrap(), "valid, 3 open");
    assert_eq!(review(Some("(()())")).unwrap(), "valid, complete");
    assert_eq!(
        review(Some("())((((")).unwrap(),
        "invalid: close: nothing to close at 2; open: more than 3 opened at 5; open: more than 3 opened at 6"
    );
    assert_eq!(review(Some("( [")).unwrap_err().to_string(), "line 1, column 3: expected `(` or `)`, found `[`");
}

#[test]
fn arguments_and_text() {
    assert_eq!(parse_pairs("100000").unwrap().pairs(), MAX_PAIRS);
    let error = parse_pairs("100001").unwrap_err().to_string();
    assert_eq!(error, "line 1, column 1: expected a number of pairs from 0 to 100000, found 100001");
    assert!(Parens::new(MAX_PAIRS + 1).is_none());
    let parens = Parens::new(1).unwrap();
    assert_eq!(parens.text(&"()".into()), "()");
    assert_eq!(parens.json(&"()".into()).to_string(), r#""()""#);
    assert_eq!(parens.input().to_string(), "1");
    assert_eq!(PlainParens::new(1).label('('), BitParens::new(1).label(1));
}

#[test]
fn ways() {
    let ways = Parens::new(4).unwrap().ways();
    assert_eq!(ways[0].computed, Some(("2^8".into(), 256_u32.into())));
    let counted: Vec<_> = ways.iter().filter_map(|way| way.count.as_ref()).map(|count| count(Limits::new())).collect();
    assert_eq!(counted.iter().map(|tally| tally.size).collect::<Vec<_>>(), [256, 63]);
    assert!(counted.iter().all(|tally| tally.solutions == 14 && tally.complete));
}

/// The longest string, on the engine's own stack.
#[test]
fn the_most_pairs() {
    let parens = Parens::new(MAX_PAIRS).unwrap();
    for string in [Search::new(PlainParens::new(MAX_PAIRS)).first(), Search::new(FastParens::new(MAX_PAIRS)).first()] {
        parens.verify(&string.unwrap()).unwrap();
    }
}

proptest! {
    /// The checker agrees with the strings found.
    #[test]
    fn the_checker_knows_the_strings(pairs in 0..5_usize, parens in prop::collection::vec(any::<bool>(), 0..10)) {
        let string: String = parens.iter().map(|open| if *open { '(' } else { ')' }).collect();
        let strings = Search::new(PlainParens::new(pairs)).all();
        let parens = Parens::new(pairs).unwrap();
        let review = parens.review(Some(&string)).unwrap();
        prop_assert_eq!(parens.verify(&string).is_ok(), strings.contains(&string));
        prop_assert_eq!(review.complete, strings.contains(&string));
        prop_assert_eq!(review.breaches.is_empty(), strings.iter().any(|other| other.starts_with(&string)));
    }
}
