//! The puzzles as the work of jobs (feature `jobs`): see [`tremaux::job`].

mod kernel;

use num_bigint::BigUint;
use tremaux::Problem;
use tremaux::job::{SearchWork, Verb, Work};

pub use kernel::Prepared;

use crate::{Aim, CountUnits, Engine, Puzzle, Question, Watcher};
use kernel::KernelWork;

/// What jobs are held to: another version might number choices, or cut a kernel's work, in another way.
pub const PROGRAM: &str = concat!("tremaux ", env!("CARGO_PKG_VERSION"));

/// A puzzle, and what a job asks of it.
pub struct Asked<'a, P> {
    /// The puzzle.
    pub puzzle: &'a P,
    /// Which form of it is searched.
    pub engine: Engine,
    /// What is asked.
    pub verb: Verb,
    /// How many threads make what the units of a kernel share.
    pub threads: usize,
    /// Who waits for that.
    pub watcher: &'a dyn Watcher,
    /// Where it is kept.
    pub prepared: &'a Prepared,
}

impl<P: Puzzle + Sync> Asked<'_, P> {
    /// What is asked of the puzzle's form.
    #[must_use]
    pub fn aim(&self) -> Aim {
        match self.verb {
            Verb::Count => Aim::Count,
            Verb::All => Aim::All,
        }
    }

    /// The units of a kernel, where these are the work.
    fn units(&self) -> Option<Box<dyn CountUnits>> {
        let by_kernel = self.verb == Verb::Count && self.engine == Engine::Fast;
        self.puzzle.count_units().filter(|_| by_kernel)
    }

    /// Calls `then` with the work. A solution is listed as JSON, on a line, and only if the puzzle's checker agrees.
    pub fn with_work(&self, then: &mut dyn FnMut(&dyn Work)) {
        let &Asked { puzzle, engine, verb, threads, watcher, prepared } = self;
        if let Some(units) = self.units() {
            return then(&KernelWork { units, threads, watcher, prepared });
        }
        let write = |solution: &P::Solution, text: &mut Vec<u8>| {
            puzzle
                .verify(solution)
                .map_err(|breach| format!("a wrong solution was found ({breach}); please report this"))?;
            serde_json::to_writer(&mut *text, &puzzle.json(solution)).map_err(|error| error.to_string())?;
            text.push(b'\n');
            Ok(())
        };
        let write = (verb == Verb::All).then_some(&write as &Write<'_, P::Solution>);
        let must_stop = &|| watcher.cancelled();
        puzzle.pose(engine, self.aim(), Posed { write, must_stop, then });
    }

    /// The number of solutions, where those of all units sum up to `sum`.
    #[must_use]
    pub fn total(&self, sum: u128) -> BigUint {
        self.units().map_or_else(|| sum.into(), |units| units.total(sum))
    }
}

type Write<'a, S> = dyn Fn(&S, &mut Vec<u8>) -> Result<(), String> + Sync + 'a;

/// The search of a form as work.
struct Posed<'a, 'b, S> {
    write: Option<&'a Write<'a, S>>,
    must_stop: &'a (dyn Fn() -> bool + Sync),
    then: &'b mut dyn FnMut(&dyn Work),
}

impl<S> Question<S> for Posed<'_, '_, S> {
    type Answer = ();

    fn ask<P: Problem<Solution = S> + Clone + Send>(self, problem: P) {
        let work = match self.write {
            None => SearchWork::count(problem),
            Some(write) => SearchWork::all(problem, write),
        };
        (self.then)(&work.unless(self.must_stop));
    }
}
