//! Pictures as SVG.

use crate::decisions::Decisions;
use crate::svg::svg;
use crate::{Frame, Trace, picture};

/// The most nodes of a tree whose failed subtrees are drawn node by node.
const MOST_UNFOLDED: usize = 4000;

/// A frame as an SVG file, scaled to fit into `size` pixels if that is given.
///
/// ```
/// use tremaux_puzzles::queens::PlainQueens;
/// use tremaux_replay::{Frame, Recording, frame_svg, record, tree_svg, Stage};
///
/// let mut replay = record(PlainQueens::new(4), Recording::default()).unwrap();
/// let svg = frame_svg(&Frame::new(&mut replay, 5).unwrap(), Some((640, 480)));
/// assert!(svg.starts_with("<svg") && svg.contains("reject 1: diag"));
/// let tree = tree_svg(replay.trace(), 116, false, None);
/// assert!(tree.starts_with("<svg"));
/// ```
#[must_use]
pub fn frame_svg(frame: &Frame, size: Option<(usize, usize)>) -> String {
    svg(&picture::frame(frame), size)
}

/// The decision tree after a step as an SVG file, scaled to fit into `size` pixels if that is given.
///
/// Subtrees without a solution are shown as one triangle if `fold`, and anyway in a tree of thousands of nodes; of a tree
/// that has tens of thousands even so, an overview is drawn.
#[must_use]
pub fn tree_svg(trace: &Trace, step: usize, fold: bool, size: Option<(usize, usize)>) -> String {
    let decisions = Decisions::new(trace, fold || trace.nodes().len() > MOST_UNFOLDED);
    svg(&picture::tree(trace, &decisions, step), size)
}
