//! A frame, and the decision tree, as drawings.

use crate::board::{board, stroke};
use crate::decisions::{Column, Decisions, Look};
use crate::drawing::{ADVANCE, Drawing, Figure, Point};
use crate::palette::{BLACK, BLUE, GREEN, GREY, Ink, ORANGE, VERMILION, WHITE, tint};
use crate::{Frame, METHOD, Trace, overview};

/// The space around everything.
const MARGIN: f32 = 24.0;
/// The width of what stands beside it.
const PANEL: f32 = 420.0;
/// The size of text beside the board, and the distance of its lines.
const TEXT: f32 = 15.0;
const LINE: f32 = 23.0;

/// The drawing of a frame: the board and, beside it, what happened, the marks, the method and the quantities.
pub(crate) fn frame(frame: &Frame) -> Drawing {
    let mut drawing = Drawing { title: title(frame), ..Drawing::default() };
    let board = board(&mut drawing, &frame.scene, (MARGIN, MARGIN));
    let panel = panel(&mut drawing, frame, (MARGIN + board.0 + 32.0, MARGIN));
    drawing.size = (2.0 * MARGIN + board.0 + 32.0 + PANEL, 2.0 * MARGIN + board.1.max(panel));
    drawing
}

fn title(frame: &Frame) -> String {
    let step = &frame.step;
    format!("Step {} of {}: {}. {} placed.", step.step, frame.steps, frame.caption(), step.depth)
}

/// Draws what stands beside the board; gives its height.
fn panel(drawing: &mut Drawing, frame: &Frame, (x, top): Point) -> f32 {
    let step = &frame.step;
    let mut y = top + 12.0;
    let caption = shortened(&frame.caption(), 32);
    drawing.text((x, y), 21.0, Ink::Event(step.kind).colour(), caption);
    y += 30.0;
    let place = format!("step {} of {}   depth {}   node {}", step.step, frame.steps, step.depth, step.node);
    drawing.text((x, y), 13.0, GREY, shortened(&place, 52));
    y += 36.0;
    let titles = frame.scene.marks.iter().map(|mark| mark.title.chars().count()).max().unwrap_or(0);
    for mark in frame.scene.marks.iter().filter(|mark| !mark.title.is_empty()) {
        stroke(drawing, mark.stroke, (x, y - 9.0), (18.0, 18.0), tint(VERMILION, 60));
        let members = mark.members.iter().map(|member| &**member).collect::<Vec<_>>().join(" ");
        let text = format!("{:<titles$}  {{{members}}}", mark.title);
        drawing.text((x + 26.0, y), TEXT, BLACK, shortened(&text, 42));
        y += LINE;
    }
    y += if frame.scene.marks.is_empty() { 0.0 } else { 16.0 };
    for (number, line) in METHOD.into_iter().enumerate() {
        let runs = number == step.kind.line();
        if runs {
            let size = (PANEL, LINE);
            drawing.rectangle((x - 8.0, y - LINE / 2.0), size, 4.0, tint(Ink::Event(step.kind).colour(), 18));
            drawing.rectangle((x - 8.0, y - LINE / 2.0), (4.0, LINE), 0.0, Ink::Event(step.kind).colour());
        }
        drawing.text((x + 4.0, y), TEXT, if runs { BLACK } else { GREY }, line);
        y += LINE;
    }
    y += 16.0;
    for (index, (name, value)) in frame.stats.named().into_iter().enumerate() {
        let at = (x + 4.0 + (index % 2) as f32 * 200.0, y + (index / 2) as f32 * LINE);
        drawing.text(at, TEXT, BLACK, format!("{name:<9} {value:>8}"));
    }
    y + 3.5 * LINE - top
}

/// At most `most` characters of a text.
fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most - 1).chain(['…']).collect()
}

/// The most nodes that are drawn one by one; of more, the overview is.
pub(crate) const MOST_DRAWN: usize = 20_000;
/// The most nodes with their choices written beside them.
const MOST_LABELLED: usize = 600;
/// The distance of two levels, and how many pixels make up a unit of width.
const LEVEL: f32 = 52.0;
const UNIT: f32 = 1.75;

