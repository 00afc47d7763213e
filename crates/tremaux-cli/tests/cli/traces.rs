//! Traces and pictures from outside: `trace`, `render`, `mistakes`.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::run::{run, run_line, run_on};

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))).collect()
}

#[test]
fn a_trace_is_json_lines() {
    let trace = run_line("trace queens 4 --take 1 --stats");
    assert_eq!(trace.exit, Some(0));
    let lines = lines(&trace.out);
    assert_eq!(
        (&lines[0]["schema"], &lines[0]["version"], &lines[0]["problem"]),
        (&"tremaux-trace".into(), &2.into(), &"queens".into())
    );
    assert_eq!(lines.len(), 1 + 46 + 1);
    assert_eq!((&lines[47]["end"], &lines[47]["stats"]["tried"]), (&"solutions".into(), &26.into()));
    assert!(trace.err.contains("tried               26"), "{}", trace.err);
    let json = run_line("trace queens 4 --take 1 --format json");
    let object: Value = serde_json::from_str(&json.out).expect("one object");
    assert_eq!(object["events"].as_array().map(Vec::len), Some(46));
    assert_eq!((&object["verb"], &object["schema"]), (&"trace".into(), &"tremaux-trace".into()));
}

#[test]
fn a_limit_keeps_what_it_has_and_says_so() {
    let trace = run_line("trace queens 8 --from 2000 --max-steps 3 --no-scenes");
    assert_eq!(trace.exit, Some(3));
    assert!(trace.err.contains("the search has more"), "{}", trace.err);
    let lines = lines(&trace.out);
    assert_eq!((lines.len(), &lines[1]["node"], &lines[4]["end"]), (5, &2000.into(), &"steps".into()));
    assert_eq!(lines[0]["path"].as_array().map(Vec::len), Some(7));
    assert_eq!(run_line("trace queens 8 --max-nodes 5 --no-scenes").exit, Some(3));
    let beyond = run_line("trace queens 4 --from 17");
    assert_eq!((beyond.exit, beyond.out.as_str()), (Some(2), ""));
    assert!(beyond.err.contains("entered 17 nodes"), "{}", beyond.err);
}

#[test]
fn a_problem_or_a_trace() {
    for (line, error) in [
        ("render -o x.svg", "error: expected a problem, or `--trace FILE`\n"),
        ("render --trace x.jsonl -o x.svg queens 4", "error: expected a problem, or `--trace FILE`, found both\n"),
    ] {
        let run = run_line(line);
        assert_eq!((run.exit, run.err.as_str()), (Some(2), error));
    }
}

fn render(directory: &Path, line: &str, file: &str) -> (Option<i32>, String, Vec<u8>) {
    let path = directory.join(file);
    let mut arguments: Vec<_> = line.split_whitespace().collect();
    let output = path.to_str().expect("a name").to_owned();
    arguments.extend(["-o", &output]);
    let done = run(&arguments);
    (done.exit, done.err, fs::read(&path).unwrap_or_default())
}

/// The search that is in a page.
fn search_in(page: &str) -> Value {
    let (_, rest) = page.split_once("id=\"search\">").expect("a place for the search");
    let (search, _) = rest.split_once("</script>").expect("its end");
    serde_json::from_str(search).expect("the data of a player")
}

#[test]
fn a_page_is_whole_in_itself() {
    let directory = tempfile::tempdir().expect("a directory");
    let (exit, _, page) = render(directory.path(), "render queens 8 --take 1", "x.html");
    assert_eq!(exit, Some(0));
    assert!(page.len() < 400_000, "{} bytes", page.len());
    let page = String::from_utf8(page).expect("text");
    assert_eq!(search_in(&page)["events"]["kind"].as_array().map(Vec::len), Some(1243));
    // What names an element's kind is no address.
    let without_names = page.replace("http://www.w3.org/", "");
    for reference in ["http:", "https:", "src=", "href=", "@import", "<link"] {
        assert!(!without_names.contains(reference), "{reference}");
    }
    assert!(page.contains("default-src 'none'"));
}

