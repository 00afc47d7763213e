//! Units of work handed out to threads.

use std::iter;
use std::panic;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// The sum of `units` units of work, done on `threads` threads; that of those that were done, if one gave up.
///
/// The threads share nothing but the number of the next unit: each has its own `worker` and adds to its own sum, and
/// none waits for another until all units are handed out.
pub(super) fn sum<W: Send>(
    units: usize,
    threads: usize,
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, usize) -> Option<u64> + Sync,
) -> Result<u128, u128> {
    let add = |(worker, sum): &mut (W, u128), unit| {
        *sum += u128::from(work(worker, unit)?);
        Some(())
    };
    let (sums, is_done) = share(units, threads, || (worker(), 0), add);
    let sum = sums.into_iter().map(|(_, sum)| sum).sum();
    if is_done { Ok(sum) } else { Err(sum) }
}

/// What `make` makes of each number below `count`, in order, made on `threads` threads; `None` if one gave up.
pub(super) fn collect<T: Send>(
    count: usize,
    threads: usize,
    make: impl Fn(usize) -> Option<T> + Sync,
) -> Option<Vec<T>> {
    let keep = |made: &mut Vec<(usize, T)>, number| {
        made.push((number, make(number)?));
        Some(())
    };
    let (made, is_done) = share(count, threads, Vec::new, keep);
    if !is_done {
        return None;
    }
    let mut made = made.into_iter().flatten().collect::<Vec<_>>();
    made.sort_by_key(|(number, _)| *number);
    Some(made.into_iter().map(|(_, made)| made).collect())
}

/// Hands `units` out to `threads` threads, each with a state of its own, and returns the states, and whether all is done: no
/// unit gave up.
fn share<S: Send>(
    units: usize,
    threads: usize,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, usize) -> Option<()> + Sync,
) -> (Vec<S>, bool) {
    let next = AtomicUsize::new(0);
    let run = || {
        let mut state = state();
        loop {
            // Only the number matters, nothing is published with it.
            let unit = next.fetch_add(1, Ordering::Relaxed);
            if unit >= units {
                return (state, true);
            }
            if work(&mut state, unit).is_none() {
                return (state, false);
            }
        }
    };
    thread::scope(|scope| {
        let others: Vec<_> = (1..threads.min(units)).map(|_| scope.spawn(run)).collect();
        let own = run();
        let others = others.into_iter().map(|other| other.join().unwrap_or_else(|panic| panic::resume_unwind(panic)));
        let (states, done): (Vec<_>, Vec<_>) = iter::once(own).chain(others).unzip();
        (states, !done.contains(&false))
    })
}

#[cfg(test)]
mod tests {
    use super::{collect, sum};

    #[test]
    fn the_sum_does_not_depend_on_the_threads() {
        for threads in [0, 1, 2, 5, 40] {
            assert_eq!(sum(31, threads, || (), |(), unit| Some(unit as u64)), Ok(31 * 30 / 2), "{threads} threads");
        }
        assert_eq!(sum(0, 2, || (), |(), _| None), Ok(0));
    }

    #[test]
    fn a_sum_is_larger_than_what_a_unit_can_be() {
        assert_eq!(sum(3, 2, || (), |(), _| Some(u64::MAX)), Ok(3 * u128::from(u64::MAX)));
    }

    #[test]
    fn what_is_made_comes_in_order() {
        for threads in [0, 1, 3] {
            assert_eq!(collect(5, threads, |number| Some(number * number)), Some(vec![0, 1, 4, 9, 16]));
            assert_eq!(collect(5, threads, |number| (number != 3).then_some(())), None);
        }
    }

    #[test]
    fn one_unit_that_gives_up_is_enough() {
        assert_eq!(sum(9, 1, || (), |(), unit| (unit != 5).then_some(1)), Err(5));
        for threads in 2..4 {
            let sum = sum(9, threads, || (), |(), unit| (unit != 5).then_some(1));
            assert!(sum.is_err_and(|sum| sum <= 8), "{sum:?}");
        }
    }
}
