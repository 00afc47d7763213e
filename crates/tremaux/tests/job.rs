//! Jobs: cut, stopped, shared, damaged.
#![cfg(feature = "jobs")]

mod common;

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use common::{Tree, Walk, naive, trees};
use proptest::prelude::*;
use serde_json::json;
use tremaux::job::{Job, JobError, Name, SearchWork, Status, Task, Unit, UnitSize, UnitText, Verb, Work, listing};
use tremaux::{Bits, Limit, Limits, Outcome, Problem};

/// All words of so many bits.
#[derive(Clone)]
struct Words {
    word: Vec<u16>,
    bits: usize,
    slow: bool,
}

impl Words {
    fn new(bits: usize) -> Self {
        Words { word: vec![], bits, slow: false }
    }

    /// One that takes a tenth of a millisecond for a node.
    fn slow(bits: usize) -> Self {
        Words { slow: true, ..Words::new(bits) }
    }
}

impl Problem for Words {
    type Choice = u16;
    type Choices = Bits<u16>;
    type Solution = String;

    fn choices(&self) -> Option<Bits<u16>> {
        if self.slow {
            thread::sleep(Duration::from_micros(100));
        }
        (self.word.len() < self.bits).then_some(Bits(0b11))
    }
    fn place(&mut self, bit: u16) {
        self.word.push(bit);
    }
    fn unplace(&mut self, _: u16) {
        self.word.pop();
    }
    fn solution(&self) -> String {
        self.word.iter().map(|bit| if *bit == 1 { '0' } else { '1' }).collect()
    }
}

fn task(verb: Verb) -> Task {
    Task { problem: "words".into(), input: json!(5), verb, engine: "plain".into(), program: "test 1".into() }
}

#[expect(clippy::ptr_arg, reason = "the solution is a `String`")]
fn a_line(solution: &String, text: &mut Vec<u8>) -> Result<(), String> {
    text.extend(solution.bytes().chain([b'\n']));
    Ok(())
}

fn nobody(_: &Status) {}

fn file_of(folder: &tempfile::TempDir) -> std::path::PathBuf {
    folder.path().join("job.db")
}

/// Every word of `bits` bits on a line.
fn all_words(bits: usize) -> String {
    (0..1_u32 << bits).map(|word| format!("{word:0bits$b}\n")).collect()
}

/// What the units of `work` come to, one after the other: solutions, nodes, and what they list.
fn sum(work: &impl Work, size: UnitSize) -> (u128, u64, Vec<u8>) {
    let plan = work.plan(size).unwrap();
    let mut worker = work.worker(&Arc::default()).unwrap();
    let (mut solutions, mut nodes, mut text) = (0, plan.nodes_above, Vec::new());
    for unit in plan.units {
        let done = worker.run(&unit.name, &mut |piece| text.extend(piece)).unwrap().unwrap();
        solutions += done.solutions;
        nodes += done.nodes;
    }
    (solutions, nodes, text)
}

fn path_line(path: &Vec<usize>, text: &mut Vec<u8>) -> Result<(), String> {
    text.extend(format!("{path:?}\n").bytes());
    Ok(())
}

