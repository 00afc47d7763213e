//! `canonical`: the form of a puzzle up to symmetry.

use std::time::{Duration, Instant};

use serde_json::json;
use tremaux_puzzles::Puzzle;
use tremaux_puzzles::sudoku::{NoForm, Sudoku};

use crate::failure::{Exit, Failure};
use crate::session::Session;

/// What the form of a puzzle is, if it has one.
pub(crate) struct Form {
    form: Result<Sudoku, NoForm>,
    took: Duration,
}

impl Form {
    pub(crate) fn new(sudoku: &Sudoku) -> Self {
        let began = Instant::now();
        Form { form: sudoku.canonical(), took: began.elapsed() }
    }

    pub(crate) fn is_known(&self) -> bool {
        self.form.is_ok()
    }

    pub(crate) fn say(self, session: &mut Session, sudoku: &Sudoku) -> Result<Exit, Failure> {
        let Form { form, took } = self;
        if session.printer.is_text() {
            match &form {
                Ok(form) => session.printer.block(&form.line())?,
                Err(why) => session.printer.block(&format!("no form: {why}"))?,
            }
        } else {
            let mut fields = session.printer.head(sudoku.input());
            fields.insert("canonical".into(), json!(form.as_ref().ok().map(Sudoku::line)));
            fields.extend(session.tail(form.is_ok(), None, took.as_secs_f64()));
            session.printer.object(fields)?;
        }
        match form {
            Ok(_) => Ok(Exit::Found),
            Err(NoForm::Ties) => Ok(session.incomplete()),
            Err(NoForm::Rules) => Ok(Exit::None),
        }
    }
}
