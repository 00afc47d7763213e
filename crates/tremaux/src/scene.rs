//! What a state looks like, as plain data: a problem draws it, a view shows it, and neither knows the other.

use std::borrow::Cow;
use std::sync::Arc;

use crate::{Backdrop, MarkSet, Problem};

/// Text of a scene: borrowed where it never changes.
pub type Text = Cow<'static, str>;

/// What the search did last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event<C> {
    /// It entered the node.
    Enter,
    /// A mark ruled the choice out for the open slot.
    Reject(C),
    /// It placed the choice: the state is the child's.
    Place(C),
    /// It recorded the node, a complete filling.
    Solution,
    /// It found nothing to place at the node.
    DeadEnd,
    /// It took the choice back: the state is the parent's.
    Unplace(C),
    /// It is done with the node.
    Leave,
}

impl<C> Event<C> {
    /// The choice spoken of, if it is one.
    #[must_use]
    pub fn choice(self) -> Option<C> {
        match self {
            Event::Reject(choice) | Event::Place(choice) | Event::Unplace(choice) => Some(choice),
            _ => None,
        }
    }

    /// The same of another choice.
    #[must_use]
    pub fn map<D>(self, change: impl FnOnce(C) -> D) -> Event<D> {
        match self {
            Event::Enter => Event::Enter,
            Event::Reject(choice) => Event::Reject(change(choice)),
            Event::Place(choice) => Event::Place(change(choice)),
            Event::Solution => Event::Solution,
            Event::DeadEnd => Event::DeadEnd,
            Event::Unplace(choice) => Event::Unplace(change(choice)),
            Event::Leave => Event::Leave,
        }
    }

    /// Whether what was placed last was placed just now: it is not yet known what comes of it.
    #[must_use]
    pub fn is_new(&self) -> bool {
        matches!(self, Event::Place(_) | Event::Enter)
    }
}

/// A state as it is to be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// How the cells lie.
    pub layout: Layout,
    /// The cells: of a grid, those of its window row by row.
    pub cells: Vec<SceneCell>,
    /// The marks by name.
    pub marks: Vec<SceneMark>,
    /// The index of the cell that the last event is about.
    pub focus: Option<usize>,
    /// What is printed on the grid, the same in every state of a search; `None`: nothing.
    pub backdrop: Option<Arc<Backdrop>>,
}

/// How the cells of a scene lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// In rows and columns.
    Grid(Window),
    /// One after the other.
    List,
}

/// The part of a grid that a scene shows, so that a grid of any size is drawn at a bounded cost.
///
/// ```
/// use tremaux::Window;
///
/// let all = Window::around(8, 8, (7, 0));
/// assert_eq!((all.top, all.left, all.rows, all.columns), (0, 0, 8, 8));
/// let part = Window::around(1000, 8, (999, 0));
/// assert_eq!((part.top, part.rows), (1000 - Window::MOST, Window::MOST));
/// assert_eq!(part.index((999, 7)), Some(Window::MOST * 8 - 1));
/// assert_eq!(part.index((0, 0)), None);
/// assert_eq!(part.index((usize::MAX, usize::MAX)), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The first row shown.
    pub top: usize,
    /// The first column shown.
    pub left: usize,
    /// How many rows are shown.
    pub rows: usize,
    /// How many columns are shown.
    pub columns: usize,
    /// The rows and the columns of the whole grid.
    pub of: (usize, usize),
}

impl Window {
    /// The most rows, and the most columns, that a scene shows.
    pub const MOST: usize = 64;

    /// The window of a grid of `rows` and `columns` with `cell` in its middle, or as near to it as the edges allow.
    #[must_use]
    pub fn around(rows: usize, columns: usize, cell: (usize, usize)) -> Window {
        let first = |at: usize, size: usize| {
            let last = size.saturating_sub(Window::MOST);
            at.saturating_sub(Window::MOST / 2).min(last)
        };
        let (top, left) = (first(cell.0, rows), first(cell.1, columns));
        let shown = |size: usize| size.min(Window::MOST);
        Window { top, left, rows: shown(rows), columns: shown(columns), of: (rows, columns) }
    }

    /// The index among the cells shown of the one in this row and column; `None` where it is not shown.
    #[must_use]
    pub fn index(&self, (row, column): (usize, usize)) -> Option<usize> {
        let (row, column) = (row.checked_sub(self.top)?, column.checked_sub(self.left)?);
        // Not computed for a cell that is far outside: a neighbour beyond the edge may have wrapped around.
        (row < self.rows && column < self.columns).then(|| row * self.columns + column)
    }

