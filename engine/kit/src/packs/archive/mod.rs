//! Packs a pack into one file, which can be sent, put on a shelf, and played directly.
//!
//! An archive is never unpacked where it is used: it is read into memory, and its content is checked against its
//! manifest before use. It includes the library modules that it uses, so that it plays the same with a later library.

pub(crate) mod error;
pub mod layout;
mod manifest;
mod path;
pub mod signature;

use std::path::Path;
use std::sync::Arc;

use tilewright_core::limits::MESSAGE_LETTERS;
use tilewright_core::unseen::escape_line;
use tilewright_pack::limits::{ART_BYTES, ART_FILES};
use tilewright_pack::{Manifest, PackFiles, PackOrigin, is_picture};

pub use error::ArchiveError;
pub use layout::{ARCHIVE_BEGIN, LayoutError, Limits};
pub use manifest::{API, ArchiveManifest, FORMAT, MANIFEST, ManifestError, hash};
pub use path::{ArchivePath, ArchivePathError};

use crate::error::KitError;
use crate::files;
use crate::packs::art::{ArtFile, ArtFiles, most_bytes};
use crate::packs::library::library;

/// File extension of archives.
pub const ENDING: &str = "tilepack";
/// Name of the picture of a pack.
pub const PICTURE: &str = "picture.png";
/// Name of the file with the manifest's signature.
pub(crate) const SIGNATURE: &str = "manifest.ron.minisig";
/// Folder of the included library modules.
pub const MODULES: &str = "lib/";
/// Limits for the content of an archive.
pub const LIMITS: Limits = Limits { files: 2_000, file: 16 << 20, all: 64 << 20 };
/// Maximum size of an archive, in bytes.
pub const ARCHIVE_BYTES: u64 = 64 << 20;
/// Maximum size of a manifest, in bytes.
pub(crate) const MANIFEST_BYTES: usize = 256 << 10;
/// Maximum size of a signature, in bytes.
const SIGNATURE_BYTES: usize = 4 << 10;
/// Maximum width and height of a picture, in pixels.
pub(crate) const PICTURE_SIDE: u32 = 4096;
/// Maximum size of a picture, in bytes.
pub(crate) const PICTURE_BYTES: usize = 4 << 20;

/// Pack with everything that belongs to it.
#[derive(Clone, Debug)]
pub struct Archive {
    /// Manifest of the pack and its files.
    pub manifest: ArchiveManifest,
    /// Signature of the manifest, as a text; `None` if it is not signed.
    pub signature: Option<String>,
    /// Texts of the pack: data, rules, tests, read-me, and the included modules.
    pub files: PackFiles,
    /// Pictures in the folder `art`.
    pub art: ArtFiles,
    /// Picture of the pack, as PNG.
    pub picture: Option<Vec<u8>>,
}

impl Archive {
    /// Creates the archive of a pack without own art: its texts, the library modules that it uses, and a picture.
    ///
    /// # Errors
    /// The pack's head cannot be read, a file is not allowed in an archive, or a limit is exceeded.
    pub fn from_pack(id: &str, pack: &PackFiles, picture: Option<Vec<u8>>) -> Result<Archive, ArchiveError> {
        Archive::with_art(id, pack, ArtFiles::new(), picture)
    }

    /// Like [`Archive::from_pack`], with the pictures of the pack. Leaves out files in the folder `art` that are not pictures.
    ///
    /// # Errors
    /// The pack's head cannot be read, a file is not allowed in an archive, or a limit is exceeded.
    pub fn with_art(
        id: &str,
        pack: &PackFiles,
        mut art: ArtFiles,
        picture: Option<Vec<u8>>,
    ) -> Result<Archive, ArchiveError> {
        let files = with_modules(id, pack)?;
        art.retain(|path, _| is_picture(path));
        // A picture that was not read exceeds a limit, and an archive must not lack it without notice.
        if let Some((path, _)) = art.iter().find(|(_, file)| file.stored().is_none()) {
            return Err(LayoutError::TooLarge(path.to_string()).into());
        }
        let content = ArchiveContent { files: &files, art: &art, picture: picture.as_deref() };
        let manifest = manifest_of(id, content)?;
        let archive = Archive { manifest, signature: None, files, art, picture };
        // An archive that would be refused must not be written.
        Archive::read(&archive.write()?)
    }

    /// Writes the archive as the bytes of a file.
    ///
    /// # Errors
    /// A file has a name that is not valid in an archive, or a limit is exceeded.
    pub fn write(&self) -> Result<Vec<u8>, ArchiveError> {
        let manifest = self.manifest.text();
        let signature = self.signature.as_deref().map(|text| (SIGNATURE, text.as_bytes()));
        let first = std::iter::once((MANIFEST, manifest.as_bytes())).chain(signature);
        Ok(layout::write(first.chain(self.content().sorted()), LIMITS)?)
    }

