//! The AVX2 form: a row of each box is in one register, four by four lanes of which three by three are used.

#![expect(clippy::cast_possible_truncation, reason = "lanes and their bytes are fewer than 256")]
#![expect(unsafe_code, reason = "calls of functions that need what was detected")]

use std::arch::x86_64::*;

use super::{ALL, Kernel, LANES, Lanes, sets};
use crate::form::Avx2;
use crate::sudoku::bands::{Cells, Halt, Visit, search};

impl Kernel for Avx2 {
    fn each(self, cells: &Cells, cancelled: &dyn Fn() -> bool, visit: Visit<'_>) -> Result<(), Halt> {
        // SAFETY: that `self` exists says that the features are there.
        unsafe { each(cells, cancelled, visit) }
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn each(cells: &Cells, cancelled: &dyn Fn() -> bool, visit: Visit<'_>) -> Result<(), Halt> {
    search::each::<Registers>(cells, cancelled, visit)
}

/// By row a register, in which lane `4 * band + box` is that of the triad; the others are 0.
#[derive(Clone, Copy)]
pub(in crate::sudoku::bands) struct Registers([__m256i; 3]);

/// The number in the register of a lane.
const fn place(lane: usize) -> usize {
    4 * (lane / 3 % 3) + lane % 3
}

/// All digits where there is a lane.
const FULL: [u16; 16] = {
    let mut full = [0; 16];
    let mut lane = 0;
    while lane < 9 {
        full[place(lane)] = ALL;
        lane += 1;
    }
    full
};

/// A bit for each lane.
const BITS: [u16; 16] = {
    let mut bits = [0; 16];
    let mut lane = 0;
    while lane < 9 {
        bits[place(lane)] = 1 << lane;
        lane += 1;
    }
    bits
};

/// Where `_mm256_shuffle_epi8` takes the bytes of a lane from so that the boxes are turned by so many.
const fn turn(by: usize) -> [u8; 32] {
    let mut bytes = [0; 32];
    let mut byte = 0;
    while byte < 32 {
        let (lane, of_lane) = (byte / 2 % 8, byte % 2);
        let from = if lane % 4 < 3 { lane / 4 * 4 + (lane % 4 + by) % 3 } else { lane };
        bytes[byte] = (2 * from + of_lane) as u8;
        byte += 1;
    }
    bytes
}

const TURN: [[u8; 32]; 3] = [turn(0), turn(1), turn(2)];

/// Where `_mm256_shuffle_epi8` takes the bytes from so that the four lanes of one band alternate with those of the next.
const ALTERNATE: [u8; 32] = {
    let mut bytes = [0; 32];
    let mut byte = 0;
    while byte < 32 {
        let (lane, of_lane) = (byte / 2 % 8, byte % 2);
        bytes[byte] = (2 * (lane / 2 + lane % 2 * 4) + of_lane) as u8;
        byte += 1;
    }
    bytes
};

#[target_feature(enable = "avx2")]
#[inline]
fn bytes(table: &[u8; 32]) -> __m256i {
    // SAFETY: it reads the 32 bytes.
    unsafe { _mm256_loadu_si256(table.as_ptr().cast()) }
}

/// Each set without its lowest digit.
#[target_feature(enable = "avx2")]
#[inline]
fn rest(sets: __m256i) -> __m256i {
    _mm256_and_si256(sets, _mm256_add_epi16(sets, _mm256_set1_epi16(-1)))
}

/// All bits of the sets that are empty.
#[target_feature(enable = "avx2")]
#[inline]
fn empty(sets: __m256i) -> __m256i {
    _mm256_cmpeq_epi16(sets, _mm256_setzero_si256())
}

/// The set, if it has one digit.
#[target_feature(enable = "avx2")]
#[inline]
fn single(sets: __m256i) -> __m256i {
    _mm256_and_si256(sets, empty(rest(sets)))
}

/// The set, or that of `others` if it is empty.
#[target_feature(enable = "avx2")]
#[inline]
fn or_else(sets: __m256i, others: __m256i) -> __m256i {
    _mm256_or_si256(sets, _mm256_and_si256(others, empty(sets)))
}

/// The set, or that of `others` unless it has three digits.
#[target_feature(enable = "avx2")]
#[inline]
fn threes_or(sets: __m256i, others: __m256i) -> __m256i {
    let but_two = rest(rest(sets));
    let three = _mm256_andnot_si256(empty(but_two), empty(rest(but_two)));
    _mm256_blendv_epi8(others, sets, three)
}

/// The nine used lanes that have more than one digit, as bits in order.
#[target_feature(enable = "avx2,bmi2")]
#[inline]
fn open(sets: __m256i) -> u32 {
    named(empty(rest(sets))) ^ 0x1ff
}

/// The same twice but for some lanes: one gets the lowest digit of each, the other those above.
#[target_feature(enable = "avx2")]
#[inline]
fn split(sets: __m256i, lanes: u32) -> (__m256i, __m256i) {
    // SAFETY: it reads the 16 words.
    let bits = unsafe { _mm256_loadu_si256(BITS.as_ptr().cast()) };
    let at = _mm256_cmpeq_epi16(_mm256_and_si256(_mm256_set1_epi16(lanes as i16), bits), bits);
    let above = rest(sets);
    (_mm256_andnot_si256(_mm256_and_si256(at, above), sets), _mm256_blendv_epi8(sets, above, at))
}

/// The nine used lanes that have a digit in common, as bits in order.
#[target_feature(enable = "avx2,bmi2")]
#[inline]
fn sharing(sets: __m256i, others: __m256i) -> u32 {
    named(empty(_mm256_and_si256(sets, others))) ^ 0x1ff
}

/// The least set of each lane, as numbers.
#[target_feature(enable = "avx2")]
#[inline]
fn least(sets: [__m256i; 3]) -> __m256i {
    _mm256_min_epu16(_mm256_min_epu16(sets[0], sets[1]), sets[2])
}

/// Bands and boxes exchanged.
#[target_feature(enable = "avx2")]
#[inline]
fn transposed(sets: __m256i) -> __m256i {
    // The lanes of two bands are made to alternate; then pairs of them are a unit that can be moved anywhere.
    let alternate = _mm256_shuffle_epi8(sets, bytes(&ALTERNATE));
    _mm256_permutevar8x32_epi32(alternate, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7))
}

/// All digits in the lanes that are used.
#[target_feature(enable = "avx2")]
#[inline]
fn full() -> __m256i {
    // SAFETY: it reads the 16 words.
    unsafe { _mm256_loadu_si256(FULL.as_ptr().cast()) }
}

/// The nine used lanes that have all bits set, as bits in order.
#[target_feature(enable = "avx2,bmi2")]
#[inline]
fn named(lanes: __m256i) -> u32 {
    // Every other bit, and of the four of each band the first three.
    let bytes = _mm256_movemask_epi8(lanes).cast_unsigned();
    _pext_u32(bytes, 0x0015_1515)
}

// SAFETY, for each block: a `Registers` is only made and used inside functions that run only where the features are.
impl Lanes for Registers {
    #[inline(always)]
    fn load(cells: &Cells, column: usize) -> Self {
        let sets = sets(cells, column);
        let (rows, _) = sets.as_chunks::<9>();
        Registers(std::array::from_fn(|row| {
            let mut lanes = [0_u16; 16];
            for lane in 0..9 {
                lanes[place(lane)] = rows[row][lane];
            }
            unsafe { _mm256_loadu_si256(lanes.as_ptr().cast()) }
        }))
    }

