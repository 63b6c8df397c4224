//! What the window offers to the interface.

use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Asks for a place with the system's own dialog, beginning at one; called on a thread of its own.
pub type Picker = Arc<dyn Fn(&Path) -> Option<PathBuf> + Send + Sync>;

/// What the window offers that the interface has not itself.
#[derive(Default, Clone)]
pub struct Host {
    /// Asks for a folder with the system's own dialog; called on a thread of its own.
    pub pick_folder: Option<Arc<dyn Fn() -> Option<PathBuf> + Send + Sync>>,
    /// Where files for others are proposed to go, when the pack lies among those of the editor; the window knows a place
    /// that people find again.
    pub outbox: Option<PathBuf>,
    /// Asks likewise for a packed pack.
    pub pick_file: Option<Picker>,
    /// Asks likewise where a file is to be written; it is told which name is proposed.
    pub save_file: Option<Picker>,
}
