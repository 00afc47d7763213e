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
fn one_bad_board_is_answered_in_its_place() {
    let run = run_on("count queens -", b"3\n4\nfoo\n6\n");
    let invalid = "invalid: expected a board size from 1 to 10000000, found `foo`";
    assert_eq!((run.exit, run.out), (Some(2), format!("2\n{invalid}\n4\n")));
    assert!(run.err.contains("standard input:3:1"), "{}", run.err);
    let boards = b"....\n....\n....\n....\n\nQ.\n.Q\n\nQ\n";
    let run = run_on("solve queens - --format digits --quiet", boards);
    let invalid = "invalid: expected queens at peace, found (0, 0) and (1, 1) on the same diag";
    assert_eq!((run.exit, run.out), (Some(2), format!("2413\n{invalid}\n1\n")));
    let touching = b"AAAB\nCAAB\nCCDD\nCCDD\n\n..Q.\n...Q\n....\n....\n";
    let run = run_on("count queens - --no-touch", touching);
    assert!(run.err.contains("expected queens at peace, found (0, 2) and (1, 3) touching"), "{}", run.err);
    let run = run_on("count queens - --strict", b"3\n4\nfoo\n6\n");
    assert_eq!(run.exit, Some(2));
    assert!(!run.out.ends_with("4\n"), "{}", run.out);
}

#[test]
fn files_of_sizes() {
    let on = |input: &[u8], parts: &[&str]| refused("count queens -", input, parts);
    on(b"", &["standard input:1:1", "expected the number of test cases or a board, found the end of the file"]);
    on(b"\n \n", &["expected the number of test cases or a board"]);
    on(b"2\n4\n", &["standard input:3:1", "expected 2 sizes, found the end of the file after 1"]);
    on(b"1\n4\n5\n", &["standard input:3:1", "expected the end of the file after 1 sizes, found `5`"]);
    on(b"1\nfour\n", &["standard input:2:1", "expected a board size from 1 to 10000000, found `four`", "2 | four"]);
    on(b"1\n0\n", &["standard input:2:1", "found 0"]);
    on(b"0\n", &["expected the number of test cases from 1"]);
    on(b"1\n-4\n", &["found `-4`"]);
    on(b"1\n\xff\xfe\n", &["standard input:2:1", "expected text, found the byte 0xFF"]);
    on(b"\x7fELF\x00\x00", &["standard input:1:1", "found `\\u{7f}`"]);
}

#[test]
fn boards_of_queens() {
    let on = |input: &[u8], parts: &[&str]| refused("check queens -", input, parts);
    on(b"", &["expected the number of test cases or a board"]);
    on(b".Q\n.\n", &["standard input:2:2", "expected a row of 2 squares like the first, found 1"]);
    on(b".Q\n...\n", &["standard input:2:3", "expected a row of 2 squares"]);
    on(b".Q\n", &["expected 2 rows for 2 columns, found 1"]);
    on(b".Q\n..\n..\n", &["standard input:3:1", "expected 2 rows for 2 columns, found one more"]);
    on(b".y\n..\n", &["standard input:1:2", "expected `.`, `Q` or `#`, found `y`"]);
    on(b"AB\nAC\n", &["standard input:2:2", "expected 2 regions for 2 columns, found one more, `C`"]);
    let clash = ["standard input:1:2", "expected queens at peace, found (0, 0) and (0, 1) on the same row"];
    refused("solve queens -", b"QQ\n..\n", &clash);
    for answer in ["1 x", "9", "0 1 2 3 4"] {
        let run = run(&["check", "queens", "4", "--answer", answer]);
        assert_eq!((run.exit, run.out.as_str()), (Some(2), ""), "{answer}");
        assert!(run.err.contains("--answer:1:"), "{}", run.err);
    }
}

