//! Reads and writes one fixed layout of zip archives.
//!
//! Zip leaves the order, the repetition and the form of its parts open, so that programs can see different files in one
//! archive. This layout is fixed: entries follow each other from the first byte on, each preceded by its sizes and its
//! checksum, without folders, times, comments or extra fields; then the list of entries, then its end. Everything that
//! follows from the entries is computed and compared rather than read, so any difference makes an archive invalid.

use std::fmt;
use std::io::{Read, Write};

use flate2::bufread::DeflateDecoder;
use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};

use super::path::{ArchivePath, ArchivePathError};

/// First bytes of an archive, which identify the format.
pub const ARCHIVE_BEGIN: &[u8] = b"PK\x03\x04";

/// Limits for the content of an archive.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Maximum number of files.
    pub files: usize,
    /// Maximum size of one file, in bytes.
    pub file: usize,
    /// Maximum size of all files together, in bytes.
    pub all: usize,
}

/// Maximum ratio of a file's size to its packed size, for files larger than [`FREE_BYTES`].
const RATIO: usize = 200;
/// Size in bytes up to which any ratio is accepted.
const FREE_BYTES: usize = 1 << 20;

/// Signatures of an entry, of its line in the list, and of the end.
const ENTRY: &[u8; 4] = b"PK\x03\x04";
const LINE: &[u8; 4] = b"PK\x01\x02";
const END: &[u8; 4] = b"PK\x05\x06";
/// Version 2.0 of the format.
const NEEDED: u16 = 20;
/// Version 2.0, written on a system that has file modes.
const MADE_BY: u16 = 3 << 8 | 20;
/// First of January 1980, as zip encodes dates.
const DATE: u16 = 1 << 5 | 1;
/// Mode of an ordinary file that its owner may write.
const MODE: u32 = 0o100_644 << 16;
const STORED: u16 = 0;
const DEFLATED: u16 = 8;
/// Number of bytes in an entry before its name.
const HEAD: usize = 30;

/// Reason that an archive cannot be read or written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LayoutError {
    /// The file does not begin as an archive.
    NoArchive,
    /// The file is cut off.
    Short,
    /// The archive has a different layout, from another program.
    Foreign,
    /// A file in the archive does not match its checksum, or cannot be unpacked.
    Damaged(String),
    /// A file has a name that an archive cannot contain.
    Name(String, ArchivePathError),
    /// Two files have the same name, or names that differ only in case.
    Twice(String),
    /// This file exceeds the limit for files or bytes.
    TooLarge(String),
}

impl fmt::Display for LayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LayoutError::NoArchive => write!(f, "it is not an archive"),
            LayoutError::Short => write!(f, "it is truncated"),
            LayoutError::Foreign => {
                write!(
                    f,
                    "it is an archive of another program, not a .tilepack: unpack it, and pack the folder with \
                        `tilewright pack`"
                )
            }
            LayoutError::Damaged(name) => write!(f, "`{name}` in it is damaged"),
            LayoutError::Name(name, why) => write!(f, "it contains {name:?}, which is not allowed: {why}"),
            LayoutError::Twice(name) => write!(f, "it has `{name}` twice"),
            LayoutError::TooLarge(name) => write!(f, "it is too large at `{name}`"),
        }
    }
}

impl std::error::Error for LayoutError {}

/// Data about a file in its entry and in the list.
struct FileHeader {
    name: ArchivePath,
    method: u16,
    sum: u32,
    packed: u32,
    size: u32,
}

impl FileHeader {
    /// Writes the fields that the entry and the line share, without the name.
    fn common(&self, to: &mut Vec<u8>) {
        for number in [NEEDED, 0, self.method, 0, DATE] {
            to.extend(number.to_le_bytes());
        }
        for number in [self.sum, self.packed, self.size] {
            to.extend(number.to_le_bytes());
        }
        to.extend((self.name.as_str().len() as u16).to_le_bytes());
        to.extend(0u16.to_le_bytes());
    }

    fn entry(&self) -> Vec<u8> {
        let mut bytes = ENTRY.to_vec();
        self.common(&mut bytes);
        bytes.extend(self.name.as_str().as_bytes());
        bytes
    }

