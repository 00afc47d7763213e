//! A puzzle asked, without the interpreter's lock.

mod pull;

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use num_bigint::BigUint;
use pyo3::prelude::*;
use tremaux::job::{Job, JobError, Name, Plan, Returned, Task, Verb, Work};
use tremaux::{Estimate, Limit, Limits, Outcome, Probing, Problem, Stats, estimate_until};
use tremaux_puzzles::jobs::{Asked as Posed, PROGRAM, Prepared};
use tremaux_puzzles::{Aim, Engine, Puzzle, Question, Review, Shortcut, Watcher};
use tremaux_replay::{Recording, record};

use crate::away::{Cancel, Gauge, Progress, away, away_telling};
use crate::failure::{self, of_job, stopped};
use crate::input::Input;
use crate::instance::{About, Asked, Cut, How, Instance, Pull, Show, cores, quantities};
use crate::running::{Begin, Unit};
use crate::values::integer;
use pull::PuzzlePull;

/// How a solution is handed out.
type ToPython<P> = dyn Fn(Python<'_>, &<P as Puzzle>::Solution) -> PyResult<Py<PyAny>> + Send + Sync;

/// A puzzle to be asked.
pub(crate) struct OfPuzzle<P: Puzzle> {
    puzzle: P,
    value: Arc<ToPython<P>>,
    /// As a job holds it; `None` of one that the command cannot be given.
    input: Option<Input>,
    prepared: Prepared,
}

impl<P: Puzzle<Solution: Send + 'static> + Clone + Send + Sync + 'static> OfPuzzle<P> {
    /// The puzzle whose solutions are handed out as `value` makes them.
    pub(crate) fn instance(
        puzzle: P,
        input: impl Into<Option<Input>>,
        value: impl Fn(Python<'_>, &P::Solution) -> PyResult<Py<PyAny>> + Send + Sync + 'static,
    ) -> Instance {
        let (input, prepared) = (input.into(), Prepared::default());
        Instance(Box::new(OfPuzzle { puzzle, value: Arc::new(value), input, prepared }))
    }

    /// What a job asks of it.
    fn posed<'a>(&'a self, engine: Engine, verb: Verb, threads: usize, watcher: &'a dyn Watcher) -> Posed<'a, P> {
        let OfPuzzle { puzzle, prepared, .. } = self;
        Posed { puzzle, engine, verb, threads, watcher, prepared }
    }

    /// What `then` makes of the work that a job asks for.
    fn with_work<T: Send>(
        &self,
        py: Python<'_>,
        (engine, verb, threads): (Engine, Verb, usize),
        then: impl Fn(&dyn Work, &Cancel) -> Result<T, JobError> + Sync,
    ) -> PyResult<T> {
        let cancel = Cancel::default();
        let (done, signal) = away(py, &cancel, || {
            let mut done = None;
            self.posed(engine, verb, threads, &|| cancel.is_raised())
                .with_work(&mut |work| done = Some(then(work, &cancel)));
            done
        })?;
        match (done, signal) {
            (_, Some(signal)) => Err(stopped(py, Limit::Cancelled, Some(signal), py.None())),
            (Some(Ok(done)), None) => Ok(done),
            (Some(Err(error)), None) => Err(of_job(py, &error)),
            (None, None) => Err(failure::broken(py)),
        }
    }

    /// An error of a search with a memory, which is not the sum of parts.
    fn no_memory(&self) -> PyResult<()> {
        let remembers = self.puzzle.pose(Engine::Fast, Aim::All, Remembers);
        if remembers { Err(failure::value("a search with a memory cannot be cut into units")) } else { Ok(()) }
    }

    /// A solution as text or as a value.
    fn written(&self, py: Python<'_>, solution: &P::Solution, text: bool) -> PyResult<Py<PyAny>> {
        if text {
            return Ok(self.puzzle.text(solution).into_pyobject(py)?.into_any().unbind());
        }
        (self.value)(py, solution)
    }

    /// The count by a kernel or a formula, where there is one and nobody asks for what a search does.
    fn counted(
        &self,
        how: &How,
        limit: Option<u64>,
        cancel: &Cancel,
        gauge: Option<&Gauge>,
    ) -> Option<Result<BigUint, Halt<BigUint>>> {
        let clock = Clock::of(how, cancel)?;
        clock.answer(match limit {
            Some(most) => self.puzzle.count_up_to(most, &|| clock.limit().is_some()),
            None => self.puzzle.count_without_search(how.threads(), &Watch { clock: &clock, gauge }),
        })
    }

    fn search_count(
        &self,
        how: &How,
        limit: Option<u64>,
        cancel: &Cancel,
        gauge: Option<Gauge>,
    ) -> Result<BigUint, Halt<BigUint>> {
        let limits = limit.into_iter().fold(how.limits(cancel), Limits::solutions);
        let begin = Begin { limits, threads: how.threads(), stats: false, gauge };
        let (count, outcome) = self.puzzle.pose(how.engine, Aim::Count, begin).count();
        match outcome {
            Outcome::Stopped(limit) if limit != Limit::Solutions => Err(Halt::Limit(limit, count.into())),
            _ => Ok(count.into()),
        }
    }

    fn search_first(&self, how: &How, aim: Aim, cancel: &Cancel) -> Result<Option<P::Solution>, Halt<()>> {
        let begin = Begin { limits: how.limits(cancel), threads: how.threads(), stats: false, gauge: None };
        let mut running = self.puzzle.pose(how.engine, aim, begin);
        let (solution, outcome) = if aim == Aim::Any {
            running.any()
        } else {
            let mut first = None;
            let outcome = running.in_order(&mut |solution| {
                first = Some(solution);
                ControlFlow::Break(())
            });
            (first, outcome)
        };
        match (solution, outcome) {
            (None, Outcome::Stopped(limit)) => Err(Halt::Limit(limit, ())),
            (solution, _) => Ok(solution),
        }
    }
}

impl<P: Puzzle<Solution: Send + 'static> + Clone + Send + Sync + 'static> Asked for OfPuzzle<P> {
    fn count(&self, py: Python<'_>, how: &How, limit: Option<u64>, progress: Option<Py<PyAny>>) -> PyResult<Py<PyAny>> {
        let (cancel, mut progress) = (Cancel::default(), Progress::new(progress));
        let gauge = progress.gauge();
        let (count, signal) = away_telling(py, &cancel, &mut progress, || {
            let counted = self.counted(how, limit, &cancel, gauge.as_ref());
            counted.unwrap_or_else(|| self.search_count(how, limit, &cancel, gauge))
        })?;
        match count {
            Ok(count) => {
                progress.end(py)?;
                integer(py, &count)
            }
            Err(Halt::Limit(limit, count)) => Err(stopped(py, limit, signal, integer(py, &count)?)),
            Err(Halt::Refused(why)) => {
                let message = format!("{why}; a search counts on for as long as you like: engine='bits', timeout=10");
                Err(failure::out_of_reach(py, message))
            }
        }
    }

    fn solve(&self, py: Python<'_>, how: &How, any: bool, text: bool) -> PyResult<Option<Py<PyAny>>> {
        let cancel = Cancel::default();
        let aim = if any { Aim::Any } else { Aim::First };
        let (solution, signal) = away(py, &cancel, || {
            let mut aim = aim;
            let known = Clock::of(how, &cancel).and_then(|clock| {
                let shortcut = self.puzzle.solve_without_search(aim, &|| clock.limit().is_some());
                aim = if matches!(shortcut, Shortcut::SearchAny) { Aim::Any } else { aim };
                clock.answer(shortcut).filter(|answer| !matches!(answer, Err(Halt::Refused(_))))
            });
            match known {
                Some(Ok(solution)) => Ok(solution),
                Some(Err(Halt::Limit(limit, None))) => Err(Halt::Limit(limit, ())),
                Some(Err(Halt::Limit(_, solution))) => Ok(solution),
                _ => self.search_first(how, aim, &cancel),
            }
        })?;
        match solution {
            Ok(Some(solution)) if self.puzzle.verify(&solution).is_ok() => self.written(py, &solution, text).map(Some),
            Ok(Some(_)) | Err(Halt::Refused(_)) => Err(failure::broken(py)),
            Ok(None) => Ok(None),
            Err(Halt::Limit(limit, ())) => Err(stopped(py, limit, signal, py.None())),
        }
    }

    fn solutions(&self, _: Python<'_>, how: &How, most: Option<u64>, text: bool) -> PyResult<Box<dyn Pull>> {
        let cancel = Cancel::default();
        let limits = most.into_iter().fold(how.limits(&cancel), Limits::solutions);
        let begin = Begin { limits, threads: how.threads(), stats: false, gauge: None };
        let running = self.puzzle.pose(how.engine, Aim::All, begin);
        let (puzzle, value) = (self.puzzle.clone(), Arc::clone(&self.value));
        let asked = OfPuzzle { puzzle, value, input: None, prepared: Prepared::default() };
        Ok(Box::new(PuzzlePull::new(asked, text, running, cancel)))
    }

    fn plan(&self, py: Python<'_>, Cut { engine, verb, size }: Cut) -> PyResult<Plan> {
        self.no_memory()?;
        self.with_work(py, (engine, verb, cores()), |work, _| work.plan(size).map_err(JobError::Work))
    }

    fn begin(&self, py: Python<'_>, Cut { engine, verb, size }: Cut, file: &Path, _: Option<About>) -> PyResult<Job> {
        self.no_memory()?;
        let no_input = || failure::value("no job file holds a maze whose start is its end, or is blocked");
        let input = self.input.as_ref().ok_or_else(no_input)?;
        self.with_work(py, (engine, verb, cores()), |work, _| {
            // Whatever is wrong with the file is told when it is begun.
            let held = Job::open(file).ok();
            let task = Task {
                problem: P::NAME.into(),
                input: input.value(held.as_ref().map(|job| &job.task().input)),
                verb,
                engine: engine.name().into(),
                program: PROGRAM.into(),
            };
            Job::begin(file, &task, work, size)
        })
    }

    fn units(&self, py: Python<'_>, engine: Engine, verb: Verb, names: &[Name]) -> PyResult<Vec<Returned>> {
        self.with_work(py, (engine, verb, 1), |work, cancel| {
            let mut worker = work.worker(&cancel.flag()).map_err(JobError::Work)?;
            let unit = |(unit, name): (usize, &Name)| {
                let (began, mut listed) = (Instant::now(), Vec::new());
                let found = worker.run(name, &mut |text| listed.extend(text));
                let found = found.map_err(|why| JobError::Unit { name: name.clone(), why })?;
                let returned = |found| Returned { unit, found, seconds: began.elapsed().as_secs_f64(), listed };
                // Cancelled is only what a signal came to.
                Ok(found.map(returned).unwrap_or_default())
            };
            names.iter().enumerate().map(unit).collect()
        })
    }

    fn values(&self, py: Python<'_>, engine: Engine, name: &Name, text: bool) -> PyResult<Vec<Py<PyAny>>> {
        let cancel = Cancel::default();
        let (solutions, signal) = away(py, &cancel, || {
            self.puzzle.pose(engine, Aim::All, Unit { name, limits: Limits::new().cancel(cancel.flag()) })
        })?;
        if let Some(signal) = signal {
            return Err(stopped(py, Limit::Cancelled, Some(signal), py.None()));
        }
        let unit = |why| of_job(py, &JobError::Unit { name: name.clone(), why });
        solutions.map_err(unit)?.iter().map(|solution| self.written(py, solution, text)).collect()
    }

    fn total(&self, engine: Engine, sum: u128) -> BigUint {
        self.posed(engine, Verb::Count, 1, &|| false).total(sum)
    }

    fn stats(&self, py: Python<'_>, how: &How, first: bool) -> PyResult<Stats> {
        let cancel = Cancel::default();
        // What many threads do before the first solution is found would depend on their number.
        let threads = if first { 1 } else { how.threads() };
        let ((stats, outcome), signal) = away(py, &cancel, || {
            let (aim, limits) = (if first { Aim::First } else { Aim::All }, how.limits(&cancel));
            let mut running = self.puzzle.pose(how.engine, aim, Begin { limits, threads, stats: true, gauge: None });
            let outcome = if first { running.in_order(&mut |_| ControlFlow::Break(())) } else { running.count().1 };
            (running.stats().unwrap_or_default(), outcome)
        })?;
        match outcome {
            Outcome::Stopped(limit) => Err(stopped(py, limit, signal, quantities(&stats))),
            _ => Ok(stats),
        }
    }

    fn estimate(&self, py: Python<'_>, engine: Engine, probing: Probing) -> PyResult<Estimate> {
        let cancel = Cancel::default();
        let stop = &|| cancel.is_raised();
        let (estimate, signal) = away(py, &cancel, || self.puzzle.pose(engine, Aim::Count, Probe { probing, stop }))?;
        // One that was stopped early is none: to know less, ask for less time.
        match (estimate, signal) {
            (Some(estimate), None) => Ok(estimate),
            (_, signal) => Err(stopped(py, Limit::Cancelled, signal, py.None())),
        }
    }

    fn show(&self, py: Python<'_>, how: &How, recording: Recording, first: bool, show: &Show) -> PyResult<String> {
        let cancel = Cancel::default();
        let limits = how.limits(&cancel);
        let recording = Recording { limits: if first { limits.solutions(1) } else { limits }, ..recording };
        let shown = away(py, &cancel, || {
            self.puzzle.pose(how.engine, Aim::All, Play { puzzle: &self.puzzle, recording, show })
        })?;
        match shown {
            (_, Some(signal)) => Err(stopped(py, Limit::Cancelled, Some(signal), py.None())),
            (shown, None) => Ok(shown),
        }
    }

    fn review(&self, py: Python<'_>, answer: Option<&str>) -> PyResult<Review> {
        self.puzzle.review(answer).map_err(|error| failure::invalid(py, &error))
    }
}

/// Why there is no answer, or not all of one.
enum Halt<T> {
    /// A limit stopped it; what was found until then.
    Limit(Limit, T),
    /// It is out of reach.
    Refused(String),
}

/// Stops what is no search: a formula, a kernel.
struct Clock<'a> {
    deadline: Option<Instant>,
    cancel: &'a Cancel,
}

impl<'a> Clock<'a> {
    /// `None` where somebody asks for what a search does.
    fn of(how: &How, cancel: &'a Cancel) -> Option<Self> {
        let deadline = how.timeout.and_then(|time| Instant::now().checked_add(time));
        (how.engine == Engine::Fast && how.max_nodes.is_none()).then_some(Clock { deadline, cancel })
    }

    fn limit(&self) -> Option<Limit> {
        if self.cancel.is_raised() {
            return Some(Limit::Cancelled);
        }
        self.deadline.filter(|deadline| Instant::now() >= *deadline).map(|_| Limit::Time)
    }

    /// What came of it, if it is an answer.
    fn answer<T: Default>(&self, shortcut: Shortcut<T>) -> Option<Result<T, Halt<T>>> {
        let stopped = |found| Err(Halt::Limit(self.limit().unwrap_or(Limit::Cancelled), found));
        match shortcut {
            Shortcut::Search | Shortcut::SearchAny => None,
            Shortcut::Found(answer) | Shortcut::Instead(answer) => Some(Ok(answer)),
            Shortcut::Cancelled => Some(stopped(T::default())),
            Shortcut::Partial(answer) => Some(stopped(answer)),
            Shortcut::Refused(why) => Some(Err(Halt::Refused(why))),
        }
    }
}

/// Looks at the clock, and tells how far it is.
struct Watch<'a> {
    clock: &'a Clock<'a>,
    gauge: Option<&'a Gauge>,
}

