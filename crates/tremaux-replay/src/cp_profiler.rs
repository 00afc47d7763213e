//! The tree of a trace as messages of CP-Profiler, version 3 of its protocol: what a solver sends it over TCP
//! (<https://github.com/cp-profiler/cp-profiler>, <https://github.com/cp-profiler/cpp-integration>).
//!
//! Every message is its size in bytes, the lowest byte first, and then so many bytes: its type; of a node its number, its
//! parent, which of the parent's children it is, how many children it has, and what was found there; and optional
//! fields, each after a byte that says which. Numbers in a message have the highest byte first.

use std::io::{self, Write};

use serde_json::json;

use crate::{NodeKind, Trace};

const VERSION: i32 = 3;

/// The types of messages.
const NODE: u8 = 0;
const DONE: u8 = 1;
const START: u8 = 2;

/// The optional fields.
const LABEL: u8 = 0;
const INFO: u8 = 2;
const PROTOCOL: u8 = 3;

/// What was found at a node.
const SOLVED: u8 = 0;
const FAILED: u8 = 1;
const BRANCH: u8 = 2;
const SKIPPED: u8 = 3;

/// No such number.
const NONE: i32 = -1;

/// Writes the nodes of a trace as CP-Profiler reads them, under the name `name`: every message that it expects of a
/// solver, so that the file can be sent to its port as it is. Nodes are numbered by their place in the trace. One that was
/// entered and at which nothing was found before the trace ended is `skipped`.
///
/// ```
/// use tremaux_puzzles::queens::PlainQueens;
/// use tremaux_replay::{Recording, Stage, record, write_cp_profiler};
///
/// let replay = record(PlainQueens::new(1), Recording::default()).unwrap();
/// let mut messages = Vec::new();
/// write_cp_profiler(replay.trace(), "one queen", &mut messages).unwrap();
/// // The last one says that it is done: its size, the lowest byte first, and its type.
/// assert!(messages.ends_with(&[1, 0, 0, 0, 1]));
/// ```
///
/// # Errors
/// When `out` does not take it; when there are more nodes than the protocol has numbers for, 2^31.
pub fn write_cp_profiler(trace: &Trace, name: &str, out: &mut dyn Write) -> io::Result<()> {
    let nodes = trace.nodes();
    number(nodes.len())?;
    // Which of its parent's children each node is, and how many children each has.
    let mut children = vec![0_i32; nodes.len()];
    let mut alternatives = Vec::with_capacity(nodes.len());
    for node in nodes {
        alternatives.push(node.parent.map_or(NONE, |parent| children[parent]));
        node.parent.into_iter().for_each(|parent| children[parent] += 1);
    }

    let info = json!({ "name": name, "has_restarts": false, "execution_id": 0 }).to_string();
    let mut start = vec![START, PROTOCOL];
    start.extend(VERSION.to_be_bytes());
    text(&mut start, INFO, &info)?;
    send(&start, out)?;
    for (index, node) in nodes.iter().enumerate() {
        let status = match node.kind {
            NodeKind::Solution => SOLVED,
            NodeKind::Dead => FAILED,
            NodeKind::Branch | NodeKind::Cut if children[index] > 0 => BRANCH,
            NodeKind::Branch | NodeKind::Cut => SKIPPED,
        };
        let mut message = vec![NODE];
        // A node is told by its number, its restart and its thread.
        let ids = [number(index)?, NONE, NONE, node.parent.map_or(Ok(NONE), number)?, NONE, NONE];
        let numbers = ids.into_iter().chain([alternatives[index], children[index]]);
        numbers.for_each(|number| message.extend(number.to_be_bytes()));
        message.push(status);
        text(&mut message, LABEL, trace.choice(index).unwrap_or("start"))?;
        send(&message, out)?;
    }
    send(&[DONE], out)?;
    out.flush()
}

fn number(number: usize) -> io::Result<i32> {
    i32::try_from(number).map_err(|_| io::Error::other("the protocol of CP-Profiler has no number as large as that"))
}

fn text(message: &mut Vec<u8>, field: u8, text: &str) -> io::Result<()> {
    message.push(field);
    message.extend(number(text.len())?.to_be_bytes());
    message.extend(text.as_bytes());
    Ok(())
}

fn send(message: &[u8], out: &mut dyn Write) -> io::Result<()> {
    out.write_all(&number(message.len())?.to_le_bytes())?;
    out.write_all(message)
}
