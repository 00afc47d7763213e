//! The lattice as it looks, north at the top.

use std::collections::HashSet;

use tremaux::{Event, Role, Scene, SceneCell, Window};

use super::Step;

/// The points from (0, 0) to one past the goal, and the path among them.
pub(super) fn scene(goal: (u32, u32), path: &[Step], event: Event<Step>) -> Scene {
    let mut at = (0, 0);
    let mut points = HashSet::from([at]);
    for step in path {
        at = after(at, *step);
        points.insert(at);
    }
    let (rows, columns) = (goal.1 as usize + 2, goal.0 as usize + 2);
    // The square of a point on the lattice.
    let square = |(x, y): (u32, u32)| (rows - 1 - y as usize, x as usize);
    let focus = match event {
        Event::Unplace(step) => after(at, step),
        _ => at,
    };
    let goal = square(goal);
    let squares: HashSet<_> = points.into_iter().map(square).collect();
    let window = Window::around(rows, columns, square(focus));
    let mut scene = Scene::grid(window, Vec::new(), |(row, column)| {
        let text = match (row, column) {
            cell if cell == goal => "G",
            cell if cell == square((0, 0)) => "0",
            _ => "",
        };
        let role = match (row, column) {
            cell if squares.contains(&cell) => Role::Path,
            // Past the goal.
            (row, column) if row < goal.0 || column > goal.1 => Role::Wall,
            _ => Role::Open,
        };
        SceneCell::new(text, role)
    });
    let role = match event {
        Event::Unplace(_) => Some(Role::Undone),
        Event::DeadEnd => Some(Role::Dead),
        _ if event.is_new() => Some(Role::Placed),
        _ => None,
    };
    if let (Some(cell), Some(role)) = (scene.cell_mut(square(focus)), role) {
        cell.role = role;
    }
    scene.focused(square(focus))
}

fn after(at: (u32, u32), step: Step) -> (u32, u32) {
    let (x, y) = step.delta();
    (at.0 + x, at.1 + y)
}
