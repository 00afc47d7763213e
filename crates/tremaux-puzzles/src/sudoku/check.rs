//! The independent checker: compares cells with cells, and keeps no marks and no candidates.

use super::bands::Cells;
use super::{Cage, Pair, Relation, Shape, Sudoku};
use crate::{Breach, Review};

/// A rule that filled cells break.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clash {
    /// The rule, by the name of its mark: `row`, `column`, `box`, `region`, `diagonal`, `window`, `cage`, `less`, ...
    pub rule: &'static str,
    /// The cells that break it, in reading order.
    pub cells: Vec<usize>,
    /// What is wrong there: `5 twice in row 3: (3, 1) and (3, 6)`.
    pub at: String,
}

impl Clash {
    /// The last of its cells: where one who reads the grid notices it.
    #[must_use]
    pub fn last(&self) -> usize {
        self.cells.last().copied().unwrap_or(0)
    }
}

/// Every rule that `cells`, 0 where open, break, in the order of the last cell of each.
pub(super) fn clashes(sudoku: &Sudoku, cells: &[u8]) -> Vec<Clash> {
    let checked = Checked { sudoku, cells };
    let rules = sudoku.rules();
    let mut clashes = checked.usual_houses();
    for house in rules.more_houses() {
        checked.twice(house.kind.name(), house.index, &house.cells, &mut clashes);
    }
    clashes.extend(rules.pairs().iter().filter_map(|pair| checked.pair(*pair)));
    for (index, cage) in rules.cages().iter().enumerate() {
        checked.twice("cage", index, &cage.cells, &mut clashes);
        clashes.extend(checked.sum(index, cage));
    }
    clashes.extend((0..cells.len()).filter_map(|cell| checked.candidate(cell)));
    clashes.sort_by_key(Clash::last);
    clashes
}

/// Cells as they are checked: the digits, and the puzzle with its rules and symbols.
struct Checked<'a> {
    sudoku: &'a Sudoku,
    cells: &'a [u8],
}

impl Checked<'_> {
    fn symbol(&self, cell: usize) -> String {
        self.sudoku.symbols().write(self.cells[cell])
    }

    fn square(&self, cell: usize) -> (usize, usize) {
        self.sudoku.shape().square(cell)
    }

    fn same(&self, rule: &'static str, unit: usize, cells: (usize, usize)) -> Clash {
        let (one, other) = (self.square(cells.0), self.square(cells.1));
        let at = format!("{} twice in {rule} {unit}: {one:?} and {other:?}", self.symbol(cells.0));
        Clash { rule, cells: vec![cells.0, cells.1], at }
    }

    /// Digits twice in a row, column or box; the first of two is the nearest one before.
    fn usual_houses(&self) -> Vec<Clash> {
        let shape = self.sudoku.shape();
        let size = shape.size();
        // The last cell of each digit in each house.
        let mut last = vec![None; 3 * size * size];
        let mut clashes = Vec::new();
        for (cell, &digit) in self.cells.iter().enumerate().filter(|(_, digit)| **digit > 0) {
            let (row, column) = (cell / size, cell % size);
            let box_ = row / shape.rows() * shape.rows() + column / shape.columns();
            let houses = [("row", row), ("column", column), ("box", box_)];
            let houses = houses.into_iter().take(if shape.has_boxes() { 3 } else { 2 });
            for (kind, (rule, unit)) in houses.enumerate() {
                let last = &mut last[(kind * size + unit) * size + usize::from(digit) - 1];
                if let Some(earlier) = last.replace(cell) {
                    clashes.push(self.same(rule, unit, (earlier, cell)));
                }
            }
        }
        clashes
    }

    /// Digits twice in `members`.
    fn twice(&self, rule: &'static str, unit: usize, members: &[usize], clashes: &mut Vec<Clash>) {
        for (index, &cell) in members.iter().enumerate().filter(|(_, cell)| self.cells[**cell] > 0) {
            let earlier = members[..index].iter().rev().find(|earlier| self.cells[**earlier] == self.cells[cell]);
            clashes.extend(earlier.map(|earlier| self.same(rule, unit, (*earlier, cell))));
        }
    }

    fn pair(&self, pair: Pair) -> Option<Clash> {
        let (first, second) = (self.cells[pair.first], self.cells[pair.second]);
        let wrong = match pair.relation {
            Relation::Knight | Relation::King => first == second,
            Relation::Less => first >= second,
            Relation::Consecutive => first != second + 1 && second != first + 1,
            Relation::NonConsecutive => first == second + 1 || second == first + 1,
        };
        if first == 0 || second == 0 || !wrong {
            return None;
        }
        let (one, other) = (self.square(pair.first), self.square(pair.second));
        let (first, second) = (self.symbol(pair.first), self.symbol(pair.second));
        let at = match pair.relation {
            Relation::Knight => format!("{first} at {one:?} and {other:?}, a knight's move apart"),
            Relation::King => format!("{first} at {one:?} and {other:?}, which touch"),
            Relation::Less => format!("{first} at {one:?} is not less than {second} at {other:?}"),
            Relation::Consecutive => format!("{first} at {one:?} and {second} at {other:?} are not consecutive"),
            Relation::NonConsecutive => format!("{first} at {one:?} and {second} at {other:?} are consecutive"),
        };
        let cells = vec![pair.first.min(pair.second), pair.first.max(pair.second)];
        Some(Clash { rule: pair.relation.name(), cells, at })
    }

    /// A cage whose digits pass its sum, or are all there and miss it.
    fn sum(&self, index: usize, cage: &Cage) -> Option<Clash> {
        let sum = cage.sum?;
        let found: u32 = cage.cells.iter().map(|cell| u32::from(self.cells[*cell])).sum();
        let open = cage.cells.iter().any(|cell| self.cells[*cell] == 0);
        if found == sum || open && found < sum {
            return None;
        }
        let squares: Vec<_> = cage.cells.iter().map(|cell| format!("{:?}", self.square(*cell))).collect();
        let at = format!("{found} in cage {index}, which sums to {sum}: {}", squares.join(" "));
        Some(Clash { rule: "cage", cells: cage.cells.clone(), at })
    }

    /// A digit that the puzzle has ruled out for its cell.
    fn candidate(&self, cell: usize) -> Option<Clash> {
        let candidates = self.sudoku.candidates()?[cell];
        let digit = self.cells[cell];
        if digit == 0 || candidates >> (digit - 1) & 1 == 1 {
            return None;
        }
        let at = format!("{} is ruled out at {:?}", self.symbol(cell), self.square(cell));
        Some(Clash { rule: "candidate", cells: vec![cell], at })
    }
}

