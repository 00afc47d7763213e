//! Boards as text.

/// The board with a queen in each of `columns`, row by row: `.Q..`.
pub(super) fn board(columns: &[u32]) -> String {
    rows(columns.len(), columns.iter().map(|column| Some(*column)))
}

/// `size` columns and a row for each of `queens`.
pub(super) fn rows(size: usize, queens: impl ExactSizeIterator<Item = Option<u32>>) -> String {
    let blank = ".".repeat(size);
    let mut text = String::with_capacity(queens.len() * (size + 1));
    for (row, queen) in queens.enumerate() {
        if row > 0 {
            text.push('\n');
        }
        match queen.map(|queen| queen as usize).filter(|queen| *queen < size) {
            Some(queen) => text.extend([&blank[..queen], "Q", &blank[queen + 1..]]),
            None => text.push_str(&blank),
        }
    }
    text
}