    #[inline(always)]
    fn store(self) -> [u16; LANES] {
        let rows = self.0.map(|row| {
            let mut lanes = [0_u16; 16];
            unsafe { _mm256_storeu_si256(lanes.as_mut_ptr().cast(), row) };
            lanes
        });
        std::array::from_fn(|lane| rows[lane / 9][place(lane)])
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        let (this, that) = (self.0, other.0);
        unsafe {
            Registers([
                _mm256_and_si256(this[0], that[0]),
                _mm256_and_si256(this[1], that[1]),
                _mm256_and_si256(this[2], that[2]),
            ])
        }
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        let (this, that) = (self.0, other.0);
        unsafe {
            Registers([
                _mm256_or_si256(this[0], that[0]),
                _mm256_or_si256(this[1], that[1]),
                _mm256_or_si256(this[2], that[2]),
            ])
        }
    }

    #[inline(always)]
    fn but(self, other: Self) -> Self {
        let (this, that) = (self.0, other.0);
        unsafe {
            Registers([
                _mm256_andnot_si256(that[0], this[0]),
                _mm256_andnot_si256(that[1], this[1]),
                _mm256_andnot_si256(that[2], this[2]),
            ])
        }
    }

    #[inline(always)]
    fn turned<const ROWS: usize, const BOXES: usize>(self) -> Self {
        let rows = self.0;
        unsafe {
            let turn = bytes(&TURN[BOXES]);
            Registers([
                _mm256_shuffle_epi8(rows[ROWS], turn),
                _mm256_shuffle_epi8(rows[(ROWS + 1) % 3], turn),
                _mm256_shuffle_epi8(rows[(ROWS + 2) % 3], turn),
            ])
        }
    }

