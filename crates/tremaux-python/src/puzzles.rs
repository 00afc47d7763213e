//! Puzzles out of Python's values. The package checks the types and fills in what may be left out.

use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};
use tremaux_puzzles::maze::{MAX_CELLS, Maze, read_maze};
use tremaux_puzzles::parens::{MAX_PAIRS, Parens};
use tremaux_puzzles::paths::{MAX_GOAL, Paths, parse_steps};
use tremaux_puzzles::permutations::{MAX_ITEMS, Permutations};
use tremaux_puzzles::queens::{MAX_BOARD_SIZE, MAX_SIZE, Queens, QueensBoard, Rules};
use tremaux_puzzles::sudoku::{Reading, Rules as SudokuRules, Shape, Sudoku, Variant, parse_box, parse_puzzle};
use tremaux_puzzles::words::{Dictionary, Found, Grid, MAX_LETTERS, MAX_SIDE, WordSearch};
use tremaux_puzzles::{Cell, InputError, Moves, Puzzle};

use crate::failure::{invalid, unread, value};
use crate::input::Input;
use crate::instance::Instance;
use crate::puzzle::OfPuzzle;
use crate::values::{Array, Rows};

type Square = (i64, i64);

/// A number from 0 to `most`.
fn within(what: &str, least: usize, most: usize, number: i64) -> PyResult<usize> {
    let fits = usize::try_from(number).ok().filter(|number| (least..=most).contains(number));
    fits.ok_or_else(|| value(format!("{what}: expected a number from {least} to {most}, found {number}")))
}

fn columns(py: Python<'_>, columns: &Vec<u32>) -> PyResult<Py<PyAny>> {
    Ok(PyList::new(py, columns)?.into_any().unbind())
}

/// A board of queens.
#[pyfunction]
#[pyo3(signature = (size, *, given, blocked, regions, torus, no_touch, shield, fundamental))]
#[expect(clippy::too_many_arguments, reason = "the arguments of the Python function")]
#[expect(clippy::fn_params_excessive_bools, reason = "the arguments of the Python function")]
#[expect(clippy::needless_pass_by_value, reason = "what Python hands over")]
pub(crate) fn queens(
    size: i64,
    given: Vec<Square>,
    blocked: Vec<Square>,
    regions: Option<&Bound<'_, PyAny>>,
    torus: bool,
    no_touch: bool,
    shield: bool,
    fundamental: bool,
) -> PyResult<Instance> {
    let rules = Rules { torus, no_touch, shield };
    if rules == Rules::default() && given.is_empty() && blocked.is_empty() && regions.is_none() {
        let size = within("size", 1, MAX_SIZE, size)?;
        let queens = Queens::new(size).ok_or_else(|| value("size: out of bounds"))?;
        let input = Input::new().with("input", size.to_string()).unless_usual("fundamental", fundamental);
        return Ok(OfPuzzle::instance(queens.fundamental(fundamental), input, columns));
    }
    if fundamental {
        return Err(value("fundamental: expected an empty board without rules of its own"));
    }
    let size = within("size", 1, MAX_BOARD_SIZE, size)?;
    let mut board = QueensBoard::new(size, rules).ok_or_else(|| value("size: out of bounds"))?;
    let refused = |what: &'static str| move |error: String| value(format!("{what}: {error}"));
    board = board.with_given(squares("given", &given)?).map_err(|error| error.to_string()).map_err(refused("given"))?;
    board = board
        .with_blocked(squares("blocked", &blocked)?)
        .map_err(|error| error.to_string())
        .map_err(refused("blocked"))?;
    if let Some(regions) = regions {
        let Rows { numbers, .. } = Rows::of(regions, "regions")?;
        // Only which are the same matters.
        let mut known: Vec<i64> = numbers.clone();
        known.sort_unstable();
        known.dedup();
        let number = |region| u32::try_from(known.binary_search(region).unwrap_or(0)).unwrap_or(u32::MAX);
        let numbers: Vec<u32> = numbers.iter().map(number).collect();
        board = board.with_regions(&numbers).map_err(|error| error.to_string()).map_err(refused("regions"))?;
    }
    let review = board.review(None).map_err(|error| value(error.message))?;
    match review.breaches.first() {
        Some(breach) => Err(value(format!("given: {breach}"))),
        None => {
            let is_empty = board.given().next().or(board.blocked().next()).is_none() && board.regions().is_none();
            let input = if is_empty {
                Input::new().with("input", size.to_string())
            } else {
                Input::new().file("input", "board.txt", format!("{board}\n"))
            };
            let input = input.unless_usual("no-touch", no_touch).unless_usual("torus", torus);
            let input = input.unless_usual("shield", shield);
            Ok(OfPuzzle::instance(board, input, columns))
        }
    }
}

