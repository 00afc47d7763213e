//! Irregular boards against a naive search, published counts, and the other forms.

use std::io::{self, BufReader};

use proptest::prelude::*;
use tremaux::{Problem, Search, testkit};
use tremaux_puzzles::queens::{
    BitBoard, BitQueens, BoardOptions, FastBoard, FewestChoices, FirstBoard, Input, PlainBoard, PlainQueens, Queens,
    QueensBoard, RegionsError, RowByRow, Rules, WideBoard, construct, generate, read,
};
use tremaux_puzzles::{Aim, Engine, InputError, Puzzle, Question, ReadError, Shortcut};

struct All;

impl<S> Question<S> for All {
    type Answer = Vec<S>;

    fn ask<P: Problem<Solution = S>>(self, problem: P) -> Vec<S> {
        Search::new(problem).all()
    }
}

struct First;

impl<S> Question<S> for First {
    type Answer = Option<S>;

    fn ask<P: Problem<Solution = S>>(self, problem: P) -> Option<S> {
        Search::new(problem).first()
    }
}

struct Count;

impl<S> Question<S> for Count {
    type Answer = u64;

    fn ask<P: Problem<Solution = S>>(self, problem: P) -> u64 {
        Search::new(problem).count()
    }
}

fn count(board: &QueensBoard) -> u64 {
    board.pose(Engine::Fast, Aim::Count, Count)
}

fn empty(size: usize) -> QueensBoard {
    QueensBoard::new(size, Rules::default()).unwrap()
}

fn torus(size: usize) -> QueensBoard {
    QueensBoard::new(size, Rules { torus: true, ..Rules::default() }).unwrap()
}

/// The only board of a file.
fn drawn(text: &str, rules: Rules) -> QueensBoard {
    let options = BoardOptions { rules, clashes: true };
    let Ok(Input::Boards(mut boards)) = read(text.as_bytes(), options) else { panic!("no board in {text}") };
    let board = boards.next().unwrap().unwrap();
    assert!(boards.next().is_none(), "{text}");
    board
}

const DAILY: Rules = Rules { no_touch: true, torus: false, shield: false };

/// The rules as they are stated, looked at pair by pair: an oracle that shares nothing with the product.
mod naive {
    use super::*;

    /// Every way to put a queen into every row, in order, given up at the first queen that is wrong.
    pub(super) fn all(board: &QueensBoard) -> Vec<Vec<u32>> {
        let size = u32::try_from(board.size()).unwrap();
        let longer = |begun: Vec<Vec<u32>>, _| -> Vec<Vec<u32>> {
            let with = |columns: &Vec<u32>, column| [&columns[..], &[column]].concat();
            let longer = begun.iter().flat_map(|columns| (0..size).map(move |column| with(columns, column)));
            longer.filter(|columns| last_fits(board, columns)).collect()
        };
        (0..size).fold(vec![vec![]], longer)
    }

    /// Every way to put a queen into every row, in order.
    pub(super) fn fillings(board: &QueensBoard) -> impl Iterator<Item = Vec<u32>> + use<> {
        let size = u32::try_from(board.size()).unwrap();
        let filling = move |code: u32| (0..size).rev().map(|row| code / size.pow(row) % size).collect();
        (0..size.pow(size)).map(filling)
    }

    /// Whether the queen in the last of these rows may stand where it does.
    fn last_fits(board: &QueensBoard, columns: &[u32]) -> bool {
        let mut queens: Vec<(usize, usize)> = columns.iter().map(|column| *column as usize).enumerate().collect();
        let last = queens.pop().unwrap();
        board.given().all(|queen| queen.0 != last.0 || queen == last)
            && board.blocked().all(|square| square != last)
            && queens.iter().all(|queen| queen.1 != last.1 && !attack(board, *queen, last))
    }

    fn attack(board: &QueensBoard, one: (usize, usize), two: (usize, usize)) -> bool {
        let size = board.size();
        let region = |square: (usize, usize)| board.regions().map(|regions| regions[square.0 * size + square.1]);
        if board.regions().is_some() && region(one) == region(two) {
            return true;
        }
        let apart = |one: usize, two: usize| {
            let direct = one.abs_diff(two);
            if board.rules().torus { direct.min(size - direct) } else { direct }
        };
        let touch = apart(one.0, two.0) <= 1 && apart(one.1, two.1) <= 1;
        if board.regions().is_some() && board.rules().no_touch {
            return touch;
        }
        [(1, 1), (1, -1), (-1, 1), (-1, -1)].into_iter().any(|way| sees(board, one, two, way))
    }

