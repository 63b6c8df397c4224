//! The folder of a user for what programs keep from one run to the next.

use std::path::PathBuf;

/// The environment variable that names it.
pub const HOME_VARIABLE: &str = "TILEWRIGHT_HOME";

/// The folder that [`HOME_VARIABLE`] names, else the one that the system has for such files. It need not exist.
pub fn state_folder() -> PathBuf {
    let variable = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    let folder = variable(HOME_VARIABLE)
        .or_else(|| variable("APPDATA").map(|p| p.join("Tilewright")))
        .or_else(|| variable("XDG_STATE_HOME").map(|p| p.join("tilewright")))
        .or_else(|| variable("HOME").map(|p| p.join(".local/state/tilewright")));
    folder.unwrap_or_else(|| std::env::temp_dir().join("tilewright"))
}

/// Where games are kept that are being played: see [`crate::games::running`].
pub fn running_games() -> PathBuf {
    state_folder().join("games")
}

/// Returns the folder of the records of games that a rule stopped.
pub fn stopped_games() -> PathBuf {
    state_folder().join("stopped")
}

/// Returns the folder of reports of faults of the program itself: see [`crate::bug_report`].
pub fn bug_reports() -> PathBuf {
    state_folder().join("faults")
}

/// Where packs are that were installed, and those that people do not put elsewhere.
pub fn packs() -> PathBuf {
    state_folder().join("packs")
}

/// Where it is kept what tests made of changes to rules: see [`crate::suite::Known`].
pub fn known_changes() -> PathBuf {
    state_folder().join("changes")
}
