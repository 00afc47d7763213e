//! How a grid is divided into boxes.

/// The largest size: rows, columns and digits of a grid.
pub const MAX_SIZE: usize = 25;

/// The shape of a box, which says everything else: boxes of `rows` x `columns` cells make a grid of `rows * columns`
/// rows and columns.
///
/// A grid has `columns` *bands* (a row of boxes) and `rows` *stacks* (a column of boxes).
///
/// ```
/// use tremaux_puzzles::sudoku::Shape;
///
/// let six = Shape::of_size(6).unwrap();
/// assert_eq!((six.rows(), six.columns()), (2, 3));
/// assert_eq!(Shape::new(3, 2).map(Shape::size), Some(6));
/// assert_eq!(Shape::of_size(7), None); // 7 cells make no box
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    rows: usize,
    columns: usize,
}

impl Shape {
    /// The usual grid of 9 x 9.
    pub const NINE: Shape = Shape { rows: 3, columns: 3 };

    /// Boxes of `rows` x `columns`; `None` unless both are 2 or more and their product is at most [`MAX_SIZE`].
    #[must_use]
    pub fn new(rows: usize, columns: usize) -> Option<Shape> {
        // Bounded one by one, so that the product cannot overflow.
        let bounded = (2..=MAX_SIZE).contains(&rows) && (2..=MAX_SIZE).contains(&columns);
        (bounded && rows * columns <= MAX_SIZE).then_some(Shape { rows, columns })
    }

    /// A grid of `size` rows without boxes, for a jigsaw; `None` unless `size` is from 2 to [`MAX_SIZE`].
    #[must_use]
    pub fn boxless(size: usize) -> Option<Shape> {
        // A box of one row is that row: it adds nothing.
        (2..=MAX_SIZE).contains(&size).then_some(Shape { rows: 1, columns: size })
    }

    /// The same size without boxes.
    pub(super) fn without_boxes(self) -> Shape {
        Shape { rows: 1, columns: self.size() }
    }

    /// Whether it has boxes.
    #[must_use]
    pub fn has_boxes(self) -> bool {
        self.rows > 1
    }

    /// The boxes that a grid of `size` rows usually has: the squarest, wide rather than high. 6 x 6 has 2 x 3.
    #[must_use]
    pub fn of_size(size: usize) -> Option<Shape> {
        let fits = |rows: &usize| size.is_multiple_of(*rows) && rows * rows <= size;
        (2..=5).rev().find(fits).and_then(|rows| Shape::new(rows, size / rows))
    }

    /// The rows of a box.
    #[must_use]
    pub fn rows(self) -> usize {
        self.rows
    }

    /// The columns of a box.
    #[must_use]
    pub fn columns(self) -> usize {
        self.columns
    }

    /// The rows of the grid, which are also its columns, its boxes and its digits.
    #[must_use]
    pub fn size(self) -> usize {
        self.rows * self.columns
    }

    /// The cells of the grid.
    #[must_use]
    pub fn cells(self) -> usize {
        self.size() * self.size()
    }

    /// The row and column of a cell, all counted from 0.
    #[must_use]
    pub fn square(self, cell: usize) -> (usize, usize) {
        (cell / self.size(), cell % self.size())
    }

    /// The box of a cell; boxes are counted in reading order from 0.
    #[must_use]
    pub fn box_of(self, cell: usize) -> usize {
        let (row, column) = self.square(cell);
        row / self.rows * self.rows + column / self.columns
    }

    /// The number of digits, as a digit.
    pub(super) fn digits(self) -> u8 {
        // At most MAX_SIZE, so it fits.
        u8::try_from(self.size()).unwrap_or(u8::MAX)
    }

    /// All digits, as the low bits of a word.
    pub(super) fn all_digits(self) -> u32 {
        (1 << self.size()) - 1
    }
}
