//! How evenly searches of different shapes are cut.

use std::time::{Duration, Instant};

use tremaux::Problem;
use tremaux::job::{SearchWork, UnitSize, Work};
use tremaux_puzzles::maze::Maze;
use tremaux_puzzles::queens::Queens;
use tremaux_puzzles::sudoku::{Shape, Sudoku};
use tremaux_puzzles::{Aim, Engine, Puzzle, Question};

use crate::problems::Subsets;
use crate::{as_floats, largest_over_mean, nodes};

/// Cuts a search into about so many units.
#[derive(Clone, Copy)]
struct Cut(u64);

/// The nodes of every unit, how many they were expected to be, and what it took to cut them.
struct Units {
    sizes: Vec<u64>,
    expected: Vec<f64>,
    cutting: Duration,
}

impl<S: Send> Question<S> for Cut {
    type Answer = Units;

    fn ask<P: Problem<Solution = S> + Clone + Send>(self, problem: P) -> Units {
        let began = Instant::now();
        let plan = SearchWork::count(problem.clone()).plan(UnitSize::Number(self.0)).expect("it can be cut");
        let cutting = began.elapsed();
        let sizes = plan.units.iter().map(|unit| nodes(&problem, &unit.name)).collect();
        Units { sizes, expected: plan.units.iter().map(|unit| unit.weight).collect(), cutting }
    }
}

/// A way to cut a search, by name.
type Row = (&'static str, Box<dyn Fn(Cut) -> Units>);

fn rows() -> Vec<Row> {
    let queens = |size| Queens::new(size).expect("a size");
    let open = |rows: usize, columns: usize| {
        Maze::new(&vec![vec![true; columns]; rows], (0, 0), (rows - 1, columns - 1)).expect("an open maze")
    };
    let six = (0..36).map(|cell| u8::from(cell == 0)).collect();
    let six = Sudoku::new(Shape::of_size(6).expect("6 x 6"), six).expect("the cells of 6 x 6");
    let (again, maze, narrow) = (six.clone(), open(6, 6), open(4, 11));
    vec![
        ("queens 15, bits", Box::new(move |cut| queens(15).pose(Engine::Bits, Aim::Count, cut))),
        ("queens 13, plain", Box::new(move |cut| queens(13).pose(Engine::Plain, Aim::Count, cut))),
        ("Sudoku 6 x 6, one cell given, bits", Box::new(move |cut| six.pose(Engine::Bits, Aim::Count, cut))),
        ("the same, fewest choices first", Box::new(move |cut| again.pose(Engine::Fast, Aim::Count, cut))),
        ("open maze 6 x 6, bits", Box::new(move |cut| maze.pose(Engine::Bits, Aim::Count, cut))),
        ("open maze 4 x 11, bits", Box::new(move |cut| narrow.pose(Engine::Bits, Aim::Count, cut))),
        ("subsets of 1 to 60 with sum 120", Box::new(|cut| cut.ask(Subsets::new(60, 120)))),
        ("subsets of 1 to 100 with sum 150", Box::new(|cut| cut.ask(Subsets::new(100, 150)))),
    ]
}

/// A row for every search whose name has `part` in it, cut into about so many `units`.
pub(crate) fn table(units: u64, part: &str) {
    println!("| search | nodes | units | largest / mean | off by | cutting |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: |");
    for (name, cut) in rows().into_iter().filter(|(name, _)| name.contains(part)) {
        let Units { sizes, expected, cutting } = cut(Cut(units));
        let all: u64 = sizes.iter().sum();
        let largest = largest_over_mean(&as_floats(&sizes));
        // How far the whole is from what was expected of it.
        let off = expected.iter().sum::<f64>() / all as f64;
        println!("| {name} | {all} | {} | {largest:.1} | {off:.2} | {cutting:.0?} |", sizes.len());
    }
}
