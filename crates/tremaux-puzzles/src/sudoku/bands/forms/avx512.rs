//! The AVX-512 form: a vector is one register.

#![expect(clippy::cast_possible_truncation, reason = "lanes and their bytes are fewer than 256")]
#![expect(unsafe_code, reason = "calls of functions that need what was detected")]

use std::arch::x86_64::*;

use super::{ALL, Kernel, LANES, Lanes};
use crate::form::Avx512;
use crate::sudoku::bands::grid::CELLS;
use crate::sudoku::bands::{Cells, Halt, Visit, search};

impl Kernel for Avx512 {
    fn each(self, cells: &Cells, cancelled: &dyn Fn() -> bool, visit: Visit<'_>) -> Result<(), Halt> {
        // SAFETY: that `self` exists says that the features are there.
        unsafe { each(cells, cancelled, visit) }
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512bitalg,avx512vbmi,bmi1,bmi2,popcnt")]
fn each(cells: &Cells, cancelled: &dyn Fn() -> bool, visit: Visit<'_>) -> Result<(), Halt> {
    search::each::<Register>(cells, cancelled, visit)
}

/// The 27 lanes are the first ones; the others are 0.
#[derive(Clone, Copy)]
pub(in crate::sudoku::bands) struct Register(__m512i);

const USED: u32 = (1 << LANES) - 1;

/// Where `_mm512_permutexvar_epi8` takes the two bytes of each lane from.
#[repr(align(64))]
struct Sources([u8; 64]);

impl Sources {
    /// Lane `9 * row + 3 * band + box` from the one that `source` gives for these three; the unused ones stay.
    const fn new(moves: Moves) -> Self {
        let mut bytes = [0; 64];
        let mut lane = 0;
        while lane < 32 {
            let from = if lane < LANES { moves.source(lane / 9, lane / 3 % 3, lane % 3) } else { lane };
            bytes[2 * lane] = 2 * from as u8;
            bytes[2 * lane + 1] = 2 * from as u8 + 1;
            lane += 1;
        }
        Sources(bytes)
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    #[inline]
    fn gather(&self, lanes: __m512i) -> __m512i {
        // SAFETY: it reads the 64 bytes, which are aligned to as many.
        let sources = unsafe { _mm512_load_si512(self.0.as_ptr().cast()) };
        _mm512_permutexvar_epi8(sources, lanes)
    }
}

/// Where the digit of each lane is among the cells: in the first 64 bytes, or in the last 64, counted on from 64.
#[repr(align(64))]
struct Picks([u8; 64]);

static PLACE: [Picks; 3] = [Picks::new(0), Picks::new(1), Picks::new(2)];

impl Picks {
    const fn new(column: usize) -> Self {
        let mut bytes = [0; 64];
        let mut lane = 0;
        while lane < LANES {
            let cell = CELLS[column][lane];
            bytes[2 * lane] = if cell < 64 { cell } else { cell - (81 - 64) + 64 };
            lane += 1;
        }
        Picks(bytes)
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    #[inline]
    fn pick(&self, cells: &Cells) -> __m512i {
        const LOW_BYTES: u64 = 0x5555_5555_5555_5555 & ((1 << (2 * LANES)) - 1);
        // SAFETY: they read the first and the last 64 of the 81 bytes, and 64 aligned ones.
        let (first, last, picks) = unsafe {
            let last = cells.as_ptr().add(81 - 64);
            (
                _mm512_loadu_si512(cells.as_ptr().cast()),
                _mm512_loadu_si512(last.cast()),
                _mm512_load_si512(self.0.as_ptr().cast()),
            )
        };
        _mm512_maskz_permutex2var_epi8(LOW_BYTES, first, picks, last)
    }
}

/// Where a lane, by its row, band and box, takes its set from; a lane that is not used gives it none.
#[derive(Clone, Copy)]
enum Moves {
    /// From another row and another box, counted round.
    Turn { rows: usize, boxes: usize },
    /// Into row `to`, from row `from`, with bands and boxes exchanged; the other rows get none.
    Transpose { from: usize, to: usize },
}

impl Moves {
    const fn source(self, row: usize, band: usize, at: usize) -> usize {
        match self {
            Moves::Turn { rows, boxes } => 9 * ((row + rows) % 3) + 3 * band + (at + boxes) % 3,
            Moves::Transpose { from, to } if row == to => 9 * from + 3 * at + band,
            Moves::Transpose { .. } => LANES,
        }
    }
}

struct Turn<const ROWS: usize, const BOXES: usize>;

impl<const ROWS: usize, const BOXES: usize> Turn<ROWS, BOXES> {
    const SOURCES: &Sources = &Sources::new(Moves::Turn { rows: ROWS, boxes: BOXES });
}

/// By row from and row to.
static TRANSPOSE: [[Sources; 3]; 3] = {
    const fn from(from: usize) -> [Sources; 3] {
        [
            Sources::new(Moves::Transpose { from, to: 0 }),
            Sources::new(Moves::Transpose { from, to: 1 }),
            Sources::new(Moves::Transpose { from, to: 2 }),
        ]
    }
    [from(0), from(1), from(2)]
};

/// Row `row` of each of `cells`, turned into a row of each band, as row 0, 1 and 2.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
#[inline]
fn transposed(cells: [Register; 3], row: usize) -> Register {
    let sources = &TRANSPOSE[row];
    let [first, second, third] =
        [sources[0].gather(cells[0].0), sources[1].gather(cells[1].0), sources[2].gather(cells[2].0)];
    Register(_mm512_or_si512(_mm512_or_si512(first, second), third))
}

/// Each set as a number less one: it has all digits of the set but the lowest, and all below that. None of an empty set.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
#[inline]
fn less_one(sets: __m512i) -> __m512i {
    _mm512_subs_epu16(sets, _mm512_set1_epi16(1))
}

// SAFETY, for each block: a `Register` is only made and used inside functions that run only where the features are.
impl Lanes for Register {
    #[inline(always)]
    fn load(cells: &Cells, column: usize) -> Self {
        unsafe {
            let digits = PLACE[column].pick(cells);
            let given = _mm512_test_epi16_mask(digits, digits);
            let sets = _mm512_maskz_sllv_epi16(given, _mm512_set1_epi16(1), less_one(digits));
            Register(_mm512_mask_mov_epi16(sets, !given & USED, _mm512_set1_epi16(ALL.cast_signed())))
        }
    }

    #[inline(always)]
    fn store(self) -> [u16; LANES] {
        let mut lanes = [0; 32];
        unsafe { _mm512_storeu_si512(lanes.as_mut_ptr().cast(), self.0) };
        std::array::from_fn(|lane| lanes[lane])
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        unsafe { Register(_mm512_and_si512(self.0, other.0)) }
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        unsafe { Register(_mm512_or_si512(self.0, other.0)) }
    }

    #[inline(always)]
    fn but(self, other: Self) -> Self {
        unsafe { Register(_mm512_andnot_si512(other.0, self.0)) }
    }

    #[inline(always)]
    fn turned<const ROWS: usize, const BOXES: usize>(self) -> Self {
        unsafe { Register(Turn::<ROWS, BOXES>::SOURCES.gather(self.0)) }
    }

    #[inline(always)]
    fn singles(self) -> Self {
        unsafe {
            let single = _mm512_testn_epi16_mask(self.0, less_one(self.0));
            Register(_mm512_maskz_mov_epi16(single, self.0))
        }
    }

    #[inline(always)]
    fn or_else(self, other: Self) -> Self {
        unsafe {
            let filled = _mm512_test_epi16_mask(self.0, self.0);
            Register(_mm512_mask_mov_epi16(other.0, filled, self.0))
        }
    }

    #[inline(always)]
    fn threes_or(self, other: Self) -> Self {
        unsafe {
            let three = _mm512_cmpeq_epi16_mask(_mm512_popcnt_epi16(self.0), _mm512_set1_epi16(3));
            Register(_mm512_mask_mov_epi16(other.0, three, self.0))
        }
    }

    #[inline(always)]
    fn splat(self, lane: usize) -> Self {
        unsafe { Register(_mm512_permutexvar_epi16(_mm512_set1_epi16(lane as i16), self.0)) }
    }

    #[inline(always)]
    fn sharing(self, other: Self) -> u32 {
        unsafe { _mm512_test_epi16_mask(self.0, other.0) }
    }

    #[inline(always)]
    fn is_dead(cells: [Self; 3], reach: Self) -> bool {
        unsafe {
            let least = _mm512_min_epu16(_mm512_min_epu16(cells[0].0, cells[1].0), cells[2].0);
            let empty = _mm512_testn_epi16_mask(least, least);
            let lacking = _mm512_cmplt_epu16_mask(reach.0, _mm512_set1_epi16(ALL as i16));
            (empty | lacking) & USED != 0
        }
    }

    #[inline(always)]
    fn open(self) -> u32 {
        unsafe { _mm512_test_epi16_mask(self.0, less_one(self.0)) }
    }

    #[inline(always)]
    fn pairs(self) -> u32 {
        unsafe { _mm512_cmpeq_epi16_mask(_mm512_popcnt_epi16(self.0), _mm512_set1_epi16(2)) }
    }

    #[inline(always)]
    fn split(self, lanes: u32) -> (Self, Self) {
        unsafe {
            let above = _mm512_and_si512(self.0, less_one(self.0));
            let one = _mm512_andnot_si512(_mm512_maskz_mov_epi16(lanes, above), self.0);
            (Register(one), Register(_mm512_mask_mov_epi16(self.0, lanes, above)))
        }
    }

    #[inline(always)]
    fn transposed(cells: [Self; 3]) -> [Self; 3] {
        unsafe { [transposed(cells, 0), transposed(cells, 1), transposed(cells, 2)] }
    }
}
