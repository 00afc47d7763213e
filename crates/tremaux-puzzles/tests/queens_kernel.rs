//! The kernel of queens against the published numbers, the plain search, and itself in its other forms.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tremaux::Search;
use tremaux_puzzles::queens::BitQueens;
use tremaux_puzzles::queens::kernel::{
    Form, KernelError, LIMIT, MEET_FROM, Units, count, count_in, fundamental, half_turns, quarter_turns, units,
};

/// OEIS A000170, from 0 rows on.
const COUNTS: [u128; 20] = [
    1,
    1,
    0,
    0,
    2,
    10,
    4,
    40,
    92,
    352,
    724,
    2_680,
    14_200,
    73_712,
    365_596,
    2_279_184,
    14_772_512,
    95_815_104,
    666_090_624,
    4_968_057_848,
];

fn never() -> bool {
    false
}

fn forms() -> impl Iterator<Item = Form> {
    Form::ALL.into_iter().filter(|form| form.is_available())
}

#[test]
fn every_form_agrees_with_the_search() {
    for size in 1..=12 {
        let searched = u128::from(Search::new(BitQueens::<u64>::new(size)).count());
        for form in forms() {
            assert_eq!(count_in(form, size, 1, &never), Ok(searched), "n = {size}, {form}");
        }
    }
}

#[test]
fn counts_of_the_oeis() {
    for (size, expected) in COUNTS.into_iter().enumerate().take(19) {
        assert_eq!(count(size, 2, &never), Ok(expected), "n = {size}");
    }
    for (size, expected) in COUNTS.into_iter().enumerate().take(17).skip(MEET_FROM) {
        for form in forms() {
            assert_eq!(count_in(form, size, 1, &never), Ok(expected), "n = {size}, {form}");
        }
    }
}

/// For release: `cargo test --release -p tremaux-puzzles --test queens_kernel -- --ignored`.
#[test]
#[ignore = "a minute without optimisation"]
fn long_counts_of_the_oeis() {
    for form in forms() {
        assert_eq!(count_in(form, 18, 2, &never), Ok(COUNTS[18]), "n = 18, {form}");
    }
    assert_eq!(count(19, 2, &never), Ok(COUNTS[19]));
}

#[test]
fn the_threads_do_not_change_the_count() {
    for threads in [0, 1, 2, 3, 7, 64] {
        for size in [1, 9, MEET_FROM, 12, 13, 14] {
            assert_eq!(count(size, threads, &never), Ok(COUNTS[size]), "n = {size}, {threads} threads");
        }
    }
}

#[test]
fn the_units_sum_up_to_the_count() {
    for (size, expected) in COUNTS.into_iter().enumerate().take(15) {
        let (board, number) = (Units::new(size, 2, &never).unwrap(), units(size).unwrap());
        let step = number.div_ceil(7);
        let ranges = (0..number).step_by(step).map(|from| from..number.min(from + step));
        let sum: u128 = ranges.map(|range| board.count(range, &never).unwrap()).sum();
        assert_eq!(sum, expected, "n = {size}");
    }
    assert_eq!(units(LIMIT + 1), Err(KernelError::TooLarge { size: LIMIT + 1, limit: LIMIT }));
    assert!(Units::new(LIMIT + 1, 1, &never).is_err());
    assert_eq!(Units::new(12, 1, &never).unwrap().count(0..5, &|| true), Err(KernelError::Cancelled { found: 0 }));
}

#[test]
fn a_board_too_large_is_refused() {
    let error = count(LIMIT + 1, 1, &never).unwrap_err();
    assert_eq!(error, KernelError::TooLarge { size: LIMIT + 1, limit: LIMIT });
    assert_eq!(error.to_string(), "the kernel counts boards of up to 24 rows, not 25");
    assert!(count(usize::MAX, 1, &never).is_err());
}

