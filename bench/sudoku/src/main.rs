//! Counts the solutions of whole sets of Sudokus, up to 1 and up to 2, by each solver, and prints a table for each limit:
//! microseconds a puzzle, and how many times as fast as the best peer the fastest of ours is.
//!
//! Every solver takes every set once a round, one after the other, so that what else the machine does meets all of them;
//! the table has the medians. Times are the thread's own. All solvers must agree on every puzzle.

mod command;
mod sets;
mod solvers;
mod threads;

use std::path::PathBuf;
use std::process::exit;

use sets::Set;
use solvers::{Side, Solver};

const USAGE: &str = "\
usage: bench-sudoku [OPTIONS] [FOLDER]

FOLDER holds the public sets, as the README says (default: ../../shared/cases/sudoku, from bench/)

  --set NAME           only the sets whose name begins so; may be given more than once
  --rounds N           how often each solver takes a set (default 5)
  --limit N            count up to N only (default: 1, then 2)
  --solver NAME        only the solvers whose name begins so; may be given more than once
  --tdoku PATH         tdoku as a shared library, to be measured too
  --first N            only the first N puzzles of each set
  --threads            only very many at once, on one thread and on two, by the clock on the wall
  --command PATH       the binary tremaux, to be measured as a whole: `solve` for up to 1, else `count`";

struct Options {
    folder: PathBuf,
    sets: Vec<String>,
    rounds: usize,
    limits: Vec<usize>,
    solvers: Vec<String>,
    tdoku: Option<PathBuf>,
    command: Option<PathBuf>,
    first: usize,
    threads: bool,
}

fn options() -> Option<Options> {
    let mut options = Options {
        folder: "../../shared/cases/sudoku".into(),
        sets: Vec::new(),
        rounds: 5,
        limits: vec![1, 2],
        solvers: Vec::new(),
        tdoku: None,
        command: None,
        first: usize::MAX,
        threads: false,
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--set" => options.sets.push(arguments.next()?),
            "--rounds" => options.rounds = arguments.next()?.parse().ok().filter(|rounds| *rounds > 0)?,
            "--limit" => options.limits = vec![arguments.next()?.parse().ok().filter(|limit| *limit > 0)?],
            "--solver" => options.solvers.push(arguments.next()?),
            "--command" => options.command = Some(arguments.next()?.into()),
            "--first" => options.first = arguments.next()?.parse().ok().filter(|first| *first > 0)?,
            "--threads" => options.threads = true,
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
            let time = (solver.count)(&set.puzzles, limit, &mut counts);
            times.push(time.as_secs_f64() * 1e6 / set.puzzles.len() as f64);
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
    let wanted = |name: &str, wanted: &[String]| wanted.is_empty() || wanted.iter().any(|it| name.starts_with(it));
    let mut sets = sets::public(&options.folder);
    sets.extend(sets::generated());
    sets.retain(|set| wanted(set.name, &options.sets));
    sets.iter_mut().for_each(|set| set.puzzles.truncate(options.first));
    if options.threads {
        return options.limits.iter().for_each(|limit| threads::compare(&sets, *limit as u64, options.rounds));
    }
    let solvers = solvers::solvers(options.tdoku.as_deref(), options.command.as_deref());
    let mut solvers = solvers.unwrap_or_else(|error| {
        eprintln!("{error}");
        exit(2);
    });
    solvers.retain(|solver| wanted(&solver.name, &options.solvers));
    let names: Vec<_> = solvers.iter().map(|solver| solver.name.as_str()).collect();
    for limit in options.limits {
        println!("\nup to {limit}, microseconds a puzzle:\n");
        println!(
            "| set | puzzles | {} | one, x best peer | batch, x best peer | command, x best peer |",
            names.join(" | ")
        );
        println!("| --- {}|", "| ---: ".repeat(names.len() + 4));
        for set in &sets {
            let times = measure(&solvers, set, limit, options.rounds);
            let best = |side: Side| {
                let times = solvers.iter().zip(&times).filter(|(solver, _)| solver.side == side).map(|(_, time)| *time);
                times.fold(f64::INFINITY, f64::min)
            };
            let cells: Vec<_> = times.iter().map(|time| format!("{time:.3}")).collect();
            let ratios = [Side::Ours, Side::Batch, Side::Command].map(|side| match best(Side::Peer) / best(side) {
                ratio if ratio.is_normal() => format!("{ratio:.2}"),
                _ => String::new(),
            });
            println!("| {} | {} | {} | {} |", set.name, set.puzzles.len(), cells.join(" | "), ratios.join(" | "));
        }
    }
}
