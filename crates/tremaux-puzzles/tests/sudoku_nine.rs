//! Lines of 81, read and checked in short, against what reads and checks any puzzle.

use proptest::prelude::*;
use tremaux_puzzles::sudoku::bands::{self, Cells};
use tremaux_puzzles::sudoku::{LineOfNine, Reading, Shape, Sudoku, Variant, read_puzzles};
use tremaux_puzzles::{InputError, Puzzle, ReadError};

/// What is read of `text`: line by line in short where that can be, or all as any puzzle is; and how many in short.
fn read(text: &str, reading: Reading, in_short: bool) -> (Vec<Result<Sudoku, InputError>>, usize) {
    let (mut puzzles, mut read, mut short) = (read_puzzles(text.as_bytes(), reading), Vec::new(), 0);
    loop {
        let line = if in_short { puzzles.next_line_of_nine().unwrap() } else { None };
        read.push(match line {
            Some(line) => {
                short += 1;
                line.sudoku(reading)
            }
            None => match puzzles.next() {
                None => return (read, short),
                Some(Err(ReadError::Io(error))) => panic!("{error}"),
                Some(Err(ReadError::Input(error))) => Err(error),
                Some(Ok(sudoku)) => Ok(sudoku),
            },
        });
    }
}

fn line() -> impl Strategy<Value = LineOfNine> {
    let symbols = prop::collection::vec(prop_oneof![4 => Just(b'.'), 1 => b'1'..=b'9', 1 => Just(b'0')], 81);
    symbols.prop_map(|symbols| of(&symbols))
}

/// The puzzle on a line after another, which shows that it may be read in short.
fn of(symbols: &[u8]) -> LineOfNine {
    let text = [&[b'.'; 81], b"\n".as_slice(), symbols, b"\n"].concat();
    let mut puzzles = read_puzzles(text.as_slice(), Reading::default());
    puzzles.next().unwrap().unwrap();
    puzzles.next_line_of_nine().unwrap().unwrap()
}

/// Lines of 81 in short form and others, and what may stand between them.
fn text() -> impl Strategy<Value = String> {
    let end = prop_oneof![6 => Just("\n"), 1 => Just("\r\n"), 1 => Just("\n\n"), 1 => Just(" \n")];
    let part = prop_oneof![
        12 => "[1-9.]{0,1}[.]{60}[0-9.]{20}",
        4 => "[0-9.]{81}",
        2 => "[0-9.]{79,83}",
        1 => "[0-9._*xX?-]{81}",
        1 => "[1-4.]{16}",
        1 => "[.]{8}[1-9]\n([.]{9}\n){7}[.]{9}",
        1 => "[.]{9}",
        1 => "[-]{9}|[-]{81}|#.{0,9}|Grid 1|\\[Puzzle\\]|\\[State\\]",
        1 => "\\[Rules\\]\n(diagonal|box 3x3|box 2x3|nonsense)\n\\[Puzzle\\]",
        4 => "[1-9.]{0,1}[.]{60}[0-9.]{20}[,;]([0-9.,;\"# éa-z|]{0,90}|[1-9]{81})",
        1 => "[.]{81} # [a-z]{9}",
    ];
    prop::collection::vec((part, end).prop_map(|(part, end)| part + end), 0..30).prop_map(|parts| parts.concat())
}

