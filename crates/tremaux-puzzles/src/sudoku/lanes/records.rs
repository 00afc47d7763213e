//! Grids on their way between the lanes and memory: a grid as a record of words, and records as bits of lanes.

use super::board::{Board, CELLS, NINE};
use super::forms::{Wide, words, words_mut};

/// The words of a record.
pub(super) const WORDS: usize = 12;

/// The candidates of one grid: a word for the first 64 cells of each digit, then the last 17 of three digits a word.
pub(super) type Record = [u64; WORDS];

const FIRST: usize = 64;
const LAST: usize = CELLS - FIRST;
const LAST_CELLS: u64 = (1 << LAST) - 1;

/// By word and bit of a record, the digit and the cell it stands for; past the last ones, none.
const PLACES: [[Option<(u8, u8)>; 64]; WORDS] = {
    let mut places = [[None; 64]; WORDS];
    let mut word = 0;
    while word < WORDS {
        let mut bit = 0;
        while bit < 64 {
            if word < NINE {
                places[word][bit] = Some((word as u8, bit as u8));
            } else if bit < 3 * LAST {
                places[word][bit] = Some((((word - NINE) * 3 + bit / LAST) as u8, (FIRST + bit % LAST) as u8));
            }
            bit += 1;
        }
        word += 1;
    }
    places
};

/// The record of a puzzle: a given has its digit as candidate, a blank all.
#[inline(always)]
pub(super) fn of_puzzle<W: Wide>(cells: &[u8; 81]) -> Record {
    let [blank, given @ ..] = W::positions(cells);
    let mut record = [0; WORDS];
    for (digit, given) in given.into_iter().enumerate() {
        let candidates = blank | given;
        // The halves of the word.
        record[digit] = candidates as u64;
        record[NINE + digit / 3] |= ((candidates >> FIRST) as u64) << (LAST * (digit % 3));
    }
    record
}

/// Fills `cells` with the digits of a record with one candidate in each cell.
#[inline(always)]
pub(super) fn fill<W: Wide>(cells: &mut [u8; 81], record: &Record) {
    let mut positions = [0; NINE];
    for (digit, positions) in positions.iter_mut().enumerate() {
        let last = record[NINE + digit / 3] >> (LAST * (digit % 3)) & LAST_CELLS;
        *positions = u128::from(last) << FIRST | u128::from(record[digit]);
    }
    W::fill(cells, &positions);
}

/// A record for each lane: by word of the record, all lanes' words. A vector more for each keeps them from falling onto
/// the same places of the cache.
pub(super) struct Records<W> {
    words: [[W; 65]; WORDS],
    /// One word's rows half way through a transposition.
    half: [W; 64],
}

impl<W: Wide> Records<W> {
    pub(super) fn new() -> Box<Self> {
        Box::new(Records { words: [[W::none(); 65]; WORDS], half: [W::none(); 64] })
    }

    #[inline(always)]
    pub(super) fn get(&self, lane: usize) -> Record {
        let mut record = [0; WORDS];
        for (word, lanes) in self.words.iter().enumerate() {
            record[word] = words(lanes)[lane];
        }
        record
    }

    #[inline(always)]
    pub(super) fn set(&mut self, lane: usize, record: &Record) {
        for (word, lanes) in self.words.iter_mut().enumerate() {
            words_mut(lanes)[lane] = record[word];
        }
    }

    /// Takes the grids of all lanes out of `board`; of a lane that branches, its second child: the cell without the
    /// digit.
    #[inline(always)]
    pub(super) fn take_out(&mut self, board: &Board<W>) {
        for (lanes, places) in self.words.iter_mut().zip(&PLACES) {
            let half = &mut self.half;
            for first in 0..8 {
                let mut rows = [W::none(); 8];
                for at in 0..8 {
                    if let Some((digit, cell)) = places[first + 8 * at] {
                        let (digit, cell) = (usize::from(digit), usize::from(cell));
                        let candidates = board.candidates[digit][cell];
                        rows[at] = W::unless_both(candidates, board.cell[cell], board.digit[digit]);
                    }
                }
                turn_outer(&mut rows);
                for at in 0..8 {
                    half[first + 8 * at] = rows[at];
                }
            }
            for eight in 0..8 {
                let mut rows = [W::none(); 8];
                rows.copy_from_slice(&half[8 * eight..8 * eight + 8]);
                turn_inner(&mut rows);
                lanes[8 * eight..8 * eight + 8].copy_from_slice(&rows);
            }
        }
    }

