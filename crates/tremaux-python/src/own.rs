//! A problem whose methods are Python's, asked with the lock held: what it does, how large it is, how it looks.
//!
//! Its solutions are searched for in Python itself, in `python/tremaux/_walk.py`: there a method costs less to call than
//! from here, so that the search is as fast as one written by hand.
//!
//! What a method raises comes out of the question as it is: `Raised` keeps it, the search ends at once without calling
//! anything of the problem again, and whoever asked raises it.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyList};
use serde_json::json;
use tremaux::job::{Job, Plan, SearchWork, Task, UnitSize, Verb, Work, Worker};
use tremaux::{Estimate, Limit, Limits, Outcome, Probing, Problem, Search, Stats, Stop};
use tremaux_puzzles::Engine;
use tremaux_puzzles::jobs::PROGRAM;
use tremaux_replay::{Recording, record};

use crate::failure::{of_job, stopped, value};
use crate::instance::{Asked, How, Instance, Show, at_least, quantities};

/// What a problem is made of: callables of Python's.
struct Methods {
    /// `None`: `branch` says whether a slot is open. Else they are given the slot, and there are so many.
    slots: Option<usize>,
    /// The choices of the open slot.
    branch: Py<PyAny>,
    place: Py<PyAny>,
    unplace: Py<PyAny>,
    solution: Py<PyAny>,
    /// All options of the open slot, where the problem tells.
    options: Option<Py<PyAny>>,
    /// The number of every choice met so far, and the choices by number.
    numbers: Py<PyDict>,
    choices: Py<PyList>,
    raised: Raised,
}

/// What a method raised. Until somebody takes it, nothing of the problem is called.
#[derive(Default)]
struct Raised {
    is: AtomicBool,
    what: Mutex<Option<PyErr>>,
    /// Whether `place` or `unplace` raised: then nobody knows what the state is.
    in_change: AtomicBool,
}

impl Raised {
    fn is(&self) -> bool {
        self.is.load(Ordering::Relaxed)
    }

    fn keep(&self, error: PyErr) {
        self.is.store(true, Ordering::Relaxed);
        *self.what.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
    }

    fn take(&self) -> Option<PyErr> {
        self.is.store(false, Ordering::Relaxed);
        self.what.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// A problem of a person's. Takes back what it placed when it is let go, so that the state is as before. The package sees
/// to it that one search at a time changes the state.
struct Own {
    methods: Arc<Methods>,
    /// The choices placed, by number.
    path: Vec<Choice>,
}

/// Made where nothing is placed, and to be let go before the original or another clone goes on: the state is one.
impl Clone for Own {
    fn clone(&self) -> Self {
        Own { methods: Arc::clone(&self.methods), path: Vec::new() }
    }
}

/// A choice, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Choice(u32);

/// The choices left at a node.
struct Branch {
    methods: Arc<Methods>,
    /// `None`: what gave it raised.
    choices: Option<Py<PyIterator>>,
}

impl Methods {
    /// The number of a choice, the same for equal ones.
    fn number(&self, py: Python<'_>, choice: &Bound<'_, PyAny>) -> PyResult<Choice> {
        let numbers = self.numbers.bind(py);
        if let Some(number) = numbers.get_item(choice)? {
            return number.extract().map(Choice);
        }
        let choices = self.choices.bind(py);
        let number = u32::try_from(choices.len()).map_err(|_| PyRuntimeError::new_err("too many choices"))?;
        choices.append(choice)?;
        numbers.set_item(choice, number)?;
        Ok(Choice(number))
    }

    fn choice<'py>(&self, py: Python<'py>, Choice(number): Choice) -> PyResult<Bound<'py, PyAny>> {
        self.choices.bind(py).get_item(number as usize)
    }

    /// Calls `place` or `unplace` with a choice, and the slot where there are slots. Whether it was done.
    fn change(&self, py: Python<'_>, method: &Py<PyAny>, slot: usize, choice: Choice) -> bool {
        let done = self.choice(py, choice).and_then(|choice| match self.slots {
            Some(_) => method.bind(py).call1((slot, choice)),
            None => method.bind(py).call1((choice,)),
        });
        match done {
            Ok(_) => true,
            Err(error) => {
                self.raised.keep(error);
                self.raised.in_change.store(true, Ordering::Relaxed);
                false
            }
        }
    }

    /// Does something of the problem's, unless something was raised before: then, and if this does, `None`.
    fn call<T>(&self, does: impl FnOnce(Python<'_>) -> PyResult<T>) -> Option<T> {
        if self.raised.is() {
            return None;
        }
        Python::attach(|py| does(py).map_err(|error| self.raised.keep(error)).ok())
    }
}

impl Iterator for Branch {
    type Item = Choice;

