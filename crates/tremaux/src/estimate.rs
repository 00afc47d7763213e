//! How large a search is, before it is made.

use std::time::{Duration, Instant};

use crate::{Limit, Limits, Outcome, Problem, Search, Stop};

/// How large a search is: see [`estimate`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Nodes, the root and complete nodes included.
    pub nodes: Interval,
    /// Solutions.
    pub solutions: Interval,
    /// How many independent rounds of probes the intervals come from; 0 where all was searched and they are exact.
    pub rounds: u64,
    /// How many nodes a second one thread enters, measured over some of the search from its beginning.
    pub nodes_per_second: f64,
}

impl Estimate {
    /// Whether all was searched, so that the numbers are no estimates.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.rounds == 0
    }

    /// How long the whole search would take on `threads` threads, in seconds, given that they share it evenly.
    #[must_use]
    pub fn seconds(&self, threads: usize) -> Interval {
        let seconds = |nodes: f64| nodes / (self.nodes_per_second * threads.max(1) as f64);
        Interval { mean: seconds(self.nodes.mean), low: seconds(self.nodes.low), high: seconds(self.nodes.high) }
    }
}

/// A number that is estimated: what is expected of it, and between what it lies 95 times out of 100.
///
/// A number beyond the largest `f64` is infinite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The estimate, which is right on average.
    pub mean: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// How an estimate is made.
#[derive(Clone, Copy, Debug)]
pub struct Probing {
    /// For how long some of the search is made at first, to measure its speed. Zero: it is not measured.
    pub measuring: Duration,
    /// For how long probes are made after that, unless all was searched, or `rounds` end it sooner.
    pub time: Duration,
    /// How many rounds of probes are made at most. With a number that the time suffices for, the same seed gives the
    /// same numbers on every machine.
    pub rounds: u64,
    /// The seed of the random choices.
    pub seed: u64,
}

impl Default for Probing {
    /// A second in all, as many rounds as fit, and the seed 1.
    fn default() -> Self {
        let (measuring, time) = (Duration::from_millis(200), Duration::from_millis(800));
        Probing { measuring, time, rounds: u64::MAX, seed: 1 }
    }
}

/// How many of the subtrees there are from which probes start. More of them make a round steadier and rarer.
const STRATA: usize = 64;
/// The nodes entered at most to find them.
const SURVEYED: usize = 4096;
/// While the speed is measured, it is looked this often whether to stop.
const SLICE: Duration = Duration::from_millis(20);
/// Rounds without which no interval is told.
const FEWEST_ROUNDS: u64 = 10;

/// Estimates the size of the search of `problem` below the state it is in, by random probes (Knuth 1975, "Estimating the
/// efficiency of backtrack programs", <https://doi.org/10.2307/2005469>).
///
/// A probe goes down from a node by random choices to a leaf. What it sees on its way, each node as many times as there
/// were ways to go otherwise, is on average what there is. It looks at all children of a node: leaves among them are
/// counted, not chosen, and one with many choices is chosen more often and counted for so much less (importance sampling). The
/// top of the tree is entered in full, level by level, and a round makes one probe below each of the nodes where that
/// ended (stratified sampling), so that no round misses a large part of the tree. The interval is that of the mean of the
/// rounds; `tests/estimate.rs` and `bench/README.md` say how often it holds.
///
/// Before that, some of the search is made, to measure its speed; a small one is then done, and exactly known.
///
/// ```
/// use tremaux::{Bits, Probing, Problem, estimate};
///
/// /// All words of so many bits.
/// #[derive(Clone)]
/// struct Words { word: Vec<u16>, bits: usize }
///
/// impl Problem for Words {
///     type Choice = u16;
///     type Choices = Bits<u16>;
///     type Solution = Vec<u16>;
///     fn choices(&self) -> Option<Bits<u16>> { (self.word.len() < self.bits).then_some(Bits(0b11)) }
///     fn place(&mut self, bit: u16) { self.word.push(bit); }
///     fn unplace(&mut self, _: u16) { self.word.pop(); }
///     fn solution(&self) -> Vec<u16> { self.word.clone() }
/// }
///
/// let small = estimate(&Words { word: vec![], bits: 4 }, Probing::default());
/// assert!(small.is_exact() && small.nodes.mean == 31.0 && small.solutions.mean == 16.0);
///
/// // 2^60 words: every probe sees the same, so the estimate has no error.
/// let probing = Probing { rounds: 10, ..Probing::default() };
/// let large = estimate(&Words { word: vec![], bits: 60 }, probing);
/// assert!((large.solutions.mean / 2_f64.powi(60) - 1.0).abs() < 1e-9);
/// ```
#[must_use]
pub fn estimate<P: Problem + Clone>(problem: &P, probing: Probing) -> Estimate {
    estimate_until(problem, probing, &|| false).unwrap_or_else(|| unreachable!("nothing stops it"))
}

