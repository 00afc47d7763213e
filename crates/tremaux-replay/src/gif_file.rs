//! Frames as an animated GIF.

use std::collections::HashMap;
use std::io::{self, Write};
use std::ops::RangeInclusive;

use gif::{DisposalMethod, Encoder, EncodingError, Repeat};

use crate::palette::{self, Colour, tint};
use crate::raster::Rasterizer;
use crate::{Frame, Kind, Stage, picture};

/// The most frames of a GIF: more would be watched by nobody, and mailed by nobody.
pub const MAX_FRAMES: usize = 3000;

/// How long a step is shown, in hundredths of a second: an option ruled out takes less to take in than a solution.
fn delay(kind: Kind) -> u16 {
    match kind {
        Kind::Reject | Kind::Leave => 20,
        Kind::Enter => 15,
        Kind::Place | Kind::Unplace => 45,
        Kind::DeadEnd => 70,
        Kind::Solution => 150,
    }
}

/// Writes the frames of some steps as an animated GIF that runs again and again, scaled to fit into `size` pixels if that is given.
/// At most [`MAX_FRAMES`] are.
///
/// ```
/// use tremaux_puzzles::queens::PlainQueens;
/// use tremaux_replay::{Recording, record, write_gif};
///
/// let mut replay = record(PlainQueens::new(4), Recording::default()).unwrap();
/// let mut film = Vec::new();
/// write_gif(&mut replay, 1..=3, Some((320, 200)), &mut film).unwrap();
/// assert!(film.starts_with(b"GIF89a"));
/// ```
///
/// # Errors
/// When `out` does not take it, or there is no memory for a frame.
pub fn write_gif(
    stage: &mut dyn Stage,
    steps: RangeInclusive<usize>,
    size: Option<(usize, usize)>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let steps = *steps.start()..=(*steps.end()).min(steps.start().saturating_add(MAX_FRAMES - 1));
    // All frames are as large as the largest.
    let mut whole = (1.0_f32, 1.0_f32);
    for step in steps.clone() {
        let Some(frame) = Frame::new(stage, step) else { break };
        let (width, height) = picture::frame(&frame).size;
        whole = (whole.0.max(width), whole.1.max(height));
    }
    let fit = |(width, height): (usize, usize)| (width as f32 / whole.0).min(height as f32 / whole.1);
    let scale = size.map_or(1.0, fit);
    #[expect(clippy::cast_possible_truncation, reason = "clamped, so it fits")]
    let pixels = |length: f32| (length * scale).ceil().clamp(1.0, f32::from(u16::MAX)) as u16;
    let (width, height) = (pixels(whole.0), pixels(whole.1));
    let mut colours = Colours::new();
    let mut encoder = Encoder::new(out, width, height, &colours.table()).map_err(io_error)?;
    encoder.set_repeat(Repeat::Infinite).map_err(io_error)?;
    let mut rasterizer = Rasterizer::new();
    let mut last: Vec<u8> = Vec::new();
    for step in steps {
        let Some(frame) = Frame::new(stage, step) else { break };
        let kind = frame.step.kind;
        let size = (u32::from(width), u32::from(height));
        let image = rasterizer.pixels(&picture::frame(&frame), size, scale);
        let image = image.ok_or_else(|| io::Error::from(io::ErrorKind::OutOfMemory))?;
        let indices: Vec<u8> = image.into_iter().map(|colour| colours.nearest(colour)).collect();
        let mut frame = changed(&last, &indices, usize::from(width));
        frame.delay = delay(kind);
        frame.dispose = DisposalMethod::Keep;
        encoder.write_frame(&frame).map_err(io_error)?;
        last = indices;
    }
    Ok(())
}

fn io_error(error: EncodingError) -> io::Error {
    match error {
        EncodingError::Io(error) => error,
        error => io::Error::other(error),
    }
}

/// The smallest rectangle that holds all that changed; the whole where there is no image before.
fn changed(before: &[u8], image: &[u8], width: usize) -> gif::Frame<'static> {
    let rows = image.len() / width;
    let differs = |row: usize, column: usize| before.get(row * width + column) != Some(&image[row * width + column]);
    let row_differs = |row: &usize| (0..width).any(|column| differs(*row, column));
    let top = (0..rows).find(row_differs).unwrap_or(0);
    let bottom = (top..rows).rev().find(row_differs).unwrap_or(top);
    let column_differs = |column: &usize| (top..=bottom).any(|row| differs(row, *column));
    let left = (0..width).find(column_differs).unwrap_or(0);
    let right = (left..width).rev().find(column_differs).unwrap_or(left);
    let buffer: Vec<u8> =
        (top..=bottom).flat_map(|row| image[row * width + left..=row * width + right].iter().copied()).collect();
    // Within the image, whose sides fit.
    let side = |length: usize| u16::try_from(length).unwrap_or(u16::MAX);
    gif::Frame {
        left: side(left),
        top: side(top),
        width: side(right - left + 1),
        height: side(bottom - top + 1),
        buffer: buffer.into(),
        ..gif::Frame::default()
    }
}

/// The colours of a GIF: those of the palette and their tints, and a cube for what lies between them at soft edges.
struct Colours {
    all: Vec<Colour>,
    known: HashMap<Colour, u8>,
}

impl Colours {
    fn new() -> Self {
        let (white, black, grey, slate) = (palette::WHITE, palette::BLACK, palette::GREY, palette::SLATE);
        let (blue, sky, green) = (palette::BLUE, palette::SKY, palette::GREEN);
        let (vermilion, purple, orange) = (palette::VERMILION, palette::PURPLE, palette::ORANGE);
        let mut all = vec![white, black, grey, slate, blue, sky, green, vermilion, purple, orange];
        let tints = [
            (grey, &[12, 45, 70][..]),
            (blue, &[18, 20]),
            (green, &[18]),
            (vermilion, &[10, 18, 35, 60]),
            (purple, &[18, 25]),
            (sky, &[40]),
        ];
        all.extend(tints.iter().flat_map(|(colour, parts)| parts.iter().map(|part| tint(*colour, *part))));
        let level = |step: usize| u8::try_from(step * 51).unwrap_or(u8::MAX);
        let cube = (0..216).map(|index| [level(index / 36), level(index / 6 % 6), level(index % 6)]);
        all.extend(cube);
        // What is left is grey: thin lines and small text are mostly that.
        let left = 256 - all.len();
        let greys = (1..=left).map(|step| [u8::try_from(255 * step / (left + 1)).unwrap_or(u8::MAX); 3]);
        all.extend(greys);
        Colours { all, known: HashMap::new() }
    }

    fn table(&self) -> Vec<u8> {
        self.all.concat()
    }

    fn nearest(&mut self, colour: Colour) -> u8 {
        let all = &self.all;
        let distance = |other: &Colour| -> u32 {
            colour.iter().zip(other).map(|(one, other)| u32::from(one.abs_diff(*other)).pow(2)).sum()
        };
        let find = || (0..=u8::MAX).zip(all).min_by_key(|(_, other)| distance(other)).map_or(0, |(index, _)| index);
        *self.known.entry(colour).or_insert_with(find)
    }
}
