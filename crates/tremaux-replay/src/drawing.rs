//! A drawing as plain data: what the pictures are made of, whether they become SVG or pixels.

use crate::palette::Colour;

/// From the left, and from the top.
pub(crate) type Point = (f32, f32);

/// A figure; lengths are in pixels, from the top left.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Figure {
    /// A rectangle, its corners rounded by `round`.
    Rectangle { at: Point, size: Point, round: f32, fill: Colour },
    /// A circle; with `ring`, only its edge, so wide.
    Circle { middle: Point, radius: f32, ring: Option<f32>, fill: Colour },
    /// A polygon.
    Polygon { points: Vec<Point>, fill: Colour },
    /// Lines from point to point; with `dash`, of dashes so long.
    Lines { points: Vec<Point>, width: f32, dash: Option<f32>, colour: Colour },
    /// Text of one width a character, `size` high, whose middle line is at `at.1`.
    Text { at: Point, size: f32, anchor: Anchor, bold: bool, colour: Colour, text: String },
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
    pub(crate) size: Point,
    /// What it shows, for those who do not see it.
    pub(crate) title: String,
    pub(crate) figures: Vec<Figure>,
}

impl Drawing {
    pub(crate) fn rectangle(&mut self, at: Point, size: Point, round: f32, fill: Colour) {
        self.figures.push(Figure::Rectangle { at, size, round, fill });
    }

    pub(crate) fn lines(&mut self, points: Vec<Point>, width: f32, colour: Colour) {
        self.figures.push(Figure::Lines { points, width, dash: None, colour });
    }

    pub(crate) fn dashes(&mut self, points: Vec<Point>, width: f32, dash: f32, colour: Colour) {
        self.figures.push(Figure::Lines { points, width, dash: Some(dash), colour });
    }

    pub(crate) fn text(&mut self, at: Point, size: f32, colour: Colour, text: impl Into<String>) {
        let (anchor, bold, text) = (Anchor::Start, false, text.into());
        self.figures.push(Figure::Text { at, size, anchor, bold, colour, text });
    }

    pub(crate) fn text_in(&mut self, middle: Point, size: f32, bold: bool, colour: Colour, text: impl Into<String>) {
        let (anchor, text) = (Anchor::Middle, text.into());
        self.figures.push(Figure::Text { at: middle, size, anchor, bold, colour, text });
    }
}
