//! Every problem, in every form, is searched on many threads as on one.

use tremaux::{Problem, Search, Stats};
use tremaux_puzzles::maze::Maze;
use tremaux_puzzles::parens::Parens;
use tremaux_puzzles::paths::{Paths, parse_steps};
use tremaux_puzzles::permutations::Permutations;
use tremaux_puzzles::queens::{Queens, QueensBoard, Rules};
use tremaux_puzzles::random::SplitMix;
use tremaux_puzzles::sudoku::{Shape, Sudoku};
use tremaux_puzzles::words::{Dictionary, Grid, WordSearch};
use tremaux_puzzles::{Aim, Engine, Moves, Puzzle, Question};

/// Asks everything on one thread and on more; how many solutions there are.
struct Alike;

impl<S: Send + PartialEq + std::fmt::Debug> Question<S> for Alike {
    type Answer = usize;

    fn ask<P: Problem<Solution = S> + Clone + Send>(self, problem: P) -> usize {
        let search = || Search::new(problem.clone());
        if problem.remembers() {
            let first = search().first();
            assert_eq!(search().observe(Stats::default()).threads(2).first(), first);
            return usize::from(first.is_some());
        }
        let mut one = search().observe(Stats::default());
        let solutions = one.all();
        for threads in [2, 3] {
            // All on one observer's type, since each makes the compiler build every form's search again.
            let many = || search().observe(Stats::default()).threads(threads);
            let mut all = many();
            assert!(all.all() == solutions, "{threads} threads find other solutions, or in another order");
            assert_eq!(all.observer(), one.observer());
            assert_eq!(many().count(), solutions.len() as u64);
            assert_eq!(many().first().as_ref(), solutions.first());
        }
        solutions.len()
    }
}

/// The number of solutions of `puzzle`, the same for every form; not of the plain one where that is `slow`.
fn alike<P: Puzzle<Solution: PartialEq + std::fmt::Debug>>(puzzle: &P, slow: bool) -> usize {
    let fast = puzzle.pose(Engine::Fast, Aim::All, Alike);
    assert_eq!(puzzle.pose(Engine::Fast, Aim::Count, Alike), fast);
    let engines = if slow { &[Engine::Bits][..] } else { &[Engine::Bits, Engine::Plain] };
    for engine in engines {
        assert_eq!(puzzle.pose(*engine, Aim::All, Alike), fast, "{engine:?}");
    }
    for aim in [Aim::First, Aim::Any] {
        assert_eq!(puzzle.pose(Engine::Fast, aim, Alike) > 0, fast > 0);
    }
    fast
}

#[test]
fn queens() {
    assert_eq!(alike(&Queens::new(9).unwrap(), false), 352);
    assert_eq!(alike(&Queens::new(8).unwrap().fundamental(true), false), 12);
    let torus = Rules { torus: true, ..Rules::default() };
    assert_eq!(alike(&QueensBoard::new(7, torus).unwrap(), false), 28);
    assert_eq!(alike(&QueensBoard::new(8, Rules::default()).unwrap(), false), 92);
}

#[test]
fn sudoku() {
    // All grids of 4 x 4, and a puzzle of 6 x 6 with many solutions.
    let empty = Sudoku::new(Shape::of_size(4).unwrap(), vec![0; 16]).unwrap();
    assert_eq!(alike(&empty, false), 288);
    let mut cells = vec![0; 36];
    (0..6).for_each(|column| cells[column as usize] = column + 1);
    (cells[6], cells[13], cells[20]) = (4, 4, 1);
    assert!(alike(&Sudoku::new(Shape::of_size(6).unwrap(), cells).unwrap(), true) > 100);
}

#[test]
fn mazes() {
    let mut random = SplitMix::new(5);
    for moves in [Moves::RightDown, Moves::Four, Moves::Eight] {
        let side = if moves == Moves::RightDown { 9 } else { 5 };
        let mut rows: Vec<Vec<bool>> = (0..side).map(|_| (0..side).map(|_| random.below(5) > 0).collect()).collect();
        (rows[0][0], rows[side - 1][side - 1]) = (true, true);
        let maze = Maze::new(&rows, (0, 0), (side - 1, side - 1)).unwrap().moves(moves);
        alike(&maze, false);
        alike(&maze.shortest(true), false);
    }
}

#[test]
fn paths() {
    let steps = parse_steps("N,NE,E").unwrap();
    assert_eq!(alike(&Paths::new((5, 6), steps).unwrap(), false), 3653);
}

#[test]
fn words() {
    let grid = Grid::new(&["ABAB", "BABA", "ABAB", "BABA"]).unwrap();
    alike(&WordSearch::new(&grid, "ABABABA").unwrap(), false);
    let dictionary = Dictionary::new(&grid, true, ["abab", "babab", "aba", "ababababa"]).unwrap();
    alike(&dictionary, false);
    alike(&dictionary.each_word_once(true), false);
}

#[test]
fn parens_and_permutations() {
    assert_eq!(alike(&Parens::new(8).unwrap(), false), 1430);
    assert_eq!(alike(&Permutations::new("ABCDEFG".chars()).unwrap(), false), 5040);
}
