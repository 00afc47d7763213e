//! Where the lanes that are stuck branch.

use super::board::{Board, CELLS, NINE};
use super::forms::Wide;

/// The bits of a score: a cell has 20 peers.
const SCORE_BITS: usize = 5;

impl<W: Wide> Board<W> {
    /// Chooses a cell and its lowest candidate for each lane of `stuck`: the cell with two candidates that has the most
    /// open cells among its row, column and box; with three, or any number, where no cell has fewer.
    #[inline(always)]
    pub(super) fn branch(&mut self, stuck: W) {
        let mut choice = [W::none(); CELLS];
        let mut chosen = W::none();
        for cell in 0..CELLS {
            choice[cell] = exactly_two(self.digits_of(cell)).and(stuck);
            chosen = chosen.or(choice[cell]);
        }
        let without_pairs = stuck.without(chosen);
        if !without_pairs.is_none() {
            self.choose_wider(&mut choice, without_pairs);
        }
        self.most_open_peers(&mut choice);
        let mut before = W::none();
        for cell in 0..CELLS {
            self.cell[cell] = choice[cell].without(before);
            before = before.or(choice[cell]);
        }
        let mut before = W::none();
        for digit in 0..NINE {
            let mut held = W::none();
            for cell in 0..CELLS {
                held = W::and_or(self.cell[cell], self.candidates[digit][cell], held);
            }
            self.digit[digit] = held.without(before);
            before = before.or(held);
        }
    }

    /// For the lanes of `stuck`, which have no cell with two candidates: the cells with three, or all that are open.
    #[inline(always)]
    fn choose_wider(&self, choice: &mut [W; CELLS], stuck: W) {
        let mut three = [W::none(); CELLS];
        let mut chosen = W::none();
        for cell in 0..CELLS {
            three[cell] = exactly_three(self.digits_of(cell)).and(stuck);
            chosen = chosen.or(three[cell]);
        }
        let any = stuck.without(chosen);
        for cell in 0..CELLS {
            choice[cell] = choice[cell].or(W::and_or(self.several[cell], any, three[cell]));
        }
    }

    /// Leaves of the cells in `choice` those with the most open cells around them.
    #[inline(always)]
    fn most_open_peers(&mut self, choice: &mut [W; CELLS]) {
        self.scores.fill(&self.several);
        let score = &self.scores.peers;
        for bit in (0..SCORE_BITS).rev() {
            let mut any = W::none();
            for cell in 0..CELLS {
                any = W::and_or(choice[cell], score[cell][bit], any);
            }
            for cell in 0..CELLS {
                choice[cell] = W::unless_only(choice[cell], score[cell][bit], any);
            }
        }
    }
}

/// How many cells are open, as numbers in bits.
pub(super) struct Scores<W> {
    /// Of the three cells of a row in a box, by row and stack; of a column in a box, by band and column.
    across: [[[W; 2]; 3]; NINE],
    down: [[[W; 2]; NINE]; 3],
    /// Of a column outside a band, by band and column.
    outside: [[[W; 3]; NINE]; 3],
    /// By cell, of its row, column and box. It counts itself, which makes no difference between open cells.
    peers: [[W; SCORE_BITS]; CELLS],
}

impl<W: Wide> Scores<W> {
    pub(super) fn new() -> Self {
        let none = W::none();
        Scores {
            across: [[[none; 2]; 3]; NINE],
            down: [[[none; 2]; NINE]; 3],
            outside: [[[none; 3]; NINE]; 3],
            peers: [[none; SCORE_BITS]; CELLS],
        }
    }

