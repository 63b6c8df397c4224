//! The one writer of files, and the reader of files that somebody else may have made.
//!
//! A file is written beside its place first and then moved there, so that a killed program or a power cut leaves the old
//! text or the new one and nothing in between. Nothing is written through a link, nothing of anybody's is overwritten on
//! the way, and what was meant for a file does not go to a device. What is read is an ordinary file of bounded size, and
//! the bound is counted while it is read: a file may lie about its size.

pub mod home;

use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io::{Error, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::error::KitError;

/// Most bytes of a file of records: some thousand long games.
pub const RECORDS_BYTES: u64 = 1 << 30;

/// Part of the names under which files are written before they take their places. Packs do not hold such files: their
/// names begin with a dot.
const MARK: &str = ".tilewright-";

/// How many programs may write one file at the same time, each under a name of its own.
const NAMES: u32 = 100;

/// After this time a file under one of our names is left over from a program that was killed.
const LEFT_OVER: Duration = Duration::from_secs(600);

/// How long lines may wait until they are safe from a power cut.
const UNSAFE: Duration = Duration::from_millis(500);

/// Writes a file, whole or not at all, and returns when it is safe from a power cut. Permissions stay as they are.
///
/// # Errors
/// It cannot be written, is marked as read-only, or something stands there that is not a file. The old file is as it was.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), KitError> {
    let failed = |error| KitError::Write { path: path.to_owned(), error };
    put(path, bytes, true).map(drop).map_err(failed)
}

/// The same where many files are written one after another that could be made again: a killed program leaves each whole
/// or not at all, a power cut may leave empty ones.
///
/// # Errors
/// As for [`write()`].
pub fn write_quickly(path: &Path, bytes: &[u8]) -> Result<(), KitError> {
    let failed = |error| KitError::Write { path: path.to_owned(), error };
    put(path, bytes, false).map(drop).map_err(failed)
}

/// The same, making the folders that the file lies in.
///
/// # Errors
/// As for [`write()`], or a folder cannot be made.
pub fn write_with_folders(path: &Path, bytes: &[u8]) -> Result<(), KitError> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(|error| KitError::Write { path: folder.to_owned(), error })?;
    }
    write(path, bytes)
}

/// Makes a folder that is not there yet with files in it, all of it or nothing: whoever finds the folder finds every file.
///
/// # Errors
/// It is there already, or a file cannot be written.
pub fn write_folder<'f, B: AsRef<[u8]>>(
    folder: &Path,
    files: impl IntoIterator<Item = (&'f str, B)>,
) -> Result<(), KitError> {
    let failed = |error| KitError::Write { path: folder.to_owned(), error };
    if folder.symlink_metadata().is_ok() {
        return Err(failed(Error::new(ErrorKind::AlreadyExists, "it is there already")));
    }
    let mut name = OsString::from(".");
    name.push(folder.file_name().unwrap_or_default());
    name.push(format!("{MARK}new"));
    let beside = folder.with_file_name(name);
    let clear = || if beside.is_dir() { std::fs::remove_dir_all(&beside) } else { Ok(()) };
    // What a program left that was killed.
    clear().map_err(failed)?;
    let mut files = files.into_iter();
    let written = files.try_for_each(|(path, text)| write_with_folders(&beside.join(path), text.as_ref()));
    let made = written.and_then(|()| std::fs::rename(&beside, folder).map_err(failed));
    if made.is_err() {
        drop(clear());
    }
    made
}

