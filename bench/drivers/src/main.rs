//! The engine's loop beside the loops that one would write by hand, on the queens problem.
//!
//! `drivers MODE N` counts the solutions for N queens one way and prints their number, to be run under callgrind.
//! `drivers compare N [ROUNDS]` times every mode, interleaved, and prints medians and ratios. What each mode is:
//! `bench/README.md`.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use tremaux::{Limits, Problem, Search, Silent};
use tremaux_puzzles::queens::BitQueens;

/// One way to count the solutions for so many queens.
type Mode = (&'static str, fn(usize) -> u64);

/// The base of the ratios comes first.
const MODES: [Mode; 6] = [
    ("recursion", |size| recursion(&mut BitQueens::new(size))),
    ("driver", |size| Search::new(BitQueens::<u64>::new(size)).count()),
    ("silent", |size| Search::new(BitQueens::<u64>::new(size)).observe(Silent).count()),
    ("lazy", |size| Search::new(BitQueens::<u64>::new(size)).solutions().map(|_| 1).sum()),
    ("limits", |size| {
        let an_hour = Limits::new().time(Duration::from_secs(3600));
        Search::new(BitQueens::<u64>::new(size)).limits(an_hour).count()
    }),
    ("marks-down", |size| marks_down((1 << size) - 1, 0, 0, 0)),
];

/// The loop of the textbook on the marks that the engine's search uses.
fn recursion(queens: &mut BitQueens<u64>) -> u64 {
    let Some(branch) = queens.choices() else { return 1 };
    let mut count = 0;
    for column in branch {
        queens.place(column);
        count += recursion(queens);
        queens.unplace(column);
    }
    count
}

/// What is fastest by hand: no board, and the marks passed down, so that nothing needs to be undone.
fn marks_down(board: u64, columns: u64, diags: u64, antis: u64) -> u64 {
    if columns == board {
        return 1;
    }
    let mut free = board & !(columns | diags | antis);
    let mut count = 0;
    while free != 0 {
        let column = free & free.wrapping_neg();
        free ^= column;
        count += marks_down(board, columns | column, (diags | column) << 1, (antis | column) >> 1);
    }
    count
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (mode, numbers) = arguments.split_first().map_or(("", &[][..]), |(mode, rest)| (mode.as_str(), rest));
    let numbers: Option<Vec<usize>> = numbers.iter().map(|number| number.parse().ok()).collect();
    match (mode, numbers.as_deref()) {
        ("compare", Some(&[size])) => compare(size, 11),
        ("compare", Some(&[size, rounds])) => compare(size, rounds),
        (name, Some(&[size])) if MODES.iter().any(|mode| mode.0 == name) => {
            MODES.iter().filter(|mode| mode.0 == name).for_each(|mode| println!("{}", (mode.1)(size)));
        }
        _ => {
            let names = MODES.map(|mode| mode.0).join(" | ");
            eprintln!("usage: drivers ({names}) N\n       drivers compare N [ROUNDS]");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}

/// Times every mode `rounds` times. A round runs each once, so that a machine that slows down slows all of them.
fn compare(size: usize, rounds: usize) {
    let mut times = MODES.map(|_| Vec::new());
    for _ in 0..rounds {
        for ((_, count), times) in MODES.iter().zip(&mut times) {
            let start = Instant::now();
            std::hint::black_box(count(std::hint::black_box(size)));
            times.push(start.elapsed().as_secs_f64());
        }
    }
    let medians = times.map(|mut times| {
        times.sort_by(f64::total_cmp);
        times.get(times.len() / 2).copied().unwrap_or(f64::NAN)
    });
    println!("queens {size}, median of {rounds} rounds");
    println!("{:<12}{:>10}{:>14}{:>14}", "mode", "seconds", "x recursion", "x marks-down");
    for ((name, _), time) in MODES.iter().zip(medians) {
        println!("{name:<12}{time:>10.4}{:>14.3}{:>14.3}", time / medians[0], time / medians[MODES.len() - 1]);
    }
}
