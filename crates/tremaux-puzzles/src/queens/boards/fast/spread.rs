//! How far from the middle the open diagonals lie, and how far the queens to come may lie.
//!
//! A queen on (r, c) stands on the diagonals s = r + c and d = r - c, and
//!
//! > s² + d² = 2 r² + 2 c².
//!
//! Summed over the queens still to be placed, the right side is known before any of them is: each open row and each
//! open column holds one. So is the sum of all s and that of all d, and therefore, for any numbers a and b, the sum of
//! (s - a)² + (d - b)²: the *budget*. On the left, the queens are on different diagonals of each direction, so k queens
//! cost at least the k open diagonals nearest to a and the k nearest to b. Where that is more than the budget, the
//! board has no solution, however many squares are open. The tighter a bound, the nearer a and b are to where the
//! queens are on average, so that is where they are put.
//!
//! Two things sharpen it. On a square s and d are both even or both odd, so as many queens are on even s as on even d:
//! the nearest are taken for each number of even ones, and the cheapest is the bound. And the number of odd ones is
//! as even as the sum of all s.
//!
//! What is left of the budget, the *slack*, says which diagonals no queen can be on: with one that is further than the
//! furthest of the nearest k by more than the slack, in place of that, the budget is passed.
//!
//! On boards with excluded diagonals this is nearly all that the linear relaxation of the problem – a fraction of a
//! queen on every square – can say, whose proofs of infeasibility have just this form there: of 90 boards of 30, 45 and
//! 60 rows around where solvable and unsolvable ones meet, the relaxation had no solution for 37, and a millisecond's
//! search with this bound refuted 35 of these.

/// What the queens to come add up to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Open {
    /// How many rows have no queen yet; as many columns.
    pub(super) queens: usize,
    /// The sum of their numbers.
    rows: i32,
    columns: i32,
    /// The sum of 2 r² and 2 c² over them.
    squares: i32,
}

impl Open {
    /// An empty board, of at most [`MAX_FAST_SIZE`](super::MAX_FAST_SIZE) rows: then every sum here fits an `i32`.
    pub(super) fn all(size: usize) -> Self {
        let mut open = Open { queens: size, rows: 0, columns: 0, squares: 0 };
        for line in (0..size).map(signed) {
            open.rows += line;
            open.columns += line;
            open.squares += 4 * line * line;
        }
        open
    }

    /// A queen stands on (row, column).
    pub(super) fn close(&mut self, row: usize, column: usize) {
        let (row, column) = (signed(row), signed(column));
        self.queens -= 1;
        self.rows -= row;
        self.columns -= column;
        self.squares -= 2 * (row * row + column * column);
    }
}

fn signed(small: usize) -> i32 {
    i32::try_from(small).unwrap_or(i32::MAX)
}

/// What the budget leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spread {
    /// What is left of the budget when the nearest diagonals are taken.
    pub(super) slack: u32,
    middles: [i32; 2],
    /// For the diagonals of each direction, even and odd ones, the cost that a queen's may have.
    limits: [[i32; 2]; 2],
}

/// The diagonals of one direction and parity, nearest first: how many there are, or as many as can be of use, and what
/// the first so many cost together. More than there are rows never are.
struct Nearest {
    count: usize,
    totals: [i32; super::MAX_FAST_SIZE + 1],
}

impl Nearest {
    /// What the `rank`-th costs, from 1.
    fn cost(&self, rank: usize) -> i32 {
        self.totals[rank] - self.totals[rank - 1]
    }
}

impl Spread {
    /// What is left of the budget on a board of `size` rows, of whose diagonals `is_open(direction, index)` says
    /// whether a queen can still be on it: index r + c of direction 0, r - c + size - 1 of direction 1. `None` when
    /// that is less than nothing.
    pub(super) fn new(size: usize, open: Open, is_open: impl Fn(usize, usize) -> bool) -> Option<Spread> {
        // As indices: the second direction's is r - c + shift.
        let (queens, shift) = (signed(open.queens), signed(size) - 1);
        let sums = [open.rows + open.columns, open.rows - open.columns];
        let middles = sums.map(|sum| (2 * sum + queens).div_euclid(2 * queens.max(1)));
        let budget: i32 =
            open.squares - (0..2).map(|way| middles[way] * (2 * sums[way] - queens * middles[way])).sum::<i32>();
        let nearest = [
            nearest(size, open.queens, middles[0], 0, |index| is_open(0, index)),
            nearest(size, open.queens, middles[1] + shift, shift, |index| is_open(1, index)),
        ];
        let mut spread = Spread { slack: 0, middles: [middles[0], middles[1] + shift], limits: [[-1; 2]; 2] };
        let mut fits = false;
        // The queens on even diagonals are as many as the odd ones leave.
        let least = usize::from((queens - sums[0]) % 2 != 0);
        for even in (least..=open.queens).step_by(2) {
            let taken = [even, open.queens - even];
            let classes = || (0..2).flat_map(|way| (0..2).map(move |parity| (way, parity)));
            if classes().any(|(way, parity)| taken[parity] > nearest[way][parity].count) {
                continue;
            }
            let total: i32 = classes().map(|(way, parity)| nearest[way][parity].totals[taken[parity]]).sum();
            let Ok(slack) = u32::try_from(budget - total) else { continue };
            fits = true;
            spread.slack = spread.slack.max(slack);
            for (way, parity) in classes().filter(|(_, parity)| taken[*parity] > 0) {
                let limit = nearest[way][parity].cost(taken[parity]) + (budget - total);
                spread.limits[way][parity] = spread.limits[way][parity].max(limit);
            }
        }
        fits.then_some(spread)
    }

    /// The diagonals of one direction that no queen can be on within the budget.
    pub(super) fn too_far_out(&self, size: usize, way: usize) -> impl Iterator<Item = usize> {
        let (middle, limits) = (self.middles[way], self.limits[way]);
        let shift = if way == 0 { 0 } else { size - 1 };
        let reach = limits.map(|limit| limit.checked_isqrt().unwrap_or(-1)).into_iter().min().unwrap_or(-1);
        let end = 2 * size - 1;
        let on_board = |index: i32| usize::try_from(index).unwrap_or(0).min(end);
        let beyond = (0..on_board(middle - reach)).chain(on_board(middle + reach + 1)..end);
        beyond.filter(move |&index| {
            let distance = signed(index) - middle;
            distance * distance > limits[index.abs_diff(shift) % 2]
        })
    }
}

/// The open diagonals of one direction by their distance from `middle`, even and odd ones, up to `enough` of each. An
/// index is as even as its distance from `shift`.
fn nearest(size: usize, enough: usize, middle: i32, shift: i32, is_open: impl Fn(usize) -> bool) -> [Nearest; 2] {
    let mut nearest = [(); 2].map(|()| Nearest { count: 0, totals: [0; super::MAX_FAST_SIZE + 1] });
    let add = |nearest: &mut [Nearest; 2], index: i32, cost: i32| {
        let on_board = usize::try_from(index).ok().filter(|index| *index < 2 * size - 1);
        if on_board.is_some_and(&is_open) {
            let class = &mut nearest[usize::from((index - shift) % 2 != 0)];
            class.totals[class.count + 1] = class.totals[class.count] + cost;
            class.count += 1;
        }
    };
    add(&mut nearest, middle, 0);
    for distance in 1..signed(2 * size - 1) {
        add(&mut nearest, middle - distance, distance * distance);
        add(&mut nearest, middle + distance, distance * distance);
        if nearest.iter().all(|class| class.count >= enough) {
            break;
        }
    }
    nearest
}
