//! A figure of difficulty: how large a reference search is.
//!
//! The *reference search* is fixed for good, so that figures can be compared over years: it places a digit where it is the
//! only one left for a cell, or where a house has no other cell for it, until there is no such place; then
//! it *guesses*: it tries each digit left in a cell with the fewest. Its size is the number of guesses until nothing is
//! left to try, wrong ones and right ones. Which of several cells with the fewest comes first is luck, so it runs with
//! ten fixed orders of the cells, and the figure is the mean.
//!
//! It says how much a puzzle asks beyond singles, and of that how much; it does not say which techniques a person
//! needs, and puzzles with the figure 0 differ in how hard their singles are to see.

use std::fmt;
use std::str::FromStr;

use tremaux::{Bits, Limit, Limits, Outcome, Problem, Search, Stats};

use crate::random::SplitMix;
use crate::sudoku::bits::digit_of;
use crate::sudoku::{Pair, Sudoku};

/// The orders of the cells that are searched; ten, so that the mean has one decimal.
const ORDERS: u64 = 10;

/// The mean number of guesses of the reference search over ten orders of the cells, in tenths.
///
/// ```
/// use tremaux_puzzles::sudoku::Difficulty;
///
/// let figure: Difficulty = "12.5".parse().unwrap();
/// assert_eq!((figure, figure.to_string().as_str()), (Difficulty { tenths: 125 }, "12.5"));
/// assert!("1.25".parse::<Difficulty>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Difficulty {
    /// Guesses over all ten orders.
    pub tenths: u64,
}

impl Difficulty {
    /// The figure as a number.
    #[must_use]
    pub fn value(self) -> f64 {
        // Exact: no search makes 2^53 guesses.
        self.tenths as f64 / 10.0
    }
}

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.tenths / 10, self.tenths % 10)
    }
}

impl FromStr for Difficulty {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (whole, tenth) = text.split_once('.').unwrap_or((text, "0"));
        let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        let tenths = format!("{whole}{tenth}").parse().ok();
        let tenths = tenths.filter(|_| digits(whole) && digits(tenth) && !whole.is_empty() && tenth.len() == 1);
        tenths
            .map(|tenths| Difficulty { tenths })
            .ok_or_else(|| format!("expected a number like 12 or 12.5, found `{text}`"))
    }
}

impl Sudoku {
    /// The figure of the puzzle, whose solution should be the only one; with several it also counts guesses up to all of
    /// them. There is none for puzzles with cages, which the reference search knows nothing of. `limits` are those of
    /// each of the ten searches.
    ///
    /// # Errors
    /// The limit that stopped one of them.
    pub fn difficulty(&self, limits: &dyn Fn() -> Limits) -> Result<Option<Difficulty>, Limit> {
        if !self.rules.cages().is_empty() {
            return Ok(None);
        }
        let mut tenths = 0;
        for order in 0..ORDERS {
            let reference = Reference::new(self, order);
            let mut search = Search::new(reference).observe(Stats::default()).limits(limits());
            search.count();
            if let Outcome::Stopped(limit) = search.outcome() {
                return Err(limit);
            }
            tenths += search.observer().placed;
        }
        Ok(Some(Difficulty { tenths }))
    }
}

/// The reference search.
struct Reference {
    /// The cells of each house.
    houses: Vec<Vec<usize>>,
    /// For each cell its houses.
    houses_of: Vec<Vec<usize>>,
    /// For each cell the pairs it is in.
    pairs_of: Vec<Vec<Pair>>,
    all_digits: u32,
    /// For each cell, how late it comes where several have the fewest candidates.
    turn: Vec<usize>,
    /// The candidates of every cell, digit `d` as bit `d - 1`: a grid for each node from the root to the current one.
    grids: Vec<u32>,
    /// Whether the last grid is known to have no solution.
    dead: bool,
}

