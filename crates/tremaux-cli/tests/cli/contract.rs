//! What the contract of the command line fixes, from outside: answers, formats, exit codes, streams.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::run::{finish, run, run_line, run_on, tremaux};
use serde_json::Value;

fn json(line: &str) -> Value {
    let run = run_line(&format!("{line} --format json"));
    serde_json::from_str(&run.out).unwrap_or_else(|error| panic!("{line}: {error}\n{}", run.out))
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().expect("an object").keys().map(String::as_str).collect()
}

#[test]
fn text_of_queens() {
    let solve = run_line("solve queens 4");
    assert_eq!((solve.exit, solve.out.as_str()), (Some(0), ".Q..\n...Q\nQ...\n..Q.\n"));
    assert_eq!(solve.err, "One solution is as follows:\n");
    assert_eq!(run_line("solve queens 4 --quiet").err, "");
    let all = run_line("all queens 4");
    assert_eq!((all.exit, all.out.as_str()), (Some(0), ".Q..\n...Q\nQ...\n..Q.\n\n..Q.\nQ...\n...Q\n.Q..\n"));
    let count = run_line("count queens 8");
    assert_eq!((count.exit, count.out.as_str(), count.err.as_str()), (Some(0), "92\n", ""));
}

#[test]
fn colour_is_for_those_who_want_it() {
    let error = |color: &str, no_color: Option<&str>| {
        let mut command = tremaux(&["solve", "queens", "0", "--color", color]);
        match no_color {
            Some(value) => command.env("NO_COLOR", value),
            None => command.env_remove("NO_COLOR"),
        };
        finish(command.output().expect("it runs")).err
    };
    let colored = |text: &str| text.contains('\u{1b}');
    assert!(colored(&error("always", None)) && colored(&error("always", Some("1"))));
    assert!(!colored(&error("never", None)));
    // Standard error is a pipe here.
    assert!(!colored(&error("auto", None)));
}

#[test]
fn the_answer_never_depends_on_the_threads() {
    for line in ["all queens 6", "count queens 12", "solve paths 3 3", "count parens 9"] {
        let one = run_line(&format!("{line} --threads 1"));
        for threads in [2, 3, 64] {
            let more = run_line(&format!("{line} --threads {threads}"));
            assert_eq!((more.exit, more.out), (one.exit, one.out.clone()), "{line}");
        }
    }
    assert_eq!(run_line("count queens 8 --threads 0").exit, Some(2));
}

#[test]
fn none_is_exit_1() {
    for size in [2, 3] {
        let solve = run_line(&format!("solve queens {size}"));
        assert_eq!((solve.exit, solve.out.as_str()), (Some(1), "No solution.\n"));
        let all = run_line(&format!("all queens {size}"));
        assert_eq!((all.exit, all.out.as_str()), (Some(1), "[]\n"));
        let count = run_line(&format!("count queens {size}"));
        assert_eq!((count.exit, count.out.as_str()), (Some(1), "0\n"));
    }
}

#[test]
fn a_file_of_cases() {
    let count = run_on("count queens -", b"3\n4\n6\n8\n");
    assert_eq!((count.exit, count.out.as_str()), (Some(0), "2\n4\n92\n"));
    let solve = run_on("solve queens -", b"2\n4\n3\n");
    assert_eq!((solve.exit, solve.out.as_str()), (Some(1), ".Q..\n...Q\nQ...\n..Q.\n\nNo solution.\n"));
    let json = run_on("all queens - --format json", b"2\n4\n3\n");
    let json: Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(keys(&json), ["problem", "verb", "answers", "complete", "seconds"]);
    assert_eq!(json["answers"][0]["solutions"], serde_json::json!([[1, 3, 0, 2], [2, 0, 3, 1]]));
    assert_eq!(json["answers"][1]["input"], 3);
}

