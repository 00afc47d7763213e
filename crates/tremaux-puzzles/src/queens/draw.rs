//! The board as it looks.

use std::collections::BTreeSet;

use tremaux::{Event, Layout, Role, Scene, SceneCell, SceneMark, Stroke, Window};

/// A queen of a scene.
pub(super) const QUEEN: &str = "♛";

/// The names of the marks.
pub(super) const NAMES: [&str; 3] = ["column", "diag", "anti"];
const STROKES: [Stroke; 3] = [Stroke::Vertical, Stroke::Falling, Stroke::Rising];

/// The three sets: columns, diags (row - column), antis (row + column).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Marks(pub(super) [BTreeSet<isize>; 3]);

/// The lines of a square, in the order of the marks.
pub(super) fn lines(row: usize, column: usize) -> [isize; 3] {
    let (row, column) = (row.cast_signed(), column.cast_signed());
    [column, row - column, row + column]
}

impl Marks {
    /// The marks of queens in these columns, row by row from the top.
    pub(super) fn of(columns: &[usize]) -> Self {
        let mut marks = Marks::default();
        for (row, column) in columns.iter().enumerate() {
            for (mark, line) in marks.0.iter_mut().zip(lines(row, *column)) {
                mark.insert(line);
            }
        }
        marks
    }

    /// The marks that a square is attacked by, as bits.
    fn on(&self, (row, column): (usize, usize)) -> u32 {
        let taken = self.0.iter().zip(lines(row, column));
        (0..).zip(taken).filter(|(_, (mark, line))| mark.contains(line)).map(|(bit, _)| 1 << bit).sum()
    }
}

/// A board of `size` with queens in these columns, row by row from the top. The open squares that a queen attacks are
/// shown as attacked.
pub(super) fn scene(size: usize, columns: &[usize], event: Event<usize>) -> Scene {
    marked_scene(size, columns, &Marks::of(columns), event)
}

/// The same with marks that need not be those of the queens.
pub(super) fn marked_scene(size: usize, columns: &[usize], marks: &Marks, event: Event<usize>) -> Scene {
    let listed = NAMES.into_iter().zip(STROKES).zip(&marks.0);
    let listed =
        listed.map(|((name, stroke), taken)| SceneMark::new(name, stroke).with(taken.iter().map(isize::to_string)));
    let at = focus(columns, event).unwrap_or((columns.len().saturating_sub(1), 0));
    let mut scene = Scene::grid(Window::around(size, size, at), listed.collect(), |square| {
        if let Some(queen) = columns.get(square.0) {
            return if *queen == square.1 { SceneCell::new(QUEEN, Role::Standing) } else { SceneCell::default() };
        }
        match marks.on(square) {
            0 => SceneCell::default(),
            by => SceneCell { by, ..SceneCell::new("", Role::Attacked) },
        }
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
    let Layout::Grid(window) = scene.layout else { return };
    if let Some(square) = focus(columns, event)
        && let Some(cell) = scene.cell_mut(square)
    {
        match event {
            Event::Reject(_) => cell.role = Role::Attacked,
            Event::Unplace(_) => *cell = SceneCell { region: cell.region, ..SceneCell::new(QUEEN, Role::Undone) },
            _ => cell.role = Role::Placed,
        }
        scene.focus = window.index(square);
    }
    if event == Event::DeadEnd {
        for column in window.left..window.left + window.columns {
            if let Some(cell) = scene.cell_mut((columns.len(), column)) {
                cell.role = Role::Dead;
            }
        }
    }
}
