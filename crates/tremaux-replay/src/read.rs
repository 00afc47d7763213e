//! A trace read back from what was written.

use std::collections::HashMap;
use std::io::{self, BufRead, Read};

use serde::de::DeserializeOwned;
use serde_json::Value;
use tremaux::{Role, Scene, SceneCell, Stats};

use crate::delta::Delta;
use crate::schema::{self, Event, Head, SCHEMA, Tail, VERSION};
use crate::trace::{Kind, Packed, Trace, TraceNode};
use crate::{NodeKind, Recording, Stage};

/// The longest line read, in bytes.
const MAX_LINE: u64 = 4 << 20;

/// The largest number of a node, and the largest quantity: no search comes near it, and counting on from it is safe.
const MAX_NUMBER: u64 = 1 << 62;

/// A written trace that cannot be read: where, what stands there, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
pub struct FormatError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The beginning of the line, as far as it is needed to show the column.
    pub text: String,
    /// What is wrong and what was expected instead.
    pub message: String,
}

/// A written trace that cannot be read, or can't be reached.
#[derive(Debug, thiserror::Error)]
pub enum TraceError {
    /// The bytes are wrong.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// The bytes did not come.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// A trace that was written and read back: it needs no problem to be shown.
#[derive(Clone, Debug)]
pub struct Written {
    /// The problem's name.
    pub problem: String,
    /// The instance.
    pub input: Value,
    trace: Trace,
    /// What changed at every step, where scenes were written; `None` where nothing did.
    deltas: Vec<Option<Delta>>,
    /// The scene before every [`Written::KEYFRAME`]-th step, from the first on.
    keyframes: Vec<Scene>,
    /// Whether scenes were written.
    drawn: bool,
    /// The step shown last, and its scene.
    shown: (usize, Scene),
}

impl Written {
    /// How many steps lie between two scenes that are kept whole.
    const KEYFRAME: usize = 1 << 8;
}

impl Stage for Written {
    fn trace(&self) -> &Trace {
        &self.trace
    }

