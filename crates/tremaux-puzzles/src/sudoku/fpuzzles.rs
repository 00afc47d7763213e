//! The JSON of f-puzzles: a grid with its rules. Read is what [`Rules`] can say; of a rule beyond that the puzzle is
//! refused, since without it another puzzle would be solved. What is only drawn is passed over.

use serde_json::Value;

use super::draft::parse_square;
use super::{Relation, Rules, Shape, Sudoku, Variant};

/// What a document says that is no rule.
const DRAWN: [&str; 18] = [
    "size",
    "grid",
    "title",
    "author",
    "ruleset",
    "solution",
    "text",
    "circle",
    "rectangle",
    "line",
    "cage",
    "highlightConflicts",
    "successMessage",
    "custommessage",
    "msgcorrect",
    "metadata",
    "disabledlogic",
    "truecandidatesoptions",
];

/// The puzzle that a document describes, with the rules of `options`, too; else what was expected.
pub(super) fn puzzle(document: &Value, options: Variant) -> Result<Sudoku, String> {
    let rows = document["grid"].as_array().ok_or("expected `grid`, the rows of a puzzle of f-puzzles")?;
    let size = rows.len();
    let shape = Shape::of_size(size).or_else(|| Shape::boxless(size));
    let shape = shape.ok_or_else(|| format!("expected a `grid` of 2 to {} rows, found {size}", super::MAX_SIZE))?;
    let cells = rows.iter().map(|row| row.as_array().filter(|row| row.len() == size));
    let cells: Option<Vec<_>> = cells.collect();
    let cells = cells.ok_or_else(|| format!("expected {size} cells in each row of `grid`"))?;
    let cells: Vec<&Value> = cells.into_iter().flatten().collect();
    let rules = rules(document, shape, &cells)?.variant(options).map_err(|misfit| misfit.to_string())?;
    let given = |cell: &&Value| if cell["given"] == true { digit(&cell["value"], size) } else { Ok(0) };
    let givens = cells.iter().map(given).collect::<Result<Vec<u8>, _>>()?;
    let sudoku = Sudoku::new(rules, givens).ok_or("expected a digit for every given")?;
    if cells.iter().all(|cell| cell["givenPencilMarks"].as_array().is_none_or(Vec::is_empty)) {
        return Ok(sudoku);
    }
    let candidates = |cell: &&Value| match cell["givenPencilMarks"].as_array().filter(|marks| !marks.is_empty()) {
        None => Ok(shape.all_digits()),
        Some(marks) => marks.iter().try_fold(0, |set, mark| digit(mark, size).map(|digit| set | (1 << digit) >> 1)),
    };
    let candidates = cells.iter().map(candidates).collect::<Result<Vec<u32>, _>>()?;
    sudoku.with_candidates(candidates).ok_or_else(|| "expected pencil marks of the grid's digits".into())
}

fn digit(value: &Value, size: usize) -> Result<u8, String> {
    let digit = value.as_u64().and_then(|digit| u8::try_from(digit).ok());
    let digit = digit.filter(|digit| (1..=size).contains(&usize::from(*digit)));
    digit.ok_or_else(|| format!("expected a digit from 1 to {size} in `grid`, found {value}"))
}