fn lines_of(tree: &Tree) -> Vec<u8> {
    naive(tree).0.iter().flat_map(|path| format!("{path:?}\n").into_bytes()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    /// Every node is in one unit or on the way to one, every solution in one unit, and the units are in order.
    #[test]
    fn every_leaf_is_in_one_unit(tree in trees(), units in 1_u64..60) {
        let (solutions, stats) = naive(&tree);
        let work = SearchWork::all(Walk::new(tree.clone()), &path_line);
        let found = sum(&work, UnitSize::Number(units));
        prop_assert_eq!(found, (solutions.len() as u128, stats.calls, lines_of(&tree)));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    /// Wherever a search is cut: the parts have every solution once, in order.
    #[test]
    fn what_lies_between_two_places_is_searched(
        tree in trees(), places in prop::collection::btree_set(prop::collection::vec(0_u64..4, 1..5), 0..6),
    ) {
        // A root that is a solution would be on the way to where the last part ends.
        prop_assume!(tree != Tree::Solution);
        let work = SearchWork::all(Walk::new(tree.clone()), &path_line);
        // No part begins where no choices lead to.
        let leads_to_a_node = |place: &Vec<u64>| run_alone(&work, &place.clone().into()).is_ok();
        let places: Vec<_> = places.into_iter().filter(leads_to_a_node).collect();
        let begins = [vec![]].into_iter().chain(places.iter().cloned());
        let ends = places.iter().cloned().chain([vec![9]]);
        let mut found = (0, Vec::new());
        for (begin, until) in begins.zip(ends) {
            let (solutions, text) = run_alone(&work, &Name { begin, until: Some(until) }).unwrap();
            found.0 += solutions;
            found.1.extend(text);
        }
        prop_assert_eq!(found, (naive(&tree).0.len() as u128, lines_of(&tree)));
    }
}

/// What one unit comes to: solutions, and what it lists.
fn run_alone(work: &impl Work, name: &Name) -> Result<(u128, Vec<u8>), String> {
    let mut text = Vec::new();
    let done = work.worker(&Arc::default()).unwrap().run(name, &mut |piece| text.extend(piece))?.unwrap();
    Ok((done.solutions, text))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    /// The same through a file, on threads, stopped at any time and begun again.
    #[test]
    fn a_job_finds_what_there_is(tree in trees(), units in 1_u64..60, threads in 1_usize..4, stops in 0_u64..3) {
        let folder = tempfile::tempdir().unwrap();
        let file = file_of(&folder);
        let work = SearchWork::all(Walk::new(tree.clone()), &path_line);
        for stop in 0..stops {
            let mut job = Job::begin(&file, &task(Verb::All), &work, UnitSize::Number(units)).unwrap();
            let limits = Limits::new().time(Duration::from_millis(stop));
            job.run(&work, threads, limits, &mut nobody).unwrap();
        }
        let mut job = Job::begin(&file, &task(Verb::All), &work, UnitSize::Number(units)).unwrap();
        prop_assert_eq!(job.run(&work, threads, Limits::new(), &mut nobody).unwrap(), Outcome::Complete);
        let (solutions, stats) = naive(&tree);
        let status = job.status().unwrap();
        prop_assert_eq!((status.solutions, status.nodes), (solutions.len() as u128, stats.calls));
        prop_assert!(status.is_complete() && status.at_work.is_empty());
        let found = fs::read(listing(&file)).unwrap_or_default();
        prop_assert_eq!(found, lines_of(&tree));
    }
}

#[test]
fn a_large_search_is_cut_evenly_enough() {
    let plan = SearchWork::count(Words::new(40)).plan(UnitSize::Number(1000)).unwrap();
    assert!((500..=2048).contains(&plan.units.len()), "{}", plan.units.len());
    assert!(plan.units.iter().all(|unit| unit.name.begin.len() <= 16));
    // More units than there can be, of a search larger than any.
    let plan = SearchWork::count(Words::new(90)).plan(UnitSize::Lasting(Duration::from_nanos(1))).unwrap();
    assert!(plan.units.len() <= 1 << 16);
    assert_eq!(SearchWork::count(Words::new(40)).plan(UnitSize::Number(1)).unwrap().units.len(), 1);
}

/// Numbers from `next` on, of which some have the sum `missing`: nearly all of the tree is where small ones are taken and large
/// ones left.
#[derive(Clone)]
struct Subsets {
    next: u32,
    last: u32,
    missing: u32,
}

impl Problem for Subsets {
    type Choice = u16;
    type Choices = Bits<u16>;
    type Solution = ();

    /// 1: leave it; 2: take it.
    fn choices(&self) -> Option<Bits<u16>> {
        let rest: u32 = (self.next + 1..=self.last).sum();
        let take = self.next <= self.missing && self.next <= self.last;
        let leave = rest >= self.missing && self.next <= self.last;
        (self.missing > 0).then_some(Bits(u16::from(leave) | u16::from(take) << 1))
    }
    fn place(&mut self, choice: u16) {
        self.missing -= if choice == 2 { self.next } else { 0 };
        self.next += 1;
    }
    fn unplace(&mut self, choice: u16) {
        self.next -= 1;
        self.missing += if choice == 2 { self.next } else { 0 };
    }
    fn solution(&self) {}
}

#[test]
fn an_uneven_search_is_cut_evenly_enough() {
    let work = SearchWork::count(Subsets { next: 1, last: 40, missing: 70 });
    for number in [5, 30, 100] {
        let plan = work.plan(UnitSize::Number(number)).unwrap();
        let mut worker = work.worker(&Arc::default()).unwrap();
        let mut nodes = |unit: &Unit| worker.run(&unit.name, &mut |_| ()).unwrap().unwrap().nodes;
        let nodes: Vec<_> = plan.units.iter().map(&mut nodes).collect();
        let largest = nodes.iter().max().unwrap() * nodes.len() as u64;
        assert!(largest <= 3 * nodes.iter().sum::<u64>(), "{number}: {nodes:?}");
        assert!((number / 2..=2 * number).contains(&(nodes.len() as u64)), "{number}: {nodes:?}");
    }
}

/// A path that is longer than any prefix, and all there is at its end.
#[test]
fn a_long_path_is_one_unit() {
    #[derive(Clone)]
    struct Path(usize);
    impl Problem for Path {
        type Choice = u16;
        type Choices = Bits<u16>;
        type Solution = ();
        fn choices(&self) -> Option<Bits<u16>> {
            (self.0 < 100_010).then_some(Bits(if self.0 < 100_000 { 1 } else { 3 }))
        }
        fn place(&mut self, _: u16) {
            self.0 += 1;
        }
        fn unplace(&mut self, _: u16) {
            self.0 -= 1;
        }
        fn solution(&self) {}
    }
    let (solutions, nodes, _) = sum(&SearchWork::count(Path(0)), UnitSize::Lasting(Duration::from_nanos(1)));
    assert_eq!((solutions, nodes), (1024, 100_000 + 2047));
}

#[test]
fn what_is_cancelled_is_done_later() {
    let folder = tempfile::tempdir().unwrap();
    let file = file_of(&folder);
    let work = SearchWork::all(Words::slow(9), &a_line);
    let mut runs = 0;
    loop {
        let mut job = Job::begin(&file, &task(Verb::All), &work, UnitSize::Number(60)).unwrap();
        let flag = Arc::new(AtomicBool::new(false));
        let raised = Arc::clone(&flag);
        let timer = thread::spawn(move || {
            thread::sleep(Duration::from_millis(30));
            raised.store(true, Ordering::Relaxed);
        });
        let outcome = job.run(&work, 2, Limits::new().cancel(flag), &mut nobody).unwrap();
        timer.join().unwrap();
        runs += 1;
        let found = fs::read_to_string(listing(&file)).unwrap();
        assert!(all_words(9).starts_with(&found));
        if outcome == Outcome::Complete {
            break;
        }
        assert_eq!(outcome, Outcome::Stopped(Limit::Cancelled));
    }
    let job = Job::open(&file).unwrap();
    assert!(runs > 1 && job.status().unwrap().solutions == 512);
    assert_eq!(fs::read_to_string(listing(&file)).unwrap(), all_words(9));
}

#[test]
fn many_workers_share_a_job() {
    let folder = tempfile::tempdir().unwrap();
    let file = file_of(&folder);
    let told = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let work = SearchWork::all(Words::slow(9), &a_line);
                let mut job = Job::begin(&file, &task(Verb::All), &work, UnitSize::Number(100)).unwrap();
                let outcome = job.run(&work, 2, Limits::new(), &mut |status| {
                    told.fetch_add(1, Ordering::Relaxed);
                    assert!(status.units_done <= status.units && status.fraction <= 1.0 + 1e-9);
                });
                assert_eq!(outcome.unwrap(), Outcome::Complete);
                let status = job.status().unwrap();
                assert_eq!((status.solutions, status.nodes), (512, 1023));
            });
        }
    });
    assert!(told.into_inner() > 0);
    let job = Job::open(&file).unwrap();
    assert_eq!(fs::read_to_string(listing(&file)).unwrap(), all_words(9));
    assert!(job.status().unwrap().at_work.is_empty());
    drop(job);
    // Nothing is left beside the job and what it listed.
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
}

