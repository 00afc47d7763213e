//! The whole decision tree of a search, without its events: a million nodes take some 20 megabytes.

use serde_json::{Value, json};
use tremaux::{Limit, Limits, Observer, Outcome, Problem, Search};

use crate::decisions::{Column, NODE, columns};
use crate::record::{Choices, index};
use crate::trace::End;
use crate::{NodeKind, Shape, schema, tidy};

/// The version of [`WholeTree::data`].
const VERSION: u32 = 1;
/// Where a node has no parent or no choice.
const NONE: u32 = u32::MAX;

/// The nodes of a search in the order in which it entered them, so that a node's index is its number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WholeTree {
    parents: Vec<u32>,
    depths: Vec<u32>,
    /// The numbers of the choices that lead to the nodes.
    choices: Vec<u32>,
    /// [`NodeKind::Cut`]: the search stopped in it.
    kinds: Vec<NodeKind>,
    labels: Vec<String>,
    end: End,
}

/// Searches `problem` for all its solutions until `most` nodes are entered, and keeps the tree.
///
/// ```
/// use tremaux::Limits;
/// use tremaux_replay::{End, whole_tree};
/// # use tremaux::Template;
/// # // Words of two bits.
/// # let bits = Template {
/// #     slots: 2,
/// #     board: Vec::new(),
/// #     options: |_: &Vec<u8>, _slot| 0..2_u8,
/// #     is_valid: |_: &Vec<u8>, _slot, _bit| true,
/// #     place: |board: &mut Vec<u8>, _slot, bit| board.push(bit),
/// #     unplace: |board: &mut Vec<u8>, _slot, _bit| { board.pop(); },
/// #     record: |board: &Vec<u8>| board.clone(),
/// # };
///
/// let tree = whole_tree(bits.problem(), 1_000_000, Limits::new());
/// assert_eq!((tree.nodes(), tree.end()), (7, End::Complete));
/// ```
pub fn whole_tree<P: Problem>(problem: P, most: usize, limits: Limits) -> WholeTree {
    let most = most.min(NONE as usize - 1);
    let keeper = Keeper {
        tree: WholeTree {
            parents: Vec::new(),
            depths: Vec::new(),
            choices: Vec::new(),
            kinds: Vec::new(),
            labels: Vec::new(),
            end: End::Complete,
        },
        choices: Choices::default(),
        above: Vec::new(),
        placed: NONE,
    };
    let mut search = Search::new(problem).observe(keeper).limits(limits.nodes(most as u64));
    let end = match search.visit(|_| std::ops::ControlFlow::Continue(())) {
        Outcome::Stopped(Limit::Nodes) => End::Full,
        Outcome::Stopped(limit) => End::Stopped(limit),
        Outcome::Complete | Outcome::Paused => End::Complete,
    };
    let (problem, Keeper { mut tree, choices, .. }) = search.into_parts();
    tree.labels = choices.table.iter().map(|choice| problem.label(*choice)).collect();
    tree.end = end;
    tree
}

impl WholeTree {
    /// How many nodes were entered.
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.parents.len()
    }

    /// Why it ends where it does; [`End::Full`] at the most nodes asked for.
    #[must_use]
    pub fn end(&self) -> End {
        self.end
    }

    /// The tree laid out, as a page reads it, with an overview of at most `strip` columns: `docs/player-data.md`
    /// describes it. Linear in the nodes, of which each takes 13 bytes.
    ///
    /// # Panics
    /// If `strip` is 0.
    #[must_use]
    pub fn data(&self, problem: &str, input: &Value, strip: usize) -> Vec<u8> {
        let parent = |parent: u32| (parent != NONE).then_some(parent as usize);
        let shape =
            |(parents, depth): (&u32, &u32)| Shape { parent: parent(*parents), depth: *depth as usize, width: NODE };
        let shapes: Vec<_> = self.parents.iter().zip(&self.depths).map(shape).collect();
        let (middles, width) = tidy(&shapes);
        let columns = columns(self.nodes(), strip, |node| (self.depths[node] as usize, self.kinds[node]));
        let column = |column: Column| {
            json!([column.first, column.depths.0, column.depths.1, column.solutions, column.dead_ends])
        };
        let head = json!({
            "schema": "tremaux-tree",
            "version": VERSION,
            "problem": problem,
            "input": input,
            "nodes": self.nodes(),
            "width": width,
            "levels": self.depths.iter().max().map_or(0, |deepest| deepest + 1),
            "labels": self.labels,
            "strip": columns.into_iter().map(column).collect::<Vec<_>>(),
            "end": schema::end_name(self.end),
        });
        let mut data = head.to_string().into_bytes();
        // What follows is read four bytes at a time.
        data.resize((data.len() + 1).next_multiple_of(4) - 1, b' ');
        data.push(b'\n');
        data.extend(middles.iter().flat_map(|middle| i32::try_from(*middle).unwrap_or(i32::MAX).to_le_bytes()));
        // NONE is -1 to whom reads it with a sign.
        data.extend(self.parents.iter().flat_map(|parent| parent.to_le_bytes()));
        data.extend(self.choices.iter().flat_map(|choice| choice.to_le_bytes()));
        data.extend(self.kinds.iter().map(|kind| match kind {
            NodeKind::Branch => 0,
            NodeKind::Dead => 1,
            NodeKind::Solution => 2,
            NodeKind::Cut => 3,
        }));
        data
    }
}

struct Keeper<C> {
    tree: WholeTree,
    choices: Choices<C>,
    /// The nodes from the root to the current one.
    above: Vec<u32>,
    /// The number of the choice placed last.
    placed: u32,
}

impl<C> Keeper<C> {
    fn set(&mut self, kind: NodeKind) {
        if let Some(node) = self.above.last() {
            self.tree.kinds[*node as usize] = kind;
        }
    }
}

impl<P: Problem> Observer<P> for Keeper<P::Choice> {
    fn enter(&mut self, _: &P) {
        let node = index(self.tree.parents.len());
        self.tree.parents.push(self.above.last().copied().unwrap_or(NONE));
        self.tree.depths.push(index(self.above.len()));
        self.tree.choices.push(self.placed);
        self.tree.kinds.push(NodeKind::Cut);
        self.above.push(node);
    }

    fn place(&mut self, _: &P, choice: P::Choice) {
        self.placed = self.choices.number(choice);
    }

    fn solution(&mut self, _: &P) {
        self.set(NodeKind::Solution);
    }

    fn dead_end(&mut self, _: &P) {
        self.set(NodeKind::Dead);
    }

    fn leave(&mut self, _: &P) {
        let node = self.above.pop();
        if let Some(node) = node.filter(|node| self.tree.kinds[*node as usize] == NodeKind::Cut) {
            self.tree.kinds[node as usize] = NodeKind::Branch;
        }
    }
}
