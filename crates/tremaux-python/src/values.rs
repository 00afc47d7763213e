//! Values and arrays of Python's, in and out.

use num_bigint::BigUint;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt, PyMemoryView, PyString};

/// A number of any size.
pub(crate) fn integer(py: Python<'_>, number: &BigUint) -> PyResult<Py<PyAny>> {
    if let Ok(small) = u64::try_from(number) {
        return Ok(small.into_pyobject(py)?.into_any().unbind());
    }
    let bytes = PyBytes::new(py, &number.to_bytes_le());
    Ok(py.get_type::<PyInt>().call_method1("from_bytes", (bytes, "little"))?.unbind())
}

/// Whole numbers in rows: of a list of lists, or of an array of two dimensions of whatever whole type and layout.
pub(crate) struct Rows {
    pub(crate) numbers: Vec<i64>,
    pub(crate) columns: usize,
}

impl Rows {
    /// The numbers of `value`; `what` names it in errors.
    ///
    /// # Errors
    /// `TypeError` for what holds other things than whole numbers, `ValueError` for another number of dimensions and for
    /// rows of unlike lengths.
    pub(crate) fn of(value: &Bound<'_, PyAny>, what: &str) -> PyResult<Rows> {
        if let Some(array) = Array::of(value, what)? {
            let [_, columns] = array.shape[..] else {
                let message = format!("{what}: expected 2 dimensions, found {}", array.shape.len());
                return Err(PyValueError::new_err(message));
            };
            return Ok(Rows { numbers: array.numbers, columns });
        }
        let mut rows = Rows { numbers: Vec::new(), columns: 0 };
        for (index, row) in items(value, what)?.enumerate() {
            let before = rows.numbers.len();
            let row = row?;
            match Array::of(&row, what)? {
                Some(array) => rows.numbers.extend(array.numbers),
                None => {
                    for number in items(&row, what)? {
                        rows.numbers.push(whole(&number?, what)?);
                    }
                }
            }
            let columns = rows.numbers.len() - before;
            if index == 0 {
                rows.columns = columns;
            }
            if columns != rows.columns {
                let first = rows.columns;
                let message =
                    format!("{what}: expected a row of {first} like the first, found {columns} in row {index}");
                return Err(PyValueError::new_err(message));
            }
        }
        Ok(rows)
    }
}

/// The items of a list or another collection. A text is none.
pub(crate) fn items<'py>(
    value: &Bound<'py, PyAny>,
    what: &str,
) -> PyResult<impl Iterator<Item = PyResult<Bound<'py, PyAny>>> + use<'py>> {
    let no_list = || {
        let found = value.get_type().name().map_or_else(|_| String::new(), |name| name.to_string());
        PyTypeError::new_err(format!("{what}: expected a list or an array, found {found}"))
    };
    if value.is_instance_of::<PyString>() {
        return Err(no_list());
    }
    value.try_iter().map_err(|_| no_list())
}

/// One whole number.
pub(crate) fn whole(value: &Bound<'_, PyAny>, what: &str) -> PyResult<i64> {
    let index = value.call_method0(intern!(value.py(), "__index__")).map_err(|_| {
        let found = value.get_type().name().map_or_else(|_| String::new(), |name| name.to_string());
        PyTypeError::new_err(format!("{what}: expected whole numbers, found {found}"))
    })?;
    let beyond = |_| PyValueError::new_err(format!("{what}: a number is too large"));
    index.extract().map_err(beyond)
}

/// The whole numbers of anything that lends its memory: an array of numpy's, `array.array`, `bytes`.
pub(crate) struct Array {
    pub(crate) numbers: Vec<i64>,
    pub(crate) shape: Vec<usize>,
}

impl Array {
    /// The numbers in the order of the rows, whatever the layout; `None` of what lends no memory.
    pub(crate) fn of(value: &Bound<'_, PyAny>, what: &str) -> PyResult<Option<Array>> {
        let Some((bytes, size, kind, shape)) = lent(value, what)? else { return Ok(None) };
        let bytes = bytes.as_bytes();
        if let (1, Kind::Unsigned) = (size, kind) {
            return Ok(Some(Array { numbers: bytes.iter().map(|byte| i64::from(*byte)).collect(), shape }));
        }
        let number = |chunk: &[u8]| {
            let mut wide = [0; 8];
            wide[..size].copy_from_slice(chunk);
            if cfg!(target_endian = "big") {
                wide[..size].reverse();
            }
            let negative = kind == Kind::Signed && wide[size - 1] >= 0x80;
            if negative {
                wide[size..].fill(0xff);
            }
            let number = i64::from_le_bytes(wide);
            // What no signed number holds is larger than anything asked for.
            if number < 0 && !negative { i64::MAX } else { number }
        };
        Ok(Some(Array { numbers: bytes.chunks_exact(size).map(number).collect(), shape }))
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Signed,
    Unsigned,
}

/// A copy of the memory that `value` lends, with the bytes of a number, its kind and the shape; `None` of what lends
/// none.
#[expect(clippy::type_complexity, reason = "told in the line above")]
pub(crate) fn lent<'py>(
    value: &Bound<'py, PyAny>,
    what: &str,
) -> PyResult<Option<(Bound<'py, PyBytes>, usize, Kind, Vec<usize>)>> {
    let Ok(view) = PyMemoryView::from(value) else { return Ok(None) };
    let format: String = view.getattr("format")?.extract()?;
    let size: usize = view.getattr("itemsize")?.extract()?;
    let native = format.trim_start_matches(['@', '=', if cfg!(target_endian = "little") { '<' } else { '>' }]);
    let kind = match native {
        "b" | "h" | "i" | "l" | "q" | "n" => Kind::Signed,
        "?" | "B" | "H" | "I" | "L" | "Q" | "N" => Kind::Unsigned,
        _ => {
            let message = format!("{what}: expected an array of whole numbers, found one of the format {format:?}");
            return Err(PyTypeError::new_err(message));
        }
    };
    let shape = view.getattr("shape")?.extract()?;
    let bytes = view.call_method0("tobytes")?.cast_into::<PyBytes>()?;
    Ok(Some((bytes, size, kind, shape)))
}
