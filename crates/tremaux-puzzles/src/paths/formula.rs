//! How many paths there are, by a sum over their NE steps.

use num_bigint::BigUint;

use super::Paths;
use crate::formula::binomial;

/// The number of paths: the Delannoy number of the goal where all steps are allowed, a binomial where NE is not.
///
/// A path with d NE steps has x - d steps E and y - d steps N, in any order; there are
/// (x + y - d)! / (d! (x - d)! (y - d)!) of them. The sum over d takes as many terms as the goal is far, where the
/// recurrence over the lattice would take as many as it has points.
///
/// `None` when `cancelled`, looked at before every operation on a large number, became true.
pub(super) fn count(paths: &Paths, cancelled: &dyn Fn() -> bool) -> Option<BigUint> {
    let (x, y) = (paths.goal.0 as usize, paths.goal.1 as usize);
    let mut sum = BigUint::ZERO;
    let mut term: Option<BigUint> = None;
    for diagonals in paths.steps.diagonals(paths.goal) {
        if cancelled() {
            return None;
        }
        let diagonal = diagonals as usize;
        let (east, north) = (x - diagonal, y - diagonal);
        let these = match term {
            None => binomial(east + north, east, cancelled)? * binomial(east + north + diagonal, diagonal, cancelled)?,
            // Exact: the quotient of two terms that follow each other, both of them whole.
            Some(before) => before * ((east + 1) * (north + 1)) / (diagonal * (east + north + diagonal + 1)),
        };
        sum += &these;
        term = Some(these);
    }
    Some(sum)
}
