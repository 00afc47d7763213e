//! The player's state by its keys, and what is seen of it.

mod frames;
mod keys;
#[cfg(unix)]
mod restores;
#[cfg(unix)]
#[path = "../../../tests/cli/tmux.rs"]
mod tmux;

use tremaux_puzzles::queens::PlainQueens;
use tremaux_replay::{Recording, Replay, Stage, record};

use super::keys::Key;
use super::state::Player;

fn queens(size: usize) -> Replay<PlainQueens> {
    record(PlainQueens::new(size), Recording::default()).expect("it begins at the root")
}

fn player(stage: &mut dyn Stage) -> Player<'_> {
    Player::new(stage, "queens".into(), Recording::default())
}

/// Presses keys: those of `<name>`, and the others as characters.
fn press(player: &mut Player, keys: &str) {
    let named = [
        ("<left>", Key::Left),
        ("<right>", Key::Right),
        ("<up>", Key::Up),
        ("<down>", Key::Down),
        ("<home>", Key::Home),
        ("<end>", Key::End),
        ("<enter>", Key::Enter),
        ("<esc>", Key::Escape),
        ("<backspace>", Key::Backspace),
    ];
    let mut rest = keys;
    while let Some(first) = rest.chars().next() {
        let named = named.iter().find_map(|(name, key)| Some((*key, rest.strip_prefix(name)?)));
        let (key, left) = named.unwrap_or((Key::Char(first), &rest[first.len_utf8()..]));
        player.press(key);
        rest = left;
    }
}