/// What no problem reads, whatever it expects.
#[test]
fn bytes_that_are_no_problem() {
    for problem in ["queens -", "sudoku -", "maze -", "words - A"] {
        for verb in ["solve", "all", "count", "tree", "compare"] {
            let line = format!("{verb} {problem}");
            refused(&line, b"", &["standard input:1:1", "expected"]);
            refused(&line, b"\n\n \n", &["expected"]);
        }
        // A batch says in its place that a puzzle is invalid; the others say nothing on standard output.
        let binary = run_on(&format!("solve {problem}"), b"\x7fELF\x02\x01\xff\xfe\x00\n\x80");
        assert_eq!(binary.exit, Some(2), "{problem}");
        assert!(binary.out.lines().all(|line| line.starts_with("invalid: ")), "{problem}: {}", binary.out);
        assert!(binary.err.contains("error: expected"), "{problem}: {}", binary.err);
    }
}

#[test]
fn missing_files_and_folders() {
    for line in ["sudoku nothing.txt", "maze nothing.txt", "words nothing.txt A"] {
        let run = run_line(&format!("solve {line}"));
        assert_eq!((run.exit, run.out.as_str()), (Some(2), ""), "{line}");
        assert!(run.err.contains("cannot read nothing.txt: No such file"), "{}", run.err);
    }
    for line in ["sudoku .", "maze .", "words . A"] {
        let run = run_line(&format!("solve {line}"));
        assert!(run.exit == Some(2) && run.err.contains("cannot read .: is a directory"), "{}", run.err);
    }
}

/// A puzzle of a batch is refused in its place on standard output, with the full error on standard error.
fn invalid(input: &str, out: &str, place: &str) {
    let run = run_on("solve sudoku -", input.as_bytes());
    assert_eq!(run.exit, Some(2), "{input}");
    assert_eq!(run.out, format!("invalid: {out}\n"), "{input}");
    assert!(run.err.contains(&format!("standard input:{place}")), "{input}: {}", run.err);
    assert_eq!(run.err.matches("error").count(), 1);
}

#[test]
fn sudokus() {
    let blank = |cells| ".".repeat(cells);
    invalid(&blank(80), "expected 81 symbols for a puzzle of 9 x 9, found 80", "1:81");
    invalid(&blank(82), "expected 81 symbols for a puzzle of 9 x 9, found 82", "1:82");
    let clashes = [
        (format!("5..5{}", blank(77)), "5 twice in row 0: (0, 0) and (0, 3)", "1:4"),
        (format!("5{}5{}", blank(26), blank(53)), "5 twice in column 0: (0, 0) and (3, 0)", "1:28"),
        (format!("5{}5{}", blank(9), blank(70)), "5 twice in box 0: (0, 0) and (1, 1)", "1:11"),
    ];
    for (puzzle, message, place) in clashes {
        invalid(&puzzle, message, place);
    }
    let letter = run_on("solve sudoku -", format!("5..q{}", blank(77)).as_bytes());
    assert!(
        letter.exit == Some(2) && letter.out.starts_with("invalid: ") && letter.err.contains("1:4"),
        "{}",
        letter.err
    );
    let rows = format!("{0}\n{0}\n.....\n{0}\n{0}\n{0}\n{0}\n{0}\n{0}\n", blank(9));
    let ragged = run_on("solve sudoku -", rows.as_bytes());
    assert!(ragged.exit == Some(2) && ragged.err.contains("standard input:3:"), "{}", ragged.err);
    let few = run_on("solve sudoku -", format!("{0}\n{0}\n{0}\n", blank(9)).as_bytes());
    assert!(few.exit == Some(2) && few.out.contains("expected 9 rows"), "{}", few.out);
    let argument = run(&["solve", "sudoku", &blank(80)]);
    assert!(argument.exit == Some(2) && argument.err.contains("PUZZLE:1:"), "{}", argument.err);
    for shape in ["3", "0x9", "9x9", "x", "1x9"] {
        let run = run(&["solve", "sudoku", &blank(81), "--box", shape]);
        assert!(run.exit == Some(2) && run.err.contains("--box:1:1"), "{}", run.err);
    }
}

