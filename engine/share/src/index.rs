//! Defines the index of a shelf: a head, which is the only file that changes, and pages that are named by their hashes.
//!
//! The index is JSON, so that other programs can read it. Unknown entries are ignored, so that later versions may add
//! some. Known entries are checked when they are read, and texts are made safe to display.

use std::fmt;

use semver::Version;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tilewright_core::unseen::escape_line;
use tilewright_kit::pack_id::is_pack_id;
use tilewright_kit::packs::archive::signature::{Signed, check_key};
use tilewright_kit::packs::archive::{self, Archive, hash};

use crate::error::{ShareError, Shared};

/// Name of the head, the only file of a shelf that changes.
pub const HEAD: &str = "shelf.json";
/// Format of the indexes that this program writes and reads.
pub const FORMAT: u32 = 1;
/// Maximum size of a head in bytes.
pub(crate) const HEAD_BYTES: u64 = 256 << 10;
/// Maximum size of a part of the catalogue in bytes.
pub(crate) const PART_BYTES: u64 = 16 << 20;
/// Maximum total size of all parts in bytes; they are read whenever a shelf is opened.
pub(crate) const CATALOGUE_BYTES: u64 = 64 << 20;
/// Maximum number of parts of a catalogue; each is fetched separately.
pub(crate) const PARTS: usize = 256;
/// Maximum number of packs on a shelf.
pub(crate) const PACKS: usize = 100_000;
/// Maximum size of the record of a pack in bytes.
pub(crate) const RECORD_BYTES: u64 = 4 << 20;
/// Maximum number of packs for a catalogue in one part. Larger shelves use sixteen parts, so that a change costs little
/// to fetch.
pub(crate) const ONE_PART: usize = 2000;
/// Maximum length in characters of titles and names (`TITLE`) and of longer texts (`TEXT`).
const TITLE: usize = 200;
const TEXT: usize = 4000;

/// Reason why an index is not valid, or a pack cannot be entered into one.
#[derive(Debug)]
pub enum IndexError {
    /// The text is not JSON, or lacks a field.
    Json(serde_json::Error),
    /// The index has this format instead of [`FORMAT`].
    Format(u32),
    /// A hash is not made of 64 hexadecimal digits.
    Hash,
    /// A file is empty or too large.
    FileSize {
        /// Size of the file in bytes.
        bytes: u64,
        /// Maximum size in bytes.
        most: u64,
    },
    /// This text is not an id of a pack.
    PackId(String),
    /// This text is not a version number.
    Version(String),
    /// A version number is too long for a file name.
    LongVersion,
    /// The catalogue has this number of parts, more than `PARTS`.
    Parts(usize),
    /// The catalogue has this size in bytes, more than `CATALOGUE_BYTES`.
    CatalogueSize(u64),
    /// The catalogue has more than `PACKS` packs.
    TooManyPacks,
    /// The catalogue has this pack twice.
    Twice(String),
    /// A key is not valid for this reason.
    Key(&'static str),
    /// The versions of a pack are not sorted, or there are none.
    Order,
    /// The record belongs to another pack.
    OtherPack,
}

impl fmt::Display for IndexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IndexError::Json(error) => f.write_str(&escape_line(&error.to_string(), TITLE)),
            IndexError::Format(format) => write!(f, "its format is {format}, but this program supports {FORMAT}"),
            IndexError::Hash => f.write_str("it contains a hash that is not valid"),
            IndexError::FileSize { bytes, most } => {
                write!(f, "a file of {bytes} bytes is too large; the maximum is {most}")
            }
            IndexError::PackId(id) => write!(f, "`{}` is not an id of a pack", escape_line(id, TITLE)),
            IndexError::Version(version) => write!(f, "`{version}` is not a version"),
            IndexError::LongVersion => f.write_str("a version in it is too long"),
            IndexError::Parts(parts) => write!(f, "a catalogue of {parts} parts is too large; the maximum is {PARTS}"),
            IndexError::CatalogueSize(bytes) => {
                write!(f, "a catalogue of {bytes} bytes is too large; the maximum is {CATALOGUE_BYTES}")
            }
            IndexError::TooManyPacks => write!(f, "it has more than {PACKS} packs"),
            IndexError::Twice(id) => write!(f, "it has `{id}` twice"),
            IndexError::Key(why) => f.write_str(why),
            IndexError::Order => f.write_str("its versions are not in order"),
            IndexError::OtherPack => f.write_str("it is the record of another pack"),
        }
    }
}

impl std::error::Error for IndexError {}

/// Hash and size of a file that is named by its hash.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct HashedFile {
    /// BLAKE3 hash of the bytes, as 64 hexadecimal digits.
    pub hash: String,
    /// Size of the file in bytes.
    pub bytes: u64,
}

