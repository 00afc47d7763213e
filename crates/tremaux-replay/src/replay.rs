//! Moving through a trace.

use tremaux::{Event, Problem, Scene, Stats};

use crate::trace::{Kind, Step, Trace};

/// A trace with the means to draw the state after any of its steps: recorded here, or read back.
pub trait Stage {
    /// What was recorded.
    fn trace(&self) -> &Trace;

    /// The state after a step.
    ///
    /// # Panics
    /// If there is no such step: they are numbered from 1 to [`Trace::steps`].
    fn scene(&mut self, step: usize) -> Scene;
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
}

impl<P: Problem> Replay<P> {
    /// The replay of `trace`, whose labels are those of `choices`, by a problem that stands where `placed` leads.
    pub(crate) fn new(mut problem: P, placed: &[P::Choice], choices: Vec<P::Choice>, trace: Trace) -> Self {
        placed.iter().rev().for_each(|choice| problem.unplace(*choice));
        Replay { problem, choices, trace, at: 0, path: Vec::new() }
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
}

/// Everything that is to be seen after a step.
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
