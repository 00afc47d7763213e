//! A search cut into the subtrees under prefixes of choices.

use std::iter::from_fn;

use super::work::{Plan, Unit};
use crate::Problem;
use crate::estimate::Prober;

/// How many probes tell the size of a subtree. A few: each is off by much, but of many subtrees the errors cancel out.
const PROBES: u32 = 4;

/// A unit is left whole if it is up to so many times as large as wanted: its parts would be much smaller.
const LEFT_WHOLE: f64 = 2.0;

/// As many units as there are at most: even then, storing the plan takes no longer than a second.
const MOST_UNITS: usize = 1 << 16;

/// How many nodes are looked at to make a plan, some more or less: seconds.
const MOST_LOOKED_AT: u64 = 50_000_000;

/// The longest prefix. A tree whose work all lies deeper is one unit.
const LONGEST_PREFIX: usize = 1 << 10;

/// Cuts the search of the prober's problem into units of about `nodes` nodes each, in the order of the search.
///
/// Level by level, each subtree that is too large is replaced by those below its choices. Every leaf is in one unit: a
/// solution above the cut is a unit itself, and a dead end is none, since nothing comes of it.
pub(super) fn plan<P: Problem>(prober: &mut Prober<P>, nodes: f64) -> Plan {
    let root = match Kind::of(&prober.problem) {
        Kind::DeadEnd => return Plan { units: Vec::new(), nodes_above: 1 },
        Kind::Solution => Unit { name: Vec::new(), weight: 1.0 },
        Kind::Inner => Unit { name: Vec::new(), weight: probed(prober) },
    };
    let (mut units, mut nodes_above) = (vec![root], 0);
    loop {
        let mut below = Vec::with_capacity(units.len());
        let mut room = MOST_UNITS.saturating_sub(units.len());
        let mut is_cut = false;
        for unit in units {
            let too_large = unit.weight > LEFT_WHOLE * nodes;
            let may_be_cut = unit.name.len() < LONGEST_PREFIX && prober.looked_at < MOST_LOOKED_AT;
            match (too_large && may_be_cut).then(|| children(prober, &unit, room)).flatten() {
                Some(Children { subtrees, dead_ends }) => {
                    room -= subtrees.len().saturating_sub(1);
                    nodes_above += 1 + dead_ends;
                    below.extend(subtrees);
                    is_cut = true;
                }
                None => below.push(unit),
            }
        }
        units = below;
        if !is_cut {
            return Plan { units, nodes_above };
        }
    }
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

/// What is below the choices of a node.
struct Children {
    subtrees: Vec<Unit>,
    dead_ends: u64,
}

/// What is below a unit's first node; `None` if that is a solution, or has more choices than `most`.
fn children<P: Problem>(prober: &mut Prober<P>, unit: &Unit, most: usize) -> Option<Children> {
    let path = go_down(&mut prober.problem, &unit.name).unwrap_or_default();
    let choices = prober.problem.choices().and_then(|mut branch| {
        let choices: Vec<_> =
            from_fn(|| prober.problem.next_choice(&mut branch)).take(most.saturating_add(1)).collect();
        (choices.len() <= most).then_some(choices)
    });
    let children = choices.map(|choices| below(prober, unit, &choices));
    path.into_iter().rev().for_each(|choice| prober.problem.unplace(choice));
    children
}

/// What is below the `choices` of the node where the problem stands, the first of `unit`.
fn below<P: Problem>(prober: &mut Prober<P>, unit: &Unit, choices: &[P::Choice]) -> Children {
    let mut look = |choice: &P::Choice, what: &mut dyn FnMut(&mut Prober<P>)| {
        prober.problem.place(*choice);
        what(prober);
        prober.problem.unplace(*choice);
    };
    let mut kinds = Vec::with_capacity(choices.len());
    choices.iter().for_each(|choice| look(choice, &mut |prober| kinds.push(Kind::of(&prober.problem))));
    let count = |kind| kinds.iter().filter(|other| **other == kind).count();
    let alone = count(Kind::Inner) == 1;
    let mut subtrees = Vec::new();
    for ((number, choice), kind) in (0..).zip(choices).zip(&kinds) {
        let mut weight = match kind {
            Kind::DeadEnd => continue,
            Kind::Solution => 1.0,
            // All the rest: on a long path nothing is probed again and again.
            Kind::Inner => unit.weight - choices.len() as f64,
        };
        if *kind == Kind::Inner && !alone {
            look(choice, &mut |prober| weight = probed(prober));
        }
        subtrees.push(Unit { name: unit.name.iter().copied().chain([number]).collect(), weight });
    }
    Children { subtrees, dead_ends: count(Kind::DeadEnd) as u64 }
}

/// What the size of the subtree is taken to be where the problem stands.
fn probed<P: Problem>(prober: &mut Prober<P>) -> f64 {
    1.0 + (0..PROBES).map(|_| prober.probe().nodes).sum::<f64>() / f64::from(PROBES)
}

/// Goes to the first node of a unit of this name: places the choices with these numbers, and returns them. What was placed
/// before an error stays placed.
///
/// # Errors
/// If there are no such choices, which.
pub fn go_down<P: Problem>(problem: &mut P, name: &[u64]) -> Result<Vec<P::Choice>, String> {
    let mut path = Vec::with_capacity(name.len());
    for (level, &number) in name.iter().enumerate() {
        let mut branch =
            problem.choices().ok_or_else(|| format!("expected at most {level} choices: no slot is open"))?;
        let choices = from_fn(|| problem.next_choice(&mut branch));
        let mut seen = 0;
        let choice = choices.inspect(|_| seen += 1).nth(usize::try_from(number).unwrap_or(usize::MAX));
        let choice =
            choice.ok_or_else(|| format!("level {level} has {seen} choices, and none with number {number}"))?;
        problem.place(choice);
        path.push(choice);
    }
    Ok(path)
}
