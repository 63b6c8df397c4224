//! Pages for a browser: a game to step through, a pack with its tiles, options and rules, and the handbook.
//!
//! Invariants: a page is one file that asks for nothing from elsewhere; its policy names its one style and its one
//! script by their hashes, so that a browser runs and applies nothing else; everything that comes from a pack or a
//! record is escaped where it enters the page (`html`); what a seat may not know is not in what is shown for it, and
//! not in the file where the page is for that seat only. Deliberately absent: files, printing, anything that scores.

mod html;

mod words;

mod document;
mod sprites;

mod naming;
mod viewpoint;

mod charts;
mod course;
mod entries;
mod game;
mod handbook;
mod pack;
mod position;
mod readme;
mod reasons;
mod shelf;

pub use charts::{Bar, Chart, ChartPage, ChartSection, ChartSentence, chart_page};
pub use game::{GamePage, Readers, game_page};
pub use handbook::handbook_pages;
pub use pack::{CertificateClaim, OnShelf, PackPage, Version, pack_page};
pub use shelf::{Card, ShelfPage, shelf_page};
