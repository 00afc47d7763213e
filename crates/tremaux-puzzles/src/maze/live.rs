//! The fast form for all paths: no step is taken after which the end cannot be reached any more.

use std::cmp::Reverse;

use tremaux::{Bits, Problem};

use super::{BitMaze, Maze, fast};
use crate::{Cell, Direction};

/// All paths through a maze by four or eight moves, each of which has its opposite among them, in the order of the
/// plain search and without its vain part.
///
/// The invariant: **at every node, free cells lead from the path's last cell to the end.** So every node leads to a
/// solution, there are no dead ends, and the time between two solutions is bounded by the square of the maze's cells;
/// the plain search may first try every way through a room that its own path has cut off.
///
/// A choice is kept if the end can be reached from it without the cells of the path, which keeps the invariant below
/// it; a choice from which it cannot leads to no solution, so none is lost and their order is as it was. By the
/// invariant at least one free neighbour is kept; so all of them are if they are linked by free cells around the path's
/// last cell, which is the common case and is told by the eight cells there. Otherwise free cells are flooded, from one
/// neighbour after the other, until the end is met or none is left.
///
/// ```
/// use tremaux::{Search, Stats};
/// use tremaux_puzzles::maze::{LivePaths, Maze};
///
/// // In the first five seconds, the bit form finds two of these.
/// let mut search = Search::new(LivePaths::<4>::new(&Maze::open(12, 12).unwrap())).observe(Stats::default());
/// assert_eq!(search.take(1000).len(), 1000);
/// assert_eq!(search.observer().dead_ends, 0);
/// ```
#[derive(Clone, Debug)]
pub struct LivePaths<const N: usize> {
    maze: BitMaze<N>,
    /// The branch of every node from the root to this one.
    branches: Vec<u16>,
    flood: Flood,
    /// The offsets of the eight cells around one, in turn: `D`, `DR`, `R`, `UR`, `U`, `UL`, `L`, `DL`.
    around: [isize; 8],
}

/// The memory of floods.
#[derive(Clone, Debug)]
struct Flood {
    /// For each cell by its number, the last round that saw it.
    seen: Vec<u32>,
    round: u32,
    /// Cells seen whose neighbours are still to be looked at.
    edge: Vec<usize>,
}

impl<const N: usize> LivePaths<N> {
    /// The maze with a path of no steps: it stands at the start.
    ///
    /// # Panics
    /// If the maze is not walked by `N` moves, or `N` is neither 4 nor 8.
    #[must_use]
    pub fn new(maze: &Maze) -> Self {
        assert!(N == 4 || N == 8, "by {N} moves there is no way back");
        use Direction::{Down, DownLeft, DownRight, Left, Right, Up, UpLeft, UpRight};
        // A start from which the end is not reached is walled in, and every other one meets the invariant.
        let maze = BitMaze::new(&fast::without_dead_ends(maze));
        let around = [Down, DownRight, Right, UpRight, Up, UpLeft, Left, DownLeft].map(|cell| maze.offset(cell));
        let flood = Flood { seen: vec![0; maze.size()], round: 0, edge: Vec::new() };
        let mut paths = LivePaths { maze, branches: Vec::new(), flood, around };
        let root = paths.live_branch();
        paths.branches.push(root);
        paths
    }

    /// The free neighbours from which the end can be reached.
    fn live_branch(&mut self) -> u16 {
        let branch = self.maze.branch();
        let one_at_most = branch & branch.wrapping_sub(1) == 0;
        // At the end itself nothing is chosen any more.
        if one_at_most || self.maze.here() == self.maze.end() || self.is_linked() {
            return branch;
        }
        let mut live = 0;
        let mut last = false;
        // No cell was seen in a round that is still to come.
        self.flood.next_round();
        for direction in Bits(branch) {
            let neighbour = self.maze.neighbour(direction);
            // What the last flood saw shares its fate.
            if self.flood.seen[neighbour] != self.flood.round {
                last = self.reaches_end(neighbour);
            }
            live |= if last { direction } else { 0 };
        }
        live
    }

    /// Whether all free neighbours of the path's last cell are linked by free cells around it.
    fn is_linked(&self) -> bool {
        let here = self.maze.here();
        let free = |index: usize| u8::from(self.maze.is_free(here.wrapping_add_signed(self.around[index]))) << index;
        let free = (0..8).fold(0, |around, index| around | free(index));
        // The neighbours of the four moves, at even places, are linked by the corner between them, if it is free.
        // Diagonal moves link cells that follow each other, and two sides past their corner.
        const SIDES: u8 = 0b0101_0101;
        let (next, next_but_one) = (free.rotate_right(1), free.rotate_right(2));
        let (neighbours, linked) = match N {
            4 => (free & SIDES, next & next_but_one),
            _ => (free, next | next_but_one & SIDES),
        };
        // A row of linked cells has one last cell, a full circle none.
        (neighbours & !linked).count_ones() <= 1
    }

    /// Whether free cells lead from this one to the end.
    fn reaches_end(&mut self, from: usize) -> bool {
        let end = self.maze.end();
        let mut offsets = *self.maze.offsets();
        // The last one in is the first one out: let that be the move towards the end.
        offsets.sort_unstable_by_key(|offset| Reverse(from.wrapping_add_signed(*offset).abs_diff(end)));
        self.flood.next_round();
        self.flood.see(from);
        while let Some(cell) = self.flood.edge.pop() {
            if cell == end {
                return true;
            }
            let around = offsets.iter().map(|offset| cell.wrapping_add_signed(*offset));
            around.filter(|cell| self.maze.is_free(*cell)).for_each(|cell| self.flood.see(cell));
        }
        false
    }
}

impl Flood {
    fn next_round(&mut self) {
        self.edge.clear();
        // Once in 2^32 rounds, the numbers of all earlier ones are forgotten.
        self.round = self.round.checked_add(1).unwrap_or_else(|| {
            self.seen.fill(0);
            1
        });
    }

    fn see(&mut self, cell: usize) {
        if std::mem::replace(&mut self.seen[cell], self.round) != self.round {
            self.edge.push(cell);
        }
    }
}

impl<const N: usize> Problem for LivePaths<N> {
    type Choice = u16;
    type Choices = Bits<u16>;
    type Solution = Vec<Cell>;

    #[inline]
    fn choices(&self) -> Option<Bits<u16>> {
        // The root's branch is always there.
        self.maze.choices().and(self.branches.last()).map(|branch| Bits(*branch))
    }

    #[inline]
    fn place(&mut self, direction: u16) {
        self.maze.place(direction);
        let branch = self.live_branch();
        self.branches.push(branch);
    }

    #[inline]
    fn unplace(&mut self, direction: u16) {
        self.branches.pop();
        self.maze.unplace(direction);
    }

    fn solution(&self) -> Vec<Cell> {
        self.maze.solution()
    }

    fn option(&self, index: usize) -> Option<u16> {
        self.maze.option(index)
    }

    fn ruled_out_by(&self, direction: u16) -> Option<&'static str> {
        let cut_off = self.branches.last().is_some_and(|branch| branch & direction == 0);
        self.maze.ruled_out_by(direction).or(cut_off.then_some("cut off"))
    }

    fn label(&self, direction: u16) -> String {
        self.maze.label(direction)
    }
}
