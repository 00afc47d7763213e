//! The board by hand: a square at a time.

use std::fmt;

use tremaux::MarkSet;

/// A chess board with queens on it and the marks they leave, to be used by hand.
///
/// Rows and columns count from 0. A queen may only be placed where no other attacks.
///
/// ```
/// use tremaux_puzzles::queens::Board;
///
/// let mut board = Board::new(4);
/// assert!(board.safe(0, 1));
/// board.place(0, 1)?;
/// assert!(!board.safe(1, 2)); // on the same diagonal
/// board.place(1, 3)?;
/// assert_eq!(board.to_string(), ".Q..\n...Q\n....\n....");
///
/// board.remove(1, 3)?;
/// assert!(board.safe(1, 3));
/// assert_eq!(board.place(0, 2).unwrap_err().to_string(), "no queen may stand on (0, 2): its row is attacked");
/// # Ok::<(), tremaux_puzzles::queens::BoardError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    size: usize,
    /// The column of the queen in each row.
    queens: Vec<Option<u32>>,
    columns: MarkSet,
    diags: MarkSet,
    antis: MarkSet,
}

/// What a [`Board`] refuses to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// The square is not on the board.
    #[error("({row}, {column}) is not on a board of {size} x {size}")]
    OffBoard {
        /// The row asked for.
        row: usize,
        /// The column asked for.
        column: usize,
        /// The board's size.
        size: usize,
    },
    /// A queen attacks the square.
    #[error("no queen may stand on ({row}, {column}): its {mark} is attacked")]
    Attacked {
        /// The row asked for.
        row: usize,
        /// The column asked for.
        column: usize,
        /// The line of the attack: `row`, `column`, `diag` or `anti`.
        mark: &'static str,
    },
    /// There is no queen to remove.
    #[error("there is no queen on ({row}, {column})")]
    NoQueen {
        /// The row asked for.
        row: usize,
        /// The column asked for.
        column: usize,
    },
}

impl Board {
    /// An empty board of `size` x `size` squares.
    ///
    /// # Panics
    /// If `size` is above [`MAX_SIZE`](super::MAX_SIZE).
    #[must_use]
    pub fn new(size: usize) -> Self {
        assert!(size <= super::MAX_SIZE, "a board has at most {} rows", super::MAX_SIZE);
        let diagonals = (2 * size).saturating_sub(1);
        Board {
            size,
            queens: vec![None; size],
            columns: MarkSet::new("column", size),
            diags: MarkSet::new("diag", diagonals),
            antis: MarkSet::new("anti", diagonals),
        }
    }

    /// How many rows and columns the board has.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }

    /// The column of the queen in `row`, if one stands there.
    #[must_use]
    pub fn queen(&self, row: usize) -> Option<u32> {
        self.queens.get(row).copied().flatten()
    }

    /// Whether a queen may be placed on the square: it is on the board and nothing attacks it.
    #[must_use]
    pub fn safe(&self, row: usize, column: usize) -> bool {
        row < self.size && column < self.size && self.attacked_by(row, column).is_none()
    }

    /// The first line by which a queen attacks the square – `row`, `column`, `diag`, `anti`, in this order – if one does.
    #[must_use]
    pub fn attacked_by(&self, row: usize, column: usize) -> Option<&'static str> {
        if self.queen(row).is_some() {
            return Some("row");
        }
        let (diag, anti) = self.lines(row, column);
        let marks = [(&self.columns, column), (&self.diags, diag), (&self.antis, anti)];
        marks.into_iter().find(|(mark, line)| mark.contains(*line)).map(|(mark, _)| mark.name())
    }

    /// Places a queen.
    ///
    /// # Errors
    /// If the square is off the board or attacked. The board is then as before.
    pub fn place(&mut self, row: usize, column: usize) -> Result<(), BoardError> {
        self.on_board(row, column)?;
        if let Some(mark) = self.attacked_by(row, column) {
            return Err(BoardError::Attacked { row, column, mark });
        }
        self.put(row, column);
        Ok(())
    }

    /// Removes the queen on the square.
    ///
    /// # Errors
    /// If there is none. The board is then as before.
    pub fn remove(&mut self, row: usize, column: usize) -> Result<(), BoardError> {
        self.on_board(row, column)?;
        if self.queen(row).is_none_or(|queen| queen as usize != column) {
            return Err(BoardError::NoQueen { row, column });
        }
        self.take(row, column);
        Ok(())
    }

    /// Places a queen on a square known to be safe: board and every mark.
    pub(super) fn put(&mut self, row: usize, column: usize) {
        let (diag, anti) = self.lines(row, column);
        self.queens[row] = u32::try_from(column).ok();
        self.columns.insert(column);
        self.diags.insert(diag);
        self.antis.insert(anti);
    }

    /// Takes back the queen that stands there: board and every mark.
    pub(super) fn take(&mut self, row: usize, column: usize) {
        let (diag, anti) = self.lines(row, column);
        self.antis.remove(anti);
        self.diags.remove(diag);
        self.columns.remove(column);
        self.queens[row] = None;
    }

    /// The numbers of the square's diagonals: `diag` is row - column, moved up so that it starts from 0; `anti` is
    /// row + column.
    fn lines(&self, row: usize, column: usize) -> (usize, usize) {
        (row + self.size - 1 - column, row + column)
    }

    fn on_board(&self, row: usize, column: usize) -> Result<(), BoardError> {
        let size = self.size;
        if row < size && column < size { Ok(()) } else { Err(BoardError::OffBoard { row, column, size }) }
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&super::write::rows(self.size, self.queens.iter().copied()))
    }
}
