//! Irregular boards of queens: what completing the hard ones and finding the first solution costs.
//!
//! `boards placed|blocked|excluded SIZE [SEEDS [SECONDS]]` sweeps the amounts at which the hard boards of a size are, and
//! asks for two solutions; `boards first FROM TO [SECONDS]` looks for the first solution in the textbook order on empty
//! boards; `boards regions SIZE SEEDS` generates boards with one solution. What is measured: `bench/README.md`.

mod instances;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use tremaux::{Limit, Limits, Outcome, Problem, Search, Stats};
use tremaux_puzzles::queens::{BitQueens, FastBoard, FewestChoices, FirstBoard, QueensBoard, Rules, generate};

use instances::Kind;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (mode, numbers) = arguments.split_first().map_or(("", &[][..]), |(mode, rest)| (mode.as_str(), rest));
    let numbers: Option<Vec<usize>> = numbers.iter().map(|number| number.parse().ok()).collect();
    let kinds = [("placed", Kind::Completion), ("blocked", Kind::Blocked), ("excluded", Kind::Excluded)];
    if let (Some(&(_, kind)), Some(&[size, ref rest @ ..])) =
        (kinds.iter().find(|kind| kind.0 == mode), numbers.as_deref())
    {
        complete(kind, size, *rest.first().unwrap_or(&50), *rest.get(1).unwrap_or(&60));
        return ExitCode::SUCCESS;
    }
    match (mode, numbers.as_deref()) {
        ("first", Some(&[from, to])) => first(from, to, 10),
        ("first", Some(&[from, to, seconds])) => first(from, to, seconds),
        ("regions", Some(&[size, seeds])) => regions(size, seeds),
        _ => {
            eprintln!(
                "usage: boards placed|blocked|excluded SIZE [SEEDS [SECONDS]] | boards first FROM TO [SECONDS] | \
                 boards regions SIZE SEEDS"
            );
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
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
    let blocked = blocked_range(size);
    let (whole, parts, fractions) = match kind {
        Kind::Completion => (size, 100, &[20, 30, 40, 50, 60, 70][..]),
        Kind::Blocked => (size * size, 1000, &blocked[..]),
        Kind::Excluded => (size, 100, &[50, 70, 80, 90, 95, 100, 110, 120, 130, 150][..]),
    };
    for fraction in fractions {
        let amount = whole * fraction / parts;
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

/// Makes a region board for each of some seeds, and proves that its solution is the only one.
fn regions(size: usize, seeds: usize) {
    let (mut made, mut proven, mut nodes) = (Vec::new(), Vec::new(), 0);
    for seed in 0..seeds as u64 {
        let began = Instant::now();
        let board = generate(size, seed).expect("a size that boards are made of");
        made.push(began.elapsed());
        let began = Instant::now();
        let mut search = Search::new(FastBoard::<FewestChoices>::new(&board)).observe(Stats::default());
        assert_eq!(search.count(), 1, "seed {seed}");
        proven.push(began.elapsed());
        nodes = nodes.max(search.observer().calls);
    }
    for (what, times) in [("made", &mut made), ("proven", &mut proven)] {
        times.sort();
        println!("{what:<6} median {:?}, worst {:?}", times[seeds / 2], times[seeds - 1]);
    }
    println!("at most {nodes} nodes");
}
