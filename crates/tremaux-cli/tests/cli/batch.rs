//! Files of very many Sudokus: searched hundreds at once, and answered as each would be alone.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::NamedTempFile;
use tremaux_puzzles::random::SplitMix;

use crate::run::{Run, run_line, run_on, tremaux};

/// A solved grid: the pattern with digits renamed, and with rows exchanged within their bands.
fn solved(random: &mut SplitMix) -> [u8; 81] {
    let (mut digits, mut rows) = ([1, 2, 3, 4, 5, 6, 7, 8, 9], [[0, 1, 2], [3, 4, 5], [6, 7, 8]]);
    random.shuffle(&mut digits);
    rows.iter_mut().for_each(|band| random.shuffle(band));
    std::array::from_fn(|cell| {
        let row = rows.as_flattened()[cell / 9];
        digits[(row % 3 * 3 + row / 3 + cell % 9) % 9]
    })
}

/// A solved grid with some cells blank; with `wrong`, a digit of it is another one.
fn thinned(random: &mut SplitMix, blanks: usize, wrong: bool) -> [u8; 81] {
    let mut cells = solved(random);
    if wrong {
        let cell = random.below(81);
        cells[cell] = cells[cell] % 9 + 1;
    }
    (0..blanks).for_each(|_| cells[random.below(81)] = 0);
    cells
}

fn line(cells: &[u8; 81], blank: char) -> String {
    cells.iter().map(|&digit| if digit == 0 { blank } else { char::from(b'0' + digit) }).collect()
}

/// What files of puzzles have between the lines of 81, and what else stands for one.
fn other(random: &mut SplitMix) -> String {
    let cells = thinned(random, 45, false);
    let rows: Vec<_> =
        line(&cells, '.').as_bytes().chunks(9).map(|row| str::from_utf8(row).unwrap().to_owned()).collect();
    match random.below(14) {
        0 => "# a comment".into(),
        1 => String::new(),
        2 => "12.....22.....21".into(),
        3 => "1234".into(),
        4 => format!("{}y", &line(&cells, '.')[..80]),
        5 => rows.join("\n"),
        6 => rows[..4].join("\n"),
        7 => format!("{} # with a remark", line(&cells, '0')),
        8 => line(&cells, '-'),
        9 => format!("{}\r", line(&cells, '.')),
        10 => format!(
            "[Rules]\ndiagonal\n[Puzzle]\n{}\n[Rules]\nbox 3x3\n[Puzzle]",
            line(&thinned(random, 40, false), '.')
        ),
        11 => format!("{},{}", line(&cells, '.'), line(&cells, '.')),
        12 => "---------".into(),
        _ => format!("Grid {}", random.below(100)),
    }
}

/// A file of lines of 81, of which one in `rarely` is something else.
fn mixed(random: &mut SplitMix, lines: usize, rarely: usize) -> String {
    let mut file = String::new();
    for _ in 0..lines {
        let text = match random.below(rarely) {
            0 => other(random),
            it => {
                let blanks = random.below(50);
                line(&thinned(random, blanks, it % 7 == 0), if it % 2 == 0 { '.' } else { '0' })
            }
        };
        writeln!(file, "{text}").unwrap();
    }
    file
}

fn in_file(text: &str) -> NamedTempFile {
    let mut file = NamedTempFile::new().unwrap();
    file.write_all(text.as_bytes()).unwrap();
    file
}

fn all_of(run: Run) -> (Option<i32>, String, String) {
    (run.exit, run.out, run.err)
}

const VERBS: [&str; 7] = ["solve", "count", "count --limit 1", "count --limit 2", "all", "all --take 2", "check"];

/// One puzzle at a time, since its nodes are limited.
const ALONE: &str = "--max-nodes 1000000000";

/// `verb` on `text` is the same on any number of threads, and through a pipe, as one at a time.
fn is_answered_alike(verb: &str, text: &str, threads: &[usize]) {
    let file = in_file(text);
    let path = file.path().display();
    let alone = all_of(run_line(&format!("{verb} sudoku {path} {ALONE}")));
    for threads in threads {
        let at_once = all_of(run_line(&format!("{verb} sudoku {path} --threads {threads}")));
        assert!(at_once == alone, "{verb}, {threads} threads:\n{text}");
    }
    let piped = all_of(run_on(&format!("{verb} sudoku -"), text.as_bytes()));
    let (exit, out, err) = alone;
    assert!(piped == (exit, out, err.replace(&path.to_string(), "standard input")), "{verb}, piped:\n{text}");
}

