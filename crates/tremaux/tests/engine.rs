//! The engine from outside, on trees written down beforehand: every question, and every way to stop and go on.

mod common;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use common::{Tree, Walk, naive, trees};
use proptest::prelude::*;
use tremaux::{Bits, Limit, Limits, Observer, Outcome, Problem, Search, Stats, Stop, testkit};

/// Everything that was told, one line an event, with the path at the time.
#[derive(Debug, Default, PartialEq)]
struct Log(Vec<String>);

impl Log {
    fn write(&mut self, problem: &Walk, event: &str) {
        let path: String = problem.path.iter().map(usize::to_string).collect();
        self.0.push(format!("{path}: {event}"));
    }
}

impl Observer<Walk> for Log {
    fn enter(&mut self, problem: &Walk) {
        self.write(problem, "enter");
    }
    fn reject(&mut self, problem: &Walk, choice: usize) {
        let mark = problem.ruled_out_by(choice).expect("a rejected option is ruled out");
        self.write(problem, &format!("reject {choice} by {mark}"));
    }
    fn place(&mut self, problem: &Walk, choice: usize) {
        self.write(problem, &format!("place {choice}"));
    }
    fn unplace(&mut self, problem: &Walk, choice: usize) {
        self.write(problem, &format!("unplace {choice}"));
    }
    fn solution(&mut self, problem: &Walk) {
        self.write(problem, "solution");
    }
    fn dead_end(&mut self, problem: &Walk) {
        self.write(problem, "dead end");
    }
    fn leave(&mut self, problem: &Walk) {
        self.write(problem, "leave");
    }
}

/// A slot with a solution, a hole, a dead end, and a slot with two solutions.
fn small_tree() -> Tree {
    let pair = Tree::Slot(vec![Some(Tree::Solution), Some(Tree::Solution)]);
    Tree::Slot(vec![Some(Tree::Solution), None, Some(Tree::Slot(vec![None])), Some(pair)])
}

fn search(tree: &Tree) -> Search<Walk> {
    Search::new(Walk::new(tree.clone()))
}

