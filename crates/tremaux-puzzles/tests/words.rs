//! Words in a grid against a naive search, and the forms against each other.

use std::collections::BTreeSet;

use proptest::prelude::*;
use tremaux::{Limits, Problem, Search, testkit};
use tremaux_puzzles::words::{
    BitWord, Dictionary, FastWord, Found, Grid, PlainWord, TrieWords, WordSearch, read_dictionary, read_grid,
};
use tremaux_puzzles::{Aim, Cell, Engine, Moves, Puzzle, Question};

const ENGINES: [Engine; 3] = [Engine::Plain, Engine::Bits, Engine::Fast];

/// The first `most` solutions.
struct Take(usize);

impl<S> Question<S> for Take {
    type Answer = Vec<S>;

    fn ask<P: Problem<Solution = S>>(self, problem: P) -> Vec<S> {
        Search::new(problem).take(self.0)
    }
}

fn all<P: Puzzle>(puzzle: &P, engine: Engine) -> Vec<P::Solution> {
    puzzle.pose(engine, Aim::All, Take(usize::MAX))
}

fn grid(text: &str) -> Grid {
    read_grid(text.as_bytes()).unwrap()
}

/// Row 7 of the mission.
#[test]
fn words_of_a_small_grid() {
    let grid = grid("TRAP\nENIL\nEMAZ\n");
    for (word, paths) in [
        ("TRAIN", vec![vec![(0, 0), (0, 1), (0, 2), (1, 2), (1, 1)]]),
        ("LIP", vec![]),
        ("TEEM", vec![vec![(0, 0), (1, 0), (2, 0), (2, 1)]]),
        ("TENET", vec![]),
        ("EE", vec![vec![(1, 0), (2, 0)], vec![(2, 0), (1, 0)]]),
        ("Z", vec![vec![(2, 3)]]),
        ("maze", vec![]),
    ] {
        let search = WordSearch::new(&grid, word).unwrap();
        for engine in ENGINES {
            let found: Vec<_> = all(&search, engine).into_iter().map(|found| found.path).collect();
            assert_eq!(found, paths, "{word}, {engine:?}");
        }
    }
    let search = WordSearch::new(&grid, "teem").unwrap().ignore_case(true);
    let found = all(&search, Engine::Fast).remove(0);
    assert_eq!(search.text(&found), "teem: (0, 0) (1, 0) (2, 0) (2, 1)");
    assert_eq!(search.json(&found).to_string(), r#"{"word":"teem","path":[[0,0],[1,0],[2,0],[2,1]]}"#);
    let input = r#"{"grid":["TRAP","ENIL","EMAZ"],"word":"teem","moves":"four","ignore_case":true}"#;
    assert_eq!(search.input().to_string(), input);
    assert_eq!(search.none(Aim::First), "teem: not found");
    // Beside each other at a corner.
    let search = WordSearch::new(&grid, "LINT").unwrap().moves(Moves::Eight);
    assert_eq!(all(&search, Engine::Fast)[0].path, [(1, 3), (1, 2), (1, 1), (0, 0)]);
}

/// Letters beyond ASCII, and cases that are more than one letter or differ in length.
#[test]
fn letters_of_all_kinds() {
    let grid = grid("Ж É ß\nİ ı 7\n");
    for (word, exact, folded) in
        [("жé", 0, 1), ("ЖÉß", 1, 1), ("ẞ7", 0, 1), ("İı7", 1, 1), ("i", 0, 0), ("I", 0, 0), ("ss", 0, 0)]
    {
        let search = WordSearch::new(&grid, word).unwrap();
        for engine in ENGINES {
            assert_eq!(all(&search, engine).len(), exact, "{word}");
            let found = all(&search.clone().ignore_case(true), engine);
            assert_eq!(found.len(), folded, "{word}");
            found.iter().for_each(|found| search.clone().ignore_case(true).verify(found).unwrap());
        }
        let dictionary = |ignore_case| Dictionary::new(&grid, ignore_case, [word]).unwrap();
        assert_eq!(all(&dictionary(false), Engine::Fast).len(), exact);
        assert_eq!(all(&dictionary(true), Engine::Fast).len(), folded);
    }
}

#[test]
fn errors_say_where() {
    let long = "A".repeat(1001);
    for (text, error) in [
        ("", "line 1, column 1: expected a grid of letters, found the end of the file"),
        ("\n  \n", "line 3, column 1: expected a grid of letters, found the end of the file"),
        ("AB\nABC\n", "line 2, column 3: expected a row of 2 letters like the first, found 3"),
        ("A B\nA\n", "line 2, column 2: expected a row of 2 letters like the first, found 1"),
        ("AB C\n", "line 1, column 1: expected letters apart by spaces, or a row without any, found `AB`"),
        ("AB\n\nCD\n", "line 2, column 1: expected the next row of letters, found an empty line"),
        ("A#\n", "line 1, column 2: expected a letter or a digit, found `#`"),
        (&long, "line 1, column 1001: expected at most 1000 columns, found 1001"),
        (&"A\n".repeat(1001), "line 1001, column 1: expected at most 1000 rows, found one more"),
    ] {
        assert_eq!(read_grid(text.as_bytes()).unwrap_err().to_string(), error, "{text:?}");
    }
    let grid = grid("\u{feff}\nA B\r\nC D\r\n\n");
    assert_eq!(grid, Grid::new(&["AB", "CD"]).unwrap());
    for (word, error) in [
        ("", "line 1, column 1: expected a word, found an empty one"),
        ("A B", "line 1, column 2: expected a letter or a digit, found ` `"),
        ("ABCDA", "line 1, column 5: expected at most 4 letters, one for each cell, found 5"),
    ] {
        assert_eq!(WordSearch::new(&grid, word).unwrap_err().to_string(), error, "{word:?}");
    }
    let error = read_dictionary(&b"A\n\xFF\n"[..], &grid, false).unwrap_err();
    assert_eq!(error.to_string(), "line 2, column 1: expected text, found the byte 0xFF");
}

#[test]
fn the_examples_are_what_they_say() {
    let example = |name: &str| {
        let path = format!("{}/../../examples/words/{name}.txt", env!("CARGO_MANIFEST_DIR"));
        std::fs::read(path).unwrap()
    };
    let grid = read_grid(&*example("grid")).unwrap();
    let dictionary = read_dictionary(&*example("words"), &grid, true).unwrap().each_word_once(true);
    let found = |moves| all(&dictionary.clone().moves(moves), Engine::Fast).len();
    let listed = example("words").iter().filter(|byte| **byte == b'\n').count();
    assert!(0 < found(Moves::Four) && found(Moves::Four) < found(Moves::Eight) && found(Moves::Eight) < listed);
}

#[test]
fn dictionaries_keep_what_the_grid_could_hold() {
    let grid = grid("TRAP\nENIL\nEMAZ\n");
    let text = "train\r\n\n  RAP \nArea\nanna\nrap\ntrainee's\nzap\nmaze\nmazes\n";
    let dictionary = read_dictionary(text.as_bytes(), &grid, true).unwrap();
    assert_eq!(dictionary.words().collect::<Vec<_>>(), ["Area", "maze", "RAP", "train", "zap"]);
    let found: Vec<_> = all(&dictionary, Engine::Fast).into_iter().map(|found| found.word).collect();
    assert_eq!(found, ["train", "RAP"]);
    assert_eq!(dictionary.input()["words"], 5);
    let dictionary = read_dictionary(text.as_bytes(), &grid, false).unwrap();
    assert_eq!(dictionary.words().collect::<Vec<_>>(), ["RAP"]);
    assert_eq!(read_dictionary(&b"\n\n"[..], &grid, false).unwrap().words().len(), 0);
    assert_eq!(all(&read_dictionary(&b"zzz"[..], &grid, true).unwrap(), Engine::Fast), []);
}

#[test]
fn reviews_of_paths() {
    let grid = grid("TRAP\nENIL\nEMAZ\n");
    let search = WordSearch::new(&grid, "train").unwrap().ignore_case(true);
    let dictionary = Dictionary::new(&grid, true, ["train", "trap"]).unwrap();
    for (answer, of_word, of_dictionary) in [
        (None, "valid, 5 open", "valid, not complete"),
        (Some("0,0 0,1 0,2"), "valid, 2 open", "valid, not complete"),
        (Some("0,0 0,1 0,2 1,2 1,1"), "valid, complete", "valid, complete"),
        (Some("[[0,0],[0,1],[0,2],[0,3]]"), "invalid: letter: (0, 3) holds `P`, expected `i`", "valid, complete"),
        (Some("0,1 1,1"), "invalid: letter: (0, 1) holds `R`, expected `t`; letter: (1, 1) holds `N`, expected `r`", {
            "invalid: letter: no word begins with `rn`"
        }),
        (Some("0,0 9,9"), "invalid: grid: (9, 9) is not on it", "invalid: grid: (9, 9) is not on it"),
    ] {
        assert_eq!(search.review(answer).unwrap().to_string(), of_word, "{answer:?}");
        assert_eq!(dictionary.review(answer).unwrap().to_string(), of_dictionary, "{answer:?}");
    }
    let ee = WordSearch::new(&grid, "EE").unwrap();
    assert_eq!(ee.review(Some("1,0 1,0")).unwrap().to_string(), {
        "invalid: move: (1, 0) is not beside (1, 0); used: (1, 0) for the letters 0 and 1"
    });
    let e = WordSearch::new(&grid, "E").unwrap();
    assert_eq!(e.review(Some("1,0 2,0")).unwrap().to_string(), {
        "invalid: letter: (2, 0) holds `E`, expected the end of the word"
    });
    assert!(search.review(Some("0,0 1")).is_err());
    assert!(search.review(Some("a")).is_err());
    let wrong = Found { word: "train".into(), path: vec![(0, 0), (0, 1)] };
    assert_eq!(search.verify(&wrong).unwrap_err().to_string(), "word: the path spells `TR` and not `train`");
    assert!(dictionary.verify(&wrong).is_err());
    assert!(search.verify(&Found { word: "trap".into(), path: vec![] }).is_err());
}

#[test]
fn ways_of_words() {
    let grid = grid("TRAP\nENIL\nEMAZ\n");
    let ways = WordSearch::new(&grid, "TRAIN").unwrap().ways();
    assert_eq!(ways[0].computed, Some(("12^5".to_owned(), 248_832_u32.into())));
    let count = |ways: &[tremaux_puzzles::Way]| {
        let counts = ways.iter().filter_map(|way| way.count.as_ref()).map(|count| count(Limits::new()));
        counts.map(|tally| (tally.size, tally.solutions)).collect::<Vec<_>>()
    };
    assert_eq!(count(&ways), [(5, 1), (5, 1)]);
    assert_eq!(count(&WordSearch::new(&grid, "EEE").unwrap().ways()), [(4, 0), (0, 0)]);
    let ways = Dictionary::new(&grid, false, ["EE", "E"]).unwrap().ways();
    // E, end, E, end from either side; and once E, end, E, end.
    assert_eq!(count(&ways), [(8, 4), (4, 2)]);
}

/// Words of the letters of a grid of letters, made by a small generator, enough for a trie of some size.
#[test]
fn many_words_in_a_large_grid() {
    let mut state = 7_u64;
    let mut below = |n: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % n
    };
    let mut letter = || char::from(b'a' + u8::try_from(below(26).min(below(26))).unwrap());
    let rows: Vec<String> = (0..50).map(|_| (0..50).map(|_| letter()).collect()).collect();
    let words: Vec<String> = (0..30_000).map(|index| (0..3 + index % 8).map(|_| letter()).collect()).collect();
    let grid = Grid::new(&rows).unwrap();
    let dictionary = Dictionary::new(&grid, false, &words).unwrap().moves(Moves::Eight);
    let once = all(&dictionary.clone().each_word_once(true), Engine::Fast);
    let every = all(&dictionary, Engine::Fast);
    assert!(once.len() > 5000);
    once.iter().chain(&every).for_each(|found| dictionary.verify(found).unwrap());
    let set = |found: &[Found]| found.iter().map(|found| found.word.clone()).collect::<BTreeSet<_>>();
    assert_eq!(set(&once), set(&every));
    assert_eq!(set(&once).len(), once.len());
}

