//! `tree`: the decision tree as text.

use std::ops::ControlFlow;
use std::time::Instant;

use serde_json::{Value, json};
use tremaux::{Limits, Outcome, Problem, Stats};
use tremaux_puzzles::{Aim, Puzzle, Question};
use tremaux_replay::{Node, NodeKind, walk_tree};

use crate::failure::{Exit, Failure, say};
use crate::printer::Printer;
use crate::session::{Report, Session};

struct Walk<'a> {
    depth: usize,
    limits: Limits,
    emit: &'a mut dyn FnMut(Node) -> ControlFlow<()>,
}

impl<S> Question<S> for Walk<'_> {
    type Answer = (Outcome, Stats);

    fn ask<P: Problem<Solution = S>>(self, problem: P) -> (Outcome, Stats) {
        walk_tree(problem, self.depth, self.limits, self.emit)
    }
}

pub(crate) fn tree<P: Puzzle>(session: &mut Session, puzzle: &P, depth: Option<usize>) -> Result<Exit, Failure> {
    let began = Instant::now();
    let engine = session.options.engine(true);
    let limits = session.limits();
    let printer = &mut session.printer;
    if !printer.is_text() {
        printer.open(printer.head(puzzle.input()), "nodes")?;
    }
    let mut failure = None;
    let mut nodes: u64 = 0;
    let mut emit = |node: Node| {
        nodes += 1;
        failure = write(printer, &node).err();
        if failure.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let walk = Walk { depth: depth.unwrap_or(usize::MAX), limits, emit: &mut emit };
    let (outcome, stats) = puzzle.pose(engine, Aim::All, walk);
    if let Some(error) = failure {
        return Err(error.into());
    }
    let asked = session.options.stats.then_some(stats);
    // The last line of the tree is the place.
    let report = Report { outcome, stats: asked, place: None };
    if !session.printer.is_text() {
        let tail = session.tail(outcome.is_complete(), Some(&report), began.elapsed().as_secs_f64());
        session.printer.close(tail, asked.is_some() || !outcome.is_complete())?;
    } else if !session.options.quiet {
        let (below, dead, yes) = (nodes.saturating_sub(1), stats.dead_ends, stats.solutions);
        say(&format!("{below} nodes below the start, {dead} dead, {yes} yes"));
    }
    Ok(session.conclude(&report, stats.solutions))
}

fn write(printer: &mut Printer, node: &Node) -> std::io::Result<()> {
    if printer.is_text() {
        return printer.line(&line(node));
    }
    printer.piece("node", &object(node))
}

/// The node as a line, indented by its depth.
fn line(node: &Node) -> String {
    let found = match node.kind {
        NodeKind::Branch => "",
        NodeKind::Dead => "  dead",
        NodeKind::Solution => "  yes!",
        NodeKind::Cut => "  ...",
    };
    format!("{:indent$}{}{found}", "", node.choice.as_deref().unwrap_or("start"), indent = 2 * node.depth)
}

fn object(node: &Node) -> Value {
    let kind = match node.kind {
        NodeKind::Branch => "branch",
        NodeKind::Dead => "dead",
        NodeKind::Solution => "solution",
        NodeKind::Cut => "cut",
    };
    json!({ "number": node.number, "parent": node.parent, "depth": node.depth, "choice": node.choice, "kind": kind })
}
