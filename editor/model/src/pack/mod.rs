//! Holds the open pack: its files, the engine's analysis of them, and the facts that forms need.

pub mod analysis;
pub mod document;
pub mod file_actions;
pub mod forms;
pub mod game_export;
pub mod home;
pub mod odds;
pub mod own_art;
pub mod pack_set;
pub mod protection;
pub mod template;
pub mod test_runs;
pub mod watch;