    #[inline(always)]
    fn singles(self) -> Self {
        let rows = self.0;
        unsafe { Registers([single(rows[0]), single(rows[1]), single(rows[2])]) }
    }

    #[inline(always)]
    fn or_else(self, other: Self) -> Self {
        let (this, that) = (self.0, other.0);
        unsafe { Registers([or_else(this[0], that[0]), or_else(this[1], that[1]), or_else(this[2], that[2])]) }
    }

    #[inline(always)]
    fn threes_or(self, other: Self) -> Self {
        let (this, that) = (self.0, other.0);
        unsafe { Registers([threes_or(this[0], that[0]), threes_or(this[1], that[1]), threes_or(this[2], that[2])]) }
    }

    #[inline(always)]
    fn splat(self, lane: usize) -> Self {
        let mut lanes = [0_i16; 16];
        unsafe {
            _mm256_storeu_si256(lanes.as_mut_ptr().cast(), self.0[lane / 9]);
            Registers([_mm256_set1_epi16(lanes[place(lane % 9)]); 3])
        }
    }

    #[inline(always)]
    fn sharing(self, other: Self) -> u32 {
        let (this, that) = (self.0, other.0);
        unsafe { sharing(this[0], that[0]) | sharing(this[1], that[1]) << 9 | sharing(this[2], that[2]) << 18 }
    }

    #[inline(always)]
    fn is_dead(cells: [Self; 3], reach: Self) -> bool {
        unsafe {
            let empty = empty(least([least(cells[0].0), least(cells[1].0), least(cells[2].0)]));
            let reached = _mm256_and_si256(_mm256_and_si256(reach.0[0], reach.0[1]), reach.0[2]);
            let dead = _mm256_or_si256(empty, _mm256_xor_si256(reached, full()));
            _mm256_testz_si256(dead, full()) == 0
        }
    }

    #[inline(always)]
    fn open(self) -> u32 {
        let rows = self.0;
        unsafe { open(rows[0]) | open(rows[1]) << 9 | open(rows[2]) << 18 }
    }

    #[inline(always)]
    fn pairs(self) -> u32 {
        let rows = self.0;
        unsafe {
            let rest = [rest(rows[0]), rest(rows[1]), rest(rows[2])];
            let many = open(rest[0]) | open(rest[1]) << 9 | open(rest[2]) << 18;
            self.open() & !many
        }
    }

    #[inline(always)]
    fn split(self, lanes: u32) -> (Self, Self) {
        let rows = self.0;
        let [first, second, third] =
            unsafe { [split(rows[0], lanes), split(rows[1], lanes >> 9), split(rows[2], lanes >> 18)] };
        (Registers([first.0, second.0, third.0]), Registers([first.1, second.1, third.1]))
    }

    #[inline(always)]
    fn transposed(cells: [Self; 3]) -> [Self; 3] {
        let [first, second, third] = cells;
        unsafe {
            let row =
                |row: usize| Registers([transposed(first.0[row]), transposed(second.0[row]), transposed(third.0[row])]);
            [row(0), row(1), row(2)]
        }
    }
}
