//! A tidy layout of a tree: no two nodes overlap, a parent stands over the middle of its children, and equal subtrees
//! look alike wherever they hang.
//!
//! Reingold and Tilford (1981, <https://doi.org/10.1109/TSE.1981.234519>) set the aims. Here a subtree is kept by its two
//! outlines, the leftmost and the rightmost edge on every level. The next subtree is moved right until its left outline
//! clears the right one of all before it, which looks at as many levels as the lower of the two has; so does joining
//! their outlines, since the longer one is kept and the shorter written over its upper end. A level of a subtree is
//! written over once at most, so all of it takes linear time.
//!
//! Children are packed to the left, so a node never moves among its sisters because of what comes later: the drawing is
//! stable while the tree grows.

/// The space between two nodes side by side, in the unit of widths.
const GAP: i64 = 8;

/// A node to be laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The index of its parent; the root, which comes first, has none.
    pub parent: Option<usize>,
    /// How many choices lead to it.
    pub depth: usize,
    /// How wide it is drawn; even, so that its middle is whole.
    pub width: u32,
}

/// The middle of every node of a tree, from the left edge of the drawing, and the width of the whole. `shapes` are in
/// the order of a search: a parent comes before its children, and each subtree is together.
///
/// Linear in the number of nodes.
///
/// ```
/// use tremaux_replay::{Shape, tidy};
///
/// let node = |parent, depth| Shape { parent, depth, width: 16 };
/// let (middles, width) = tidy(&[node(None, 0), node(Some(0), 1), node(Some(0), 1)]);
/// assert_eq!((middles, width), (vec![20, 8, 32], 40));
/// ```
#[must_use]
pub fn tidy(shapes: &[Shape]) -> (Vec<i64>, i64) {
    // First the middle of every node in the frame of its parent's children, and the parent's in that frame.
    let mut beside = vec![0; shapes.len()];
    let mut over = vec![0; shapes.len()];
    let mut open: Vec<(usize, Forest)> = Vec::new();
    let mut whole = Forest::default();
    for index in 0..=shapes.len() {
        let depth = shapes.get(index).map_or(0, |shape| shape.depth);
        while open.len() > depth {
            let Some((node, mut forest)) = open.pop() else { break };
            over[node] = forest.close(i64::from(shapes[node].width));
            let above = open.last_mut().map_or(&mut whole, |(_, forest)| forest);
            beside[node] = above.add(forest, over[node]);
        }
        if index < shapes.len() {
            open.push((index, Forest::default()));
        }
    }
    let mut middles = Vec::with_capacity(shapes.len());
    for (index, shape) in shapes.iter().enumerate() {
        let middle = shape.parent.map_or(0, |parent| middles[parent] + beside[index] - over[parent]);
        middles.push(middle);
    }
    let left = |(middle, shape): (&i64, &Shape)| middle - i64::from(shape.width / 2);
    let right = |(middle, shape): (&i64, &Shape)| middle + i64::from(shape.width / 2);
    let first = middles.iter().zip(shapes).map(left).min().unwrap_or(0);
    let last = middles.iter().zip(shapes).map(right).max().unwrap_or(0);
    middles.iter_mut().for_each(|middle| *middle -= first);
    (middles, last - first)
}

/// The edge of a drawing on every level, the lowest level first, so that levels are added and written over at the end.
#[derive(Debug, Default)]
struct Outline {
    /// What is to be added to every edge.
    moved: i64,
    edges: Vec<i64>,
}

impl Outline {
    /// The edge, counted from the top level.
    fn edge(&self, level: usize) -> i64 {
        self.edges[self.edges.len() - 1 - level] + self.moved
    }

    /// The longer outline, with the upper levels of `upper` where that has some.
    fn under(mut self, upper: &Outline) -> Outline {
        let levels = self.edges.len();
        for level in 0..upper.edges.len() {
            self.edges[levels - 1 - level] = upper.edge(level) - self.moved;
        }
        self
    }

    fn levels(&self) -> usize {
        self.edges.len()
    }
}

/// Some subtrees side by side.
#[derive(Debug, Default)]
struct Forest {
    left: Outline,
    right: Outline,
    /// The middles of the roots of the first subtree and of the last.
    ends: Option<(i64, i64)>,
}

impl Forest {
    /// Puts a node over the forest, which makes one subtree of it; gives the node's middle.
    fn close(&mut self, width: i64) -> i64 {
        let middle = self.ends.map_or(0, |(first, last)| (first + last).div_euclid(2));
        for (outline, edge) in [(&mut self.left, middle - width / 2), (&mut self.right, middle + width / 2)] {
            outline.edges.push(edge - outline.moved);
        }
        middle
    }

    /// Adds a subtree on the right, whose root's middle is at `middle` in its own frame; gives that in this one.
    fn add(&mut self, mut subtree: Forest, middle: i64) -> i64 {
        let levels = self.right.levels().min(subtree.left.levels());
        let apart = (0..levels).map(|level| self.right.edge(level) + GAP - subtree.left.edge(level)).max();
        let moved = apart.unwrap_or(0);
        subtree.left.moved += moved;
        subtree.right.moved += moved;
        let middle = middle + moved;
        let first = self.ends.map_or(middle, |(first, _)| first);
        self.ends = Some((first, middle));
        let (left, right) = (std::mem::take(&mut self.left), std::mem::take(&mut self.right));
        if left.levels() >= subtree.left.levels() {
            self.left = left;
            self.right = right.under(&subtree.right);
        } else {
            self.left = subtree.left.under(&left);
            self.right = subtree.right;
        }
        middle
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Joining outlines is what could take more than linear time: every level written over is counted here, on trees
    /// that are bad for it.
    #[test]
    fn a_million_nodes_of_any_shape() {
        let chain: Vec<_> = (0..1_000_000).map(|depth| (depth > 0).then(|| depth - 1)).collect();
        let comb: Vec<_> = (0..1_000_000_usize).map(|index| (index > 0).then(|| (index - 1) / 2 * 2)).collect();
        let star: Vec<_> = (0..1_000_000).map(|index| (index > 0).then_some(0)).collect();
        for parents in [chain, comb, star] {
            let mut depths: Vec<usize> = Vec::new();
            for parent in &parents {
                depths.push(parent.map_or(0, |parent: usize| depths[parent] + 1));
            }
            let shapes: Vec<_> = (parents.iter().zip(&depths))
                .map(|(parent, depth)| Shape { parent: *parent, depth: *depth, width: 16 })
                .collect();
            let (middles, width) = tidy(&shapes);
            assert!(middles.iter().all(|middle| (8..=width - 8).contains(middle)));
        }
    }
}
