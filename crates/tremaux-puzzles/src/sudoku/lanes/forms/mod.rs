//! The forms of the kernel: the same steps on what a machine has for vectors.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod portable;

use super::Answers;
use super::crew::Crew;

/// A vector with a bit for each lane, and the logic on it.
///
/// What takes three vectors has a definition by what takes two, and instructions of its own where a form has them.
///
/// # Safety
/// A value is [`Wide::WORDS`] words of 64 bits and nothing else, whatever their bits are.
#[expect(unsafe_code, reason = "vectors are seen as words")]
pub(super) unsafe trait Wide: Copy + Send {
    /// How many words of 64 lanes it has.
    const WORDS: usize;

    /// No lane.
    fn none() -> Self;
    /// Every lane.
    fn all() -> Self;
    /// The words that are `word`.
    fn splat(word: u64) -> Self;
    /// In both.
    fn and(self, other: Self) -> Self;
    /// In one or both.
    fn or(self, other: Self) -> Self;
    /// In one of the two.
    fn xor(self, other: Self) -> Self;
    /// In this and not in the other.
    fn without(self, other: Self) -> Self;
    /// Each word moved to higher bits.
    fn up<const BITS: u32>(self) -> Self;
    /// Each word moved to lower bits.
    fn down<const BITS: u32>(self) -> Self;

    /// In all three.
    #[inline(always)]
    fn and3(a: Self, b: Self, c: Self) -> Self {
        a.and(b).and(c)
    }

    /// In any of the three.
    #[inline(always)]
    fn or3(a: Self, b: Self, c: Self) -> Self {
        a.or(b).or(c)
    }

    /// In one of the three or all: the sum bit of an adder.
    #[inline(always)]
    fn xor3(a: Self, b: Self, c: Self) -> Self {
        a.xor(b).xor(c)
    }

    /// In two of the three or all: the carry bit of an adder.
    #[inline(always)]
    fn majority(a: Self, b: Self, c: Self) -> Self {
        a.and(b).or(c.and(a.or(b)))
    }

    /// `a & b | c`
    #[inline(always)]
    fn and_or(a: Self, b: Self, c: Self) -> Self {
        a.and(b).or(c)
    }

    /// `a & !b | c`
    #[inline(always)]
    fn without_or(a: Self, b: Self, c: Self) -> Self {
        a.without(b).or(c)
    }

    /// `a & !(b & c)`
    #[inline(always)]
    fn unless_both(a: Self, b: Self, c: Self) -> Self {
        a.without(b.and(c))
    }

    /// `a & (b | !c)`
    #[inline(always)]
    fn unless_only(a: Self, b: Self, c: Self) -> Self {
        a.without(c.without(b))
    }

    /// Of `yes` where `mask` is set, of `no` elsewhere.
    #[inline(always)]
    fn select(mask: Self, yes: Self, no: Self) -> Self {
        mask.and(yes).or(no.without(mask))
    }

    /// `bits` moved apart, so that each is followed by as many others as there are further words.
    fn spread(bits: u64) -> u64;

    /// The bits of the lanes from `64 * word` on, in rising order, of those in `lanes`: bit `b` of word `w` is lane
    /// `b * WORDS + w`.
    #[inline(always)]
    fn in_order(lanes: &Self, word: usize) -> u64 {
        let per_word = 64 / Self::WORDS;
        let mut in_order = 0;
        for (at, bits) in words(std::slice::from_ref(lanes)).iter().enumerate() {
            in_order |= Self::spread(bits >> (per_word * word)) << at;
        }
        in_order
    }

    /// Whether it has no lane.
    #[inline(always)]
    fn is_none(self) -> bool {
        let mut any = 0;
        for word in words(std::slice::from_ref(&self)) {
            any |= word;
        }
        any == 0
    }

    /// For each digit, from 0 for a blank, the cells that hold it.
    #[inline(always)]
    fn positions(cells: &[u8; 81]) -> [u128; 10] {
        let mut positions = [0; 10];
        for (cell, digit) in cells.iter().enumerate() {
            positions[usize::from(*digit)] |= 1 << cell;
        }
        positions
    }

    /// [`Wide::positions`] back to cells, for digits from 1 that hold each cell between them.
    #[inline(always)]
    fn fill(cells: &mut [u8; 81], positions: &[u128; 9]) {
        for (digit, &held) in (1..).zip(positions) {
            let mut held = held;
            while held != 0 {
                cells[held.trailing_zeros() as usize] = digit;
                held &= held - 1;
            }
        }
    }
}

/// The words of `rows` one after the other.
#[inline(always)]
#[expect(unsafe_code, reason = "a vector seen as words")]
pub(super) fn words<W: Wide>(rows: &[W]) -> &[u64] {
    // SAFETY: the promise of `Wide`: it is that many words, and any bits make one. It is aligned to a word at least.
    unsafe { std::slice::from_raw_parts(rows.as_ptr().cast(), rows.len() * W::WORDS) }
}

/// [`words`] to be written.
#[inline(always)]
#[expect(unsafe_code, reason = "a vector seen as words")]
pub(super) fn words_mut<W: Wide>(rows: &mut [W]) -> &mut [u64] {
    // SAFETY: as above.
    unsafe { std::slice::from_raw_parts_mut(rows.as_mut_ptr().cast(), rows.len() * W::WORDS) }
}

/// A form: what the machine was found to have, and the steps compiled for it.
pub(super) trait Form: Copy + Send + 'static {
    /// Its vectors.
    type Row: Wide + 'static;

    /// `Crew::load`, where the form's instructions may be used.
    fn load(self, crew: &mut Crew<Self>, ticket: u64, cells: &[u8; 81]);
    /// `Crew::step`, likewise.
    fn step(self, crew: &mut Crew<Self>, answers: &mut Answers);
}
