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
            return Ok(Rows { numbers: array.numbers(), columns });
        }
        let mut rows = Rows { numbers: Vec::new(), columns: 0 };
        for (index, row) in items(value, what)?.enumerate() {
            let before = rows.numbers.len();
            let row = row?;
            match Array::of(&row, what)? {
                Some(array) => rows.numbers.extend(array.numbers()),
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
///
/// They are copied, once, as they are: while a search goes on without the interpreter's lock, anyone may write where they were.
pub(crate) struct Array<'py> {
    bytes: Bound<'py, PyBytes>,
    /// How many bytes a number has, one, two, four or eight, and whether it may be negative.
    size: usize,
    signed: bool,
    pub(crate) shape: Vec<usize>,
}

impl<'py> Array<'py> {
    /// The array that `value` is, whatever its layout; `None` of what lends no memory.
    pub(crate) fn of(value: &Bound<'py, PyAny>, what: &str) -> PyResult<Option<Self>> {
        let Ok(view) = PyMemoryView::from(value) else { return Ok(None) };
        let format: String = view.getattr("format")?.extract()?;
        let size = view.getattr("itemsize")?.extract()?;
        let native = format.trim_start_matches(['@', '=', if cfg!(target_endian = "little") { '<' } else { '>' }]);
        let signed = match native {
            "b" | "h" | "i" | "l" | "q" | "n" => true,
            "?" | "B" | "H" | "I" | "L" | "Q" | "N" => false,
            _ => {
                let message = format!("{what}: expected an array of whole numbers, found one of the format {format:?}");
                return Err(PyTypeError::new_err(message));
            }
        };
        let shape = view.getattr("shape")?.extract()?;
        let bytes = view.call_method0("tobytes")?.cast_into::<PyBytes>()?;
        Ok(Some(Array { bytes, size, signed, shape }))
    }

    /// The numbers, if each is a byte.
    pub(crate) fn bytes(&self) -> Option<&[u8]> {
        (self.size == 1 && !self.signed).then(|| self.bytes.as_bytes())
    }

    /// What `of` makes of the numbers, in the order of the rows.
    pub(crate) fn map<T>(&self, of: impl Fn(i64) -> T) -> Vec<T> {
        // What no signed number holds is larger than anything asked for.
        let whole = |bytes| i64::try_from(u64::from_ne_bytes(bytes)).unwrap_or(i64::MAX);
        match (self.size, self.signed) {
            (1, false) => self.each(|bytes| of(u8::from_ne_bytes(bytes).into())),
            (1, true) => self.each(|bytes| of(i8::from_ne_bytes(bytes).into())),
            (2, false) => self.each(|bytes| of(u16::from_ne_bytes(bytes).into())),
            (2, true) => self.each(|bytes| of(i16::from_ne_bytes(bytes).into())),
            (4, false) => self.each(|bytes| of(u32::from_ne_bytes(bytes).into())),
            (4, true) => self.each(|bytes| of(i32::from_ne_bytes(bytes).into())),
            (_, false) => self.each(|bytes| of(whole(bytes))),
            (_, true) => self.each(|bytes| of(i64::from_ne_bytes(bytes))),
        }
    }

    fn each<const SIZE: usize, T>(&self, of: impl Fn([u8; SIZE]) -> T) -> Vec<T> {
        self.bytes.as_bytes().as_chunks().0.iter().map(|bytes| of(*bytes)).collect()
    }

    /// The numbers in the order of the rows.
    pub(crate) fn numbers(&self) -> Vec<i64> {
        self.map(|number| number)
    }
}
