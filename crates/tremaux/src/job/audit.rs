//! Units done once more, to see that they come to the same.

use std::thread;
use std::time::Instant;

use super::crew::{Crew, Report};
use super::shift::{Ends, PATIENCE};
use super::store::Stored;
use super::{Done, Job, JobError, Name, Work};
use crate::estimate::below;
use crate::{Limits, Outcome};

/// What [`Job::audit`] found.
#[derive(Clone, Debug, PartialEq)]
pub struct Audit {
    /// How many units were done once more.
    pub units: u64,
    /// Those that came to something else.
    pub differing: Vec<Difference>,
    /// Whether a limit came first.
    pub outcome: Outcome,
}

/// A unit that came to something else than is stored.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// Its number.
    pub unit: usize,
    /// Its name.
    pub name: Name,
    /// What is stored.
    pub stored: Done,
    /// What came of it now.
    pub now: Done,
}

impl Job {
    /// Does `sample` of the units done once more, drawn by `seed`, and compares what comes of them with what is stored.
    ///
    /// # Errors
    /// If the file cannot be read, or a unit cannot be done.
    pub fn audit(
        &self,
        work: &(impl Work + ?Sized),
        sample: usize,
        seed: u64,
        threads: usize,
        mut limits: Limits,
    ) -> Result<Audit, JobError> {
        let ends = Ends { deadline: limits.deadline_from(Instant::now()), cancel: limits.cancel };
        let sample = drawn(self.store.results()?, sample, seed);
        let mut again: Vec<Option<Done>> = vec![None; self.units().len()];
        let mut outcome = Outcome::Complete;
        thread::scope(|scope| {
            let mut crew = Crew::start(scope, work, threads)?;
            for Stored { unit, .. } in &sample {
                crew.order(*unit, &self.units()[*unit]);
            }
            while crew.at_work > 0 {
                if let (Some(limit), Outcome::Complete) = (ends.reached(), outcome) {
                    outcome = Outcome::Stopped(limit);
                    crew.cancel();
                }
                match crew.report(PATIENCE) {
                    Some(Report::Done(Stored { unit, done })) => again[unit] = Some(done),
                    Some(Report::Failed(error)) => return Err(error),
                    _ => {}
                }
            }
            Ok(())
        })?;
        let compared = sample.iter().filter_map(|stored| Some((stored, again[stored.unit]?)));
        let same = |one: &Done, other: &Done| {
            (one.solutions, one.nodes, one.listed) == (other.solutions, other.nodes, other.listed)
        };
        let difference = |(stored, now): (&Stored, Done)| Difference {
            unit: stored.unit,
            name: self.units()[stored.unit].name.clone(),
            stored: stored.done,
            now,
        };
        let units = compared.clone().count() as u64;
        let differing = compared.filter(|(stored, now)| !same(&stored.done, now)).map(difference).collect();
        Ok(Audit { units, differing, outcome })
    }
}

/// `most` of these, drawn by `seed`: the first of a shuffle (Fisher and Yates).
fn drawn(mut of: Vec<Stored>, most: usize, mut seed: u64) -> Vec<Stored> {
    let most = most.min(of.len());
    for first in 0..most {
        let other = below(&mut seed, of.len() - first).unwrap_or(0);
        of.swap(first, first + other);
    }
    of.truncate(most);
    of.sort_by_key(|stored| stored.unit);
    of
}
