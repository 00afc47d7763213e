//! A problem whose methods are Python's, asked with the lock held: what it does, how large it is, how it looks.
//!
//! Its solutions are searched for in Python itself, in `python/tremaux/_walk.py`: there a method costs less to call than
//! from here, so that the search is as fast as one written by hand.
//!
//! What a method raises comes out of the question as it is: `Raised` keeps it, the search ends at once without calling
//! anything of the problem again, and whoever asked raises it.

mod methods;

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde_json::json;
use tremaux::job::{Job, Plan, SearchWork, Task, UnitSize, Work, Worker};
use tremaux::{Estimate, Limit, Limits, Outcome, Probing, Search, Stats, Stop, estimate_until};
use tremaux_puzzles::Engine;
use tremaux_puzzles::jobs::PROGRAM;
use tremaux_replay::{Recording, record};

use crate::failure::{broken, of_job, stopped, value};
use crate::instance::{About, Asked, Cut, How, Instance, Show, at_least, quantities};
use methods::{Methods, Own, Raised};

/// Stops a search at its limits, once a method raised, and when a signal came.
struct UntilRaised {
    limits: Limits,
    methods: Arc<Methods>,
    nodes: u32,
}

/// How many nodes are entered between two looks at whether a signal came. Methods written in Python look themselves.
const GLANCE: u32 = 1 << 10;

impl Stop for UntilRaised {
    fn before_node(&mut self) -> Option<Limit> {
        self.nodes += 1;
        if self.nodes == GLANCE {
            self.nodes = 0;
            let signal = Python::attach(|py| py.check_signals());
            if let Err(signal) = signal {
                self.methods.raised.keep(signal);
            }
        }
        if self.methods.raised.is() { Some(Limit::Cancelled) } else { self.limits.before_node() }
    }

    fn after_solution(&mut self) -> Option<Limit> {
        self.limits.after_solution()
    }
}

/// A person's problem to be asked.
struct OfOwn {
    methods: Arc<Methods>,
    name: String,
}

impl OfOwn {
    fn stop(&self, how: &How) -> UntilRaised {
        let limits = how.max_nodes.into_iter().fold(Limits::new(), Limits::nodes);
        let limits = how.timeout.into_iter().fold(limits, Limits::time);
        UntilRaised { limits, methods: Arc::clone(&self.methods), nodes: 0 }
    }

    fn problem(&self) -> Own {
        Own::new(&self.methods)
    }
}

impl Methods {
    /// How a search ended that found so much: what was raised comes out, and so does a limit.
    fn conclude<'py>(&self, py: Python<'py>, outcome: Outcome, found: impl IntoPyObjectExt<'py>) -> PyResult<()> {
        match (self.raised.take(), outcome) {
            (Some(error), _) if error.is_instance_of::<PyKeyboardInterrupt>(py) => {
                Err(stopped(py, Limit::Cancelled, Some(error), found))
            }
            (Some(error), _) => Err(error),
            (None, Outcome::Stopped(limit)) if limit != Limit::Solutions => Err(stopped(py, limit, None, found)),
            (None, _) => Ok(()),
        }
    }
}

/// The search as work that is cut here, and done by workers in Python.
struct ToBeCut<'a>(&'a OfOwn);

impl Work for ToBeCut<'_> {
    fn kind(&self) -> &'static str {
        "prefix"
    }

    fn plan(&self, size: UnitSize) -> Result<Plan, String> {
        let plan = SearchWork::count(self.0.problem()).plan(size)?;
        // What was looked at before a method raised is no plan.
        if self.0.methods.raised.is() { Err("a method raised".into()) } else { Ok(plan) }
    }

    fn worker(&self, _: &Arc<AtomicBool>) -> Result<Box<dyn Worker + Send + '_>, String> {
        Err("units of a problem of your own are done in Python".into())
    }
}

impl Asked for OfOwn {
    fn plan(&self, py: Python<'_>, cut: Cut) -> PyResult<Plan> {
        let plan = ToBeCut(self).plan(cut.size);
        self.methods.conclude(py, Outcome::Complete, py.None())?;
        plan.map_err(value)
    }

