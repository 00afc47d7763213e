//! A scene as a drawing.

use tremaux::{Layout, Role, Scene, SceneCell, SceneMark, Stroke};

use crate::drawing::{ADVANCE, Drawing, Figure, Point};
use crate::palette::{BLACK, BLUE, Colour, GREY, Ink, PURPLE, SKY, SLATE, VERMILION, WHITE, shade, tint};
use crate::printed::Printed;

/// The longest side of a board, if its cells are not too small then.
const BOARD: f32 = 448.0;

/// The rows and columns in which a scene's cells lie, and how wide and high each is.
fn cells_of(scene: &Scene) -> (usize, usize, Point) {
    let longest = scene.cells.iter().map(|cell| cell.text.chars().count()).max().unwrap_or(1).max(1);
    match scene.layout {
        Layout::Grid(window) => {
            let side = (BOARD / window.rows.max(window.columns).max(1) as f32).clamp(12.0, 56.0);
            (window.rows, window.columns, (side.floor(), side.floor()))
        }
        Layout::List => {
            let width = (longest as f32 * 20.0 * ADVANCE + 16.0).clamp(44.0, BOARD);
            #[expect(clippy::cast_possible_truncation, reason = "a few, at least one")]
            let columns = ((BOARD / width) as usize).clamp(1, 12).min(scene.cells.len().max(1));
            (scene.cells.len().div_ceil(columns).max(1), columns, (width.floor(), 44.0))
        }
    }
}

/// Draws a scene, its top left corner at `at`; gives the size of the board.
pub(crate) fn board(drawing: &mut Drawing, scene: &Scene, at: Point) -> Point {
    let (rows, columns, size) = cells_of(scene);
    let corner = |index: usize| (at.0 + (index % columns) as f32 * size.0, at.1 + (index / columns) as f32 * size.1);
    let printed = Printed::new(scene, &corner, size);
    for (index, cell) in scene.cells.iter().enumerate() {
        drawing.rectangle(corner(index), size, 0.0, ground(cell, printed.tint(cell.region)));
    }
    printed.lines(drawing);
    for (index, cell) in scene.cells.iter().enumerate() {
        let struck = if printed.tint(cell.region).is_some() { SLATE } else { tint(VERMILION, 60) };
        ink(drawing, cell, &scene.marks, struck, corner(index), size);
    }
    borders(drawing, scene, columns, size, corner);
    printed.cages_and_signs(drawing);
    if let Some(index) = scene.focus.filter(|focus| *focus < scene.cells.len()) {
        outline(drawing, corner(index), size, 3.5, Ink::Cell(scene.cells[index].role).colour());
    }
    (columns as f32 * size.0, rows as f32 * size.1)
}

/// What a cell stands on: the tint of its region, if that has one, unless there is more to be told.
fn ground(cell: &SceneCell, region: Option<Colour>) -> Colour {
    match (cell.role, region) {
        (Role::Open | Role::Standing | Role::Attacked, Some(region)) => return region,
        (Role::Given, Some(region)) => return shade(region),
        _ => {}
    }
    match cell.role {
        Role::Open | Role::Standing => WHITE,
        Role::Given => tint(GREY, 12),
        Role::Placed => tint(BLUE, 20),
        Role::Attacked => tint(VERMILION, 10),
        Role::Undone => tint(PURPLE, 25),
        Role::Wall => SLATE,
        Role::Path => tint(SKY, 40),
        Role::Dead => tint(VERMILION, 35),
    }
}

