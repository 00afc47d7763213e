//! Runs the binary as a user would.

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// What came of a run.
pub(crate) struct Run {
    pub(crate) exit: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// The binary with `arguments`, not yet started.
pub(crate) fn tremaux(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tremaux"));
    command.args(arguments).env("NO_COLOR", "1").stdin(Stdio::null());
    command
}

/// The output of a run, which must be text.
pub(crate) fn finish(output: Output) -> Run {
    let text = |bytes| String::from_utf8(bytes).expect("output is text");
    Run { exit: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

/// Runs with `arguments` and nothing on standard input.
pub(crate) fn run(arguments: &[&str]) -> Run {
    finish(tremaux(arguments).output().expect("the binary runs"))
}

/// Runs with `arguments` split at white space.
pub(crate) fn run_line(line: &str) -> Run {
    run(&line.split_whitespace().collect::<Vec<_>>())
}

/// Runs with `input` on standard input.
pub(crate) fn run_on(line: &str, input: &[u8]) -> Run {
    let arguments: Vec<_> = line.split_whitespace().collect();
    let mut child = tremaux(&arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_vec();
    let writer = std::thread::spawn(move || {
        // The program may end before it has read everything.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().expect("the binary ends");
    writer.join().expect("the writer ends");
    finish(output)
}
