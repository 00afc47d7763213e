//! Moving through a trace.

use tremaux::{Event, Problem, Scene, Stats};

use crate::record::{Recorded, record_below};
use crate::trace::{Kind, Step, Trace};
use crate::watch::Recording;

/// A trace with the means to draw the state after any of its steps: recorded here, or read back.
///
/// ```
/// use tremaux_puzzles::queens::PlainQueens;
/// use tremaux_replay::{Recording, Stage, record, scene_text};
///
/// let mut replay = record(PlainQueens::new(4), Recording::default()).unwrap();
/// // The first queen stands in its corner, and the second row is open.
/// assert_eq!(scene_text(&replay.scene(3)), "[Q]. . .\n | \\ . .\n | . \\ .\n | . . \\");
/// let options = replay.options(3);
/// assert_eq!((options[1].allowed, options[1].mark, options[2].allowed), (false, Some("diag"), true));
/// // What if the second one stood in column 2? Below it there is no solution.
/// assert!(replay.pin(3, 2, Recording::default()));
/// assert_eq!((replay.trace().steps(), replay.trace().stats(usize::MAX).solutions), (7, 0));
/// assert!(replay.unpin());
/// assert_eq!(replay.trace().steps(), 116);
/// ```
pub trait Stage {
    /// What was recorded.
    fn trace(&self) -> &Trace;

    /// The state after a step.
    ///
    /// # Panics
    /// If there is no such step: they are numbered from 1 to [`Trace::steps`].
    fn scene(&mut self, step: usize) -> Scene;

    /// The options of the slot that is open after a step, in order, the first [`SlotOption::MOST`]. None where no slot is
    /// open; and none of a trace that was read back, which has no problem to ask.
    fn options(&mut self, step: usize) -> Vec<SlotOption> {
        let _ = step;
        Vec::new()
    }

    /// Places an option of the slot that is open after a step, by its place among the [`options`](Stage::options), and
    /// shows what is found below it instead: a search of its own, whose quantities are its own. [`unpin`](Stage::unpin)
    /// comes back. `false`, and nothing is changed, where the marks rule the option out or there is no such option.
    fn pin(&mut self, step: usize, option: usize, recording: Recording) -> bool {
        let _ = (step, option, recording);
        false
    }

    /// Comes back from the last [`pin`](Stage::pin); `false` where there is none.
    fn unpin(&mut self) -> bool {
        false
    }
}

/// What the open slot might be filled with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlotOption {
    /// How it is written.
    pub label: String,
    /// Whether the marks allow it.
    pub allowed: bool,
    /// The mark that does not, where it has a name.
    pub mark: Option<&'static str>,
}

impl SlotOption {
    /// The most options that are told of.
    pub const MOST: usize = 1000;
}

/// A problem that goes through the recorded states of its search, forwards and backwards.
///
/// From one state to another it takes back and places only what differs: a step either way costs a placement, a jump at
/// most as many as the two states are deep, whatever lies between them.
#[derive(Debug)]
pub struct Replay<P: Problem> {
    problem: P,
    choices: Vec<P::Choice>,
    trace: Trace,
    /// The node whose state the problem is in, and the choices that lead to it.
    at: usize,
    path: Vec<P::Choice>,
    /// What was shown before each pin.
    pinned: Vec<(Vec<P::Choice>, Trace)>,
}

impl<P: Problem> Replay<P> {
    /// The replay of `trace`, whose labels are those of `choices`, by a problem at the root.
    pub(crate) fn new(problem: P, choices: Vec<P::Choice>, trace: Trace) -> Self {
        Replay { problem, choices, trace, at: 0, path: Vec::new(), pinned: Vec::new() }
    }

    /// The problem, in the state last shown.
    #[must_use]
    pub fn problem(&self) -> &P {
        &self.problem
    }

    /// Brings the problem to the state after a step, and gives the event that led there.
    fn go(&mut self, step: usize) -> Event<P::Choice> {
        let state = self.trace.state_of(step).expect("a step of the trace");
        let mut down = Vec::new();
        let mut target = state;
        let nodes = &self.trace.nodes;
        // Up from both until they meet; a parent's index is below its children's.
        while self.at != target {
            if self.at > target {
                if let (Some(choice), Some(parent)) = (self.path.pop(), nodes[self.at].parent) {
                    self.problem.unplace(choice);
                    self.at = parent;
                }
            } else if let (Some(choice), Some(parent)) = (nodes[target].choice, nodes[target].parent) {
                down.push(choice);
                target = parent;
            }
        }
        for choice in down.into_iter().rev().map(|choice| self.choices[choice as usize]) {
            self.problem.place(choice);
            self.path.push(choice);
        }
        self.at = state;
        self.event(step)
    }

