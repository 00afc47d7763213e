//! Random boards as hard as boards get, after Gent, Jefferson and Nightingale, "Complexity of n-Queens Completion",
//! JAIR 59, 2017, and the generators that they published with it (<https://www.csplib.org/Problems/prob079/> and
//! `prob080`): what is blocked or excluded comes in random order, and is left out where it would leave some row or
//! column fewer than four squares. So no board has a row that is hopeless for itself.

use tremaux_puzzles::queens::{QueensBoard, Rules};
use tremaux_puzzles::random::SplitMix;

/// The squares that a row or column keeps: what the published boards have.
const KEPT: usize = 4;

/// A kind of board to be completed, and what makes it hard.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    /// So many queens placed one after the other on squares not attacked, each as likely as the others. Rarely hard,
    /// as the paper found.
    Completion,
    /// So many squares blocked.
    Blocked,
    /// So many diagonals excluded: every square on them is blocked. The next one is of either direction, as likely.
    Excluded,
}

type Square = (usize, usize);

/// The board of a kind and an amount for a seed. Where that much can't be blocked or excluded, as much as can be.
pub(crate) fn board(kind: Kind, size: usize, amount: usize, seed: u64) -> QueensBoard {
    let mut random = SplitMix::new(seed);
    let board = QueensBoard::new(size, Rules::default()).expect("a size that boards can have");
    let mut squares: Vec<Square> = (0..size * size).map(|square| (square / size, square % size)).collect();
    random.shuffle(&mut squares);
    let board = match kind {
        Kind::Completion => board.with_given(peaceful(&squares, amount)),
        Kind::Blocked => board.with_blocked(blocked(size, squares.into_iter().map(|square| vec![square]), amount)),
        Kind::Excluded => board.with_blocked(blocked(size, diagonals(size, random).into_iter(), amount)),
    };
    board.expect("squares on the board")
}

/// The squares of the first `amount` groups that leave every row and column enough.
fn blocked(size: usize, groups: impl Iterator<Item = Vec<Square>>, amount: usize) -> Vec<Square> {
    let (mut rows, mut columns) = (vec![size; size], vec![size; size]);
    let mut blocked = vec![false; size * size];
    let mut taken = 0;
    for mut group in groups {
        group.retain(|(row, column)| !blocked[row * size + column]);
        let leaves_enough = |&(row, column): &Square| rows[row] > KEPT && columns[column] > KEPT;
        if taken < amount && group.iter().all(leaves_enough) {
            taken += 1;
            for (row, column) in group {
                rows[row] -= 1;
                columns[column] -= 1;
                blocked[row * size + column] = true;
            }
        }
    }
    (0..size * size).filter(|&square| blocked[square]).map(|square| (square / size, square % size)).collect()
}

/// The squares of all diagonals in random order, the next of either direction as likely as long as there are both.
fn diagonals(size: usize, mut random: SplitMix) -> Vec<Vec<Square>> {
    let mut ways: [Vec<Vec<Square>>; 2] = [const { Vec::new() }; 2];
    for (way, lines) in ways.iter_mut().enumerate() {
        lines.resize(2 * size - 1, Vec::new());
        for (row, column) in (0..size * size).map(|square| (square / size, square % size)) {
            lines[row + if way == 0 { column } else { size - 1 - column }].push((row, column));
        }
        random.shuffle(lines);
    }
    let mut all = Vec::new();
    while !ways[0].is_empty() || !ways[1].is_empty() {
        all.extend(ways[random.below(2)].pop());
    }
    all
}

/// The first `most` squares, or as many as can be, that don't attack one before.
fn peaceful(squares: &[Square], most: usize) -> Vec<Square> {
    let mut queens: Vec<Square> = Vec::new();
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
