//! Notes the paths of a saved game's packs: paths relative to the record's own file, so that it opens in the folder
//! where it was made, and in a copy of that folder.
//!
//! A record may be shared, so its paths name only folders near the record: they lead at most two folders up, and never
//! past the home folder of a user. A record may also come from a stranger, so the same bounds apply when it is opened.
//! Only records in the program's own folder of a user have no bounds. A path is a hint: a pack found by it is used only
//! if it is the pack that the record names.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use tilewright_core::session::record::Record;
use tilewright_core::unseen::first_unseen;

use crate::files::home;
use crate::pack_id::PackName;
use crate::packs::find::{FoundPack, PackPlace, parent_folder};

/// Maximum number of folders that a path leads up from that of the record.
const MAX_UP: usize = 2;

/// Returns a record for a file, with the paths of its packs. Packs that are installed or included, and those that are
/// not near the file, have no path.
#[must_use]
pub fn with_places(record: Record, file: &Path, packs: &BTreeMap<String, FoundPack>) -> Record {
    let from = real(&parent_folder(file));
    let installed = real(&home::packs());
    let place = |found: &FoundPack| match &found.place {
        PackPlace::Folder(path) | PackPlace::Edited(path, _) | PackPlace::Archive(path) => {
            // A pack that is only previewed in the editor has a folder that does not exist.
            path.canonicalize().ok().filter(|path| !path.starts_with(&installed))
        }
        PackPlace::Bundled | PackPlace::Library => None,
    };
    let user = std::env::home_dir().map(|path| real(&path));
    let bounds = if is_own(&from) { None } else { Some(Bounds { user }) };
    let noted =
        |(id, found): (&String, &FoundPack)| Some((id.clone(), relative(&from, &place(found)?, bounds.as_ref())?));
    Record { places: packs.iter().filter_map(noted).collect(), ..record }
}

/// Returns the paths that a record in a file notes for the packs that it names.
pub fn places_of(record: &Record, file: &Path) -> Vec<(String, PathBuf)> {
    let folder = parent_folder(file);
    let is_named = |id: &str| record.packs.iter().any(|pack| PackName::parse(pack).id == id);
    let is_own = is_own(&real(&folder));
    let noted = record.places.iter().filter(|(id, text)| is_named(id) && (is_own || is_near(text)));
    noted.map(|(id, text)| (id.clone(), folder.join(text))).collect()
}

/// Limits for the paths in records that may be shared.
struct Bounds {
    /// Home folder of the user, which no path leads past.
    user: Option<PathBuf>,
}

/// True if a folder is inside the program's own folder of a user.
fn is_own(folder: &Path) -> bool {
    folder.starts_with(real(&home::state_folder()))
}

/// Returns the path from a folder to a pack as records write it; `None` if the pack is out of bounds. Both paths are
/// absolute.
fn relative(from: &Path, to: &Path, bounds: Option<&Bounds>) -> Option<String> {
    let (from, to): (Vec<Component<'_>>, Vec<Component<'_>>) = (from.components().collect(), to.components().collect());
    let common = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    let above: PathBuf = from[..common].iter().collect();
    let is_root = !from[..common].iter().any(|part| matches!(part, Component::Normal(_)));
    let user = bounds.and_then(|bounds| bounds.user.as_deref());
    let is_past_user = user.is_some_and(|user| user != above && user.starts_with(&above));
    if bounds.is_some() && (is_root || is_past_user) {
        return None;
    }
    let down = to[common..].iter().map(|part| part.as_os_str().to_str());
    let parts = std::iter::repeat_n(Some(".."), from.len() - common).chain(down).collect::<Option<Vec<&str>>>()?;
    let text = if parts.is_empty() { ".".to_owned() } else { parts.join("/") };
    Some(text).filter(|text| bounds.is_none() || is_near(text))
}

/// True if a path of a record may be followed.
fn is_near(text: &str) -> bool {
    let parts: Vec<&str> = text.split('/').collect();
    let up = parts.iter().take_while(|part| **part == "..").count();
    let is_name = |part: &&str| !matches!(*part, "" | "." | "..") && !part.contains(['\\', ':']);
    up <= MAX_UP && (text == "." || parts[up..].iter().all(is_name)) && first_unseen(text).is_none()
}

fn real(path: &Path) -> PathBuf {
    path.canonicalize().or_else(|_| std::path::absolute(path)).unwrap_or_else(|_| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_leads_to_what_is_near_and_never_past_the_home_of_a_user() {
        let bounds = Bounds { user: Some(PathBuf::from("/home/ann")) };
        for (from, to, path) in [
            ("/home/ann/games", "/home/ann/games/own", Some("own")),
            ("/home/ann/games", "/home/ann/games", Some(".")),
            ("/home/ann/games/own/saves", "/home/ann/games/own", Some("..")),
            ("/home/ann/games/saves", "/home/ann/packs/own", Some("../../packs/own")),
            ("/home/ann/a/b/c", "/home/ann/own", None),
            ("/home/ben", "/home/ann/own", None),
            ("/srv/games", "/home/ann/own", None),
            ("/srv/games", "/srv/packs/own.tilepack", Some("../packs/own.tilepack")),
        ] {
            assert_eq!(relative(Path::new(from), Path::new(to), Some(&bounds)).as_deref(), path, "{from} to {to}");
        }
    }

    #[test]
    fn a_record_in_the_folder_of_the_program_finds_its_packs_anywhere() {
        let path = relative(Path::new("/home/ann/.local/state/tilewright/stopped"), Path::new("/srv/own"), None);
        assert_eq!(path.as_deref(), Some("../../../../../../srv/own"));
    }

    #[test]
    fn paths_of_strangers_are_followed_only_where_they_are_near() {
        for near in ["own", "packs/own", "..", "../../packs/own", "."] {
            assert!(is_near(near), "{near}");
        }
        for far in
            ["/own", "", "a/../../own", "../../../own", "a//b", "./own", "c:/own", "\\\\host\\own", "ow\u{202e}n"]
        {
            assert!(!is_near(far), "{far}");
        }
    }
}