#[test]
fn every_question_gets_its_answer() {
    let tree = small_tree();
    let solutions = [vec![0], vec![3, 0], vec![3, 1]];
    assert_eq!(search(&tree).all(), solutions);
    assert_eq!(search(&tree).count(), 3);
    assert_eq!(search(&tree).first(), Some(vec![0]));
    assert_eq!(search(&tree).take(2), solutions[..2]);
    assert_eq!(search(&tree).take(9), solutions);
    assert_eq!(search(&tree).solutions().collect::<Vec<_>>(), solutions);

    let mut found = Vec::new();
    assert_eq!(search(&tree).for_each(|solution| found.push(solution)), Outcome::Complete);
    assert_eq!(found, solutions);

    let mut paths = Vec::new();
    let outcome = search(&tree).visit(|walk| {
        paths.push(walk.path.clone());
        if paths.len() == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!((outcome, &paths[..]), (Outcome::Paused, &solutions[..2]));
}

#[test]
fn a_question_goes_on_from_where_the_last_one_ended() {
    let mut search = search(&small_tree());
    assert_eq!(search.outcome(), Outcome::Paused);
    assert_eq!(search.first(), Some(vec![0]));
    assert_eq!((search.outcome(), search.place_reached()), (Outcome::Paused, vec![0]));
    assert_eq!(search.take(0), [[0; 0]; 0]);
    assert_eq!(search.solutions().next(), Some(vec![3, 0]));
    assert_eq!((search.place_reached(), &search.problem().path), (vec![3, 0], &vec![3, 0]));
    assert_eq!((search.count(), search.outcome()), (1, Outcome::Complete));
    assert_eq!(search.problem().path, [0; 0]);
    // And at the end it stays.
    assert_eq!((search.first(), search.count(), search.all()), (None, 0, vec![]));
    assert_eq!(search.outcome(), Outcome::Complete);
}

#[test]
fn a_problem_with_no_slot_has_one_empty_solution() {
    let mut search = search(&Tree::Solution).observe(Stats::default());
    assert_eq!((search.first(), search.outcome()), (Some(vec![]), Outcome::Paused));
    assert_eq!((search.first(), search.outcome()), (None, Outcome::Complete));
    assert_eq!(*search.observer(), Stats { calls: 1, solutions: 1, ..Stats::default() });
}

#[test]
fn a_first_slot_with_no_choice_is_a_dead_end() {
    let mut search = search(&Tree::Slot(vec![None, None])).observe(Stats::default());
    assert_eq!((search.count(), search.outcome()), (0, Outcome::Complete));
    assert_eq!(*search.observer(), Stats { calls: 1, tried: 2, rejected: 2, dead_ends: 1, ..Stats::default() });
}

#[test]
fn a_search_stays_below_the_state_it_began_in() {
    let begun = Walk { root: small_tree(), path: vec![3] };
    let mut search = Search::new(begun.clone());
    assert_eq!(search.all(), [[3, 0], [3, 1]]);
    assert_eq!(*search.problem(), begun);
}

#[test]
fn the_observer_is_told_in_order() {
    let expected = [
        ": enter",
        ": place 0",
        "0: enter",
        "0: solution",
        "0: leave",
        ": unplace 0",
        ": reject 1 by hole",
        ": place 2",
        "2: enter",
        "2: reject 0 by hole",
        "2: dead end",
        "2: leave",
        ": unplace 2",
        ": place 3",
        "3: enter",
        "3: place 0",
        "30: enter",
        "30: solution",
        "30: leave",
        "3: unplace 0",
        "3: place 1",
        "31: enter",
        "31: solution",
        "31: leave",
        "3: unplace 1",
        "3: leave",
        ": unplace 3",
        ": leave",
    ];
    let mut search = search(&small_tree()).observe(Log::default());
    search.count();
    assert_eq!(search.observer().0, expected);
}

#[test]
#[should_panic(expected = "observed from its beginning")]
fn an_observer_cannot_come_late() {
    let mut search = search(&small_tree());
    search.first();
    let _ = search.observe(Stats::default());
}

#[test]
fn the_first_solution_is_not_undone() {
    let mut search = search(&small_tree()).observe(Log::default());
    search.first();
    assert_eq!(search.observer().0, [": enter", ": place 0", "0: enter", "0: solution"]);
}

#[test]
fn an_outcome_names_the_limit() {
    let under = |limits| {
        let mut search = search(&small_tree()).limits(limits);
        (search.count(), search.outcome())
    };
    let raised = Arc::new(AtomicBool::new(true));
    assert_eq!(under(Limits::new()), (3, Outcome::Complete));
    assert_eq!(under(Limits::new().solutions(2)), (2, Outcome::Stopped(Limit::Solutions)));
    assert_eq!(under(Limits::new().solutions(0)), (0, Outcome::Stopped(Limit::Solutions)));
    assert_eq!(under(Limits::new().solutions(4)), (3, Outcome::Complete));
    assert_eq!(under(Limits::new().nodes(0)), (0, Outcome::Stopped(Limit::Nodes)));
    assert_eq!(under(Limits::new().nodes(2)), (1, Outcome::Stopped(Limit::Nodes)));
    assert_eq!(under(Limits::new().nodes(6)), (3, Outcome::Complete));
    assert_eq!(under(Limits::new().time(Duration::ZERO)), (0, Outcome::Stopped(Limit::Time)));
    assert_eq!(under(Limits::new().time(Duration::MAX)), (3, Outcome::Complete));
    assert_eq!(under(Limits::new().cancel(raised)), (0, Outcome::Stopped(Limit::Cancelled)));
    assert!(Outcome::Complete.is_complete() && !Outcome::Paused.is_complete());
}

#[test]
fn a_spent_limit_stays_spent() {
    for limits in [Limits::new().solutions(1), Limits::new().nodes(2), Limits::new().time(Duration::ZERO)] {
        let mut search = search(&small_tree()).limits(limits);
        search.count();
        let stopped = search.outcome();
        assert!(matches!(stopped, Outcome::Stopped(_)));
        assert_eq!((search.first(), search.count(), search.outcome()), (None, 0, stopped));
    }
}

/// A policy of one's own: stops at every solution and before every `period`-th node.
struct Metronome {
    period: u32,
    nodes: u32,
}

impl Stop for Metronome {
    fn before_node(&mut self) -> Option<Limit> {
        self.nodes += 1;
        self.nodes.is_multiple_of(self.period).then_some(Limit::Nodes)
    }

    fn after_solution(&mut self) -> Option<Limit> {
        Some(Limit::Solutions)
    }
}

#[test]
fn a_policy_of_ones_own_stops_the_search() {
    let mut search = search(&small_tree()).stop_by(Metronome { period: 2, nodes: 0 });
    let mut stops = Vec::new();
    loop {
        let count = search.count();
        let Outcome::Stopped(limit) = search.outcome() else { break };
        stops.push((count, limit));
    }
    use Limit::{Nodes, Solutions};
    let [node, solution] = [(0, Nodes), (1, Solutions)];
    assert_eq!(stops, [node, solution, node, node, node, solution, node, solution]);
}

/// A different member of each set; the slots in order, or the one with the fewest choices first.
#[derive(Clone, Debug, PartialEq)]
struct Representatives {
    sets: Vec<u16>,
    chosen: Vec<u16>,
    used: u16,
    fewest_first: bool,
}

impl Representatives {
    fn of(sets: &[u16], fewest_first: bool) -> Self {
        Representatives { sets: sets.to_vec(), chosen: vec![0; sets.len()], used: 0, fewest_first }
    }

    fn open_slot(&self) -> Option<usize> {
        let fewest = |slot: &usize| if self.fewest_first { (self.sets[*slot] & !self.used).count_ones() } else { 0 };
        (0..self.sets.len()).filter(|&slot| self.chosen[slot] == 0).min_by_key(fewest)
    }
}

impl Problem for Representatives {
    type Choice = (usize, u16);
    type Choices = std::iter::Zip<std::iter::Repeat<usize>, Bits<u16>>;
    type Solution = Vec<u16>;

    fn choices(&self) -> Option<Self::Choices> {
        self.open_slot().map(|slot| std::iter::repeat(slot).zip(Bits(self.sets[slot] & !self.used)))
    }
    fn place(&mut self, (slot, member): (usize, u16)) {
        self.chosen[slot] = member;
        self.used |= member;
    }
    fn unplace(&mut self, (slot, member): (usize, u16)) {
        self.chosen[slot] = 0;
        self.used ^= member;
    }
    fn solution(&self) -> Vec<u16> {
        self.chosen.clone()
    }
}

#[test]
fn the_slot_may_be_chosen_anew_at_every_node() {
    let sets = [0b1111, 0b0111, 0b0011, 0b0001];
    let mut in_order = Search::new(Representatives::of(&sets, false)).observe(Stats::default());
    let mut fewest_first = Search::new(Representatives::of(&sets, true)).observe(Stats::default());
    assert_eq!((in_order.all(), fewest_first.all()), (vec![vec![8, 4, 2, 1]], vec![vec![8, 4, 2, 1]]));
    // In order, every wrong turn is found late; with the fewest first, there is none.
    assert_eq!((in_order.observer().placed, fewest_first.observer().placed), (22, 4));
}

/// A chain: one choice a slot, ten million of them.
struct Chain {
    filled: u32,
    length: u32,
}

impl Problem for Chain {
    type Choice = ();
    type Choices = std::option::IntoIter<()>;
    type Solution = u32;

    fn choices(&self) -> Option<Self::Choices> {
        (self.filled < self.length).then(|| Some(()).into_iter())
    }
    fn place(&mut self, (): ()) {
        self.filled += 1;
    }
    fn unplace(&mut self, (): ()) {
        self.filled -= 1;
    }
    fn solution(&self) -> u32 {
        self.filled
    }
}

#[test]
fn ten_million_slots_deep_and_back() {
    let length = 10_000_000;
    let mut search = Search::new(Chain { filled: 0, length }).observe(Stats::default());
    assert_eq!(search.first(), Some(length));
    assert_eq!(search.place_reached().len(), length as usize);
    assert_eq!((search.first(), search.problem().filled), (None, 0));
    assert_eq!((search.observer().placed, search.observer().unplaced), (length.into(), length.into()));
    // Deep, and dropped where it stands.
    assert_eq!(Search::new(Chain { filled: 0, length }).first(), Some(length));
}

/// Words of 64 letters out of two: a search that does not end by itself, with a solution at every other node.
struct Words {
    letters: u32,
}

impl Problem for Words {
    type Choice = u16;
    type Choices = Bits<u16>;
    type Solution = ();

    fn choices(&self) -> Option<Bits<u16>> {
        (self.letters < 64).then_some(Bits(0b11))
    }
    fn place(&mut self, _: u16) {
        self.letters += 1;
    }
    fn unplace(&mut self, _: u16) {
        self.letters -= 1;
    }
    fn solution(&self) {}
}

/// Far above the 50 ms promised, for a machine that is busy with other tests.
const SOON: Duration = Duration::from_secs(2);

#[test]
fn a_flag_raised_by_another_thread_stops_it_soon() {
    let flag = Arc::new(AtomicBool::new(false));
    let mut search = Search::new(Words { letters: 0 }).limits(Limits::new().cancel(flag.clone()));
    let raised = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(100));
        flag.store(true, Ordering::Relaxed);
        Instant::now()
    });
    assert!(search.count() > 0);
    assert_eq!(search.outcome(), Outcome::Stopped(Limit::Cancelled));
    assert!(raised.join().unwrap().elapsed() < SOON);
}

