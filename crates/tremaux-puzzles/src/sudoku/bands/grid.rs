//! A grid in three vectors, what follows in it, and where to branch.

use super::Cells;
use super::forms::{LANES, Lanes};

/// The digits that each cell can have: by column of a box a vector, in which lane `(row, band, box)` is of the cell in
/// that column and this row of the box.
#[derive(Clone, Copy)]
pub(super) struct Grid<L>([L; 3]);

/// How a grid stands once the rules have done what they can.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    /// A cell or a digit has no place left.
    Dead,
    /// Every cell has its digit.
    Solved,
    /// There is a cell to branch on.
    Open,
}

/// The vector and the lane of a cell, in reading order.
const fn place(cell: usize) -> (usize, usize) {
    let (row, column) = (cell / 9, cell % 9);
    (column % 3, 9 * (row % 3) + 3 * (row / 3) + column / 3)
}

/// The cell of each lane of each vector: the inverse of [`place`].
pub(super) const CELLS: [[u8; LANES]; 3] = {
    let mut cells = [[0; LANES]; 3];
    let mut cell = 0;
    while cell < 81 {
        let (column, lane) = place(cell);
        cells[column][lane] = cell as u8;
        cell += 1;
    }
    cells
};

impl<L: Lanes> Grid<L> {
    /// The grid with these digits, 0 for a blank.
    #[inline(always)]
    pub(super) fn new(cells: &Cells) -> Self {
        Grid([L::load(cells, 0), L::load(cells, 1), L::load(cells, 2)])
    }

    /// The digit of each cell, once each has one.
    #[inline(always)]
    pub(super) fn digits(&self) -> Cells {
        let sets = [self.0[0].store(), self.0[1].store(), self.0[2].store()];
        std::array::from_fn(|cell| {
            let (column, lane) = place(cell);
            sets[column][lane].trailing_zeros() as u8 + 1
        })
    }

    /// Takes away what cannot be, until the rules find nothing more.
    #[inline(always)]
    pub(super) fn settle(&mut self) -> State {
        let mut round = self.round();
        while round.goes_on() {
            round = self.round();
        }
        self.state(round)
    }

    /// Settles two grids. While both go on, the rounds of one fill the time in which those of the other wait for their
    /// own results.
    #[inline(always)]
    pub(super) fn settle_both(&mut self, other: &mut Self) -> [State; 2] {
        let (mut this, mut that) = (self.round(), other.round());
        while this.goes_on() & that.goes_on() {
            (this, that) = (self.round(), other.round());
        }
        while this.goes_on() {
            this = self.round();
        }
        while that.goes_on() {
            that = other.round();
        }
        [self.state(this), other.state(that)]
    }

    /// The rules once by rows and once by columns.
    #[inline(always)]
    fn round(&mut self) -> Round {
        let before = self.0;
        let (by_rows, in_rows) = reduced(before);
        let (by_columns, in_columns) = reduced(L::transposed(by_rows));
        self.0 = L::transposed(by_columns);
        Round { dead: L::is_dead(self.0, in_rows.and(in_columns)), same: L::is_same(self.0, before) }
    }

    #[inline(always)]
    fn state(&self, last: Round) -> State {
        match last.dead {
            true => State::Dead,
            false if self.kinds().0 == [0; 3] => State::Solved,
            false => State::Open,
        }
    }

    /// By vector the lanes that have more than one digit, and those that have two.
    #[inline(always)]
    fn kinds(&self) -> ([u32; 3], [u32; 3]) {
        let [first, second, third] =
            [self.0[0].open_and_pairs(), self.0[1].open_and_pairs(), self.0[2].open_and_pairs()];
        ([first.0, second.0, third.0], [first.1, second.1, third.1])
    }

    /// Two grids that have the solutions of an open one between them.
    #[inline(always)]
    pub(super) fn branch(&self) -> [Self; 2] {
        let (open, pairs) = self.kinds();
        let (column, lane) = best(open, pairs, |column, lane| {
            let set = self.0[column].splat(lane);
            [self.0[0].sharing(set), self.0[1].sharing(set), self.0[2].sharing(set)]
        });
        let (one, other) = self.0[column].split(lane);
        let (mut this, mut that) = (*self, *self);
        (this.0[column], that.0[column]) = (one, other);
        [this, that]
    }
}

