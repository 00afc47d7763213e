//! `compare`: the same problem stated in its different ways, side by side.

use std::time::Instant;

use num_bigint::BigUint;
use serde_json::{Value, json};
use tremaux_puzzles::{Puzzle, Tally, Way};

use super::count::number;
use crate::failure::{Exit, Failure};
use crate::printer::Fields;
use crate::session::Session;

/// How many nodes of a way are counted unless `--max-nodes` says otherwise: some seconds.
const NODES_COUNTED: u64 = 100_000_000;

struct Row {
    way: Way,
    tally: Option<Tally>,
    seconds: f64,
}

pub(crate) fn compare<P: Puzzle>(session: &mut Session, puzzle: &P) -> Result<Exit, Failure> {
    let began = Instant::now();
    let mut rows = Vec::new();
    for way in puzzle.ways() {
        let began = Instant::now();
        let tally = if worth_counting(session, &way) { count(session, &way) } else { None };
        rows.push(Row { way, tally, seconds: began.elapsed().as_secs_f64() });
    }
    let stopped = session.must_stop();
    if session.printer.is_text() {
        session.printer.block(&table(&rows))?;
    } else {
        let mut fields = session.printer.head(puzzle.input());
        fields.insert("ways".into(), rows.iter().map(object).collect());
        fields.extend(session.tail(stopped.is_none(), None, began.elapsed().as_secs_f64()));
        session.printer.object(fields)?;
    }
    Ok(stopped.map_or(Exit::Found, |limit| session.stopped_by(limit)))
}

/// A way known to be larger than what is counted is not begun.
fn worth_counting(session: &Session, way: &Way) -> bool {
    let most = BigUint::from(session.options.max_nodes.unwrap_or(NODES_COUNTED));
    session.must_stop().is_none() && way.computed.as_ref().is_none_or(|(_, size)| *size <= most)
}

fn count(session: &Session, way: &Way) -> Option<Tally> {
    let limits = session.limits();
    let limits = if session.options.max_nodes.is_none() { limits.nodes(NODES_COUNTED) } else { limits };
    way.count.as_ref().map(|count| count(limits))
}

/// The rows as columns: statement, size computed, size counted, solutions, seconds.
fn table(rows: &[Row]) -> String {
    let computed = |row: &Row| row.way.computed.as_ref().map_or(String::new(), equation);
    let more = |tally: &Tally| if tally.complete { "" } else { "more than " };
    let counted = |row: &Row| row.tally.map_or("not counted".into(), |tally| format!("{}{}", more(&tally), tally.size));
    let solutions = |row: &Row| row.tally.map_or(String::new(), |tally| tally.solutions.to_string());
    let seconds = |row: &Row| row.tally.map_or(String::new(), |_| format!("{:.3}", row.seconds));
    let header = ["stated as", "of what", "computed", "counted", "solutions", "seconds"].map(String::from);
    let body = rows.iter().map(|row| {
        [row.way.statement.clone(), row.way.unit.into(), computed(row), counted(row), solutions(row), seconds(row)]
    });
    columns(&std::iter::once(header).chain(body).collect::<Vec<_>>())
}

/// `8^8 = 16777216`; of a number that nobody reads to its end, its order of magnitude.
fn equation((formula, size): &(String, BigUint)) -> String {
    let digits = size.to_string();
    if digits.len() <= 30 {
        return format!("{formula} = {digits}");
    }
    format!("{formula} = about {}.{}e{}", &digits[..1], &digits[1..3], digits.len() - 1)
}

/// Columns as wide as they need to be: words to the left, numbers to the right.
fn columns(rows: &[[String; 6]]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: [usize; 6] = std::array::from_fn(width);
    let line = |row: &[String; 6]| {
        let cells = (0..6).map(|column| match column {
            0..=2 => format!("{:<width$}", row[column], width = widths[column]),
            _ => format!("{:>width$}", row[column], width = widths[column]),
        });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn object(row: &Row) -> Value {
    let mut fields = Fields::new();
    fields.insert("statement".into(), json!(row.way.statement));
    fields.insert("unit".into(), json!(row.way.unit));
    if let Some((formula, size)) = &row.way.computed {
        fields.insert("formula".into(), json!(formula));
        fields.insert("computed".into(), number(size));
    }
    if let Some(tally) = row.tally {
        fields.insert("counted".into(), json!(tally.size));
        fields.insert("solutions".into(), json!(tally.solutions));
        fields.insert("complete".into(), json!(tally.complete));
        fields.insert("seconds".into(), json!(row.seconds));
    }
    Value::Object(fields)
}
