//! Defines the texts of a pack, which an editor may hold with unsaved changes.

use std::collections::BTreeMap;
use std::sync::Arc;

use tilewright_pack::schema::Section;

/// Files of a pack: text by path within the pack.
pub type FileTexts = BTreeMap<Arc<str>, Arc<str>>;

/// Texts of one state of the open pack.
#[derive(Clone, Copy, Debug)]
pub struct PackTexts<'a> {
    /// Id of the pack, which is the name of its folder.
    pub id: &'a Arc<str>,
    /// All files, including unsaved changes.
    pub files: &'a FileTexts,
    /// Number that grows with every change of the files.
    pub revision: u64,
}

impl<'a> PackTexts<'a> {
    /// Returns the text of a file; `None` if there is no such file.
    pub fn text(&self, path: &str) -> Option<&'a Arc<str>> {
        self.files.get(path)
    }
}

/// Returns the initial text of a new file, chosen by its path.
pub fn first_text(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    match name.rsplit_once('.') {
        Some((_, "lua")) => "--- Say here what this rule does.\n--- @source Invented here.\n".to_owned(),
        Some((language, "ron")) if path.starts_with("texts/") => format!("Texts(\"{language}\", {{\n}})\n"),
        Some((field, "ron")) => {
            let many = Section::by_field(field).and_then(|section| section.many);
            many.map_or_else(String::new, |many| format!("{many}([\n])\n"))
        }
        _ => String::new(),
    }
}
