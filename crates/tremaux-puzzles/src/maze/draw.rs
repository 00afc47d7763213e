//! The maze as it looks.

use tremaux::{Event, MarkSet, Role, Scene, SceneCell, SceneMark, Stroke, Window};

use super::Maze;
use crate::{Cell, Direction};

/// The maze with a path in it, and the marks that may rule a step out.
pub(super) fn scene(maze: &Maze, path: &[Cell], visited: &MarkSet, event: Event<Direction>, by: Option<&str>) -> Scene {
    let here = path[path.len() - 1];
    let (rows, columns) = maze.size();
    let numbered = |cell: usize| format!("{:?}", (cell / columns, cell % columns));
    let mut marks =
        vec![SceneMark::new("wall", Stroke::Dot).unlisted(), SceneMark::of_set(visited, Stroke::Dot, numbered)];
    if maze.shortest {
        marks.push(SceneMark::new("detour", Stroke::Dot).unlisted());
    }
    let mut scene = Scene::grid(Window::around(rows, columns, here), marks, |cell| {
        let text = match cell {
            _ if cell == maze.start => "S",
            _ if cell == maze.end => "E",
            _ => "",
        };
        let role = match maze.is_open(cell) {
            false => Role::Wall,
            true if visited.contains(maze.number(cell)) => Role::Path,
            true => Role::Open,
        };
        SceneCell::new(text, role)
    });
    let (cell, role) = match event {
        Event::Reject(direction) => (direction.from(here), None),
        Event::Unplace(direction) => (direction.from(here), Some(Role::Undone)),
        Event::DeadEnd => (here, Some(Role::Dead)),
        _ if event.is_new() => (here, Some(Role::Placed)),
        _ => (here, None),
    };
    let by = scene.bit(by);
    if let Some(shown) = scene.cell_mut(cell) {
        shown.role = role.unwrap_or(shown.role);
        shown.by = by;
    }
    scene.focused(cell)
}
