//! The editor's interface, without the window around it. It depends on egui alone, so that tests can drive it by the
//! names that people see, without a display.
//!
//! Start reading at [`app::Editor`]; [`pack::document::Document`] is what everything else looks at. The folders stand here
//! in the order in which they use each other: each of them only those before it.

/// The program as a whole.
pub mod app;
/// The words in which panes and the program speak with each other: what is shown, chosen and asked for.
pub mod context;
/// The languages of a pack's files: names, completion, help and fixes.
pub mod language;
/// The open pack: its files, what the engine says about them, and what forms know of them.
pub mod pack;
/// The tool with which people paint tiles: strokes to edits of a pack. How a tile looks is `art`, its textures are `ui::pictures`.
pub mod painter;
/// The game at the table, apart from its panes.
pub mod play;
/// What has nothing to do with packs: texts, colours, fields, notices, pictures, work in the background.
pub mod ui;
/// What is shown: a module for each pane.
pub mod views;

pub use app::Editor;
pub use context::Host;
pub use tilewright_kit::bug_report::report_panic;
pub use tilewright_kit::files::home::bug_reports;
