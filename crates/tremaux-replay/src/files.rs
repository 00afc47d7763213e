//! Frames one after the other, in a file: as text, or as a recording of a terminal.

use std::io::{self, Write};
use std::ops::RangeInclusive;

use serde_json::json;

use crate::text::{Line, frame_lines};
use crate::{Frame, Stage, frame_text};

/// Writes the frames of some steps as text of at most `columns` columns, where that is enough, with an empty line
/// between two.
///
/// # Errors
/// When `out` does not take it.
pub fn write_text(
    stage: &mut dyn Stage,
    steps: RangeInclusive<usize>,
    columns: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    let first = *steps.start();
    for step in steps {
        let Some(frame) = Frame::new(stage, step) else { break };
        if step > first {
            out.write_all(b"\n")?;
        }
        out.write_all(frame_text(&frame, columns).as_bytes())?;
    }
    out.flush()
}

/// How long a step is shown, in seconds: a choice takes longer to take in than another option ruled out.
pub(crate) const SECONDS_A_STEP: f64 = 0.4;

/// Writes the frames of some steps as a recording of a terminal of `columns` x `rows`, in colour: the asciicast format,
/// version 2 (<https://docs.asciinema.org/manual/asciicast/v2/>). What does not fit is cut off.
///
/// ```
/// use tremaux_puzzles::queens::PlainQueens;
/// use tremaux_replay::{Recording, record, write_cast};
///
/// let mut replay = record(PlainQueens::new(4), Recording::default()).unwrap();
/// let mut cast = Vec::new();
/// write_cast(&mut replay, 1..=3, (80, 24), &mut cast).unwrap();
/// // A head, and a line for every step: for `asciinema play`.
/// assert_eq!(cast.iter().filter(|byte| **byte == b'\n').count(), 4);
/// ```
///
/// # Errors
/// When `out` does not take it.
pub fn write_cast(
    stage: &mut dyn Stage,
    steps: RangeInclusive<usize>,
    (columns, rows): (usize, usize),
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out, "{}", json!({ "version": 2, "width": columns, "height": rows }))?;
    let first = *steps.start();
    for step in steps {
        let Some(frame) = Frame::new(stage, step) else { break };
        let seconds = (step - first) as f64 * SECONDS_A_STEP;
        writeln!(out, "{}", json!([(seconds * 1000.0).round() / 1000.0, "o", screen(&frame, columns, rows)]))?;
    }
    out.flush()
}

/// A frame as what a terminal is told to show it: from the top left, every line cleared behind its end.
fn screen(frame: &Frame, columns: usize, rows: usize) -> String {
    let mut text = String::from("\u{1b}[H");
    let mut lines = frame_lines(frame, columns).into_iter();
    for row in 0..rows {
        if row > 0 {
            text.push_str("\r\n");
        }
        coloured(&lines.next().unwrap_or_default(), columns, &mut text);
        text.push_str("\u{1b}[K");
    }
    text
}

fn coloured(line: &Line, columns: usize, text: &mut String) {
    let mut left = columns;
    for span in line {
        let shown: String = span.text.chars().take(left).collect();
        left -= shown.chars().count();
        match span.ink.sgr() {
            "" => text.push_str(&shown),
            sgr => text.push_str(&format!("\u{1b}[{sgr}m{shown}\u{1b}[0m")),
        }
    }
}
