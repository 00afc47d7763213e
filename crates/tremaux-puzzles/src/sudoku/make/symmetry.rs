//! Patterns of clues that are the same when the grid is turned or mirrored.

use crate::random::SplitMix;

/// What leaves the pattern of the clues as it is; their digits are not looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Symmetry {
    /// Nothing is asked.
    #[default]
    None,
    /// Half a turn: the usual one of newspapers.
    Rotate,
    /// A quarter of a turn.
    Quarter,
    /// Left and right.
    Mirror,
    /// Top and bottom.
    Flip,
    /// The diagonal from the top left: rows and columns.
    Diagonal,
    /// The other diagonal.
    Antidiagonal,
    /// Every turn and mirror image.
    Full,
}

impl Symmetry {
    /// The cells of a grid of `size` in classes that are clues together or blank together, in random order.
    pub(super) fn orbits(self, size: usize, random: &mut SplitMix) -> Vec<Vec<usize>> {
        let mut orbits: Vec<Vec<usize>> = Vec::new();
        let mut seen = vec![false; size * size];
        for cell in 0..size * size {
            if seen[cell] {
                continue;
            }
            let mut orbit = vec![cell];
            let mut next = 0;
            seen[cell] = true;
            while next < orbit.len() {
                for image in self.images(size, orbit[next]) {
                    if !seen[image] {
                        seen[image] = true;
                        orbit.push(image);
                    }
                }
                next += 1;
            }
            orbits.push(orbit);
        }
        random.shuffle(&mut orbits);
        orbits
    }

    /// Where the generators of the symmetry take `cell`.
    fn images(self, size: usize, cell: usize) -> impl Iterator<Item = usize> {
        let (row, column) = (cell / size, cell % size);
        let (up, left) = (size - 1 - row, size - 1 - column);
        let images = match self {
            Symmetry::None => [None, None],
            Symmetry::Rotate => [Some((up, left)), None],
            Symmetry::Quarter => [Some((column, up)), None],
            Symmetry::Mirror => [Some((row, left)), None],
            Symmetry::Flip => [Some((up, column)), None],
            Symmetry::Diagonal => [Some((column, row)), None],
            Symmetry::Antidiagonal => [Some((left, up)), None],
            Symmetry::Full => [Some((column, up)), Some((row, left))],
        };
        images.into_iter().flatten().map(move |(row, column)| row * size + column)
    }
}
