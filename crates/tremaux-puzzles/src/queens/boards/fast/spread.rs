//! How far out the open diagonals lie, and how far out the queens to come may lie.
//!
//! A queen on (r, c) stands on the diagonals s = r + c and d = r - c, and
//!
//! > s² + d² = 2 r² + 2 c².
//!
//! Summed over the queens still to be placed, the right side is known before any of them is: each open row and each
//! open column holds one. That is the *budget*. So are the sum of all s and that of all d. On the left, the queens are on
//! different diagonals of each direction: k queens cost at least what the cheapest k open diagonals with the known sum
//! cost. Where that is more than the budget, the board has no solution, however many squares are open.
//!
//! How little that is, a *price* p bounds. Let s cost s² - p s in place of s², and add p times the known sum: of
//! diagonals with that sum the cost is the same. But the cheapest k, whatever their sum, are now those nearest to p / 2,
//! side by side among the open ones. Every price gives a bound; the best is the one at which the cheapest k pass from a sum
//! that is too small to one that is too great (the Lagrangian relaxation of the sum).
//!
//! Two things sharpen it. On a square s and d are both even or both odd, so as many queens are on even s as on even d:
//! each number of even ones is a *case* with bounds of its own, and the board has a solution only if a case stays
//! within the budget. And the number of odd ones is as even as the sum of all s.
//!
//! The same bounds say on which diagonals no queen can be: those that pass the budget in place of the dearest of the
//! cheapest k. And which must have a queen: those in whose place the cheapest of the others passes it. Another price
//! shows it for each diagonal, so all are tried.
//!
//! On boards with excluded diagonals this is nearly all that the linear relaxation of the problem – a fraction of a
//! queen on every square – can say, whose proofs of infeasibility have just this form there: of 90 boards of 30, 45 and
//! 60 rows around where solvable and unsolvable ones meet, the relaxation had no solution for 37, and a millisecond's
//! search refuted 35 of these with no more than the bound at one price, that of the middle of the queens to come.

use super::MAX_FAST_SIZE;

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
    /// An empty board, of at most [`MAX_FAST_SIZE`] rows: then every sum here fits an `i32`.
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

/// From the first index to the second, both included; empty where the first is the greater.
type Range = (i32, i32);

const NOWHERE: Range = (i32::MAX, i32::MIN);

/// What the budget leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spread {
    /// What is left of the budget when the cheapest diagonals are taken.
    pub(super) slack: u32,
    /// Where a queen can be within the budget, by the direction of the diagonal and whether its index is odd.
    reach: [[Range; 2]; 2],
    /// Where every open diagonal must have a queen.
    needed: [[Range; 2]; 2],
}

impl Spread {
    /// What is left of the budget on a board of `size` rows, of whose diagonals `is_open(direction, index)` says
    /// whether a queen can still be on it: index r + c of direction 0, r - c + size - 1 of direction 1. `None` when
    /// that is less than nothing.
    pub(super) fn new(size: usize, open: Open, is_open: impl Fn(usize, usize) -> bool) -> Option<Spread> {
        let ways = [0, 1].map(|way| Diagonals::new(size, |index| is_open(way, index)));
        let cases = cases(size, open, &ways);
        let loosest = cases.iter().max_by_key(|case| case.slack)?;
        let slack = loosest.slack.unsigned_abs();
        let mut spread = Spread { slack, reach: [[NOWHERE; 2]; 2], needed: [[NOWHERE; 2]; 2] };
        for (way, odd) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let open = ways[way].open(odd);
            let can = |index: &&i32| !cases.iter().all(|case| case.bounds[way].rule_out(open, **index, case.slack));
            let must = |index: &&i32| cases.iter().all(|case| case.bounds[way].demand(open, **index, case.slack));
            let ends = open.iter().find(can).zip(open.iter().rfind(can));
            spread.reach[way][odd] = ends.map_or(NOWHERE, |(least, greatest)| (*least, *greatest));
            // With none on one side of the middle the range ends there; with none on both it is empty.
            let (before, behind) = open.split_at(loosest.bounds[way].middle(odd));
            let least = before.iter().rev().take_while(must).last().or(behind.first());
            let greatest = behind.iter().take_while(must).last().or(before.last());
            spread.needed[way][odd] = least.zip(greatest).map_or(NOWHERE, |(least, greatest)| (*least, *greatest));
        }
        Some(spread)
    }

    /// Whether a queen can be on an open diagonal.
    pub(super) fn can_hold_a_queen(&self, way: usize, index: usize) -> bool {
        contains(self.reach[way][index % 2], index)
    }

    /// Whether a queen must be on an open diagonal.
    pub(super) fn needs_a_queen(&self, way: usize, index: usize) -> bool {
        contains(self.needed[way][index % 2], index)
    }
}

