//! A problem whose whole search is written down beforehand, and what a naive recursion says of it.

use proptest::prelude::*;
use tremaux::{Problem, Stats};

/// A node: a solution, or an open slot with these options; `None` is an option that a mark rules out.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Tree {
    Solution,
    Slot(Vec<Option<Tree>>),
}

/// A tree as a problem: a choice is the index of an option, a solution the path to it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Walk {
    pub(crate) root: Tree,
    pub(crate) path: Vec<usize>,
}

impl Walk {
    pub(crate) fn new(root: Tree) -> Self {
        Walk { root, path: Vec::new() }
    }

    fn here(&self) -> &Tree {
        self.path.iter().fold(&self.root, |tree, &option| match tree {
            Tree::Slot(options) => options[option].as_ref().expect("only allowed options are placed"),
            Tree::Solution => panic!("nothing is placed at a solution"),
        })
    }

    fn options(&self) -> &[Option<Tree>] {
        match self.here() {
            Tree::Slot(options) => options,
            Tree::Solution => &[],
        }
    }
}

impl Problem for Walk {
    type Choice = usize;
    type Choices = std::ops::Range<usize>;
    type Solution = Vec<usize>;

    fn choices(&self) -> Option<Self::Choices> {
        matches!(self.here(), Tree::Slot(_)).then(|| 0..self.options().len())
    }
    fn next_choice(&self, branch: &mut Self::Choices) -> Option<usize> {
        branch.find(|&option| self.options()[option].is_some())
    }
    fn place(&mut self, option: usize) {
        self.path.push(option);
    }
    fn unplace(&mut self, option: usize) {
        assert_eq!(self.path.pop(), Some(option), "the last placement is taken back first");
    }
    fn solution(&self) -> Vec<usize> {
        assert_eq!(self.here(), &Tree::Solution);
        self.path.clone()
    }
    fn option(&self, index: usize) -> Option<usize> {
        (index < self.options().len()).then_some(index)
    }
    fn ruled_out_by(&self, option: usize) -> Option<&'static str> {
        self.options()[option].is_none().then_some("hole")
    }
}

/// Small trees of every shape, the empty slot and the bare solution among them.
pub(crate) fn trees() -> impl Strategy<Value = Tree> {
    let leaf = prop_oneof![3 => Just(Tree::Solution), 1 => Just(Tree::Slot(vec![]))];
    leaf.prop_recursive(4, 40, 4, |tree| {
        prop::collection::vec(prop::option::weighted(0.8, tree), 0..4).prop_map(Tree::Slot)
    })
}

/// The solutions of a tree and the quantities of the whole search, by recursion.
pub(crate) fn naive(tree: &Tree) -> (Vec<Vec<usize>>, Stats) {
    let (mut solutions, mut stats) = (Vec::new(), Stats::default());
    descend(tree, &mut Vec::new(), &mut solutions, &mut stats);
    (solutions, stats)
}

fn descend(tree: &Tree, path: &mut Vec<usize>, solutions: &mut Vec<Vec<usize>>, stats: &mut Stats) {
    stats.calls += 1;
    let Tree::Slot(options) = tree else {
        stats.solutions += 1;
        solutions.push(path.clone());
        return;
    };
    stats.tried += options.len() as u64;
    stats.dead_ends += u64::from(options.iter().all(Option::is_none));
    for (index, option) in options.iter().enumerate() {
        let Some(child) = option else {
            stats.rejected += 1;
            continue;
        };
        stats.placed += 1;
        path.push(index);
        descend(child, path, solutions, stats);
        path.pop();
        stats.unplaced += 1;
    }
}