    fn line(&self, at: usize) -> Vec<u8> {
        let mut bytes = LINE.to_vec();
        bytes.extend(MADE_BY.to_le_bytes());
        self.common(&mut bytes);
        // The bytes mean: no comment, the first disk, no internal attributes.
        bytes.extend([0; 6]);
        bytes.extend(MODE.to_le_bytes());
        bytes.extend((at as u32).to_le_bytes());
        bytes.extend(self.name.as_str().as_bytes());
        bytes
    }
}

/// Returns the list of entries and the end.
fn tail(heads: &[(FileHeader, usize)], begin: usize) -> Vec<u8> {
    let mut bytes: Vec<u8> = heads.iter().flat_map(|(head, at)| head.line(*at)).collect();
    let size = bytes.len() as u32;
    bytes.extend(END);
    bytes.extend([0; 4]);
    let count = (heads.len() as u16).to_le_bytes();
    bytes.extend(count);
    bytes.extend(count);
    bytes.extend(size.to_le_bytes());
    bytes.extend((begin as u32).to_le_bytes());
    bytes.extend([0; 2]);
    bytes
}

fn sum(bytes: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum()
}

/// Checks files against the limits, and their names for duplicates.
struct LimitChecker {
    limits: Limits,
    names: std::collections::BTreeSet<String>,
    bytes: usize,
}

impl LimitChecker {
    fn new(limits: Limits) -> LimitChecker {
        LimitChecker { limits, names: std::collections::BTreeSet::new(), bytes: 0 }
    }

    fn file(&mut self, name: &ArchivePath, size: usize) -> Result<(), LayoutError> {
        if !self.names.insert(name.as_str().to_ascii_lowercase()) {
            return Err(LayoutError::Twice(name.as_str().to_owned()));
        }
        self.bytes = self.bytes.saturating_add(size);
        if self.names.len() > self.limits.files || size > self.limits.file || self.bytes > self.limits.all {
            return Err(LayoutError::TooLarge(name.as_str().to_owned()));
        }
        Ok(())
    }
}

/// Writes files as an archive, in the given order. The same files result in the same bytes.
///
/// # Errors
/// A name is not valid or occurs twice, or a limit is exceeded.
pub fn write<'f>(files: impl IntoIterator<Item = (&'f str, &'f [u8])>, limits: Limits) -> Result<Vec<u8>, LayoutError> {
    let mut bytes = Vec::new();
    let mut heads = Vec::new();
    let mut watch = LimitChecker::new(limits);
    for (name, content) in files {
        let name = ArchivePath::new(name).map_err(|why| LayoutError::Name(name.to_owned(), why))?;
        watch.file(&name, content.len())?;
        let mut packed = DeflateEncoder::new(Vec::new(), Compression::best());
        // Writing to memory cannot fail.
        let written = packed.write_all(content).and_then(|()| packed.finish());
        let packed = written.unwrap_or_else(|error| unreachable!("a list of bytes takes everything: {error}"));
        let dense = content.len() > FREE_BYTES && content.len() / RATIO > packed.len();
        let (method, data) =
            if packed.len() < content.len() && !dense { (DEFLATED, &*packed) } else { (STORED, content) };
        let (packed, size) = (data.len() as u32, content.len() as u32);
        let head = FileHeader { name, method, sum: sum(content), packed, size };
        let at = bytes.len();
        bytes.extend(head.entry());
        bytes.extend(data);
        heads.push((head, at));
    }
    let begin = bytes.len();
    bytes.extend(tail(&heads, begin));
    Ok(bytes)
}

/// Reads the files of an archive, in its order.
///
/// # Errors
/// The bytes are not as [`write()`] writes them, or a limit is exceeded.
pub fn read(bytes: &[u8], limits: Limits) -> Result<Vec<(ArchivePath, Vec<u8>)>, LayoutError> {
    let mut reader = Entries::new(bytes, limits)?;
    let mut files = Vec::new();
    while let Some(file) = reader.next_file()? {
        files.push(file);
    }
    Ok(files)
}

