//! The board as it looks.

use std::collections::BTreeSet;

use tremaux::{Event, Role, Scene, SceneCell, SceneMark, Stroke, Window};

/// A queen of a scene.
pub(super) const QUEEN: &str = "♛";

/// A board of `size` with queens in these columns, row by row from the top. The open squares that a queen attacks are
/// shown as attacked.
pub(super) fn scene(size: usize, columns: &[usize], event: Event<usize>) -> Scene {
    let open = columns.len();
    let lines = |line: fn(usize, usize) -> isize| -> BTreeSet<isize> {
        columns.iter().enumerate().map(|(row, column)| line(row, *column)).collect()
    };
    let column = |_, column: usize| column.cast_signed();
    let diag = |row: usize, column: usize| row.cast_signed() - column.cast_signed();
    let anti = |row: usize, column: usize| (row + column).cast_signed();
    let taken = [lines(column), lines(diag), lines(anti)];
    let marks = [("column", Stroke::Vertical), ("diag", Stroke::Falling), ("anti", Stroke::Rising)];
    let marks = marks.into_iter().zip(&taken);
    let marks =
        marks.map(|((name, stroke), taken)| SceneMark::new(name, stroke).with(taken.iter().map(isize::to_string)));
    let focus = focus(columns, event);
    let attacked = |row: usize, at: usize| {
        let lines = [column(row, at), diag(row, at), anti(row, at)];
        (0..)
            .zip(lines.iter().zip(&taken))
            .filter(|(_, (line, taken))| taken.contains(line))
            .map(|(bit, _)| 1 << bit)
            .sum()
    };
    let window = Window::around(size, size, focus.unwrap_or((open.saturating_sub(1), 0)));
    let mut scene = Scene::grid(window, marks.collect(), |(row, column)| {
        if let Some(queen) = columns.get(row) {
            return if *queen == column { SceneCell::new(QUEEN, Role::Standing) } else { SceneCell::default() };
        }
        let by = attacked(row, column);
        let role = if by == 0 { Role::Open } else { Role::Attacked };
        SceneCell { by, ..SceneCell::new("", role) }
    });
    show_event(&mut scene, columns, event);
    scene
}

/// The square that the event is about.
fn focus(columns: &[usize], event: Event<usize>) -> Option<(usize, usize)> {
    match event {
        Event::Reject(column) | Event::Unplace(column) => Some((columns.len(), column)),
        _ if event.is_new() => columns.last().map(|column| (columns.len() - 1, *column)),
        _ => None,
    }
}

/// Shows on a board what happened last: the queen placed now or taken back, the square ruled out, the row that is dead.
pub(super) fn show_event(scene: &mut Scene, columns: &[usize], event: Event<usize>) {
    let open = columns.len();
    if let Some(square) = focus(columns, event)
        && let Some(cell) = scene.cell_mut(square)
    {
        match event {
            Event::Reject(_) => cell.role = Role::Attacked,
            Event::Unplace(_) => (cell.role, cell.text) = (Role::Undone, QUEEN.into()),
            _ => cell.role = Role::Placed,
        }
        scene.focus = match scene.layout {
            tremaux::Layout::Grid(window) => window.index(square),
            tremaux::Layout::List => None,
        };
    }
    if event == Event::DeadEnd
        && let tremaux::Layout::Grid(window) = scene.layout
    {
        for square in (window.left..window.left + window.columns).map(|column| (open, column)) {
            if let Some(cell) = scene.cell_mut(square) {
                cell.role = Role::Dead;
            }
        }
    }
}
