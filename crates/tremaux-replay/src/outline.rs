//! The decision tree as an outline, a node a line: as much of it as fits around the node where the search is.

use crate::decisions::{Look, sizes};
use crate::{Trace, TraceNode};

/// A line of an [`Outline`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Twig {
    /// The index of its node among the trace's.
    pub node: usize,
    /// The node's depth.
    pub depth: usize,
    /// How it looks.
    pub look: Look,
    /// For a subtree that failed and is shown as one line: how many nodes it has.
    pub failed: Option<usize>,
    /// Whether the search is there.
    pub is_here: bool,
    /// Whether nodes are left out between the line before and this one.
    pub after_gap: bool,
}

/// What an outline needs to know of a trace beforehand.
///
/// ```
/// use tremaux_puzzles::queens::PlainQueens;
/// use tremaux_replay::{Look, Outline, Recording, Stage, record};
///
/// let replay = record(PlainQueens::new(4), Recording::default()).unwrap();
/// let lines = Outline::new(replay.trace()).around(replay.trace(), 116, 10, true);
/// let solutions = lines.iter().filter(|line| line.look == Look::Solution).count();
/// assert_eq!((lines[0].depth, solutions), (0, 2));
/// ```
#[derive(Clone, Debug)]
pub struct Outline {
    /// For every node below which there is no solution, and which was left, the nodes of its subtree.
    failed: Vec<Option<usize>>,
}

impl Outline {
    /// The outline of a trace; linear in its nodes.
    #[must_use]
    pub fn new(trace: &Trace) -> Outline {
        Outline { failed: sizes(trace, true) }
    }

    /// The nodes that the search has entered up to `step`, in at most `rows` lines, in the order in which they were
    /// entered: the last of them, and from the node where the search is the way up to the root, as far as half of the
    /// lines allow. With `fold`, a subtree that was searched to its end without a solution is one line.
    ///
    /// Takes time for the lines and the depth, not for the nodes.
    ///
    /// # Panics
    /// If `trace` is another one than that of the outline.
    #[must_use]
    pub fn around(&self, trace: &Trace, step: usize, rows: usize, fold: bool) -> Vec<Twig> {
        let Some(here) = trace.state_of(step) else { return Vec::new() };
        let nodes = trace.nodes();
        let way: Vec<_> = trace.up_from(here).collect();
        // Falling, so that the way is looked through by halves.
        let is_on_way = |node: usize| way.binary_search_by(|on_way| node.cmp(on_way)).is_ok();
        let has_failed = |node: usize| {
            let at: &TraceNode = &nodes[node];
            fold && self.failed[node].is_some() && at.left.is_some_and(|left| left <= step) && !is_on_way(node)
        };
        // The node that stands for another: the highest failed one above it, if there is one.
        let shown = |node: usize| trace.up_from(node).take_while(|node| has_failed(*node)).last().unwrap_or(node);
        let twig = |node: usize, after_gap| {
            let failed = self.failed[node].filter(|size| *size > 1 && has_failed(node));
            let look = Look::of(&nodes[node], failed.is_some(), step);
            Twig { node, depth: nodes[node].depth, look, failed, is_here: node == here, after_gap }
        };

        let mut kept = way.iter().copied().take(rows.div_ceil(2)).peekable();
        let mut room = rows - kept.len().min(rows);
        let last = nodes.partition_point(|node| node.entered <= step).saturating_sub(1).max(here);
        let mut twigs: Vec<Twig> = Vec::new();
        let mut next = Some(last);
        while let Some(node) = next.map(shown) {
            if kept.peek() == Some(&node) {
                kept.next();
            } else if room > 0 {
                room -= 1;
            } else if let Some(above) = kept.peek() {
                // From here on the way up alone.
                next = Some(*above);
                twigs.last_mut().into_iter().for_each(|twig| twig.after_gap = true);
                continue;
            } else {
                twigs.last_mut().into_iter().for_each(|twig| twig.after_gap = true);
                break;
            }
            twigs.push(twig(node, false));
            next = node.checked_sub(1);
        }
        twigs.reverse();
        twigs
    }
}
