//! One solution for a board of any size, by a formula and without a search.
//!
//! E. Pauls, 1874: let the queens of an even board climb in two staircases, two columns a row, the second one filling
//! the columns that the first one left. Two queens of one stair never share a diagonal; two of different stairs do
//! only where the sizes of the steps happen to meet, which the remainder of the size by 6 decides: where it is 2 the
//! stairs start half a board further along, wrapping around. Neither form uses the long diagonal from (0, 0), so a board of
//! an odd size is the one below it with a queen added in the last corner.

use super::MAX_SIZE;

/// A solution for a `size` x `size` board as columns by row, in linear time; `None` where there is none (0, 2 and 3)
/// and above [`MAX_SIZE`].
///
/// Not the first one in the textbook order, which only a search can find.
///
/// ```
/// use tremaux_puzzles::queens::{check_columns, construct};
///
/// assert_eq!(construct(4), Some(vec![1, 3, 0, 2]));
/// assert_eq!(construct(3), None);
/// assert!(check_columns(&construct(1_000_000).unwrap()).is_ok());
/// ```
#[must_use]
pub fn construct(size: usize) -> Option<Vec<u32>> {
    if matches!(size, 0 | 2 | 3) || size > MAX_SIZE {
        return None;
    }
    let size = u32::try_from(size).ok()?;
    let even = size - size % 2;
    let mut columns = if even % 6 == 2 { shifted_stairs(even) } else { stairs(even) };
    columns.extend(even..size);
    Some(columns)
}

/// A solution for a board whose edges are joined: two columns further a row. `None` where 2 or 3 divides the size, and so
/// there is none: if neither does, the columns `2 row`, the diagonals `-row` and the antidiagonals `3 row` are all
/// different around the board.
pub(super) fn construct_around(size: usize) -> Option<Vec<u32>> {
    let size = u32::try_from(size).ok().filter(|size| !size.is_multiple_of(2) && !size.is_multiple_of(3))?;
    Some((0..size).map(|row| 2 * row % size).collect())
}

/// Columns 1, 3, 5, ... and then 0, 2, 4, ...: for an even size that leaves 0 or 4 by 6.
fn stairs(size: u32) -> Vec<u32> {
    (1..size).step_by(2).chain((0..size).step_by(2)).collect()
}

/// The upper half a stair that begins just left of the middle and wraps around, the lower half the same turned by a
/// half turn: for an even size that leaves 2 (or 4) by 6.
fn shifted_stairs(size: u32) -> Vec<u32> {
    let column = |row: u32| (2 * row + size / 2 - 1) % size;
    let half = size / 2;
    (0..half).map(column).chain((0..half).rev().map(|row| size - 1 - column(row))).collect()
}
