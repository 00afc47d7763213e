//! The mistakes of the mission's row 16, run beside the right program.

use tremaux::{Limit, Limits, Problem};
use tremaux_puzzles::maze::Maze;
use tremaux_puzzles::queens::Queens;
use tremaux_puzzles::sudoku::{Shape, Sudoku};
use tremaux_puzzles::{Mistake, Moves, Program, Puzzle, Spotter};
use tremaux_replay::{Compared, End, Ended, Kind, Parting, Run, end, parting, scene_text};

struct Spotted {
    name: &'static str,
    leads_to: String,
    compared: Compared,
    right: Ended,
    wrong: Ended,
}

#[derive(Default)]
struct Found(Vec<Spotted>);

impl Spotter for Found {
    fn spot<R: Problem, W: Problem>(&mut self, mistake: Mistake, right: Program<'_, R>, wrong: Program<'_, W>) {
        let limits = || Limits::new().nodes(100_000);
        let right = Run { problem: &right.problem, first: right.first, fault: &right.fault, saved: &right.saved };
        let wrong = Run { problem: &wrong.problem, first: wrong.first, fault: &wrong.fault, saved: &wrong.saved };
        self.0.push(Spotted {
            name: mistake.name,
            leads_to: mistake.leads_to,
            compared: parting(&right, &wrong, &Limits::new()),
            right: end(&right, limits()),
            wrong: end(&wrong, limits()),
        });
    }
}

fn found(puzzle: &impl Puzzle, name: &str) -> Spotted {
    let mut found = Found::default();
    puzzle.mistakes(&mut found);
    found.0.into_iter().find(|spotted| spotted.name.contains(name)).expect("the mistake")
}

fn queens(size: usize, name: &str) -> Spotted {
    found(&Queens::new(size).unwrap(), name)
}

fn parted(spotted: &Spotted) -> &Parting {
    spotted.compared.parting().expect("they part")
}

/// An event, and its choice.
type Happened<'a> = (Kind, Option<&'a str>);

