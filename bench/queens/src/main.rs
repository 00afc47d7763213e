//! `cargo run --release -- FROM TO [MOST]`: counts the queens of each size by the kernel and by recursions, and prints a
//! table.
//!
//! One round runs every counter once, one after the other, so that what else the machine does meets all of them; the
//! table has the median of five rounds. A counter that took a second or more gets one round, and one that would take
//! more than MOST seconds (120 unless given), going by the size before, is left out.

mod recursions;

use std::process::exit;
use std::time::Instant;

use tremaux_puzzles::queens::kernel::{Form, count_in};

const ROUNDS: usize = 5;

/// By how much a recursion takes longer, at most, for a row more.
const GROWTH: f64 = 8.0;

struct Counter {
    name: &'static str,
    count: Box<dyn Fn(usize) -> u128>,
    /// Seconds for the last size.
    last: f64,
}

fn counters() -> Vec<Counter> {
    let counter = |name, count: Box<dyn Fn(usize) -> u128>| Counter { name, count, last: 0.0 };
    let kernel = |form, threads| Box::new(move |size| count_in(form, size, threads, &|| false).unwrap());
    let recursion = |count: fn(usize) -> u64| Box::new(move |size| u128::from(count(size)));
    let mut counters = vec![
        counter("plain", recursion(recursions::plain)),
        counter("mirror half", recursion(recursions::mirror_half)),
        counter("eight-fold", recursion(recursions::eight_fold)),
        counter("portable", kernel(Form::Portable, 1)),
    ];
    for (form, name) in [(Form::Avx2, "AVX2"), (Form::Avx512, "AVX-512")] {
        if form.is_available() {
            counters.push(counter(name, kernel(form, 1)));
        }
    }
    counters.push(counter("2 threads", kernel(Form::best(), 2)));
    counters
}

/// The median time of each counter, where it is not too long.
fn measure(counters: &mut [Counter], size: usize, most: f64) -> Vec<Option<f64>> {
    let mut times: Vec<Vec<f64>> = vec![Vec::new(); counters.len()];
    let mut answer = None;
    for _ in 0..ROUNDS {
        for (counter, times) in counters.iter_mut().zip(&mut times) {
            if counter.last * GROWTH > most || times.iter().any(|seconds| *seconds >= 1.0) {
                continue;
            }
            let began = Instant::now();
            let count = (counter.count)(size);
            times.push(began.elapsed().as_secs_f64());
            assert_eq!(*answer.get_or_insert(count), count, "{} for {size} rows", counter.name);
        }
    }
    for (counter, times) in counters.iter_mut().zip(&mut times) {
        times.sort_by(f64::total_cmp);
        counter.last = times.get(times.len() / 2).copied().unwrap_or(f64::INFINITY);
    }
    counters.iter().map(|counter| Some(counter.last).filter(|last| last.is_finite())).collect()
}

fn main() {
    let numbers: Option<Vec<usize>> = std::env::args().skip(1).map(|argument| argument.parse().ok()).collect();
    let (from, to, most) = match numbers.as_deref() {
        Some([from, to]) => (*from, *to, 120),
        Some([from, to, most]) => (*from, *to, *most),
        _ => {
            eprintln!("usage: bench-queens FROM TO [MOST SECONDS]");
            exit(2);
        }
    };
    let mut counters = counters();
    let best = counters.len() - 2;
    let names: Vec<_> = counters.iter().map(|counter| counter.name).collect();
    println!("| n | {} | half / kernel | eight-fold / kernel | kernel / 2 threads |", names.join(" | "));
    println!("{}", "| ---: ".repeat(counters.len() + 4) + "|");
    for size in from..=to {
        let times = measure(&mut counters, size, most as f64);
        let seconds = times.iter().map(|time| time.map_or("-".to_owned(), |time| format!("{time:.4}")));
        let ratio = |one: usize, other: usize| match (times[one], times[other]) {
            (Some(one), Some(other)) => format!("{:.2}", one / other),
            _ => "-".to_owned(),
        };
        let ratios = [ratio(1, best), ratio(2, best), ratio(best, best + 1)];
        println!("| {size} | {} | {} |", seconds.collect::<Vec<_>>().join(" | "), ratios.join(" | "));
    }
}
