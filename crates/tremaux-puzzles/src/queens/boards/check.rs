//! The independent checker: looks from every queen over the board as it is drawn, and keeps no marks.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::QueensBoard;
use crate::{Breach, Review};

type Square = (usize, usize);

/// Whether `columns` fills `board` by its rules.
pub(super) fn full(board: &QueensBoard, columns: &[u32]) -> Result<(), Breach> {
    let size = board.size;
    if columns.len() != size {
        return Err(Breach::new("row", format!("{} queens for {size} rows", columns.len())));
    }
    let columns: Vec<_> = columns.iter().map(|column| *column as usize).collect();
    if let Some(row) = columns.iter().position(|column| *column >= size) {
        return Err(Breach::new("board", format!("({row}, {}) is not on it", columns[row])));
    }
    review(board, &columns).breaches.into_iter().next().map_or(Ok(()), Err)
}

/// Whether [`full`] is content, told sooner where a column is taken twice, as in most fillings of a board.
pub(super) fn is_full(board: &QueensBoard, columns: &[u32]) -> bool {
    let is_repeated = |(row, column): (usize, &u32)| columns[..row].contains(column);
    !columns.iter().enumerate().any(is_repeated) && full(board, columns).is_ok()
}

/// What is to be said of `board` with queens in `columns` of the rows from the top, and those given below.
pub(super) fn review(board: &QueensBoard, columns: &[usize]) -> Review {
    let (answered, below): (Vec<Square>, Vec<Square>) = board.given().partition(|(row, _)| *row < columns.len());
    let moved = answered.into_iter().filter(|(row, column)| columns[*row] != *column);
    let moved = moved.map(|(row, column)| {
        Breach::new("given", format!("({row}, {column}) holds a queen, not ({row}, {})", columns[row]))
    });
    let queens: Vec<Square> = columns.iter().copied().enumerate().chain(below).collect();
    let breaches: Vec<_> = moved.chain(breaches(board, &queens)).collect();
    let filled = queens.iter().map(|(row, _)| row).collect::<BTreeSet<_>>().len();
    let complete = breaches.is_empty() && filled == board.size;
    Review { breaches, open: Some(board.size - filled), complete }
}

/// The rules that `queens`, in reading order, break: for each queen, every line that it shares with an earlier one,
/// with the nearest one on it.
fn breaches(board: &QueensBoard, queens: &[Square]) -> Vec<Breach> {
    let on_blocked = queens.iter().filter(|(row, column)| board.blocked.contains(row * board.size + column));
    let on_blocked = on_blocked.map(|square| Breach::new("blocked", format!("{square:?}")));
    let pairs = pairs(board, queens).into_iter();
    let pairs = pairs.map(|(later, rule, earlier)| Breach::new(RULES[rule], format!("{earlier:?} and {later:?}")));
    on_blocked.chain(pairs).collect()
}

/// The rules by which one queen attacks another.
pub(super) const RULES: [&str; 6] = ["row", "column", "diag", "anti", "region", "touch"];

/// Two queens that attack each other: the later one, the number of the rule, the earlier one. The order of these is the
/// order of the report.
pub(super) type Pair = (Square, usize, Square);

/// The pairs among `queens`, in reading order, that attack each other.
pub(super) fn pairs(board: &QueensBoard, queens: &[Square]) -> BTreeSet<Pair> {
    let mut pairs = BTreeSet::new();
    let mut last: HashMap<(usize, usize), Square> = HashMap::new();
    let occupied: HashSet<Square> = queens.iter().copied().collect();
    for &queen in queens {
        let region = board.regions.as_ref().map(|regions| (4, regions[queen.0 * board.size + queen.1] as usize));
        let lines = [Some((0, queen.0)), Some((1, queen.1)), region].into_iter().flatten();
        let on_lines = lines.filter_map(|line| last.insert(line, queen).map(|other| (line.0, other)));
        let on_diagonals = [(2, -1), (3, 1)].into_iter().filter(|_| board.has_diagonals());
        let on_diagonals = on_diagonals
            .filter_map(|(rule, right)| first_met(board, &occupied, queen, right).map(|other| (rule, other)));
        let touching = neighbours(board, queen).filter(|other| occupied.contains(other)).map(|other| (5, other));
        for (rule, other) in on_lines.chain(on_diagonals).chain(touching) {
            // Around a torus what is met first may come later in the report.
            pairs.insert((other.max(queen), rule, other.min(queen)));
        }
    }
    pairs
}

/// The first queen met on the way up along a diagonal, to the right (1) or the left (-1).
fn first_met(board: &QueensBoard, occupied: &HashSet<Square>, from: Square, right: isize) -> Option<Square> {
    let way = std::iter::successors(step(board, from, (-1, right)), |square| step(board, *square, (-1, right)));
    let blocks = |&(row, column): &Square| board.rules.shield && board.blocked.contains(row * board.size + column);
    way.take_while(|square| *square != from && !blocks(square)).find(|square| occupied.contains(square))
}

/// The squares that touch `square`, where that is against the rules.
fn neighbours(board: &QueensBoard, square: Square) -> impl Iterator<Item = Square> + '_ {
    let steps = (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right)));
    let neighbours = steps.filter_map(move |way| step(board, square, way));
    neighbours.filter(move |other| board.rules.no_touch && *other != square)
}

/// The square that lies (down, right) of another, around the edges where the board is a torus.
fn step(board: &QueensBoard, (row, column): Square, (down, right): (isize, isize)) -> Option<Square> {
    let moved = |line: usize, by: isize| match line.checked_add_signed(by).filter(|line| *line < board.size) {
        None if board.rules.torus => (line + board.size).checked_add_signed(by).map(|line| line % board.size),
        moved => moved,
    };
    moved(row, down).zip(moved(column, right))
}
