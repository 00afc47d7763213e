//! The bit form: the same calls and placements, a branch as one word.

use tremaux::{Bits, Problem};

use super::Maze;
use crate::moves::Bordered;
use crate::{Cell, Direction};

/// What a cell is to the path: one byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Wall,
    Open,
    /// On the path, entered by this move; the start's move means nothing.
    Visited(Direction),
}

/// Paths through a maze by `N` moves: all of them, also where the maze is asked for its shortest ones only, since this
/// form keeps no distances.
///
/// The border of the grid is wall, so a neighbour is looked up without a test for the grid's sides; both marks are one
/// state of the cell; and the path is held by those states alone. A choice is a word with one bit set: bit i is the i-th
/// of [`Moves::directions`](crate::Moves::directions).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BitMaze<const N: usize> {
    border: Bordered,
    directions: [Direction; N],
    offsets: [isize; N],
    /// The state of every cell by its number, border included.
    states: Vec<State>,
    start: usize,
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
        let directions = maze.moves.array();
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
        states[start] = State::Visited(Direction::Down);
        let offsets = directions.map(|direction| border.offset(direction));
        BitMaze { border, directions, offsets, states, start, here: start, end: if begins { end } else { 0 } }
    }

    /// Goes back one step and leaves the cell marked; returns its number.
    #[inline]
    pub(super) fn step_back(&mut self, direction: u16) -> usize {
        let left = self.here;
        self.here = left.wrapping_add_signed(-self.offsets[direction.trailing_zeros() as usize]);
        left
    }

    /// The free neighbours of the path's last cell.
    #[inline]
    pub(super) fn branch(&self) -> u16 {
        let bit =
            |(index, offset): (usize, &isize)| u16::from(self.is_free(self.here.wrapping_add_signed(*offset))) << index;
        self.offsets.iter().enumerate().map(bit).sum()
    }

    #[inline]
    pub(super) fn neighbour(&self, direction: u16) -> usize {
        self.here.wrapping_add_signed(self.offsets[direction.trailing_zeros() as usize])
    }

    /// How many numbers of cells there are.
    pub(super) fn size(&self) -> usize {
        self.states.len()
    }

    pub(super) fn here(&self) -> usize {
        self.here
    }

    pub(super) fn end(&self) -> usize {
        self.end
    }

    pub(super) fn offset(&self, direction: Direction) -> isize {
        self.border.offset(direction)
    }

    pub(super) fn offsets(&self) -> &[isize; N] {
        &self.offsets
    }

    /// Whether the cell of this number is open and not on the path.
    #[inline]
    pub(super) fn is_free(&self, number: usize) -> bool {
        self.states[number] == State::Open
    }
}

impl<const N: usize> Problem for BitMaze<N> {
    type Choice = u16;
    type Choices = Bits<u16>;
    type Solution = Vec<Cell>;

    #[inline]
    fn choices(&self) -> Option<Bits<u16>> {
        (self.here != self.end).then(|| Bits(self.branch()))
    }

    #[inline]
    fn place(&mut self, direction: u16) {
        self.here = self.neighbour(direction);
        self.states[self.here] = State::Visited(self.directions[direction.trailing_zeros() as usize]);
    }

    #[inline]
    fn unplace(&mut self, direction: u16) {
        let left = self.step_back(direction);
        self.states[left] = State::Open;
    }

    fn solution(&self) -> Vec<Cell> {
        let mut number = self.here;
        let mut path = vec![self.border.cell(number)];
        // Back to the start by the moves that led here.
        while let State::Visited(direction) = self.states[number]
            && number != self.start
        {
            number = number.wrapping_add_signed(-self.border.offset(direction));
            path.push(self.border.cell(number));
        }
        path.reverse();
        path
    }

    fn option(&self, index: usize) -> Option<u16> {
        (self.here != self.end && index < N).then(|| 1 << index)
    }

    fn ruled_out_by(&self, direction: u16) -> Option<&'static str> {
        match self.states[self.neighbour(direction)] {
            State::Wall => Some("wall"),
            State::Visited(_) => Some("visited"),
            State::Open => None,
        }
    }

    fn label(&self, direction: u16) -> String {
        self.directions[direction.trailing_zeros() as usize].letters().to_owned()
    }
}
