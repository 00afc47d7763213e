//! A maze gone wrong.

use tremaux::{Event, Problem, Scene};

use super::{Maze, PlainMaze};
use crate::{Cell, Direction, Mistake, Moves, Program, Spotter};

/// Shows the mistake in a maze.
pub(super) fn spot(maze: &Maze, spotter: &mut impl Spotter) {
    let leads_back = maze.moves != Moves::RightDown && !maze.shortest;
    let mistake = Mistake {
        name: "the recursion never shrinks: a cell is not marked when it is entered",
        right: "go to the cell, and mark it as visited",
        wrong: "go to the cell",
        leads_to: if leads_back {
            "the walk steps back to where it came from, and to and fro for ever: each call makes another one, until the \
             stack overflows"
                .into()
        } else {
            "the marks are wrong; but no move here leads back, so the walk ends all the same".into()
        },
    };
    let saved = |path: &Vec<Cell>| path.iter().map(|cell| format!("{cell:?}")).collect::<Vec<_>>().join(" ");
    let right = Program::new(|| PlainMaze::new(maze), saved);
    spotter.spot(mistake, right, Program::new(|| Unmarked(PlainMaze::new(maze)), saved));
}

/// A walk that marks where it begins, and no other cell.
struct Unmarked(PlainMaze);

impl Problem for Unmarked {
    type Choice = Direction;
    type Choices = <PlainMaze as Problem>::Choices;
    type Solution = Vec<Cell>;

    fn choices(&self) -> Option<Self::Choices> {
        self.0.choices()
    }

    fn next_choice(&self, branch: &mut Self::Choices) -> Option<Direction> {
        self.0.next_choice(branch)
    }

    fn place(&mut self, direction: Direction) {
        let cell = direction.from(self.0.here());
        self.0.path.push(cell);
    }

    fn unplace(&mut self, _: Direction) {
        self.0.path.pop();
    }

    fn solution(&self) -> Vec<Cell> {
        self.0.solution()
    }

    fn option(&self, index: usize) -> Option<Direction> {
        self.0.option(index)
    }

    fn ruled_out_by(&self, direction: Direction) -> Option<&'static str> {
        self.0.ruled_out_by(direction)
    }

    fn label(&self, direction: Direction) -> String {
        self.0.label(direction)
    }

    fn draw(&self, path: &[Direction], event: Event<Direction>) -> Scene {
        self.0.draw(path, event)
    }
}
