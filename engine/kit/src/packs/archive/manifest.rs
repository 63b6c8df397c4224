//! The first file of an archive: what it is, what it needs, and what each of its files has to be.

use std::collections::BTreeMap;

use serde::Deserialize;
use tilewright_pack::PackFiles;
use tilewright_pack::edit::Written;

/// The name of the manifest in an archive.
pub const MANIFEST: &str = "manifest.ron";
/// The format of archives that this program writes and reads.
pub const FORMAT: u32 = 1;
/// The functions that rules can call, as a number: it goes up when one is taken away or does something else.
pub const API: u32 = 1;

/// What an archive says of itself. Its text is canonical: the same values are always the same bytes, so that their hash
/// names the content of the archive.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArchiveManifest {
    /// The format of the archive.
    pub format: u32,
    /// Id of the pack.
    pub id: String,
    /// Its version.
    pub version: String,
    /// Its title.
    pub title: String,
    /// What it is, in a sentence.
    pub summary: String,
    /// Who made it.
    pub authors: Vec<String>,
    /// Its licence.
    pub licence: String,
    /// The packs that it needs, each with a range of versions: `id ^1.2`.
    pub needs: Vec<String>,
    /// Packs that it cannot be together with, likewise.
    pub conflicts: Vec<String>,
    /// The functions that its rules rely on.
    pub api: u32,
    /// The version of the program that packed it.
    pub built_with: String,
    /// The hash that saves and records name: of its data, its rules and the modules that it uses.
    pub rules: String,
    /// The library's modules that travel with it, each with its hash.
    pub modules: BTreeMap<String, String>,
    /// Each file: path, bytes, hash.
    pub files: Vec<(String, u64, String)>,
}

/// The hash of bytes, as archives write it.
pub fn hash(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}

impl ArchiveManifest {
    /// Its text.
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
            ("api", number(self.api.into())),
            ("built_with", text(&self.built_with)),
            ("rules", text(&self.rules)),
            ("modules", Written::Map(self.modules.iter().map(|(name, hash)| (text(name), text(hash))).collect())),
        ];
        // Not in house style, whose lines may break elsewhere some day: a field and a file on each line.
        let lines = fields.map(|(name, value)| format!("    {name}: {},\n", value.flat()));
        let files: String = self.files.iter().map(|entry| format!("        {},\n", file(entry).flat())).collect();
        format!("(\n{}    files: [\n{files}    ],\n)\n", lines.concat())
    }

    /// The manifest that a text is.
    ///
    /// # Errors
    /// Why it is none, in a sentence.
    pub fn read(text: &str) -> Result<ArchiveManifest, String> {
        // A later format may have other fields, and is told as what it is.
        #[derive(Deserialize)]
        struct OfFormat {
            format: u32,
        }
        if let Ok(OfFormat { format }) = ron::from_str(text)
            && format != FORMAT
        {
            return Err(format!("it is in format {format} of archives, this program knows {FORMAT}"));
        }
        let manifest: ArchiveManifest =
            ron::from_str(text).map_err(|error| format!("its manifest cannot be read: {error}"))?;
        // Two texts for one manifest would be two hashes for one content.
        if manifest.text() == text {
            Ok(manifest)
        } else {
            Err("its manifest is not written as this program writes it".to_owned())
        }
    }

    /// The hash that names the content of the archive.
    pub fn content(&self) -> String {
        hash(self.text().as_bytes())
    }

    /// What differs from another manifest, without who wrote it: the name of a field.
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
            ("rules", self.rules != other.rules),
            ("modules", self.modules != other.modules),
            ("files", self.files != other.files),
        ];
        fields.into_iter().find(|(_, differs)| *differs).map(|(name, _)| name)
    }
}

/// What the files of an archive say: path, bytes, hash.
pub(super) fn listed<'f>(files: impl IntoIterator<Item = (&'f str, &'f [u8])>) -> Vec<(String, u64, String)> {
    files.into_iter().map(|(path, bytes)| (path.to_owned(), bytes.len() as u64, hash(bytes))).collect()
}

/// The modules that travel in the files of a pack, with their hashes.
pub(super) fn modules(files: &PackFiles) -> BTreeMap<String, String> {
    let name = |path: &str| Some(path.strip_prefix("lib/")?.strip_suffix(".lua")?.to_owned());
    files.iter().filter_map(|(path, text)| Some((name(path)?, hash(text.as_bytes())))).collect()
}
