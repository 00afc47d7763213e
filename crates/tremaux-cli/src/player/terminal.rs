//! The terminal: what comes from it, and that it is as it was when the player is done with it, whatever ends it.
//!
//! Keys and signals come by threads of their own through one channel, on which the player sleeps while it is paused.

use std::io::{self, IsTerminal, Write};
use std::panic;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use ratatui::crossterm::cursor::{Hide, Show};
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};
use ratatui::crossterm::{execute, style};

use super::keys::Key;
use super::view::Look;
use crate::args::ColorArg;

/// The shortest time between two frames.
const FRAME: Duration = Duration::from_millis(33);

/// What the player hears of.
#[derive(Debug)]
pub(super) enum Happened {
    Key(Key),
    /// So much time has passed.
    Time(Duration),
    Resized,
    /// It is to stop until it is told to go on.
    Suspended,
    Interrupted,
    /// A signal ends the process.
    Ended(i32),
}

/// What comes from the threads.
enum Heard {
    Event(io::Result<Event>),
    #[cfg(unix)]
    Signal(i32),
}

/// Whether there is a terminal to draw on; if not, what there is.
pub(super) fn check() -> Result<(), &'static str> {
    if !io::stdout().is_terminal() {
        return Err("standard output is none");
    }
    if std::env::var_os("TERM").is_some_and(|term| term == "dumb") {
        return Err("this one cannot be drawn on (TERM is dumb)");
    }
    Ok(())
}

/// What the terminal can show, as far as it is known: colours unless they are not wanted, and all of Unicode where the
/// locale says so.
pub(super) fn look(color: ColorArg) -> Look {
    let set = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
    let colour = match color {
        ColorArg::Always => true,
        ColorArg::Never => false,
        ColorArg::Auto => set("NO_COLOR").is_none(),
    };
    // What asked for colours by --color gets them in spite of NO_COLOR.
    style::force_color_output(colour);
    let locale = set("LC_ALL").or_else(|| set("LC_CTYPE")).or_else(|| set("LANG")).unwrap_or_default();
    let locale = locale.to_ascii_lowercase();
    Look { colour, unicode: cfg!(windows) || locale.contains("utf-8") || locale.contains("utf8") }
}

/// The terminal while the player has it. Given back when this is dropped, and before a panic is told of.
pub(super) struct Screen {
    heard: Receiver<Heard>,
    /// Since when time has not been told of.
    since: Instant,
}

impl Screen {
    pub(super) fn open() -> io::Result<Self> {
        let told = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            give_back();
            told(info);
        }));
        let (sender, heard) = channel();
        #[cfg(unix)]
        signals::listen(sender.clone())?;
        take()?;
        let screen = Screen { heard, since: Instant::now() };
        listen(sender);
        Ok(screen)
    }

    /// Sleeps until something happens; at most as long as it is until the next step of what plays, if it does.
    pub(super) fn wait(&mut self, most: Option<Duration>) -> io::Result<Happened> {
        loop {
            let heard = match most {
                None => {
                    let heard = self.heard.recv().map_err(io::Error::other)?;
                    self.since = Instant::now();
                    heard
                }
                Some(most) => match self.heard.recv_timeout(most.max(FRAME).saturating_sub(self.since.elapsed())) {
                    Ok(heard) => heard,
                    Err(RecvTimeoutError::Timeout) => {
                        let now = Instant::now();
                        let passed = now - std::mem::replace(&mut self.since, now);
                        return Ok(Happened::Time(passed));
                    }
                    Err(error) => return Err(io::Error::other(error)),
                },
            };
            if let Some(happened) = happened(heard)? {
                return Ok(happened);
            }
        }
    }

    /// Gives the terminal back, stops the process until it is told to go on, and takes the terminal again.
    pub(super) fn suspend(&mut self) -> io::Result<()> {
        give_back();
        #[cfg(unix)]
        signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)?;
        take()
    }

    /// Gives the terminal back and lets the signal end the process.
    pub(super) fn end(&mut self, signal: i32) {
        give_back();
        #[cfg(unix)]
        let _ = signal_hook::low_level::emulate_default_handler(signal);
        std::process::exit(128 + signal);
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

fn take() -> io::Result<()> {
    enable_raw_mode()?;
    execute!(io::stdout(), EnterAlternateScreen, Hide).inspect_err(|_| give_back())
}

/// The terminal as it was. Where that fails nobody can be told, and there may be no terminal any more.
fn give_back() {
    let _ = execute!(io::stdout(), LeaveAlternateScreen, Show);
    let _ = io::stdout().flush();
    let _ = disable_raw_mode();
}

/// Reads what comes from the terminal in a thread, which ends with the process.
fn listen(heard: Sender<Heard>) {
    thread::spawn(move || {
        loop {
            let event = event::read();
            let failed = event.is_err();
            if heard.send(Heard::Event(event)).is_err() || failed {
                return;
            }
        }
    });
}

#[cfg(unix)]
mod signals {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGTSTP};
    use signal_hook::iterator::Signals;

    use super::{Heard, Sender, io, thread};

    /// Hears signals in a thread, so that none of them ends the process while it has the terminal.
    pub(super) fn listen(heard: Sender<Heard>) -> io::Result<()> {
        let mut signals = Signals::new([SIGHUP, SIGINT, SIGTERM, SIGTSTP])?;
        thread::spawn(move || signals.forever().try_for_each(|signal| heard.send(Heard::Signal(signal))));
        Ok(())
    }
}

/// What the player makes of it; `None` for what means nothing to it.
fn happened(heard: Heard) -> io::Result<Option<Happened>> {
    #[cfg(unix)]
    use signal_hook::consts::{SIGINT, SIGTSTP};
    Ok(match heard {
        Heard::Event(event) => match event? {
            Event::Key(event) if event.kind != KeyEventKind::Release => key(event),
            Event::Resize(..) => Some(Happened::Resized),
            _ => None,
        },
        #[cfg(unix)]
        Heard::Signal(SIGINT) => Some(Happened::Interrupted),
        #[cfg(unix)]
        Heard::Signal(SIGTSTP) => Some(Happened::Suspended),
        #[cfg(unix)]
        Heard::Signal(signal) => Some(Happened::Ended(signal)),
    })
}

fn key(event: KeyEvent) -> Option<Happened> {
    if event.modifiers.contains(KeyModifiers::CONTROL) {
        return match event.code {
            KeyCode::Char('c') => Some(Happened::Interrupted),
            KeyCode::Char('z') if cfg!(unix) => Some(Happened::Suspended),
            _ => None,
        };
    }
    let key = match event.code {
        KeyCode::Char(character) => Key::Char(character),
        KeyCode::Left => Key::Left,
        KeyCode::Right => Key::Right,
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        KeyCode::Home => Key::Home,
        KeyCode::End => Key::End,
        KeyCode::Enter => Key::Enter,
        KeyCode::Esc => Key::Escape,
        KeyCode::Backspace => Key::Backspace,
        _ => return None,
    };
    Some(Happened::Key(key))
}
