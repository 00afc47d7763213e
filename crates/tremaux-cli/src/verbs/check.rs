//! `check`: whether what someone has is right so far.

use std::time::Instant;

use serde_json::json;
use tremaux_puzzles::{Breach, Puzzle};

use crate::failure::{Exit, Failure};
use crate::session::Session;

pub(crate) fn check<P: Puzzle>(session: &mut Session, puzzle: &P, answer: Option<&str>) -> Result<Exit, Failure> {
    let began = Instant::now();
    let review = puzzle.review(answer).map_err(|error| Failure::Input { file: "--answer".into(), error })?;
    let valid = review.breaches.is_empty();
    if session.printer.is_text() {
        session.printer.block(&review.to_string())?;
    } else {
        let breach = |breach: &Breach| json!({ "rule": breach.rule, "at": breach.at });
        let mut fields = session.printer.head(puzzle.input());
        fields.insert("valid".into(), json!(valid));
        fields.insert("filled".into(), json!(review.complete));
        fields.insert("open".into(), json!(review.open));
        fields.insert("breaches".into(), review.breaches.iter().map(breach).collect());
        fields.extend(session.tail(true, None, began.elapsed().as_secs_f64()));
        session.printer.object(fields)?;
    }
    Ok(if valid { Exit::Found } else { Exit::None })
}
