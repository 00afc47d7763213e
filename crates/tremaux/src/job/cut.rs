//! A search cut into units of about the same size.
//!
//! First into pieces much smaller than a unit, each the subtree under a prefix of choices: a tree may have few subtrees that
//! are as large as a unit is to be, and many much smaller ones beside them. A unit is then a run of pieces that follow each
//! other. Its size is better known than that of a piece, since the errors of many probes cancel out.

use std::iter::from_fn;

use super::range::go_down;
use super::work::{Name, Plan, Unit};
use crate::Problem;
use crate::estimate::Prober;

/// How many probes tell the size of a piece.
const PROBES: u32 = 4;

/// A piece is cut if it is a larger part of a unit.
const PART: f64 = 1.0 / 8.0;

/// A piece is cut only if it is a larger part of the whole, so that there are not too many.
const LEAST_PART: f64 = 1.0 / (1 << 17) as f64;

/// As many units as there are at most: even then, storing the plan takes no longer than a second.
const MOST_UNITS: f64 = (1 << 16) as f64;

/// How many nodes are looked at to make a plan, some more or less: seconds.
const MOST_LOOKED_AT: u64 = 100_000_000;

/// How many numbers the prefixes of all pieces may have together, and a single one.
const MOST_NUMBERS: usize = 1 << 24;
const LONGEST_PREFIX: usize = 1 << 10;

/// The largest size: sums of many are still numbers.
const LARGEST: f64 = 1e300;

/// The subtree under a prefix of choices, and how many nodes it is taken to have.
struct Piece {
    prefix: Vec<u64>,
    nodes: f64,
}

/// Cuts the search of the prober's problem into units, in the order of the search. `unit` says how many nodes each is to have
/// if all have so many.
///
/// Every leaf is in one unit. The nodes above are those on the way to where a unit begins.
pub(super) fn plan<P: Problem>(prober: &mut Prober<P>, unit: impl Fn(f64) -> f64) -> Plan {
    let mut pieces = vec![Piece { prefix: Vec::new(), nodes: probed(prober) }];
    loop {
        let all = sum(&pieces);
        let largest = (unit(all) * PART).max(all * LEAST_PART);
        let mut numbers: usize = pieces.iter().map(|piece| piece.prefix.len()).sum();
        let mut is_cut = false;
        let mut smaller = Vec::with_capacity(pieces.len());
        for piece in pieces {
            let may_be_cut = piece.prefix.len() < LONGEST_PREFIX && prober.looked_at < MOST_LOOKED_AT;
            let room = MOST_NUMBERS.saturating_sub(numbers) / (piece.prefix.len() + 1);
            match (piece.nodes > largest && may_be_cut).then(|| children(prober, &piece, room)).flatten() {
                Some(children) => {
                    numbers += children.len() * (piece.prefix.len() + 1);
                    smaller.extend(children);
                    is_cut = true;
                }
                None => smaller.push(piece),
            }
        }
        pieces = smaller;
        if !is_cut {
            let all = sum(&pieces);
            return gathered(&prober.problem, &pieces, (all / unit(all)).round().clamp(1.0, MOST_UNITS));
        }
    }
}

fn sum(pieces: &[Piece]) -> f64 {
    pieces.iter().map(|piece| piece.nodes).sum()
}

/// The pieces below one, without those that are dead ends; `None` if it is a solution or a dead end, or has more choices than
/// `most`.
fn children<P: Problem>(prober: &mut Prober<P>, piece: &Piece, most: usize) -> Option<Vec<Piece>> {
    let path = go_down(&mut prober.problem, &piece.prefix).unwrap_or_default();
    let choices = prober.problem.choices().and_then(|mut branch| {
        let choices: Vec<_> =
            from_fn(|| prober.problem.next_choice(&mut branch)).take(most.saturating_add(1)).collect();
        (1..=most).contains(&choices.len()).then_some(choices)
    });
    let children = choices.map(|choices| below(prober, piece, &choices));
    path.into_iter().rev().for_each(|choice| prober.problem.unplace(choice));
    children
}

/// What a node is.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Inner,
    DeadEnd,
    Solution,
}

