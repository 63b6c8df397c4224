use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use super::draft::{MARK, clear_leftovers, leftovers, remove_leftover};
use super::*;

struct WriteFolder(PathBuf);

impl WriteFolder {
    fn new(name: &str) -> WriteFolder {
        let folder = std::env::temp_dir().join(format!("tilewright-files-{name}-{}", std::process::id()));
        drop(std::fs::remove_dir_all(&folder));
        std::fs::create_dir_all(&folder).unwrap();
        WriteFolder(folder)
    }

    fn path_of(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.0).unwrap();
        let mut names: Vec<String> = entries.map(|e| e.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

impl Drop for WriteFolder {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

#[test]
fn a_file_is_replaced_and_nothing_stays_beside_it() {
    let folder = WriteFolder::new("replaced");
    write(&folder.path_of("game.json"), b"old").unwrap();
    write(&folder.path_of("game.json"), b"new").unwrap();
    write_with_folders(&folder.path_of("a/b/c.txt"), b"deep").unwrap();
    assert_eq!(std::fs::read(folder.path_of("game.json")).unwrap(), b"new");
    assert_eq!(std::fs::read(folder.path_of("a/b/c.txt")).unwrap(), b"deep");
    assert_eq!(folder.names(), ["a", "game.json"]);
}

#[test]
fn what_is_secret_is_its_owners_and_is_never_written_over() {
    let folder = WriteFolder::new("secret");
    let path = folder.path_of("keys/mine");
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
    let folder = WriteFolder::new("refused");
    std::fs::create_dir(folder.path_of("folder")).unwrap();
    std::fs::write(folder.path_of("mine"), "kept").unwrap();
    let mut permissions = std::fs::metadata(folder.path_of("mine")).unwrap().permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(folder.path_of("mine"), permissions).unwrap();
    for (name, why) in [("folder", "it is a folder"), ("mine", "it is marked as read-only"), ("none/x", "")] {
        let error = write(&folder.path_of(name), b"new").unwrap_err();
        assert_eq!(error.code(), "cannot_write");
        assert!(error.to_string().contains(why) && error.to_string().contains(name), "{error}");
    }
    assert_eq!(std::fs::read(folder.path_of("mine")).unwrap(), b"kept");
    assert_eq!(folder.names(), ["folder", "mine"]);
}

/// Drafts of running programs stay; an unlocked draft is a leftover and is removed, once per folder.
#[test]
fn drafts_of_killed_programs_go_and_those_of_others_stay() {
    let folder = WriteFolder::new("names");
    let draft = |name: &str| folder.path_of(&format!(".{name}{MARK}77-0"));
    let (written, filled) = (File::create_new(draft("written")).unwrap(), draft("filled"));
    std::fs::create_dir(&filled).unwrap();
    let filled = File::open(filled).unwrap();
    written.lock().unwrap();
    filled.lock().unwrap();
    std::fs::write(draft("left"), "left").unwrap();
    std::fs::write(folder.path_of(".hidden"), "of another program").unwrap();
    write_with_folders(&draft("folder").join("deep/file"), b"left").unwrap();
    assert_eq!(leftovers(&folder.0).len(), 2);
    write(&folder.path_of("x"), b"new").unwrap();
    assert_eq!(folder.names(), [".filled.tilewright-77-0", ".hidden", ".written.tilewright-77-0", "x"]);
    let error = remove_leftover(&draft("written")).unwrap_err();
    assert_eq!(error.code(), "cannot_write", "another process is writing it");
    drop((written, filled));
    clear_leftovers(&folder.0);
    assert_eq!(folder.names(), [".hidden", "x"]);
}

/// Of many threads that want one name, exactly one gets it, and its files are complete.
#[test]
fn one_of_many_makes_a_folder_or_a_secret() {
    let folder = WriteFolder::new("one_of_many");
    let text = |number: usize| number.to_string().repeat(20_000);
    let in_all = |make: &(dyn Fn(usize) -> Result<(), KitError> + Sync)| {
        std::thread::scope(|scope| {
            let all: Vec<_> = (0..8).map(|number| scope.spawn(move || make(number))).collect();
            let all: Vec<Result<(), KitError>> = all.into_iter().map(|one| one.join().unwrap()).collect();
            assert_eq!(all.iter().filter(|made| made.is_ok()).count(), 1, "{all:?}");
            for error in all.iter().filter_map(|made| made.as_ref().err()) {
                assert!(error.to_string().ends_with("it is there already"), "{error}");
            }
            all.iter().position(Result::is_ok).unwrap()
        })
    };
    let winner = in_all(&|number| write_folder(&folder.path_of("pack"), [("a", text(number)), ("b", text(number))]));
    for file in ["a", "b"] {
        assert_eq!(std::fs::read_to_string(folder.path_of("pack").join(file)).unwrap(), text(winner));
    }
    let winner = in_all(&|number| write_secret(&folder.path_of("key"), text(number).as_bytes()));
    assert_eq!(std::fs::read_to_string(folder.path_of("key")).unwrap(), text(winner));
    assert_eq!(folder.names(), ["key", "pack"]);
}

/// Another program may remove a draft between its creation and its locking.
#[test]
fn drafts_are_made_while_others_clear_leftovers() {
    let folder = WriteFolder::new("cleared");
    let is_done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while !is_done.load(Ordering::Relaxed) {
                    clear_leftovers(&folder.0);
                }
            });
        }
        let made: Vec<_> = (0..300)
            .map(|number| {
                write_folder(&folder.path_of(&number.to_string()), [("a", "a")]).and(write(&folder.path_of("b"), b"b"))
            })
            .collect();
        is_done.store(true, Ordering::Relaxed);
        assert!(made.iter().all(Result::is_ok), "{made:?}");
    });
    clear_leftovers(&folder.0);
    assert_eq!(folder.names().len(), 301);
}

