//! A search in units, which others do, and the job that keeps what comes of them.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use num_bigint::BigUint;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use tremaux::job::{Foreman, JobError, Name, Returned, UnitSize, Verb, Yield};

use crate::failure::{self, of_job};
use crate::instance::{About, Cut, Instance, at_least, engine_named};
use crate::values::integer;

/// The name of a unit, for Python: the numbers of the choices that lead to where it begins, and to where it ends.
type NameOfUnit = (Vec<u64>, Option<Vec<u64>>);

fn told(Name { begin, until }: Name) -> NameOfUnit {
    (begin, until)
}

fn named((begin, until): NameOfUnit) -> Name {
    Name { begin, until }
}

/// What comes of a unit, for Python: solutions, nodes, seconds, what it lists.
type Found = (u128, u64, f64, Py<PyBytes>);

fn verb(solutions: bool) -> Verb {
    if solutions { Verb::All } else { Verb::Count }
}

/// Cut into about so many units, or as many as take so many seconds each.
fn cut_for(solutions: bool, engine: Option<&str>, units: Option<i64>, lasting: f64) -> PyResult<Cut> {
    let size = match units {
        Some(units) => UnitSize::Number(at_least("units", 1, units)?),
        None => UnitSize::Lasting(Duration::from_secs_f64(lasting)),
    };
    Ok(Cut { engine: engine_named(engine)?, verb: verb(solutions), size })
}

/// The names of the units of a search, in order: for its `solutions` or for their number.
#[pyfunction]
#[pyo3(signature = (instance, *, solutions, engine, units, lasting))]
pub(crate) fn cut(
    py: Python<'_>,
    instance: &Instance,
    solutions: bool,
    engine: Option<&str>,
    units: Option<i64>,
    lasting: f64,
) -> PyResult<Vec<NameOfUnit>> {
    let cut = cut_for(solutions, engine, units, lasting)?;
    let plan = failure::guarded(py, || instance.0.plan(py, cut))?;
    Ok(plan.units.into_iter().map(|unit| told(unit.name)).collect())
}

/// What comes of units, in a puzzle's search: of each the number of solutions, of nodes, the seconds, and the `solutions` as lines
/// of JSON.
#[pyfunction]
#[pyo3(signature = (instance, names, *, solutions, engine))]
pub(crate) fn units(
    py: Python<'_>,
    instance: &Instance,
    names: Vec<NameOfUnit>,
    solutions: bool,
    engine: Option<&str>,
) -> PyResult<Vec<Found>> {
    let engine = engine_named(engine)?;
    let names: Vec<_> = names.into_iter().map(named).collect();
    let done = failure::guarded(py, || instance.0.units(py, engine, verb(solutions), &names))?;
    let found = |Returned { found: Yield { solutions, nodes }, seconds, listed, .. }: Returned| {
        (solutions, nodes, seconds, PyBytes::new(py, &listed).unbind())
    };
    Ok(done.into_iter().map(found).collect())
}

/// The solutions of a unit, in a puzzle's search, as Python's values.
#[pyfunction]
#[pyo3(signature = (instance, name, *, engine, text))]
pub(crate) fn values(
    py: Python<'_>,
    instance: &Instance,
    name: NameOfUnit,
    engine: Option<&str>,
    text: bool,
) -> PyResult<Vec<Py<PyAny>>> {
    let (engine, name) = (engine_named(engine)?, named(name));
    failure::guarded(py, || instance.0.values(py, engine, &name, text))
}

/// The number of solutions, where those of all units sum up to `sum`.
#[pyfunction]
#[pyo3(signature = (instance, sum, *, engine))]
pub(crate) fn total(py: Python<'_>, instance: &Instance, sum: u128, engine: Option<&str>) -> PyResult<Py<PyAny>> {
    let engine = engine_named(engine)?;
    let total: BigUint = failure::guarded(py, || Ok(instance.0.total(engine, sum)))?;
    integer(py, &total)
}

/// A job in its file, whose units are handed out. The mutex is only ever locked without the interpreter's lock.
#[pyclass(frozen, module = "tremaux._tremaux")]
pub(crate) struct Job(Mutex<Option<Foreman>>);

/// The job of a search in `file`, begun if there is none. `about` says what a problem of one's own is: its name, and all
/// that its search depends on, as JSON.
#[pyfunction]
#[pyo3(signature = (instance, file, *, solutions, engine, units, lasting, about, workers))]
#[expect(clippy::too_many_arguments, reason = "the arguments of the Python function")]
#[expect(clippy::needless_pass_by_value, reason = "what Python hands over")]
pub(crate) fn job(
    py: Python<'_>,
    instance: &Instance,
    file: PathBuf,
    solutions: bool,
    engine: Option<&str>,
    units: Option<i64>,
    lasting: f64,
    about: Option<About>,
    workers: usize,
) -> PyResult<Job> {
    let cut = cut_for(solutions, engine, units, lasting)?;
    let job = failure::guarded(py, || instance.0.begin(py, cut, &file, about))?;
    let foreman = py.detach(|| job.hand_out(workers)).map_err(|error| of_job(py, &error))?;
    Ok(Job(Mutex::new(Some(foreman))))
}

impl Job {
    /// Does something with the file, without the interpreter's lock.
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        does: impl FnOnce(&mut Foreman) -> Result<T, JobError> + Send,
    ) -> PyResult<T> {
        let done = py.detach(|| self.0.lock().unwrap_or_else(PoisonError::into_inner).as_mut().map(does));
        match done {
            Some(done) => done.map_err(|error| of_job(py, &error)),
            None => Err(PyValueError::new_err("the job is closed")),
        }
    }
}

#[pymethods]
impl Job {
    /// The names of the units, in order.
    fn names(&self, py: Python<'_>) -> PyResult<Vec<NameOfUnit>> {
        self.with(py, |foreman| Ok(foreman.job().units().iter().map(|unit| told(unit.name.clone())).collect()))
    }

    /// Stores what came of units – number, solutions, nodes, seconds, lines – and gives up to `most` more to do.
    fn exchange(
        &self,
        py: Python<'_>,
        done: Vec<(usize, u128, u64, f64, Vec<u8>)>,
        most: usize,
    ) -> PyResult<Vec<usize>> {
        let returned = |(unit, solutions, nodes, seconds, listed)| {
            let found = Yield { solutions, nodes };
            Returned { unit, found, seconds, listed }
        };
        self.with(py, |foreman| foreman.exchange(done.into_iter().map(returned).collect(), most))
    }

    /// How many units are done, and the solutions of these.
    fn status(&self, py: Python<'_>) -> PyResult<(u64, u128)> {
        let status = self.with(py, |foreman| foreman.status())?;
        Ok((status.units_done, status.solutions))
    }

    /// How many bytes of the file of solutions hold.
    fn listed(&self, py: Python<'_>) -> PyResult<u64> {
        Ok(self.with(py, |foreman| foreman.listed())?.1)
    }

    /// Leaves the file: what was handed out and not brought back is free for others.
    fn close(&self, py: Python<'_>) {
        py.detach(|| self.0.lock().unwrap_or_else(PoisonError::into_inner).take());
    }
}
