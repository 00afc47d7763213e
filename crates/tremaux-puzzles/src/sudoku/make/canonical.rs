//! The form of a puzzle up to symmetry: the least of all its images.
//!
//! An *image* is the puzzle with its digits relabelled, the rows of a band and the bands in another order, columns and
//! stacks likewise, and, where boxes are square, rows and columns exchanged: for 9 x 9 there are 3,359,232 x 9! of
//! them. Images are compared as lines, a blank less than any digit.
//!
//! The least one is built row by row. After some rows are chosen, the columns stand in an order that is settled only as
//! far as these rows tell them apart: columns in which all of them are blank are alike, and the least image has those
//! first in their stack, and stacks of nothing else first. So a partial image is a choice of rows, an order of columns,
//! and for each stack how many of its columns are *open*. The next row is laid into it from the left, in each place the
//! least of what could stand there: a blank, then a digit with a label, by its label, then one without, which gets the
//! next label. Of all partial images and rows, those that give the least row go on. They tie where a row has several
//! digits without a label in open columns, which can then stand in any order, or where rows are alike; the next rows
//! soon part them.

use crate::sudoku::{Layout, MAX_SIZE, Shape, Sudoku, Symbols, Transform};

/// The most partial images kept: some 100 MB of them.
const MOST_TIES: usize = 1 << 19;

/// As many boxes as can stand side by side.
const MOST_STACKS: usize = MAX_SIZE / 2;

/// The rank of a digit without a label: after all with one.
const UNLABELLED: u8 = u8::MAX;

/// Why a puzzle has no canonical form here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoForm {
    /// Too many images of the puzzle begin alike to tell which is the least. That happens to grids with no blanks, or
    /// with few, from 10 x 10 on, never to one of 9 x 9.
    #[error("more than {MOST_TIES} images begin alike")]
    Ties,
    /// It has rules beside rows, columns and boxes, or candidates ruled out: its symmetries are others.
    #[error("expected the usual rules, whose symmetries are known")]
    Rules,
}

impl Sudoku {
    /// The least of all images of the puzzle, on a line and in the usual symbols; two puzzles of a shape have the same
    /// one if and only if they are the same up to symmetry. Some 50 µs for a puzzle of 9 x 9, 10 ms for a grid
    /// without blanks.
    ///
    /// # Errors
    /// [`NoForm`]: see there.
    ///
    /// # Panics
    /// If givens clash.
    pub fn canonical(&self) -> Result<Sudoku, NoForm> {
        Ok(self.to_canonical()?.apply(self).written(Symbols::USUAL, Layout::Line))
    }

    /// A transform that takes the puzzle to its canonical form.
    ///
    /// # Errors
    /// [`NoForm`]: see there.
    ///
    /// # Panics
    /// If givens clash.
    pub fn to_canonical(&self) -> Result<Transform, NoForm> {
        assert!(self.clash().is_none(), "the givens clash");
        if !self.is_classic() {
            return Err(NoForm::Rules);
        }
        let images = Images::new(self);
        let mut ties = images.beginnings();
        for _ in 0..self.shape().size() {
            ties = images.least(&ties)?;
        }
        // All that are left are the same image.
        Ok(images.transform(&ties[0]))
    }
}

/// A partial image.
#[derive(Clone)]
struct Image {
    transposed: bool,
    /// The rows chosen, by their number in the source.
    rows: [u8; MAX_SIZE],
    /// How many those are.
    depth: usize,
    /// The columns of the source in their order here, stack by stack.
    columns: [u8; MAX_SIZE],
    /// The number of open columns at the left of each stack.
    open: [u8; MOST_STACKS],
    /// The number of open stacks at the left: those with open columns only.
    open_stacks: usize,
    /// The label of each digit, 0 while it has none.
    labels: [u8; MAX_SIZE + 1],
    /// How many have one.
    labelled: u8,
    /// The last row chosen, as labels.
    line: [u8; MAX_SIZE],
}

/// What the images are made from.
struct Images {
    shape: Shape,
    /// The cells as they are, and with rows and columns exchanged where that is a symmetry.
    sources: Vec<Vec<u8>>,
}

