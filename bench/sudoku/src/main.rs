//! Counts the solutions of whole sets of Sudokus, up to 1 and up to 2, by each solver, and prints a table for each limit:
//! microseconds a puzzle, and how many times as fast as the best peer the fastest of ours is.
//!
//! Every solver takes every set once a round, one after the other, so that what else the machine does meets all of them;
//! the table has the medians. Times are the thread's own. All solvers must agree on every puzzle.

mod sets;
mod solvers;

use std::path::PathBuf;
use std::process::exit;

use cpu_time::ThreadTime;

use sets::Set;
use solvers::{Side, Solver};

const USAGE: &str = "\
usage: bench-sudoku [OPTIONS] [FOLDER]

FOLDER holds the public sets, as the README says (default: ../../shared/cases/sudoku, from bench/)

  --set NAME           only the sets whose name begins so; may be given more than once
  --rounds N           how often each solver takes a set (default 5)
  --limit N            count up to N only (default: 1, then 2)
  --tdoku PATH         tdoku as a shared library, to be measured too";

struct Options {
    folder: PathBuf,
    sets: Vec<String>,
    rounds: usize,
    limits: Vec<usize>,
    tdoku: Option<PathBuf>,
}

fn options() -> Option<Options> {
    let mut options = Options {
        folder: "../../shared/cases/sudoku".into(),
        sets: Vec::new(),
        rounds: 5,
        limits: vec![1, 2],
        tdoku: None,
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--set" => options.sets.push(arguments.next()?),
            "--rounds" => options.rounds = arguments.next()?.parse().ok().filter(|rounds| *rounds > 0)?,
            "--limit" => options.limits = vec![arguments.next()?.parse().ok().filter(|limit| *limit > 0)?],
            "--tdoku" => options.tdoku = Some(arguments.next()?.into()),
            folder if !folder.starts_with('-') => options.folder = folder.into(),
            _ => return None,
        }
    }
    Some(options)
}

/// Microseconds a puzzle of each solver, medians.
fn measure(solvers: &[Solver], set: &Set, limit: usize, rounds: usize) -> Vec<f64> {
    let mut times = vec![Vec::with_capacity(rounds); solvers.len()];
    let mut agreed: Option<Vec<u8>> = None;
    let mut counts = vec![0; set.puzzles.len()];
    for _ in 0..rounds {
        for (solver, times) in solvers.iter().zip(&mut times) {
            let began = ThreadTime::now();
            (solver.count)(&set.puzzles, limit, &mut counts);
            times.push(began.elapsed().as_secs_f64() * 1e6 / set.puzzles.len() as f64);
            let agreed = agreed.get_or_insert_with(|| counts.clone());
            if let Some(puzzle) = (0..counts.len()).find(|puzzle| counts[*puzzle] != agreed[*puzzle]) {
                let line = str::from_utf8(&set.puzzles[puzzle].line).unwrap_or_default();
                panic!(
                    "{}: {} says {}, {} said {}: {line}",
                    set.name, solver.name, counts[puzzle], solvers[0].name, agreed[puzzle]
                );
            }
        }
    }
    let median = |mut times: Vec<f64>| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    };
    times.into_iter().map(median).collect()
}

fn main() {
    let Some(options) = options() else {
        eprintln!("{USAGE}");
        exit(2);
    };
    let solvers = solvers::solvers(options.tdoku.as_deref()).unwrap_or_else(|error| {
        eprintln!("{error}");
        exit(2);
    });
    let mut sets = sets::public(&options.folder);
    sets.extend(sets::generated());
    sets.retain(|set| options.sets.is_empty() || options.sets.iter().any(|name| set.name.starts_with(name)));
    let names: Vec<_> = solvers.iter().map(|solver| solver.name).collect();
    for limit in options.limits {
        println!("\nup to {limit}, microseconds a puzzle:\n");
        println!("| set | puzzles | {} | one, x best peer | batch, x best peer |", names.join(" | "));
        println!("| --- {}|", "| ---: ".repeat(names.len() + 3));
        for set in &sets {
            let times = measure(&solvers, set, limit, options.rounds);
            let best = |side: Side| {
                let times = solvers.iter().zip(&times).filter(|(solver, _)| solver.side == side).map(|(_, time)| *time);
                times.fold(f64::INFINITY, f64::min)
            };
            let cells: Vec<_> = times.iter().map(|time| format!("{time:.3}")).collect();
            let [one, batch] = [Side::Ours, Side::Batch].map(|side| best(Side::Peer) / best(side));
            println!("| {} | {} | {} | {one:.2} | {batch:.2} |", set.name, set.puzzles.len(), cells.join(" | "));
        }
    }
}
