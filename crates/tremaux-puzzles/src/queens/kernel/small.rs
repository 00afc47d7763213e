//! Small boards, where a recursion ends before a table is built.

/// The number of solutions on `size` rows: those whose first queen stands left of the middle, and their mirror images.
pub(super) fn count(size: usize) -> u64 {
    if size == 0 {
        return 1;
    }
    let board = (1_u32 << size) - 1;
    let with_first = |queen: u32| below(board, queen, queen << 1, queen >> 1);
    let left: u64 = (0..size / 2).map(|column| with_first(1 << column)).sum();
    let middle = if size % 2 == 1 { with_first(1 << (size / 2)) } else { 0 };
    2 * left + middle
}

/// The number of ways to fill the rows below, where `columns` are taken and the diagonals meet the next row in `diags`
/// and `antis`.
fn below(board: u32, columns: u32, diags: u32, antis: u32) -> u64 {
    if columns == board {
        return 1;
    }
    let mut free = board & !(columns | diags | antis);
    let mut count = 0;
    while free != 0 {
        let queen = free & free.wrapping_neg();
        free ^= queen;
        count += below(board, columns | queen, (diags | queen) << 1, (antis | queen) >> 1);
    }
    count
}
