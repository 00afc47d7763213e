//! The rules, in all lanes at once.

use super::board::{Board, NINE};
use super::forms::Wide;

/// Three rows of three: of a band or a stack, its lines by its boxes.
type Square<W> = [[W; 3]; 3];

impl<W: Wide> Board<W> {
    /// Applies every rule once. Only if `WATCHED`, which the first of a step is not, it is noted which lanes are bad, and which
    /// it changed: of the others, what was noted before it holds after it, too.
    #[inline(always)]
    pub(super) fn round<const WATCHED: bool>(&mut self) {
        self.note::<WATCHED>();
        if WATCHED {
            self.changed = W::none();
        }
        for digit in 0..NINE {
            self.narrow::<WATCHED>(digit);
        }
    }

    /// Rules out places for `digit`.
    #[inline(always)]
    fn narrow<const WATCHED: bool>(&mut self, digit: usize) {
        let mut any_way = W::all();
        for band in 0..3 {
            any_way = any_way.and(self.narrow_band::<WATCHED>(digit, band));
        }
        for stack in 0..3 {
            any_way = any_way.and(self.work.narrow_stack(stack));
        }
        if WATCHED {
            self.bad = self.bad.or(W::all().without(any_way));
        }
        self.keep::<WATCHED>(digit);
    }

    /// Finds the places in a band that `digit` may have, and what they leave to the stacks. Gives the lanes in which
    /// there is a way.
    #[inline(always)]
    fn narrow_band<const WATCHED: bool>(&mut self, digit: usize, band: usize) -> W {
        // Neither is a loop: in one that is not unrolled, the squares would be in memory.
        let mut chute = Chute::none();
        self.look::<WATCHED>(digit, band, 0, &mut chute);
        self.look::<WATCHED>(digit, band, 1, &mut chute);
        self.look::<WATCHED>(digit, band, 2, &mut chute);
        let in_box = chute.alone_in_boxes();
        let (kept, way) = chute.supported(in_box);
        self.look_down(digit, band, 0, &kept);
        self.look_down(digit, band, 1, &kept);
        self.look_down(digit, band, 2, &kept);
        for line in 0..3 {
            for stack in 0..3 {
                self.work.bands[band][line][stack] = kept[line][stack];
            }
        }
        for stack in 0..3 {
            self.work.in_box[stack][band] = in_box[stack];
        }
        way
    }

    /// Looks at a box: where `digit` may be and where it is alone, by the three cells of a row for the band, and alone
    /// by the three of a column for the stack.
    ///
    /// It is alone in a cell when nothing else is left there, or when its row has no other place for it. A cell that is
    /// the only place for some digit holds no other.
    #[inline(always)]
    fn look<const WATCHED: bool>(&mut self, digit: usize, band: usize, stack: usize, chute: &mut Chute<W>) {
        let Board { candidates, several, hidden, places, changed, work, .. } = self;
        let (mut left, mut alone) = ([[W::none(); 3]; 3], [[W::none(); 3]; 3]);
        for row in 0..3 {
            let elsewhere = places[digit][3 * band + row];
            for column in 0..3 {
                let cell = (3 * band + row) * NINE + 3 * stack + column;
                let candidate = &mut candidates[digit][cell];
                left[row][column] = W::unless_both(*candidate, hidden[cell], elsewhere);
                alone[row][column] = W::unless_both(left[row][column], several[cell], elsewhere);
                if WATCHED {
                    *changed = W::without_or(*candidate, left[row][column], *changed);
                }
                *candidate = left[row][column];
            }
        }
        for line in 0..3 {
            chute.places[line][stack] = W::or3(left[line][0], left[line][1], left[line][2]);
            chute.alone[line][stack] = W::or3(alone[line][0], alone[line][1], alone[line][2]);
            work.stacks[stack].alone[line][band] = W::or3(alone[0][line], alone[1][line], alone[2][line]);
        }
    }

