//! The questions that people ask of the board.

use serde_json::{Value, json};

use crate::run::{run_line, run_on};

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
    let count = answer(&run_line("count queens 5 --fundamental --format json").out);
    assert_eq!((&count["count"], &count["classes"]), (&2.into(), &json!({ "8": 1, "2": 1 })));
    for engine in ["plain", "bits", "fast"] {
        let all = run_line(&format!("all queens 8 --fundamental --format digits --engine {engine}"));
        assert_eq!((all.out.lines().count(), all.out.lines().next()), (12, Some("15863724")));
        assert_eq!(run_line(&format!("count queens 7 --fundamental --stats --engine {engine}")).out, "6\n");
    }
}

#[test]
fn in_short() {
    assert_eq!(run_line("solve queens 8 --format digits").out, "15863724\n");
    assert_eq!(run_line("solve queens 10 --format digits").out, "1 3 6 8 10 5 9 2 4 7\n");
    assert_eq!(run_line("all queens 4 --format digits").out, "2413\n3142\n");
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

/// What is generated has one solution by the rules it is made for, and is the same for the same seed.
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

#[test]
fn who_looks_for_the_first_too_long_is_told_of_any() {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(&file, (".".repeat(40) + "\n").repeat(40)).unwrap();
    let line = format!("solve queens {} --timeout 300ms", file.path().display());
    let run = run_line(&line);
    assert_eq!((run.exit, run.out.as_str()), (Some(3), "unknown: stopped by --timeout\n"));
    assert!(run.err.contains("--any takes whichever it finds"), "{}", run.err);
    let any = run_line(&format!("solve queens {} --any --timeout 60s", file.path().display()));
    assert_eq!(any.exit, Some(0), "{}", any.err);
}

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
