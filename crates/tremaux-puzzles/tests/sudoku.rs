//! Sudoku against a naive search, the other forms, the checker, and every way it is written.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

use proptest::prelude::*;
use tremaux::{Limits, Problem, Search, testkit};
use tremaux_puzzles::sudoku::{
    Alphabet, BitSudoku, FastSudoku, FirstSudoku, Layout, PlainSudoku, Reading, Shape, Sudoku, Symbols, parse_box,
    parse_puzzle, read_puzzles,
};
use tremaux_puzzles::{Aim, Engine, Puzzle, Question, ReadError};

/// The puzzle of mission.md.
const MISSION: &str = "306508400520000000087000031003010080900863005050090600130000250000000074005206300";

/// As many solutions as asked for, as lines.
struct Take(usize);

impl Question<Vec<u8>> for Take {
    type Answer = Vec<Vec<u8>>;

    fn ask<P: Problem<Solution = Vec<u8>>>(self, problem: P) -> Vec<Vec<u8>> {
        Search::new(problem).take(self.0)
    }
}

fn parse(text: &str) -> Sudoku {
    parse_puzzle(text, Reading::default()).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn fault(text: &str) -> String {
    parse_puzzle(text, Reading::default()).expect_err(text).to_string()
}

fn read_all(text: &str) -> Vec<Result<String, String>> {
    let puzzles = read_puzzles(text.as_bytes(), Reading::default());
    puzzles.map(|puzzle| puzzle.map(|it| it.line()).map_err(|error| error.to_string())).collect()
}

fn rows(line: &str, size: usize, gap: &str) -> String {
    let symbols: Vec<_> = line.chars().map(String::from).collect();
    symbols.chunks(size).map(|row| row.join(gap) + "\n").collect()
}

fn solve(sudoku: &Sudoku, engine: Engine) -> Option<String> {
    sudoku.pose(engine, Aim::First, Take(1)).pop().map(|solution| sudoku.text(&solution))
}

/// The whole of a grid by its formula: a solved grid of any shape, the pattern that shifts the digits row by row.
fn pattern(shape: Shape) -> Vec<u8> {
    let size = shape.size();
    let digit = |row: usize, column: usize| (row % shape.rows() * shape.columns() + row / shape.rows() + column) % size;
    (0..size * size).map(|cell| u8::try_from(digit(cell / size, cell % size) + 1).unwrap()).collect()
}

fn every_shape() -> impl Iterator<Item = Shape> {
    (2..=12).flat_map(|rows| (2..=12).filter_map(move |columns| Shape::new(rows, columns)))
}

#[test]
fn the_mission_in_three_forms() {
    for (text, layout) in [
        (MISSION.to_owned(), Layout::Line),
        (rows(MISSION, 9, ""), Layout::Rows),
        (rows(MISSION, 9, " "), Layout::SpacedRows),
    ] {
        let sudoku = parse(&text);
        assert_eq!(sudoku.layout(), layout);
        for engine in [Engine::Plain, Engine::Bits, Engine::Fast] {
            for aim in [Aim::First, Aim::All, Aim::Count] {
                let solutions = sudoku.pose(engine, aim, Take(usize::MAX));
                assert_eq!(solutions.len(), 1, "{engine:?}, {aim:?}");
                sudoku.verify(&solutions[0]).unwrap();
                assert!(sudoku.json(&solutions[0]).as_str().unwrap().starts_with("316578492"));
            }
        }
        let solved = solve(&sudoku, Engine::Fast).unwrap();
        let first = if layout == Layout::SpacedRows { "3 1 6 5 7 8 4 9 2\n" } else { "316578492" };
        assert!(solved.starts_with(first));
        assert_eq!(parse(&solved).layout(), layout);
    }
}

/// Every filling of the blanks in order, tested when full.
fn naive(sudoku: &Sudoku) -> Vec<Vec<u8>> {
    let size = u8::try_from(sudoku.shape().size()).unwrap();
    let mut fillings = vec![sudoku.cells().to_vec()];
    for cell in (0..sudoku.cells().len()).filter(|cell| sudoku.cells()[*cell] == 0) {
        let filled = |filling: Vec<u8>| {
            (1..=size).map(move |digit| {
                let mut filling = filling.clone();
                filling[cell] = digit;
                filling
            })
        };
        fillings = fillings.into_iter().flat_map(filled).collect();
    }
    fillings.retain(|filling| sudoku.verify(filling).is_ok());
    fillings
}

fn agree(sudoku: &Sudoku, expected: &[Vec<u8>]) {
    for engine in [Engine::Plain, Engine::Bits, Engine::Fast] {
        for aim in [Aim::First, Aim::All, Aim::Count] {
            let mut found = sudoku.pose(engine, aim, Take(usize::MAX));
            if aim == Aim::Count {
                found.sort();
            }
            assert_eq!(found, expected, "{engine:?}, {aim:?}: {}", sudoku.line());
        }
    }
}

fn keeps_its_promises(sudoku: &Sudoku) {
    testkit::check_problem(PlainSudoku::new(sudoku), 500).unwrap();
    testkit::check_problem(BitSudoku::new(sudoku), 500).unwrap();
    testkit::check_problem(FastSudoku::new(sudoku), 500).unwrap();
    testkit::check_problem(FastSudoku::in_order(sudoku), 500).unwrap();
    testkit::check_problem(FirstSudoku::new(sudoku), 50).unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    /// Boards of 4 x 4 with up to six blanks, right or wrong, against generate and test.
    #[test]
    fn agrees_with_generate_and_test(
        wrong in prop::collection::vec((0..16_usize, 1..=4_u8), 0..3),
        blanks in prop::collection::vec(0..16_usize, 0..7),
        renamed in Just(vec![1_u8, 2, 3, 4]).prop_shuffle(),
    ) {
        let mut cells: Vec<u8> = pattern(Shape::of_size(4).unwrap()).iter().map(|it| renamed[usize::from(*it) - 1]).collect();
        wrong.iter().for_each(|&(cell, digit)| cells[cell] = digit);
        blanks.iter().for_each(|&cell| cells[cell] = 0);
        let sudoku = Sudoku::new(Shape::of_size(4).unwrap(), cells).unwrap();
        agree(&sudoku, &naive(&sudoku));
    }

    /// The same for boards with few givens, where most have none or many solutions, against the plain form.
    #[test]
    fn agree_on_open_boards(givens in prop::collection::vec((0..16_usize, 1..=4_u8), 0..9)) {
        let mut cells = vec![0; 16];
        givens.iter().for_each(|&(cell, digit)| cells[cell] = digit);
        let sudoku = Sudoku::new(Shape::of_size(4).unwrap(), cells).unwrap();
        agree(&sudoku, &Search::new(PlainSudoku::new(&sudoku)).all());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// The forms on boards of every shape with a third of their cells open at most.
    #[test]
    fn agree_on_every_shape(
        shape in prop::sample::select(every_shape().collect::<Vec<_>>()),
        blanks in prop::collection::vec(any::<prop::sample::Index>(), 0..30),
    ) {
        let mut cells = pattern(shape);
        blanks.iter().for_each(|index| cells[index.index(shape.cells())] = 0);
        let sudoku = Sudoku::new(shape, cells).unwrap();
        testkit::check_same_search(&PlainSudoku::new(&sudoku), &BitSudoku::new(&sudoku)).unwrap();
        keeps_its_promises(&sudoku);
        agree(&sudoku, &Search::new(BitSudoku::new(&sudoku)).all());
    }

    /// Any bytes: an end, and no panic.
    #[test]
    fn any_bytes_are_read_to_the_end(bytes in prop::collection::vec(any::<u8>(), 0..2_000)) {
        let puzzles = read_puzzles(bytes.as_slice(), Reading::default());
        prop_assert!(puzzles.count() <= bytes.len() + 1);
    }

    /// The same for what looks more like puzzles.
    #[test]
    fn any_puzzling_text_is_read_to_the_end(text in "([1-9.]{4}|[-*_|+ ]{4,9}|[0-9A-G]{16}|[#\\[,;:]|\n|\r\n|[1-9. ]{9}|\n\n){0,200}") {
        let reading = Reading { clashes: true, ..Reading::default() };
        for puzzle in read_puzzles(text.as_bytes(), reading).flatten() {
            prop_assert_eq!(puzzle.cells().len(), puzzle.shape().cells());
            let again = parse_puzzle(&puzzle.text(&puzzle.cells().to_vec()), Reading {
                boxes: Some(puzzle.shape()), symbols: Some(puzzle.symbols()), ..reading
            });
            let again = again.map(|again| again.cells().to_vec());
            prop_assert_eq!(again.as_deref(), Ok(puzzle.cells()));
        }
    }
}

#[test]
fn a_solved_grid_of_every_shape() {
    for shape in every_shape() {
        let solution = pattern(shape);
        let sudoku = Sudoku::new(shape, solution.clone()).unwrap();
        sudoku.verify(&solution).unwrap();
        agree(&sudoku, std::slice::from_ref(&solution));
        let mut open = solution;
        open.iter_mut().step_by(5).for_each(|digit| *digit = 0);
        keeps_its_promises(&Sudoku::new(shape, open).unwrap());
    }
}

/// The first of very many: the textbook order, found with a look ahead.
#[test]
fn the_first_of_an_empty_grid() {
    let empty = Sudoku::new(Shape::NINE, vec![0; 81]).unwrap();
    let first = "123456789456789123789123456214365897365897214897214365531642978642978531978531642";
    assert_eq!(solve(&empty, Engine::Fast).as_deref(), Some(first));
    assert_eq!(solve(&empty, Engine::Bits).as_deref(), Some(first));
    let some = empty.pose(Engine::Fast, Aim::All, Take(200));
    assert_eq!(some, empty.pose(Engine::Bits, Aim::All, Take(200)));
    assert_eq!(empty.pose(Engine::Fast, Aim::First, Take(20)), some[..20]);
}

/// Every blank, comments and the ends of lines.
#[test]
fn lines_of_the_wild() {
    let dots = MISSION.replace('0', ".");
    for blank in ['.', '0', '_', '*', 'x', 'X', '-', ' ', '?'] {
        assert_eq!(parse(&MISSION.replace('0', &blank.to_string())).line(), dots, "blank `{blank}`");
    }
    for text in [
        format!("# a comment\n\n{MISSION} # another\n"),
        format!("{MISSION}#\n"),
        format!("\u{feff}{MISSION}\r\n\u{1a}"),
        format!("  {MISSION}\t"),
        format!("{MISSION} ED=7.2/1.2/1.2"),
        format!("17 {MISSION}"),
        format!("puzzle,solution\n{MISSION},{}\n", "1".repeat(81)),
        format!("quizzes;solutions\n{MISSION};{}\n", "1".repeat(81)),
        format!("id,puzzle,clues\n1,\"{MISSION}\",32\n"),
        format!("{MISSION},{}", "1".repeat(81)),
        MISSION.chars().map(String::from).collect::<Vec<_>>().join(","),
    ] {
        let sudoku = parse(&text);
        assert_eq!((sudoku.line(), sudoku.layout()), (dots.clone(), Layout::Line), "{text}");
    }
    let heading = format!("# from a table\npuzzle,solution\n{MISSION},{MISSION}\n");
    assert_eq!(read_all(&heading), [Ok(dots.clone())]);
    let sdm = format!("{MISSION}\n{dots}\n{MISSION}\n");
    assert_eq!(read_all(&sdm), vec![Ok(dots); 3]);
    assert_eq!(read_all(&format!("{}\n", "-".repeat(81))), [Ok(".".repeat(81))]);
    assert_eq!(read_all("# nothing\n\n\u{1a}"), []);
}

/// Grids with rows in groups: `text` has `%` for each symbol of a row.
fn drawn(line: &str, size: usize, row: &str, rule: &str, band: usize) -> String {
    let mut text = format!("{rule}\n");
    let symbols: Vec<_> = line.chars().map(String::from).collect();
    for (index, symbols) in symbols.chunks(size).enumerate() {
        let row = symbols.iter().fold(row.to_owned(), |row, symbol| row.replacen('%', symbol, 1));
        writeln!(text, "{row}").unwrap();
        if (index + 1) % band == 0 {
            writeln!(text, "{rule}").unwrap();
        }
    }
    text
}

#[test]
fn grids_of_the_wild() {
    let dots = MISSION.replace('0', ".");
    let patterns = [
        ("|%%%|%%%|%%%|", "+---+---+---+"),
        ("|%%%|%%%|%%%|", "|---+---+---|"),
        ("|%%%|%%%|%%%|", "*-----------*"),
        ("| % % % | % % % | % % % |", "+-------+-------+-------+"),
        ("| % % % | % % % | % % % |", "-------------------------"),
        ("% % % | % % % | % % %", "------+-------+------"),
        ("%%% | %%% | %%%", "---------------"),
        ("%%%!%%%!%%%", "---!---!---"),
        ("%%%:%%%:%%%", "===:===:==="),
        ("\u{2502}%%%\u{2502}%%%\u{2502}%%%\u{2502}", "\u{251c}\u{2500}\u{2500}\u{253c}\u{2500}\u{2524}"),
        ("%%% %%% %%%", ""),
        ("%%%%%%%%%", ""),
        ("% % %  % % %  % % %", "#"),
        ("%,%,%,%,%,%,%,%,%", ""),
    ];
    for (row, rule) in patterns {
        for blank in ['.', '0', '_', '*', 'x', '-'] {
            if (rule, blank) == ("---!---!---", '-') {
                continue; // could be rows of blanks, and is read so
            }
            let line = MISSION.replace('0', &blank.to_string());
            let text = drawn(&line, 9, row, rule, 3);
            assert_eq!(parse(&text).line(), dots, "{text}");
            // Twice, so that the first must end where it does.
            assert_eq!(read_all(&(text.clone() + &text)), vec![Ok(dots.clone()); 2], "{text}");
        }
    }
    let spaces = rows(&MISSION.replace('0', " "), 9, "");
    assert_eq!(parse(&spaces).line(), dots);
    let sdk =
        format!("#ATremaux\n#DA puzzle\n#B2026\n[Puzzle]\n{}[State]\n{}", rows(&dots, 9, ""), rows(MISSION, 9, ""));
    assert_eq!(read_all(&sdk), [Ok(dots.clone())]);
    let titled = format!("Grid 01\n{0}Grid 02\n{0}", rows(MISSION, 9, ""));
    assert_eq!(read_all(&titled), vec![Ok(dots); 2]);
    let dashes = "---------\n".repeat(3) + "123456789\n" + &"---------\n".repeat(5);
    assert_eq!(parse(&dashes).line(), ".".repeat(27) + "123456789" + &".".repeat(45));
}

#[test]
fn symbols_of_the_wild() {
    let sixteen = pattern(Shape::of_size(16).unwrap());
    let twenty_five = pattern(Shape::of_size(25).unwrap());
    let nine = pattern(Shape::NINE);
    let alphabets = [Alphabet::FromOne, Alphabet::FromZero, Alphabet::Letters, Alphabet::Numbers];
    for (cells, size) in [(&nine, 9), (&sixteen, 16), (&twenty_five, 25)] {
        for alphabet in alphabets {
            if size == 9 && matches!(alphabet, Alphabet::FromZero | Alphabet::Numbers) {
                continue;
            }
            let lowercase = alphabet != Alphabet::Numbers && (size > 9 || alphabet == Alphabet::Letters);
            for symbols in [Symbols { alphabet, lowercase: false }, Symbols { alphabet, lowercase }] {
                for layout in [Layout::Line, Layout::Rows, Layout::SpacedRows] {
                    let mut open = cells.clone();
                    open.iter_mut().skip(1).step_by(3).for_each(|digit| *digit = 0);
                    let sudoku =
                        Sudoku::new(Shape::of_size(size).unwrap(), open.clone()).unwrap().written(symbols, layout);
                    let again = parse(&sudoku.text(&open));
                    assert_eq!((again.cells(), again.symbols()), (open.as_slice(), symbols), "{layout:?}");
                    sudoku.verify(cells).unwrap();
                }
            }
        }
    }
    let zero_blank = parse(&("G1".to_owned() + &"0".repeat(254)));
    assert_eq!(zero_blank.cells()[..3], [16, 1, 0]);
    let zero_digit = parse(&("F01".to_owned() + &".".repeat(253)));
    assert_eq!(zero_digit.cells()[..4], [16, 1, 2, 0]);
    // 16 symbols: a puzzle of 4 x 4, or the first row of 16.
    let row = "1...2...3...4...";
    assert_eq!(parse(row).shape().size(), 4);
    let grid = format!("{row}\n...............G\n{}", "................\n".repeat(14));
    assert_eq!(parse(&grid).shape().size(), 16);
}

#[test]
fn boxes_of_other_shapes() {
    assert_eq!(parse_box("2x3").unwrap(), Shape::of_size(6).unwrap());
    for wrong in ["", "x", "2", "1x9", "5x6", "2x3x4", "99999999999999999999x2"] {
        parse_box(wrong).unwrap_err();
    }
    let solution: String = pattern(Shape::new(3, 2).unwrap()).iter().map(ToString::to_string).collect();
    let reading = |boxes| Reading { boxes: parse_box(boxes).ok(), ..Reading::default() };
    assert!(parse_puzzle(&solution, reading("3x2")).is_ok());
    assert!(parse_puzzle(&solution, reading("2x3")).unwrap_err().message.contains("twice in box"));
    let error = parse_puzzle(MISSION, reading("2x3")).unwrap_err();
    assert_eq!(error.message, "expected 36 symbols for a puzzle of 6 x 6, found 81");
}

#[test]
fn faults_say_where_and_what() {
    assert_eq!(fault(&MISSION[..80]), "line 1, column 81: expected 81 symbols for a puzzle of 9 x 9, found 80");
    assert_eq!(fault(&format!("{MISSION}1")), "line 1, column 82: expected 81 symbols for a puzzle of 9 x 9, found 82");
    let wrong = MISSION.replacen('8', "a", 1);
    assert_eq!(fault(&wrong), "line 1, column 6: expected 1 to 9 or a blank (. 0 _ * x -), found `a`");
    let grid = rows(MISSION, 9, "");
    let ragged = grid.replacen("520000000", "52000000", 1);
    assert_eq!(fault(&ragged), "line 2, column 9: expected a row of 9 symbols like the first, found 8");
    let short: String = grid.lines().take(8).map(|row| row.to_owned() + "\n").collect();
    assert_eq!(fault(&short), "line 9, column 1: expected 9 rows of 9 symbols, found 8");
    assert_eq!(
        fault("hello\n"),
        "line 1, column 6: expected a row of 4, 6, 8, 9, 10, 12, 14, 15, 16, 18, 20, 21, 22, 24 or 25 symbols, found 5"
    );
    assert_eq!(fault("1!?@"), "line 1, column 4: expected a digit or a blank (. 0 _ * x -), found `@`");
    assert_eq!(fault(""), "line 1, column 1: expected a puzzle, found none");
    assert!(fault(&format!("{MISSION}\n{MISSION}\n")).starts_with("line 2, column 1: expected one puzzle"));
}

/// One bad puzzle is one error, and what follows is read.
/// Links of f-puzzles, and what they hold.
#[test]
fn a_packed_puzzle_is_refused_and_how_to_unpack_it_is_said() {
    let packed = "N4IgzglgXgpiBcBOANCALhNAbO8QHkBXNAYwAsQBbQgeyoQGEIKBrEVAN2oCdMPHbA==";
    for text in [packed.to_owned(), format!("https://f-puzzles.com/?load={packed}")] {
        assert!(fault(&text).ends_with("by lz-string (decompressFromBase64), and give the JSON"), "{}", fault(&text));
    }
}

/// The first solution of the largest grids, of which a search in order alone would not see the end.
#[test]
fn the_first_of_large_empty_grids() {
    for size in [15, 16, 25] {
        let empty = Sudoku::blank(Shape::of_size(size).unwrap());
        let first = Search::new(FirstSudoku::new(&empty)).first().unwrap();
        empty.verify(&first).unwrap();
        let rows: Vec<_> = first.chunks(size).collect();
        assert!(rows[0].iter().enumerate().all(|(column, digit)| usize::from(*digit) == column + 1));
        // The least digit that is not in the first box.
        assert_eq!(usize::from(rows[1][0]), empty.shape().columns() + 1);
    }
}

#[test]
fn a_batch_goes_on_after_a_bad_puzzle() {
    let dots = MISSION.replace('0', ".");
    let grid = rows(MISSION, 9, "");
    let ragged = grid.replacen("520000000", "52000000", 1);
    let cut: String = grid.lines().take(7).map(|row| row.to_owned() + "\n").collect();
    for bad in [MISSION[..80].to_owned(), "a".repeat(81), ragged.clone(), ragged.replacen("98", "?@", 1), cut] {
        for good in [format!("{MISSION}\n"), grid.clone()] {
            let found = read_all(&format!("{good}\n{}\n\n{good}", bad.trim_end()));
            assert!(found.len() == 3 && found[1].is_err(), "{found:?}");
            assert_eq!((&found[0], &found[2]), (&Ok(dots.clone()), &Ok(dots.clone())), "{bad}");
        }
    }
}

/// A line cut short is told so itself, not by the line after it.
#[test]
fn a_line_cut_short_in_a_batch() {
    for length in [1, 4, 9, 16, 20, 25, 30, 50, 80] {
        let cut: String = MISSION.chars().rev().take(length).collect();
        let found = read_all(&format!("{MISSION}\n{cut}\n{MISSION}\n{cut}"));
        let expected = |line: usize| format!("line {line}, column {}: expected 81 symbols", length + 1);
        assert_eq!(found.len(), 4, "{found:?}");
        assert!(found[1].as_ref().is_err_and(|error| error.starts_with(&expected(2))), "{found:?}");
        assert!(found[3].as_ref().is_err_and(|error| error.starts_with(&expected(4))), "{found:?}");
    }
}

/// Bytes that stop to come end the reading.
#[test]
fn bytes_that_fail() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("gone"))
        }
    }
    let mut puzzles = read_puzzles(BufReader::new(MISSION.as_bytes()[..40].chain(Broken)), Reading::default());
    assert!(matches!(puzzles.next(), Some(Err(ReadError::Io(_)))));
    assert!(puzzles.next().is_none());
}