impl HashedFile {
    /// Computes the hash and size of `bytes`.
    pub fn from_bytes(bytes: &[u8]) -> HashedFile {
        HashedFile { hash: hash(bytes), bytes: bytes.len() as u64 }
    }

    /// Checks that `bytes` are the content of this file. `from` is the address or path that errors name.
    ///
    /// # Errors
    /// The size or the hash differs.
    pub fn check(&self, from: &str, bytes: &[u8]) -> Shared<()> {
        let have = bytes.len() as u64;
        let from = || from.to_owned();
        if have != self.bytes {
            return Err(ShareError::Size { from: from(), wanted: self.bytes, more: have > self.bytes });
        }
        if hash(bytes) == self.hash { Ok(()) } else { Err(ShareError::Hash { from: from() }) }
    }

    fn fits(&self, most: u64) -> Result<(), IndexError> {
        let digits = |c: u8| c.is_ascii_digit() || (b'a'..=b'f').contains(&c);
        if self.hash.len() != 64 || !self.hash.bytes().all(digits) {
            return Err(IndexError::Hash);
        }
        if self.bytes == 0 || self.bytes > most {
            return Err(IndexError::FileSize { bytes: self.bytes, most });
        }
        Ok(())
    }
}

/// Head of a shelf, which lists the parts of its catalogue.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Head {
    /// Format of the index, see [`FORMAT`].
    pub format: u32,
    /// Serial number, which grows with each change. It is at least the time in milliseconds, so that it also grows if
    /// an index is rebuilt.
    pub serial: u64,
    /// Time of publication, in seconds since 1970.
    pub issued: u64,
    /// Display title of the shelf.
    pub title: String,
    /// Parts of the catalogue, named by their hashes.
    pub parts: Vec<HashedFile>,
}

/// One of the parts of the catalogue.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct IndexPart {
    /// Packs of this part, sorted by id.
    pub packs: Vec<IndexEntry>,
}

/// Entry for one pack in the catalogue.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct IndexEntry {
    /// Id of the pack.
    pub id: String,
    /// Title of the newest version.
    pub title: String,
    /// Description of the pack in one sentence.
    pub summary: String,
    /// Licence of the newest version; empty if it declares none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub licence: String,
    /// Newest version that is not withdrawn; the newest of all if every version is withdrawn.
    pub newest: Version,
    /// Hash and size of the record with all versions.
    pub record: HashedFile,
}

/// All versions of one pack.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PackRecord {
    /// Id of the pack.
    pub id: String,
    /// Versions of the pack, the newest first.
    pub versions: Vec<Release>,
}

/// A version of a pack on a shelf.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Release {
    /// Version number from the manifest.
    pub version: Version,
    /// Title of the pack in this version.
    pub title: String,
    /// Description of the pack in one sentence.
    pub summary: String,
    /// Names of the authors.
    pub authors: Vec<String>,
    /// Licence of this version.
    pub licence: String,
    /// Description of the pack that this one was changed from; empty if it is not a changed copy.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub changed_from: String,
    /// Packs that this version needs, as in its manifest.
    pub needs: Vec<String>,
    /// Packs that this version conflicts with.
    pub conflicts: Vec<String>,
    /// Version of the functions that its rules rely on.
    pub api: u32,
    /// Hash of the rules, which saved games record.
    pub rules: String,
    /// Hash of the manifest.
    pub content: String,
    /// Hash and size of the archive.
    pub file: HashedFile,
    /// Public key that signed this version; `None` if it is unsigned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// Public part of the spare key, which may also sign later versions; `None` if the author named none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spare: Option<String>,
    /// Reason and replacement if the author withdrew this version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub withdrawn: Option<Withdrawn>,
}

/// Notice that an author has withdrawn a version. It is no longer chosen, but still served for saved games that need
/// it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Withdrawn {
    /// Reason for the withdrawal.
    pub why: String,
    /// Suggested replacement, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instead: Option<String>,
}

/// Returns the path of a part on its shelf.
pub fn part_path(part: &HashedFile) -> String {
    format!("parts/{}.json", part.hash)
}

/// Returns the path of a record on its shelf.
pub fn record_path(id: &str, record: &HashedFile) -> String {
    format!("packs/{id}/{}.json", record.hash)
}

/// Returns the path of an archive on its shelf.
pub fn file_path(id: &str, release: &Release) -> String {
    format!("files/{id}-{}-{}.{}", release.version, &release.file.hash[..12], archive::ENDING)
}

/// File of an index that is stored as JSON.
pub trait IndexFile: Serialize + DeserializeOwned {
    /// Checks the values that were read, and makes texts safe to display.
    ///
    /// # Errors
    /// A value is not valid.
    fn check(&mut self) -> Result<(), IndexError>;

