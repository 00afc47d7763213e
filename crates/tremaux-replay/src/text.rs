//! A frame as text, for terminals and files: what everything is can be told without colour.

use std::ops::Range;

use tremaux::{Layout, Role, Scene, SceneCell, SceneMark, Stats};
use unicode_width::UnicodeWidthStr;

use crate::palette::Ink;
use crate::{Frame, Kind, METHOD, grid};

/// A piece of a line, and the ink it is written with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// The text: no line end in it.
    pub text: String,
    /// What it means, for those who write with colours.
    pub ink: Ink,
}

/// A line of text in pieces.
pub type Line = Vec<Span>;

/// How wide the text beside a board is.
const PANEL: usize = 40;

/// The lines of a frame: the board, and beside it, or below where both are wider than `columns`, what happened, the
/// marks, the running line of the method and the quantities.
///
/// What stands in brackets is what the step is about: `[Q]` placed now, `(Q)` taken back, `<|>` ruled out by a mark,
/// whose stroke it shows; `!` dead. In other squares a stroke (`|` `-` `\` `/` `:`) is a mark that attacks them, `*`
/// several; `#` is a wall and `o` part of a path. Borders of regions are `|` and `-`, those of cages `:` and `.`, with the
/// cage's label over its first square; what is printed between two neighbours stands there.
#[must_use]
pub fn frame_lines(frame: &Frame, columns: usize) -> Vec<Line> {
    let board = scene_lines(&frame.scene, columns);
    let panel = panel(frame);
    let width = board.iter().map(width).max().unwrap_or(0);
    if width + 3 + PANEL > columns {
        return board.into_iter().chain([Line::new()]).chain(panel).collect();
    }
    let lines = board.len().max(panel.len());
    let (mut board, mut panel) = (board.into_iter(), panel.into_iter());
    let beside = |_| {
        let mut line = board.next().unwrap_or_default();
        if let Some(panel) = panel.next().filter(|panel| !panel.is_empty()) {
            line.push(plain(" ".repeat(width + 3 - self::width(&line))));
            line.extend(panel);
        }
        line
    };
    (0..lines).map(beside).collect()
}

/// A frame as plain text, every line ended.
///
/// ```
/// use tremaux_puzzles::queens::PlainQueens;
/// use tremaux_replay::{Frame, Recording, frame_text, record};
///
/// let mut replay = record(PlainQueens::new(4), Recording::default()).unwrap();
/// let text = frame_text(&Frame::new(&mut replay, 5).unwrap(), 80);
/// assert!(text.starts_with(" Q . . .    step 5 of 116, depth 1, node 1\n |<\\>. .    reject 1: diag\n"));
/// ```
#[must_use]
pub fn frame_text(frame: &Frame, columns: usize) -> String {
    let mut text = String::new();
    for line in frame_lines(frame, columns) {
        let start = text.len();
        line.iter().for_each(|span| text.push_str(&span.text));
        text.truncate(start + text[start..].trim_end().len());
        text.push('\n');
    }
    text
}

fn plain(text: impl Into<String>) -> Span {
    Span { text: text.into(), ink: Ink::Plain }
}

/// How many columns of a terminal a text takes: characters of Chinese or Japanese take two.
fn columns_of(text: &str) -> usize {
    text.width()
}

fn width(line: &Line) -> usize {
    line.iter().map(|span| columns_of(&span.text)).sum()
}

/// The text of a problem as it can stand in a line: a control character would end it, or be an order to a terminal.
fn harmless(text: &str) -> String {
    text.chars().map(|character| if character.is_control() { '?' } else { character }).collect()
}

/// The text of a cell where there is only ASCII to draw with.
fn in_ascii(text: &str) -> String {
    if text == "♛" { "Q".to_owned() } else { harmless(text) }
}

/// What stands for a cell.
pub(crate) fn symbol(cell: &SceneCell, marks: &[SceneMark]) -> String {
    if !cell.text.is_empty() {
        return in_ascii(&cell.text);
    }
    let symbol = match cell.role {
        Role::Attacked if cell.by.count_ones() > 1 => '*',
        Role::Attacked => marks.get(cell.by.trailing_zeros() as usize).map_or('x', |mark| mark.stroke.symbol()),
        Role::Wall => '#',
        Role::Path | Role::Standing | Role::Placed | Role::Given | Role::Undone => 'o',
        Role::Dead => '!',
        Role::Open => '.',
    };
    symbol.to_string()
}

/// How wide the cells are: as what stands in the widest of them, and as the labels of cages, so that two are apart.
pub(crate) fn wide(scene: &Scene) -> usize {
    let symbols = scene.cells.iter().map(|cell| columns_of(&symbol(cell, &scene.marks)));
    let cages = scene.backdrop.iter().flat_map(|backdrop| &backdrop.cages);
    symbols.chain(cages.map(|cage| columns_of(&cage.label))).max().unwrap_or(1).max(1)
}

/// What stands before and after the cell that a step is about.
fn brackets(role: Role) -> [char; 2] {
    match role {
        Role::Undone => ['(', ')'],
        Role::Dead => ['!', '!'],
        Role::Attacked | Role::Wall => ['<', '>'],
        _ => ['[', ']'],
    }
}

/// A scene alone as text, without a line end after its last line.
///
/// ```
/// use tremaux_puzzles::queens::PlainQueens;
/// use tremaux_replay::{Kind, Recording, Stage, record, scene_text};
///
/// let mut replay = record(PlainQueens::new(4), Recording::default()).unwrap();
/// let solution = replay.trace().find(0, true, |step| step.kind == Kind::Solution).unwrap();
/// assert_eq!(scene_text(&replay.scene(solution)), " . Q . .\n . . . Q\n Q . . .\n . . Q .");
/// ```
#[must_use]
pub fn scene_text(scene: &Scene) -> String {
    let text = |line: Line| line.iter().map(|span| span.text.as_str()).collect::<String>().trim_end().to_owned();
    scene_lines(scene, usize::MAX).into_iter().map(text).collect::<Vec<_>>().join("\n")
}

