//! The player as it looks: its state as a frame of characters, told apart without colour.

mod help;
mod look;
mod options;
mod timeline;
mod tree;

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Paragraph, Wrap};
use tremaux_replay::{End, Frame as Shown, fitted_lines, mark_lines, method_lines, quantity_lines};

pub(super) use look::Look;

use super::state::{Asked, Open, Player};

/// The smallest terminal that everything fits in.
const SMALLEST: (u16, u16) = (80, 24);

/// From this width on the tree stands beside the rest.
const WIDE: u16 = 110;

/// How wide the marks, the method and the quantities are, and the gap beside them.
const PANEL: u16 = 40;
const GAP: u16 = 3;

/// The fewest lines of the tree below a board, its heading included.
const LEAST_TREE: u16 = 6;

/// Draws the player.
pub(super) fn draw(frame: &mut Frame, player: &mut Player, look: Look) {
    let area = frame.area();
    if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
        return frame.render_widget(Paragraph::new(too_small(area)).wrap(Wrap { trim: true }), area);
    }
    let rows = [1, 0, 1, 1, 1].map(|rows| if rows == 0 { Constraint::Min(0) } else { Constraint::Length(rows) });
    let [title, body, timeline, status, hints] = Layout::vertical(rows).areas(area);
    heading(frame, player, title);
    if player.open == Open::Help {
        help::draw(frame, body.union(timeline), look);
    } else {
        panels(frame, player, body, look);
        timeline::draw(frame, player, timeline, look);
    }
    frame.render_widget(self::status(player), status);
    frame.render_widget(Line::from(self::hints(&player.open)).style(Modifier::DIM), hints);
}

fn too_small(area: Rect) -> Vec<Line<'static>> {
    let ((columns, rows), Rect { width, height, .. }) = (SMALLEST, area);
    vec![
        Line::from(format!("This terminal has {width} x {height} characters.")),
        Line::from(format!("The player needs {columns} x {rows}:")),
        Line::from("please make it larger, or press q and let `tremaux render -o x.html` make a page."),
    ]
}

/// What is searched, and where one is in it.
fn heading(frame: &mut Frame, player: &Player, area: Rect) {
    let Some(step) = player.stage.trace().step(player.step) else { return };
    let place = format!("step {} of {}, depth {}, node {}", step.step, player.steps(), step.depth, step.node);
    let width = u16::try_from(place.len()).unwrap_or(area.width);
    let columns = [Constraint::Min(0), Constraint::Length(2), Constraint::Length(width)];
    let [left, _, right] = Layout::horizontal(columns).areas(area);
    frame.render_widget(Line::from(player.heading()).style(Modifier::BOLD), left);
    frame.render_widget(Line::from(place), right);
}

/// The board, the tree, and the rest: side by side where there is room, else the tree below the board.
fn panels(frame: &mut Frame, player: &mut Player, area: Rect, look: Look) {
    let Some(shown) = Shown::new(player.stage, player.step) else { return };
    if area.width < WIDE {
        let columns = [Constraint::Min(0), Constraint::Length(GAP), Constraint::Length(PANEL)];
        let [left, _, right] = Layout::horizontal(columns).areas(area);
        let board = board(&shown, left.width, left.height - LEAST_TREE, look);
        let rows = u16::try_from(board.len()).unwrap_or(left.height);
        panel(frame, &shown, right, look);
        let [top, below] = Layout::vertical([Constraint::Length(rows), Constraint::Min(0)]).areas(left);
        frame.render_widget(Text::from(board), top);
        side(frame, player, below, look);
    } else {
        let gap = Constraint::Length(GAP);
        let columns = [Constraint::Fill(1), gap, Constraint::Length(PANEL), gap, Constraint::Fill(1)];
        let [left, _, middle, _, right] = Layout::horizontal(columns).areas(area);
        let board = board(&shown, left.width, left.height, look);
        panel(frame, &shown, middle, look);
        frame.render_widget(Text::from(board), left);
        side(frame, player, right, look);
    }
}

fn board(shown: &Shown, columns: u16, rows: u16, look: Look) -> Vec<Line<'static>> {
    look.lines(fitted_lines(&shown.scene, columns.into(), rows.into()))
}

/// What happened, the marks, the method and the quantities. Where all of it is too much, marks are left out.
fn panel(frame: &mut Frame, shown: &Shown, area: Rect, look: Look) {
    let step = &shown.step;
    let caption = vec![tremaux_replay::Span { text: shown.caption(), ink: tremaux_replay::Ink::Event(step.kind) }];
    let (method, quantities) = (method_lines(step.kind), quantity_lines(&shown.stats));
    let mut marks = mark_lines(&shown.scene.marks);
    let gaps = 3;
    let room = usize::from(area.height).saturating_sub(1 + gaps + method.len() + quantities.len());
    if marks.len() > room {
        marks.truncate(room.saturating_sub(1));
        marks.push(vec![tremaux_replay::Span { text: "…".into(), ink: tremaux_replay::Ink::Dim }]);
    }
    let parts = [vec![caption], marks, method, quantities];
    let lines = parts.into_iter().flat_map(|part| part.into_iter().chain([Vec::new()])).collect();
    frame.render_widget(Text::from(look.lines(lines)), area);
}

/// The tree, or the options of the open slot while one of them is picked.
fn side(frame: &mut Frame, player: &Player, area: Rect, look: Look) {
    let title = if matches!(player.open, Open::Options { .. }) { "what if the choice were" } else { "tree" };
    let glyphs = look.glyphs();
    let rule: String = std::iter::repeat_n(glyphs.track, usize::from(area.width)).collect();
    let [top, rest] = Layout::vertical([Constraint::Length(1), Constraint::Min(0)]).areas(area);
    frame.render_widget(Line::from(rule).style(Modifier::DIM), top);
    frame.render_widget(Line::from(format!(" {title} ")), Rect { x: top.x + 2, width: top.width - 2, ..top });
    match &player.open {
        Open::Options { options, at } => options::draw(frame, options, *at, rest),
        _ => tree::draw(frame, player, rest, look),
    }
}

/// Whether it plays and how fast; what is asked; what could not be done.
fn status(player: &Player) -> Line<'static> {
    if let Open::Question { asked, typed } = &player.open {
        let question = match asked {
            Asked::Step => "to step",
            Asked::Depth => "run until depth",
            Asked::Choice => "run until the choice",
        };
        return Line::from(vec![
            Span::raw(format!("{question}: {typed}")),
            Span::styled(" ", Style::new().add_modifier(Modifier::REVERSED)),
        ]);
    }
    let plays = if player.playing { "playing" } else { "paused" };
    let mut text = format!("{plays}, {} a second", player.speed());
    let is_last = player.step == player.steps();
    let notice = match player.stage.trace().end() {
        _ if !player.notice.is_empty() => player.notice.as_str(),
        End::Full if is_last => "the search has more steps: see --max-steps and --from",
        End::Stopped(_) if is_last => "a limit ends the search here",
        _ => "",
    };
    if !notice.is_empty() {
        text += ": ";
    }
    Line::from(vec![Span::raw(text), Span::styled(notice.to_owned(), Modifier::BOLD)])
}

fn hints(open: &Open) -> &'static str {
    match open {
        Open::Nothing => "left/right step  space play  n solution  d dead end  w what if  ? help  q quit",
        Open::Help => "any key closes the help",
        Open::Question { .. } => "enter answers (nothing typed: the last one again)  esc leaves it",
        Open::Options { .. } => "up/down choose  enter searches below it  esc leaves it",
    }
}