impl Reference {
    fn new(sudoku: &Sudoku, order: u64) -> Self {
        let shape = sudoku.shape();
        let mut turn: Vec<usize> = (0..shape.cells()).collect();
        SplitMix::new(order).shuffle(&mut turn);
        let houses: Vec<Vec<usize>> = sudoku.rules.houses().into_iter().map(|house| house.cells).collect();
        let mut houses_of = vec![Vec::new(); shape.cells()];
        for (index, cells) in houses.iter().enumerate() {
            cells.iter().for_each(|cell| houses_of[*cell].push(index));
        }
        let grids = sudoku.candidates().map_or_else(|| vec![shape.all_digits(); shape.cells()], <[u32]>::to_vec);
        let (pairs_of, all_digits) = (sudoku.rules.pairs_of(), shape.all_digits());
        let mut reference = Reference { houses, houses_of, pairs_of, all_digits, turn, grids, dead: false };
        let given = sudoku.open_candidates();
        let given = given.iter().enumerate().filter(|(_, digits)| digits.count_ones() < 2);
        let placed = given.into_iter().all(|(cell, digit)| reference.settle(cell, *digit));
        reference.dead = !(placed && reference.singles());
        reference
    }

    fn cells(&self) -> usize {
        self.turn.len()
    }

    fn grid(&self) -> &[u32] {
        &self.grids[self.grids.len() - self.cells()..]
    }

    /// Leaves `cell` with `bit` alone and takes it from every cell it sees, and so on for those that are left with one
    /// candidate; `false` when one is left with none.
    fn settle(&mut self, cell: usize, bit: u32) -> bool {
        let start = self.grids.len() - self.cells();
        let grid = &mut self.grids[start..];
        if grid[cell] & bit == 0 {
            return false;
        }
        grid[cell] = bit;
        let mut settled = vec![cell];
        while let Some(cell) = settled.pop() {
            let bit = grid[cell];
            let in_houses = self.houses_of[cell].iter().flat_map(|house| &self.houses[*house]);
            let unlike = in_houses.filter(|other| **other != cell).map(|other| (*other, !bit));
            let related = self.pairs_of[cell].iter().map(|pair| match pair.first == cell {
                true => (pair.second, pair.relation.after(bit, self.all_digits)),
                false => (pair.first, pair.relation.before(bit, self.all_digits)),
            });
            for (other, allowed) in unlike.chain(related) {
                let left = grid[other] & allowed;
                if left == 0 {
                    return false;
                }
                if left != grid[other] && left.is_power_of_two() {
                    settled.push(other);
                }
                grid[other] = left;
            }
        }
        true
    }

    /// Places every digit that has one cell left in a house; `false` when one has none.
    fn singles(&mut self) -> bool {
        let mut house = 0;
        let mut since = 0;
        while since < self.houses.len() {
            let grid = self.grid();
            let (mut once, mut more) = (0, 0);
            for &cell in &self.houses[house] {
                more |= once & grid[cell];
                once |= grid[cell];
            }
            if once.count_ones() as usize != self.houses[house].len() {
                return false;
            }
            let alone = once & !more;
            let open = |cell: &&usize| grid[**cell] & alone != 0 && !grid[**cell].is_power_of_two();
            match self.houses[house].iter().find(open).map(|cell| (*cell, grid[*cell] & alone)) {
                Some((cell, bits)) if bits.is_power_of_two() && self.settle(cell, bits) => since = 0,
                Some(_) => return false,
                None => {
                    since += 1;
                    house = (house + 1) % self.houses.len();
                }
            }
        }
        true
    }
}

impl Problem for Reference {
    type Choice = (usize, u32);
    type Choices = Guesses;
    type Solution = Vec<u8>;

    fn choices(&self) -> Option<Guesses> {
        if self.dead {
            return Some(Guesses { cell: 0, digits: Bits(0) });
        }
        let grid = self.grid();
        let open = (0..grid.len()).filter(|cell| !grid[*cell].is_power_of_two());
        let cell = open.min_by_key(|cell| (grid[*cell].count_ones(), self.turn[*cell]))?;
        Some(Guesses { cell, digits: Bits(grid[cell]) })
    }

    fn place(&mut self, (cell, digit): (usize, u32)) {
        self.grids.extend_from_within(self.grids.len() - self.cells()..);
        self.dead = !(self.settle(cell, digit) && self.singles());
    }

    fn unplace(&mut self, _: (usize, u32)) {
        self.grids.truncate(self.grids.len() - self.cells());
        self.dead = false;
    }

    fn solution(&self) -> Vec<u8> {
        self.grid().iter().copied().map(digit_of).collect()
    }
}

/// The guesses at a cell.
struct Guesses {
    cell: usize,
    digits: Bits<u32>,
}

impl Iterator for Guesses {
    type Item = (usize, u32);

    fn next(&mut self) -> Option<(usize, u32)> {
        self.digits.next().map(|digit| (self.cell, digit))
    }
}
