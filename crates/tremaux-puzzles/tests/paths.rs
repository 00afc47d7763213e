//! Lattice paths against the published numbers, the recurrence, a naive search, and the other form.

use num_bigint::BigUint;
use proptest::prelude::*;
use tremaux::{Limits, Problem, Search, Stats, testkit};
use tremaux_puzzles::paths::{FastPaths, MAX_GOAL, Paths, PlainPaths, Step, Steps, parse_goal, parse_steps};
use tremaux_puzzles::{Aim, Engine, Puzzle, Question};

const GO_ON: &(dyn Fn() -> bool + Sync) = &|| false;

fn paths(x: u32, y: u32) -> Paths {
    Paths::new((x, y), Steps::default()).unwrap()
}

/// Every choice of steps in every order.
fn all_steps() -> Vec<Steps> {
    let lists = (0..64_usize).map(|code| [code % 4, code / 4 % 4, code / 16]);
    let lists =
        lists.map(|codes| codes.into_iter().filter_map(|code| Step::ALL.get(code).copied()).collect::<Vec<_>>());
    let mut steps: Vec<_> = lists.filter_map(|list| Steps::new(&list)).collect();
    steps.dedup();
    steps
}

struct Texts<'a>(&'a Paths);

impl Question<Vec<Step>> for Texts<'_> {
    type Answer = (Vec<String>, Stats);

    fn ask<P: Problem<Solution = Vec<Step>>>(self, problem: P) -> Self::Answer {
        let mut search = Search::new(problem).observe(Stats::default());
        let texts = search.all().iter().map(|path| self.0.text(path)).collect();
        (texts, *search.observer())
    }
}

/// Row 6 of mission.md: the five paths, and the tree with 21 nodes below the start, 10 dead, 5 yes.
#[test]
fn the_tree_of_the_mission() {
    let paths = paths(1, 2);
    for engine in [Engine::Plain, Engine::Bits, Engine::Fast] {
        let (texts, stats) = paths.pose(engine, Aim::All, Texts(&paths));
        assert_eq!(texts, ["N N E", "N NE", "N E N", "NE N", "E N N"], "{engine:?}");
        if engine != Engine::Fast {
            let expected =
                Stats { calls: 22, tried: 21, rejected: 0, placed: 21, unplaced: 21, dead_ends: 10, solutions: 5 };
            assert_eq!(stats, expected, "{engine:?}");
        } else {
            assert_eq!(stats.dead_ends, 0);
        }
    }
}

/// OEIS A008288, row by row, and its main diagonal, A001850.
#[test]
fn delannoy_numbers() {
    let square = [[1_u64, 1, 1, 1, 1], [1, 3, 5, 7, 9], [1, 5, 13, 25, 41], [1, 7, 25, 63, 129], [1, 9, 41, 129, 321]];
    for (x, row) in (0..).zip(square) {
        for (y, number) in (0..).zip(row) {
            assert_eq!(paths(x, y).count_without_search(1, &GO_ON).found(), Some(number.into()), "({x}, {y})");
            assert_eq!(Search::new(PlainPaths::new(&paths(x, y))).count(), number, "({x}, {y})");
        }
    }
    let diagonal = [1_u32, 3, 13, 63, 321, 1683, 8989, 48639, 265_729, 1_462_563, 8_097_453, 45_046_719];
    for (x, number) in (0..).zip(diagonal) {
        assert_eq!(paths(x, x).count_without_search(1, &GO_ON).found(), Some(number.into()), "({x}, {x})");
    }
}

/// The number of paths by the recurrence: what leads to the points one step before.
fn recurrence(paths: &Paths) -> BigUint {
    let (x, y) = (paths.goal().0 as usize, paths.goal().1 as usize);
    let mut table = vec![vec![BigUint::ZERO; y + 1]; x + 1];
    table[0][0] = BigUint::from(1_u8);
    for east in 0..=x {
        for north in 0..=y {
            for step in paths.steps().as_slice() {
                let (back_east, back_north) = match step {
                    Step::N => (0, 1),
                    Step::NE => (1, 1),
                    Step::E => (1, 0),
                };
                if east >= back_east && north >= back_north {
                    let before = table[east - back_east][north - back_north].clone();
                    table[east][north] += before;
                }
            }
        }
    }
    table[x][y].clone()
}