    fn scene(&mut self, step: usize) -> Scene {
        assert!((1..=self.trace.steps()).contains(&step), "there is no step {step}");
        if !self.drawn {
            return choices(&self.trace, step);
        }
        let frame = (step - 1) / Written::KEYFRAME;
        let first = frame * Written::KEYFRAME;
        // On from what is shown, unless a keyframe is nearer.
        if !(first..=step).contains(&self.shown.0) {
            self.shown = (first, self.keyframes[frame].clone());
        }
        for delta in self.deltas[self.shown.0..step].iter().flatten() {
            delta.apply(&mut self.shown.1);
        }
        self.shown.0 = step;
        self.shown.1.clone()
    }
}

/// The choices placed after a step, as a list.
fn choices(trace: &Trace, step: usize) -> Scene {
    let mut scene = Delta::nothing();
    let (Some(state), Some(at)) = (trace.state_of(step), trace.step(step)) else { return scene };
    let path = trace.path(state);
    let shown = &path[path.len().saturating_sub(Scene::MOST_LISTED)..];
    scene.cells = shown.iter().map(|choice| SceneCell::new((*choice).to_owned(), Role::Standing)).collect();
    let role = match at.kind {
        Kind::Reject => Some(Role::Attacked),
        Kind::Unplace => Some(Role::Undone),
        Kind::DeadEnd => Some(Role::Dead),
        _ => None,
    };
    if let Some(role) = role {
        scene.cells.push(SceneCell::new(at.choice.unwrap_or_default().to_owned(), role));
    } else if let Some(last) = scene.cells.last_mut().filter(|_| matches!(at.kind, Kind::Place | Kind::Enter)) {
        last.role = Role::Placed;
    }
    let about_last = role.is_some() || matches!(at.kind, Kind::Place | Kind::Enter);
    scene.focus = scene.cells.len().checked_sub(1).filter(|_| about_last);
    scene
}

/// Reads a trace as `docs/trace-format.md` describes it: at most [`Recording::EVENTS`] events, and lines of at most 4
/// megabytes.
///
/// ```
/// use std::ops::ControlFlow;
/// use tremaux_puzzles::queens::PlainQueens;
/// use tremaux_replay::{About, Recording, Stage, TraceError, read_trace, scene_text, write_trace};
///
/// let about = About { problem: "queens".into(), input: 4.into(), engine: "plain".into(), scenes: true };
/// let mut lines = Vec::new();
/// write_trace(PlainQueens::new(4), Recording::default(), &about, &mut |part| {
///     lines.push(part.into_value().to_string());
///     ControlFlow::Continue(())
/// })
/// .unwrap();
/// let mut written = read_trace(lines.join("\n").as_bytes()).unwrap();
/// assert_eq!((written.problem.as_str(), written.trace().steps()), ("queens", 116));
/// assert_eq!(scene_text(&written.scene(2)), "[Q]. . .\n | \\ . .\n | . \\ .\n | . . \\");
/// // What is wrong is said with its place.
/// lines[3] = lines[3].replace("\"depth\":1", "\"depth\":7");
/// let Err(TraceError::Format(error)) = read_trace(lines.join("\n").as_bytes()) else { panic!("it is wrong") };
/// assert_eq!((error.line, error.message.as_str()), (4, "expected depth 1, found 7"));
/// ```
///
/// # Errors
/// When a line is no line of a trace, or says what cannot follow on the lines before; and when the bytes don't come.
pub fn read_trace(input: impl BufRead) -> Result<Written, TraceError> {
    let mut lines = Lines { input, number: 0 };
    let Some(first) = lines.next()? else {
        return Err(lines.ended("expected the head of a trace, found the end of the file").into());
    };
    let head: Head = first.parse()?;
    check_head(&first, &head)?;
    let mut reader = Reader::new(&head);
    loop {
        let Some(line) = lines.next()? else {
            return Err(lines.ended("expected an event or how the trace ended, found the end of the file").into());
        };
        if line.text.contains("\"end\"") {
            let tail: Tail = line.parse()?;
            let trace = reader.finish(&tail, &line)?;
            return match lines.next()? {
                Some(line) => Err(line.error("", "expected the end of the file after the end of the trace").into()),
                None => Ok(reader.written(head, trace)),
            };
        }
        reader.add(&line)?;
    }
}

struct Lines<R> {
    input: R,
    number: usize,
}

struct Line {
    number: usize,
    text: String,
}

impl<R: BufRead> Lines<R> {
    fn next(&mut self) -> Result<Option<Line>, TraceError> {
        let mut bytes = Vec::new();
        if self.input.by_ref().take(MAX_LINE + 1).read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        self.number += 1;
        let number = self.number;
        let ended = bytes.pop_if(|byte| *byte == b'\n').is_some();
        if !ended && bytes.len() as u64 > MAX_LINE {
            let text = String::from_utf8_lossy(&bytes[..40]).into_owned();
            return Err(Line { number, text }.error("", format!("the line is longer than {MAX_LINE} bytes")).into());
        }
        bytes.pop_if(|byte| *byte == b'\r');
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Some(Line { number, text })),
            Err(error) => {
                let valid = error.utf8_error().valid_up_to();
                let found = error.as_bytes()[valid];
                let text = String::from_utf8_lossy(&error.as_bytes()[..valid]).into_owned();
                let column = text.chars().count();
                Err(Line { number, text }.at(column, format!("expected text, found the byte 0x{found:02X}")).into())
            }
        }
    }

    fn ended(&self, message: &str) -> FormatError {
        Line { number: self.number + 1, text: String::new() }.error("", message)
    }
}

fn check_head(line: &Line, head: &Head) -> Result<(), FormatError> {
    if head.schema != SCHEMA {
        return Err(line.error("schema", format!("expected the schema {SCHEMA}, found {}", short(&head.schema))));
    }
    if !(1..=VERSION).contains(&head.version) {
        return Err(line.error("version", format!("expected version 1 or {VERSION}, found {}", head.version)));
    }
    let numbers = Stats::from(head.before).named().into_iter().map(|(_, value)| value);
    if numbers.chain(head.path.iter().map(|node| node.0)).any(|number| number > MAX_NUMBER) {
        return Err(line.error("before", format!("expected quantities and numbers of nodes of at most {MAX_NUMBER}")));
    }
    let rising = head.path.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[1].1.is_some());
    if !rising || head.path.first() != Some(&(0, None)) {
        return Err(line.error("path", "expected the nodes from the root, 0, to the first one, by rising number"));
    }
    Ok(())
}

/// The beginning of a text from the file, for a message.
fn short(text: &str) -> String {
    text.chars().take(40).flat_map(char::escape_debug).collect()
}

impl Line {
    /// How much of a line is shown.
    const SHOWN: usize = 200;

    /// The error at a column, from 0.
    fn at(&self, column: usize, message: impl Into<String>) -> FormatError {
        let text: String = self.text.chars().take(column.max(Line::SHOWN) + 1).collect();
        FormatError { line: self.number, column: column + 1, text, message: message.into() }
    }

