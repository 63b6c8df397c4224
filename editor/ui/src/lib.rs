//! Interface of the editor, without the window around it. It depends on egui alone, so that tests can drive it without
//! a display, by the texts that users see.
//!
//! Start reading at [`app::Editor`], which draws the panes in [`views`]; they work on [`pack::document::Document`].

/// The program as a whole: panes, dialogs, commands and background work in one window.
pub mod app;
/// Types that panes and the program exchange: commands, panes, selections and requested actions.
pub mod context;
/// Support for the languages of a pack's files: names, completion, help and fixes.
pub mod language;
/// The open pack: its files, the engine's analysis of them, and the facts that forms need.
pub mod pack;
/// Tool for painting tiles, which turns strokes into edits of a pack. `art` draws tiles; `ui::pictures` makes their
/// textures.
pub mod painter;
/// State of the game at the table, without the panes that show it.
pub mod play;
/// Parts that do not depend on packs: texts, colours, fields, notices, pictures, background jobs.
pub mod ui;
/// Drawing code of the window, with a module for each pane.
pub mod views;

pub use app::Editor;
pub use context::Host;
pub use tilewright_kit::bug_report::report_panic;
pub use tilewright_kit::files::home::bug_reports;
