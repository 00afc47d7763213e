//! What makers of Sudokus ask of the command.

use serde_json::Value;

use crate::run::{run, run_line, run_on};

/// The puzzle of mission.md: one solution, many clues more than it needs.
const SUDOKU: &str = "306508400520000000087000031003010080900863005050090600130000250000000074005206300";

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn a_check_tells_none_from_one_from_several() {
    let stuck = format!("12345678.........9{}", ".".repeat(63));
    let batch = format!("{SUDOKU}\n{stuck}\n{}\n99{}\n", ".".repeat(81), ".".repeat(79));
    let check = run_on("check sudoku -", batch.as_bytes());
    let lines: Vec<_> = check.out.lines().collect();
    assert_eq!(
        (check.exit, &lines[..3]),
        (
            Some(1),
            &["valid, 49 open, one solution", "no solution: no digit fits (0, 8)", "valid, 81 open, several solutions"]
                [..]
        )
    );
    assert!(lines[3].starts_with("invalid: row: 9 twice in row 0: (0, 0) and (0, 1)"));
    let check = json(&run(&["check", "sudoku", &stuck, "--format", "json"]).out);
    assert_eq!((&check["valid"], &check["solutions"]), (&false.into(), &"none".into()));
    assert_eq!(check["stuck"], "no digit fits (0, 8)");
}

#[test]
fn a_check_names_the_clues_that_are_not_needed() {
    let check = run(&["check", "sudoku", SUDOKU, "--minimal", "--difficulty"]);
    let expected = "valid, 49 open, one solution, 16 clues not needed: (0, 0) (0, 3) (0, 5) (1, 0) (2, 1) (2, 7) (2, 8) \
                    (3, 2) (3, 7) (4, 4) (4, 5) (4, 8) (6, 7) (8, 2) (8, 3) (8, 6), difficulty 0.0\n";
    assert_eq!((check.exit, check.out.as_str()), (Some(0), expected));
    let check = json(&run(&["check", "sudoku", SUDOKU, "--minimal", "--difficulty", "--format", "json"]).out);
    assert_eq!((&check["minimal"], &check["difficulty"]), (&false.into(), &0.0.into()));
    assert_eq!((&check["solutions"], check["not_needed"].as_array().map(Vec::len)), (&"one".into(), Some(16)));
    let several = run(&["check", "sudoku", &".".repeat(81), "--minimal", "--difficulty"]);
    assert_eq!(several.out, "valid, 81 open, several solutions\n");
    let other = run_line("check queens 8 --minimal");
    assert_eq!((other.exit, other.err.contains("are for sudoku")), (Some(2), true), "{}", other.err);
}

#[test]
fn a_check_stops_at_a_limit() {
    let large = ".".repeat(256);
    let check = run(&["check", "sudoku", &large, "--max-nodes", "3"]);
    assert_eq!((check.exit, check.out.as_str()), (Some(3), "valid, 256 open, solutions unknown\n"));
    assert_eq!(check.err, "stopped by --max-nodes: not all of it could be told\n");
}

#[test]
fn what_is_minimised_is_minimal_and_keeps_its_form() {
    let minimal = run(&["minimize", "sudoku", SUDOKU]);
    assert_eq!(minimal.exit, Some(0));
    let check = run_on("check sudoku - --minimal", minimal.out.as_bytes());
    assert!(check.out.ends_with("one solution, minimal\n"), "{}", check.out);
    let seeded = |seed: &str| run(&["minimize", "sudoku", SUDOKU, "--seed", seed]).out;
    assert!(seeded("1") == seeded("1") && seeded("1") != seeded("2"));
    let grid: String =
        SUDOKU.as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row).into_owned() + "\n").collect();
    let laid_out = run_on("minimize sudoku -", grid.as_bytes());
    assert_eq!(laid_out.out.replace('\n', ""), minimal.out.trim());
    let batch = format!("{}\n{SUDOKU}\n{SUDOKU}1\n", ".".repeat(81));
    let batch = run_on("minimize sudoku -", batch.as_bytes());
    let lines: Vec<_> = batch.out.lines().collect();
    assert_eq!((batch.exit, lines[0], lines[1]), (Some(2), "several solutions", minimal.out.trim()));
    assert!(lines[2].starts_with("invalid: expected 81 symbols"));
    let answer = json(&run(&["minimize", "sudoku", SUDOKU, "--format", "json"]).out);
    assert_eq!((&answer["minimal"], &answer["complete"]), (&minimal.out.trim().into(), &true.into()));
}

