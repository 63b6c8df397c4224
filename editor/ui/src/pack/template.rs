//! Making a new pack: a game of its own, or an expansion of a pack that is there.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use tilewright_kit::packs::load::Request;
use tilewright_kit::packs::template;

use crate::pack::analysis::Surroundings;
use crate::pack::document::disk;

/// What a new pack is to be.
#[derive(Clone, Debug, Default)]
pub struct NewPack {
    /// Its id and the name of its folder.
    pub name: String,
    /// The folder that it goes into.
    pub parent: String,
    /// The pack that it adds to; none: a game of its own.
    pub base: Option<Arc<str>>,
    /// Why it could not be made.
    pub error: Option<String>,
}

/// The files of the pack that the guide begins with.
const FIRST: &[(&str, &str)] = &[
    ("pack.ron", include_str!("../../first/pack.ron")),
    ("tiles.ron", include_str!("../../first/tiles.ron")),
    ("texts/en.ron", include_str!("../../first/texts/en.ron")),
];

impl NewPack {
    /// A pack in a folder.
    pub fn in_folder(parent: &Path) -> NewPack {
        NewPack { parent: parent.display().to_string(), ..NewPack::default() }
    }

    /// The key of the text that says why it cannot be made like this.
    pub fn refusal(&self) -> Option<&'static str> {
        if self.name.is_empty() {
            Some("new-needs-name")
        } else if !template::is_id(&self.name) {
            Some("new-bad-name")
        } else if self.folder().exists() {
            Some("new-is-there")
        } else {
            None
        }
    }

    fn folder(&self) -> PathBuf {
        Path::new(self.parent.trim()).join(&self.name)
    }

    /// Makes it; the folder, or nothing and the reason in [`NewPack::error`].
    pub fn make(&mut self, surroundings: &Surroundings) -> Option<PathBuf> {
        let files = match &self.base {
            None => Some(template::game(&self.name)),
            Some(base) => {
                let loaded = surroundings.load(&Request::new([&**base]));
                template::addition(&self.name, &loaded)
            }
        };
        let Some(files) = files else {
            self.error = Some(self.base.as_deref().unwrap_or_default().to_owned());
            return None;
        };
        let folder = self.folder();
        match disk::write_folder(&folder, files.iter().map(|(path, text)| (&**path, &**text))) {
            Ok(()) => Some(folder),
            Err(error) => {
                self.error = Some(error.to_string());
                None
            }
        }
    }
}

/// Makes the pack that the guide begins with, in a folder of its own below `parent`.
///
/// # Errors
/// A file cannot be written.
pub fn first_pack(parent: &Path) -> Result<PathBuf, disk::DiskError> {
    let names = (1..).map(|n| if n == 1 { "first_pack".to_owned() } else { format!("first_pack_{n}") });
    let folder = names.map(|name| parent.join(name)).find(|folder| !folder.exists());
    let folder = folder.unwrap_or_else(|| unreachable!("there are names without end"));
    let id = disk::folder_name(&folder);
    let files: Vec<(&str, String)> = FIRST.iter().map(|(path, text)| (*path, text.replace("@NAME@", &id))).collect();
    disk::write_folder(&folder, files.iter().map(|(path, text)| (*path, &**text)))?;
    Ok(folder)
}