    /// The row and column of every cell shown, row by row.
    pub fn cells(self) -> impl Iterator<Item = (usize, usize)> {
        let Window { top, left, rows, columns, .. } = self;
        (top..top + rows).flat_map(move |row| (left..left + columns).map(move |column| (row, column)))
    }
}

/// A cell of a scene.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SceneCell {
    /// What stands in it.
    pub text: Text,
    /// What it is.
    pub role: Role,
    /// The marks that it is spoken of by: bit i is the scene's i-th mark.
    pub by: u32,
    /// The number of the region it is in, a box or a coloured part of a board; 0 where there are none. Views draw a
    /// border between unlike regions.
    pub region: u32,
}

impl SceneCell {
    /// A cell that no mark speaks of, in no region.
    #[must_use]
    pub fn new(text: impl Into<Text>, role: Role) -> Self {
        SceneCell { text: text.into(), role, by: 0, region: 0 }
    }
}

/// What a cell is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Role {
    /// It may still be filled.
    #[default]
    Open,
    /// It is part of what was given.
    Given,
    /// It was placed just now.
    Placed,
    /// It was placed before.
    Standing,
    /// Marks rule it out.
    Attacked,
    /// It was taken back just now.
    Undone,
    /// Nothing can ever stand there.
    Wall,
    /// It is part of the path.
    Path,
    /// It is where the search found nothing to place.
    Dead,
}

impl Role {
    /// Every role.
    pub const ALL: [Role; 9] = [
        Role::Open,
        Role::Given,
        Role::Placed,
        Role::Standing,
        Role::Attacked,
        Role::Undone,
        Role::Wall,
        Role::Path,
        Role::Dead,
    ];

    /// The role's name, in lower case.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Role::Open => "open",
            Role::Given => "given",
            Role::Placed => "placed",
            Role::Standing => "standing",
            Role::Attacked => "attacked",
            Role::Undone => "undone",
            Role::Wall => "wall",
            Role::Path => "path",
            Role::Dead => "dead",
        }
    }
}

/// A mark of a scene: a named set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SceneMark {
    /// Its name, as [`Problem::ruled_out_by`] gives it.
    pub name: Text,
    /// What heads it where it is listed: its name, or which one of several it is, as in `row 3`. Empty: it is not listed,
    /// since it is a rule and no set, or the board shows it anyway.
    pub title: Text,
    /// Its members. Where they are too many to be shown, the last is `…`.
    pub members: Vec<Text>,
    /// How a cell that it rules out is struck through.
    pub stroke: Stroke,
}

/// How a mark strikes a cell through; the shape of the line that attacks it, where there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stroke {
    /// From top to bottom.
    Vertical,
    /// From left to right.
    Horizontal,
    /// From the top left to the bottom right.
    Falling,
    /// From the bottom left to the top right.
    Rising,
    /// A dot.
    Dot,
}

impl Stroke {
    /// Every stroke.
    pub const ALL: [Stroke; 5] = [Stroke::Vertical, Stroke::Horizontal, Stroke::Falling, Stroke::Rising, Stroke::Dot];

    /// The stroke as a character.
    #[must_use]
    pub fn symbol(self) -> char {
        match self {
            Stroke::Vertical => '|',
            Stroke::Horizontal => '-',
            Stroke::Falling => '\\',
            Stroke::Rising => '/',
            Stroke::Dot => ':',
        }
    }
}

impl SceneMark {
    /// The most members that are listed.
    pub const MOST: usize = 64;

    /// The mark `name` without members, headed by its name.
    #[must_use]
    pub fn new(name: impl Into<Text>, stroke: Stroke) -> Self {
        let name = name.into();
        SceneMark { title: name.clone(), name, members: Vec::new(), stroke }
    }

    /// The same mark, not listed.
    #[must_use]
    pub fn unlisted(self) -> Self {
        self.titled("")
    }

    /// The same mark with another heading.
    #[must_use]
    pub fn titled(self, title: impl Into<Text>) -> Self {
        SceneMark { title: title.into(), ..self }
    }

    /// The same mark with these members, as far as they can be shown.
    #[must_use]
    pub fn with<T: Into<Text>>(mut self, members: impl IntoIterator<Item = T>) -> Self {
        self.members.extend(members.into_iter().take(SceneMark::MOST + 1).map(Into::into));
        if self.members.len() > SceneMark::MOST {
            self.members[SceneMark::MOST] = "…".into();
        }
        self
    }