    fn next(&mut self) -> Option<Choice> {
        let Branch { methods, choices } = self;
        let choices = choices.as_ref()?;
        let next = methods.call(|py| match choices.bind(py).clone().next().transpose()? {
            Some(choice) => methods.number(py, &choice).map(Some),
            None => Ok(None),
        });
        next.flatten()
    }
}

impl Own {
    fn methods(&self) -> &Arc<Methods> {
        &self.methods
    }

    /// Calls `place` or `unplace` unless something was raised before. Whether it was done.
    fn change(&self, method: &Py<PyAny>, slot: usize, choice: Choice) -> bool {
        !self.methods().raised.is() && Python::attach(|py| self.methods().change(py, method, slot, choice))
    }
}

impl Drop for Own {
    /// Whatever was raised, what is placed is taken back, unless nobody knows what is.
    fn drop(&mut self) {
        let methods = self.methods();
        let take_back = |py: Python<'_>| {
            for (slot, choice) in self.path.iter().enumerate().rev() {
                if methods.raised.in_change.load(Ordering::Relaxed) {
                    return;
                }
                methods.change(py, &methods.unplace, slot, *choice);
            }
        };
        // Nobody looks at the state once the interpreter is gone.
        Python::try_attach(take_back);
    }
}

impl Problem for Own {
    type Choice = Choice;
    type Choices = Branch;
    type Solution = Option<Py<PyAny>>;

    fn choices(&self) -> Option<Branch> {
        let methods = self.methods();
        if methods.slots.is_some_and(|slots| self.path.len() >= slots) && !methods.raised.is() {
            return None;
        }
        let called = methods.call(|py| {
            let branch = methods.branch.bind(py);
            let choices = if methods.slots.is_some() { branch.call1((self.path.len(),)) } else { branch.call0() }?;
            if choices.is_none() {
                return Ok(None);
            }
            let iterator = choices.try_iter().map_err(|_| {
                let found = choices.get_type().name().map_or_else(|_| String::new(), |name| name.to_string());
                PyTypeError::new_err(format!("choices: expected a list or None, found {found}"))
            })?;
            Ok(Some(iterator.unbind()))
        });
        let choices = match called {
            Some(None) => return None,
            Some(choices) => choices,
            None => None,
        };
        Some(Branch { methods: Arc::clone(methods), choices })
    }

    fn place(&mut self, choice: Choice) {
        if self.change(&self.methods().place, self.path.len(), choice) {
            self.path.push(choice);
        }
    }

    fn unplace(&mut self, choice: Choice) {
        if self.change(&self.methods().unplace, self.path.len().saturating_sub(1), choice) {
            self.path.pop();
        }
    }

    fn solution(&self) -> Option<Py<PyAny>> {
        self.methods().call(|py| self.methods().solution.call0(py))
    }

    fn option(&self, index: usize) -> Option<Choice> {
        let methods = self.methods();
        let options = methods.options.as_ref()?;
        methods
            .call(|py| {
                let options = options.bind(py);
                let options =
                    if methods.slots.is_some() { options.call1((self.path.len(),)) } else { options.call0() }?;
                match options.try_iter()?.nth(index).transpose()? {
                    Some(option) => methods.number(py, &option).map(Some),
                    None => Ok(None),
                }
            })
            .flatten()
    }

    fn ruled_out_by(&self, choice: Choice) -> Option<&'static str> {
        let mut branch = self.choices()?;
        (!branch.any(|allowed| allowed == choice)).then_some("is_valid")
    }

    fn label(&self, choice: Choice) -> String {
        let methods = self.methods();
        methods.call(|py| Ok(methods.choice(py, choice)?.str()?.to_string())).unwrap_or_default()
    }
}

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
        Own { methods: Arc::clone(&self.methods), path: Vec::new() }
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
    fn plan(&self, py: Python<'_>, _: Engine, _: Verb, size: UnitSize) -> PyResult<Plan> {
        let plan = ToBeCut(self).plan(size);
        self.methods.conclude(py, Outcome::Complete, py.None())?;
        plan.map_err(value)
    }

    fn begin(
        &self,
        py: Python<'_>,
        _: Engine,
        verb: Verb,
        size: UnitSize,
        file: &Path,
        about: Option<(String, String)>,
    ) -> PyResult<Job> {
        let (problem, input) = about.unwrap_or_default();
        let input = serde_json::from_str(&input).map_err(|error| value(format!("expected JSON: {error}")))?;
        let task = Task { problem, input, verb, engine: String::new(), program: PROGRAM.into() };
        let job = Job::begin(file, &task, &ToBeCut(self), size);
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
        let estimate = tremaux::estimate(&self.problem(), probing);
        self.methods.conclude(py, Outcome::Complete, py.None())?;
        Ok(estimate)
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
