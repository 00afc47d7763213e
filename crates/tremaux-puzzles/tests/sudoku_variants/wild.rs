//! The files of other programs: each format with the same puzzle in it, and faults in it.

use proptest::prelude::*;
use tremaux_puzzles::sudoku::{Reading, Relation, Sudoku, parse_puzzle};
use tremaux_puzzles::{Aim, Engine, Puzzle};

use super::{Take, agree, read};

const LINE: &str = "3.65.84..52........87....31..3.1..8.9..863..5.5..9.6..13....25........74..52.63..";

fn parse(text: &str) -> Sudoku {
    parse_puzzle(text, Reading::default()).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn fault(text: &str) -> String {
    parse_puzzle(text, Reading::default()).expect_err(text).to_string()
}

fn rows(gap: &str) -> Vec<String> {
    let symbols: Vec<String> = LINE.chars().map(String::from).collect();
    symbols.chunks(9).map(|row| row.join(gap)).collect()
}

/// The candidates of the puzzle's cells: a given, or all digits.
fn open() -> Vec<u32> {
    LINE.chars().map(|it| it.to_digit(10).map_or(0x1ff, |digit| 1 << (digit - 1))).collect()
}

fn pencilled(candidates: &[u32]) -> String {
    let place = |digits: u32, digit: u32| if digits >> (digit - 1) & 1 == 1 { digit.to_string() } else { ".".into() };
    candidates.iter().flat_map(|digits| (1..=9).map(move |digit| place(*digits, digit))).collect()
}

fn drawn(candidates: &[u32]) -> String {
    let cell = |digits: &u32| (1..=9).filter(|digit| digits >> (digit - 1) & 1 == 1).map(|it| it.to_string()).collect();
    let cells: Vec<String> = candidates.iter().map(cell).collect();
    let row = |row: &[String]| {
        let boxes: Vec<_> = row
            .chunks(3)
            .map(|cells| cells.iter().map(|it| format!("{it:<9}")).collect::<Vec<_>>().join(" "))
            .collect();
        format!("| {} |\n", boxes.join("| "))
    };
    let rows: Vec<_> = cells.chunks(9).map(row).collect();
    let edge = |corner: char, inner: char| {
        let dashes = "-".repeat(31);
        format!("{corner}{dashes}{inner}{dashes}{inner}{dashes}{corner}\n")
    };
    let bands: Vec<_> = rows.chunks(3).map(<[String]>::concat).collect();
    edge('.', '.') + &bands.join(&edge(':', '+')) + &edge('\'', '\'')
}

#[test]
fn one_puzzle_in_every_format() {
    let zeros = LINE.replace('.', "0");
    let rows = rows("");
    let sdk = format!("#ASomeone\n#DA puzzle\n[Puzzle]\n{}\n[State]\n{}\n", rows.join("\n"), ".........\n".repeat(9));
    let ss_row = |row: &String| format!("{}|{}|{}", &row[..3], &row[3..6], &row[6..]);
    let ss: Vec<_> = rows.iter().map(ss_row).collect();
    let ss: Vec<_> = ss.chunks(3).map(|band| band.join("\n")).collect();
    let cell = |it: char| {
        let editable = u8::from(it == '.');
        (if it == '.' { 0 } else { it.to_digit(10).unwrap() }, editable)
    };
    let version_1: String =
        LINE.chars().map(cell).map(|(digit, editable)| format!("{digit}|1,2,|{editable}|")).collect();
    let version_2: String =
        LINE.chars().map(cell).map(|(digit, editable)| format!("{digit}|10||{editable}|")).collect();
    let entered = version_1.replacen("0|1,2,|1|", "7|-|1|", 3);
    let json_row = |row: &String| {
        let cell = |it: char| match it.to_digit(10) {
            Some(digit) => format!("{{\"value\": {digit}, \"given\": true}}"),
            None => "{}".into(),
        };
        format!("[{}]", row.chars().map(cell).collect::<Vec<_>>().join(", "))
    };
    let json = format!(
        "{{\"size\": 9,\n\"grid\": [{}],\n\"title\": \"a {{ in a \\\" text\"}}",
        rows.iter().map(json_row).collect::<Vec<_>>().join(",\n")
    );
    let xml = |data: &str| {
        format!("<?xml version=\"1.0\"?>\n<opensudoku>\n  <name>x</name>\n  <game data=\"{data}\" />\n</opensudoku>\n")
    };
    let formats = [
        ("line", LINE.to_owned()),
        ("sdk", sdk),
        ("sdm", format!("{zeros}\n")),
        ("ss", ss.join("\n-----------\n")),
        ("csv", format!("puzzle,solution\n{zeros},{}\n", "1".repeat(81))),
        ("csv without a heading", format!("{zeros},{}\n", "1".repeat(81))),
        ("opensudoku", xml(&zeros)),
        ("opensudoku 1", xml(&format!("version: 1\n{version_1}"))),
        ("opensudoku 2", xml(&format!("version: 2\n{version_2}"))),
        ("opensudoku, entries of the player", xml(&format!("version: 1\n{entered}"))),
        ("f-puzzles", json.clone()),
        ("pencil marks", pencilled(&open())),
        ("pencil marks with zeros", pencilled(&open()).replace('.', "0")),
        ("pencil marks drawn", drawn(&open())),
    ];
    for (name, text) in &formats {
        let sudoku = parse(text);
        assert_eq!(sudoku.line(), LINE, "{name}: {text}");
        assert!(sudoku.rules().is_classic(), "{name}");
        assert_eq!(sudoku.pose(Engine::Fast, Aim::Count, Take(3)).len(), 1, "{name}");
        // It reads back from its line and from its file.
        assert_eq!(parse(&sudoku.line()).cells(), sudoku.cells(), "{name}");
        let again = parse(&sudoku.file());
        assert_eq!((again.cells(), again.candidates()), (sudoku.cells(), sudoku.candidates()), "{name}");
        let twice = if name.starts_with("opensudoku") {
            text.replace("<game", &format!("<game data=\"{zeros}\"/>\n<game"))
        } else {
            format!("{text}\n{text}")
        };
        assert_eq!(read(&twice).into_iter().filter(Result::is_ok).count(), 2, "{name}: {twice}");
    }
}

#[test]
fn the_rules_of_f_puzzles() {
    let row = "[{}, {}, {}, {}]";
    let grid =
        format!("\"size\": 4, \"grid\": [{row}, {row}, {row}, [{{\"givenPencilMarks\": [1, 2]}}, {{}}, {{}}, {{}}]]");
    let rules = "\"diagonal+\": true, \"diagonal-\": true, \"antiking\": false, \"antiknight\": false, \
                 \"killercage\": [{\"cells\": [\"R1C1\", \"R1C2\"], \"value\": \"3\"}], \
                 \"thermometer\": [{\"lines\": [[\"R1C1\", \"R1C2\", \"R1C3\"]]}], \
                 \"difference\": [{\"cells\": [\"R2C1\", \"R3C1\"]}], \"arrow\": []";
    let sudoku = parse(&format!("{{{grid}, {rules}}}"));
    let options = sudoku.rules().options();
    assert!(options.diagonal && !options.anti_king);
    assert_eq!(
        (sudoku.rules().cages()[0].cells.as_slice(), sudoku.rules().cages()[0].sum),
        ([0, 1].as_slice(), Some(3))
    );
    let relations: Vec<_> = sudoku.rules().pairs().iter().map(|it| (it.relation, it.first, it.second)).collect();
    let expected = [(Relation::Less, 0, 1), (Relation::Less, 1, 2), (Relation::Consecutive, 4, 8)];
    assert!(relations.len() == 3 && expected.iter().all(|pair| relations.contains(pair)), "{relations:?}");
    assert_eq!(sudoku.candidates().unwrap()[12..], [0b11, 0b1111, 0b1111, 0b1111]);
    let solutions = sudoku.pose(Engine::Plain, Aim::All, Take(100));
    assert!(!solutions.is_empty());
    agree(&sudoku, &solutions);
    assert_eq!(
        fault(&format!("{{{grid}, \"arrow\": [{{}}]}}")),
        "line 1, column 1: the rule `arrow` of f-puzzles is not one that is known here"
    );
    assert_eq!(fault("{\n\"grid\": 7}"), "line 1, column 1: expected `grid`, the rows of a puzzle of f-puzzles");
    assert!(fault("{\n\"grid\": [,]}").starts_with("line 2, column 10: expected JSON of f-puzzles"));
}

#[test]
fn faults_in_documents_say_where() {
    let game = |data: &str| format!("<opensudoku>\n <game data=\"{data}\"/>\n</opensudoku>\n");
    assert_eq!(fault(&game(&LINE[..80])), "line 2, column 14: expected 81 digits, found 80");
    assert_eq!(fault(&game(&LINE.replacen('3', "a", 1))), "line 2, column 14: expected a digit or 0, found `a`");
    assert_eq!(
        fault(&game("version: 1\n1|2|")),
        "line 2, column 14: expected two to four fields for each of 81 cells, found 2 fields"
    );
    assert_eq!(
        fault("<opensudoku>\n<game/></opensudoku>"),
        "line 2, column 1: expected a game with its data, found none"
    );
    assert!(fault("<opensudoku>\n<game data=1/>").starts_with("line 2, column 12: expected XML of OpenSudoku: "));
    let clash = format!("99{}", ".".repeat(79));
    assert_eq!(fault(&game(&clash)), "line 2, column 14: 9 twice in row 0: (0, 0) and (0, 1)");
    let wrong = pencilled(&open()).replacen("1.......", "2.......", 1);
    assert!(fault(&wrong).contains("expected 1 or a blank (. 0) in the pencil marks"), "{}", fault(&wrong));
    let ragged = drawn(&open()).replacen("|", "| 12", 1);
    assert!(fault(&ragged).starts_with("line 2, column "), "{}", fault(&ragged));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Any candidates come back from both ways to write them, and rule out what they should.
    #[test]
    fn pencil_marks_read_back(removed in prop::collection::vec((0..81_usize, 1..=9_u32), 0..300)) {
        let solution = parse(LINE).pose(Engine::Fast, Aim::First, Take(1)).remove(0);
        let mut candidates = vec![0x1ff; 81];
        for (cell, digit) in removed {
            if u32::from(solution[cell]) != digit {
                candidates[cell] &= !(1 << (digit - 1));
            }
        }
        for text in [pencilled(&candidates), drawn(&candidates)] {
            let sudoku = parse(&text);
            prop_assert_eq!(sudoku.candidates(), Some(candidates.as_slice()));
            let again = parse(&sudoku.file());
            prop_assert_eq!(again.candidates(), Some(candidates.as_slice()));
            prop_assert_eq!(sudoku.verify(&solution), Ok(()));
        }
        let mut without = candidates;
        without[40] &= !(1 << (solution[40] - 1));
        let sudoku = parse(&pencilled(&without));
        prop_assert_eq!(sudoku.verify(&solution).unwrap_err().rule, if sudoku.cells()[40] > 0 { "given" } else { "candidate" });
        for solution in sudoku.pose(Engine::Fast, Aim::Count, Take(5)) {
            prop_assert_eq!(sudoku.verify(&solution), Ok(()));
        }
    }

    /// Any text that looks like a document: an end, and no panic.
    #[test]
    fn any_document_is_read_to_the_end(text in "(\\{|\\}|\"grid\":|\\[|\\]|\\{\\},|<game |data=\"|[0-9.|]{9,90}|\"/>|<opensudoku>|</opensudoku>|version: 1|\n|,|\"killercage\":|\"cells\":|\"R1C1\"){0,40}") {
        for puzzle in read(&text).into_iter().flatten() {
            let reading = Reading { clashes: true, ..Reading::default() };
            let again = parse_puzzle(&puzzle.file(), reading);
            prop_assert!(again.is_ok(), "{:?}", again);
        }
    }
}
