//! Which of these weights balance a load? The textbook's template, with closures and no `impl`.
//!
//! `cargo run -p tremaux-examples --bin subset_sum`

use std::fmt::Debug;

use tremaux::{Limits, Problem, Search, Stats, Template};

const WEIGHTS: [u32; 10] = [41, 34, 30, 27, 19, 15, 11, 8, 5, 2];
const LOAD: u32 = 75;

/// What is filled – the weights taken – and its marks: the load they make, and the weight still to be decided on.
#[derive(Clone, Debug, PartialEq)]
struct Scale {
    taken: Vec<u32>,
    load: u32,
    rest: u32,
}

/// A slot is a weight, its options are to take it or to leave it.
fn problem() -> impl Problem<Solution = Vec<u32>> + Clone + PartialEq + Debug {
    Template {
        slots: WEIGHTS.len(),
        board: Scale { taken: Vec::new(), load: 0, rest: WEIGHTS.iter().sum() },
        options: |_: &Scale, _slot| [true, false].into_iter(),
        // Do not overshoot the load, and do not leave a weight without which it can no longer be reached.
        is_valid: |scale: &Scale, slot: usize, take| match take {
            true => scale.load + WEIGHTS[slot] <= LOAD,
            false => scale.load + scale.rest - WEIGHTS[slot] >= LOAD,
        },
        place: |scale: &mut Scale, slot: usize, take| {
            scale.rest -= WEIGHTS[slot];
            if take {
                scale.load += WEIGHTS[slot];
                scale.taken.push(WEIGHTS[slot]);
            }
        },
        // The same, backwards.
        unplace: |scale: &mut Scale, slot: usize, take| {
            if take {
                scale.taken.pop();
                scale.load -= WEIGHTS[slot];
            }
            scale.rest += WEIGHTS[slot];
        },
        record: |scale: &Scale| scale.taken.clone(),
    }
    .problem()
}

fn main() {
    // Watched, so that we can say what the search did; and limited, as one would for weights of unknown number.
    let mut search = Search::new(problem()).observe(Stats::default()).limits(Limits::new().nodes(1_000_000));
    search.for_each(|weights| {
        let weights: Vec<_> = weights.iter().map(u32::to_string).collect();
        println!("{LOAD} = {}", weights.join(" + "));
    });
    let stats = search.observer();
    println!("{} ways, {} nodes, complete: {}", stats.solutions, stats.calls, search.outcome().is_complete());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_its_promises() {
        tremaux::testkit::check_problem(problem(), u64::MAX).unwrap();
    }

    /// All 1,024 subsets, added up, those with the first weights first.
    #[test]
    fn agrees_with_all_subsets() {
        let subset = |code: u32| (0..10).filter(move |slot| code << slot & 512 != 0).map(|slot| WEIGHTS[slot]);
        let balancing = (0..1024).rev().filter(|&code| subset(code).sum::<u32>() == LOAD);
        let expected: Vec<Vec<u32>> = balancing.map(|code| subset(code).collect()).collect();
        assert_eq!(Search::new(problem()).all(), expected);
    }
}
