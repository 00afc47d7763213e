//! Boards by construction, and boards up to symmetry.

use std::collections::BTreeMap;
use std::time::Instant;

use tremaux::Search;
use tremaux_puzzles::queens::{
    BitQueens, MAX_SIZE, canonical, check_columns, construct, digits, images, is_canonical, orbit,
};

#[test]
fn a_constructed_board_of_every_size() {
    for size in 0..=3000 {
        match construct(size) {
            None => assert!(matches!(size, 0 | 2 | 3), "n = {size}"),
            Some(columns) => {
                assert_eq!(columns.len(), size);
                check_columns(&columns).unwrap_or_else(|breach| panic!("n = {size}: {breach}"));
            }
        }
    }
    assert_eq!(construct(MAX_SIZE + 1), None);
}

#[test]
fn constructed_boards_of_millions() {
    for size in [1_000_000, 9_999_998, 9_999_999, MAX_SIZE] {
        let began = Instant::now();
        let columns = construct(size).unwrap();
        let constructed = began.elapsed();
        assert!(columns.len() == size && check_columns(&columns).is_ok(), "n = {size}");
        println!("n = {size}: constructed in {constructed:?}, checked in {:?}", began.elapsed() - constructed);
    }
}

#[test]
fn a_fault_in_a_million_queens_is_named() {
    let mut columns = construct(1_000_000).unwrap();
    columns.swap(0, 999_999);
    let fault = check_columns(&columns).unwrap_err();
    assert!(["diag", "anti"].contains(&fault.rule), "{fault}");
}

/// OEIS A002562, and the classes of 8: 11 of 8 boards and 1 of 4.
#[test]
fn solutions_up_to_symmetry() {
    let fundamental = [1, 0, 0, 1, 2, 1, 6, 12, 46, 92, 341];
    for (size, expected) in (1..).zip(fundamental) {
        let all = Search::new(BitQueens::<u64>::new(size)).all();
        let kept: Vec<_> = all.iter().filter(|columns| is_canonical(columns)).collect();
        assert_eq!(kept.len(), expected, "n = {size}");
        assert_eq!(kept.iter().map(|columns| orbit(columns)).sum::<usize>(), all.len(), "n = {size}");
        for columns in &all {
            assert_eq!(is_canonical(columns), canonical(columns) == *columns, "{columns:?}");
            assert!(images(columns).iter().all(|image| check_columns(image).is_ok()), "{columns:?}");
            assert!(images(columns).iter().all(|image| canonical(image) == canonical(columns)), "{columns:?}");
        }
        if size == 8 {
            let mut classes = BTreeMap::new();
            kept.iter().for_each(|columns| *classes.entry(orbit(columns)).or_insert(0) += 1);
            assert_eq!(classes, BTreeMap::from([(4, 1), (8, 11)]));
        }
    }
}

#[test]
fn boards_in_short() {
    assert_eq!(digits(&[]), "");
    assert_eq!(digits(&[0]), "1");
    assert_eq!(digits(&construct(4).unwrap()), "2413");
    assert_eq!(digits(&construct(10).unwrap()), "2 4 6 8 10 1 3 5 7 9");
}
