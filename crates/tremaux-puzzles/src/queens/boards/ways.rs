//! The boards stated in three ways.

use std::sync::Arc;

use num_bigint::BigUint;

use super::{FastBoard, FewestChoices, PlainBoard, QueensBoard, check, fast};
use crate::Way;
use crate::fillings::Fillings;

/// The ways, worst first.
pub(super) fn ways(board: &QueensBoard) -> Vec<Way> {
    let size = board.size;
    let power = BigUint::from(size).pow(u32::try_from(size).unwrap_or(u32::MAX));
    let board = Arc::new(board.clone());
    let (at_the_end, plain, fast) = (Arc::clone(&board), Arc::clone(&board), board);
    let any = Fillings::new(size, size, move |columns: &[u32]| check::is_full(&at_the_end, columns));
    let mut ways = vec![
        Way::tested_at_the_end("a queen a row, tested at the end", any).computed(format!("{size}^{size}"), power),
        Way::tested_as_placed("a queen a row, tested as placed", move || PlainBoard::new(&plain)),
    ];
    if size <= fast::MAX_FAST_SIZE {
        let statement = "a queen where the fewest squares are left, the rest narrowed";
        ways.push(Way::tested_as_placed(statement, move || FastBoard::<FewestChoices>::new(&fast)));
    }
    ways
}
