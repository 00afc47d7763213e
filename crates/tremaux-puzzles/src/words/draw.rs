//! The grid of letters as it looks.

use tremaux::{Event, MarkSet, Role, Scene, SceneCell, SceneMark, Stroke, Window};

use super::Grid;
use crate::Cell;

/// The grid with the cells of the letters found so far; `by` is the mark that ruled a cell out.
pub(super) fn scene(grid: &Grid, path: &[Cell], used: &MarkSet, event: Event<Cell>, by: Option<&str>) -> Scene {
    let (rows, columns) = grid.size();
    let numbered = |cell: usize| format!("{:?}", (cell / columns, cell % columns));
    let marks = vec![SceneMark::new("letter", Stroke::Dot).unlisted(), SceneMark::of_set(used, Stroke::Dot, numbered)];
    let here = path.last().copied();
    let (focus, role) = match event {
        Event::Reject(cell) => (Some(cell), Some(Role::Attacked)),
        Event::Unplace(cell) => (Some(cell), Some(Role::Undone)),
        Event::DeadEnd => (here, Some(Role::Dead)),
        _ if event.is_new() => (here, Some(Role::Placed)),
        _ => (here, None),
    };
    let window = Window::around(rows, columns, focus.unwrap_or((0, 0)));
    let mut scene = Scene::grid(window, marks, |cell| {
        let letter = grid.letter(cell).map_or(String::new(), String::from);
        let role = if used.contains(grid.number(cell)) { Role::Path } else { Role::Open };
        SceneCell::new(letter, role)
    });
    let Some(focus) = focus else { return scene };
    let by = scene.bit(by);
    if let Some(cell) = scene.cell_mut(focus) {
        cell.role = role.unwrap_or(cell.role);
        cell.by = by;
    }
    scene.focused(focus)
}