/// [`estimate`] until `stop` says `true`, which is asked at every node of a probe and every 20 ms while the speed is measured: then
/// it tells what was seen up to there, or `None` if that is less than ten rounds, which is too little.
///
/// ```
/// use tremaux::{Probing, Template, estimate_until};
///
/// let words = Template {
///     slots: 60,
///     board: 0_u64,
///     options: |_: &u64, _slot| 0..2_u64,
///     is_valid: |_: &u64, _slot, _bit| true,
///     place: |board: &mut u64, _slot, bit| *board = *board << 1 | bit,
///     unplace: |board: &mut u64, _slot, _bit| *board >>= 1,
///     record: |board: &u64| *board,
/// };
/// assert_eq!(estimate_until(&words.problem(), Probing::default(), &|| true), None);
/// ```
pub fn estimate_until<P: Problem + Clone>(problem: &P, probing: Probing, stop: &dyn Fn() -> bool) -> Option<Estimate> {
    let Probing { measuring, time, rounds, seed } = probing;
    let (searched, nodes_per_second) = measure(problem.clone(), measuring, stop);
    if let Some((nodes, solutions)) = searched {
        let exact = |number: u64| Interval { mean: number as f64, low: number as f64, high: number as f64 };
        return Some(Estimate { nodes: exact(nodes), solutions: exact(solutions), rounds: 0, nodes_per_second });
    }
    let began = Instant::now();
    let mut prober = Prober::new(problem.clone(), seed, stop);
    let Survey { sizes: top, frontier } = prober.survey();
    let (mut nodes, mut solutions) = (Spread::default(), Spread::default());
    let fewest = FEWEST_ROUNDS.min(rounds);
    while nodes.rounds < rounds && (nodes.rounds < fewest || began.elapsed() < time) {
        let mut round = top;
        for path in &frontier {
            path.iter().for_each(|choice| prober.problem.place(*choice));
            round.add(prober.probe());
            path.iter().rev().for_each(|choice| prober.problem.unplace(*choice));
        }
        // Its last probes may have ended where they were.
        if stop() {
            break;
        }
        nodes.add(round.nodes);
        solutions.add(round.solutions);
    }
    (nodes.rounds >= fewest).then(|| Estimate {
        nodes: nodes.interval(top.nodes),
        solutions: solutions.interval(top.solutions),
        rounds: nodes.rounds,
        nodes_per_second,
    })
}

/// Searches for so long, or until `stop` says so: nodes and solutions if it got to the end, and the nodes a second.
pub(crate) fn measure<P: Problem>(problem: P, time: Duration, stop: &dyn Fn() -> bool) -> (Option<(u64, u64)>, f64) {
    /// Counts the nodes on the way.
    struct Counted {
        limits: Limits,
        nodes: u64,
    }
    impl Stop for Counted {
        fn before_node(&mut self) -> Option<Limit> {
            let limit = self.limits.before_node();
            self.nodes += u64::from(limit.is_none());
            limit
        }
        fn after_solution(&mut self) -> Option<Limit> {
            self.limits.after_solution()
        }
        fn is_granted(&mut self) -> bool {
            let granted = self.limits.is_granted();
            self.nodes += u64::from(granted);
            granted
        }
    }
    let began = Instant::now();
    let slice = || Limits::new().time(time.saturating_sub(began.elapsed()).min(SLICE));
    let mut search = Search::new(problem).stop_by(Counted { limits: slice(), nodes: 0 });
    let mut solutions = search.count();
    while search.outcome() != Outcome::Complete && began.elapsed() < time && !stop() {
        let nodes = search.policy().nodes;
        search = search.stop_by(Counted { limits: slice(), nodes });
        solutions += search.count();
    }
    let nodes = search.policy().nodes;
    let speed = nodes as f64 / began.elapsed().as_secs_f64().max(1e-9);
    ((search.outcome() == Outcome::Complete).then_some((nodes, solutions)), speed)
}

/// What was seen, each node as many times as it counts for.
#[derive(Clone, Copy, Default)]
pub(crate) struct Sizes {
    pub(crate) nodes: f64,
    solutions: f64,
}

impl Sizes {
    fn add(&mut self, other: Sizes) {
        self.nodes += other.nodes;
        self.solutions += other.solutions;
    }
}

/// The top of the tree.
struct Survey<C> {
    /// What it is made up of.
    sizes: Sizes,
    /// The paths to the nodes below it, which have choices.
    frontier: Vec<Vec<C>>,
}

/// A child that has choices.
struct Inner<C> {
    choice: C,
    choices: usize,
}

/// Makes probes below the state that its problem is in.
pub(crate) struct Prober<'a, P> {
    pub(crate) problem: P,
    /// Whether probes are to end where they are, and are of no more use.
    pub(crate) must_stop: &'a dyn Fn() -> bool,
    random: u64,
    /// How many nodes were looked at.
    pub(crate) looked_at: u64,
}

