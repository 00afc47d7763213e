//! Grids as text.

use super::{Alphabet, HouseKind, Layout, Relation, Sudoku, Symbols, pencil};

/// `cells` on one line, with the symbols of `sudoku`.
pub(super) fn line(sudoku: &Sudoku, cells: &[u8]) -> String {
    row(sudoku.symbols(), cells, sudoku.symbols().gap(), 1)
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
    let rows = cells.chunks_exact(sudoku.shape().size()).map(|cells| row(symbols, cells, gap, width));
    rows.collect::<Vec<_>>().join("\n")
}

/// `cells` with a `gap` between them, each at least of that `width`.
fn row(symbols: Symbols, cells: &[u8], gap: &str, width: usize) -> String {
    let mut row = String::with_capacity(cells.len() * (gap.len() + width));
    for (index, &digit) in cells.iter().enumerate() {
        row += if index == 0 { "" } else { gap };
        match symbols.character(digit).filter(|_| width == 1) {
            Some(symbol) => row.push(symbol),
            None => row += &format!("{:>width$}", symbols.write(digit)),
        }
    }
    row
}

/// The puzzle as a file: the sections that state its rules, unless they are the usual ones for its size, and the grid.
pub(super) fn file(sudoku: &Sudoku) -> String {
    let (rules, shape) = (sudoku.rules(), sudoku.shape());
    let size = shape.size();
    let square = |cell: &usize| format!("r{}c{}", cell / size + 1, cell % size + 1);
    let mut stated = Vec::new();
    if shape.has_boxes() && super::Shape::of_size(size) != Some(shape) {
        stated.push(format!("box {}x{}", shape.rows(), shape.columns()));
    }
    let options = rules.options();
    let named = [
        (options.diagonal, "diagonal"),
        (options.windoku, "windoku"),
        (options.anti_knight, "anti-knight"),
        (options.anti_king, "anti-king"),
        (options.non_consecutive, "non-consecutive"),
    ];
    stated.extend(named.iter().filter(|(has, _)| *has).map(|(_, name)| (*name).to_owned()));
    for pair in rules.pairs() {
        let sign = match pair.relation {
            Relation::Less => "<",
            Relation::Consecutive => "~",
            // These come with an option.
            Relation::Knight | Relation::King | Relation::NonConsecutive => continue,
        };
        stated.push(format!("{} {sign} {}", square(&pair.first), square(&pair.second)));
    }
    for cage in rules.cages() {
        let squares: Vec<_> = cage.cells.iter().map(square).collect();
        let sum = cage.sum.map_or("any".into(), |sum| sum.to_string());
        stated.push(format!("{} = {sum}", squares.join(" ")));
    }
    let mut lines = Vec::new();
    if !stated.is_empty() {
        lines.push("[Rules]".to_owned());
        lines.extend(stated);
    }
    let mut map = vec!['.'; shape.cells()];
    for (house, name) in rules.more_houses().iter().filter(|it| it.kind == HouseKind::Region).zip('A'..='Z') {
        house.cells.iter().for_each(|cell| map[*cell] = name);
    }
    if !map.contains(&'.') {
        lines.push("[Regions]".into());
        lines.extend(map.chunks_exact(size).map(String::from_iter));
    }
    if !lines.is_empty() {
        lines.push("[Puzzle]".into());
    }
    lines.push(match sudoku.candidates() {
        Some(_) if size == 9 => pencil::written(&sudoku.open_candidates()),
        _ => text(sudoku, sudoku.cells()),
    });
    lines.join("\n") + "\n"
}
