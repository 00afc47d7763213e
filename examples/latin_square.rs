//! A problem of one's own that is watched: in a browser, in the terminal, as text.
//!
//! `cargo run -p tremaux-examples --bin latin_square FOLDER` writes a page and a trace; `docs/your-own-problem.md` goes
//! through it.

use std::ops::{ControlFlow, Range};
use std::path::PathBuf;
use std::{fs, io};

use tremaux::{Event, Limits, Problem, Role, Scene, SceneCell, SceneMark, Stroke, Window};
use tremaux_replay::{About, Frame, Kind, Recording, Stage, frame_text, player_page, record, write_trace};

/// A square in which every row and column has every value once.
#[derive(Clone, Debug, PartialEq)]
struct LatinSquare {
    size: usize,
    /// The values so far, row by row.
    values: Vec<usize>,
}

impl LatinSquare {
    fn place_of(&self, square: usize) -> (usize, usize) {
        (square / self.size, square % self.size)
    }

    /// The marks on the open square: the values in its row, and those in its column.
    fn row(&self) -> impl Iterator<Item = usize> {
        let (row, _) = self.place_of(self.values.len());
        self.values[row * self.size..].iter().copied()
    }

    fn column(&self) -> impl Iterator<Item = usize> {
        let (row, column) = self.place_of(self.values.len());
        self.values.iter().skip(column).step_by(self.size).take(row).copied()
    }
}

impl Problem for LatinSquare {
    type Choice = usize;
    type Choices = Range<usize>;
    type Solution = Vec<usize>;

    fn choices(&self) -> Option<Range<usize>> {
        (self.values.len() < self.size * self.size).then_some(0..self.size)
    }

    fn next_choice(&self, branch: &mut Range<usize>) -> Option<usize> {
        branch.find(|value| self.ruled_out_by(*value).is_none())
    }

    fn place(&mut self, value: usize) {
        self.values.push(value);
    }

    fn unplace(&mut self, _: usize) {
        self.values.pop();
    }

    fn solution(&self) -> Vec<usize> {
        self.values.clone()
    }

    // The rest is for whoever watches: what there is to be ruled out, and by which mark; and how a state looks.

    fn option(&self, index: usize) -> Option<usize> {
        self.choices()?.nth(index)
    }

    fn ruled_out_by(&self, value: usize) -> Option<&'static str> {
        if self.row().any(|one| one == value) {
            return Some("row");
        }
        self.column().any(|one| one == value).then_some("column")
    }

    fn draw(&self, path: &[usize], event: Event<usize>) -> Scene {
        let marks = vec![
            SceneMark::new("row", Stroke::Horizontal).with(self.row().map(|value| value.to_string())),
            SceneMark::new("column", Stroke::Vertical).with(self.column().map(|value| value.to_string())),
        ];
        // The square that the event is about: the one just filled, or the open one.
        let at = if event.is_new() { path.len().saturating_sub(1) } else { path.len() };
        let window = Window::around(self.size, self.size, self.place_of(at));
        let scene = Scene::grid(window, marks, |(row, column)| {
            let square = row * self.size + column;
            let (value, role) = match (path.get(square), event) {
                (Some(value), _) if square == at => (Some(*value), Role::Placed),
                (Some(value), _) => (Some(*value), Role::Standing),
                (None, Event::Reject(value)) if square == at => (Some(value), Role::Attacked),
                (None, Event::Unplace(value)) if square == at => (Some(value), Role::Undone),
                (None, Event::DeadEnd) if square == at => (None, Role::Dead),
                _ => (None, Role::Open),
            };
            SceneCell::new(value.map_or(String::new(), |value| value.to_string()), role)
        });
        scene.focused(self.place_of(at))
    }
}

fn main() -> io::Result<()> {
    let folder = std::env::args_os().nth(1).map_or_else(|| PathBuf::from("."), PathBuf::from);
    let problem = LatinSquare { size: 5, values: Vec::new() };
    let recording = Recording { limits: Limits::new().solutions(1), ..Recording::default() };

    // In a browser: one file that plays the search.
    let mut replay = record(problem.clone(), recording.clone()).map_err(io::Error::other)?;
    fs::write(folder.join("latin_square.html"), player_page(&mut replay, "latin square", &5.into()))?;

    // In the terminal: a trace for `tremaux watch --trace latin_square.jsonl`.
    let about = About { problem: "latin square".into(), input: 5.into(), engine: "plain".into(), scenes: true };
    let mut lines = Vec::new();
    let trace = write_trace(problem, recording, &about, &mut |part| {
        lines.push(part.into_value().to_string());
        ControlFlow::Continue(())
    });
    trace.map_err(io::Error::other)?;
    fs::write(folder.join("latin_square.jsonl"), lines.join("\n"))?;

    // As text: the first dead end.
    let dead_end = replay.trace().find(0, true, |step| step.kind == Kind::DeadEnd);
    if let Some(frame) = dead_end.and_then(|step| Frame::new(&mut replay, step)) {
        print!("{}", frame_text(&frame, 80));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_its_promises() {
        tremaux::testkit::check_problem(LatinSquare { size: 3, values: Vec::new() }, u64::MAX).unwrap();
    }

    /// 1, 2, 12, 576: <https://oeis.org/A002860>.
    #[test]
    fn as_many_as_there_are() {
        let count = |size| tremaux::Search::new(LatinSquare { size, values: Vec::new() }).count();
        assert_eq!([1, 2, 3, 4].map(count), [1, 2, 12, 576]);
    }
}
