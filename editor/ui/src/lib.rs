//! Interface of the editor, without the window around it. It depends on egui alone, so that tests can drive it without
//! a display, by the texts that users see.
//!
//! Start reading at [`app::Editor`], which draws the panes in [`views`]; they work on the
//! [`PackDocument`](tilewright_editor_model::pack::document::PackDocument) of the open pack.

/// The program as a whole: panes, dialogs, commands and background work in one window.
pub mod app;
/// Types that panes and the program exchange: commands, panes, selections and requested actions.
pub mod context;
/// The game at the table as the panes show it: its board, highlights and settings.
pub mod play;
/// Parts that all views share: colours, fields, notices, pictures.
pub mod ui;
/// Drawing code of the window, with a module for each pane.
pub mod views;

pub use app::Editor;
pub use context::WindowHost;
pub use tilewright_editor_model::pack::home::Home;
pub use tilewright_kit::bug_report::report_panic;
pub use tilewright_kit::files::home::bug_reports;
