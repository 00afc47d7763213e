//! The options of the open slot, of which one is picked.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::text::{Line, Text};
use tremaux_replay::SlotOption;

pub(super) fn draw(frame: &mut Frame, options: &[SlotOption], at: usize, area: Rect) {
    let rows = usize::from(area.height);
    let first = at.saturating_sub(rows / 2).min(options.len().saturating_sub(rows));
    let line = |(index, option): (usize, &SlotOption)| {
        let picked = index == at;
        let ruled_out = match (option.allowed, option.mark) {
            (true, _) => String::new(),
            (false, Some(mark)) => format!("  ruled out by {mark}"),
            (false, None) => "  ruled out".into(),
        };
        let text = format!("{} {}{ruled_out}", if picked { '>' } else { ' ' }, option.label);
        Line::from(text).style(if picked { Modifier::BOLD } else { Modifier::empty() })
    };
    let lines: Vec<_> = options.iter().enumerate().skip(first).take(rows).map(line).collect();
    frame.render_widget(Text::from(lines), area);
}
