//! `minimize`: a puzzle without clues that are not needed.

use std::time::Instant;

use serde_json::json;
use tremaux::Limit;
use tremaux_puzzles::Puzzle;
use tremaux_puzzles::random::SplitMix;
use tremaux_puzzles::sudoku::{Sudoku, Verdict};

use crate::failure::{Exit, Failure, say};
use crate::session::{Session, limit_name};

pub(crate) fn minimize(session: &mut Session, sudoku: &Sudoku, seed: Option<u64>) -> Result<Exit, Failure> {
    let began = Instant::now();
    let verdict = sudoku.verdict(session.limits());
    let (minimal, stopped) = match verdict {
        Verdict::One => {
            let mut order = sudoku.clues();
            if let Some(seed) = seed {
                SplitMix::new(seed).shuffle(&mut order);
            }
            let (minimal, stopped) = sudoku.minimized(&order, &|| session.limits());
            (Some(minimal), stopped)
        }
        Verdict::Unknown(limit) => (None, Some(limit)),
        Verdict::None | Verdict::Several => (None, None),
    };
    write(session, sudoku, verdict, minimal.as_ref(), stopped, began)?;
    match stopped {
        Some(limit) => {
            say_partial(session, limit, minimal.as_ref());
            Ok(session.stopped_by(limit))
        }
        None if minimal.is_some() => Ok(Exit::Found),
        None => Ok(Exit::None),
    }
}

fn write(
    session: &mut Session,
    sudoku: &Sudoku,
    verdict: Verdict,
    minimal: Option<&Sudoku>,
    stopped: Option<Limit>,
    began: Instant,
) -> Result<(), Failure> {
    if session.printer.is_text() {
        let text = match minimal {
            // With rules of its own a grid alone would be another puzzle.
            Some(minimal) if !minimal.is_classic() => minimal.file().trim_end().to_owned(),
            Some(minimal) => minimal.text(&minimal.cells().to_vec()),
            None => verdict.to_string(),
        };
        return Ok(session.printer.block(&text)?);
    }
    let mut fields = session.printer.head(sudoku.input());
    fields.insert("minimal".into(), json!(minimal.map(Sudoku::line)));
    fields.insert("clues".into(), json!(minimal.map(|minimal| minimal.clues().len())));
    fields.extend(session.tail(stopped.is_none(), None, began.elapsed().as_secs_f64()));
    Ok(session.printer.object(fields)?)
}

fn say_partial(session: &Session, limit: Limit, minimal: Option<&Sudoku>) {
    let so_far = match minimal {
        Some(minimal) => format!("{} clues are left, not all of which may be needed", minimal.clues().len()),
        None => "whether there is one solution is not known".into(),
    };
    if !session.options.quiet {
        say(&format!("{}: {so_far}", limit_name(limit)));
    }
}
