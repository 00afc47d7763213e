//! What every problem of this crate can be asked.

use std::fmt;
use std::ops::Range;

use num_bigint::BigUint;
use serde_json::Value;
use tremaux::{Limit, Limits, Problem, Search, Stats};

use crate::fillings::Fillings;
use crate::{InputError, Spotter};

/// Which form of a problem is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// The template to the letter, marks as named sets.
    Plain,
    /// The same calls and placements with the marks as machine words.
    Bits,
    /// The best there is for the question; the same solutions in the same order.
    Fast,
}

impl Engine {
    /// All engines.
    pub const ALL: [Engine; 3] = [Engine::Plain, Engine::Bits, Engine::Fast];

    /// Its name on the command line and wherever it is written.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Engine::Plain => "plain",
            Engine::Bits => "bits",
            Engine::Fast => "fast",
        }
    }
}

/// What a question is after: a form may be best for one and wrong for another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// One solution: the first in the textbook order.
    First,
    /// One solution, whichever is found soonest.
    Any,
    /// Every solution, in the textbook order.
    All,
    /// How many there are, or whether there are two: the order in which they are found is free.
    Count,
}

/// A question put to whichever form of a problem is chosen.
///
/// The forms of one problem are different types; a question is what is done with any of them.
pub trait Question<Solution> {
    /// What comes back.
    type Answer;

    /// Asks the question of one form.
    fn ask<P: Problem<Solution = Solution> + Clone + Send + 'static>(self, problem: P) -> Self::Answer;
}

/// Who waits for long work: a closure that says whether it is cancelled is one.
///
/// ```
/// use tremaux_puzzles::queens::kernel;
///
/// assert_eq!(kernel::count(12, 1, &|| false), Ok(14_200));
/// ```
pub trait Watcher: Sync {
    /// Whether the work is to stop. Asked every few milliseconds at least, by every thread.
    fn cancelled(&self) -> bool;

    /// The part of the work that is done, from 0 to 1: told some hundred times, by whichever thread did it.
    fn done(&self, part: f64) {
        let _ = part;
    }
}

impl<F: Fn() -> bool + Sync> Watcher for F {
    fn cancelled(&self) -> bool {
        self()
    }
}

/// An answer without a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shortcut<T> {
    /// There is none: search.
    Search,
    /// There is none to the question, and a search would take too long: search for any solution instead.
    SearchAny,
    /// The answer.
    Found(T),
    /// Something instead of the answer, which would take too long: a solution that may not be the first.
    Instead(T),
    /// It was cancelled.
    Cancelled,
    /// It was cancelled, and this is what was found until then.
    Partial(T),
    /// The instance is out of reach, for the reason given; a search would not end either.
    Refused(String),
}

impl<T> Shortcut<T> {
    /// The answer, if there is one.
    #[must_use]
    pub fn found(self) -> Option<T> {
        match self {
            Shortcut::Found(answer) => Some(answer),
            _ => None,
        }
    }

    /// The answer of something that has none only if it was cancelled.
    pub(crate) fn unless_cancelled(answer: Option<T>) -> Self {
        answer.map_or(Shortcut::Cancelled, Shortcut::Found)
    }
}

/// An instance of a problem – a size, a grid, a maze – with everything that can be asked of it.
///
/// ```
/// use tremaux::{Problem, Search};
/// use tremaux_puzzles::{Aim, Engine, Puzzle, Question, queens::Queens};
///
/// struct Count;
/// impl<S> Question<S> for Count {
///     type Answer = u64;
///     fn ask<P: Problem<Solution = S> + Clone + Send>(self, problem: P) -> u64 {
///         Search::new(problem).count()
///     }
/// }
///
/// let queens = Queens::new(8).unwrap();
/// assert_eq!(queens.pose(Engine::Bits, Aim::All, Count), 92);
/// ```
pub trait Puzzle {
    /// The problem's name on the command line.
    const NAME: &'static str;
    /// A complete answer.
    type Solution: Send;

    /// Puts `question` to the form of this instance that `engine` names for `aim`. Every form finds the same solutions
    /// and, but for [`Aim::Count`], in the same order.
    fn pose<Q: Question<Self::Solution>>(&self, engine: Engine, aim: Aim, question: Q) -> Q::Answer;