/// Writes a file under a name that is free: the given one, else with the first number before its ending that is. The path
/// that it has.
///
/// # Errors
/// It cannot be written.
pub fn write_new(path: &Path, bytes: &[u8]) -> Result<PathBuf, KitError> {
    let (stem, end) = (path.file_stem().unwrap_or_default(), path.extension());
    for number in 1u32.. {
        let mut name = stem.to_owned();
        if number > 1 {
            name.push(format!("-{number}"));
        }
        if let Some(end) = end {
            name.push(".");
            name.push(end);
        }
        let free = path.with_file_name(name);
        // The name is taken first, so that nobody else gets it in between.
        match File::create_new(&free) {
            Ok(_) => {
                return write(&free, bytes).map(|()| free.clone()).inspect_err(|_| drop(std::fs::remove_file(&free)));
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(KitError::Write { path: free, error }),
        }
    }
    unreachable!("there are names without end")
}

/// Writes a new file that only its owner can read, making the folders that it lies in. Nothing is ever written over.
///
/// # Errors
/// Something is there already, or it cannot be written; then nothing is there.
pub fn write_secret(path: &Path, bytes: &[u8]) -> Result<(), KitError> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(|error| KitError::Write { path: folder.to_owned(), error })?;
    }
    let failed = |error| KitError::Write { path: path.to_owned(), error };
    // Not beside its place first: moved there it could take the place of another one.
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path).map_err(failed)?;
    let written = file.write_all(bytes).and_then(|()| file.sync_all()).and_then(|()| sync_folder(path));
    written.map_err(|error| {
        drop(std::fs::remove_file(path));
        failed(error)
    })
}

/// Writes what a new file holds beside its place and moves it there. The file is still open.
fn put(path: &Path, bytes: &[u8], safe: bool) -> Result<File, Error> {
    let old = replaceable(path)?;
    let (mut file, beside) = create_beside(path)?;
    let written = file.write_all(bytes).and_then(|()| {
        if let Some(permissions) = old {
            file.set_permissions(permissions)?;
        }
        if safe {
            file.sync_all()?;
        }
        std::fs::rename(&beside, path)
    });
    if let Err(error) = written {
        // What is left of the attempt would only be in the way; if it cannot go either, nothing is lost by it.
        drop(std::fs::remove_file(&beside));
        return Err(error);
    }
    if safe {
        sync_folder(path)?;
    }
    Ok(file)
}

