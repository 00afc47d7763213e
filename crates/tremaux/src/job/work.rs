//! What a job is made of: work that is cut into units.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// What a unit is named by: of a search, where it begins and where it ends, each a prefix of choices, and each choice by its
/// number (from 0) among the choices of its branch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The prefix that leads to where it begins.
    pub begin: Vec<u64>,
    /// The prefix before which it ends, whose last choice need not be there; `None`: it is the subtree under `begin`. Nodes
    /// on the way to where it begins or ends are in no unit.
    pub until: Option<Vec<u64>>,
}

impl From<Vec<u64>> for Name {
    /// The subtree under a prefix.
    fn from(prefix: Vec<u64>) -> Self {
        Name { begin: prefix, until: None }
    }
}

impl Name {
    /// From `begin` up to `until`.
    pub(super) fn range(begin: Vec<u64>, until: Vec<u64>) -> Self {
        let ends = begin.split_last().zip(until.split_last());
        let is_subtree = ends.is_some_and(|((last, way), (end, other))| way == other && last + 1 == *end);
        Name { begin, until: (!is_subtree).then_some(until) }
    }
}

/// A unit that is planned: what to do, and how much it is expected to be.
#[derive(Clone, Debug, PartialEq)]
pub struct Unit {
    /// The unit's name.
    pub name: Name,
    /// How large it is expected to be beside the others, in nodes of a search.
    pub weight: f64,
}

/// All units of a job, in the order of their solutions.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The units.
    pub units: Vec<Unit>,
    /// Nodes that were entered to make the plan and belong to no unit.
    pub nodes_above: u64,
}

/// How large units are to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum UnitSize {
    /// Each is to take about this long.
    Lasting(Duration),
    /// There are to be about so many.
    Number(u64),
}

impl Default for UnitSize {
    /// A second: little is lost when a process is killed, storing a result costs nothing beside it, and thousands of
    /// threads have work to the end. `bench/README.md` has the figures.
    fn default() -> Self {
        UnitSize::Lasting(Duration::from_secs(1))
    }
}

/// What came of a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Yield {
    /// The number of its solutions.
    pub solutions: u128,
    /// How many nodes were entered; 0 where there are none, as in a kernel.
    pub nodes: u64,
}

/// Work that is cut into units, each of which can be done anywhere, in any order.
///
/// [`SearchWork`](super::SearchWork) is that of any [`Problem`](crate::Problem).
pub trait Work {
    /// What the numbers of a unit's name are, where it begins: `prefix`, for those of a search.
    fn kind(&self) -> &'static str;

    /// Cuts the work into units.
    ///
    /// # Errors
    /// Why it cannot be cut.
    fn plan(&self, size: UnitSize) -> Result<Plan, String>;

    /// Someone who does units, on a thread of their own. Once `cancel` is raised, they give up what they are at.
    ///
    /// # Errors
    /// Why there can be none.
    fn worker(&self, cancel: &Arc<AtomicBool>) -> Result<Box<dyn Worker + Send + '_>, String>;
}

/// Does units of a [`Work`], one after the other.
pub trait Worker {
    /// Does the unit with this name; `None` if it was cancelled. Where solutions are listed, `list` takes their text, in
    /// pieces.
    ///
    /// # Errors
    /// Why the unit cannot be done; the job ends with it.
    fn run(&mut self, name: &Name, list: &mut dyn FnMut(Vec<u8>)) -> Result<Option<Yield>, String>;
}