#[test]
fn mazes() {
    let on = |input: &str, parts: &[&str]| refused("solve maze -", input.as_bytes(), parts);
    on("0\n", &["standard input:1:1", "found 0"]);
    on("3\n1 0 0\n1 1\n0 1 1\n", &["standard input:3:"]);
    on("2\n1 0 0\n1 1\n", &["standard input:2:"]);
    on("2\n1 x\n1 1\n", &["standard input:2:3", "found `x`"]);
    on("2\n1 2\n1 1\n", &["standard input:2:3", "found `2`"]);
    on("2\n1 0\n", &["standard input:3:1"]);
    on("2\n1 0\n1 1\n1 1\n", &["standard input:4:1"]);
    on("99999999999\n", &["standard input:1:1"]);
    on("90000 90000\n1\n", &["standard input:1:"]);
    on("####\n#S##\n####\n", &["E"]);
    on("####\n#.E#\n####\n", &["S"]);
    on("####\n#SS#\n#E.#\n####\n", &["standard input:2:3", "S"]);
    on("####\n#SE#\n#E.#\n####\n", &["standard input:3:2", "E"]);
    on("####\n#SE\n####\n", &["standard input:2:"]);
    for answer in ["X", "0,0 9", "DDQ"] {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "11\n11\n").unwrap();
        let run = run(&["check", "maze", file.path().to_str().unwrap(), "--answer", answer]);
        assert!(run.exit == Some(2) && run.err.contains("--answer:1:"), "{answer}: {}", run.err);
    }
}

#[test]
fn words() {
    let on = |line: &str, input: &str, parts: &[&str]| refused(line, input.as_bytes(), parts);
    on("solve words - A", "AB\nC\n", &["standard input:2:2", "expected a row of 2 letters"]);
    on("solve words - A", "AB\nC?\n", &["standard input:2:2", "found `?`"]);
    on("solve words - ABCDE", "AB\nCD\n", &["WORD:1:5", "expected at most 4 letters, one for each cell, found 5"]);
    on("solve words - A,B", "AB\nCD\n", &["WORD:1:2", "expected a letter or a digit, found `,`"]);
    let empty = run_on("solve words -", b"AB\n");
    assert_eq!((empty.exit, empty.out.as_str()), (Some(2), ""));
    let missing = run_on("solve words - --dictionary nothing.txt", b"AB\n");
    assert!(missing.exit == Some(2) && missing.err.contains("cannot read nothing.txt"), "{}", missing.err);
}

#[test]
fn numbers() {
    for (line, part) in [
        ("solve paths 1 x", "found `x`"),
        ("solve paths 1 -2", "found `-2`"),
        ("solve paths 1 100001", "from 0 to 100000"),
        ("solve paths 1 1 --steps N,W", "expected N, NE or E, found `W`"),
        ("solve parens x", "expected a number of pairs"),
        ("solve parens -1", "found `-1`"),
        ("solve parens 99999999999999999999999", "expected a number of pairs from 0 to 100000"),
        ("check parens 2 --answer (x", "expected `(` or `)`, found `x`"),
    ] {
        let run = run_line(line);
        assert_eq!((run.exit, run.out.as_str()), (Some(2), ""), "{line}");
        assert!(run.err.contains(part), "{line}: {}", run.err);
    }
    let items = vec!["x"; 10_001];
    let run = run(&[&["solve", "permutations"][..], &items].concat());
    assert!(run.exit == Some(2) && run.err.contains("expected at most 10000 items, found 10001"), "{}", run.err);
}

#[test]
fn questions_that_do_not_fit() {
    for (line, part) in [
        ("count queens 25", "boards of up to 24 rows, not 25"),
        ("count queens 8 --fundamental --torus", "--fundamental is for boards without rules"),
        ("all paths 1 1 --format digits", "have no short form"),
        ("generate queens --size 3", "expected a --size of 1 or from 4 to 25, found 3"),
        ("generate queens --size 0", "expected a --size of 1 or from 4 to 25, found 0"),
        ("generate queens --size x", "expected a --size of 1 or from 4 to 25, found x"),
        ("solve queens 2000 --torus", "expected a board of at most 1000 rows, found 2000"),
    ] {
        let run = run_line(line);
        assert_eq!((run.exit, run.out.as_str()), (Some(2), ""), "{line}");
        assert!(run.err.contains(part), "{line}: {}", run.err);
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
