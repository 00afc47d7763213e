//! The rows of the mission, from the command line.

use serde_json::{Value, json};

use crate::run::{run, run_line, run_on};

/// The mission's Sudoku, and its solution.
const SUDOKU: &str = "306508400520000000087000031003010080900863005050090600130000250000000074005206300";
const SOLVED: &str = "316578492529134768487629531263415987974863125851792643138947256692351874745286319";

/// The mission's maze.
const MAZE: &[u8] = b"4\n1 0 0 0\n1 1 0 1\n0 1 0 0\n1 1 1 1\n";

fn answer(out: &str) -> Value {
    serde_json::from_str(out).unwrap_or_else(|error| panic!("{error}\n{out}"))
}

/// Row 1.
#[test]
fn rat_in_a_maze() {
    for moves in ["", " --moves right-down", " --moves eight", " --shortest", " --engine plain", " --engine bits"] {
        let solve = run_on(&format!("solve maze -{moves}"), MAZE);
        if moves != " --moves eight" {
            let (exit, out) = (solve.exit, solve.out.as_str());
            assert_eq!((exit, out), (Some(0), "1 0 0 0\n1 1 0 0\n0 1 0 0\n0 1 1 1\nDRDDRR\n"), "{moves}");
        }
        let exists = run_on(&format!("solve maze - --show exists{moves}"), MAZE);
        assert_eq!((exists.exit, exists.out.as_str()), (Some(0), "true\n"));
    }
    assert_eq!(run_on("count maze -", MAZE).out, "1\n");
    assert_eq!(run_on("solve maze - --show moves", MAZE).out, "DRDDRR\n");
    let json = answer(&run_on("all maze - --format json", MAZE).out);
    assert_eq!(json["solutions"], json!([[[0, 0], [1, 0], [1, 1], [2, 1], [3, 1], [3, 2], [3, 3]]]));
    let none = run_on("solve maze - --show exists", b"2\n1 0\n0 1\n");
    assert_eq!((none.exit, none.out.as_str()), (Some(1), "false\n"));
    let none = run_on("solve maze -", b"2\n1 0\n0 1\n");
    assert_eq!((none.exit, none.out.as_str()), (Some(1), "no path\n"));
    let drawn = run_on("solve maze - --shortest", b"#####\n#S..#\n#.#E#\n#####\n");
    assert_eq!((drawn.exit, drawn.out.as_str()), (Some(0), "#####\n#S**#\n#.#E#\n#####\nRRD\n"));
    // An open maze of 40 x 40 by right and down: 78 over 39, which no 64 bits hold.
    let open = "1".repeat(40) + "\n";
    let count = run_on("count maze - --moves right-down --format json", open.repeat(40).as_bytes());
    assert_eq!(answer(&count.out)["count"], "27217014869199032015600");
}

/// Rows 2, 3 and 4 are in `contract`. Row 5.
#[test]
fn sudoku() {
    let rows: Vec<_> = (0..9).map(|row| &SUDOKU[9 * row..9 * row + 9]).collect();
    let solved: Vec<_> = (0..9).map(|row| &SOLVED[9 * row..9 * row + 9]).collect();
    let spaced = |rows: &[&str]| {
        rows.iter().map(|row| row.chars().map(String::from).collect::<Vec<_>>().join(" ") + "\n").collect::<String>()
    };
    let line = run(&["solve", "sudoku", SUDOKU]);
    assert_eq!((line.exit, line.out), (Some(0), format!("{SOLVED}\n")));
    let grid = run_on("solve sudoku -", rows.join("\n").as_bytes());
    assert_eq!((grid.exit, grid.out), (Some(0), solved.join("\n") + "\n"));
    let spaces = run_on("solve sudoku -", spaced(&rows).as_bytes());
    assert_eq!((spaces.exit, spaces.out), (Some(0), spaced(&solved)));
    for engine in ["plain", "bits", "fast"] {
        let unique = run(&["count", "sudoku", SUDOKU, "--limit", "2", "--engine", engine]);
        assert_eq!((unique.exit, unique.out.as_str()), (Some(0), "1\n"));
        assert_eq!(run(&["all", "sudoku", SUDOKU, "--engine", engine]).out, format!("{SOLVED}\n"));
    }
    let json = answer(&run(&["solve", "sudoku", SUDOKU, "--format", "json"]).out);
    assert_eq!((&json["input"], &json["solutions"]), (&SUDOKU.replace('0', ".").into(), &json!([SOLVED])));
    let unsolvable = run(&["solve", "sudoku", &format!("12345678.........9{}", ".".repeat(63))]);
    assert_eq!((unsolvable.exit, unsolvable.out.as_str()), (Some(1), "no solution\n"));
    let empty = run(&["count", "sudoku", &".".repeat(81), "--limit", "2"]);
    assert_eq!(empty.out, "2\n");
    let six = run(&["count", "sudoku", &".".repeat(36), "--limit", "7"]);
    assert_eq!(six.out, "7\n");
}

