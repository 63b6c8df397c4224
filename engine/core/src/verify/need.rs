//! Turns a violated condition into an error.

/// Returns an error that describes the violation unless a condition holds.
pub(super) fn need(holds: bool, what: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what()) }
}
