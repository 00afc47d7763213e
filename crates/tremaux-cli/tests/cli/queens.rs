//! The questions that people ask of the board.

use serde_json::{Value, json};

use crate::run::{run, run_line, run_on};

fn answer(out: &str) -> Value {
    serde_json::from_str(out).unwrap_or_else(|error| panic!("{error}\n{out}"))
}

/// OEIS A000170 and A002562, by the kernel.
#[test]
fn counts() {
    let all: [u64; 16] = [1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365_596, 2_279_184, 14_772_512];
    let fundamental: [u64; 16] = [1, 0, 0, 1, 2, 1, 6, 12, 46, 92, 341, 1787, 9233, 45752, 285_053, 1_846_955];
    for (size, (all, fundamental)) in (1..).zip(all.into_iter().zip(fundamental)) {
        assert_eq!(run_line(&format!("count queens {size}")).out, format!("{all}\n"));
        assert_eq!(run_line(&format!("count queens {size} --threads 1")).out, format!("{all}\n"));
        assert_eq!(run_line(&format!("count queens {size} --fundamental")).out, format!("{fundamental}\n"));
    }
}

#[test]
fn up_to_symmetry() {
    let count = run_line("count queens 8 --fundamental");
    assert_eq!((count.out.as_str(), count.err.as_str()), ("12\n", "11 x 8 + 1 x 4 = 92\n"));
    assert_eq!(run_line("all queens 8 --fundamental --take 12").err, "");
    assert_eq!(run_line("all queens 8 --fundamental --quiet").err, "");
    assert_eq!(run_line("all queens 8").err, "");
    let count = answer(&run_line("count queens 5 --fundamental --format json").out);
    assert_eq!((&count["count"], &count["classes"]), (&2.into(), &json!({ "8": 1, "2": 1 })));
    let all = answer(&run_line("all queens 5 --fundamental --format json").out);
    assert_eq!((all["solutions"].as_array().map(Vec::len), &all["classes"]), (Some(2), &count["classes"]));
    assert_eq!(answer(&run_line("all queens 5 --format json").out)["classes"], Value::Null);
    for engine in ["plain", "bits", "fast"] {
        let all = run_line(&format!("all queens 8 --fundamental --format digits --engine {engine}"));
        assert_eq!((all.out.lines().count(), all.out.lines().next()), (12, Some("15863724")));
        assert_eq!(all.err, "11 x 8 + 1 x 4 = 92\n");
        assert_eq!(run_line(&format!("count queens 7 --fundamental --stats --engine {engine}")).out, "6\n");
    }
}

#[test]
fn in_short() {
    assert_eq!(run_line("solve queens 8 --format digits").out, "15863724\n");
    assert_eq!(run_line("solve queens 10 --format digits").out, "1 3 6 8 10 5 9 2 4 7\n");
    assert_eq!(run_line("all queens 4 --format digits").out, "2413\n3142\n");
    for size in [6, 9, 12] {
        for line in run_line(&format!("all queens {size} --format digits --take 4")).out.lines() {
            let check = run(&["check", "queens", &size.to_string(), "--answer", line]);
            assert_eq!((check.exit, check.out.as_str()), (Some(0), "valid, complete\n"), "{line}");
        }
    }
}

/// By construction above the sizes that are searched, and checked.
#[test]
fn one_board_of_any_size() {
    for size in [30, 31, 100, 999, 5000] {
        let solve = answer(&run_line(&format!("solve queens {size} --format json")).out);
        let columns = solve["solutions"][0].to_string();
        let check = run_line(&format!("check queens {size} --answer {columns}"));
        assert_eq!((check.exit, check.out.as_str()), (Some(0), "valid, complete\n"), "{size}");
    }
    let large = run_line("solve queens 1000000");
    assert_eq!((large.exit, large.out.split_whitespace().count()), (Some(0), 1_000_000));
}

#[test]
fn boards() {
    // Two queens given and one square blocked: of the ten boards of five, one is left.
    let board = b"Q....\n..Q..\n.....\n.....\n.....\n";
    assert_eq!(run_on("all queens - --format digits", board).out, "13524\n");
    let blocked = b"Q....\n..Q..\n....#\n.....\n.....\n";
    assert_eq!(run_on("count queens -", blocked).out, "0\n");
    let partial = run_on("check queens -", board);
    assert_eq!((partial.exit, partial.out.as_str()), (Some(0), "valid, 3 open\n"));
    // OEIS A007705: queens on a torus.
    for (size, count) in [(4, 0), (5, 10), (6, 0), (7, 28), (8, 0)] {
        assert_eq!(run_line(&format!("count queens {size} --torus")).out, format!("{count}\n"));
    }
    for verb in ["solve", "all", "count", "check", "tree", "compare"] {
        let run = run_on(&format!("{verb} queens - --format json --max-nodes 100000"), board);
        assert!(answer(&run.out).is_object() && run.exit == Some(0), "{verb}: {}", run.err);
    }
}