/// What happened at the parting, right and wrong, and the step.
fn parts(spotted: &Spotted) -> (usize, [Option<Happened<'_>>; 2]) {
    let parting = parted(spotted);
    let told = parting.seen.each_ref().map(|seen| seen.as_ref().map(|seen| (seen.kind, seen.choice.as_deref())));
    (parting.step, told)
}

/// (a) n = 4 finds 0 boards, not 2; they part at the first undo.
#[test]
fn the_undo_leaves_the_marks() {
    let spotted = queens(4, "undo leaves");
    let (step, seen) = parts(&spotted);
    assert_eq!((step, seen), (14, [Some((Kind::Unplace, Some("2"))); 2]));
    let marks = |side: usize| &parted(&spotted).seen[side].as_ref().unwrap().scene.marks[0].members;
    assert_eq!((marks(0).join(" "), marks(1).join(" ")), ("0".into(), "0 2".into()));
    assert_eq!((spotted.right.stats.solutions, spotted.wrong.stats.solutions), (2, 0));
    for size in [5, 6, 8] {
        let spotted = queens(size, "undo leaves");
        assert!(spotted.wrong.stats.solutions < spotted.right.stats.solutions, "{size}");
    }
}

/// (b) The second removal of an anti mark fails, and is reported as the bug it is.
#[test]
fn only_one_diagonal_is_tested() {
    for size in [3, 4, 5, 8] {
        let spotted = queens(size, "one diagonal");
        let (_, seen) = parts(&spotted);
        let [Some((Kind::Reject, right)), Some((Kind::Place, wrong))] = seen else { panic!("{size}: {seen:?}") };
        assert_eq!(right, wrong);
        assert_eq!(parted(&spotted).seen[0].as_ref().unwrap().mark, Some("anti"));
        let fault = spotted.wrong.fault.as_ref().expect("it breaks");
        assert!(fault.contains("`anti`") && fault.contains("is not set"), "{fault}");
        assert_eq!(spotted.right.fault, None);
    }
}

/// (c) n = 1 shows `[['.']]`.
#[test]
fn the_board_itself_is_saved() {
    let spotted = queens(1, "not a copy");
    assert_eq!((spotted.right.saved.as_deref(), spotted.wrong.saved.as_deref()), (Some("Q"), Some(".")));
    assert_eq!(parts(&spotted).1, [Some((Kind::Unplace, Some("0"))); 2]);
    let spotted = queens(4, "not a copy");
    assert_eq!(spotted.right.saved.as_deref(), Some(".Q..\n...Q\nQ...\n..Q."));
    assert_eq!(spotted.wrong.saved.as_deref(), Some("....\n....\n....\n...."));
    assert_eq!((spotted.right.stats, spotted.wrong.stats.solutions), (spotted.wrong.stats, 2));
    // Where nothing is found, nothing is saved, and they never part.
    assert_eq!(queens(3, "not a copy").compared, Compared::Same);
}

/// (d) Every filling is built: 8^8 of them.
#[test]
fn tested_only_when_full() {
    for (size, fillings) in [(4_u64, 256), (5, 3125), (6, 46_656)] {
        let spotted = queens(usize::try_from(size).unwrap(), "when full");
        let stats = spotted.wrong.stats;
        assert_eq!((stats.solutions + stats.dead_ends, stats.rejected), (fillings, 0));
        assert_eq!(stats.solutions, spotted.right.stats.solutions);
        assert!(matches!(parts(&spotted).1, [Some((Kind::Reject, Some("0"))), Some((Kind::Place, Some("0")))]));
    }
    let spotted = queens(8, "when full");
    assert!(spotted.leads_to.contains("8^8 = 16777216"), "{}", spotted.leads_to);
    assert_eq!(spotted.wrong.end, End::Stopped(Limit::Nodes));
}

/// (e) The solved grid is undone and lost.
#[test]
fn a_deeper_call_succeeded_and_nobody_heard() {
    let mut cells = vec![0; 16];
    for (cell, digit) in [(0, 1), (5, 2), (10, 3), (15, 4), (3, 2)] {
        cells[cell] = digit;
    }
    let sudoku = Sudoku::new(Shape::of_size(4).unwrap(), cells).unwrap();
    let spotted = found(&sudoku, "deeper call");
    let (step, seen) = parts(&spotted);
    assert_eq!(seen, [None, Some((Kind::Leave, None))]);
    assert_eq!(spotted.right.end, End::Stopped(Limit::Solutions));
    assert_eq!(scene_text(&spotted.right.scene).matches('.').count(), 0);
    assert_eq!(scene_text(&spotted.wrong.scene).matches('.').count(), 11);
    assert!(step > 1 && spotted.wrong.stats.solutions >= 1);
}

/// The queen in the row just above is never seen.
#[test]
fn the_wrong_bound() {
    let spotted = queens(4, "wrong bound");
    assert!(spotted.wrong.stats.solutions > 2);
    assert_eq!(parts(&spotted).1, [Some((Kind::Reject, Some("0"))), Some((Kind::Place, Some("0")))]);
}

/// A cell is not marked when it is entered: to and fro for ever, each call deeper than the one before.
#[test]
fn the_recursion_never_shrinks() {
    for (rows, columns) in [(1, 3), (2, 2), (3, 3), (4, 2)] {
        let open = Maze::open(rows, columns).unwrap();
        let spotted = found(&open, "never shrinks");
        let (_, [Some((Kind::Place, right)), Some((Kind::Place, wrong))]) = parts(&spotted) else { panic!() };
        assert_eq!(right, wrong);
        let visited = |side: usize| {
            let scene = &parted(&spotted).seen[side].as_ref().unwrap().scene;
            scene.marks.iter().find(|mark| mark.name == "visited").unwrap().members.len()
        };
        assert_eq!((visited(0), visited(1)), (2, 1));
        assert!(spotted.right.end == End::Complete && spotted.right.stats.solutions > 0, "{rows} x {columns}");
        assert!(spotted.leads_to.contains("stack overflows"));
    }
    // In the square the walk goes to and fro at the bottom, and no call ever ends.
    let wrong = found(&Maze::open(3, 3).unwrap(), "never shrinks").wrong;
    assert_eq!((wrong.end, wrong.stats.solutions, wrong.stats.unplaced), (End::Stopped(Limit::Nodes), 0, 0));
    // Where no move leads back, the walk ends, and finds what is right.
    let forward = found(&Maze::open(3, 3).unwrap().moves(Moves::RightDown), "never shrinks");
    assert_eq!((forward.wrong.end, forward.wrong.stats), (End::Complete, forward.right.stats));
    assert!(forward.leads_to.contains("ends all the same"));
}
