//! Every example is run, and says what it should.

use std::process::Command;

use tremaux_replay::{Frame, Stage, frame_text, read_trace};

fn output(example: &str) -> String {
    output_of(&mut Command::new(example))
}

fn output_of(command: &mut Command) -> String {
    let output = command.output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn graph_colouring() {
    let expected = "\
2 colours: 0 colourings
3 colours: 120 colourings
  the first: [0, 1, 0, 1, 2, 1, 0, 2, 2, 1]
4 colours: 12960 colourings
  the first: [0, 1, 0, 1, 2, 1, 0, 2, 2, 1]
";
    assert_eq!(output(env!("CARGO_BIN_EXE_graph_colouring")), expected);
}

#[test]
fn subset_sum() {
    let expected = "\
75 = 41 + 34
75 = 41 + 27 + 5 + 2
75 = 41 + 19 + 15
75 = 41 + 19 + 8 + 5 + 2
75 = 41 + 15 + 11 + 8
75 = 34 + 30 + 11
75 = 34 + 19 + 15 + 5 + 2
75 = 34 + 15 + 11 + 8 + 5 + 2
75 = 30 + 27 + 11 + 5 + 2
75 = 30 + 19 + 15 + 11
75 = 30 + 19 + 11 + 8 + 5 + 2
11 ways, 118 nodes, complete: true
";
    assert_eq!(output(env!("CARGO_BIN_EXE_subset_sum")), expected);
}

#[test]
fn knights_tour() {
    let expected = "\
5 x 5: 304 tours from a corner
8 x 8: the first
  1 16 31 40  3 18 21 56
 30 39  2 17 42 55  4 19
 15 32 41 46 53 20 57 22
 38 29 48 43 58 45 54  5
 33 14 37 52 47 60 23 62
 28 49 34 59 44 63  6  9
 13 36 51 26 11  8 61 24
 50 27 12 35 64 25 10  7
";
    assert_eq!(output(env!("CARGO_BIN_EXE_knights_tour")), expected);
}

#[test]
fn timetable() {
    let expected = "\
1232 timetables, 5539 nodes. The first:
hour  1a                  1b                  2a
1     music (Bach)        maths (Gauss)       physics (Noether)
2     maths (Gauss)       physics (Curie)     music (Bach)
3     sport (Owens)       chemistry (Curie)   maths (Noether)
4     physics (Curie)     sport (Owens)       history (Zinn)
5     history (Zinn)      -                   chemistry (Curie)
";
    assert_eq!(output(env!("CARGO_BIN_EXE_timetable")), expected);
}

/// What it writes is looked at as well: the page has the search in it, and the trace is read back as it was recorded.
#[test]
fn latin_square() {
    let folder = tempfile::tempdir().unwrap();
    let text = output_of(Command::new(env!("CARGO_BIN_EXE_latin_square")).arg(folder.path()));
    assert!(text.starts_with(" 0 1 2 3 4    step 41 of 205, depth 9, node 9\n 1 0 3 2!!!   dead end\n"), "{text}");
    let page = std::fs::read_to_string(folder.path().join("latin_square.html")).unwrap();
    assert!(page.contains("\"problem\":\"latin square\"") && page.contains("\"end\":\"solutions\""));
    let trace = std::fs::read(folder.path().join("latin_square.jsonl")).unwrap();
    let mut written = read_trace(trace.as_slice()).unwrap();
    assert_eq!(written.trace().steps(), 205);
    assert_eq!(frame_text(&Frame::new(&mut written, 41).unwrap(), 80), text);
}
