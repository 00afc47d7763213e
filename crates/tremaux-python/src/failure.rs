//! What goes wrong, as exceptions: those of `python/tremaux/_errors.py`, and Python's own.

use std::panic::{AssertUnwindSafe, catch_unwind};

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyKeyboardInterrupt, PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyType;
use tremaux::Limit;
use tremaux::job::JobError;
use tremaux_puzzles::{InputError, ReadError};

/// The exception of this name, made of `arguments`.
fn exception(py: Python<'_>, name: &str, arguments: impl for<'py> pyo3::call::PyCallArgs<'py>) -> PyErr {
    let made = || {
        let class = py.import("tremaux._errors")?.getattr(name)?.cast_into::<PyType>()?;
        Ok::<_, PyErr>(PyErr::from_value(class.call1(arguments)?))
    };
    made().unwrap_or_else(|error| error)
}

/// Something that cannot be read.
pub(crate) fn invalid(py: Python<'_>, error: &InputError) -> PyErr {
    exception(py, "InvalidInput", (&error.message, error.line, error.column, &error.text))
}

/// Something that cannot be read, or a file that cannot be reached.
pub(crate) fn unread(py: Python<'_>, error: ReadError) -> PyErr {
    match error {
        ReadError::Input(error) => invalid(py, &error),
        ReadError::Io(error) => PyOSError::new_err(error.to_string()),
    }
}

/// A value that is of the right type and yet none of those asked for.
pub(crate) fn value(message: impl Into<String>) -> PyErr {
    PyValueError::new_err(message.into())
}

/// What is wrong with a job. Unlike a disk, what is in its file can be mended by asking for what it is for.
pub(crate) fn of_job(py: Python<'_>, error: &JobError) -> PyErr {
    match error {
        JobError::Storage { .. } => PyOSError::new_err(error.to_string()),
        JobError::OtherJob { .. } | JobError::NoJob { .. } | JobError::Damaged { .. } => {
            exception(py, "WrongJob", (error.to_string(),))
        }
        JobError::Unit { .. } | JobError::Work(_) => value(error.to_string()),
    }
}

/// An instance of which no answer is within reach.
pub(crate) fn out_of_reach(py: Python<'_>, why: String) -> PyErr {
    exception(py, "OutOfReach", (why,))
}

/// A search that `limit` stopped when so much was `found`. If it was a signal, that is what `signal` says: where its
/// handler raised something else than usual, that comes out as it is.
pub(crate) fn stopped<'py>(
    py: Python<'py>,
    limit: Limit,
    signal: Option<PyErr>,
    found: impl IntoPyObjectExt<'py>,
) -> PyErr {
    let found = match found.into_py_any(py) {
        Ok(found) => found,
        Err(error) => return error,
    };
    let reason = match limit {
        Limit::Nodes => "max_nodes",
        Limit::Time => "timeout",
        Limit::Solutions => "limit",
        Limit::Cancelled => match signal {
            Some(signal) if !signal.is_instance_of::<PyKeyboardInterrupt>(py) => return signal,
            _ => return exception(py, "Interrupted", (found,)),
        },
    };
    exception(py, "Stopped", (reason, found))
}

/// A mistake of ours. What a panic said would mean nothing to who reads it.
pub(crate) fn broken(py: Python<'_>) -> PyErr {
    exception(py, "InternalError", ())
}

/// Does `work` on this thread; a panic in it comes out as an exception.
pub(crate) fn guarded<T>(py: Python<'_>, work: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| Err(broken(py)))
}
