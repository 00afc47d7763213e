//! The parentheses stated in two ways.

use num_bigint::BigUint;

use super::{PlainParens, check};
use crate::Way;
use crate::fillings::Fillings;

/// The ways, worst first.
pub(super) fn ways(pairs: usize) -> Vec<Way> {
    let string =
        |filling: &[u32]| filling.iter().map(|option| if *option == 0 { '(' } else { ')' }).collect::<String>();
    let any = Fillings::new(2 * pairs, 2, move |filling: &[u32]| check::full(pairs, &string(filling)).is_ok());
    vec![
        Way::tested_at_the_end("`(` or `)` at every position, tested at the end", any)
            .computed(format!("2^{}", 2 * pairs), BigUint::from(1_u8) << (2 * pairs)),
        Way::tested_as_placed("`(` or `)` at every position, tested as placed", move || PlainParens::new(pairs)),
    ]
}
