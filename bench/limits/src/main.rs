//! How soon a search stops at its limits, and what they cost: `limits reaction [ROUNDS]`, `limits cost [ROUNDS]`, `limits
//! interrupt [ROUNDS] [PATH]`. What is printed: `bench/README.md`.

mod interrupt;

use std::hint::spin_loop;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use tremaux::{Bits, Limit, Limits, Outcome, Problem, Search, Stats};
use tremaux_puzzles::maze::Maze;
use tremaux_puzzles::queens::Queens;
use tremaux_puzzles::sudoku::{Shape, Sudoku};
use tremaux_puzzles::{Aim, Engine, Puzzle, Question};

/// How long a search goes on before it is stopped.
const BEFORE: Duration = Duration::from_millis(60);

/// Limits that are never reached, as the command sets them.
fn far_off() -> Limits {
    Limits::new().time(Duration::from_secs(3600)).cancel(Arc::default())
}

/// What a limit did: how long after it was reached the search ended, and how many nodes or solutions past it.
struct Reaction {
    after_time: Duration,
    after_cancel: Duration,
    nodes_over: u64,
    solutions_over: u64,
}

/// Stops a search that is long enough by each limit in turn.
#[derive(Clone, Copy)]
struct React {
    threads: usize,
    nodes: u64,
}

impl<S: Send> Question<S> for React {
    type Answer = Reaction;

    fn ask<P: Problem<Solution = S> + Clone + Send>(self, problem: P) -> Reaction {
        let React { threads, nodes } = self;
        let count = |limits: Limits| {
            let mut search = Search::new(problem.clone()).observe(Stats::default()).threads(threads).limits(limits);
            let solutions = search.count();
            (solutions, search.observer().calls, search.outcome())
        };
        let began = Instant::now();
        let (_, _, outcome) = count(Limits::new().time(BEFORE));
        let after_time = began.elapsed() - BEFORE;
        assert_eq!(outcome, Outcome::Stopped(Limit::Time));

        let flag = Arc::new(AtomicBool::new(false));
        let after_cancel = thread::scope(|scope| {
            let raise = scope.spawn(|| {
                thread::sleep(BEFORE);
                flag.store(true, Ordering::Relaxed);
                Instant::now()
            });
            let (_, _, outcome) = count(Limits::new().cancel(Arc::clone(&flag)));
            let ended = Instant::now();
            assert_eq!(outcome, Outcome::Stopped(Limit::Cancelled));
            ended - raise.join().expect("it raises the flag")
        });

        let (_, entered, _) = count(Limits::new().nodes(nodes));
        let most = 5;
        let (found, _, _) = count(Limits::new().solutions(most).time(10 * BEFORE));
        Reaction { after_time, after_cancel, nodes_over: entered - nodes, solutions_over: found.saturating_sub(most) }
    }
}

/// Counts with and without limits.
#[derive(Clone, Copy)]
struct Count {
    threads: usize,
    limited: bool,
}

impl<S: Send> Question<S> for Count {
    type Answer = u64;

    fn ask<P: Problem<Solution = S> + Clone + Send>(self, problem: P) -> u64 {
        let mut search = Search::new(problem);
        match (self.threads, self.limited) {
            (1, false) => search.count(),
            (1, true) => search.limits(far_off()).count(),
            (threads, false) => search.threads(threads).count(),
            (threads, true) => search.limits(far_off()).threads(threads).count(),
        }
    }
}

/// Words of so many bits, which take a millisecond for a node.
#[derive(Clone)]
struct Slow {
    word: Vec<u32>,
    bits: usize,
}

impl Problem for Slow {
    type Choice = u32;
    type Choices = Bits<u32>;
    type Solution = ();

    fn choices(&self) -> Option<Bits<u32>> {
        let began = Instant::now();
        while began.elapsed() < Duration::from_millis(1) {
            spin_loop();
        }
        (self.word.len() < self.bits).then_some(Bits(0b11))
    }
    fn place(&mut self, bit: u32) {
        self.word.push(bit);
    }
    fn unplace(&mut self, _: u32) {
        self.word.pop();
    }
    fn solution(&self) {}
}

fn open(size: usize) -> Maze {
    Maze::new(&vec![vec![true; size]; size], (0, 0), (size - 1, size - 1)).expect("an open maze")
}