impl Images {
    fn new(sudoku: &Sudoku) -> Self {
        let (shape, cells) = (sudoku.shape(), &sudoku.cells);
        let size = shape.size();
        let mut sources = vec![cells.clone()];
        if shape.rows() == shape.columns() {
            sources.push((0..cells.len()).map(|cell| cells[cell % size * size + cell / size]).collect());
        }
        Images { shape, sources }
    }

    /// The images of which nothing is chosen.
    fn beginnings(&self) -> Vec<Image> {
        let mut columns = [0; MAX_SIZE];
        (0_u8..).zip(&mut columns).for_each(|(number, column)| *column = number);
        let open = [u8::try_from(self.shape.columns()).unwrap_or(u8::MAX); MOST_STACKS];
        let image = |transposed| Image {
            transposed,
            rows: [0; MAX_SIZE],
            depth: 0,
            columns,
            open,
            open_stacks: self.shape.rows(),
            labels: [0; MAX_SIZE + 1],
            labelled: 0,
            line: [0; MAX_SIZE],
        };
        [false, true].into_iter().take(self.sources.len()).map(image).collect()
    }

    /// Every image that is one of `ties` and the least row that any of them can go on with.
    fn least(&self, ties: &[Image]) -> Result<Vec<Image>, NoForm> {
        let mut least: Option<[u8; MAX_SIZE]> = None;
        let mut ways = Vec::new();
        let mut laid = Vec::with_capacity(1);
        for (index, image) in ties.iter().enumerate() {
            for row in self.next_rows(image) {
                laid.clear();
                self.lay(image.clone(), row, 0, &mut laid, Ties::First)?;
                let line = laid[0].line;
                if least.is_none_or(|least| line < least) {
                    least = Some(line);
                    ways.clear();
                }
                if least == Some(line) {
                    ways.push((index, row));
                }
            }
        }
        let mut next = Vec::new();
        for (index, row) in ways {
            self.lay(ties[index].clone(), row, 0, &mut next, Ties::All)?;
        }
        Ok(next)
    }

    fn row(&self, image: &Image, row: usize) -> &[u8] {
        let size = self.shape.size();
        &self.sources[usize::from(image.transposed)][row * size..][..size]
    }

    /// The rows of the source that can come next: those left of the band begun, or of any band. Of blank rows of a band
    /// and of blank bands, which cannot be told apart, only the first.
    fn next_rows(&self, image: &Image) -> Vec<usize> {
        let height = self.shape.rows();
        let used = |row: &usize| image.rows[..image.depth].contains(&u8::try_from(*row).unwrap_or(u8::MAX));
        let blank = |row: usize| self.row(image, row).iter().all(|digit| *digit == 0);
        let begun = (!image.depth.is_multiple_of(height)).then(|| usize::from(image.rows[image.depth - 1]) / height);
        let mut rows = Vec::with_capacity(self.shape.size());
        let mut blank_band = false;
        for band in 0..self.shape.columns() {
            let of_band = || (band * height..(band + 1) * height).filter(|row| !used(row));
            if begun.is_some_and(|begun| begun != band) || of_band().next().is_none() {
                continue;
            }
            let all_blank = of_band().all(blank);
            if begun.is_none() && all_blank && std::mem::replace(&mut blank_band, true) {
                continue;
            }
            let mut blank_row = false;
            rows.extend(of_band().filter(|row| !blank(*row) || !std::mem::replace(&mut blank_row, true)));
        }
        rows
    }

    /// Lays `row` into `image` from `place` on, each place with the least that can stand there, and adds what comes of it
    /// to `laid`: every way, or the first, since all give the same line.
    fn lay(&self, mut image: Image, row: usize, place: usize, laid: &mut Vec<Image>, ties: Ties) -> Result<(), NoForm> {
        let (size, width) = (self.shape.size(), self.shape.columns());
        if place == size {
            if laid.len() == MOST_TIES {
                return Err(NoForm::Ties);
            }
            self.settle(&mut image, row);
            laid.push(image);
            return Ok(());
        }
        let stack = place / width;
        if place.is_multiple_of(width) && stack < image.open_stacks {
            let keys: Vec<_> = (stack..image.open_stacks).map(|other| self.key(&image, row, other)).collect();
            for other in least_of(&keys, |key| key[width - 1] == 0, ties) {
                let mut image = image.clone();
                for column in 0..width {
                    image.columns.swap(place + column, (stack + other) * width + column);
                }
                self.lay_column(image, row, place, laid, ties)?;
            }
            return Ok(());
        }
        self.lay_column(image, row, place, laid, ties)
    }

