//! Locates the user's folder for data that programs keep between runs.

use std::path::PathBuf;

/// Environment variable that names the state folder.
pub(crate) const HOME_VARIABLE: &str = "TILEWRIGHT_HOME";

/// Returns the folder that `HOME_VARIABLE` names, else the system's folder for program state. It need not exist.
pub fn state_folder() -> PathBuf {
    let variable = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    let folder = variable(HOME_VARIABLE)
        .or_else(|| variable("APPDATA").map(|p| p.join("Tilewright")))
        .or_else(|| variable("XDG_STATE_HOME").map(|p| p.join("tilewright")))
        .or_else(|| variable("HOME").map(|p| p.join(".local/state/tilewright")));
    folder.unwrap_or_else(|| std::env::temp_dir().join("tilewright"))
}

/// Returns the folder of the games in progress: see [`crate::games::running`].
pub fn running_games() -> PathBuf {
    state_folder().join("games")
}

/// Returns the folder of the tables that this machine hosts.
pub fn hosted_tables() -> PathBuf {
    state_folder().join("tables")
}

/// Returns the folder of the records of games that a rule stopped.
pub fn stopped_games() -> PathBuf {
    state_folder().join("stopped")
}

/// Returns the folder of reports of faults of the program itself: see [`crate::bug_report`].
pub fn bug_reports() -> PathBuf {
    state_folder().join("faults")
}

/// Returns the folder of installed packs, and of packs that the user has not put elsewhere.
pub fn packs() -> PathBuf {
    state_folder().join("packs")
}

/// Returns the folder in which earlier results of mutation runs are cached: see [`crate::suite::ChangeCache`].
pub fn known_changes() -> PathBuf {
    state_folder().join("changes")
}

/// Returns the folder of copies of files that have no path, such as the rules of the library, for other editors.
pub fn sources() -> PathBuf {
    state_folder().join("sources")
}
