//! The decision tree, node by node as the search enters them.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::rc::Rc;

use tremaux::{Limit, Limits, Observer, Outcome, Problem, Search, Stats, Stop};

/// A node of the decision tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Its number in the order of the search; the root is 0.
    pub number: u64,
    /// The number of the node above it; the root has none.
    pub parent: Option<u64>,
    /// How many choices lead to it; the root's depth is 0.
    pub depth: usize,
    /// The choice that leads to it from its parent; none leads to the root.
    pub choice: Option<String>,
    /// What the search found there.
    pub kind: NodeKind,
}

/// What the search found at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NodeKind {
    /// A slot with choices: nodes below it follow.
    Branch,
    /// An open slot and no valid option.
    Dead,
    /// A complete filling.
    Solution,
    /// A branch at the depth limit: there is more below.
    Cut,
}

/// Walks the whole decision tree of `problem` down to `depth` choices under `limits`, and gives every node to
/// `emit` in the order of the search, the root first, until it breaks. Holds a number a level.
///
/// Returns how the walk ended, and the quantities of what was walked. Where nodes are left when `emit` breaks, it ended
/// as if cancelled.
///
/// ```
/// use std::ops::ControlFlow;
/// use tremaux::{Limits, Template};
/// use tremaux_replay::{NodeKind, walk_tree};
///
/// // Two bits, not both set.
/// let bits = Template {
///     slots: 2,
///     board: Vec::new(),
///     options: |_: &Vec<u8>, _slot| 0..2_u8,
///     is_valid: |board: &Vec<u8>, _slot, bit| bit == 0 || !board.contains(&1),
///     place: |board: &mut Vec<u8>, _slot, bit| board.push(bit),
///     unplace: |board: &mut Vec<u8>, _slot, _bit| { board.pop(); },
///     record: |board: &Vec<u8>| board.clone(),
/// };
/// let mut nodes = Vec::new();
/// let (outcome, stats) = walk_tree(bits.problem(), usize::MAX, Limits::new(), |node| {
///     nodes.push(node);
///     ControlFlow::Continue(())
/// });
/// assert!(outcome.is_complete());
/// assert_eq!(stats.solutions, 3);
/// let shown: Vec<_> = nodes.iter().map(|node| (node.depth, node.choice.as_deref().unwrap_or("start"), node.kind)).collect();
/// assert_eq!(shown, [
///     (0, "start", NodeKind::Branch),
///     (1, "0", NodeKind::Branch), (2, "0", NodeKind::Solution), (2, "1", NodeKind::Solution),
///     (1, "1", NodeKind::Branch), (2, "0", NodeKind::Solution),
/// ]);
/// ```
pub fn walk_tree<P: Problem>(
    problem: P,
    depth: usize,
    limits: Limits,
    emit: impl FnMut(Node) -> ControlFlow<()>,
) -> (Outcome, Stats) {
    let enough = Rc::new(Cell::new(false));
    let tree = Tree {
        emit,
        enough: Rc::clone(&enough),
        above: vec![],
        entered: 0,
        entering: None,
        rejected: 0,
        stats: Stats::default(),
    };
    let stop = UntilEnough { limits, enough };
    let mut search = Search::new(Pruned { problem, depth: 0, most: depth }).observe(tree).stop_by(stop);
    let outcome = search.visit(|_| ControlFlow::Continue(()));
    // A limit may have stopped the search at a node before anything was placed there.
    search.observer_mut().settle(NodeKind::Branch);
    (outcome, search.observer().stats)
}

/// The limits, and the caller's word that they have enough.
struct UntilEnough {
    limits: Limits,
    enough: Rc<Cell<bool>>,
}

impl Stop for UntilEnough {
    fn before_node(&mut self) -> Option<Limit> {
        if self.enough.get() { Some(Limit::Cancelled) } else { self.limits.before_node() }
    }

    fn after_solution(&mut self) -> Option<Limit> {
        self.limits.after_solution()
    }
}

/// A problem of which nothing is searched below a depth: a node there has its slot, but no choices.
struct Pruned<P> {
    problem: P,
    depth: usize,
    most: usize,
}

