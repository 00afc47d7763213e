//! The plain form: blank by blank, each digit tested against the marks before it is placed.

use std::sync::Arc;

use tremaux::{Backdrop, Event, MarkSet, Problem, Scene};

use super::{Pair, Rules, Shape, Sudoku, draw};

/// Sudoku by the template to the letter. A slot is a blank cell, in reading order; a choice is a digit from 1.
///
/// The marks are the digits that each house has, a set for every kind of house (`row`, `column`, `box`, `diagonal`...)
/// with the members `house * size + digit - 1`. A pair or a cage is tested on the cells that are filled: a cage must not
/// pass its sum, nor miss it once it is full.
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
    rules: Rules,
    /// The digits that are not ruled out beforehand, digit `d` as bit `d - 1`.
    candidates: Option<Vec<u32>>,
    /// The digit of each cell, 0 where it is open.
    cells: Vec<u8>,
    blanks: Vec<usize>,
    /// The next open slot: the blanks before it are filled.
    next: usize,
    /// The options of a slot are the digits from 1 to this: all there are, or none where givens clash, so that the
    /// root is a dead end.
    digits: u8,
    /// A set for every kind of house.
    marks: Vec<MarkSet>,
    /// For every cell its houses: the mark, and which of its kind.
    houses_of: Vec<Vec<(usize, usize)>>,
    pairs_of: Vec<Vec<Pair>>,
    cages_of: Vec<Vec<usize>>,
    pub(super) backdrop: Option<Arc<Backdrop>>,
}

impl PlainSudoku {
    /// The grid with its givens marked.
    #[must_use]
    pub fn new(sudoku: &Sudoku) -> Self {
        let shape = sudoku.shape();
        let mut marks: Vec<MarkSet> = Vec::new();
        let mut houses_of = vec![Vec::new(); shape.cells()];
        for house in sudoku.rules().houses() {
            let name = house.kind.name();
            if marks.last().is_none_or(|mark| mark.name() != name) {
                marks.push(MarkSet::new(name, shape.cells()));
            }
            house.cells.iter().for_each(|cell| houses_of[*cell].push((marks.len() - 1, house.index)));
        }
        let digits = if sudoku.clash().is_some() { 0 } else { shape.digits() };
        let mut plain = PlainSudoku {
            rules: sudoku.rules().clone(),
            candidates: sudoku.candidates().map(<[u32]>::to_vec),
            cells: sudoku.cells().to_vec(),
            blanks: sudoku.blanks(),
            next: 0,
            digits,
            marks,
            houses_of,
            pairs_of: sudoku.rules().pairs_of(),
            cages_of: sudoku.rules().cages_of(),
            backdrop: draw::backdrop(sudoku.rules()).map(Arc::new),
        };
        if digits > 0 {
            let givens = (0..shape.cells()).filter(|cell| sudoku.cells()[*cell] > 0);
            givens.for_each(|cell| plain.mark(cell, sudoku.cells()[cell]));
        }
        plain
    }

    /// The member that a digit is of the set of marks of a house's kind.
    fn member(&self, house: usize, digit: u8) -> usize {
        house * self.shape().size() + usize::from(digit) - 1
    }

    fn mark(&mut self, cell: usize, digit: u8) {
        for index in 0..self.houses_of[cell].len() {
            let (mark, house) = self.houses_of[cell][index];
            let member = self.member(house, digit);
            self.marks[mark].insert(member);
        }
    }

    fn unmark(&mut self, cell: usize, digit: u8) {
        for index in 0..self.houses_of[cell].len() {
            let (mark, house) = self.houses_of[cell][index];
            let member = self.member(house, digit);
            self.marks[mark].remove(member);
        }
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
        self.rules.shape()
    }

    /// The marks: a set for every kind of house.
    #[must_use]
    pub fn marks(&self) -> &[MarkSet] {
        &self.marks
    }

    /// The houses of a cell: for each its mark, as an index of [`marks`](PlainSudoku::marks), and which of its kind.
    pub(super) fn houses_of(&self, cell: usize) -> &[(usize, usize)] {
        &self.houses_of[cell]
    }

    fn is_candidate(&self, cell: usize, digit: u8) -> bool {
        self.candidates.as_ref().is_none_or(|candidates| candidates[cell] >> (digit - 1) & 1 == 1)
    }

    /// The name of a relation that `digit` in `cell` breaks with a filled cell.
    fn broken_relation(&self, cell: usize, digit: u8) -> Option<&'static str> {
        let digit_of = |it: usize| if it == cell { digit } else { self.cells[it] };
        let broken = self.pairs_of[cell].iter().find(|pair| {
            let (first, second) = (digit_of(pair.first), digit_of(pair.second));
            first > 0 && second > 0 && !pair.relation.allows(first, second)
        });
        broken.map(|pair| pair.relation.name())
    }

    /// Whether `digit` in `cell` breaks a cage.
    fn breaks_cage(&self, cell: usize, digit: u8) -> bool {
        self.cages_of[cell].iter().map(|cage| &self.rules.cages()[*cage]).any(|cage| {
            let others = || cage.cells.iter().filter(|it| **it != cell).map(|it| self.cells[*it]);
            let sum = others().map(u32::from).sum::<u32>() + u32::from(digit);
            let is_full = others().all(|other| other > 0);
            let wrong = |goal: u32| sum > goal || is_full && sum < goal;
            others().any(|other| other == digit) || cage.sum.is_some_and(wrong)
        })
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
        let cell = self.slot()?;
        let has = |&&(mark, house): &&(usize, usize)| self.marks[mark].contains(self.member(house, digit));
        let marked = self.houses_of[cell].iter().find(has).map(|(mark, _)| self.marks[*mark].name());
        let cage = || self.breaks_cage(cell, digit).then_some("cage");
        let candidate = || (!self.is_candidate(cell, digit)).then_some("candidate");
        marked.or_else(|| self.broken_relation(cell, digit)).or_else(cage).or_else(candidate)
    }

    fn draw(&self, _: &[u8], event: Event<u8>) -> Scene {
        super::draw::scene(self, event)
    }
}
