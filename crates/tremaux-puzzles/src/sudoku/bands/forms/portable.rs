//! The portable form: three sets in a word of 64 bits, 16 for each.

#![expect(clippy::cast_possible_truncation, reason = "a word is cut into its sets")]

use super::{ALL, Kernel, LANES, Lanes, sets};
use crate::form::Portable;
use crate::sudoku::bands::{Cells, Halt, Visit, search};

impl Kernel for Portable {
    fn each(self, cells: &Cells, cancelled: &dyn Fn() -> bool, visit: Visit<'_>) -> Result<(), Halt> {
        search::each::<Words>(cells, cancelled, visit)
    }
}

/// By row and band, a word with the sets of the three boxes.
#[derive(Clone, Copy)]
pub(in crate::sudoku::bands) struct Words([[u64; 3]; 3]);

/// The lowest bit of each set.
const LOW: u64 = 0x0001_0001_0001;
/// The bit above each set that no digit has.
const HIGH: u64 = LOW << 15;
const FULL: u64 = LOW * ALL as u64;

impl Words {
    /// The sets whose high bits `choose` gives, as bits by the number of their lane.
    #[inline(always)]
    fn named(self, choose: impl Fn(u64) -> u64) -> u32 {
        let mut lanes = 0;
        for (at, word) in self.0.iter().flatten().enumerate() {
            let high = choose(*word) >> 15;
            let three = high | high >> 15 | high >> 30;
            lanes |= (three as u32 & 0b111) << (3 * at);
        }
        lanes
    }

    #[inline(always)]
    fn zip(self, other: Self, with: impl Fn(u64, u64) -> u64) -> Self {
        Words(std::array::from_fn(|row| std::array::from_fn(|band| with(self.0[row][band], other.0[row][band]))))
    }
}

/// The high bit of each set that is not empty.
#[inline(always)]
fn filled(word: u64) -> u64 {
    (word + (HIGH - LOW)) & HIGH
}

/// All bits of the sets that these high bits name.
#[inline(always)]
fn spread(high: u64) -> u64 {
    (high >> 15) * 0xffff
}

/// Each set without its lowest digit.
#[inline(always)]
fn rest(word: u64) -> u64 {
    word & ((word | HIGH) - LOW)
}

impl Lanes for Words {
    #[inline(always)]
    fn load(cells: &Cells, column: usize) -> Self {
        let sets = sets(cells, column);
        let set = |row: usize, band: usize, at: usize| u64::from(sets[9 * row + 3 * band + at]) << (16 * at);
        Words(std::array::from_fn(|row| {
            std::array::from_fn(|band| set(row, band, 0) | set(row, band, 1) | set(row, band, 2))
        }))
    }

    #[inline(always)]
    fn store(self) -> [u16; LANES] {
        std::array::from_fn(|lane| (self.0[lane / 9][lane / 3 % 3] >> (16 * (lane % 3))) as u16)
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.zip(other, |this, that| this & that)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.zip(other, |this, that| this | that)
    }

    #[inline(always)]
    fn but(self, other: Self) -> Self {
        self.zip(other, |this, that| this & !that)
    }

    #[inline(always)]
    fn turned<const ROWS: usize, const BOXES: usize>(self) -> Self {
        const ALL_SETS: u64 = 0xffff_ffff_ffff;
        let turn = |word: u64| (word >> (16 * BOXES) | word << (48 - 16 * BOXES)) & ALL_SETS;
        Words(std::array::from_fn(|row| self.0[(row + ROWS) % 3].map(turn)))
    }

    #[inline(always)]
    fn singles(self) -> Self {
        self.zip(self, |word, _| word & !spread(filled(rest(word))))
    }

    #[inline(always)]
    fn or_else(self, other: Self) -> Self {
        self.zip(other, |this, that| this | that & !spread(filled(this)))
    }

    #[inline(always)]
    fn threes_or(self, other: Self) -> Self {
        self.zip(other, |this, that| {
            let but_two = rest(rest(this));
            let three = spread(filled(but_two) & !filled(rest(but_two)));
            this & three | that & !three
        })
    }

    #[inline(always)]
    fn splat(self, lane: usize) -> Self {
        let (row, band, at) = (lane / 9, lane / 3 % 3, lane % 3);
        Words([[(self.0[row][band] >> (16 * at) & 0xffff) * LOW; 3]; 3])
    }

    #[inline(always)]
    fn sharing(self, other: Self) -> u32 {
        self.and(other).named(filled)
    }

    #[inline(always)]
    fn is_dead(cells: [Self; 3], reach: Self) -> bool {
        let mut alive = HIGH;
        let mut complete = FULL;
        for row in 0..3 {
            for band in 0..3 {
                cells.iter().for_each(|cells| alive &= filled(cells.0[row][band]));
                complete &= reach.0[row][band];
            }
        }
        alive != HIGH || complete != FULL
    }

    #[inline(always)]
    fn open(self) -> u32 {
        self.named(|word| filled(rest(word)))
    }

    #[inline(always)]
    fn pairs(self) -> u32 {
        self.named(|word| filled(rest(word)) & !filled(rest(rest(word))))
    }

    #[inline(always)]
    fn split(self, lanes: u32) -> (Self, Self) {
        let (mut one, mut other) = (self, self);
        for row in 0..3 {
            for band in 0..3 {
                let word = self.0[row][band];
                let lanes = u64::from(lanes >> (9 * row + 3 * band));
                let at = spread((lanes & 1) << 15 | (lanes & 2) << 30 | (lanes & 4) << 45);
                one.0[row][band] &= !(rest(word) & at);
                other.0[row][band] &= rest(word) | !at;
            }
        }
        (one, other)
    }

    #[inline(always)]
    fn transposed(cells: [Self; 3]) -> [Self; 3] {
        let set = |word: u64, from: usize, to: usize| (word >> (16 * from) & 0xffff) << (16 * to);
        std::array::from_fn(|row| {
            Words(std::array::from_fn(|column| {
                let [first, second, third] = cells[column].0[row];
                std::array::from_fn(|stack| set(first, stack, 0) | set(second, stack, 1) | set(third, stack, 2))
            }))
        })
    }
}
