//! Two threads beside one: by the clock on the wall, so it says something on an idle machine only.

use std::thread;
use std::time::Instant;

use tremaux_puzzles::queens::kernel::count;

/// Counts the boards of `size` in `rounds` rounds: on one thread, on two, and on one thread twice at once, which share
/// nothing and show what two threads of this machine can do. Prints how many times as fast the two were, by the quartiles
/// of all rounds.
///
/// Each round is compared in itself, and has one thread before and after the others: the speed of a machine drifts.
pub fn compare(size: usize, rounds: usize) {
    let on = |threads| move || count(size, threads, &|| false).unwrap();
    let apart = || thread::scope(|scope| [(); 2].map(|()| scope.spawn(on(1))).map(|one| one.join().unwrap()));
    let mut ratios = [Vec::new(), Vec::new()];
    let mut before = seconds(on(1));
    for _ in 0..rounds {
        let (two, apart) = (seconds(on(2)), seconds(apart));
        let after = seconds(on(1));
        let one = (before + after) / 2.0;
        ratios[0].push(one / two);
        ratios[1].push(2.0 * one / apart);
        before = after;
    }
    println!("| n | rounds | two threads | two at once |\n| ---: | ---: | ---: | ---: |");
    let [two, apart] = ratios.map(quartiles);
    println!("| {size} | {rounds} | {two} | {apart} |");
}

fn seconds<T>(work: impl FnOnce() -> T) -> f64 {
    let began = Instant::now();
    work();
    began.elapsed().as_secs_f64()
}

fn quartiles(mut ratios: Vec<f64>) -> String {
    ratios.sort_by(f64::total_cmp);
    let at = |part: usize| ratios[(ratios.len() - 1) * part / 4];
    format!("{:.2} [{:.2}, {:.2}]", at(2), at(1), at(3))
}
