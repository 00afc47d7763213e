//! The plain form: blank by blank, each digit tested against the marks before it is placed.

use tremaux::{Event, MarkSet, Problem, Scene};

use super::{Shape, Sudoku};

/// Sudoku by the template to the letter. A slot is a blank cell, in reading order; a choice is a digit from 1; the
/// marks are the digits that each `row`, `column` and `box` has, as members `unit * size + digit - 1`.
///
/// ```
/// use tremaux::{Search, Stats};
/// use tremaux_puzzles::sudoku::{PlainSudoku, Shape, Sudoku};
///
/// let empty = Sudoku::new(Shape::of_size(4).unwrap(), vec![0; 16]).unwrap();
/// let mut search = Search::new(PlainSudoku::new(&empty)).observe(Stats::default());
/// assert_eq!(search.count(), 288);
/// assert_eq!(search.observer().placed + 1, search.observer().calls);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlainSudoku {
    shape: Shape,
    /// The digit of each cell, 0 where it is open.
    cells: Vec<u8>,
    blanks: Vec<usize>,
    /// The next open slot: the blanks before it are filled.
    next: usize,
    /// The options of a slot are the digits from 1 to this: all there are, or none where givens clash, so that the
    /// root is a dead end.
    digits: u8,
    row: MarkSet,
    column: MarkSet,
    box_: MarkSet,
}

impl PlainSudoku {
    /// The grid with its givens marked.
    #[must_use]
    pub fn new(sudoku: &Sudoku) -> Self {
        let shape = sudoku.shape();
        let cells = sudoku.cells().to_vec();
        let blanks = sudoku.blanks();
        let marks = |name| MarkSet::new(name, shape.cells());
        let (row, column, box_) = (marks("row"), marks("column"), marks("box"));
        let digits = if sudoku.clash().is_some() { 0 } else { shape.digits() };
        let mut plain = PlainSudoku { shape, cells, blanks, next: 0, digits, row, column, box_ };
        if digits > 0 {
            let givens = (0..shape.cells()).filter(|cell| sudoku.cells()[*cell] > 0);
            givens.for_each(|cell| plain.mark(cell, sudoku.cells()[cell]));
        }
        plain
    }

    /// The marks that a digit of a cell has in its row, column and box.
    fn members(&self, cell: usize, digit: u8) -> [usize; 3] {
        let (row, column) = self.shape.square(cell);
        [row, column, self.shape.box_of(cell)].map(|unit| unit * self.shape.size() + usize::from(digit) - 1)
    }

    fn mark(&mut self, cell: usize, digit: u8) {
        let [row, column, box_] = self.members(cell, digit);
        self.row.insert(row);
        self.column.insert(column);
        self.box_.insert(box_);
    }

    fn unmark(&mut self, cell: usize, digit: u8) {
        let [row, column, box_] = self.members(cell, digit);
        self.row.remove(row);
        self.column.remove(column);
        self.box_.remove(box_);
    }

    /// The cell that is the open slot; `None` when the grid is full.
    #[must_use]
    pub fn slot(&self) -> Option<usize> {
        self.blanks.get(self.next).copied()
    }

    /// The digits as they stand, by cell in reading order; 0 where a cell is open.
    #[must_use]
    pub fn cells(&self) -> &[u8] {
        &self.cells
    }

    /// The cell that was filled last; `None` when none was.
    pub(super) fn placed_last(&self) -> Option<usize> {
        Some(self.blanks[self.next.checked_sub(1)?])
    }

    /// Whether a cell is given, and no slot.
    pub(super) fn is_given(&self, cell: usize) -> bool {
        self.blanks.binary_search(&cell).is_err()
    }

    /// The shape of the grid.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The marks: of the rows, the columns and the boxes.
    #[must_use]
    pub fn marks(&self) -> [&MarkSet; 3] {
        [&self.row, &self.column, &self.box_]
    }
}

impl Problem for PlainSudoku {
    type Choice = u8;
    type Choices = std::ops::RangeInclusive<u8>;
    type Solution = Vec<u8>;

    fn choices(&self) -> Option<Self::Choices> {
        (self.slot().is_some() || self.digits == 0).then_some(1..=self.digits)
    }

    fn next_choice(&self, branch: &mut Self::Choices) -> Option<u8> {
        branch.find(|&digit| self.ruled_out_by(digit).is_none())
    }

    fn place(&mut self, digit: u8) {
        let cell = self.blanks[self.next];
        self.mark(cell, digit);
        self.cells[cell] = digit;
        self.next += 1;
    }

    fn unplace(&mut self, digit: u8) {
        self.next -= 1;
        let cell = self.blanks[self.next];
        self.cells[cell] = 0;
        self.unmark(cell, digit);
    }

    fn solution(&self) -> Vec<u8> {
        self.cells.clone()
    }

    fn option(&self, index: usize) -> Option<u8> {
        self.slot()?;
        (1..=self.digits).nth(index)
    }

    fn ruled_out_by(&self, digit: u8) -> Option<&'static str> {
        let members = self.members(self.slot()?, digit);
        let marked = self.marks().into_iter().zip(members).find(|(mark, member)| mark.contains(*member));
        marked.map(|(mark, _)| mark.name())
    }

    fn draw(&self, _: &[u8], event: Event<u8>) -> Scene {
        super::draw::scene(self, event)
    }
}