/// The lines of a scene alone; a list is broken into lines of at most `columns`.
#[must_use]
pub fn scene_lines(scene: &Scene, columns: usize) -> Vec<Line> {
    let symbols: Vec<_> = scene.cells.iter().map(|cell| symbol(cell, &scene.marks)).collect();
    let wide = wide(scene);
    match scene.layout {
        Layout::Grid(window) => grid::lines(scene, window, &symbols, wide),
        Layout::List => {
            let a_line = (columns.min(PANEL).saturating_sub(1) / (wide + 1)).max(1);
            let rows = 0..scene.cells.len().div_ceil(a_line);
            rows.map(|row| cells(scene, &symbols, wide, row * a_line..(row + 1) * a_line, &|_| None)).collect()
        }
    }
}

/// The cells of a range, each after a gap that holds a bracket, or what is `between` a cell and the one before it.
pub(crate) fn cells(
    scene: &Scene,
    symbols: &[String],
    wide: usize,
    range: Range<usize>,
    between: &dyn Fn(usize) -> Option<(char, Ink)>,
) -> Line {
    let range = range.start..range.end.min(scene.cells.len());
    let focus = scene.focus.filter(|focus| range.contains(focus));
    let mut line = Line::new();
    for index in range.start..=range.end {
        let bracket = |cell: usize, side: usize| brackets(scene.cells[cell].role)[side];
        let ink = |cell: usize| Ink::Cell(scene.cells[cell].role);
        let (gap, gap_ink) = if focus == Some(index) {
            (bracket(index, 0), ink(index))
        } else if index > range.start && focus == Some(index - 1) {
            (bracket(index - 1, 1), ink(index - 1))
        } else if index > range.start && index < range.end {
            between(index).unwrap_or((' ', Ink::Plain))
        } else {
            (' ', Ink::Plain)
        };
        line.push(Span { text: gap.into(), ink: gap_ink });
        if let Some(symbol) = symbols[..range.end].get(index) {
            let before = " ".repeat(wide.saturating_sub(columns_of(symbol)));
            line.push(Span { text: before + symbol, ink: ink(index) });
        }
    }
    line
}

fn panel(frame: &Frame) -> Vec<Line> {
    let step = &frame.step;
    let place = format!("step {} of {}, depth {}, node {}", step.step, frame.steps, step.depth, step.node);
    let caption = vec![Span { text: harmless(&frame.caption()), ink: Ink::Event(step.kind) }];
    let gap = || [Line::new()];
    let top = [vec![plain(place)], caption].into_iter().chain(gap()).chain(mark_lines(&frame.scene.marks));
    top.chain(gap()).chain(method_lines(step.kind)).chain(gap()).chain(quantity_lines(&frame.stats)).collect()
}

/// The marks by name as sets, those that are listed; at most two lines each.
#[must_use]
pub fn mark_lines(marks: &[SceneMark]) -> Vec<Line> {
    let titles = marks.iter().map(|mark| columns_of(&mark.title)).max().unwrap_or(0);
    marks.iter().filter(|mark| !mark.title.is_empty()).flat_map(|mark| lines_of_mark(mark, titles)).collect()
}

/// The method, the line of it that runs at such a step marked.
#[must_use]
pub fn method_lines(kind: Kind) -> Vec<Line> {
    let line = |(number, line): (usize, &str)| {
        let runs = number == kind.line();
        let text = format!("{} {line}", if runs { '>' } else { ' ' });
        vec![Span { text, ink: if runs { Ink::Strong } else { Ink::Dim } }]
    };
    METHOD.into_iter().enumerate().map(line).collect()
}

/// The quantities, two a line.
#[must_use]
pub fn quantity_lines(stats: &Stats) -> Vec<Line> {
    let line = |pair: &[(&str, u64)]| {
        let text: String = pair.iter().map(|(name, value)| format!("{name:<9} {value:>8}  ")).collect();
        vec![plain(text.trim_end())]
    };
    stats.named().chunks(2).map(line).collect()
}

/// The most lines that the members of a mark take.
const MARK_LINES: usize = 2;

/// A mark as `title {members}`, cut after [`MARK_LINES`].
fn lines_of_mark(mark: &SceneMark, titles: usize) -> Vec<Line> {
    let head = format!("{} {:<titles$} ", mark.stroke.symbol(), harmless(&mark.title));
    let room = PANEL.saturating_sub(columns_of(&head)).max(12);
    let mut lines = vec![String::from("{")];
    for (index, member) in mark.members.iter().map(|member| harmless(member)).enumerate() {
        let count = lines.len();
        let line = &mut lines[count - 1];
        let gap = usize::from(index > 0);
        if columns_of(line) + gap + columns_of(&member) + 2 <= room {
            line.push_str(&" "[..gap]);
            line.push_str(&member);
        } else if count < MARK_LINES {
            lines.push(format!(" {member}"));
        } else {
            line.push_str(" …");
            break;
        }
    }
    if let Some(last) = lines.last_mut() {
        last.push('}');
    }
    let indent = " ".repeat(columns_of(&head));
    let line = |(index, text): (usize, String)| {
        vec![plain(if index == 0 { head.clone() } else { indent.clone() }), Span { text, ink: Ink::Plain }]
    };
    lines.into_iter().enumerate().map(line).collect()
}
