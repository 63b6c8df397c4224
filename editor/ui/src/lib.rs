//! The editor's interface, without the window around it. It depends on egui alone, so that tests can drive it by the
//! names that people see, without a display.
//!
//! Start reading at [`app::Editor`]; [`document::Document`] is what everything else looks at.

pub mod analysis;
pub mod app;
pub mod cards;
pub mod code;
pub mod command;
pub mod dialogs;
pub mod document;
pub mod forms;
pub mod guide;
pub mod job;
pub mod layout;
pub mod notices;
pub mod odds;
pub mod painter;
pub mod pictures;
pub mod problems;
pub mod protection;
pub mod settings;
pub mod sharing;
pub mod sort;
pub mod table;
pub mod template;
pub mod texts;
pub mod theme;
pub mod views;
pub mod watch;
pub mod widgets;

pub use app::{Editor, Host};