/// Neither in text, where an item would end a line, nor in a recording, where it would be an order to the terminal.
#[test]
fn no_text_of_a_problem_is_an_order_to_a_terminal() {
    let directory = tempfile::tempdir().expect("a directory");
    for file in ["x.txt", "x.cast"] {
        let path = directory.path().join(file);
        let done = run(&["render", "permutations", "\u{1b}[2Jx\ny", "b", "-o", path.to_str().expect("a name")]);
        assert_eq!(done.exit, Some(0), "{}", done.err);
        let text = fs::read_to_string(&path).expect("text");
        assert!(text.contains("?[2Jx?y") && !text.contains("\u{1b}[2J") && !text.contains("\\u001b[2J"), "{text}");
    }
}

/// Characters that are two columns wide do not shift what stands beside them.
#[test]
fn wide_characters_stay_in_their_columns() {
    let directory = tempfile::tempdir().expect("a directory");
    let (grid, path) = (directory.path().join("grid.txt"), directory.path().join("x.txt"));
    fs::write(&grid, "ab\n日本\n").expect("a file");
    let [grid, path] = [&grid, &path].map(|path| path.to_str().expect("a name"));
    assert_eq!(run(&["render", "words", grid, "ab", "--step", "1", "-o", path]).exit, Some(0));
    let text = fs::read_to_string(path).expect("text");
    assert!(text.starts_with("  a  b    step 1 of"), "{text}");
    assert!(text.contains("\n 日 本    enter node 0\n"), "{text}");
}

#[test]
fn no_text_of_a_problem_ends_the_data_of_a_page() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("x.html");
    let item = "</script><script>alert(1)</script><!--";
    let done = run(&["render", "permutations", item, "b", "-o", path.to_str().expect("a name")]);
    assert_eq!(done.exit, Some(0), "{}", done.err);
    let page = fs::read_to_string(&path).expect("a page");
    assert_eq!(page.matches("</script").count(), 2);
    assert!(!page.contains("<!--"));
    assert_eq!(search_in(&page)["labels"][0], item);
}

#[test]
fn a_search_as_a_file_of_every_kind() {
    let directory = tempfile::tempdir().expect("a directory");
    let render = |line: &str, file: &str| render(directory.path(), line, file);
    let (exit, _, text) = render("render queens 4 --take 1", "x.txt");
    let text = String::from_utf8(text).expect("text");
    assert_eq!((exit, text.matches("> ").count() >= 46), (Some(0), true));
    assert!(text.contains("reject 0: column") && text.contains("step 46 of 46, depth 4, node 8"));
    let (_, _, svg) = render("render queens 4 --step 9", "x.svg");
    assert!(String::from_utf8_lossy(&svg).contains("reject 1: anti"));
    let (_, _, tree) = render("render paths 1 2 --tree", "tree.svg");
    assert_eq!(String::from_utf8_lossy(&tree).matches("<polygon").count(), 6);
    let (_, _, gif) = render("render queens 4 --take 1 --size 300x200", "x.gif");
    assert!(gif.starts_with(b"GIF89a"));
    let (_, _, cast) = render("render queens 4 --step 1 --to 5", "x.cast");
    assert_eq!(lines(&String::from_utf8_lossy(&cast)).len(), 6);
    let (_, _, messages) = render("render queens 4", "x.cpprofiler");
    // Its first message: its size, that it is a start, and the version of the protocol.
    assert_eq!(messages[4..10], [2, 3, 0, 0, 0, 3]);
    assert_eq!(messages[messages.len() - 5..], [1, 0, 0, 0, 1]);
    assert!(String::from_utf8_lossy(&messages).contains("\"name\":\"queens 4\""));
    let (_, _, player) = render("render queens 8 --take 1", "x.json");
    assert!(player.len() < 200_000, "{} bytes", player.len());
    let player = lines(&String::from_utf8_lossy(&player)).remove(0);
    assert_eq!(player["scenes"].as_array().map(Vec::len), player["events"]["kind"].as_array().map(Vec::len));
    for (line, file, expected) in [
        ("render queens 4", "x.bmp", "ends in .html, .svg"),
        ("render queens 4 --step 3", "x.html", "expected neither --step nor --to"),
        ("render queens 4 --to 3", "y.cpprofiler", "expected neither --step nor --to"),
        ("render queens 4 --step 999", "y.svg", "expected steps from 1 to 116"),
        ("render queens 4 --step 0", "y.svg", "expected steps from 1"),
        ("render queens 4 --step 9 --to 2", "y.txt", "expected steps from 1"),
        ("render queens 7", "y.gif", "at most 3000 frames"),
        ("render queens 4 --tree", "y.txt", "ends in .svg"),
        ("render", "y.txt", "expected a problem"),
    ] {
        let (exit, err, written) = render(line, file);
        assert_eq!((exit, written.len()), (Some(2), 0), "{line}");
        assert!(err.contains(expected), "{line}: {err}");
    }
    let (exit, err, _) = render("render sudoku ../../examples/sudoku/easy.txt --step 1", "first.svg");
    assert!(exit == Some(2) && err.contains("a file shows one puzzle"), "{err}");
    let missing = run_line("render queens 4 -o /no/such/folder/x.svg");
    assert_eq!(missing.exit, Some(2));
    assert!(missing.err.contains("cannot write /no/such/folder/x.svg"), "{}", missing.err);
}