    /// Reads an archive and compares everything with its manifest. A signature must be valid; its owner is not checked
    /// here.
    ///
    /// # Errors
    /// The archive is not valid; the error describes the first mistake.
    pub fn read(bytes: &[u8]) -> Result<Archive, ArchiveError> {
        let mut entries = layout::read(bytes, LIMITS)?.into_iter().peekable();
        let manifest = read_manifest(entries.next())?;
        let signature = match entries.next_if(|(name, _)| name.as_str() == SIGNATURE) {
            Some((_, bytes)) if bytes.len() <= SIGNATURE_BYTES => Some(text_of(SIGNATURE, bytes)?),
            Some(_) => return Err(LayoutError::TooLarge(SIGNATURE.to_owned()).into()),
            None => None,
        };
        let (mut files, mut art, mut picture) = (PackFiles::new(), ArtFiles::new(), None);
        let mut art_bytes = 0;
        let mut listed = manifest.files.iter();
        for (name, bytes) in entries {
            let name = name.as_str();
            let Some((path, size, sum)) = listed.next() else { return Err(ArchiveError::File(name.to_owned())) };
            if path != name {
                return Err(ArchiveError::Other(name.to_owned()));
            }
            if *size != bytes.len() as u64 || *sum != hash(&bytes) {
                return Err(ArchiveError::Other(name.to_owned()));
            }
            if name == PICTURE {
                check_picture(&bytes)?;
                picture = Some(bytes);
            } else if is_picture(name) {
                art_bytes += bytes.len() as u64;
                if art.len() >= ART_FILES || art_bytes > ART_BYTES || bytes.len() as u64 > most_bytes(name) {
                    return Err(LayoutError::TooLarge(name.to_owned()).into());
                }
                art.insert(name.into(), ArtFile::new(name, bytes));
            } else if belongs(name) {
                files.insert(name.into(), text_of(name, bytes)?.into());
            } else {
                return Err(ArchiveError::File(name.to_owned()));
            }
        }
        if let Some((path, ..)) = listed.next() {
            return Err(ArchiveError::Other(escape_line(path, MESSAGE_LETTERS).into_owned()));
        }
        let says = manifest_of(&manifest.id, ArchiveContent { files: &files, art: &art, picture: picture.as_deref() })?;
        match manifest.differs(&says) {
            Some(field) => Err(ArchiveError::Says(field)),
            None => {
                let archive = Archive { manifest, signature, files, art, picture };
                signature::signer_of(&archive).map_err(ArchiveError::Signature)?;
                Ok(archive)
            }
        }
    }

    /// Reads an archive from a file.
    ///
    /// # Errors
    /// The file cannot be read, or is not a valid archive.
    pub fn open(path: &Path) -> Result<Archive, KitError> {
        let bytes = files::read(path, ARCHIVE_BYTES)?;
        Archive::read(&bytes).map_err(|error| KitError::Archive { path: path.to_owned(), error })
    }

    /// Reads only the manifest of the archive in a file.
    ///
    /// # Errors
    /// The file cannot be read, or does not begin as an archive.
    pub fn manifest_in(path: &Path) -> Result<ArchiveManifest, KitError> {
        let bytes = files::read_beginning(path, MANIFEST_BYTES as u64 + 4096)?;
        let first = Limits { files: 1, file: MANIFEST_BYTES, all: MANIFEST_BYTES };
        let read = layout::read_first(&bytes, first).map_err(ArchiveError::from).and_then(read_manifest);
        read.map_err(|error| KitError::Archive { path: path.to_owned(), error })
    }

    /// Unpacks the archive into a new folder, completely or not at all.
    ///
    /// # Errors
    /// The folder already exists, or a file cannot be written.
    pub fn unpack(&self, folder: &Path) -> Result<(), KitError> {
        files::write_folder(folder, self.content().sorted())
    }

    fn content(&self) -> ArchiveContent<'_> {
        ArchiveContent { files: &self.files, art: &self.art, picture: self.picture.as_deref() }
    }

    /// Returns the default name of the archive's file: id, version and the beginning of its hash.
    pub fn file_name(&self) -> String {
        file_name(&self.manifest)
    }

    /// Returns the included modules that differ from those of this program, which uses its own.
    pub fn own_modules(&self) -> Vec<&str> {
        let other = |(name, sum): &(&String, &String)| {
            tilewright_script::library_module(name).is_none_or(|text| hash(text.as_bytes()) != **sum)
        };
        self.manifest.modules.iter().filter(other).map(|(name, _)| name.as_str()).collect()
    }
}

/// Returns the files of a pack with the library modules that it uses. Lines end with a single line feed, whatever
/// system the folder came from.
///
/// # Errors
/// The pack's head cannot be read.
pub(crate) fn with_modules(id: &str, pack: &PackFiles) -> Result<PackFiles, ArchiveError> {
    let mut files: PackFiles =
        pack.iter().map(|(path, text)| (path.clone(), text.replace("\r\n", "\n").into())).collect();
    for name in own_manifest(id, &files)?.library {
        let path: Arc<str> = format!("{MODULES}{name}.lua").into();
        if let (false, Some(text)) = (files.contains_key(&path), tilewright_script::library_module(&name)) {
            files.insert(path, text.into());
        }
    }
    Ok(files)
}

