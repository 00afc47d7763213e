//! An irregular board as it looks.

use tremaux::{Backdrop, Event, Role, Scene, SceneCell, SceneMark, Stroke, Window};

use super::plain::PlainBoard;
use crate::queens::draw::{QUEEN, show_event};

/// The tints of the regions.
pub(super) fn backdrop(size: usize, regions: &[u32]) -> Backdrop {
    Backdrop { tints: Backdrop::tints_of(size, regions), ..Backdrop::default() }
}

pub(super) fn scene(board: &PlainBoard, columns: &[usize], event: Event<usize>) -> Scene {
    let size = board.geometry.size;
    let numbered = |line: usize| line.to_string();
    let squared = |square: usize| format!("{:?}", (square / size, square % size));
    let mut marks: Vec<_> =
        board.taken.iter().map(|set| SceneMark::of_set(set, stroke(set.name()), numbered)).collect();
    marks.push(SceneMark::of_set(&board.touch, Stroke::Dot, squared));
    // These never change, and the board shows them.
    marks.extend(
        [&board.geometry.given, &board.geometry.blocked].map(|set| SceneMark::new(set.name(), Stroke::Dot).unlisted()),
    );
    let open = columns.len();
    let window = Window::around(size, size, (open.min(size - 1), columns.last().copied().unwrap_or(0)));
    let mut scene = Scene::grid(window, marks, |(row, column)| {
        let square = row * size + column;
        let cell = match columns.get(row) {
            Some(queen) if *queen == column => SceneCell::new(QUEEN, Role::Standing),
            _ if board.given_queens.contains(&square) => SceneCell::new(QUEEN, Role::Given),
            _ if board.geometry.blocked.contains(square) => SceneCell::new("", Role::Wall),
            Some(_) => SceneCell::default(),
            None => match board.attacked_by(square) {
                0 => SceneCell::default(),
                by => SceneCell { by, ..SceneCell::new("", Role::Attacked) },
            },
        };
        SceneCell { region: board.regions.as_ref().map_or(0, |regions| regions[square] + 1), ..cell }
    });
    show_event(&mut scene, columns, event);
    Scene { backdrop: board.backdrop.clone(), ..scene }
}

fn stroke(mark: &str) -> Stroke {
    match mark {
        "column" => Stroke::Vertical,
        "diag" => Stroke::Falling,
        "anti" => Stroke::Rising,
        _ => Stroke::Dot,
    }
}
