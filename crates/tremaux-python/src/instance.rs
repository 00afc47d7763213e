//! The questions, as Python asks them.

use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;

use num_bigint::BigUint;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use serde_json::Value;
use tremaux::job::{Job, Name, Plan, Returned, UnitSize, Verb};
use tremaux::{Estimate, Interval, Limits, Probing, Stats};
use tremaux_puzzles::{Engine, Review};
use tremaux_replay::{Frame, Recording, Stage, frame_svg, player_page, tree_svg};

use crate::away::Cancel;
use crate::failure;

/// How a search is made.
pub(crate) struct How {
    pub(crate) timeout: Option<Duration>,
    pub(crate) max_nodes: Option<u64>,
    threads: Option<usize>,
    pub(crate) engine: Engine,
}

impl How {
    fn new(
        timeout: Option<f64>,
        max_nodes: Option<i64>,
        threads: Option<i64>,
        engine: Option<&str>,
        usual: Engine,
    ) -> PyResult<How> {
        let engine = engine.map_or(Ok(usual), |name| engine_named(Some(name)))?;
        let max_nodes = max_nodes.map(|most| at_least("max_nodes", 0, most)).transpose()?;
        let threads = threads.map(|threads| at_least("threads", 1, threads)).transpose()?;
        let threads = threads.map(|threads| usize::try_from(threads).unwrap_or(usize::MAX));
        Ok(How { timeout: timeout.map(seconds).transpose()?, max_nodes, threads, engine })
    }

    /// The limits that stop a search which `cancel` stops too.
    pub(crate) fn limits(&self, cancel: &Cancel) -> Limits {
        let limits = Limits::new().cancel(cancel.flag());
        let limits = self.max_nodes.map_or(limits.clone(), |most| limits.nodes(most));
        self.timeout.map_or(limits.clone(), |time| limits.time(time))
    }

    /// How many threads search. Where the nodes are limited there is one: the answer does not depend on their number.
    pub(crate) fn threads(&self) -> usize {
        if self.max_nodes.is_some() { 1 } else { self.threads.unwrap_or_else(cores) }
    }
}

/// Which search is cut into units, and into how many.
#[derive(Clone, Copy)]
pub(crate) struct Cut {
    pub(crate) engine: Engine,
    /// Whether for its solutions or for their number.
    pub(crate) verb: Verb,
    pub(crate) size: UnitSize,
}

/// The name of a problem of a person's, and all that its search depends on, as JSON.
pub(crate) type About = (String, String);

/// The engine of this name; the best there is without one.
pub(crate) fn engine_named(name: Option<&str>) -> PyResult<Engine> {
    let Some(name) = name else { return Ok(Engine::Fast) };
    let named = Engine::ALL.into_iter().find(|engine| engine.name() == name);
    named.ok_or_else(|| failure::value(format!("engine: expected 'plain', 'bits' or 'fast', found {name:?}")))
}

/// How many threads the machine runs at once.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// A number that must not be below `least`.
pub(crate) fn at_least(name: &str, least: i64, number: i64) -> PyResult<u64> {
    let fits = u64::try_from(number).ok().filter(|_| number >= least);
    fits.ok_or_else(|| failure::value(format!("{name}: expected a number from {least}, found {number}")))
}

pub(crate) fn seconds(seconds: f64) -> PyResult<Duration> {
    let expected = || failure::value(format!("timeout: expected a number of seconds from 0, found {seconds}"));
    // What is longer than time can be told is never over.
    if seconds > 1e15 {
        return Ok(Duration::from_secs(1 << 50));
    }
    Duration::try_from_secs_f64(seconds).map_err(|_| expected())
}

/// Something to be searched.
pub(crate) trait Asked: Send + Sync {
    /// How many solutions there are, up to `limit`; `progress` is told how far it is.
    fn count(&self, _: Python<'_>, _: &How, _: Option<u64>, _: Option<Py<PyAny>>) -> PyResult<Py<PyAny>> {
        Err(not_asked())
    }

    /// A solution: the first, or `any`.
    fn solve(&self, _: Python<'_>, _: &How, _: bool, _: bool) -> PyResult<Option<Py<PyAny>>> {
        Err(not_asked())
    }

    /// The solutions in order, up to `most`.
    fn solutions(&self, _: Python<'_>, _: &How, _: Option<u64>, _: bool) -> PyResult<Box<dyn Pull>> {
        Err(not_asked())
    }

