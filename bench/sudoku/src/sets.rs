//! The sets of puzzles: public ones, read where they are, and generated ones, the same in every run.

use std::path::Path;

use tremaux::{Limits, Search};
use tremaux_puzzles::random::SplitMix;
use tremaux_puzzles::sudoku::{FastSudoku, Shape, Sudoku};

const CELLS: usize = 81;

/// A puzzle in the forms that the solvers take.
pub(crate) struct Puzzle {
    /// The digit of each cell, 0 for a blank.
    pub(crate) cells: [u8; CELLS],
    /// The same in symbols, `.` for a blank, and a line end.
    pub(crate) line: [u8; CELLS + 1],
}

impl Puzzle {
    fn new(cells: [u8; CELLS]) -> Self {
        let mut line = [b'\n'; CELLS + 1];
        for (symbol, &digit) in line.iter_mut().zip(&cells) {
            *symbol = if digit == 0 { b'.' } else { b'0' + digit };
        }
        Puzzle { cells, line }
    }

    fn read(line: &str) -> Option<Self> {
        let symbols: &[u8; CELLS] = line.as_bytes().first_chunk()?;
        let digit = |symbol: u8| if symbol.is_ascii_digit() { symbol - b'0' } else { 0 };
        symbols.iter().all(|symbol| symbol.is_ascii_digit() || *symbol == b'.').then(|| Puzzle::new(symbols.map(digit)))
    }
}

/// Puzzles of a kind.
pub(crate) struct Set {
    pub(crate) name: &'static str,
    pub(crate) puzzles: Vec<Puzzle>,
}

/// The public sets that are in `folder`.
pub(crate) fn public(folder: &Path) -> Vec<Set> {
    let mut sets = Vec::new();
    for name in ["17-clue", "bug-plus-n", "top1465", "hardest-5000"] {
        let path = folder.join(name).with_extension("txt");
        match std::fs::read_to_string(&path) {
            Ok(text) => sets.push(Set { name, puzzles: text.lines().filter_map(Puzzle::read).collect() }),
            Err(error) => eprintln!("left out: {}: {error}", path.display()),
        }
    }
    sets
}

/// Minimal puzzles; the same with two clues less, so that most have several solutions; and the same with a clue changed,
/// so that most have none.
pub(crate) fn generated() -> Vec<Set> {
    const PUZZLES: usize = 1_000;
    let random = &mut SplitMix::new(9);
    let minimal: Vec<_> = (0..PUZZLES).map(|_| thinned(filled(random), random)).collect();
    let set = |name, change: &mut dyn FnMut([u8; CELLS]) -> [u8; CELLS]| Set {
        name,
        puzzles: minimal.iter().map(|cells| Puzzle::new(change(*cells))).collect(),
    };
    vec![
        set("minimal", &mut |cells| cells),
        set("several", &mut |mut cells| {
            for _ in 0..2 {
                cells[clue(&cells, random)] = 0;
            }
            cells
        }),
        set("none", &mut |mut cells| {
            let clue = clue(&cells, random);
            cells[clue] = cells[clue] % 9 + 1;
            cells
        }),
    ]
}

/// A random cell that has a digit.
fn clue(cells: &[u8; CELLS], random: &mut SplitMix) -> usize {
    let clues: Vec<_> = (0..CELLS).filter(|cell| cells[*cell] != 0).collect();
    clues[random.below(clues.len())]
}

/// As many solutions as there are, up to `limit`, of which the first found is given.
fn count(cells: &[u8; CELLS], limit: u64) -> (u64, Option<Vec<u8>>) {
    let sudoku = Sudoku::new(Shape::NINE, cells.to_vec()).expect("81 digits from 0 to 9");
    let found = Search::new(FastSudoku::new(&sudoku)).limits(Limits::new().solutions(limit)).take(limit as usize);
    (found.len() as u64, found.into_iter().next())
}

/// A filled grid: cells get random digits for as long as there is a solution.
fn filled(random: &mut SplitMix) -> [u8; CELLS] {
    let mut cells = [0; CELLS];
    loop {
        let before = cells;
        cells[random.below(CELLS)] = random.below(9) as u8 + 1;
        match count(&cells, 2) {
            (0, _) => cells = before,
            (1, Some(solution)) => return solution.try_into().expect("a digit for each cell"),
            _ => {}
        }
    }
}

/// Drops clues in a random order, each that is not needed.
fn thinned(mut cells: [u8; CELLS], random: &mut SplitMix) -> [u8; CELLS] {
    let mut order: [usize; CELLS] = std::array::from_fn(|cell| cell);
    for last in (1..CELLS).rev() {
        order.swap(last, random.below(last + 1));
    }
    for cell in order {
        let digit = std::mem::take(&mut cells[cell]);
        if count(&cells, 2).0 > 1 {
            cells[cell] = digit;
        }
    }
    cells
}
