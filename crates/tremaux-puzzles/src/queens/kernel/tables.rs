//! The join: which of up to 512 patterns fit an item, asked of all of them at once.
//!
//! An *item* is a half as a mask; a *pattern* is a half that is to be put below it, turned over. They fit when the item
//! takes no diagonal that goes on as one that the pattern takes.

use super::layout::{CLASS_BITS, CLASSES, Layout};

/// How many patterns the tables hold: a register of AVX-512 has a bit for each.
pub(super) const LANES: usize = 512;

/// The most sort bits that the tables have room for.
pub(super) const MOST_SORT_BITS: usize = 6;

/// How many diagonals one look-up answers for: five tables of 2^6 rows stay in the nearest cache.
const CHUNK: usize = 6;

/// The most chunks that the rest of a mask is cut into.
const MOST_CHUNKS: usize = 7;

/// A bit for each pattern, in eight words. Pattern `i` is bit `i / 8` of word `i % 8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(super) struct Row(pub(super) [u64; 8]);

impl Row {
    pub(super) const NONE: Row = Row([0; 8]);
    pub(super) const ALL: Row = Row([!0; 8]);

    /// The first `count` patterns.
    fn first(count: usize) -> Row {
        Row(std::array::from_fn(|word| match (count + 7 - word) / 8 {
            64.. => !0,
            bits => (1 << bits) - 1,
        }))
    }
}

/// A [`Row`] as a form holds it in its registers.
pub(super) trait Wide: Copy {
    fn load(row: &Row) -> Self;
    fn store(self, row: &mut Row);
    fn and(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    /// Each word moved to higher bits.
    fn up<const BITS: usize>(self) -> Self;
    /// Each word moved to lower bits.
    fn down<const BITS: usize>(self) -> Self;
    fn is_none(self) -> bool;
    /// Adds the number of patterns in each word to a word of `counts`.
    fn count_into(self, counts: Self) -> Self;
    /// The sum of the words.
    fn sum(self) -> u64;
}

/// Halves in the order of their lowest bits: the sort bits, and above them the class.
#[derive(Clone, Copy)]
pub(super) struct Sorted<'a> {
    /// Where the halves with the same lowest bits begin, and where the last ones end.
    pub(super) starts: &'a [u32],
    pub(super) masks: &'a [u64],
}

impl<'a> Sorted<'a> {
    /// Those with these lowest bits.
    #[inline(always)]
    fn bucket(self, lowest: usize) -> &'a [u64] {
        &self.masks[self.starts[lowest] as usize..self.starts[lowest + 1] as usize]
    }
}

/// For each set of diagonals in a chunk of an item's mask, the patterns that leave all of them free.
pub(super) struct Tables {
    sort_bits: usize,
    sift_bits: usize,
    chunks: usize,
    /// By sort bits.
    sorted: [Row; 1 << MOST_SORT_BITS],
    rest: [[Row; 1 << CHUNK]; MOST_CHUNKS],
}

impl Tables {
    /// Tables for masks of `layout`, still of no patterns.
    pub(super) fn new(layout: &Layout) -> Box<Tables> {
        Box::new(Tables {
            sort_bits: layout.sort_bits,
            sift_bits: layout.sift_bits,
            chunks: layout.rest_bits.div_ceil(CHUNK),
            sorted: [Row::NONE; 1 << MOST_SORT_BITS],
            rest: [[Row::ALL; 1 << CHUNK]; MOST_CHUNKS],
        })
    }

    /// Makes these the tables of `patterns`, at most [`LANES`]. Of the bits to sift by, they leave free what the items have
    /// that they will be joined with.
    #[inline(always)]
    pub(super) fn fill<W: Wide>(&mut self, layout: &Layout, patterns: &[u64]) {
        let free = free_rows::<W>(patterns);
        // The bit that the diagonal of an item's bit has in a pattern: see `Layout`.
        let free = |bit: usize| W::load(&free[bit ^ 1]);
        let present = W::load(&Row::first(patterns.len()));
        // What the patterns are sifted by, they leave free.
        let sorted = |bit: usize| if bit < self.sift_bits { present } else { free(bit) };
        subsets(&mut self.sorted[..1 << self.sort_bits], present, sorted);
        let first = self.sort_bits + CLASS_BITS;
        for (chunk, table) in self.rest[..self.chunks].iter_mut().enumerate() {
            let bit = |bit: usize| CHUNK * chunk + bit;
            let all = W::load(&Row::ALL);
            // The last chunk may reach past the bits to join by.
            subsets(table, all, |at| if bit(at) < layout.rest_bits { free(first + bit(at)) } else { all });
        }
    }

