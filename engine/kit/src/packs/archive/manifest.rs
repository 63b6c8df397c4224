//! Reads and writes the first file of an archive: its identity, its needs, and the hash of each of its files.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;
use tilewright_pack::PackFiles;
use tilewright_pack::edit::Written;

/// Name of the manifest in an archive.
pub const MANIFEST: &str = "manifest.ron";
/// Format of archives that this program writes and reads.
pub const FORMAT: u32 = 1;
/// Version of the functions that rules can call: it rises when a function is removed or changes its meaning.
pub const API: u32 = 1;

/// Reason that an archive has no readable manifest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ManifestError {
    /// The first file of the archive is not a manifest.
    Missing,
    /// The archive has this format instead of [`FORMAT`].
    Format(u32),
    /// The text is not RON, or has missing, unknown or wrong fields.
    Text(Box<ron::error::SpannedError>),
    /// The text is not canonical.
    Style,
}

impl fmt::Display for ManifestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ManifestError::Missing => write!(f, "it has no `{MANIFEST}` as its first file"),
            ManifestError::Format(format) => {
                write!(f, "its archive format is {format}, but this program supports {FORMAT}")
            }
            ManifestError::Text(error) => write!(f, "its manifest cannot be read: {error}"),
            ManifestError::Style => f.write_str("its manifest is not in the expected form"),
        }
    }
}

impl std::error::Error for ManifestError {}

/// Description of an archive. Its text is canonical: the same values always result in the same bytes, so that their
/// hash identifies the content of the archive.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArchiveManifest {
    /// Format of the archive.
    pub format: u32,
    /// Id of the pack.
    pub id: String,
    /// Version of the pack.
    pub version: String,
    /// Title of the pack.
    pub title: String,
    /// Summary of the pack in one sentence.
    pub summary: String,
    /// Authors of the pack.
    pub authors: Vec<String>,
    /// Licence of the pack.
    pub licence: String,
    /// Packs that the pack needs, each with a range of versions: `id ^1.2`.
    pub needs: Vec<String>,
    /// Packs that the pack excludes, each with a range of versions.
    pub conflicts: Vec<String>,
    /// Pack that the archive is a theme for, with a range of versions; empty if it is not a theme.
    #[serde(default)]
    pub themes: String,
    /// Version of the functions that the rules rely on: see [`API`].
    pub api: u32,
    /// Version of the program that wrote the archive.
    pub built_with: String,
    /// Hash of the pack's data, its rules and the modules that it uses, as saves and records name it.
    pub rules: String,
    /// Library modules in the archive, each with its hash.
    pub modules: BTreeMap<String, String>,
    /// Files with path, size in bytes, and hash.
    pub files: Vec<(String, u64, String)>,
}

/// Returns the hash of bytes, in the form that archives use.
pub fn hash(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}

impl ArchiveManifest {
    /// Returns the canonical text of the manifest.
    pub fn text(&self) -> String {
        let text = |text: &str| Written::text(text);
        let texts = |all: &[String]| Written::List(all.iter().map(|t| Written::text(t)).collect());
        let number = |n: u64| Written::Int(i64::try_from(n).unwrap_or(i64::MAX));
        let file = |(path, size, hash): &(String, u64, String)| {
            Written::Tuple(None, vec![text(path), number(*size), text(hash)])
        };
        let fields = [
            ("format", number(self.format.into())),
            ("id", text(&self.id)),
            ("version", text(&self.version)),
            ("title", text(&self.title)),
            ("summary", text(&self.summary)),
            ("authors", texts(&self.authors)),
            ("licence", text(&self.licence)),
            ("needs", texts(&self.needs)),
            ("conflicts", texts(&self.conflicts)),
            ("themes", text(&self.themes)),
            ("api", number(self.api.into())),
            ("built_with", text(&self.built_with)),
            ("rules", text(&self.rules)),
            ("modules", Written::Map(self.modules.iter().map(|(name, hash)| (text(name), text(hash))).collect())),
        ];
        // The house style might break lines differently in later versions, so each field and file has its own line.
        // Only themes have the field `themes`, so the manifests of other packs are unchanged.
        let of_pack = |name: &str| name != "themes" || !self.themes.is_empty();
        let fields = fields.into_iter().filter(|(name, _)| of_pack(name));
        let lines: Vec<String> = fields.map(|(name, value)| format!("    {name}: {},\n", value.flat())).collect();
        let files: String = self.files.iter().map(|entry| format!("        {},\n", file(entry).flat())).collect();
        format!("(\n{}    files: [\n{files}    ],\n)\n", lines.concat())
    }

    /// Parses the text of a manifest.
    ///
    /// # Errors
    /// The text is not a manifest.
    pub fn read(text: &str) -> Result<ArchiveManifest, ManifestError> {
        // A later format may have other fields, so the format is read first and reported.
        #[derive(Deserialize)]
        struct OfFormat {
            format: u32,
        }
        if let Ok(OfFormat { format }) = ron::from_str(text)
            && format != FORMAT
        {
            return Err(ManifestError::Format(format));
        }
        let manifest: ArchiveManifest = ron::from_str(text).map_err(|error| ManifestError::Text(Box::new(error)))?;
        // Two texts for one manifest would mean two hashes for one content.
        if manifest.text() == text { Ok(manifest) } else { Err(ManifestError::Style) }
    }

    /// Returns the hash that identifies the content of the archive.
    pub fn content(&self) -> String {
        hash(self.text().as_bytes())
    }

    /// Returns the packs without which this one is of no use, each with a range of versions: its needs, and the pack that
    /// a theme is for.
    pub fn requirements(&self) -> Vec<String> {
        self.needs.iter().chain(Some(&self.themes).filter(|themes| !themes.is_empty())).cloned().collect()
    }

    /// Returns the name of a field that differs from another manifest; ignores the program that wrote it.
    pub(super) fn differs(&self, other: &ArchiveManifest) -> Option<&'static str> {
        let fields = [
            ("id", self.id != other.id),
            ("version", self.version != other.version),
            ("title", self.title != other.title),
            ("summary", self.summary != other.summary),
            ("authors", self.authors != other.authors),
            ("licence", self.licence != other.licence),
            ("needs", self.needs != other.needs),
            ("conflicts", self.conflicts != other.conflicts),
            ("themes", self.themes != other.themes),
            ("rules", self.rules != other.rules),
            ("modules", self.modules != other.modules),
            ("files", self.files != other.files),
        ];
        fields.into_iter().find(|(_, differs)| *differs).map(|(name, _)| name)
    }
}

/// Lists the files of an archive with path, size in bytes, and hash.
pub(super) fn list_files<'f>(files: impl IntoIterator<Item = (&'f str, &'f [u8])>) -> Vec<(String, u64, String)> {
    files.into_iter().map(|(path, bytes)| (path.to_owned(), bytes.len() as u64, hash(bytes))).collect()
}

/// Returns the library modules in the files of a pack, with their hashes.
pub(super) fn modules(files: &PackFiles) -> BTreeMap<String, String> {
    let name = |path: &str| Some(path.strip_prefix("lib/")?.strip_suffix(".lua")?.to_owned());
    files.iter().filter_map(|(path, text)| Some((name(path)?, hash(text.as_bytes())))).collect()
}
