//! Grids as text.

use super::{Alphabet, Layout, Sudoku};

/// `cells` on one line, with the symbols of `sudoku`.
pub(super) fn line(sudoku: &Sudoku, cells: &[u8]) -> String {
    let symbols: Vec<_> = cells.iter().map(|digit| sudoku.symbols().write(*digit)).collect();
    symbols.join(sudoku.symbols().gap())
}

/// `cells` laid out as `sudoku` was: a line for a line, a grid for a grid.
pub(super) fn text(sudoku: &Sudoku, cells: &[u8]) -> String {
    let symbols = sudoku.symbols();
    let (gap, width) = match (sudoku.layout(), symbols.alphabet) {
        (Layout::Line, _) => return line(sudoku, cells),
        // Numbers are set in columns; only from 10 on is there one of two places.
        (_, Alphabet::Numbers) => (" ", 2),
        (Layout::Rows, _) => ("", 1),
        (Layout::SpacedRows, _) => (" ", 1),
    };
    let row = |cells: &[u8]| {
        let symbols: Vec<_> = cells.iter().map(|digit| format!("{:>width$}", symbols.write(*digit))).collect();
        symbols.join(gap)
    };
    cells.chunks_exact(sudoku.shape().size()).map(row).collect::<Vec<_>>().join("\n")
}
