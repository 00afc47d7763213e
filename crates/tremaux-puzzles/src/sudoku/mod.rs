//! Sudoku: every row, column and box of a grid has every digit once.
//!
//! A slot is a blank cell, in reading order; a choice is a digit, from 1; the marks are the digits that its `row`, its
//! `column` and its `box` have. Sizes from 4 to 25, with boxes of any shape of two or more rows and columns; as a jigsaw
//! from 2 to 25. [`Rules`] describe the variants: every form, the checker and the readers know them by it alone.
//!
//! One puzzle of 9 x 9 is solved and counted by [`bands`], which makes no search that could be told of; everything else by
//! the forms.
//!
//! [`read_puzzles`] says which of the many ways to write a puzzle are read, and how doubts are settled.

pub mod bands;
mod bits;
mod check;
mod count;
mod document;
mod draft;
mod draw;
mod fast;
mod first;
mod fpuzzles;
pub mod lanes;
mod line;
mod make;
mod mistakes;
mod network;
mod nine;
mod opensudoku;
mod pencil;
mod plain;
mod propagate;
mod read;
mod rules;
mod shape;
mod sums;
mod symbols;
mod ways;
mod write;

use num_bigint::BigUint;
use serde_json::{Value, json};
use tremaux::{Limit, Limits};

pub use bits::BitSudoku;
pub use check::{Clash, solves};
pub use fast::{Candidates, FastSudoku, Placement};
pub use first::FirstSudoku;
pub use make::{Difficulty, Made, Missed, NoForm, Recipe, Seen, Stuck, Symmetry, Transform, Verdict};
pub use nine::LineOfNine;
pub use plain::PlainSudoku;
pub use read::{Puzzles, Reading, looks_like_puzzle, parse_box, parse_puzzle, read_puzzles};
pub use rules::{Cage, House, HouseKind, Misfit, Pair, Relation, Rules, Variant};
pub use shape::{MAX_SIZE, Shape};
pub use symbols::{Alphabet, Symbols};

use crate::{
    Aim, Appraisal, Breach, Engine, Form, InputError, Puzzle, Question, Remark, Review, Shortcut, Spotter, Watcher, Way,
};

/// How a puzzle was laid out, so that its solution is laid out alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// All cells on one line.
    Line,
    /// A row a line.
    Rows,
    /// A row a line, its symbols apart by spaces.
    SpacedRows,
}

/// A grid with some cells given, and the rules it is solved by. Givens may break them: then there is no solution, and
/// [`Puzzle::review`] says why.
///
/// ```
/// use tremaux_puzzles::sudoku::{Shape, Sudoku};
/// use tremaux_puzzles::Puzzle;
///
/// let mut cells = vec![0; 16];
/// (cells[0], cells[3]) = (2, 2);
/// let sudoku = Sudoku::new(Shape::of_size(4).unwrap(), cells).unwrap();
/// assert_eq!(sudoku.line(), "2..2............");
/// assert_eq!(sudoku.review(None).unwrap().to_string(), "invalid: row: 2 twice in row 0: (0, 0) and (0, 3)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sudoku {
    rules: Rules,
    /// The digit of each cell in reading order, 0 where it is blank.
    cells: Vec<u8>,
    /// The digits each cell may take, digit `d` as bit `d - 1`, where some are ruled out beforehand.
    candidates: Option<Vec<u32>>,
    symbols: Symbols,
    layout: Layout,
}

impl Sudoku {
    /// What is said of a puzzle that has none.
    pub const NO_SOLUTION: &str = "no solution";

    /// The puzzle with these digits by cell in reading order, 0 for a blank, written on a line; `None` unless there is
    /// one for each cell, of those there are. A [`Shape`] alone stands for the usual rules.
    #[must_use]
    pub fn new(rules: impl Into<Rules>, cells: Vec<u8>) -> Option<Self> {
        let rules = rules.into();
        let shape = rules.shape();
        let fits = cells.len() == shape.cells() && cells.iter().all(|digit| *digit <= shape.digits());
        fits.then_some(Sudoku { rules, cells, candidates: None, symbols: Symbols::USUAL, layout: Layout::Line })
    }

