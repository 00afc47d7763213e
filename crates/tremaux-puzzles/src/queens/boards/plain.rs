//! The plain form: row by row, each column tested against the marks before a queen is placed.

use std::ops::Range;
use std::sync::Arc;

use tremaux::{Backdrop, Event, MarkSet, Problem, Scene};

use super::lines::Geometry;
use super::{QueensBoard, draw};

/// A board by the template to the letter, the marks as named sets.
///
/// Every row is a slot, those with a queen given as well: there the mark `given` leaves one column.
///
/// ```
/// use tremaux::Search;
/// use tremaux_puzzles::queens::{PlainBoard, QueensBoard, Rules};
///
/// let board = QueensBoard::new(4, Rules::default()).unwrap().with_given([(2, 3)])?;
/// assert_eq!(Search::new(PlainBoard::new(&board)).all(), [[2, 0, 3, 1]]);
/// # Ok::<(), tremaux_puzzles::queens::BoardError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlainBoard {
    pub(super) geometry: Arc<Geometry>,
    /// The squares with a queen given, the region of every square, and the tints of regions: to be drawn.
    pub(super) given_queens: Arc<[usize]>,
    pub(super) regions: Option<Arc<[u32]>>,
    pub(super) backdrop: Option<Arc<Backdrop>>,
    /// The column of the queen in each row above the open one.
    queens: Vec<u32>,
    /// For every kind of line, the lines that hold a queen.
    pub(super) taken: Vec<MarkSet>,
    /// The squares that hold a queen, for their neighbours to look at.
    pub(super) touch: MarkSet,
}

impl PlainBoard {
    /// The board before its first row.
    #[must_use]
    pub fn new(board: &QueensBoard) -> Self {
        let geometry = Geometry::new(board);
        let taken = geometry.lines.iter().map(|lines| MarkSet::new(lines.name, lines.squares.len())).collect();
        let touch = MarkSet::new("touch", board.size * board.size);
        PlainBoard {
            geometry: Arc::new(geometry),
            given_queens: board.given.as_slice().into(),
            regions: board.regions.as_deref().map(Into::into),
            backdrop: board.regions.as_deref().map(|regions| Arc::new(draw::backdrop(board.size, regions))),
            queens: Vec::new(),
            taken,
            touch,
        }
    }

    /// The marks that rule a square out, as bits: those of the lines, then `touch`, then `given`.
    pub(super) fn attacked_by(&self, square: usize) -> u32 {
        let lines = self.geometry.lines.iter().zip(&self.taken);
        let lines = lines.map(|(lines, mark)| mark.contains(lines.of[square] as usize));
        let touch = self.geometry.touching(square).any(|other| self.touch.contains(other));
        let marks = lines.chain([touch, self.geometry.given.contains(square)]);
        (0..).zip(marks).filter(|(_, ruled_out)| *ruled_out).map(|(bit, _)| 1 << bit).sum()
    }

    /// The square of the open row in `column`.
    fn square(&self, column: usize) -> usize {
        self.queens.len() * self.geometry.size + column
    }
}

impl Problem for PlainBoard {
    type Choice = usize;
    type Choices = Range<usize>;
    type Solution = Vec<u32>;

    fn choices(&self) -> Option<Range<usize>> {
        (self.queens.len() < self.geometry.size).then_some(0..self.geometry.size)
    }

    fn next_choice(&self, branch: &mut Range<usize>) -> Option<usize> {
        branch.find(|&column| self.ruled_out_by(column).is_none())
    }

    fn place(&mut self, column: usize) {
        let square = self.square(column);
        for (lines, taken) in self.geometry.lines.iter().zip(&mut self.taken) {
            taken.insert(lines.of[square] as usize);
        }
        self.touch.insert(square);
        self.queens.extend(u32::try_from(column));
    }

    fn unplace(&mut self, column: usize) {
        self.queens.pop();
        let square = self.square(column);
        self.touch.remove(square);
        for (lines, taken) in self.geometry.lines.iter().zip(&mut self.taken) {
            taken.remove(lines.of[square] as usize);
        }
    }

    fn solution(&self) -> Vec<u32> {
        self.queens.clone()
    }

    fn option(&self, index: usize) -> Option<usize> {
        self.choices()?.nth(index)
    }

    fn ruled_out_by(&self, column: usize) -> Option<&'static str> {
        let square = self.square(column);
        let Geometry { blocked, given, lines, .. } = &*self.geometry;
        if let Some(mark) = [blocked, given].into_iter().find(|mark| mark.contains(square)) {
            return Some(mark.name());
        }
        let mut marks = lines.iter().zip(&self.taken);
        if let Some((_, mark)) = marks.find(|(lines, mark)| mark.contains(lines.of[square] as usize)) {
            return Some(mark.name());
        }
        let touched = self.geometry.touching(square).any(|other| self.touch.contains(other));
        touched.then(|| self.touch.name())
    }

    fn draw(&self, path: &[usize], event: Event<usize>) -> Scene {
        super::draw::scene(self, path, event)
    }
}
