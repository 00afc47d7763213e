//! Counting all solutions of one puzzle of 9 x 9, be they very many, on several threads.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::thread;

use num_bigint::BigUint;

use super::bands::{self, Cells, Visit};
use crate::{Form, Shortcut, Watcher};

/// So many solutions are counted in about the time that threads take to start.
const FEW: u64 = 10_000;

/// Into so many parts a puzzle with more is cut at least: so many that none is left with a large one when the others
/// are done.
const PARTS: usize = 1_000;

/// How many solutions there are, or how many were found until it was cancelled.
pub(super) fn count(cells: &Cells, threads: usize, watcher: &dyn Watcher) -> Shortcut<BigUint> {
    match count_up_to(cells, FEW, watcher) {
        (FEW, true) => {}
        (count, true) => return Shortcut::Found(count.into()),
        (count, false) => return Shortcut::Partial(count.into()),
    }
    let parts = parts(cells);
    // No machine counts past the end of this.
    let (next, done, count) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicU64::new(0));
    let complete = AtomicBool::new(true);
    let work = || {
        while complete.load(Ordering::Relaxed)
            && let Some(part) = parts.get(next.fetch_add(1, Ordering::Relaxed))
        {
            let (found, ended) = count_up_to(part, u64::MAX, watcher);
            count.fetch_add(found, Ordering::Relaxed);
            complete.fetch_and(ended, Ordering::Relaxed);
            #[expect(clippy::cast_precision_loss, reason = "parts are some thousand")]
            watcher.done((done.fetch_add(1, Ordering::Relaxed) + 1) as f64 / parts.len() as f64);
        }
    };
    thread::scope(|scope| {
        (1..threads).for_each(|_| drop(scope.spawn(work)));
        work();
    });
    let count = count.into_inner().into();
    if complete.into_inner() { Shortcut::Found(count) } else { Shortcut::Partial(count) }
}

/// The number of solutions up to `limit`, and whether that is all of them, or enough; else it was cancelled.
pub(super) fn count_up_to(cells: &Cells, limit: u64, watcher: &dyn Watcher) -> (u64, bool) {
    let mut found = 0;
    let count = Visit::Count { found: &mut found, limit };
    let ended = bands::visited(Form::best(), cells, &|| watcher.cancelled(), count).is_ok();
    (found, ended)
}

/// Grids with more given, of which each solution of `cells` solves one: some thousand, where there are so many.
fn parts(cells: &Cells) -> Vec<Cells> {
    let (mut parts, mut full) = (VecDeque::from([*cells]), Vec::new());
    while (1..PARTS).contains(&parts.len())
        && let Some(part) = parts.pop_front()
    {
        match branch(&part) {
            None => full.push(part),
            Some((cell, digits)) => parts.extend((1..=9).filter(|digit| digits >> digit & 1 == 1).map(|digit| {
                let mut part = part;
                part[cell] = digit;
                part
            })),
        }
    }
    full.extend(parts);
    full
}

/// The blank cell with the fewest digits that no given rules out, and these as bits; `None` where no cell is blank.
fn branch(cells: &Cells) -> Option<(usize, u16)> {
    let mut taken = [[0_u16; 9]; 3];
    let houses = |cell: usize| [cell / 9, cell % 9, cell / 27 * 3 + cell % 9 / 3];
    for (cell, digit) in cells.iter().enumerate() {
        taken.iter_mut().zip(houses(cell)).for_each(|(taken, house)| taken[house] |= 1 << digit);
    }
    let free = |cell| {
        let taken = taken.iter().zip(houses(cell)).fold(1, |all, (taken, house)| all | taken[house]);
        !taken & 0b11_1111_1111
    };
    let blanks = (0..81).filter(|cell| cells[*cell] == 0).map(|cell| (cell, free(cell)));
    blanks.min_by_key(|(_, digits)| digits.count_ones())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::SplitMix;

    /// The first of all grids, of whose digits `givens` are left.
    fn thinned(random: &mut SplitMix, givens: usize) -> Cells {
        let mut order: Vec<usize> = (0..81).collect();
        random.shuffle(&mut order);
        let mut cells: Cells = bands::first(&[0; 81]).unwrap();
        order[givens..].iter().for_each(|cell| cells[*cell] = 0);
        cells
    }

    /// One thread or several, in parts or as a whole: the same number, below and above the one from which on it is cut.
    #[test]
    fn parts_sum_up_to_the_whole() {
        let mut random = SplitMix::new(1);
        let mut cut = 0;
        for round in 0..60 {
            let cells = thinned(&mut random, 22 + round % 9);
            let whole = bands::count_in(Form::Portable, &cells, 2_000_000, || false).unwrap();
            if whole == 2_000_000 {
                continue;
            }
            cut += usize::from(whole > FEW);
            let of_parts: u64 = parts(&cells).iter().map(|part| bands::count(part, u64::MAX)).sum();
            assert_eq!(of_parts, whole, "{cells:?}");
            for threads in [1, 2, 8] {
                assert_eq!(count(&cells, threads, &|| false), Shortcut::Found(whole.into()), "{cells:?}, {threads}");
            }
        }
        assert!(cut > 10, "{cut}");
    }

    /// Of the empty grid there are some 6.7 x 10^21 solutions.
    #[test]
    fn a_count_without_end_says_how_far_it_came() {
        for threads in [1, 3] {
            let looks = AtomicU64::new(0);
            let found = count(&[0; 81], threads, &|| looks.fetch_add(1, Ordering::Relaxed) > 300);
            assert!(matches!(&found, Shortcut::Partial(count) if *count > (2 * FEW).into()), "{found:?}");
        }
        assert_eq!(count(&[0; 81], 2, &|| true), Shortcut::Partial(bands_first_look()));
    }

    /// What is found before anyone looks whether it is cancelled.
    fn bands_first_look() -> BigUint {
        count_up_to(&[0; 81], u64::MAX, &|| true).0.into()
    }
}
