//! A drawing as plain data: what the pictures are made of, whether they become SVG or pixels.

use crate::palette::Colour;

/// A figure; lengths are in pixels, from the top left.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Figure {
    /// A rectangle, its corners rounded by `round`.
    Rectangle { at: (f32, f32), size: (f32, f32), round: f32, fill: Colour },
    /// A circle; with `ring`, only its edge, so wide.
    Circle { middle: (f32, f32), radius: f32, ring: Option<f32>, fill: Colour },
    /// A polygon.
    Polygon { points: Vec<(f32, f32)>, fill: Colour },
    /// Lines from point to point.
    Lines { points: Vec<(f32, f32)>, width: f32, colour: Colour },
    /// Text of one width a character, `size` high, whose middle line is at `at.1`.
    Text { at: (f32, f32), size: f32, anchor: Anchor, bold: bool, colour: Colour, text: String },
}

/// Which part of a text is at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
}

/// How wide a character is, as a part of its size.
pub(crate) const ADVANCE: f32 = 0.6;

/// Figures, the later ones on top.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Drawing {
    pub(crate) size: (f32, f32),
    /// What it shows, for those who do not see it.
    pub(crate) title: String,
    pub(crate) figures: Vec<Figure>,
}

impl Drawing {
    pub(crate) fn rectangle(&mut self, at: (f32, f32), size: (f32, f32), round: f32, fill: Colour) {
        self.figures.push(Figure::Rectangle { at, size, round, fill });
    }

    pub(crate) fn lines(&mut self, points: Vec<(f32, f32)>, width: f32, colour: Colour) {
        self.figures.push(Figure::Lines { points, width, colour });
    }

    pub(crate) fn text(&mut self, at: (f32, f32), size: f32, colour: Colour, text: impl Into<String>) {
        let (anchor, bold, text) = (Anchor::Start, false, text.into());
        self.figures.push(Figure::Text { at, size, anchor, bold, colour, text });
    }

    pub(crate) fn text_in(
        &mut self,
        middle: (f32, f32),
        size: f32,
        bold: bool,
        colour: Colour,
        text: impl Into<String>,
    ) {
        let (anchor, text) = (Anchor::Middle, text.into());
        self.figures.push(Figure::Text { at: middle, size, anchor, bold, colour, text });
    }
}
