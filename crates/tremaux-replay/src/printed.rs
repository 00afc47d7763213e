//! What is printed on a grid, as figures.

use tremaux::{Backdrop, Layout, Scene, Square};

use crate::drawing::{ADVANCE, Drawing, Point};
use crate::palette::{BLACK, Colour, GREY, REGIONS, SLATE, WHITE, tint};

/// What is printed of a scene, with the places where its cells are drawn.
pub(crate) struct Printed<'a> {
    backdrop: Option<&'a Backdrop>,
    scene: &'a Scene,
    corner: &'a dyn Fn(usize) -> Point,
    size: Point,
}

impl<'a> Printed<'a> {
    /// What is printed of `scene`, in which the top left corner of a cell is `corner` of its index.
    pub(crate) fn new(scene: &'a Scene, corner: &'a dyn Fn(usize) -> Point, size: Point) -> Self {
        Printed { backdrop: scene.backdrop.as_deref(), scene, corner, size }
    }

    /// The tint of a region, if it has one.
    pub(crate) fn tint(&self, region: u32) -> Option<Colour> {
        let number = usize::try_from(region).ok()?.checked_sub(1)?;
        let of_region = self.backdrop?.tints.get(number)?;
        REGIONS.get(usize::from(*of_region)).map(|(colour, hundredths)| tint(*colour, *hundredths))
    }

    /// The corner of a square, if it is shown.
    fn corner(&self, square: Square) -> Option<Point> {
        let Layout::Grid(window) = self.scene.layout else { return None };
        window.index(square).map(self.corner)
    }

    fn middle(&self, square: Square) -> Option<Point> {
        let (x, y) = self.corner(square)?;
        Some((x + self.size.0 / 2.0, y + self.size.1 / 2.0))
    }

    /// The lines, which lie under what stands in the cells.
    pub(crate) fn lines(&self, drawing: &mut Drawing) {
        let Some(backdrop) = self.backdrop else { return };
        let width = (0.05 * self.size.0).max(1.0);
        for line in &backdrop.lines {
            let points = line.iter().filter_map(|square| self.middle(*square)).collect();
            drawing.lines(points, width, tint(GREY, 45));
        }
        for sign in backdrop.signs.iter().filter(|sign| !sign.joins_neighbours()) {
            let ends = sign.between.iter().filter_map(|square| self.middle(*square)).collect();
            drawing.lines(ends, width / 2.0, tint(GREY, 45));
        }
    }

    /// The outlines of cages with their labels, and the signs between squares.
    pub(crate) fn cages_and_signs(&self, drawing: &mut Drawing) {
        let Some(backdrop) = self.backdrop else { return };
        let small = 0.24 * self.size.0.min(self.size.1);
        for cage in &backdrop.cages {
            let mut squares = cage.squares.clone();
            squares.sort_unstable();
            squares.iter().for_each(|square| self.outline(drawing, &squares, *square));
            if let Some((x, y)) = squares.first().and_then(|square| self.corner(*square))
                && !cage.label.is_empty()
            {
                let wide = cage.label.chars().count() as f32 * small * ADVANCE;
                drawing.rectangle((x + 2.0, y + 2.0), (wide + 3.0, small + 1.0), 0.0, WHITE);
                drawing.text((x + 3.0, y + 2.0 + small / 2.0), small, BLACK, cage.label.as_ref());
            }
        }
        for sign in &backdrop.signs {
            let [Some(one), Some(other)] = sign.between.map(|square| self.middle(square)) else { continue };
            let middle = ((one.0 + other.0) / 2.0, (one.1 + other.1) / 2.0);
            let side = 1.3 * small;
            drawing.rectangle((middle.0 - side / 2.0, middle.1 - side / 2.0), (side, side), side / 2.0, WHITE);
            drawing.text_in(middle, 1.4 * small, true, BLACK, sign.text.as_ref());
        }
    }

    /// The sides of a square that a cage ends at, a little inside it.
    fn outline(&self, drawing: &mut Drawing, cage: &[Square], square: Square) {
        let Some(corner) = self.corner(square) else { return };
        let is_in = |down: isize, right: isize| {
            let beside = square.0.checked_add_signed(down).zip(square.1.checked_add_signed(right));
            beside.is_some_and(|square| cage.binary_search(&square).is_ok())
        };
        let inset = 0.07 * self.size.0.min(self.size.1);
        let (low, high) = ((inset, inset), (self.size.0 - inset, self.size.1 - inset));
        // Where the cage goes on beside the square, so does the line; around a corner of the cage, a little further.
        let reach = |beside: bool, diagonal: bool| match (beside, diagonal) {
            (false, _) => 0.0,
            (true, false) => inset,
            (true, true) => 2.0 * inset,
        };
        let mut side = |from: Point, to: Point| {
            let at = |point: Point| (corner.0 + point.0, corner.1 + point.1);
            drawing.dashes(vec![at(from), at(to)], 1.0, 0.06 * self.size.0, SLATE);
        };
        for (down, y) in [(-1, low.1), (1, high.1)] {
            if !is_in(down, 0) {
                let [left, right] = [-1, 1].map(|beside| reach(is_in(0, beside), is_in(down, beside)));
                side((low.0 - left, y), (high.0 + right, y));
            }
        }
        for (right, x) in [(-1, low.0), (1, high.0)] {
            if !is_in(0, right) {
                let [up, down] = [-1, 1].map(|beside| reach(is_in(beside, 0), is_in(beside, right)));
                side((x, low.1 - up), (x, high.1 + down));
            }
        }
    }
}