/// Reads only the first file of an archive.
///
/// # Errors
/// The archive does not begin as [`write()`] begins one, or the first file exceeds a limit.
pub(crate) fn read_first(bytes: &[u8], limits: Limits) -> Result<Option<(ArchivePath, Vec<u8>)>, LayoutError> {
    Entries::new(bytes, limits)?.next_file()
}

struct Entries<'a> {
    bytes: &'a [u8],
    at: usize,
    heads: Vec<(FileHeader, usize)>,
    watch: LimitChecker,
}

impl<'a> Entries<'a> {
    fn new(bytes: &'a [u8], limits: Limits) -> Result<Entries<'a>, LayoutError> {
        let begins = |with: &[u8]| bytes.get(..4) == Some(with);
        // An archive without files consists of an end alone.
        if !begins(ENTRY) && !begins(END) {
            return Err(if bytes.windows(4).any(|w| w == ENTRY) {
                LayoutError::Foreign
            } else {
                LayoutError::NoArchive
            });
        }
        Ok(Entries { bytes, at: 0, heads: Vec::new(), watch: LimitChecker::new(limits) })
    }

    fn next_file(&mut self) -> Result<Option<(ArchivePath, Vec<u8>)>, LayoutError> {
        let rest = &self.bytes[self.at..];
        if rest.len() < 4 {
            return Err(LayoutError::Short);
        }
        if &rest[..4] != ENTRY {
            let expected = tail(&self.heads, self.at);
            return match rest {
                _ if rest == expected => Ok(None),
                _ if expected.starts_with(rest) => Err(LayoutError::Short),
                _ => Err(LayoutError::Foreign),
            };
        }
        let Some(fixed) = rest.get(..HEAD) else { return Err(LayoutError::Short) };
        let short = |at: usize| u16::from_le_bytes([fixed[at], fixed[at + 1]]);
        let long = |at: usize| u32::from_le_bytes([fixed[at], fixed[at + 1], fixed[at + 2], fixed[at + 3]]);
        let (method, packed, size) = (short(8), long(18) as usize, long(22) as usize);
        // Other programs may use names that are not valid here, such as those of folders.
        if [short(4), short(6), short(10), short(12), short(28)] != [NEEDED, 0, 0, DATE, 0] {
            return Err(LayoutError::Foreign);
        }
        let Some(name) = rest.get(HEAD..HEAD + usize::from(short(26))) else { return Err(LayoutError::Short) };
        let name = String::from_utf8_lossy(name);
        let name = ArchivePath::new(&name).map_err(|why| {
            let name: String = name.chars().take(200).collect();
            LayoutError::Name(name, why)
        })?;
        let head = FileHeader { name, method, sum: long(14), packed: packed as u32, size: size as u32 };
        let begin = head.entry();
        if !rest.starts_with(&begin) || ![STORED, DEFLATED].contains(&method) {
            return Err(LayoutError::Foreign);
        }
        let name = head.name.clone();
        self.watch.file(&name, size)?;
        if size > FREE_BYTES && size / RATIO > packed {
            return Err(LayoutError::TooLarge(name.as_str().to_owned()));
        }
        let Some(data) = rest[begin.len()..].get(..packed) else { return Err(LayoutError::Short) };
        let damaged = || LayoutError::Damaged(name.as_str().to_owned());
        let content = if method == STORED { data.to_vec() } else { inflate(data, size).ok_or_else(damaged)? };
        if content.len() != size || sum(&content) != head.sum {
            return Err(damaged());
        }
        self.heads.push((head, self.at));
        self.at += begin.len() + packed;
        Ok(Some((name, content)))
    }
}

/// Unpacks data whose unpacked size must be exactly `size` bytes.
fn inflate(mut data: &[u8], size: usize) -> Option<Vec<u8>> {
    // The stated size may be wrong, so memory is not reserved in advance.
    let mut content = Vec::new();
    let mut decoder = DeflateDecoder::new(&mut data);
    decoder.by_ref().take(size as u64 + 1).read_to_end(&mut content).ok()?;
    (content.len() == size && data.is_empty()).then_some(content)
}