/// Squares as the board takes them.
fn squares(what: &str, squares: &[Square]) -> PyResult<Vec<(usize, usize)>> {
    let place = |&(row, column): &Square| usize::try_from(row).ok().zip(usize::try_from(column).ok());
    let on_board = |square: &Square| {
        place(square).ok_or_else(|| value(format!("{what}: {square:?} is on no board: rows and columns count from 0")))
    };
    squares.iter().map(on_board).collect()
}

/// How Sudokus are read.
pub(crate) fn reading(py: Python<'_>, boxes: Option<&str>, variant: [bool; 5]) -> PyResult<Reading> {
    let boxes = boxes.map(parse_box).transpose().map_err(|error| invalid(py, &error))?;
    let [diagonal, windoku, anti_knight, anti_king, non_consecutive] = variant;
    let variant = Variant { diagonal, windoku, anti_knight, anti_king, non_consecutive };
    Ok(Reading { boxes, symbols: None, clashes: false, variant })
}

fn asked_sudoku(sudoku: Sudoku, text: &str, boxes: Option<&str>, variant: Variant) -> Instance {
    let Variant { diagonal, windoku, anti_knight, anti_king, non_consecutive } = variant;
    let input = Input::new().puzzle("input", text);
    let input = boxes.into_iter().fold(input, |input, boxes| input.with("shape", boxes));
    let input = input.unless_usual("diagonal", diagonal).unless_usual("windoku", windoku);
    let input = input.unless_usual("anti-knight", anti_knight).unless_usual("anti-king", anti_king);
    let input = input.unless_usual("non-consecutive", non_consecutive);
    let written = Sudoku::blank(sudoku.rules().clone()).written(sudoku.symbols(), sudoku.layout());
    // As the line of its cells, in whatever symbols the puzzle came.
    OfPuzzle::instance(sudoku, input, move |py, cells| {
        let line = written.json(cells);
        Ok(PyString::new(py, line.as_str().unwrap_or_default()).into_any().unbind())
    })
}

/// A Sudoku out of a text.
#[pyfunction]
#[pyo3(signature = (text, *, boxes, variant))]
pub(crate) fn sudoku_text(py: Python<'_>, text: &str, boxes: Option<&str>, variant: [bool; 5]) -> PyResult<Instance> {
    let reading = reading(py, boxes, variant)?;
    let sudoku = parse_puzzle(text, reading).map_err(|error| invalid(py, &error))?;
    Ok(asked_sudoku(sudoku, text, boxes, reading.variant))
}

/// A Sudoku out of digits: one after the other, or in rows.
#[pyfunction]
#[pyo3(signature = (cells, *, boxes, variant))]
pub(crate) fn sudoku(
    py: Python<'_>,
    cells: &Bound<'_, PyAny>,
    boxes: Option<&str>,
    variant: [bool; 5],
) -> PyResult<Instance> {
    let named = boxes;
    let Reading { boxes, variant, .. } = reading(py, boxes, variant)?;
    let digits = digits(cells)?;
    let size = digits.len().isqrt();
    let shape = boxes.or_else(|| Shape::of_size(size)).filter(|shape| shape.cells() == digits.len());
    let no_grid = || value(format!("puzzle: expected the cells of a grid, like 81 for 9 x 9, found {}", digits.len()));
    let shape = shape.ok_or_else(no_grid)?;
    let digit = |(index, number): (usize, &i64)| {
        let (row, column) = shape.square(index);
        let fits = u8::try_from(*number).ok().filter(|digit| usize::from(*digit) <= shape.size());
        let most = shape.size();
        fits.ok_or_else(|| {
            value(format!("puzzle: expected digits from 0 to {most}, found {number} at ({row}, {column})"))
        })
    };
    let cells = digits.iter().enumerate().map(digit).collect::<PyResult<Vec<u8>>>()?;
    let rules = SudokuRules::from(shape).variant(variant).map_err(|misfit| value(misfit.to_string()))?;
    let sudoku = Sudoku::new(rules, cells).ok_or_else(no_grid)?;
    match sudoku.clash() {
        Some(clash) => Err(value(format!("puzzle: {}", clash.at))),
        None => {
            let line = sudoku.line();
            Ok(asked_sudoku(sudoku, &line, named, variant))
        }
    }
}

