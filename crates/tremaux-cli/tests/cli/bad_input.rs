//! Bad input: one clear error each, naming file, line, column and what was expected; exit 2; nothing half written.

use crate::run::{run, run_line, run_on};

/// `line` on `input` must end with exit 2, nothing on standard output, and an error that has all of `parts`.
fn refused(line: &str, input: &[u8], parts: &[&str]) {
    let run = run_on(line, input);
    assert_eq!(
        (run.exit, run.out.as_str()),
        (Some(2), ""),
        "{line} on {:?}\n{}",
        String::from_utf8_lossy(input),
        run.err
    );
    assert_eq!(run.err.matches("error").count(), 1, "{line}\n{}", run.err);
    for part in parts {
        assert!(run.err.contains(part), "{line}: `{part}` is not in\n{}", run.err);
    }
}

#[test]
fn files_that_are_none() {
    for verb in ["solve", "all", "count", "check", "tree", "compare"] {
        let missing = run(&[verb, "queens", "no-such-file"]);
        assert_eq!((missing.exit, missing.out.as_str()), (Some(2), ""));
        assert!(missing.err.contains("cannot read no-such-file: No such file"), "{}", missing.err);
        assert!(missing.err.contains("expected a board size"), "{}", missing.err);
    }
    let folder = run(&["solve", "queens", env!("CARGO_MANIFEST_DIR")]);
    assert!(folder.exit == Some(2) && folder.err.contains("is a directory"), "{}", folder.err);
}

#[test]
fn sizes_of_queens() {
    for (size, found) in
        [("0", "found 0"), ("10000001", "found 10000001"), ("99999999999999999999", "found 9999999999")]
    {
        let run = run_line(&format!("solve queens {size}"));
        assert_eq!((run.exit, run.out.as_str()), (Some(2), ""));
        assert!(run.err.contains("expected a board size from 1 to 10000000") && run.err.contains(found), "{}", run.err);
        assert!(run.err.contains("N:1:1"), "{}", run.err);
    }
}

#[test]
fn files_of_sizes() {
    let on = |input: &[u8], parts: &[&str]| refused("count queens -", input, parts);
    on(b"", &["standard input:1:1", "expected the number of test cases, found the end of the file"]);
    on(b"\n \n", &["expected the number of test cases"]);
    on(b"2\n4\n", &["standard input:3:1", "expected 2 sizes, found the end of the file after 1"]);
    on(b"1\n4\n5\n", &["standard input:3:1", "expected the end of the file after 1 sizes, found `5`"]);
    on(b"1\nfour\n", &["standard input:2:1", "expected a board size from 1 to 10000000, found `four`", "2 | four"]);
    on(b"1\n0\n", &["standard input:2:1", "found 0"]);
    on(b"0\n", &["expected the number of test cases from 1"]);
    on(b"1\n-4\n", &["found `-4`"]);
    on(b"1\n\xff\xfe\n", &["standard input:2:1", "expected text, found the byte 0xFF"]);
    on(b"\x7fELF\x00\x00", &["standard input:1:1", "expected the number of test cases"]);
}

#[test]
fn boards_of_queens() {
    let on = |input: &[u8], parts: &[&str]| refused("check queens -", input, parts);
    on(b"", &["expected a board of `.` and `Q`"]);
    on(b".Q\n.\n", &["standard input:2:2", "expected a row of 2 squares like the first, found 1"]);
    on(b".Q\n...\n", &["standard input:2:3", "expected a row of 2 squares"]);
    on(b".Q\n", &["expected 2 rows for 2 columns, found 1"]);
    on(b".Q\n..\n..\n", &["standard input:3:1", "expected 2 rows for 2 columns, found one more"]);
    on(b".x\n..\n", &["standard input:1:2", "expected `.` or `Q`, found `x`"]);
    for answer in ["1 x", "9", "0 1 2 3 4"] {
        let run = run(&["check", "queens", "4", "--answer", answer]);
        assert_eq!((run.exit, run.out.as_str()), (Some(2), ""), "{answer}");
        assert!(run.err.contains("--answer:1:"), "{}", run.err);
    }
}

#[test]
fn usage() {
    for line in [
        "",
        "solve",
        "solve queens",
        "frobnicate queens 8",
        "solve queens 8 --frobnicate",
        "all queens 8 --take 0",
        "count queens 8 --timeout never",
        "count queens 8 --max-nodes x",
        "solve queens 8 9",
        "solve sudokus x",
    ] {
        let run = run_line(line);
        assert_eq!((run.exit, run.out.as_str()), (Some(2), ""), "{line}");
        assert!(run.err.contains("--help") || run.err.contains("Usage"), "{line}\n{}", run.err);
    }
    for line in ["--help", "solve --help", "solve queens --help", "--version"] {
        let run = run_line(line);
        assert_eq!((run.exit, run.err.as_str()), (Some(0), ""), "{line}");
    }
}
