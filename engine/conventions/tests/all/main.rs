//! Conventions of the repository: layers between crates and their structure, words, documents, and the English of all texts.
#![allow(clippy::unwrap_used, reason = "a test stops at the first wrong value")]

mod documents;
mod english;
mod errors;
mod layers;
mod structure;
mod words;