/// Whether `solution` solves the usual puzzle of 9 x 9 with these `cells`, 0 for a blank: nine digits in each row,
/// column and box, and every given in its place. By code that shares nothing with what finds solutions.
#[must_use]
pub fn solves(cells: &Cells, solution: &Cells) -> bool {
    is_full_nine(solution) && keeps_givens(cells, solution)
}

/// Whether a grid of 9 x 9 has each digit once in each row, column and box: whether all nine digits are there in each.
fn is_full_nine(cells: &Cells) -> bool {
    const ALL: u16 = 0b11_1111_1110;
    if cells.iter().fold(0, |largest, digit| largest.max(*digit)) > 9 {
        return false;
    }
    let (mut columns, mut boxes, mut all) = ([0_u16; 9], [0_u16; 9], ALL);
    for (row, cells) in cells.as_chunks::<9>().0.iter().enumerate() {
        let mut digits = [0; 9];
        for (digit, cell) in digits.iter_mut().zip(cells) {
            *digit = 1_u16.wrapping_shl((*cell).into());
        }
        for (column, digit) in columns.iter_mut().zip(digits) {
            *column |= digit;
        }
        let three = |stack: usize| digits[3 * stack] | digits[3 * stack + 1] | digits[3 * stack + 2];
        let threes = [three(0), three(1), three(2)];
        for (stack, digits) in threes.into_iter().enumerate() {
            boxes[row / 3 * 3 + stack] |= digits;
        }
        all &= threes[0] | threes[1] | threes[2];
    }
    // Nine digits in nine cells: none is there twice.
    columns.into_iter().chain(boxes).fold(all, |all, house| all & house) == ALL
}

/// Whether `solution` has every given of `cells`, where a blank is 0.
fn keeps_givens(cells: &Cells, solution: &Cells) -> bool {
    // Without an early end, which keeps the compiler from doing it in vectors.
    let both = cells.iter().zip(solution);
    both.fold(true, |kept, (given, found)| kept & ((*given == 0) | (given == found)))
}

/// Whether some digit is twice in a row, a column or a box of 9 x 9.
pub(super) fn clashes_in_nine(cells: &Cells) -> bool {
    let (mut seen, mut clash) = ([[0_u16; 9]; 3], false);
    for (cell, &digit) in cells.iter().enumerate().filter(|(_, digit)| **digit > 0) {
        let (row, column) = (cell / 9, cell % 9);
        for (house, at) in seen.iter_mut().zip([row, column, row / 3 * 3 + column / 3]) {
            clash |= house[at] >> digit & 1 == 1;
            house[at] |= 1 << digit;
        }
    }
    clash
}

/// Whether `solution` fills every cell with a digit, keeps what is given, and breaks no rule.
pub(super) fn full(sudoku: &Sudoku, solution: &[u8]) -> Result<(), Breach> {
    let shape: Shape = sudoku.shape();
    if solution.len() != shape.cells() {
        return Err(Breach::new("grid", format!("{} cells, not {}", solution.len(), shape.cells())));
    }
    if let Some(cell) = solution.iter().position(|digit| !(1..=shape.size()).contains(&usize::from(*digit))) {
        return Err(Breach::new("grid", format!("no digit at {:?}", shape.square(cell))));
    }
    // All cells filled and no digit twice in a house: then each is there once.
    breaches(sudoku, solution).into_iter().next().map_or(Ok(()), Err)
}

/// What is to be said of `cells`, 0 where open, as an answer to `sudoku`.
pub(super) fn review(sudoku: &Sudoku, cells: &[u8]) -> Review {
    let breaches = breaches(sudoku, cells);
    let open = cells.iter().filter(|digit| **digit == 0).count();
    Review { complete: breaches.is_empty() && open == 0, breaches, open: Some(open) }
}

/// The givens that `cells` has otherwise, then every clash.
fn breaches(sudoku: &Sudoku, cells: &[u8]) -> Vec<Breach> {
    let shape = sudoku.shape();
    let symbol = |digit| sudoku.symbols().write(digit);
    let changed =
        sudoku.cells().iter().zip(cells).enumerate().filter(|(_, (given, found))| **given > 0 && given != found);
    let changed = changed.map(|(cell, (&given, &found))| {
        let place = format!("{} is given at {:?}, not {}", symbol(given), shape.square(cell), symbol(found));
        Breach::new("given", place)
    });
    changed.chain(clashes(sudoku, cells).into_iter().map(|clash| Breach::new(clash.rule, clash.at))).collect()
}