#[test]
fn a_constructed_board_stands_for_its_images_where_they_are_one() {
    for size in [30, 31, 32, 33, 35, 60] {
        let run = run_line(&format!("solve queens {size} --fundamental --format json"));
        let answer = answer(&run.out);
        let columns: Vec<u32> = serde_json::from_value(answer["solutions"][0].clone()).unwrap();
        assert_eq!((run.exit, columns.len()), (Some(0), size));
        assert!(tremaux_puzzles::queens::is_canonical(&columns), "{columns:?}");
    }
}

#[test]
fn a_count_that_is_stopped_tells_what_was_counted() {
    // 314,666,222,712 and, up to symmetry, an eighth at the least (OEIS A000170).
    for (question, all) in [("count queens 21", 314_666_222_712_u64), ("count queens 21 --fundamental", 39_333_324_973)]
    {
        // However busy the machine is: in one of these times there are some.
        let told = ["2s", "4s", "8s", "16s", "32s"].into_iter().find_map(|timeout| {
            let run = run_line(&format!("{question} --timeout {timeout}"));
            assert_eq!(run.exit, Some(3), "{}", run.err);
            let count: u64 = run.out.trim().parse().unwrap();
            assert!(count < all, "{count}");
            let said = format!("stopped by --timeout: the answer is partial, {count} solutions so far");
            assert!(run.err.contains(&said), "{}", run.err);
            (count > 0).then_some(count)
        });
        assert!(told.is_some(), "{question}");
    }
}

#[test]
fn making_a_board_is_stopped() {
    let run = run_line("generate queens --size 25 --seed 3 --timeout 1ms");
    assert_eq!((run.exit, run.out.as_str(), run.err.as_str()), (Some(3), "", "0 of 1 made: stopped by --timeout\n"));
    let json = run_line("generate queens --size 6 --seed 3 --format json").out;
    let answer = answer(&json);
    let text = run_line("generate queens --size 6 --seed 3").out;
    assert_eq!((&answer["complete"], &answer["puzzles"][0]["puzzle"]), (&true.into(), &text.trim_end().into()));
}

const NOT_THE_FIRST: &str = "a solution, but perhaps not the first in the textbook order";

/// A drawing with nothing on it is its size.
#[test]
fn an_empty_drawing() {
    for size in [6, 29, 30, 40, 250] {
        let drawing = (".".repeat(size) + "\n").repeat(size);
        let (drawn, plain) = (run_on("solve queens -", drawing.as_bytes()), run_line(&format!("solve queens {size}")));
        assert_eq!((drawn.exit, &drawn.out, &drawn.err), (Some(0), &plain.out, &plain.err), "{size}");
        assert_eq!(plain.err.contains(NOT_THE_FIRST), size >= 30, "{}", plain.err);
        assert_eq!(run_on("solve queens - --quiet", drawing.as_bytes()).err, "");
        assert!(!run_on("solve queens - --any", drawing.as_bytes()).err.contains(NOT_THE_FIRST));
        let json =
            ["json", "lines"].map(|format| run_line(&format!("solve queens {size} --quiet --format {format}")).out);
        let said = (size >= 30).then_some(false);
        assert!(json.iter().all(|json| answer(json)["first"].as_bool() == said), "{json:?}");
    }
}

/// A torus is filled at any size that 2 and 3 do not divide.
#[test]
fn a_large_torus() {
    for size in [31, 35, 65, 997] {
        let run = run_line(&format!("solve queens {size} --torus --format json"));
        let answer = answer(&run.out);
        assert_eq!((run.exit, &answer["first"]), (Some(0), &false.into()), "{}", run.err);
        let check = run_line(&format!("check queens {size} --torus --answer {}", answer["solutions"][0]));
        assert_eq!((check.exit, check.out.as_str()), (Some(0), "valid, complete\n"), "{size}");
        let any = run_line(&format!("solve queens {size} --torus --any --format json"));
        assert!(any.exit == Some(0) && !any.err.contains(NOT_THE_FIRST) && !any.out.contains("first"), "{size}");
    }
}