#[test]
fn a_removed_folder_is_gone_as_a_whole_and_moves_overwrite_nothing() {
    let folder = WriteFolder::new("removed");
    for name in ["one", "two"] {
        write_folder(&folder.path_of(name), [("a/b", name)]).unwrap();
    }
    write(&folder.path_of("file"), b"file").unwrap();
    let moved = move_folder_new(&folder.path_of("one"), ["two", "kept/one"].map(|name| folder.path_of(name))).unwrap();
    assert_eq!(
        (moved, std::fs::read(folder.path_of("two/a/b")).unwrap()),
        (folder.path_of("kept/one"), b"two".to_vec())
    );
    let moved = move_new(&folder.path_of("file"), ["two", "other"].map(|name| folder.path_of(name))).unwrap();
    assert_eq!((moved, std::fs::read(folder.path_of("other")).unwrap()), (folder.path_of("other"), b"file".to_vec()));
    remove_folder(&folder.path_of("two")).unwrap();
    remove_folder(&folder.path_of("two")).unwrap();
    remove(&folder.path_of("other")).unwrap();
    remove(&folder.path_of("other")).unwrap();
    assert_eq!(folder.names(), ["kept"]);
}

/// A name may have 255 bytes, and there must still be room for the name of its draft.
#[test]
fn files_with_the_longest_names_are_written() {
    let folder = WriteFolder::new("long");
    let name = "\u{fc}".repeat(127);
    write(&folder.path_of(&name), b"new").unwrap();
    assert_eq!(folder.names(), [name]);
}

#[test]
fn a_folder_is_made_whole_or_not_at_all() {
    let folder = WriteFolder::new("whole");
    // Leftovers of a killed program do not become part of the new folder.
    let left = folder.path_of(&format!(".pack{MARK}1-1"));
    std::fs::create_dir_all(&left).unwrap();
    std::fs::write(left.join("old.ron"), "old").unwrap();
    write_folder(&folder.path_of("pack"), [("pack.ron", "Pack"), ("rules/a.lua", "-- a")]).unwrap();
    assert_eq!(folder.names(), ["pack"]);
    assert_eq!(std::fs::read(folder.path_of("pack/rules/a.lua")).unwrap(), b"-- a");
    assert!(!folder.path_of("pack/old.ron").exists());
    // An existing folder stays unchanged, and a file that cannot be written leaves no files behind.
    write_folder(&folder.path_of("pack"), [("pack.ron", "other")]).unwrap_err();
    assert_eq!(std::fs::read(folder.path_of("pack/pack.ron")).unwrap(), b"Pack");
    write_folder(&folder.path_of("two"), [("a", "a"), ("a/b", "a is not a folder")]).unwrap_err();
    assert_eq!(folder.names(), ["pack"]);
}

/// Of a file with several names, only the one that is written changes: the other names may be outside the pack.
#[test]
fn other_names_of_a_file_keep_what_they_held() {
    let folder = WriteFolder::new("hard_links");
    std::fs::write(folder.path_of("outside"), "theirs").unwrap();
    for (name, write) in [("a", write as fn(&Path, &[u8]) -> _), ("b", write_quickly), ("c", write_with_folders)] {
        std::fs::hard_link(folder.path_of("outside"), folder.path_of(name)).unwrap();
        write(&folder.path_of(name), b"ours").unwrap();
        assert_eq!(std::fs::read(folder.path_of(name)).unwrap(), b"ours", "{name}");
        assert_eq!(std::fs::read(folder.path_of("outside")).unwrap(), b"theirs", "{name}");
    }
    std::fs::hard_link(folder.path_of("outside"), folder.path_of("lines")).unwrap();
    let mut lines = Lines::begin(&folder.path_of("lines"), "ours").unwrap();
    lines.add("more").unwrap();
    assert_eq!(std::fs::read(folder.path_of("outside")).unwrap(), b"theirs");
}

#[test]
fn a_free_name_is_found_and_no_file_overwritten() {
    let folder = WriteFolder::new("free");
    std::fs::write(folder.path_of("fault-2.json"), "of another program").unwrap();
    let names = [(); 3].map(|()| write_new(&folder.path_of("fault.json"), b"game").unwrap());
    assert_eq!(names, ["fault.json", "fault-3.json", "fault-4.json"].map(|name| folder.path_of(name)));
    assert_eq!(std::fs::read(folder.path_of("fault-2.json")).unwrap(), b"of another program");
    assert_eq!(std::fs::read(folder.path_of("fault-4.json")).unwrap(), b"game");
    assert_eq!(write_new(&folder.path_of("none/x"), b"").unwrap_err().code(), "cannot_write");
}

