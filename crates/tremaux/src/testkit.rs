//! Checks that a problem keeps its promises, for the tests of those who write one.
//!
//! [`check_problem`] holds a problem to the contract of [`Problem`]; [`check_same_search`] and [`check_same_solutions`]
//! hold a fast form of a problem to its plain form.
//!
//! ```
//! use tremaux::{Problem, testkit};
//!
//! /// All words of three letters out of "ab", but with an undo that forgets to give the slot back.
//! #[derive(Clone, Debug, PartialEq)]
//! struct Words { word: String, slots: usize }
//!
//! impl Problem for Words {
//!     type Choice = char;
//!     type Choices = std::array::IntoIter<char, 2>;
//!     type Solution = String;
//!
//!     fn choices(&self) -> Option<Self::Choices> { (self.slots > 0).then(|| ['a', 'b'].into_iter()) }
//!     fn place(&mut self, letter: char) { self.word.push(letter); self.slots -= 1; }
//!     fn unplace(&mut self, _: char) { self.word.pop(); }
//!     fn solution(&self) -> String { self.word.clone() }
//! }
//!
//! let fault = testkit::check_problem(Words { word: String::new(), slots: 3 }, 1000).unwrap_err();
//! assert!(fault.to_string().contains("unplace did not undo place"));
//! ```

use std::fmt::Debug;

use crate::{Problem, Search, Stats};

/// A promise that a problem broke, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// `place` and then `unplace` left another state.
    #[error("unplace did not undo place after {path}\n  before: {before}\n   after: {after}")]
    NotUndone {
        /// The choices down to the one placed.
        path: String,
        /// The state before it was placed.
        before: String,
        /// The state after it was taken back.
        after: String,
    },
    /// The choices are not the options that no mark rules out.
    #[error("at {path} the choices are {choices}, but the options no mark rules out are {allowed}")]
    ChoicesDisagree {
        /// The choices down to the node.
        path: String,
        /// What `choices` and `next_choice` gave.
        choices: String,
        /// What `option` and `ruled_out_by` gave.
        allowed: String,
    },
    /// Two choices of a branch that are equal: a node is named by the choices that lead to it.
    #[error("at {path} {choice} is a choice twice")]
    ChoiceRepeated {
        /// The choices down to the node.
        path: String,
        /// The choice.
        choice: String,
    },
    /// A complete filling and an open slot at once.
    #[error("at {path} no slot is open, but there are options for one")]
    OptionsWithoutSlot {
        /// The choices down to the node.
        path: String,
    },
    /// Two forms found different solutions.
    #[error("solution {index} (from 0) is {left} of the one and {right} of the other")]
    SolutionsDisagree {
        /// The first solution in which they part.
        index: usize,
        /// What the first form found there.
        left: String,
        /// What the second form found there.
        right: String,
    },
    /// Two forms searched differently.
    #[error("the quantities differ\n   one: {left:?}\n other: {right:?}")]
    SearchDisagrees {
        /// The quantities of the first form.
        left: Stats,
        /// The quantities of the second form.
        right: Stats,
    },
}

/// Walks up to `nodes` nodes of `problem` and checks at each that `unplace` undoes `place` exactly, that the choices
/// differ, and, for a problem that lists its options, that its choices are the options that no mark rules out. Returns the number of nodes checked.
///
/// Keeps a copy of the state for every level. The walk is its own, so that it ends at the first fault and not in what
/// the engine would do after it.
///
/// # Errors
/// The first promise found broken.
pub fn check_problem<P>(mut problem: P, nodes: u64) -> Result<u64, Fault>
where
    P: Problem + Clone + PartialEq + Debug,
{
    let lists_options = problem.option(0).is_some();
    // The state, the rest of the branch and the choice placed, for every node above the current one.
    let mut above: Vec<(P, P::Choices, P::Choice)> = Vec::new();
    let mut entered = 0;
    while entered < nodes {
        entered += 1;
        choices_differ(&problem, || path_text(&above))?;
        if lists_options {
            choices_agree(&problem, || path_text(&above))?;
        }
        let mut branch = problem.choices();
        let choice = loop {
            if let Some(choice) = branch.as_mut().and_then(|branch| problem.next_choice(branch)) {
                break choice;
            }
            let path = path_text(&above);
            let Some((before, parent, placed)) = above.pop() else { return Ok(entered) };
            problem.unplace(placed);
            if problem != before {
                let (before, after) = (format!("{before:?}"), format!("{problem:?}"));
                return Err(Fault::NotUndone { path, before, after });
            }
            branch = Some(parent);
        };
        if let Some(branch) = branch {
            above.push((problem.clone(), branch, choice));
        }
        problem.place(choice);
    }
    Ok(entered)
}

