//! Ctrl-C in the command as a whole.

use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How long a command is at work before it is interrupted.
const BEFORE: Duration = Duration::from_millis(500);

/// Long work of each kind. `JOB` stands for a file that is not there.
const LINES: [&str; 9] = [
    "count queens 20",
    "count queens 18 --engine bits",
    "count queens 18 --engine plain",
    "all queens 18 --engine bits --format digits",
    "all queens 18 --engine bits --format digits --job JOB",
    "count queens 18 --engine bits --job JOB",
    "count sudoku .................................................................................",
    "estimate queens 30 --engine bits --timeout 60s",
    "generate sudoku --size 25 --count 100",
];

/// The longest time in `rounds` rounds from the signal to the end of the process, of the binary `tremaux` at `path`.
pub fn table(path: &str, rounds: usize) {
    println!("| command | ended after |\n| --- | ---: |");
    for line in LINES {
        let times = (0..rounds).map(|_| after_interrupt(path, line));
        println!("| `{line}` | {:.0} ms |", times.max().unwrap_or_default().as_secs_f64() * 1e3);
    }
}

fn after_interrupt(path: &str, line: &str) -> Duration {
    let folder = tempfile::tempdir().expect("a folder");
    let line = line.replace("JOB", &folder.path().join("job.db").display().to_string());
    let mut command = Command::new(path);
    command.args(line.split(' ')).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().expect("the command is there");
    sleep(BEFORE);
    let began = Instant::now();
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.is_ok_and(|status| status.success()), "{line}: it ended by itself");
    let status = child.wait().expect("it ends");
    let after = began.elapsed();
    assert_eq!(status.code(), Some(130), "{line}");
    after
}
