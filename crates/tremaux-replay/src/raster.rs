//! A drawing as pixels. Text is set in Spleen, a bitmap font: its largest size, made as small as is asked for.

#![expect(
    clippy::cast_possible_truncation,
    reason = "lengths become whole pixels: bounded in a picture, clamped in a character"
)]

use std::collections::HashMap;

use spleen_font::{FONT_32X64, PSF2Font};
use tiny_skia::{FillRule, LineCap, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, StrokeDash, Transform};

use crate::drawing::{ADVANCE, Anchor, Drawing, Figure};
use crate::palette::Colour;

/// How much of a character's box is ink, pixel by pixel.
struct Glyph {
    width: usize,
    coverage: Vec<u8>,
}

/// Draws drawings, with what it needs for text kept from one to the next.
pub(crate) struct Rasterizer {
    font: PSF2Font<'static>,
    glyphs: HashMap<(char, u32), Glyph>,
}

impl Rasterizer {
    pub(crate) fn new() -> Self {
        let font = PSF2Font::new(FONT_32X64).expect("the font is built in");
        Rasterizer { font, glyphs: HashMap::new() }
    }

    /// The pixels of a drawing in an image of `width` x `height`, made smaller or larger by `scale`, on white; red, green and
    /// blue of each, row by row. `None` if there is no memory for so many.
    pub(crate) fn pixels(&mut self, drawing: &Drawing, (width, height): (u32, u32), scale: f32) -> Option<Vec<Colour>> {
        let mut pixmap = Pixmap::new(width, height)?;
        pixmap.fill(tiny_skia::Color::WHITE);
        for figure in &drawing.figures {
            self.draw(figure, scale, &mut pixmap);
        }
        Some(pixmap.pixels().iter().map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]).collect())
    }

    fn draw(&mut self, figure: &Figure, scale: f32, pixmap: &mut Pixmap) {
        let transform = Transform::from_scale(scale, scale);
        let fill = |path: Option<Path>, colour: Colour, pixmap: &mut Pixmap| {
            if let Some(path) = path {
                pixmap.fill_path(&path, &paint(colour), FillRule::Winding, transform, None);
            }
        };
        match figure {
            Figure::Rectangle { at, size, fill: colour, .. } => {
                let rectangle = Rect::from_xywh(at.0, at.1, size.0, size.1);
                fill(rectangle.map(PathBuilder::from_rect), *colour, pixmap);
            }
            Figure::Circle { middle, radius, ring, fill: colour } => {
                let circle = |radius: f32| PathBuilder::from_circle(middle.0, middle.1, radius);
                let half = ring.map_or(0.0, |width| width / 2.0);
                fill(circle(radius + half), *colour, pixmap);
                if ring.is_some() {
                    fill(circle(radius - half), [255; 3], pixmap);
                }
            }
            Figure::Polygon { points, fill: colour } => fill(polygon(points, true), *colour, pixmap),
            Figure::Lines { points, width, dash, colour } => {
                let line_cap = if dash.is_some() { LineCap::Butt } else { LineCap::Round };
                let dash = dash.and_then(|length| StrokeDash::new(vec![length, length], 0.0));
                let stroke = Stroke { width: *width, line_cap, dash, ..Stroke::default() };
                if let Some(path) = polygon(points, false) {
                    pixmap.stroke_path(&path, &paint(*colour), &stroke, transform, None);
                }
            }
            Figure::Text { at, size, anchor, bold, colour, text } => {
                let (size, advance) = (size * scale, size * scale * ADVANCE);
                let width = advance * text.chars().count() as f32;
                let left = at.0 * scale - if *anchor == Anchor::Middle { width / 2.0 } else { 0.0 };
                for (index, character) in text.chars().enumerate() {
                    let x = left + index as f32 * advance;
                    let y = at.1 * scale - size * 0.6;
                    self.character(character, size, (x, y), *colour, pixmap);
                    if *bold {
                        self.character(character, size, (x + size / 24.0, y), *colour, pixmap);
                    }
                }
            }
        }
    }

    fn character(&mut self, character: char, size: f32, at: (f32, f32), colour: Colour, pixmap: &mut Pixmap) {
        let pixels = size.round().clamp(1.0, 400.0) as u32;
        let font = &mut self.font;
        let glyph = self.glyphs.entry((character, pixels)).or_insert_with(|| glyph(font, character, pixels));
        let (left, top) = (at.0.round() as i64, at.1.round() as i64);
        let (width, height) = (i64::from(pixmap.width()), i64::from(pixmap.height()));
        let pixels = pixmap.pixels_mut();
        for (index, coverage) in glyph.coverage.iter().enumerate().filter(|(_, coverage)| **coverage > 0) {
            let (x, y) = (left + (index % glyph.width) as i64, top + (index / glyph.width) as i64);
            if (0..width).contains(&x) && (0..height).contains(&y) {
                let pixel = &mut pixels[(y * width + x) as usize];
                let under = [pixel.red(), pixel.green(), pixel.blue()];
                let mixed: [u8; 3] = std::array::from_fn(|part| mix(under[part], colour[part], *coverage));
                *pixel = tiny_skia::ColorU8::from_rgba(mixed[0], mixed[1], mixed[2], 255).premultiply();
            }
        }
    }
}