    /// Whether one walks from `one` to `two` that way and is not stopped.
    fn sees(board: &QueensBoard, one: (usize, usize), two: (usize, usize), way: (i64, i64)) -> bool {
        let size = i64::try_from(board.size()).unwrap();
        let (mut row, mut column) = (one.0 as i64, one.1 as i64);
        for _ in 1..size {
            (row, column) = (row + way.0, column + way.1);
            if board.rules().torus {
                (row, column) = (row.rem_euclid(size), column.rem_euclid(size));
            } else if !(0..size).contains(&row) || !(0..size).contains(&column) {
                return false;
            }
            let square = (usize::try_from(row).unwrap(), usize::try_from(column).unwrap());
            if board.rules().shield && board.blocked().any(|blocked| blocked == square) {
                return false;
            }
            if square == two {
                return true;
            }
        }
        false
    }
}

/// Every form, for every aim, on `board` whose solutions in order are `expected`.
fn every_form_finds(board: &QueensBoard, expected: &[Vec<u32>]) {
    for engine in [Engine::Plain, Engine::Bits, Engine::Fast] {
        let context = || format!("{engine:?} on {:?}\n{board}", board.rules());
        assert_eq!(board.pose(engine, Aim::All, All), expected, "all, {}", context());
        assert_eq!(board.pose(engine, Aim::First, First).as_ref(), expected.first(), "first, {}", context());
        let mut found = board.pose(engine, Aim::Count, All);
        found.sort_unstable();
        assert_eq!(found, expected, "count, {}", context());
    }
    let mut found = Search::new(WideBoard::new(board)).all();
    found.sort_unstable();
    assert_eq!(found, expected, "as a large board, {:?}\n{board}", board.rules());
    match board.solve_without_search(Aim::First, &|| false) {
        Shortcut::Found(first) => assert_eq!(first.as_ref(), expected.first(), "{:?}\n{board}", board.rules()),
        other => assert!(other == Shortcut::Search && is_plain(board), "{other:?}\n{board}"),
    }
    for columns in expected {
        assert_eq!(board.verify(columns), Ok(()), "{board}");
    }
}

/// Whether a search of the plain problem answers for it.
fn is_plain(board: &QueensBoard) -> bool {
    let bare = QueensBoard::new(board.size(), Rules { torus: board.rules().torus, ..Rules::default() }).unwrap();
    board.to_string() == bare.to_string() && !board.rules().torus
}

