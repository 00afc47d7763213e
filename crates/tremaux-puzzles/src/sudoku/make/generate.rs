//! New puzzles with exactly one solution.
//!
//! A *draft* begins with a random solved grid. Its cells, in the classes that the symmetry makes of them and in random
//! order, become clues until no other solution is left. Then every class of clues that is not needed goes again. Drafts are made until one is what the recipe
//! asks for, or until there were as many as it allows; and each search in it is bounded, so that it always ends.

use std::ops::RangeInclusive;

use tremaux::{Limit, Limits, Outcome, Problem, Search};

use super::symmetry::Symmetry;
use super::{Difficulty, Verdict};
use crate::random::SplitMix;
use crate::sudoku::{FastSudoku, Placement, Rules, Sudoku};

/// Nodes in which one random grid must be found; if not, the next begins.
const NODES_OF_A_GRID: u64 = 1_000;

/// What puzzles are to be made.
///
/// ```
/// use tremaux::Limits;
/// use tremaux_puzzles::sudoku::{Recipe, Shape, Symmetry, Verdict};
///
/// let recipe = Recipe { symmetry: Symmetry::Rotate, ..Recipe::new(Shape::NINE) };
/// let made = recipe.make(7, 0, &Limits::new).unwrap();
/// assert_eq!(made.puzzle.verdict(Limits::new()), Verdict::One);
/// ```
#[derive(Clone, Debug)]
pub struct Recipe {
    /// A puzzle of the shape and rules wanted; its cells are not looked at.
    pub like: Sudoku,
    /// What the pattern of clues is to look like.
    pub symmetry: Symmetry,
    /// How many clues there may be.
    pub clues: Option<RangeInclusive<usize>>,
    /// Whether the solution must need every clue. Without it, and where neither a number of clues nor a symmetry is
    /// asked for, that is so but for clues of which it could not be told within `most_nodes`.
    pub minimal: bool,
    /// What the difficulty may be.
    pub difficulty: Option<RangeInclusive<Difficulty>>,
    /// Drafts for one puzzle.
    pub most_drafts: u64,
    /// Nodes of one search: a draft that needs more to be proven is not proven.
    pub most_nodes: u64,
}

/// A new puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// The puzzle, on a line.
    pub puzzle: Sudoku,
    /// Its only solution, by cell.
    pub solution: Vec<u8>,
    /// Its difficulty, where the recipe asks for one.
    pub difficulty: Option<Difficulty>,
}

/// Why there is no puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Missed {
    /// No draft was what was asked for; this is what they were.
    Recipe(Seen),
    /// The caller's limit.
    Stopped(Limit),
}

/// What the drafts were like that were made in vain.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// The least and the largest number of clues, of drafts whose solution was proven to be the only one.
    pub clues: Option<(usize, usize)>,
    /// The least and the largest difficulty, of those among them that had a number of clues as asked for.
    pub difficulty: Option<(Difficulty, Difficulty)>,
    /// How many had more clues than they need.
    pub not_minimal: u64,
}

impl Recipe {
    /// Puzzles by `rules`, which a [`Shape`](crate::sudoku::Shape) alone stands for, with as few clues as come by chance: some 24 for 9 x 9.
    #[must_use]
    pub fn new(rules: impl Into<Rules>) -> Self {
        let rules = rules.into();
        let size = rules.shape().size();
        Recipe {
            like: Sudoku::blank(rules),
            symmetry: Symmetry::None,
            clues: None,
            minimal: false,
            difficulty: None,
            most_drafts: 1_000,
            most_nodes: if size > 16 { 100 } else { 10_000 },
        }
    }