/// Each puzzle of a file of /cases has one solution. Left out, and said so, where the file is not there.
fn one_solution_each(file: &str, step: usize) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/cases/sudoku").join(file);
    let Ok(file) = File::open(&path) else {
        assert!(std::env::var_os("CI").is_none_or(|ci| ci != "true"), "{} is not there", path.display());
        println!("left out: {} is not there", path.display());
        return;
    };
    let puzzles = read_puzzles(BufReader::new(file), Reading::default());
    let mut read = 0;
    for sudoku in puzzles.step_by(step) {
        let sudoku = sudoku.unwrap();
        let solutions = sudoku.pose(Engine::Fast, Aim::Count, Take(2));
        assert_eq!(solutions.len(), 1, "{}", sudoku.line());
        sudoku.verify(&solutions[0]).unwrap();
        assert_eq!(sudoku.pose(Engine::Fast, Aim::First, Take(2)), solutions);
        read += 1;
    }
    assert!(read > 1_000);
}

#[test]
fn every_case_has_one_solution() {
    one_solution_each("17-clue.txt", 24);
    one_solution_each("bug-plus-n.txt", 18);
    one_solution_each("top1465.txt", 1);
    one_solution_each("hardest-5000.txt", 4);
}

/// What the project shows as examples can be read, and each puzzle of it has one solution.
#[test]
fn the_examples() {
    for (file, puzzles) in [("easy.txt", 20), ("grid.txt", 1), ("six.txt", 1), ("sixteen.txt", 1)] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/sudoku").join(file);
        let read = read_puzzles(BufReader::new(File::open(path).unwrap()), Reading::default());
        let read: Vec<_> = read.map(Result::unwrap).collect();
        assert_eq!(read.len(), puzzles, "{file}");
        assert!(read.iter().all(|sudoku| sudoku.pose(Engine::Fast, Aim::Count, Take(2)).len() == 1), "{file}");
    }
}

