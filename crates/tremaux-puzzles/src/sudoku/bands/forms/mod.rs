//! The forms of the engine: the same steps with what a machine has for them.

#[cfg(target_arch = "x86_64")]
pub(super) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(super) mod avx512;
pub(super) mod portable;

use super::grid::CELLS;
use super::{Cells, Halt, Visit};

/// The lanes of a vector: a triad each.
pub(super) const LANES: usize = 27;

/// All nine digits.
pub(super) const ALL: u16 = 0x1ff;

/// 27 sets of digits. Lane `(row, band, box)` is of the triad in this row of this box of this band; digit `d` is bit
/// `d - 1`.
pub(super) trait Lanes: Copy {
    /// What the cells in this column of the boxes can have: the digit, or any where it is 0.
    fn load(cells: &Cells, column: usize) -> Self;

    /// The sets in order: lane `(row, band, box)` is number `9 * row + 3 * band + box`.
    fn store(self) -> [u16; LANES];

    /// What is in both.
    fn and(self, other: Self) -> Self;

    /// What is in one or the other.
    fn or(self, other: Self) -> Self;

    /// What is in `self` and not in `other`.
    fn but(self, other: Self) -> Self;

    /// In lane `(row, band, box)` what is in lane `(row + ROWS, band, box + BOXES)`, counted round.
    fn turned<const ROWS: usize, const BOXES: usize>(self) -> Self;

    /// The sets of one digit; the others are emptied.
    fn singles(self) -> Self;

    /// Where a set is empty, that of `other`, which has all that `self` has.
    fn or_else(self, other: Self) -> Self;

    /// Where a set has three digits, that set; elsewhere that of `other`.
    fn threes_or(self, other: Self) -> Self;

    /// The set of one lane in all lanes.
    fn splat(self, lane: usize) -> Self;

    /// The lanes that have a digit in common, as bits by their number.
    fn sharing(self, other: Self) -> u32;

    /// Whether some set of one of `cells` is empty, or one of `reach` lacks a digit.
    fn is_dead(cells: [Self; 3], reach: Self) -> bool;

    /// The lanes with more than one digit, as bits by their number.
    fn open(self) -> u32;

    /// The lanes with two digits.
    fn pairs(self) -> u32;

    /// The same twice but for some lanes: one gets the lowest digit of each, the other those above.
    fn split(self, lanes: u32) -> (Self, Self);

    /// What [`Grid`](super::grid::Grid) holds with rows and columns exchanged: lane `(row, band, box)` of vector
    /// `column` goes to lane `(column, box, band)` of vector `row`.
    fn transposed(cells: [Self; 3]) -> [Self; 3];
}

/// What each cell in this column of the boxes can have, by the number of its lane.
fn sets(cells: &Cells, column: usize) -> [u16; LANES] {
    const SETS: [u16; 16] = [ALL, 1, 2, 4, 8, 16, 32, 64, 128, 256, 0, 0, 0, 0, 0, 0];
    std::array::from_fn(|lane| SETS[cells[CELLS[column][lane] as usize] as usize % SETS.len()])
}

/// A form of the whole search.
pub(super) trait Kernel: Copy {
    /// [`search::each`](super::search::each).
    fn each(self, cells: &Cells, cancelled: &dyn Fn() -> bool, visit: Visit<'_>) -> Result<(), Halt>;
}
