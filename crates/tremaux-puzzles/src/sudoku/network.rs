//! What a grid of candidates says of itself under any rules: the general counterpart of [`propagate`](super::propagate).
//!
//! A cell holds the digits it may still take, digit `d` as bit `d - 1`. What changed is noted, and looked at from the
//! cheapest conclusion to the dearest:
//!
//! 1. *A cell*: a settled digit is taken from every cell that must differ; what a pair no longer supports is taken too.
//! 2. *A house*: a digit with one place goes there; a digit whose places all lie in another house, too, is taken from
//!    the rest of that one.
//! 3. *A cage*: see [`Sum`].
//!
//! Where nothing is noted any more and all cells are settled, every rule holds: two settled cells that must differ and do
//! not, or that their pair does not allow, have emptied one another; a sum is checked with its last cell.

use super::sums::{Sum, sums};
use super::{MAX_SIZE, Pair, Relation, Rules};

/// Words enough for a bit a cell.
const CELLS: usize = (MAX_SIZE * MAX_SIZE).div_ceil(64);
/// Words enough for a bit a house: rows, columns, boxes, two diagonals, at most 16 windows.
const HOUSES: usize = MOST_HOUSES.div_ceil(64);
const MOST_HOUSES: usize = 3 * MAX_SIZE + 2 + 16;
/// Words enough for a bit a sum: at most a cage a cell, and two sums a house.
const SUMS: usize = (MAX_SIZE * MAX_SIZE + 2 * MOST_HOUSES).div_ceil(64);

/// A small set on the stack; to take one out is to take the lowest.
struct Noted<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> Noted<WORDS> {
    fn insert(&mut self, member: usize) {
        self.0[member / 64] |= 1 << (member % 64);
    }

    fn pop(&mut self) -> Option<usize> {
        let word = self.0.iter().position(|word| *word != 0)?;
        let bit = self.0[word].trailing_zeros() as usize;
        self.0[word] &= self.0[word] - 1;
        Some(word * 64 + bit)
    }
}

/// The rules as what a change sets off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Network {
    all: u32,
    houses: Vec<House>,
    sums: Vec<Sum>,
    cells: Vec<Around>,
}

/// What a cell takes part in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Around {
    /// The cells that must differ from it.
    unlike: Vec<u16>,
    /// The other pairs: the relation, whether this cell is the first, and the other cell.
    pairs: Vec<(Relation, bool, u16)>,
    houses: Vec<u16>,
    sums: Vec<u16>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct House {
    cells: Vec<u16>,
    /// The houses that share two cells or more with it.
    crossings: Vec<Crossing>,
}

/// Where a house meets another.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Crossing {
    /// Which of the house's cells are in the other, as bits by their index.
    shared: u32,
    /// The cells of the other that are not in the house.
    rest: Vec<u16>,
}

impl Network {
    pub(super) fn new(rules: &Rules) -> Self {
        let houses: Vec<Vec<u16>> = rules.houses().iter().map(|house| narrow(&house.cells)).collect();
        let sums = sums(rules);
        let cells = cells(rules, &houses, &sums);
        let crossings = |house: &Vec<u16>| houses.iter().filter_map(|other| Crossing::new(house, other)).collect();
        let houses = houses.iter().map(|house| House { cells: house.clone(), crossings: crossings(house) }).collect();
        Network { all: rules.shape().all_digits(), houses, sums, cells }
    }

    /// Draws every conclusion that the change of `changed` allows; `false` when the grid cannot be completed.
    pub(super) fn propagate(&self, cells: &mut [u32], changed: impl Iterator<Item = usize>) -> bool {
        let mut run =
            Run { network: self, cells, noted: Noted([0; CELLS]), houses: Noted([0; HOUSES]), sums: Noted([0; SUMS]) };
        changed.for_each(|cell| run.noted.insert(cell));
        run.finish().is_some()
    }
}

