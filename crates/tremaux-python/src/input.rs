//! A puzzle as the command writes it into a job, so that either goes on with what the other began.
//!
//! The fields, their order and what is left out are those of `Problem` in `tremaux-cli/src/args.rs`; the tests in `python/tests`
//! hold them to it by having the command go on.

use serde_json::{Map, Value, json};
use tremaux_puzzles::{Moves, sudoku};

/// The field that holds the files that others name.
const FILES: &str = "files";

/// The `input` of a job.
#[derive(Clone, Default)]
pub(crate) struct Input {
    fields: Map<String, Value>,
    /// The fields that stand for a text, each with it and whether it stands there itself and not the name of a file.
    texts: Vec<(&'static str, String, bool)>,
}

impl Input {
    pub(crate) fn new() -> Self {
        Input::default()
    }

    /// With a field.
    pub(crate) fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.fields.insert(name.into(), value.into());
        self
    }

    /// With a field that is left out at its default.
    pub(crate) fn unless_usual<T: Into<Value> + Default + PartialEq>(self, name: &str, value: T) -> Self {
        if value == T::default() { self } else { self.with(name, value) }
    }

    /// With the moves, which are usually the four.
    pub(crate) fn moves(self, moves: Moves) -> Self {
        if moves == Moves::Four { self } else { self.with("moves", moves.name()) }
    }

    /// With a field that is the name of a file, `name` unless the job that goes on calls it otherwise.
    pub(crate) fn file(mut self, field: &'static str, name: &str, text: impl Into<String>) -> Self {
        self.texts.push((field, text.into(), false));
        self.with(field, name)
    }

    /// With the field of a Sudoku: the puzzle itself, where the command takes it as an argument.
    pub(crate) fn puzzle(mut self, field: &'static str, text: &str) -> Self {
        let itself = sudoku::looks_like_puzzle(text);
        self.texts.push((field, text.into(), itself));
        self.with(field, if itself { text } else { "puzzle.txt" })
    }

    /// As JSON. What files are called there is taken from `held`, where the job of the same texts is begun already.
    pub(crate) fn value(&self, held: Option<&Value>) -> Value {
        let mut fields = self.fields.clone();
        let mut files = Map::new();
        for (field, text, itself) in &self.texts {
            let name = held.and_then(|held| held[*field].as_str());
            let name = name.filter(|name| held.is_some_and(|held| held[FILES][name] == json!(text)));
            if let Some(name) = name {
                fields[*field] = json!(name);
            }
            if name.is_some() || !itself {
                files.insert(fields[*field].as_str().unwrap_or_default().into(), json!(text));
            }
        }
        if !files.is_empty() {
            // The command keeps its files by name.
            files.sort_keys();
            fields.insert(FILES.into(), Value::Object(files));
        }
        Value::Object(fields)
    }
}
