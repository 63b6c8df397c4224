//! The editor, driven by the names that people and screen readers find things by; no display is needed.
#![allow(clippy::unwrap_used, reason = "tests stop where something is wrong")]

mod code;
mod data;
mod disk;
mod distribution;
mod ending;
mod faults;
mod files;
mod first_page;
mod flow;
mod forms;
mod guide;
mod handbook;
mod hostile;
mod keyboard;
mod killed;
mod layout;
mod left;
mod night;
mod paint;
mod pictures;
mod protection;
mod rooms;
mod secrets;
mod setup;
mod sharing;
mod shell;
mod shelves;
mod stage;
mod table;
mod telling;
mod tiles;
mod timeline;
mod try_it;
mod versions;
mod words;