/// What every cell takes part in.
fn cells(rules: &Rules, houses: &[Vec<u16>], sums: &[Sum]) -> Vec<Around> {
    let mut cells = vec![Around::default(); rules.shape().cells()];
    for (index, house) in (0..).zip(houses) {
        house.iter().for_each(|cell| cells[usize::from(*cell)].houses.push(index));
    }
    for (index, sum) in (0..).zip(sums) {
        sum.cells().iter().for_each(|cell| cells[usize::from(*cell)].sums.push(index));
    }
    let is_unlike = |pair: &Pair| matches!(pair.relation, Relation::Knight | Relation::King);
    for &Pair { relation, first, second } in rules.pairs().iter().filter(|pair| !is_unlike(pair)) {
        let ends = narrow(&[first, second]);
        cells[first].pairs.push((relation, true, ends[1]));
        cells[second].pairs.push((relation, false, ends[0]));
    }
    let cages = rules.cages().iter().map(|cage| narrow(&cage.cells));
    let pairs = rules.pairs().iter().filter(|pair| is_unlike(pair)).map(|pair| narrow(&[pair.first, pair.second]));
    for unlike in houses.iter().cloned().chain(cages).chain(pairs) {
        for &cell in &unlike {
            cells[usize::from(cell)].unlike.extend(unlike.iter().filter(|other| **other != cell));
        }
    }
    for around in &mut cells {
        around.unlike.sort_unstable();
        around.unlike.dedup();
    }
    cells
}

/// Cells by numbers half as wide: a grid has at most 625.
fn narrow(cells: &[usize]) -> Vec<u16> {
    cells.iter().map(|cell| u16::try_from(*cell).unwrap_or(u16::MAX)).collect()
}

impl Crossing {
    fn new(house: &[u16], other: &[u16]) -> Option<Self> {
        let shared = (0..house.len()).filter(|index| other.contains(&house[*index])).fold(0, |set, it| set | 1 << it);
        let rest: Vec<u16> = other.iter().copied().filter(|cell| !house.contains(cell)).collect();
        (u32::count_ones(shared) > 1 && !rest.is_empty()).then_some(Crossing { shared, rest })
    }
}

/// One propagation. Every step gives `None` at a contradiction.
struct Run<'a> {
    network: &'a Network,
    cells: &'a mut [u32],
    noted: Noted<CELLS>,
    houses: Noted<HOUSES>,
    sums: Noted<SUMS>,
}

impl<'a> Run<'a> {
    fn finish(&mut self) -> Option<()> {
        loop {
            if let Some(cell) = self.noted.pop() {
                self.spread(cell)?;
            } else if let Some(house) = self.houses.pop() {
                self.look(&self.network.houses[house])?;
            } else if let Some(sum) = self.sums.pop() {
                self.add_up(&self.network.sums[sum])?;
            } else {
                return Some(());
            }
        }
    }

    /// Leaves `cell` those of its digits that are in `digits`.
    #[inline(always)]
    fn keep(&mut self, cell: u16, digits: u32) -> Option<()> {
        let cell = usize::from(cell);
        let left = self.cells[cell] & digits;
        if left != self.cells[cell] {
            self.cells[cell] = left;
            self.noted.insert(cell);
        }
        (left != 0).then_some(())
    }

    fn spread(&mut self, cell: usize) -> Option<()> {
        let (network, digits) = (self.network, self.cells[cell]);
        let around = &network.cells[cell];
        if digits & (digits - 1) == 0 {
            around.unlike.iter().try_for_each(|other| self.keep(*other, !digits))?;
        }
        for &(relation, is_first, other) in &around.pairs {
            let all = network.all;
            self.keep(other, if is_first { relation.after(digits, all) } else { relation.before(digits, all) })?;
        }
        around.houses.iter().for_each(|house| self.houses.insert((*house).into()));
        around.sums.iter().for_each(|sum| self.sums.insert((*sum).into()));
        Some(())
    }

    fn look(&mut self, house: &'a House) -> Option<()> {
        let (mut any, mut many) = (0, 0);
        for &cell in &house.cells {
            let digits = self.cells[usize::from(cell)];
            many |= any & digits;
            any |= digits;
        }
        if any != self.network.all {
            return None;
        }
        let single = any & !many;
        for &cell in &house.cells {
            let needed = self.cells[usize::from(cell)] & single;
            if needed != 0 {
                // Of two digits that need it, one is left without a place, and is found missing.
                self.keep(cell, needed & needed.wrapping_neg())?;
            }
        }
        for crossing in &house.crossings {
            let (mut inside, mut outside) = (0, 0);
            for (index, &cell) in house.cells.iter().enumerate() {
                let digits = self.cells[usize::from(cell)];
                if crossing.shared >> index & 1 == 1 { inside |= digits } else { outside |= digits }
            }
            let confined = inside & !outside;
            if confined != 0 {
                crossing.rest.iter().try_for_each(|cell| self.keep(*cell, !confined))?;
            }
        }
        Some(())
    }

    fn add_up(&mut self, sum: &'a Sum) -> Option<()> {
        let allowed = sum.look(self.cells)?;
        for (&cell, digits) in sum.cells().iter().zip(allowed) {
            self.keep(cell, digits)?;
        }
        Some(())
    }
}