    /// Where `digit` may be in a box by the three cells of a column, after what was `kept` of its band.
    #[inline(always)]
    fn look_down(&mut self, digit: usize, band: usize, stack: usize, kept: &Square<W>) {
        for column in 0..3 {
            let cell = 27 * band + 3 * stack + column;
            let cells = &self.candidates[digit];
            let places = W::and_or(cells[cell + NINE], kept[1][stack], cells[cell].and(kept[0][stack]));
            self.work.stacks[stack].places[column][band] = W::and_or(cells[cell + 2 * NINE], kept[2][stack], places);
        }
    }

    /// Keeps of the candidates for `digit` what the bands and the stacks support, and notes which rows have several places.
    #[inline(always)]
    fn keep<const WATCHED: bool>(&mut self, digit: usize) {
        for row in 0..NINE {
            let (mut any, mut two) = ([W::none(); 3], [W::none(); 3]);
            for stack in 0..3 {
                let in_band = self.work.bands[row / 3][row % 3][stack];
                let mut kept = [W::none(); 3];
                for column in 0..3 {
                    let candidate = &mut self.candidates[digit][row * NINE + 3 * stack + column];
                    kept[column] = W::and3(*candidate, in_band, self.work.stacks[stack].places[column][row / 3]);
                    if WATCHED {
                        self.changed = W::without_or(*candidate, kept[column], self.changed);
                    }
                    *candidate = kept[column];
                }
                any[stack] = W::or3(kept[0], kept[1], kept[2]);
                two[stack] = W::majority(kept[0], kept[1], kept[2]);
            }
            let across = W::majority(any[0], any[1], any[2]);
            self.places[digit][row] = W::or3(two[0], two[1], two[2]).or(across);
        }
    }

    /// Notes which cells have several candidates, and which are the only place for some digit in their row.
    #[inline(always)]
    fn note<const WATCHED: bool>(&mut self) {
        let (mut full, mut conflict) = (W::all(), W::none());
        for row in 0..NINE {
            let mut elsewhere = [W::none(); NINE];
            for digit in 0..NINE {
                elsewhere[digit] = self.places[digit][row];
            }
            for cell in NINE * row..NINE * (row + 1) {
                let digits = self.digits_of(cell);
                let (any, several) = any_several(digits);
                let mut hidden = W::none();
                for digit in 0..NINE {
                    hidden = W::without_or(digits[digit / 3][digit % 3], elsewhere[digit], hidden);
                }
                if WATCHED {
                    full = full.and(any);
                    // What the round before found hidden was applied in it: if two digits are left, both are alone there.
                    conflict = W::and_or(self.hidden[cell], several, conflict);
                }
                self.several[cell] = several;
                self.hidden[cell] = hidden;
            }
        }
        if WATCHED {
            self.bad = conflict.or(W::all().without(full));
        }
    }
}

/// The lanes in which any of nine is set, and in which several are.
#[inline(always)]
fn any_several<W: Wide>([a, b, c]: Square<W>) -> (W, W) {
    let any = [W::or3(a[0], a[1], a[2]), W::or3(b[0], b[1], b[2]), W::or3(c[0], c[1], c[2])];
    let two = [W::majority(a[0], a[1], a[2]), W::majority(b[0], b[1], b[2]), W::majority(c[0], c[1], c[2])];
    let several = W::or3(two[0], two[1], two[2]).or(W::majority(any[0], any[1], any[2]));
    (W::or3(any[0], any[1], any[2]), several)
}

/// What a round works with: of the digit that it is at.
pub(super) struct Work<W> {
    /// By band, row in it and stack, whether the digit may be there.
    bands: [Square<W>; 3],
    /// By stack and band, whether the digit is alone in a cell of the box.
    in_box: Square<W>,
    stacks: [Chute<W>; 3],
}

impl<W: Wide> Work<W> {
    pub(super) fn new() -> Self {
        let square = [[W::none(); 3]; 3];
        Work { bands: [square; 3], in_box: square, stacks: [Chute::none(); 3] }
    }