fn readings() -> impl Strategy<Value = Reading> {
    let boxes = prop_oneof![4 => Just(None), 1 => Just(Some(Shape::NINE)), 1 => Just(Shape::new(2, 3))];
    (boxes, any::<bool>(), prop::bool::weighted(0.2)).prop_map(|(boxes, clashes, diagonal)| {
        let variant = Variant { diagonal, ..Variant::default() };
        Reading { boxes, clashes, variant, ..Reading::default() }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn in_short_the_same_is_read(text in text(), reading in readings()) {
        prop_assert_eq!(read(&text, reading, true).0, read(&text, reading, false).0);
    }

    #[test]
    fn in_short_the_same_clashes(line in line()) {
        let reading = Reading { clashes: true, ..Reading::default() };
        let sudoku = line.sudoku(reading).unwrap();
        prop_assert_eq!(line.clashes(), sudoku.clash().is_some());
        prop_assert_eq!(&line.cells()[..], sudoku.cells());
        prop_assert_eq!(line.open(), sudoku.cells().iter().filter(|digit| **digit == 0).count());
    }

    /// Solutions with cells changed, exchanged or no digits at all, for puzzles with some of them given.
    #[test]
    fn in_short_the_same_is_verified(
        givens in prop::collection::vec(0..81_usize, 0..30),
        changes in prop::collection::vec((0..81_usize, 0..=11_u8), 0..3),
        swaps in prop::collection::vec((0..81_usize, 0..81_usize), 0..3),
    ) {
        let mut cells: Cells = bands::first(&[0; 81]).unwrap();
        let mut symbols = [b'.'; 81];
        givens.iter().for_each(|&cell| symbols[cell] = b'0' + cells[cell]);
        changes.iter().for_each(|&(cell, digit)| cells[cell] = digit);
        swaps.iter().for_each(|&(one, other)| cells.swap(one, other));
        let line = of(&symbols);
        let verified = line.sudoku(Reading::default()).unwrap().verify(&cells.to_vec());
        prop_assert_eq!(line.is_solved_by(&cells), verified.is_ok());
    }
}

/// Candidates that the givens leave anyway make no other puzzle; one less does.
#[test]
fn pencil_marks_that_say_nothing_are_left_out() {
    let line = "306508400520000000087000031003010080900863005050090600130000250000000074005206300";
    let sudoku = tremaux_puzzles::sudoku::parse_puzzle(line, Reading::default()).unwrap();
    let given = |cell: usize| u32::from(sudoku.cells()[cell]);
    let sees = |cell: usize, other: usize| {
        let place = |cell: usize| (cell / 9, cell % 9, (cell / 27, cell % 9 / 3));
        let (one, other) = (place(cell), place(other));
        one.0 == other.0 || one.1 == other.1 || one.2 == other.2
    };
    let left = |cell: usize| {
        let taken = (0..81).filter(|other| given(*other) > 0 && sees(cell, *other));
        taken.fold(0x1ff, |left: u32, other| left & !(1 << (given(other) - 1)))
    };
    let full: Vec<u32> = (0..81).map(|cell| if given(cell) > 0 { 1 << (given(cell) - 1) } else { 0x1ff }).collect();
    let pencilled: Vec<u32> = (0..81).map(|cell| if given(cell) > 0 { full[cell] } else { left(cell) }).collect();
    for candidates in [&full, &pencilled] {
        assert!(sudoku.clone().with_candidates(candidates.clone()).unwrap().nine().is_some());
        for cell in 0..81 {
            let mut fewer = candidates.clone();
            let digit = pencilled[cell] & pencilled[cell].wrapping_neg();
            fewer[cell] &= !digit;
            assert!(sudoku.clone().with_candidates(fewer).unwrap().nine().is_none(), "{cell}");
        }
    }
}

/// Each cell of a solution with each other digit is none, whatever is given.
#[test]
fn no_cell_can_be_wrong() {
    let (solution, empty) = (bands::first(&[0; 81]).unwrap(), of(&[b'.'; 81]));
    assert!(empty.is_solved_by(&solution));
    for cell in 0..81 {
        for digit in (0..=u8::MAX).filter(|digit| *digit != solution[cell]) {
            let mut wrong = solution;
            wrong[cell] = digit;
            assert!(!empty.is_solved_by(&wrong), "{digit} in cell {cell}");
        }
    }
    // A solution, but of another puzzle.
    let mut symbols = [b'.'; 81];
    symbols[80] = b'0' + solution[80] % 9 + 1;
    assert!(!of(&symbols).is_solved_by(&solution));
}

/// Of a file of lines of 81, all but the first and the one without an end are read in short.
#[test]
fn nearly_all_of_a_file_is_read_in_short() {
    let line = "306508400520000000087000031003010080900863005050090600130000250000000074005206300";
    for end in ["\n", "\r\n", ",7,name\n", ";\r\n"] {
        let (read, short) = read(&[line; 100].join(end), Reading::default(), true);
        assert_eq!((read.len(), short), (100, 98));
    }
}
