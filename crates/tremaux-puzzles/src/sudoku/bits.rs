//! The bit form: the same calls and placements, the marks as machine words.

use tremaux::{Bits, Problem};

use super::{Cage, HouseKind, Pair, Relation, Sudoku};

/// A blank cell with the rules that it takes part in.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Slot {
    cell: usize,
    houses: Vec<usize>,
    pairs: Vec<Pair>,
    cages: Vec<usize>,
}

/// Sudoku with a word of digits as the mark of each house, digit `d` as bit `d - 1`.
///
/// A choice is a digit as a word with that bit set.
///
/// ```
/// use tremaux::Search;
/// use tremaux_puzzles::sudoku::{BitSudoku, Shape, Sudoku};
///
/// let empty = Sudoku::new(Shape::of_size(4).unwrap(), vec![0; 16]).unwrap();
/// assert_eq!(Search::new(BitSudoku::new(&empty)).count(), 288);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BitSudoku {
    /// The digit of each cell as its bit, 0 where it is open.
    cells: Vec<u32>,
    blanks: Vec<Slot>,
    /// The next open slot: the blanks before it are filled.
    next: usize,
    /// The options of a slot: every digit there is, or none where givens clash, so that the root is a dead end.
    digits: u32,
    /// The digits that are not ruled out beforehand, by cell.
    candidates: Vec<u32>,
    /// The digits that each house has.
    houses: Vec<u32>,
    kinds: Vec<HouseKind>,
    cages: Vec<Cage>,
}

impl BitSudoku {
    /// The grid with its givens marked.
    #[must_use]
    pub fn new(sudoku: &Sudoku) -> Self {
        let (shape, rules) = (sudoku.shape(), sudoku.rules());
        let cells: Vec<u32> = sudoku.cells().iter().map(|digit| (1 << digit) >> 1).collect();
        let digits = if sudoku.clash().is_some() { 0 } else { shape.all_digits() };
        let mut houses_of = vec![Vec::new(); shape.cells()];
        let (mut houses, mut kinds) = (Vec::new(), Vec::new());
        for house in rules.houses() {
            house.cells.iter().for_each(|cell| houses_of[*cell].push(houses.len()));
            houses.push(house.cells.iter().fold(0, |marks, cell| marks | cells[*cell]));
            kinds.push(house.kind);
        }
        let (mut pairs_of, mut cages_of) = (rules.pairs_of(), rules.cages_of());
        let mut slot = |cell: usize| Slot {
            cell,
            houses: std::mem::take(&mut houses_of[cell]),
            pairs: std::mem::take(&mut pairs_of[cell]),
            cages: std::mem::take(&mut cages_of[cell]),
        };
        BitSudoku {
            blanks: sudoku.blanks().into_iter().map(&mut slot).collect(),
            cells,
            next: 0,
            digits,
            candidates: sudoku.candidates().map_or_else(|| vec![digits; shape.cells()], <[u32]>::to_vec),
            houses,
            kinds,
            cages: rules.cages().to_vec(),
        }
    }

    /// The digits that a pair allows for `cell`.
    #[inline]
    fn allowed_by(&self, pair: Pair, cell: usize) -> u32 {
        let (first, second) = (self.cells[pair.first], self.cells[pair.second]);
        match (first, second) {
            (0, 0) => self.digits,
            _ if pair.first == cell => pair.relation.before(second, self.digits),
            _ => pair.relation.after(first, self.digits),
        }
    }

    /// The digits that a cage has, and those that its sum allows for one more cell.
    fn of_cage(&self, cage: usize) -> (u32, u32) {
        let Cage { cells, sum } = &self.cages[cage];
        let (mut has, mut found, mut open) = (0, 0, 0);
        for &digit in cells.iter().map(|cell| &self.cells[*cell]) {
            has |= digit;
            open += u32::from(digit == 0);
            found += if digit == 0 { 0 } else { u32::from(digit_of(digit)) };
        }
        let allowed = sum.map_or(self.digits, |sum| {
            let least = sum.saturating_sub(found).min(31);
            // At most what is left of the sum, and just that in the last cell.
            if open > 1 { (1 << least) - 1 } else { (1 << least) >> 1 }
        });
        (has, allowed)
    }
}

impl Problem for BitSudoku {
    type Choice = u32;
    type Choices = Bits<u32>;
    type Solution = Vec<u8>;

    #[inline]
    fn choices(&self) -> Option<Bits<u32>> {
        let Some(slot) = self.blanks.get(self.next) else {
            return (self.digits == 0).then_some(Bits(0));
        };
        let mut left = self.digits & self.candidates[slot.cell];
        slot.houses.iter().for_each(|house| left &= !self.houses[*house]);
        slot.pairs.iter().for_each(|pair| left &= self.allowed_by(*pair, slot.cell));
        for &cage in &slot.cages {
            let (has, allowed) = self.of_cage(cage);
            left &= allowed & !has;
        }
        Some(Bits(left))
    }

    #[inline]
    fn place(&mut self, digit: u32) {
        let slot = &self.blanks[self.next];
        slot.houses.iter().for_each(|house| self.houses[*house] |= digit);
        self.cells[slot.cell] = digit;
        self.next += 1;
    }

    #[inline]
    fn unplace(&mut self, digit: u32) {
        self.next -= 1;
        let slot = &self.blanks[self.next];
        self.cells[slot.cell] = 0;
        slot.houses.iter().for_each(|house| self.houses[*house] ^= digit);
    }

    fn solution(&self) -> Vec<u8> {
        self.cells.iter().copied().map(digit_of).collect()
    }

    fn option(&self, index: usize) -> Option<u32> {
        self.blanks.get(self.next)?;
        Bits(self.digits).nth(index)
    }

    fn ruled_out_by(&self, digit: u32) -> Option<&'static str> {
        let slot = self.blanks.get(self.next)?;
        let house = slot.houses.iter().find(|house| self.houses[**house] & digit != 0);
        let pair = || slot.pairs.iter().find(|pair| self.allowed_by(**pair, slot.cell) & digit == 0);
        let breaks = |&cage: &usize| {
            let (has, allowed) = self.of_cage(cage);
            (allowed & !has) & digit == 0
        };
        let cage = || slot.cages.iter().copied().any(|cage| breaks(&cage)).then_some("cage");
        let candidate = || (self.candidates[slot.cell] & digit == 0).then_some("candidate");
        let relation = || pair().map(|pair| pair.relation).map(Relation::name);
        house.map(|house| self.kinds[*house].name()).or_else(relation).or_else(cage).or_else(candidate)
    }

    fn label(&self, digit: u32) -> String {
        digit_of(digit).to_string()
    }
}

/// The digit that a word with one bit set stands for.
pub(super) fn digit_of(bit: u32) -> u8 {
    // At most 32, so it fits.
    u8::try_from(bit.trailing_zeros() + 1).unwrap_or(u8::MAX)
}
