//! The fast forms: every placement narrows the squares left to the rest.
//!
//! All of them place queens in a field of possible squares, which says at once what a queen leaves possible and whether
//! some row, column or region is left without a square; they differ in the slot that they fill next. The slot with the
//! fewest squares makes the smallest tree, and finds the solutions in no particular order: that is for counting. Rows
//! from the top give the textbook order: that is for listing. And the first one in that order is found by asking the
//! one search whether what the other is about to place can be completed at all.

mod field;
mod first;
mod spread;
mod wide;

use std::cmp::Reverse;
use std::marker::PhantomData;

use tremaux::Problem;

use super::QueensBoard;
use field::Field;
pub use field::OpenSlot;
pub use first::{FirstBoard, FirstChoice};
pub use wide::WideBoard;

/// The largest board of the fast forms: what every square leaves possible takes size^4 bits, 32 MiB here.
pub(super) const MAX_FAST_SIZE: usize = 128;

/// In which order slots are filled – rows, columns, regions, and diagonals that must hold a queen – and their squares
/// tried.
pub trait SlotOrder: Clone + PartialEq + std::fmt::Debug {
    /// Whether the square that promises most goes first, rather than the first in reading order.
    const BY_PROMISE: bool;

    /// The slot that is filled next, out of those with more than one square left.
    fn next_slot(open: impl Iterator<Item = OpenSlot>) -> Option<OpenSlot>;
}

/// Rows from the top: the solutions come in the textbook order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowByRow {}

/// The slot with the fewest squares left; of several the one nearest to the middle, from where a queen attacks most.
/// That saves up to 40 % of the nodes of the hard boards of `bench/boards`. Of its squares the one first after which most
/// is left. That finds the one solution that is asked for: boards of 60 rows with 30 diagonals excluded take some 60
/// nodes, and most of them without it more than 100,000.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FewestChoices {}

impl SlotOrder for RowByRow {
    const BY_PROMISE: bool = false;

    fn next_slot(mut open: impl Iterator<Item = OpenSlot>) -> Option<OpenSlot> {
        open.next()
    }
}

impl SlotOrder for FewestChoices {
    const BY_PROMISE: bool = true;

    fn next_slot(open: impl Iterator<Item = OpenSlot>) -> Option<OpenSlot> {
        // Tried and not kept: placing the queens of the two to eight narrowest slots and taking the one with the fewest
        // squares that are no dead end. Boards of 20 and 24 rows, all of whose solutions are asked for, take a half to a
        // tenth of the nodes and 1.1 to 2.9 times the time. Nor to settle first how many queens are on even diagonals
        // (see `spread`): that saves at most a fifth of the nodes.
        open.min_by_key(|slot| (slot.left, slot.from_middle))
    }
}

/// A square as a choice, by its number: row * size + column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardSquare(u32);

/// A field, and what it becomes with a queen on each of the squares that are tried next and are no dead end. None of
/// a complete field.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Node {
    field: Field,
    children: Vec<(BoardSquare, Field)>,
}

impl Node {
    fn new<O: SlotOrder>(field: Field) -> Self {
        let mut children = Vec::new();
        if let Some(OpenSlot { slot, .. }) = O::next_slot(field.open_slots()).filter(|_| !field.is_dead()) {
            let possible = field.squares(slot).iter().filter(|&&square| field.is_possible(square));
            let child = |&square: &u32| (BoardSquare(square), field.with_queen(square));
            children = possible.map(child).filter(|(_, child)| !child.is_dead()).collect();
        }
        if O::BY_PROMISE {
            children.sort_by_key(|(_, child)| Reverse(child.promise()));
        }
        Node { field, children }
    }

    /// The squares to be tried in order; `None` when the field is complete.
    fn squares(&self) -> Option<Vec<BoardSquare>> {
        (!self.field.is_complete()).then(|| self.children.iter().map(|(square, _)| *square).collect())
    }

    /// What the field becomes with a queen on one of the squares to be tried.
    fn child(&self, square: BoardSquare) -> &Field {
        let child = self.children.iter().find(|child| child.0 == square);
        child.map_or(&self.field, |child| &child.1)
    }
}

impl BoardSquare {
    /// How it is written on a board of a size: `(row, column)`.
    fn label(self, size: usize) -> String {
        let square = self.0 as usize;
        format!("({}, {})", square / size, square % size)
    }
}

/// A board searched by possible squares, the slots filled in the order `O`.
///
/// ```
/// use tremaux::{Search, Stats};
/// use tremaux_puzzles::queens::{FastBoard, FewestChoices, QueensBoard, Rules};
///
/// let board = QueensBoard::new(8, Rules::default()).unwrap();
/// let mut search = Search::new(FastBoard::<FewestChoices>::new(&board)).observe(Stats::default());
/// assert_eq!(search.count(), 92);
/// assert!(search.observer().placed < 2056 / 4);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FastBoard<O> {
    /// From the root to the current one.
    nodes: Vec<Node>,
    order: PhantomData<O>,
}

impl<O: SlotOrder> FastBoard<O> {
    /// The board with nothing placed but what its givens force.
    #[must_use]
    pub fn new(board: &QueensBoard) -> Self {
        FastBoard { nodes: vec![Node::new::<O>(Field::new(board))], order: PhantomData }
    }

    fn node(&self) -> &Node {
        &self.nodes[self.nodes.len() - 1]
    }
}

impl<O: SlotOrder> Problem for FastBoard<O> {
    type Choice = BoardSquare;
    type Choices = std::vec::IntoIter<BoardSquare>;
    type Solution = Vec<u32>;

    fn choices(&self) -> Option<Self::Choices> {
        self.node().squares().map(Vec::into_iter)
    }

    fn place(&mut self, square: BoardSquare) {
        self.nodes.push(Node::new::<O>(self.node().child(square).clone()));
    }

    fn unplace(&mut self, _: BoardSquare) {
        self.nodes.pop();
    }

    fn solution(&self) -> Vec<u32> {
        self.node().field.columns()
    }

    fn label(&self, square: BoardSquare) -> String {
        square.label(self.node().field.size())
    }
}
