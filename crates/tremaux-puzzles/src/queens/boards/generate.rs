//! New region boards, each with exactly one solution.
//!
//! A random solution comes first, then regions that grow from its queens. While the board has a second solution, one
//! of its squares goes over to a neighbouring region, in which the second solution then has two queens and in its own
//! none: each repair is the end of at least one solution. Repairs may also let new ones in, so nothing says that this
//! ends; after a number of them the next board is tried. After a number of boards, which happens from about 15 rows
//! on, one is made the other way around: it begins with regions so small that there is no choice, and lets them grow as
//! long as the solution stays the only one.

use tremaux::{Limits, Search};

use super::{FastBoard, FewestChoices, QueensBoard, Rules};
use crate::random::SplitMix;

/// The largest board generated.
pub const MAX_GENERATED_SIZE: usize = 25;

/// Boards tried before one is made without luck.
const MOST_TRIES: usize = 8;

/// Nodes that are enough to tell whether a solution is the only one. A draft for which they are not is no good: so
/// every board can be proven in a moment, and no draft takes longer.
const MOST_NODES: u64 = 300;

/// How often every square may go over to a region that grows.
const ROUNDS_OF_GROWTH: usize = 8;

/// A board of `size` rows with coloured regions, each connected, that has exactly one solution by the rules of the
/// daily puzzle: a queen in every row, column and region, and no two touching. `None` unless `size` is 1 or from 4 to
/// [`MAX_GENERATED_SIZE`]: there is no solution on 2 and 3 rows.
///
/// The same seed gives the same board on every platform. It always ends, since all that is repeated is counted.
///
/// ```
/// use tremaux::Search;
/// use tremaux_puzzles::queens::{FastBoard, FewestChoices, generate};
///
/// let board = generate(9, 7).unwrap();
/// assert_eq!(Search::new(FastBoard::<FewestChoices>::new(&board)).count(), 1);
/// assert_eq!(generate(9, 7), Some(board));
/// ```
#[must_use]
pub fn generate(size: usize, seed: u64) -> Option<QueensBoard> {
    generate_unless(size, seed, &|| false)
}

/// [`generate`], but nothing once `stop` says `true`, which is asked every some milliseconds.
///
/// ```
/// use tremaux_puzzles::queens::{generate, generate_unless};
///
/// assert_eq!(generate_unless(9, 7, &|| false), generate(9, 7));
/// assert_eq!(generate_unless(9, 7, &|| true), None);
/// ```
#[must_use]
pub fn generate_unless(size: usize, seed: u64, stop: &dyn Fn() -> bool) -> Option<QueensBoard> {
    if !matches!(size, 1 | 4..=MAX_GENERATED_SIZE) {
        return None;
    }
    let mut random = SplitMix::new(seed);
    let mut solution = Vec::new();
    for _ in 0..MOST_TRIES {
        solution = random_solution(size, &mut random);
        let mut draft = Draft::grown(&solution, &mut random);
        if draft.repair(&mut random, stop) {
            return draft.board();
        }
    }
    let mut draft = Draft::single(&solution);
    draft.grow_alone(&mut random, stop);
    if stop() { None } else { draft.board() }
}

/// Queens one a row and column of which none touch: about every seventh order of the columns, so that a hundred times
/// this many tries never fail; and if they did, there is one in plain sight.
fn random_solution(size: usize, random: &mut SplitMix) -> Vec<usize> {
    let mut columns: Vec<usize> = (0..size).collect();
    for _ in 0..1000 {
        random.shuffle(&mut columns);
        if columns.windows(2).all(|pair| pair[0].abs_diff(pair[1]) > 1) {
            return columns;
        }
    }
    (1..size).step_by(2).chain((0..size).step_by(2)).collect()
}

/// What is known of a draft.
#[derive(PartialEq)]
enum Verdict {
    /// Its solution is the only one.
    Only,
    /// There is this one as well, as squares by row.
    Other(Vec<usize>),
    /// That would take too long to tell.
    Unknown,
}

/// A board in the making, of connected regions, with a solution.
struct Draft {
    size: usize,
    /// The region of every square, by the number of the row in which its queen stands.
    regions: Vec<usize>,
    /// The solution's square of every region.
    queens: Vec<usize>,
}

impl Draft {
    /// Every region but the first is its queen's square alone, and the first is all the rest: whoever looks at the
    /// single squares has no choice.
    ///
    /// The rest is connected: no two of the single squares touch, not even at a corner, so one can walk around each.
    fn single(columns: &[usize]) -> Self {
        let size = columns.len();
        let queens: Vec<usize> = columns.iter().enumerate().map(|(row, column)| row * size + column).collect();
        let mut regions = vec![0; size * size];
        queens.iter().enumerate().for_each(|(region, &queen)| regions[queen] = region);
        Draft { size, regions, queens }
    }