    /// The units of a search.
    fn plan(&self, py: Python<'_>, cut: Cut) -> PyResult<Plan>;

    /// The job of that search in a file; `about` says what a problem of a person's is.
    fn begin(&self, py: Python<'_>, cut: Cut, file: &Path, about: Option<About>) -> PyResult<Job>;

    /// What comes of units.
    fn units(&self, _: Python<'_>, _: Engine, _: Verb, _: &[Name]) -> PyResult<Vec<Returned>> {
        Err(not_asked())
    }

    /// The solutions of a unit.
    fn values(&self, _: Python<'_>, _: Engine, _: &Name, _: bool) -> PyResult<Vec<Py<PyAny>>> {
        Err(not_asked())
    }

    /// The number of solutions, where those of all units sum up to `sum`.
    fn total(&self, _: Engine, sum: u128) -> BigUint {
        sum.into()
    }

    /// What a search does until the `first` solution, or for all of them.
    fn stats(&self, py: Python<'_>, how: &How, first: bool) -> PyResult<Stats>;
    /// How large a search is.
    fn estimate(&self, py: Python<'_>, engine: Engine, probing: Probing) -> PyResult<Estimate>;
    /// What `show` makes of a search for all solutions, or for the `first`.
    fn show(&self, py: Python<'_>, how: &How, recording: Recording, first: bool, show: &Show) -> PyResult<String>;
    /// Whether an answer is right so far.
    fn review(&self, _: Python<'_>, _: Option<&str>) -> PyResult<Review> {
        Err(not_asked())
    }
}

/// What a problem of a person's is not asked here.
fn not_asked() -> PyErr {
    PyTypeError::new_err("what is right in a problem of your own, tremaux does not know; see tremaux.check_undo")
}

/// What is made of a recorded search: it, the problem's name, its input.
pub(crate) type Show<'a> = dyn Fn(&mut dyn Stage, &str, &Value) -> String + Send + Sync + 'a;

/// Solutions, each searched for when it is asked for.
pub(crate) trait Pull: Send {
    fn next(&mut self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>>;
}

/// Something to be searched. `tremaux.Search` says what the methods mean.
#[pyclass(frozen, module = "tremaux._tremaux")]
pub(crate) struct Instance(pub(crate) Box<dyn Asked>);

#[pymethods]
impl Instance {
    #[expect(clippy::too_many_arguments, reason = "the arguments of the Python method")]
    #[pyo3(signature = (*, limit, timeout, max_nodes, threads, engine, progress))]
    fn count(
        &self,
        py: Python<'_>,
        limit: Option<i64>,
        timeout: Option<f64>,
        max_nodes: Option<i64>,
        threads: Option<i64>,
        engine: Option<&str>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let how = How::new(timeout, max_nodes, threads, engine, Engine::Fast)?;
        let limit = limit.map(|most| at_least("limit", 0, most)).transpose()?;
        failure::guarded(py, || self.0.count(py, &how, limit, progress))
    }

    #[expect(clippy::too_many_arguments, reason = "the arguments of the Python method")]
    #[pyo3(signature = (*, any, text, timeout, max_nodes, threads, engine))]
    fn solve(
        &self,
        py: Python<'_>,
        any: bool,
        text: bool,
        timeout: Option<f64>,
        max_nodes: Option<i64>,
        threads: Option<i64>,
        engine: Option<&str>,
    ) -> PyResult<Option<Py<PyAny>>> {
        let how = How::new(timeout, max_nodes, threads, engine, Engine::Fast)?;
        failure::guarded(py, || self.0.solve(py, &how, any, text))
    }

    #[expect(clippy::too_many_arguments, reason = "the arguments of the Python method")]
    #[pyo3(signature = (*, most, text, timeout, max_nodes, threads, engine))]
    fn solutions(
        &self,
        py: Python<'_>,
        most: Option<i64>,
        text: bool,
        timeout: Option<f64>,
        max_nodes: Option<i64>,
        threads: Option<i64>,
        engine: Option<&str>,
    ) -> PyResult<Solutions> {
        let how = How::new(timeout, max_nodes, threads, engine, Engine::Fast)?;
        let most = most.map(|most| at_least("k", 0, most)).transpose()?;
        failure::guarded(py, || Ok(Solutions(Mutex::new(Some(self.0.solutions(py, &how, most, text)?)))))
    }

    /// The quantities, in the order of their names.
    #[pyo3(signature = (*, first, timeout, max_nodes, threads, engine))]
    fn stats(
        &self,
        py: Python<'_>,
        first: bool,
        timeout: Option<f64>,
        max_nodes: Option<i64>,
        threads: Option<i64>,
        engine: Option<&str>,
    ) -> PyResult<[u64; 7]> {
        let how = How::new(timeout, max_nodes, threads, engine, Engine::Plain)?;
        let stats = failure::guarded(py, || self.0.stats(py, &how, first))?;
        Ok(quantities(&stats))
    }

    /// Nodes, solutions and seconds, each as (mean, low, high); rounds; nodes a second.
    #[pyo3(signature = (*, time, seed, rounds, threads, engine))]
    fn estimate(
        &self,
        py: Python<'_>,
        time: f64,
        seed: u64,
        rounds: Option<i64>,
        threads: Option<i64>,
        engine: Option<&str>,
    ) -> PyResult<(Three, Three, Three, u64, f64)> {
        let how = How::new(Some(time), None, threads, engine, Engine::Fast)?;
        let rounds = rounds.map(|most| at_least("rounds", 1, most)).transpose()?.unwrap_or(u64::MAX);
        let time = how.timeout.unwrap_or_default();
        let measuring = time / 5;
        let probing = Probing { measuring, time: time - measuring, rounds, seed };
        let estimate = failure::guarded(py, || self.0.estimate(py, how.engine, probing))?;
        let three = |interval: Interval| (interval.mean, interval.low, interval.high);
        let Estimate { nodes, solutions, rounds, nodes_per_second } = estimate;
        let seconds = three(estimate.seconds(how.threads()));
        Ok((three(nodes), three(solutions), seconds, rounds, nodes_per_second))
    }

    /// The page that plays the search.
    #[pyo3(signature = (*, events, first, engine))]
    fn page(&self, py: Python<'_>, events: i64, first: bool, engine: Option<&str>) -> PyResult<String> {
        self.show(py, events, first, engine, &player_page)
    }

    /// The state after a step, from 1, as SVG; after the last, if there are not so many.
    #[pyo3(signature = (*, step, events, first, engine))]
    fn picture(
        &self,
        py: Python<'_>,
        step: Option<i64>,
        events: i64,
        first: bool,
        engine: Option<&str>,
    ) -> PyResult<String> {
        let step = step.map(|step| at_least("step", 1, step)).transpose()?;
        let svg = |stage: &mut dyn Stage, _: &str, _: &Value| {
            let last = stage.trace().steps();
            let step = step.map_or(last, |step| usize::try_from(step).unwrap_or(last).min(last));
            Frame::new(stage, step).map_or_else(String::new, |frame| frame_svg(&frame, None))
        };
        self.show(py, events, first, engine, &svg)
    }

    /// The decision tree as SVG.
    #[pyo3(signature = (*, hide_failed, events, first, engine))]
    fn tree(
        &self,
        py: Python<'_>,
        hide_failed: bool,
        events: i64,
        first: bool,
        engine: Option<&str>,
    ) -> PyResult<String> {
        let svg = |stage: &mut dyn Stage, _: &str, _: &Value| {
            tree_svg(stage.trace(), stage.trace().steps(), hide_failed, None)
        };
        self.show(py, events, first, engine, &svg)
    }

    /// Whether an answer is valid, complete, how many slots are open, and (rule, where) for each rule it breaks.
    fn review(&self, py: Python<'_>, answer: Option<&str>) -> PyResult<Reviewed> {
        let Review { breaches, open, complete } = failure::guarded(py, || self.0.review(py, answer))?;
        Ok((complete, open, breaches.into_iter().map(|breach| (breach.rule, breach.at)).collect()))
    }
}

/// A mean, and between what it lies.
type Three = (f64, f64, f64);
/// A review as Python gets it.
type Reviewed = (bool, Option<usize>, Vec<(&'static str, String)>);

impl Instance {
    fn show(&self, py: Python<'_>, events: i64, first: bool, engine: Option<&str>, show: &Show) -> PyResult<String> {
        let how = How::new(None, None, Some(1), engine, Engine::Plain)?;
        let events = usize::try_from(at_least("events", 1, events)?).unwrap_or(usize::MAX);
        let recording = Recording { events, ..Recording::default() };
        failure::guarded(py, || self.0.show(py, &how, recording, first, show))
    }
}

/// The quantities, in the order of their names.
pub(crate) fn quantities(stats: &Stats) -> [u64; 7] {
    stats.named().map(|(_, value)| value)
}

/// The solutions of a search, one at a time. The mutex is never locked: it says that only who holds all of it may ask.
#[pyclass(module = "tremaux._tremaux")]
pub(crate) struct Solutions(Mutex<Option<Box<dyn Pull>>>);

#[pymethods]
impl Solutions {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        let Ok(Some(pull)) = self.0.get_mut() else { return Ok(None) };
        failure::guarded(py, || pull.next(py))
    }

    /// Ends the search; a problem of one's own is then as it was before.
    fn close(&mut self) {
        self.0 = Mutex::new(None);
    }
}
