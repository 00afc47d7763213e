//! The plain form: row by row, each column tested against the marks before a queen is placed.

use tremaux::{Event, Problem, Scene};

use super::Board;

/// Queens by the template to the letter, on a [`Board`] whose marks are named sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlainQueens {
    board: Board,
    /// The next open slot: the rows above it are filled.
    row: usize,
}

impl PlainQueens {
    /// An empty board.
    ///
    /// # Panics
    /// If `size` is above [`MAX_SIZE`](super::MAX_SIZE).
    #[must_use]
    pub fn new(size: usize) -> Self {
        PlainQueens { board: Board::new(size), row: 0 }
    }

    /// The board as it stands.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }
}

impl Problem for PlainQueens {
    type Choice = usize;
    type Choices = std::ops::Range<usize>;
    type Solution = Vec<u32>;

    fn choices(&self) -> Option<Self::Choices> {
        (self.row < self.board.size()).then(|| 0..self.board.size())
    }

    fn next_choice(&self, branch: &mut Self::Choices) -> Option<usize> {
        branch.find(|&column| self.board.safe(self.row, column))
    }

    fn place(&mut self, column: usize) {
        self.board.put(self.row, column);
        self.row += 1;
    }

    fn unplace(&mut self, column: usize) {
        self.row -= 1;
        self.board.take(self.row, column);
    }

    fn solution(&self) -> Vec<u32> {
        (0..self.board.size()).filter_map(|row| self.board.queen(row)).collect()
    }

    fn option(&self, column: usize) -> Option<usize> {
        (self.row < self.board.size() && column < self.board.size()).then_some(column)
    }

    fn ruled_out_by(&self, column: usize) -> Option<&'static str> {
        self.board.attacked_by(self.row, column)
    }

    fn draw(&self, path: &[usize], event: Event<usize>) -> Scene {
        super::draw::scene(self.board.size(), path, event)
    }
}