fn contains(range: Range, index: usize) -> bool {
    (range.0..=range.1).contains(&signed(index))
}

/// A number of queens on even diagonals that stays within the budget.
struct Case {
    /// What is left of it: not less than nothing.
    slack: i32,
    /// Of the diagonals of each direction.
    bounds: [Bounds; 2],
}

fn cases(size: usize, open: Open, ways: &[Diagonals; 2]) -> Vec<Case> {
    let (queens, shift) = (signed(open.queens), signed(size) - 1);
    let (sum, difference) = (open.rows + open.columns, open.rows - open.columns);
    // In indices: those of direction 1 are r - c + shift.
    let sums = [sum, difference + queens * shift];
    let budget = open.squares + shift * (2 * difference + queens * shift);
    let case = |even: usize| {
        let odd = open.queens - even;
        let taken = [[even, odd], if shift % 2 == 0 { [even, odd] } else { [odd, even] }];
        let bounds = [Bounds::new(&ways[0], taken[0], sums[0])?, Bounds::new(&ways[1], taken[1], sums[1])?];
        let slack = budget - bounds[0].best().cost - bounds[1].best().cost;
        (slack >= 0).then_some(Case { slack, bounds })
    };
    let fewest_even = usize::from((queens - sum) % 2 != 0);
    (fewest_even..=open.queens).step_by(2).filter_map(case).collect()
}

/// The open diagonals of one direction with even indices and with odd ones, each by rising index, and how many they are.
struct Diagonals([([i32; MAX_FAST_SIZE], usize); 2]);

impl Diagonals {
    fn new(size: usize, is_open: impl Fn(usize) -> bool) -> Diagonals {
        let mut diagonals = [([0; MAX_FAST_SIZE], 0); 2];
        for index in (0..2 * size - 1).filter(|&index| is_open(index)) {
            let (open, count) = &mut diagonals[index % 2];
            open[*count] = signed(index);
            *count += 1;
        }
        Diagonals(diagonals)
    }

    fn open(&self, odd: usize) -> &[i32] {
        let (open, count) = &self.0[odd];
        &open[..*count]
    }
}

/// What so many diagonals of one direction with a known sum cost at least, at every price at which the cheapest change.
struct Bounds {
    /// How many have even indices, how many odd ones.
    taken: [usize; 2],
    /// By rising price; at least one.
    steps: Vec<Step>,
    /// Which of them bounds best.
    best: usize,
}

/// A price at which one of the cheapest gives way to another.
struct Step {
    price: i32,
    /// Which even one and which odd one are the first of the cheapest, by their place among the open ones. The others
    /// follow them.
    first: [usize; 2],
    /// What diagonals with the sum cost at least.
    cost: i32,
}

impl Bounds {
    /// `None` when no `taken` open diagonals have the sum.
    fn new(diagonals: &Diagonals, taken: [usize; 2], sum: i32) -> Option<Bounds> {
        let open = [diagonals.open(0), diagonals.open(1)];
        let lowest = open[0].get(..taken[0])?.iter().chain(open[1].get(..taken[1])?);
        // Below all prices these are the cheapest; as it rises, the first gives way to the one behind the last.
        let (mut total, mut squares) = lowest.fold((0, 0), |sums, index| (sums.0 + index, sums.1 + index * index));
        if total > sum {
            return None;
        }
        let mut first = [0, 0];
        let mut bounds = Bounds { taken, steps: Vec::with_capacity(open[0].len() + open[1].len()), best: 0 };
        loop {
            let swap = |odd: usize| {
                let (out, next) = (open[odd].get(first[odd])?, open[odd].get(first[odd] + taken[odd])?);
                (taken[odd] > 0).then_some((out + next, next - out, odd))
            };
            let Some((price, further, odd)) = swap(0).into_iter().chain(swap(1)).min() else { break };
            if total <= sum {
                bounds.best = bounds.steps.len();
            }
            bounds.steps.push(Step { price, first, cost: squares + price * (sum - total) });
            total += further;
            squares += price * further;
            first[odd] += 1;
        }
        if bounds.steps.is_empty() {
            bounds.steps.push(Step { price: 0, first, cost: squares });
        }
        (total >= sum).then_some(bounds)
    }

    fn best(&self) -> &Step {
        &self.steps[self.best]
    }

