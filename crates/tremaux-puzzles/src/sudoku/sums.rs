//! What the sum of a few cells says of their digits.

use super::{Cage, MAX_SIZE, Rules};

/// How many sets of digits a cage may have for each to be looked at: a cage of 9 x 9 has at most 12, of 16 x 16 at most
/// 526. What has more is bounded alone.
const MOST_SETS: usize = 1_000;

/// Cells whose digits have a known sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sum {
    cells: Vec<u16>,
    sum: u32,
    /// Where the cells all differ: the sets of digits that add up to it, unless they are too many.
    sets: Option<Vec<u32>>,
}

/// Digits by cell of a [`Sum`].
type Digits = [u32; MAX_SIZE];

/// The sums of `rules`: of its cages; and of the cells that cages leave over in a house, or reach beyond it.
pub(super) fn sums(rules: &Rules) -> Vec<Sum> {
    let size = rules.shape().size();
    let total = u32::try_from(size * (size + 1) / 2).unwrap_or(u32::MAX);
    let given = rules.cages().iter().filter_map(|cage| Some(Sum::different(&cage.cells, cage.sum?, size)));
    let mut sums: Vec<Sum> = given.collect();
    for house in rules.houses() {
        let is_in = |cell: &usize| house.cells.contains(cell);
        let inside = disjoint(rules.cages().iter().filter(|cage| cage.cells.iter().all(is_in)));
        let left = rest(&house.cells, &inside);
        if let (false, Some(found)) = (inside.is_empty() || left.is_empty(), total.checked_sub(added(&inside))) {
            sums.push(Sum::different(&left, found, size));
        }
        let over = disjoint(rules.cages().iter().filter(|cage| cage.cells.iter().any(is_in)));
        let covered: Vec<usize> = over.iter().flat_map(|cage| cage.cells.iter().copied()).collect();
        let beyond = rest(&covered, &[]).into_iter().filter(|cell| !is_in(cell)).collect::<Vec<_>>();
        let is_covered = house.cells.iter().all(|cell| covered.contains(cell));
        if is_covered
            && (1..=MAX_SIZE).contains(&beyond.len())
            && let Some(found) = added(&over).checked_sub(total)
        {
            sums.push(Sum::any(&beyond, found));
        }
    }
    sums
}

/// Those of the cages with a sum that share no cell, the first of those that do.
fn disjoint<'a>(cages: impl Iterator<Item = &'a Cage>) -> Vec<&'a Cage> {
    let mut chosen: Vec<&Cage> = Vec::new();
    for cage in cages.filter(|cage| cage.sum.is_some()) {
        if chosen.iter().all(|other| cage.cells.iter().all(|cell| !other.cells.contains(cell))) {
            chosen.push(cage);
        }
    }
    chosen
}

fn added(cages: &[&Cage]) -> u32 {
    cages.iter().filter_map(|cage| cage.sum).fold(0, u32::saturating_add)
}

/// The cells that are in none of the cages.
fn rest(cells: &[usize], cages: &[&Cage]) -> Vec<usize> {
    cells.iter().copied().filter(|cell| cages.iter().all(|cage| !cage.cells.contains(cell))).collect()
}

impl Sum {
    /// Cells that all differ.
    fn different(cells: &[usize], sum: u32, size: usize) -> Sum {
        let mut sets = Vec::new();
        let few = add_sets(&mut sets, cells.len(), sum as usize, 0, size);
        Sum { sets: few.then_some(sets), ..Sum::any(cells, sum) }
    }

    /// Cells that may have the same digit.
    fn any(cells: &[usize], sum: u32) -> Sum {
        let cells = cells.iter().map(|cell| u16::try_from(*cell).unwrap_or(u16::MAX)).collect();
        Sum { cells, sum, sets: None }
    }

    pub(super) fn cells(&self) -> &[u16] {
        &self.cells
    }

    /// The digits that each of its cells may keep; `None` where the sum is out of reach.
    pub(super) fn look(&self, grid: &[u32]) -> Option<Digits> {
        match &self.sets {
            Some(sets) => self.by_sets(grid, sets),
            None => self.by_bounds(grid),
        }
    }

    /// What is in some set that the cells can still have; a digit that all such sets have goes to its only place.
    fn by_sets(&self, grid: &[u32], sets: &[u32]) -> Option<Digits> {
        let digits = |cell: &u16| grid[usize::from(*cell)];
        let settled = |digits: u32| if digits & (digits - 1) == 0 { digits } else { 0 };
        let (mut any, mut many, mut fixed) = (0, 0, 0);
        for digits in self.cells.iter().map(digits) {
            many |= any & digits;
            any |= digits;
            fixed |= settled(digits);
        }
        let (mut some, mut every) = (0, u32::MAX);
        for &set in sets {
            let fits = set & !any == 0 && fixed & !set == 0;
            if fits && self.cells.iter().all(|cell| digits(cell) & set != 0) {
                some |= set;
                every &= set;
            }
        }
        let single = every & any & !many;
        let mut keep = [0; MAX_SIZE];
        for (keep, digits) in keep.iter_mut().zip(self.cells.iter().map(digits)) {
            let needed = digits & single;
            *keep = if needed == 0 { some } else { needed };
        }
        (some != 0).then_some(keep)
    }

    /// What the least and the greatest digits of the other cells leave room for.
    fn by_bounds(&self, grid: &[u32]) -> Option<Digits> {
        let digits = |cell: &u16| grid[usize::from(*cell)];
        let least = |digits: u32| digits.trailing_zeros() + 1;
        let greatest = |digits: u32| 32 - digits.leading_zeros();
        let low: u32 = self.cells.iter().map(digits).map(least).sum();
        let high: u32 = self.cells.iter().map(digits).map(greatest).sum();
        let mut keep = [0; MAX_SIZE];
        for (keep, digits) in keep.iter_mut().zip(self.cells.iter().map(digits)) {
            let most = self.sum.checked_sub(low - least(digits))?.min(31);
            let fewest = self.sum.saturating_sub(high - greatest(digits)).clamp(1, 31);
            // Digits from `fewest` to `most`.
            *keep = ((1 << most) - 1) & !((1 << (fewest - 1)) - 1);
        }
        Some(keep)
    }
}

/// Adds every set of `count` of the digits above `from` that has the sum to those of `set`; `false` where they are too
/// many.
fn add_sets(sets: &mut Vec<u32>, count: usize, sum: usize, set: u32, size: usize) -> bool {
    let above = 32 - set.leading_zeros() as usize;
    if count == 0 {
        if sum == 0 {
            sets.push(set);
        }
        return sets.len() <= MOST_SETS;
    }
    // The least sum of `count` digits from `digit` on is theirs in a row, the greatest that of the last ones.
    let in_a_row = |first: usize, count: usize| (first..first + count).sum::<usize>();
    let reaches = |digit: usize| {
        digit + count <= size + 1
            && in_a_row(digit, count) <= sum
            && digit + in_a_row(size + 2 - count, count - 1) >= sum
    };
    let mut digits = (above + 1..=size).filter(|digit| reaches(*digit));
    digits.all(|digit| add_sets(sets, count - 1, sum - digit, set | 1 << (digit - 1), size))
}
