//! Pins: what is found below a choice, searched on its own.

use proptest::prelude::*;
use tremaux::{Problem, Search};
use tremaux_puzzles::queens::PlainQueens;
use tremaux_replay::{End, Kind, NodeKind, Recording, Replay, Stage, record};

fn recorded(size: usize) -> Replay<PlainQueens> {
    record(PlainQueens::new(size), Recording::default()).expect("it begins at the root")
}

/// The paths to the solutions of what is shown.
fn solutions(stage: &impl Stage) -> Vec<String> {
    let trace = stage.trace();
    let solved = (0..trace.nodes().len()).filter(|node| trace.nodes()[*node].kind == NodeKind::Solution);
    solved.map(|node| trace.path(node).join(" ")).collect()
}

/// The step that entered the node under this path.
fn entered(stage: &impl Stage, path: &str) -> usize {
    let trace = stage.trace();
    let node = (0..trace.nodes().len()).find(|node| trace.path(*node).join(" ") == path).expect("a node");
    trace.nodes()[node].entered
}

#[test]
fn what_if_the_queen_stood_there() {
    let mut stage = recorded(6);
    let step = entered(&stage, "1");
    let options = stage.options(step);
    let told: Vec<_> = options.iter().map(|option| (&*option.label, option.allowed, option.mark)).collect();
    assert_eq!(
        told,
        [
            ("0", false, Some("anti")),
            ("1", false, Some("column")),
            ("2", false, Some("diag")),
            ("3", true, None),
            ("4", true, None),
            ("5", true, None)
        ]
    );
    let before = stage.trace().clone();
    for ruled_out in [0, 1, 2, 6, usize::MAX] {
        assert!(!stage.pin(step, ruled_out, Recording::default()));
    }
    assert_eq!(stage.trace(), &before);

    assert!(stage.pin(step, 3, Recording::default()));
    let first = stage.trace().step(1).expect("a step");
    assert_eq!((first.kind, first.node, first.parent, first.depth), (Kind::Enter, 2, Some(1), 2));
    assert_eq!(stage.trace().end(), End::Complete);
    assert_eq!(solutions(&stage), ["1 3 5 0 2 4"]);
    assert_eq!(stage.trace().stats(usize::MAX).solutions, 1);

    // A pin below a pin, and back from both.
    let pinned = stage.trace().clone();
    let step = entered(&stage, "1 3 0");
    let scene = stage.scene(step);
    let option = stage.options(step).iter().position(|option| option.allowed).expect("an option");
    assert!(stage.pin(step, option, Recording::default()));
    assert_eq!(solutions(&stage), Vec::<String>::new());
    assert!(stage.unpin());
    assert_eq!(stage.scene(step), scene);
    assert_eq!(stage.trace(), &pinned);
    assert!(stage.unpin());
    assert_eq!(stage.trace(), &before);
    assert!(!stage.unpin());
}

#[test]
fn no_slot_is_open_at_a_solution() {
    let mut stage = recorded(4);
    let solved = stage.trace().find(0, true, |step| step.kind == Kind::Solution).expect("a solution");
    assert_eq!(stage.options(solved), []);
    assert!(!stage.pin(solved, 0, Recording::default()));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Every pin, wherever it is, shows exactly what the whole search finds below it, at the same states; and coming back
    /// shows what was shown before.
    #[test]
    fn a_pin_is_the_subtree(size in 1_usize..7, at in 0_usize..1000, which in 0_usize..7, jump in 0_usize..1000) {
        let mut stage = recorded(size);
        let of = |at: usize, steps: usize| at * steps / 1000 + 1;
        let step = of(at, stage.trace().steps());
        let path = stage.trace().path(stage.trace().state_of(step).expect("a state")).join(" ");
        let (before, scene) = (stage.trace().clone(), stage.scene(step));
        let options = stage.options(step);
        let allowed = options.get(which).is_some_and(|option| option.allowed);
        prop_assert_eq!(stage.pin(step, which, Recording::default()), allowed);
        if allowed {
            let under = format!("{path} {}", options[which].label).trim().to_owned();
            let all = recorded(size);
            let below = |solution: &String| format!("{solution} ").starts_with(&format!("{under} "));
            let expected: Vec<_> = solutions(&all).into_iter().filter(below).collect();
            prop_assert_eq!(solutions(&stage), expected);
            // The states are those of the problem with the same choices.
            let there = of(jump, stage.trace().steps());
            let shown = stage.scene(there);
            let node = stage.trace().state_of(there).expect("a state");
            let choices: Vec<usize> = stage.trace().path(node).iter().map(|label| label.parse().expect("a column")).collect();
            let mut queens = PlainQueens::new(size);
            choices.iter().for_each(|column| queens.place(*column));
            prop_assert_eq!(stage.problem(), &queens);
            prop_assert_eq!(shown.marks, queens.draw(&choices, tremaux::Event::Enter).marks);
            prop_assert!(stage.unpin());
        }
        prop_assert_eq!(stage.trace(), &before);
        prop_assert_eq!(stage.scene(step), scene);
    }
}

#[test]
fn a_pin_is_limited_as_any_recording() {
    let mut stage = recorded(8);
    let recording = Recording { events: 10, ..Recording::default() };
    assert!(stage.pin(1, 0, recording));
    assert_eq!((stage.trace().steps(), stage.trace().end()), (10, End::Full));
    assert!(stage.unpin());
    // The problem is whole again.
    assert_eq!(Search::new(stage.problem().clone()).count(), 92);
}
