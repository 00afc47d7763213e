//! Everything that a player in a page needs, as one compact JSON object: `docs/player-data.md` describes it.

use serde_json::{Map, Value, json};
use tremaux::{Layout, Role, Scene, SceneCell, SceneMark, Stats, Stroke, Window};

use crate::decisions::Decisions;
use crate::delta::Delta;
use crate::schema::{self, BackdropEntry};
use crate::trace::{Kind, METHOD, Trace};
use crate::{NodeKind, Stage};

/// The version of the shape.
const VERSION: u32 = 1;

/// The data of a player for all steps of a trace. `problem` and `input` say what it is of.
///
/// Draws every step once; its size is some 50 bytes a step for a small board.
///
/// ```
/// use tremaux_puzzles::queens::PlainQueens;
/// use tremaux_replay::{Recording, player_data, record};
///
/// let mut replay = record(PlainQueens::new(4), Recording::default()).unwrap();
/// let data = player_data(&mut replay, "queens", &4.into());
/// assert_eq!(data["events"]["kind"].as_array().map(Vec::len), Some(116));
/// assert_eq!(data["end"], "complete");
/// ```
#[must_use]
pub fn player_data(stage: &mut dyn Stage, problem: &str, input: &Value) -> Value {
    let scenes = scenes(stage);
    let trace = stage.trace();
    json!({
        "schema": "tremaux-player",
        "version": VERSION,
        "problem": problem,
        "input": input,
        "method": METHOD,
        "kinds": Kind::ALL.map(|kind| json!([kind.name(), kind.line()])),
        "roles": Role::ALL.map(Role::name),
        "strokes": Stroke::ALL.map(|stroke| stroke.symbol().to_string()),
        "labels": trace.labels,
        "marks": trace.marks,
        "before": quantities(&trace.keyframes.first().copied().unwrap_or_default()),
        "events": events(trace),
        "nodes": nodes(trace),
        "tree": tree(&Decisions::new(trace, false)),
        "folded": tree(&Decisions::new(trace, true)),
        "scenes": scenes,
        "end": schema::end_name(trace.end()),
    })
}

/// One state, as the data of a player has its first.
#[must_use]
pub fn scene_data(scene: &Scene) -> Value {
    change(&Delta::between(None, scene))
}

fn quantities(stats: &Stats) -> Value {
    Value::Array(stats.named().iter().map(|(_, value)| json!(value)).collect())
}

/// What changes in the scene at every step; `null` where nothing does.
fn scenes(stage: &mut dyn Stage) -> Vec<Value> {
    let mut last: Option<Scene> = None;
    let mut scenes = Vec::with_capacity(stage.trace().steps());
    for step in 1..=stage.trace().steps() {
        let scene = stage.scene(step);
        let changes = last.as_ref() != Some(&scene);
        scenes.push(if changes { change(&Delta::between(last.as_ref(), &scene)) } else { Value::Null });
        last = Some(scene);
    }
    scenes
}

/// The place of a value in a list that the data begins with.
fn place<T: PartialEq>(all: &[T], one: &T) -> usize {
    all.iter().position(|other| other == one).unwrap_or(0)
}

fn change(delta: &Delta) -> Value {
    let mut fields = Map::new();
    match delta.layout {
        Some(Layout::Grid(Window { top, left, rows, columns, of })) => {
            fields.insert("grid".into(), json!([top, left, rows, columns, of.0, of.1]));
        }
        Some(Layout::List) => {
            fields.insert("list".into(), json!(delta.cells.len()));
        }
        None => {}
    }
    if !delta.cells.is_empty() {
        fields.insert("cells".into(), delta.cells.iter().map(cell).collect());
    }
    if let Some(marks) = &delta.marks {
        fields.insert("marks".into(), marks.iter().map(mark).collect());
    }
    if let Some(backdrop) = &delta.backdrop {
        fields.insert("backdrop".into(), json!(BackdropEntry::from(&**backdrop)));
    }
    if let Some(focus) = delta.focus {
        fields.insert("focus".into(), json!(focus));
    }
    Value::Object(fields)
}

/// `[index, text, role, by, region]`, without the zeros and the empty text at its end.
fn cell((index, cell): &(usize, SceneCell)) -> Value {
    let role = place(&Role::ALL, &cell.role);
    let mut entry = vec![json!(index), json!(cell.text), json!(role), json!(cell.by), json!(cell.region)];
    while entry.len() > 1 && entry.last().is_some_and(|last| *last == json!(0) || *last == json!("")) {
        entry.pop();
    }
    Value::Array(entry)
}

fn mark(mark: &SceneMark) -> Value {
    json!([mark.name, mark.title, place(&Stroke::ALL, &mark.stroke), mark.members])
}

/// A column for each of kind, node, choice and mark; -1 for none.
fn events(trace: &Trace) -> Value {
    let of_choice = |kind| matches!(kind, Kind::Reject | Kind::Place | Kind::Unplace);
    let column = |value: &dyn Fn(&crate::trace::Packed) -> i64| trace.events.iter().map(value).collect::<Vec<_>>();
    json!({
        "kind": trace.events.iter().map(|event| place(&Kind::ALL, &event.kind)).collect::<Vec<_>>(),
        "node": column(&|event| event.node.into()),
        "choice": column(&|event| if of_choice(event.kind) { event.choice.into() } else { -1 }),
        "mark": column(&|event| i64::from(event.mark) - 1),
    })
}

/// A column for each of a node's number, parent, choice, depth, kind, and the steps that entered and left it.
fn nodes(trace: &Trace) -> Value {
    let nodes = &trace.nodes;
    let kind = |kind| match kind {
        NodeKind::Branch | NodeKind::Cut => 0,
        NodeKind::Dead => 1,
        NodeKind::Solution => 2,
    };
    json!({
        "number": nodes.iter().map(|node| node.number).collect::<Vec<_>>(),
        "parent": nodes.iter().map(|node| or_none(node.parent)).collect::<Vec<_>>(),
        "choice": nodes.iter().map(|node| node.choice.map_or(-1, i64::from)).collect::<Vec<_>>(),
        "depth": nodes.iter().map(|node| node.depth).collect::<Vec<_>>(),
        "kind": nodes.iter().map(|node| kind(node.kind)).collect::<Vec<_>>(),
        "entered": nodes.iter().map(|node| node.entered).collect::<Vec<_>>(),
        "left": nodes.iter().map(|node| or_none(node.left)).collect::<Vec<_>>(),
    })
}

/// An index, or -1 for none.
fn or_none(index: Option<usize>) -> i64 {
    index.and_then(|index| i64::try_from(index).ok()).unwrap_or(-1)
}

fn tree(decisions: &Decisions) -> Value {
    let placed = &decisions.placed;
    json!({
        "width": decisions.width,
        "levels": decisions.levels,
        "node": placed.iter().map(|placed| placed.node).collect::<Vec<_>>(),
        "parent": placed.iter().map(|placed| or_none(placed.parent)).collect::<Vec<_>>(),
        "x": placed.iter().map(|placed| placed.middle).collect::<Vec<_>>(),
        "failed": placed.iter().map(|placed| placed.failed.unwrap_or(0)).collect::<Vec<_>>(),
    })
}