/// Every path that spells `word`, by recursion; written without a look at the forms.
fn naive(rows: &[String], word: &[char], moves: Moves) -> Vec<Vec<Cell>> {
    fn walk(
        rows: &[Vec<char>],
        word: &[char],
        around: &[(i64, i64)],
        path: &mut Vec<Cell>,
        found: &mut Vec<Vec<Cell>>,
    ) {
        if path.len() == word.len() {
            found.push(path.clone());
            return;
        }
        let (row, column) = path[path.len() - 1];
        for (down, right) in around {
            let (row, column) = (row as i64 + down, column as i64 + right);
            let (Ok(row), Ok(column)) = (usize::try_from(row), usize::try_from(column)) else { continue };
            let letter = rows.get(row).and_then(|row| row.get(column));
            if letter == Some(&word[path.len()]) && !path.contains(&(row, column)) {
                path.push((row, column));
                walk(rows, word, around, path, found);
                path.pop();
            }
        }
    }
    let around: &[(i64, i64)] = match moves {
        Moves::RightDown => &[(1, 0), (0, 1)],
        Moves::Four => &[(1, 0), (0, -1), (0, 1), (-1, 0)],
        Moves::Eight => &[(1, 0), (1, -1), (1, 1), (0, -1), (0, 1), (-1, 0), (-1, -1), (-1, 1)],
    };
    let rows: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
    let mut found = Vec::new();
    for (row, letters) in rows.iter().enumerate() {
        for (column, letter) in letters.iter().enumerate() {
            if *letter == word[0] {
                walk(&rows, word, around, &mut vec![(row, column)], &mut found);
            }
        }
    }
    found
}