/// A board with something of everything.
fn any_board(sizes: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = QueensBoard> {
    let rules = any::<[bool; 3]>().prop_map(|[torus, no_touch, shield]| Rules { torus, no_touch, shield });
    (sizes, rules).prop_flat_map(|(size, rules)| {
        let square = || (0..size, 0..size);
        let given = prop::collection::vec(square(), 0..=1 + size / 3);
        let blocked = prop::collection::vec(square(), 0..=size * size / 3);
        let regions = prop::option::of((
            prop::collection::vec(0..u32::try_from(size).unwrap(), size * size),
            Just((0..size).collect::<Vec<_>>()).prop_shuffle(),
        ));
        (given, blocked, regions).prop_map(move |(given, blocked, regions)| {
            let board =
                QueensBoard::new(size, rules).unwrap().with_given(given).unwrap().with_blocked(blocked).unwrap();
            let Some((mut regions, permutation)) = regions else { return board };
            // Every region is somewhere: a queen's square for each.
            for (row, column) in permutation.into_iter().enumerate() {
                regions[row * size + column] = u32::try_from(row).unwrap();
            }
            board.with_regions(&regions).unwrap()
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

    #[test]
    fn small_boards_agree_with_generate_and_test(board in any_board(1..=5)) {
        every_form_finds(&board, &naive::all(&board));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1000) })]

    #[test]
    fn larger_boards_agree_with_generate_and_test(board in any_board(6..=8)) {
        every_form_finds(&board, &naive::all(&board));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

    #[test]
    fn the_forms_keep_their_promises(board in any_board(1..=8)) {
        let (plain, bits) = (PlainBoard::new(&board), BitBoard::<u64>::new(&board));
        testkit::check_same_search(&plain, &bits).unwrap();
        testkit::check_same_search(&plain, &BitBoard::<u128>::new(&board)).unwrap();
        testkit::check_same_solutions(plain.clone(), FastBoard::<RowByRow>::new(&board), usize::MAX).unwrap();
        testkit::check_problem(plain, 500).unwrap();
        testkit::check_problem(bits, 500).unwrap();
        testkit::check_problem(FastBoard::<RowByRow>::new(&board), 500).unwrap();
        testkit::check_problem(FastBoard::<FewestChoices>::new(&board), 500).unwrap();
        testkit::check_problem(FirstBoard::new(&board), 500).unwrap();
        testkit::check_problem(WideBoard::new(&board), 500).unwrap();
    }

    /// What a form finds passes the checker, and what the checker passes is found.
    #[test]
    fn the_checker_agrees(board in any_board(1..=4)) {
        let passed = naive::fillings(&board).filter(|columns| board.verify(columns).is_ok()).collect::<Vec<_>>();
        prop_assert_eq!(passed, naive::all(&board));
    }

    #[test]
    fn the_reader_reads_what_is_written(board in any_board(1..=7)) {
        // A drawing can't show a queen on a blocked square.
        prop_assume!(board.given().all(|queen| board.blocked().all(|square| square != queen)));
        let text = board.to_string();
        prop_assert_eq!(&drawn(&text, board.rules()), &board, "{}", text);
        let twice = format!("{text}\r\n---\r\n{text}\r\n");
        let options = BoardOptions { rules: board.rules(), clashes: true };
        let Ok(Input::Boards(boards)) = read(twice.as_bytes(), options) else { panic!("no boards in {twice}") };
        prop_assert_eq!(boards.collect::<Result<Vec<_>, _>>().unwrap(), [board.clone(), board]);
    }

    #[test]
    fn the_reader_takes_any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = read(&bytes[..], BoardOptions::default());
    }

    #[test]
    fn the_reader_takes_any_drawing(text in "[.Q#x12A \n-]{0,60}") {
        let _ = read(text.as_bytes(), BoardOptions::default());
    }
}

/// The default question, where a naive search is too slow: against rows from the top.
fn first_of_all(board: &QueensBoard) {
    let first = Search::new(BitBoard::<u64>::new(board)).first();
    assert_eq!(
        board.solve_without_search(Aim::First, &|| false),
        Shortcut::Found(first),
        "{:?}\n{board}",
        board.rules()
    );
}

/// Random regions are the hardest to fill from the top, so these stay small.
#[test]
fn the_first_of_larger_boards() {
    use instances::Kind;
    for seed in 0..8 {
        for (kind, size, amount) in
            [(Kind::Completion, 20, 3), (Kind::Blocked, 18, 60), (Kind::Blocked, 16, 180), (Kind::Excluded, 14, 7)]
        {
            first_of_all(&instances::board(kind, size, amount, seed));
        }
        first_of_all(&generate(9, seed).unwrap().with_blocked([(8, 8)]).unwrap());
        first_of_all(&torus(11).with_blocked([(0, usize::try_from(seed).unwrap())]).unwrap());
    }
}

/// OEIS A007705 at the odd sizes; a torus has none where 2 or 3 divides the size.
#[test]
fn queens_on_a_torus() {
    for (size, expected) in (1..=12).zip([1, 0, 0, 0, 10, 0, 28, 0, 0, 0, 88, 0]) {
        assert_eq!(count(&torus(size)), expected, "n = {size}");
        assert_eq!(torus(size).pose(Engine::Bits, Aim::Count, Count), expected, "bits, n = {size}");
        if let Shortcut::Found(known) = torus(size).count_without_search(1, &|| false) {
            assert_eq!(known, expected.into(), "by divisors, n = {size}");
        }
    }
    assert_eq!(torus(1000).solve_without_search(Aim::First, &|| false), Shortcut::Found(None));
    assert_eq!(count(&torus(13)), 4524);
}

/// OEIS A000170, and the first boards in the textbook order.
#[test]
fn an_empty_board_is_the_plain_problem() {
    for (size, expected) in (1..).zip([1, 0, 0, 2, 10, 4, 40, 92, 352, 724]) {
        assert_eq!(count(&empty(size)), expected, "n = {size}");
        let bits = BitBoard::<u64>::new(&empty(size));
        if size <= 8 {
            testkit::check_same_search(&PlainQueens::new(size), &bits).unwrap();
        }
    }
    for size in 4..=24 {
        let first = Search::new(BitQueens::<u64>::new(size)).first();
        assert_eq!(empty(size).pose(Engine::Fast, Aim::First, First), first, "n = {size}");
    }
}

/// Of the 92 boards, a blocked square leaves those without a queen there and a given one those with it; known are the 4
/// through a corner and the 18 beside the middle of an edge.
#[test]
fn one_blocked_square() {
    let all = empty(8).pose(Engine::Plain, Aim::All, All);
    for square in (0..8).flat_map(|row| (0..8).map(move |column| (row, column))) {
        let through = all.iter().filter(|columns| columns[square.0] as usize == square.1).count() as u64;
        assert_eq!(count(&empty(8).with_blocked([square]).unwrap()), 92 - through, "{square:?}");
        assert_eq!(count(&empty(8).with_given([square]).unwrap()), through, "{square:?}");
    }
    assert_eq!(count(&empty(8).with_given([(0, 0)]).unwrap()), 4);
    assert_eq!(count(&empty(8).with_given([(0, 3)]).unwrap()), 18);
}

/// Permutations without neighbours a step apart: OEIS A002464.
#[test]
fn queens_that_only_may_not_touch() {
    for (size, expected) in (1..=8_usize).zip([1, 0, 0, 2, 14, 90, 646, 5242]) {
        // Every row a region of its own rules nothing else out.
        let regions: Vec<u32> = (0..size * size).map(|square| u32::try_from(square / size).unwrap()).collect();
        let board = QueensBoard::new(size, DAILY).unwrap().with_regions(&regions).unwrap();
        assert_eq!(count(&board), expected, "n = {size}");
        assert_eq!(board.pose(Engine::Bits, Aim::Count, Count), expected, "bits, n = {size}");
        assert_eq!(QueensBoard::new(size, DAILY).map(|board| count(&board)), Some(count(&empty(size))), "n = {size}");
    }
}

#[test]
fn a_region_can_have_far_more_squares_than_there_are_rows() {
    for size in 5..=10 {
        // Three squares in each row but the first are a region, all others are one.
        let region = |row: usize, column: usize| if (column + 2 * row) % size < 3 { row } else { 0 };
        let regions = (0..size * size).map(|square| u32::try_from(region(square / size, square % size)).unwrap());
        let regions: Vec<u32> = regions.collect();
        let board = QueensBoard::new(size, Rules::default()).unwrap().with_regions(&regions).unwrap();
        assert_eq!(count(&board), board.pose(Engine::Plain, Aim::Count, Count), "n = {size}");
    }
}

#[test]
fn a_blocked_square_can_stop_an_attack() {
    let text = "....\n.#..\n....\n....";
    let through = vec![0, 3, 2, 1];
    assert_eq!(drawn(text, Rules::default()).verify(&through).unwrap_err().to_string(), "diag: (0, 0) and (2, 2)");
    let shield = Rules { shield: true, ..Rules::default() };
    assert_eq!(drawn(text, shield).verify(&through).unwrap_err().to_string(), "anti: (1, 3) and (2, 2)");
    assert_eq!(drawn("...\n.#.\n...", shield).pose(Engine::Fast, Aim::All, All), Vec::<Vec<u32>>::new());
    let text = "....\n.##.\n.##.\n....";
    assert_eq!(drawn(text, shield).pose(Engine::Plain, Aim::All, All), [[1, 3, 0, 2], [2, 0, 3, 1]]);
}

/// Every generated board has one solution, regions that are connected, and is the same for the same seed.
#[test]
fn generated_boards_have_one_solution() {
    for size in (4..=12).chain([15, 25]) {
        for seed in 0..if size <= 12 { 4 } else { 1 } {
            let board = generate(size, seed).unwrap();
            assert_eq!(count(&board), 1, "n = {size}, seed {seed}\n{board}");
            assert_eq!(board.rules(), DAILY);
            assert!(are_connected(&board), "n = {size}, seed {seed}\n{board}");
            if size <= 9 {
                let plain = board.pose(Engine::Plain, Aim::All, All);
                assert_eq!(plain.len(), 1, "n = {size}, seed {seed}\n{board}");
                assert_eq!(board.pose(Engine::Fast, Aim::First, First).as_ref(), plain.first());
                assert_eq!(generate(size, seed), Some(board));
            }
        }
    }
    assert_eq!(count(&generate(1, 0).unwrap()), 1);
    assert!([0, 2, 3, 26].into_iter().all(|size| generate(size, 0).is_none()));
}

fn are_connected(board: &QueensBoard) -> bool {
    let (size, regions) = (board.size(), board.regions().unwrap());
    // Joins every square to its neighbours of the same region; one name is left for each region.
    let mut names: Vec<usize> = (0..size * size).collect();
    for _ in 0..size * size {
        for square in 0..size * size {
            let right = (square % size + 1 < size).then_some(square + 1);
            for next in [right, Some(square + size).filter(|next| *next < size * size)].into_iter().flatten() {
                if regions[square] == regions[next] {
                    let name = names[square].min(names[next]);
                    (names[square], names[next]) = (name, name);
                }
            }
        }
    }
    names.iter().collect::<std::collections::BTreeSet<_>>().len() == size
}

/// A seed's board, so that a change of what the generator makes is noticed: also a change of the search's slot order is
/// one, since the second solution that it finds first is the one repaired.
#[test]
fn a_seed_gives_the_board_it_gave() {
    assert_eq!(generate(5, 0).unwrap().to_string(), "ABCCD\nAACCD\nADDDD\nADDDD\nAADEE");
}

fn refused(text: &str) -> String {
    match read(text.as_bytes(), BoardOptions::default()) {
        Err(ReadError::Input(error)) => error.to_string(),
        Err(ReadError::Io(error)) => panic!("{error}"),
        Ok(_) => panic!("{text} is read"),
    }
}

/// The lines of boards without an end; they fail once more than `left` are asked for.
struct Endless {
    left: usize,
}

impl io::Read for Endless {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.left = self.left.checked_sub(1).ok_or(io::ErrorKind::TimedOut)?;
        let board = b"AB\nAB\n---\n";
        bytes[..board.len()].copy_from_slice(board);
        Ok(board.len())
    }
}

#[test]
fn boards_are_read_as_they_are_asked_for() {
    let file = BufReader::new(Endless { left: 100 });
    let Ok(Input::Boards(boards)) = read(file, BoardOptions::default()) else { panic!("boards") };
    assert_eq!(boards.take(90).flatten().count(), 90);
    // What stops them comes after those before it.
    let again = read(BufReader::new(Endless { left: 3 }), BoardOptions::default());
    let Ok(Input::Boards(boards)) = again else { panic!("boards") };
    let told: Vec<_> = boards.map(|board| board.is_ok()).collect();
    assert_eq!(told, [true, true, true, false]);
    let text = b"AB\nAB\n\nA\n\n\xff\n\n.\n";
    let Ok(Input::Boards(boards)) = read(&text[..], BoardOptions::default()) else { panic!("boards") };
    let told: Vec<_> = boards.map(|board| board.map(|board| board.size()).map_err(|error| error.to_string())).collect();
    assert_eq!(told.len(), 3, "{told:?}");
    assert_eq!(told[2], Err("line 6, column 1: expected text, found the byte 0xFF".into()));
}

#[test]
fn files_that_are_refused() {
    for (text, error) in [
        ("", "line 1, column 1: expected the number of test cases or a board, found the end of the file"),
        ("\n\n", "line 3, column 1: expected the number of test cases or a board, found the end of the file"),
        (".Q\n.\n", "line 2, column 2: expected a row of 2 squares like the first, found 1"),
        (".Q\n...\n", "line 2, column 3: expected a row of 2 squares like the first, found 3"),
        (".Q\n", "line 1, column 1: expected 2 rows for 2 columns, found 1"),
        (".Q\n..\n..\n", "line 3, column 1: expected 2 rows for 2 columns, found one more"),
        (".z\n..\n", "line 1, column 2: expected `.`, `Q` or `#`, found `z`"),
        ("AB\nA?\n", "line 2, column 2: expected the letter or number of a region, found `?`"),
        ("AB\nAC\n", "line 2, column 2: expected 2 regions for 2 columns, found one more, `C`"),
        ("10 10\n10 10\n", "line 1, column 1: expected 2 regions for 2 rows, found 1"),
        ("AB\nAB\n\n...\n...\n...\n", "line 4, column 1: expected 2 rows like the regions above, found 3"),
        (
            "Q...\n....\n..Q.\n....",
            "line 3, column 3: expected queens at peace, found (0, 0) and (2, 2) on the same diag",
        ),
        (
            "AABB\nAABB\nCCDD\nCCDD\n\nQ...\n.Q..\n....\n....",
            "line 7, column 2: expected queens at peace, found (0, 0) and (1, 1) on the same diag",
        ),
        (
            "AAAB\nCAAB\nCCDD\nCCDD\n\nQ...\n..Q.\n....\n....",
            "line 7, column 3: expected queens at peace, found (0, 0) and (1, 2) in the same region",
        ),
        ("2\n4\n", "line 3, column 1: expected 2 sizes, found the end of the file after 1"),
        ("1\nfour\n", "line 2, column 1: expected a board size from 1 to 10000000, found `four`"),
    ] {
        assert_eq!(refused(text), error, "{text}");
    }
    let wide = ".".repeat(1001);
    assert!(refused(&wide).contains("line 1, column 1001: expected at most 1000 squares, found 1001"));
}

#[test]
fn what_a_file_holds() {
    let kinds = |text: &str| match read(text.as_bytes(), BoardOptions::default()).unwrap() {
        Input::Sizes(sizes) => {
            format!("sizes {:?}", sizes.iter().flatten().map(|size| size.size()).collect::<Vec<_>>())
        }
        Input::Boards(boards) => boards
            .flatten()
            .map(|board| format!("{}{} ", board.size(), if board.regions().is_some() { "r" } else { "" }))
            .collect(),
    };
    assert_eq!(kinds("2\n4\n8\n"), "sizes [4, 8]");
    assert_eq!(kinds("2 4 8"), "sizes [4, 8]");
    assert_eq!(kinds("2\n4 8"), "sizes [4, 8]");
    assert_eq!(kinds("10\n1 2 3 4 5 6 7 8 9 10"), "sizes [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]");
    // A square of digits, numbers apart by spaces, letters.
    assert_eq!(kinds("112\n132\n332\n"), "3r ");
    assert_eq!(kinds("10 2\n10 10\n"), "2r ");
    assert_eq!(kinds("AB\nBB\n\n..\n..\n\n..\n..\n"), "2r 2 ");
    assert_eq!(kinds("AB\nBB\n---\n..\n..\n---\n\nab\nbb\n"), "2r 2 2r ");
    assert_eq!(kinds("A\n"), "1r ");
    assert_eq!(kinds(". Q\nx #\n"), "2 ");
}

#[test]
fn what_is_wrong_stands_in_its_place() {
    let kinds = |text: &str| match read(text.as_bytes(), BoardOptions::default()).unwrap() {
        Input::Sizes(sizes) => sizes.into_iter().map(|size| size.map(|size| size.size())).collect::<Vec<_>>(),
        Input::Boards(boards) => boards
            .map(|board| match board {
                Ok(board) => Ok(board.size()),
                Err(ReadError::Input(error)) => Err(error),
                Err(ReadError::Io(error)) => panic!("{error}"),
            })
            .collect(),
    };
    let told = |text: &str| {
        let tell = |kind: Result<usize, InputError>| match kind {
            Ok(size) => size.to_string(),
            Err(error) => format!("{}:{} {}", error.line, error.column, error.message),
        };
        kinds(text).into_iter().map(tell).collect::<Vec<_>>()
    };
    let no_size = "3:1 expected a board size from 1 to 10000000, found `foo`";
    assert_eq!(told("3\n4\nfoo\n6\n"), ["4", no_size, "6"]);
    let symbol = "4:2 expected `.`, `Q` or `#`, found `?`";
    assert_eq!(told("..\n..\n\n.?\n..\n\n...\n...\n...\n"), ["2", symbol, "3"]);
    let attack = "5:2 expected queens at peace, found (0, 0) and (1, 1) on the same diag";
    assert_eq!(told(".\n\n\nQ.\n.Q\n\n.\n"), ["1", attack, "1"]);
    // A drawing that is wrong takes its regions with it; regions that are wrong have nothing on them.
    let symbol = "4:1 expected `.`, `Q` or `#`, found `z`";
    assert_eq!(told("AB\nBB\n\nz.\n..\n\nAB\nBB\n"), [symbol, "2"]);
    let row = "6:1 expected 2 rows for 2 columns, found one more";
    assert_eq!(told("AB\nBB\n\n..\n..\n..\n?\n\nAB\nBB\n"), [row, "2"]);
    let wide = ".".repeat(1001);
    let squares = "4:1001 expected at most 1000 squares, found 1001";
    assert_eq!(told(&format!("AB\nBB\n\n{wide}\n..\n\n.\n")), [squares, "1"]);
    let number = "1:1 expected 2 regions for 2 rows, found 1";
    assert_eq!(told("AA\nAA\n\n..\n..\n"), [number, "2"]);
    assert_eq!(told("AB\nBB\n\nAB\nB\n\n..\n..\n").len(), 3);
}

#[test]
fn reviews_name_all_that_is_wrong() {
    let review = |text: &str, rules, answer| drawn(text, rules).review(answer).unwrap().to_string();
    assert_eq!(review(".Q..\n....\n....\n....", Rules::default(), None), "valid, 3 open");
    assert_eq!(review(".Q..\n...Q\nQ...\n..Q.", Rules::default(), None), "valid, complete");
    assert_eq!(
        review("Q...\n.Q..\n...Q\nQ...", Rules::default(), None),
        "invalid: diag: (0, 0) and (1, 1); column: (0, 0) and (3, 0)"
    );
    assert_eq!(review("....\n...Q\n....\n...#", Rules::default(), Some("1 3 0")), "valid, 1 open");
    assert_eq!(
        review("....\n...Q\n....\n..#.", Rules::default(), Some("1 2 0 2")),
        "invalid: given: (1, 3) holds a queen, not (1, 2); blocked: (3, 2); diag: (0, 1) and (1, 2); column: (1, 2) and \
         (3, 2)"
    );
    // As `digits` writes them, from 1.
    assert_eq!(review("....\n...Q\n....\n...#", Rules::default(), Some("2413")), "valid, complete");
    assert_eq!(review("....\n...Q\n....\n...#", Rules::default(), Some("24")), "valid, 2 open");
    let regions = "AABB\nAABB\nCCDD\nCCDD\n\nQ...\n....\n....\n....";
    assert_eq!(review(regions, DAILY, Some("0 1")), "invalid: region: (0, 0) and (1, 1); touch: (0, 0) and (1, 1)");
    let torus = Rules { torus: true, ..Rules::default() };
    assert_eq!(review("Q....\n.....\n.....\n.....\n....Q", torus, None), "invalid: diag: (0, 0) and (4, 4)");
    assert_eq!(review(".Q...\n.....\n.....\n.....\nQ....", torus, None), "invalid: diag: (0, 1) and (4, 0)");
}

#[test]
fn boards_are_said_in_json() {
    let board = drawn("AB\nBB\n\nQ.\n.#", DAILY);
    assert_eq!(
        board.input().to_string(),
        r#"{"size":2,"regions":[[0,1],[1,1]],"given":[[0,0]],"blocked":[[1,1]],"no_touch":true}"#
    );
    assert_eq!(board.none(Aim::First), "No solution.");
    assert_eq!(empty(4).text(&vec![1, 3, 0, 2]), ".Q..\n...Q\nQ...\n..Q.");
}

#[test]
fn what_does_not_fit_is_refused() {
    assert!(QueensBoard::new(0, DAILY).is_none() && QueensBoard::new(1001, DAILY).is_none());
    assert!(empty(4).with_given([(0, 4)]).is_err() && empty(4).with_blocked([(4, 0)]).is_err());
    assert_eq!(empty(2).with_regions(&[0; 3]), Err(RegionsError::Squares { expected: 4, found: 3 }));
    assert_eq!(empty(2).with_regions(&[0; 4]), Err(RegionsError::Regions { expected: 2, found: 1 }));
}

/// A file full of queens, and one without a square to stand on, are as quick as any.
#[test]
fn large_boards_that_are_all_one_thing() {
    let full = vec!["Q".repeat(400); 400].join("\n");
    let board = drawn(&full, Rules::default());
    assert_eq!(board.pose(Engine::Fast, Aim::First, First), None);
    assert_eq!(board.review(None).unwrap().open, Some(0));
    let blocked = vec!["#".repeat(128); 128].join("\n");
    assert_eq!(drawn(&blocked, Rules::default()).pose(Engine::Fast, Aim::First, First), None);
}

#[test]
fn ways() {
    let ways =
        drawn("Q.....\n......\n......\n......\n......\n......", Rules { shield: true, ..Rules::default() }).ways();
    let counted: Vec<_> =
        ways.iter().filter_map(|way| way.count.as_ref()).map(|count| count(tremaux::Limits::new())).collect();
    assert_eq!(counted.len(), 3);
    assert_eq!(counted[0].size, 6_u64.pow(6));
    assert!(counted.is_sorted_by(|one, other| one.size > other.size && one.solutions == other.solutions));
}

/// A board with nothing but diagonals excluded, any of them, and queens given.
fn any_excluded(sizes: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = QueensBoard> {
    sizes.prop_flat_map(|size| {
        let excluded = prop::collection::vec((any::<bool>(), 0..2 * size - 1), 0..=2 * size);
        let given = prop::collection::vec((0..size, 0..size), 0..=size / 4);
        (excluded, given).prop_map(move |(excluded, given)| {
            let is_on = |square: (usize, usize), (sum, index): (bool, usize)| {
                index == square.0 + if sum { square.1 } else { size - 1 - square.1 }
            };
            let squares = (0..size).flat_map(|row| (0..size).map(move |column| (row, column)));
            let blocked = squares.filter(|square| excluded.iter().any(|line| is_on(*square, *line)));
            empty(size).with_blocked(blocked).unwrap().with_given(given).unwrap()
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(3000) })]

    /// The diagonals too far out hold no solution.
    #[test]
    fn excluded_diagonals_agree_with_the_plain_search(board in any_excluded(1..=8)) {
        every_form_finds(&board, &Search::new(PlainBoard::new(&board)).all());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(60) })]

    #[test]
    fn larger_excluded_diagonals_agree_with_the_search_by_bits(board in any_excluded(9..=12)) {
        let expected = Search::new(BitBoard::<u64>::new(&board)).all();
        prop_assert_eq!(count(&board), expected.len() as u64);
        prop_assert_eq!(board.pose(Engine::Fast, Aim::First, First), expected.first().cloned());
        prop_assert_eq!(board.pose(Engine::Fast, Aim::All, All), expected);
    }
}

#[path = "../../../bench/boards/src/instances.rs"]
mod instances;

/// Hard boards after Gent, Jefferson and Nightingale: the fast form ends, and agrees with the plain search where that does.
#[test]
fn completions_are_solved_or_refuted() {
    use instances::Kind;
    for seed in 0..4 {
        for (kind, size, amount) in [
            (Kind::Completion, 8, 3),
            (Kind::Blocked, 8, 20),
            (Kind::Excluded, 8, 5),
            (Kind::Completion, 60, 30),
            (Kind::Blocked, 40, 1320),
            (Kind::Excluded, 14, 12),
        ] {
            let board = instances::board(kind, size, amount, seed);
            let first = board.pose(Engine::Fast, Aim::First, First);
            if let Some(columns) = &first {
                assert_eq!(board.verify(columns), Ok(()), "{kind:?} {size} {amount} {seed}");
            }
            if size == 8 {
                let plain = board.pose(Engine::Plain, Aim::All, All);
                assert_eq!((first.as_ref(), count(&board)), (plain.first(), plain.len() as u64), "{kind:?} {seed}");
            }
        }
    }
}

/// A solution that may not be the first is found where the first is too far off, and where the board is drawn empty, by
/// the road of its size.
#[test]
fn solutions_instead_of_the_first() {
    use instances::Kind;
    let instead = |board: &QueensBoard| match board.solve_without_search(Aim::First, &|| false) {
        Shortcut::Instead(Some(columns)) => columns,
        other => panic!("{other:?}"),
    };
    assert_eq!(Some(instead(&empty(40))), construct(40));
    assert_eq!(empty(40).solve_without_search(Aim::Any, &|| false), Shortcut::Found(construct(40)));
    assert_eq!(Queens::new(40).unwrap().solve_without_search(Aim::First, &|| false), Shortcut::Instead(construct(40)));
    let board = instances::board(Kind::Excluded, 60, 6, 1);
    assert_eq!(board.verify(&instead(&board)), Ok(()));
    let at_once = board.solve_without_search(Aim::First, &|| true);
    assert_eq!(at_once, Shortcut::Partial(None));
}

/// More rows than the other fast forms have room for, with all that a board can have.
#[test]
fn large_boards_have_a_solution_at_once() {
    use instances::Kind;
    let regions = |size: usize| -> Vec<u32> {
        (0..size * size)
            .map(|square| u32::try_from(square / size / 10 * 10 + square % size / (size / 10)).unwrap())
            .collect()
    };
    for size in [130, 200, 500] {
        let shield = Rules { shield: true, ..Rules::default() };
        for board in [
            instances::board(Kind::Completion, size, size / 3, 1),
            instances::board(Kind::Blocked, size, size * size / 2, 1),
            instances::board(Kind::Excluded, size, size / 2, 1),
            QueensBoard::new(size, shield).unwrap().with_blocked((1..size).map(|at| (at, size - at))).unwrap(),
            QueensBoard::new(size, DAILY).unwrap().with_regions(&regions(size)).unwrap(),
        ] {
            let found = board.solve_without_search(Aim::Any, &|| false);
            let Shortcut::Found(Some(columns)) = found else { panic!("{found:?}, n = {size}") };
            assert_eq!(board.verify(&columns), Ok(()), "n = {size}");
            assert_eq!(board.solve_without_search(Aim::First, &|| false), Shortcut::Instead(Some(columns)));
        }
        let none = empty(size).with_blocked((0..size).map(|row| (row, 0))).unwrap();
        assert_eq!(none.solve_without_search(Aim::First, &|| false), Shortcut::Found(None));
        assert_eq!(count(&none), 0);
        assert_eq!(none.solve_without_search(Aim::Any, &|| true), Shortcut::Cancelled);
    }
}

/// Boards of 60 rows, for which a search that does not ask how far out the diagonals are takes more than a minute: the
/// first kind has solutions, the second none.
#[test]
fn many_rows_with_excluded_diagonals() {
    use instances::Kind;
    for seed in 0..5 {
        let board = instances::board(Kind::Excluded, 60, 30, seed);
        let columns = board.pose(Engine::Fast, Aim::Any, First).unwrap();
        assert_eq!(board.verify(&columns), Ok(()), "{seed}");
        let board = instances::board(Kind::Excluded, 60, 90, seed);
        assert_eq!(board.pose(Engine::Fast, Aim::Count, Count), 0, "{seed}");
    }
}