/// Whatever rules there are: those of options, and those in a file.
#[test]
fn makers_may_have_rules_of_their_own() {
    for variant in ["--diagonal", "--windoku", "--anti-knight", "--anti-king --diagonal"] {
        let made = run_line(&format!("generate sudoku --count 2 --seed 3 {variant}"));
        assert_eq!((made.exit, made.out.lines().count()), (Some(0), 2), "{variant}: {}", made.err);
        let check = run_on(&format!("check sudoku - --minimal --difficulty {variant}"), made.out.as_bytes());
        let claims = check.out.lines().filter(|line| line.contains("one solution, minimal, difficulty ")).count();
        assert_eq!((check.exit, claims), (Some(0), 2), "{variant}: {}", check.out);
        let minimal = run_on(&format!("minimize sudoku - {variant}"), made.out.as_bytes());
        assert_eq!((minimal.exit, minimal.out.as_str()), (Some(0), made.out.as_str()), "{variant}: {}", minimal.err);
        let usual = run_on("check sudoku - ", made.out.as_bytes()).out;
        assert!(usual.contains("several solutions"), "{variant}: {usual}");
    }
    let made = run_line("generate sudoku --non-consecutive");
    let check = run_on("check sudoku - --non-consecutive", made.out.as_bytes());
    assert!(check.out.ends_with("open, one solution\n"), "{}", check.out);
    let windows = run_line("generate sudoku --windoku --size 6");
    assert_eq!((windows.exit, windows.err.contains("expected square boxes")), (Some(2), true), "{}", windows.err);
    let diagonal = "[Rules]\ndiagonal\nr1c1 < r1c2\n[Puzzle]\n1234\n34..\n....\n....\n";
    let minimal = run_on("minimize sudoku -", diagonal.as_bytes());
    assert!(minimal.exit == Some(0) && minimal.out.starts_with("[Rules]\ndiagonal\n"), "{}", minimal.out);
    let check = run_on("check sudoku - --minimal", minimal.out.as_bytes());
    assert!(check.out.ends_with("one solution, minimal\n"), "{}", check.out);
    let form = run_on("canonical sudoku -", diagonal.as_bytes());
    assert_eq!((form.exit, form.out.starts_with("no form: expected the usual rules")), (Some(1), true), "{}", form.out);
}

/// A limit leaves a puzzle with one solution, and says that it may not be minimal.
#[test]
fn minimising_stops_at_a_limit() {
    let sixteen = std::fs::read_to_string("../../examples/sudoku/sixteen.txt").unwrap();
    let stopped = run_on("minimize sudoku - --max-nodes 2", sixteen.as_bytes());
    assert_eq!(stopped.exit, Some(3), "{}", stopped.err);
    assert!(stopped.err.starts_with("stopped by --max-nodes: "), "{}", stopped.err);
}

#[test]
fn the_forms_of_the_same_puzzle_are_the_same() {
    // The same after rows for columns, the first two rows exchanged, and each digit made the next.
    let symbols: Vec<char> = SUDOKU.chars().collect();
    let mut other: Vec<char> = (0..81).map(|cell| symbols[cell % 9 * 9 + cell / 9]).collect();
    (0..9).for_each(|column| other.swap(column, 9 + column));
    let next = |symbol: char| symbol.to_digit(10).filter(|digit| *digit > 0).map_or(0, |digit| digit % 9 + 1);
    let other: String = other.into_iter().map(|symbol| next(symbol).to_string()).collect();
    let forms = run_on("canonical sudoku -", format!("{SUDOKU}\n{other}\n").as_bytes());
    let lines: Vec<_> = forms.out.lines().collect();
    assert_eq!((forms.exit, lines.len(), lines[0]), (Some(0), 2, lines[1]));
    let again = run(&["canonical", "sudoku", lines[0], "--format", "json"]);
    assert_eq!(json(&again.out)["canonical"], lines[0]);
    let solved: String = (0..256_u32)
        .map(|cell| char::from_digit((cell / 16 % 4 * 4 + cell / 64 + cell % 16) % 16 + 1, 36).unwrap_or('g'))
        .collect();
    let solved = run(&["canonical", "sudoku", &solved.to_uppercase()]);
    assert_eq!(solved.exit, Some(3), "{}", solved.err);
    assert!(solved.out.starts_with("no form: "), "{}", solved.out);
}