/// What a round came to.
#[derive(Clone, Copy)]
struct Round {
    /// A cell or a digit has no place left.
    dead: bool,
    /// Nothing was found.
    same: bool,
}

impl Round {
    #[inline(always)]
    fn goes_on(self) -> bool {
        !(self.dead | self.same)
    }
}

/// What the rules leave of a grid, row by row and box by box, and the digits that each row still has a place for, told in
/// each of its lanes.
#[inline(always)]
fn reduced<L: Lanes>(cells: [L; 3]) -> ([L; 3], L) {
    let [first, second, third] = cells;
    let singles = [first.singles(), second.singles(), third.singles()];
    let found = singles[0].or(singles[1]).or(singles[2]);
    // A digit found in one triad of a row is in none of the others.
    let can = first.or(second).or(third).but(found.turned::<0, 1>().or(found.turned::<0, 2>()));
    // In a band, a digit has one triad in each row and each box: there are six ways, of which two go through a triad.
    let one = can.turned::<1, 1>().and(can.turned::<2, 2>());
    let other = can.turned::<1, 2>().and(can.turned::<2, 1>());
    let can = can.and(one.or(other));
    let elsewhere = can.turned::<0, 1>().or(can.turned::<0, 2>());
    // Three digits that a triad must have leave no place for others.
    let fitting = can.but(elsewhere).threes_or(can);
    let left = [
        cells[0].and(can).but(singles[1].or(singles[2])),
        cells[1].and(can).but(singles[2].or(singles[0])),
        cells[2].and(can).but(singles[0].or(singles[1])),
    ];
    // A digit that the triad must have, and only one of its cells can have, is there.
    let only = [
        left[0].but(left[1].or(left[2]).or(elsewhere)),
        left[1].but(left[2].or(left[0]).or(elsewhere)),
        left[2].but(left[0].or(left[1]).or(elsewhere)),
    ];
    let settled = [
        only[0].or_else(left[0].and(fitting)),
        only[1].or_else(left[1].and(fitting)),
        only[2].or_else(left[2].and(fitting)),
    ];
    (settled, can.or(elsewhere))
}

/// The cells that have a row, a column or a box in common with that of a lane of a vector, as lanes by vector.
static PEERS: [[[u32; 3]; LANES]; 3] = {
    let mut peers = [[[0; 3]; LANES]; 3];
    let mut cell = 0;
    while cell < 81 {
        let (column, lane) = place(cell);
        let mut peer = 0;
        while peer < 81 {
            let in_line = cell / 9 == peer / 9 || cell % 9 == peer % 9;
            let in_box = cell / 27 == peer / 27 && cell % 9 / 3 == peer % 9 / 3;
            if peer != cell && (in_line || in_box) {
                let (peer_column, peer_lane) = place(peer);
                peers[column][lane][peer_column] |= 1 << peer_lane;
            }
            peer += 1;
        }
        cell += 1;
    }
    peers
};

/// The cell to branch on, by vector and lane: of the pairs, one whose digits would be taken away from the most peers, where a peer that is a pair counts
/// twice, since it would be settled.
#[inline(always)]
fn best(open: [u32; 3], pairs: [u32; 3], sharing: impl Fn(usize, u32) -> [u32; 3]) -> (usize, u32) {
    let from = if pairs == [0; 3] { open } else { pairs };
    let (mut best, mut most) = ((0, 0), 0);
    for column in 0..3 {
        let mut lanes = from[column];
        while lanes != 0 {
            let lane = lanes.trailing_zeros();
            lanes &= lanes - 1;
            let peers = &PEERS[column][lane as usize];
            let sharing = sharing(column, lane);
            let mut score = 1;
            for at in 0..3 {
                let hit = peers[at] & sharing[at];
                score += (hit & open[at]).count_ones() + (hit & pairs[at]).count_ones();
            }
            if score > most {
                (best, most) = ((column, lane), score);
            }
        }
    }
    best
}