/// The drawing of the decision tree after `step`; as an overview where it is too large to be drawn node by node.
pub(crate) fn tree(trace: &Trace, decisions: &Decisions, step: usize) -> Drawing {
    if decisions.placed.len() > MOST_DRAWN {
        return strip(trace);
    }
    let place = |index: usize| {
        let placed = &decisions.placed[index];
        (MARGIN + placed.middle as f32 * UNIT, MARGIN + 12.0 + placed.depth as f32 * LEVEL)
    };
    let stats = trace.stats(step);
    let mut drawing = Drawing {
        title: format!(
            "The decision tree after step {step}: {} nodes, {} dead ends, {} solutions.",
            stats.calls, stats.dead_ends, stats.solutions
        ),
        ..Drawing::default()
    };
    let is_on_path = on_path(trace, step);
    let looks = (0..decisions.placed.len()).filter_map(|index| Some((index, decisions.look(trace, index, step)?)));
    let looks: Vec<_> = looks.collect();
    for (index, _) in &looks {
        let placed = &decisions.placed[*index];
        if let Some(parent) = placed.parent {
            let (width, colour) = if is_on_path(placed.node) { (3.0, BLUE) } else { (1.2, tint(GREY, 70)) };
            drawing.lines(vec![place(parent), place(*index)], width, colour);
        }
    }
    let labelled = decisions.placed.len() <= MOST_LABELLED;
    for (index, look) in looks {
        let placed = &decisions.placed[index];
        node(&mut drawing, place(index), look, placed.width, placed.failed);
        if let Some(choice) = trace.choice(placed.node).filter(|_| labelled) {
            let (from, to) = (placed.parent.map_or(place(index), place), place(index));
            let middle = (from.0 + 0.62 * (to.0 - from.0), from.1 + 0.62 * (to.1 - from.1));
            let text = shortened(choice, 8);
            let width = text.chars().count() as f32 * 11.0 * ADVANCE + 4.0;
            drawing.rectangle((middle.0 - width / 2.0, middle.1 - 7.0), (width, 14.0), 3.0, WHITE);
            drawing.text_in(middle, 11.0, is_on_path(placed.node), BLACK, text);
        }
    }
    let height = 2.0 * MARGIN + 24.0 + decisions.levels.saturating_sub(1) as f32 * LEVEL;
    let width = (2.0 * MARGIN + decisions.width as f32 * UNIT).max(720.0);
    let folded = decisions.placed.iter().any(|placed| placed.failed.is_some());
    legend(&mut drawing, (MARGIN, height + 8.0), folded);
    drawing.size = (width, height + 32.0);
    drawing
}

/// Whether a node is among those from the root to where the search is after a step.
fn on_path(trace: &Trace, step: usize) -> impl Fn(usize) -> bool {
    let mut path: Vec<usize> = trace.state_of(step).into_iter().flat_map(|node| trace.up_from(node)).collect();
    path.reverse();
    move |node| path.binary_search(&node).is_ok()
}

fn node(drawing: &mut Drawing, (x, y): Point, look: Look, width: u32, failed: Option<usize>) {
    let circle = |ring, fill| Figure::Circle { middle: (x, y), radius: 8.0, ring, fill };
    match look {
        Look::Choice => drawing.figures.push(circle(None, BLUE)),
        Look::Open => drawing.figures.push(circle(Some(3.0), ORANGE)),
        Look::Dead => drawing.rectangle((x - 7.0, y - 7.0), (14.0, 14.0), 0.0, VERMILION),
        Look::Solution => {
            let points = vec![(x, y - 11.0), (x + 11.0, y), (x, y + 11.0), (x - 11.0, y)];
            drawing.figures.push(Figure::Polygon { points, fill: GREEN });
        }
        Look::Failed => {
            let half = width as f32 * UNIT / 2.0;
            let points = vec![(x, y - 9.0), (x + half, y + 22.0), (x - half, y + 22.0)];
            drawing.figures.push(Figure::Polygon { points, fill: tint(VERMILION, 55) });
            let text = failed.map_or(String::new(), |nodes| nodes.to_string());
            let size = (1.3 * half / (text.len() as f32 * ADVANCE)).min(12.0);
            drawing.text_in((x, y + 13.0), size, false, BLACK, text);
        }
    }
}

fn legend(drawing: &mut Drawing, (x, y): Point, folded: bool) {
    let looks = [
        (Look::Choice, "choice"),
        (Look::Dead, "dead end"),
        (Look::Solution, "solution"),
        (Look::Open, "open"),
        (Look::Failed, "no solution below"),
    ];
    let mut x = x + 10.0;
    for (look, name) in looks.into_iter().filter(|(look, _)| folded || *look != Look::Failed) {
        node(drawing, (x, y), look, 16, None);
        drawing.text((x + 16.0, y), 13.0, GREY, name);
        x += 130.0;
    }
}

/// The columns of an overview, and how wide each is.
const COLUMNS: usize = 960;

/// The overview: nodes from left to right as they were entered, between the depths where they lie; solutions stand out.
fn strip(trace: &Trace) -> Drawing {
    let columns = overview(trace, COLUMNS);
    let deepest = columns.iter().map(|column| column.depths.1).max().unwrap_or(0);
    let level = (240.0 / (deepest + 1) as f32).min(16.0);
    let width = COLUMNS as f32 / columns.len().max(1) as f32;
    let nodes = trace.nodes().len();
    let title = format!("The decision tree at a glance: {nodes} nodes, the deepest at depth {deepest}.");
    let mut drawing = Drawing { title: title.clone(), ..Drawing::default() };
    drawing.text((MARGIN, MARGIN), TEXT, BLACK, title);
    let top = MARGIN + 28.0;
    for (index, Column { depths, solutions, .. }) in columns.into_iter().enumerate() {
        let x = MARGIN + index as f32 * width;
        let (upper, lower) = (top + depths.0 as f32 * level, top + (depths.1 + 1) as f32 * level);
        drawing.rectangle((x, upper), (width, lower - upper), 0.0, if solutions > 0 { GREEN } else { tint(BLUE, 60) });
    }
    let bottom = top + (deepest + 1) as f32 * level;
    drawing.text(
        (MARGIN, bottom + 22.0),
        13.0,
        GREY,
        "left to right as entered, top to bottom by depth; green: with a solution",
    );
    drawing.size = (2.0 * MARGIN + COLUMNS as f32, bottom + 34.0 + MARGIN);
    drawing
}