#[test]
fn json_has_the_fields_of_the_contract() {
    let all = json("all queens 4");
    assert_eq!(keys(&all), ["problem", "input", "verb", "solutions", "complete", "seconds"]);
    assert_eq!((&all["problem"], &all["input"], &all["verb"]), (&"queens".into(), &4.into(), &"all".into()));
    assert_eq!(all["solutions"], serde_json::json!([[1, 3, 0, 2], [2, 0, 3, 1]]));
    assert_eq!(all["complete"], true);
    let none = json("all queens 3");
    assert_eq!(none["solutions"], serde_json::json!([]));
    let solve = json("solve queens 8");
    assert_eq!(solve["solutions"], serde_json::json!([[0, 4, 7, 5, 2, 6, 1, 3]]));
    let count = json("count queens 8 --stats");
    assert_eq!(keys(&count), ["problem", "input", "verb", "count", "complete", "stats", "seconds"]);
    assert_eq!(count["count"], 92);
    assert_eq!(keys(&count["stats"]), ["calls", "tried", "rejected", "placed", "unplaced", "dead_ends", "solutions"]);
    assert_eq!(count["stats"]["dead_ends"], 644);
}

#[test]
fn lines_are_objects() {
    let all = run_line("all queens 6 --format lines");
    let lines: Vec<Value> = all.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 4);
    assert_eq!(lines[0]["solution"], serde_json::json!([1, 3, 5, 0, 2, 4]));
    let count = run_on("count queens - --format lines", b"2\n4\n6\n");
    let lines: Vec<Value> = count.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.iter().map(|line| line["count"].as_u64().unwrap()).collect::<Vec<_>>(), [2, 4]);
    let partial = run_line("all queens 8 --format lines --max-nodes 500");
    let last: Value = serde_json::from_str(partial.out.lines().last().unwrap()).unwrap();
    assert_eq!((&last["complete"], partial.exit), (&false.into(), Some(3)));
}

/// The table of mission.md through the command, for both forms.
#[test]
fn stats_are_the_quantities_of_the_mission() {
    let table = [
        ("all queens 4", [17, 60, 44, 16, 16, 4, 2]),
        ("solve queens 4", [9, 26, 18, 8, 4, 2, 1]),
        ("all queens 5", [54, 220, 167, 53, 53, 4, 10]),
        ("all queens 6", [153, 894, 742, 152, 152, 46, 4]),
        ("count queens 8", [2057, 15720, 13664, 2056, 2056, 644, 92]),
        ("solve queens 8", [114, 876, 763, 113, 105, 42, 1]),
        ("count queens 10", [35539, 348_150, 312_612, 35538, 35538, 12050, 724]),
    ];
    for (line, quantities) in table {
        for engine in ["", " --engine plain", " --engine bits"] {
            let stats = &json(&format!("{line} --stats{engine}"))["stats"];
            let found: Vec<_> = stats.as_object().unwrap().values().map(|value| value.as_u64().unwrap()).collect();
            assert_eq!(found, quantities, "{line}{engine}");
        }
    }
    let text = run_line("all queens 4 --stats");
    let said: Vec<_> = text.err.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    let expected = ["calls 17", "tried 60", "rejected 44", "placed 16", "unplaced 16", "dead ends 4", "solutions 2"];
    assert_eq!(said, expected);
}

#[test]
fn take_and_limit_stop_as_asked() {
    let take = json("all queens 6 --take 3");
    assert_eq!((take["solutions"].as_array().unwrap().len(), &take["complete"]), (3, &false.into()));
    assert_eq!(run_line("all queens 6 --take 3").exit, Some(0));
    let limit = json("count queens 6 --limit 2");
    assert_eq!((&limit["count"], &limit["complete"]), (&2.into(), &false.into()));
    let limit = json("count queens 6 --limit 5");
    assert_eq!((&limit["count"], &limit["complete"]), (&4.into(), &true.into()));
}

#[test]
fn limits_keep_what_was_found_and_say_that_it_is_partial() {
    let all = run_line("all queens 6 --max-nodes 80");
    assert_eq!(all.exit, Some(3));
    assert_eq!(all.out, run_line("all queens 6 --take 2").out);
    assert!(
        all.err.starts_with("stopped by --max-nodes: the answer is partial, 2 solutions so far; reached 3"),
        "{}",
        all.err
    );
    let solve = run_line("solve queens 8 --max-nodes 50");
    assert_eq!((solve.exit, solve.out.as_str()), (Some(3), "unknown: stopped by --max-nodes\n"));
    let exact = run_line("count queens 4 --max-nodes 17");
    assert_eq!((exact.exit, exact.out.as_str()), (Some(0), "2\n"));
    let began = Instant::now();
    let count = json("count queens 28 --timeout 200ms --engine bits");
    assert_eq!(count["complete"], false);
    assert!(began.elapsed() < Duration::from_secs(5));
}

