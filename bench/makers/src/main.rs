//! Making Sudokus: how many a second, on one thread.
//!
//! `makers generate COUNT [ROWS COLUMNS]` makes minimal puzzles, with boxes of 3 x 3 unless said otherwise; `makers
//! file FILE` brings the puzzles of a file to their canonical form, rates and minimises them. What is measured:
//! `bench/README.md`.

use std::fs::File;
use std::hint::black_box;
use std::io::BufReader;
use std::process::ExitCode;
use std::time::Instant;

use tremaux::Limits;
use tremaux_puzzles::sudoku::{Reading, Recipe, Shape, Sudoku, read_puzzles};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let number = |text: &str| text.parse().ok();
    match arguments[..] {
        ["generate", count] => number(count).map(|count| generate(count, Shape::NINE)),
        ["generate", count, rows, columns] => {
            let shape = number(rows).zip(number(columns)).and_then(|(rows, columns)| Shape::new(rows, columns));
            number(count).zip(shape).map(|(count, shape)| generate(count, shape))
        }
        ["file", file] => File::open(file).ok().map(|file| all_of(BufReader::new(file))),
        _ => None,
    }
    .map_or_else(
        || {
            eprintln!("usage: makers generate COUNT [ROWS COLUMNS] | makers file FILE");
            ExitCode::from(2)
        },
        |()| ExitCode::SUCCESS,
    )
}

/// Times `ask` for each of `count` things.
fn row(name: &str, count: usize, mut ask: impl FnMut(usize)) {
    let mut times: Vec<_> = (0..count)
        .map(|index| {
            let began = Instant::now();
            ask(index);
            began.elapsed().as_secs_f64()
        })
        .collect();
    times.sort_by(f64::total_cmp);
    let mean = times.iter().sum::<f64>() / count as f64;
    let [median, worst] = [times.get(count / 2), times.last()].map(|time| time.copied().unwrap_or(f64::NAN) * 1e6);
    println!(
        "{name:<12} {count:>8} mean {:>10.1} us, median {median:>10.1}, worst {worst:>10.1}; {:>8.1} a second",
        mean * 1e6,
        1.0 / mean
    );
}

fn generate(count: usize, shape: Shape) {
    let recipe = Recipe::new(shape);
    let mut clues = vec![0; shape.cells() + 1];
    row("generate", count, |index| {
        let made = recipe.make(1, index as u64, &Limits::new).expect("any draft will do");
        clues[made.puzzle.clues().len()] += 1;
    });
    for (clues, puzzles) in clues.iter().enumerate().filter(|(_, puzzles)| **puzzles > 0) {
        println!("{puzzles:>21} with {clues} clues");
    }
}

fn all_of(file: BufReader<File>) {
    let puzzles: Vec<Sudoku> = read_puzzles(file, Reading::default()).flatten().collect();
    let time = |name: &str, ask: &dyn Fn(&Sudoku)| row(name, puzzles.len(), |index| ask(&puzzles[index]));
    time("canonical", &|puzzle| drop(black_box(puzzle.canonical())));
    time("verdict", &|puzzle| _ = black_box(puzzle.verdict(Limits::new())));
    time("needless", &|puzzle| drop(black_box(puzzle.needless(&Limits::new))));
    time("minimized", &|puzzle| drop(black_box(puzzle.minimized(&puzzle.clues(), &Limits::new))));
    time("difficulty", &|puzzle| _ = black_box(puzzle.difficulty(&Limits::new)));
}
