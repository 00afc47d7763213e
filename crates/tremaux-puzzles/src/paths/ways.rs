//! The paths stated in three ways.

use num_bigint::BigUint;

use super::{FastPaths, Paths, PlainPaths};
use crate::Way;

/// The ways, worst first.
pub(super) fn ways(paths: Paths) -> Vec<Way> {
    let steps = paths.steps.as_slice().len();
    let longest = paths.goal.0 + paths.goal.1;
    vec![
        Way::uncounted(
            "every string of up to x + y steps, tested at the end",
            "fillings",
            strings_text(steps, longest),
            strings(steps, longest),
        ),
        Way::tested_as_placed("a step at a time, a step past the goal being a dead end", move || {
            PlainPaths::new(&paths)
        }),
        Way::tested_as_placed("only steps from which the goal can be reached, until one way is left", move || {
            FastPaths::new(&paths)
        }),
    ]
}

/// The number of strings of 0 to `longest` steps out of `steps`.
fn strings(steps: usize, longest: u32) -> BigUint {
    match steps {
        1 => BigUint::from(longest) + 1_u8,
        _ => (BigUint::from(steps).pow(longest + 1) - 1_u8) / (steps - 1),
    }
}

/// `1 + 3 + 3^2 + ... + 3^5` for (3, 5).
fn strings_text(steps: usize, longest: u32) -> String {
    let powers = ["1".to_owned(), steps.to_string(), format!("{steps}^2"), format!("{steps}^3")];
    match (steps, longest) {
        (1, _) => format!("{longest} + 1"),
        (_, 0..=3) => powers[..=longest as usize].join(" + "),
        _ => format!("{} + ... + {steps}^{longest}", powers[..3].join(" + ")),
    }
}
