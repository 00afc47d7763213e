//! What is sent to CP-Profiler, read by a decoder that knows the protocol and nothing of the writer.

use serde_json::Value;
use tremaux_puzzles::paths::{Paths, parse_goal, parse_steps};
use tremaux_puzzles::queens::PlainQueens;
use tremaux_puzzles::{Aim, Engine, Puzzle, Question};
use tremaux_replay::{Recording, Stage, Trace, record, write_cp_profiler};

#[derive(Debug, PartialEq)]
enum Message {
    Node { id: [i32; 3], parent: [i32; 3], alternative: i32, children: i32, status: u8, fields: Vec<Field> },
    Done,
    Start(Vec<Field>),
}

#[derive(Debug, PartialEq)]
enum Field {
    Label(String),
    Info(String),
    Version(i32),
}

struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn byte(&mut self) -> u8 {
        let (first, rest) = self.0.split_first().expect("a byte");
        self.0 = rest;
        *first
    }

    fn number(&mut self) -> i32 {
        (0..4).fold(0, |number, _| number << 8 | i32::from(self.byte()))
    }

    fn ids(&mut self) -> [i32; 3] {
        [self.number(), self.number(), self.number()]
    }

    fn text(&mut self) -> String {
        let size = self.number();
        String::from_utf8((0..size).map(|_| self.byte()).collect()).expect("text")
    }

    fn fields(&mut self) -> Vec<Field> {
        let mut fields = Vec::new();
        while !self.0.is_empty() {
            fields.push(match self.byte() {
                0 => Field::Label(self.text()),
                2 => Field::Info(self.text()),
                3 => Field::Version(self.number()),
                other => panic!("no field {other}"),
            });
        }
        fields
    }

    fn message(&mut self) -> Message {
        match self.byte() {
            0 => Message::Node {
                id: self.ids(),
                parent: self.ids(),
                alternative: self.number(),
                children: self.number(),
                status: self.byte(),
                fields: self.fields(),
            },
            1 => Message::Done,
            2 => Message::Start(self.fields()),
            other => panic!("no message {other}"),
        }
    }
}

fn decoded(trace: &Trace) -> Vec<Message> {
    let mut written = Vec::new();
    write_cp_profiler(trace, "a name", &mut written).expect("memory takes it");
    let mut rest = written.as_slice();
    let mut messages = Vec::new();
    while !rest.is_empty() {
        let size = (0..4).rev().fold(0, |size, at| size << 8 | usize::from(rest[at]));
        let mut bytes = Bytes(&rest[4..4 + size]);
        messages.push(bytes.message());
        assert!(bytes.0.is_empty(), "the size is that of the message");
        rest = &rest[4 + size..];
    }
    messages
}

struct Record;

impl<S> Question<S> for Record {
    type Answer = Trace;

    fn ask<P: tremaux::Problem<Solution = S>>(self, problem: P) -> Trace {
        record(problem, Recording::default()).expect("it begins at the root").trace().clone()
    }
}

/// The tree of lattice paths to (1, 2), node for node.
#[test]
fn the_tree_of_paths() {
    let goal = parse_goal("1 2").expect("a goal");
    let paths = Paths::new(goal, parse_steps("N,NE,E").expect("steps")).expect("an instance");
    let messages = decoded(&paths.pose(Engine::Plain, Aim::All, Record));
    let [Message::Start(fields), nodes @ .., Message::Done] = messages.as_slice() else { panic!("{messages:?}") };
    let [Field::Version(3), Field::Info(info)] = fields.as_slice() else { panic!("{fields:?}") };
    let info: Value = serde_json::from_str(info).expect("json");
    assert_eq!((&info["name"], &info["has_restarts"]), (&"a name".into(), &false.into()));
    let mut children = vec![0; nodes.len()];
    let mut found = [0; 4];
    let mut leads = Vec::new();
    for (index, node) in (0..).zip(nodes) {
        let Message::Node { id, parent, alternative, status, fields, .. } = node else { panic!("{node:?}") };
        assert_eq!((id, parent[1], parent[2]), (&[index, -1, -1], -1, -1));
        let [Field::Label(label)] = fields.as_slice() else { panic!("{fields:?}") };
        leads.push(label.as_str());
        found[usize::from(*status)] += 1;
        match usize::try_from(parent[0]) {
            Ok(parent) => {
                assert!(parent < usize::try_from(index).expect("an index"));
                assert_eq!(*alternative, children[parent]);
                children[parent] += 1;
            }
            Err(_) => assert_eq!((index, parent[0], *alternative, label.as_str()), (0, -1, -1, "start")),
        }
    }
    for (node, counted) in nodes.iter().zip(children) {
        let Message::Node { children, status, .. } = node else { panic!("{node:?}") };
        assert_eq!((*children, *status == 2), (counted, counted > 0));
    }
    // 21 nodes below the start: 5 solved, 10 failed.
    assert_eq!(found, [5, 10, 7, 0]);
    assert_eq!(leads[..5], ["start", "N", "N", "N", "NE"]);
}

/// Byte for byte: the size with its lowest byte first, the rest with the highest first; the order of the fields is that of
/// the receiver's.
#[test]
fn the_bytes() {
    let one = record(PlainQueens::new(1), Recording::default()).expect("it begins at the root");
    let mut written = Vec::new();
    write_cp_profiler(one.trace(), "q", &mut written).expect("memory takes it");
    let info = br#"{"name":"q","has_restarts":false,"execution_id":0}"#;
    let none = [0xff; 4];
    // A start: the version, and the info with its length.
    let mut expected = vec![1 + 5 + 5 + info.len().to_be_bytes()[7], 0, 0, 0, 2, 3, 0, 0, 0, 3, 2, 0, 0, 0];
    expected.push(info.len().to_be_bytes()[7]);
    expected.extend(info);
    // The root: node 0, no parent, one child, a branch, labelled `start`.
    expected
        .extend([34 + 5 + 5, 0, 0, 0, 0, 0, 0, 0, 0].into_iter().chain([none, none, none, none, none, none].concat()));
    expected.extend([0, 0, 0, 1, 2, 0, 0, 0, 0, 5]);
    expected.extend(b"start");
    // Its child: node 1 below 0, its first alternative, no children, solved, labelled `0`.
    expected.extend([34 + 5 + 1, 0, 0, 0, 0, 0, 0, 0, 1].into_iter().chain([none, none].concat()));
    expected.extend([0, 0, 0, 0].into_iter().chain([none, none].concat()));
    expected.extend([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
    expected.extend(b"0");
    // Done.
    expected.extend([1, 0, 0, 0, 1]);
    assert_eq!(written, expected);
}

/// The quantities of the mission are those of the messages; a search that was cut has nodes that are skipped.
#[test]
fn queens_whole_and_cut() {
    let count = |messages: &[Message], wanted: u8| {
        messages.iter().filter(|message| matches!(message, Message::Node { status, .. } if *status == wanted)).count()
    };
    let whole = record(PlainQueens::new(8), Recording::default()).expect("it begins at the root");
    let messages = decoded(whole.trace());
    assert_eq!(messages.len(), 2057 + 2);
    assert_eq!([0, 1, 3].map(|status| count(&messages, status)), [92, 644, 0]);
    let recording = Recording { events: 5, ..Recording::default() };
    let cut = record(PlainQueens::new(8), recording).expect("it begins at the root");
    let messages = decoded(cut.trace());
    assert_eq!([0, 1, 2, 3].map(|status| count(&messages, status)), [0, 0, 1, 1]);
}