    /// The error of a field, or of the line where it has no such field.
    fn error(&self, key: &str, message: impl Into<String>) -> FormatError {
        let found = if key.is_empty() { None } else { self.text.find(&format!("\"{key}\"")) };
        self.at(found.map_or(0, |at| self.text[..at].chars().count()), message)
    }

    fn parse<T: DeserializeOwned>(&self) -> Result<T, FormatError> {
        serde_json::from_str(&self.text).map_err(|error| {
            let byte = error.column().saturating_sub(1).min(self.text.len());
            let column = self.text.char_indices().take_while(|(at, _)| *at < byte).count();
            let full = error.to_string();
            // The place is told of by the error itself.
            let message = full.rsplit_once(" at line ").map_or(full.as_str(), |(message, _)| message);
            self.at(column, format!("this is no line of a trace: {message}"))
        })
    }
}

/// Puts a trace together from its lines, and holds each against those before.
struct Reader {
    events: Vec<Packed>,
    nodes: Vec<TraceNode>,
    above: Vec<usize>,
    numbers: HashMap<String, u32>,
    labels: Vec<String>,
    marks: Vec<String>,
    stats: Stats,
    stats_frames: Vec<Stats>,
    /// Whether the last event placed a choice: its node is entered next.
    placed: bool,
    /// Whether the node was left: its choice is taken back next.
    left: bool,
    next: u64,
    scene: Scene,
    deltas: Vec<Option<Delta>>,
    scene_frames: Vec<Scene>,
    drawn: bool,
}

impl Reader {
    fn new(head: &Head) -> Self {
        let mut reader = Reader {
            events: Vec::new(),
            nodes: Vec::new(),
            above: Vec::new(),
            numbers: HashMap::new(),
            labels: Vec::new(),
            marks: Vec::new(),
            stats: head.before.into(),
            stats_frames: Vec::new(),
            placed: true,
            left: false,
            next: head.path.last().map_or(0, |last| last.0) + 1,
            scene: Delta::nothing(),
            deltas: Vec::new(),
            scene_frames: Vec::new(),
            drawn: false,
        };
        for (number, choice) in &head.path {
            reader.add_node(*number, choice.as_deref());
        }
        reader
    }

    fn number(&mut self, label: &str) -> u32 {
        if let Some(number) = self.numbers.get(label) {
            return *number;
        }
        let number = u32::try_from(self.labels.len()).unwrap_or(u32::MAX);
        self.labels.push(label.to_owned());
        self.numbers.insert(label.to_owned(), number);
        number
    }

    fn add_node(&mut self, number: u64, choice: Option<&str>) {
        let choice = choice.map(|choice| self.number(choice));
        let (parent, depth) = (self.above.last().copied(), self.above.len());
        let (entered, left, kind) = (0, None, NodeKind::Branch);
        self.above.push(self.nodes.len());
        self.nodes.push(TraceNode { number, parent, depth, entered, left, kind, choice });
    }

    /// The last node of the path, which the next event is about.
    fn current(&self) -> usize {
        self.above.last().copied().unwrap_or(0)
    }

    /// Adds the event of a line.
    fn add(&mut self, line: &Line) -> Result<(), FormatError> {
        let mut event: Event = line.parse()?;
        let kind = schema::kind(&event.event).filter(|kind| self.may_follow(*kind));
        let kind = kind.ok_or_else(|| line.error("event", format!("expected {}", self.expected())))?;
        if self.events.len() == Recording::EVENTS {
            return Err(line.error("step", format!("expected at most {} steps", Recording::EVENTS)));
        }
        self.check_choice(line, kind, &event)?;
        if kind == Kind::Place {
            self.add_node(self.next, event.choice.as_deref());
            self.next += 1;
        }
        let node = self.current();
        self.check_place(line, kind, &event)?;
        let choice = match (&event.choice, self.nodes[node].choice) {
            (Some(choice), _) if kind == Kind::Reject => self.number(choice),
            (_, choice) => choice.unwrap_or(0),
        };
        let mark = event.mark.as_deref().map_or(0, |mark| self.mark(mark));
        if self.events.len().is_multiple_of(Trace::KEYFRAME) {
            self.stats_frames.push(self.stats);
        }
        kind.count(&mut self.stats);
        let node = u32::try_from(node).unwrap_or(u32::MAX);
        self.events.push(Packed { node, choice, mark, kind });
        self.nodes[node as usize].note(kind, self.events.len());
        (self.placed, self.left) = (kind == Kind::Place, kind == Kind::Leave);
        if kind == Kind::Unplace {
            self.above.pop();
        }
        let scene = event.scene.take().map(|scene| scene.delta(self.scene.cells.len())).transpose();
        self.add_scene(scene.map_err(|(key, message)| line.error(key, message))?);
        Ok(())
    }