impl Watcher for Watch<'_> {
    fn cancelled(&self) -> bool {
        self.clock.limit().is_some()
    }

    fn done(&self, part: f64) {
        self.gauge.into_iter().for_each(|gauge| gauge.tell(part));
    }
}

struct Remembers;

impl<S> Question<S> for Remembers {
    type Answer = bool;

    fn ask<P: Problem<Solution = S>>(self, problem: P) -> bool {
        problem.remembers()
    }
}

struct Probe<'a> {
    probing: Probing,
    stop: &'a (dyn Fn() -> bool + Sync),
}

impl<S> Question<S> for Probe<'_> {
    type Answer = Option<Estimate>;

    fn ask<P: Problem<Solution = S> + Clone + Send + 'static>(self, problem: P) -> Option<Estimate> {
        estimate_until(&problem, self.probing, self.stop)
    }
}

struct Play<'a, P> {
    puzzle: &'a P,
    recording: Recording,
    show: &'a Show<'a>,
}

impl<Q: Puzzle> Question<Q::Solution> for Play<'_, Q> {
    type Answer = String;

    fn ask<P: Problem<Solution = Q::Solution>>(self, problem: P) -> String {
        // Recorded from the root on, which every search reaches; one that was stopped before it has nothing to show.
        let replay = record(problem, self.recording);
        let input = self.puzzle.input();
        replay.map_or_else(|_| String::new(), |mut replay| (self.show)(&mut replay, Q::NAME, &input))
    }
}
