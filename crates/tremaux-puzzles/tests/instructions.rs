//! What the engine's loop costs, in instructions: it is held against the loops one would write by hand.
//!
//! Instructions are counted by callgrind, so that the bounds are the same on a busy machine. What each row means:
//! `bench/README.md`. To see the numbers: `cargo test -p tremaux-puzzles --test instructions -- --nocapture`.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const SIZE: usize = 12;
const SOLUTIONS: &str = "14200";
/// A search so small that its run is all start-up.
const START_UP: usize = 4;

#[test]
fn the_driver_costs_no_more_than_the_loop_one_would_write() {
    if Command::new("valgrind").arg("--version").output().is_err() {
        assert_ne!(std::env::var("CI").as_deref(), Ok("true"), "CI must count instructions, and valgrind is missing");
        println!("left out: valgrind is not installed");
        return;
    }
    let drivers = build_drivers();
    let count = |mode| {
        let instructions = instructions(&drivers, mode, SIZE) - instructions(&drivers, mode, START_UP);
        println!("queens {SIZE}, {mode:<10}{instructions:>12} instructions");
        instructions
    };
    let [recursion, driver, silent, lazy, limits, marks_down] =
        ["recursion", "driver", "silent", "lazy", "limits", "marks-down"].map(count);
    // A search that could be watched, and is not, costs nothing: the same instructions but for some of its start.
    assert!(silent.abs_diff(driver) * 10_000 < driver, "{silent} instructions, and {driver} unobserved");
    let bounds = [
        ("driver / recursion", driver, recursion, 1.05),
        ("lazy / recursion", lazy, recursion, 1.35),
        ("limits / recursion", limits, recursion, 1.05),
        ("driver / marks-down", driver, marks_down, 1.4),
        // What the command runs: it can always be interrupted, so it always has limits.
        ("limits / marks-down", limits, marks_down, 1.4),
    ];
    let ratios = bounds.map(|(name, one, other, bound)| (name, one as f64 / other as f64, bound));
    ratios.iter().for_each(|(name, ratio, bound)| println!("{name:<20}{ratio:.3}, at most {bound}"));
    ratios.iter().for_each(|(name, ratio, bound)| assert!(ratio <= bound, "{name} is {ratio:.3}, above {bound}"));
}

/// The bench's binary, built as the product is: the tests themselves run with checks on.
fn build_drivers() -> PathBuf {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bench");
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/../../bench/Cargo.toml");
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--quiet", "--release", "--package", "drivers", "--manifest-path", manifest, "--target-dir"]);
    succeed(cargo.arg(&target));
    target.join("release/drivers")
}

fn instructions(drivers: &Path, mode: &str, size: usize) -> u64 {
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(drivers).args([mode, &size.to_string()]);
    let output = succeed(&mut valgrind);
    if size == SIZE {
        assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), SOLUTIONS, "{mode} counts wrong");
    }
    let report = String::from_utf8_lossy(&output.stderr);
    let (_, collected) = report.split_once("Collected : ").expect("callgrind says what it collected");
    collected.split_whitespace().next().and_then(|number| number.parse().ok()).expect("and it is a number")
}

fn succeed(command: &mut Command) -> Output {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(output.status.success(), "{command:?}:\n{}", String::from_utf8_lossy(&output.stderr));
    output
}
