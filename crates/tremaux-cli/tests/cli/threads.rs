//! Many threads, limits under them, and estimates.

use std::fs;
use std::time::{Duration, Instant};

use tempfile::NamedTempFile;

use tremaux_puzzles::random::SplitMix;

use crate::run::run_line;

/// The line with the name of a file that holds `input` for `FILE`; and the file.
fn with_file(line: &str, input: &str) -> (String, NamedTempFile) {
    let file = NamedTempFile::new().unwrap();
    fs::write(&file, input).unwrap();
    (line.replace("FILE", &file.path().display().to_string()), file)
}

/// Asks everything of a problem in every form, on one thread and on more; what `problem` names `FILE` holds `input`.
fn is_searched_alike(problem: &str, input: &str) {
    let (problem, _file) = with_file(problem, input);
    let mut counts = Vec::new();
    for engine in ["plain", "bits", "fast"] {
        for verb in ["all", "count", "solve"] {
            let line = format!("{verb} {problem} --engine {engine} --stats");
            let one = run_line(&format!("{line} --threads 1"));
            assert_eq!(one.exit, Some(0), "{line}: {}", one.err);
            for threads in [2, 3] {
                let more = run_line(&format!("{line} --threads {threads}"));
                assert_eq!(
                    (more.exit, more.out, more.err),
                    (one.exit, one.out.clone(), one.err.clone()),
                    "{line} --threads {threads}"
                );
            }
            if verb == "count" {
                counts.push(one.out);
            }
        }
    }
    assert!(counts.iter().all(|count| *count == counts[0]), "{problem}: {counts:?}");
}

#[test]
fn queens_are_searched_alike() {
    is_searched_alike("queens 9", "");
    is_searched_alike("queens 8 --fundamental", "");
    is_searched_alike("queens 7 --torus", "");
    let rows = [".......#", "........", "........", "........", "...#....", "........", "........", "........"];
    is_searched_alike("queens FILE", &rows.join("\n"));
}

#[test]
fn sudokus_are_searched_alike() {
    is_searched_alike("sudoku FILE", &".".repeat(16));
    is_searched_alike("sudoku FILE", "123456\n4.....\n.4....\n..1...\n......\n......\n");
}

#[test]
fn mazes_are_searched_alike() {
    let open = "5\n1 1 1 0 1\n1 1 1 1 1\n0 1 1 1 0\n1 1 1 1 1\n1 0 1 1 1\n";
    let walled = "5\n1 1 1 0 1\n1 0 1 1 1\n0 1 1 1 0\n1 1 0 1 1\n1 0 1 1 1\n";
    for (moves, maze) in [("right-down", open), ("four", open), ("eight", walled)] {
        is_searched_alike(&format!("maze FILE --moves {moves}"), maze);
        is_searched_alike(&format!("maze FILE --moves {moves} --shortest"), maze);
    }
}

/// A way from corner to corner, and walls on some of the squares beside it.
fn random_maze(random: &mut SplitMix, size: usize) -> String {
    let mut open = vec![false; size * size];
    open.iter_mut().for_each(|square| *square = random.below(3) > 0);
    let (mut row, mut column) = (0, 0);
    open[0] = true;
    while row + column < 2 * size - 2 {
        let down = column + 1 == size || row + 1 < size && random.below(2) == 0;
        (row, column) = if down { (row + 1, column) } else { (row, column + 1) };
        open[row * size + column] = true;
    }
    let row = |row: &[bool]| row.iter().map(|open| if *open { "1 " } else { "0 " }).collect::<String>() + "\n";
    format!("{size}\n{}", open.chunks(size).map(row).collect::<String>())
}

#[test]
fn random_mazes_are_searched_alike() {
    let mut random = SplitMix::new(1);
    for (moves, size) in [("right-down", 7), ("four", 5), ("eight", 4)].repeat(2) {
        is_searched_alike(&format!("maze FILE --moves {moves}"), &random_maze(&mut random, size));
    }
}

#[test]
fn words_are_searched_alike() {
    let grid = "A B A B\nB A B A\nA B A B\nB A B A\n";
    is_searched_alike("words FILE ABABABA", grid);
    let words = NamedTempFile::new().unwrap();
    fs::write(&words, "ABAB\nBABAB\nABA\nABABABABA\n").unwrap();
    is_searched_alike(&format!("words FILE --dictionary {}", words.path().display()), grid);
}

#[test]
fn paths_parens_and_permutations_are_searched_alike() {
    is_searched_alike("paths 5 6", "");
    is_searched_alike("parens 8", "");
    is_searched_alike("permutations A B C D E F G", "");
}

#[test]
fn long_searches_answer_the_same_on_every_number_of_threads() {
    let lines = [
        "count queens 11 --engine bits",
        "count queens 9 --stats",
        "count queens 10 --limit 200 --engine bits",
        "all queens 9 --format digits",
        "all queens 10 --format lines --take 300",
        "all permutations 1 2 3 4 5 6 7 --format json",
        "solve queens 22 --format digits --engine bits",
        "solve queens 8 --stats",
        "count queens 12 --max-nodes 20000 --engine bits",
        "all queens 9 --max-nodes 9000 --format digits",
    ];
    for line in lines {
        // Seconds differ.
        let out = |out: &str| out.split("\"seconds\"").next().map(String::from);
        let one = run_line(&format!("{line} --threads 1"));
        for threads in [2, 5] {
            let more = run_line(&format!("{line} --threads {threads}"));
            assert_eq!((more.exit, out(&more.out)), (one.exit, out(&one.out)), "{line} --threads {threads}");
            if line.contains("--stats") {
                assert_eq!(more.err, one.err, "{line} --threads {threads}");
            }
        }
    }
}

