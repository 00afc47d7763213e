//! The boards stated in three ways.

use std::ops::Range;
use std::sync::Arc;

use num_bigint::BigUint;
use tremaux::Problem;

use super::{FastBoard, FewestChoices, PlainBoard, QueensBoard, check, fast};
use crate::Way;

/// The ways, worst first.
pub(super) fn ways(board: &QueensBoard) -> Vec<Way> {
    let size = board.size;
    let power = BigUint::from(size).pow(u32::try_from(size).unwrap_or(u32::MAX));
    let board = Arc::new(board.clone());
    let (at_the_end, plain, fast) = (Arc::clone(&board), Arc::clone(&board), board);
    let mut ways = vec![
        Way::tested_at_the_end("a queen a row, tested at the end", move || TestedAtTheEnd {
            board: Arc::clone(&at_the_end),
            columns: Vec::new(),
        })
        .computed(format!("{size}^{size}"), power),
        Way::tested_as_placed("a queen a row, tested as placed", move || PlainBoard::new(&plain)),
    ];
    if size <= fast::MAX_FAST_SIZE {
        let statement = "a queen where the fewest squares are left, the rest narrowed";
        ways.push(Way::tested_as_placed(statement, move || FastBoard::<FewestChoices>::new(&fast)));
    }
    ways
}

/// Fillings with a queen a row that are looked at only when full: one that fails is a dead end of the last slot.
struct TestedAtTheEnd {
    board: Arc<QueensBoard>,
    columns: Vec<u32>,
}

impl Problem for TestedAtTheEnd {
    type Choice = u32;
    type Choices = Range<u32>;
    type Solution = Vec<u32>;

    fn choices(&self) -> Option<Range<u32>> {
        if self.columns.len() < self.board.size {
            return Some(0..u32::try_from(self.board.size).unwrap_or(u32::MAX));
        }
        check::full(&self.board, &self.columns).is_err().then_some(0..0)
    }

    fn place(&mut self, column: u32) {
        self.columns.push(column);
    }

    fn unplace(&mut self, _: u32) {
        self.columns.pop();
    }

    fn solution(&self) -> Vec<u32> {
        self.columns.clone()
    }
}
