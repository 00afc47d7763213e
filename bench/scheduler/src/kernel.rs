//! The units of the queens' kernel on many workers.

use std::time::Instant;

use tremaux_puzzles::queens::kernel::{self, Units};

use crate::model::Cluster;
use crate::{largest_over_mean, mean, print_efficiencies};

/// How long a unit is to take on average, in seconds.
const UNIT_SECONDS: [f64; 3] = [0.01, 0.1, 1.0];

/// The efficiency with units of several lengths for the count of a board of `size` rows. Of each length, `sampled` units are
/// done, evenly spread; one that is not done is taken to be as long as the last before it that is.
pub(crate) fn table(size: usize, sampled: usize) {
    let never = || false;
    let number = kernel::units(size).expect("a size that the kernel takes");
    let began = Instant::now();
    let board = Units::new(size, 2, &never).expect("nobody cancels");
    let prepared = began.elapsed().as_secs_f64();
    let seconds = |from: usize, to: usize| {
        let began = Instant::now();
        board.count(from..to.min(number), &never).expect("nobody cancels");
        began.elapsed().as_secs_f64()
    };
    let single: Vec<_> = (0..1000).map(|unit| unit * number / 1000).map(|unit| seconds(unit, unit + 1)).collect();
    let one = mean(&single);
    println!(
        "{size} rows: {number} units of {:.2} ms, {:.0} s in all, after {prepared:.1} s for what they share on two threads\n",
        1e3 * one,
        one * number as f64
    );
    println!("| messages | mean unit | number | largest / mean | 64 workers | 1,000 | 10,000 |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: |");
    for length in UNIT_SECONDS {
        let step = ((length / one) as usize).max(1);
        let ranges = number.div_ceil(step);
        let sampled = sampled.min(ranges);
        let times: Vec<_> =
            (0..sampled).map(|unit| unit * ranges / sampled * step).map(|from| seconds(from, from + step)).collect();
        let sizes: Vec<_> = (0..ranges).map(|unit| times[unit * sampled / ranges]).collect();
        for (name, cluster) in [("a queue", Cluster::usual()), ("Dask", Cluster::dask())] {
            print!("| {name} | {length} s | {ranges} | {:.1} |", largest_over_mean(&sizes));
            print_efficiencies(&sizes, cluster);
        }
    }
}
