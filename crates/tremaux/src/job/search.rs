//! The search of any problem as a job's work.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use std::{mem, ops::ControlFlow};

use super::cut;
use super::work::{Plan, Unit, UnitSize, Work, Worker, Yield};
use crate::estimate::{Prober, measure};
use crate::{Limits, Outcome, Probing, Problem, Search, estimate};

/// For how long a search is made to measure its speed before it is cut.
const MEASURING: Duration = Duration::from_millis(20);

/// Text of solutions is handed over when there is so much of it.
pub(super) const PIECE: usize = 1 << 20;

/// Writes a solution at the end of a text, as a line or in whatever form can be told apart.
type Write<'a, S> = dyn Fn(&S, &mut Vec<u8>) -> Result<(), String> + Sync + 'a;

/// The search of a problem below the state it is in, cut into the subtrees under prefixes of choices.
pub struct SearchWork<'a, P: Problem> {
    problem: P,
    write: Option<&'a Write<'a, P::Solution>>,
}

impl<'a, P: Problem> SearchWork<'a, P> {
    /// Counts the solutions.
    pub fn count(problem: P) -> Self {
        SearchWork { problem, write: None }
    }

    /// Counts the solutions, and lists them as `write` writes them, which may refuse one.
    pub fn all(problem: P, write: &'a Write<'a, P::Solution>) -> Self {
        SearchWork { problem, write: Some(write) }
    }
}

impl<P: Problem + Clone + Send> Work for SearchWork<'_, P> {
    fn kind(&self) -> &'static str {
        "prefix"
    }

    /// The plan depends on the problem and on how many nodes a unit is to have, which is measured for
    /// [`UnitSize::Lasting`] and estimated for [`UnitSize::Number`].
    fn plan(&self, size: UnitSize) -> Result<Plan, String> {
        if self.problem.remembers() {
            return Ok(Plan { units: vec![Unit { name: vec![], weight: 1.0 }], nodes_above: 0 });
        }
        let nodes = match size {
            UnitSize::Lasting(time) => measure(self.problem.clone(), MEASURING).1 * time.as_secs_f64(),
            UnitSize::Number(number) => {
                let probing = Probing { measuring: MEASURING, time: 5 * MEASURING, ..Probing::default() };
                estimate(&self.problem, probing).nodes.mean / number.max(1) as f64
            }
        };
        Ok(cut::plan(&mut Prober::new(self.problem.clone(), 1), nodes))
    }

    fn worker(&self, cancel: &Arc<AtomicBool>) -> Result<Box<dyn Worker + Send + '_>, String> {
        Ok(Box::new(Searcher { problem: self.problem.clone(), write: self.write, cancel: Arc::clone(cancel) }))
    }
}

struct Searcher<'a, P: Problem> {
    problem: P,
    write: Option<&'a Write<'a, P::Solution>>,
    cancel: Arc<AtomicBool>,
}

impl<P: Problem + Clone> Worker for Searcher<'_, P> {
    fn run(&mut self, name: &[u64], list: &mut dyn FnMut(Vec<u8>)) -> Result<Option<Yield>, String> {
        let mut problem = self.problem.clone();
        cut::go_down(&mut problem, name)?;
        let mut search = Search::new(problem).limits(Limits::new().cancel(Arc::clone(&self.cancel)));
        let solutions = match self.write {
            None => search.count(),
            Some(write) => listed(&mut search, write, list)?,
        };
        let done = Yield { solutions: solutions.into(), nodes: search.policy().nodes_entered() };
        Ok((search.outcome() == Outcome::Complete).then_some(done))
    }
}

/// Lists the solutions of a search, and counts them.
fn listed<P: Problem>(
    search: &mut Search<P, crate::Silent, Limits>,
    write: &Write<'_, P::Solution>,
    list: &mut dyn FnMut(Vec<u8>),
) -> Result<u64, String> {
    let (mut count, mut text, mut refused) = (0, Vec::new(), Ok(()));
    search.visit(|problem| {
        refused = write(&problem.solution(), &mut text);
        count += 1;
        if text.len() >= PIECE {
            list(mem::take(&mut text));
        }
        if refused.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    refused?;
    if !text.is_empty() {
        list(text);
    }
    Ok(count)
}