    /// The same puzzle, where every cell takes one of its `candidates`, digit `d` as bit `d - 1`; `None` unless there
    /// are some for each cell, of the digits there are. A given that is not among them clashes.
    #[must_use]
    pub fn with_candidates(mut self, candidates: Vec<u32>) -> Option<Self> {
        let all = self.shape().all_digits();
        let fits = candidates.len() == self.cells.len() && candidates.iter().all(|digits| digits & !all == 0);
        self.candidates = Some(candidates);
        fits.then_some(self)
    }

    /// The puzzle with nothing given.
    #[must_use]
    pub fn blank(rules: impl Into<Rules>) -> Self {
        let rules = rules.into();
        let cells = vec![0; rules.shape().cells()];
        Sudoku { rules, cells, candidates: None, symbols: Symbols::USUAL, layout: Layout::Line }
    }

    /// The same puzzle, to be written with other symbols and laid out otherwise.
    #[must_use]
    pub fn written(mut self, symbols: Symbols, layout: Layout) -> Self {
        (self.symbols, self.layout) = (symbols, layout);
        self
    }

    /// The shape of its grid.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.rules.shape()
    }

    /// The rules it is solved by.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The digits each cell may take, digit `d` as bit `d - 1`, where some are ruled out beforehand.
    #[must_use]
    pub fn candidates(&self) -> Option<&[u32]> {
        self.candidates.as_deref()
    }

    /// Whether rows, columns, boxes and givens are all there is: the usual rules, and no candidate ruled out but by the givens.
    #[must_use]
    pub fn is_classic(&self) -> bool {
        self.rules.is_classic() && self.keeps_candidates()
    }

    /// The digit of each cell in reading order, 0 where it is blank.
    #[must_use]
    pub fn cells(&self) -> &[u8] {
        &self.cells
    }

    /// What its digits are written with.
    #[must_use]
    pub fn symbols(&self) -> Symbols {
        self.symbols
    }

    /// How it is laid out.
    #[must_use]
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// The puzzle on one line, `.` for a blank.
    #[must_use]
    pub fn line(&self) -> String {
        write::line(self, &self.cells)
    }

    /// The puzzle as a file that [`read_puzzles`] reads back: its rules, where they are not the usual ones for its size,
    /// and its grid; with candidates ruled out, in 9 x 9, the pencil marks on a line. For other sizes there is no way to
    /// write candidates.
    ///
    /// ```
    /// use tremaux_puzzles::sudoku::{Reading, parse_puzzle};
    ///
    /// let text = "[Rules]\ndiagonal\nr1c1 < r1c2\nr2c1 r3c1 = 5\n[Puzzle]\n12..\n....\n....\n....\n";
    /// assert_eq!(parse_puzzle(text, Reading::default()).unwrap().file(), text);
    /// ```
    #[must_use]
    pub fn file(&self) -> String {
        write::file(self)
    }

    /// Whether the grid alone, read by `reading`, is this puzzle: no rule and no candidate is lost without its
    /// [`file`](Sudoku::file).
    #[must_use]
    pub fn is_whole_to(&self, reading: Reading) -> bool {
        let shape = reading.boxes.or_else(|| Shape::of_size(self.shape().size()));
        let rules = shape.and_then(|shape| Rules::from(shape).variant(reading.variant).ok());
        self.candidates.is_none() && rules.is_some_and(|rules| rules == self.rules)
    }

    /// The first rule that givens break, in the order of the last given that breaks it.
    #[must_use]
    pub fn clash(&self) -> Option<Clash> {
        check::clashes(self, &self.cells).into_iter().next()
    }

    /// What each cell may hold: its given, or the candidates that are not ruled out beforehand; nothing where a given
    /// is.
    fn open_candidates(&self) -> Vec<u32> {
        let all = self.shape().all_digits();
        let of_given = |&given: &u8| if given == 0 { all } else { 1 << (given - 1) };
        let mut open: Vec<u32> = self.cells.iter().map(of_given).collect();
        if let Some(candidates) = &self.candidates {
            open.iter_mut().zip(candidates).for_each(|(open, candidates)| *open &= candidates);
        }
        open
    }

    /// The blank cells in reading order.
    fn blanks(&self) -> Vec<usize> {
        (0..self.cells.len()).filter(|cell| self.cells[*cell] == 0).collect()
    }
}

