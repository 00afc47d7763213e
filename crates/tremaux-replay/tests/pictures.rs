//! Layouts that are tidy and stable; pictures that are whole.

use proptest::prelude::*;
use tremaux::Limits;
use tremaux_puzzles::paths::{Paths, PlainPaths, Steps};
use tremaux_puzzles::queens::PlainQueens;
use tremaux_replay::{
    Decisions, Frame, Look, Recording, Shape, Stage, frame_svg, overview, record, tidy, tree_svg, write_cast,
    write_gif, write_text,
};

/// A tree in the order of a search: from the depths at which nodes are to come, cut to what is possible.
fn shapes(depths: &[(usize, u32)]) -> Vec<Shape> {
    let mut path: Vec<usize> = Vec::new();
    let mut shapes = Vec::new();
    for (index, (depth, width)) in depths.iter().enumerate() {
        path.truncate((*depth).clamp(usize::from(index > 0), path.len().max(usize::from(index > 0))));
        shapes.push(Shape { parent: path.last().copied(), depth: path.len(), width: 2 * width });
        path.push(index);
    }
    shapes
}

proptest! {
    #[test]
    fn a_layout_is_tidy_and_stable(depths in prop::collection::vec((0..9_usize, 1..20_u32), 1..120)) {
        let shapes = shapes(&depths);
        let (middles, width) = tidy(&shapes);
        let half = |index: usize| i64::from(shapes[index].width / 2);
        for one in 0..shapes.len() {
            prop_assert!(middles[one] >= half(one) && middles[one] + half(one) <= width);
            // On a level nodes are in order, and do not touch.
            if let Some(other) = (one + 1..shapes.len()).find(|other| shapes[*other].depth == shapes[one].depth) {
                prop_assert!(middles[one] + half(one) < middles[other] - half(other));
            }
            // A parent is over the middle of its children.
            let children: Vec<_> = (0..shapes.len()).filter(|child| shapes[*child].parent == Some(one)).collect();
            if let (Some(first), Some(last)) = (children.first(), children.last()) {
                prop_assert!((middles[*first] + middles[*last] - 2 * middles[one]).abs() <= 1);
            }
        }
        // While the tree grows, sisters that are searched to their end stay where they are, side by side, and so does
        // all that hangs below them.
        for grown in 1..shapes.len() {
            let (before, _) = tidy(&shapes[..grown]);
            let is_done = |node: usize| shapes[grown].depth <= shapes[node].depth;
            let mut last_done: Vec<Option<usize>> = vec![None; grown];
            for node in 1..grown {
                let parent = shapes[node].parent.unwrap();
                let same = |other: usize| before[node] - before[other] == middles[node] - middles[other];
                if is_done(node) {
                    if let Some(sister) = last_done[parent] {
                        prop_assert!(same(sister));
                    }
                    last_done[parent] = Some(node);
                }
                if is_done(parent) {
                    prop_assert!(same(parent));
                }
            }
        }
    }

    /// Equal subtrees are drawn alike, wherever they hang.
    #[test]
    fn equal_subtrees_look_alike(depths in prop::collection::vec((1..6_usize, Just(8_u32)), 1..40)) {
        let below = |part: &[(usize, u32)]| part.iter().map(|(depth, width)| (depth + 1, *width)).collect::<Vec<_>>();
        let mut twice = vec![(0, 8), (1, 8)];
        twice.extend(below(&depths));
        twice.push((1, 8));
        twice.extend(below(&depths));
        let shapes = shapes(&twice);
        let (middles, _) = tidy(&shapes);
        let size = depths.len() + 1;
        for node in 1..=size {
            prop_assert_eq!(middles[node] - middles[1], middles[node + size] - middles[1 + size]);
        }
    }
}

fn tree_of_paths() -> tremaux_replay::Replay<PlainPaths> {
    record(PlainPaths::new(&Paths::new((1, 2), Steps::default()).unwrap()), Recording::default()).unwrap()
}

