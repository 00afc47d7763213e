//! Another program beside the kernel, in turn: both as whole processes, on one thread each, by the clock on the wall.

use std::env::current_exe;
use std::process::{Command, Stdio};
use std::time::Instant;

use tremaux_puzzles::queens::kernel;

/// How this program is asked to count on its own.
pub const COUNT: &str = "count";

/// The answer of a run that is asked for by [`COUNT`].
pub fn count(size: usize) {
    println!("{}", kernel::count(size, 1, &|| false).unwrap());
}

/// Runs `program`, which counts the boards of `size`, and the kernel in `rounds` rounds, and prints the medians. What the
/// program prints must have the number in it; commas, points and spaces between digits are passed over.
pub fn compare(size: usize, rounds: usize, program: &[String]) {
    let mut own = Command::new(current_exe().unwrap());
    own.args([COUNT, &size.to_string()]);
    let mut other = Command::new(&program[0]);
    other.args(&program[1..]);
    let expected = kernel::count(size, 1, &|| false).unwrap().to_string();
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..rounds {
        for (command, times) in [&mut other, &mut own].into_iter().zip(&mut times) {
            times.push(seconds(command, &expected));
        }
    }
    let [other, own] = times.map(median);
    println!("| n | other program | kernel | ratio |\n| ---: | ---: | ---: | ---: |");
    println!("| {size} | {other:.4} | {own:.4} | {:.2} |", other / own);
}

fn seconds(command: &mut Command, expected: &str) -> f64 {
    let began = Instant::now();
    let output = command.stdin(Stdio::null()).output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let seconds = began.elapsed().as_secs_f64();
    let said: String =
        String::from_utf8_lossy(&output.stdout).chars().filter(|letter| !",. '".contains(*letter)).collect();
    assert!(said.contains(expected), "{command:?} does not print {expected}");
    seconds
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
