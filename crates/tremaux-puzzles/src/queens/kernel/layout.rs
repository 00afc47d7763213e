//! Which bit of a word stands for which diagonal of a half.

use std::ops::Range;

/// The largest board whose half's diagonals fit a word, beside the tag.
pub(super) const LIMIT: usize = 24;

/// How many bits of a mask give the class of a half, from which its weight comes.
pub(super) const CLASS_BITS: usize = 2;
/// How many classes there are.
pub(super) const CLASSES: usize = 1 << CLASS_BITS;

/// The bits from here on are the tag: on an odd board, 1 + the row of the queen in the middle column, else 0.
const TAG: usize = 60;

/// The masks of queens in one half of a board.
///
/// A half is seen from its own edge: row 0 is the edge, and the lower half, turned over the middle of the board, looks
/// like the upper one. Its diagonal `x` holds the squares with `column - row = x`, its antidiagonal `x` those with
/// `column + row = size - 1 + x`. Turned over, the diagonal `x` of one half goes on as the antidiagonal `x` of the
/// other, for `x` from `-(half - 1)` to `half - 1`; all others end before they come to the other half.
///
/// A mask has a bit for each diagonal that is taken. From bit 0 on:
///
/// 1. `sort_bits` bits: crossing diagonals by their distance from the middle of the board, the nearest first, each with
///    its antidiagonal on the next bit. So bit `b` goes on as bit `b ^ 1` in the other half.
/// 2. two bits for the class. On an even board these are the long diagonals, `x` = 0, in the same order; on an odd one
///    the first is the marker (see [`Parts::narrowed`](super::parts::Parts::narrowed)) and the second one is 0.
/// 3. the rest of the crossing diagonals, in the same order.
/// 4. the diagonals that do not cross but may be taken by either part of the half: two parts fit when their masks have
///    no bit in common.
/// 5. the tag.
pub(super) struct Layout {
    /// Rows and columns of the board.
    pub(super) size: usize,
    /// Rows of a half.
    pub(super) half: usize,
    /// How many bits there are in 1: even.
    pub(super) sort_bits: usize,
    /// How many of these, from bit 0 on, the patterns are sifted by: even.
    pub(super) sift_bits: usize,
    /// How many there are in 3.
    pub(super) rest_bits: usize,
    lines: Lines,
}

impl Layout {
    /// The layout for a board of `size` rows.
    pub(super) fn new(size: usize, sort_bits: usize, sift_bits: usize) -> Self {
        let half = size / 2;
        let odd = size % 2 == 1;
        let mut lines = Lines { size, diags: Vec::new(), antis: Vec::new() };
        if !odd {
            lines.push(0, 0, sort_bits);
        }
        let mut bits = (0..sort_bits).chain(sort_bits + CLASS_BITS..TAG).step_by(2);
        let reach = half as isize - 1;
        let mut crossing: Vec<_> = (-reach..=reach).filter(|x| odd || *x != 0).collect();
        crossing.sort_by_key(|x| x.abs());
        for (x, bit) in crossing.iter().zip(&mut bits) {
            lines.push(*x, *x, bit);
        }
        // The diagonals past the crossing ones that the second part of a half still reaches, and their mirror images.
        let second = Layout::parts(half)[1].start;
        for (x, bit) in (half..size - second).zip(&mut bits) {
            lines.push(x as isize, -(x as isize), bit);
        }
        Layout { size, half, sort_bits, sift_bits, rest_bits: 2 * crossing.len() - sort_bits, lines }
    }

    /// The rows of the two parts of a half.
    pub(super) fn parts(half: usize) -> [Range<usize>; 2] {
        [0..half / 2, half / 2..half]
    }

    /// The mask of a queen in a half.
    pub(super) fn queen(&self, row: usize, column: usize) -> u64 {
        let tagged = self.size % 2 == 1 && column == self.half;
        let tag = if tagged { (row as u64 + 1) << TAG } else { 0 };
        self.lines.of(row, column) | tag
    }

    /// The diagonals that a queen in the middle row of an odd board takes, from either half.
    pub(super) fn middle_queen(&self, column: usize) -> u64 {
        self.lines.of(self.half, column)
    }

    /// What a mask of crossing diagonals is in the other half: each diagonal and its antidiagonal exchanged.
    pub(super) fn turned(mask: u64) -> u64 {
        const DIAGS: u64 = 0x5555_5555_5555_5555;
        (mask & DIAGS) << 1 | mask >> 1 & DIAGS
    }

    /// The row of the queen in the middle column, if this half of an odd board has one there.
    pub(super) fn row_in_middle_column(mask: u64) -> Option<usize> {
        ((mask >> TAG) as usize).checked_sub(1)
    }

    /// The mask without its tag, marked or not.
    pub(super) fn settled(&self, mask: u64, marked: bool) -> u64 {
        mask & !(!0 << TAG) | u64::from(marked) << self.sort_bits
    }
}

/// The bits of the diagonals of a half.
struct Lines {
    size: usize,
    /// Each diagonal that has a bit, with its number.
    diags: Vec<(isize, usize)>,
    /// Each antidiagonal.
    antis: Vec<(isize, usize)>,
}

impl Lines {
    /// Gives `diag` the bit `bit`, and `anti` the next one.
    fn push(&mut self, diag: isize, anti: isize, bit: usize) {
        self.diags.push((diag, bit));
        self.antis.push((anti, bit + 1));
    }

    /// What a queen on a square takes.
    fn of(&self, row: usize, column: usize) -> u64 {
        let bit = |lines: &[(isize, usize)], x| lines.iter().find(|line| line.0 == x).map_or(0, |line| 1 << line.1);
        let diag = column as isize - row as isize;
        let anti = (column + row) as isize - (self.size as isize - 1);
        bit(&self.diags, diag) | bit(&self.antis, anti)
    }
}

#[cfg(test)]
mod tests {
    use super::{LIMIT, Layout};

    /// Two squares of a board whose halves lie on the same diagonal share a bit, however they are looked at.
    #[test]
    fn masks_meet_where_queens_attack() {
        for size in 4..=LIMIT {
            let layout = Layout::new(size, 4, 0);
            let half = layout.half;
            let squares = || (0..half).flat_map(|row| (0..size).map(move |column| (row, column)));
            let crossing = (1_u64 << (layout.sort_bits + 2 + layout.rest_bits)) - 1;
            let lines = |(row, column): (usize, usize)| layout.settled(layout.queen(row, column), false) & crossing;
            for upper in squares() {
                for lower in squares() {
                    let rows = size - 1 - lower.0 - upper.0;
                    let attack = rows == lower.1.abs_diff(upper.1);
                    assert_eq!(
                        lines(upper) & Layout::turned(lines(lower)) != 0,
                        attack,
                        "{size}: {upper:?} and {lower:?}"
                    );
                }
            }
            let [first, second] = Layout::parts(half);
            for (upper, lower) in squares().flat_map(|upper| squares().map(move |lower| (upper, lower))) {
                if first.contains(&upper.0) && second.contains(&lower.0) {
                    let attack = lower.0 - upper.0 == lower.1.abs_diff(upper.1);
                    let [upper_mask, lower_mask] =
                        [upper, lower].map(|(r, c)| layout.settled(layout.queen(r, c), false));
                    assert_eq!(upper_mask & lower_mask != 0, attack, "{size}: {upper:?} and {lower:?} in a half");
                }
            }
        }
    }
}
