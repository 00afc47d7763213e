//! Words that were found, as text and as JSON.

use serde_json::{Value, json};

use super::Found;

/// `WORD: (r, c) (r, c) ...`.
pub(super) fn text(found: &Found) -> String {
    let cells: Vec<_> = found.path.iter().map(|cell| format!("{cell:?}")).collect();
    format!("{}: {}", found.word, cells.join(" "))
}

pub(super) fn json(found: &Found) -> Value {
    json!({ "word": found.word, "path": found.path })
}
