//! Converts errors to exceptions: mistakes in content, refused answers, failing rules, problems of the environment.

use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyValueError};
use pyo3::prelude::*;
use tilewright::bots::{BotSpec, UnknownBot};
use tilewright::packs::{Diagnostic, KitError, Loaded, Severity};
use tilewright::records::{Difference, RecordError};
use tilewright::{Fault, Refusal};
use tilewright_results::ResultsError;

create_exception!(tilewright, TilewrightError, PyException, "What all errors of Tilewright are.");
create_exception!(
    tilewright,
    ContentError,
    TilewrightError,
    "Packs have mistakes and cannot be played. `diagnostics` lists every finding."
);
create_exception!(
    tilewright,
    RefusedError,
    TilewrightError,
    "An answer was not taken; the game is unchanged. `code` is the reason code."
);
create_exception!(
    tilewright,
    RuleError,
    TilewrightError,
    "A rule of a pack failed; the game is at the position before the answer. `code` is the code of the fault."
);
create_exception!(
    tilewright,
    EnvironmentFailure,
    TilewrightError,
    "A pack or a file does not exist, or cannot be read or written; the message names it."
);
create_exception!(
    tilewright,
    RecordMismatch,
    TilewrightError,
    "A text is not a record, or the game differs from it. `code` is the reason code."
);

/// Returns a finding about packs as a dictionary.
fn finding<'py>(
    py: Python<'py>,
    loaded: &Loaded,
    diagnostic: &Diagnostic,
) -> PyResult<Bound<'py, pyo3::types::PyDict>> {
    let told = pyo3::types::PyDict::new(py);
    told.set_item("code", diagnostic.code)?;
    told.set_item("severity", if diagnostic.severity == Severity::Error { "error" } else { "warning" })?;
    told.set_item("message", &diagnostic.message)?;
    told.set_item("place", diagnostic.span.map(|span| loaded.sources.place(span)))?;
    told.set_item("hint", diagnostic.hint.as_deref())?;
    Ok(told)
}

/// Returns all findings about packs.
pub(crate) fn findings<'py>(py: Python<'py>, loaded: &Loaded) -> PyResult<Vec<Bound<'py, pyo3::types::PyDict>>> {
    loaded.diagnostics.iter().map(|diagnostic| finding(py, loaded, diagnostic)).collect()
}

/// Returns the exception for packs with mistakes.
pub(crate) fn of_content(py: Python<'_>, loaded: &Loaded) -> PyErr {
    let lines = loaded.errors().map(|diagnostic| {
        let place = diagnostic.span.map(|span| loaded.sources.place(span) + ": ").unwrap_or_default();
        let hint = diagnostic.hint.as_ref().map(|hint| format!(" ({hint})")).unwrap_or_default();
        format!("{place}[{}] {}{hint}", diagnostic.code, diagnostic.message)
    });
    let error = ContentError::new_err(lines.collect::<Vec<_>>().join("\n"));
    let told = findings(py, loaded).and_then(|findings| error.value(py).setattr("diagnostics", findings));
    told.map_or_else(|failed| failed, |()| error)
}

/// Returns the exception with an attribute `code`.
fn with_code(py: Python<'_>, error: PyErr, code: &str) -> PyErr {
    error.value(py).setattr("code", code).map_or_else(|failed| failed, |()| error)
}

pub(crate) fn of_kit(error: &KitError) -> PyErr {
    match error {
        KitError::Seats(_) => PyValueError::new_err(error.to_string()),
        _ => EnvironmentFailure::new_err(error.to_string()),
    }
}

pub(crate) fn of_results(py: Python<'_>, error: &ResultsError) -> PyErr {
    match error {
        ResultsError::Kit(error) => of_kit(error),
        ResultsError::Remembers(fault) => of_fault(py, fault),
        _ => EnvironmentFailure::new_err(error.to_string()),
    }
}

pub(crate) fn of_bot(error: &UnknownBot) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Returns the exception for a bot that depends on the clock.
pub(crate) fn of_clock(bot: &BotSpec) -> PyErr {
    PyValueError::new_err(format!("`{bot}` plays differently on every machine; give it a number of playouts"))
}

/// Returns the exception for packs that differ from the packs of a pickle.
pub(crate) fn of_other_packs(py: Python<'_>, message: &str) -> PyErr {
    with_code(py, RecordMismatch::new_err(message.to_owned()), "other_packs")
}

pub(crate) fn of_fault(py: Python<'_>, fault: &Fault) -> PyErr {
    with_code(py, RuleError::new_err(fault.to_string()), fault.code)
}

pub(crate) fn of_refusal(py: Python<'_>, refusal: &Refusal) -> PyErr {
    match refusal {
        Refusal::Rejected(rejected) => with_code(py, RefusedError::new_err(rejected.to_string()), rejected.code),
        Refusal::Fault(fault) => of_fault(py, fault),
    }
}

pub(crate) fn of_difference(py: Python<'_>, difference: &Difference) -> PyErr {
    with_code(py, RecordMismatch::new_err(difference.to_string()), difference.code)
}

pub(crate) fn of_record(py: Python<'_>, error: &RecordError) -> PyErr {
    with_code(py, RecordMismatch::new_err(error.to_string()), error.code)
}
