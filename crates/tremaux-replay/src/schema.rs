//! The lines of a written trace, as `docs/trace-format.md` describes them.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tremaux::{Backdrop, Cage, Layout, Limit, Role, SceneCell, SceneMark, Sign, Square, Stats, Stroke, Window};

use crate::delta::Delta;
use crate::{End, Kind};

/// The name of the schema.
pub(crate) const SCHEMA: &str = "tremaux-trace";
/// Its version: raised when a reader of the one before would go wrong. What has an earlier one is read as well.
pub(crate) const VERSION: u32 = 2;

/// The first line.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Head {
    pub(crate) schema: String,
    pub(crate) version: u32,
    pub(crate) problem: String,
    pub(crate) input: Value,
    pub(crate) engine: String,
    pub(crate) method: Vec<String>,
    /// The nodes from the root to the first one entered: the number of each, and the choice that leads to it.
    pub(crate) path: Vec<(u64, Option<String>)>,
    /// The quantities before the first event.
    pub(crate) before: Quantities,
}

/// A line in the middle.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Event {
    pub(crate) step: usize,
    pub(crate) event: String,
    pub(crate) node: u64,
    pub(crate) parent: Option<u64>,
    pub(crate) depth: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) choice: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) mark: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) scene: Option<Change>,
}

/// The last line.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Tail {
    pub(crate) end: String,
    pub(crate) steps: usize,
    pub(crate) stats: Quantities,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Quantities {
    calls: u64,
    tried: u64,
    rejected: u64,
    placed: u64,
    unplaced: u64,
    dead_ends: u64,
    solutions: u64,
}

impl From<Stats> for Quantities {
    fn from(stats: Stats) -> Self {
        let Stats { calls, tried, rejected, placed, unplaced, dead_ends, solutions } = stats;
        Quantities { calls, tried, rejected, placed, unplaced, dead_ends, solutions }
    }
}

impl From<Quantities> for Stats {
    fn from(stats: Quantities) -> Self {
        let Quantities { calls, tried, rejected, placed, unplaced, dead_ends, solutions } = stats;
        Stats { calls, tried, rejected, placed, unplaced, dead_ends, solutions }
    }
}

/// A cell: its index, its text, its role, the bits of its marks, its region.
type CellEntry = (usize, String, String, u32, u32);

/// A scene as a change of the one before.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Change {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    layout: Option<LayoutEntry>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    cells: Vec<CellEntry>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    marks: Option<Vec<MarkEntry>>,
    focus: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    backdrop: Option<BackdropEntry>,
}

/// What is printed.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BackdropEntry {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    tints: Vec<u8>,
    /// Squares and a label.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    cages: Vec<(Vec<Square>, String)>,
    /// Two squares and a text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    signs: Vec<(Square, Square, String)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    lines: Vec<Vec<Square>>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum LayoutEntry {
    Grid { top: usize, left: usize, rows: usize, columns: usize, of: (usize, usize) },
    List { cells: usize },
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct MarkEntry {
    name: String,
    title: String,
    stroke: String,
    members: Vec<String>,
}

impl From<&Delta> for Change {
    fn from(delta: &Delta) -> Self {
        let cell = |(index, cell): &(usize, SceneCell)| {
            (*index, cell.text.to_string(), cell.role.name().to_owned(), cell.by, cell.region)
        };
        let mark = |mark: &SceneMark| MarkEntry {
            name: mark.name.to_string(),
            title: mark.title.to_string(),
            stroke: mark.stroke.symbol().to_string(),
            members: mark.members.iter().map(ToString::to_string).collect(),
        };
        Change {
            layout: delta.layout.map(|layout| match layout {
                Layout::Grid(Window { top, left, rows, columns, of }) => {
                    LayoutEntry::Grid { top, left, rows, columns, of }
                }
                Layout::List => LayoutEntry::List { cells: delta.cells.len() },
            }),
            cells: delta.cells.iter().map(cell).collect(),
            marks: delta.marks.as_ref().map(|marks| marks.iter().map(mark).collect()),
            focus: delta.focus,
            backdrop: delta.backdrop.as_deref().map(BackdropEntry::from),
        }
    }
}

impl From<&Backdrop> for BackdropEntry {
    fn from(Backdrop { tints, cages, signs, lines }: &Backdrop) -> Self {
        let sign = |Sign { between: [one, other], text }: &Sign| (*one, *other, text.to_string());
        BackdropEntry {
            tints: tints.clone(),
            cages: cages.iter().map(|cage| (cage.squares.clone(), cage.label.to_string())).collect(),
            signs: signs.iter().map(sign).collect(),
            lines: lines.clone(),
        }
    }
}