    /// Parses and checks the page. `from` is the address or path that errors name.
    ///
    /// # Errors
    /// The bytes are not valid JSON for this page, or [`IndexFile::check`] fails.
    fn read(from: &str, bytes: &[u8]) -> Shared<Self> {
        let bad = |why| ShareError::Index { from: from.to_owned(), why };
        let mut page: Self = serde_json::from_slice(bytes).map_err(|error| bad(IndexError::Json(error)))?;
        page.check().map_err(bad)?;
        Ok(page)
    }

    /// Serialises the page; equal values always give equal bytes.
    fn write(&self) -> Vec<u8> {
        let text = serde_json::to_string_pretty(self);
        let mut text = text.unwrap_or_else(|error| unreachable!("texts and numbers can be written: {error}"));
        text.push('\n');
        text.into_bytes()
    }
}

fn make_fit(text: &mut String, most: usize) {
    if let std::borrow::Cow::Owned(fit) = escape_line(text, most) {
        *text = fit;
    }
}

fn check_id(id: &str) -> Result<(), IndexError> {
    if is_pack_id(id) { Ok(()) } else { Err(IndexError::PackId(id.to_owned())) }
}

/// Checks the length of a version, because versions become parts of file names.
fn check_version(version: &Version) -> Result<(), IndexError> {
    if version.to_string().len() <= 64 { Ok(()) } else { Err(IndexError::LongVersion) }
}

impl IndexFile for Head {
    fn check(&mut self) -> Result<(), IndexError> {
        if self.format != FORMAT {
            return Err(IndexError::Format(self.format));
        }
        make_fit(&mut self.title, TITLE);
        self.parts.iter().try_for_each(|part| part.fits(PART_BYTES))?;
        if self.parts.len() > PARTS {
            return Err(IndexError::Parts(self.parts.len()));
        }
        let bytes = self.parts.iter().fold(0, |sum: u64, part| sum.saturating_add(part.bytes));
        if bytes > CATALOGUE_BYTES {
            return Err(IndexError::CatalogueSize(bytes));
        }
        Ok(())
    }
}

impl IndexFile for IndexPart {
    fn check(&mut self) -> Result<(), IndexError> {
        for entry in &mut self.packs {
            check_id(&entry.id)?;
            check_version(&entry.newest)?;
            entry.record.fits(RECORD_BYTES)?;
            make_fit(&mut entry.title, TITLE);
            make_fit(&mut entry.licence, TITLE);
            make_fit(&mut entry.summary, TEXT);
        }
        Ok(())
    }
}

impl IndexFile for PackRecord {
    fn check(&mut self) -> Result<(), IndexError> {
        check_id(&self.id)?;
        for release in &mut self.versions {
            check_version(&release.version)?;
            release.file.fits(archive::ARCHIVE_BYTES)?;
            for key in release.key.iter().chain(&release.spare) {
                check_key(key).map_err(IndexError::Key)?;
            }
            release.make_fit();
        }
        let newer = |pair: &[Release]| pair[0].version > pair[1].version;
        if self.versions.windows(2).all(newer) && !self.versions.is_empty() { Ok(()) } else { Err(IndexError::Order) }
    }
}

impl Release {
    /// Describes an archive that is stored in `file`.
    ///
    /// # Errors
    /// The version in the manifest is not a valid version number.
    pub fn from_archive(archive: &Archive, file: HashedFile, signed: Option<Signed>) -> Result<Release, IndexError> {
        let manifest = &archive.manifest;
        let (key, spare) = signed.map_or((None, None), |signed| (Some(signed.key), signed.spare));
        let bad = |_| IndexError::Version(manifest.version.clone());
        let version = Version::parse(&manifest.version).map_err(bad)?;
        let mut release = Release {
            version,
            title: manifest.title.clone(),
            summary: manifest.summary.clone(),
            authors: manifest.authors.clone(),
            licence: manifest.licence.clone(),
            changed_from: archive.changed_from().map(|origin| origin.in_words()).unwrap_or_default(),
            needs: manifest.requirements(),
            conflicts: manifest.conflicts.clone(),
            api: manifest.api,
            rules: manifest.rules.clone(),
            content: manifest.content(),
            file,
            key,
            spare,
            withdrawn: None,
        };
        // Records that were read have safe texts, so this one must have them also, or the two would differ.
        release.make_fit();
        Ok(release)
    }

    /// Makes the texts safe to display.
    fn make_fit(&mut self) {
        let texts = self.authors.iter_mut().chain(&mut self.needs).chain(&mut self.conflicts);
        texts.for_each(|text| make_fit(text, TITLE));
        for text in [&mut self.title, &mut self.licence, &mut self.rules, &mut self.content] {
            make_fit(text, TITLE);
        }
        make_fit(&mut self.changed_from, TEXT);
        make_fit(&mut self.summary, TEXT);
        if let Some(withdrawn) = &mut self.withdrawn {
            make_fit(&mut withdrawn.why, TEXT);
            withdrawn.instead.iter_mut().for_each(|text| make_fit(text, TITLE));
        }
    }