/// `over` covers so much, of 255, of `under`.
fn mix(under: u8, over: u8, coverage: u8) -> u8 {
    let (under, over, coverage) = (u32::from(under), u32::from(over), u32::from(coverage));
    let mixed = (under * (255 - coverage) + over * coverage) / 255;
    u8::try_from(mixed).unwrap_or(u8::MAX)
}

fn paint(colour: Colour) -> Paint<'static> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color_rgba8(colour[0], colour[1], colour[2], 255);
    paint
}

fn polygon(points: &[(f32, f32)], closed: bool) -> Option<Path> {
    let (first, rest) = points.split_first()?;
    let mut path = PathBuilder::new();
    path.move_to(first.0, first.1);
    rest.iter().for_each(|point| path.line_to(point.0, point.1));
    if closed {
        path.close();
    }
    path.finish()
}

/// A character of the font, in a box of [`ADVANCE`] x 1.2 times `size`: every pixel is the mean of those it covers in the
/// font's bitmap. A character that the font does not have is a question mark.
fn glyph(font: &mut PSF2Font<'static>, character: char, size: u32) -> Glyph {
    let mut bytes = [0; 4];
    let known = font.glyph_for_utf8(character.encode_utf8(&mut bytes).as_bytes()).is_some();
    let shown = if known { character } else { '?' };
    let bitmap: Vec<Vec<bool>> = font
        .glyph_for_utf8(shown.encode_utf8(&mut bytes).as_bytes())
        .map_or(Vec::new(), |glyph| glyph.map(Iterator::collect).collect());
    let (rows, columns) = (bitmap.len(), bitmap.first().map_or(0, Vec::len));
    let (width, height) = ((size as f32 * ADVANCE).ceil() as usize, (size as f32 * 1.2).ceil() as usize);
    let part = |at: usize, of: usize, whole: usize| {
        let start = at * whole / of;
        start..((at + 1) * whole).div_ceil(of).max(start + 1).min(whole)
    };
    let mut coverage = Vec::with_capacity(width * height);
    for y in 0..height {
        for x in 0..width {
            let (down, across) = (part(y, height, rows), part(x, width, columns));
            let all = down.len() * across.len();
            let inked = down.flat_map(|row| bitmap[row][across.clone()].iter()).filter(|inked| **inked).count();
            coverage.push(u8::try_from(255 * inked / all.max(1)).unwrap_or(u8::MAX));
        }
    }
    Glyph { width, coverage }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_have_ink_at_every_size() {
        let mut rasterizer = Rasterizer::new();
        for character in ('!'..='~').chain(['…', 'é', '♛', '\u{0}']) {
            for size in [8, 11, 15, 24, 60] {
                let glyph = glyph(&mut rasterizer.font, character, size);
                let ink: u32 = glyph.coverage.iter().map(|ink| u32::from(*ink)).sum();
                assert!(ink > 100, "{character} {size}");
            }
        }
    }
}