    /// Puzzle number `index` (from 0) of `seed`: the same on every platform, whatever other numbers are made and by how
    /// many threads. `limits` are the caller's for each of very many searches: how long it may take, and a flag.
    ///
    /// # Errors
    /// Why there is none.
    pub fn make(&self, seed: u64, index: u64, limits: &dyn Fn() -> Limits) -> Result<Made, Missed> {
        let mut random = SplitMix::new(SplitMix::new(seed).word() ^ SplitMix::new(index).word().rotate_left(32));
        let mut seen = Seen::default();
        let limits = || limits().nodes(self.most_nodes);
        for _ in 0..self.most_drafts {
            let draft = self.draft(&mut random, &limits).map_err(Missed::Stopped)?;
            if let Some(made) = draft.map(|draft| self.judge(draft, &mut seen, &limits)) {
                match made {
                    Ok(Some(made)) => return Ok(made),
                    Ok(None) | Err(Limit::Nodes | Limit::Solutions) => {}
                    Err(limit) => return Err(Missed::Stopped(limit)),
                }
            }
        }
        Err(Missed::Recipe(seen))
    }

    /// The draft as a puzzle, if it is what is asked for.
    fn judge(&self, draft: Draft, seen: &mut Seen, limits: &dyn Fn() -> Limits) -> Result<Option<Made>, Limit> {
        let clues = draft.puzzle.clues().len();
        widen(&mut seen.clues, clues);
        if self.clues.as_ref().is_some_and(|range| !range.contains(&clues)) {
            return Ok(None);
        }
        if self.minimal && !draft.puzzle.needless(limits)?.is_empty() {
            seen.not_minimal += 1;
            return Ok(None);
        }
        let mut difficulty = None;
        if let Some(range) = &self.difficulty {
            let Some(found) = draft.puzzle.difficulty(limits)? else { return Ok(None) };
            widen(&mut seen.difficulty, found);
            if !range.contains(&found) {
                return Ok(None);
            }
            difficulty = Some(found);
        }
        Ok(Some(Made { puzzle: draft.puzzle, solution: draft.solution, difficulty }))
    }

    /// A puzzle that has one solution, or `None` where that could not be told.
    fn draft(&self, random: &mut SplitMix, limits: &dyn Fn() -> Limits) -> Result<Option<Draft>, Limit> {
        let Some(solution) = self.solved_grid(random, limits)? else { return Ok(None) };
        let mut puzzle = self.like.clone();
        puzzle.cells.fill(0);
        let orbits = self.symmetry.orbits(puzzle.shape().size(), random);
        let least = match &self.clues {
            Some(range) if !self.minimal => {
                range.start() + random.below(range.end().saturating_sub(*range.start()) + 1)
            }
            _ => 0,
        };
        let mut draft = Draft { puzzle, solution, orbits };
        draft.give(least, limits)?;
        draft.thin(least, limits)?;
        Ok(Some(draft))
    }

    /// A random solved grid, if one is found soon.
    fn solved_grid(&self, random: &mut SplitMix, limits: &dyn Fn() -> Limits) -> Result<Option<Vec<u8>>, Limit> {
        let mut search = Search::new(Shuffled::new(&self.like, random)).limits(limits().nodes(NODES_OF_A_GRID));
        match (search.first(), search.outcome()) {
            (None, Outcome::Stopped(limit)) if limit != Limit::Nodes => Err(limit),
            (grid, _) => Ok(grid),
        }
    }
}

fn widen<T: Copy + Ord>(range: &mut Option<(T, T)>, found: T) {
    let (least, most) = range.unwrap_or((found, found));
    *range = Some((least.min(found), most.max(found)));
}

/// A puzzle in the making.
struct Draft {
    puzzle: Sudoku,
    solution: Vec<u8>,
    /// The cells by classes of the symmetry, in the order in which they become clues; then those that did.
    orbits: Vec<Vec<usize>>,
}

