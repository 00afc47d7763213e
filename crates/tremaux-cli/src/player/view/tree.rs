//! The tree around the node where the search is.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::text::{Line, Span, Text};
use tremaux_replay::{Ink, Look as Shape, NodeKind, Trace, Twig};

use super::Look;
use crate::player::state::Player;

/// The room for a choice and what is said of it, beside its indent.
const CHOICE: usize = 22;

pub(super) fn draw(frame: &mut Frame, player: &Player, area: Rect, look: Look) {
    let trace = player.stage.trace();
    let twigs = player.places.outline.around(trace, player.step, area.height.into(), player.fold);
    // The indent begins where it leaves room for the deepest node.
    let highest = twigs.iter().map(|twig| twig.depth).min().unwrap_or(0);
    let deepest = twigs.iter().map(|twig| twig.depth).max().unwrap_or(0);
    let levels = usize::from(area.width).saturating_sub(CHOICE) / 2;
    let first = highest.max(deepest.saturating_sub(levels));
    let lines = twigs.iter().map(|twig| line(trace, twig, first, look)).collect::<Vec<_>>();
    frame.render_widget(Text::from(lines), area);
}

fn line(trace: &Trace, twig: &Twig, first: usize, look: Look) -> Line<'static> {
    let glyphs = look.glyphs();
    let gap = if twig.after_gap { glyphs.gap } else { ' ' };
    let indent = " ".repeat(2 * twig.depth.saturating_sub(first));
    let said = match (twig.look, twig.failed) {
        (Shape::Dead, _) => "  dead".into(),
        (Shape::Solution, _) => "  yes!".into(),
        (_, Some(nodes)) => format!("  {nodes} nodes, no solution"),
        _ => String::new(),
    };
    let ink = match twig.look {
        Shape::Choice => Ink::Node(NodeKind::Branch),
        Shape::Dead | Shape::Failed => Ink::Node(NodeKind::Dead),
        Shape::Solution => Ink::Node(NodeKind::Solution),
        Shape::Open => Ink::OpenNode,
    };
    let choice = format!(" {}", trace.choice(twig.node).unwrap_or("start"));
    let here = if twig.is_here { "  <" } else { "" };
    let emphasis = if twig.is_here { Modifier::BOLD } else { Modifier::empty() };
    Line::from(vec![
        Span::raw(format!("{gap}{indent}")),
        Span::styled(glyphs.shape(twig.look).to_string(), look.style(ink)),
        Span::styled(choice, emphasis),
        Span::styled(said, look.style(ink)),
        Span::styled(here, Modifier::BOLD),
    ])
}