    /// The number of solutions by a formula, a table or a kernel that visits none of them, where there is one, on up to
    /// `threads` threads. Once it is cancelled there is no answer.
    fn count_without_search(&self, threads: usize, watcher: &dyn Watcher) -> Shortcut<BigUint> {
        let _ = (threads, watcher);
        Shortcut::Search
    }

    /// The same as a sum over units, which can be done one by one, by different processes at different times, where the kernel
    /// has such.
    fn count_units(&self) -> Option<Box<dyn CountUnits>> {
        None
    }

    /// What `count`, the number of all solutions, is made up of, where there is something to tell: for each kind of
    /// solution how many it stands for, and how many there are.
    fn split(&self, count: &BigUint) -> Vec<(u8, BigUint)> {
        let _ = count;
        Vec::new()
    }

    /// The number of solutions up to `limit`, by a kernel that is faster at it than a search, where there is one.
    /// `cancelled` is looked at often.
    fn count_up_to(&self, limit: u64, cancelled: &(dyn Fn() -> bool + Sync)) -> Shortcut<BigUint> {
        let _ = (limit, cancelled);
        Shortcut::Search
    }

    /// A solution, if there is one, by construction or by what is faster at it than a search: the first in the textbook
    /// order unless `aim` is [`Aim::Any`] or the answer is another one [`Instead`](Shortcut::Instead). `cancelled` is looked
    /// at often.
    fn solve_without_search(
        &self,
        aim: Aim,
        cancelled: &(dyn Fn() -> bool + Sync),
    ) -> Shortcut<Option<Self::Solution>> {
        let _ = (aim, cancelled);
        Shortcut::Search
    }

    /// The instance as the `input` of a JSON answer.
    fn input(&self) -> Value;

    /// A solution as text, without a line end after its last line.
    fn text(&self, solution: &Self::Solution) -> String;

    /// A solution in short, on a line, where the problem has such a form.
    fn short(&self, solution: &Self::Solution) -> Option<String> {
        let _ = solution;
        None
    }

    /// A solution as JSON.
    fn json(&self, solution: &Self::Solution) -> Value;

    /// What announces a single solution to a person, if anything does.
    fn heading(&self) -> Option<&'static str> {
        None
    }

    /// What is printed where there is no solution.
    fn none(&self, aim: Aim) -> String;

    /// Whether `solution` solves this instance, by code that the forms share nothing with.
    ///
    /// # Errors
    /// The first rule it breaks, and where.
    fn verify(&self, solution: &Self::Solution) -> Result<(), Breach>;

    /// Whether what someone has is right so far: `answer` is a full or partial solution of this instance as text;
    /// without one, what the instance itself holds is looked at.
    ///
    /// # Errors
    /// When `answer` cannot be read at all.
    fn review(&self, answer: Option<&str>) -> Result<Review, InputError>;

    /// What else there is to say of the instance itself, which breaks no rule; and the limit that came before all of it
    /// was found. `limits` are those of each search that it takes.
    fn appraise(&self, asked: Appraisal, limits: &dyn Fn() -> Limits) -> (Vec<Remark>, Option<Limit>) {
        let _ = (asked, limits);
        (Vec::new(), None)
    }

    /// The problem stated in its different ways, worst first.
    fn ways(&self) -> Vec<Way>;

    /// Shows `spotter` the mistakes that people make with this problem, run on this instance.
    fn mistakes<S: Spotter>(&self, spotter: &mut S) {
        let _ = spotter;
    }
}

/// A number of solutions as a sum over units: see [`Puzzle::count_units`].
pub trait CountUnits {
    /// How many units there are.
    fn number(&self) -> usize;

    /// Makes what all units share, on `threads` threads; `None` if it was cancelled.
    fn prepare(&self, threads: usize, watcher: &dyn Watcher) -> Option<CountOfUnits>;

    /// The number of solutions, where all units sum up to `sum`.
    fn total(&self, sum: u128) -> BigUint;
}

/// Counts some units, numbered from 0; `None` if it was cancelled.
pub type CountOfUnits = Box<dyn Fn(Range<usize>, &dyn Watcher) -> Option<u128> + Send + Sync>;

