//! Slots in a row as they look: for the problems whose answer is a string of things.

use tremaux::{Event, Role, Scene, SceneCell, SceneMark};

/// Some slots of which the first are filled, `texts`, and the next one is open. `event` speaks of choices by their text,
/// and `by` is the mark that ruled one out.
pub(crate) fn scene<'a>(
    slots: usize,
    texts: impl DoubleEndedIterator<Item = &'a str> + ExactSizeIterator,
    marks: Vec<SceneMark>,
    event: Event<&str>,
    by: Option<&str>,
) -> Scene {
    let filled = texts.len();
    // Of long strings the end is shown.
    let first = filled.saturating_sub(Scene::MOST_LISTED);
    let mut cells: Vec<_> = texts.skip(first).map(|text| SceneCell::new(text.to_owned(), Role::Standing)).collect();
    cells.resize(slots.min(first + Scene::MOST_LISTED) - first, SceneCell::default());
    let (last, open) = ((filled - first).checked_sub(1), Some(filled - first));
    let (focus, shown) = match event {
        Event::Reject(text) => (open, Some((text, Role::Attacked))),
        Event::Unplace(text) => (open, Some((text, Role::Undone))),
        Event::DeadEnd => (open, Some(("", Role::Dead))),
        _ => (last.filter(|_| event.is_new()), None),
    };
    let mut scene = Scene::list(cells, marks);
    let by = scene.bit(by);
    if let Some(focus) = focus {
        // The end of what is shown may be filled: the open slot then comes after it.
        if focus == scene.cells.len() && filled < slots {
            scene.cells.push(SceneCell::default());
        }
        if let Some(cell) = scene.cells.get_mut(focus) {
            match shown {
                Some((text, role)) => *cell = SceneCell { by, ..SceneCell::new(text.to_owned(), role) },
                None => cell.role = Role::Placed,
            }
            scene.focus = Some(focus);
        }
    }
    scene
}