/// The mission's tree: 21 nodes below the start, 10 of them dead, 5 paths; its branches and its leaves.
#[test]
fn the_tree_of_lattice_paths() {
    let replay = tree_of_paths();
    let trace = replay.trace();
    let decisions = Decisions::new(trace, false);
    let look = |index: usize| decisions.look(trace, index, trace.steps()).unwrap();
    let line = |index: usize| {
        let placed = &decisions.placed[index];
        let found = match look(index) {
            Look::Dead => " dead",
            Look::Solution => " yes!",
            _ => "",
        };
        format!("{}{}{found}", "  ".repeat(placed.depth), trace.choice(placed.node).unwrap_or("start"))
    };
    let lines: Vec<_> = (0..decisions.placed.len()).map(line).collect();
    let expected = "\
start
  N
    N
      N dead
      NE dead
      E yes!
    NE yes!
    E
      N yes!
      NE dead
      E dead
  NE
    N yes!
    NE dead
    E dead
  E
    N
      N yes!
      NE dead
      E dead
    NE dead
    E dead";
    assert_eq!(lines.join("\n"), expected);
    let svg = tree_svg(trace, trace.steps(), false, None);
    assert_eq!(svg.matches("<circle").count(), 7 + 2, "choices, and two in the legend");
    assert_eq!(svg.matches("<polygon").count(), 5 + 1, "solutions, and one in the legend");
}

#[test]
fn the_tree_grows_and_nothing_moves() {
    let replay = record(PlainQueens::new(6), Recording::default()).unwrap();
    let trace = replay.trace();
    for fold in [false, true] {
        let decisions = Decisions::new(trace, fold);
        let seen = |step: usize| {
            (0..decisions.placed.len()).filter(|index| decisions.look(trace, *index, step).is_some()).count()
        };
        assert_eq!((seen(1), seen(trace.steps())), (1, decisions.placed.len()));
        let counts: Vec<_> = (1..=trace.steps()).map(seen).collect();
        assert!(counts.is_sorted());
        let at_end = |look| {
            (0..decisions.placed.len())
                .filter(|index| decisions.look(trace, *index, trace.steps()) == Some(look))
                .count()
        };
        assert_eq!((at_end(Look::Solution), at_end(Look::Open)), (4, 0));
        let folded: usize = decisions.placed.iter().map(|placed| placed.failed.unwrap_or(1)).sum();
        assert_eq!(folded, 153, "every node is drawn, or in a triangle");
        assert_eq!(at_end(Look::Failed) > 0, fold);
        assert_eq!(at_end(Look::Dead) == 46, !fold);
    }
}

#[test]
fn an_overview_has_every_node() {
    let replay = record(PlainQueens::new(8), Recording::default()).unwrap();
    for columns in [1, 7, 100, 5000] {
        let overview = overview(replay.trace(), columns);
        assert!(overview.len() <= columns);
        let sum = |part: fn(&tremaux_replay::Column) -> usize| overview.iter().map(part).sum::<usize>();
        assert_eq!((sum(|it| it.nodes), sum(|it| it.solutions), sum(|it| it.dead_ends)), (2057, 92, 644));
        assert_eq!(overview.iter().map(|column| column.depths.1).max(), Some(8));
    }
}

/// Every element is closed, and what a user named can't break out.
fn is_whole_xml(svg: &str) {
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    assert_eq!(svg.matches("<text").count(), svg.matches("</text>").count());
    assert!(!svg.contains("NaN") && !svg.contains("inf"));
}

#[test]
fn files_of_every_kind() {
    let mut replay =
        record(PlainQueens::new(4), Recording { limits: Limits::new().solutions(1), ..Recording::default() }).unwrap();
    let steps = replay.trace().steps();
    for step in [1, 8, steps] {
        let svg = frame_svg(&Frame::new(&mut replay, step).unwrap(), Some((300, 200)));
        is_whole_xml(&svg);
        assert!(svg.contains("width=\"300\"") && svg.contains(&format!("Step {step} of {steps}")));
    }
    let (mut text, mut cast, mut gif) = (Vec::new(), Vec::new(), Vec::new());
    write_text(&mut replay, 1..=steps, 80, &mut text).unwrap();
    assert_eq!(
        String::from_utf8(text).unwrap().matches("node").count(),
        steps + 9,
        "a place a frame, a caption an entry"
    );
    write_cast(&mut replay, 1..=3, (80, 24), &mut cast).unwrap();
    let lines: Vec<serde_json::Value> =
        String::from_utf8(cast).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((lines.len(), &lines[0]["version"], &lines[0]["width"]), (4, &2.into(), &80.into()));
    assert!(lines[1..].windows(2).all(|pair| pair[0][0].as_f64() < pair[1][0].as_f64()));
    assert!(lines[1..].iter().all(|line| line[1] == "o" && line[2].as_str().unwrap().matches("\r\n").count() == 23));
    write_gif(&mut replay, 1..=steps, Some((320, 200)), &mut gif).unwrap();
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::Indexed);
    let mut decoder = options.read_info(&gif[..]).unwrap();
    assert!(decoder.width() <= 320 && decoder.height() <= 200);
    let mut frames = 0;
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        assert!(frame.delay > 0);
        frames += 1;
    }
    assert_eq!(frames, steps);
}
