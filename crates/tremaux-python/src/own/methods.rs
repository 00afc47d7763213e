//! The problem itself, whose methods are called.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyList};
use tremaux::Problem;

/// What a problem is made of: callables of Python's.
pub(super) struct Methods {
    /// `None`: `branch` says whether a slot is open. Else they are given the slot, and there are so many.
    pub(super) slots: Option<usize>,
    /// The choices of the open slot.
    pub(super) branch: Py<PyAny>,
    pub(super) place: Py<PyAny>,
    pub(super) unplace: Py<PyAny>,
    pub(super) solution: Py<PyAny>,
    /// All options of the open slot, where the problem tells.
    pub(super) options: Option<Py<PyAny>>,
    /// The number of every choice met so far, and the choices by number.
    pub(super) numbers: Py<PyDict>,
    pub(super) choices: Py<PyList>,
    pub(super) raised: Raised,
}

/// What a method raised. Until somebody takes it, nothing of the problem is called.
#[derive(Default)]
pub(super) struct Raised {
    is: AtomicBool,
    what: Mutex<Option<PyErr>>,
    /// Whether `place` or `unplace` raised: then nobody knows what the state is.
    in_change: AtomicBool,
}

impl Raised {
    pub(super) fn is(&self) -> bool {
        self.is.load(Ordering::Relaxed)
    }

    pub(super) fn keep(&self, error: PyErr) {
        self.is.store(true, Ordering::Relaxed);
        *self.what.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
    }

    pub(super) fn take(&self) -> Option<PyErr> {
        self.is.store(false, Ordering::Relaxed);
        self.what.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// A problem of a person's. Takes back what it placed when it is let go, so that the state is as before. The package sees
/// to it that one search at a time changes the state.
pub(super) struct Own {
    methods: Arc<Methods>,
    /// The choices placed, by number.
    path: Vec<Choice>,
}

/// Made where nothing is placed, and to be let go before the original or another clone goes on: the state is one.
impl Clone for Own {
    fn clone(&self) -> Self {
        Own::new(&self.methods)
    }
}

/// A choice, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Choice(u32);

/// The choices left at a node.
pub(super) struct Branch {
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
    /// The problem where nothing is placed.
    pub(super) fn new(methods: &Arc<Methods>) -> Own {
        Own { methods: Arc::clone(methods), path: Vec::new() }
    }

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