impl<P: Problem> Pruned<P> {
    /// Whether the depth limit hides something at this node.
    fn cuts(&self) -> bool {
        let branch = self.problem.choices();
        self.depth == self.most && branch.is_some_and(|mut branch| self.problem.next_choice(&mut branch).is_some())
    }
}

impl<P: Problem> Problem for Pruned<P> {
    type Choice = P::Choice;
    type Choices = P::Choices;
    type Solution = P::Solution;

    fn choices(&self) -> Option<P::Choices> {
        self.problem.choices()
    }

    fn next_choice(&self, branch: &mut P::Choices) -> Option<P::Choice> {
        if self.depth == self.most { None } else { self.problem.next_choice(branch) }
    }

    fn place(&mut self, choice: P::Choice) {
        self.problem.place(choice);
        self.depth += 1;
    }

    fn unplace(&mut self, choice: P::Choice) {
        self.depth -= 1;
        self.problem.unplace(choice);
    }

    fn solution(&self) -> P::Solution {
        self.problem.solution()
    }

    fn option(&self, index: usize) -> Option<P::Choice> {
        self.problem.option(index)
    }

    fn ruled_out_by(&self, choice: P::Choice) -> Option<&'static str> {
        self.problem.ruled_out_by(choice)
    }

    fn label(&self, choice: P::Choice) -> String {
        self.problem.label(choice)
    }
}

/// Emits a node once it is known what the search found there: a node without a solution or a dead end is a branch as
/// soon as something is placed at it.
struct Tree<F> {
    emit: F,
    enough: Rc<Cell<bool>>,
    /// The numbers of the nodes from the root to the current one.
    above: Vec<u64>,
    entered: u64,
    /// The node being entered, while its kind is not known.
    entering: Option<Node>,
    /// What a node at the depth limit rejected, while it is not known whether it is cut: then nothing of it counts.
    rejected: u64,
    stats: Stats,
}

impl<F: FnMut(Node) -> ControlFlow<()>> Tree<F> {
    fn settle(&mut self, kind: NodeKind) {
        // The search stops before the next node only: the one it is at may be settled after `emit` broke.
        if let Some(node) = self.entering.take()
            && !self.enough.get()
            && (self.emit)(Node { kind, ..node }).is_break()
        {
            self.enough.set(true);
        }
    }
}

impl<P: Problem, F: FnMut(Node) -> ControlFlow<()>> Observer<Pruned<P>> for Tree<F> {
    fn enter(&mut self, problem: &Pruned<P>) {
        self.stats.enter(problem);
        if self.above.is_empty() {
            self.entering = Some(Node { number: 0, parent: None, depth: 0, choice: None, kind: NodeKind::Branch });
        }
        self.above.push(self.entered);
        self.entered += 1;
    }

    fn reject(&mut self, problem: &Pruned<P>, choice: P::Choice) {
        if problem.depth == problem.most {
            self.rejected += 1;
        } else {
            self.stats.reject(problem, choice);
        }
    }

    fn place(&mut self, problem: &Pruned<P>, choice: P::Choice) {
        self.stats.place(problem, choice);
        self.settle(NodeKind::Branch);
        let (number, parent, depth) = (self.entered, self.above.last().copied(), self.above.len());
        let choice = Some(problem.label(choice));
        self.entering = Some(Node { number, parent, depth, choice, kind: NodeKind::Branch });
    }

    fn unplace(&mut self, problem: &Pruned<P>, choice: P::Choice) {
        self.stats.unplace(problem, choice);
    }

    fn solution(&mut self, problem: &Pruned<P>) {
        self.stats.solution(problem);
        self.settle(NodeKind::Solution);
    }

    fn dead_end(&mut self, problem: &Pruned<P>) {
        let rejected = std::mem::take(&mut self.rejected);
        if problem.cuts() {
            self.settle(NodeKind::Cut);
        } else {
            self.stats.tried += rejected;
            self.stats.rejected += rejected;
            self.stats.dead_end(problem);
            self.settle(NodeKind::Dead);
        }
    }

    fn leave(&mut self, _: &Pruned<P>) {
        self.above.pop();
    }
}