/// The digits of a grid.
fn digits(cells: &Bound<'_, PyAny>) -> PyResult<Vec<i64>> {
    let what = "puzzle";
    let rows = |found: usize, numbers: Vec<i64>, columns: usize| {
        let square = columns * columns == numbers.len();
        let message = || format!("{what}: expected as many rows as columns, found {found} x {columns}");
        if square { Ok(numbers) } else { Err(value(message())) }
    };
    match Array::of(cells, what)? {
        Some(array) => match array.shape[..] {
            [_] => Ok(array.numbers()),
            [found, columns] => rows(found, array.numbers(), columns),
            _ => Err(value(format!("{what}: expected 1 or 2 dimensions, found {}", array.shape.len()))),
        },
        None if cells.get_item(0).is_ok_and(|first| first.hasattr("__index__").unwrap_or(false)) => {
            crate::values::items(cells, what)?.map(|cell| crate::values::whole(&cell?, what)).collect()
        }
        None => {
            let Rows { numbers, columns } = Rows::of(cells, what)?;
            rows(numbers.len() / columns.max(1), numbers, columns)
        }
    }
}

fn moves_named(name: &str) -> PyResult<Moves> {
    let named = Moves::ALL.into_iter().find(|moves| moves.name() == name);
    named.ok_or_else(|| value(format!("moves: expected 'four', 'right-down' or 'eight', found {name:?}")))
}

fn cells(py: Python<'_>, path: &Vec<Cell>) -> PyResult<Py<PyAny>> {
    Ok(PyList::new(py, path)?.into_any().unbind())
}

fn asked_maze(maze: Maze, text: Option<String>, moves: &str, shortest: bool) -> PyResult<Instance> {
    let moves = moves_named(moves)?;
    let of_text = |text| Input::new().file("file", "maze.txt", text).moves(moves).unless_usual("shortest", shortest);
    Ok(OfPuzzle::instance(maze.moves(moves).shortest(shortest), text.map(of_text), cells))
}

/// A maze as a file has it: a matrix of digits, or, if its ends are not the usual corners, a drawing, in which these are open
/// and two.
fn maze_as_text(open: &[Vec<bool>], ends: [Cell; 2], usual: [Cell; 2]) -> Option<String> {
    let is_open = |(row, column): Cell| open[row][column];
    let drawn = ends != usual;
    if drawn && (ends[0] == ends[1] || !ends.into_iter().all(is_open)) {
        return None;
    }
    let symbol = |cell: Cell| match (drawn, is_open(cell)) {
        (false, is_open) => {
            if is_open {
                "1"
            } else {
                "0"
            }
        }
        (true, false) => "#",
        (true, true) if cell == ends[0] => "S",
        (true, true) if cell == ends[1] => "E",
        (true, true) => ".",
    };
    let row = |row: usize| {
        let symbols: Vec<_> = (0..open[row].len()).map(|column| symbol((row, column))).collect();
        symbols.join(if drawn { "" } else { " " }) + "\n"
    };
    Some((0..open.len()).map(row).collect())
}

/// A maze out of a text: a matrix or a drawing.
#[pyfunction]
#[pyo3(signature = (text, *, moves, shortest))]
pub(crate) fn maze_text(py: Python<'_>, text: &str, moves: &str, shortest: bool) -> PyResult<Instance> {
    asked_maze(read_maze(text.as_bytes()).map_err(|error| unread(py, error))?, Some(text.into()), moves, shortest)
}

/// A maze out of rows of 0, a wall, and 1, an open cell.
#[pyfunction]
#[pyo3(signature = (rows, *, start, end, moves, shortest))]
pub(crate) fn maze(
    rows: &Bound<'_, PyAny>,
    start: Option<Square>,
    end: Option<Square>,
    moves: &str,
    shortest: bool,
) -> PyResult<Instance> {
    let Rows { numbers, columns } = Rows::of(rows, "maze")?;
    if numbers.is_empty() || numbers.len() > MAX_CELLS {
        return Err(value(format!("maze: expected from 1 to {MAX_CELLS} cells, found {}", numbers.len())));
    }
    if let Some(at) = numbers.iter().position(|cell| !(0..=1).contains(cell)) {
        let (cell, row, column) = (numbers[at], at / columns, at % columns);
        return Err(value(format!("maze: expected 0 or 1, found {cell} at ({row}, {column})")));
    }
    let open: Vec<Vec<bool>> = numbers.chunks(columns).map(|row| row.iter().map(|cell| *cell == 1).collect()).collect();
    let cell = |what: &str, asked: Option<Square>, usual: Cell| {
        let Some((row, column)) = asked else { return Ok(usual) };
        Ok::<_, PyErr>((within(what, 0, open.len() - 1, row)?, within(what, 0, columns - 1, column)?))
    };
    let usual = [(0, 0), (open.len() - 1, columns - 1)];
    let (start, end) = (cell("start", start, usual[0])?, cell("end", end, usual[1])?);
    let maze = Maze::new(&open, start, end).ok_or_else(|| value("maze: expected a start and an end in it"))?;
    asked_maze(maze, maze_as_text(&open, [start, end], usual), moves, shortest)
}