    /// Brings the problem to the root.
    fn rewind(&mut self) {
        while let Some(choice) = self.path.pop() {
            self.problem.unplace(choice);
        }
        self.at = 0;
    }

    /// The choices that the marks allow in the state the problem is in, and the options of its open slot.
    fn open_slot(&self) -> (Vec<P::Choice>, Vec<P::Choice>) {
        let Some(mut branch) = self.problem.choices() else { return (Vec::new(), Vec::new()) };
        let allowed = std::iter::from_fn(|| self.problem.next_choice(&mut branch));
        let allowed: Vec<_> = allowed.take(SlotOption::MOST).collect();
        let options: Vec<_> = (0..SlotOption::MOST).map_while(|index| self.problem.option(index)).collect();
        // A problem need not list what its marks rule out.
        let options = if options.is_empty() { allowed.clone() } else { options };
        (allowed, options)
    }

    fn event(&self, step: usize) -> Event<P::Choice> {
        let event = self.trace.events[step - 1];
        let choice = || self.choices[event.choice as usize];
        match event.kind {
            Kind::Enter => Event::Enter,
            Kind::Reject => Event::Reject(choice()),
            Kind::Place => Event::Place(choice()),
            Kind::Solution => Event::Solution,
            Kind::DeadEnd => Event::DeadEnd,
            Kind::Unplace => Event::Unplace(choice()),
            Kind::Leave => Event::Leave,
        }
    }
}

impl<P: Problem> Stage for Replay<P> {
    fn trace(&self) -> &Trace {
        &self.trace
    }

    fn scene(&mut self, step: usize) -> Scene {
        let event = self.go(step);
        self.problem.draw(&self.path, event)
    }

    fn options(&mut self, step: usize) -> Vec<SlotOption> {
        self.go(step);
        let (allowed, options) = self.open_slot();
        let option = |option: &P::Choice| SlotOption {
            label: self.problem.label(*option),
            allowed: allowed.contains(option),
            mark: self.problem.ruled_out_by(*option),
        };
        options.iter().map(option).collect()
    }

    fn pin(&mut self, step: usize, option: usize, recording: Recording) -> bool {
        self.go(step);
        let (allowed, options) = self.open_slot();
        let Some(choice) = options.get(option).copied().filter(|choice| allowed.contains(choice)) else {
            return false;
        };
        let above: Vec<_> = self.path.iter().copied().chain([choice]).collect();
        self.problem.place(choice);
        let recorded = record_below(&mut self.problem, &above, Recording { from: 0, ..recording });
        let recorded = recorded.map(|Recorded { choices, trace, .. }| (choices, trace));
        self.problem.unplace(choice);
        let Ok((choices, trace)) = recorded else { return false };
        self.rewind();
        self.pinned.push((std::mem::replace(&mut self.choices, choices), std::mem::replace(&mut self.trace, trace)));
        true
    }

    fn unpin(&mut self) -> bool {
        let Some((choices, trace)) = self.pinned.pop() else { return false };
        self.rewind();
        (self.choices, self.trace) = (choices, trace);
        true
    }
}

/// Everything that is to be seen after a step.
///
/// ```
/// use tremaux_puzzles::queens::PlainQueens;
/// use tremaux_replay::{Frame, Recording, record};
///
/// let mut replay = record(PlainQueens::new(4), Recording::default()).unwrap();
/// let frame = Frame::new(&mut replay, 5).unwrap();
/// assert_eq!((frame.caption().as_str(), frame.step.depth, frame.stats.rejected), ("reject 1: diag", 1, 2));
/// assert_eq!(frame.scene.marks[0].members, ["0"]);
/// assert!(Frame::new(&mut replay, 117).is_none());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame<'a> {
    /// The step.
    pub step: Step<'a>,
    /// How many steps the trace has.
    pub steps: usize,
    /// The state.
    pub scene: Scene,
    /// The quantities so far.
    pub stats: Stats,
}

impl<'a> Frame<'a> {
    /// The frame after `step`; `None` where there is no such step.
    pub fn new(stage: &'a mut dyn Stage, step: usize) -> Option<Frame<'a>> {
        stage.trace().step(step)?;
        let scene = stage.scene(step);
        let trace = stage.trace();
        Some(Frame { step: trace.step(step)?, steps: trace.steps(), scene, stats: trace.stats(step) })
    }

    /// What happened, in words: `reject 2: diag`.
    #[must_use]
    pub fn caption(&self) -> String {
        let name = self.step.kind.name();
        match (self.step.choice, self.step.mark) {
            (Some(choice), Some(mark)) => format!("{name} {choice}: {mark}"),
            (Some(choice), None) => format!("{name} {choice}"),
            (None, _) if self.step.kind == Kind::Enter => format!("{name} node {}", self.step.node),
            (None, _) => name.to_owned(),
        }
    }
}
