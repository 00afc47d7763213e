//! How far a search says that it is.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::Duration;

use proptest::prelude::*;
use tremaux::{Limits, Outcome, Problem, Progress, Search};

/// An uneven tree, told by a seed, that keeps account of the leaves that were entered.
#[derive(Clone)]
struct Weighed {
    /// The seed and the weight of every node on the path.
    path: Vec<(u64, f64)>,
    /// The weight of all leaves that were entered, by whichever thread.
    entered: Arc<Mutex<f64>>,
    depth: usize,
    /// How long to stay at a leaf: where only those that search come, not what looks how far they are.
    pause: Duration,
}

fn mixed(seed: u64) -> u64 {
    let seed = (seed ^ seed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (seed ^ seed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb) ^ seed >> 31
}

impl Weighed {
    fn new(seed: u64, depth: usize, pause: Duration) -> Self {
        Weighed { path: vec![(mixed(seed), 1.0)], entered: Arc::default(), depth, pause }
    }
    fn here(&self) -> (u64, f64) {
        self.path[self.path.len() - 1]
    }
    /// 0 to 3, and some nodes above the full depth have none.
    fn width(&self) -> u64 {
        self.here().0 % 4
    }
    fn weight_entered(&self) -> f64 {
        *self.entered.lock().unwrap()
    }
}

impl Problem for Weighed {
    type Choice = u64;
    type Choices = std::ops::Range<u64>;
    type Solution = ();

    // A leaf is asked for its choices once, when it is entered.
    fn choices(&self) -> Option<Self::Choices> {
        let (_, weight) = self.here();
        let is_full = self.path.len() > self.depth;
        if is_full || self.width() == 0 {
            *self.entered.lock().unwrap() += weight;
            if !self.pause.is_zero() {
                thread::sleep(self.pause);
            }
        }
        (!is_full).then(|| 0..self.width())
    }
    fn place(&mut self, choice: u64) {
        let (seed, weight) = self.here();
        self.path.push((mixed(seed ^ (choice + 1)), weight / self.width() as f64));
    }
    fn unplace(&mut self, _: u64) {
        self.path.pop();
    }
    fn solution(&self) {}
}

proptest! {
    #[test]
    fn what_is_done_is_the_weight_of_the_leaves_entered(
        seed: u64,
        nodes in prop::collection::vec(0_u64..2000, 1..5),
        threads in 1_usize..4,
    ) {
        let problem = Weighed::new(seed, 9, Duration::ZERO);
        let mut search = Search::new(problem.clone()).threads(threads);
        for nodes in nodes {
            search = search.limits(Limits::new().nodes(nodes));
            search.count();
            prop_assert!((search.done() - problem.weight_entered()).abs() < 1e-9, "{} {}", search.done(), problem.weight_entered());
        }
        search = search.limits(Limits::new());
        search.count();
        prop_assert_eq!((search.done(), search.outcome()), (1.0, Outcome::Complete));
        prop_assert!((problem.weight_entered() - 1.0).abs() < 1e-9);
    }
}

/// A seed whose tree is large enough to be shared and reported on.
const LARGE: u64 = 4;

/// What is reported of a search that stays at every leaf for so long, and how much had been entered by then.
fn reports(threads: usize, pause: Duration, ask: impl FnOnce(&mut tremaux::Parallel<Weighed>)) -> Vec<(Progress, f64)> {
    let problem = Weighed::new(LARGE, 16, pause);
    let (tell, told) = mpsc::channel();
    let watched = problem.clone();
    let mut search = Search::new(problem).threads(threads).report(Duration::from_millis(1), move |progress| {
        tell.send((*progress, watched.weight_entered())).unwrap();
    });
    ask(&mut search);
    assert_eq!(search.done(), 1.0);
    drop(search);
    told.into_iter().collect()
}

/// The reports of a search that is slowed down until some come late in it, however busy the machine is.
fn reports_to_the_end(threads: usize, ask: fn(&mut tremaux::Parallel<Weighed>)) -> Vec<(Progress, f64)> {
    let mut reports = (0..10).map(|slower| reports(threads, Duration::from_micros(20 << slower), ask));
    let goes_far = |reports: &Vec<(Progress, f64)>| {
        reports.len() >= 2 && reports.last().is_some_and(|(last, _)| last.done > 0.2 && last.nodes > 0)
    };
    reports.find(goes_far).expect("a search that lasts is reported on")
}

#[test]
fn reports_never_go_back_and_never_promise_more_than_is_done() {
    for threads in [1, 2, 3] {
        let count = reports_to_the_end(threads, |search| {
            search.count();
        });
        let order = reports_to_the_end(threads, |search| {
            search.in_order(|()| ControlFlow::Continue(()));
        });
        for reports in [count, order] {
            for ((progress, entered), (next, _)) in reports.iter().zip(&reports[1..]) {
                assert!(
                    progress.done <= next.done && progress.nodes <= next.nodes && progress.solutions <= next.solutions
                );
                assert!(progress.elapsed < next.elapsed);
                assert!((0.0..1.0).contains(&progress.done) && progress.done <= entered + 1e-9);
            }
        }
    }
}

#[test]
fn a_search_that_goes_on_reports_from_where_it_was() {
    let reports = reports(2, Duration::from_micros(20), |search| {
        assert!(search.first().is_some());
        assert!(search.take(20).len() == 20);
        search.count();
    });
    assert!(reports.windows(2).all(|pair| pair[0].0.done <= pair[1].0.done && pair[0].0.elapsed <= pair[1].0.elapsed));
}
