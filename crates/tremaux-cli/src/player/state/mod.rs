//! The player's state, and what every key makes of it: nothing of a terminal, nothing that is drawn.

mod asking;

use std::time::Duration;

use tremaux_replay::{Kind, Outline, Recording, SlotOption, Stage, Trace};

use super::keys::{self, Key};

/// Steps a second.
pub(in crate::player) const SPEEDS: [u32; 7] = [1, 2, 5, 10, 30, 100, 1000];

/// A step, in what a nanosecond brings at a step a second.
const STEP: u128 = 1_000_000_000;

/// A search being watched.
pub(crate) struct Player<'a> {
    pub(in crate::player) stage: &'a mut dyn Stage,
    /// What is searched.
    pub(in crate::player) title: String,
    /// The step shown.
    pub(in crate::player) step: usize,
    pub(in crate::player) playing: bool,
    /// A place among the [`SPEEDS`].
    speed: usize,
    /// The part of the next step that is due, of [`STEP`].
    due: u128,
    /// Whether failed subtrees are hidden.
    pub(in crate::player) fold: bool,
    pub(in crate::player) open: Open,
    /// What could not be done, until something is.
    pub(in crate::player) notice: String,
    /// The choices pinned, and the step from which each was.
    pins: Vec<(String, usize)>,
    /// How much is recorded below a pin.
    recording: Recording,
    pub(in crate::player) places: Places,
    /// What was run until last.
    depth: Option<usize>,
    choice: String,
    pub(in crate::player) done: bool,
}

/// What takes the keys for itself.
#[derive(Debug, PartialEq)]
pub(in crate::player) enum Open {
    /// Nothing: keys are commands.
    Nothing,
    Help,
    /// A question that is answered by typing.
    Question {
        asked: Asked,
        typed: String,
    },
    /// The options of the open slot, of which one is picked.
    Options {
        options: Vec<SlotOption>,
        at: usize,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::player) enum Asked {
    Step,
    Depth,
    Choice,
}

/// The places of a trace to go to.
pub(in crate::player) struct Places {
    pub(in crate::player) outline: Outline,
    pub(in crate::player) solutions: Vec<usize>,
    pub(in crate::player) dead_ends: Vec<usize>,
}

impl Places {
    fn of(trace: &Trace) -> Self {
        let steps = |kind| {
            let is_one = |step: &usize| trace.step(*step).is_some_and(|step| step.kind == kind);
            (1..=trace.steps()).filter(is_one).collect()
        };
        Places { outline: Outline::new(trace), solutions: steps(Kind::Solution), dead_ends: steps(Kind::DeadEnd) }
    }
}

impl<'a> Player<'a> {
    /// A player at the first step of `stage`. Below a pin as much is recorded as `recording` says.
    pub(crate) fn new(stage: &'a mut dyn Stage, title: String, recording: Recording) -> Self {
        let places = Places::of(stage.trace());
        Player {
            stage,
            title,
            step: 1,
            playing: false,
            speed: 2,
            due: 0,
            fold: false,
            open: Open::Nothing,
            notice: String::new(),
            pins: Vec::new(),
            recording,
            places,
            depth: None,
            choice: String::new(),
            done: false,
        }
    }

    pub(in crate::player) fn steps(&self) -> usize {
        self.stage.trace().steps()
    }

    pub(in crate::player) fn speed(&self) -> u32 {
        SPEEDS[self.speed]
    }

    /// What is searched, and the choices pinned.
    pub(in crate::player) fn heading(&self) -> String {
        let pins = self.pins.iter().map(|(choice, _)| format!(", what if {choice}"));
        self.title.clone() + &pins.collect::<String>()
    }

    /// Does what a key is for.
    pub(in crate::player) fn press(&mut self, key: Key) {
        self.notice.clear();
        match &mut self.open {
            Open::Help => self.open = Open::Nothing,
            Open::Question { .. } => self.type_key(key),
            Open::Options { .. } => self.pick(key),
            Open::Nothing => match (key, keys::command(key)) {
                (Key::Char(digit @ '0'..='9'), _) => {
                    self.pause();
                    self.open = Open::Question { asked: Asked::Step, typed: digit.into() };
                }
                (_, Some(command)) => (command.run)(self),
                (_, None) => self.notice = "? says what the keys are".into(),
            },
        }
    }

