//! Provides Tilewright for Python: packs, games, views as arrays, and simulation of many games.
//!
//! This crate only translates between Python and the crate `tilewright`. The view of a seat removes everything that the
//! seat may not know. Code that needs other Python packages is written in Python (`python/tilewright`).

mod arrays;
mod called;
mod comparison;
mod errors;
mod game;
mod packs;
mod report;
mod seen;
mod table;

use pyo3::prelude::*;

/// The native part of the package `tilewright`.
#[pymodule]
mod _native {
    #[pymodule_export]
    use crate::comparison::{PyComparison, compare};
    #[pymodule_export]
    use crate::errors::{ContentError, EnvironmentFailure, RecordMismatch, RefusedError, RuleError, TilewrightError};
    #[pymodule_export]
    use crate::game::{_restore_option, PyChoice, PyDecision, PyGame};
    #[pymodule_export]
    use crate::packs::{_restore_game, _restore_packs, PyPacks, bots, known_packs, load_packs, merge};
    #[pymodule_export]
    use crate::report::PyReport;
}
