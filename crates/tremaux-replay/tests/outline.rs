//! The tree as an outline around a step.

use tremaux_puzzles::queens::PlainQueens;
use tremaux_replay::{Look, NodeKind, Outline, Recording, Stage, Trace, Twig, record};

fn queens(size: usize) -> Trace {
    let replay = record(PlainQueens::new(size), Recording::default()).expect("it begins at the root");
    replay.trace().clone()
}

/// An outline as text: the depth as an indent, the shape, the choice.
fn text(trace: &Trace, twigs: &[Twig]) -> String {
    let line = |twig: &Twig| {
        let shape = match twig.look {
            Look::Choice => 'o',
            Look::Dead => 'x',
            Look::Solution => '*',
            Look::Open => '.',
            Look::Failed => '^',
        };
        let choice = trace.choice(twig.node).unwrap_or("start");
        let size = twig.failed.map_or(String::new(), |size| format!(" {size}"));
        let gap = if twig.after_gap { ":" } else { "" };
        let here = if twig.is_here { " <" } else { "" };
        format!("{gap}{:indent$}{shape} {choice}{size}{here}\n", "", indent = 2 * twig.depth)
    };
    twigs.iter().map(line).collect()
}

fn shown(trace: &Trace, step: usize, rows: usize, fold: bool) -> String {
    text(trace, &Outline::new(trace).around(trace, step, rows, fold))
}

#[test]
fn the_tree_of_four_queens_as_it_grows() {
    let trace = queens(4);
    assert_eq!(shown(&trace, 1, 9, false), ". start <\n");
    let solved = trace.nodes().iter().find(|node| node.kind == NodeKind::Solution).expect("a solution").entered + 1;
    let whole = ". start\n  o 0\n    x 2\n    o 3\n      x 1\n  . 1\n    . 3\n      . 0\n        * 2 <\n";
    assert_eq!(shown(&trace, solved, 20, false), whole);
    let folded = ". start\n  ^ 0 4\n  . 1\n    . 3\n      . 0\n        * 2 <\n";
    assert_eq!(shown(&trace, solved, 20, true), folded);
    assert_eq!(shown(&trace, solved, 6, true), folded);
    // The way up and the nearest nodes; what is left out is told of.
    assert_eq!(shown(&trace, solved, 3, true), ":    . 3\n      . 0\n        * 2 <\n");
}

/// Wherever the search is and however few lines there are: it is shown where it is, no line comes twice, none is of a
/// node to come, the order is the search's, and nothing is left out where there is room.
#[test]
fn as_much_as_fits_around_any_step() {
    for size in [1, 2, 4, 5, 6] {
        let trace = queens(size);
        let outline = Outline::new(&trace);
        for step in 1..=trace.steps() {
            let entered = trace.nodes().iter().filter(|node| node.entered <= step).count();
            for rows in [1, 2, 3, 5, 9, 30] {
                for fold in [false, true] {
                    let twigs = outline.around(&trace, step, rows, fold);
                    assert!(
                        twigs.len() <= rows && twigs.iter().filter(|twig| twig.is_here).count() == 1,
                        "{step} {rows}"
                    );
                    assert!(twigs.windows(2).all(|pair| pair[0].node < pair[1].node), "{step} {rows}");
                    let here = trace.state_of(step);
                    let may_be_shown =
                        |twig: &Twig| trace.nodes()[twig.node].entered <= step || Some(twig.node) == here;
                    assert!(twigs.iter().all(may_be_shown), "{step} {rows}");
                    let hidden: usize = twigs.iter().filter_map(|twig| twig.failed).map(|size| size - 1).sum();
                    // On one line there is no room to say what comes after it.
                    let whole = rows > 1 && !twigs.iter().any(|twig| twig.after_gap);
                    assert!(!whole || twigs.len() + hidden >= entered, "{step} {rows}: {twigs:?}");
                    assert!(whole || rows == 1 || twigs.len() == rows, "{step} {rows}: {twigs:?}");
                    assert!(fold || twigs.iter().all(|twig| twig.failed.is_none()));
                }
            }
        }
    }
}
