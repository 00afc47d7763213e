//! The player's state, and what every key makes of it: nothing of a terminal, nothing that is drawn.

use std::time::Duration;

use tremaux_replay::{Kind, Outline, Recording, SlotOption, Stage, Step, Trace};

use super::keys::{self, Key};

/// Steps a second.
pub(super) const SPEEDS: [u32; 7] = [1, 2, 5, 10, 30, 100, 1000];

/// A step, in what a nanosecond brings at a step a second.
const STEP: u128 = 1_000_000_000;

/// A search being watched.
pub(crate) struct Player<'a> {
    pub(super) stage: &'a mut dyn Stage,
    /// What is searched.
    pub(super) title: String,
    /// The step shown.
    pub(super) step: usize,
    pub(super) playing: bool,
    /// A place among the [`SPEEDS`].
    speed: usize,
    /// The part of the next step that is due, of [`STEP`].
    due: u128,
    /// Whether failed subtrees are hidden.
    pub(super) fold: bool,
    pub(super) open: Open,
    /// What could not be done, until something is.
    pub(super) notice: String,
    /// The choices pinned, and the step from which each was.
    pins: Vec<(String, usize)>,
    /// How much is recorded below a pin.
    recording: Recording,
    pub(super) places: Places,
    /// What was run until last.
    depth: Option<usize>,
    choice: String,
    pub(super) done: bool,
}

/// What takes the keys for itself.
#[derive(Debug, PartialEq)]
pub(super) enum Open {
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
pub(super) enum Asked {
    Step,
    Depth,
    Choice,
}

/// The places of a trace to go to.
pub(super) struct Places {
    pub(super) outline: Outline,
    pub(super) solutions: Vec<usize>,
    pub(super) dead_ends: Vec<usize>,
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

    pub(super) fn steps(&self) -> usize {
        self.stage.trace().steps()
    }

    pub(super) fn speed(&self) -> u32 {
        SPEEDS[self.speed]
    }

    /// What is searched, and the choices pinned.
    pub(super) fn heading(&self) -> String {
        let pins = self.pins.iter().map(|(choice, _)| format!(", what if {choice}"));
        self.title.clone() + &pins.collect::<String>()
    }

