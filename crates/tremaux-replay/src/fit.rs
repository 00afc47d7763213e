//! A scene in little room: as much of it as fits, around what the last step is about.

use tremaux::{Layout, Role, Scene, Window};

use crate::text::{Line, scene_lines, wide};

/// The lines of a scene, at most `rows` of them; a grid is cut to at most `columns` as well. What is left out is said
/// below a grid; of a list it is the beginning.
///
/// ```
/// use tremaux::{Role, Scene, SceneCell, Window};
/// use tremaux_replay::fitted_lines;
///
/// let board = Scene::grid(Window::around(20, 20, (10, 10)), vec![], |_| SceneCell::new("", Role::Open));
/// let lines = fitted_lines(&board.focused((10, 10)), 7, 3);
/// let text = |line: &Vec<tremaux_replay::Span>| line.iter().map(|span| span.text.as_str()).collect::<String>();
/// assert_eq!(lines.iter().map(text).collect::<Vec<_>>(), [" . . . ", " .[.]. ", "rows 9-10 of 20, columns 9-11 of 20"]);
/// ```
#[must_use]
pub fn fitted_lines(scene: &Scene, columns: usize, rows: usize) -> Vec<Line> {
    let Layout::Grid(window) = scene.layout else {
        let mut lines = scene_lines(scene, columns);
        lines.drain(..lines.len().saturating_sub(rows));
        return lines;
    };
    let wide = wide(scene);
    // A gap before every cell, and one after the last.
    let across = (columns.saturating_sub(1) / (wide + 1)).clamp(1, window.columns);
    let mut down = window.rows;
    loop {
        let mut lines = scene_lines(&part(scene, window, down, across), columns);
        let over = lines.len().saturating_sub(rows);
        if over == 0 || down == 1 {
            lines.truncate(rows);
            return lines;
        }
        // Borders between rows are lines too, so half of what is over may be enough.
        down = down.saturating_sub(over.div_ceil(2)).max(1);
    }
}

/// The part of a grid of `rows` x `columns`, with what the last step is about in its middle, or near it.
fn part(scene: &Scene, window: Window, rows: usize, columns: usize) -> Scene {
    let middle = middle(scene);
    let first = |at: usize, shown: usize, all: usize| at.saturating_sub(shown / 2).min(all - shown);
    let top = first(middle / window.columns, rows, window.rows);
    let left = first(middle % window.columns, columns, window.columns);
    let indices = (top..top + rows).flat_map(|row| (left..left + columns).map(move |column| (row, column)));
    let indices: Vec<_> = indices.map(|(row, column)| row * window.columns + column).collect();
    let layout = Window { top: window.top + top, left: window.left + left, rows, columns, of: window.of };
    Scene {
        layout: Layout::Grid(layout),
        cells: indices.iter().map(|index| scene.cells[*index].clone()).collect(),
        marks: scene.marks.clone(),
        focus: scene.focus.and_then(|focus| indices.iter().position(|index| *index == focus)),
        backdrop: scene.backdrop.clone(),
    }
}

/// The index of the cell to look at: the last step's, or where the search is otherwise.
fn middle(scene: &Scene) -> usize {
    let last = |roles: &[Role]| scene.cells.iter().rposition(|cell| roles.contains(&cell.role));
    scene.focus.or_else(|| last(&[Role::Dead])).or_else(|| last(&[Role::Standing, Role::Path])).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use tremaux::SceneCell;

    use super::*;

    fn text(lines: &[Line]) -> Vec<String> {
        lines.iter().map(|line| line.iter().map(|span| span.text.as_str()).collect()).collect()
    }

    fn board(size: usize, queen: (usize, usize)) -> Scene {
        let scene = Scene::grid(Window::around(size, size, queen), vec![], |cell| match cell == queen {
            true => SceneCell::new("Q", Role::Placed),
            false => SceneCell::default(),
        });
        scene.focused(queen)
    }

    #[test]
    fn what_fits_is_whole() {
        let scene = board(4, (1, 2));
        assert_eq!(fitted_lines(&scene, 9, 4), scene_lines(&scene, 9));
    }

    #[test]
    fn a_large_board_is_cut_around_the_queen() {
        for queen in [(0, 0), (19, 19), (7, 12), (19, 0)] {
            for (columns, rows) in [(9, 5), (30, 8), (3, 2), (41, 21), (1, 1)] {
                let lines = text(&fitted_lines(&board(20, queen), columns, rows));
                assert!(lines.len() <= rows, "{lines:?}");
                assert!(lines[0].contains("[Q]") || lines.iter().any(|line| line.contains("[Q]")), "{lines:?}");
                assert!(lines.iter().all(|line| line.contains("rows") || line.len() <= columns.max(3)), "{lines:?}");
            }
        }
        let lines = text(&fitted_lines(&board(20, (10, 10)), 7, 3));
        assert_eq!(lines, [" . . . ", " .[Q]. ", "rows 9-10 of 20, columns 9-11 of 20"]);
    }

    #[test]
    fn the_end_of_a_list() {
        let cells = (0..100).map(|cell| SceneCell::new(cell.to_string(), Role::Standing)).collect();
        let scene = Scene { focus: Some(99), ..Scene::list(cells, vec![]) };
        let lines = text(&fitted_lines(&scene, 20, 3));
        assert_eq!(lines.len(), 3);
        assert!(lines[2].contains("[99]"), "{lines:?}");
    }
}