    /// Regions that grow from the queens of a solution, a random square at a time, until they cover the board.
    fn grown(columns: &[usize], random: &mut SplitMix) -> Self {
        const NONE: usize = usize::MAX;
        let mut draft = Draft::single(columns);
        draft.regions = vec![NONE; draft.regions.len()];
        let mut edge = draft.queens.clone();
        draft.queens.iter().enumerate().for_each(|(region, &queen)| draft.regions[queen] = region);
        while !edge.is_empty() {
            let index = random.below(edge.len());
            let free: Vec<_> = draft.neighbours(edge[index]).filter(|&square| draft.regions[square] == NONE).collect();
            if free.is_empty() {
                edge.swap_remove(index);
                continue;
            }
            let taken = free[random.below(free.len())];
            draft.regions[taken] = draft.regions[edge[index]];
            edge.push(taken);
        }
        draft
    }

    /// Moves squares between regions until the solution is the only one; false when that took too long, or is to `stop`.
    fn repair(&mut self, random: &mut SplitMix, stop: &dyn Fn() -> bool) -> bool {
        for _ in 0..4 * self.size {
            if stop() {
                break;
            }
            match self.verdict() {
                Verdict::Only => return true,
                Verdict::Other(other) if self.exclude(&other, random) => {}
                Verdict::Other(_) | Verdict::Unknown => return false,
            }
        }
        false
    }

    /// Lets single regions grow into the rest, each square looked at a few times, as long as the solution stays the
    /// only one and the rest connected, unless it is to `stop`.
    fn grow_alone(&mut self, random: &mut SplitMix, stop: &dyn Fn() -> bool) {
        let mut squares: Vec<usize> = (0..self.regions.len()).filter(|square| !self.queens.contains(square)).collect();
        for _ in 0..ROUNDS_OF_GROWTH {
            random.shuffle(&mut squares);
            for &square in &squares {
                if stop() {
                    return;
                }
                self.grow_into(square, random);
            }
        }
    }

    /// Gives a square of the rest to a region beside it, if that leaves all as it must be.
    fn grow_into(&mut self, square: usize, random: &mut SplitMix) {
        let mut beside: Vec<_> =
            self.neighbours(square).map(|next| self.regions[next]).filter(|&region| region != 0).collect();
        random.shuffle(&mut beside);
        if self.regions[square] != 0 || !self.is_connected_without(square) {
            return;
        }
        if let Some(&region) = beside.first() {
            self.regions[square] = region;
            if self.verdict() != Verdict::Only {
                self.regions[square] = 0;
            }
        }
    }

    /// Whether the draft's own solution is the only one.
    fn verdict(&self) -> Verdict {
        let Some(board) = self.board() else { return Verdict::Unknown };
        let limits = Limits::new().solutions(2).nodes(MOST_NODES);
        let mut search = Search::new(FastBoard::<FewestChoices>::new(&board)).limits(limits);
        let squares = |columns: Vec<u32>| {
            columns.iter().enumerate().map(|(row, column)| row * self.size + *column as usize).collect::<Vec<_>>()
        };
        let other = search.solutions().map(squares).find(|squares| *squares != self.queens);
        match (other, search.outcome().is_complete()) {
            (Some(other), _) => Verdict::Other(other),
            (None, true) => Verdict::Only,
            (None, false) => Verdict::Unknown,
        }
    }

    /// Moves a square of another solution to a neighbouring region. False when none can be moved and leave all regions
    /// connected.
    fn exclude(&mut self, other: &[usize], random: &mut SplitMix) -> bool {
        let mut squares: Vec<usize> = other.iter().copied().filter(|square| !self.queens.contains(square)).collect();
        random.shuffle(&mut squares);
        for square in squares {
            let own = self.regions[square];
            let mut into: Vec<_> =
                self.neighbours(square).map(|next| self.regions[next]).filter(|&region| region != own).collect();
            random.shuffle(&mut into);
            if let Some(&region) = into.first()
                && self.is_connected_without(square)
            {
                self.regions[square] = region;
                return true;
            }
        }
        false
    }

    /// Whether the region of `square`, which is not its queen's, is connected without it.
    fn is_connected_without(&self, square: usize) -> bool {
        let region = self.regions[square];
        let mut reached = vec![self.queens[region]];
        let mut next = 0;
        while next < reached.len() {
            let from = reached[next];
            let more = self.neighbours(from).filter(|&to| self.regions[to] == region && to != square);
            let more: Vec<_> = more.filter(|to| !reached.contains(to)).collect();
            reached.extend(more);
            next += 1;
        }
        reached.len() + 1 == self.regions.iter().filter(|other| **other == region).count()
    }

    /// The squares above, to the left, to the right and below.
    fn neighbours(&self, square: usize) -> impl Iterator<Item = usize> + use<> {
        let size = self.size;
        let (row, column) = (square / size, square % size);
        let beside = [
            (row > 0).then(|| square - size),
            (column > 0).then(|| square - 1),
            (column + 1 < size).then_some(square + 1),
            (row + 1 < size).then_some(square + size),
        ];
        beside.into_iter().flatten()
    }

    /// The draft as a board; there is one for every draft.
    fn board(&self) -> Option<QueensBoard> {
        let regions: Vec<u32> = self.regions.iter().filter_map(|region| u32::try_from(*region).ok()).collect();
        let rules = Rules { no_touch: true, ..Rules::default() };
        QueensBoard::new(self.size, rules)?.with_regions(&regions).ok()
    }
}