#[test]
fn a_file_is_answered_as_its_puzzles_are() {
    let random = &mut SplitMix::new(1);
    let text = mixed(random, 300, 5);
    for verb in VERBS {
        is_answered_alike(verb, &text, &[1, 2, 3]);
    }
    // Longer than what is held of a file.
    let long = mixed(random, 1_700, 300);
    for verb in ["solve", "count --limit 2"] {
        is_answered_alike(verb, &long, &[1, 2]);
    }
    let file = in_file(&long);
    let path = file.path().display();
    let any = run_line(&format!("solve sudoku {path} --any"));
    let first = run_line(&format!("solve sudoku {path}"));
    assert_eq!((any.exit, any.out.lines().count()), (first.exit, first.out.lines().count()));
}

/// Around the number from which on puzzles are searched at once, with and without an end of the last line.
#[test]
fn few_and_many_are_answered_alike() {
    let random = &mut SplitMix::new(2);
    let lines: Vec<_> = (0..700).map(|_| line(&thinned(random, 45, false), '.')).collect();
    for count in [1, 119, 120, 121, 122, 639, 640, 641] {
        let text = lines[..count].join("\n");
        let alone = all_of(run_on(&format!("solve sudoku - {ALONE}"), text.as_bytes()));
        assert_eq!(alone.1.lines().count(), count);
        let file = in_file(&text);
        assert!(all_of(run_line(&format!("solve sudoku {}", file.path().display()))) == alone, "{count}");
        assert!(all_of(run_on("solve sudoku -", text.as_bytes())) == alone, "{count}, piped");
        assert!(all_of(run_on("solve sudoku -", (text + "\n").as_bytes())) == alone, "{count}, with an end");
    }
    let nothing = run_on("solve sudoku -", b"");
    assert_eq!(nothing.exit, Some(2));
    assert!(nothing.err.contains("expected a puzzle, found the end of the file"), "{}", nothing.err);
}