    /// Puts the records of the `fresh` lanes into `board`. A lane that branches becomes its first child: the digit in
    /// the cell.
    #[inline(always)]
    pub(super) fn put_in(&mut self, board: &mut Board<W>, fresh: W) {
        for (lanes, places) in self.words.iter().zip(&PLACES) {
            let half = &mut self.half;
            for eight in 0..8 {
                let mut rows = [W::none(); 8];
                rows.copy_from_slice(&lanes[8 * eight..8 * eight + 8]);
                turn_inner(&mut rows);
                half[8 * eight..8 * eight + 8].copy_from_slice(&rows);
            }
            for first in 0..8 {
                let mut rows = [W::none(); 8];
                for at in 0..8 {
                    rows[at] = half[first + 8 * at];
                }
                turn_outer(&mut rows);
                for at in 0..8 {
                    if let Some((digit, cell)) = places[first + 8 * at] {
                        let (digit, cell) = (usize::from(digit), usize::from(cell));
                        let candidates = &mut board.candidates[digit][cell];
                        let first = W::unless_only(*candidates, board.digit[digit], board.cell[cell]);
                        *candidates = W::select(fresh, rows[at], first);
                    }
                }
            }
        }
    }
}

/// The three steps of a transposition of 64 x 64 bits that exchange rows 8, 16 and 32 apart, on eight rows 8 apart.
#[inline(always)]
fn turn_outer<W: Wide>(rows: &mut [W; 8]) {
    let (m8, m16, m32) = (W::splat(0x00FF_00FF_00FF_00FF), W::splat(0x0000_FFFF_0000_FFFF), W::splat(0xFFFF_FFFF));
    for (a, b) in [(0, 1), (2, 3), (4, 5), (6, 7)] {
        exchange::<W, 8>(rows, a, b, m8);
    }
    for (a, b) in [(0, 2), (1, 3), (4, 6), (5, 7)] {
        exchange::<W, 16>(rows, a, b, m16);
    }
    for (a, b) in [(0, 4), (1, 5), (2, 6), (3, 7)] {
        exchange::<W, 32>(rows, a, b, m32);
    }
}

/// The other three, on eight rows that follow each other.
#[inline(always)]
fn turn_inner<W: Wide>(rows: &mut [W; 8]) {
    let (m1, m2, m4) =
        (W::splat(0x5555_5555_5555_5555), W::splat(0x3333_3333_3333_3333), W::splat(0x0F0F_0F0F_0F0F_0F0F));
    for (a, b) in [(0, 1), (2, 3), (4, 5), (6, 7)] {
        exchange::<W, 1>(rows, a, b, m1);
    }
    for (a, b) in [(0, 2), (1, 3), (4, 6), (5, 7)] {
        exchange::<W, 2>(rows, a, b, m2);
    }
    for (a, b) in [(0, 4), (1, 5), (2, 6), (3, 7)] {
        exchange::<W, 4>(rows, a, b, m4);
    }
}

/// Exchanges the higher of each two groups of `BITS` bits of row `a` with the lower one of row `b`.
#[inline(always)]
fn exchange<W: Wide, const BITS: u32>(rows: &mut [W; 8], a: usize, b: usize, lower: W) {
    let (upper, under) = (rows[a], rows[b]);
    rows[a] = W::select(lower, upper, under.up::<BITS>());
    rows[b] = W::select(lower, upper.down::<BITS>(), under);
}
