//! Jobs: killed, shared, out of room, and what is told of them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::run::{Run, finish, run, run_line, run_on, tremaux};

/// A folder in memory, where there is such a thing: a disk makes every result wait.
fn folder() -> TempDir {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() }.expect("a folder")
}

/// `line`, with the file of a job in the place of `JOB`.
fn on(line: &str, job: &Path) -> Run {
    let job = job.to_str().expect("the path is text");
    let arguments: Vec<_> = line.split_whitespace().map(|word| if word == "JOB" { job } else { word }).collect();
    run(&arguments)
}

fn json(line: &str, job: &Path) -> Value {
    let run = on(line, job);
    serde_json::from_str(&run.out).unwrap_or_else(|error| panic!("{line}: {error}: {} {}", run.out, run.err))
}

fn listed(job: &Path) -> String {
    fs::read_to_string(job.with_extension("db.solutions")).unwrap_or_default()
}

/// The solutions of queens as a job lists them.
fn boards(size: u32) -> String {
    let run = run_line(&format!("all queens {size} --engine bits --format lines"));
    let board = |line: &str| serde_json::from_str::<Value>(line).unwrap()["solution"].to_string() + "\n";
    run.out.lines().map(board).collect()
}

#[test]
fn a_job_is_done_once() {
    let folder = folder();
    let job = folder.path().join("q8.db");
    for threads in [2, 1] {
        let first = on(&format!("count queens 8 --engine bits --job JOB --units 20 --threads {threads}"), &job);
        assert_eq!((first.exit, &*first.out, &*first.err), (Some(0), "92\n", ""));
    }
    let status = on("job status JOB", &job);
    assert_eq!(status.exit, Some(0), "{}", status.err);
    let version = env!("CARGO_PKG_VERSION");
    let first = format!("job        count queens {{\"input\":\"8\"}}, by tremaux {version}, engine bits\n");
    assert!(status.out.starts_with(&first), "{}", status.out);
    assert!(status.out.contains("solutions  92\nat work    done\n"), "{}", status.out);
    let status = json("job status JOB --format json", &job);
    assert_eq!((&status["count"], &status["complete"], &status["nodes"]), (&92.into(), &true.into(), &2057.into()));
    let audit = on("job audit JOB --sample 5", &job);
    assert_eq!((audit.exit, &*audit.out), (Some(0), "5 units done once more, 0 differ\n"));
}

/// As without a job.
#[test]
fn a_job_up_to_symmetry_tells_the_classes() {
    let folder = folder();
    let [counted, listed] = ["count.db", "all.db"].map(|name| folder.path().join(name));
    let count = on("count queens 8 --fundamental --job JOB", &counted);
    assert_eq!((&*count.out, &*count.err), ("12\n", "11 x 8 + 1 x 4 = 92\n"));
    let all = on("all queens 8 --fundamental --job JOB", &listed);
    assert!(all.err.ends_with("\n11 x 8 + 1 x 4 = 92\n"), "{}", all.err);
    let classes = json!({ "8": 11, "4": 1 });
    for (verb, job) in [("count", &counted), ("all", &listed)] {
        let told = json(&format!("{verb} queens 8 --fundamental --job JOB --format json"), job);
        assert_eq!((&told["count"], &told["classes"]), (&12.into(), &classes), "{verb}");
    }
}