#[test]
fn the_formula_agrees_with_the_recurrence() {
    for steps in all_steps() {
        for (x, y) in [(0, 0), (0, 3), (4, 0), (5, 5), (3, 7), (7, 3), (60, 41), (80, 80)] {
            let paths = Paths::new((x, y), steps).unwrap();
            assert_eq!(paths.count_without_search(1, &GO_ON).found(), Some(recurrence(&paths)), "{paths:?}");
        }
    }
    assert_eq!(paths(9, 9).count_without_search(1, &|| true).found(), None);
}

/// Every string of steps up to the length of the longest path, in the order in which a search comes upon them.
fn generate(paths: &Paths, path: &mut Vec<Step>, found: &mut Vec<Vec<Step>>) {
    let many = |letter: char| path.iter().filter(|step| format!("{step:?}").contains(letter)).count();
    let goal = paths.goal();
    if (many('E'), many('N')) == (goal.0 as usize, goal.1 as usize) {
        found.push(path.clone());
    }
    if path.len() < (goal.0 + goal.1) as usize {
        for step in paths.steps().as_slice() {
            path.push(*step);
            generate(paths, path, found);
            path.pop();
        }
    }
}

#[test]
fn both_forms_agree_with_generate_and_test_and_keep_their_promises() {
    for steps in all_steps() {
        for (x, y) in [(0, 0), (0, 2), (3, 0), (1, 2), (2, 2), (3, 3), (4, 2)] {
            let paths = Paths::new((x, y), steps).unwrap();
            let mut expected = Vec::new();
            generate(&paths, &mut Vec::new(), &mut expected);
            assert_eq!(Search::new(PlainPaths::new(&paths)).all(), expected, "{paths:?}");
            assert_eq!(Search::new(FastPaths::new(&paths)).all(), expected, "{paths:?}");
            testkit::check_problem(PlainPaths::new(&paths), u64::MAX).unwrap();
            testkit::check_problem(FastPaths::new(&paths), u64::MAX).unwrap();
        }
    }
}

/// The fast form meets no dead end but the root of a search without a path.
#[test]
fn the_fast_form_has_no_dead_end_below_the_root() {
    for steps in all_steps() {
        for (x, y) in [(5, 3), (3, 5), (4, 4), (0, 4)] {
            let paths = Paths::new((x, y), steps).unwrap();
            let mut search = Search::new(FastPaths::new(&paths)).observe(Stats::default());
            let none = search.count() == 0;
            assert_eq!(search.observer().dead_ends, u64::from(none), "{paths:?}");
            assert!(!none || search.observer().calls == 1, "{paths:?}");
        }
    }
}

#[test]
fn every_solution_passes_the_checker_and_a_wrong_one_does_not() {
    let paths = paths(4, 5);
    Search::new(FastPaths::new(&paths)).for_each(|path| paths.verify(&path).unwrap());
    let fault = |paths: &Paths, path: &[Step]| paths.verify(&path.to_vec()).unwrap_err().to_string();
    assert_eq!(fault(&paths, &[Step::N, Step::NE]), "goal: ends at (1, 2), not at (4, 5)");
    let straight = Paths::new((1, 1), parse_steps("N,E").unwrap()).unwrap();
    assert_eq!(fault(&straight, &[Step::NE]), "steps: NE, step 0, is not allowed");
}

#[test]
fn reviews() {
    let straight = Paths::new((1, 2), parse_steps("N,E").unwrap()).unwrap();
    let review = |answer| straight.review(Some(answer)).map(|review| review.to_string());
    assert_eq!(straight.review(None).unwrap().to_string(), "valid, not complete");
    assert_eq!(review("N, N").unwrap(), "valid, not complete");
    assert_eq!(review("N E n").unwrap(), "valid, complete");
    assert_eq!(review("NE N").unwrap(), "invalid: steps: NE, step 0, is not allowed");
    assert_eq!(review("E E").unwrap(), "invalid: goal: (2, 0) is past (1, 2)");
    assert_eq!(review("N S").unwrap_err().to_string(), "line 1, column 3: expected N, NE or E, found `S`");
    assert_eq!(paths(0, 0).review(None).unwrap().to_string(), "valid, complete");
}

