//! The fast forms: every placement narrows the squares left to the rest.
//!
//! All of them place queens in a field of possible squares, which says at once what a queen leaves possible and whether
//! some row, column or region is left without a square; they differ in the slot that they fill next. The slot with the
//! fewest squares makes the smallest tree, and finds the solutions in no particular order: that is for counting. Rows
//! from the top give the textbook order: that is for listing. And the first one in that order is found by asking the
//! one search whether what the other is about to place can be completed at all.

mod field;
mod first;

use std::marker::PhantomData;

use tremaux::Problem;

use super::QueensBoard;
use field::Field;
pub use first::{FirstBoard, FirstChoice, FirstChoices};

/// The largest board of the fast forms: what every square leaves possible takes size^4 bits, 32 MiB here.
pub(super) const MAX_FAST_SIZE: usize = 128;

/// Which slot is filled next: a row, column or region with more than one square left. There is one.
pub trait SlotOrder: Clone + PartialEq + std::fmt::Debug {
    /// The slot out of `left`, the squares left to every slot, of which the first `rows` are rows.
    fn next_slot(left: &[u32], rows: usize) -> usize;
}

/// Rows from the top: the solutions come in the textbook order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowByRow {}

/// The row, column or region with the fewest squares left; of several the one nearest to the middle, from where a
/// queen attacks most. That saves up to 40 % of the nodes of the hard boards of `bench/boards`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FewestChoices {}

impl SlotOrder for RowByRow {
    fn next_slot(left: &[u32], rows: usize) -> usize {
        left[..rows].iter().position(|&left| left > 1).unwrap_or(0)
    }
}

impl SlotOrder for FewestChoices {
    fn next_slot(left: &[u32], rows: usize) -> usize {
        let from_middle = |slot: usize| (2 * (slot % rows)).abs_diff(rows - 1);
        let open = left.iter().enumerate().filter(|(_, left)| **left > 1);
        open.min_by_key(|(slot, left)| (**left, from_middle(*slot))).map_or(0, |(slot, _)| slot)
    }
}

/// A square as a choice: the `index`-th of a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlotSquare {
    slot: u32,
    index: u32,
}

/// The squares of a slot that are still to be tried.
#[derive(Clone, Debug)]
pub struct SlotSquares {
    next: SlotSquare,
    end: u32,
}

impl Iterator for SlotSquares {
    type Item = SlotSquare;

    fn next(&mut self) -> Option<SlotSquare> {
        let square = self.next;
        self.next.index += 1;
        (square.index < self.end).then_some(square)
    }
}

impl SlotSquares {
    /// All squares of `slot`, possible or not.
    fn of(field: &Field, slot: usize) -> Self {
        let number = |index: usize| u32::try_from(index).unwrap_or(u32::MAX);
        SlotSquares { next: SlotSquare { slot: number(slot), index: 0 }, end: number(field.squares(slot).len()) }
    }

    /// No squares.
    fn none() -> Self {
        SlotSquares { next: SlotSquare { slot: 0, index: 0 }, end: 0 }
    }
}

impl Field {
    fn square(&self, choice: SlotSquare) -> u32 {
        self.squares(choice.slot as usize)[choice.index as usize]
    }

    /// How a square is written: `(row, column)`.
    fn label(&self, square: u32) -> String {
        let square = square as usize;
        format!("({}, {})", square / self.size(), square % self.size())
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
    /// The field at every node from the root to the current one.
    fields: Vec<Field>,
    order: PhantomData<O>,
}

impl<O: SlotOrder> FastBoard<O> {
    /// The board with nothing placed but what its givens force.
    #[must_use]
    pub fn new(board: &QueensBoard) -> Self {
        FastBoard { fields: vec![Field::new(board)], order: PhantomData }
    }

    fn field(&self) -> &Field {
        &self.fields[self.fields.len() - 1]
    }
}

impl<O: SlotOrder> Problem for FastBoard<O> {
    type Choice = SlotSquare;
    type Choices = SlotSquares;
    type Solution = Vec<u32>;

    fn choices(&self) -> Option<SlotSquares> {
        branch::<O>(self.field())
    }

    fn next_choice(&self, branch: &mut SlotSquares) -> Option<SlotSquare> {
        branch.find(|choice| self.field().is_possible(self.field().square(*choice)))
    }

    fn place(&mut self, choice: SlotSquare) {
        self.fields.push(self.field().with_queen(self.field().square(choice)));
    }

    fn unplace(&mut self, _: SlotSquare) {
        self.fields.pop();
    }

    fn solution(&self) -> Vec<u32> {
        self.field().columns()
    }

    fn label(&self, choice: SlotSquare) -> String {
        self.field().label(self.field().square(choice))
    }
}

/// The branch at a field, not yet sifted.
fn branch<O: SlotOrder>(field: &Field) -> Option<SlotSquares> {
    if field.is_complete() {
        return None;
    }
    let open = |field: &Field| SlotSquares::of(field, O::next_slot(field.left(), field.size()));
    Some(if field.is_dead() { SlotSquares::none() } else { open(field) })
}