    /// The same where the stack at `place` is settled.
    fn lay_column(
        &self,
        mut image: Image,
        row: usize,
        place: usize,
        laid: &mut Vec<Image>,
        ties: Ties,
    ) -> Result<(), NoForm> {
        let width = self.shape.columns();
        let stack = place / width;
        let open_end = stack * width + usize::from(image.open[stack]);
        if place + 1 < open_end {
            let ranks: Vec<_> = (place..open_end).map(|other| self.rank(&image, row, other)).collect();
            for other in least_of(&ranks, |rank| *rank == 0, ties) {
                let mut image = image.clone();
                image.columns.swap(place, place + other);
                self.put(&mut image, row, place);
                self.lay(image, row, place + 1, laid, ties)?;
            }
            return Ok(());
        }
        self.put(&mut image, row, place);
        self.lay(image, row, place + 1, laid, ties)
    }

    /// Writes the label of what `row` has at `place`; a digit without one gets the next.
    fn put(&self, image: &mut Image, row: usize, place: usize) {
        let digit = self.row(image, row)[usize::from(image.columns[place])];
        let label = &mut image.labels[usize::from(digit)];
        if digit > 0 && *label == 0 {
            image.labelled += 1;
            *label = image.labelled;
        }
        image.line[place] = *label;
    }

    /// What `row` has at `place`: 0 for a blank, a label, or that there is none yet.
    fn rank(&self, image: &Image, row: usize, place: usize) -> u8 {
        let digit = self.row(image, row)[usize::from(image.columns[place])];
        match image.labels[usize::from(digit)] {
            0 if digit > 0 => UNLABELLED,
            label => label,
        }
    }

    /// What `row` has in an open stack, in the order in which it would stand there.
    fn key(&self, image: &Image, row: usize, stack: usize) -> [u8; MAX_SIZE] {
        let width = self.shape.columns();
        let mut key = [0; MAX_SIZE];
        (0..width).for_each(|column| key[column] = self.rank(image, row, stack * width + column));
        key[..width].sort_unstable();
        key
    }

    /// Counts the columns and stacks that are still open once `row` is laid, and `row` among the chosen.
    fn settle(&self, image: &mut Image, row: usize) {
        let width = self.shape.columns();
        for stack in 0..self.shape.rows() {
            let open = &image.line[stack * width..][..usize::from(image.open[stack])];
            let blanks = open.iter().take_while(|label| **label == 0).count();
            image.open[stack] = u8::try_from(blanks).unwrap_or(u8::MAX);
        }
        let whole = |open: &&u8| usize::from(**open) == width;
        image.open_stacks = image.open[..image.open_stacks].iter().take_while(whole).count();
        image.rows[image.depth] = u8::try_from(row).unwrap_or(u8::MAX);
        image.depth += 1;
    }

    /// A whole image as a transform; digits that do not occur get the labels left.
    fn transform(&self, image: &Image) -> Transform {
        let size = self.shape.size();
        let mut digits = image.labels[1..=size].to_vec();
        let left: Vec<u8> = (image.labelled + 1..=self.shape.digits()).collect();
        digits.iter_mut().filter(|label| **label == 0).zip(left).for_each(|(label, next)| *label = next);
        let numbers = |lines: &[u8; MAX_SIZE]| lines[..size].iter().map(|line| usize::from(*line)).collect();
        Transform { transposed: image.transposed, rows: numbers(&image.rows), columns: numbers(&image.columns), digits }
    }
}

/// Which of several ways to lay the same line are wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ties {
    First,
    All,
}

/// The indexes of the least of `keys`: all, or only the first, which is enough where they are `alike`.
fn least_of<K: Ord>(keys: &[K], alike: impl Fn(&K) -> bool, ties: Ties) -> Vec<usize> {
    let Some(least) = keys.iter().min() else { return Vec::new() };
    let all = (0..keys.len()).filter(|index| keys[*index] == *least);
    all.take(if ties == Ties::First || alike(least) { 1 } else { usize::MAX }).collect()
}
