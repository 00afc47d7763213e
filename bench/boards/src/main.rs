//! Irregular boards of queens: what completing the hard ones and finding the first solution costs.
//!
//! `boards placed|blocked|excluded SIZE [SEEDS [SECONDS]]` sweeps the amounts at which the hard boards of a size are, and
//! asks for two solutions; `boards solve placed|blocked|excluded ...` asks what `tremaux solve` asks; `boards draw
//! placed|blocked|excluded SIZE AMOUNT SEED` prints one of them, for `peers.py` beside this; `boards first FROM TO
//! [SECONDS]` looks for the first solution in the textbook order on empty boards; `boards regions SIZE SEEDS` generates
//! boards with one solution. What is measured: `bench/README.md`.

mod instances;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use tremaux::{Limit, Limits, Outcome, Problem, Search, Stats};
use tremaux_puzzles::queens::{BitQueens, FastBoard, FewestChoices, FirstBoard, QueensBoard, Rules, generate};
use tremaux_puzzles::{Aim, Engine, Puzzle, Question, Shortcut};

use instances::Kind;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (mode, numbers) = arguments.split_first().map_or(("", &[][..]), |(mode, rest)| (mode.as_str(), rest));
    let (what, mode, numbers) = match (mode, numbers.split_first()) {
        ("solve" | "draw", Some((kind, rest))) => (mode, kind.as_str(), rest),
        _ => ("complete", mode, numbers),
    };
    let numbers: Option<Vec<usize>> = numbers.iter().map(|number| number.parse().ok()).collect();
    let kinds = [("placed", Kind::Completion), ("blocked", Kind::Blocked), ("excluded", Kind::Excluded)];
    if let (Some(&(_, kind)), Some(&[size, ref rest @ ..])) =
        (kinds.iter().find(|kind| kind.0 == mode), numbers.as_deref())
    {
        let (seeds, seconds) = (*rest.first().unwrap_or(&50), *rest.get(1).unwrap_or(&60));
        match (what, rest) {
            ("draw", &[amount, seed]) => println!("{}", instances::board(kind, size, amount, seed as u64)),
            ("draw", _) => return usage(),
            ("solve", _) => solve_as_asked(kind, size, seeds, seconds),
            _ => complete(kind, size, seeds, seconds),
        }
        return ExitCode::SUCCESS;
    }
    match (mode, numbers.as_deref()) {
        ("first", Some(&[from, to])) => first(from, to, 10),
        ("first", Some(&[from, to, seconds])) => first(from, to, seconds),
        ("regions", Some(&[size, seeds])) => regions(size, seeds),
        _ => return usage(),
    }
    ExitCode::SUCCESS
}

fn usage() -> ExitCode {
    eprintln!(
        "usage: boards [solve] placed|blocked|excluded SIZE [SEEDS [SECONDS]] | boards draw placed|blocked|excluded SIZE \
         AMOUNT SEED | boards first FROM TO [SECONDS] | boards regions SIZE SEEDS"
    );
    ExitCode::from(2)
}

/// The quantities and the time of a search under limits.
fn run<P: Problem>(problem: impl FnOnce() -> P, limits: Limits) -> (Stats, Outcome, Duration) {
    let began = Instant::now();
    let mut search = Search::new(problem()).observe(Stats::default()).limits(limits);
    search.count();
    (*search.observer(), search.outcome(), began.elapsed())
}

fn complete(kind: Kind, size: usize, seeds: usize, seconds: usize) {
    let limits = || Limits::new().time(Duration::from_secs(seconds as u64)).solutions(2);
    println!(
        "{:<12} {:>6} {:>8} {:>12} {:>12} {:>10} {:>10} {:>9}",
        "kind", "amount", "solvable", "median nodes", "worst nodes", "median ms", "worst ms", "unfinished"
    );
    for amount in amounts(kind, size) {
        let mut runs: Vec<_> = (0..seeds as u64)
            .map(|seed| {
                let board = instances::board(kind, size, amount, seed);
                run(|| FastBoard::<FewestChoices>::new(&board), limits())
            })
            .collect();
        let solvable = runs.iter().filter(|run| run.0.solutions > 0).count();
        let unfinished = runs.iter().filter(|run| run.1 == Outcome::Stopped(Limit::Time)).count();
        runs.sort_by_key(|run| run.2);
        let (median, worst) = (&runs[seeds / 2], &runs[seeds - 1]);
        let ms = |time: Duration| time.as_secs_f64() * 1e3;
        println!(
            "{:<12} {amount:>6} {:>7}% {:>12} {:>12} {:>10.2} {:>10.2} {unfinished:>9}",
            format!("{kind:?}"),
            100 * solvable / seeds,
            median.0.calls,
            worst.0.calls,
            ms(median.2),
            ms(worst.2)
        );
    }
}

/// From boards that all have a solution to boards that have none.
fn amounts(kind: Kind, size: usize) -> Vec<usize> {
    let blocked = blocked_range(size);
    let (whole, parts, fractions) = match kind {
        Kind::Completion => (size, 100, &[20, 30, 40, 50, 60, 70][..]),
        Kind::Blocked => (size * size, 1000, &blocked[..]),
        Kind::Excluded => (size, 100, &[50, 70, 80, 90, 95, 100, 110, 120, 130, 150][..]),
    };
    fractions.iter().map(|fraction| whole * fraction / parts).collect()
}

