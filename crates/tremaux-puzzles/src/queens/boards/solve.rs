//! One solution: which one is worth looking for, and for how long.
//!
//! The first solution in the textbook order can be far off where any other is near. So the search for it has a budget
//! of nodes, never of time: whether a board's first solution is found depends on neither the machine nor the number of
//! threads.

use tremaux::{Limit, Outcome, Search, Stop};

use super::super::construct::construct_around;
use super::super::{Queens, SEARCHED_TO};
use super::fast::MAX_FAST_SIZE;
use super::{FirstBoard, QueensBoard, WideBoard};
use crate::{Aim, Shortcut};

/// What probes for the first solution may cost: nodes, times the squares of the board. That takes about two seconds.
const MOST_PROBED: u64 = 200_000_000;

/// So many times as cheap is a node where queens do not attack along diagonals.
const WITHOUT_DIAGONALS: u64 = 3;

/// How often a large board is begun anew, in another order of squares that promise the same.
const STARTS: u64 = 30;

type Solution = Option<Vec<u32>>;

/// A solution of `board`, if there is one: the first in the textbook order if `aim` is that and the budget suffices. A board
/// that is drawn empty is answered as its size is.
pub(super) fn solve(board: &QueensBoard, aim: Aim, cancelled: &dyn Fn() -> bool) -> Shortcut<Solution> {
    if board.is_bare() && !board.rules.torus {
        return Queens::new(board.size).map_or(Shortcut::Search, |queens| queens.one(aim));
    }
    if board.is_torus_without_solutions() {
        return Shortcut::Found(None);
    }
    if board.is_bare() && board.size > SEARCHED_TO {
        let constructed = construct_around(board.size);
        return if aim == Aim::Any { Shortcut::Found(constructed) } else { Shortcut::Instead(constructed) };
    }
    if board.size > MAX_FAST_SIZE {
        return large(board, aim, cancelled);
    }
    if aim == Aim::Any { Shortcut::Search } else { first(board, cancelled) }
}

/// The first solution, or the best that is known where the budget does not suffice.
fn first(board: &QueensBoard, cancelled: &dyn Fn() -> bool) -> Shortcut<Solution> {
    let most = if board.has_diagonals() { MOST_PROBED } else { WITHOUT_DIAGONALS * MOST_PROBED };
    let budget = Budget::new(most / (board.size * board.size) as u64, cancelled);
    let mut probes = Search::new(FirstBoard::new(board)).stop_by(budget);
    let first = probes.first();
    let witness = || probes.problem().witness().map(<[u32]>::to_vec);
    match probes.outcome() {
        Outcome::Complete | Outcome::Paused => Shortcut::Found(first),
        Outcome::Stopped(Limit::Cancelled) => Shortcut::Partial(witness()),
        Outcome::Stopped(_) => witness().map_or(Shortcut::SearchAny, |known| Shortcut::Instead(Some(known))),
    }
}

/// Any solution of a board that is too large to look for the first. A search that has gone wrong early seldom finds back,
/// so it begins anew a few times before it goes on for good: an empty board of 420 rows is filled without a step back,
/// one of 710 rows not within 100,000 nodes.
fn large(board: &QueensBoard, aim: Aim, cancelled: &dyn Fn() -> bool) -> Shortcut<Solution> {
    let root = WideBoard::new(board);
    for start in 0..STARTS {
        let budget = Budget::new(3 * board.size as u64, cancelled);
        let mut search = Search::new(root.clone().shuffled(start)).stop_by(budget);
        let any = search.first();
        match (search.outcome(), any) {
            (Outcome::Stopped(Limit::Cancelled), _) => return Shortcut::Cancelled,
            (Outcome::Stopped(_), _) => {}
            (_, Some(any)) if aim == Aim::First => return Shortcut::Instead(Some(any)),
            (_, any) => return Shortcut::Found(any),
        }
    }
    Shortcut::SearchAny
}

/// Nodes that may be entered, unless it is cancelled before.
struct Budget<'a> {
    most: u64,
    entered: u64,
    cancelled: &'a dyn Fn() -> bool,
}

/// After how many nodes it is asked whether it is cancelled: at most some milliseconds.
const GLANCE: u64 = 64;

impl<'a> Budget<'a> {
    fn new(most: u64, cancelled: &'a dyn Fn() -> bool) -> Self {
        Budget { most, entered: 0, cancelled }
    }
}

impl Stop for Budget<'_> {
    fn before_node(&mut self) -> Option<Limit> {
        if self.entered.is_multiple_of(GLANCE) && (self.cancelled)() {
            return Some(Limit::Cancelled);
        }
        if self.entered == self.most {
            return Some(Limit::Nodes);
        }
        self.entered += 1;
        None
    }

    fn after_solution(&mut self) -> Option<Limit> {
        None
    }
}
