//! Permutations against factorials and multinomials, a naive search, and the other forms.

use std::collections::HashSet;

use num_bigint::BigUint;
use proptest::prelude::*;
use tremaux::{Limits, Problem, Search, Stats, testkit};
use tremaux_puzzles::permutations::{BitPermutations, FastPermutations, MAX_ITEMS, Permutations, PlainPermutations};
use tremaux_puzzles::{Aim, Engine, Puzzle, Question};

const GO_ON: &(dyn Fn() -> bool + Sync) = &|| false;

/// The characters of `letters` as items.
fn items(letters: &str) -> Permutations {
    Permutations::new(letters.chars()).unwrap()
}

/// So many items, all distinct.
fn distinct(many: usize) -> Permutations {
    Permutations::new((0..many).map(|item| item.to_string())).unwrap()
}

struct Texts<'a>(&'a Permutations);

impl Question<Vec<u32>> for Texts<'_> {
    type Answer = Vec<String>;

    fn ask<P: Problem<Solution = Vec<u32>>>(self, problem: P) -> Vec<String> {
        Search::new(problem).all().iter().map(|ordering| self.0.text(ordering)).collect()
    }
}

/// Row 9 of mission.md.
#[test]
fn orderings_in_order_of_the_items() {
    for engine in [Engine::Plain, Engine::Bits, Engine::Fast] {
        let texts = |letters: &str| items(letters).pose(engine, Aim::All, Texts(&items(letters)));
        assert_eq!(texts("cab"), ["c a b", "c b a", "a c b", "a b c", "b c a", "b a c"], "{engine:?}");
        assert_eq!(texts("aba"), ["a a b", "a b a", "b a a"], "{engine:?}");
        assert_eq!(texts("x"), ["x"], "{engine:?}");
    }
}

#[test]
fn factorials() {
    let mut factorial = 1;
    for many in 1..=9 {
        factorial *= many;
        let items = distinct(usize::try_from(many).unwrap());
        assert_eq!(Search::new(PlainPermutations::new(&items)).count(), factorial, "plain, {many} items");
        assert_eq!(Search::new(BitPermutations::new(&items)).count(), factorial, "bits, {many} items");
        assert_eq!(Search::new(FastPermutations::new(&items)).count(), factorial, "fast, {many} items");
        assert_eq!(items.count_without_search(1, &GO_ON).found(), Some(factorial.into()), "{many} items");
    }
    let product = (1..=200_u32).fold(BigUint::from(1_u8), |product, factor| product * factor);
    assert_eq!(distinct(200).count_without_search(1, &GO_ON).found(), Some(product));
    assert_eq!(distinct(25).count_without_search(1, &GO_ON).found().unwrap().to_string(), "15511210043330985984000000");
}

#[test]
fn equal_items_give_each_ordering_once() {
    for (letters, count) in [("aa", 1_u32), ("mississippi", 34_650), ("aabbcc", 90), ("abab", 6), ("aaaaaaab", 8)] {
        let items = items(letters);
        let orderings = Search::new(FastPermutations::new(&items)).all();
        assert_eq!(u32::try_from(orderings.len()), Ok(count), "{letters}");
        assert_eq!(orderings.iter().collect::<HashSet<_>>().len(), orderings.len(), "{letters}");
        assert!(orderings.is_sorted(), "{letters}");
        assert_eq!(items.count_without_search(1, &GO_ON).found(), Some(count.into()), "{letters}");
    }
    assert_eq!(items("abba").count_without_search(1, &|| true).found(), None);
}

/// Eight items: 8! orderings in a tree of 8! (1 + 1/1! + ... + 1/8!) nodes, each of them with 8 options.
#[test]
fn quantities_of_eight_items() {
    let mut search = Search::new(PlainPermutations::new(&distinct(8))).observe(Stats::default());
    search.count();
    let expected = Stats {
        calls: 109_601,
        tried: 8 * (109_601 - 40_320),
        rejected: 8 * (109_601 - 40_320) - 109_600,
        placed: 109_600,
        unplaced: 109_600,
        dead_ends: 0,
        solutions: 40_320,
    };
    assert_eq!(*search.observer(), expected);
}

#[test]
fn both_forms_make_the_same_search_and_keep_their_promises() {
    for letters in ["a", "aa", "ab", "aba", "abcd", "abcabc", "aaab", "baaac", "abcdefg", "zyxxyz"] {
        let items = items(letters);
        let (plain, bits, fast) =
            (PlainPermutations::new(&items), BitPermutations::new(&items), FastPermutations::new(&items));
        testkit::check_same_search(&plain, &bits).unwrap();
        testkit::check_same_solutions(plain.clone(), fast.clone(), usize::MAX).unwrap();
        testkit::check_problem(plain, u64::MAX).unwrap();
        testkit::check_problem(bits, u64::MAX).unwrap();
        testkit::check_problem(fast, u64::MAX).unwrap();
    }
    // As many as a word holds, with equal ones at its ends.
    let full = Permutations::new((0..64_u32).map(|item| (item % 40).to_string())).unwrap();
    testkit::check_same_solutions(PlainPermutations::new(&full), BitPermutations::new(&full), 5000).unwrap();
    testkit::check_same_solutions(PlainPermutations::new(&full), FastPermutations::new(&full), 5000).unwrap();
    testkit::check_problem(BitPermutations::new(&full), 5000).unwrap();
}

