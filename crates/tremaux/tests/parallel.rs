//! A search on many threads finds what one finds.

mod common;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use common::{Walk, naive, trees};
use proptest::prelude::*;
use tremaux::{Limit, Limits, Outcome, Problem, Search, Stats};

const THREADS: [usize; 4] = [1, 2, 3, 8];

/// Trees of any size and shape, told by a seed alone: at every node some options, some of them ruled out.
#[derive(Clone, Debug)]
struct Wild {
    /// The seed of every node on the path.
    path: Vec<u64>,
    /// What is left of the size, by node: it is shared among the children, unevenly.
    sizes: Vec<u64>,
    /// Spins at every node, so that a search is long enough to be shared.
    work: u32,
}

fn mixed(seed: u64) -> u64 {
    let seed = (seed ^ seed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (seed ^ seed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb) ^ seed >> 31
}

impl Wild {
    fn new(seed: u64, size: u64, work: u32) -> Self {
        Wild { path: vec![seed], sizes: vec![size], work }
    }
    fn here(&self) -> (u64, u64) {
        (self.path[self.path.len() - 1], self.sizes[self.sizes.len() - 1])
    }
}

impl Problem for Wild {
    type Choice = u64;
    type Choices = std::ops::Range<u64>;
    type Solution = Vec<u64>;

    fn choices(&self) -> Option<Self::Choices> {
        let (seed, size) = self.here();
        (0..self.work).for_each(|spin| {
            std::hint::black_box(spin);
        });
        (size > 0 || seed % 3 == 0).then(|| 0..if size == 0 { 0 } else { mixed(seed) % 5 })
    }
    fn next_choice(&self, branch: &mut Self::Choices) -> Option<u64> {
        let (seed, _) = self.here();
        branch.find(|option| !mixed(seed ^ option).is_multiple_of(4))
    }
    fn place(&mut self, option: u64) {
        let (seed, size) = self.here();
        // Most of the size goes to one of the children, often enough.
        let share = match mixed(seed + option) % 4 {
            0 => size - 1,
            1 => size / 2,
            _ => size / 8,
        };
        self.path.push(mixed(seed.wrapping_add(option) ^ 0x5555));
        self.sizes.push(share);
    }
    fn unplace(&mut self, _: u64) {
        self.path.pop();
        self.sizes.pop();
    }
    fn solution(&self) -> Vec<u64> {
        self.path.clone()
    }
    fn option(&self, index: usize) -> Option<u64> {
        let (seed, size) = self.here();
        (size > 0 && (index as u64) < mixed(seed) % 5).then_some(index as u64)
    }
    fn ruled_out_by(&self, option: u64) -> Option<&'static str> {
        let (seed, _) = self.here();
        mixed(seed ^ option).is_multiple_of(4).then_some("wild")
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn every_leaf_is_visited_once_and_in_order(seed: u64, size in 0_u64..30, work in 0_u32..2000) {
        let problem = || Wild::new(seed, size, work);
        let mut one = Search::new(problem()).limits(Limits::new().nodes(20_000)).observe(Stats::default());
        let solutions = one.all();
        prop_assume!(one.outcome().is_complete());
        for threads in THREADS {
            let mut many = Search::new(problem()).observe(Stats::default()).threads(threads);
            prop_assert_eq!(&many.all(), &solutions, "{} threads", threads);
            prop_assert_eq!(many.observer(), one.observer(), "{} threads", threads);
            prop_assert_eq!(many.outcome(), Outcome::Complete);
            let mut many = Search::new(problem()).observe(Stats::default()).threads(threads);
            prop_assert_eq!(many.count(), solutions.len() as u64);
            prop_assert_eq!(many.observer(), one.observer());
            prop_assert_eq!(Search::new(problem()).threads(threads).first(), solutions.first().cloned());
            prop_assert_eq!(Search::new(problem()).threads(threads).any().is_some(), !solutions.is_empty());
            let mut found = Vec::new();
            Search::new(problem()).threads(threads).as_found(|solution| {
                found.push(solution);
                ControlFlow::Continue(())
            });
            found.sort();
            let mut sorted = solutions.clone();
            sorted.sort();
            prop_assert_eq!(found, sorted);
        }
    }

    #[test]
    fn a_search_stopped_anywhere_goes_on(seed: u64, stops in prop::collection::vec(1_u64..3000, 0..6), in_order: bool) {
        let problem = || Wild::new(seed, 26, 300);
        let mut one = Search::new(problem()).limits(Limits::new().nodes(20_000)).observe(Stats::default());
        let solutions = one.all();
        prop_assume!(one.outcome().is_complete());
        for threads in THREADS {
            let mut many = Search::new(problem()).observe(Stats::default()).threads(threads);
            let (mut found, mut count) = (Vec::new(), 0);
            for stop in &stops {
                many = many.limits(Limits::new().time(Duration::from_micros(*stop)));
                if in_order {
                    many.in_order(|solution| { found.push(solution); ControlFlow::Continue(()) });
                    prop_assert_eq!(&found[..], &solutions[..found.len()]);
                } else {
                    count += many.count();
                }
            }
            many = many.limits(Limits::new());
            if in_order {
                found.extend(many.all());
                prop_assert_eq!(&found, &solutions);
            } else {
                prop_assert_eq!(count + many.count(), solutions.len() as u64);
            }
            prop_assert_eq!(many.observer(), one.observer());
        }
    }

    #[test]
    fn a_search_that_was_begun_by_one_thread_goes_on(tree in trees()) {
        let (solutions, stats) = naive(&tree);
        for nodes in 0..stats.calls {
            let search = || Search::new(Walk::new(tree.clone())).observe(Stats::default());
            let mut one = search().limits(Limits::new().nodes(nodes));
            let mut found = one.all();
            let mut many = one.limits(Limits::new()).threads(2);
            found.extend(many.all());
            prop_assert_eq!(&found, &solutions);
            prop_assert_eq!(*many.observer(), stats);
        }
        for most in 1..solutions.len() {
            let mut one = Search::new(Walk::new(tree.clone())).observe(Stats::default());
            prop_assert_eq!(one.take(most).len(), most);
            let mut many = one.threads(2);
            prop_assert_eq!(many.count(), (solutions.len() - most) as u64);
            prop_assert_eq!(*many.observer(), stats);
        }
    }

    #[test]
    fn small_trees_too(tree in trees(), most in 1_usize..6) {
        let (solutions, stats) = naive(&tree);
        for threads in THREADS {
            let mut search = Search::new(Walk::new(tree.clone())).observe(Stats::default()).threads(threads);
            prop_assert_eq!(search.take(most), &solutions[..most.min(solutions.len())]);
            prop_assert_eq!(search.take(most), &solutions[most.min(solutions.len())..(2 * most).min(solutions.len())]);
            search.all();
            prop_assert_eq!(*search.observer(), stats);
            let limits = Limits::new().solutions(most as u64);
            let mut search = Search::new(Walk::new(tree.clone())).limits(limits).threads(threads);
            prop_assert_eq!(search.count(), most.min(solutions.len()) as u64);
        }
    }
}

/// A path of so many slots, each with one choice that a mark leaves, and below it all strings of `bits` bits.
#[derive(Clone)]
struct Bush {
    path: u32,
    bits: u32,
    placed: u32,
    /// Teeth: at every slot of the path there is another choice, which leads to a dead end after so many slots more.
    tooth: u32,
    in_tooth: u32,
}

impl Problem for Bush {
    type Choice = u32;
    type Choices = std::ops::Range<u32>;
    type Solution = ();

    fn choices(&self) -> Option<Self::Choices> {
        (self.placed < self.path + self.bits || self.in_tooth > 0).then_some(0..2)
    }
    fn next_choice(&self, branch: &mut Self::Choices) -> Option<u32> {
        branch.find(|option| match self.in_tooth {
            0 => self.placed >= self.path || *option == 1 || self.tooth > 0,
            depth => depth <= self.tooth,
        })
    }
    fn place(&mut self, option: u32) {
        if self.in_tooth > 0 || (self.placed < self.path && option == 0) {
            self.in_tooth += 1;
        } else {
            self.placed += 1;
        }
    }
    fn unplace(&mut self, _: u32) {
        if self.in_tooth > 0 { self.in_tooth -= 1 } else { self.placed -= 1 }
    }
    fn solution(&self) {}
}

#[test]
fn a_bush_at_the_end_of_a_path_is_shared() {
    let bush = Bush { path: 1_000_000, bits: 20, placed: 0, tooth: 0, in_tooth: 0 };
    for threads in [2, 3] {
        let began = Instant::now();
        assert_eq!(Search::new(bush.clone()).threads(threads).count(), 1 << 20);
        println!("{threads} threads: {:?}", began.elapsed());
        assert_eq!(
            Search::new(bush.clone()).threads(threads).in_order(|()| ControlFlow::Continue(())),
            Outcome::Complete
        );
        println!("{threads} threads: {:?}", began.elapsed());
    }
}

#[test]
fn a_comb_is_shared() {
    let comb = Bush { path: 20_000, bits: 1, placed: 0, tooth: 6, in_tooth: 0 };
    let mut one = Search::new(comb.clone()).observe(Stats::default());
    assert_eq!(one.count(), 2);
    for threads in THREADS {
        let began = Instant::now();
        let mut many = Search::new(comb.clone()).observe(Stats::default()).threads(threads);
        assert_eq!(many.count(), 2);
        assert_eq!(many.observer(), one.observer());
        println!("{threads} threads: {:?}", began.elapsed());
    }
}

#[test]
fn limits_hold_for_all_threads_together() {
    let endless = || Search::new(Bush { path: 0, bits: 60, placed: 0, tooth: 0, in_tooth: 0 });
    for threads in THREADS {
        let began = Instant::now();
        let mut search = endless().limits(Limits::new().time(Duration::from_millis(30))).threads(threads);
        search.count();
        assert_eq!(search.outcome(), Outcome::Stopped(Limit::Time));
        assert!(began.elapsed() < Duration::from_millis(300), "{:?}", began.elapsed());

        let mut search = endless().limits(Limits::new().nodes(3_000_000)).observe(Stats::default()).threads(threads);
        search.count();
        assert_eq!(search.outcome(), Outcome::Stopped(Limit::Nodes));
        assert!(search.observer().calls <= 3_000_000, "{} nodes", search.observer().calls);

        let mut search = endless().limits(Limits::new().solutions(100_000)).threads(threads);
        assert_eq!(search.count(), 100_000);
        assert_eq!(search.outcome(), Outcome::Stopped(Limit::Solutions));

        let flag = Arc::new(AtomicBool::new(false));
        let mut search = endless().limits(Limits::new().cancel(Arc::clone(&flag))).threads(threads);
        let mut found = 0;
        let outcome = search.in_order(|()| {
            found += 1;
            flag.fetch_or(found == 10_000, Ordering::Relaxed);
            ControlFlow::Continue(())
        });
        assert_eq!(outcome, Outcome::Stopped(Limit::Cancelled));
        assert!(!search.place_reached().is_empty());
    }
}

/// All words of `length` bits, but there is no `forbidden` one.
#[derive(Clone)]
struct Trap {
    word: u32,
    length: u32,
    forbidden: u32,
}

impl Problem for Trap {
    type Choice = u32;
    type Choices = std::ops::Range<u32>;
    type Solution = u32;

    fn choices(&self) -> Option<Self::Choices> {
        assert_ne!(self.word, self.forbidden, "trapped");
        (self.word < 1 << self.length).then_some(0..2)
    }
    fn place(&mut self, bit: u32) {
        self.word = self.word << 1 | bit;
    }
    fn unplace(&mut self, _: u32) {
        self.word >>= 1;
    }
    fn solution(&self) -> u32 {
        self.word
    }
}

#[test]
fn a_panic_comes_out_as_it_is() {
    for threads in THREADS {
        for forbidden in [1, 3 << 19, (1 << 21) - 1] {
            let trap = Trap { word: 1, length: 20, forbidden };
            let search = |ask: fn(Search<Trap>, usize)| {
                let trap = trap.clone();
                let panic = std::panic::catch_unwind(move || ask(Search::new(trap), threads)).unwrap_err();
                assert!(panic.downcast_ref::<String>().unwrap().contains("trapped"));
            };
            search(|search, threads| {
                search.threads(threads).count();
            });
            search(|search, threads| {
                search.threads(threads).all();
            });
        }
    }
}