impl Kind {
    /// What the node is where `problem` stands.
    fn of<P: Problem>(problem: &P) -> Kind {
        match problem.choices().map(|mut branch| problem.next_choice(&mut branch)) {
            Some(Some(_)) => Kind::Inner,
            Some(None) => Kind::DeadEnd,
            None => Kind::Solution,
        }
    }
}

/// The pieces below the `choices` of the node where the problem stands, the first of `piece`.
fn below<P: Problem>(prober: &mut Prober<P>, piece: &Piece, choices: &[P::Choice]) -> Vec<Piece> {
    let mut look = |choice: &P::Choice, what: &mut dyn FnMut(&mut Prober<P>)| {
        prober.problem.place(*choice);
        what(prober);
        prober.problem.unplace(*choice);
    };
    let mut kinds = Vec::with_capacity(choices.len());
    choices.iter().for_each(|choice| look(choice, &mut |prober| kinds.push(Kind::of(&prober.problem))));
    let is_alone = kinds.iter().filter(|kind| **kind == Kind::Inner).count() == 1;
    let mut pieces = Vec::new();
    for ((number, choice), kind) in (0..).zip(choices).zip(kinds) {
        let mut nodes = match kind {
            Kind::DeadEnd => continue,
            Kind::Solution => 1.0,
            // All the rest: on a long path nothing is probed again and again.
            Kind::Inner => (piece.nodes - choices.len() as f64).max(1.0),
        };
        if kind == Kind::Inner && !is_alone {
            look(choice, &mut |prober| nodes = probed(prober));
        }
        pieces.push(Piece { prefix: piece.prefix.iter().copied().chain([number]).collect(), nodes });
    }
    pieces
}

/// What the size of the subtree is taken to be where the problem stands.
fn probed<P: Problem>(prober: &mut Prober<P>) -> f64 {
    let nodes = 1.0 + (0..PROBES).map(|_| prober.probe().nodes).sum::<f64>() / f64::from(PROBES);
    nodes.min(LARGEST)
}

/// About so many units, each a run of `pieces`, of the search of `problem`.
fn gathered<P: Problem>(problem: &P, pieces: &[Piece], units: f64) -> Plan {
    let of_unit = sum(pieces) / units;
    let mut weights = vec![0.0];
    let mut begins = vec![Vec::new()];
    let (mut before, mut last) = (0.0, 0.0);
    for Piece { prefix, nodes } in pieces {
        // A piece belongs to the unit in which its middle lies.
        let unit = ((before + nodes / 2.0) / of_unit).floor();
        if unit > last && before > 0.0 {
            begins.push(without_zeros(prefix));
            weights.push(0.0);
        }
        last = unit;
        before += nodes;
        weights.last_mut().into_iter().for_each(|weight| *weight += nodes);
    }
    let nodes_above = begins.windows(2).map(|two| above(&two[0], &two[1])).sum();
    if begins.len() == 1 {
        return Plan { units: vec![Unit { name: Vec::new().into(), weight: before }], nodes_above: 0 };
    }
    let end = problem.choices().map_or(0, |mut branch| from_fn(|| problem.next_choice(&mut branch)).count() as u64);
    let ends = begins[1..].iter().cloned().chain([vec![end]]);
    let names = begins.iter().cloned().zip(ends).map(|(begin, until)| Name::range(begin, until));
    let units = names.zip(weights).map(|(name, weight)| Unit { name, weight });
    Plan { units: units.collect(), nodes_above }
}

/// The first node on the way to `prefix` before which there is nothing but what is above it.
fn without_zeros(prefix: &[u64]) -> Vec<u64> {
    let end = prefix.iter().rposition(|number| *number > 0).map_or(0, |last| last + 1);
    prefix[..end].to_vec()
}

/// How many nodes there are above `begin` that are not above `before`, the one before it.
fn above(before: &[u64], begin: &[u64]) -> u64 {
    let shared = before.iter().zip(begin).take_while(|(one, other)| one == other).count() + 1;
    (begin.len() - shared.min(before.len()).min(begin.len())) as u64
}
