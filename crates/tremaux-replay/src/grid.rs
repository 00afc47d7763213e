//! A grid as text: its rows of cells, and what lies between them.

use std::collections::HashMap;
use std::ops::Range;

use tremaux::{Backdrop, Scene, Window};

use crate::palette::Ink;
use crate::text::{Line, Span, cells};

/// The lines of a grid whose cells are `symbols`, `wide` characters each.
pub(crate) fn lines(scene: &Scene, window: Window, symbols: &[String], wide: usize) -> Vec<Line> {
    let between = Between::new(scene, window);
    let mut lines = Vec::new();
    for row in 0..window.rows {
        let range = row * window.columns..(row + 1) * window.columns;
        lines.extend(between.above(range.clone(), wide));
        lines.push(cells(scene, symbols, wide, range, &|cell| between.before(cell)));
    }
    if (window.rows, window.columns) != window.of {
        let Window { top, left, rows, columns, of } = window;
        let (bottom, right) = (top + rows - 1, left + columns - 1);
        lines.push(vec![Span {
            text: format!("rows {top}-{bottom} of {}, columns {left}-{right} of {}", of.0, of.1),
            ink: Ink::Dim,
        }]);
    }
    lines
}

/// What lies between neighbours of a grid.
struct Between<'a> {
    scene: &'a Scene,
    columns: usize,
    /// The cage of every cell, from 1; 0 for none.
    cages: Vec<usize>,
    /// The labels of cages, by the cells over which they are written.
    labels: HashMap<usize, &'a str>,
    /// Signs by the cells that they stand before, and above.
    before: HashMap<usize, char>,
    above: HashMap<usize, char>,
}

impl<'a> Between<'a> {
    fn new(scene: &'a Scene, window: Window) -> Self {
        let mut between = Between {
            scene,
            columns: window.columns,
            cages: vec![0; scene.cells.len()],
            labels: HashMap::new(),
            before: HashMap::new(),
            above: HashMap::new(),
        };
        if let Some(backdrop) = &scene.backdrop {
            between.add(backdrop, window);
        }
        between
    }

    fn add(&mut self, backdrop: &'a Backdrop, window: Window) {
        for (number, cage) in (1..).zip(&backdrop.cages) {
            let shown: Vec<usize> = cage.squares.iter().filter_map(|square| window.index(*square)).collect();
            shown.iter().for_each(|cell| self.cages[*cell] = number);
            // Where the first square is not shown, the label is over the first that is.
            if let Some(first) = shown.iter().min().filter(|_| !cage.label.is_empty()) {
                self.labels.insert(*first, &cage.label);
            }
        }
        for sign in backdrop.signs.iter().filter(|sign| sign.joins_neighbours()) {
            let [Some(one), Some(other)] = sign.between.map(|square| window.index(square)) else { continue };
            let signs = if one.abs_diff(other) == 1 { &mut self.before } else { &mut self.above };
            signs.extend(sign.text.chars().next().map(|character| (one.max(other), character)));
        }
    }

    /// How the border between two cells is written, if one runs there: as that of regions, or of cages.
    fn border(&self, one: usize, other: usize, [region, cage]: [char; 2]) -> Option<char> {
        let cells = &self.scene.cells;
        if cells[one].region != cells[other].region {
            Some(region)
        } else {
            (self.cages[one] != self.cages[other]).then_some(cage)
        }
    }

    /// What stands between a cell and the one on its left.
    fn before(&self, cell: usize) -> Option<(char, Ink)> {
        let sign = self.before.get(&cell).map(|sign| (*sign, Ink::Dim));
        sign.or_else(|| Some((self.border(cell - 1, cell, ['|', ':'])?, Ink::Border)))
    }

    /// The line above a row of cells, if there is anything in it.
    fn above(&self, row: Range<usize>, wide: usize) -> Option<Line> {
        let border = |cell: usize| self.border(cell.checked_sub(self.columns)?, cell, ['-', '.']);
        let mut text: Vec<(char, Ink)> = Vec::new();
        let mut last = None;
        for cell in row.clone() {
            let here = border(cell);
            // Where two kinds meet, the heavier goes on.
            let between = match (last, here) {
                (Some('-'), _) | (_, Some('-')) => '-',
                (last, here) => here.or(last).unwrap_or(' '),
            };
            text.push((between, Ink::Border));
            text.extend(std::iter::repeat_n((here.unwrap_or(' '), Ink::Border), wide));
            last = here;
        }
        for (index, cell) in row.enumerate() {
            let start = index * (wide + 1);
            let label = self.labels.get(&cell).into_iter().flat_map(|label| label.chars());
            label.zip(start..text.len()).for_each(|(character, at)| text[at] = (character, Ink::Dim));
            if let Some(sign) = self.above.get(&cell) {
                text[start + wide] = (*sign, Ink::Dim);
            }
        }
        let is_empty = text.iter().all(|(character, _)| *character == ' ');
        let spans = text.chunk_by(|one, other| one.1 == other.1);
        let span =
            |span: &[(char, Ink)]| Span { text: span.iter().map(|(character, _)| character).collect(), ink: span[0].1 };
        (!is_empty).then(|| spans.map(span).collect())
    }
}
