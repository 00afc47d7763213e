//! Programs with a mistake that people really make, beside the right one.

use tremaux::Problem;

/// A mistake, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// Its name, in a few words.
    pub name: &'static str,
    /// The line in question of the right program.
    pub right: &'static str,
    /// The same line of the wrong one.
    pub wrong: &'static str,
    /// What it leads to.
    pub leads_to: String,
}

/// A program: a problem, and how it is asked and what is kept of its answers.
pub struct Program<'a, P: Problem> {
    /// Makes what is searched.
    pub problem: Box<dyn Fn() -> P + 'a>,
    /// Whether the search stops at the first solution, without undoing it.
    pub first: bool,
    /// What broke, once something has: the search ends there.
    pub fault: fn(&P) -> Option<String>,
    /// What was saved of a solution, as it is now.
    pub saved: fn(&P::Solution) -> String,
}

impl<'a, P: Problem> Program<'a, P> {
    /// The program that finds every solution, and in which nothing breaks.
    pub(crate) fn new(problem: impl Fn() -> P + 'a, saved: fn(&P::Solution) -> String) -> Self {
        Program { problem: Box::new(problem), first: false, fault: |_| None, saved }
    }
}

/// Shown mistakes, each with both programs.
pub trait Spotter {
    /// Looks at one. Up to where they part, both programs make the same steps and draw the same states.
    fn spot<R: Problem, W: Problem>(&mut self, mistake: Mistake, right: Program<'_, R>, wrong: Program<'_, W>);
}