#[test]
fn lines_are_there_as_soon_as_they_are_written() {
    let folder = WriteFolder::new("lines");
    std::fs::write(folder.path_of("games.jsonl"), "an older file").unwrap();
    let mut lines = Lines::begin(&folder.path_of("games.jsonl"), "one").unwrap();
    lines.add("two").unwrap();
    assert_eq!(std::fs::read(folder.path_of("games.jsonl")).unwrap(), b"one\ntwo\n");
    lines.end().unwrap();
    assert_eq!(folder.names(), ["games.jsonl"]);
    let names = || ["games.jsonl", "other"].map(|name| folder.path_of(name));
    let mut lines = Lines::begin_new(names(), "three").unwrap();
    assert_eq!(lines.path(), folder.path_of("other"));
    lines.add("four").unwrap();
    assert_eq!(std::fs::read(folder.path_of("other")).unwrap(), b"three\nfour\n");
    assert!(Lines::resume(&folder.path_of("other")).is_err(), "it is locked");
    lines.restart("five").unwrap();
    drop(lines);
    std::fs::write(folder.path_of("other"), "five\ncut o").unwrap();
    let mut lines = Lines::resume(&folder.path_of("other")).unwrap();
    lines.add("six").unwrap();
    lines.end_at(std::time::SystemTime::UNIX_EPOCH).unwrap();
    assert_eq!(std::fs::read(folder.path_of("other")).unwrap(), b"five\nsix\n");
}

#[test]
fn what_is_read_is_an_ordinary_file_of_bounded_size() {
    let folder = WriteFolder::new("read");
    std::fs::write(folder.path_of("x"), "1234").unwrap();
    assert_eq!(read(&folder.path_of("x"), 4).unwrap(), b"1234");
    let error = read(&folder.path_of("x"), 3).unwrap_err();
    assert_eq!((error.code(), error.to_string().contains("more than 3 bytes")), ("too_large", true), "{error}");
    let error = read(&folder.0, 3).unwrap_err().to_string();
    assert!(error.contains("it is a folder"), "{error}");
    std::fs::write(folder.path_of("y"), b"\xff").unwrap();
    assert_eq!(read_text(&folder.path_of("y"), 3).unwrap_err().code(), "no_text");
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::os::unix::net::UnixListener;

    use super::*;

    #[test]
    fn links_are_replaced_and_not_followed() {
        let folder = WriteFolder::new("links");
        std::fs::write(folder.path_of("other"), "of another program").unwrap();
        symlink(folder.path_of("other"), folder.path_of("game.json")).unwrap();
        symlink(folder.path_of("other"), folder.path_of(&format!(".game.json{MARK}1-0"))).unwrap();
        symlink(folder.path_of("nowhere"), folder.path_of("dangling")).unwrap();
        write(&folder.path_of("game.json"), b"new").unwrap();
        write(&folder.path_of("dangling"), b"new").unwrap();
        assert_eq!(std::fs::read(folder.path_of("other")).unwrap(), b"of another program");
        assert_eq!(folder.names(), [".game.json.tilewright-1-0", "dangling", "game.json", "other"]);
        for name in ["game.json", "dangling"] {
            assert!(std::fs::symlink_metadata(folder.path_of(name)).unwrap().is_file(), "{name}");
            assert_eq!(std::fs::read(folder.path_of(name)).unwrap(), b"new");
        }
        symlink(&folder.0, folder.path_of("folder")).unwrap();
        symlink("/dev/null", folder.path_of("device")).unwrap();
        for (name, why) in [("folder", "it is a folder"), ("device", "it is not an ordinary file")] {
            let error = write(&folder.path_of(name), b"new").unwrap_err().to_string();
            assert!(error.contains(why), "{error}");
            assert!(std::fs::symlink_metadata(folder.path_of(name)).unwrap().is_symlink(), "{name}");
        }
    }

    #[test]
    fn permissions_stay() {
        let folder = WriteFolder::new("permissions");
        std::fs::write(folder.path_of("x"), "old").unwrap();
        std::fs::set_permissions(folder.path_of("x"), std::fs::Permissions::from_mode(0o600)).unwrap();
        write(&folder.path_of("x"), b"new").unwrap();
        assert_eq!(std::fs::metadata(folder.path_of("x")).unwrap().permissions().mode() & 0o777, 0o600);
    }

    #[test]
    fn sockets_and_devices_are_not_opened() {
        let folder = WriteFolder::new("special");
        let _listener = UnixListener::bind(folder.path_of("socket")).unwrap();
        for path in [folder.path_of("socket"), PathBuf::from("/dev/zero")] {
            let error = read(&path, 10).unwrap_err().to_string();
            assert!(error.contains("it is not an ordinary file"), "{error}");
            assert!(write(&path, b"x").is_err());
        }
    }
}
