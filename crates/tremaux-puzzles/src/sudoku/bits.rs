//! The bit form: the same calls and placements, the marks as machine words.

use tremaux::{Bits, Problem};

use super::{Shape, Sudoku};

/// A cell with its row, column and box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Slot {
    cell: usize,
    row: usize,
    column: usize,
    box_: usize,
}

impl Slot {
    fn new(shape: Shape, cell: usize) -> Self {
        let (row, column) = shape.square(cell);
        Slot { cell, row, column, box_: shape.box_of(cell) }
    }
}

/// Sudoku with a word of digits as the mark of each row, column and box, digit `d` as bit `d - 1`.
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
    rows: Vec<u32>,
    columns: Vec<u32>,
    boxes: Vec<u32>,
}

impl BitSudoku {
    /// The grid with its givens marked.
    #[must_use]
    pub fn new(sudoku: &Sudoku) -> Self {
        let shape = sudoku.shape();
        let blanks = sudoku.blanks().into_iter().map(|cell| Slot::new(shape, cell)).collect();
        let cells: Vec<u32> = sudoku.cells().iter().map(|digit| (1 << digit) >> 1).collect();
        let digits = if sudoku.clash().is_some() { 0 } else { shape.all_digits() };
        let none = vec![0; shape.size()];
        let (rows, columns, boxes) = (none.clone(), none.clone(), none);
        let mut bits = BitSudoku { cells, blanks, next: 0, digits, rows, columns, boxes };
        for cell in 0..shape.cells() {
            bits.mark(Slot::new(shape, cell), bits.cells[cell]);
        }
        bits
    }

    fn mark(&mut self, slot: Slot, digit: u32) {
        self.rows[slot.row] |= digit;
        self.columns[slot.column] |= digit;
        self.boxes[slot.box_] |= digit;
    }
}

impl Problem for BitSudoku {
    type Choice = u32;
    type Choices = Bits<u32>;
    type Solution = Vec<u8>;

    #[inline]
    fn choices(&self) -> Option<Bits<u32>> {
        match self.blanks.get(self.next) {
            Some(slot) => {
                let taken = self.rows[slot.row] | self.columns[slot.column] | self.boxes[slot.box_];
                Some(Bits(self.digits & !taken))
            }
            None => (self.digits == 0).then_some(Bits(0)),
        }
    }

    #[inline]
    fn place(&mut self, digit: u32) {
        let slot = self.blanks[self.next];
        self.mark(slot, digit);
        self.cells[slot.cell] = digit;
        self.next += 1;
    }

    #[inline]
    fn unplace(&mut self, digit: u32) {
        self.next -= 1;
        let slot = self.blanks[self.next];
        self.cells[slot.cell] = 0;
        self.rows[slot.row] ^= digit;
        self.columns[slot.column] ^= digit;
        self.boxes[slot.box_] ^= digit;
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
        let marks =
            [("row", self.rows[slot.row]), ("column", self.columns[slot.column]), ("box", self.boxes[slot.box_])];
        marks.into_iter().find(|(_, mark)| mark & digit != 0).map(|(name, _)| name)
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
