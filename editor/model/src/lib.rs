//! Parts of the editor that need no window: the open pack, the game at the table, and the features of a text editor. The
//! crate draws nothing, so that its tests need no display; `editor/ui` shows its state.
//!
//! Start reading at [`pack::document::PackDocument`], the files of the open pack with their history, and
//! [`table::TableGame`], the game that is played.

/// Background work with progress and updates.
pub mod job;
/// The open pack: its files, the engine's analysis of them, and the facts that forms need.
pub mod pack;
/// The game at the table: its session, its history, and the chooser of each seat.
pub mod table;
/// Texts of the interface in all languages.
pub mod texts;
