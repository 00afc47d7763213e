//! The plain form: letter by letter, each cell tested against the marks before it is taken.

use std::sync::Arc;

use tremaux::{Event, MarkSet, Problem, Scene};

use super::{Found, Grid, Options, WordSearch};
use crate::{Cell, Moves};

/// The search for a word by the template to the letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlainWord {
    word: Arc<str>,
    letters: Arc<[char]>,
    grid: Grid,
    moves: Moves,
    /// The cells of the letters so far; the next open slot is the letter after them.
    path: Vec<Cell>,
    /// The cells of the path.
    used: MarkSet,
}

impl PlainWord {
    /// The search with no letter found yet.
    #[must_use]
    pub fn new(search: &WordSearch) -> Self {
        let (letters, grid) = search.folded();
        let used = MarkSet::new("used", grid.cells());
        PlainWord { word: search.word.clone(), letters, grid, moves: search.moves, path: Vec::new(), used }
    }

    /// The cells of the letters so far.
    #[must_use]
    pub fn path(&self) -> &[Cell] {
        &self.path
    }
}

impl Problem for PlainWord {
    type Choice = Cell;
    type Choices = Options;
    type Solution = Found;

    fn choices(&self) -> Option<Options> {
        (self.path.len() < self.letters.len()).then(|| self.grid.options(self.path.last().copied(), self.moves))
    }

    fn next_choice(&self, branch: &mut Options) -> Option<Cell> {
        branch.find(|&cell| self.ruled_out_by(cell).is_none())
    }

    fn place(&mut self, cell: Cell) {
        self.used.insert(self.grid.number(cell));
        self.path.push(cell);
    }

    fn unplace(&mut self, cell: Cell) {
        self.path.pop();
        self.used.remove(self.grid.number(cell));
    }

    fn solution(&self) -> Found {
        Found { word: self.word.to_string(), path: self.path.clone() }
    }

    fn option(&self, index: usize) -> Option<Cell> {
        self.choices()?.nth(index)
    }

    fn ruled_out_by(&self, cell: Cell) -> Option<&'static str> {
        let number = self.grid.number(cell);
        if self.grid.letters()[number] != self.letters[self.path.len()] {
            return Some("letter");
        }
        self.used.contains(number).then_some(self.used.name())
    }

    fn draw(&self, path: &[Cell], event: Event<Cell>) -> Scene {
        let by = match event {
            Event::Reject(cell) => self.ruled_out_by(cell),
            _ => None,
        };
        super::draw::scene(&self.grid, path, &self.used, event, by)
    }
}
