//! The decision tree of a trace, laid out once; what of it is there at a step is a matter of looking.

use crate::{NodeKind, Shape, Trace, TraceNode, tidy};

/// The width of a node, in the unit of [`Shape::width`].
pub(crate) const NODE: u32 = 16;

/// A node of the drawn tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// Its index among the trace's nodes.
    pub node: usize,
    /// The index, among those placed, of its parent.
    pub parent: Option<usize>,
    /// Its depth, which is its level in the drawing.
    pub depth: usize,
    /// Its middle, from the left edge.
    pub middle: i64,
    /// How wide it is.
    pub width: u32,
    /// For a subtree that failed and is shown as one: how many nodes it has.
    pub failed: Option<usize>,
}

/// How a node looks at a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Look {
    /// A circle: choices were placed there.
    Choice,
    /// A square.
    Dead,
    /// A diamond.
    Solution,
    /// A hollow circle: the search is there, or below.
    Open,
    /// A triangle: a subtree without a solution.
    Failed,
}

/// The decision tree, laid out.
///
/// Where nodes lie never depends on the step: while the tree grows, none of them moves.
///
/// ```
/// use tremaux_puzzles::queens::PlainQueens;
/// use tremaux_replay::{Decisions, Look, Recording, Stage, record};
///
/// let replay = record(PlainQueens::new(4), Recording::default()).unwrap();
/// let tree = Decisions::new(replay.trace(), false);
/// assert_eq!((tree.placed.len(), tree.levels), (17, 5));
/// // The root is open until the search is done with it; the node of the first dead end is a square from there on.
/// assert_eq!(tree.look(replay.trace(), 0, 10), Some(Look::Open));
/// assert_eq!(tree.look(replay.trace(), 0, 116), Some(Look::Choice));
/// assert_eq!((tree.look(replay.trace(), 2, 2), tree.look(replay.trace(), 2, 116)), (None, Some(Look::Dead)));
/// // Folded, what failed is one triangle.
/// assert!(Decisions::new(replay.trace(), true).placed.len() < 17);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decisions {
    /// The nodes, in the order in which the search entered them.
    pub placed: Vec<Placed>,
    /// The width of the drawing.
    pub width: i64,
    /// How many levels it has.
    pub levels: usize,
}

impl Decisions {
    /// The tree of `trace`; with `fold`, every subtree without a solution that was searched to its end is one triangle,
    /// as wide as its nodes are many, on a logarithmic scale. The root is never folded. Linear in the nodes.
    #[must_use]
    pub fn new(trace: &Trace, fold: bool) -> Decisions {
        let sizes = sizes(trace, fold);
        let mut placed: Vec<Placed> = Vec::new();
        // The index among those placed of every node of the trace; of one that is folded, that of its triangle.
        let mut index_of = Vec::with_capacity(trace.nodes().len());
        for (node, at) in trace.nodes().iter().enumerate() {
            let parent = at.parent.map(|parent| index_of[parent]);
            if let Some(parent) = parent.filter(|parent: &usize| placed[*parent].failed.is_some()) {
                index_of.push(parent);
                continue;
            }
            let failed = sizes[node].filter(|size| *size > 1 && parent.is_some());
            let width = failed.map_or(NODE, |size| NODE + 4 * size.ilog2());
            index_of.push(placed.len());
            placed.push(Placed { node, parent, depth: at.depth, middle: 0, width, failed });
        }
        let shape = |placed: &Placed| Shape { parent: placed.parent, depth: placed.depth, width: placed.width };
        let (middles, width) = tidy(&placed.iter().map(shape).collect::<Vec<_>>());
        placed.iter_mut().zip(middles).for_each(|(placed, middle)| placed.middle = middle);
        let levels = placed.iter().map(|placed| placed.depth + 1).max().unwrap_or(0);
        Decisions { placed, width, levels }
    }

    /// How the node placed at `index` looks after `step`; `None` where it is not entered yet.
    #[must_use]
    pub fn look(&self, trace: &Trace, index: usize, step: usize) -> Option<Look> {
        let placed = &self.placed[index];
        let node = &trace.nodes()[placed.node];
        (node.entered <= step).then(|| Look::of(node, placed.failed.is_some(), step))
    }
}

impl Look {
    /// How a node looks after `step`; `folds` where it stands for the subtree below it once that is left.
    pub(crate) fn of(node: &TraceNode, folds: bool, step: usize) -> Look {
        let is_left = node.left.is_some_and(|left| left <= step);
        match node.kind {
            // A solution is recorded right after it is entered, and a dead end told right before it is left.
            NodeKind::Solution if step > node.entered => Look::Solution,
            NodeKind::Dead if node.left.is_none_or(|left| left <= step + 1) => Look::Dead,
            _ if !is_left => Look::Open,
            _ if folds => Look::Failed,
            _ => Look::Choice,
        }
    }
}

/// For every node that was left and has no solution below it, the number of nodes of its subtree; `None` for the others,
/// and everywhere unless `fold`.
pub(crate) fn sizes(trace: &Trace, fold: bool) -> Vec<Option<usize>> {
    let nodes = trace.nodes();
    let own = |node: &TraceNode| (fold && node.left.is_some() && node.kind != NodeKind::Solution).then_some(1);
    let mut sizes: Vec<Option<usize>> = nodes.iter().map(own).collect();
    for (index, node) in nodes.iter().enumerate().rev() {
        if let Some(parent) = node.parent {
            sizes[parent] = sizes[parent].zip(sizes[index]).map(|(parent, child)| parent + child);
        }
    }
    sizes
}

/// Some nodes that were entered one after the other, as one column of the overview.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Column {
    /// The number of the first of them among the trace's nodes.
    pub first: usize,
    /// How many they are.
    pub nodes: usize,
    /// The depths between which they lie.
    pub depths: (usize, usize),
    /// How many of them are solutions.
    pub solutions: usize,
    /// How many of them are dead ends.
    pub dead_ends: usize,
}

/// The whole of a search at a glance, however many nodes it has: from left to right as they were entered, in at most
/// `columns` columns. Linear in the nodes.
///
/// ```
/// use tremaux_puzzles::queens::PlainQueens;
/// use tremaux_replay::{Recording, Stage, overview, record};
///
/// let replay = record(PlainQueens::new(6), Recording::default()).unwrap();
/// let columns = overview(replay.trace(), 40);
/// assert!(columns.len() <= 40);
/// assert_eq!(columns.iter().map(|column| column.solutions).sum::<usize>(), 4);
/// ```
///
/// # Panics
/// If `columns` is 0.
#[must_use]
pub fn overview(trace: &Trace, columns: usize) -> Vec<Column> {
    let nodes = trace.nodes();
    self::columns(nodes.len(), columns, |node| (nodes[node].depth, nodes[node].kind))
}

/// The overview of `nodes` nodes in at most `most` columns; `of` gives the depth and the kind of each.
pub(crate) fn columns(nodes: usize, most: usize, of: impl Fn(usize) -> (usize, NodeKind)) -> Vec<Column> {
    let each = nodes.div_ceil(most).max(1);
    let column = |first: usize| {
        let last = (first + each).min(nodes);
        let depths = || (first..last).map(|node| of(node).0);
        let count = |kind| (first..last).filter(|node| of(*node).1 == kind).count();
        Column {
            first,
            nodes: last - first,
            depths: (depths().min().unwrap_or(0), depths().max().unwrap_or(0)),
            solutions: count(NodeKind::Solution),
            dead_ends: count(NodeKind::Dead),
        }
    };
    (0..nodes).step_by(each).map(column).collect()
}
