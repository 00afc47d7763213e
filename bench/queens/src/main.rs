//! `cargo run --release -- FROM TO [MOST]`: counts the queens of each size by the kernel and by recursions, and prints a
//! table.
//!
//! One round runs every counter once, one after the other, so that what else the machine does meets all of them; the
//! table has the median of five rounds. Times are the thread's own, in seconds, so that they hold on a busy machine; but
//! the last column is by the clock on the wall, and says something on an idle machine only. A counter that took a second or more gets one round, and one that would take
//! more than MOST seconds (120 unless given), going by the size before, is left out.

mod recursions;

use std::process::exit;
use std::time::Instant;

use cpu_time::ThreadTime;
use tremaux_puzzles::queens::kernel::{Form, count_in};

const ROUNDS: usize = 5;

/// By how much a recursion takes longer, at most, for a row more.
const GROWTH: f64 = 8.0;

/// Seconds.
#[derive(Clone, Copy)]
struct Time {
    thread: f64,
    wall: f64,
}

struct Counter {
    name: &'static str,
    count: Box<dyn Fn(usize) -> u128>,
    /// For the last size.
    last: Option<Time>,
}

fn counters() -> Vec<Counter> {
    let counter =
        |name, count: Box<dyn Fn(usize) -> u128>| Counter { name, count, last: Some(Time { thread: 0.0, wall: 0.0 }) };
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
fn measure(counters: &mut [Counter], size: usize, most: f64) -> Vec<Option<Time>> {
    let mut times: Vec<Vec<Time>> = vec![Vec::new(); counters.len()];
    let mut answer = None;
    for _ in 0..ROUNDS {
        for (counter, times) in counters.iter().zip(&mut times) {
            let short = counter.last.is_some_and(|last| last.thread * GROWTH <= most);
            if !short || times.iter().any(|time| time.thread >= 1.0) {
                continue;
            }
            let (thread, wall) = (ThreadTime::now(), Instant::now());
            let count = (counter.count)(size);
            times.push(Time { thread: thread.elapsed().as_secs_f64(), wall: wall.elapsed().as_secs_f64() });
            assert_eq!(*answer.get_or_insert(count), count, "{} for {size} rows", counter.name);
        }
    }
    let median = |mut seconds: Vec<f64>| {
        seconds.sort_by(f64::total_cmp);
        seconds[seconds.len() / 2]
    };
    for (counter, times) in counters.iter_mut().zip(times) {
        let of = |seconds: fn(&Time) -> f64| median(times.iter().map(seconds).collect());
        counter.last = (!times.is_empty()).then(|| Time { thread: of(|time| time.thread), wall: of(|time| time.wall) });
    }
    counters.iter().map(|counter| counter.last).collect()
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
    let names: Vec<_> = counters[..=best].iter().map(|counter| counter.name).collect();
    println!("| n | {} | half / kernel | eight-fold / kernel | kernel / 2 threads |", names.join(" | "));
    println!("{}|", "| ---: ".repeat(names.len() + 4));
    for size in from..=to {
        let times = measure(&mut counters, size, most as f64);
        let cell = |number: Option<f64>, digits| number.map_or("-".to_owned(), |number| format!("{number:.digits$}"));
        let seconds: Vec<_> = times[..=best].iter().map(|time| cell(time.map(|time| time.thread), 4)).collect();
        let by_thread = |one: usize, other: usize| Some(times[one]?.thread / times[other]?.thread);
        let by_wall = |one: usize, other: usize| Some(times[one]?.wall / times[other]?.wall);
        let ratios = [by_thread(1, best), by_thread(2, best), by_wall(best, best + 1)].map(|ratio| cell(ratio, 2));
        println!("| {size} | {} | {} |", seconds.join(" | "), ratios.join(" | "));
    }
}