/// The permissions of the file that is to be replaced, if there is one; an error where something else must not be. Of a
/// link to a file the link is replaced and not the file.
fn replaceable(path: &Path) -> Result<Option<std::fs::Permissions>, Error> {
    let there = match std::fs::metadata(path) {
        Ok(there) => there,
        // A link that leads nowhere is replaced like any other.
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    if !there.is_file() {
        return Err(no_file(&there));
    }
    if there.permissions().readonly() {
        return Err(Error::new(ErrorKind::PermissionDenied, "it is marked as read-only"));
    }
    Ok(Some(there.permissions()))
}

/// A new file in the folder of another, under a name of our own.
fn create_beside(path: &Path) -> Result<(File, PathBuf), Error> {
    let Some(own) = path.file_name() else { return Err(Error::new(ErrorKind::InvalidInput, "it names no file")) };
    let beside = |number: u32| {
        let mut name = OsString::from(".");
        name.push(own);
        name.push(format!("{MARK}{number}"));
        path.with_file_name(name)
    };
    for number in 0..NAMES {
        let name = beside(number);
        if is_left_over(&name) {
            drop(std::fs::remove_file(&name));
        }
        match File::create_new(&name) {
            Ok(file) => {
                let next = beside(number + 1);
                if is_left_over(&next) {
                    drop(std::fs::remove_file(&next));
                }
                return Ok((file, name));
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(Error::new(ErrorKind::AlreadyExists, format!("{} and all such names are taken", beside(0).display())))
}

/// Whether a file under one of our names is there and nobody can be writing it any more.
fn is_left_over(name: &Path) -> bool {
    let there = std::fs::symlink_metadata(name).ok().filter(std::fs::Metadata::is_file);
    there.and_then(|there| there.modified().ok()?.elapsed().ok()).is_some_and(|age| age > LEFT_OVER)
}

/// Makes the new name of a file safe from a power cut, where the system can do that.
fn sync_folder(path: &Path) -> Result<(), Error> {
    if !cfg!(unix) {
        return Ok(());
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match File::open(folder).and_then(|folder| folder.sync_all()) {
        // Folders that may be written but not listed, and file systems that know no such thing.
        Err(error) if !matches!(error.kind(), ErrorKind::PermissionDenied | ErrorKind::InvalidInput) => Err(error),
        _ => Ok(()),
    }
}

/// A file that grows line by line. What was written stays when the program is killed; a power cut takes at most the lines
/// of the last half second.
#[derive(Debug)]
pub struct Lines {
    path: PathBuf,
    file: File,
    synced: Instant,
    pending: bool,
}

impl Lines {
    /// Begins a file with a first line, in place of an older one.
    ///
    /// # Errors
    /// As for [`write()`].
    pub fn begin(path: &Path, line: &str) -> Result<Lines, KitError> {
        let failed = |error| KitError::Write { path: path.to_owned(), error };
        let file = put(path, format!("{line}\n").as_bytes(), true).map_err(failed)?;
        Ok(Lines { path: path.to_owned(), file, synced: Instant::now(), pending: false })
    }

    /// Begins a file without a line that is not there yet.
    ///
    /// # Errors
    /// It cannot be written, or is there already.
    pub fn create(path: &Path) -> Result<Lines, KitError> {
        let file = OpenOptions::new().append(true).create_new(true).open(path);
        let file = file.map_err(|error| KitError::Write { path: path.to_owned(), error })?;
        Ok(Lines { path: path.to_owned(), file, synced: Instant::now(), pending: false })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The open file, to lock it.
    pub fn file(&self) -> &File {
        &self.file
    }

    /// Writes a line.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn add(&mut self, line: &str) -> Result<(), KitError> {
        // One call, so that a line is there or not.
        let written = self.file.write_all(format!("{line}\n").as_bytes()).and_then(|()| {
            self.pending = true;
            if self.synced.elapsed() < UNSAFE {
                return Ok(());
            }
            self.sync()
        });
        written.map_err(|error| KitError::Write { path: self.path.clone(), error })
    }

    fn sync(&mut self) -> Result<(), Error> {
        self.file.sync_data()?;
        (self.synced, self.pending) = (Instant::now(), false);
        Ok(())
    }

    /// Makes all lines safe from a power cut.
    ///
    /// # Errors
    /// They cannot be written.
    pub fn end(mut self) -> Result<(), KitError> {
        if !self.pending {
            return Ok(());
        }
        self.sync().map_err(|error| KitError::Write { path: self.path.clone(), error })
    }
}

/// Opens an ordinary file. Pipes and devices, which may never end, are refused before they are opened.
///
/// # Errors
/// It cannot be opened, or is something else.
pub fn open(path: &Path) -> Result<File, KitError> {
    let failed = |error| KitError::read(path, error);
    let ordinary = |there: std::fs::Metadata| if there.is_file() { Ok(()) } else { Err(no_file(&there)) };
    std::fs::metadata(path).and_then(ordinary).map_err(failed)?;
    let file = File::open(path).map_err(failed)?;
    // It may have become something else in the meantime.
    file.metadata().and_then(ordinary).map_err(failed)?;
    Ok(file)
}

/// Reads an ordinary file.
///
/// # Errors
/// It cannot be read, is something else, or has more than `most` bytes.
pub fn read(path: &Path, most: u64) -> Result<Vec<u8>, KitError> {
    let mut bytes = Vec::new();
    open(path)?.take(most + 1).read_to_end(&mut bytes).map_err(|error| KitError::read(path, error))?;
    if bytes.len() as u64 > most {
        return Err(KitError::TooLarge { path: path.to_owned(), most });
    }
    Ok(bytes)
}

/// Reads the first bytes of an ordinary file, all of a shorter one.
///
/// # Errors
/// It cannot be read, or is something else.
pub fn read_beginning(path: &Path, most: u64) -> Result<Vec<u8>, KitError> {
    let mut bytes = Vec::new();
    open(path)?.take(most).read_to_end(&mut bytes).map_err(|error| KitError::read(path, error))?;
    Ok(bytes)
}

/// Reads a text file.
///
/// # Errors
/// As for [`read`], or it is not UTF-8.
pub fn read_text(path: &Path, most: u64) -> Result<String, KitError> {
    String::from_utf8(read(path, most)?).map_err(|_| KitError::NoText { path: path.to_owned() })
}

/// What stands where a file is expected.
fn no_file(there: &std::fs::Metadata) -> Error {
    if there.is_dir() {
        return Error::new(ErrorKind::IsADirectory, "it is a folder");
    }
    Error::new(ErrorKind::InvalidInput, "it is not an ordinary file")
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let folder = std::env::temp_dir().join(format!("tilewright-files-{name}-{}", std::process::id()));
            drop(std::fs::remove_dir_all(&folder));
            std::fs::create_dir_all(&folder).unwrap();
            Folder(folder)
        }

        fn at(&self, name: &str) -> PathBuf {
            self.0.join(name)
        }

        fn names(&self) -> Vec<String> {
            let entries = std::fs::read_dir(&self.0).unwrap();
            let mut names: Vec<String> =
                entries.map(|e| e.unwrap().file_name().to_string_lossy().into_owned()).collect();
            names.sort();
            names
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            drop(std::fs::remove_dir_all(&self.0));
        }
    }

    #[test]
    fn a_file_is_replaced_and_nothing_stays_beside_it() {
        let folder = Folder::new("replaced");
        write(&folder.at("game.json"), b"old").unwrap();
        write(&folder.at("game.json"), b"new").unwrap();
        write_with_folders(&folder.at("a/b/c.txt"), b"deep").unwrap();
        assert_eq!(std::fs::read(folder.at("game.json")).unwrap(), b"new");
        assert_eq!(std::fs::read(folder.at("a/b/c.txt")).unwrap(), b"deep");
        assert_eq!(folder.names(), ["a", "game.json"]);
    }

    #[test]
    fn what_is_secret_is_its_owners_and_is_never_written_over() {
        let folder = Folder::new("secret");
        let path = folder.at("keys/mine");
        write_secret(&path, b"first").unwrap();
        let error = write_secret(&path, b"second").unwrap_err();
        assert_eq!((error.code(), std::fs::read(&path).unwrap()), ("cannot_write", b"first".to_vec()));
        #[cfg(unix)]
        {
            let mode = std::os::unix::fs::PermissionsExt::mode(&std::fs::metadata(&path).unwrap().permissions());
            assert_eq!(mode & 0o777, 0o600);
        }
        assert_eq!(folder.names(), ["keys"]);
    }

    #[test]
    fn what_cannot_be_replaced_is_refused_with_a_reason_and_nothing_stays_beside_it() {
        let folder = Folder::new("refused");
        std::fs::create_dir(folder.at("folder")).unwrap();
        std::fs::write(folder.at("mine"), "kept").unwrap();
        let mut permissions = std::fs::metadata(folder.at("mine")).unwrap().permissions();
        permissions.set_readonly(true);
        std::fs::set_permissions(folder.at("mine"), permissions).unwrap();
        for (name, why) in [("folder", "it is a folder"), ("mine", "it is marked as read-only"), ("none/x", "")] {
            let error = write(&folder.at(name), b"new").unwrap_err();
            assert_eq!(error.code(), "cannot_write");
            assert!(error.to_string().contains(why) && error.to_string().contains(name), "{error}");
        }
        assert_eq!(std::fs::read(folder.at("mine")).unwrap(), b"kept");
        assert_eq!(folder.names(), ["folder", "mine"]);
    }

    /// Names of ours that somebody else has taken are passed by; what was left over is cleared.
    #[test]
    fn names_that_are_taken_are_passed_by_and_left_ones_are_cleared() {
        let folder = Folder::new("names");
        let beside = |number: u32| folder.at(&format!(".x{MARK}{number}"));
        std::fs::create_dir(beside(0)).unwrap();
        std::fs::write(beside(1), "of another program, just now").unwrap();
        let left = File::create_new(beside(2)).unwrap();
        left.set_modified(std::time::SystemTime::now() - LEFT_OVER * 2).unwrap();
        let left = File::create_new(beside(3)).unwrap();
        left.set_modified(std::time::SystemTime::now() - LEFT_OVER * 2).unwrap();
        write(&folder.at("x"), b"new").unwrap();
        assert_eq!(std::fs::read(folder.at("x")).unwrap(), b"new");
        assert_eq!(std::fs::read(beside(1)).unwrap(), b"of another program, just now");
        assert_eq!(folder.names(), [".x.tilewright-0", ".x.tilewright-1", "x"]);
        for number in 2..NAMES {
            std::fs::write(beside(number), "").unwrap();
        }
        let error = write(&folder.at("x"), b"other").unwrap_err().to_string();
        assert!(error.contains("all such names are taken"), "{error}");
        assert_eq!(std::fs::read(folder.at("x")).unwrap(), b"new");
    }

    #[test]
    fn a_folder_is_made_whole_or_not_at_all() {
        let folder = Folder::new("whole");
        // What a killed program left is not taken for a part of it.
        let left = folder.at(&format!(".pack{MARK}new"));
        std::fs::create_dir_all(&left).unwrap();
        std::fs::write(left.join("old.ron"), "old").unwrap();
        write_folder(&folder.at("pack"), [("pack.ron", "Pack"), ("rules/a.lua", "-- a")]).unwrap();
        assert_eq!(folder.names(), ["pack"]);
        assert_eq!(std::fs::read(folder.at("pack/rules/a.lua")).unwrap(), b"-- a");
        assert!(!folder.at("pack/old.ron").exists());
        // One that is there stays as it is, and a file that cannot be written leaves nothing.
        write_folder(&folder.at("pack"), [("pack.ron", "other")]).unwrap_err();
        assert_eq!(std::fs::read(folder.at("pack/pack.ron")).unwrap(), b"Pack");
        write_folder(&folder.at("two"), [("a", "a"), ("a/b", "a is not a folder")]).unwrap_err();
        assert_eq!(folder.names(), ["pack"]);
    }

    /// Of a file that has several names only the one that is written changes: the others may lie outside of a pack.
    #[test]
    fn other_names_of_a_file_keep_what_they_held() {
        let folder = Folder::new("hard_links");
        std::fs::write(folder.at("outside"), "theirs").unwrap();
        for (name, write) in [("a", write as fn(&Path, &[u8]) -> _), ("b", write_quickly), ("c", write_with_folders)] {
            std::fs::hard_link(folder.at("outside"), folder.at(name)).unwrap();
            write(&folder.at(name), b"ours").unwrap();
            assert_eq!(std::fs::read(folder.at(name)).unwrap(), b"ours", "{name}");
            assert_eq!(std::fs::read(folder.at("outside")).unwrap(), b"theirs", "{name}");
        }
        std::fs::hard_link(folder.at("outside"), folder.at("lines")).unwrap();
        let mut lines = Lines::begin(&folder.at("lines"), "ours").unwrap();
        lines.add("more").unwrap();
        std::fs::hard_link(folder.at("outside"), folder.at(&format!(".a{MARK}0"))).unwrap();
        write(&folder.at("a"), b"ours again").unwrap();
        assert_eq!(std::fs::read(folder.at("outside")).unwrap(), b"theirs");
    }

    #[test]
    fn a_free_name_is_found_and_no_file_overwritten() {
        let folder = Folder::new("free");
        std::fs::write(folder.at("fault-2.json"), "of somebody").unwrap();
        let names = [(); 3].map(|()| write_new(&folder.at("fault.json"), b"game").unwrap());
        assert_eq!(names, ["fault.json", "fault-3.json", "fault-4.json"].map(|name| folder.at(name)));
        assert_eq!(std::fs::read(folder.at("fault-2.json")).unwrap(), b"of somebody");
        assert_eq!(std::fs::read(folder.at("fault-4.json")).unwrap(), b"game");
        assert_eq!(write_new(&folder.at("none/x"), b"").unwrap_err().code(), "cannot_write");
    }

    #[test]
    fn lines_are_there_as_soon_as_they_are_written() {
        let folder = Folder::new("lines");
        std::fs::write(folder.at("games.jsonl"), "an older file").unwrap();
        let mut lines = Lines::begin(&folder.at("games.jsonl"), "one").unwrap();
        lines.add("two").unwrap();
        assert_eq!(std::fs::read(folder.at("games.jsonl")).unwrap(), b"one\ntwo\n");
        lines.end().unwrap();
        assert_eq!(folder.names(), ["games.jsonl"]);
        assert!(Lines::create(&folder.at("games.jsonl")).is_err());
        let mut lines = Lines::create(&folder.at("other")).unwrap();
        lines.add("three").unwrap();
        assert_eq!(std::fs::read(folder.at("other")).unwrap(), b"three\n");
    }

    #[test]
    fn what_is_read_is_an_ordinary_file_of_bounded_size() {
        let folder = Folder::new("read");
        std::fs::write(folder.at("x"), "1234").unwrap();
        assert_eq!(read(&folder.at("x"), 4).unwrap(), b"1234");
        let error = read(&folder.at("x"), 3).unwrap_err();
        assert_eq!((error.code(), error.to_string().contains("more than 3 bytes")), ("too_large", true), "{error}");
        let error = read(&folder.0, 3).unwrap_err().to_string();
        assert!(error.contains("it is a folder"), "{error}");
        std::fs::write(folder.at("y"), b"\xff").unwrap();
        assert_eq!(read_text(&folder.at("y"), 3).unwrap_err().code(), "no_text");
    }

    #[cfg(unix)]
    mod unix {
        use std::os::unix::fs::{PermissionsExt, symlink};
        use std::os::unix::net::UnixListener;

        use super::*;

        #[test]
        fn links_are_replaced_and_not_followed() {
            let folder = Folder::new("links");
            std::fs::write(folder.at("other"), "of somebody").unwrap();
            symlink(folder.at("other"), folder.at("game.json")).unwrap();
            symlink(folder.at("other"), folder.at(&format!(".game.json{MARK}0"))).unwrap();
            symlink(folder.at("nowhere"), folder.at("dangling")).unwrap();
            write(&folder.at("game.json"), b"new").unwrap();
            write(&folder.at("dangling"), b"new").unwrap();
            assert_eq!(std::fs::read(folder.at("other")).unwrap(), b"of somebody");
            assert_eq!(folder.names(), [".game.json.tilewright-0", "dangling", "game.json", "other"]);
            for name in ["game.json", "dangling"] {
                assert!(std::fs::symlink_metadata(folder.at(name)).unwrap().is_file(), "{name}");
                assert_eq!(std::fs::read(folder.at(name)).unwrap(), b"new");
            }
            symlink(&folder.0, folder.at("folder")).unwrap();
            symlink("/dev/null", folder.at("device")).unwrap();
            for (name, why) in [("folder", "it is a folder"), ("device", "it is not an ordinary file")] {
                let error = write(&folder.at(name), b"new").unwrap_err().to_string();
                assert!(error.contains(why), "{error}");
                assert!(std::fs::symlink_metadata(folder.at(name)).unwrap().is_symlink(), "{name}");
            }
        }

        #[test]
        fn permissions_stay() {
            let folder = Folder::new("permissions");
            std::fs::write(folder.at("x"), "old").unwrap();
            std::fs::set_permissions(folder.at("x"), std::fs::Permissions::from_mode(0o600)).unwrap();
            write(&folder.at("x"), b"new").unwrap();
            assert_eq!(std::fs::metadata(folder.at("x")).unwrap().permissions().mode() & 0o777, 0o600);
        }

        #[test]
        fn sockets_and_devices_are_not_opened() {
            let folder = Folder::new("special");
            let _listener = UnixListener::bind(folder.at("socket")).unwrap();
            for path in [folder.at("socket"), PathBuf::from("/dev/zero")] {
                let error = read(&path, 10).unwrap_err().to_string();
                assert!(error.contains("it is not an ordinary file"), "{error}");
                assert!(write(&path, b"x").is_err());
            }
        }
    }
}
