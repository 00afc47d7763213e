//! Traces, held against the textbook's program and against the problems themselves.

use std::ops::ControlFlow;

use proptest::prelude::*;
use tremaux::{Event, Limits, Problem, Role, Scene, Search, Stats, Template};
use tremaux_puzzles::paths::{Paths, PlainPaths, Steps};
use tremaux_puzzles::permutations::{Permutations, PlainPermutations};
use tremaux_puzzles::queens::{BitQueens, PlainBoard, PlainQueens, QueensBoard, Rules};
use tremaux_puzzles::sudoku::{PlainSudoku, Shape, Sudoku};
use tremaux_replay::{About, End, Kind, Recording, Stage, Written, read_trace, record, write_trace};

/// What the textbook's program does at a step: the event, its column, the mark that ruled it out; and the three sets
/// after it.
type Told = (Kind, Option<usize>, Option<&'static str>, [Vec<isize>; 3]);

/// The textbook's program: one queen a row, columns left to right, marks as three sets; told step by step.
struct Textbook {
    size: usize,
    first: bool,
    columns: Vec<usize>,
    told: Vec<Told>,
}

impl Textbook {
    fn sets(&self) -> [Vec<isize>; 3] {
        let queens = || self.columns.iter().enumerate().map(|(row, column)| (row as isize, *column as isize));
        let mut sets = [
            queens().map(|q| q.1).collect(),
            queens().map(|q| q.0 - q.1).collect(),
            queens().map(|q| q.0 + q.1).collect(),
        ];
        sets.iter_mut().for_each(|set: &mut Vec<isize>| set.sort_unstable());
        sets
    }

    fn tell(&mut self, kind: Kind, column: Option<usize>, mark: Option<&'static str>) {
        let sets = self.sets();
        self.told.push((kind, column, mark, sets));
    }

    /// True once the search is over.
    fn search(&mut self) -> bool {
        self.tell(Kind::Enter, None, None);
        let row = self.columns.len();
        if row == self.size {
            self.tell(Kind::Solution, None, None);
            if self.first {
                return true;
            }
            self.tell(Kind::Leave, None, None);
            return false;
        }
        let mut placed = false;
        for column in 0..self.size {
            let [columns, diags, antis] = self.sets();
            let (r, c) = (row as isize, column as isize);
            let marks = [
                ("column", columns.contains(&c)),
                ("diag", diags.contains(&(r - c))),
                ("anti", antis.contains(&(r + c))),
            ];
            if let Some((mark, _)) = marks.into_iter().find(|(_, taken)| *taken) {
                self.tell(Kind::Reject, Some(column), Some(mark));
                continue;
            }
            placed = true;
            self.columns.push(column);
            self.tell(Kind::Place, Some(column), None);
            if self.search() {
                return true;
            }
            self.columns.pop();
            self.tell(Kind::Unplace, Some(column), None);
        }
        if !placed {
            self.tell(Kind::DeadEnd, None, None);
        }
        self.tell(Kind::Leave, None, None);
        false
    }
}

fn first(most: u64) -> Recording {
    Recording { limits: Limits::new().solutions(most), ..Recording::default() }
}

fn sets(scene: &Scene) -> [Vec<isize>; 3] {
    let mark = |name: &str| {
        let mark = scene.marks.iter().find(|mark| mark.name == name).expect("the mark");
        mark.members.iter().map(|member| member.parse().expect("a number")).collect()
    };
    ["column", "diag", "anti"].map(mark)
}

#[test]
fn queens_step_by_step_as_in_the_textbook() {
    for (size, only_first) in [(4, true), (4, false), (5, false), (6, true), (3, false), (1, false), (8, true)] {
        let mut textbook = Textbook { size, first: only_first, columns: vec![], told: vec![] };
        textbook.search();
        let recording = if only_first { first(1) } else { Recording::default() };
        let mut replay = record(PlainQueens::new(size), recording).unwrap();
        assert_eq!(replay.trace().steps(), textbook.told.len(), "{size}");
        for (step, (kind, column, mark, expected)) in (1..).zip(&textbook.told) {
            let told = replay.trace().step(step).unwrap();
            let column = column.map(|column| column.to_string());
            assert_eq!((told.kind, told.choice, told.mark), (*kind, column.as_deref(), *mark), "step {step} of {size}");
            assert_eq!(told.depth, expected[0].len());
            let scene = replay.scene(step);
            assert_eq!(&sets(&scene), expected, "step {step} of {size}");
            let queens = scene.cells.iter().filter(|cell| matches!(cell.role, Role::Standing | Role::Placed)).count();
            assert_eq!(queens, expected[0].len());
        }
    }
}

/// Marks as bits make the same search, and look the same at every step.
#[test]
fn bits_look_like_sets() {
    let mut plain = record(PlainQueens::new(5), Recording::default()).unwrap();
    let mut bits = record(BitQueens::<u64>::new(5), Recording::default()).unwrap();
    assert_eq!(plain.trace().steps(), bits.trace().steps());
    for step in 1..=plain.trace().steps() {
        assert_eq!(plain.trace().step(step), bits.trace().step(step));
        assert_eq!(plain.scene(step), bits.scene(step));
    }
}

/// The mission's row: 9 calls, 26 tried, 8 placed, 4 unplaced, 2 dead ends, 1 solution; which rows are dead.
#[test]
fn the_first_board_of_four() {
    let mut replay = record(PlainQueens::new(4), first(1)).unwrap();
    let steps = replay.trace().steps();
    let stats = replay.trace().stats(steps);
    let expected = Stats { calls: 9, tried: 26, rejected: 18, placed: 8, unplaced: 4, dead_ends: 2, solutions: 1 };
    assert_eq!(stats, expected);
    let trace = replay.trace();
    let all = || (1..=steps).filter_map(|step| trace.step(step));
    let told: Vec<_> =
        all().take(8).map(|step| (step.kind.name(), step.choice.unwrap_or(""), step.mark.unwrap_or(""))).collect();
    assert_eq!(
        told,
        [
            ("enter", "", ""),
            ("place", "0", ""),
            ("enter", "", ""),
            ("reject", "0", "column"),
            ("reject", "1", "diag"),
            ("place", "2", ""),
            ("enter", "", ""),
            ("reject", "0", "column"),
        ]
    );
    // Row 2 below 0 2, and row 3 below 0 3 1.
    let dead: Vec<_> = all()
        .filter(|step| step.kind == Kind::DeadEnd)
        .map(|step| trace.path(trace.node_of(step.step).unwrap()))
        .collect();
    assert_eq!(dead, [vec!["0", "2"], vec!["0", "3", "1"]]);
    let placed: Vec<_> = all().filter(|step| step.kind == Kind::Place).filter_map(|step| step.choice).collect();
    assert_eq!(placed, ["0", "2", "3", "1", "1", "3", "0", "2"]);
    assert_eq!(trace.end(), End::Stopped(tremaux::Limit::Solutions));
    let scene = replay.scene(steps);
    assert_eq!(
        scene.cells.iter().map(|cell| if cell.text.is_empty() { '.' } else { 'Q' }).collect::<String>(),
        ".Q.....QQ.....Q."
    );
}

/// Strings of bits of a length, of which no beginning may be one of `forbidden`.
fn strings(length: usize, forbidden: &[String]) -> impl Problem<Solution = String> + Clone + use<> {
    Template {
        slots: length,
        board: (String::new(), forbidden.to_vec()),
        options: |_: &(String, Vec<String>), _slot| ['0', '1'].into_iter(),
        is_valid: |board: &(String, Vec<String>), _slot, bit: char| !board.1.contains(&format!("{}{bit}", board.0)),
        place: |board: &mut (String, Vec<String>), _slot, bit| board.0.push(bit),
        unplace: |board: &mut (String, Vec<String>), _slot, _bit| {
            board.0.pop();
        },
        record: |board: &(String, Vec<String>)| board.0.clone(),
    }
    .problem()
}

fn bytes_of(problem: impl Problem, recording: Recording, scenes: bool) -> Vec<u8> {
    let about = About { problem: "test".into(), input: 0.into(), engine: "plain".into(), scenes };
    let mut bytes = Vec::new();
    write_trace(problem, recording, &about, &mut |part| {
        bytes.extend(part.into_value().to_string().into_bytes());
        bytes.push(b'\n');
        ControlFlow::Continue(())
    })
    .unwrap();
    bytes
}

/// Every scene forwards, then backwards and at `jumps`: the same, and the same as from a file.
fn goes_both_ways(problem: impl Problem + Clone, jumps: &[usize]) {
    let mut replay = record(problem.clone(), Recording::default()).unwrap();
    let steps = replay.trace().steps();
    let forwards: Vec<_> = (1..=steps).map(|step| replay.scene(step)).collect();
    for step in (1..=steps).rev().chain(jumps.iter().map(|jump| jump % steps + 1)) {
        assert_eq!(replay.scene(step), forwards[step - 1], "step {step}");
    }
    let mut written = read_trace(&bytes_of(problem.clone(), Recording::default(), true)[..]).unwrap();
    same_trace(&replay, &written);
    for step in (1..=steps).chain((1..=steps).rev()).chain(jumps.iter().map(|jump| jump % steps + 1)) {
        assert_eq!(written.scene(step), forwards[step - 1], "written, step {step}");
    }
    // Without scenes the events are the same, and the choices are still shown.
    let mut bare = read_trace(&bytes_of(problem, Recording::default(), false)[..]).unwrap();
    same_trace(&replay, &bare);
    (1..=steps)
        .for_each(|step| assert!(bare.scene(step).cells.len() >= bare.trace().step(step).unwrap().depth.min(64)));
}

fn same_trace(replay: &impl Stage, written: &Written) {
    let (one, other) = (replay.trace(), written.trace());
    assert_eq!((one.steps(), one.end()), (other.steps(), other.end()));
    for step in 1..=one.steps() {
        assert_eq!(one.step(step), other.step(step));
    }
    let kinds = |trace: &tremaux_replay::Trace| {
        trace.nodes().iter().map(|node| (node.number, node.kind, node.entered, node.left)).collect::<Vec<_>>()
    };
    assert_eq!(kinds(one), kinds(other));
    assert_eq!(one.stats(one.steps()), other.stats(other.steps()));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn forwards_and_backwards_show_the_same(
        length in 0..5_usize, forbidden in prop::collection::vec("[01]{1,5}", 0..8),
        jumps in prop::collection::vec(0..10_000_usize, 0..20),
        goal in (0..3_u32, 0..3_u32), items in prop::collection::vec("[ab]", 1..4), size in 1..5_usize,
        given in (0..4_usize, 0..4_usize),
    ) {
        goes_both_ways(strings(length, &forbidden), &jumps);
        goes_both_ways(PlainPaths::new(&Paths::new(goal, Steps::default()).unwrap()), &jumps);
        goes_both_ways(PlainPermutations::new(&Permutations::new(items).unwrap()), &jumps);
        goes_both_ways(PlainQueens::new(size), &jumps);
        let board = QueensBoard::new(4, Rules::default()).unwrap().with_given([given]).unwrap();
        goes_both_ways(PlainBoard::new(&board), &jumps);
    }

    /// From whatever node on, the events are those of the whole trace, with the same numbers and quantities.
    #[test]
    fn from_a_node_on(length in 1..5_usize, forbidden in prop::collection::vec("[01]{1,5}", 0..8), from in 0..20_u64) {
        let problem = strings(length, &forbidden);
        let mut whole = record(problem.clone(), Recording::default()).unwrap();
        let recording = || Recording { from, ..Recording::default() };
        let entered = whole.trace().find(0, true, |step| step.kind == Kind::Enter && step.node == from);
        let Some(entered) = entered else {
            let error = record(problem, recording()).map(|_| ()).unwrap_err();
            prop_assert_eq!(error.nodes, whole.trace().nodes().len() as u64);
            return Ok(());
        };
        let mut part = record(problem.clone(), recording()).unwrap();
        let mut written = read_trace(&bytes_of(problem, recording(), true)[..]).unwrap();
        prop_assert_eq!(part.trace().steps(), whole.trace().steps() - entered + 1);
        for step in (1..=part.trace().steps()).rev() {
            let same = step + entered - 1;
            let (one, other) = (part.trace().step(step).unwrap(), whole.trace().step(same).unwrap());
            prop_assert_eq!((one.kind, one.node, one.parent, one.depth), (other.kind, other.node, other.parent, other.depth));
            prop_assert_eq!((one.choice, one.mark), (other.choice, other.mark));
            prop_assert_eq!(part.trace().stats(step), whole.trace().stats(same));
            prop_assert_eq!(written.trace().stats(step), whole.trace().stats(same));
            let scene = whole.scene(same);
            prop_assert_eq!(&part.scene(step), &scene);
            prop_assert_eq!(&written.scene(step), &scene);
        }
    }

    /// A limit keeps the first events, and says that there are more.
    #[test]
    fn a_limit_keeps_what_it_has(length in 1..5_usize, events in 1..60_usize) {
        let problem = strings(length, &[]);
        let whole = record(problem.clone(), Recording::default()).unwrap();
        let mut part = record(problem.clone(), Recording { events, ..Recording::default() }).unwrap();
        let steps = whole.trace().steps().min(events);
        prop_assert_eq!(part.trace().steps(), steps);
        prop_assert_eq!(part.trace().end(), if events < whole.trace().steps() { End::Full } else { End::Complete });
        for step in (1..=steps).rev() {
            prop_assert_eq!(part.trace().step(step), whole.trace().step(step));
            part.scene(step);
        }
        let written = read_trace(&bytes_of(problem, Recording { events, ..Recording::default() }, true)[..]).unwrap();
        same_trace(&part, &written);
    }
}

#[test]
fn a_sudoku_goes_both_ways() {
    let mut cells = vec![0; 16];
    for (cell, digit) in [(0, 1), (5, 2), (10, 3), (15, 4), (3, 2)] {
        cells[cell] = digit;
    }
    let sudoku = Sudoku::new(Shape::of_size(4).unwrap(), cells).unwrap();
    goes_both_ways(PlainSudoku::new(&sudoku), &[500, 3, 77]);
    // What rules a digit out is told: the cells that hold it.
    let mut replay = record(PlainSudoku::new(&sudoku), Recording::default()).unwrap();
    let rejected = replay.trace().find(0, true, |step| step.kind == Kind::Reject).unwrap();
    assert_eq!(replay.trace().step(rejected).unwrap().mark, Some("row"));
    let scene = replay.scene(rejected);
    let spoken_of: Vec<_> = (0..16).filter(|cell| scene.cells[*cell].by > 0).collect();
    assert_eq!((scene.focus, spoken_of), (Some(1), vec![0, 1]));
}

/// A user's own problem is drawn by its choices, with the marks that rule options out.
#[test]
fn the_default_scene() {
    let mut search = Search::new(strings(2, &["01".into()]));
    search.first();
    let mut replay = record(strings(2, &["01".into()]), Recording::default()).unwrap();
    let rejected = replay.trace().find(0, true, |step| step.kind == Kind::Reject).unwrap();
    let scene = replay.scene(rejected);
    let cells: Vec<_> = scene.cells.iter().map(|cell| (&*cell.text, cell.role, cell.by)).collect();
    assert_eq!(cells, [("'0'", Role::Standing, 0), ("'1'", Role::Attacked, 1)]);
    assert_eq!(
        (scene.marks.len(), &*scene.marks[0].name, &scene.marks[0].members[..]),
        (1, "is_valid", &["'1'".into()][..])
    );
    assert_eq!(search.problem().draw(&search.place_reached(), Event::Leave).focus, None);
}

/// A million steps: every jump, to wherever, in under 10 ms.
#[test]
fn jumps_in_a_trace_of_a_million_steps() {
    let mut replay = record(PlainQueens::new(10), Recording::default()).unwrap();
    let deep = Template {
        slots: 200_000,
        board: 0_usize,
        options: |_: &usize, _slot| 0..2,
        is_valid: |_: &usize, _slot, _bit| true,
        place: |placed: &mut usize, _slot, _bit: i32| *placed += 1,
        unplace: |placed: &mut usize, _slot, _bit| *placed -= 1,
        record: |placed: &usize| *placed,
    };
    let mut deep = record(deep.problem(), Recording::default()).unwrap();
    assert_eq!((replay.trace().steps(), replay.trace().end()), (467_540, End::Complete));
    assert_eq!((deep.trace().steps(), deep.trace().end()), (1_000_000, End::Full));
    let mut slowest = std::time::Duration::ZERO;
    for stage in [&mut replay as &mut dyn Stage, &mut deep] {
        let steps = stage.trace().steps();
        for jump in 0..50 {
            let step = (jump * 7_919_777) % steps + 1;
            let began = std::time::Instant::now();
            stage.scene(step);
            assert!(stage.trace().stats(step).calls > 0);
            slowest = slowest.max(began.elapsed());
        }
    }
    println!("slowest jump {slowest:?}");
    // The machine may be busy with other tests.
    assert!(slowest < std::time::Duration::from_millis(100), "{slowest:?}");
}

#[test]
fn bad_traces_say_where_and_what_was_expected() {
    let good = String::from_utf8(bytes_of(PlainQueens::new(3), Recording::default(), true)).unwrap();
    let lines: Vec<_> = good.lines().collect();
    let error = |text: &str| read_trace(text.as_bytes()).map(|_| ()).unwrap_err().to_string();
    let with = |line: usize, from: &str, to: &str| {
        let mut lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        assert!(lines[line].contains(from), "{}", lines[line]);
        lines[line] = lines[line].replacen(from, to, 1);
        lines.join("\n")
    };
    assert_eq!(error(""), "line 1, column 1: expected the head of a trace, found the end of the file");
    assert!(error("what?").starts_with("line 1, column 1: this is no line of a trace"), "{}", error("what?"));
    assert_eq!(
        error(&with(0, "\"version\":2", "\"version\":9")),
        "line 1, column 27: expected version 1 or 2, found 9"
    );
    assert!(error(&with(0, "tremaux-trace", "other")).contains("expected the schema tremaux-trace, found other"));
    assert!(error(&with(1, "enter", "leave")).contains("line 2, column 11: expected the event `enter`"));
    assert!(error(&with(2, "\"node\":1", "\"node\":7")).contains("expected node 1, found 7"));
    assert!(error(&with(2, "\"step\":2", "\"step\":3")).contains("expected step 2, found 3"));
    assert!(error(&with(2, "\"depth\":1", "\"depth\":0")).contains("expected depth 1, found 0"));
    assert!(error(&with(2, "\"choice\":\"0\",", "")).contains("expected the choice"));
    assert!(error(&with(1, "\"open\"", "\"ajar\"")).contains("expected a role"));
    assert!(error(&with(1, "\"rows\":3", "\"rows\":300")).contains("from 1 to 64 rows"));
    assert!(error(&with(1, "\"rows\":3", "\"rows\":2")).contains("expected all 6 cells"));
    assert!(error(&with(2, "[0,", "[99,")).contains("expected indices of 9 cells"));
    assert!(error(&with(0, "[[0,null]]", "[[0,null],[18446744073709551615,\"0\"]]")).contains("at most"));
    assert!(error(&with(0, "\"calls\":0", "\"calls\":18446744073709551615")).contains("at most"));
    let cut = lines[..lines.len() - 1].join("\n");
    assert!(error(&cut).contains("found the end of the file"), "{}", error(&cut));
    assert!(
        error(&with(lines.len() - 1, "\"calls\":", "\"calls\":1")).contains("expected the quantities of the events")
    );
    assert!(error(&format!("{good}{good}")).contains("expected the end of the file"));
    assert!(read_trace(&b"\xff\n"[..]).unwrap_err().to_string().contains("found the byte 0xFF"));
}

proptest! {
    /// Whatever the bytes, there is a trace or an error.
    #[test]
    fn any_bytes_are_read_or_refused(at in 0..4000_usize, byte in any::<u8>(), cut in 0..5000_usize) {
        let mut bytes = bytes_of(PlainQueens::new(3), Recording::default(), true);
        let length = bytes.len();
        bytes[at % length] = byte;
        bytes.truncate(length - cut % length);
        if let Ok(mut written) = read_trace(&bytes[..]) {
            (1..=written.trace().steps()).for_each(|step| drop(written.scene(step)));
        }
    }
}

/// What a record costs beyond the search that only counts, on an optimised build:
/// `cargo test --release -p tremaux-replay --test trace -- --ignored --nocapture`.
#[test]
#[ignore = "a measurement: it wants an optimised build"]
fn recording_costs_under_100_ns_an_event() {
    let counted = || {
        let mut search = Search::new(PlainQueens::new(10)).observe(Stats::default());
        search.count();
        search.observer().calls
    };
    let recorded = || record(PlainQueens::new(10), Recording::default()).map(|replay| replay.trace().steps()).unwrap();
    let time = |work: &dyn Fn() -> u64| {
        let began = std::time::Instant::now();
        std::hint::black_box(work());
        began.elapsed()
    };
    let events = recorded() as f64;
    // The quickest of several rounds: other work on the machine only ever adds.
    let rounds = (0..7).map(|_| (time(&counted), time(&|| recorded() as u64)));
    let (counted, recorded) = rounds.reduce(|one, other| (one.0.min(other.0), one.1.min(other.1))).unwrap();
    let nanos = (recorded.as_secs_f64() - counted.as_secs_f64()) * 1e9 / events;
    println!("{events} events: counted in {counted:?}, recorded in {recorded:?}: {nanos:.1} ns an event");
    assert!(nanos < 100.0, "{nanos}");
}