#[test]
fn a_batch_does_not_die_of_one_bad_line() {
    let unsolvable = format!("12345678.........9{}", ".".repeat(63));
    let clash = format!("99{}", ".".repeat(79));
    let batch = format!("{SUDOKU}\n{clash}\n{unsolvable}\n{}\n{SUDOKU}\n", &SUDOKU[1..]);
    let solve = run_on("solve sudoku -", batch.as_bytes());
    let out: Vec<_> = solve.out.lines().collect();
    assert_eq!(solve.exit, Some(2));
    assert_eq!((out[0], out[2], out[4], out.len()), (SOLVED, "no solution", SOLVED, 5));
    assert_eq!(out[1], "invalid: 9 twice in row 0: (0, 0) and (0, 1)");
    assert!(out[3].starts_with("invalid: expected 81 symbols"), "{}", out[3]);
    assert!(solve.err.contains("standard input:2:2") && solve.err.contains("standard input:4:"), "{}", solve.err);
    let strict = run_on("solve sudoku - --strict", batch.as_bytes());
    assert_eq!((strict.exit, strict.out.lines().count()), (Some(2), 2));
    let json = answer(&run_on("count sudoku - --format json", batch.as_bytes()).out);
    assert_eq!(json["answers"].as_array().unwrap().len(), 5);
    assert_eq!((&json["answers"][1]["line"], &json["answers"][2]["count"]), (&2.into(), &0.into()));
    let check = run_on("check sudoku -", batch.as_bytes());
    assert_eq!(check.exit, Some(2));
    assert!(check.out.starts_with("valid, 49 open, one solution\ninvalid: row: 9 twice in row 0"), "{}", check.out);
    let solved = run_on("check sudoku -", SOLVED.as_bytes());
    assert_eq!((solved.exit, solved.out.as_str()), (Some(0), "valid, complete\n"));
}

/// Row 6.
#[test]
fn lattice_paths() {
    let all = run_line("all paths 1 2");
    assert_eq!((all.exit, all.out.as_str()), (Some(0), "N N E\nN NE\nN E N\nNE N\nE N N\n"));
    let tree = run_line("tree paths 1 2");
    let count = |what| tree.out.matches(what).count();
    assert_eq!((tree.out.lines().count() - 1, count("dead"), count("yes!")), (21, 10, 5));
    assert_eq!(run_line("count paths 10 10").out, "8097453\n");
    assert_eq!(run_line("count paths 10 10 --steps N,E --engine plain").out, "184756\n");
    let json = answer(&run_line("solve paths 1 2 --format json").out);
    assert_eq!(json["solutions"], json!([["N", "N", "E"]]));
    assert_eq!(run(&["check", "paths", "1", "2", "--answer", "N NE"]).out, "valid, complete\n");
    assert_eq!(run(&["check", "paths", "1", "2", "--answer", "E E"]).exit, Some(1));
}

