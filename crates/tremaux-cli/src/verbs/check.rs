//! `check`: whether what someone has is right so far.

use std::time::{Duration, Instant};

use serde_json::json;
use tremaux::{Limit, Limits};
use tremaux_puzzles::{Appraisal, Breach, Puzzle, Remark, Review};

use crate::failure::{Exit, Failure, say};
use crate::session::{Session, limit_name};

pub(crate) fn check<P: Puzzle>(
    session: &mut Session,
    puzzle: &P,
    answer: Option<&str>,
    asked: Appraisal,
) -> Result<Exit, Failure> {
    let checked = Checked::new(puzzle, answer, asked, &|| session.limits())?;
    checked.say(session, puzzle)
}

/// What there is to say of an instance.
pub(crate) struct Checked {
    pub(crate) review: Review,
    pub(crate) remarks: Vec<Remark>,
    /// The limit that came before all of it was found.
    pub(crate) stopped: Option<Limit>,
    pub(crate) took: Duration,
}

impl Checked {
    /// Looks at `puzzle`, by searches under `limits`.
    pub(crate) fn new<P: Puzzle>(
        puzzle: &P,
        answer: Option<&str>,
        asked: Appraisal,
        limits: &dyn Fn() -> Limits,
    ) -> Result<Self, Failure> {
        let began = Instant::now();
        let review = puzzle.review(answer).map_err(|error| Failure::Input { file: "--answer".into(), error })?;
        // Only of the instance itself, and only if nothing is wrong with it so far, there is more to be said.
        let more = answer.is_none() && review.breaches.is_empty();
        let (remarks, stopped) = if more { puzzle.appraise(asked, limits) } else { Default::default() };
        Ok(Checked { review, remarks, stopped, took: began.elapsed() })
    }

    /// Whether all of it was found, and nothing is wrong.
    pub(crate) fn is_right(&self) -> bool {
        self.stopped.is_none() && self.is_valid()
    }

    fn is_valid(&self) -> bool {
        self.review.breaches.is_empty() && !self.remarks.iter().any(|remark| remark.wrong)
    }

    pub(crate) fn say<P: Puzzle>(self, session: &mut Session, puzzle: &P) -> Result<Exit, Failure> {
        let valid = self.is_valid();
        let Checked { review, remarks, stopped, took } = self;
        if session.printer.is_text() {
            session.printer.block(&text(&review, &remarks))?;
        } else {
            let breach = |breach: &Breach| json!({ "rule": breach.rule, "at": breach.at });
            let mut fields = session.printer.head(puzzle.input());
            fields.insert("valid".into(), json!(valid));
            fields.insert("filled".into(), json!(review.complete));
            fields.insert("open".into(), json!(review.open));
            fields.insert("breaches".into(), review.breaches.iter().map(breach).collect());
            let remarked = remarks.iter().flat_map(|remark| &remark.fields);
            fields.extend(remarked.map(|(name, value)| ((*name).into(), value.clone())));
            fields.extend(session.tail(stopped.is_none(), None, took.as_secs_f64()));
            session.printer.object(fields)?;
        }
        match stopped {
            Some(limit) => Ok(stop(session, limit)),
            None if valid => Ok(Exit::Found),
            None => {
                session.note_invalid();
                Ok(Exit::None)
            }
        }
    }
}

/// The review and what else there is to say; what is wrong is said alone.
fn text(review: &Review, remarks: &[Remark]) -> String {
    if let Some(wrong) = remarks.iter().find(|remark| remark.wrong) {
        return wrong.text.clone();
    }
    let remarks = remarks.iter().map(|remark| format!(", {}", remark.text));
    review.to_string() + &remarks.collect::<String>()
}

fn stop(session: &mut Session, limit: Limit) -> Exit {
    if !session.options.quiet {
        say(&format!("{}: not all of it could be told", limit_name(limit)));
    }
    session.stopped_by(limit)
}