impl Puzzle for Sudoku {
    const NAME: &'static str = "sudoku";
    type Solution = Vec<u8>;

    fn pose<Q: Question<Vec<u8>>>(&self, engine: Engine, aim: Aim, question: Q) -> Q::Answer {
        match (engine, aim) {
            (Engine::Plain, _) => question.ask(PlainSudoku::new(self)),
            (Engine::Bits, _) => question.ask(BitSudoku::new(self)),
            (Engine::Fast, Aim::First) => question.ask(FirstSudoku::new(self)),
            (Engine::Fast, Aim::All) => question.ask(FastSudoku::in_order(self)),
            (Engine::Fast, Aim::Any | Aim::Count) => question.ask(FastSudoku::new(self)),
        }
    }

    fn count_without_search(&self, threads: usize, watcher: &dyn Watcher) -> Shortcut<BigUint> {
        self.nine().map_or(Shortcut::Search, |cells| count::count(cells, threads, watcher))
    }

    /// By [`bands`], if the grid is one of 9 x 9.
    fn count_up_to(&self, limit: u64, cancelled: &(dyn Fn() -> bool + Sync)) -> Shortcut<BigUint> {
        let (Some(cells), true) = (self.nine(), limit > 0) else { return Shortcut::Search };
        let (found, ended) = count::count_up_to(cells, limit, &|| cancelled());
        if ended { Shortcut::Found(found.into()) } else { Shortcut::Partial(found.into()) }
    }

    /// By [`bands`], if the grid is one of 9 x 9.
    fn solve_without_search(&self, aim: Aim, cancelled: &(dyn Fn() -> bool + Sync)) -> Shortcut<Option<Vec<u8>>> {
        let Some(cells) = self.nine() else { return Shortcut::Search };
        let solution = match aim {
            Aim::Any => bands::solve_in(Form::best(), cells, cancelled),
            _ => bands::first_in(Form::best(), cells, cancelled),
        };
        Shortcut::unless_cancelled(solution.ok().map(|solution| solution.map(Vec::from)))
    }

    fn input(&self) -> Value {
        json!(self.line())
    }

    fn text(&self, solution: &Vec<u8>) -> String {
        write::text(self, solution)
    }

    fn json(&self, solution: &Vec<u8>) -> Value {
        json!(write::line(self, solution))
    }

    fn none(&self, _: Aim) -> String {
        Sudoku::NO_SOLUTION.into()
    }

    fn verify(&self, solution: &Vec<u8>) -> Result<(), Breach> {
        check::full(self, solution)
    }

    fn review(&self, answer: Option<&str>) -> Result<Review, InputError> {
        let cells = answer.map_or(Ok(self.cells.clone()), |answer| read::answer(answer, self))?;
        Ok(check::review(self, &cells))
    }

    fn appraise(&self, asked: Appraisal, limits: &dyn Fn() -> Limits) -> (Vec<Remark>, Option<Limit>) {
        self.remarks(asked, limits)
    }

    fn ways(&self) -> Vec<Way> {
        ways::ways(self)
    }

    fn mistakes<S: Spotter>(&self, spotter: &mut S) {
        mistakes::spot(self, spotter);
    }
}