/// A process that died when it was about to enter, or to leave.
#[test]
fn what_the_dead_left_is_taken_away() {
    let folder = tempfile::tempdir().unwrap();
    let file = file_of(&folder);
    let work = SearchWork::count(Words::new(5));
    let mut job = Job::begin(&file, &task(Verb::Count), &work, UnitSize::Number(3)).unwrap();
    for _ in 0..2 {
        let left = folder.path().join("job.db-worker-17");
        fs::write(&left, "").unwrap();
        assert_eq!(job.run(&work, 1, Limits::new(), &mut nobody).unwrap(), Outcome::Complete);
        assert_eq!(job.run(&work, 1, Limits::new(), &mut nobody).unwrap(), Outcome::Complete);
        assert!(!left.exists());
    }
}

/// Solutions of a unit come in many pieces; and the next unit's are not mixed with them.
#[test]
fn much_is_listed_in_pieces() {
    let folder = tempfile::tempdir().unwrap();
    let write = |solution: &String, text: &mut Vec<u8>| {
        text.extend(solution.repeat(3000).bytes().chain([b'\n']));
        Ok(())
    };
    let work = SearchWork::all(Words::new(7), &write);
    let file = file_of(&folder);
    let mut job = Job::begin(&file, &task(Verb::All), &work, UnitSize::Number(1)).unwrap();
    assert_eq!(job.units().len(), 1);
    assert_eq!(job.run(&work, 2, Limits::new(), &mut nobody).unwrap(), Outcome::Complete);
    let expected: String = all_words(7).lines().map(|word| format!("{}\n", word.repeat(3000))).collect();
    assert!(fs::read_to_string(listing(&file)).unwrap() == expected);
}