/// A rule that an answer breaks, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{rule}: {at}")]
pub struct Breach {
    /// The rule, by the name of its mark: `column`, `row`, `box`.
    pub rule: &'static str,
    /// Where: the squares, rows and columns from 0.
    pub at: String,
}

impl Breach {
    /// The breach of `rule` there.
    pub fn new(rule: &'static str, at: impl Into<String>) -> Self {
        Breach { rule, at: at.into() }
    }
}

/// What [`Puzzle::review`] found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Review {
    /// Every rule that is broken, in reading order; none: what is there is valid.
    pub breaches: Vec<Breach>,
    /// How many slots are still open; `None` where that cannot be told before they are filled (a path's steps).
    pub open: Option<usize>,
    /// Whether it is a complete answer.
    pub complete: bool,
}

impl fmt::Display for Review {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.breaches.is_empty() {
            let breaches: Vec<_> = self.breaches.iter().map(Breach::to_string).collect();
            return write!(f, "invalid: {}", breaches.join("; "));
        }
        match (self.complete, self.open) {
            (true, _) => write!(f, "valid, complete"),
            (false, Some(open)) => write!(f, "valid, {open} open"),
            (false, None) => write!(f, "valid, not complete"),
        }
    }
}

/// What [`Puzzle::appraise`] is to find out beside what is always told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Appraisal {
    /// Which of the givens are not needed.
    pub minimal: bool,
    /// How difficult it is.
    pub difficulty: bool,
}

/// Something that [`Puzzle::appraise`] found.
#[derive(Clone, Debug, PartialEq)]
pub struct Remark {
    /// In words.
    pub text: String,
    /// As fields of an answer in JSON.
    pub fields: Vec<(&'static str, Value)>,
    /// Whether the instance is wrong for it.
    pub wrong: bool,
}

/// One way to state a problem: how large its search is, computed where there is a formula and counted where it ends.
pub struct Way {
    /// How the problem is stated.
    pub statement: String,
    /// The size by formula: the formula as text, and its value.
    pub computed: Option<(String, BigUint)>,
    /// What `count` counts: `fillings` (complete, tested at the end) or `placements`.
    pub unit: &'static str,
    /// Searches it under limits; `None` where it is not worth the try.
    pub count: Option<Box<dyn Fn(Limits) -> Tally>>,
}

/// A [`Way`] counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// The size, in the way's unit.
    pub size: u64,
    /// Solutions found.
    pub solutions: u64,
    /// Whether the limits let it end.
    pub complete: bool,
}

impl Way {
    /// A way whose fillings are tested only when complete: its size is the number of these.
    pub(crate) fn tested_at_the_end(
        statement: impl Into<String>,
        fillings: Fillings<impl Fn(&[u32]) -> bool + Clone + 'static>,
    ) -> Way {
        Way::counted(statement, "fillings", move || fillings.clone(), |stats| stats.dead_ends + stats.solutions)
    }

    /// A way whose options are tested before they are placed: its size is the number of placements.
    pub fn tested_as_placed<P: Problem>(statement: impl Into<String>, problem: impl Fn() -> P + 'static) -> Way {
        Way::counted(statement, "placements", problem, |stats| stats.placed)
    }

    /// A way that is only computed.
    pub fn uncounted(
        statement: impl Into<String>,
        unit: &'static str,
        formula: impl Into<String>,
        value: BigUint,
    ) -> Way {
        Way { statement: statement.into(), computed: Some((formula.into(), value)), unit, count: None }
    }

    /// The same way with its size by formula beside it.
    #[must_use]
    pub fn computed(mut self, formula: impl Into<String>, value: BigUint) -> Way {
        self.computed = Some((formula.into(), value));
        self
    }

    fn counted<P: Problem>(
        statement: impl Into<String>,
        unit: &'static str,
        problem: impl Fn() -> P + 'static,
        size: fn(&Stats) -> u64,
    ) -> Way {
        let count = move |limits| {
            let mut search = Search::new(problem()).observe(Stats::default()).limits(limits);
            search.count();
            let stats = search.observer();
            Tally { size: size(stats), solutions: stats.solutions, complete: search.outcome().is_complete() }
        };
        Way { statement: statement.into(), computed: None, unit, count: Some(Box::new(count)) }
    }
}
