//! The rules, in all lanes at once.

use super::board::{Board, CELLS, NINE};
use super::forms::Wide;

/// Three rows of three: what a digit's places are reduced to in a band or in a stack.
type Square<W> = [[W; 3]; 3];

/// The cell in row `row` and column `column` of box `square`.
#[inline(always)]
const fn cell_of(square: usize, row: usize, column: usize) -> usize {
    (square / 3 * 3 + row) * NINE + square % 3 * 3 + column
}

impl<W: Wide> Board<W> {
    /// Applies every rule once. Whether that changed anything is noted only if `WATCHED`.
    #[inline(always)]
    pub(super) fn round<const WATCHED: bool>(&mut self) {
        if WATCHED {
            self.changed = W::none();
        }
        for digit in 0..3 {
            self.narrow::<WATCHED>(digit);
        }
        self.tally::<true>(0);
        for third in 1..3 {
            for digit in 3 * third..3 * third + 3 {
                self.narrow::<WATCHED>(digit);
            }
            self.tally::<false>(third);
        }
        self.note::<WATCHED>();
    }

    /// Rules out places for `digit`.
    #[inline(always)]
    fn narrow<const WATCHED: bool>(&mut self, digit: usize) {
        self.look(digit);
        let (in_row, in_column, in_box) = self.work.taken();
        let (mut any_way, work) = (W::all(), &mut self.work);
        for chute in 0..3 {
            let boxes_of_band = [in_box[3 * chute], in_box[3 * chute + 1], in_box[3 * chute + 2]];
            let boxes_of_stack = [in_box[chute], in_box[chute + 3], in_box[chute + 6]];
            let rows = [in_row[3 * chute], in_row[3 * chute + 1], in_row[3 * chute + 2]];
            let columns = [in_column[3 * chute], in_column[3 * chute + 1], in_column[3 * chute + 2]];
            let in_band = supported(&mut work.bands[chute], &work.alone_in_bands[chute], rows, boxes_of_band);
            let in_stack = supported(&mut work.stacks[chute], &work.alone_in_stacks[chute], columns, boxes_of_stack);
            any_way = W::and3(any_way, in_band, in_stack);
        }
        self.bad = self.bad.or(W::all().without(any_way));
        self.keep::<WATCHED>(digit);
    }

    /// Gathers where `digit` may be and where it is alone, by the three cells of a row or a column in a box.
    ///
    /// It is alone in a cell when nothing else is left there, or when its row has no other place for it. What the last
    /// round found to be the only place for some digit holds no other.
    #[inline(always)]
    fn look(&mut self, digit: usize) {
        let Board { candidates, several, hidden, places, work, .. } = self;
        for square in 0..NINE {
            let (band, stack) = (square / 3, square % 3);
            let (mut left, mut alone) = ([[W::none(); 3]; 3], [[W::none(); 3]; 3]);
            for row in 0..3 {
                let elsewhere = places[digit][3 * band + row];
                for column in 0..3 {
                    let cell = cell_of(square, row, column);
                    left[row][column] = W::unless_both(candidates[digit][cell], hidden[cell], elsewhere);
                    alone[row][column] = W::unless_both(left[row][column], several[cell], elsewhere);
                    work.left[cell] = left[row][column];
                }
            }
            for line in 0..3 {
                work.bands[band][line][stack] = W::or3(left[line][0], left[line][1], left[line][2]);
                work.stacks[stack][line][band] = W::or3(left[0][line], left[1][line], left[2][line]);
                work.alone_in_bands[band][line][stack] = W::or3(alone[line][0], alone[line][1], alone[line][2]);
                work.alone_in_stacks[stack][line][band] = W::or3(alone[0][line], alone[1][line], alone[2][line]);
            }
        }
    }

    /// Keeps of the candidates for `digit` what the bands and the stacks support, and notes how many places the rows have.
    #[inline(always)]
    fn keep<const WATCHED: bool>(&mut self, digit: usize) {
        for row in 0..NINE {
            let (mut any, mut two) = ([W::none(); 3], [W::none(); 3]);
            for stack in 0..3 {
                let in_band = self.work.bands[row / 3][row % 3][stack];
                let mut kept = [W::none(); 3];
                for column in 0..3 {
                    let cell = row * NINE + 3 * stack + column;
                    kept[column] = W::and3(self.work.left[cell], in_band, self.work.stacks[stack][column][row / 3]);
                    if WATCHED {
                        self.changed = W::without_or(self.candidates[digit][cell], kept[column], self.changed);
                    }
                    self.candidates[digit][cell] = kept[column];
                }
                any[stack] = W::or3(kept[0], kept[1], kept[2]);
                two[stack] = W::majority(kept[0], kept[1], kept[2]);
            }
            let across = W::majority(any[0], any[1], any[2]);
            self.places[digit][row] = W::or3(two[0], two[1], two[2]).or(across);
        }
    }

