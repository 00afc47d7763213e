//! The grid as it looks.

use tremaux::{Event, Role, Scene, SceneCell, SceneMark, Stroke, Window};

use super::{PlainSudoku, Symbols};

/// The grid; its marks are the digits that the row, the column and the box of the open slot have. Where one rules a
/// digit out, the cell that holds it is spoken of as well.
pub(super) fn scene(sudoku: &PlainSudoku, event: Event<u8>) -> Scene {
    let shape = sudoku.shape();
    let size = shape.size();
    let slot = sudoku.slot().map(|cell| shape.square(cell));
    let window = Window::around(size, size, (0, 0));
    let mut scene = Scene::grid(window, marks(sudoku), |(row, column)| {
        let cell = row * size + column;
        let digit = sudoku.cells()[cell];
        let role = match digit {
            0 => Role::Open,
            _ if sudoku.is_given(cell) => Role::Given,
            _ => Role::Standing,
        };
        let region = u32::try_from(shape.box_of(cell) + 1).unwrap_or(0);
        SceneCell { region, ..SceneCell::new(text(digit), role) }
    });
    match event {
        Event::Reject(digit) => reject(sudoku, &mut scene, digit),
        Event::Unplace(digit) => show(&mut scene, slot, text(digit), Role::Undone),
        Event::DeadEnd => show(&mut scene, slot, String::new(), Role::Dead),
        _ if event.is_new() => {
            if let Some(cell) = sudoku.placed_last() {
                show(&mut scene, Some(shape.square(cell)), text(sudoku.cells()[cell]), Role::Placed);
            }
        }
        _ => {}
    }
    scene
}

fn text(digit: u8) -> String {
    if digit == 0 { String::new() } else { Symbols::USUAL.write(digit) }
}

fn show(scene: &mut Scene, square: Option<(usize, usize)>, text: String, role: Role) {
    let Some(square) = square else { return };
    if let Some(cell) = scene.cell_mut(square) {
        (cell.text, cell.role) = (text.into(), role);
    }
    if let tremaux::Layout::Grid(window) = scene.layout {
        scene.focus = window.index(square);
    }
}

/// Shows the digit in the open slot, and the cells because of which it is ruled out.
fn reject(sudoku: &PlainSudoku, scene: &mut Scene, digit: u8) {
    let shape = sudoku.shape();
    let Some(slot) = sudoku.slot() else { return };
    let ((row, column), box_) = (shape.square(slot), shape.box_of(slot));
    show(scene, Some((row, column)), text(digit), Role::Attacked);
    for cell in 0..shape.cells() {
        let at = shape.square(cell);
        let shared = [at.0 == row, at.1 == column, shape.box_of(cell) == box_];
        let by: u32 = (0..).zip(shared).filter(|(_, shared)| *shared).map(|(bit, _)| 1 << bit).sum();
        if by == 0 || sudoku.cells()[cell] != digit {
            continue;
        }
        for square in [at, (row, column)] {
            if let Some(cell) = scene.cell_mut(square) {
                cell.by |= by;
            }
        }
    }
}

fn marks(sudoku: &PlainSudoku) -> Vec<SceneMark> {
    let shape = sudoku.shape();
    let units = sudoku.slot().map(|slot| {
        let (row, column) = shape.square(slot);
        [row, column, shape.box_of(slot)]
    });
    let strokes = [Stroke::Horizontal, Stroke::Vertical, Stroke::Dot];
    let marks = sudoku.marks().iter().zip(strokes).enumerate();
    let mark = |(kind, (set, stroke)): (usize, (&tremaux::MarkSet, Stroke))| {
        let mark = SceneMark::new(set.name(), stroke);
        let Some(unit) = units.map(|units| units[kind]) else { return mark };
        let digits = (1..=shape.digits()).filter(|digit| set.contains(unit * shape.size() + usize::from(*digit) - 1));
        mark.titled(format!("{} {unit}", set.name())).with(digits.map(text))
    };
    marks.map(mark).collect()
}
