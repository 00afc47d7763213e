//! Units of measured sizes on many workers, and the cost of a job: `scheduler model [N]`, `scheduler kernel [N] [SAMPLED]`,
//! `scheduler cuts [UNITS] [NAME]`, `scheduler overhead [N] [ROUNDS]`.
//! What is printed: `bench/README.md`.

mod cuts;
mod kernel;
mod model;
mod problems;

use std::sync::Arc;
use std::time::{Duration, Instant};

use tremaux::job::{Job, Name, SearchWork, Task, UnitSize, Verb, Work};
use tremaux::{Limits, Problem, Search};

use model::Cluster;
use problems::{Queens, Subsets};

const WORKERS: [usize; 3] = [64, 1_000, 10_000];

fn main() {
    let mut arguments = std::env::args().skip(1);
    let what = arguments.next();
    let mut number = |usual| arguments.next().map_or(usual, |number| number.parse().expect("a number"));
    match what.as_deref() {
        Some("model") => model(number(15)),
        Some("kernel") => kernel::table(number(20), number(200)),
        Some("cuts") => cuts::table(number(300) as u64, &arguments.next().unwrap_or_default()),
        Some("overhead") => overhead(number(16), number(3)),
        _ => panic!("expected `model [N]`, `kernel [N] [SAMPLED]`, `cuts [UNITS] [NAME]` or `overhead [N] [ROUNDS]`"),
    }
}

/// The tables of the model.
fn model(size: usize) {
    let queens = Queens::new(size);
    let rows =
        |rows: usize| below(&queens, rows).iter().map(|queens| nodes(queens, &vec![].into())).collect::<Vec<_>>();
    let cuts = [
        (format!("queens {size}, prefixes of 3 rows"), rows(3)),
        (format!("queens {size}, prefixes of 4 rows"), rows(4)),
        (format!("queens {size}, prefixes of 5 rows"), rows(5)),
        (format!("queens {size}, cut into 10,000"), cut(&queens, 10_000)),
        (format!("queens {size}, cut into 60,000"), cut(&queens, 60_000)),
        ("subsets, cut into 10,000".into(), cut(&Subsets::new(60, 120), 10_000)),
        ("subsets, cut into 60,000".into(), cut(&Subsets::new(60, 120), 60_000)),
    ];
    println!(
        "| units | number | largest / mean | 64 workers | 1,000 | 10,000 |\n| --- | ---: | ---: | ---: | ---: | ---: |"
    );
    for (name, nodes) in &cuts {
        let sizes = lasting(nodes, 1.0);
        print!("| {name} | {} | {:.1} |", nodes.len(), largest_over_mean(&sizes));
        print_efficiencies(&sizes, Cluster::usual());
    }
    println!("\n| mean unit | 64 workers | 1,000 | 10,000 |\n| --- | ---: | ---: | ---: |");
    for seconds in [0.001, 0.01, 0.1, 1.0, 10.0] {
        print!("| {seconds} s |");
        print_efficiencies(&lasting(&cuts[4].1, seconds), Cluster::usual());
    }
    println!("\n| messages of Dask, subsets | 64 workers | 1,000 | 10,000 |\n| --- | ---: | ---: | ---: |");
    for seconds in [0.1, 1.0, 10.0] {
        print!("| {seconds} s a unit |");
        print_efficiencies(&lasting(&cuts[6].1, seconds), Cluster::dask());
    }
}

/// How long units of so many nodes take, where it is `seconds` on average.
fn lasting(nodes: &[u64], seconds: f64) -> Vec<f64> {
    let sizes = as_floats(nodes);
    let scale = seconds / mean(&sizes);
    sizes.iter().map(|size| size * scale).collect()
}

fn as_floats(nodes: &[u64]) -> Vec<f64> {
    nodes.iter().map(|nodes| *nodes as f64).collect()
}

/// The efficiency with units that take so long, in seconds, as the rest of a table's row.
fn print_efficiencies(sizes: &[f64], cluster: Cluster) {
    for workers in WORKERS {
        print!(" {:.3} |", cluster.efficiency(sizes, workers));
    }
    println!();
}

fn mean(sizes: &[f64]) -> f64 {
    sizes.iter().sum::<f64>() / sizes.len() as f64
}

fn largest_over_mean(sizes: &[f64]) -> f64 {
    sizes.iter().copied().fold(0.0, f64::max) / mean(sizes)
}

/// The problem in every state that so many choices lead to.
fn below<P: Problem + Clone>(problem: &P, choices: usize) -> Vec<P> {
    if choices == 0 {
        return vec![problem.clone()];
    }
    let mut all = Vec::new();
    let mut branch = problem.choices();
    while let Some(choice) = branch.as_mut().and_then(|branch| problem.next_choice(branch)) {
        let mut child = problem.clone();
        child.place(choice);
        all.extend(below(&child, choices - 1));
    }
    all
}

/// The nodes of the unit with this name.
fn nodes<P: Problem + Clone + Send>(problem: &P, name: &Name) -> u64 {
    let work = SearchWork::count(problem.clone());
    let mut worker = work.worker(&Arc::default()).expect("a worker");
    worker.run(name, &mut |_| ()).expect("the unit is there").expect("nobody cancels").nodes
}

/// The nodes of all units of a job cut into about so many.
fn cut<P: Problem + Clone + Send>(problem: &P, units: u64) -> Vec<u64> {
    let plan = SearchWork::count(problem.clone()).plan(UnitSize::Number(units)).expect("it can be cut");
    plan.units.iter().map(|unit| nodes(problem, &unit.name)).collect()
}

/// The same count as a job and without one, interleaved, on two threads.
fn overhead(size: usize, rounds: usize) {
    let queens = Queens::new(size);
    let (mut without, mut with) = (Duration::MAX, Duration::MAX);
    for _ in 0..rounds {
        let began = Instant::now();
        let count = Search::new(queens.clone()).limits(Limits::new().cancel(Arc::default())).threads(2).count();
        without = without.min(began.elapsed());
        let folder = tempfile::tempdir().expect("a folder");
        let began = Instant::now();
        let work = SearchWork::count(queens.clone());
        let task = Task {
            problem: "queens".into(),
            input: size.into(),
            verb: Verb::Count,
            engine: "bits".into(),
            program: "bench".into(),
        };
        let mut job = Job::begin(&folder.path().join("job.db"), &task, &work, UnitSize::default()).expect("a job");
        job.run(&work, 2, Limits::new(), &mut |_| ()).expect("it runs");
        with = with.min(began.elapsed());
        let status = job.status().expect("a status");
        assert_eq!(status.solutions, u128::from(count));
        let (seconds, ratio) = (status.seconds, with.as_secs_f64() / without.as_secs_f64());
        println!(
            "{} units, {seconds:.2} s of threads; {without:.3?} without, {with:.3?} with, ratio {ratio:.4}",
            status.units
        );
    }
}
