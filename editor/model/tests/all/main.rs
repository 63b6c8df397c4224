//! Tests the parts of the editor that need no window.
#![allow(clippy::unwrap_used, reason = "tests stop where something is wrong")]

mod forms;
mod timeline;