fn rows() -> impl Strategy<Value = Vec<String>> {
    (1..5_usize, 1..5_usize).prop_flat_map(|(rows, columns)| {
        let row = prop::collection::vec(prop::char::range('a', 'c'), columns);
        prop::collection::vec(row.prop_map(String::from_iter), rows)
    })
}

fn moves() -> impl Strategy<Value = Moves> {
    prop::sample::select(&Moves::ALL[..])
}

fn check_forms<const N: usize>(search: &WordSearch) -> Result<(), testkit::Fault> {
    testkit::check_same_search(&PlainWord::new(search), &BitWord::<N>::new(search))?;
    testkit::check_problem(PlainWord::new(search), 300)?;
    testkit::check_problem(BitWord::<N>::new(search), 300)?;
    testkit::check_problem(FastWord::<N>::new(search), 300)?;
    Ok(())
}

fn check_dictionary<const N: usize>(dictionary: &Dictionary) -> Result<(), testkit::Fault> {
    testkit::check_problem(TrieWords::<N>::new(dictionary), 1000)?;
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn all_forms_agree_with_recursion(rows in rows(), word in "[abc]{1,6}", moves in moves()) {
        let grid = Grid::new(&rows).unwrap();
        prop_assume!(word.len() <= grid.cells());
        let search = WordSearch::new(&grid, &word).unwrap().moves(moves);
        let expected = naive(&rows, &word.chars().collect::<Vec<_>>(), moves);
        for engine in ENGINES {
            let found = all(&search, engine);
            found.iter().for_each(|found| search.verify(found).unwrap());
            prop_assert_eq!(&found.into_iter().map(|found| found.path).collect::<Vec<_>>(), &expected);
        }
        let checked = match moves {
            Moves::RightDown => check_forms::<2>(&search),
            Moves::Four => check_forms::<4>(&search),
            Moves::Eight => check_forms::<8>(&search),
        };
        checked.map_err(|fault| TestCaseError::fail(fault.to_string()))?;
        // The same in another case.
        let search = WordSearch::new(&grid, &word.to_uppercase()).unwrap().moves(moves).ignore_case(true);
        let found = all(&search, Engine::Fast).into_iter().map(|found| found.path);
        prop_assert_eq!(found.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_dictionary_is_all_of_its_words(
        rows in rows(), words in prop::collection::vec("[abcd]{1,6}", 0..12), moves in moves()
    ) {
        let grid = Grid::new(&rows).unwrap();
        let dictionary = Dictionary::new(&grid, false, &words).unwrap().moves(moves);
        let distinct: BTreeSet<_> = words.iter().cloned().collect();
        let pairs = distinct.iter().flat_map(|word| {
            let paths = naive(&rows, &word.chars().collect::<Vec<_>>(), moves);
            paths.into_iter().map(|path| (word.clone(), path))
        });
        let pairs: BTreeSet<_> = pairs.collect();
        let found = all(&dictionary, Engine::Fast);
        found.iter().for_each(|found| dictionary.verify(found).unwrap());
        let listed: Vec<_> = found.iter().map(|found| (found.word.clone(), found.path.clone())).collect();
        prop_assert_eq!(listed.len(), pairs.len());
        prop_assert_eq!(&listed.iter().cloned().collect::<BTreeSet<_>>(), &pairs);
        // Once each: the first path of every word, in the same order.
        let once = all(&dictionary.clone().each_word_once(true), Engine::Fast);
        let mut seen = BTreeSet::new();
        let firsts: Vec<_> = found.into_iter().filter(|found| seen.insert(found.word.clone())).collect();
        prop_assert_eq!(once, firsts);
        let checked = match moves {
            Moves::RightDown => check_dictionary::<2>(&dictionary),
            Moves::Four => check_dictionary::<4>(&dictionary),
            Moves::Eight => check_dictionary::<8>(&dictionary),
        };
        checked.map_err(|fault| TestCaseError::fail(fault.to_string()))?;
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..60), text in "[ abAB1\n\r#]{0,40}") {
        let small = Grid::new(&["ab", "AB"]).unwrap();
        for bytes in [&bytes[..], text.as_bytes()] {
            let _ = read_grid(bytes);
            let _ = read_dictionary(bytes, &small, true);
            let text = String::from_utf8_lossy(bytes);
            let _ = WordSearch::new(&small, &text);
            let search = WordSearch::new(&small, "ab").unwrap();
            let _ = search.review(Some(&text));
        }
    }

    #[test]
    fn any_cells_are_reviewed(answer in "([0-3],[0-3] ){0,6}", moves in moves()) {
        let grid = Grid::new(&["abc", "bca"]).unwrap();
        let search = WordSearch::new(&grid, "abca").unwrap().moves(moves);
        let dictionary = Dictionary::new(&grid, false, ["abca", "bb", "c"]).unwrap().moves(moves);
        prop_assert!(search.review(Some(&answer)).is_ok());
        prop_assert!(dictionary.review(Some(&answer)).is_ok());
    }
}
