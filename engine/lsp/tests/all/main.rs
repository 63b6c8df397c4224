//! Sessions with a language server, over pipes.
#![allow(clippy::unwrap_used, reason = "tests may panic")]

mod bad_messages;
mod client;
mod files;
mod findings;
mod names;
mod pack;
mod typing;
