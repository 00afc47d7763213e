//! A grid in three vectors, what follows in it, and where to branch.

#![expect(clippy::cast_possible_truncation, reason = "there are 81 cells, and 27 lanes in a word")]

use super::Cells;
use super::forms::{LANES, Lanes};

/// The digits that each cell can have: by column of a box a vector, in which lane `(row, band, box)` is of the cell in
/// that column and this row of the box.
#[derive(Clone, Copy)]
pub(super) struct Grid<L>([L; 3]);

/// A set of cells: bit `27 * column + lane`.
type CellSet = u128;

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

    /// Applies the rules for as long as they give cells their digits.
    #[inline(always)]
    pub(super) fn settle(&mut self) -> State {
        let mut standing = self.standing();
        while standing.goes_on() {
            standing = self.round(standing);
        }
        standing.state()
    }

    /// Settles two grids. While both go on, the rounds of one fill the time in which those of the other wait for their
    /// own results.
    #[inline(always)]
    pub(super) fn settle_both(&mut self, other: &mut Self) -> [State; 2] {
        let (mut this, mut that) = (self.standing(), other.standing());
        while this.goes_on() & that.goes_on() {
            (this, that) = (self.round(this), other.round(that));
        }
        while this.goes_on() {
            this = self.round(this);
        }
        while that.goes_on() {
            that = other.round(that);
        }
        [this.state(), that.state()]
    }

    #[inline(always)]
    fn standing(&self) -> Standing {
        Standing { open: self.open(), before: CellSet::MAX, dead: false }
    }

    /// The rules once by rows and once by columns.
    #[inline(always)]
    fn round(&mut self, last: Standing) -> Standing {
        let (by_rows, in_rows) = reduced(self.0);
        let (by_columns, in_columns) = reduced(L::transposed(by_rows));
        self.0 = L::transposed(by_columns);
        Standing { open: self.open(), before: last.open, dead: L::is_dead(self.0, in_rows.and(in_columns)) }
    }

    /// The cells that can have more than one digit.
    #[inline(always)]
    fn open(&self) -> CellSet {
        cells([self.0[0].open(), self.0[1].open(), self.0[2].open()])
    }

    /// Two grids that have the solutions of an open one between them.
    ///
    /// They part at a cell of two digits, if there is one: the one whose digits are taken away from the most peers, where
    /// a peer of two digits, which then gets its own, counts twice.
    #[inline(always)]
    pub(super) fn branch(&self) -> [Self; 2] {
        let open = self.open();
        let pairs = cells([self.0[0].pairs(), self.0[1].pairs(), self.0[2].pairs()]);
        let mut from = if pairs == 0 { open } else { pairs };
        let (mut best, mut most) = (0, 0);
        while from != 0 {
            let cell = from.trailing_zeros() as usize;
            from &= from - 1;
            let digits = self.0[cell / LANES].splat(cell % LANES);
            let sharing = cells([self.0[0].sharing(digits), self.0[1].sharing(digits), self.0[2].sharing(digits)]);
            let hit = sharing & PEERS[cell];
            let score = 1 + (hit & open).count_ones() + (hit & pairs).count_ones();
            if score > most {
                (best, most) = (cell, score);
            }
        }
        let lanes = |column: usize| ((1_u128 << best) >> (LANES * column)) as u32 & ALL_LANES;
        let [first, second, third] = [self.0[0].split(lanes(0)), self.0[1].split(lanes(1)), self.0[2].split(lanes(2))];
        [Grid([first.0, second.0, third.0]), Grid([first.1, second.1, third.1])]
    }
}

/// How a grid stands after a round.
#[derive(Clone, Copy)]
struct Standing {
    open: CellSet,
    /// What was open before the round.
    before: CellSet,
    /// A cell or a digit has no place left.
    dead: bool,
}

impl Standing {
    /// Whether another round is worth it. One that gave no cell its digit rarely leads to one that does.
    #[inline(always)]
    fn goes_on(self) -> bool {
        !self.dead & (self.open != self.before)
    }

    #[inline(always)]
    fn state(self) -> State {
        match self.dead {
            true => State::Dead,
            // The round has looked at all cells with their digits, and found no fault.
            false if self.open == 0 => State::Solved,
            false => State::Open,
        }
    }
}

/// What the rules leave of a grid, row by row and box by box; and the digits that each row still has a place for, told in
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
    let must = can.but(elsewhere);
    // Three digits that a triad must have leave no place for others.
    let fitting = must.threes_or(can);
    let left = [
        first.and(can).but(singles[1].or(singles[2])),
        second.and(can).but(singles[2].or(singles[0])),
        third.and(can).but(singles[0].or(singles[1])),
    ];
    // A digit that a triad must have, and only one of its cells can have, is there.
    let twice = left[0].and(left[1]).or(left[0].or(left[1]).and(left[2]));
    let sure = must.but(twice);
    let settled = [
        left[0].and(sure).or_else(left[0].and(fitting)),
        left[1].and(sure).or_else(left[1].and(fitting)),
        left[2].and(sure).or_else(left[2].and(fitting)),
    ];
    (settled, can.or(elsewhere))
}

const ALL_LANES: u32 = (1 << LANES) - 1;

/// The cells that the lanes of the three vectors are of.
#[inline(always)]
fn cells(lanes: [u32; 3]) -> CellSet {
    let low = u64::from(lanes[0]) | u64::from(lanes[1]) << LANES;
    CellSet::from(low) | CellSet::from(lanes[2]) << (2 * LANES)
}

/// The vector and the lane of a cell, in reading order.
const fn place(cell: usize) -> (usize, usize) {
    let (row, column) = (cell / 9, cell % 9);
    (column % 3, 9 * (row % 3) + 3 * (row / 3) + column / 3)
}

/// The cell of each lane of each vector, in reading order: the inverse of [`place`].
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

/// By its number in a [`CellSet`], the other cells in the row, the column and the box of a cell.
static PEERS: [CellSet; 81] = {
    let mut peers = [0; 81];
    let mut cell = 0;
    while cell < 81 {
        let (column, lane) = place(cell);
        let mut peer = 0;
        while peer < 81 {
            let in_line = cell / 9 == peer / 9 || cell % 9 == peer % 9;
            let in_box = cell / 27 == peer / 27 && cell % 9 / 3 == peer % 9 / 3;
            if peer != cell && (in_line || in_box) {
                let (peer_column, peer_lane) = place(peer);
                peers[LANES * column + lane] |= 1 << (LANES * peer_column + peer_lane);
            }
            peer += 1;
        }
        cell += 1;
    }
    peers
};