fn six(given: u8) -> Sudoku {
    let cells = (0..36).map(|cell| if cell < given { cell + 1 } else { 0 }).collect();
    Sudoku::new(Shape::of_size(6).expect("6 x 6"), cells).expect("the cells of 6 x 6")
}

fn queens(size: usize) -> Queens {
    Queens::new(size).expect("a size")
}

type Row<Q, A> = (&'static str, Box<dyn Fn(Q) -> A>);

/// Searches that are far from their end when they are stopped.
fn long_searches() -> Vec<Row<React, Reaction>> {
    vec![
        ("queens 18, bits", Box::new(|react| queens(18).pose(Engine::Bits, Aim::Count, react))),
        ("queens 18, plain", Box::new(|react| queens(18).pose(Engine::Plain, Aim::Count, react))),
        ("Sudoku 6 x 6, empty, bits", Box::new(|react| six(0).pose(Engine::Bits, Aim::Count, react))),
        ("the same, fewest choices first", Box::new(|react| six(0).pose(Engine::Fast, Aim::Count, react))),
        ("open maze 8 x 8, bits", Box::new(|react| open(8).pose(Engine::Bits, Aim::Count, react))),
        (
            "1 ms a node",
            Box::new(|react| {
                let (word, bits) = (Vec::new(), 30);
                React { nodes: 100, ..react }.ask(Slow { word, bits })
            }),
        ),
    ]
}

/// Searches that end soon.
fn short_searches() -> Vec<Row<Count, u64>> {
    vec![
        ("queens 13, bits", Box::new(|count| queens(13).pose(Engine::Bits, Aim::Count, count))),
        ("queens 11, plain", Box::new(|count| queens(11).pose(Engine::Plain, Aim::Count, count))),
        ("Sudoku 6 x 6, two cells given, bits", Box::new(|count| six(2).pose(Engine::Bits, Aim::Count, count))),
        ("open maze 6 x 6, bits", Box::new(|count| open(6).pose(Engine::Bits, Aim::Count, count))),
    ]
}

fn reaction(rounds: usize) {
    println!("| search | threads | after the time | after a cancel | nodes over | solutions over |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: |");
    for (name, react) in long_searches() {
        for threads in [1, 2] {
            let reactions: Vec<_> = (0..rounds).map(|_| react(React { threads, nodes: 100_000 })).collect();
            let worst =
                |of: fn(&Reaction) -> Duration| reactions.iter().map(of).max().expect("a round").as_secs_f64() * 1e3;
            let most = |of: fn(&Reaction) -> u64| reactions.iter().map(of).max().expect("a round");
            let (time, cancel) = (worst(|reaction| reaction.after_time), worst(|reaction| reaction.after_cancel));
            let (nodes, solutions) = (most(|reaction| reaction.nodes_over), most(|reaction| reaction.solutions_over));
            println!("| {name} | {threads} | {time:.2} ms | {cancel:.2} ms | {nodes} | {solutions} |");
        }
    }
}

fn cost(rounds: usize) {
    println!("| search | threads | without | under limits | cost |\n| --- | ---: | ---: | ---: | ---: |");
    for (name, count) in short_searches() {
        for threads in [1, 2] {
            let mut times = [Vec::new(), Vec::new()];
            for round in 0..2 * rounds {
                let limited = round % 2 == 1;
                let began = Instant::now();
                count(Count { threads, limited });
                times[usize::from(limited)].push(began.elapsed().as_secs_f64());
            }
            let [without, under] = times.map(median);
            let cost = 100.0 * (under / without - 1.0);
            println!("| {name} | {threads} | {:.1} ms | {:.1} ms | {cost:+.1} % |", 1e3 * without, 1e3 * under);
        }
    }
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let what = arguments.next();
    let rounds = arguments.next().and_then(|rounds| rounds.parse().ok()).unwrap_or(20);
    let path = arguments.next().unwrap_or_else(|| "../target/release/tremaux".into());
    match what.as_deref() {
        Some("reaction") => reaction(rounds),
        Some("cost") => cost(rounds),
        Some("interrupt") => interrupt::table(&path, rounds),
        _ => panic!("expected `reaction [ROUNDS]`, `cost [ROUNDS]` or `interrupt [ROUNDS] [PATH]`"),
    }
}