    fn may_follow(&self, kind: Kind) -> bool {
        match kind {
            Kind::Enter => self.placed,
            Kind::Unplace => self.left && self.above.len() > 1,
            _ => !self.placed && !self.left,
        }
    }

    fn expected(&self) -> &'static str {
        match (self.placed, self.left) {
            (true, _) => "the event `enter`",
            (_, true) if self.above.len() > 1 => "the event `unplace`",
            (_, true) => "no event after the root was left",
            _ => "one of the events `reject`, `place`, `solution`, `dead end`, `leave`",
        }
    }

    fn check_choice(&self, line: &Line, kind: Kind, event: &Event) -> Result<(), FormatError> {
        let taken_back = self.nodes[self.current()].choice.map(|choice| &self.labels[choice as usize]);
        match (kind, &event.choice) {
            (Kind::Reject | Kind::Place, Some(_)) => {}
            (Kind::Unplace, choice) if choice.as_ref() == taken_back => {}
            (Kind::Reject | Kind::Place | Kind::Unplace, _) => {
                return Err(line.error("choice", "expected the choice that is rejected, placed or taken back"));
            }
            (_, Some(_)) => return Err(line.error("choice", format!("expected no choice at `{}`", kind.name()))),
            (_, None) => {}
        }
        match event.mark {
            Some(_) if kind != Kind::Reject => Err(line.error("mark", "expected a mark only at `reject`")),
            _ => Ok(()),
        }
    }

    /// Whether the event is where it must be.
    fn check_place(&self, line: &Line, kind: Kind, event: &Event) -> Result<(), FormatError> {
        let node = &self.nodes[self.current()];
        let parent = node.parent.map(|parent| self.nodes[parent].number);
        let depth = node.depth - usize::from(kind == Kind::Unplace);
        let step = self.events.len() + 1;
        if event.step != step {
            return Err(line.error("step", format!("expected step {step}, found {}", event.step)));
        }
        if event.node != node.number {
            return Err(line.error("node", format!("expected node {}, found {}", node.number, event.node)));
        }
        if event.parent != parent {
            return Err(line.error("parent", "expected the number of the node above"));
        }
        if event.depth != depth {
            return Err(line.error("depth", format!("expected depth {depth}, found {}", event.depth)));
        }
        Ok(())
    }

    fn mark(&mut self, name: &str) -> u16 {
        let index = self.marks.iter().position(|mark| mark == name).unwrap_or_else(|| {
            self.marks.push(name.to_owned());
            self.marks.len() - 1
        });
        u16::try_from(index + 1).unwrap_or(0)
    }

    fn add_scene(&mut self, delta: Option<Delta>) {
        if self.deltas.len().is_multiple_of(Written::KEYFRAME) {
            self.scene_frames.push(self.scene.clone());
        }
        if let Some(delta) = &delta {
            delta.apply(&mut self.scene);
            self.drawn = true;
        }
        self.deltas.push(delta);
    }

    /// The trace, if what its last line says is so.
    fn finish(&mut self, tail: &Tail, line: &Line) -> Result<Trace, FormatError> {
        let end = schema::end(&tail.end).ok_or_else(|| line.error("end", "expected why the trace ended"))?;
        let steps = self.events.len();
        if tail.steps != steps || steps == 0 {
            return Err(line.error("steps", format!("expected the number of events, {steps}, and at least one")));
        }
        if tail.stats != self.stats.into() {
            return Err(line.error("stats", "expected the quantities of the events"));
        }
        Ok(Trace {
            events: std::mem::take(&mut self.events),
            nodes: std::mem::take(&mut self.nodes),
            labels: std::mem::take(&mut self.labels),
            marks: std::mem::take(&mut self.marks),
            keyframes: std::mem::take(&mut self.stats_frames),
            end,
        })
    }

    fn written(self, head: Head, trace: Trace) -> Written {
        let Reader { deltas, scene_frames: keyframes, drawn, .. } = self;
        let Head { problem, input, .. } = head;
        Written { problem, input, trace, deltas, keyframes, drawn, shown: (0, Delta::nothing()) }
    }
}