impl Draft {
    /// Gives the shortest beginning of `orbits` as clues that leaves no other solution and has `least` clues; where
    /// that cannot be told, a longer one.
    ///
    /// More clues never let in another solution, so the beginnings are halved; and what comes out hangs on nothing but
    /// whether there is another, not on which one an engine finds.
    fn give(&mut self, least: usize, limits: &dyn Fn() -> Limits) -> Result<(), Limit> {
        let (mut too_few, mut enough) = (0, self.orbits.len());
        while too_few + 1 < enough {
            let middle = usize::midpoint(too_few, enough);
            match self.with_clues(middle).verdict(limits()) {
                Verdict::One => enough = middle,
                Verdict::None | Verdict::Several | Verdict::Unknown(Limit::Nodes) => too_few = middle,
                Verdict::Unknown(limit) => return Err(limit),
            }
        }
        let clues = |orbits: &[Vec<usize>]| orbits.iter().map(Vec::len).sum::<usize>();
        while clues(&self.orbits[..enough]) < least && enough < self.orbits.len() {
            enough += 1;
        }
        self.puzzle = self.with_clues(enough);
        self.orbits.truncate(enough);
        Ok(())
    }

    /// The puzzle with the first classes as clues.
    fn with_clues(&self, orbits: usize) -> Sudoku {
        let mut puzzle = self.puzzle.clone();
        self.orbits[..orbits].iter().flatten().for_each(|cell| puzzle.cells[*cell] = self.solution[*cell]);
        puzzle
    }

    /// Takes classes of clues away that are not needed, as long as there are `least` clues.
    fn thin(&mut self, least: usize, limits: &dyn Fn() -> Limits) -> Result<(), Limit> {
        let mut clues: usize = self.orbits.iter().map(Vec::len).sum();
        for orbit in &self.orbits {
            if clues < least + orbit.len() {
                continue;
            }
            let needed = if let [cell] = orbit[..] {
                self.puzzle.is_needed(cell, limits())
            } else {
                let mut without = self.puzzle.clone();
                orbit.iter().for_each(|cell| without.cells[*cell] = 0);
                match without.verdict(limits()) {
                    Verdict::One => Ok(false),
                    Verdict::Unknown(limit) => Err(limit),
                    Verdict::Several | Verdict::None => Ok(true),
                }
            };
            match needed {
                Ok(false) => {
                    clues -= orbit.len();
                    orbit.iter().for_each(|cell| self.puzzle.cells[*cell] = 0);
                }
                Ok(true) | Err(Limit::Nodes | Limit::Solutions) => {}
                Err(limit) => return Err(limit),
            }
        }
        Ok(())
    }
}

/// The fast form of an empty grid, with an order of its own for each cell in which its candidates are tried.
struct Shuffled {
    inner: FastSudoku,
    size: usize,
    /// For each cell and digit, when that digit's turn is in the cell.
    turns: Vec<usize>,
}

impl Shuffled {
    fn new(like: &Sudoku, random: &mut SplitMix) -> Self {
        let mut blank = like.clone();
        blank.cells.fill(0);
        let size = like.shape().size();
        let mut turns: Vec<usize> = (0..like.shape().cells() * size).map(|turn| turn % size).collect();
        turns.chunks_exact_mut(size).for_each(|cell| random.shuffle(cell));
        Shuffled { inner: FastSudoku::new(&blank), size, turns }
    }
}

impl Problem for Shuffled {
    type Choice = Placement;
    type Choices = std::vec::IntoIter<Placement>;
    type Solution = Vec<u8>;

    fn choices(&self) -> Option<Self::Choices> {
        let mut choices: Vec<Placement> = self.inner.choices()?.collect();
        choices.sort_unstable_by_key(|it| self.turns[it.cell * self.size + it.digit.trailing_zeros() as usize]);
        Some(choices.into_iter())
    }

    fn place(&mut self, choice: Placement) {
        self.inner.place(choice);
    }

    fn unplace(&mut self, choice: Placement) {
        self.inner.unplace(choice);
    }

    fn solution(&self) -> Vec<u8> {
        self.inner.solution()
    }
}