/// The place reached is told when the path that led there already stands.
#[test]
fn a_word_search_that_is_stopped_says_where() {
    let grid = b"ABC\nDEF\nGHI\n";
    for engine in ["plain", "bits", "fast"] {
        let run = run_on(&format!("solve words - ABC --max-nodes 3 --engine {engine}"), grid);
        assert!(run.err.ends_with("reached (0, 0) (0, 1)\n"), "{engine}: {}", run.err);
        assert_eq!(run.exit, Some(3));
    }
    let dictionary = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(dictionary.path(), "AB\nABC\nADG\n").unwrap();
    let path = dictionary.path().display();
    let stopped = run_on(&format!("all words - --dictionary {path} --max-nodes 4"), grid);
    assert!(stopped.err.ends_with("reached (0, 0) (1, 0) (2, 0)\n"), "{}", stopped.err);
}

/// An answer that cannot be read ends a batch wherever it stands: what was written is an object, or nothing.
#[test]
fn a_batch_that_fails_leaves_no_half_object() {
    let nine = "306508400520000000087000031003010080900863005050090600130000250000000074005206300";
    let none = run_on("check sudoku - --answer xx --format json", format!("{nine}\n{nine}\n").as_bytes());
    assert_eq!((none.exit, none.out.as_str()), (Some(2), ""));
    let sizes = format!("check sudoku - --format json --answer {nine}");
    let one = run_on(&sizes, format!("{nine}\n1...\n....\n....\n....\n").as_bytes());
    let json: Value = serde_json::from_str(&one.out).unwrap();
    assert_eq!((one.exit, json["answers"].as_array().unwrap().len(), &json["complete"]), (Some(2), 1, &false.into()));
    let strict = run_on("solve sudoku - --strict --format json", format!("{nine}\nbad\n{nine}\n").as_bytes());
    let json: Value = serde_json::from_str(&strict.out).unwrap();
    assert_eq!(
        (strict.exit, json["answers"].as_array().unwrap().len(), &json["complete"]),
        (Some(2), 2, &false.into())
    );
}

