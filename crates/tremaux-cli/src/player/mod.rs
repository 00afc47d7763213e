//! The terminal player: a search watched one step at a time, forwards and backwards.
//!
//! What a key does is [`state`], which knows no terminal; what is seen is [`view`], which knows the state alone; keys
//! come and frames go in [`terminal`], which knows neither a search nor a picture.

mod keys;
mod state;
mod terminal;
#[cfg(test)]
mod tests;
mod view;

use std::io;

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use tremaux_replay::{Recording, Stage};

use state::Player;
use terminal::{Happened, Screen};
use view::Look;

use crate::args::ColorArg;
use crate::failure::Failure;

/// How the person left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Left {
    /// They quit.
    Quit,
    /// They interrupted it.
    Interrupted,
}

/// The error where there is nothing to draw on.
///
/// # Errors
/// When standard output is no terminal that can be drawn on.
pub(crate) fn check_terminal() -> Result<(), Failure> {
    terminal::check().map_err(|found| {
        Failure::Other(format!(
            "`watch` draws on a terminal, and {found}: `tremaux render ... -o search.html` makes a page that plays the \
             search, `-o search.txt` plain text"
        ))
    })
}

/// Plays what is recorded on the terminal until the person has enough. Below a pin as much is recorded as `recording` says.
///
/// # Errors
/// When the terminal cannot be drawn on.
pub(crate) fn play(
    stage: &mut dyn Stage,
    title: String,
    recording: Recording,
    color: ColorArg,
) -> Result<Left, Failure> {
    let failure = |error: io::Error| Failure::Other(format!("cannot draw on the terminal: {error}"));
    let mut player = Player::new(stage, title, recording);
    show(&mut player, terminal::look(color)).map_err(failure)
}

/// The loop: draw, wait for what happens next, let the state take it in. While paused nothing happens by itself.
fn show(player: &mut Player, look: Look) -> io::Result<Left> {
    let mut screen = Screen::open()?;
    let fresh = || Terminal::new(CrosstermBackend::new(io::stdout()));
    let mut terminal = fresh()?;
    while !player.done {
        terminal.draw(|frame| view::draw(frame, player, look))?;
        match screen.wait(player.wait())? {
            Happened::Key(key) => player.press(key),
            Happened::Time(time) => player.pass(time),
            Happened::Resized => {}
            Happened::Suspended => {
                player.pause();
                screen.suspend()?;
                // Nothing of the last frame is there any more.
                terminal = fresh()?;
            }
            Happened::Interrupted => return Ok(Left::Interrupted),
            Happened::Ended(signal) => screen.end(signal),
        }
    }
    Ok(Left::Quit)
}
