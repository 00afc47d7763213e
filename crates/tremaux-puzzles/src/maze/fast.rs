//! The fast form for one path: dead cells stay dead. For all of them: what lies on no path is walled up first.

use std::sync::Arc;

use tremaux::{Bits, Problem};

use super::{BitMaze, Grid, Maze, shortest};
use crate::Cell;

/// The maze with a wall in place of every cell from which the end cannot be reached, which no path visits: the same
/// paths in the same order, without the search below such cells. By right and down alone that leaves no dead end.
pub(super) fn without_blind_cells(maze: &Maze) -> Maze {
    let open = shortest::distances(maze).iter().map(|distance| *distance < u32::MAX).collect();
    Maze { grid: Arc::new(Grid { open, ..*maze.grid }), ..maze.clone() }
}

/// The maze without blind cells and without dead ends, for moves that can be taken back: a cell with one free neighbour,
/// neither start nor end, is on no path, for a path leaves a cell by another way than it came; and once it is walled up,
/// that neighbour may be such a cell in turn. A maze without loops is left with its one path.
pub(super) fn without_dead_ends(maze: &Maze) -> Maze {
    let mut maze = without_blind_cells(maze);
    for row in 0..maze.grid.rows {
        for column in 0..maze.grid.columns {
            let mut cell = Some((row, column));
            while let Some(dead) = cell.filter(|cell| is_dead_end(&maze, *cell)) {
                cell = free_neighbours(&maze, dead).next();
                let number = maze.number(dead);
                Arc::make_mut(&mut maze.grid).open[number] = false;
            }
        }
    }
    maze
}

fn is_dead_end(maze: &Maze, cell: Cell) -> bool {
    let on_the_way = cell == maze.start || cell == maze.end;
    maze.is_open(cell) && !on_the_way && free_neighbours(maze, cell).nth(1).is_none()
}

fn free_neighbours(maze: &Maze, cell: Cell) -> impl Iterator<Item = Cell> {
    maze.moves.directions().iter().map(move |direction| direction.from(cell)).filter(|cell| maze.is_open(*cell))
}

/// The first path through a maze by `N` moves, in time linear in its cells: a cell taken back keeps its mark, as
/// Trémaux's walker keeps his.
///
/// So `unplace` is deliberately not the inverse of `place`: this form has a memory, and is good for one walk from the
/// start, which finds one path – or none – and then nothing more.
///
/// # It is the first path
///
/// Call a cell *dead* once it was taken back. The invariant: **every move out of a dead cell leads to a wall, to a dead
/// cell, or to a cell of the current path.** Placing a cell lengthens the path and breaks nothing. A cell is taken back
/// when its branch is exhausted: each cell beside it was then a wall, dead, on the path, or was entered from it and
/// taken back, hence dead; and those that led to it now lead to a dead cell.
///
/// The end was never taken back while it is still sought. So a walk from a dead cell to the end leaves the dead cells,
/// and by the invariant it does so onto the current path, which a path that extends the current one must not cross:
/// below a dead cell the plain search finds nothing. This form leaves out such subtrees, takes everything else in the
/// same order, and therefore comes upon the same path first.
///
/// ```
/// use tremaux::Search;
/// use tremaux_puzzles::maze::{FirstPath, Maze};
///
/// // The end is walled in. The plain search would try every way through the 9,997 cells around it to find that out.
/// let mut rows = vec![vec![true; 100]; 100];
/// (rows[98][99], rows[99][98]) = (false, false);
/// let maze = Maze::new(&rows, (0, 0), (99, 99)).unwrap();
/// assert_eq!(Search::new(FirstPath::<4>::new(&maze)).first(), None);
/// ```
#[derive(Clone, Debug)]
pub struct FirstPath<const N: usize>(BitMaze<N>);

impl<const N: usize> FirstPath<N> {
    /// The maze with a path of no steps: it stands at the start.
    ///
    /// # Panics
    /// If the maze is not walked by `N` moves.
    #[must_use]
    pub fn new(maze: &Maze) -> Self {
        FirstPath(BitMaze::new(maze))
    }
}

impl<const N: usize> Problem for FirstPath<N> {
    type Choice = u16;
    type Choices = Bits<u16>;
    type Solution = Vec<Cell>;

    // What was open when the branch was made may have died under an earlier choice of it: the whole branch is
    // tested anew each time.
    #[inline]
    fn next_choice(&self, branch: &mut Bits<u16>) -> Option<u16> {
        branch.find(|&direction| self.0.ruled_out_by(direction).is_none())
    }

    #[inline]
    fn choices(&self) -> Option<Bits<u16>> {
        self.0.choices()
    }

    #[inline]
    fn place(&mut self, direction: u16) {
        self.0.place(direction);
    }

    #[inline]
    fn unplace(&mut self, direction: u16) {
        self.0.step_back(direction);
    }

    fn solution(&self) -> Vec<Cell> {
        self.0.solution()
    }

    fn option(&self, index: usize) -> Option<u16> {
        self.0.option(index)
    }

    fn ruled_out_by(&self, direction: u16) -> Option<&'static str> {
        self.0.ruled_out_by(direction)
    }

    /// Which cells are dead.
    fn remembers(&self) -> bool {
        true
    }

    fn label(&self, direction: u16) -> String {
        self.0.label(direction)
    }
}
