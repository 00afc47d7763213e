//! How honest the time left is: `progress`. What the columns are: `bench/README.md`.

use std::sync::mpsc;
use std::time::{Duration, Instant};

use tremaux::{Problem, Progress, Search, TimeLeft};
use tremaux_puzzles::maze::Maze;
use tremaux_puzzles::parens::Parens;
use tremaux_puzzles::paths::{Paths, Steps};
use tremaux_puzzles::permutations::Permutations;
use tremaux_puzzles::queens::Queens;
use tremaux_puzzles::sudoku::{Shape, Sudoku};
use tremaux_puzzles::{Aim, Engine, Puzzle, Question};

/// How often a search says how far it is.
const EVERY: Duration = Duration::from_millis(20);

/// What a search said of itself, and what it took.
struct Told {
    reports: Vec<Progress>,
    seconds: f64,
}

impl Told {
    /// The time left as it was said when `part` of the tree was done, as a multiple of what it was.
    fn off(&self, part: f64) -> f64 {
        let mut time_left = TimeLeft::default();
        for progress in &self.reports {
            let said = time_left.after(progress);
            if progress.done >= part {
                let left = self.seconds - progress.elapsed.as_secs_f64();
                return said.map_or(f64::NAN, |said| said.as_secs_f64() / left);
            }
        }
        f64::NAN
    }
}

/// Counts on one thread.
struct Count;

impl<S: Send> Question<S> for Count {
    type Answer = Told;

    fn ask<P: Problem<Solution = S> + Clone + Send>(self, problem: P) -> Told {
        let (tell, told) = mpsc::channel();
        let search = Search::new(problem).threads(1);
        let mut search = search.report(EVERY, move |progress| tell.send(*progress).expect("it is received below"));
        let began = Instant::now();
        search.count();
        let seconds = began.elapsed().as_secs_f64();
        drop(search);
        Told { reports: told.iter().collect(), seconds }
    }
}

fn count(puzzle: &impl Puzzle, engine: Engine) -> Told {
    puzzle.pose(engine, Aim::Count, Count)
}

fn open(rows: usize, columns: usize) -> Maze {
    Maze::new(&vec![vec![true; columns]; rows], (0, 0), (rows - 1, columns - 1)).expect("an open maze")
}

fn six() -> Sudoku {
    let one_given = (0..36).map(|cell| u8::from(cell == 0)).collect();
    Sudoku::new(Shape::of_size(6).expect("6 x 6"), one_given).expect("the cells of 6 x 6")
}

/// A search, by name.
type Row = (&'static str, Box<dyn Fn() -> Told>);

fn rows() -> Vec<Row> {
    let queens = |size| Queens::new(size).expect("a size");
    let paths = Paths::new((11, 11), Steps::default()).expect("a goal");
    let items = Permutations::new((0..12).map(|item| item.to_string())).expect("items");
    vec![
        ("queens 14", Box::new(move || count(&queens(14), Engine::Bits))),
        ("queens 15", Box::new(move || count(&queens(15), Engine::Bits))),
        ("queens 13, marks as sets", Box::new(move || count(&queens(13), Engine::Plain))),
        ("sudoku 6 x 6, one cell given", Box::new(|| count(&six(), Engine::Bits))),
        ("the same, fewest choices first", Box::new(|| count(&six(), Engine::Fast))),
        ("open maze 6 x 6", Box::new(|| count(&open(6, 6), Engine::Bits))),
        ("open maze 4 x 11", Box::new(|| count(&open(4, 11), Engine::Bits))),
        ("lattice paths to (11, 11)", Box::new(move || count(&paths, Engine::Bits))),
        ("17 pairs of parentheses", Box::new(|| count(&Parens::new(17).expect("pairs"), Engine::Bits))),
        ("permutations of 12", Box::new(move || count(&items, Engine::Bits))),
    ]
}

fn main() {
    println!("{:<34}{:>9}{:>9}{:>9}{:>9}", "count", "seconds", "at 10 %", "at 25 %", "at 50 %");
    for (name, ask) in rows() {
        let told = ask();
        let [tenth, quarter, half] = [0.1, 0.25, 0.5].map(|part| told.off(part));
        println!("{name:<34}{:>9.2}{tenth:>9.2}{quarter:>9.2}{half:>9.2}", told.seconds);
    }
}