    /// Counts the cells that are `open`.
    #[inline(always)]
    fn fill(&mut self, open: &[W; CELLS]) {
        let Scores { across, down, outside, peers } = self;
        for row in 0..NINE {
            for stack in 0..3 {
                let cell = row * NINE + 3 * stack;
                across[row][stack] = count3(open[cell], open[cell + 1], open[cell + 2]);
            }
        }
        for band in 0..3 {
            for column in 0..NINE {
                let cell = band * 27 + column;
                down[band][column] = count3(open[cell], open[cell + NINE], open[cell + 2 * NINE]);
            }
        }
        for band in 0..3 {
            for column in 0..NINE {
                outside[band][column] = add_2_2(down[(band + 1) % 3][column], down[(band + 2) % 3][column]);
            }
        }
        for row in 0..NINE {
            let (row1, row2) = (row / 3 * 3 + (row + 1) % 3, row / 3 * 3 + (row + 2) % 3);
            let in_row = add_3_2(add_2_2(across[row][0], across[row][1]), across[row][2]);
            for stack in 0..3 {
                let row_and_box = add_4_3(in_row, add_2_2(across[row1][stack], across[row2][stack]));
                for column in 3 * stack..3 * stack + 3 {
                    peers[row * NINE + column] = add_5_3(row_and_box, outside[row / 3][column]);
                }
            }
        }
    }
}

/// The lanes in which exactly two of nine are set.
#[inline(always)]
fn exactly_two<W: Wide>(digits: [[W; 3]; 3]) -> W {
    let (odd, one_two) = one_two(digits);
    one_two.without(odd)
}

/// The lanes in which exactly three of nine are set.
#[inline(always)]
fn exactly_three<W: Wide>(digits: [[W; 3]; 3]) -> W {
    let (odd, one_two) = one_two(digits);
    one_two.and(odd)
}

/// Of the number of set ones among nine, the lowest bit, and whether what is left without it is two.
#[inline(always)]
fn one_two<W: Wide>([a, b, c]: [[W; 3]; 3]) -> (W, W) {
    let [[one0, two0], [one1, two1], [one2, two2]] =
        [count3(a[0], a[1], a[2]), count3(b[0], b[1], b[2]), count3(c[0], c[1], c[2])];
    let [odd, two] = count3(one0, one1, one2);
    // Exactly one of the four twos.
    let several = W::and_or(two, W::or3(two0, two1, two2), W::majority(two0, two1, two2));
    (odd, W::xor3(two0, two1, two2).xor(two).without(several))
}

/// Numbers, the lowest bit first: the sum of three bits, and of two numbers of so many bits.
#[inline(always)]
fn count3<W: Wide>(a: W, b: W, c: W) -> [W; 2] {
    [W::xor3(a, b, c), W::majority(a, b, c)]
}

#[inline(always)]
fn add_2_2<W: Wide>(a: [W; 2], b: [W; 2]) -> [W; 3] {
    let carry = a[0].and(b[0]);
    [a[0].xor(b[0]), W::xor3(a[1], b[1], carry), W::majority(a[1], b[1], carry)]
}

#[inline(always)]
fn add_3_2<W: Wide>(a: [W; 3], b: [W; 2]) -> [W; 4] {
    let carry = a[0].and(b[0]);
    let carry2 = W::majority(a[1], b[1], carry);
    [a[0].xor(b[0]), W::xor3(a[1], b[1], carry), a[2].xor(carry2), a[2].and(carry2)]
}

#[inline(always)]
fn add_4_3<W: Wide>(a: [W; 4], b: [W; 3]) -> [W; 5] {
    let carry = a[0].and(b[0]);
    let carry2 = W::majority(a[1], b[1], carry);
    let carry3 = W::majority(a[2], b[2], carry2);
    let sums = [a[0].xor(b[0]), W::xor3(a[1], b[1], carry), W::xor3(a[2], b[2], carry2)];
    [sums[0], sums[1], sums[2], a[3].xor(carry3), a[3].and(carry3)]
}

/// The sum stays below 32: a cell has 20 peers.
#[inline(always)]
fn add_5_3<W: Wide>(a: [W; 5], b: [W; 3]) -> [W; 5] {
    let [low, second, third, fourth, carry] = add_4_3([a[0], a[1], a[2], a[3]], b);
    [low, second, third, fourth, a[4].or(carry)]
}