/// Whoever asks puzzle by puzzle, or many at a time, gets the answers before they go on.
#[test]
fn a_pipe_is_answered_while_it_waits() {
    let mut child = tremaux(&["solve", "sudoku", "-", "--threads", "2"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let (mut input, mut output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()).lines());
    let random = &mut SplitMix::new(3);
    for burst in [1, 1, 3, 500, 1, 2_000, 130] {
        let puzzles: Vec<_> = (0..burst).map(|_| thinned(random, 30, false)).collect();
        // The beginning of a line that is not there yet keeps no answer back.
        let text: String = puzzles.iter().map(|cells| line(cells, '.') + "\n").collect();
        let (most, rest) = text.split_at(text.len() - 82);
        write!(input, "{most}").unwrap();
        for cells in &puzzles[..burst - 1] {
            let solution = output.next().unwrap().unwrap();
            assert!(cells.iter().zip(solution.bytes()).all(|(given, found)| *given == 0 || given + b'0' == found));
        }
        write!(input, "{}", &rest[..40]).unwrap();
        input.flush().unwrap();
        std::thread::sleep(Duration::from_millis(20));
        write!(input, "{}", &rest[40..]).unwrap();
        assert_eq!(output.next().unwrap().unwrap().len(), 81);
    }
    drop(input);
    assert!(output.next().is_none());
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

/// Puzzles of every kind on which all verbs end soon, each as a file of its own: lines, rows of a table, grids, pencil marks; with one
/// solution, several or none, with clashes, of another size, and what is no puzzle.
fn instances(random: &mut SplitMix, count: usize) -> Vec<String> {
    let instance = |at: usize| {
        let cells = thinned(random, 38, at % 5 == 4);
        let text = line(&cells, if at.is_multiple_of(2) { '.' } else { '0' });
        let rows = |gap: &str| {
            let symbols: Vec<String> = text.chars().map(String::from).collect();
            symbols.chunks(9).map(|row| row.join(gap)).collect::<Vec<_>>().join("\n")
        };
        let pencilled = |cell: &u8| -> String {
            (1..=9).map(|digit| if [0, digit].contains(cell) { (b'0' + digit) as char } else { '.' }).collect()
        };
        match at % 11 {
            0..3 => text,
            3 => format!("{text},{}", line(&solved(random), '.')),
            4 => rows(""),
            5 => rows(" "),
            6 => cells.iter().map(pencilled).collect(),
            7 => ["12.....22.....21", "1234............", "11.............."][random.below(3)].into(),
            8 => format!("{}9", ".".repeat(80)),
            // As close to the size of the others as to no other size: what is said of it does not depend on these.
            9 => text[..80].into(),
            _ => format!("99{}", &text[2..]),
        }
    };
    (0..count).map(instance).collect()
}

/// An answer in JSON without what is another in a batch: the time that it took, its place in the file, and what is said once for all.
fn bare(mut answer: Value) -> Value {
    let fields = answer.as_object_mut().unwrap();
    ["seconds", "line", "problem", "verb"].iter().for_each(|field| drop(fields.remove(*field)));
    answer
}

/// Whatever the verb, the format of the input and that of the answers, and the number of threads, a batch is answered as its puzzles
/// are one by one.
#[test]
fn a_batch_is_answered_as_its_puzzles_are_one_by_one() {
    let verbs = ["solve", "count --limit 3", "all --take 5", "check", "check --minimal", "minimize", "canonical"];
    let instances = instances(&mut SplitMix::new(8), 44);
    for verb in verbs {
        let alone = |format: &str| -> Vec<Run> {
            let ask = |text: &String| run_on(&format!("{verb} sudoku - --format {format}"), text.as_bytes());
            instances.iter().map(ask).collect()
        };
        let (alone, alone_in_json) = (alone("text"), alone("json"));
        // So many that those of the usual kind are searched at once, and the last of them stand there once more.
        let text = instances.join("\n\n") + "\n\n";
        let file = in_file(&text.repeat(4));
        let path = file.path().display();
        for threads in [1, 2, 8] {
            let ask = |format: &str| run_line(&format!("{verb} sudoku {path} --format {format} --threads {threads}"));
            let said = format!("{verb}, {threads} threads");
            let blocks = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
            let at_once = ask("text");
            let expected: Vec<_> = (0..4).flat_map(|_| alone.iter().flat_map(|run| blocks(&run.out))).collect();
            assert_eq!(blocks(&at_once.out), expected, "{said}");
            assert_eq!(at_once.exit, alone.iter().map(|run| run.exit).max().unwrap(), "{said}");
            let at_once: Value = serde_json::from_str(&ask("json").out).unwrap();
            let answers: Vec<_> = at_once["answers"].as_array().unwrap().iter().cloned().map(bare).collect();
            let expected = alone_in_json.iter().map(|run| bare(serde_json::from_str(&run.out).unwrap()));
            let expected: Vec<_> = (0..4).flat_map(|_| expected.clone()).collect();
            assert_eq!(answers, expected, "{said}");
            let lines = ask("lines").out;
            let lines: Vec<Value> = lines.lines().map(|line| bare(serde_json::from_str(line).unwrap())).collect();
            if verb.starts_with("all") {
                let solutions = lines.iter().filter(|line| line["solution"].is_string()).count();
                let of = |answer: &Value| answer["solutions"].as_array().map_or(0, Vec::len);
                assert_eq!(solutions, expected.iter().map(of).sum::<usize>(), "{said}");
            } else {
                assert_eq!(lines, expected, "{said}");
            }
        }
    }
}

/// Those who make puzzles get each answer as soon as it is there, while another takes long; and a limit keeps what there is.
#[test]
fn makers_get_what_there_is_when_it_is_stopped() {
    let random = &mut SplitMix::new(9);
    let mut easy = || (0..20).map(|_| line(&thinned(random, 30, false), '.') + "\n").collect::<String>();
    // Whether it has one solution takes longer than anyone waits.
    let long = format!("{}\n", ".".repeat(625).replacen('.', "1", 1));
    let file = in_file(&format!("{}{long}{}", easy(), easy()));
    for threads in [1, 2] {
        let path = file.path().display();
        let run =
            run_line(&format!("check sudoku {path} --minimal --timeout 2s --threads {threads} --max-nodes 100000000"));
        assert!(matches!(run.exit, Some(0 | 3)), "{}", run.err);
        assert!(run.out.lines().take(20).all(|line| line.contains("one solution")), "{}", run.out);
    }
}

/// To `check`, a clash and a puzzle without a solution are bad lines.
#[test]
fn strict_ends_a_check_at_the_first_puzzle_that_is_not_valid() {
    let good = line(&thinned(&mut SplitMix::new(10), 40, false), '.');
    let clash = format!("99{}", ".".repeat(79));
    let none = format!("12345678.{}9{}", ".".repeat(17), ".".repeat(54));
    for options in ["", "--minimal", "--max-nodes 1000000"] {
        for bad in [&clash, &none] {
            let text = format!("{}{bad}\n{good}\n", format!("{good}\n").repeat(150));
            let check = |strict| run_on(&format!("check sudoku - {options} {strict}"), text.as_bytes());
            let (strict, lenient) = (check("--strict"), check(""));
            assert_eq!((strict.exit, strict.out.lines().count()), (Some(1), 151), "{}", strict.err);
            assert_eq!((lenient.exit, lenient.out.lines().count()), (Some(1), 152));
            assert!(lenient.out.starts_with(&strict.out));
        }
    }
}

#[test]
fn strict_ends_a_batch_at_the_first_bad_line() {
    let random = &mut SplitMix::new(6);
    let mut good = || (0..300).map(|_| line(&thinned(random, 40, false), '.') + "\n").collect::<String>();
    // One is found bad when it is read, one when it has no solution.
    for bad in ["1234", &format!("99{}", ".".repeat(79))] {
        let file = in_file(&format!("{}{bad}\n{}", good(), good()));
        let run = run_line(&format!("solve sudoku {} --strict", file.path().display()));
        let lines: Vec<_> = run.out.lines().collect();
        assert_eq!((run.exit, lines.len()), (Some(2), 301));
        assert!(lines[300].starts_with("invalid: ") && !run.out[..300 * 82].contains("invalid"), "{}", lines[300]);
        assert!(run.err.contains(":301:"), "{}", run.err);
    }
}

/// A puzzle with more solutions than anyone counts, among others that are answered all the same.
#[test]
fn a_batch_that_is_stopped_says_how_far_it_came() {
    let random = &mut SplitMix::new(4);
    let mut easy = || (0..300).map(|_| line(&thinned(random, 20, false), '.') + "\n").collect::<String>();
    let text = format!("{}{}\n{}", easy(), ".".repeat(81), easy());
    let file = in_file(&text);
    for threads in [1, 2] {
        let began = Instant::now();
        let run = run_line(&format!("count sudoku {} --timeout 1s --threads {threads}", file.path().display()));
        assert!(began.elapsed() < Duration::from_secs(4), "{:?}", began.elapsed());
        assert_eq!(run.exit, Some(3));
        let counts: Vec<u64> = run.out.lines().map(|line| line.parse().unwrap()).collect();
        assert_eq!(counts.len(), 301);
        assert!(counts[..300].iter().all(|count| *count > 0) && counts[300] > 1_000, "{}", counts[300]);
        let partial = format!("stopped by --timeout: the answer is partial, {} solutions so far", counts[300]);
        assert_eq!(run.err, format!("{partial}\nstopped by --timeout: 301 answered, and there are more\n"));
    }
    // With a limit, it is no longer than others.
    let run = run_line(&format!("count sudoku {} --limit 7", file.path().display()));
    assert_eq!((run.exit, run.out.lines().count(), run.out.lines().nth(300)), (Some(0), 601, Some("7")));
    let first = run_line(&format!("solve sudoku {}", file.path().display()));
    assert!(first.out.lines().nth(300).unwrap().starts_with("123456789456789123"));
}

/// Rules and shapes asked for beside the file.
#[test]
fn options_of_the_puzzles_hold_in_a_batch() {
    let random = &mut SplitMix::new(5);
    let lines: String = (0..200).map(|_| line(&thinned(random, 40, false), '.') + "\n").collect();
    let file = in_file(&lines);
    for options in ["--box 3x3", "--diagonal", "--windoku", "--box 2x3"] {
        let line = format!("solve sudoku {} {options}", file.path().display());
        assert!(all_of(run_line(&line)) == all_of(run_line(&format!("{line} {ALONE}"))), "{options}");
    }
}
