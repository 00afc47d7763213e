//! The test kit finds the faults that are planted, and no others.

mod common;

use common::{Walk, naive, trees};
use proptest::prelude::*;
use tremaux::testkit::{Fault, check_problem, check_same_search, check_same_solutions};
use tremaux::{Problem, Search, Template};

/// What is wrong with a [`Pairs`].
#[derive(Clone, Copy, Debug, PartialEq)]
enum Planted {
    Repeats,
    Nothing,
    /// The undo leaves the mark.
    UndoForgets,
    /// An option that the mark rules out is given as a choice.
    ChoosesTheForbidden,
    /// An allowed option is not given.
    SkipsTheLast,
    /// The choices come in another order than the options.
    Backwards,
    /// Options are listed where no slot is open.
    NeverFull,
}

/// Ordered pairs of different numbers below 3; the mark is the set of those used.
#[derive(Clone, Debug, PartialEq)]
struct Pairs {
    pair: Vec<usize>,
    used: [bool; 3],
    planted: Planted,
}

impl Pairs {
    fn with(planted: Planted) -> Self {
        Pairs { pair: vec![], used: [false; 3], planted }
    }

    fn full(&self) -> bool {
        self.pair.len() == 2
    }
}

impl Problem for Pairs {
    type Choice = usize;
    type Choices = std::vec::IntoIter<usize>;
    type Solution = Vec<usize>;

    fn choices(&self) -> Option<Self::Choices> {
        let mut choices: Vec<_> = (0..3).filter(|&number| !self.used[number]).collect();
        match self.planted {
            Planted::ChoosesTheForbidden => choices = vec![0, 1, 2],
            Planted::Backwards => choices.reverse(),
            Planted::SkipsTheLast => choices.truncate(2),
            Planted::Repeats => choices.extend(choices.first().copied()),
            _ => {}
        }
        (!self.full()).then(|| choices.into_iter())
    }
    fn place(&mut self, number: usize) {
        self.pair.push(number);
        self.used[number] = true;
    }
    fn unplace(&mut self, number: usize) {
        self.pair.pop();
        self.used[number] = self.planted == Planted::UndoForgets;
    }
    fn solution(&self) -> Vec<usize> {
        self.pair.clone()
    }
    fn option(&self, index: usize) -> Option<usize> {
        (index < 3 && (!self.full() || self.planted == Planted::NeverFull)).then_some(index)
    }
    fn ruled_out_by(&self, number: usize) -> Option<&'static str> {
        self.used[number].then_some("used")
    }
}

#[test]
fn finds_what_is_planted() {
    let check = |planted| check_problem(Pairs::with(planted), u64::MAX);
    assert_eq!(check(Planted::Nothing), Ok(10));
    assert!(matches!(check(Planted::UndoForgets), Err(Fault::NotUndone { path, .. }) if path == "[0 1]"));
    assert!(matches!(check(Planted::ChoosesTheForbidden), Err(Fault::ChoicesDisagree { path, .. }) if path == "[0]"));
    assert!(matches!(check(Planted::SkipsTheLast), Err(Fault::ChoicesDisagree { path, .. }) if path == "[]"));
    assert!(matches!(check(Planted::Repeats), Err(Fault::ChoiceRepeated { choice, .. }) if choice == "0"));
    assert!(matches!(check(Planted::Backwards), Err(Fault::ChoicesDisagree { path, .. }) if path == "[]"));
    assert!(matches!(check(Planted::NeverFull), Err(Fault::OptionsWithoutSlot { path }) if path == "[0 1]"));
}

#[test]
fn says_what_it_found() {
    let fault = check_problem(Pairs::with(Planted::SkipsTheLast), u64::MAX).unwrap_err();
    let said = "at [] the choices are [0, 1], but the options no mark rules out are [0, 1, 2]";
    assert_eq!(fault.to_string(), said);
}

#[test]
fn checks_no_more_nodes_than_asked() {
    assert_eq!(check_problem(Pairs::with(Planted::UndoForgets), 2), Ok(2));
    assert_eq!(check_problem(Pairs::with(Planted::Nothing), 0), Ok(0));
}

#[test]
fn finds_where_two_forms_part() {
    let (good, bad) = (Pairs::with(Planted::Nothing), Pairs::with(Planted::SkipsTheLast));
    let fault = check_same_solutions(good.clone(), bad.clone(), 99).unwrap_err();
    let (left, right) = ("Some([2, 0])".to_string(), "None".to_string());
    assert_eq!(fault, Fault::SolutionsDisagree { index: 4, left, right });
    assert_eq!(check_same_solutions(good.clone(), bad, 4), Ok(4));
    assert_eq!(check_same_solutions(good.clone(), good, 99), Ok(6));
}

#[test]
fn finds_an_undo_that_forgets_in_a_template() {
    let words = |undo: fn(&mut Vec<char>)| Template {
        slots: 2,
        board: Vec::new(),
        options: |_: &Vec<char>, _slot| ['a', 'b'].into_iter(),
        is_valid: |board: &Vec<char>, _slot, letter| board.last() != Some(&letter),
        place: |board: &mut Vec<char>, _slot, letter| board.push(letter),
        unplace: move |board: &mut Vec<char>, _slot, _letter| undo(board),
        record: |board: &Vec<char>| board.clone(),
    };
    let sound = words(|board| board.truncate(board.len() - 1));
    assert_eq!(check_problem(sound.problem(), u64::MAX), Ok(5));
    let Err(fault) = check_problem(words(|_| {}).problem(), u64::MAX) else { panic!("nothing found") };
    assert_eq!(
        fault.to_string(),
        "unplace did not undo place after ['a' 'b']\n  before: TemplateProblem { next_slot: 1, board: ['a'], .. }\n   \
         after: TemplateProblem { next_slot: 1, board: ['a', 'b'], .. }"
    );
}

/// The same pairs, found by looking one slot further than there is: other nodes, the same solutions.
#[derive(Clone)]
struct LookedAtWhenFull(Pairs);

impl Problem for LookedAtWhenFull {
    type Choice = usize;
    type Choices = std::ops::Range<usize>;
    type Solution = Vec<usize>;

    fn choices(&self) -> Option<Self::Choices> {
        if !self.0.full() {
            return Some(0..3);
        }
        (self.0.pair[0] == self.0.pair[1]).then_some(0..0)
    }
    fn place(&mut self, number: usize) {
        self.0.pair.push(number);
    }
    fn unplace(&mut self, _: usize) {
        self.0.pair.pop();
    }
    fn solution(&self) -> Vec<usize> {
        self.0.pair.clone()
    }
}

#[test]
fn finds_that_two_forms_search_differently() {
    let good = Pairs::with(Planted::Nothing);
    let late = LookedAtWhenFull(good.clone());
    assert_eq!(check_same_solutions(good.clone(), late.clone(), 99), Ok(6));
    assert!(matches!(check_same_search(&good, &late), Err(Fault::SearchDisagrees { left, right }) if left != right));
    assert_eq!(check_same_search(&good, &good).map(|stats| stats.solutions), Ok(6));
}

proptest! {
    #[test]
    fn finds_nothing_in_a_sound_problem(tree in trees()) {
        let (solutions, stats) = naive(&tree);
        let walk = Walk::new(tree);
        prop_assert_eq!(check_problem(walk.clone(), u64::MAX), Ok(stats.calls));
        prop_assert_eq!(check_same_search(&walk, &walk), Ok(stats));
        prop_assert_eq!(Search::new(walk).all(), solutions);
    }
}