/// Clashing givens and a cell without candidates: no solution, never several.
#[test]
fn none_is_not_several() {
    let clash = "99..5.1..".to_owned() + &".".repeat(72);
    let reading = Reading { clashes: true, ..Reading::default() };
    let clash = parse_puzzle(&clash, reading).unwrap();
    let stuck = parse(&("12345678.........9".to_owned() + &".".repeat(63)));
    let full = Sudoku::new(Shape::of_size(4).unwrap(), vec![1; 16]).unwrap();
    for sudoku in [clash, stuck, full] {
        agree_on_none(&sudoku);
    }
}

fn agree_on_none(sudoku: &Sudoku) {
    for aim in [Aim::First, Aim::All, Aim::Count] {
        assert!(sudoku.pose(Engine::Fast, aim, Take(2)).is_empty(), "{}", sudoku.line());
    }
    keeps_its_promises(sudoku);
}

#[test]
fn what_is_broken_is_named() {
    let sudoku = parse(MISSION);
    assert_eq!(sudoku.review(None).unwrap().to_string(), "valid, 49 open");
    let solved = solve(&sudoku, Engine::Fast).unwrap();
    assert_eq!(sudoku.review(Some(&solved)).unwrap().to_string(), "valid, complete");
    let wrong = solved.replacen("316", "613", 1);
    let review = sudoku.review(Some(&wrong)).unwrap();
    let breaches: Vec<_> = review.breaches.iter().map(ToString::to_string).collect();
    assert_eq!(breaches[..2], ["given: 3 is given at (0, 0), not 6", "given: 6 is given at (0, 2), not 3"]);
    assert!(breaches.iter().any(|breach| breach.starts_with("column: ")));
    assert!(!review.complete);
    let clash = "..5......\n".repeat(2) + &".........\n".repeat(7);
    assert_eq!(fault(&clash), "line 2, column 3: 5 twice in column 2: (0, 2) and (1, 2)");
    let reading = Reading { clashes: true, ..Reading::default() };
    let review = parse_puzzle(&clash, reading).unwrap().review(None).unwrap();
    let expected = "invalid: column: 5 twice in column 2: (0, 2) and (1, 2); box: 5 twice in box 0: (0, 2) and (1, 2)";
    assert_eq!(review.to_string(), expected);
}

#[test]
fn ways_from_worst_to_best() {
    let ways = parse(MISSION).ways();
    let computed: Vec<_> =
        ways.iter().filter_map(|way| way.computed.as_ref()).map(|(formula, _)| formula.as_str()).collect();
    assert_eq!(computed, ["9^49", "4! x 7! x 5! x 6! x 4! x 6! x 5! x 7! x 5!"]);
    let tallies: Vec<_> = ways.iter().filter_map(|way| way.count.as_ref()).map(|count| count(Limits::new())).collect();
    assert!(tallies.iter().all(|tally| tally.complete && tally.solutions == 1));
    assert!(tallies[0].size > tallies[1].size);
}
