//! What leaves a puzzle the same: digits relabelled, lines and boxes in another order, rows for columns.

use crate::random::SplitMix;
use crate::sudoku::{Shape, Sudoku};

/// A symmetry of the grid of a shape: puzzles that one takes into the other are the same puzzle.
///
/// ```
/// use tremaux_puzzles::random::SplitMix;
/// use tremaux_puzzles::sudoku::{Reading, Transform, parse_puzzle};
///
/// let sudoku = parse_puzzle("12..34......2..1", Reading::default()).unwrap();
/// let other = Transform::random(sudoku.shape(), &mut SplitMix::new(7)).apply(&sudoku);
/// assert_ne!(other.line(), sudoku.line());
/// assert_eq!(other.canonical(), sudoku.canonical());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transform {
    /// Rows become columns first; only where boxes are square.
    pub(super) transposed: bool,
    /// For each row of the image, the row it comes from.
    pub(super) rows: Vec<usize>,
    /// The same for columns.
    pub(super) columns: Vec<usize>,
    /// What each digit becomes, by the digit less 1.
    pub(super) digits: Vec<u8>,
}

impl Transform {
    /// Any of the symmetries of `shape`, each as likely.
    #[must_use]
    pub fn random(shape: Shape, random: &mut SplitMix) -> Self {
        let transposed = random.below(2) == 1 && shape.rows() == shape.columns();
        let mut digits: Vec<u8> = (1..=shape.digits()).collect();
        random.shuffle(&mut digits);
        let rows = lines(shape.columns(), shape.rows(), random);
        Transform { transposed, rows, columns: lines(shape.rows(), shape.columns(), random), digits }
    }

    /// The image of `sudoku`, which must have the shape that this is for and the usual rules.
    ///
    /// # Panics
    /// If it has another size or other rules.
    #[must_use]
    pub fn apply(&self, sudoku: &Sudoku) -> Sudoku {
        let size = sudoku.shape().size();
        assert_eq!(size, self.rows.len(), "a grid of the size of the transform");
        assert!(sudoku.is_classic(), "a puzzle by the usual rules");
        let mut image = sudoku.clone();
        for (row, &from_row) in self.rows.iter().enumerate() {
            for (column, &from_column) in self.columns.iter().enumerate() {
                let from = if self.transposed { from_column * size + from_row } else { from_row * size + from_column };
                let digit = sudoku.cells[from];
                image.cells[row * size + column] = if digit == 0 { 0 } else { self.digits[usize::from(digit) - 1] };
            }
        }
        image
    }
}

/// The lines of `chutes` chutes of `width` lines each, in a random order that keeps chutes together.
fn lines(chutes: usize, width: usize, random: &mut SplitMix) -> Vec<usize> {
    let mut order: Vec<usize> = (0..chutes).collect();
    random.shuffle(&mut order);
    let mut lines = Vec::with_capacity(chutes * width);
    for chute in order {
        let mut within: Vec<usize> = (chute * width..(chute + 1) * width).collect();
        random.shuffle(&mut within);
        lines.extend(within);
    }
    lines
}
