//! What the player asks for: a step, a depth, a choice to run until; and a choice to be pinned.

use tremaux_replay::{Kind, SlotOption, Step};

use super::{Asked, Open, Places, Player};
use crate::player::keys::Key;

impl Player<'_> {
    pub(in crate::player) fn ask_step(&mut self) {
        self.ask(Asked::Step);
    }

    pub(in crate::player) fn ask_depth(&mut self) {
        self.ask(Asked::Depth);
    }

    pub(in crate::player) fn ask_choice(&mut self) {
        self.ask(Asked::Choice);
    }

    fn ask(&mut self, asked: Asked) {
        self.pause();
        self.open = Open::Question { asked, typed: String::new() };
    }

    pub(super) fn type_key(&mut self, key: Key) {
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

    pub(in crate::player) fn ask_what_if(&mut self) {
        self.pause();
        let options = self.stage.options(self.step);
        if options.is_empty() {
            return self.notice = "no slot is open here, or there is only a written trace".into();
        }
        let at = options.iter().position(|option| option.allowed).unwrap_or(0);
        self.open = Open::Options { options, at };
    }

    pub(super) fn pick(&mut self, key: Key) {
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

    pub(in crate::player) fn come_back(&mut self) {
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