/// Even and odd, on one thread and on two: cancelled after the first tables or before them, it ends soon.
#[test]
fn a_count_is_cancelled_at_once() {
    for (size, threads) in [(18, 1), (19, 1), (20, 2), (22, 1), (23, 2)] {
        let looks = AtomicUsize::new(0);
        let raised = std::sync::Mutex::new(None);
        let cancelled = || {
            let raise = looks.fetch_add(1, Ordering::Relaxed) >= 100;
            if raise {
                raised.lock().unwrap().get_or_insert_with(Instant::now);
            }
            raise
        };
        assert!(matches!(count(size, threads, &cancelled), Err(KernelError::Cancelled { .. })));
        let late = raised.lock().unwrap().unwrap().elapsed();
        assert!(late < Duration::from_millis(50), "n = {size}: {late:?} late");
    }
}

/// On one thread the units are done in their order: what was counted is what the first of them have.
#[test]
fn what_was_counted_until_it_was_cancelled_is_told() {
    for (size, all) in [(12, 14_200), (13, 73_712)] {
        let board = Units::new(size, 1, &never).unwrap();
        let of_units = (0..units(size).unwrap()).map(|unit| board.count(unit..unit + 1, &never).unwrap());
        let mut sums: Vec<_> = of_units.scan(0, |sum, found| Some(std::mem::replace(sum, *sum + found))).collect();
        let (mut told, mut looks_before) = (Vec::new(), 0);
        loop {
            let looks = AtomicUsize::new(0);
            let found = count(size, 1, &|| looks.fetch_add(1, Ordering::Relaxed) >= looks_before);
            let Err(KernelError::Cancelled { found }) = found else {
                assert_eq!(found, Ok(all));
                break;
            };
            assert!(sums.contains(&found), "{found}");
            told.push(found);
            looks_before += 97;
        }
        sums.dedup();
        assert!(told.is_sorted() && told[0] == 0 && told[told.len() - 1] > all / 2, "{told:?}");
    }
}

/// OEIS A032522 and A033148, from 1 row on.
#[test]
fn symmetric_solutions_of_the_oeis() {
    let halves = [1, 0, 0, 2, 2, 4, 8, 4, 16, 12, 48, 80, 136, 420, 1240, 3000, 8152, 18104, 44184, 144_620];
    let quarters = [1, 0, 0, 2, 2, 0, 0, 0, 0, 0, 0, 8, 8, 0, 0, 64, 128, 0, 0, 480, 704, 0, 0, 3328, 3264];
    for (size, expected) in (1..).zip(halves) {
        assert_eq!(half_turns(size), expected, "n = {size}");
    }
    for (size, expected) in (1..).zip(quarters) {
        assert_eq!(quarter_turns(size), expected, "n = {size}");
    }
}

/// OEIS A002562, from 1 row on.
#[test]
fn fundamental_solutions_of_the_oeis() {
    let totals = [
        1,
        0,
        0,
        1,
        2,
        1,
        6,
        12,
        46,
        92,
        341,
        1_787,
        9_233,
        45_752,
        285_053,
        1_846_955,
        11_977_939,
        83_263_591,
        621_012_754,
    ];
    for (size, total) in (1..).zip(totals) {
        let classes = fundamental(size, COUNTS[size]);
        assert_eq!(classes.total(), total, "n = {size}");
        let boards = 8 * classes.asymmetric + 4 * classes.half_turn + 2 * classes.quarter_turn + classes.symmetric;
        assert_eq!(boards, COUNTS[size], "n = {size}");
    }
}

/// The classes themselves, from the solutions one by one.
#[test]
fn classes_agree_with_the_solutions() {
    for size in 1..=9_usize {
        let solutions = Search::new(BitQueens::<u64>::new(size)).all();
        let last = u32::try_from(size - 1).unwrap();
        let quarter = |columns: &Vec<u32>| {
            let mut turned = vec![0; size];
            for (row, column) in (0..).zip(columns) {
                turned[*column as usize] = last - row;
            }
            turned
        };
        let half = |columns: &Vec<u32>| quarter(&quarter(columns));
        let kept_by_half = solutions.iter().filter(|columns| half(columns) == **columns).count();
        let kept_by_quarter = solutions.iter().filter(|columns| quarter(columns) == **columns).count();
        assert_eq!(half_turns(size), kept_by_half as u64, "n = {size}");
        assert_eq!(quarter_turns(size), kept_by_quarter as u64, "n = {size}");
    }
}
