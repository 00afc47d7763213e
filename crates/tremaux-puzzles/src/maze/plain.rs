//! The plain form: step by step, each direction tested against the marks before it is taken.

use std::iter::Copied;
use std::slice;
use std::sync::Arc;

use tremaux::{Event, MarkSet, Problem, Scene};

use super::{Maze, shortest};
use crate::{Cell, Direction};

/// Paths through a maze by the template to the letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlainMaze {
    maze: Maze,
    /// How many moves each cell is from the end; only for shortest paths.
    distances: Option<Arc<[u32]>>,
    /// The path so far; its first cell is the start.
    pub(super) path: Vec<Cell>,
    /// The cells of the path.
    visited: MarkSet,
}

impl PlainMaze {
    /// The maze with a path of no steps: it stands at the start.
    #[must_use]
    pub fn new(maze: &Maze) -> Self {
        let mut visited = MarkSet::new("visited", maze.grid.open.len());
        visited.insert(maze.number(maze.start));
        let distances = maze.shortest.then(|| shortest::distances(maze));
        PlainMaze { maze: maze.clone(), distances, path: vec![maze.start], visited }
    }

    /// The path so far, the start included.
    #[must_use]
    pub fn path(&self) -> &[Cell] {
        &self.path
    }

    pub(super) fn here(&self) -> Cell {
        self.path[self.path.len() - 1]
    }

    fn is_detour(&self, cell: Cell) -> bool {
        self.distances.as_ref().is_some_and(|distances| {
            let distance = |cell| distances[self.maze.number(cell)];
            // A cell from which the end is not reached has only such cells to go to, and adding 1 wraps to 0.
            distance(cell).wrapping_add(1) != distance(self.here())
        })
    }
}

impl Problem for PlainMaze {
    type Choice = Direction;
    type Choices = Copied<slice::Iter<'static, Direction>>;
    type Solution = Vec<Cell>;

    fn choices(&self) -> Option<Self::Choices> {
        let complete = self.here() == self.maze.end && self.maze.is_open(self.maze.end);
        (!complete).then(|| self.maze.moves.directions().iter().copied())
    }

    fn next_choice(&self, branch: &mut Self::Choices) -> Option<Direction> {
        branch.find(|&direction| self.ruled_out_by(direction).is_none())
    }

    fn place(&mut self, direction: Direction) {
        let cell = direction.from(self.here());
        self.visited.insert(self.maze.number(cell));
        self.path.push(cell);
    }

    fn unplace(&mut self, _: Direction) {
        self.visited.remove(self.maze.number(self.here()));
        self.path.pop();
    }

    fn solution(&self) -> Vec<Cell> {
        self.path.clone()
    }

    fn option(&self, index: usize) -> Option<Direction> {
        self.choices()?.nth(index)
    }

    fn ruled_out_by(&self, direction: Direction) -> Option<&'static str> {
        let cell = direction.from(self.here());
        // A start that is blocked is walled in: no path begins there.
        if !self.maze.is_open(cell) || !self.maze.is_open(self.here()) {
            return Some("wall");
        }
        if self.visited.contains(self.maze.number(cell)) {
            return Some(self.visited.name());
        }
        self.is_detour(cell).then_some("detour")
    }

    fn label(&self, direction: Direction) -> String {
        direction.letters().to_owned()
    }

    fn draw(&self, _: &[Direction], event: Event<Direction>) -> Scene {
        let by = match event {
            Event::Reject(direction) => self.ruled_out_by(direction),
            _ => None,
        };
        super::draw::scene(&self.maze, &self.path, &self.visited, event, by)
    }
}
