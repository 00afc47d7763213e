//! A grid in three vectors, what follows in it, and where to branch.

use super::forms::{ALL, LANES, Lanes};

/// The digits that each cell can have: by column of a box a vector, in which lane `(row, band, box)` is of the cell in
/// that column and this row of the box.
#[derive(Clone, Copy)]
pub(super) struct Grid<L>([L; 3]);

/// How a grid stands.
pub(super) enum Step<L> {
    /// It has no solution.
    Dead,
    /// Every cell has its digit.
    Solved,
    /// Its solutions are those of the one and those of the other.
    Branch(Grid<L>, Grid<L>),
}

/// The vector and the lane of a cell, in reading order.
fn place(cell: usize) -> (usize, usize) {
    let (row, column) = (cell / 9, cell % 9);
    (column % 3, 9 * (row % 3) + 3 * (row / 3) + column / 3)
}

impl<L: Lanes> Grid<L> {
    /// The grid with these digits, 0 for a blank.
    #[inline(always)]
    pub(super) fn new(cells: &[u8; 81]) -> Self {
        let mut sets = [[0; LANES]; 3];
        for (cell, &digit) in cells.iter().enumerate() {
            let (column, lane) = place(cell);
            sets[column][lane] = if digit == 0 { ALL } else { 1 << (digit - 1) };
        }
        Grid([L::load(&sets[0]), L::load(&sets[1]), L::load(&sets[2])])
    }

    /// The digit of each cell, if each has one.
    #[inline(always)]
    pub(super) fn digits(&self) -> [u8; 81] {
        let sets = [self.0[0].store(), self.0[1].store(), self.0[2].store()];
        std::array::from_fn(|cell| {
            let (column, lane) = place(cell);
            sets[column][lane].trailing_zeros() as u8 + 1
        })
    }

    /// Takes away what cannot be, until the rules find nothing more; then says how the grid stands.
    #[inline(always)]
    pub(super) fn step(&mut self) -> Step<L> {
        loop {
            let before = self.0;
            let Some(by_rows) = reduced(before) else { return Step::Dead };
            let Some(by_columns) = reduced(L::transposed(by_rows)) else { return Step::Dead };
            self.0 = L::transposed(by_columns);
            if L::is_same(self.0, before) {
                return self.branch();
            }
        }
    }

    #[inline(always)]
    fn branch(&self) -> Step<L> {
        let [first, second, third] =
            [self.0[0].open_and_pairs(), self.0[1].open_and_pairs(), self.0[2].open_and_pairs()];
        let open = [first.0, second.0, third.0];
        let pairs = [first.1, second.1, third.1];
        let from = if pairs != [0; 3] { pairs } else { open };
        let Some(column) = (0..3).find(|column| from[*column] != 0) else { return Step::Solved };
        let (one, other) = self.0[column].split(from[column].trailing_zeros());
        let with = |vector| {
            let mut grid = *self;
            grid.0[column] = vector;
            grid
        };
        Step::Branch(with(one), with(other))
    }
}

/// What the rules leave of a grid: in each band, row by row and box by box. `None` if a cell or a digit has no place left.
#[inline(always)]
fn reduced<L: Lanes>(cells: [L; 3]) -> Option<[L; 3]> {
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
    let left = |cell: usize| {
        let others = singles[(cell + 1) % 3].or(singles[(cell + 2) % 3]);
        cells[cell].and(can).but(others)
    };
    let left = [left(0), left(1), left(2)];
    if L::is_dead(left, can.or(elsewhere)) {
        return None;
    }
    // A digit that must be in the triad, and that only one of its cells can have, is there.
    let settled = |cell: usize| {
        let others = left[(cell + 1) % 3].or(left[(cell + 2) % 3]).or(elsewhere);
        left[cell].but(others).or_else(left[cell])
    };
    Some([settled(0), settled(1), settled(2)])
}
