//! Tests the parts of the editor that need no window.
#![allow(clippy::unwrap_used, reason = "a failed step ends the test")]

mod forms;
mod own_art;
mod timeline;