/// Returns the name of an archive's file, from its manifest.
pub fn file_name(manifest: &ArchiveManifest) -> String {
    format!("{}-{}-{}.{ENDING}", manifest.id, manifest.version, &manifest.content()[..12])
}

/// True if a file of a pack is read as a text, judged by its name without folders.
pub(crate) fn is_text(name: &str) -> bool {
    [".ron", ".lua", ".md", ".json", ".jsonl"].iter().any(|end| name.ends_with(end))
        || matches!(name, "LICENSE" | "LICENCE" | "LICENSE.txt" | "LICENCE.txt")
}

/// True if a file that is not a picture of own art belongs in an archive: a text, or the picture of the pack.
pub fn belongs(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    path == PICTURE || path != MANIFEST && is_text(name)
}

/// Files of an archive after its manifest.
#[derive(Clone, Copy)]
struct ArchiveContent<'a> {
    files: &'a PackFiles,
    art: &'a ArtFiles,
    picture: Option<&'a [u8]>,
}

impl<'a> ArchiveContent<'a> {
    /// Returns all files, sorted by the bytes of their names.
    fn sorted(self) -> Vec<(&'a str, &'a [u8])> {
        let texts = self.files.iter().map(|(path, text)| (&**path, text.as_bytes()));
        let art = self.art.iter().filter_map(|(path, file)| Some((&**path, &**file.stored()?)));
        let mut all: Vec<_> = texts.chain(art).chain(self.picture.map(|bytes| (PICTURE, bytes))).collect();
        all.sort_unstable_by_key(|(path, _)| *path);
        all
    }
}

fn text_of(name: &str, bytes: Vec<u8>) -> Result<String, ArchiveError> {
    String::from_utf8(bytes).map_err(|_| ArchiveError::NoText(name.to_owned()))
}

fn read_manifest(first: Option<(ArchivePath, Vec<u8>)>) -> Result<ArchiveManifest, ArchiveError> {
    let first = first.filter(|(name, _)| name.as_str() == MANIFEST);
    let (_, bytes) = first.ok_or(ArchiveError::Manifest(ManifestError::Missing))?;
    if bytes.len() > MANIFEST_BYTES {
        return Err(LayoutError::TooLarge(MANIFEST.to_owned()).into());
    }
    let manifest = ArchiveManifest::read(&text_of(MANIFEST, bytes)?).map_err(ArchiveError::Manifest)?;
    if manifest.api > API { Err(ArchiveError::Api(manifest.api)) } else { Ok(manifest) }
}

/// Returns the manifest of a pack from its files.
fn own_manifest(id: &str, files: &PackFiles) -> Result<Manifest, ArchiveError> {
    let mut world = library();
    world.packs.insert(id.into(), files.clone());
    tilewright_pack::manifest(&world, id).map_err(|finding| {
        ArchiveError::Pack(format!("the pack cannot be read: {} [{}]", finding.message, finding.code))
    })
}

impl Archive {
    /// Returns the pack that this one is a changed copy of.
    pub fn changed_from(&self) -> Option<PackOrigin> {
        own_manifest(&self.manifest.id, &self.files).ok()?.changed_from
    }
}

fn manifest_of(id: &str, content: ArchiveContent<'_>) -> Result<ArchiveManifest, ArchiveError> {
    let own = own_manifest(id, content.files)?;
    let ranges = |all: &[(Arc<str>, Arc<str>)]| all.iter().map(|(id, range)| format!("{id} {range}")).collect();
    Ok(ArchiveManifest {
        format: FORMAT,
        id: own.id.to_string(),
        version: own.version.to_string(),
        title: own.title.to_string(),
        summary: own.summary.to_string(),
        authors: own.authors.iter().map(|author| author.to_string()).collect(),
        licence: own.licence.to_string(),
        needs: ranges(&own.needs),
        conflicts: ranges(&own.conflicts),
        themes: own.themes.as_ref().map_or_else(String::new, |(id, range)| format!("{id} {range}")),
        api: API,
        built_with: env!("CARGO_PKG_VERSION").to_owned(),
        rules: own.hash.to_string(),
        modules: manifest::modules(content.files),
        files: manifest::list_files(content.sorted()),
    })
}

/// Checks the size of a picture in its header, before any unpacking.
fn check_picture(bytes: &[u8]) -> Result<(), ArchiveError> {
    let wrong = |why: &str| Err(ArchiveError::Picture(why.to_owned()));
    let Some(head) = bytes.strip_prefix(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR").and_then(|rest| rest.get(..8)) else {
        return wrong("it is not a PNG");
    };
    let side = |at: usize| u32::from_be_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
    let fits = |side: u32| (1..=PICTURE_SIDE).contains(&side);
    if !fits(side(0)) || !fits(side(4)) {
        return wrong(&format!("its sides must be 1 to {PICTURE_SIDE} pixels, not {} and {}", side(0), side(4)));
    }
    if bytes.len() > PICTURE_BYTES {
        return wrong(&format!("it has {} bytes, more than {PICTURE_BYTES}", bytes.len()));
    }
    Ok(())
}