    /// How many pairs of a pattern and an item with the set `sifted` of sift bits fit, each counted with the weight of
    /// its item's class.
    #[inline(always)]
    pub(super) fn count<W: Wide>(&self, items: Sorted<'_>, sifted: usize, weights: [u64; CLASSES]) -> u64 {
        match self.chunks {
            ..=2 => self.count_by::<W, 2>(items, sifted, weights),
            3 => self.count_by::<W, 3>(items, sifted, weights),
            4 => self.count_by::<W, 4>(items, sifted, weights),
            5 => self.count_by::<W, 5>(items, sifted, weights),
            6 => self.count_by::<W, 6>(items, sifted, weights),
            _ => self.count_by::<W, MOST_CHUNKS>(items, sifted, weights),
        }
    }

    #[inline(always)]
    fn count_by<W: Wide, const CHUNKS: usize>(&self, items: Sorted<'_>, sifted: usize, weights: [u64; CLASSES]) -> u64 {
        let mut total = 0;
        for (class, weight) in weights.into_iter().enumerate().filter(|(_, weight)| *weight > 0) {
            let mut counts = W::load(&Row::NONE);
            let sorted = self.sorted[..1 << self.sort_bits].iter().enumerate();
            for (bits, left) in sorted.skip(sifted).step_by(1 << self.sift_bits) {
                let start = W::load(left);
                if start.is_none() {
                    continue;
                }
                let items = items.bucket(class << self.sort_bits | bits);
                // Two at a time: what a chunk's address takes serves both.
                let (pairs, last) = items.as_chunks::<2>();
                for pair in pairs {
                    counts = self
                        .fitting::<W, CHUNKS, 2>(start, pair)
                        .into_iter()
                        .fold(counts, |sum, fit| fit.count_into(sum));
                }
                for item in last {
                    let [fit] = self.fitting::<W, CHUNKS, 1>(start, &[*item]);
                    counts = fit.count_into(counts);
                }
            }
            total += weight * counts.sum();
        }
        total
    }

    /// The patterns among `start` that fit each of `items`.
    #[inline(always)]
    fn fitting<W: Wide, const CHUNKS: usize, const ITEMS: usize>(&self, start: W, items: &[u64; ITEMS]) -> [W; ITEMS] {
        let rest = items.map(|item| item >> (self.sort_bits + CLASS_BITS));
        let mut fitting = [start; ITEMS];
        for (chunk, table) in self.rest[..CHUNKS].iter().enumerate() {
            for (fitting, rest) in fitting.iter_mut().zip(&rest) {
                let set = ((rest >> (CHUNK * chunk)) % (1 << CHUNK)) as usize;
                *fitting = fitting.and(W::load(&table[set]));
            }
        }
        fitting
    }
}

/// Fills `table` with a row for each set of bits: the patterns of `all` that are `free` in every one of them.
#[inline(always)]
fn subsets<W: Wide>(table: &mut [Row], all: W, free: impl Fn(usize) -> W) {
    all.store(&mut table[0]);
    for bit in 0..table.len().trailing_zeros() as usize {
        let free = free(bit);
        let (without, with) = table.split_at_mut(1 << bit);
        for (with, without) in with.iter_mut().zip(without) {
            W::load(without).and(free).store(with);
        }
    }
}

/// For each bit of a mask, the patterns that do not have it.
#[inline(always)]
fn free_rows<W: Wide>(patterns: &[u64]) -> [Row; 64] {
    let mut rows = [Row::NONE; 64];
    let (eights, last) = patterns.as_chunks::<8>();
    for (row, eight) in rows.iter_mut().zip(eights) {
        *row = Row(eight.map(|pattern| !pattern));
    }
    for (word, pattern) in last.iter().enumerate() {
        rows[eights.len()].0[word] = !pattern;
    }
    transpose::<W>(&mut rows);
    rows
}

/// Makes bit `i` of word `w` in row `j` what was bit `j` of word `w` in row `i`: eight squares of 64 bits turned at once.
#[inline(always)]
fn transpose<W: Wide>(rows: &mut [Row; 64]) {
    exchange::<W, 32>(rows, 0x0000_0000_ffff_ffff);
    exchange::<W, 16>(rows, 0x0000_ffff_0000_ffff);
    exchange::<W, 8>(rows, 0x00ff_00ff_00ff_00ff);
    exchange::<W, 4>(rows, 0x0f0f_0f0f_0f0f_0f0f);
    exchange::<W, 2>(rows, 0x3333_3333_3333_3333);
    exchange::<W, 1>(rows, 0x5555_5555_5555_5555);
}

/// In each square of `2 * SIDE` rows and bits, exchanges the quarter that is off the diagonal at the top with the one at
/// the bottom. `low` has the lower half of the bits of each square.
#[inline(always)]
fn exchange<W: Wide, const SIDE: usize>(rows: &mut [Row; 64], low: u64) {
    let low = W::load(&Row([low; 8]));
    for square in rows.chunks_exact_mut(2 * SIDE) {
        let (top, bottom) = square.split_at_mut(SIDE);
        for (top, bottom) in top.iter_mut().zip(bottom) {
            let (one, other) = (W::load(top), W::load(bottom));
            let differ = one.down::<SIDE>().xor(other).and(low);
            one.xor(differ.up::<SIDE>()).store(top);
            other.xor(differ).store(bottom);
        }
    }
}