#[test]
fn every_problem_is_a_job_and_every_engine() {
    let folder = folder();
    fs::create_dir(folder.path().join("elsewhere")).unwrap();
    let maze = folder.path().join("elsewhere/maze.txt");
    fs::copy(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/maze/open.txt"), &maze).unwrap();
    let maze = maze.to_str().unwrap();
    let lines = [
        "queens 9".into(),
        "queens 12 --fundamental".into(),
        "queens 10 --engine plain".into(),
        "parens 7".into(),
        "paths 4 4 --engine bits".into(),
        "permutations 1 2 3 4 4 5".into(),
        format!("maze {maze} --moves eight"),
    ];
    for (number, line) in lines.iter().enumerate() {
        let job = folder.path().join(format!("{number}.db"));
        let expected = run_line(&format!("count {line} --quiet"));
        let found = on(&format!("count {line} --quiet --job JOB --units 30"), &job);
        assert_eq!((found.exit, found.out), (Some(0), expected.out), "{line}: {}", found.err);
        let audit = on("job audit JOB --sample 3", &job);
        assert_eq!(audit.exit, Some(0), "{line}: {}{}", audit.out, audit.err);
    }
    // The job holds the maze: where its file is, and whether, is nothing to it.
    let moved = folder.path().join("maze.txt");
    fs::rename(maze, &moved).unwrap();
    let job = folder.path().join("6.db");
    assert_eq!(on("job audit JOB --sample 3", &job).exit, Some(0));
    let again = on(&format!("count maze {} --moves eight --job JOB", moved.display()), &job);
    assert_eq!(again.exit, Some(0), "{}", again.err);
    let other = on(&format!("count maze {} --job JOB", moved.display()), &job);
    assert_eq!(other.exit, Some(2));
    assert!(
        other.err.contains("holds another job: its input is {\"file\":\"maze.txt\",\"moves\":\"eight\""),
        "{}",
        other.err
    );
}

#[test]
fn what_is_not_the_same_is_refused_by_name() {
    let folder = folder();
    let job = folder.path().join("job.db");
    assert_eq!(on("count queens 6 --engine bits --job JOB", &job).exit, Some(0));
    for (line, why) in [
        ("count queens 7 --engine bits --job JOB", r#"its input is {"input":"6"}, not {"input":"7"}"#),
        ("count parens 6 --engine bits --job JOB", "its problem is queens, not parens"),
        ("all queens 6 --engine bits --job JOB", "its verb is count, not all"),
        ("count queens 6 --engine plain --job JOB", "its engine is bits, not plain"),
        ("count queens 6 --job JOB --limit 2", "--limit does not go with --job: a job is the whole search"),
        ("count queens 6 --job JOB --stats", "--stats does not go with --job: a job is the whole search"),
        ("all queens 6 --job JOB --take 2", "--take does not go with --job: a job is the whole search"),
        ("count words examples/words/letters.txt A B --job JOB", "cannot read"),
        ("count sudoku examples/no.txt --job JOB", "cannot read examples/no.txt"),
        ("job status nowhere.db", "cannot read nowhere.db"),
        ("job unit {}", "expected the field `version`"),
    ] {
        let run = on(line, &job);
        assert_eq!((run.exit, &*run.out), (Some(2), ""), "{line}");
        assert!(run.err.starts_with("error: ") && run.err.contains(why), "{line}: {}", run.err);
    }
    assert_eq!(on("count queens 6 --engine bits --job JOB", &job).out, "4\n");
}

#[test]
fn units_are_done_elsewhere_and_sum_up() {
    let folder = folder();
    for (line, kind, sum) in [("count queens 7 --engine bits", "prefix", 40), ("count queens 12", "units", 14_200)] {
        let job = folder.path().join(format!("{kind}.db"));
        // Stopped before anything is done: the units are there all the same.
        on(&format!("{line} --job JOB --units 6 --timeout 0s"), &job);
        let export = json("job export JOB", &job);
        let units = export["units"].as_array().unwrap();
        let done = units.iter().map(|unit| {
            let mut text = export["job"].clone();
            for end in [kind, "until"].into_iter().filter(|end| !unit[*end].is_null()) {
                text[end] = unit[end].clone();
            }
            let run = run(&["job", "unit", &text.to_string()]);
            assert_eq!(run.exit, Some(0), "{}", run.err);
            serde_json::from_str::<Value>(&run.out).unwrap()["count"].as_u64().unwrap()
        });
        assert_eq!(done.sum::<u64>(), sum);
    }
    let unit = |rest: &str| {
        let version = env!("CARGO_PKG_VERSION");
        let head = format!(r#"{{"version":1,"program":"tremaux {version}","problem":"queens","#);
        run(&["job", "unit", &format!("{head}{rest}")])
    };
    let all = unit(r#""input":{"input":"6"},"verb":"all","engine":"bits","prefix":[2]}"#);
    let all: Value = serde_json::from_str(&all.out).unwrap();
    assert_eq!((&all["count"], &all["solutions"]), (&1.into(), &serde_json::json!([[2, 5, 1, 4, 0, 3]])));
    for (rest, why) in [
        (
            r#""input":{"input":"6"},"verb":"all","engine":"bits","prefix":[9]}"#,
            "level 0 has 6 choices, and none with number 9",
        ),
        (
            r#""input":{"input":"6"},"verb":"all","engine":"bits","units":[9]}"#,
            "expected a unit named by `prefix`, found `units`",
        ),
        (r#""input":{"input":"12"},"verb":"count","engine":"fast","units":[9,7]}"#, "expected the first of the units"),
        (r#""input":{"input":"6","sise":1},"verb":"all","engine":"bits","prefix":[9]}"#, "was understood"),
        (r#""input":{"input":6},"verb":"all","engine":"bits","prefix":[9]}"#, "expected the input of a problem"),
        (r#""input":{"input":"x"},"verb":"all","engine":"bits","prefix":[9]}"#, "cannot read x"),
    ] {
        let run = unit(rest);
        assert_eq!((run.exit, &*run.out), (Some(2), ""), "{rest}");
        assert!(run.err.contains(why), "{rest}: {}", run.err);
    }
}

#[test]
fn what_is_done_elsewhere_is_brought_to_the_job() {
    let folder = folder();
    let lines =
        [("count queens 7 --engine bits", "40\n"), ("count queens 12", "14200\n"), ("all queens 7 --engine bits", "")];
    for (number, (line, answer)) in lines.into_iter().enumerate() {
        let job = folder.path().join(format!("{number}.db"));
        let file = job.to_str().unwrap();
        on(&format!("{line} --job JOB --units 12 --timeout 0s"), &job);
        let open = on("job export JOB --open", &job).out;
        let units: Vec<_> = open.lines().collect();
        let done = |units: &[&str]| {
            let run = run_on("job unit -", units.join("\n").as_bytes());
            assert_eq!((run.exit, run.out.lines().count()), (Some(0), units.len()), "{}", run.err);
            run.out
        };
        let (first, rest) = units.split_at(units.len() / 2);
        let (first, rest) = (done(first), done(rest));
        let store = |results: &str| run_on(&format!("job store {file}"), results.as_bytes());
        let bad = [
            (format!("{first}{{}}\n"), "expected the field `count`".into()),
            (first.replace("\"seconds\":", "\"second\":"), "line 1: expected the field `seconds`".into()),
            (first.replace("\"count\":", "\"count\":-"), "line 1: expected".into()),
            (first.replace("\"7\"", "\"6\"").replace("\"12\"", "\"11\""), "a unit of this job".to_owned()),
        ];
        for (results, why) in bad {
            let run = store(&results);
            assert!(run.exit == Some(2) && run.err.contains(&why), "{why}: {}", run.err);
        }
        let all = units.len();
        let half = format!("{0} results stored: {0} of {all} units are done\n", all / 2);
        assert_eq!(store(&first).err, half);
        assert_eq!(on("job export JOB --open", &job).out.lines().count(), all - all / 2);
        // In another order, some of them twice, and some that are stored.
        let shuffled: Vec<_> = rest.lines().rev().chain(first.lines()).chain(rest.lines()).collect();
        let whole = format!("{} results stored: {all} of {all} units are done\n", all - all / 2);
        assert_eq!(store(&shuffled.join("\n")).err, whole);
        let again = on(&format!("{line} --job JOB --quiet"), &job);
        assert_eq!((again.exit, &*again.out), (Some(0), answer), "{}", again.err);
        assert_eq!(on("job audit JOB", &job).exit, Some(0));
        assert!(line.starts_with("count") || listed(&job) == boards(7));
    }
}

/// Random numbers: splitmix64.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB) % bound.max(1)
    }
}

/// A job that is killed, and what it must come to.
struct Killed {
    verb: &'static str,
    job: PathBuf,
    boards: String,
}

impl Killed {
    fn line(&self) -> String {
        format!("{} queens 9 --engine plain --threads 2 --units 300 --quiet --job JOB", self.verb)
    }

    /// Starts it, and kills it after `time`; whether it was done before.
    fn kill_after(&self, time: Duration) -> bool {
        let line = self.line().replace("JOB", self.job.to_str().unwrap());
        let mut command = tremaux(&line.split_whitespace().collect::<Vec<_>>());
        let mut child = command.stdout(Stdio::null()).spawn().expect("the binary runs");
        std::thread::sleep(time);
        let done = child.try_wait().expect("a child").is_some();
        // On Unix this is SIGKILL.
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        done
    }

    /// Lets it end, and looks at all there is; then there is nothing.
    fn check(&self) {
        let run = on(&self.line(), &self.job);
        assert_eq!((run.exit, &*run.err), (Some(0), ""), "{}", self.verb);
        if self.verb == "count" {
            assert_eq!(run.out, "352\n");
        } else {
            assert_eq!(listed(&self.job), self.boards);
        }
        let export = json("job export JOB", &self.job);
        let units = export["units"].as_array().unwrap();
        let count = |unit: &Value| unit["solutions"].as_str().unwrap().parse::<u64>().unwrap();
        assert_eq!(units.iter().map(count).sum::<u64>(), 352);
        let nodes = units.iter().map(|unit| unit["nodes"].as_u64().unwrap()).sum::<u64>();
        assert_eq!(export["nodes_above"].as_u64().unwrap() + nodes, 8394);
        for suffix in ["db", "db-wal", "db-shm", "db.solutions"] {
            let _ = fs::remove_file(self.job.with_extension(suffix));
        }
    }
}

#[test]
fn killed_a_hundred_times_it_loses_nothing() {
    let folder = folder();
    let of = |verb| Killed { verb, job: folder.path().join(format!("{verb}.db")), boards: boards(9) };
    let jobs = [of("count"), of("all")];
    let began = Instant::now();
    jobs.iter().for_each(Killed::check);
    let whole = u64::try_from(began.elapsed().as_micros()).unwrap() / 2;
    let mut random = Random(1);
    let mut kills = 0;
    let mut stored = 0;
    while kills < 100 {
        let job = &jobs[kills % 2];
        if job.kill_after(Duration::from_micros(random.below(whole))) {
            job.check();
            continue;
        }
        kills += 1;
        if kills % 20 < 2 && job.job.exists() {
            let status = on("job status JOB --format json", &job.job).out;
            let status: Value = serde_json::from_str(&status).unwrap_or_default();
            stored += status["units_done"].as_u64().unwrap_or(0);
        }
    }
    jobs.iter().for_each(Killed::check);
    assert!(stored > 0, "it was killed before it had done anything");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left lying there");
}

#[test]
fn two_processes_share_a_job() {
    let folder = folder();
    let job = folder.path().join("q10.db");
    let line = format!("all queens 10 --engine plain --threads 1 --units 100 --quiet --job {}", job.display());
    let start = || {
        let mut command = tremaux(&line.split_whitespace().collect::<Vec<_>>());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().expect("the binary runs")
    };
    let both = [start(), start(), start()];
    for child in both {
        let run = finish(child.wait_with_output().expect("it ends"));
        assert_eq!((run.exit, &*run.out, &*run.err), (Some(0), "", ""));
    }
    assert_eq!(listed(&job), boards(10));
    assert_eq!(json("job status JOB --format json", &job)["count"], 724);
}

#[test]
fn limits_keep_what_was_found_and_say_it() {
    let folder = folder();
    let job = folder.path().join("q17.db");
    let run = on("count queens 17 --engine bits --threads 2 --units 2000 --timeout 2s --job JOB", &job);
    assert_eq!(run.exit, Some(3), "{}", run.err);
    let found: u64 = run.out.trim().parse().unwrap();
    assert!(run.err.starts_with("stopped by --timeout: the answer is partial, "), "{}", run.err);
    assert!(run.err.contains("units, kept in ") && run.err.ends_with("the same command goes on\n"), "{}", run.err);
    let status = json("job status JOB --format json", &job);
    assert_eq!((status["count"].as_u64(), &status["at_work"]), (Some(found), &serde_json::json!([])));
    assert!(status["seconds_left"].as_f64().is_none_or(|left| left > 0.0));
}

#[test]
#[cfg(unix)]
fn an_interrupt_ends_it_and_it_goes_on() {
    let folder = folder();
    let job = folder.path().join("q17.db");
    let line = format!("count queens 17 --engine bits --units 2000 --job {}", job.display());
    let mut command = tremaux(&line.split_whitespace().collect::<Vec<_>>());
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let began = Instant::now();
    let is_at_work = || on("job status JOB --format json", &job).out.contains("\"process\"");
    while !is_at_work() && began.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(50));
    }
    std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let run = finish(child.wait_with_output().unwrap());
    assert_eq!(run.exit, Some(130), "{}", run.err);
    assert!(run.err.starts_with("interrupted"), "{}", run.err);
    assert_eq!(json("job status JOB --format json", &job)["at_work"], serde_json::json!([]));
}

/// A limit on the size of files, which is met like the end of a disk.
#[test]
#[cfg(unix)]
fn where_there_is_no_room_it_says_so_and_goes_on_later() {
    let folder = folder();
    let job = folder.path().join("q9.db");
    let line = format!("all queens 9 --engine bits --units 300 --quiet --job {}", job.display());
    let mut said = 0;
    for blocks in [0, 8, 64, 90, 120, 160, 200] {
        let shell = format!("trap '' XFSZ; ulimit -f {blocks}; exec {} {line}", env!("CARGO_BIN_EXE_tremaux"));
        let run = finish(std::process::Command::new("sh").args(["-c", &shell]).output().unwrap());
        assert!(matches!(run.exit, Some(0 | 2)), "{blocks}: {:?} {}", run.exit, run.err);
        if run.exit == Some(2) {
            said += 1;
            assert!(run.err.starts_with("error: cannot write ") && run.err.lines().count() == 1, "{}", run.err);
        }
        assert!(boards(9).starts_with(&listed(&job)) || run.exit == Some(2));
    }
    assert!(said > 0);
    assert_eq!(run_line(&line).exit, Some(0));
    assert_eq!(listed(&job), boards(9));
}
