//! Reads and writes capsules: a game with everything needed to inspect it, in one file that can be sent.
//!
//! A capsule has the layout of archives: `record.json`, `notes.md`, `picture.png` if there is one, and the files of all
//! packs under `packs/`, with the library modules that they use. It is read into memory and never unpacked into
//! folders. Its content is limited in number and size, and names that lead outside are refused.

use std::sync::Arc;

use tilewright_core::limits::{MESSAGE_LETTERS, NOTES_LETTERS};
use tilewright_core::session::record::Record;
use tilewright_core::unseen::{escape_line, escape_lines};
use tilewright_pack::{PackFiles, World, is_art};

pub use crate::games::capsule_error::CapsuleError;
use crate::packs::archive::{LayoutError, Limits, layout, with_modules};
use crate::packs::library::library;
use crate::packs::load::{Loaded, Request, load_from};
use crate::records::json::{read_records, write_record};

/// First bytes of a capsule; a record begins differently.
pub use crate::packs::archive::ARCHIVE_BEGIN as CAPSULE_BEGIN;
/// Maximum size of a capsule, in bytes.
pub(crate) const CAPSULE_BYTES: u64 = 32 << 20;
/// Limits for the content of a capsule.
const LIMITS: Limits = Limits { files: 20_000, file: 16 << 20, all: 128 << 20 };

/// Game with its packs, notes and a picture.
#[derive(Clone, Default)]
pub struct Capsule {
    /// Packs by id; the rule library comes with the program.
    pub packs: World,
    /// Record of the game.
    pub record: Record,
    /// Notes of the player about the game.
    pub notes: String,
    /// Picture of the board, as PNG.
    pub picture: Option<Vec<u8>>,
}

impl Capsule {
    /// Writes the capsule as the bytes of a file.
    ///
    /// # Errors
    /// A pack has a path that is not valid in an archive, or the capsule is too large.
    pub fn write(&self) -> Result<Vec<u8>, CapsuleError> {
        let mut files: Vec<(String, &[u8])> = Vec::new();
        let record = write_record(&self.record) + "\n";
        files.push(("record.json".to_owned(), record.as_bytes()));
        files.push(("notes.md".to_owned(), self.notes.as_bytes()));
        if let Some(picture) = &self.picture {
            files.push(("picture.png".to_owned(), picture));
        }
        // Without a readable head, the modules of a pack cannot be determined.
        let whole = |id: &str, pack: &PackFiles| with_modules(id, pack).unwrap_or_else(|_| pack.clone());
        let packs: Vec<_> = self.packs.packs.iter().map(|(id, pack)| (id, whole(id, pack))).collect();
        for (id, pack) in &packs {
            // A capsule is about the rules: without the pictures, the tiles are drawn from data.
            let pack = pack.iter().filter(|(path, _)| !is_art(path));
            files.extend(pack.map(|(path, text)| (format!("packs/{id}/{path}"), text.as_bytes())));
        }
        // Stable order makes the same game result in the same file.
        Ok(layout::write(files.iter().map(|(name, bytes)| (&**name, *bytes)), LIMITS)?)
    }

    /// Reads a capsule.
    ///
    /// # Errors
    /// The capsule is damaged, too large, or has files that do not belong in a capsule.
    pub fn read(bytes: &[u8]) -> Result<Capsule, CapsuleError> {
        let mut capsule = Capsule { packs: library(), ..Capsule::default() };
        let mut record = None;
        for (name, content) in layout::read(bytes, LIMITS)? {
            let name = name.as_str();
            let sort = sort_of(name)?;
            if let CapsuleFile::Picture = sort {
                capsule.picture = Some(content);
                continue;
            }
            let text = String::from_utf8(content).map_err(|_| CapsuleError::NoText(name.to_owned()))?;
            match sort {
                CapsuleFile::Record => record = Some(text),
                CapsuleFile::Notes => {
                    capsule.notes = escape_lines(&text.replace("\r\n", "\n"), NOTES_LETTERS).into_owned()
                }
                CapsuleFile::Pack(id, path) => {
                    let pack = capsule.packs.packs.entry(Arc::from(id)).or_default();
                    pack.insert(Arc::from(path), Arc::from(text));
                }
                CapsuleFile::Picture => {}
            }
        }
        let text = record.ok_or_else(|| CapsuleError::Record("there is none".to_owned()))?;
        capsule.record = match read_records(&text).into_iter().next() {
            Some(Ok(record)) => record,
            Some(Err(error)) => return Err(CapsuleError::Record(error.to_string())),
            None => return Err(CapsuleError::Record("it is empty".to_owned())),
        };
        Ok(capsule)
    }

    /// Loads the packs of the record, using only the packs in the capsule.
    pub fn load(&self) -> Loaded {
        let ids = self.record.packs.iter().map(|p| p.split(['@', '#']).next().unwrap_or_default());
        let options = self.record.options.clone();
        load_from(&self.packs, &Request { options, lints: false, ..Request::new(ids) })
    }
}

impl From<LayoutError> for CapsuleError {
    fn from(error: LayoutError) -> CapsuleError {
        match error {
            LayoutError::Name(name, _) => CapsuleError::Name(escape_line(&name, MESSAGE_LETTERS).into_owned()),
            LayoutError::TooLarge(name) => CapsuleError::TooLarge(name),
            other => CapsuleError::Archive(other.to_string()),
        }
    }
}

/// Kind of a file in a capsule.
enum CapsuleFile<'a> {
    Record,
    Notes,
    Picture,
    Pack(&'a str, &'a str),
}

fn sort_of(name: &str) -> Result<CapsuleFile<'_>, CapsuleError> {
    let other = || CapsuleError::Name(escape_line(name, MESSAGE_LETTERS).into_owned());
    match name {
        "record.json" => Ok(CapsuleFile::Record),
        "notes.md" => Ok(CapsuleFile::Notes),
        "picture.png" => Ok(CapsuleFile::Picture),
        _ => {
            let (id, path) = name.strip_prefix("packs/").and_then(|rest| rest.split_once('/')).ok_or_else(other)?;
            Ok(CapsuleFile::Pack(id, path))
        }
    }
}