/// Words in a grid: one of them, or, `dictionary`, all of some in one search.
#[pyfunction]
#[pyo3(signature = (rows, sought, *, dictionary, once, moves, ignore_case))]
#[expect(clippy::needless_pass_by_value, reason = "what Python hands over")]
pub(crate) fn words(
    rows: Vec<String>,
    sought: Vec<String>,
    dictionary: bool,
    once: bool,
    moves: &str,
    ignore_case: bool,
) -> PyResult<Instance> {
    let moves = moves_named(moves)?;
    let no_grid = || value(format!("grid: expected rows of equal length, of letters and digits, {MAX_SIDE} at most"));
    let grid = Grid::new(&rows).ok_or_else(no_grid)?;
    let found = |py: Python<'_>, found: &Found| {
        let Found { word, path } = found;
        Ok((word, PyList::new(py, path)?).into_pyobject(py)?.into_any().unbind())
    };
    let lines = |lines: &[String]| lines.join("\n") + "\n";
    let input = Input::new().file("file", "letters.txt", lines(&rows));
    if dictionary {
        let input = input.file("dictionary", "words.txt", lines(&sought)).unless_usual("once", once).moves(moves);
        let input = input.unless_usual("ignore_case", ignore_case);
        let too_many = || value(format!("words: expected at most {MAX_LETTERS} letters of them"));
        let dictionary = Dictionary::new(&grid, ignore_case, &sought).ok_or_else(too_many)?;
        return Ok(OfPuzzle::instance(dictionary.moves(moves).each_word_once(once), input, found));
    }
    let word = sought.first().map_or("", String::as_str);
    let search = WordSearch::new(&grid, word).map_err(|error| value(format!("word: {}", error.message)))?;
    let input = input.with("words", vec![word]).moves(moves).unless_usual("ignore_case", ignore_case);
    Ok(OfPuzzle::instance(search.moves(moves).ignore_case(ignore_case), input, found))
}

/// Lattice paths.
#[pyfunction]
pub(crate) fn paths(py: Python<'_>, x: i64, y: i64, steps: &str) -> PyResult<Instance> {
    let coordinate = |what, number| {
        let number = within(what, 0, MAX_GOAL as usize, number)?;
        Ok::<_, PyErr>(u32::try_from(number).unwrap_or(MAX_GOAL))
    };
    let input = Input::new().with("x", x.to_string()).with("y", y.to_string()).with("steps", steps);
    let steps = parse_steps(steps).map_err(|error: InputError| invalid(py, &error))?;
    let goal = (coordinate("x", x)?, coordinate("y", y)?);
    let paths = Paths::new(goal, steps).ok_or_else(|| value("a goal out of bounds"))?;
    Ok(OfPuzzle::instance(paths, input, |py, steps| {
        Ok(PyList::new(py, steps.iter().map(|step| step.name()))?.into_any().unbind())
    }))
}

/// Balanced parentheses.
#[pyfunction]
pub(crate) fn parens(pairs: i64) -> PyResult<Instance> {
    let input = Input::new().with("pairs", pairs.to_string());
    let pairs = Parens::new(within("pairs", 0, MAX_PAIRS, pairs)?).ok_or_else(|| value("pairs: out of bounds"))?;
    Ok(OfPuzzle::instance(pairs, input, |py, string| Ok(PyString::new(py, string).into_any().unbind())))
}

/// Orderings of items. Equal items have equal names; `items` are the distinct ones in the order of appearance.
#[pyfunction]
pub(crate) fn permutations(names: Vec<String>, items: Vec<Py<PyAny>>) -> PyResult<Instance> {
    let (found, input) = (names.len(), Input::new().with("items", names.clone()));
    let bounds = || value(format!("items: expected from 1 to {MAX_ITEMS}, found {found}"));
    let permutations = Permutations::new(names).ok_or_else(bounds)?;
    if permutations.distinct().len() != items.len() {
        return Err(value("items: expected a name for each distinct one"));
    }
    Ok(OfPuzzle::instance(permutations, input, move |py, ordering| {
        let items = ordering.iter().map(|number| items[*number as usize].bind(py));
        Ok(PyList::new(py, items)?.into_any().unbind())
    }))
}