#[test]
fn another_job_is_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let file = file_of(&folder);
    let work = SearchWork::count(Words::new(5));
    let begin = |task: &Task| Job::begin(&file, task, &work, UnitSize::Number(3)).map(|_| ());
    begin(&task(Verb::Count)).unwrap();
    let refused = |other: Task| begin(&other).unwrap_err().to_string();
    let same = task(Verb::Count);
    let shown = file.display();
    for (other, why) in [
        (Task { problem: "queens".into(), ..same.clone() }, "its problem is words, not queens"),
        (Task { input: json!(6), ..same.clone() }, "its input is 5, not 6"),
        (Task { verb: Verb::All, ..same.clone() }, "its verb is count, not all"),
        (Task { engine: "bits".into(), ..same.clone() }, "its engine is plain, not bits"),
        (Task { program: "test 2".into(), ..same.clone() }, "its program is test 1, not test 2"),
    ] {
        assert_eq!(refused(other), format!("{shown} holds another job: {why}"));
    }
    begin(&same).unwrap();
}

#[test]
fn a_wrong_result_is_found_by_an_audit() {
    let folder = tempfile::tempdir().unwrap();
    let work = SearchWork::count(Words::new(8));
    let mut job = Job::begin(&file_of(&folder), &task(Verb::Count), &work, UnitSize::Number(16)).unwrap();
    job.run(&work, 2, Limits::new(), &mut nobody).unwrap();
    let audit = job.audit(&work, 7, 1, 2, Limits::new()).unwrap();
    assert_eq!((audit.units, audit.differing.len()), (7, 0));
    let all = job.audit(&work, 1000, 1, 2, Limits::new()).unwrap();
    assert_eq!(all.units, job.status().unwrap().units);
    let other = SearchWork::count(Words::new(9));
    let audit = job.audit(&other, 7, 1, 2, Limits::new()).unwrap();
    assert_eq!((audit.units, audit.differing.len()), (7, 7));
    assert_eq!(2 * audit.differing[0].stored.solutions, audit.differing[0].now.solutions);
}

#[test]
fn what_a_unit_does_wrong_ends_the_job_and_keeps_the_rest() {
    let folder = tempfile::tempdir().unwrap();
    let file = file_of(&folder);
    let refuse = |solution: &String, text: &mut Vec<u8>| {
        if solution.starts_with("101") { Err("no 101".into()) } else { a_line(solution, text) }
    };
    let work = SearchWork::all(Words::new(6), &refuse);
    let mut job = Job::begin(&file, &task(Verb::All), &work, UnitSize::Number(16)).unwrap();
    let error = job.run(&work, 1, Limits::new(), &mut nobody).unwrap_err();
    assert!(error.to_string().ends_with("cannot be done: no 101"), "{error}");
    let work = SearchWork::all(Words::new(6), &a_line);
    assert_eq!(job.run(&work, 1, Limits::new(), &mut nobody).unwrap(), Outcome::Complete);
    assert_eq!(fs::read_to_string(listing(&file)).unwrap(), all_words(6));
}