impl BackdropEntry {
    fn backdrop(self) -> Result<Arc<Backdrop>, (&'static str, String)> {
        let BackdropEntry { tints, cages, signs, lines } = self;
        if tints.iter().any(|tint| *tint >= Backdrop::TINTS) {
            return Err(("tints", format!("expected tints from 0 to {}", Backdrop::TINTS - 1)));
        }
        let cage = |(squares, label): (_, String)| Cage { squares, label: label.into() };
        let sign = |(one, other, text): (_, _, String)| Sign { between: [one, other], text: text.into() };
        let (cages, signs) = (cages.into_iter().map(cage).collect(), signs.into_iter().map(sign).collect());
        Ok(Arc::new(Backdrop { tints, cages, signs, lines }))
    }
}

impl Change {
    /// The change of a scene of `cells` cells.
    ///
    /// # Errors
    /// The field that is wrong, and what was expected of it.
    pub(crate) fn delta(self, cells: usize) -> Result<Delta, (&'static str, String)> {
        let (layout, count) = match self.layout {
            None => (None, cells),
            Some(LayoutEntry::List { cells }) => (Some(Layout::List), cells),
            Some(LayoutEntry::Grid { top, left, rows, columns, of }) => {
                let fits = |first: usize, shown: usize, all| first.checked_add(shown).is_some_and(|end| end <= all);
                if rows.max(columns) > Window::MOST
                    || rows.min(columns) == 0
                    || !fits(top, rows, of.0)
                    || !fits(left, columns, of.1)
                {
                    let most = Window::MOST;
                    return Err(("layout", format!("expected from 1 to {most} rows and columns, within the grid")));
                }
                (Some(Layout::Grid(Window { top, left, rows, columns, of })), rows * columns)
            }
        };
        let focus_fits = self.focus.is_none_or(|focus| focus < count);
        if !focus_fits {
            return Err(("focus", format!("expected the index of one of {count} cells")));
        }
        let changed = self.cells.into_iter().map(cell).collect::<Result<Vec<_>, _>>()?;
        let in_order = changed.len() == count && changed.iter().enumerate().all(|(index, cell)| index == cell.0);
        if layout.is_some() && !in_order {
            return Err(("cells", format!("expected all {count} cells of the layout, in order")));
        }
        if changed.iter().any(|(index, _)| *index >= count) {
            return Err(("cells", format!("expected indices of {count} cells")));
        }
        let marks = self.marks.map(|marks| marks.into_iter().map(mark).collect::<Result<Vec<_>, _>>()).transpose()?;
        let backdrop = self.backdrop.map(BackdropEntry::backdrop).transpose()?;
        Ok(Delta { layout, cells: changed, marks, focus: self.focus, backdrop })
    }
}

fn cell((index, text, role, by, region): CellEntry) -> Result<(usize, SceneCell), (&'static str, String)> {
    let role = Role::ALL.into_iter().find(|one| one.name() == role);
    let names = || Role::ALL.map(Role::name).join(", ");
    let role = role.ok_or_else(|| ("cells", format!("expected a role: {}", names())))?;
    Ok((index, SceneCell { text: text.into(), role, by, region }))
}

fn mark(entry: MarkEntry) -> Result<SceneMark, (&'static str, String)> {
    let MarkEntry { name, title, stroke, members } = entry;
    let stroke = Stroke::ALL.into_iter().find(|one| stroke.chars().eq([one.symbol()]));
    let symbols = || Stroke::ALL.map(|stroke| stroke.symbol().to_string()).join(" ");
    let stroke = stroke.ok_or_else(|| ("stroke", format!("expected a stroke: {}", symbols())))?;
    Ok(SceneMark::new(name, stroke).titled(title).with(members))
}

/// The kind of this name.
pub(crate) fn kind(name: &str) -> Option<Kind> {
    Kind::ALL.into_iter().find(|kind| kind.name() == name)
}

const ENDS: [(End, &str); 6] = [
    (End::Complete, "complete"),
    (End::Full, "steps"),
    (End::Stopped(Limit::Solutions), "solutions"),
    (End::Stopped(Limit::Nodes), "nodes"),
    (End::Stopped(Limit::Time), "time"),
    (End::Stopped(Limit::Cancelled), "cancelled"),
];

/// Why a trace ends, as a word.
pub(crate) fn end_name(end: End) -> &'static str {
    ENDS.into_iter().find(|one| one.0 == end).map_or("cancelled", |one| one.1)
}

/// The end of this name.
pub(crate) fn end(name: &str) -> Option<End> {
    ENDS.into_iter().find(|one| one.1 == name).map(|one| one.0)
}
