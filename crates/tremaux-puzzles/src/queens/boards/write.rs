//! Boards as text, as the reader takes them.

use super::QueensBoard;

/// The regions, if there are any, and then – after an empty line – what stands on the squares, if anything does.
pub(super) fn board(board: &QueensBoard) -> String {
    let regions = board.regions.as_ref().map(|regions| region_grid(board.size, regions));
    let is_bare = board.given.is_empty() && board.blocked.is_clear();
    let drawing = (regions.is_none() || !is_bare).then(|| drawing(board));
    [regions, drawing].into_iter().flatten().collect::<Vec<_>>().join("\n\n")
}

/// A letter a square as far as the alphabet goes, and above that numbers apart by spaces.
fn region_grid(size: usize, regions: &[u32]) -> String {
    let letter = |region: &u32| ('A'..='Z').nth(*region as usize).map(String::from);
    let (name, apart): (&dyn Fn(&u32) -> String, _) = match size {
        ..=26 => (&|region| letter(region).unwrap_or_default(), ""),
        _ => (&|region| region.to_string(), " "),
    };
    let rows = regions.chunks(size).map(|row| row.iter().map(name).collect::<Vec<_>>().join(apart));
    rows.collect::<Vec<_>>().join("\n")
}

/// `.` for a free square, `Q` for a queen, `#` for a blocked square.
fn drawing(board: &QueensBoard) -> String {
    let mut squares = vec!['.'; board.size * board.size];
    board.blocked.ones().for_each(|square| squares[square] = '#');
    board.given.iter().for_each(|&square| squares[square] = 'Q');
    squares.chunks(board.size).map(|row| row.iter().collect()).collect::<Vec<String>>().join("\n")
}