#[test]
fn arguments() {
    assert_eq!(parse_goal("100000,0"), Ok((MAX_GOAL, 0)));
    let goal = |text| parse_goal(text).unwrap_err().to_string();
    assert_eq!(goal("1 -2"), "line 1, column 3: expected a coordinate from 0 to 100000, found `-2`");
    assert_eq!(goal("1 2 3"), "line 1, column 5: expected a goal of two numbers, x and y, found 3");
    assert!(Paths::new((0, MAX_GOAL + 1), Steps::default()).is_none());
    assert_eq!(parse_steps(" ne , E").unwrap().as_slice(), [Step::NE, Step::E]);
    let steps = |text| parse_steps(text).unwrap_err().to_string();
    assert_eq!(steps("N,E,N"), "line 1, column 5: expected each step once, found N again");
    assert_eq!(steps(","), "line 1, column 1: expected steps out of N, NE and E, found none");
}

#[test]
fn written() {
    let paths = paths(1, 2);
    let path = vec![Step::N, Step::NE];
    assert_eq!(paths.text(&path), "N NE");
    assert_eq!(paths.text(&vec![]), "");
    assert_eq!(paths.json(&path).to_string(), r#"["N","NE"]"#);
    assert_eq!(paths.input().to_string(), r#"{"x":1,"y":2,"steps":["N","NE","E"]}"#);
    assert_eq!(PlainPaths::new(&paths).label(Step::NE), "NE");
}

#[test]
fn ways() {
    let sizes = |paths: Paths| {
        let ways = paths.ways();
        let (formula, size) = ways[0].computed.clone().unwrap();
        let counted = ways.iter().filter_map(|way| way.count.as_ref()).map(|count| count(Limits::new()).size);
        (formula, size.to_string(), counted.collect::<Vec<_>>())
    };
    assert_eq!(sizes(paths(1, 2)), ("1 + 3 + 3^2 + 3^3".into(), "40".into(), vec![21, 6]));
    assert_eq!(sizes(paths(1, 3)).0, "1 + 3 + 3^2 + ... + 3^4");
    let one = Paths::new((0, 4), parse_steps("N").unwrap()).unwrap();
    assert_eq!(sizes(one), ("4 + 1".into(), "5".into(), vec![4, 0]));
}

/// The longest path, on the engine's own stack.
#[test]
fn the_furthest_goal() {
    let furthest = paths(MAX_GOAL, MAX_GOAL);
    for path in [Search::new(PlainPaths::new(&furthest)).first(), Search::new(FastPaths::new(&furthest)).first()] {
        furthest.verify(&path.unwrap()).unwrap();
    }
}

proptest! {
    /// The checker agrees with a walk, step by step.
    #[test]
    fn the_checker_agrees_with_a_walk(
        x in 0..5_u32,
        y in 0..5_u32,
        which in 0..15_usize,
        path in prop::collection::vec(prop::sample::select(Step::ALL.to_vec()), 0..9),
    ) {
        let steps = all_steps();
        let paths = Paths::new((x, y), steps[which % steps.len()]).unwrap();
        let mut at = (0, 0);
        for step in &path {
            at.0 += u32::from(*step != Step::N);
            at.1 += u32::from(*step != Step::E);
        }
        let allowed = path.iter().all(|step| paths.steps().contains(*step));
        prop_assert_eq!(paths.verify(&path).is_ok(), allowed && at == (x, y));
        let review = paths.review(Some(&paths.text(&path))).unwrap();
        prop_assert_eq!(review.breaches.is_empty(), allowed && at.0 <= x && at.1 <= y);
        prop_assert_eq!(review.complete, allowed && at == (x, y));
    }
}