fn rules(document: &Value, shape: Shape, cells: &[&Value]) -> Result<Rules, String> {
    let size = shape.size();
    let mut rules = Rules::from(shape);
    if !shape.has_boxes() || cells.iter().any(|cell| cell.get("region").is_some()) {
        // A cell that names no region is in the box that it is drawn in.
        let usual = |index: usize| if shape.has_boxes() { Some(shape.box_of(index)) } else { None };
        let named = |cell: &Value| cell["region"].as_u64().and_then(|region| usize::try_from(region).ok());
        let region = |(index, cell): (usize, &&Value)| named(cell).or_else(|| usual(index));
        let regions: Option<Vec<_>> = cells.iter().enumerate().map(region).collect();
        let regions = regions.ok_or("expected a `region` for every cell")?;
        if !shape.has_boxes() || regions.iter().enumerate().any(|(cell, region)| *region != shape.box_of(cell)) {
            rules = rules.regions(&regions).map_err(|misfit| misfit.to_string())?;
        }
    }
    let mut diagonals = (false, false);
    let mut variant = Variant::default();
    for (name, value) in document.as_object().into_iter().flatten() {
        let is_on = value == true;
        match name.as_str() {
            "diagonal+" => diagonals.0 = is_on,
            "diagonal-" => diagonals.1 = is_on,
            "antiknight" => variant.anti_knight = is_on,
            "antiking" => variant.anti_king = is_on,
            "nonconsecutive" => variant.non_consecutive = is_on,
            "killercage" => {
                rules = each(value, name, |entry| Ok(vec![entry]))?
                    .into_iter()
                    .try_fold(rules, |rules, cage| self::cage(rules, cage, size))?;
            }
            "extraregion" => {
                for region in each(value, name, |entry| Ok(vec![entry]))? {
                    rules = rules.cage(squares(&region["cells"], size)?, None).map_err(|misfit| misfit.to_string())?;
                }
            }
            "thermometer" => {
                for line in each(value, name, lines)? {
                    for step in squares(line, size)?.windows(2) {
                        rules = rules.pair(Relation::Less, step[0], step[1]).map_err(|misfit| misfit.to_string())?;
                    }
                }
            }
            "difference" => {
                for dot in each(value, name, |entry| Ok(vec![entry]))? {
                    rules = self::dot(rules, dot, size)?;
                }
            }
            _ if DRAWN.contains(&name.as_str()) || is_empty(value) => {}
            _ => return Err(format!("the rule `{name}` of f-puzzles is not one that is known here")),
        }
    }
    variant.diagonal = match diagonals {
        (true, true) => true,
        (false, false) => false,
        _ => return Err("expected both diagonals or none, found one".into()),
    };
    rules.variant(variant).map_err(|misfit| misfit.to_string())
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Array(entries) => entries.is_empty(),
        Value::Object(entries) => entries.is_empty(),
        Value::String(text) => text.is_empty(),
        _ => false,
    }
}

/// The parts of every entry of the rule `name`.
fn each<'a>(
    entries: &'a Value,
    name: &str,
    parts: impl Fn(&'a Value) -> Result<Vec<&'a Value>, String>,
) -> Result<Vec<&'a Value>, String> {
    let entries = entries.as_array().ok_or_else(|| format!("expected a list as `{name}`"))?;
    Ok(entries.iter().map(parts).collect::<Result<Vec<_>, _>>()?.concat())
}

fn lines(thermometer: &Value) -> Result<Vec<&Value>, String> {
    let lines = thermometer["lines"].as_array().ok_or("expected `lines` in a thermometer")?;
    Ok(lines.iter().collect())
}

/// The cells of a list of names like `R1C2`.
fn squares(names: &Value, size: usize) -> Result<Vec<usize>, String> {
    let cell = |name: &Value| {
        let square = name.as_str().and_then(parse_square).filter(|(row, column)| *row < size && *column < size);
        let (row, column) =
            square.ok_or_else(|| format!("expected a cell like R1C2 of {size} x {size}, found {name}"))?;
        Ok(row * size + column)
    };
    names.as_array().ok_or("expected a list of cells")?.iter().map(cell).collect()
}

/// A number that may be written as text; `None` where there is none.
fn value(value: &Value) -> Result<Option<u32>, String> {
    let number = match value {
        Value::Null => return Ok(None),
        Value::String(text) if text.trim().is_empty() => return Ok(None),
        Value::String(text) => text.trim().parse().ok(),
        other => other.as_u64().and_then(|number| u32::try_from(number).ok()),
    };
    number.map(Some).ok_or_else(|| format!("expected a number as `value`, found {value}"))
}

fn cage(rules: Rules, cage: &Value, size: usize) -> Result<Rules, String> {
    rules.cage(squares(&cage["cells"], size)?, value(&cage["value"])?).map_err(|misfit| misfit.to_string())
}

/// A white dot: without a value it says that its two cells are consecutive.
fn dot(rules: Rules, dot: &Value, size: usize) -> Result<Rules, String> {
    match (squares(&dot["cells"], size)?.as_slice(), value(&dot["value"])?) {
        (&[one, other], None | Some(1)) => {
            rules.pair(Relation::Consecutive, one, other).map_err(|misfit| misfit.to_string())
        }
        (_, Some(value)) if value != 1 => Err(format!("expected a `difference` of 1, found {value}")),
        (cells, _) => Err(format!("expected a `difference` of two cells, found {}", cells.len())),
    }
}
