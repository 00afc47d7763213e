//! The bit form: the same calls and placements, the marks as machine words.

use std::sync::Arc;

use tremaux::{Bits, Problem};

use super::super::bits::Word;
use super::QueensBoard;
use super::lines::Geometry;

/// A board with the marks of every row as words `W`: `u64` for sizes to 64, `u128` to 128.
///
/// A choice is a column as a word with that bit set. A mark is kept as the columns of every row that it rules out. No
/// two queens in peace attack a square along the same kind of line, so a queen's squares are flipped in when it is placed and
/// flipped back when it is taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BitBoard<W> {
    fixed: Arc<Fixed<W>>,
    /// The choice in each row above the open one.
    queens: Vec<W>,
    /// For every kind of line, the columns attacked in every row.
    attacked: Vec<Vec<W>>,
}

/// What a search does not change.
#[derive(Debug, PartialEq, Eq)]
struct Fixed<W> {
    geometry: Geometry,
    blocked: Vec<W>,
    given: Vec<W>,
    /// For every kind of line, what a queen on a square attacks: the rows with the column there.
    lines: Vec<Vec<Vec<(usize, W)>>>,
}

impl<W: Word> BitBoard<W> {
    /// The board before its first row.
    ///
    /// # Panics
    /// If it has more columns than a word has bits.
    #[must_use]
    pub fn new(board: &QueensBoard) -> Self {
        let (size, bits) = (board.size, 2 * W::HALF);
        assert!(size <= bits, "a board of {size} columns does not fit a word of {bits} bits");
        let geometry = Geometry::new(board);
        let place = |square: usize| (square / size, W::ONE << (square % size));
        let words = |squares: &mut dyn Iterator<Item = usize>| {
            let mut rows = vec![W::ZERO; size];
            squares.map(place).for_each(|(row, column)| rows[row] = rows[row] | column);
            rows
        };
        let blocked = words(&mut geometry.blocked.iter());
        let given = words(&mut geometry.given.iter());
        let lines = geometry.lines.iter();
        let lines =
            lines.map(|lines| lines.squares.iter().map(|line| line.iter().copied().map(place).collect()).collect());
        let lines: Vec<_> = lines.collect();
        let attacked = vec![vec![W::ZERO; size]; lines.len()];
        let fixed = Fixed { geometry, blocked, given, lines };
        BitBoard { fixed: Arc::new(fixed), queens: Vec::with_capacity(size), attacked }
    }

    /// Flips the marks of a queen in `row`, the last one placed.
    fn flip(&mut self, row: usize, column: W) {
        let Fixed { geometry, lines, .. } = &*self.fixed;
        let square = row * geometry.size + column.lowest() as usize;
        for ((kind, squares), attacked) in geometry.lines.iter().zip(lines).zip(&mut self.attacked) {
            for &(row, column) in &squares[kind.of[square] as usize] {
                attacked[row] = attacked[row] ^ column;
            }
        }
    }

    /// The columns of the open row that touch a queen.
    fn touched(&self) -> W {
        let (geometry, row) = (&self.fixed.geometry, self.queens.len());
        if !geometry.no_touch {
            return W::ZERO;
        }
        // Only the row above and, around a torus, the first one can be filled and touch the open row.
        let above = row.checked_sub(1);
        let beside = above.into_iter().chain((row + 1 == geometry.size && row > 0).then_some(0));
        let queens = beside.map(|row| row * geometry.size + self.queens[row].lowest() as usize);
        let here = row * geometry.size..(row + 1) * geometry.size;
        let squares = queens.flat_map(|queen| geometry.touching(queen)).filter(|square| here.contains(square));
        squares.fold(W::ZERO, |touched, square| touched | W::ONE << (square - here.start))
    }
}

impl<W: Word> Problem for BitBoard<W>
where
    Bits<W>: Iterator<Item = W>,
{
    type Choice = W;
    type Choices = Bits<W>;
    type Solution = Vec<u32>;

    fn choices(&self) -> Option<Bits<W>> {
        let row = self.queens.len();
        let size = self.fixed.geometry.size;
        if row == size {
            return None;
        }
        let fixed = self.fixed.blocked[row] | self.fixed.given[row];
        let attacked = self.attacked.iter().fold(fixed, |taken, rows| taken | rows[row]);
        Some(Bits(!(W::ZERO) >> (2 * W::HALF - size) & !(attacked | self.touched())))
    }

    fn place(&mut self, column: W) {
        self.flip(self.queens.len(), column);
        self.queens.push(column);
    }

    fn unplace(&mut self, column: W) {
        self.queens.pop();
        self.flip(self.queens.len(), column);
    }

    fn solution(&self) -> Vec<u32> {
        self.queens.iter().map(|column| column.lowest()).collect()
    }

    fn option(&self, column: usize) -> Option<W> {
        let size = self.fixed.geometry.size;
        (self.queens.len() < size && column < size).then(|| W::ONE << column)
    }

    fn ruled_out_by(&self, column: W) -> Option<&'static str> {
        let (row, fixed) = (self.queens.len(), &*self.fixed);
        let kinds = fixed.geometry.lines.iter().map(|lines| lines.name);
        let lines = kinds.zip(self.attacked.iter().map(|rows| rows[row]));
        let marks = [("blocked", fixed.blocked[row]), ("given", fixed.given[row])].into_iter().chain(lines);
        let mut marks = marks.chain([("touch", self.touched())]);
        marks.find(|(_, mark)| *mark & column != W::ZERO).map(|(name, _)| name)
    }

    fn label(&self, column: W) -> String {
        column.lowest().to_string()
    }
}
