//! The decision tree, against a naive recursion over the same strings.

use std::ops::ControlFlow;

use proptest::prelude::*;
use tremaux::{Limit, Limits, Outcome, Problem, Stats, Template};
use tremaux_replay::{Node, NodeKind, walk_tree};

/// Strings of bits of a length, of which no beginning may be one of `forbidden`.
fn strings(length: usize, forbidden: &[String]) -> impl Problem<Solution = String> {
    Template {
        slots: length,
        board: (String::new(), forbidden.to_vec()),
        options: |_: &(String, Vec<String>), _slot| ['0', '1'].into_iter(),
        is_valid: |board: &(String, Vec<String>), _slot, bit: char| !board.1.contains(&format!("{}{bit}", board.0)),
        place: |board: &mut (String, Vec<String>), _slot, bit| board.0.push(bit),
        unplace: |board: &mut (String, Vec<String>), _slot, _bit| {
            board.0.pop();
        },
        record: |board: &(String, Vec<String>)| board.0.clone(),
    }
    .problem()
}

/// The same tree by recursion, down to `depth`: every node as its string and its kind.
fn naive(length: usize, forbidden: &[String], depth: usize, string: &str, nodes: &mut Vec<(String, NodeKind)>) {
    let below = ["0", "1"].map(|bit| format!("{string}{bit}"));
    let allowed: Vec<_> = below.into_iter().filter(|string| !forbidden.contains(string)).collect();
    let kind = match string.len() {
        full if full == length => NodeKind::Solution,
        _ if allowed.is_empty() => NodeKind::Dead,
        deep if deep == depth => NodeKind::Cut,
        _ => NodeKind::Branch,
    };
    nodes.push((string.to_owned(), kind));
    if kind == NodeKind::Branch {
        allowed.iter().for_each(|string| naive(length, forbidden, depth, string, nodes));
    }
}

/// The nodes of a walk that has enough after `most`.
fn walk(problem: impl Problem, depth: usize, limits: Limits, most: usize) -> (Vec<Node>, Outcome, Stats) {
    let mut nodes = Vec::new();
    let (outcome, stats) = walk_tree(problem, depth, limits, |node| {
        nodes.push(node);
        if nodes.len() == most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    (nodes, outcome, stats)
}

proptest! {
    #[test]
    fn every_node_in_order_with_its_parent(
        length in 0..6_usize, forbidden in prop::collection::vec("[01]{1,5}", 0..12), depth in 0..7_usize
    ) {
        let mut expected = Vec::new();
        naive(length, &forbidden, depth, "", &mut expected);
        let (nodes, outcome, stats) = walk(strings(length, &forbidden), depth, Limits::new(), usize::MAX);
        prop_assert!(outcome.is_complete());
        let mut found: Vec<(String, NodeKind)> = Vec::new();
        for (number, node) in nodes.iter().enumerate() {
            prop_assert_eq!(node.number, number as u64);
            let above = node.parent.map_or("", |parent| found[usize::try_from(parent).unwrap()].0.as_str());
            let string = format!("{above}{}", node.choice.as_deref().unwrap_or("").replace('\'', ""));
            prop_assert_eq!(node.depth, string.len());
            found.push((string, node.kind));
        }
        prop_assert_eq!(&found, &expected);
        let many = |kind| expected.iter().filter(|(_, other)| *other == kind).count() as u64;
        let counted = (stats.calls, stats.dead_ends, stats.solutions);
        prop_assert_eq!(counted, (expected.len() as u64, many(NodeKind::Dead), many(NodeKind::Solution)));
        // Both bits are tried at every node that has an open slot and is not cut.
        prop_assert_eq!(stats.tried, 2 * (many(NodeKind::Branch) + many(NodeKind::Dead)));
        prop_assert_eq!(stats.rejected, stats.tried - stats.placed);
    }

    /// However few nodes are wanted or allowed, they are the first ones, and no more.
    #[test]
    fn a_walk_that_is_stopped_gives_the_first_nodes(
        length in 0..5_usize, forbidden in prop::collection::vec("[01]{1,4}", 0..6)
    ) {
        let (all, _, _) = walk(strings(length, &forbidden), usize::MAX, Limits::new(), usize::MAX);
        for most in 1..=all.len() {
            let (enough, outcome, _) = walk(strings(length, &forbidden), usize::MAX, Limits::new(), most);
            prop_assert_eq!(&enough, &all[..most]);
            prop_assert!(outcome == Outcome::Complete || outcome == Outcome::Stopped(Limit::Cancelled));
            let limits = Limits::new().nodes(most as u64);
            let (limited, outcome, stats) = walk(strings(length, &forbidden), usize::MAX, limits, usize::MAX);
            prop_assert_eq!(&limited, &all[..most]);
            prop_assert_eq!(stats.calls, most as u64);
            prop_assert_eq!(outcome.is_complete(), most == all.len());
        }
    }
}