    /// The place of the middle one of those taken, at the best price.
    fn middle(&self, odd: usize) -> usize {
        self.best().first[odd] + self.taken[odd] / 2
    }

    /// Whether some price shows that with a queen on a diagonal, one of those that are `open` with indices as even as
    /// its own, they cost more than `slack` above the best bound.
    fn rule_out(&self, open: &[i32], index: i32, slack: i32) -> bool {
        let odd = usize::from(index % 2 != 0);
        let taken = self.taken[odd];
        let shows = |step: &Step| {
            let cheapest = &open[step.first[odd]..][..taken];
            // The cost has one minimum, so that an end is the dearest.
            let dearest = step.cost_of(cheapest[0]).max(step.cost_of(cheapest[taken - 1]));
            step.cost + step.cost_of(index) - dearest > self.best().cost + slack
        };
        taken == 0 || self.steps().any(shows)
    }

    /// Whether some price shows that without a queen on such a diagonal they cost more than `slack` above the best bound.
    fn demand(&self, open: &[i32], index: i32, slack: i32) -> bool {
        let odd = usize::from(index % 2 != 0);
        let taken = self.taken[odd];
        let shows = |step: &Step| {
            let (before, rest) = open.split_at(step.first[odd]);
            let others = before.last().into_iter().chain(rest.get(taken));
            let instead = others.map(|&other| step.cost_of(other)).min();
            instead.is_some_and(|instead| step.cost + instead - step.cost_of(index) > self.best().cost + slack)
        };
        taken == open.len() || taken > 0 && self.steps().any(shows)
    }

    /// The best one first, then those of higher prices, then those of lower ones.
    fn steps(&self) -> impl Iterator<Item = &Step> {
        let (lower, rest) = self.steps.split_at(self.best);
        rest.iter().chain(lower.iter().rev())
    }
}

impl Step {
    fn cost_of(&self, index: i32) -> i32 {
        index * (index - self.price)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use tremaux::Search;

    use super::*;
    use crate::queens::{BitQueens, construct};

    /// A solution, and which of its queens are placed: any of a small board, the constructed one of a large board.
    fn any_solution() -> impl Strategy<Value = (Vec<u32>, Vec<bool>)> {
        let small = (4_usize..=9, any::<prop::sample::Index>()).prop_map(|(size, which)| {
            let all: Vec<_> = Search::new(BitQueens::<u64>::new(size)).solutions().collect();
            all[which.index(all.len())].clone()
        });
        let large = (10..=MAX_FAST_SIZE, any::<bool>()).prop_map(|(size, mirrored)| {
            let mut columns = construct(size).expect("every size from 4 on has a solution");
            if mirrored {
                columns.reverse();
            }
            columns
        });
        prop_oneof![3 => small, 1 => large].prop_flat_map(|columns| {
            let placed = prop::collection::vec(any::<bool>(), columns.len());
            (Just(columns), placed)
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        /// Whatever other diagonals are open, the queens of a solution that are still to come stay within the budget, none
        /// of theirs is said to hold none, and all that are said to hold one are theirs.
        #[test]
        fn a_solution_is_never_ruled_out(
            (columns, placed) in any_solution(),
            excluded in prop::collection::vec(any::<(bool, prop::sample::Index)>(), 0..160),
        ) {
            let size = columns.len();
            let mut open = Open::all(size);
            let mut is_open = [vec![true; 2 * size - 1], vec![true; 2 * size - 1]];
            let mut has_queen = [vec![false; 2 * size - 1], vec![false; 2 * size - 1]];
            for (way, index) in excluded {
                is_open[usize::from(way)][index.index(2 * size - 1)] = false;
            }
            for (row, (column, placed)) in columns.iter().map(|column| *column as usize).zip(placed).enumerate() {
                for (way, index) in [row + column, row + size - 1 - column].into_iter().enumerate() {
                    is_open[way][index] = !placed;
                    has_queen[way][index] = !placed;
                }
                if placed {
                    open.close(row, column);
                }
            }
            let spread = Spread::new(size, open, |way, index| is_open[way][index]);
            let spread = spread.expect("there is a solution");
            for (way, index) in (0..2).flat_map(|way| (0..2 * size - 1).map(move |index| (way, index))) {
                if is_open[way][index] {
                    prop_assert!(spread.can_hold_a_queen(way, index) || !has_queen[way][index]);
                    prop_assert!(!spread.needs_a_queen(way, index) || has_queen[way][index]);
                }
            }
        }
    }
}
