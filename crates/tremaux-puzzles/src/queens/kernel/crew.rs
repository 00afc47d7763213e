//! Units of work handed out to threads.

use std::panic;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// The sum of `units` units of work, done on `threads` threads; `None` if a unit gave up.
///
/// The threads share nothing but the number of the next unit: each has its own `worker` and adds to its own sum, and
/// none waits for another until all units are handed out.
pub(super) fn sum<W>(
    units: usize,
    threads: usize,
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, usize) -> Option<u64> + Sync,
) -> Option<u128> {
    let next = AtomicUsize::new(0);
    let run = || {
        let mut worker = worker();
        let mut sum = 0;
        loop {
            // Only the number matters, nothing is published with it.
            let unit = next.fetch_add(1, Ordering::Relaxed);
            if unit >= units {
                return Some(sum);
            }
            sum += u128::from(work(&mut worker, unit)?);
        }
    };
    thread::scope(|scope| {
        let others: Vec<_> = (1..threads.min(units)).map(|_| scope.spawn(run)).collect();
        let own = run();
        let sums = others.into_iter().map(|other| other.join().unwrap_or_else(|panic| panic::resume_unwind(panic)));
        sums.fold(own, |sum, other| Some(sum? + other?))
    })
}

#[cfg(test)]
mod tests {
    use super::sum;

    #[test]
    fn the_sum_does_not_depend_on_the_threads() {
        for threads in [0, 1, 2, 5, 40] {
            assert_eq!(sum(31, threads, || (), |(), unit| Some(unit as u64)), Some(31 * 30 / 2), "{threads} threads");
        }
        assert_eq!(sum(0, 2, || (), |(), _| None), Some(0));
    }

    #[test]
    fn a_sum_is_larger_than_what_a_unit_can_be() {
        assert_eq!(sum(3, 2, || (), |(), _| Some(u64::MAX)), Some(3 * u128::from(u64::MAX)));
    }

    #[test]
    fn one_unit_that_gives_up_is_enough() {
        for threads in 1..4 {
            assert_eq!(sum(9, threads, || (), |(), unit| (unit != 5).then_some(1)), None);
        }
    }
}
