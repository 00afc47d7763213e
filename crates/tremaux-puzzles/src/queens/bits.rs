//! The bit form: the same calls and placements, the marks as machine words.

use tremaux::{Bits, Event, Problem, Scene};

/// A machine word whose bits are marks.
pub trait Word:
    Copy
    + PartialEq
    + std::fmt::Debug
    + Send
    + Sync
    + std::ops::Not<Output = Self>
    + std::ops::BitAnd<Output = Self>
    + std::ops::BitOr<Output = Self>
    + std::ops::BitXor<Output = Self>
    + std::ops::Shl<usize, Output = Self>
    + std::ops::Shr<usize, Output = Self>
{
    /// No bit set.
    const ZERO: Self;
    /// The lowest bit set.
    const ONE: Self;
    /// Half the number of bits: the largest board whose diagonals fit, those moved off it included.
    const HALF: usize;
    /// The number of the lowest bit set.
    fn lowest(self) -> u32;
}

macro_rules! words {
    ($($word:ty),*) => {$(
        impl Word for $word {
            const ZERO: Self = 0;
            const ONE: Self = 1;
            const HALF: usize = <$word>::BITS as usize / 2;
            #[inline]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }
        }
    )*};
}
words!(u64, u128);

/// Queens with each mark as one word `W`: `u64` for sizes to 32, `u128` to 64.
///
/// A choice is a column as a word with that bit set. The diagonals are kept relative to the open row: a row down, a
/// `diag` stands one column further to the right and an `anti` one to the left. An `anti` is moved to lower bits, so
/// its word holds the row's columns in the upper half; a `diag` is moved to higher bits, with the columns in the lower
/// half. What moves off the board stays in the word, so moving back loses nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BitQueens<W> {
    columns: W,
    diags: W,
    /// Bit `W::HALF + column` stands for `column`.
    antis: W,
    /// The bits of the board's columns.
    board: W,
    /// The choice in each row above the open one.
    queens: Vec<W>,
    size: usize,
}

impl<W: Word> BitQueens<W> {
    /// An empty board.
    ///
    /// # Panics
    /// If `size` is above half the bits of a word.
    #[must_use]
    pub fn new(size: usize) -> Self {
        assert!(size <= W::HALF, "a board of {size} rows does not fit a word of {} bits", 2 * W::HALF);
        let board = (0..size).fold(W::ZERO, |board, column| board | W::ONE << column);
        let queens = Vec::with_capacity(size);
        BitQueens { columns: W::ZERO, diags: W::ZERO, antis: W::ZERO, board, queens, size }
    }
}

impl<W: Word> Problem for BitQueens<W>
where
    Bits<W>: Iterator<Item = W>,
{
    type Choice = W;
    type Choices = Bits<W>;
    type Solution = Vec<u32>;

    #[inline]
    fn choices(&self) -> Option<Bits<W>> {
        let taken = self.columns | self.diags | self.antis >> W::HALF;
        (self.queens.len() < self.size).then_some(Bits(self.board & !taken))
    }

    #[inline]
    fn place(&mut self, column: W) {
        self.queens.push(column);
        self.columns = self.columns | column;
        self.diags = (self.diags | column) << 1;
        self.antis = (self.antis | column << W::HALF) >> 1;
    }

    #[inline]
    fn unplace(&mut self, column: W) {
        self.antis = (self.antis << 1) ^ column << W::HALF;
        self.diags = (self.diags >> 1) ^ column;
        self.columns = self.columns ^ column;
        self.queens.pop();
    }

    fn solution(&self) -> Vec<u32> {
        self.queens.iter().map(|column| column.lowest()).collect()
    }

    fn option(&self, column: usize) -> Option<W> {
        (self.queens.len() < self.size && column < self.size).then(|| W::ONE << column)
    }

    fn ruled_out_by(&self, column: W) -> Option<&'static str> {
        let marks = [("column", self.columns), ("diag", self.diags), ("anti", self.antis >> W::HALF)];
        marks.into_iter().find(|(_, mark)| *mark & column != W::ZERO).map(|(name, _)| name)
    }

    fn label(&self, column: W) -> String {
        column.lowest().to_string()
    }

    fn draw(&self, path: &[W], event: Event<W>) -> Scene {
        let number = |column: W| column.lowest() as usize;
        let columns: Vec<_> = path.iter().map(|column| number(*column)).collect();
        super::draw::scene(self.size, &columns, event.map(number))
    }
}
