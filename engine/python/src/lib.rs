//! Tilewright for Python: packs, games, views as arrays, many games at once.
//!
//! What is here only translates: games are those of the crate `tilewright`, and what a seat may not know is left out by its
//! view. What needs other packages of Python is written in Python (`python/tilewright`).

mod arrays;
mod errors;
mod game;
mod packs;
mod seen;

use pyo3::prelude::*;

/// The part of the package `tilewright` that is not written in Python.
#[pymodule]
mod _native {
    #[pymodule_export]
    use crate::errors::{ContentError, EnvironmentFailure, RecordMismatch, RefusedError, RuleError, TilewrightError};
    #[pymodule_export]
    use crate::game::{PyChoice, PyDecision, PyGame};
    #[pymodule_export]
    use crate::packs::{PyPacks, bots, known_packs, load_packs, merge};
}
