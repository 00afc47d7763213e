//! Every way to fill some rows of a half, by the columns used.

use std::iter;
use std::ops::Range;

use super::layout::Layout;

/// The sets of `count` of `size` columns, as bits, in ascending order.
pub(super) fn column_sets(size: usize, count: usize) -> impl Iterator<Item = u32> {
    // The next larger number with as many bits: the lowest run of ones gives its top bit to the zero above it, and the
    // others go to the bottom.
    let next = |set: &u32| {
        let lowest = set & set.wrapping_neg();
        let carried = set + lowest;
        Some(carried | (((set ^ carried) >> 2) / lowest))
    };
    iter::successors(Some((1_u32 << count) - 1), next).take_while(move |set| set >> size == 0)
}

/// By column set, its number among the sets of its own size.
pub(super) struct Ranks(Vec<u32>);

impl Ranks {
    pub(super) fn new(size: usize) -> Self {
        let mut ranks = vec![0; 1 << size];
        for count in Layout::parts(size / 2).map(|rows| rows.len()) {
            for (rank, set) in (0..).zip(column_sets(size, count)) {
                ranks[set as usize] = rank;
            }
        }
        Ranks(ranks)
    }

    /// The number of `set`, which has as many columns as one of the parts has rows.
    #[inline]
    pub(super) fn of(&self, set: u32) -> usize {
        self.0[set as usize] as usize
    }
}

/// Placements of queens that do not attack each other in some rows of a half, as masks, grouped by the columns used.
pub(super) struct Parts {
    rows: Range<usize>,
    /// By rank of the column set, where its masks begin; they end where those of the next one begin.
    starts: Vec<u32>,
    masks: Vec<u64>,
}

impl Parts {
    /// All placements in `rows`; `None` if it was cancelled.
    pub(super) fn new(
        layout: &Layout,
        ranks: &Ranks,
        rows: Range<usize>,
        cancelled: &dyn Fn() -> bool,
    ) -> Option<Self> {
        let masks_of_queens =
            rows.clone().map(|row| (0..layout.size).map(|column| layout.queen(row, column)).collect());
        let walk = Walk { board: (1 << layout.size) - 1, queens: masks_of_queens.collect(), cancelled };
        // A counting sort that never holds the placements unsorted: one walk counts them, another one puts them in
        // place, which moves the start of each set to its end, the start of the next one.
        let sets = column_sets(layout.size, rows.len()).count();
        let mut starts = vec![0; sets + 2];
        walk.each(&mut |columns, _| starts[ranks.of(columns) + 2] += 1)?;
        for set in 1..starts.len() {
            starts[set] += starts[set - 1];
        }
        let mut masks = vec![0; starts[sets + 1] as usize];
        walk.each(&mut |columns, mask| {
            let end = &mut starts[ranks.of(columns) + 1];
            masks[*end as usize] = mask;
            *end += 1;
        })?;
        starts.pop();
        Some(Parts { rows, starts, masks })
    }

    /// Those of an odd board that leave room for a queen in the `middle`-th column of the middle row, and whose own
    /// queen in the middle column, if they have one, stands in row `middle` or nearer the middle. A mask is marked if
    /// that queen stands in the very row `middle`.
    pub(super) fn narrowed(&self, layout: &Layout, middle: usize) -> Self {
        let taken = layout.middle_queen(middle);
        let mut starts = vec![0];
        let mut masks = Vec::new();
        for (rank, columns) in column_sets(layout.size, self.rows.len()).enumerate() {
            if columns >> middle & 1 == 0 {
                let apart = self.at(rank).iter().filter(|mask| *mask & taken == 0);
                masks.extend(apart.filter_map(|mask| match Layout::row_in_middle_column(*mask) {
                    Some(row) if row < middle => None,
                    row => Some(layout.settled(*mask, row == Some(middle))),
                }));
            }
            starts.push(u32::try_from(masks.len()).unwrap_or(u32::MAX));
        }
        Parts { rows: self.rows.clone(), starts, masks }
    }

    /// The placements on the column set of rank `rank`.
    #[inline]
    pub(super) fn at(&self, rank: usize) -> &[u64] {
        &self.masks[self.starts[rank] as usize..self.starts[rank + 1] as usize]
    }
}

/// Visits the placements in some rows.
struct Walk<'a> {
    board: u32,
    /// By row and column, the mask of a queen.
    queens: Vec<Vec<u64>>,
    cancelled: &'a dyn Fn() -> bool,
}

/// What is placed so far: its columns, where its diagonals meet the next row, and its mask.
#[derive(Clone, Copy, Default)]
struct Placed {
    columns: u32,
    diags: u32,
    antis: u32,
    mask: u64,
}

impl Walk<'_> {
    /// Calls `visit` with the columns and the mask of each placement; `None` if it was cancelled.
    fn each(&self, visit: &mut impl FnMut(u32, u64)) -> Option<()> {
        self.below(0, Placed::default(), visit)
    }

    fn below(&self, row: usize, placed: Placed, visit: &mut impl FnMut(u32, u64)) -> Option<()> {
        let Some(queens) = self.queens.get(row) else {
            visit(placed.columns, placed.mask);
            return Some(());
        };
        // What lies below two queens is done in a few milliseconds on the largest board.
        if row <= 2 && (self.cancelled)() {
            return None;
        }
        let mut free = self.board & !(placed.columns | placed.diags | placed.antis);
        while free != 0 {
            let queen = free & free.wrapping_neg();
            free ^= queen;
            let next = Placed {
                columns: placed.columns | queen,
                diags: (placed.diags | queen) << 1,
                antis: (placed.antis | queen) >> 1,
                mask: placed.mask | queens[queen.trailing_zeros() as usize],
            };
            self.below(row + 1, next, visit)?;
        }
        Some(())
    }
}
