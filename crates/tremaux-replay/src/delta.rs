//! What changes from one scene to the next: most steps touch a cell or two.

use std::sync::Arc;

use tremaux::{Backdrop, Layout, Scene, SceneCell, SceneMark};

/// A scene as a change of the one before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Delta {
    /// How the cells lie, where that changes: then all of them are among `cells`.
    pub(crate) layout: Option<Layout>,
    /// The cells that change, by rising index.
    pub(crate) cells: Vec<(usize, SceneCell)>,
    /// The marks, where they change.
    pub(crate) marks: Option<Vec<SceneMark>>,
    /// The focus, whether it changes or not.
    pub(crate) focus: Option<usize>,
    /// What is printed, where that changes: as a rule before the first step alone. Where it goes away, it is empty.
    pub(crate) backdrop: Option<Arc<Backdrop>>,
}

impl Delta {
    /// What makes `scene` of the one `before` it; all of it where there is none, or one of other cells.
    pub(crate) fn between(before: Option<&Scene>, scene: &Scene) -> Delta {
        let printed = before.and_then(|before| before.backdrop.as_ref());
        let is_printed_anew = printed != scene.backdrop.as_ref();
        let before = before.filter(|before| before.layout == scene.layout && before.cells.len() == scene.cells.len());
        let differs = |index: &usize| before.is_none_or(|before| before.cells[*index] != scene.cells[*index]);
        let cells = (0..scene.cells.len()).filter(differs).map(|index| (index, scene.cells[index].clone()));
        Delta {
            layout: before.is_none().then_some(scene.layout),
            cells: cells.collect(),
            marks: before.is_none_or(|before| before.marks != scene.marks).then(|| scene.marks.clone()),
            focus: scene.focus,
            backdrop: is_printed_anew.then(|| scene.backdrop.clone().unwrap_or_default()),
        }
    }

    /// Makes `scene` of the one before it. A delta that lays cells out has them all, by index from 0; others name cells
    /// that there are.
    pub(crate) fn apply(&self, scene: &mut Scene) {
        if let Some(layout) = self.layout {
            scene.layout = layout;
            scene.cells = vec![SceneCell::default(); self.cells.len()];
        }
        for (index, cell) in &self.cells {
            scene.cells[*index].clone_from(cell);
        }
        if let Some(marks) = &self.marks {
            scene.marks.clone_from(marks);
        }
        scene.focus = self.focus;
        if let Some(backdrop) = &self.backdrop {
            scene.backdrop = (!backdrop.is_empty()).then(|| Arc::clone(backdrop));
        }
    }

    /// The scene before any.
    pub(crate) fn nothing() -> Scene {
        Scene::list(Vec::new(), Vec::new())
    }
}
