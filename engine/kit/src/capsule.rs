//! Capsules: a game with everything that is needed to look into it, in one file that can be sent to somebody.
//!
//! A capsule is a zip archive: `record.json`, `notes.md`, `picture.png` if there is one, and the files of all packs under
//! `packs/`. It is read into memory and never unpacked into folders; what it holds is limited in number and size, and a
//! name that leads anywhere else is refused.

use std::fmt;
use std::io::{Cursor, Read, Write};
use std::sync::Arc;

use tilewright_core::limits::{MESSAGE_LETTERS, NOTES_LETTERS};
use tilewright_core::record::Record;
use tilewright_core::unseen::{shown, shown_lines};
use tilewright_pack::World;
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

use crate::json::{read_records, write_record};
use crate::load::{Loaded, Request, load_from};

/// The first bytes of a capsule; a record begins otherwise.
pub const CAPSULE_BEGIN: &[u8] = b"PK\x03\x04";
/// Most bytes of a capsule itself.
pub const CAPSULE_BYTES: u64 = 32 << 20;
/// Most files in a capsule.
const MOST_FILES: usize = 20_000;
/// Most bytes of one file, unpacked.
const LARGEST_FILE: u64 = 16 << 20;
/// Most bytes of all files together, unpacked.
const LARGEST: u64 = 128 << 20;

/// A game with its packs, notes and a picture.
#[derive(Clone, Default)]
pub struct Capsule {
    /// The packs by id; the rule library comes with the program.
    pub packs: World,
    /// The game.
    pub record: Record,
    /// What somebody wrote about it.
    pub notes: String,
    /// What the board looked like, as PNG.
    pub picture: Option<Vec<u8>>,
}

/// Why a capsule cannot be written or read.
#[derive(Debug)]
pub enum CapsuleError {
    /// It is no archive, or a damaged one.
    Archive(String),
    /// A file in it has a name that a capsule does not have.
    Name(String),
    /// It is too large, or has too many files.
    TooLarge(String),
    /// A file in it is no text.
    NoText(String),
    /// It has no record, or one that cannot be read.
    Record(String),
}

impl CapsuleError {
    /// Stable reason code.
    pub fn code(&self) -> &'static str {
        match self {
            CapsuleError::Archive(_) => "bad_archive",
            CapsuleError::Name(_) => "bad_name",
            CapsuleError::TooLarge(_) => "too_large",
            CapsuleError::NoText(_) => "no_text",
            CapsuleError::Record(_) => "bad_record",
        }
    }
}

impl fmt::Display for CapsuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CapsuleError::Archive(why) => write!(f, "the capsule cannot be opened: {why}"),
            CapsuleError::Name(name) => write!(f, "the capsule has a file `{name}`, which has no place in one"),
            CapsuleError::TooLarge(name) => write!(f, "the capsule is too large at `{name}`"),
            CapsuleError::NoText(name) => write!(f, "the file `{name}` of the capsule is no text"),
            CapsuleError::Record(why) => write!(f, "the record of the capsule cannot be read: {why}"),
        }
    }
}

impl std::error::Error for CapsuleError {}

impl Capsule {
    /// The capsule as the bytes of a file.
    ///
    /// # Errors
    /// A pack has a path that cannot stand in an archive, or it is too large.
    pub fn write(&self) -> Result<Vec<u8>, CapsuleError> {
        let mut files: Vec<(String, &[u8])> = Vec::new();
        let record = write_record(&self.record) + "\n";
        files.push(("record.json".to_owned(), record.as_bytes()));
        files.push(("notes.md".to_owned(), self.notes.as_bytes()));
        if let Some(picture) = &self.picture {
            files.push(("picture.png".to_owned(), picture));
        }
        for (id, pack) in &self.packs.packs {
            files.extend(pack.iter().map(|(path, text)| (format!("packs/{id}/{path}"), text.as_bytes())));
        }
        let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
        let broken = |error: &dyn fmt::Display| CapsuleError::Archive(error.to_string());
        for (name, bytes) in files {
            sort_of(&name)?;
            // The same game gives the same file: no time is written.
            let options = SimpleFileOptions::default();
            archive.start_file(&*name, options).map_err(|e| broken(&e))?;
            archive.write_all(bytes).map_err(|e| broken(&e))?;
        }
        Ok(archive.finish().map_err(|e| broken(&e))?.into_inner())
    }

    /// Reads a capsule.
    ///
    /// # Errors
    /// It is damaged, too large, or holds what a capsule does not hold.
    pub fn read(bytes: &[u8]) -> Result<Capsule, CapsuleError> {
        let broken = |error: &dyn fmt::Display| CapsuleError::Archive(error.to_string());
        let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|e| broken(&e))?;
        if archive.len() > MOST_FILES {
            return Err(CapsuleError::TooLarge(format!("{} files", archive.len())));
        }
        let mut capsule = Capsule { packs: library(), ..Capsule::default() };
        let (mut left, mut record) = (LARGEST, None);
        for number in 0..archive.len() {
            let file = archive.by_index(number).map_err(|e| broken(&e))?;
            let name = file.name().map_err(|e| broken(&e))?.into_owned();
            if file.is_dir() {
                continue;
            }
            let sort = sort_of(&name)?;
            // What the archive says about sizes need not be so: it is counted while it is read.
            let most = LARGEST_FILE.min(left);
            let mut content = Vec::new();
            file.take(most + 1).read_to_end(&mut content).map_err(|e| broken(&e))?;
            let size = content.len() as u64;
            if size > most {
                return Err(CapsuleError::TooLarge(name));
            }
            left -= size;
            if let Sort::Picture = sort {
                capsule.picture = Some(content);
                continue;
            }
            let text = String::from_utf8(content).map_err(|_| CapsuleError::NoText(name.clone()))?;
            match sort {
                Sort::Record => record = Some(text),
                Sort::Notes => capsule.notes = shown_lines(&text.replace("\r\n", "\n"), NOTES_LETTERS).into_owned(),
                Sort::Pack(id, path) => {
                    let pack = capsule.packs.packs.entry(Arc::from(id)).or_default();
                    pack.insert(Arc::from(path), Arc::from(text));
                }
                Sort::Picture => {}
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

    /// The packs of the record, as they are in the capsule and nowhere else.
    pub fn load(&self) -> Loaded {
        let ids = self.record.packs.iter().map(|p| p.split(['@', '#']).next().unwrap_or_default());
        let options = self.record.options.clone();
        load_from(&self.packs, &Request { options, lints: false, ..Request::new(ids) })
    }
}

/// A world without packs.
fn library() -> World {
    let mut world = World::default();
    for (name, text) in tilewright_script::library() {
        world.add_module(name, text);
    }
    world
}

/// What a file of a capsule is.
enum Sort<'a> {
    Record,
    Notes,
    Picture,
    Pack(&'a str, &'a str),
}

fn sort_of(name: &str) -> Result<Sort<'_>, CapsuleError> {
    let other = || CapsuleError::Name(shown(name, MESSAGE_LETTERS).into_owned());
    let plain = |part: &str| !part.is_empty() && part != "." && part != ".." && !part.contains(['\\', ':', '\0']);
    match name {
        "record.json" => Ok(Sort::Record),
        "notes.md" => Ok(Sort::Notes),
        "picture.png" => Ok(Sort::Picture),
        _ => {
            let (id, path) = name.strip_prefix("packs/").and_then(|rest| rest.split_once('/')).ok_or_else(other)?;
            if plain(id) && path.split('/').all(plain) { Ok(Sort::Pack(id, path)) } else { Err(other()) }
        }
    }
}
