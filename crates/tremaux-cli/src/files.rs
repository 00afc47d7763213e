//! Input files, and a problem whole: what a job keeps, and what can be sent elsewhere.

use std::collections::BTreeMap;
use std::io::{self, Read};
use std::path::Path;

use serde_json::{Map, Value, json};
use tremaux_puzzles::sudoku;

use crate::args::{Problem, SudokuInput};
use crate::failure::Failure;
use crate::input::{self, Input};

/// Where input files are: on the disk, but for those that are kept here.
#[derive(Debug, Default)]
pub(crate) struct Files {
    kept: BTreeMap<String, String>,
    /// Nothing is read from the disk.
    no_others: bool,
}

impl Files {
    /// These, by name, and no others.
    pub(crate) fn only(kept: BTreeMap<String, String>) -> Self {
        Files { kept, no_others: true }
    }

    /// Whether there is a file of this name.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.keeps(name) || (!self.no_others && Path::new(name).exists())
    }

    /// Whether it is kept here.
    pub(crate) fn keeps(&self, name: &str) -> bool {
        self.kept.contains_key(name)
    }

    /// The file's bytes; `-` is standard input.
    pub(crate) fn open(&self, name: &str) -> Result<Input, Failure> {
        match self.kept.get(name) {
            Some(text) => Ok(Input::of_text(text)),
            None if self.no_others => {
                Err(Failure::Open { file: name.to_owned(), error: io::ErrorKind::NotFound.into() })
            }
            None => input::open(name),
        }
    }

    /// Takes the files that `problem` names in, under their names without a folder, which are what it names from then on:
    /// where they were is no part of what is searched.
    pub(crate) fn take_in(problem: &mut Problem) -> Result<Files, Failure> {
        let mut files = Files::default();
        for name in named(problem) {
            let mut text = String::new();
            let read = files.open(name)?.read_to_string(&mut text);
            read.map_err(|error| Failure::Open { file: name.clone(), error })?;
            let mut short =
                Path::new(name).file_name().map_or(name.clone(), |name| name.to_string_lossy().into_owned());
            while files.kept.get(&short).is_some_and(|other| *other != text) {
                short.push('\'');
            }
            files.kept.insert(short.clone(), text);
            *name = short;
        }
        Ok(files)
    }
}

/// The arguments of `problem` that are names of files.
fn named(problem: &mut Problem) -> Vec<&mut String> {
    match problem {
        Problem::Queens { input, .. } if !is_number(input) => vec![input],
        Problem::Sudoku(SudokuInput { input, .. }) if !is_puzzle(input, &Files::default()) => vec![input],
        Problem::Maze { file, .. } => vec![file],
        Problem::Words { file, dictionary, .. } => std::iter::once(file).chain(dictionary).collect(),
        _ => vec![],
    }
}

/// Whether an argument is a number, where it could be the name of a file.
pub(crate) fn is_number(argument: &str) -> bool {
    argument.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether an argument is a Sudoku, where it could be the name of a file.
pub(crate) fn is_puzzle(argument: &str, files: &Files) -> bool {
    sudoku::looks_like_puzzle(argument) && !files.has(argument)
}

/// The field of an input that holds its files.
const FILES: &str = "files";

/// The name of `problem`, and the rest of it with its files.
pub(crate) fn described(problem: &Problem, files: &Files) -> Result<(String, Value), Failure> {
    let written = serde_json::to_value(problem).map_err(|error| Failure::Other(error.to_string()))?;
    let whole = written.as_object().and_then(|object| object.iter().next());
    let (name, rest) = whole.map_or_else(
        || (String::new(), Map::new()),
        |(name, rest)| (name.clone(), rest.as_object().cloned().unwrap_or_default()),
    );
    let mut rest = rest;
    if !files.kept.is_empty() {
        rest.insert(FILES.into(), json!(files.kept));
    }
    Ok((name, Value::Object(rest)))
}

/// The problem that was [`described`] so.
pub(crate) fn problem_of(name: &str, input: &Value) -> Result<(Problem, Files), Failure> {
    let wrong = |why: &dyn std::fmt::Display| Failure::Other(format!("expected the input of a problem: {why}"));
    let mut rest = input.as_object().cloned().ok_or_else(|| wrong(&"it is no JSON object"))?;
    let files = rest.remove(FILES).map(serde_json::from_value).transpose().map_err(|error| wrong(&error))?;
    let files = Files { kept: files.unwrap_or_default(), no_others: false };
    let problem = serde_json::from_value(json!({ name: rest })).map_err(|error| wrong(&error))?;
    // What is not understood is not passed over.
    let (_, understood) = described(&problem, &files)?;
    if understood != *input {
        return Err(wrong(&format!("{understood} was understood, of {input}")));
    }
    Ok((problem, files))
}
