//! Watching a search.

use crate::Problem;

/// Told of every step of a search. A type parameter of it, so that a search nobody watches pays nothing.
///
/// At a node the order is: `enter`; then, for every option in order, `reject`, or `place` – the child's events –
/// `unplace`; then `dead_end` if nothing was placed; then `leave`. A complete node is `enter`, `solution`, `leave`. In
/// every call, `problem` is in the state of the node that is spoken of, which for `place` and `unplace` is the parent's:
/// before the one and after the other.
///
/// ```
/// use tremaux::{Observer, Problem, Search, Template};
///
/// /// Keeps every dead end: the choices that lead to it.
/// #[derive(Default)]
/// struct DeadEnds { path: Vec<String>, found: Vec<String> }
///
/// impl<P: Problem> Observer<P> for DeadEnds {
///     fn place(&mut self, problem: &P, choice: P::Choice) { self.path.push(problem.label(choice)); }
///     fn unplace(&mut self, _: &P, _: P::Choice) { self.path.pop(); }
///     fn dead_end(&mut self, _: &P) { self.found.push(self.path.join(" ")); }
/// }
///
/// // Three queens, one a row, their columns told: there is no way.
/// let queens = Template {
///     slots: 3,
///     board: Vec::new(),
///     options: |_: &Vec<usize>, _row| 0..3,
///     is_valid: |board: &Vec<usize>, row, column| {
///         board.iter().enumerate().all(|(r, &c)| c != column && c.abs_diff(column) != row - r)
///     },
///     place: |board: &mut Vec<usize>, _row, column| board.push(column),
///     unplace: |board: &mut Vec<usize>, _row, _column| { board.pop(); },
///     record: |board: &Vec<usize>| board.clone(),
/// };
/// let mut search = Search::new(queens.problem()).observe(DeadEnds::default());
/// assert_eq!(search.count(), 0);
/// assert_eq!(search.observer().found, ["0 2", "1", "2 0"]);
/// ```
pub trait Observer<P: Problem> {
    /// Whether anything is to be told. `false` compiles every call away.
    const ACTIVE: bool = true;

    /// A node was entered.
    fn enter(&mut self, problem: &P) {
        let _ = problem;
    }
    /// A mark ruled `choice` out; [`Problem::ruled_out_by`] says which.
    fn reject(&mut self, problem: &P, choice: P::Choice) {
        let _ = (problem, choice);
    }
    /// `choice` is about to be placed.
    fn place(&mut self, problem: &P, choice: P::Choice) {
        let _ = (problem, choice);
    }
    /// `choice` was taken back.
    fn unplace(&mut self, problem: &P, choice: P::Choice) {
        let _ = (problem, choice);
    }
    /// The node is a complete filling.
    fn solution(&mut self, problem: &P) {
        let _ = problem;
    }
    /// The node has an open slot and no valid option.
    fn dead_end(&mut self, problem: &P) {
        let _ = problem;
    }
    /// The node is done with.
    fn leave(&mut self, problem: &P) {
        let _ = problem;
    }
}

/// Nobody watches.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl std::ops::AddAssign for Silent {
    fn add_assign(&mut self, _: Silent) {}
}

impl<P: Problem> Observer<P> for Silent {
    const ACTIVE: bool = false;
}

/// The quantities of a search.
///
/// ```
/// use tremaux::{Search, Stats, Template};
///
/// // All strings of two bits.
/// let strings = Template {
///     slots: 2,
///     board: Vec::new(),
///     options: |_: &Vec<u8>, _slot| 0..2_u8,
///     is_valid: |_: &Vec<u8>, _slot, _bit| true,
///     place: |board: &mut Vec<u8>, _slot, bit| board.push(bit),
///     unplace: |board: &mut Vec<u8>, _slot, _bit| { board.pop(); },
///     record: |board: &Vec<u8>| board.clone(),
/// };
/// let mut search = Search::new(strings.problem()).observe(Stats::default());
/// assert_eq!(search.count(), 4);
/// assert_eq!((search.observer().calls, search.observer().placed), (7, 6));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Times the search entered a node, the root and complete nodes included.
    pub calls: u64,
    /// Options looked at, valid or not.
    pub tried: u64,
    /// Options that a mark ruled out.
    pub rejected: u64,
    /// Options placed.
    pub placed: u64,
    /// Options taken back.
    pub unplaced: u64,
    /// Entered nodes with an open slot and no valid option.
    pub dead_ends: u64,
    /// Complete fillings recorded.
    pub solutions: u64,
}

impl Stats {
    /// Each quantity with its name, in the order of a report.
    #[must_use]
    pub fn named(&self) -> [(&'static str, u64); 7] {
        [
            ("calls", self.calls),
            ("tried", self.tried),
            ("rejected", self.rejected),
            ("placed", self.placed),
            ("unplaced", self.unplaced),
            ("dead ends", self.dead_ends),
            ("solutions", self.solutions),
        ]
    }
}

impl std::ops::AddAssign for Stats {
    fn add_assign(&mut self, other: Stats) {
        self.calls += other.calls;
        self.tried += other.tried;
        self.rejected += other.rejected;
        self.placed += other.placed;
        self.unplaced += other.unplaced;
        self.dead_ends += other.dead_ends;
        self.solutions += other.solutions;
    }
}

impl<P: Problem> Observer<P> for Stats {
    fn enter(&mut self, _: &P) {
        self.calls += 1;
    }
    fn reject(&mut self, _: &P, _: P::Choice) {
        self.tried += 1;
        self.rejected += 1;
    }
    fn place(&mut self, _: &P, _: P::Choice) {
        self.tried += 1;
        self.placed += 1;
    }
    fn unplace(&mut self, _: &P, _: P::Choice) {
        self.unplaced += 1;
    }
    fn solution(&mut self, _: &P) {
        self.solutions += 1;
    }
    fn dead_end(&mut self, _: &P) {
        self.dead_ends += 1;
    }
}