/// Whoever sends one puzzle and waits for its answer gets it, before the input ends.
#[test]
fn an_answer_does_not_wait_for_more_input() {
    let mut child = tremaux(&["solve", "sudoku", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut answers = BufReader::new(child.stdout.take().expect("a pipe"));
    for _ in 0..2 {
        stdin
            .write_all(b"306508400520000000087000031003010080900863005050090600130000250000000074005206300\n")
            .unwrap();
        let mut answer = String::new();
        answers.read_line(&mut answer).unwrap();
        assert!(answer.starts_with("316578492"), "{answer}");
    }
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn a_closed_pipe_ends_it_quietly() {
    for (line, begins) in [
        ("all queens 12", "Q...........\n"),
        ("trace queens 9", "{\"schema\":\"tremaux-trace\""),
        ("tree queens 9", "start\n"),
    ] {
        let arguments: Vec<_> = line.split(' ').collect();
        let mut child = tremaux(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
        let mut first = String::new();
        let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
        out.read_line(&mut first).expect("a line");
        drop(out);
        let run = finish(child.wait_with_output().expect("it ends"));
        assert!(first.starts_with(begins), "{line}: {first}");
        assert_eq!((run.exit, run.err.as_str()), (Some(0), ""), "{line}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_one_clear_error() {
    for line in
        [["solve", "queens", "8"], ["all", "queens", "12"], ["tree", "queens", "8"], ["completions", "bash", "-q"]]
    {
        let full = std::fs::File::options().write(true).open("/dev/full").expect("a full disk");
        let run = finish(tremaux(&line).stdout(full).output().expect("it runs"));
        assert_eq!(run.exit, Some(2), "{line:?}");
        assert!(run.err.contains("error: cannot write the answer to standard output: No space left"), "{}", run.err);
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_keeps_what_was_found() {
    let mut child = tremaux(&["all", "queens", "28", "--engine", "bits", "--format", "json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    // The answer is cut after its first solution.
    let mut text = Vec::new();
    out.read_until(b']', &mut text).expect("a piece");
    let kill = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.expect("kill runs").success());
    std::io::Read::read_to_end(&mut out, &mut text).expect("the rest");
    let run = finish(child.wait_with_output().expect("it ends"));
    assert_eq!(run.exit, Some(130));
    assert!(run.err.contains("interrupted: the answer is partial"), "{}", run.err);
    let answer: Value = serde_json::from_slice(&text).expect("a whole object");
    assert_eq!(answer["complete"], false);
    assert!(!answer["solutions"].as_array().unwrap().is_empty());
}

#[test]
fn an_interrupt_ends_an_estimate() {
    let mut child = tremaux(&["estimate", "queens", "30", "--engine", "bits", "--timeout", "300s"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    std::thread::sleep(Duration::from_secs(1));
    assert!(child.try_wait().expect("a child").is_none(), "it ended by itself");
    std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    let run = finish(child.wait_with_output().expect("it ends"));
    assert_eq!((run.exit, run.out.as_str()), (Some(130), ""));
    assert!(run.err.contains("interrupted: too little was seen yet to tell how large it is"), "{}", run.err);
}

#[test]
fn check_queens() {
    let good = run_on("check queens -", b".Q..\n...Q\nQ...\n..Q.\n\n.Q..\n....\n....\n....\n");
    assert_eq!((good.exit, good.out.as_str()), (Some(0), "valid, complete\nvalid, 3 open\n"));
    let bad = run_on("check queens -", b"Q...\n.Q..\n...Q\nQ...\n");
    assert_eq!(
        (bad.exit, bad.out.as_str()),
        (Some(1), "invalid: diag: (0, 0) and (1, 1); column: (0, 0) and (3, 0)\n")
    );
    let answer = run(&["check", "queens", "8", "--answer", "0 4 7 5 2 6 1 3"]);
    assert_eq!((answer.exit, answer.out.as_str()), (Some(0), "valid, complete\n"));
    let answer = run(&["check", "queens", "8", "--answer", "[0, 4, 5]"]);
    assert_eq!((answer.exit, answer.out.as_str()), (Some(1), "invalid: diag: (1, 4) and (2, 5)\n"));
}

#[test]
fn every_board_that_is_listed_checks() {
    let all = run_line("all queens 7");
    let check = run_on("check queens -", all.out.as_bytes());
    assert_eq!((check.exit, check.out), (Some(0), "valid, complete\n".repeat(40)));
}

#[test]
fn tree_of_queens() {
    let tree = run_line("tree queens 4");
    let count = |what: &str| tree.out.lines().filter(|line| line.ends_with(what)).count();
    assert_eq!((tree.exit, tree.out.lines().count(), count("dead"), count("yes!")), (Some(0), 17, 4, 2));
    assert_eq!(tree.err, "16 nodes below the start, 4 dead, 2 yes\n");
    let cut = run_line("tree queens 8 --depth 1");
    assert_eq!(cut.out.lines().map(str::trim).collect::<Vec<_>>()[..3], ["start", "0  ...", "1  ..."]);
    let partial = run_line("tree queens 8 --max-nodes 10");
    assert_eq!((partial.exit, partial.out.lines().count()), (Some(3), 10));
    let said = partial.err.lines().last();
    assert_eq!(said, Some("stopped by --max-nodes: the answer is partial, 0 solutions so far"));
}

#[test]
fn compare_prints_row_15() {
    let ways = &json("compare queens 8")["ways"];
    let column = |name: &str| ways.as_array().unwrap().iter().map(|way| way[name].as_u64()).collect::<Vec<_>>();
    assert_eq!(column("computed"), [Some(178_462_987_637_760), Some(16_777_216), Some(40_320), None]);
    assert_eq!(column("counted"), [None, Some(16_777_216), Some(40_320), Some(2_056)]);
    let text = run_line("compare queens 8").out;
    assert!(text.contains("64 x 63 x ... x 57 = 178462987637760") && text.contains("8^8 = 16777216"), "{text}");
}

#[test]
fn completions_and_the_manual_come_from_the_same_definitions() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = run(&["completions", shell]);
        assert_eq!(script.exit, Some(0));
        assert!(script.out.contains("queens") && script.out.contains("max-nodes"), "{shell}");
    }
    let man = run_line("man");
    assert!(man.exit == Some(0) && man.out.contains(".TH tremaux") && man.out.contains("max\\-nodes"));
}
