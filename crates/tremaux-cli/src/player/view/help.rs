//! The keys, and what the characters mean.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Text};

use super::Look;
use crate::player::keys::{COMMANDS, Command};

pub(super) fn draw(frame: &mut Frame, area: Rect, look: Look) {
    let columns = [Constraint::Length(44), Constraint::Min(0)];
    let [left, right] = Layout::horizontal(columns).areas(area);
    frame.render_widget(Text::from(COMMANDS.iter().map(command).collect::<Vec<_>>()), left);
    frame.render_widget(Text::from(legend(look)), right);
}

fn command(command: &Command) -> Line<'static> {
    let keys: Vec<_> = command.keys.iter().map(ToString::to_string).collect();
    Line::from(format!("{:>8}  {}", keys.join(" "), command.title))
}

fn legend(look: Look) -> Vec<Line<'static>> {
    let glyphs = look.glyphs();
    let tree = [
        format!("{} a choice   {} still open", glyphs.choice, glyphs.open),
        format!("{} a dead end  {} a solution", glyphs.dead, glyphs.solution),
        format!("{} a subtree without one", glyphs.failed),
        format!("{} nodes left out", glyphs.gap),
    ];
    let board = [
        "[Q] placed now   Q standing",
        "(Q) taken back now",
        "<|> ruled out, by the mark |",
        "| - \\ / : attacked, by which",
        " *  attacked by several marks",
        " !  nothing fits here",
        " #  a wall   o  a path   .  open",
    ];
    let line = |(indent, text): (&'static str, String)| Line::from(format!("{indent}{text}"));
    let parts = [("", "On the board".to_owned())].into_iter();
    let parts = parts.chain(board.map(|text| ("  ", text.to_owned())));
    let parts = parts.chain([("", String::new()), ("", "In the tree and the timeline".into())]);
    parts.chain(tree.map(|text| ("  ", text))).map(line).collect()
}
