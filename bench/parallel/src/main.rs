//! The same count on one thread and on more, interleaved: `parallel [ROUNDS]`. What each row is: `bench/README.md`.

use std::time::Instant;

use tremaux::{Bits, Limits, Problem, Search};
use tremaux_puzzles::maze::Maze;
use tremaux_puzzles::queens::Queens;
use tremaux_puzzles::sudoku::{Shape, Sudoku};
use tremaux_puzzles::{Aim, Engine, Puzzle, Question};

/// Counts on so many threads; none: by the search that knows nothing of threads, under limits as the command has them.
#[derive(Clone, Copy)]
struct Count(Option<usize>);

impl<S: Send> Question<S> for Count {
    type Answer = u64;

    fn ask<P: Problem<Solution = S> + Clone + Send>(self, problem: P) -> u64 {
        let search = Search::new(problem);
        match self.0 {
            None => search.limits(Limits::new().time(std::time::Duration::from_secs(3600))).count(),
            Some(threads) => search.threads(threads).count(),
        }
    }
}

/// Subsets of the numbers from 1 up that have a sum: a user's problem. Nearly all of the tree is where small numbers are
/// taken and large ones left, and it is as deep as there are numbers.
#[derive(Clone)]
struct Subsets {
    next: u32,
    /// The sum of the numbers not decided on, and what the sum of those taken lacks.
    left: u32,
    missing: u32,
    taken: Vec<u32>,
}

impl Problem for Subsets {
    type Choice = u32;
    type Choices = Bits<u32>;
    type Solution = Vec<u32>;

    /// 1: leave it; 2: take it.
    fn choices(&self) -> Option<Bits<u32>> {
        let take = self.next <= self.missing && self.left > 0;
        let leave = self.left >= self.missing + self.next;
        (self.missing > 0).then_some(Bits(u32::from(leave) | u32::from(take) << 1))
    }
    fn place(&mut self, choice: u32) {
        if choice == 2 {
            self.missing -= self.next;
            self.taken.push(self.next);
        }
        self.left -= self.next;
        self.next += 1;
    }
    fn unplace(&mut self, choice: u32) {
        self.next -= 1;
        self.left += self.next;
        if choice == 2 {
            self.missing += self.next;
            self.taken.pop();
        }
    }
    fn solution(&self) -> Vec<u32> {
        self.taken.clone()
    }
}

/// A way to count on so many threads.
type Row = (&'static str, Box<dyn Fn(Count) -> u64 + Sync>);

fn rows() -> Vec<Row> {
    let six = Sudoku::new(
        Shape::of_size(6).expect("6 x 6"),
        (0..36).map(|cell| if cell < 1 { cell + 1 } else { 0 }).collect(),
    );
    let six = six.expect("the cells of 6 x 6");
    let open = Maze::new(&vec![vec![true; 6]; 6], (0, 0), (5, 5)).expect("an open maze");
    let subsets = Subsets { next: 1, left: 60 * 61 / 2, missing: 120, taken: Vec::new() };
    vec![
        ("queens 14, bits", Box::new(|count| Queens::new(14).expect("14 rows").pose(Engine::Bits, Aim::Count, count))),
        ("sudoku 6 x 6, one cell given, bits", Box::new(move |count| six.pose(Engine::Bits, Aim::Count, count))),
        ("open maze 6 x 6, bits", Box::new(move |count| open.pose(Engine::Bits, Aim::Count, count))),
        ("subsets of 1 to 60 with sum 120", Box::new(move |count| count.ask(subsets.clone()))),
    ]
}

fn main() {
    let rounds = std::env::args().nth(1).and_then(|rounds| rounds.parse().ok()).unwrap_or(5);
    println!("{:<38}{:>12}{:>9}{:>9}{:>9}{:>10}", "count", "solutions", "one", "two", "speed-up", "at most");
    for (name, count) in rows() {
        let (mut one, mut two, mut twice, mut found) = (Vec::new(), Vec::new(), Vec::new(), 0);
        for _ in 0..rounds {
            one.push(seconds(|| found = count(Count(None))));
            two.push(seconds(|| assert_eq!(count(Count(Some(2))), found)));
            // Two searches that share nothing: what the machine can do.
            twice.push(seconds(|| {
                std::thread::scope(|scope| {
                    scope.spawn(|| count(Count(None)));
                    scope.spawn(|| count(Count(None)));
                });
            }));
        }
        let [one, two, twice] = [one, two, twice].map(median);
        println!("{name:<38}{found:>12}{one:>9.3}{two:>9.3}{:>9.2}{:>10.2}", one / two, 2.0 * one / twice);
    }
}

fn seconds(work: impl FnOnce()) -> f64 {
    let began = Instant::now();
    work();
    began.elapsed().as_secs_f64()
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