    /// Does what a key is for.
    pub(super) fn press(&mut self, key: Key) {
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
    pub(super) fn pass(&mut self, time: Duration) {
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
    pub(super) fn wait(&self) -> Option<Duration> {
        let nanoseconds = (STEP - self.due).div_ceil(u128::from(self.speed()));
        self.playing.then(|| Duration::from_nanos(u64::try_from(nanoseconds).unwrap_or(u64::MAX)))
    }

    pub(super) fn pause(&mut self) {
        (self.playing, self.due) = (false, 0);
    }

    pub(super) fn toggle(&mut self) {
        if self.playing {
            return self.pause();
        }
        if self.step == self.steps() {
            self.step = 1;
        }
        self.playing = true;
    }

    pub(super) fn faster(&mut self, by: isize) {
        self.speed = self.speed.saturating_add_signed(by).min(SPEEDS.len() - 1);
    }

    /// Goes to a step, or as near to it as there is one.
    pub(super) fn go(&mut self, step: usize) {
        self.pause();
        self.step = step.clamp(1, self.steps());
    }

    pub(super) fn go_by(&mut self, steps: isize) {
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

    pub(super) fn next_solution(&mut self, forward: bool) {
        let step = next(&self.places.solutions, self.step, forward);
        self.go_to(step, || format!("no {} solution", later(forward)));
    }

    pub(super) fn next_dead_end(&mut self, forward: bool) {
        let step = next(&self.places.dead_ends, self.step, forward);
        self.go_to(step, || format!("no {} dead end", later(forward)));
    }

    /// Back to where the node above was entered.
    pub(super) fn go_up(&mut self) {
        let trace = self.stage.trace();
        let above = trace.state_of(self.step).and_then(|node| trace.nodes()[node].parent);
        let entered = above.map(|above| trace.nodes()[above].entered).filter(|entered| *entered > 0);
        self.go_to(entered, || "no node above".into());
    }

    /// On to where the node is left, over all that is below it.
    pub(super) fn go_over(&mut self) {
        let trace = self.stage.trace();
        let left = trace.state_of(self.step).and_then(|node| trace.nodes()[node].left);
        let left = left.filter(|left| *left > self.step);
        self.go_to(left, || "the node is not left any more".into());
    }

    pub(super) fn fold(&mut self) {
        self.fold = !self.fold;
    }

    pub(super) fn help(&mut self) {
        self.pause();
        self.open = Open::Help;
    }

    pub(super) fn quit(&mut self) {
        self.done = true;
    }

    pub(super) fn ask_step(&mut self) {
        self.ask(Asked::Step);
    }

    pub(super) fn ask_depth(&mut self) {
        self.ask(Asked::Depth);
    }

    pub(super) fn ask_choice(&mut self) {
        self.ask(Asked::Choice);
    }

    fn ask(&mut self, asked: Asked) {
        self.pause();
        self.open = Open::Question { asked, typed: String::new() };
    }

    fn type_key(&mut self, key: Key) {
        let Open::Question { asked, typed } = &mut self.open else { return };
        match key {
            Key::Char(character) => typed.push(character),
            Key::Backspace if typed.pop().is_some() => {}
            Key::Enter => {
                let (asked, typed) = (*asked, std::mem::take(typed));
                self.open = Open::Nothing;
                self.answer(asked, typed.trim());
            }
            Key::Escape | Key::Backspace => self.open = Open::Nothing,
            _ => {}
        }
    }

    /// What is typed is an answer; nothing is the last one again.
    fn answer(&mut self, asked: Asked, typed: &str) {
        match (asked, typed.parse::<usize>()) {
            (Asked::Step, Ok(step)) => self.go(step),
            (Asked::Step, Err(_)) => self.notice = format!("expected a step from 1 to {}", self.steps()),
            (Asked::Depth, depth) if typed.is_empty() || depth.is_ok() => {
                self.depth = depth.ok().or(self.depth);
                let Some(depth) = self.depth else { return self.notice = "expected a depth".into() };
                let reached = |step: Step| step.kind == Kind::Enter && step.depth == depth;
                let step = self.stage.trace().find(self.step, true, reached);
                self.go_to(step, || format!("no later node at depth {depth}"));
            }
            (Asked::Depth, _) => self.notice = format!("expected a depth, found {typed}"),
            (Asked::Choice, _) => {
                if !typed.is_empty() {
                    self.choice = typed.to_owned();
                }
                let choice = self.choice.clone();
                let placed = |step: Step| step.kind == Kind::Place && step.choice == Some(&choice);
                let step = self.stage.trace().find(self.step, true, placed);
                self.go_to(step, || format!("{choice} is not placed any more"));
            }
        }
    }

    pub(super) fn ask_what_if(&mut self) {
        self.pause();
        let options = self.stage.options(self.step);
        if options.is_empty() {
            return self.notice = "no slot is open here, or there is only a written trace".into();
        }
        let at = options.iter().position(|option| option.allowed).unwrap_or(0);
        self.open = Open::Options { options, at };
    }

    fn pick(&mut self, key: Key) {
        let Open::Options { options, at } = &mut self.open else { return };
        let last = options.len() - 1;
        match key {
            Key::Up | Key::Char('k') => *at = at.saturating_sub(1),
            Key::Down | Key::Char('j') => *at = (*at + 1).min(last),
            Key::Home => *at = 0,
            Key::End => *at = last,
            Key::Enter => {
                let (at, option) = (*at, options[*at].clone());
                self.pin(at, option);
            }
            Key::Escape | Key::Backspace | Key::Char('w' | 'b' | 'q') => self.open = Open::Nothing,
            _ => {}
        }
    }

    fn pin(&mut self, at: usize, option: SlotOption) {
        if !option.allowed {
            let mark = option.mark.map_or("marks".into(), |mark| format!("mark {mark}"));
            return self.notice = format!("{} is ruled out by the {mark}", option.label);
        }
        self.open = Open::Nothing;
        if !self.stage.pin(self.step, at, self.recording.clone()) {
            return self.notice = "a limit came before the search below it".into();
        }
        self.pins.push((option.label, self.step));
        self.step = 1;
        self.places = Places::of(self.stage.trace());
    }

    pub(super) fn come_back(&mut self) {
        self.pause();
        match self.pins.pop().filter(|_| self.stage.unpin()) {
            Some((_, step)) => {
                self.step = step;
                self.places = Places::of(self.stage.trace());
            }
            None => self.notice = "this is the search itself".into(),
        }
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