#[test]
fn what_is_generated_is_the_same_for_a_seed_whatever_the_threads() {
    let line = "generate sudoku --count 40 --seed 7 --symmetry rotate --clues 24-30";
    let made = run_line(&format!("{line} --threads 1"));
    assert_eq!((made.exit, made.out.lines().count()), (Some(0), 40), "{}", made.err);
    for threads in [2, 3] {
        assert_eq!(run_line(&format!("{line} --threads {threads}")).out, made.out);
    }
    let fewer = run_line("generate sudoku --count 9 --seed 7 --symmetry rotate --clues 24-30").out;
    assert!(made.out.starts_with(&fewer));
    assert_ne!(run_line("generate sudoku --seed 8").out, run_line("generate sudoku --seed 7").out);
    let check = run_on("check sudoku -", made.out.as_bytes());
    assert!(check.out.lines().all(|line| line.ends_with("one solution")), "{}", check.out);
}

#[test]
fn what_is_generated_is_told_in_json() {
    let made = json(&run_line("generate sudoku --count 3 --difficulty 0-20 --format json").out);
    let puzzles = made["puzzles"].as_array().unwrap();
    assert_eq!((puzzles.len(), &made["complete"], &made["input"]["size"]), (3, &true.into(), &9.into()));
    for puzzle in puzzles {
        let line = puzzle["puzzle"].as_str().unwrap();
        assert_eq!(run(&["all", "sudoku", line]).out.trim(), puzzle["solution"].as_str().unwrap());
        assert_eq!(puzzle["clues"], line.chars().filter(|it| *it != '.').count());
        let check = json(&run(&["check", "sudoku", line, "--difficulty", "--format", "json"]).out);
        assert_eq!(check["difficulty"], puzzle["difficulty"]);
    }
    let lines = run_line("generate sudoku --size 6 --box 3x2 --count 2 --minimal --format lines").out;
    for line in lines.lines() {
        let made = json(line);
        let puzzle = made["puzzle"]["puzzle"].as_str().unwrap();
        let check = run(&["check", "sudoku", puzzle, "--box", "3x2", "--minimal"]);
        assert!(check.out.ends_with("one solution, minimal\n"), "{}", check.out);
    }
}

#[test]
fn what_cannot_be_generated_ends_and_is_said() {
    let few = run_line("generate sudoku --count 2 --clues 10-15 --drafts 30");
    assert_eq!((few.exit, few.out.as_str()), (Some(3), ""));
    assert!(few.err.starts_with("0 of 2 made: of 30 drafts for the next none was as asked; they had 2"), "{}", few.err);
    assert!(few.err.contains(" clues, which --clues may ask for; --drafts allows for more"), "{}", few.err);
    let fewest = run_line("generate sudoku --windoku --non-consecutive --anti-king --anti-knight --drafts 3");
    assert!(fewest.err.contains("ask for fewer rules, another --size, or a larger --max-nodes"), "{}", fewest.err);
    let some = run_line("generate sudoku --count 500 --clues 23 --drafts 8");
    assert_eq!(some.exit, Some(3));
    let made = some.out.lines().count();
    assert!(made > 0 && some.err.starts_with(&format!("{made} of 500 made: ")), "{}", some.err);
    let late =
        json(&run_line("generate sudoku --count 1000000 --clues 23 --minimal --timeout 300ms --format json").out);
    assert_eq!(late["complete"], false);
    let none = run_line("generate sudoku --timeout 0s");
    assert_eq!((none.exit, none.err.as_str()), (Some(3), "0 of 1 made: stopped by --timeout\n"));
}

#[test]
fn what_is_asked_of_a_generator_must_make_sense() {
    for (line, expected) in [
        ("generate sudoku --size 7", "expected a size that boxes can make"),
        ("generate sudoku --size 9 --box 2x3", "boxes of 2 x 3 make 6 rows, not 9"),
        ("generate sudoku --box 2", "expected the rows and columns of a box"),
        ("generate sudoku --clues 90", "expected at most 81 clues, found 90"),
        ("generate sudoku --clues 30-20", "expected the smaller one first"),
        ("generate sudoku --clues x", "invalid digit"),
        ("generate sudoku --difficulty 1-", "expected a number like 12 or 12.5, found ``"),
        ("generate sudoku --count 0", "0 is not in 1.."),
        ("minimize sudoku nowhere.txt", "cannot read nowhere.txt"),
        ("canonical sudoku 99...............", "expected"),
    ] {
        let run = run_line(line);
        assert_eq!(run.exit, Some(2), "{line}");
        assert!(run.err.contains(expected), "{line}: {}", run.err);
    }
}