    /// Lets time pass: steps on, if it is playing.
    pub(in crate::player) fn pass(&mut self, time: Duration) {
        if !self.playing {
            return;
        }
        self.due += time.as_nanos() * u128::from(self.speed());
        let steps = usize::try_from(self.due / STEP).unwrap_or(usize::MAX);
        self.due %= STEP;
        self.step += steps.min(self.steps() - self.step);
        if self.step == self.steps() {
            self.pause();
        }
    }

    /// How long until the next step is due; `None` while paused: then nothing happens but by a key.
    pub(in crate::player) fn wait(&self) -> Option<Duration> {
        let nanoseconds = (STEP - self.due).div_ceil(u128::from(self.speed()));
        self.playing.then(|| Duration::from_nanos(u64::try_from(nanoseconds).unwrap_or(u64::MAX)))
    }

    pub(in crate::player) fn pause(&mut self) {
        (self.playing, self.due) = (false, 0);
    }

    pub(in crate::player) fn toggle(&mut self) {
        if self.playing {
            return self.pause();
        }
        if self.step == self.steps() {
            self.step = 1;
        }
        self.playing = true;
    }

    pub(in crate::player) fn faster(&mut self, by: isize) {
        self.speed = self.speed.saturating_add_signed(by).min(SPEEDS.len() - 1);
    }

    /// Goes to a step, or as near to it as there is one.
    pub(in crate::player) fn go(&mut self, step: usize) {
        self.pause();
        self.step = step.clamp(1, self.steps());
    }

    pub(in crate::player) fn go_by(&mut self, steps: isize) {
        self.go(self.step.saturating_add_signed(steps));
    }

    /// Goes to a step if there is one; otherwise says `none`.
    fn go_to(&mut self, step: Option<usize>, none: impl FnOnce() -> String) {
        self.pause();
        match step {
            Some(step) => self.step = step,
            None => self.notice = none(),
        }
    }

    pub(in crate::player) fn next_solution(&mut self, forward: bool) {
        let step = next(&self.places.solutions, self.step, forward);
        self.go_to(step, || format!("no {} solution", later(forward)));
    }

    pub(in crate::player) fn next_dead_end(&mut self, forward: bool) {
        let step = next(&self.places.dead_ends, self.step, forward);
        self.go_to(step, || format!("no {} dead end", later(forward)));
    }

    /// Back to where the node above was entered.
    pub(in crate::player) fn go_up(&mut self) {
        let trace = self.stage.trace();
        let above = trace.state_of(self.step).and_then(|node| trace.nodes()[node].parent);
        let entered = above.map(|above| trace.nodes()[above].entered).filter(|entered| *entered > 0);
        self.go_to(entered, || "no node above".into());
    }

    /// On to where the node is left, over all that is below it.
    pub(in crate::player) fn go_over(&mut self) {
        let trace = self.stage.trace();
        let left = trace.state_of(self.step).and_then(|node| trace.nodes()[node].left);
        let left = left.filter(|left| *left > self.step);
        self.go_to(left, || "the node is not left any more".into());
    }

    pub(in crate::player) fn fold(&mut self) {
        self.fold = !self.fold;
    }

    pub(in crate::player) fn help(&mut self) {
        self.pause();
        self.open = Open::Help;
    }

    pub(in crate::player) fn quit(&mut self) {
        self.done = true;
    }
}

fn later(forward: bool) -> &'static str {
    if forward { "later" } else { "earlier" }
}

/// The nearest of some steps, which rise, after `step` or before it.
fn next(steps: &[usize], step: usize, forward: bool) -> Option<usize> {
    let before = steps.partition_point(|one| *one < step);
    let found = if forward { steps[before..].iter().find(|one| **one > step) } else { steps[..before].last() };
    found.copied()
}