    /// Returns the name of the first field that differs between the shelf and the archive; `None` if all agree.
    pub fn differs(&self, archive: &Release) -> Option<&'static str> {
        let entries = [
            ("version", self.version != archive.version),
            ("title", self.title != archive.title),
            ("summary", self.summary != archive.summary),
            ("authors", self.authors != archive.authors),
            ("licence", self.licence != archive.licence),
            ("changed_from", self.changed_from != archive.changed_from),
            ("api", self.api != archive.api),
            ("needs", self.needs != archive.needs),
            ("conflicts", self.conflicts != archive.conflicts),
            ("rules", self.rules != archive.rules),
            ("content", self.content != archive.content),
            ("key", self.key != archive.key),
            ("spare", self.spare != archive.spare),
        ];
        entries.into_iter().find(|(_, differs)| *differs).map(|(name, _)| name)
    }

    /// True if a later version may be signed with `key`: with the key of this version, with its spare key, or with any
    /// key if this version is unsigned.
    pub(crate) fn is_followed_by(&self, key: Option<&String>) -> bool {
        self.key.is_none() || key.is_some_and(|key| Some(key) == self.key.as_ref() || Some(key) == self.spare.as_ref())
    }

    /// True if the version is chosen without an explicit request: neither a pre-release nor withdrawn.
    pub(crate) fn is_offered(&self) -> bool {
        self.version.pre.is_empty() && self.withdrawn.is_none()
    }
}

impl PackRecord {
    /// Returns the version that is offered first.
    pub fn newest(&self) -> &Release {
        self.versions.iter().find(|release| release.is_offered()).unwrap_or(&self.versions[0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_that_says_what_cannot_be_is_refused() {
        let digits = "0".repeat(64);
        let record = |id: &str, versions: &[&str], hash: &str, bytes: u64| {
            let release = |version: &&str| {
                format!(
                    r#"{{"version":"{version}","title":"a\u202eb","summary":"","authors":[],"licence":"","needs":[],
                    "conflicts":[],"api":1,"rules":"","content":"","file":{{"hash":"{hash}","bytes":{bytes}}}}}"#
                )
            };
            let versions: Vec<String> = versions.iter().map(release).collect();
            format!(r#"{{"id":"{id}","versions":[{}],"later":1}}"#, versions.join(","))
        };
        let good = PackRecord::read("x", record("a", &["2.0.0", "1.0.0"], &digits, 9).as_bytes()).unwrap();
        assert_eq!(good.versions[0].title, "a\\u{202e}b");
        assert_eq!(file_path("a", &good.versions[0]), "files/a-2.0.0-000000000000.tilepack");
        for (text, why) in [
            (record("../a", &["1.0.0"], &digits, 9), "not an id"),
            (record("a", &[], &digits, 9), "order"),
            (record("a", &["1.0.0", "2.0.0"], &digits, 9), "order"),
            (record("a", &["1.0.0", "1.0.0"], &digits, 9), "order"),
            (record("a", &["1/2"], &digits, 9), "version"),
            (record("a", &["1.0.0"], "../../x", 9), "hash"),
            (record("a", &["1.0.0"], &"A".repeat(64), 9), "hash"),
            (record("a", &["1.0.0"], &digits, 1 << 40), "bytes"),
            (record("a", &["1.0.0"], &digits, 0), "bytes"),
            (format!("{{\"x\":{}", "[".repeat(100_000)), "EOF"),
            (String::new(), "EOF"),
        ] {
            let error = PackRecord::read("x", text.as_bytes()).unwrap_err();
            assert!(error.code() == "bad_index" && error.to_string().contains(why), "{error}");
        }
        let head = |parts: usize, bytes: u64| {
            let part = format!(r#"{{"hash":"{digits}","bytes":{bytes}}}"#);
            let parts = vec![part; parts].join(",");
            Head::read("x", format!(r#"{{"format":1,"serial":1,"issued":1,"title":"","parts":[{parts}]}}"#).as_bytes())
        };
        assert!(head(4, PART_BYTES).is_ok() && head(PARTS, 9).is_ok());
        for (parts, bytes, why) in [(5, PART_BYTES, "83886080 bytes"), (PARTS + 1, 9, "257 parts")] {
            assert!(head(parts, bytes).unwrap_err().to_string().contains(why));
        }
        let later = br#"{"format":2,"serial":1,"issued":1,"title":"","parts":[]}"#;
        assert!(Head::read("x", later).unwrap_err().to_string().contains("its format is 2"));
    }
}
