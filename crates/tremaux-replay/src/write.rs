//! A trace as it is written: a line for every event, as soon as it happens.

use std::ops::ControlFlow;

use serde_json::{Map, Value};
use tremaux::{Event, Problem, Scene, Stats};

use crate::delta::Delta;
use crate::schema::{self, Change, Head, SCHEMA, Tail, VERSION};
use crate::trace::{End, Kind, METHOD};
use crate::watch::{NotReached, Numbered, Recording, Sink, Watched, watch};

/// What a trace is of.
#[derive(Clone, Debug)]
pub struct About {
    /// The problem's name.
    pub problem: String,
    /// The instance.
    pub input: Value,
    /// The form that is searched.
    pub engine: String,
    /// Whether the state after every step is written as well. Without it a reader can show the choices only.
    pub scenes: bool,
}

/// A part of a trace: an object, a line each.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// The first: what is traced.
    Head(Map<String, Value>),
    /// An event.
    Event(Value),
    /// The last: how it ended.
    Tail(Map<String, Value>),
}

impl Part {
    /// The object, whichever part it is.
    #[must_use]
    pub fn into_value(self) -> Value {
        match self {
            Part::Head(fields) | Part::Tail(fields) => Value::Object(fields),
            Part::Event(event) => event,
        }
    }
}

/// Searches `problem` for all its solutions and gives every event to `emit` as it happens, until that breaks; holds a
/// node a level and the last scene. The schema is in `docs/trace-format.md`.
///
/// Returns how the search ended, and its quantities.
///
/// ```
/// use std::ops::ControlFlow;
/// use tremaux::Template;
/// use tremaux_replay::{About, Recording, write_trace};
///
/// let bits = Template {
///     slots: 1,
///     board: Vec::new(),
///     options: |_: &Vec<u8>, _slot| 0..2_u8,
///     is_valid: |_: &Vec<u8>, _slot, _bit| true,
///     place: |board: &mut Vec<u8>, _slot, bit| board.push(bit),
///     unplace: |board: &mut Vec<u8>, _slot, _bit| { board.pop(); },
///     record: |board: &Vec<u8>| board.clone(),
/// };
/// let about = About { problem: "bits".into(), input: 1.into(), engine: "plain".into(), scenes: false };
/// let mut lines = Vec::new();
/// let ended = write_trace(bits.problem(), Recording::default(), &about, &mut |part| {
///     lines.push(part.into_value().to_string());
///     ControlFlow::Continue(())
/// });
/// assert_eq!(ended.unwrap().1.solutions, 2);
/// assert_eq!(lines[2], r#"{"step":2,"event":"place","node":1,"parent":0,"depth":1,"choice":"0"}"#);
/// ```
///
/// # Errors
/// When the search ended before it came to the node from which on it was to be recorded.
pub fn write_trace<P: Problem>(
    problem: P,
    recording: Recording,
    about: &About,
    emit: &mut dyn FnMut(Part) -> ControlFlow<()>,
) -> Result<(End, Stats), NotReached> {
    let from = recording.from;
    let mut writer = Writer { about, emit, step: 0, last: None };
    let Watched { stats, end, .. } = watch(problem, recording, &mut writer);
    if writer.step == 0 {
        return Err(NotReached { from, nodes: stats.calls });
    }
    let tail = Tail { end: schema::end_name(end).into(), steps: writer.step, stats: stats.into() };
    // Whoever had enough does not mind one more.
    let _ = writer.emit(Part::Tail(fields(&tail)));
    Ok((end, stats))
}

struct Writer<'a> {
    about: &'a About,
    emit: &'a mut dyn FnMut(Part) -> ControlFlow<()>,
    step: usize,
    last: Option<Scene>,
}

impl Writer<'_> {
    fn emit(&mut self, part: Part) -> ControlFlow<()> {
        (self.emit)(part)
    }

    /// What changed since the last scene; `None` where nothing did.
    fn change(&mut self, scene: Scene) -> Option<Change> {
        let changes = self.last.as_ref() != Some(&scene);
        let change = changes.then(|| Change::from(&Delta::between(self.last.as_ref(), &scene)));
        self.last = Some(scene);
        change
    }
}

/// A record as an object.
fn fields(record: &impl serde::Serialize) -> Map<String, Value> {
    match serde_json::to_value(record) {
        Ok(Value::Object(fields)) => fields,
        // Records are structs of text and numbers, of which each is an object.
        _ => Map::new(),
    }
}

impl<P: Problem> Sink<P> for Writer<'_> {
    fn begin(&mut self, problem: &P, path: &[Numbered<P::Choice>], before: &Stats) {
        let label = |(number, choice): &Numbered<P::Choice>| (*number, choice.map(|choice| problem.label(choice)));
        let head = Head {
            schema: SCHEMA.into(),
            version: VERSION,
            problem: self.about.problem.clone(),
            input: self.about.input.clone(),
            engine: self.about.engine.clone(),
            method: METHOD.map(String::from).to_vec(),
            path: path.iter().map(label).collect(),
            before: (*before).into(),
        };
        // If that breaks, so does what follows.
        let _ = self.emit(Part::Head(fields(&head)));
    }

    fn event(
        &mut self,
        problem: &P,
        event: Event<P::Choice>,
        path: &[Numbered<P::Choice>],
        mark: Option<&'static str>,
    ) -> ControlFlow<()> {
        self.step += 1;
        let [.., (node, leads)] = path else { return ControlFlow::Continue(()) };
        let kind = Kind::of(&event);
        // After an unplacement the state is that of the node above.
        let placed = &path[1..path.len() - usize::from(kind == Kind::Unplace).min(path.len() - 1)];
        let scene = self.about.scenes.then(|| {
            let placed: Vec<_> = placed.iter().filter_map(|(_, choice)| *choice).collect();
            problem.draw(&placed, event)
        });
        let choice = match event {
            Event::Reject(choice) => Some(choice),
            Event::Place(_) | Event::Unplace(_) => *leads,
            _ => None,
        };
        let record = schema::Event {
            step: self.step,
            event: kind.name().into(),
            node: *node,
            parent: path.len().checked_sub(2).map(|parent| path[parent].0),
            depth: placed.len(),
            choice: choice.map(|choice| problem.label(choice)),
            mark: mark.map(String::from),
            scene: scene.and_then(|scene| self.change(scene)),
        };
        self.emit(Part::Event(Value::Object(fields(&record))))
    }
}