/// Row 7.
#[test]
fn word_search() {
    let grid = b"LOST\nEMAZ\nARKE\n";
    let found = run_on("solve words - MAZE", grid);
    assert_eq!((found.exit, found.out.as_str()), (Some(0), "MAZE: (1, 1) (1, 2) (1, 3) (2, 3)\n"));
    let twice = run_on("solve words - MAKEMAKE", grid);
    assert_eq!(twice.exit, Some(1));
    let many = run_on("solve words - MARK MARS LOST", grid);
    let out = "MARK: not found\nMARS: not found\nLOST: (0, 0) (0, 1) (0, 2) (0, 3)\n";
    assert_eq!((many.exit, many.out.as_str()), (Some(1), out));
    let json = answer(&run_on("all words - LOST MARE --moves eight --format json", grid).out);
    let path = json!([{ "word": "LOST", "path": [[0, 0], [0, 1], [0, 2], [0, 3]] }]);
    assert_eq!(json["answers"][0]["solutions"], path);
    let dictionary = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(dictionary.path(), "maze\nmark\nlost\nlo\nzebra\n").unwrap();
    let path = dictionary.path().to_str().unwrap();
    let solve = run_on(&format!("solve words - --dictionary {path} --ignore-case"), grid);
    let mut words: Vec<_> = solve.out.lines().filter_map(|line| line.split(':').next()).collect();
    words.sort_unstable();
    assert_eq!(words, ["lo", "lost", "maze"]);
    // Two paths of `mark`, one of each of the other three.
    let count = run_on(&format!("count words - --dictionary {path} --ignore-case --moves eight"), grid);
    assert_eq!((count.exit, count.out.as_str()), (Some(0), "5\n"));
}

/// Row 8.
#[test]
fn parentheses() {
    let all = run_line("all parens 3");
    assert_eq!((all.exit, all.out.as_str()), (Some(0), "((()))\n(()())\n(())()\n()(())\n()()()\n"));
    assert_eq!(run_line("count parens 0").out, "1\n");
    assert_eq!(run_line("count parens 40").out, "2622127042276492108820\n");
    assert_eq!(answer(&run_line("count parens 40 --format json").out)["count"], "2622127042276492108820");
}

/// Row 9.
#[test]
fn permutations() {
    let all = run_line("all permutations a b c");
    assert_eq!(all.out, "a b c\na c b\nb a c\nb c a\nc a b\nc b a\n");
    assert_eq!(run_line("all permutations x y x").out, "x x y\nx y x\ny x x\n");
    assert_eq!(run_line("count permutations 1 2 3 4 5 6 7 8").out, "40320\n");
    let json = answer(&run_line("solve permutations b a --format json").out);
    assert_eq!(json["solutions"], json!([["b", "a"]]));
}

/// Every verb works with every problem, in every format and by every engine.
#[test]
fn every_verb_with_every_problem() {
    let maze = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(maze.path(), MAZE).unwrap();
    let grid = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(grid.path(), "AB\nCD\n").unwrap();
    let problems = [
        "queens 5".to_owned(),
        format!("sudoku {SUDOKU}"),
        format!("maze {}", maze.path().display()),
        "paths 2 2".into(),
        format!("words {} ABD", grid.path().display()),
        "parens 3".into(),
        "permutations a b c".into(),
    ];
    for problem in &problems {
        for verb in ["solve", "all", "count", "check", "tree", "compare"] {
            for engine in ["plain", "bits", "fast"] {
                let line = format!("{verb} {problem} --engine {engine}");
                let text = run_line(&line);
                assert_eq!(text.exit, Some(0), "{line}\n{}", text.err);
                assert!(!text.out.is_empty(), "{line}");
                let json = answer(&run_line(&format!("{line} --format json --stats")).out);
                assert_eq!((&json["verb"], &json["complete"]), (&verb.into(), &true.into()), "{line}");
                let lines = run_line(&format!("{line} --format lines")).out;
                lines.lines().for_each(|line| assert!(answer(line).is_object(), "{line}"));
            }
        }
    }
}

/// The same solutions in the same order by every engine.
#[test]
fn engines_agree() {
    let maze = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(maze.path(), "1111\n1111\n1101\n1111\n").unwrap();
    for problem in [
        "queens 7",
        "paths 3 3",
        "parens 5",
        "permutations a b c a d",
        &format!("maze {}", maze.path().display()),
        &format!("sudoku {}...", &".".repeat(13)),
    ] {
        for verb in ["solve", "all", "count"] {
            let [plain, bits, fast] =
                ["plain", "bits", "fast"].map(|engine| run_line(&format!("{verb} {problem} --engine {engine}")).out);
            assert!(plain == bits && plain == fast, "{verb} {problem}");
        }
    }
}
