//! The bit form: the same calls and placements, a branch as one word.

use tremaux::{Bits, Problem};

use super::Maze;
use crate::moves::Bordered;
use crate::{Cell, Direction, Moves};

/// What a cell is to the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Wall,
    Open,
    Visited,
}

/// Paths through a maze by `N` moves: all of them, also where the maze is asked for its shortest ones only, since this
/// form keeps no distances.
///
/// The border of the grid is wall, so a neighbour is looked up without a test for the grid's sides; and both marks are
/// one state of the cell. A choice is a word with one bit set: bit i is the i-th of [`Moves::directions`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BitMaze<const N: usize> {
    border: Bordered,
    moves: Moves,
    offsets: [isize; N],
    /// The state of every cell by its number, border included.
    states: Vec<State>,
    /// The numbers of the path's cells, the start first.
    path: Vec<u32>,
    /// The path's last cell.
    here: usize,
    /// The end; 0, the number of a border cell, where no path may begin.
    end: usize,
}

impl<const N: usize> BitMaze<N> {
    /// The maze with a path of no steps: it stands at the start.
    ///
    /// # Panics
    /// If the maze is not walked by `N` moves.
    #[must_use]
    pub fn new(maze: &Maze) -> Self {
        let border = Bordered::new(maze.grid.rows, maze.grid.columns);
        let (start, end) = (border.number(maze.start), border.number(maze.end));
        let mut states = vec![State::Wall; border.size()];
        // A start that is blocked is walled in: no path begins there, whatever is open.
        let begins = maze.is_open(maze.start);
        if begins {
            for (row, cells) in maze.grid.open.chunks(maze.grid.columns).enumerate() {
                let first = border.number((row, 0));
                for (state, open) in states[first..].iter_mut().zip(cells) {
                    *state = if *open { State::Open } else { State::Wall };
                }
            }
        }
        states[start] = State::Visited;
        BitMaze {
            border,
            moves: maze.moves,
            offsets: border.offsets(maze.moves),
            states,
            path: vec![index(start)],
            here: start,
            end: if begins { end } else { 0 },
        }
    }

    /// Goes back one step and leaves the cell marked; returns its number.
    #[inline]
    pub(super) fn step_back(&mut self, direction: u16) -> usize {
        let left = self.here;
        self.path.pop();
        self.here = left.wrapping_add_signed(-self.offsets[direction.trailing_zeros() as usize]);
        left
    }

    fn neighbour(&self, direction: u16) -> usize {
        self.here.wrapping_add_signed(self.offsets[direction.trailing_zeros() as usize])
    }

    fn direction(&self, direction: u16) -> Direction {
        self.moves.directions()[direction.trailing_zeros() as usize]
    }
}

/// A cell's number as it is held: [`MAX_CELLS`](super::MAX_CELLS) and their border fit 32 bits.
fn index(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

impl<const N: usize> Problem for BitMaze<N> {
    type Choice = u16;
    type Choices = Bits<u16>;
    type Solution = Vec<Cell>;

    #[inline]
    fn choices(&self) -> Option<Bits<u16>> {
        if self.here == self.end {
            return None;
        }
        let bit = |(index, offset): (usize, &isize)| {
            let open = self.states[self.here.wrapping_add_signed(*offset)] == State::Open;
            u16::from(open) << index
        };
        Some(Bits(self.offsets.iter().enumerate().map(bit).sum()))
    }

    #[inline]
    fn place(&mut self, direction: u16) {
        self.here = self.neighbour(direction);
        self.states[self.here] = State::Visited;
        self.path.push(index(self.here));
    }

    #[inline]
    fn unplace(&mut self, direction: u16) {
        let left = self.step_back(direction);
        self.states[left] = State::Open;
    }

    fn solution(&self) -> Vec<Cell> {
        self.path.iter().map(|number| self.border.cell(*number as usize)).collect()
    }

    fn option(&self, index: usize) -> Option<u16> {
        (self.here != self.end && index < N).then(|| 1 << index)
    }

    fn ruled_out_by(&self, direction: u16) -> Option<&'static str> {
        match self.states[self.neighbour(direction)] {
            State::Wall => Some("wall"),
            State::Visited => Some("visited"),
            State::Open => None,
        }
    }

    fn label(&self, direction: u16) -> String {
        self.direction(direction).letters().to_owned()
    }
}
