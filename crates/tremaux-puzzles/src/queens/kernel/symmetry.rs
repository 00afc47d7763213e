//! Solutions up to symmetry.
//!
//! A square has eight symmetries. No mirror keeps a solution with more than one queen: the queen next to an axis would
//! attack its image. So the symmetries of a solution are turns, and there are three kinds of them, by the number of
//! boards that one gives when turned and mirrored: eight, four if a half turn keeps it, two if a quarter turn does.
//!
//! Burnside's lemma says how many there are up to symmetry: an eighth of the sum, over the eight symmetries, of how many
//! solutions each keeps. That is all of them for the one that does nothing, [`half_turns`] for the half turn,
//! [`quarter_turns`] for each of the two quarter turns, and none for the four mirrors.

use tremaux::Bits;

/// How many solutions there are up to symmetry, by what keeps them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Classes {
    /// No symmetry does: eight boards each.
    pub asymmetric: u128,
    /// A half turn does: four boards each.
    pub half_turn: u128,
    /// A quarter turn does: two boards each.
    pub quarter_turn: u128,
    /// Every symmetry does, as on a board with one square: one board each.
    pub symmetric: u128,
}

impl Classes {
    /// How many there are in all.
    #[must_use]
    pub fn total(&self) -> u128 {
        self.asymmetric + self.half_turn + self.quarter_turn + self.symmetric
    }
}

/// The `count` solutions of a board with `size` rows up to symmetry.
///
/// ```
/// use tremaux_puzzles::queens::kernel::{count, fundamental};
///
/// let classes = fundamental(8, count(8, 1, &|| false).unwrap());
/// assert_eq!((classes.total(), classes.asymmetric, classes.half_turn), (12, 11, 1)); // 11 x 8 + 1 x 4 = 92
/// ```
///
/// # Panics
/// If `count` is not the number of solutions, and less than those that a turn keeps; and above 32 rows.
#[must_use]
pub fn fundamental(size: usize, count: u128) -> Classes {
    if size <= 1 {
        return Classes { asymmetric: 0, half_turn: 0, quarter_turn: 0, symmetric: count };
    }
    let half_turns = u128::from(half_turns(size));
    let quarter_turns = u128::from(quarter_turns(size));
    assert!(half_turns <= count, "{count} is not the number of solutions on {size} rows: {half_turns} have a symmetry");
    Classes {
        asymmetric: (count - half_turns) / 8,
        half_turn: (half_turns - quarter_turns) / 4,
        quarter_turn: quarter_turns / 2,
        symmetric: 0,
    }
}

/// How many solutions a half turn keeps (OEIS A032522). Quarter turns keep some of them too.
///
/// ```
/// assert_eq!(tremaux_puzzles::queens::kernel::half_turns(8), 4);
/// ```
///
/// # Panics
/// Above 32 rows.
#[must_use]
pub fn half_turns(size: usize) -> u64 {
    assert!(size <= 32, "{size} rows do not fit a word");
    if size == 0 {
        return 1;
    }
    let mut turned = HalfTurns { size, columns: 0, diags: 0, antis: 0 };
    // The middle square is the only one that a turn keeps: no other queen stands alone in its row with its image.
    if size % 2 == 1 {
        turned.put(size / 2, size / 2);
    } else {
        // The long diagonals hold the image of each of their squares.
        turned.diags = 1 << (size - 1);
        turned.antis = 1 << (size - 1);
    }
    turned.above(size / 2)
}

/// A board that a half turn keeps, each queen placed with its image.
#[derive(Clone, Copy)]
struct HalfTurns {
    size: usize,
    /// The columns taken.
    columns: u64,
    /// Bit `column - row + size - 1` for each diagonal taken.
    diags: u64,
    /// Bit `column + row` for each antidiagonal taken.
    antis: u64,
}

impl HalfTurns {
    fn put(&mut self, row: usize, column: usize) {
        let last = self.size - 1;
        self.columns |= 1 << column | 1 << (last - column);
        self.diags |= 1 << (last + column - row) | 1 << (last + row - column);
        self.antis |= 1 << (column + row) | 1 << (2 * last - column - row);
    }

    /// The number of ways to fill the first `rows` rows, from the middle of the board on: there a queen and its image are
    /// near each other and leave the least.
    fn above(&self, rows: usize) -> u64 {
        let Some(row) = rows.checked_sub(1) else { return 1 };
        let taken = self.columns | self.diags >> (self.size - 1 - row) | self.antis >> row;
        let free = !taken & ((1 << self.size) - 1);
        Bits(free)
            .map(|queen| {
                let mut next = *self;
                next.put(row, queen.trailing_zeros() as usize);
                next.above(row)
            })
            .sum()
    }
}

/// How many solutions a quarter turn keeps (OEIS A033148).
///
/// ```
/// assert_eq!(tremaux_puzzles::queens::kernel::quarter_turns(12), 8);
/// ```
///
/// # Panics
/// Above 32 rows.
#[must_use]
pub fn quarter_turns(size: usize) -> u64 {
    assert!(size <= 32, "{size} rows do not fit a word");
    let all = (1 << size) - 1;
    match size % 4 {
        0 => QuarterTurns { size, open: all, distances: 0 }.count(),
        // The middle square, and fours.
        1 => QuarterTurns { size, open: all ^ 1 << (size / 2), distances: 1 }.count(),
        // Two or three squares left over are not turned into each other.
        _ => 0,
    }
}

/// A board that a quarter turn keeps, each queen with its three images.
#[derive(Clone, Copy)]
struct QuarterTurns {
    size: usize,
    /// The rows without a queen. A column is open where the row of the same number is: turning exchanges them.
    open: u64,
    /// How far the diagonals and the antidiagonals taken lie from the long ones: turned, each is taken on both sides of
    /// both.
    distances: u64,
}

impl QuarterTurns {
    fn count(&self) -> u64 {
        if self.open == 0 {
            return 1;
        }
        let last = self.size - 1;
        let row = self.open.trailing_zeros() as usize;
        let columns = (row + 1..last - row).filter(|column| self.open >> column & 1 == 1);
        columns
            .map(|column| {
                let distances = 1 << column.abs_diff(row) | 1 << last.abs_diff(column + row);
                if self.distances & distances != 0 {
                    return 0;
                }
                let lines = 1 << row | 1 << column | 1 << (last - row) | 1 << (last - column);
                QuarterTurns { open: self.open ^ lines, distances: self.distances | distances, ..*self }.count()
            })
            .sum()
    }
}
