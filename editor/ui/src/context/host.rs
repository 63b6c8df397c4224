//! Defines the services that the window offers to the interface.

use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Function that shows the system's file dialog, starting at the given path, and returns the chosen path. Each call
/// runs on a separate thread.
pub type Picker = Arc<dyn Fn(&Path) -> Option<PathBuf> + Send + Sync>;

/// Services of the window that the interface cannot provide itself.
#[derive(Default, Clone)]
pub struct WindowHost {
    /// Shows the system's dialog for folders. Each call runs on a separate thread.
    pub pick_folder: Option<Arc<dyn Fn() -> Option<PathBuf> + Send + Sync>>,
    /// Proposed folder for exported files of a pack that is stored among the editor's own files. The window chooses a
    /// folder that users can find again.
    pub outbox: Option<PathBuf>,
    /// Shows the system's dialog for opening an archive.
    pub pick_file: Option<Picker>,
    /// Shows the system's dialog for saving a file, with the given path as the proposal.
    pub save_file: Option<Picker>,
}