/// More items than a word holds are searched by the plain form.
#[test]
fn many_items() {
    let mut letters = "a".repeat(70);
    letters.push_str("bc");
    for engine in [Engine::Plain, Engine::Bits, Engine::Fast] {
        assert_eq!(items(&letters).pose(engine, Aim::All, Texts(&items(&letters))).len(), 72 * 71);
    }
    let most = distinct(MAX_ITEMS);
    assert_eq!(most.verify(&Search::new(PlainPermutations::new(&most)).first().unwrap()), Ok(()));
}

#[test]
fn a_wrong_ordering_does_not_pass_the_checker() {
    let fault = |ordering: &[u32]| items("aba").verify(&ordering.to_vec()).unwrap_err().to_string();
    assert_eq!(fault(&[0, 1, 1]), "used: `b` at 2 is used up");
    assert_eq!(fault(&[0, 1]), "item: 2 items of 3");
    assert_eq!(fault(&[0, 1, 2]), "item: there is no distinct item 2");
    assert_eq!(fault(&[0, 1, 0, 0]), "used: `a` at 3 is used up");
}

#[test]
fn reviews() {
    let review = |answer| items("aba").review(answer).unwrap().to_string();
    assert_eq!(review(None), "valid, 3 open");
    assert_eq!(review(Some("a a")), "valid, 1 open");
    assert_eq!(review(Some("a b a")), "valid, complete");
    assert_eq!(review(Some("b b x")), "invalid: used: `b` at 1 is used up; item: `x` at 2 is not given");
}

#[test]
fn limits_and_text() {
    assert!(Permutations::new(Vec::<String>::new()).is_none());
    assert!(Permutations::new((0..=MAX_ITEMS).map(|item| item.to_string())).is_none());
    let items = Permutations::new(["New York", "Bern", "New York"]).unwrap();
    assert_eq!(items.text(&vec![0, 1, 0]), "New York Bern New York");
    assert_eq!(items.json(&vec![0, 1, 0]).to_string(), r#"["New York","Bern","New York"]"#);
    assert_eq!(items.input().to_string(), r#"["New York","Bern","New York"]"#);
    assert_eq!(items.distinct(), ["New York", "Bern"]);
    assert_eq!(PlainPermutations::new(&items).label(1), "New York");
    assert_eq!(BitPermutations::new(&items).label(0b100), "Bern");
}

#[test]
fn ways() {
    let sizes = |letters: &str| {
        let ways = items(letters).ways();
        let formula = ways[0].computed.clone().map(|(formula, size)| format!("{formula} = {size}")).unwrap();
        let counted: Vec<_> =
            ways.iter().filter_map(|way| way.count.as_ref()).map(|count| count(Limits::new())).collect();
        assert!(counted.iter().all(|tally| tally.complete && tally.solutions == counted[0].solutions));
        (formula, counted[0].solutions, [counted[0].size, counted[1].size])
    };
    assert_eq!(sizes("abcd"), ("4^4 = 256".into(), 24, [256, 64]));
    assert_eq!(sizes("aab"), ("2^3 = 8".into(), 3, [8, 8]));
}

proptest! {
    /// Every filling with distinct items, tested by the letters in it.
    #[test]
    fn agrees_with_generate_and_test(letters in "[a-d]{1,6}") {
        let items = items(&letters);
        let many = u32::try_from(items.distinct().len()).unwrap();
        let slots = u32::try_from(letters.len()).unwrap();
        let fillings = (0..many.pow(slots)).map(|code| {
            (0..slots).rev().map(|slot| code / many.pow(slot) % many).collect::<Vec<u32>>()
        });
        let sorted = |text: &str| {
            let mut letters: Vec<_> = text.chars().filter(|letter| *letter != ' ').collect();
            letters.sort_unstable();
            letters
        };
        let (right, wrong): (Vec<_>, Vec<_>) =
            fillings.partition(|filling| sorted(&items.text(filling)) == sorted(&letters));
        prop_assert!(right.iter().all(|ordering| items.verify(ordering).is_ok()));
        prop_assert!(wrong.iter().all(|ordering| items.verify(ordering).is_err()));
        prop_assert_eq!(&Search::new(PlainPermutations::new(&items)).all(), &right);
        prop_assert_eq!(&Search::new(FastPermutations::new(&items)).all(), &right);
    }
}
