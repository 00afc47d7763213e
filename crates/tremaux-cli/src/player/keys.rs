//! What a person can do: one table for the keys and for the help.

use std::fmt;

use super::state::Player;

/// A key, whatever terminal it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key {
    Char(char),
    Left,
    Right,
    Up,
    Down,
    Home,
    End,
    Enter,
    Escape,
    Backspace,
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self {
            Key::Char(' ') => "space",
            Key::Char(character) => return write!(f, "{character}"),
            Key::Left => "left",
            Key::Right => "right",
            Key::Up => "up",
            Key::Down => "down",
            Key::Home => "home",
            Key::End => "end",
            Key::Enter => "enter",
            Key::Escape => "esc",
            Key::Backspace => "backspace",
        };
        f.write_str(name)
    }
}

/// What a person can do while nothing else is asked of them.
pub(super) struct Command {
    pub(super) keys: &'static [Key],
    /// As the help says it.
    pub(super) title: &'static str,
    pub(super) run: fn(&mut Player),
}

use Key::{Char, Down, End, Escape, Home, Left, Right, Up};

pub(super) const COMMANDS: &[Command] = &[
    Command { keys: &[Right, Char('l')], title: "step", run: |player| player.go_by(1) },
    Command { keys: &[Left, Char('h')], title: "step back", run: |player| player.go_by(-1) },
    Command { keys: &[Char(' '), Char('p')], title: "play, pause", run: |player| player.toggle() },
    Command { keys: &[Char('+'), Char('=')], title: "faster", run: |player| player.faster(1) },
    Command { keys: &[Char('-')], title: "slower", run: |player| player.faster(-1) },
    Command { keys: &[Home], title: "first step", run: |player| player.go(1) },
    Command { keys: &[End], title: "last step", run: |player| player.go(usize::MAX) },
    Command { keys: &[Char('g')], title: "a step: type its number", run: |player| player.ask_step() },
    Command { keys: &[Char('n')], title: "next solution", run: |player| player.next_solution(true) },
    Command { keys: &[Char('N')], title: "previous solution", run: |player| player.next_solution(false) },
    Command { keys: &[Char('d')], title: "next dead end", run: |player| player.next_dead_end(true) },
    Command { keys: &[Char('D')], title: "previous dead end", run: |player| player.next_dead_end(false) },
    Command { keys: &[Char('r')], title: "run until a depth", run: |player| player.ask_depth() },
    Command { keys: &[Char('c'), Char('/')], title: "run until a choice", run: |player| player.ask_choice() },
    Command { keys: &[Up], title: "to the node above", run: |player| player.go_up() },
    Command { keys: &[Down], title: "to the end of this node", run: |player| player.go_over() },
    Command { keys: &[Char('w')], title: "what if: search below a choice", run: |player| player.ask_what_if() },
    Command { keys: &[Char('b'), Escape], title: "back from a what-if", run: |player| player.come_back() },
    Command { keys: &[Char('f')], title: "hide, show failed subtrees", run: |player| player.fold() },
    Command { keys: &[Char('?')], title: "this help", run: |player| player.help() },
    Command { keys: &[Char('q')], title: "quit", run: |player| player.quit() },
];

/// The command that a key is for.
pub(super) fn command(key: Key) -> Option<&'static Command> {
    COMMANDS.iter().find(|command| command.keys.contains(&key))
}
