//! All steps on a line, with marks where solutions and dead ends are.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use tremaux_replay::{Ink, Kind};

use super::Look;
use crate::player::state::Player;

pub(super) fn draw(frame: &mut Frame, player: &Player, area: Rect, look: Look) {
    let width = usize::from(area.width);
    let glyphs = look.glyphs();
    let steps = player.steps();
    // The first step of a column; there may be more columns than steps.
    let first = |column: usize| column * steps / width + 1;
    let here = (0..width).rfind(|column| first(*column) <= player.step).unwrap_or(0);
    let any = |of: &[usize], column: usize| {
        let place = of.partition_point(|step| *step < first(column));
        of.get(place).is_some_and(|step| *step < first(column + 1))
    };
    let span = |column: usize| {
        let (glyph, style) = match column {
            _ if any(&player.places.solutions, column) => (glyphs.solution, look.style(Ink::Event(Kind::Solution))),
            _ if any(&player.places.dead_ends, column) => (glyphs.dead, look.style(Ink::Event(Kind::DeadEnd))),
            _ if column == here => (glyphs.here, Style::new()),
            _ => (glyphs.track, look.style(Ink::Dim)),
        };
        let style = if column == here { style.add_modifier(Modifier::REVERSED) } else { style };
        Span::styled(glyph.to_string(), style)
    };
    frame.render_widget((0..width).map(span).collect::<Line>(), area);
}
