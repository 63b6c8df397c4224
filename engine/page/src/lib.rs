//! Writes pages for browsers: a game to step through, a pack with its tiles, options and rules, and the handbook.
//!
//! Invariants: A page is a single file that loads nothing from elsewhere. Its policy names its only style and its only
//! script by their hashes, so that a browser applies and runs nothing else. Everything from a pack or a record is
//! escaped where it enters the page (`html`). Information that a seat may not know is not shown to it, and not even in
//! the file if the page is for that seat only. Deliberately absent: files, printing, anything that scores.

mod html;

mod words;

mod document;
mod sprites;

mod naming;
mod viewpoint;

mod charts;
mod comparison;
mod course;
mod entries;
mod game;
mod handbook;
mod live;
mod pack;
mod position;
mod readme;
mod reasons;
mod report;
mod shelf;

pub use charts::{
    ChartBar, ChartLine, ChartMark, ChartPage, ChartSection, ChartSentence, ChartSeries, ChartStack, ChartTable,
    PageChart, PageChartForm, chart_fragment, chart_page,
};
pub use comparison::comparison_page;
pub use game::{GamePage, Readers, game_page};
pub use handbook::handbook_pages;
pub use live::{
    GivenAnswer, LIVE_POLICY, LiveDrawings, LiveGame, LiveReader, LiveRules, LiveSource, draw_pieces, drawings_in,
    live_facts, live_page, live_rules, live_script, live_style,
};
pub use pack::{CertificateClaim, OnShelf, PackPage, Version, pack_page};
pub use report::report_section;
pub use shelf::{Card, ShelfPage, shelf_page};
