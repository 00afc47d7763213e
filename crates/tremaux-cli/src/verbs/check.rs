//! `check`: whether what someone has is right so far.

use std::time::Instant;

use serde_json::{Value, json};
use tremaux_puzzles::{Puzzle, Review};

use crate::failure::{Exit, Failure};
use crate::session::Session;

pub(crate) fn check<P: Puzzle>(session: &mut Session, puzzle: &P, answer: Option<&str>) -> Result<Exit, Failure> {
    let review = puzzle.review(answer).map_err(|error| Failure::Input { file: "--answer".into(), error })?;
    say_review(session, puzzle.input(), &review)
}

/// Writes what was found of `input`.
pub(crate) fn say_review(session: &mut Session, input: Value, review: &Review) -> Result<Exit, Failure> {
    let began = Instant::now();
    let valid = review.breaches.is_empty();
    if session.printer.is_text() {
        session.printer.block(&review.to_string())?;
    } else {
        let breach = |breach: &tremaux_puzzles::Breach| json!({ "rule": breach.rule, "place": breach.place });
        let mut fields = session.printer.head(input);
        fields.insert("valid".into(), json!(valid));
        fields.insert("filled".into(), json!(review.complete));
        fields.insert("open".into(), json!(review.open));
        fields.insert("breaches".into(), review.breaches.iter().map(breach).collect());
        fields.extend(session.tail(true, None, began.elapsed().as_secs_f64()));
        session.printer.object(fields)?;
    }
    Ok(if valid { Exit::Found } else { Exit::None })
}