    /// Reduces the places in a stack, and gives the lanes in which there is a way.
    #[inline(always)]
    fn narrow_stack(&mut self, stack: usize) -> W {
        let (kept, way) = self.stacks[stack].supported(self.in_box[stack]);
        for line in 0..3 {
            for band in 0..3 {
                self.stacks[stack].places[line][band] = kept[line][band];
            }
        }
        way
    }
}

/// Of a digit in a band or a stack: whether it may be, and whether it is alone in a cell, in the three cells that a line has in a
/// box.
#[derive(Clone, Copy)]
struct Chute<W> {
    places: Square<W>,
    alone: Square<W>,
}

impl<W: Wide> Chute<W> {
    #[inline(always)]
    fn none() -> Self {
        Chute { places: [[W::none(); 3]; 3], alone: [[W::none(); 3]; 3] }
    }

    /// By box, whether the digit is alone in a cell of it.
    #[inline(always)]
    fn alone_in_boxes(&self) -> [W; 3] {
        let [a, b, c] = &self.alone;
        [W::or3(a[0], b[0], c[0]), W::or3(a[1], b[1], c[1]), W::or3(a[2], b[2], c[2])]
    }

    /// The places that are on a way to choose one in each line and each box, and the lanes in which there is a way.
    /// Where the digit is alone in a cell, no other place of its line and its box is chosen.
    #[inline(always)]
    fn supported(&self, in_box: [W; 3]) -> (Square<W>, W) {
        let mut free = [[W::none(); 3]; 3];
        for line in 0..3 {
            let in_line = W::or3(self.alone[line][0], self.alone[line][1], self.alone[line][2]);
            for square in 0..3 {
                let taken = in_line.or(in_box[square]);
                free[line][square] = W::unless_only(self.places[line][square], self.alone[line][square], taken);
            }
        }
        let mut kept = [[W::none(); 3]; 3];
        for line in 0..3 {
            for square in 0..3 {
                let (line1, line2) = ((line + 1) % 3, (line + 2) % 3);
                let (square1, square2) = ((square + 1) % 3, (square + 2) % 3);
                let across = free[line1][square2].and(free[line2][square1]);
                let support = W::and_or(free[line1][square1], free[line2][square2], across);
                kept[line][square] = free[line][square].and(support);
            }
        }
        (kept, W::or3(kept[0][0], kept[0][1], kept[0][2]))
    }
}

#[cfg(test)]
mod tests {
    use super::super::board::CELLS;
    use super::*;
    use crate::random::SplitMix;

    /// In each lane a grid with many solutions or one, of which one is known: whatever the rounds rule out, it stays; and a
    /// lane that is neither bad nor changed has been noted as it is.
    #[test]
    fn rounds_keep_what_a_solution_holds() {
        let random = &mut SplitMix::new(11);
        for _ in 0..20 {
            let mut board = Board::<u64>::new();
            let mut solution = [[0_u64; CELLS]; NINE];
            for lane in 0..64 {
                let mut digits: [usize; NINE] = std::array::from_fn(|digit| digit);
                random.shuffle(&mut digits);
                for cell in 0..CELLS {
                    let (row, column) = (cell / NINE, cell % NINE);
                    let holds = digits[(row % 3 * 3 + row / 3 + column) % NINE];
                    solution[holds][cell] |= 1 << lane;
                    let given = random.below(64) < lane;
                    let candidates = if given { holds..holds + 1 } else { 0..NINE };
                    candidates.for_each(|digit| board.candidates[digit][cell] |= 1 << lane);
                }
            }
            board.refresh(!0);
            for _ in 0..12 {
                board.round::<false>();
                board.round::<true>();
                assert_eq!(board.bad, 0);
                for (candidates, solution) in board.candidates.iter().flatten().zip(solution.iter().flatten()) {
                    assert_eq!(candidates & solution, *solution);
                }
            }
            let rests = !board.changed;
            assert_ne!(rests, 0);
            for cell in 0..CELLS {
                let (any, several) = any_several(board.digits_of(cell));
                assert_eq!(any, !0);
                assert_eq!((several ^ board.several[cell]) & rests, 0);
            }
        }
    }
}