    fn begin(&self, py: Python<'_>, cut: Cut, file: &Path, about: Option<About>) -> PyResult<Job> {
        let (problem, input) = about.unwrap_or_default();
        let input = serde_json::from_str(&input).map_err(|error| value(format!("expected JSON: {error}")))?;
        let task = Task { problem, input, verb: cut.verb, engine: String::new(), program: PROGRAM.into() };
        let job = Job::begin(file, &task, &ToBeCut(self), cut.size);
        self.methods.conclude(py, Outcome::Complete, py.None())?;
        job.map_err(|error| of_job(py, &error))
    }

    fn stats(&self, py: Python<'_>, how: &How, first: bool) -> PyResult<Stats> {
        let mut search = Search::new(self.problem()).observe(Stats::default()).stop_by(self.stop(how));
        let outcome = search.visit(|_| if first { ControlFlow::Break(()) } else { ControlFlow::Continue(()) });
        let stats = *search.observer();
        self.methods.conclude(py, outcome, quantities(&stats))?;
        Ok(stats)
    }

    fn estimate(&self, py: Python<'_>, _: Engine, probing: Probing) -> PyResult<Estimate> {
        let estimate = estimate_until(&self.problem(), probing, &|| self.methods.raised.is());
        self.methods.conclude(py, Outcome::Complete, py.None())?;
        estimate.ok_or_else(|| broken(py))
    }

    fn show(&self, py: Python<'_>, how: &How, recording: Recording, first: bool, show: &Show) -> PyResult<String> {
        let limits = how.timeout.into_iter().fold(Limits::new(), Limits::time);
        let recording = Recording { limits: if first { limits.solutions(1) } else { limits }, ..recording };
        let replay = record(self.problem(), recording);
        // Nothing is drawn of a search that a method ended.
        self.methods.conclude(py, Outcome::Complete, py.None())?;
        let shown =
            replay.map_or_else(|_| String::new(), |mut replay| show(&mut replay, &self.name, &json!(self.name)));
        self.methods.conclude(py, Outcome::Complete, py.None())?;
        Ok(shown)
    }
}

/// A problem of `choices()`, `place(choice)`, `unplace(choice)` and `solution()`; `options()` may be missing.
#[pyfunction]
#[pyo3(signature = (name, choices, place, unplace, solution, options))]
pub(crate) fn problem(
    py: Python<'_>,
    name: String,
    choices: Py<PyAny>,
    place: Py<PyAny>,
    unplace: Py<PyAny>,
    solution: Py<PyAny>,
    options: Option<Py<PyAny>>,
) -> Instance {
    own(py, name, None, choices, (place, unplace), solution, options)
}

/// A problem of so many slots, whose `branch(slot)` gives those of `options(slot)` that are valid; `place(slot, option)`,
/// `unplace(slot, option)` and `record()`.
#[pyfunction]
#[pyo3(signature = (name, slots, branch, options, place, unplace, record))]
#[expect(clippy::too_many_arguments, reason = "the arguments of the Python function")]
pub(crate) fn template(
    py: Python<'_>,
    name: String,
    slots: i64,
    branch: Py<PyAny>,
    options: Py<PyAny>,
    place: Py<PyAny>,
    unplace: Py<PyAny>,
    record: Py<PyAny>,
) -> PyResult<Instance> {
    let slots = usize::try_from(at_least("slots", 0, slots)?).unwrap_or(usize::MAX);
    Ok(own(py, name, Some(slots), branch, (place, unplace), record, Some(options)))
}

fn own(
    py: Python<'_>,
    name: String,
    slots: Option<usize>,
    branch: Py<PyAny>,
    (place, unplace): (Py<PyAny>, Py<PyAny>),
    solution: Py<PyAny>,
    options: Option<Py<PyAny>>,
) -> Instance {
    let (numbers, choices) = (PyDict::new(py).unbind(), PyList::empty(py).unbind());
    let raised = Raised::default();
    let methods = Methods { slots, branch, place, unplace, solution, options, numbers, choices, raised };
    Instance(Box::new(OfOwn { methods: Arc::new(methods), name }))
}