impl<'a, P: Problem> Prober<'a, P> {
    pub(crate) fn new(problem: P, seed: u64, must_stop: &'a dyn Fn() -> bool) -> Self {
        Prober { problem, must_stop, random: seed, looked_at: 0 }
    }

    /// Enters the top of the tree level by level, until there are nodes enough to start from.
    fn survey(&mut self) -> Survey<P::Choice> {
        let mut sizes = Sizes { nodes: 1.0, solutions: 0.0 };
        let mut frontier = vec![Vec::new()];
        let mut surveyed = 0;
        while !frontier.is_empty() && frontier.len() < STRATA && surveyed < SURVEYED {
            let mut next: Vec<Vec<P::Choice>> = Vec::new();
            for path in &frontier {
                if (self.must_stop)() {
                    return Survey { sizes, frontier: Vec::new() };
                }
                path.iter().for_each(|choice| self.problem.place(*choice));
                let (leaves, inner) = self.children();
                path.iter().rev().for_each(|choice| self.problem.unplace(*choice));
                surveyed += 1 + path.len() + inner.len();
                sizes.add(leaves);
                sizes.nodes += inner.len() as f64;
                next.extend(inner.iter().map(|child| path.iter().copied().chain([child.choice]).collect()));
            }
            frontier = next;
        }
        Survey { sizes, frontier }
    }

    /// What is below the node where the problem stands, as one probe sees it.
    pub(crate) fn probe(&mut self) -> Sizes {
        let mut seen = Sizes::default();
        let mut weight = 1.0;
        let mut path = Vec::new();
        while !(self.must_stop)() {
            let (leaves, inner) = self.children();
            seen.nodes += weight * (leaves.nodes + inner.len() as f64);
            seen.solutions += weight * leaves.solutions;
            let all: usize = inner.iter().map(|child| child.choices).sum();
            let Some(mut drawn) = below(&mut self.random, all) else { break };
            let child = inner.iter().find(|child| {
                let hit = drawn < child.choices;
                drawn = drawn.saturating_sub(child.choices);
                hit
            });
            let Some(child) = child else { break };
            weight *= all as f64 / child.choices as f64;
            self.problem.place(child.choice);
            path.push(child.choice);
        }
        path.into_iter().rev().for_each(|choice| self.problem.unplace(choice));
        seen
    }

    /// The leaves among the children of the node where the problem stands, counted, and the other children.
    fn children(&mut self) -> (Sizes, Vec<Inner<P::Choice>>) {
        let mut leaves = Sizes::default();
        let mut inner = Vec::new();
        let Some(mut branch) = self.problem.choices() else { return (leaves, inner) };
        while let Some(choice) = self.problem.next_choice(&mut branch) {
            self.looked_at += 1;
            self.problem.place(choice);
            let choices = self
                .problem
                .choices()
                .map(|mut branch| std::iter::from_fn(|| self.problem.next_choice(&mut branch)).count());
            match choices {
                Some(choices @ 1..) => inner.push(Inner { choice, choices }),
                leaf => {
                    leaves.nodes += 1.0;
                    leaves.solutions += if leaf.is_none() { 1.0 } else { 0.0 };
                }
            }
            self.problem.unplace(choice);
        }
        (leaves, inner)
    }
}

/// A random number below `bound`, if there is one: splitmix64 (Steele, Lea and Flood 2014), scaled.
pub(crate) fn below(random: &mut u64, bound: usize) -> Option<usize> {
    *random = random.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mixed = (*random ^ *random >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    let scaled = u128::from(mixed ^ mixed >> 31) * bound as u128;
    (bound > 0).then(|| usize::try_from(scaled >> 64).unwrap_or(0))
}

/// The mean of independent numbers, and how far they are from it (Welford 1962).
#[derive(Clone, Copy, Default)]
struct Spread {
    rounds: u64,
    mean: f64,
    squares: f64,
}

impl Spread {
    fn add(&mut self, number: f64) {
        self.rounds += 1;
        let off = number - self.mean;
        self.mean += off / self.rounds as f64;
        self.squares += off * (number - self.mean);
    }

    /// Where the mean of all such numbers lies, which is at least `least`.
    fn interval(&self, least: f64) -> Interval {
        let Spread { rounds, mean, squares } = *self;
        let error = (squares / (rounds.saturating_sub(1).max(1) as f64) / rounds as f64).sqrt();
        let margin = student(rounds.saturating_sub(1)) * error;
        Interval { mean, low: (mean - margin).max(least), high: mean + margin }
    }
}

/// Within how many standard errors a mean lies 95 times out of 100, with so many degrees of freedom: the quantile of
/// Student's distribution by its expansion about that of the normal one (Abramowitz and Stegun, 26.7.5).
fn student(freedom: u64) -> f64 {
    let (x, n) = (1.959_964_f64, freedom.max(1) as f64);
    let (cube, fifth) = (x.powi(3), x.powi(5));
    x + (cube + x) / (4.0 * n) + (5.0 * fifth + 16.0 * cube + 3.0 * x) / (96.0 * n * n)
}
