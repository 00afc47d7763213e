//! How things look: with colours or without, in all of Unicode or in ASCII.

use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use tremaux_replay::{Ink, Look as Shape};

/// What the terminal can show.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    pub(crate) colour: bool,
    pub(crate) unicode: bool,
}

/// The characters that are no text.
pub(super) struct Glyphs {
    pub(super) choice: char,
    pub(super) dead: char,
    pub(super) solution: char,
    pub(super) open: char,
    pub(super) failed: char,
    /// The timeline, and rules.
    pub(super) track: char,
    /// The step in it.
    pub(super) here: char,
    /// Where nodes are left out.
    pub(super) gap: char,
    pub(super) more: &'static str,
    /// What borders on a board are drawn with: between regions, of cages.
    pub(super) borders: [(char, char); 4],
}

const UNICODE: Glyphs = Glyphs {
    choice: '●',
    dead: '■',
    solution: '◆',
    open: '○',
    failed: '▲',
    track: '─',
    here: '┃',
    gap: '⋮',
    more: "…",
    borders: [('|', '│'), ('-', '─'), (':', '┊'), ('.', '┈')],
};

const ASCII: Glyphs = Glyphs {
    choice: 'o',
    dead: 'x',
    solution: '*',
    open: '.',
    failed: '^',
    track: '-',
    here: '|',
    gap: ':',
    more: "~",
    borders: [('|', '|'), ('-', '-'), (':', ':'), ('.', '.')],
};

impl Glyphs {
    pub(super) fn shape(&self, shape: Shape) -> char {
        match shape {
            Shape::Choice => self.choice,
            Shape::Dead => self.dead,
            Shape::Solution => self.solution,
            Shape::Open => self.open,
            Shape::Failed => self.failed,
        }
    }
}

impl Look {
    pub(super) fn glyphs(self) -> &'static Glyphs {
        if self.unicode { &UNICODE } else { &ASCII }
    }

    /// Pieces of lines as the terminal is to show them.
    pub(super) fn lines(self, lines: Vec<tremaux_replay::Line>) -> Vec<Line<'static>> {
        let glyphs = self.glyphs();
        let border = |character| {
            glyphs.borders.iter().find(|(plain, _)| *plain == character).map_or(character, |(_, line)| *line)
        };
        let text = |span: &tremaux_replay::Span| match span.ink {
            Ink::Border => span.text.chars().map(border).collect(),
            _ => span.text.replace('…', glyphs.more),
        };
        let span = |span: tremaux_replay::Span| Span::styled(text(&span), self.style(span.ink));
        lines.into_iter().map(|line| line.into_iter().map(span).collect()).collect()
    }

    /// The style of an ink: what its SGR parameters say, without the colour where there is to be none.
    pub(super) fn style(self, ink: Ink) -> Style {
        let parameters = ink.sgr().split(';').filter_map(|parameter| parameter.parse::<u8>().ok());
        parameters.fold(Style::new(), |style, parameter| match parameter {
            1 => style.add_modifier(Modifier::BOLD),
            2 => style.add_modifier(Modifier::DIM),
            30..=37 if self.colour => style.fg(Color::Indexed(parameter - 30)),
            90..=97 if self.colour => style.fg(Color::Indexed(parameter - 90 + 8)),
            _ => style,
        })
    }
}
