//! Random boards as hard as boards get, after Gent, Jefferson and Nightingale, "Complexity of n-Queens Completion",
//! JAIR 59, 2017.

use tremaux_puzzles::queens::{QueensBoard, Rules};
use tremaux_puzzles::random::SplitMix;

/// A kind of board to be completed, and what makes it hard.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    /// So many queens placed one after the other on squares not attacked, each as likely as the others. Rarely hard,
    /// as the paper found.
    Completion,
    /// So many squares blocked.
    Blocked,
    /// So many of the 4 n - 2 diagonals excluded: every square on them is blocked.
    Excluded,
}

/// The board of a kind and an amount for a seed.
pub(crate) fn board(kind: Kind, size: usize, amount: usize, seed: u64) -> QueensBoard {
    let mut random = SplitMix::new(seed);
    let board = QueensBoard::new(size, Rules::default()).expect("a size that boards can have");
    let mut squares: Vec<_> = (0..size * size).map(|square| (square / size, square % size)).collect();
    random.shuffle(&mut squares);
    let board = match kind {
        Kind::Completion => board.with_given(peaceful(&squares, amount)),
        Kind::Blocked => board.with_blocked(squares.into_iter().take(amount)),
        Kind::Excluded => {
            let mut diagonals: Vec<usize> = (0..4 * size - 2).collect();
            random.shuffle(&mut diagonals);
            diagonals.truncate(amount);
            let lines = |&(row, column): &(usize, usize)| [row + column, 3 * size - 2 + row - column];
            board.with_blocked(
                squares.into_iter().filter(|square| lines(square).iter().any(|line| diagonals.contains(line))),
            )
        }
    };
    board.expect("squares on the board")
}

/// The first `most` squares, or as many as can be, that don't attack one before.
fn peaceful(squares: &[(usize, usize)], most: usize) -> Vec<(usize, usize)> {
    let mut queens: Vec<(usize, usize)> = Vec::new();
    for &(row, column) in squares {
        let attacked = queens
            .iter()
            .any(|queen| queen.0 == row || queen.1 == column || queen.0.abs_diff(row) == queen.1.abs_diff(column));
        if queens.len() < most && !attacked {
            queens.push((row, column));
        }
    }
    queens
}