/// What is in a cell: the strokes of its marks in the colour `struck`, then its text, a queen, or a sign of its role.
fn ink(drawing: &mut Drawing, cell: &SceneCell, marks: &[SceneMark], struck: Colour, at: Point, size: Point) {
    let point = |x: f32, y: f32| (at.0 + x * size.0, at.1 + y * size.1);
    let colour = Ink::Cell(cell.role).colour();
    for (_, mark) in (0..32).zip(marks).filter(|(bit, _)| cell.by & (1 << bit) != 0) {
        stroke(drawing, mark.stroke, at, size, struck);
    }
    match (cell.role, &*cell.text) {
        (Role::Dead, "") => {
            drawing.lines(vec![point(0.28, 0.28), point(0.72, 0.72)], 2.5, colour);
            drawing.lines(vec![point(0.72, 0.28), point(0.28, 0.72)], 2.5, colour);
        }
        (Role::Path | Role::Placed | Role::Standing | Role::Undone, "") => {
            let radius = 0.2 * size.0.min(size.1);
            drawing.figures.push(Figure::Circle { middle: point(0.5, 0.5), radius, ring: None, fill: colour });
        }
        (_, "") => {}
        (_, "♛") => queen(drawing, at, size, colour),
        (role, text) => {
            let room = 0.86 * size.0 / (text.chars().count() as f32 * ADVANCE);
            let bold = matches!(role, Role::Given | Role::Placed);
            let colour = if matches!(role, Role::Open | Role::Path) { BLACK } else { colour };
            drawing.text_in(point(0.5, 0.5), room.min(0.56 * size.1), bold, colour, text);
        }
    }
}

pub(crate) fn stroke(drawing: &mut Drawing, stroke: Stroke, at: Point, size: Point, colour: Colour) {
    let point = |x: f32, y: f32| (at.0 + x * size.0, at.1 + y * size.1);
    let line = match stroke {
        Stroke::Vertical => [point(0.5, 0.15), point(0.5, 0.85)],
        Stroke::Horizontal => [point(0.15, 0.5), point(0.85, 0.5)],
        Stroke::Falling => [point(0.2, 0.2), point(0.8, 0.8)],
        Stroke::Rising => [point(0.2, 0.8), point(0.8, 0.2)],
        Stroke::Dot => {
            let radius = 0.09 * size.0.min(size.1);
            let middle = point(0.84, 0.16);
            return drawing.figures.push(Figure::Circle { middle, radius, ring: None, fill: colour });
        }
    };
    drawing.lines(line.to_vec(), (0.05 * size.0.min(size.1)).clamp(1.0, 3.0), colour);
}

/// A crown.
fn queen(drawing: &mut Drawing, at: Point, size: Point, colour: Colour) {
    let point = |(x, y): Point| (at.0 + x * size.0, at.1 + y * size.1);
    let tips = [(0.2, 0.34), (0.5, 0.22), (0.8, 0.34)];
    let crown = [(0.2, 0.34), (0.36, 0.54), (0.5, 0.22), (0.64, 0.54), (0.8, 0.34), (0.72, 0.7), (0.28, 0.7)];
    drawing.figures.push(Figure::Polygon { points: crown.map(point).to_vec(), fill: colour });
    drawing.rectangle(point((0.28, 0.74)), (0.44 * size.0, 0.08 * size.1), 1.0, colour);
    for tip in tips {
        let radius = 0.055 * size.0;
        drawing.figures.push(Figure::Circle { middle: point(tip), radius, ring: None, fill: colour });
    }
}

/// The lines between cells: thin, and heavy where a region ends.
fn borders(drawing: &mut Drawing, scene: &Scene, columns: usize, size: Point, corner: impl Fn(usize) -> Point) {
    let region = |index: usize| scene.cells[index].region;
    for index in 0..scene.cells.len() {
        let (x, y) = corner(index);
        let (right, below) = (index + 1, index + columns);
        let heavy = |other: Option<usize>| match other {
            Some(other) => region(other) != region(index),
            None => true,
        };
        let right = Some(right).filter(|right| right % columns != 0 && *right < scene.cells.len());
        let below = Some(below).filter(|below| *below < scene.cells.len());
        let line = |heavy: bool| if heavy { (2.5, SLATE) } else { (1.0, tint(GREY, 45)) };
        let mut draw = |from, to, is_heavy| {
            let (width, colour) = line(is_heavy);
            drawing.lines(vec![from, to], width, colour);
        };
        draw((x + size.0, y), (x + size.0, y + size.1), heavy(right));
        draw((x, y + size.1), (x + size.0, y + size.1), heavy(below));
        if index < columns {
            draw((x, y), (x + size.0, y), true);
        }
        if index % columns == 0 {
            draw((x, y), (x, y + size.1), true);
        }
    }
}

fn outline(drawing: &mut Drawing, (x, y): Point, (width, height): Point, line: f32, colour: Colour) {
    let corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y)];
    drawing.lines(corners.to_vec(), line, colour);
}