/// A choice at which the problem's own code panics.
#[test]
fn a_panic_comes_out_and_the_job_goes_on_later() {
    #[derive(Clone)]
    struct Faulty(Words, bool);
    impl Problem for Faulty {
        type Choice = u16;
        type Choices = Bits<u16>;
        type Solution = String;
        fn choices(&self) -> Option<Bits<u16>> {
            assert!(!self.1 || self.0.solution() != "1010", "a fault");
            self.0.choices()
        }
        fn place(&mut self, bit: u16) {
            self.0.place(bit);
        }
        fn unplace(&mut self, bit: u16) {
            self.0.unplace(bit);
        }
        fn solution(&self) -> String {
            self.0.solution()
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let sound = SearchWork::count(Faulty(Words::new(10), false));
    let faulty = SearchWork::count(Faulty(Words::new(10), true));
    let mut job = Job::begin(&file_of(&folder), &task(Verb::Count), &sound, UnitSize::Number(4)).unwrap();
    let run = std::panic::AssertUnwindSafe(|| job.run(&faulty, 2, Limits::new(), &mut nobody));
    assert!(std::panic::catch_unwind(run).is_err());
    assert_eq!(job.run(&sound, 2, Limits::new(), &mut nobody).unwrap(), Outcome::Complete);
    assert_eq!(job.status().unwrap().solutions, 1024);
}

#[test]
fn an_export_names_every_unit() {
    let folder = tempfile::tempdir().unwrap();
    let work = SearchWork::count(Words::new(5));
    let mut job = Job::begin(&file_of(&folder), &task(Verb::Count), &work, UnitSize::Number(4)).unwrap();
    job.run(&work, 1, Limits::new(), &mut nobody).unwrap();
    let export = job.export().unwrap();
    let units = export["units"].as_array().unwrap();
    assert_eq!(units.len(), job.units().len());
    let mut sum = 0;
    for unit in units {
        let mut text = export["job"].clone();
        let ends = ["prefix", "until"].into_iter().filter(|end| !unit[*end].is_null());
        ends.for_each(|end| text[end] = unit[end].clone());
        let text: UnitText = text.to_string().parse().unwrap();
        assert_eq!(text.task, *job.task());
        let done = work.worker(&Arc::default()).unwrap().run(&text.name, &mut |_| ()).unwrap().unwrap();
        assert_eq!(unit["solutions"], done.solutions.to_string());
        sum += done.solutions;
    }
    assert_eq!(sum, 32);
}

#[test]
fn a_text_that_is_no_unit_is_refused() {
    let unit = r#"{"version":1,"program":"p","problem":"x","input":5,"verb":"count","engine":"e","prefix":[0,1]}"#;
    assert!(unit.parse::<UnitText>().is_ok());
    for (from, to, why) in [
        (unit, "7", "expected a JSON object"),
        (unit, "{", "expected a unit as JSON: EOF while parsing an object at line 1 column 1"),
        (r#""version":1,"#, "", "expected the field `version`"),
        (r#""version":1,"#, r#""version":2,"#, "expected a unit of version 1, found 2"),
        (r#""count""#, r#""solve""#, "expected the verb `count` or `all`, found `solve`"),
        (r#""count""#, "1", "expected a text as `verb`, found 1"),
        (r#","prefix":[0,1]"#, "", "expected one field more, which names the unit: `prefix`, say"),
        ("[0,1]", "[0,-1]", "expected `prefix` to be a list of numbers"),
        ("[0,1]", r#"[0,1],"until":7"#, "expected `until` to be a list of numbers"),
    ] {
        assert_eq!(unit.replace(from, to).parse::<UnitText>().unwrap_err().to_string(), why);
    }
    let work = SearchWork::count(Words::new(2));
    let run = |name: Name| work.worker(&Arc::default()).unwrap().run(&name, &mut |_| ()).unwrap_err();
    assert_eq!(run(vec![0, 2].into()), "level 1 has 2 choices, and none with number 2");
    assert_eq!(run(vec![0, 1, 0].into()), "expected at most 2 choices: no slot is open");
    let range = |begin: &[u64], until: &[u64]| run(Name { begin: begin.into(), until: Some(until.into()) });
    assert_eq!(range(&[0], &[2, 0]), "level 0 has 2 choices, and none with number 2");
    for until in [&[0, 0][..], &[0], &[]] {
        let why = format!("expected it to end behind [0, 1], where it begins, and not at {until:?}");
        assert_eq!(range(&[0, 1], until), why);
    }
}

fn begin(file: &Path) -> Result<Job, JobError> {
    Job::begin(file, &task(Verb::All), &SearchWork::all(Words::new(8), &a_line), UnitSize::Number(64))
}

#[test]
fn what_is_no_job_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let error = |file: &Path| begin(file).err().unwrap().to_string();
    let text = folder.path().join("notes.txt");
    fs::write(&text, "A note, longer than the head of a database is; nothing else.".repeat(30)).unwrap();
    assert_eq!(error(&text), format!("{} is no job file: it is not a database", text.display()));
    assert!(fs::read_to_string(&text).unwrap().starts_with("A note"));
    assert_eq!(error(folder.path()), format!("{} is no job file: it is a folder", folder.path().display()));
    let nowhere = folder.path().join("no/such/job.db");
    assert!(error(&nowhere).starts_with("cannot read "), "{}", error(&nowhere));
    let other = folder.path().join("other.db");
    rusqlite_database(&other);
    assert_eq!(error(&other), format!("{} is no job file: it is the database of another program", other.display()));
    let missing = Job::open(&folder.path().join("missing.db")).err().unwrap().to_string();
    assert!(missing.starts_with("cannot read "), "{missing}");
    assert!(!folder.path().join("missing.db").exists());
}

/// A database of another program: the smallest there is, made of a job by changing its application's number.
fn rusqlite_database(file: &Path) {
    drop(begin(file).unwrap());
    let mut bytes = fs::read(file).unwrap();
    bytes[68..72].copy_from_slice(b"else");
    fs::write(file, bytes).unwrap();
}

#[test]
fn a_read_only_file_can_be_looked_at() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a job, 100 % read-only?.db");
    let work = SearchWork::all(Words::new(8), &a_line);
    begin(&file).unwrap().run(&work, 1, Limits::new(), &mut nobody).unwrap();
    let mut permissions = fs::metadata(&file).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&file, permissions).unwrap();
    let error = begin(&file).err().unwrap().to_string();
    assert!(error.starts_with(&format!("cannot write {}", file.display())), "{error}");
    assert_eq!(Job::open(&file).unwrap().status().unwrap().solutions, 256);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Whatever becomes of the file: an answer is the right one, or there is an error that says so; and no panic.
    #[test]
    fn a_damaged_file_gives_no_wrong_answer(
        done in 0_u64..6, cut in prop::option::weighted(0.3, any::<prop::sample::Index>()),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12),
    ) {
        let folder = tempfile::tempdir().unwrap();
        let file = file_of(&folder);
        fs::write(&file, half_done(done)).unwrap();
        fs::write(file.with_extension("db.solutions"), listed(done)).unwrap();
        let mut bytes = fs::read(&file).unwrap();
        match cut {
            Some(at) => bytes.truncate(at.index(bytes.len()).max(1)),
            None => changes.iter().for_each(|(at, byte)| {
                let at = at.index(bytes.len());
                bytes[at] = *byte;
            }),
        }
        fs::write(&file, &bytes).unwrap();
        let work = SearchWork::all(Words::new(8), &a_line);
        let mut job = match begin(&file) {
            Ok(job) => job,
            Err(error) => {
                prop_assert!(error.to_string().contains("job.db"), "{error}");
                return Ok(());
            }
        };
        match job.run(&work, 2, Limits::new(), &mut nobody) {
            Ok(outcome) => {
                prop_assert_eq!((outcome, job.status().unwrap().solutions), (Outcome::Complete, 256));
                prop_assert_eq!(fs::read_to_string(listing(&file)).unwrap(), all_words(8));
            }
            Err(error) => prop_assert!(error.to_string().contains("job.db"), "{error}"),
        }
    }
}

/// The bytes of a job that was stopped, made once for each number of `stops`.
fn half_done(stops: u64) -> Vec<u8> {
    stopped(stops).0.clone()
}

fn listed(stops: u64) -> Vec<u8> {
    stopped(stops).1.clone()
}

fn stopped(stops: u64) -> &'static (Vec<u8>, Vec<u8>) {
    static MADE: std::sync::OnceLock<Vec<(Vec<u8>, Vec<u8>)>> = std::sync::OnceLock::new();
    let made = MADE.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let file = file_of(&folder);
        let work = SearchWork::all(Words::slow(8), &a_line);
        let bytes = || (fs::read(&file).unwrap(), fs::read(file.with_extension("db.solutions")).unwrap_or_default());
        let run = |_| {
            let limits = Limits::new().time(Duration::from_millis(8));
            begin(&file).unwrap().run(&work, 1, limits, &mut nobody).unwrap();
            bytes()
        };
        begin(&file).unwrap();
        std::iter::once(bytes()).chain((1..6).map(run)).collect()
    });
    &made[usize::try_from(stops).unwrap()]
}