/// A large board on which the first solution is too far off, and one with more rows than are looked through for it: there is
/// a solution, the same on any number of threads, and it says what it is.
#[test]
fn a_solution_instead_of_the_first() {
    for (size, marks) in [(50, ["Q", "#"]), (200, ["Q", "#"]), (150, ["#", "Q"])] {
        let (row, rest) = (".".repeat(size), (".".repeat(size) + "\n").repeat(size - 2));
        let [one, other] = marks.map(|mark| format!("{mark}{}\n", &row[1..]));
        let board = format!("{one}{rest}{other}");
        let board = board.as_bytes();
        let (one, two) = (run_on("solve queens - --threads 1", board), run_on("solve queens - --threads 2", board));
        assert_eq!((one.exit, &one.out, one.err.contains(NOT_THE_FIRST)), (Some(0), &two.out, true), "{}", one.err);
        let json = answer(&run_on("solve queens - --format json", board).out);
        assert_eq!((&json["first"], &json["complete"]), (&false.into(), &true.into()), "{size}");
        let columns = json["solutions"][0].to_string();
        let check = run_on(&format!("check queens - --answer {columns}"), board);
        assert_eq!((check.exit, check.out.as_str()), (Some(0), "valid, complete\n"), "{size}");
        let any = run_on("solve queens - --any", board);
        assert!(any.exit == Some(0) && !any.err.contains(NOT_THE_FIRST), "{size}: {}", any.err);
        assert_eq!(answer(&run_on("solve queens - --any --format json", board).out)["first"], Value::Null, "{size}");
    }
    // Where it is not too far off, it is the first.
    let board = "......\n".repeat(5) + "#.....\n";
    let first = run_on("solve queens - --format digits", board.as_bytes());
    assert!(first.out == "246135\n" && !first.err.contains(NOT_THE_FIRST), "{} {}", first.out, first.err);
}

#[test]
fn who_looks_for_the_first_too_long_is_told_of_any() {
    let drawing = "#".to_owned() + &".".repeat(39) + "\n" + &(".".repeat(40) + "\n").repeat(39);
    let run = run_on("solve queens - --engine bits --timeout 300ms", drawing.as_bytes());
    assert_eq!((run.exit, run.out.as_str()), (Some(3), "unknown: stopped by --timeout\n"));
    assert!(run.err.contains("--any takes whichever it finds"), "{}", run.err);
    let any = run_on("solve queens - --any --timeout 60s", drawing.as_bytes());
    assert_eq!(any.exit, Some(0), "{}", any.err);
    // The fast form knows one long before it knows the first: it is told, if that is all there is time for.
    let known = ["300ms", "600ms", "1s", "2s", "4s"].into_iter().any(|timeout| {
        let run = run_on(&format!("solve queens - --format json --timeout {timeout}"), drawing.as_bytes());
        assert!(run.exit == Some(0) || run.exit == Some(3), "{:?}", run.exit);
        let told = answer(&run.out);
        assert_eq!(told["complete"], run.exit == Some(0), "{told}");
        let is_one = told["solutions"][0].as_array().is_some_and(|columns| columns.len() == 40);
        assert_eq!(told["first"].as_bool(), is_one.then_some(false), "{told}");
        run.exit == Some(3) && is_one && run.err.contains("partial, 1 solution so far")
    });
    assert!(known);
}

#[test]
fn the_place_reached_is_said_in_squares() {
    let drawing = format!("{}#\n{}", ".".repeat(19), (".".repeat(20) + "\n").repeat(19));
    let run = run_on("solve queens - --max-nodes 400", drawing.as_bytes());
    assert_eq!(run.exit, Some(3), "{}", run.err);
    assert!(run.err.contains("reached (") && run.err.contains("next row"), "{}", run.err);
}

/// What is generated has one solution by the rules it is made for, and is the same for the same seed.
#[test]
fn generated_boards() {
    for size in [1, 4, 5, 8, 9, 12] {
        for seed in 1..4 {
            let board = run_line(&format!("generate queens --size {size} --seed {seed}"));
            assert_eq!(board.exit, Some(0));
            assert_eq!(run_line(&format!("generate queens --size {size} --seed {seed}")).out, board.out);
            assert_eq!(run_on("count queens - --no-touch", board.out.as_bytes()).out, "1\n", "{size}, {seed}");
        }
    }
}
