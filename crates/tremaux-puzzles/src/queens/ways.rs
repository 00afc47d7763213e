//! The queens stated in four ways.

use num_bigint::BigUint;

use super::PlainQueens;
use crate::Way;
use crate::fillings::Fillings;

/// The largest board of which the sizes are computed: for a hundred times more they would take minutes to write.
const COMPUTED_TO: usize = 10_000;

/// The ways of row 15 of the mission, worst first.
pub(super) fn ways(size: usize) -> Vec<Way> {
    let any = Fillings::new(size, size, super::check::peaceful);
    let mut rows = Way::tested_at_the_end("a queen a row, tested at the end", any.clone());
    let mut orderings = Way::tested_at_the_end("orderings of the columns, tested at the end", any.distinct());
    let as_placed = Way::tested_as_placed("a queen a row, tested as placed", move || PlainQueens::new(size));
    if size > COMPUTED_TO {
        return vec![rows, orderings, as_placed];
    }
    let one = || BigUint::from(1_u8);
    let anywhere = (0..size).fold(one(), |ways, placed| ways * (size * size - placed));
    let power = (0..size).fold(one(), |ways, _| ways * size);
    let factorial = (1..=size).fold(one(), |ways, factor| ways * factor);
    rows = rows.computed(format!("{size}^{size}"), power);
    orderings = orderings.computed(format!("{size}!"), factorial);
    let statement = "a queen on any free square, tested at the end";
    vec![Way::uncounted(statement, "fillings", falling(size * size, size), anywhere), rows, orderings, as_placed]
}

/// `64 x 63 x ... x 57` for (64, 8).
fn falling(from: usize, factors: usize) -> String {
    let factor = |index: usize| (from - index).to_string();
    match factors {
        0..=4 => (0..factors).map(factor).collect::<Vec<_>>().join(" x "),
        _ => format!("{} x {} x ... x {}", factor(0), factor(1), factor(factors - 1)),
    }
}
