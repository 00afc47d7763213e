//! The queens stated in four ways.

use num_bigint::BigUint;
use tremaux::Problem;

use super::PlainQueens;
use crate::Way;

/// The largest board of which the sizes are computed: for a hundred times more they would take minutes to write.
const COMPUTED_TO: usize = 10_000;

/// The ways of row 15 of the mission, worst first.
pub(super) fn ways(size: usize) -> Vec<Way> {
    let at_the_end = |orderings| move || TestedAtTheEnd::new(size, orderings);
    let mut rows = Way::tested_at_the_end("a queen a row, tested at the end", at_the_end(false));
    let mut orderings = Way::tested_at_the_end("orderings of the columns, tested at the end", at_the_end(true));
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

/// Fillings with a queen a row that are looked at only when full: one that fails is a dead end of the last slot.
struct TestedAtTheEnd {
    columns: Vec<u32>,
    size: u32,
    /// Whether a column is left out that is taken already.
    orderings: bool,
}

impl TestedAtTheEnd {
    fn new(size: usize, orderings: bool) -> Self {
        TestedAtTheEnd { columns: Vec::new(), size: u32::try_from(size).unwrap_or(u32::MAX), orderings }
    }
}

impl Problem for TestedAtTheEnd {
    type Choice = u32;
    type Choices = std::ops::Range<u32>;
    type Solution = Vec<u32>;

    fn choices(&self) -> Option<Self::Choices> {
        if self.columns.len() < self.size as usize {
            return Some(0..self.size);
        }
        (!super::check::peaceful(&self.columns)).then_some(0..0)
    }

    fn next_choice(&self, branch: &mut Self::Choices) -> Option<u32> {
        branch.find(|column| !(self.orderings && self.columns.contains(column)))
    }

    fn place(&mut self, column: u32) {
        self.columns.push(column);
    }

    fn unplace(&mut self, _: u32) {
        self.columns.pop();
    }

    fn solution(&self) -> Vec<u32> {
        self.columns.clone()
    }
}