    /// A set as a mark, its members written by `write`.
    #[must_use]
    pub fn of_set(set: &MarkSet, stroke: Stroke, write: impl Fn(usize) -> String) -> Self {
        SceneMark::new(set.name(), stroke).with(set.iter().map(write))
    }
}

impl Scene {
    /// The most choices of a path that are listed; the last ones are.
    pub const MOST_LISTED: usize = 64;
    /// The most options of the open slot that are looked at for the marks that rule them out.
    const MOST_OPTIONS: usize = 64;

    /// A grid, its cells drawn one by one.
    pub fn grid(window: Window, marks: Vec<SceneMark>, mut draw: impl FnMut((usize, usize)) -> SceneCell) -> Scene {
        let cells = window.cells().map(&mut draw).collect();
        Scene { layout: Layout::Grid(window), cells, marks, focus: None, backdrop: None }
    }

    /// Cells one after the other.
    #[must_use]
    pub fn list(cells: Vec<SceneCell>, marks: Vec<SceneMark>) -> Scene {
        Scene { layout: Layout::List, cells, marks, focus: None, backdrop: None }
    }

    /// The same scene with this printed on its grid.
    #[must_use]
    pub fn printed(self, backdrop: &Arc<Backdrop>) -> Scene {
        Scene { backdrop: Some(Arc::clone(backdrop)), ..self }
    }

    /// The same scene with its focus on the cell of a grid, if it is shown.
    #[must_use]
    pub fn focused(mut self, cell: (usize, usize)) -> Scene {
        if let Layout::Grid(window) = self.layout {
            self.focus = window.index(cell);
        }
        self
    }

    /// The cell of a grid in this row and column, if it is shown.
    pub fn cell_mut(&mut self, cell: (usize, usize)) -> Option<&mut SceneCell> {
        let Layout::Grid(window) = self.layout else { return None };
        self.cells.get_mut(window.index(cell)?)
    }

    /// The number of the mark of this name as a bit of [`SceneCell::by`]; 0 where it is none of the scene's, and for
    /// `None`.
    #[must_use]
    pub fn bit(&self, mark: Option<&str>) -> u32 {
        let index = self.marks.iter().position(|one| mark.is_some_and(|name| one.name == name));
        index.filter(|index| *index < 32).map_or(0, |index| 1 << index)
    }

    /// What every problem can be drawn as: the choices placed, by their labels, and the open slot after them. The marks
    /// are those that rule options of the open slot out, and their members are these options.
    ///
    /// It is the default of [`Problem::draw`].
    #[must_use]
    pub fn of_choices<P: Problem + ?Sized>(problem: &P, path: &[P::Choice], event: Event<P::Choice>) -> Scene {
        let mut scene = Scene::list(Vec::new(), ruling_out(problem));
        let shown = &path[path.len().saturating_sub(Scene::MOST_LISTED)..];
        scene.cells.extend(shown.iter().map(|choice| SceneCell::new(problem.label(*choice), Role::Standing)));
        if event.is_new()
            && let Some(last) = scene.cells.last_mut()
        {
            last.role = Role::Placed;
            scene.focus = Some(scene.cells.len() - 1);
        }
        if problem.choices().is_none() {
            return scene;
        }
        let mut slot = match event {
            Event::Reject(choice) => SceneCell::new(problem.label(choice), Role::Attacked),
            Event::Unplace(choice) => SceneCell::new(problem.label(choice), Role::Undone),
            Event::DeadEnd => SceneCell::new("", Role::Dead),
            _ => SceneCell::default(),
        };
        if let Event::Reject(choice) = event {
            slot.by = scene.bit(problem.ruled_out_by(choice));
        }
        if slot.role != Role::Open {
            scene.focus = Some(scene.cells.len());
        }
        scene.cells.push(slot);
        scene
    }
}

/// The marks that rule options of the open slot out, each with these options.
fn ruling_out<P: Problem + ?Sized>(problem: &P) -> Vec<SceneMark> {
    let mut marks: Vec<SceneMark> = Vec::new();
    for option in (0..Scene::MOST_OPTIONS).map_while(|index| problem.option(index)) {
        let Some(name) = problem.ruled_out_by(option) else { continue };
        let index = marks.iter().position(|mark| mark.name == name).unwrap_or_else(|| {
            marks.push(SceneMark::new(name, Stroke::Dot));
            marks.len() - 1
        });
        marks[index].members.push(problem.label(option).into());
    }
    marks
}