    /// Adds the digits of a third, just narrowed, to the tally; of the `FIRST`, begins it.
    #[inline(always)]
    fn tally<const FIRST: bool>(&mut self, third: usize) {
        for row in 0..NINE {
            for cell in NINE * row..NINE * (row + 1) {
                let Tally { any, two, mut hidden } = if FIRST { Tally::none() } else { self.work.tally[cell] };
                let mut kept = [W::none(); 3];
                for digit in 0..3 {
                    kept[digit] = self.candidates[3 * third + digit][cell];
                    hidden = W::without_or(kept[digit], self.places[3 * third + digit][row], hidden);
                }
                let any_of_three = W::or3(kept[0], kept[1], kept[2]);
                let two_of_three = W::majority(kept[0], kept[1], kept[2]);
                let two = if FIRST { two_of_three } else { W::and_or(any, any_of_three, two.or(two_of_three)) };
                self.work.tally[cell] = Tally { any: any.or(any_of_three), two, hidden };
            }
        }
    }

    /// Keeps what the tally says for the next round.
    #[inline(always)]
    fn note<const WATCHED: bool>(&mut self) {
        let mut full = W::all();
        let mut conflict = W::none();
        for cell in 0..CELLS {
            let Tally { any, two, hidden } = self.work.tally[cell];
            full = full.and(any);
            // What the last round found hidden was applied in this one: if two digits are left, both are alone there.
            conflict = W::and_or(self.hidden[cell], two, conflict);
            self.several[cell] = two;
            self.hidden[cell] = hidden;
            if WATCHED {
                self.changed = W::and_or(two, hidden, self.changed);
            }
        }
        self.bad = W::or3(self.bad, conflict, W::all().without(full));
    }
}

/// What a round works with.
pub(super) struct Work<W> {
    /// By cell, whether the digit looked at may be there.
    left: [W; CELLS],
    /// By band, row in it and stack, whether the digit may be there, and whether it is alone in a cell there.
    bands: [Square<W>; 3],
    alone_in_bands: [Square<W>; 3],
    /// By stack, column in it and band.
    stacks: [Square<W>; 3],
    alone_in_stacks: [Square<W>; 3],
    /// By cell, what was seen of all digits.
    tally: [Tally<W>; CELLS],
}

impl<W: Wide> Work<W> {
    pub(super) fn new() -> Self {
        let squares = [[[W::none(); 3]; 3]; 3];
        Work {
            left: [W::none(); CELLS],
            bands: squares,
            alone_in_bands: squares,
            stacks: squares,
            alone_in_stacks: squares,
            tally: [Tally::none(); CELLS],
        }
    }

    /// By row, by column and by box, whether the digit is alone in a cell there.
    #[inline(always)]
    fn taken(&self) -> ([W; NINE], [W; NINE], [W; NINE]) {
        let (mut in_row, mut in_column, mut in_box) = ([W::none(); NINE], [W::none(); NINE], [W::none(); NINE]);
        for at in 0..NINE {
            let (chute, line) = (at / 3, at % 3);
            let (band, stack) = (&self.alone_in_bands[chute], &self.alone_in_stacks[chute]);
            in_row[at] = W::or3(band[line][0], band[line][1], band[line][2]);
            in_column[at] = W::or3(stack[line][0], stack[line][1], stack[line][2]);
            in_box[at] = W::or3(band[0][line], band[1][line], band[2][line]);
        }
        (in_row, in_column, in_box)
    }
}

/// What is gathered about a cell while the digits are narrowed.
#[derive(Clone, Copy)]
pub(super) struct Tally<W> {
    /// It has a candidate.
    any: W,
    /// It has two or more.
    two: W,
    /// It is the only place for some digit in its row.
    hidden: W,
}

impl<W: Wide> Tally<W> {
    #[inline(always)]
    pub(super) fn none() -> Self {
        Tally { any: W::none(), two: W::none(), hidden: W::none() }
    }
}

/// Reduces `places` to those of a way to choose one in each line and each box. Where the digit is alone in a cell, no
/// other place of its line and its box is chosen. Gives the lanes in which there is a way.
#[inline(always)]
fn supported<W: Wide>(places: &mut Square<W>, alone: &Square<W>, in_line: [W; 3], in_box: [W; 3]) -> W {
    let mut free = [[W::none(); 3]; 3];
    for line in 0..3 {
        for square in 0..3 {
            let taken = in_line[line].or(in_box[square]);
            free[line][square] = W::unless_only(places[line][square], alone[line][square], taken);
        }
    }
    for line in 0..3 {
        for square in 0..3 {
            let (line1, line2) = ((line + 1) % 3, (line + 2) % 3);
            let (square1, square2) = ((square + 1) % 3, (square + 2) % 3);
            let across = free[line1][square2].and(free[line2][square1]);
            let support = W::and_or(free[line1][square1], free[line2][square2], across);
            places[line][square] = free[line][square].and(support);
        }
    }
    W::or3(places[0][0], places[0][1], places[0][2])
}
