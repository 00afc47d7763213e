//! `bench-queens FROM TO [MOST]` counts the queens of each size by the kernel and by recursions, and prints a table.
//!
//! One round runs every counter once, one after the other, so that what else the machine does meets all of them; the
//! table has the median of five rounds. Times are the thread's own, in seconds, so that they hold on a busy machine. A
//! counter that took a second or more gets one round, and one that would take more than MOST seconds (120 unless given),
//! going by the size before, is left out.
//!
//! `bench-queens threads SIZE ROUNDS` sets two threads beside one: see [`threads`]. `bench-queens peer SIZE ROUNDS PROGRAM
//! [ARGUMENT...]` sets another program beside the kernel: see [`peer`].

mod peer;
mod recursions;
mod threads;

use std::process::exit;

use cpu_time::ThreadTime;
use tremaux_puzzles::queens::kernel::{Form, count_in};

const ROUNDS: usize = 5;

/// By how much a recursion takes longer, at most, for a row more.
const GROWTH: f64 = 8.0;

struct Counter {
    name: &'static str,
    count: Box<dyn Fn(usize) -> u128>,
    /// Seconds for the last size.
    last: Option<f64>,
}

fn counters() -> Vec<Counter> {
    let counter = |name, count: Box<dyn Fn(usize) -> u128>| Counter { name, count, last: Some(0.0) };
    let kernel = |form| Box::new(move |size| count_in(form, size, 1, &|| false).unwrap());
    let recursion = |count: fn(usize) -> u64| Box::new(move |size| u128::from(count(size)));
    let mut counters = vec![
        counter("plain", recursion(recursions::plain)),
        counter("mirror half", recursion(recursions::mirror_half)),
        counter("eight-fold", recursion(recursions::eight_fold)),
        counter("portable", kernel(Form::Portable)),
    ];
    for (form, name) in [(Form::Avx2, "AVX2"), (Form::Avx512, "AVX-512")] {
        if form.is_available() {
            counters.push(counter(name, kernel(form)));
        }
    }
    counters
}

/// The median time of each counter, where it is not too long.
fn measure(counters: &mut [Counter], size: usize, most: f64) -> Vec<Option<f64>> {
    let mut times: Vec<Vec<f64>> = vec![Vec::new(); counters.len()];
    let mut answer = None;
    for _ in 0..ROUNDS {
        for (counter, times) in counters.iter().zip(&mut times) {
            let short = counter.last.is_some_and(|last| last * GROWTH <= most);
            if !short || times.iter().any(|time| *time >= 1.0) {
                continue;
            }
            let began = ThreadTime::now();
            let count = (counter.count)(size);
            times.push(began.elapsed().as_secs_f64());
            assert_eq!(*answer.get_or_insert(count), count, "{} for {size} rows", counter.name);
        }
    }
    for (counter, mut times) in counters.iter_mut().zip(times) {
        times.sort_by(f64::total_cmp);
        counter.last = times.get(times.len() / 2).copied();
    }
    counters.iter().map(|counter| counter.last).collect()
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [peer, size, rounds, program @ ..] = &arguments[..]
        && let ("peer", Ok(size), Ok(rounds @ 1..), false) =
            (peer.as_str(), size.parse(), rounds.parse(), program.is_empty())
    {
        return peer::compare(size, rounds, program);
    }
    if let [count, size] = &arguments[..]
        && let (peer::COUNT, Ok(size)) = (count.as_str(), size.parse())
    {
        return peer::count(size);
    }
    let is_threads = arguments.first().is_some_and(|first| first == "threads");
    let numbers = arguments[usize::from(is_threads)..].iter().map(|argument| argument.parse().ok());
    match (is_threads, numbers.collect::<Option<Vec<usize>>>().as_deref()) {
        (true, Some([size, rounds])) if *rounds > 0 => threads::compare(*size, *rounds),
        (false, Some([from, to])) => table(*from, *to, 120),
        (false, Some([from, to, most])) => table(*from, *to, *most),
        _ => {
            eprintln!(
                "usage: bench-queens FROM TO [MOST SECONDS] | bench-queens threads SIZE ROUNDS | \
                 bench-queens peer SIZE ROUNDS PROGRAM [ARGUMENT...]"
            );
            exit(2);
        }
    }
}

fn table(from: usize, to: usize, most: usize) {
    let mut counters = counters();
    let best = counters.len() - 1;
    let names: Vec<_> = counters[..=best].iter().map(|counter| counter.name).collect();
    println!("| n | {} | half / kernel | eight-fold / kernel |", names.join(" | "));
    println!("{}|", "| ---: ".repeat(names.len() + 3));
    for size in from..=to {
        let times = measure(&mut counters, size, most as f64);
        let cell = |number: Option<f64>, digits| number.map_or("-".to_owned(), |number| format!("{number:.digits$}"));
        let seconds: Vec<_> = times[..=best].iter().map(|time| cell(*time, 4)).collect();
        let over_kernel = |counter: usize| Some(times[counter]? / times[best]?);
        let ratios = [1, 2].map(|counter| cell(over_kernel(counter), 2));
        println!("| {size} | {} | {} |", seconds.join(" | "), ratios.join(" | "));
    }
}
