//! `minimize`: a puzzle without clues that are not needed.

use std::time::{Duration, Instant};

use serde_json::json;
use tremaux::{Limit, Limits};
use tremaux_puzzles::Puzzle;
use tremaux_puzzles::random::SplitMix;
use tremaux_puzzles::sudoku::{Reading, Sudoku, Verdict};

use crate::failure::{Exit, Failure, say};
use crate::session::{Session, limit_name};

/// A puzzle without clues that are not needed.
pub(crate) struct Minimized {
    verdict: Verdict,
    /// Where it has one solution.
    minimal: Option<Sudoku>,
    /// The limit that came before all clues were looked at.
    stopped: Option<Limit>,
    took: Duration,
}

impl Minimized {
    /// Drops clues of `sudoku` in reading order, or in one that hangs on `seed`, by searches under `limits`.
    pub(crate) fn new(sudoku: &Sudoku, seed: Option<u64>, limits: &dyn Fn() -> Limits) -> Self {
        let began = Instant::now();
        let verdict = sudoku.verdict(limits());
        let (minimal, stopped) = match verdict {
            Verdict::One => {
                let mut order = sudoku.clues();
                if let Some(seed) = seed {
                    SplitMix::new(seed).shuffle(&mut order);
                }
                let (minimal, stopped) = sudoku.minimized(&order, limits);
                (Some(minimal), stopped)
            }
            Verdict::Unknown(limit) => (None, Some(limit)),
            Verdict::None | Verdict::Several => (None, None),
        };
        Minimized { verdict, minimal, stopped, took: began.elapsed() }
    }

    /// Whether no limit stopped it.
    pub(crate) fn is_complete(&self) -> bool {
        self.stopped.is_none()
    }

    /// Says it of `sudoku`, which was read by `reading`.
    pub(crate) fn say(self, session: &mut Session, sudoku: &Sudoku, reading: Reading) -> Result<Exit, Failure> {
        if session.printer.is_text() {
            session.printer.block(&self.text(reading))?;
        } else {
            let (minimal, seconds) = (self.minimal.as_ref(), self.took.as_secs_f64());
            let mut fields = session.printer.head(sudoku.input());
            fields.insert("minimal".into(), json!(minimal.map(Sudoku::line)));
            fields.insert("clues".into(), json!(minimal.map(|minimal| minimal.clues().len())));
            fields.extend(session.tail(self.stopped.is_none(), None, seconds));
            session.printer.object(fields)?;
        }
        match self.stopped {
            Some(limit) => {
                say_partial(session, limit, self.minimal.as_ref());
                Ok(session.stopped_by(limit))
            }
            None if self.minimal.is_some() => Ok(Exit::Found),
            None => Ok(Exit::None),
        }
    }

    fn text(&self, reading: Reading) -> String {
        match &self.minimal {
            Some(minimal) if minimal.is_whole_to(reading) => minimal.text(&minimal.cells().to_vec()),
            // A grid alone would be another puzzle.
            Some(minimal) => minimal.file().trim_end().to_owned(),
            None => self.verdict.to_string(),
        }
    }
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
