//! Boards up to symmetry: the eight images of a solution, and the one that stands for them.
//!
//! Every function takes the columns of a complete board, a queen a row and a column: a permutation of 0, 1, ...

use std::cmp::Ordering;
use std::collections::BTreeSet;

/// The eight images of a board under the turns and flips of the square, itself first.
///
/// ```
/// use tremaux_puzzles::queens::images;
///
/// let images = images(&[1, 3, 0, 2]);
/// assert_eq!(images[0], [1, 3, 0, 2]);
/// assert_eq!(images.iter().filter(|image| *image == &[2, 0, 3, 1]).count(), 4);
/// ```
///
/// # Panics
/// If `columns` is not a permutation.
#[must_use]
pub fn images(columns: &[u32]) -> [Vec<u32>; 8] {
    let rows = transposed(columns);
    let [a, b, c, d] = FLIPS.map(|flip| flipped(columns, flip).collect());
    let [e, f, g, h] = FLIPS.map(|flip| flipped(&rows, flip).collect());
    [a, b, c, d, e, f, g, h]
}

/// The image that stands for all eight: the lexicographically smallest, and so the first that a search finds.
///
/// ```
/// use tremaux_puzzles::queens::canonical;
///
/// assert_eq!(canonical(&[2, 0, 3, 1]), [1, 3, 0, 2]);
/// ```
///
/// # Panics
/// If `columns` is not a permutation.
#[must_use]
pub fn canonical(columns: &[u32]) -> Vec<u32> {
    let [first, rest @ ..] = images(columns);
    rest.into_iter().fold(first, Ord::min)
}

/// Whether a board is the one that stands for its images: keeping these of all solutions leaves each once up to
/// symmetry.
///
/// Most boards are decided by their first row; nothing is allocated unless the board is no later than its three
/// images that keep rows as rows.
///
/// ```
/// use tremaux_puzzles::queens::is_canonical;
///
/// assert!(is_canonical(&[1, 3, 0, 2]));
/// assert!(!is_canonical(&[2, 0, 3, 1]));
/// ```
///
/// # Panics
/// If `columns` is not a permutation.
#[must_use]
pub fn is_canonical(columns: &[u32]) -> bool {
    let before_flips_of = |board: &[u32]| {
        FLIPS.into_iter().all(|flip| columns.iter().copied().cmp(flipped(board, flip)) != Ordering::Greater)
    };
    before_flips_of(columns) && before_flips_of(&transposed(columns))
}

/// How many different boards the eight images are: 8, or 4, 2, 1 for a board that some turn or flip leaves as it is.
///
/// ```
/// use tremaux_puzzles::queens::orbit;
///
/// assert_eq!(orbit(&[1, 3, 0, 2]), 2);
/// assert_eq!(orbit(&[0, 4, 7, 5, 2, 6, 1, 3]), 8);
/// ```
///
/// # Panics
/// If `columns` is not a permutation.
#[must_use]
pub fn orbit(columns: &[u32]) -> usize {
    BTreeSet::from(images(columns)).len()
}

/// A board in short: its columns counted from 1, as digits up to 9 columns and as numbers apart by spaces above.
///
/// ```
/// use tremaux_puzzles::queens::digits;
///
/// assert_eq!(digits(&[0, 4, 7, 5, 2, 6, 1, 3]), "15863724");
/// assert_eq!(digits(&[0, 2, 5, 7, 9, 4, 8, 1, 3, 6]), "1 3 6 8 10 5 9 2 4 7");
/// ```
#[must_use]
pub fn digits(columns: &[u32]) -> String {
    let apart = if columns.len() > 9 { " " } else { "" };
    columns.iter().map(|column| (u64::from(*column) + 1).to_string()).collect::<Vec<_>>().join(apart)
}

/// The ways to flip a board that keep rows as rows: whether its columns are mirrored, and whether its rows are.
const FLIPS: [(bool, bool); 4] = [(false, false), (true, false), (false, true), (true, true)];

/// The board flipped.
fn flipped(columns: &[u32], (mirrored, reversed): (bool, bool)) -> impl Iterator<Item = u32> + '_ {
    let last = columns.len().saturating_sub(1);
    (0..columns.len()).map(move |row| {
        let column = columns[if reversed { last - row } else { row }];
        if mirrored { u32::try_from(last).unwrap_or(u32::MAX) - column } else { column }
    })
}

/// The board with rows and columns exchanged.
fn transposed(columns: &[u32]) -> Vec<u32> {
    let mut rows = vec![0; columns.len()];
    for (row, column) in (0..).zip(columns) {
        rows[*column as usize] = row;
    }
    rows
}