/// What `tremaux solve` does with boards of a kind, and how long it takes.
fn solve_as_asked(kind: Kind, size: usize, seeds: usize, seconds: usize) {
    println!(
        "{:<12} {:>6} {:>6} {:>6} {:>6} {:>10} {:>10} {:>10}",
        "kind", "amount", "first", "other", "none", "unfinished", "median ms", "worst ms"
    );
    for amount in amounts(kind, size) {
        let boards = (0..seeds as u64).map(|seed| instances::board(kind, size, amount, seed));
        let mut answers: Vec<_> = boards.map(|board| solved(&board, Duration::from_secs(seconds as u64))).collect();
        answers.sort_by_key(|answer| answer.1);
        let [first, other, none, unfinished] = [Solved::First, Solved::Other, Solved::None, Solved::Unfinished]
            .map(|kind| answers.iter().filter(|answer| answer.0 == kind).count());
        let ms = |index: usize| answers[index].1.as_secs_f64() * 1e3;
        println!(
            "{:<12} {amount:>6} {first:>6} {other:>6} {none:>6} {unfinished:>10} {:>10.2} {:>10.2}",
            format!("{kind:?}"),
            ms(seeds / 2),
            ms(seeds - 1)
        );
    }
}

/// What comes of the question.
#[derive(Clone, Copy, PartialEq)]
enum Solved {
    /// The first solution in the textbook order.
    First,
    /// Another one, or perhaps the first.
    Other,
    None,
    Unfinished,
}

/// Any solution, on one thread.
struct One(Limits);

impl<S> Question<S> for One {
    type Answer = Solved;

    fn ask<P: Problem<Solution = S>>(self, problem: P) -> Solved {
        let mut search = Search::new(problem).limits(self.0);
        match (search.first(), search.outcome()) {
            (Some(_), _) => Solved::Other,
            (None, Outcome::Complete) => Solved::None,
            (None, _) => Solved::Unfinished,
        }
    }
}

fn solved(board: &QueensBoard, time: Duration) -> (Solved, Duration) {
    let began = Instant::now();
    let solved = match board.solve_without_search(Aim::First, &|| began.elapsed() >= time) {
        Shortcut::Found(Some(_)) => Solved::First,
        Shortcut::Found(None) => Solved::None,
        Shortcut::Instead(_) => Solved::Other,
        Shortcut::Search | Shortcut::SearchAny => {
            board.pose(Engine::Fast, Aim::Any, One(Limits::new().time(time.saturating_sub(began.elapsed()))))
        }
        Shortcut::Cancelled | Shortcut::Partial(_) | Shortcut::Refused(_) => Solved::Unfinished,
    };
    (solved, began.elapsed())
}

/// Around the amount, in thousandths, at which about one solution is expected: each of the some (.143 n)^n solutions of
/// the empty board survives with the power n of the part that is free.
fn blocked_range(size: usize) -> [usize; 6] {
    let free = 1000. / (0.143 * size as f64);
    [1.3, 1.2, 1.1, 1.0, 0.9, 0.8].map(|factor| (1000. - factor * free) as usize)
}

fn first(from: usize, to: usize, seconds: usize) {
    let limits = || Limits::new().time(Duration::from_secs(seconds as u64)).solutions(1);
    println!("{:>3} {:>14} {:>9} {:>12} {:>9}", "n", "row by row", "s", "by probes", "s");
    for size in from..=to {
        let empty = QueensBoard::new(size, Rules::default()).expect("a size that boards can have");
        let rows = if size <= 32 {
            run(|| BitQueens::<u64>::new(size), limits())
        } else {
            run(|| BitQueens::<u128>::new(size), limits())
        };
        let probes = run(|| FirstBoard::new(&empty), limits());
        let nodes = |run: &(Stats, Outcome, Duration)| {
            let more = if run.1 == Outcome::Stopped(Limit::Time) { ">" } else { "" };
            format!("{more}{}", run.0.calls)
        };
        println!(
            "{size:>3} {:>14} {:>9.4} {:>12} {:>9.4}",
            nodes(&rows),
            rows.2.as_secs_f64(),
            nodes(&probes),
            probes.2.as_secs_f64()
        );
    }
}

/// Makes a region board for each of some seeds, proves that its solution is the only one, and asks for it as `tremaux
/// solve` does.
fn regions(size: usize, seeds: usize) {
    let (mut made, mut proven, mut answered, mut nodes) = (Vec::new(), Vec::new(), Vec::new(), 0);
    for seed in 0..seeds as u64 {
        let began = Instant::now();
        let board = generate(size, seed).expect("a size that boards are made of");
        made.push(began.elapsed());
        let began = Instant::now();
        let mut search = Search::new(FastBoard::<FewestChoices>::new(&board)).observe(Stats::default());
        assert_eq!(search.count(), 1, "seed {seed}");
        proven.push(began.elapsed());
        nodes = nodes.max(search.observer().calls);
        let (solved, time) = solved(&board, Duration::from_secs(60));
        assert!(solved == Solved::First, "seed {seed}");
        answered.push(time);
    }
    for (what, times) in [("made", &mut made), ("proven", &mut proven), ("solved", &mut answered)] {
        times.sort();
        println!("{what:<6} median {:?}, worst {:?}", times[seeds / 2], times[seeds - 1]);
    }
    println!("at most {nodes} nodes");
}
