//! Converts tables to arrays by column, or to tables of Arrow.

use numpy::PyArray1;
use pyo3::exceptions::PyImportError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

/// Imports a module of the package `pyarrow`.
///
/// # Errors
/// The package is missing.
pub(crate) fn import_arrow<'py>(py: Python<'py>, module: &str) -> PyResult<Bound<'py, PyAny>> {
    let module = py.import("importlib")?.call_method1("import_module", (module,));
    module.map_err(|error| {
        let missing =
            PyImportError::new_err("a table of Arrow needs the package pyarrow, which `pip install pyarrow` installs");
        missing.set_cause(py, Some(error));
        missing
    })
}

/// Converts columns to a table of Arrow.
///
/// # Errors
/// The package `pyarrow` is missing.
pub(crate) fn arrow<'py>(py: Python<'py>, columns: &Bound<'py, PyDict>) -> PyResult<Bound<'py, PyAny>> {
    import_arrow(py, "pyarrow")?.call_method1("table", (columns,))
}

/// Adds a column of numbers.
pub(crate) fn add_numbers<T: numpy::Element>(columns: &Bound<'_, PyDict>, name: &str, numbers: Vec<T>) -> PyResult<()> {
    columns.set_item(name, PyArray1::from_vec(columns.py(), numbers))
}

/// Adds a column of texts.
pub(crate) fn add_texts<'a>(
    columns: &Bound<'_, PyDict>,
    name: &str,
    texts: impl IntoIterator<Item = &'a str>,
) -> PyResult<()> {
    let texts: Vec<&str> = texts.into_iter().collect();
    columns.set_item(name, PyList::new(columns.py(), texts)?)
}

/// Converts a text of JSON to Python values.
pub(crate) fn from_json<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (text,))
}