#[test]
fn time_stops_it_soon_and_a_later_limit_takes_it_on() {
    let time = Duration::from_millis(50);
    let start = Instant::now();
    let mut search = Search::new(Words { letters: 0 }).limits(Limits::new().time(time));
    search.count();
    assert_eq!(search.outcome(), Outcome::Stopped(Limit::Time));
    assert!((time..time + SOON).contains(&start.elapsed()));
    let mut search = search.limits(Limits::new().time(time).solutions(1000));
    assert_eq!((search.count(), search.outcome()), (1000, Outcome::Stopped(Limit::Solutions)));
}

/// After a million quick solutions each takes thousands of times longer: what was granted before must not last.
#[test]
fn a_search_that_turns_slow_is_still_stopped_soon() {
    let flag = Arc::new(AtomicBool::new(false));
    let mut search = Search::new(Words { letters: 0 }).limits(Limits::new().cancel(flag.clone()));
    let (mut found, mut raised) = (0, None);
    search.visit(|_| {
        found += 1;
        if found > 1_000_000 {
            let raised = *raised.get_or_insert_with(Instant::now);
            flag.store(true, Ordering::Relaxed);
            std::thread::sleep(Duration::from_micros(10));
            assert!(raised.elapsed() < SOON);
        }
        ControlFlow::Continue(())
    });
    assert_eq!(search.outcome(), Outcome::Stopped(Limit::Cancelled));
}

