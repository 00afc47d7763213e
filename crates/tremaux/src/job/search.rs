//! The search of any problem as a job's work.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use std::{mem, ops::ControlFlow};

use super::work::{Name, Plan, Unit, UnitSize, Work, Worker, Yield};
use super::{cut, range};
use crate::estimate::{Prober, measure};
use crate::{Limits, Problem, Search};

/// For how long a search is made to measure its speed before it is cut.
const MEASURING: Duration = Duration::from_millis(20);

/// Text of solutions is handed over when there is so much of it.
pub(super) const PIECE: usize = 1 << 20;

/// Writes a solution at the end of a text, as a line or in whatever form can be told apart.
type Write<'a, S> = dyn Fn(&S, &mut Vec<u8>) -> Result<(), String> + Sync + 'a;

/// The search of a problem below the state it is in, cut at prefixes of choices.
pub struct SearchWork<'a, P: Problem> {
    problem: P,
    write: Option<&'a Write<'a, P::Solution>>,
    must_stop: &'a (dyn Fn() -> bool + Sync),
}

impl<'a, P: Problem> SearchWork<'a, P> {
    /// Counts the solutions.
    pub fn count(problem: P) -> Self {
        SearchWork { problem, write: None, must_stop: &|| false }
    }

    /// Counts the solutions, and lists them as `write` writes them, which may refuse one.
    pub fn all(problem: P, write: &'a Write<'a, P::Solution>) -> Self {
        SearchWork { problem, write: Some(write), must_stop: &|| false }
    }

    /// The same, but it is not cut once `must_stop` says `true`. Cutting may take seconds.
    #[must_use]
    pub fn unless(self, must_stop: &'a (dyn Fn() -> bool + Sync)) -> Self {
        SearchWork { must_stop, ..self }
    }
}

impl<P: Problem + Clone + Send> Work for SearchWork<'_, P> {
    fn kind(&self) -> &'static str {
        "prefix"
    }

    /// The plan depends on the problem, and on how many nodes a second it is searched by, which is measured.
    fn plan(&self, size: UnitSize) -> Result<Plan, String> {
        if self.problem.remembers() {
            return Ok(Plan { units: vec![Unit { name: vec![].into(), weight: 1.0 }], nodes_above: 0 });
        }
        let speed = measure(self.problem.clone(), MEASURING, self.must_stop).1;
        let nodes = |all| match size {
            UnitSize::Number(number) => all / number.max(1) as f64,
            UnitSize::Lasting(time) => speed * time.as_secs_f64(),
        };
        let prober = Prober::new(self.problem.clone(), 1, self.must_stop);
        cut::plan(prober, nodes, speed).ok_or_else(|| "it was stopped while it was cut into units".into())
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
    fn run(&mut self, name: &Name, list: &mut dyn FnMut(Vec<u8>)) -> Result<Option<Yield>, String> {
        let mut done = Yield::default();
        let mut text = Vec::new();
        let is_done = range::subtrees(&mut self.problem.clone(), name, &mut |problem| {
            // A problem of its own: through a reference, what the loop would hold in registers is read and written at each node.
            let mut search = Search::new(problem.clone()).limits(Limits::new().cancel(Arc::clone(&self.cancel)));
            let solutions = match self.write {
                None => search.count(),
                Some(write) => listed(&mut search, write, &mut text, list)?,
            };
            done.solutions += u128::from(solutions);
            done.nodes += search.policy().nodes_entered();
            Ok(search.outcome().is_complete())
        })?;
        if is_done && !text.is_empty() {
            list(text);
        }
        Ok(is_done.then_some(done))
    }
}

/// Lists the solutions of a search, but for the last ones, which are left in `text`; and counts them.
fn listed<P: Problem>(
    search: &mut Search<P, crate::Silent, Limits>,
    write: &Write<'_, P::Solution>,
    text: &mut Vec<u8>,
    list: &mut dyn FnMut(Vec<u8>),
) -> Result<u64, String> {
    let (mut count, mut refused) = (0, Ok(()));
    search.visit(|problem| {
        refused = write(&problem.solution(), text);
        count += 1;
        if text.len() >= PIECE {
            list(mem::take(text));
        }
        if refused.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    refused?;
    Ok(count)
}
