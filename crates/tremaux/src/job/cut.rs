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

/// How many probes tell the size of a piece, as many as there is time for: where most probes end early and a few find nearly
/// all there is, a few probes see too little.
const FEWEST_PROBES: f64 = 4.0;
const MOST_PROBES: f64 = 32.0;

/// A piece is cut if it is a larger part of a unit; or, if there is no time for so many, a larger unit.
const PART: f64 = 1.0 / 8.0;

/// How many pieces there are, about, for each that is just not too large: some that were too large are cut into many.
const MANY_SMALLER: f64 = 3.0;

/// A piece is cut only if it is a larger part of the whole, so that there are not too many.
const LEAST_PART: f64 = 1.0 / (1 << 17) as f64;

/// As many units as there are at most: even then, storing the plan takes no longer than a second.
const MOST_UNITS: f64 = (1 << 16) as f64;

/// How many seconds are taken to make a plan: a five-hundredth of what one thread would take for the whole, within these bounds;
/// and, if that is not enough, at most so many times as long.
const PART_OF_TIME: f64 = 1.0 / 500.0;
const SECONDS: (f64, f64) = (0.25, 4.0);
const LONGER: f64 = 4.0;

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

/// Cuts the search of a problem into units, in the order of the search. `unit` says how many nodes each is to have if all have
/// so many; `speed` is how many nodes a thread enters in a second.
///
/// Every leaf is in one unit. The nodes above are those on the way to where a unit begins.
pub(super) fn plan<P: Problem>(prober: Prober<'_, P>, unit: impl Fn(f64) -> f64, speed: f64) -> Option<Plan> {
    let mut prober = Probing { prober, probes: FEWEST_PROBES, made: 0 };
    let mut pieces = vec![Piece { prefix: Vec::new(), nodes: prober.size(f64::INFINITY) }];
    loop {
        let all = sum(&pieces);
        let most_looked_at = speed * (all / speed * PART_OF_TIME).clamp(SECONDS.0, SECONDS.1);
        let affordable = most_looked_at / (FEWEST_PROBES * prober.looked_at_by_one()) / MANY_SMALLER;
        let largest = (unit(all) * PART).max(all * LEAST_PART).max(unit(all).min(all / affordable));
        prober.set_probes(most_looked_at / (MANY_SMALLER * all / largest));
        let mut numbers: usize = pieces.iter().map(|piece| piece.prefix.len()).sum();
        let mut is_cut = false;
        let mut smaller = Vec::with_capacity(pieces.len());
        for piece in pieces {
            if (prober.prober.must_stop)() {
                return None;
            }
            let may_be_cut =
                piece.prefix.len() < LONGEST_PREFIX && (prober.prober.looked_at as f64) < LONGER * most_looked_at;
            let room = MOST_NUMBERS.saturating_sub(numbers) / (piece.prefix.len() + 1);
            match (piece.nodes > largest && may_be_cut).then(|| children(&mut prober, &piece, room)).flatten() {
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
            return Some(gathered(&prober.prober.problem, &pieces, (all / unit(all)).round().clamp(1.0, MOST_UNITS)));
        }
    }
}

/// A prober that makes several probes where it is.
struct Probing<'a, P> {
    prober: Prober<'a, P>,
    probes: f64,
    /// How many were made.
    made: u64,
}

impl<P: Problem> Probing<'_, P> {
    /// What the size of the subtree is taken to be where the problem stands, by looking at no more than so many nodes, about.
    #[expect(clippy::cast_possible_truncation, reason = "it is within bounds")]
    fn size(&mut self, most_looked_at: f64) -> f64 {
        let probes = (most_looked_at / self.looked_at_by_one()).clamp(1.0, self.probes) as u32;
        self.made += u64::from(probes);
        let nodes = 1.0 + (0..probes).map(|_| self.prober.probe().nodes).sum::<f64>() / f64::from(probes);
        nodes.min(LARGEST)
    }

    /// From now on, so many nodes are looked at for each size, about.
    fn set_probes(&mut self, nodes: f64) {
        self.probes = (nodes / self.looked_at_by_one()).clamp(FEWEST_PROBES, MOST_PROBES);
    }

    /// How many nodes a probe looks at.
    fn looked_at_by_one(&self) -> f64 {
        self.prober.looked_at.max(1) as f64 / self.made.max(1) as f64
    }
}

fn sum(pieces: &[Piece]) -> f64 {
    pieces.iter().map(|piece| piece.nodes).sum()
}

/// The pieces below one, without those that are dead ends; `None` if it is a solution or a dead end, or has more choices than
/// `most`.
fn children<P: Problem>(probing: &mut Probing<'_, P>, piece: &Piece, most: usize) -> Option<Vec<Piece>> {
    let problem = &mut probing.prober.problem;
    let path = go_down(problem, &piece.prefix).unwrap_or_default();
    let choices = problem.choices().and_then(|mut branch| {
        let choices: Vec<_> = from_fn(|| problem.next_choice(&mut branch)).take(most.saturating_add(1)).collect();
        (1..=most).contains(&choices.len()).then_some(choices)
    });
    let children = choices.map(|choices| below(probing, piece, &choices));
    path.into_iter().rev().for_each(|choice| probing.prober.problem.unplace(choice));
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
fn below<P: Problem>(probing: &mut Probing<'_, P>, piece: &Piece, choices: &[P::Choice]) -> Vec<Piece> {
    let mut look = |choice: &P::Choice, what: &mut dyn FnMut(&mut Probing<'_, P>)| {
        probing.prober.problem.place(*choice);
        what(probing);
        probing.prober.problem.unplace(*choice);
    };
    let mut kinds = Vec::with_capacity(choices.len());
    choices.iter().for_each(|choice| look(choice, &mut |probing| kinds.push(Kind::of(&probing.prober.problem))));
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
            look(choice, &mut |probing| nodes = probing.size(piece.nodes / choices.len() as f64));
        }
        pieces.push(Piece { prefix: piece.prefix.iter().copied().chain([number]).collect(), nodes });
    }
    pieces
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
