//! Recording a search in memory.

use std::ops::ControlFlow;

use tremaux::{Event, Problem, Stats};

use crate::trace::{Kind, Packed, Trace, TraceNode};
use crate::watch::{NotReached, Numbered, Recording, Sink, Watched, watch_below};
use crate::{NodeKind, Replay};

/// Searches `problem` for all its solutions, and records what happens.
///
/// ```
/// use tremaux::Template;
/// use tremaux_replay::{Kind, Recording, Stage, record};
///
/// // Two bits, not both set.
/// let bits = Template {
///     slots: 2,
///     board: Vec::new(),
///     options: |_: &Vec<u8>, _slot| 0..2_u8,
///     is_valid: |board: &Vec<u8>, _slot, bit| bit == 0 || !board.contains(&1),
///     place: |board: &mut Vec<u8>, _slot, bit| board.push(bit),
///     unplace: |board: &mut Vec<u8>, _slot, _bit| { board.pop(); },
///     record: |board: &Vec<u8>| board.clone(),
/// };
/// let mut replay = record(bits.problem(), Recording::default()).unwrap();
/// let trace = replay.trace();
/// let rejected = trace.find(0, true, |step| step.kind == Kind::Reject).unwrap();
/// let step = trace.step(rejected).unwrap();
/// assert_eq!((step.choice, step.mark, step.depth), (Some("1"), Some("is_valid"), 1));
/// // Back from the end to where it was ruled out.
/// let scene = replay.scene(rejected);
/// assert_eq!(scene.cells.iter().map(|cell| &*cell.text).collect::<Vec<_>>(), ["1", "1"]);
/// ```
///
/// # Errors
/// When the search ended before it came to the node from which on it was to be recorded.
pub fn record<P: Problem>(problem: P, recording: Recording) -> Result<Replay<P>, NotReached> {
    let Recorded { problem, choices, trace } = record_below(problem, &[], recording)?;
    Ok(Replay::new(problem, choices, trace))
}

/// What was recorded of a problem, which is in the state again in which it came.
pub(crate) struct Recorded<P: Problem> {
    pub(crate) problem: P,
    /// The choices that the trace speaks of, by their numbers.
    pub(crate) choices: Vec<P::Choice>,
    pub(crate) trace: Trace,
}

/// Records the search of a problem in which the choices `above` are placed already.
pub(crate) fn record_below<P: Problem>(
    problem: P,
    above: &[P::Choice],
    recording: Recording,
) -> Result<Recorded<P>, NotReached> {
    let from = recording.from;
    let mut recorder = Recorder::default();
    let Watched { mut problem, placed, stats, end } = watch_below(problem, above, recording, &mut recorder);
    placed.iter().rev().for_each(|choice| problem.unplace(*choice));
    let Recorder { events, nodes, choices, marks, keyframes, .. } = recorder;
    if events.is_empty() {
        return Err(NotReached { from, nodes: stats.calls });
    }
    let labels = choices.table.iter().map(|choice| problem.label(*choice)).collect();
    let marks = marks.into_iter().map(str::to_owned).collect();
    let trace = Trace { events, nodes, labels, marks, keyframes, end };
    Ok(Recorded { problem, choices: choices.table, trace })
}

/// The choices spoken of, each once as far as that is cheap to find: choices come again in the order of a branch.
pub(crate) struct Choices<C> {
    pub(crate) table: Vec<C>,
    /// For every choice, the number of the one that came after it the last time.
    after: Vec<u32>,
    last: u32,
}

impl<C> Default for Choices<C> {
    fn default() -> Self {
        Choices { table: Vec::new(), after: Vec::new(), last: 0 }
    }
}

impl<C: Copy + PartialEq> Choices<C> {
    /// How many choices are looked through when the guess was wrong.
    const LOOKED_AT: usize = 32;

    pub(crate) fn number(&mut self, choice: C) -> u32 {
        let is = |number: u32| self.table.get(number as usize) == Some(&choice);
        let guess = self.after.get(self.last as usize).copied().unwrap_or(0);
        let number = if is(guess) { guess } else { self.look_up(choice) };
        if let Some(after) = self.after.get_mut(self.last as usize) {
            *after = number;
        }
        self.last = number;
        number
    }

    #[cold]
    fn look_up(&mut self, choice: C) -> u32 {
        if let Some(number) = self.table.iter().take(Self::LOOKED_AT).position(|one| *one == choice) {
            return index(number);
        }
        self.table.push(choice);
        self.after.push(index(self.table.len()));
        index(self.table.len() - 1)
    }
}

/// An index as it is kept. There are never more than events, of which there are at most `u32::MAX`.
pub(crate) fn index(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

/// Keeps events.
struct Recorder<C> {
    events: Vec<Packed>,
    nodes: Vec<TraceNode>,
    /// The indices of the nodes from the root to the current one.
    above: Vec<u32>,
    choices: Choices<C>,
    marks: Vec<&'static str>,
    stats: Stats,
    keyframes: Vec<Stats>,
}

impl<C> Default for Recorder<C> {
    fn default() -> Self {
        Recorder {
            events: Vec::new(),
            nodes: Vec::new(),
            above: Vec::new(),
            choices: Choices::default(),
            marks: Vec::new(),
            stats: Stats::default(),
            keyframes: Vec::new(),
        }
    }
}

impl<C: Copy + PartialEq> Recorder<C> {
    fn add_node(&mut self, (number, choice): Numbered<C>) {
        let (parent, depth) = (self.above.last().map(|parent| *parent as usize), self.above.len());
        let choice = choice.map(|choice| self.choices.number(choice));
        let (entered, left, kind) = (0, None, NodeKind::Branch);
        self.above.push(index(self.nodes.len()));
        self.nodes.push(TraceNode { number, parent, depth, entered, left, kind, choice });
    }

    /// The number of the mark, from 1; 0 for none.
    fn mark(&mut self, name: Option<&'static str>) -> u16 {
        let Some(name) = name else { return 0 };
        let index = self.marks.iter().position(|mark| std::ptr::eq(*mark, name) || *mark == name);
        let index = index.unwrap_or_else(|| {
            self.marks.push(name);
            self.marks.len() - 1
        });
        u16::try_from(index + 1).unwrap_or(0)
    }
}

impl<P: Problem> Sink<P> for Recorder<P::Choice> {
    fn begin(&mut self, _: &P, path: &[Numbered<P::Choice>], before: &Stats) {
        path.iter().for_each(|node| self.add_node(*node));
        self.stats = *before;
    }

    fn event(
        &mut self,
        _: &P,
        event: Event<P::Choice>,
        path: &[Numbered<P::Choice>],
        mark: Option<&'static str>,
    ) -> ControlFlow<()> {
        // A node that was placed is new.
        if self.above.len() < path.len() {
            self.add_node(path[path.len() - 1]);
        }
        let node = self.above.last().copied().unwrap_or(0);
        let kind = Kind::of(&event);
        let choice = match event {
            Event::Reject(choice) => self.choices.number(choice),
            _ => self.nodes[node as usize].choice.unwrap_or(0),
        };
        if self.events.len().is_multiple_of(Trace::KEYFRAME) {
            self.keyframes.push(self.stats);
        }
        kind.count(&mut self.stats);
        let mark = self.mark(mark);
        self.events.push(Packed { node, choice, mark, kind });
        self.nodes[node as usize].note(kind, self.events.len());
        if kind == Kind::Unplace {
            self.above.pop();
        }
        ControlFlow::Continue(())
    }
}
