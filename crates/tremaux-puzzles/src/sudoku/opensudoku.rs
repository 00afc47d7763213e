//! The XML files of `OpenSudoku`: `<game data="..."/>` for each puzzle.
//!
//! `data` is the line of 81, or `version: N` and the fields of each cell behind bars: its digit, notes, and 1 where the
//! player may change it, so that the digit is no given. The format is described by the program's `CellCollection` class.

use super::document::Document;
use crate::InputError;
use crate::input::shown;

/// The digits of one puzzle, and the byte where they are written.
pub(super) struct Game {
    pub(super) offset: usize,
    pub(super) cells: Result<Vec<u8>, InputError>,
}

/// Every puzzle of the document, in order.
pub(super) fn games(document: &Document) -> Result<Vec<Game>, InputError> {
    let parsed = roxmltree::Document::parse(document.text()).map_err(|error| {
        let place = error.pos();
        document.error_in_line(place.row as usize, place.col as usize, format!("expected XML of OpenSudoku: {error}"))
    })?;
    let games = parsed.descendants().filter(|node| node.has_tag_name("game"));
    let game = |node: roxmltree::Node| match node.attribute_node("data") {
        None => {
            let offset = node.range().start;
            Game { offset, cells: Err(document.error(offset, "expected a game with its data, found none")) }
        }
        Some(data) => {
            let offset = data.range_value().start;
            let cells = cells(data.value()).map_err(|message| document.error(offset, message));
            Game { offset, cells }
        }
    };
    Ok(games.map(game).collect())
}

/// The givens in the data of a game.
fn cells(data: &str) -> Result<Vec<u8>, String> {
    let data = data.trim();
    let Some(versioned) = data.strip_prefix("version:") else {
        return data.chars().map(given).collect();
    };
    let versioned = versioned.trim_start().trim_start_matches(|it: char| it.is_ascii_digit());
    // A field for notes may be left out, or be empty.
    let fields: Vec<&str> = versioned.split('|').map(str::trim).filter(|field| !field.is_empty()).collect();
    let (each, rest) = (fields.len() / 81, fields.len() % 81);
    if rest != 0 || !(2..=4).contains(&each) {
        return Err(format!("expected two to four fields for each of 81 cells, found {} fields", fields.len()));
    }
    let cell = |fields: &[&str]| {
        let mut digits = fields[0].chars();
        let digit = match (digits.next(), digits.next()) {
            (Some(digit), None) => given(digit)?,
            _ => return Err(format!("expected a digit or 0, found `{}`", shown(fields[0]))),
        };
        Ok(if fields[fields.len() - 1] == "1" { 0 } else { digit })
    };
    fields.chunks_exact(each).map(cell).collect()
}

fn given(character: char) -> Result<u8, String> {
    let digit = match character {
        '.' => Some(0),
        _ => character.to_digit(10).and_then(|digit| u8::try_from(digit).ok()),
    };
    digit.ok_or_else(|| format!("expected a digit or 0, found `{}`", shown(&character.to_string())))
}