#[test]
fn without_an_order_it_is_the_same_set() {
    let sorted = |line: &str| {
        let run = run_line(line);
        let mut lines: Vec<_> = run.out.lines().map(String::from).collect();
        lines.sort();
        (run.exit, lines)
    };
    let all = sorted("all queens 9 --format digits --threads 1");
    assert_eq!(all.1.len(), 352);
    assert_eq!(sorted("all queens 9 --format digits --unordered --threads 3"), all);
    let any = run_line("solve queens 20 --any --engine bits --threads 3 --format digits --quiet");
    assert_eq!((any.exit, any.out.lines().count()), (Some(0), 1));
    let few = run_line("all queens 9 --format digits --unordered --threads 3 --take 7");
    assert_eq!((few.exit, few.out.lines().count()), (Some(0), 7));
}

#[test]
fn without_an_order_every_problem_has_the_same_set() {
    let grid = "A B A B\nB A B A\nA B A B\nB A B A\n";
    let maze = random_maze(&mut SplitMix::new(2), 5);
    for (problem, input) in [
        ("sudoku FILE", "1...\n....\n....\n....\n"),
        ("maze FILE", maze.as_str()),
        ("words FILE ABABAB", grid),
        ("paths 4 4", ""),
        ("parens 7", ""),
        ("permutations A B C D E F", ""),
    ] {
        let solutions = |line: &str| {
            let (line, _file) = with_file(line, input);
            let run = run_line(&format!("{line} --format json"));
            assert_eq!(run.exit, Some(0), "{line}: {}", run.err);
            let mut answer: serde_json::Value = serde_json::from_str(&run.out).unwrap();
            let mut solutions: Vec<_> =
                answer["solutions"].as_array_mut().unwrap().iter().map(|solution| solution.to_string()).collect();
            solutions.sort();
            solutions
        };
        let all = solutions(&format!("all {problem} --threads 1"));
        assert!(all.len() > 9, "{problem}: {}", all.len());
        assert_eq!(solutions(&format!("all {problem} --unordered --threads 3")), all, "{problem}");
        let any = solutions(&format!("solve {problem} --any --threads 3"));
        assert!(any.len() == 1 && all.contains(&any[0]), "{problem}: {any:?}");
    }
}

#[test]
fn time_stops_all_threads() {
    for (line, least) in [("count queens 17 --engine bits", 1), ("all queens 17 --engine bits --format digits", 10)] {
        let began = Instant::now();
        let run = run_line(&format!("{line} --threads 3 --timeout 400ms"));
        assert_eq!(run.exit, Some(3), "{line}: {}", run.err);
        assert!(began.elapsed() < Duration::from_secs(5), "{line}: {:?}", began.elapsed());
        assert!(run.err.starts_with("stopped by --timeout: the answer is partial"), "{}", run.err);
        let found = if line.starts_with("all") { run.out.lines().count() } else { run.out.trim().parse().unwrap() };
        assert!(found >= least, "{line}: {found} found");
    }
    // What was printed is the beginning of what there is.
    let partial = run_line("all queens 17 --engine bits --format digits --threads 3 --timeout 300ms").out;
    let most = partial.lines().count();
    assert_eq!(run_line(&format!("all queens 17 --engine bits --format digits --take {most}")).out, partial);
}

#[test]
fn an_estimate_says_what_there_is() {
    let small = run_line("estimate queens 6 --engine bits --threads 1");
    assert_eq!(small.exit, Some(0));
    assert!(small.out.starts_with("nodes      153\nsolutions  4\ntime "), "{}", small.out);
    let line = "estimate queens 18 --engine bits --format json --timeout 20s --rounds 20 --seed 3";
    let large: serde_json::Value = serde_json::from_str(&run_line(line).out).unwrap();
    assert_eq!((&large["verb"], &large["exact"], &large["rounds"]), (&"estimate".into(), &false.into(), &20.into()));
    let mean = large["solutions"]["mean"].as_f64().unwrap();
    assert!((mean / 666_090_624.0 - 1.0).abs() < 0.9, "{mean}");
    let again: serde_json::Value = serde_json::from_str(&run_line(line).out).unwrap();
    assert_eq!(again["nodes"], large["nodes"]);
}

#[test]
fn long_work_says_how_far_it_is() {
    let check = |line: &str| {
        let run = run_line(&format!("{line} --progress always --timeout 3s"));
        assert_eq!(run.exit, Some(3), "{line}");
        let told: Vec<_> = run.err.lines().filter(|line| line.contains(" % done")).collect();
        assert!(!told.is_empty(), "{line}: {}", run.err);
        assert!(told[0].ends_with(" left"), "{line}: {}", run.err);
        let done: f64 = told[0].split(' ').next().unwrap().parse().unwrap();
        assert!((0.0..100.0).contains(&done), "{line}: {}", run.err);
    };
    // All at once: each takes until its time is over.
    std::thread::scope(|scope| {
        for line in [
            "count queens 16 --engine bits",
            "all queens 16 --engine bits --format digits",
            "count queens 20",
            "generate sudoku --count 1000000",
        ] {
            scope.spawn(move || check(line));
        }
    });
    // A log gets it only when asked for, and short work says nothing.
    let silent = ["count queens 16 --engine bits --timeout 1300ms", "count queens 8 --engine bits --progress always"];
    for line in silent {
        assert!(!run_line(line).err.contains('%'), "{line}");
    }
}