proptest! {
    #[test]
    fn agrees_with_a_naive_recursion(tree in trees()) {
        let (solutions, stats) = naive(&tree);
        let mut watched = search(&tree).observe(Stats::default());
        prop_assert_eq!(watched.all(), solutions.clone());
        prop_assert_eq!(*watched.observer(), stats);
        prop_assert_eq!(search(&tree).all(), solutions.clone());
        prop_assert_eq!(search(&tree).count(), solutions.len() as u64);
        prop_assert_eq!(search(&tree).solutions().collect::<Vec<_>>(), solutions);
    }

    #[test]
    fn the_order_of_the_slots_changes_no_answer(sets in prop::collection::vec(0..64_u16, 0..6)) {
        let [mut in_order, mut fewest_first] =
            [false, true].map(|fewest_first| Search::new(Representatives::of(&sets, fewest_first)).all());
        in_order.sort_unstable();
        fewest_first.sort_unstable();
        prop_assert_eq!(in_order, fewest_first);
        testkit::check_problem(Representatives::of(&sets, true), u64::MAX).unwrap();
    }

    /// Stopped before every node there is and taken on, the search is the unbroken one, event by event.
    #[test]
    fn a_stop_at_any_node_changes_nothing(tree in trees()) {
        let (solutions, stats) = naive(&tree);
        let mut unbroken = search(&tree).observe(Log::default());
        unbroken.count();
        for nodes in 0..=stats.calls {
            let mut broken = search(&tree).observe(Log::default()).limits(Limits::new().nodes(nodes));
            let mut found = broken.all();
            let enters = broken.observer().0.iter().filter(|event| event.ends_with("enter")).count();
            prop_assert_eq!(enters as u64, nodes);
            prop_assert_eq!(broken.outcome().is_complete(), nodes == stats.calls);
            let mut rest = broken.limits(Limits::new());
            found.extend(rest.all());
            prop_assert_eq!(&found, &solutions);
            prop_assert_eq!(rest.observer(), unbroken.observer());
        }
    }

    /// The same for a stop at every solution: by a limit, by a caller who had enough, or both at once.
    #[test]
    fn a_stop_at_any_solution_changes_nothing(tree in trees()) {
        let (solutions, _) = naive(&tree);
        let mut unbroken = search(&tree).observe(Log::default());
        unbroken.count();
        for most in 0..=solutions.len() {
            let limits = Limits::new().solutions(most as u64);
            let mut limited = search(&tree).observe(Log::default()).limits(limits.clone());
            let mut taken = search(&tree).observe(Log::default());
            let mut both = search(&tree).observe(Log::default()).limits(limits);
            prop_assert_eq!(limited.all(), solutions[..most].to_vec());
            prop_assert_eq!(taken.take(most), solutions[..most].to_vec());
            prop_assert_eq!(both.take(most), solutions[..most].to_vec());
            for mut rest in [limited.limits(Limits::new()), taken.limits(Limits::new()), both.limits(Limits::new())] {
                prop_assert_eq!(rest.all(), solutions[most..].to_vec());
                prop_assert_eq!(rest.observer(), unbroken.observer());
            }
        }
    }
}