fn path_text<P: Problem>(above: &[(P, P::Choices, P::Choice)]) -> String {
    let labels: Vec<_> = above.iter().map(|(state, _, choice)| state.label(*choice)).collect();
    format!("[{}]", labels.join(" "))
}

fn choices_differ<P: Problem>(problem: &P, path: impl Fn() -> String) -> Result<(), Fault> {
    let Some(mut branch) = problem.choices() else { return Ok(()) };
    let choices: Vec<_> = std::iter::from_fn(|| problem.next_choice(&mut branch)).collect();
    match (0..choices.len()).find(|&index| choices[..index].contains(&choices[index])) {
        Some(index) => Err(Fault::ChoiceRepeated { path: path(), choice: problem.label(choices[index]) }),
        None => Ok(()),
    }
}

fn choices_agree<P: Problem>(problem: &P, path: impl Fn() -> String) -> Result<(), Fault> {
    let Some(mut branch) = problem.choices() else {
        return problem.option(0).map_or(Ok(()), |_| Err(Fault::OptionsWithoutSlot { path: path() }));
    };
    let choices: Vec<_> = std::iter::from_fn(|| problem.next_choice(&mut branch)).collect();
    let options = (0..).map_while(|index| problem.option(index));
    let allowed: Vec<_> = options.filter(|&option| problem.ruled_out_by(option).is_none()).collect();
    if choices == allowed {
        return Ok(());
    }
    Err(Fault::ChoicesDisagree { path: path(), choices: format!("{choices:?}"), allowed: format!("{allowed:?}") })
}

/// Checks that two forms of a problem find the same solutions in the same order, up to the first `most`.
///
/// # Errors
/// The first solution in which they part.
pub fn check_same_solutions<P, Q>(one: P, other: Q, most: usize) -> Result<usize, Fault>
where
    P: Problem,
    Q: Problem<Solution = P::Solution>,
    P::Solution: PartialEq + Debug,
{
    let (mut one, mut other) = (Search::new(one), Search::new(other));
    for index in 0..most {
        let (left, right) = (one.first(), other.first());
        if left != right {
            return Err(Fault::SolutionsDisagree { index, left: format!("{left:?}"), right: format!("{right:?}") });
        }
        if left.is_none() {
            return Ok(index);
        }
    }
    Ok(most)
}

/// Checks that two forms of a problem make the same search: every quantity of [`Stats`] is the same, for the first
/// solution and for all of them, and so are the solutions and their order.
///
/// # Errors
/// The first difference.
pub fn check_same_search<P, Q>(one: &P, other: &Q) -> Result<Stats, Fault>
where
    P: Problem + Clone,
    Q: Problem<Solution = P::Solution> + Clone,
    P::Solution: PartialEq + Debug,
{
    check_same_solutions(one.clone(), other.clone(), usize::MAX)?;
    let mut one = Search::new(one.clone()).observe(Stats::default());
    let mut other = Search::new(other.clone()).observe(Stats::default());
    // Once up to the first solution, and once from there to the end.
    for most in [1, usize::MAX] {
        one.take(most);
        other.take(most);
        let (left, right) = (*one.observer(), *other.observer());
        if left != right {
            return Err(Fault::SearchDisagrees { left, right });
        }
    }
    Ok(*one.observer())
}
