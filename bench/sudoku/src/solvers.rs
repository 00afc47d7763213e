//! The solvers, each as a function over a set.

use std::error::Error;
use std::ffi::{c_char, c_uint};
use std::path::Path;
use std::time::Duration;

use cpu_time::ThreadTime;
use libloading::Library;
use tremaux::{Limits, Search};
use tremaux_puzzles::Form;
use tremaux_puzzles::sudoku::{FastSudoku, Shape, Sudoku, bands, lanes};

use crate::command::whole;
use crate::sets::Puzzle;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    /// A peer, a puzzle at a time.
    Peer,
    /// Of ours, a puzzle at a time.
    Ours,
    /// Of ours, very many puzzles at once.
    Batch,
    /// The command as a whole.
    Command,
}

/// Writes the number of solutions of each puzzle, up to a limit, and gives the time that took.
type Count = Box<dyn Fn(&[Puzzle], usize, &mut [u8]) -> Duration>;

pub(crate) struct Solver {
    pub(crate) name: String,
    pub(crate) side: Side,
    pub(crate) count: Count,
}

/// A solver that takes a puzzle at a time.
fn one_by_one(name: &str, side: Side, count: impl Fn(&Puzzle, usize) -> usize + 'static) -> Solver {
    let all = move |puzzles: &[Puzzle], limit, counts: &mut [u8]| {
        let began = ThreadTime::now();
        for (puzzle, place) in puzzles.iter().zip(counts) {
            *place = count(puzzle, limit) as u8;
        }
        began.elapsed()
    };
    Solver { name: name.to_owned(), side, count: Box::new(all) }
}

/// The solver of very many puzzles at once, on one thread; the time is the thread's own.
fn at_once(name: &str, form: Form) -> Solver {
    let all = move |puzzles: &[Puzzle], limit: usize, counts: &mut [u8]| {
        let cells: Vec<_> = puzzles.iter().map(|puzzle| puzzle.cells).collect();
        let mut places = counts.iter_mut();
        let deliver = &mut |answer: &lanes::Answer| {
            let place = places.next();
            place.map(|place| *place = answer.count as u8).is_some()
        };
        let began = ThreadTime::now();
        lanes::count(form, &cells, Some(limit as u64), 1, &|| false, deliver).expect("the machine has the form");
        began.elapsed()
    };
    Solver { name: name.to_owned(), side: Side::Batch, count: Box::new(all) }
}

pub(crate) fn solvers(tdoku: Option<&Path>, command: Option<&Path>) -> Result<Vec<Solver>, Box<dyn Error>> {
    let mut solvers = vec![
        one_by_one("sudoku", Side::Peer, |puzzle, limit| {
            sudoku::Sudoku::from_bytes(puzzle.cells).map_or(0, |sudoku| sudoku.solutions_count_up_to(limit))
        }),
        one_by_one("msolve", Side::Peer, |puzzle, limit| {
            let line = str::from_utf8(&puzzle.line).unwrap_or_default();
            line.parse::<msolve::Sudoku>().map_or(0, |sudoku| sudoku.count_solutions(limit))
        }),
        one_by_one("the engine", Side::Ours, |puzzle, limit| {
            let sudoku = Sudoku::new(Shape::NINE, puzzle.cells.to_vec()).expect("81 digits from 0 to 9");
            Search::new(FastSudoku::new(&sudoku)).limits(Limits::new().solutions(limit as u64)).count() as usize
        }),
    ];
    for (form, name) in [(Form::Avx512, "AVX-512"), (Form::Avx2, "AVX2"), (Form::Portable, "portable")] {
        if form.is_available() {
            solvers.push(one_by_one(name, Side::Ours, move |puzzle, limit| {
                bands::count_in(form, &puzzle.cells, limit as u64, || false).unwrap_or_default() as usize
            }));
        }
    }
    let lanes = [(Form::Avx512, "512 lanes"), (Form::Avx2, "256 lanes"), (Form::Portable, "64 lanes")];
    solvers.extend(lanes.into_iter().filter(|(form, _)| form.is_available()).map(|(form, name)| at_once(name, form)));
    if let Some(path) = tdoku {
        solvers.insert(0, load_tdoku(path)?);
    }
    solvers.extend(command.map(|path| whole(path.to_owned())));
    Ok(solvers)
}

/// <https://github.com/t-dillon/tdoku>, `include/tdoku.h`: a puzzle in symbols, a limit, a setting that is not used, room for a
/// solution and for the number of guesses.
type Tdoku = unsafe extern "C" fn(*const c_char, usize, c_uint, *mut c_char, *mut usize) -> usize;

fn load_tdoku(path: &Path) -> Result<Solver, Box<dyn Error>> {
    // SAFETY: loading it runs what initialises its tables, and its function has the type that its header says. The
    // library stays loaded for as long as the program runs.
    let solve = unsafe {
        let library: &'static Library = Box::leak(Box::new(Library::new(path)?));
        *library.get::<Tdoku>(b"TdokuSolverDpllTriadSimd")?
    };
    Ok(one_by_one("tdoku", Side::Peer, move |puzzle, limit| {
        let (mut solution, mut guesses) = ([0; 81], 0);
        // SAFETY: the line has its 81 symbols and an end, and there is room for 81 in `solution`.
        unsafe { solve(puzzle.line.as_ptr().cast(), limit, 0, solution.as_mut_ptr(), &mut guesses) }
    }))
}
