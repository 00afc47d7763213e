//! The permutations stated in two ways.

use num_bigint::BigUint;

use super::{Permutations, PlainPermutations};
use crate::Way;
use crate::fillings::Fillings;

/// The ways, worst first.
pub(super) fn ways(items: &Permutations) -> Vec<Way> {
    let (distinct, slots) = (items.distinct.len(), items.items.len());
    let fillings = BigUint::from(distinct).pow(u32::try_from(slots).unwrap_or(u32::MAX));
    let (times, as_placed) = (items.times.clone(), items.clone());
    let as_given = move |ordering: &[u32]| {
        let used = |number| ordering.iter().filter(|placed| **placed == number).count();
        (0..).zip(&times).all(|(number, times)| used(number) == *times)
    };
    let any = Fillings::new(slots, distinct, as_given);
    vec![
        Way::tested_at_the_end("any item at every position, tested at the end", any)
            .computed(format!("{distinct}^{slots}"), fillings),
        Way::tested_as_placed("any item at every position, tested as placed", move || {
            PlainPermutations::new(&as_placed)
        }),
    ]
}