#[test]
fn a_written_trace_is_shown_elsewhere() {
    let directory = tempfile::tempdir().expect("a directory");
    let problems = [
        "queens 5",
        "paths 1 2",
        "parens 2",
        "permutations a b a",
        "maze ../../examples/maze/walled.txt",
        "sudoku ../../examples/sudoku/six.txt",
        "words ../../examples/words/grid.txt trap",
    ];
    for problem in problems {
        let traced = run_line(&format!("trace {problem} --max-steps 500"));
        let file = directory.path().join("trace.jsonl");
        fs::write(&file, &traced.out).expect("it is written");
        let (_, _, elsewhere) = render(directory.path(), &format!("render --trace {}", file.display()), "a.txt");
        let (_, _, here) = render(directory.path(), &format!("render {problem} --max-steps 500"), "b.txt");
        assert!(!here.is_empty() && elsewhere == here, "{problem}");
    }
    let bad = run_on("render --trace - -o x.txt", b"{\"schema\":1}\n");
    assert_eq!(bad.exit, Some(2));
    assert!(bad.err.contains("standard input:1:11"), "{}", bad.err);
}

#[test]
fn mistakes_beside_the_right_program() {
    let queens = run_line("mistakes queens 4");
    assert_eq!((queens.exit, queens.err.as_str()), (Some(0), ""));
    for expected in [
        "1. the undo leaves the marks",
        "They part at step 14",
        "column: right {0}, wrong {0 2}",
        "right: 2 solutions, 17 calls, 4 dead ends",
        "wrong: 0 solutions",
        "the mark `anti`",
        "4^4 = 256",
    ] {
        assert!(queens.out.contains(expected), "{expected}\n{}", queens.out);
    }
    let json: Value = serde_json::from_str(&run_line("mistakes queens 1 --format json").out).expect("an object");
    let alias = &json["mistakes"][2];
    assert_eq!((&alias["right_ends"]["saved"], &alias["wrong_ends"]["saved"]), (&"Q".into(), &".".into()));
    let sudoku = run_line("mistakes sudoku ../../examples/sudoku/six.txt");
    assert!(sudoku.out.contains("right: it has ended") && sudoku.out.contains("what is left"), "{}", sudoku.out);
    let maze = run_line("mistakes maze ../../examples/maze/walled.txt --max-nodes 1000");
    assert!(
        maze.out.contains("never shrinks") && maze.out.contains("more than 0 solutions, 1000 calls"),
        "{}",
        maze.out
    );
    let none = run_line("mistakes parens 3");
    assert_eq!(none.exit, Some(2));
    assert!(none.err.contains("there are no mistakes of parens"), "{}", none.err);
}
