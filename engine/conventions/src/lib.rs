//! Files of the repository, for the tests in this crate: layers between crates, words, documents and English.

use std::fs;
use std::path::{Path, PathBuf};

/// Returns the folder of the repository.
pub fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().unwrap_or(root)
}

/// Reads a text file of the repository.
///
/// # Panics
///
/// The file does not exist or is not UTF-8, so a test that needs it must fail.
pub fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// A text file that people write.
#[derive(Debug)]
pub struct TextFile {
    /// Path from the root of the repository, with `/` between folders.
    pub path: String,
    /// Whole content of the file.
    pub text: String,
}

impl TextFile {
    /// Returns true if the file has one of these endings, such as `rs`.
    pub fn has_ending(&self, endings: &[&str]) -> bool {
        self.path.rsplit_once('.').is_some_and(|(_, ending)| endings.contains(&ending))
    }
}

/// Reads all files with text that people write: sources, documents, texts, scripts and packs. The order is that of the
/// paths. Folders whose names begin with a dot, built files and inputs of fuzzing are left out.
///
/// # Panics
///
/// A folder cannot be listed or a file is not UTF-8.
pub fn text_files() -> Vec<TextFile> {
    let root = root();
    let mut found = Vec::new();
    collect(&root, &root, &mut found);
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

fn collect(folder: &Path, root: &Path, found: &mut Vec<TextFile>) {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    for path in entries.flatten().map(|entry| entry.path()) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            if !name.starts_with('.') && !["target", "corpus", "node_modules"].contains(&&*name) {
                collect(&path, root, found);
            }
        } else if ["rs", "md", "ftl", "lua", "ron", "js", "toml"].iter().any(|end| name.ends_with(&format!(".{end}"))) {
            let shown = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{shown}: {error}"));
            found.push(TextFile { path: shown, text });
        }
    }
}
