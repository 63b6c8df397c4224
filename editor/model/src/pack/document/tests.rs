#![allow(clippy::unwrap_used, reason = "a failed step ends the test")]

use super::*;

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("tilewright-document-{}-{name}", std::process::id())).join("pond");
    drop(std::fs::remove_dir_all(&folder));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("pack.ron"), "Pack(id: \"pond\")\n").unwrap();
    std::fs::write(folder.join("tiles.ron"), "// all\nTiles([\n    (id: \"A\"),\n])\n").unwrap();
    folder
}

fn texts(document: &PackDocument) -> FileTexts {
    document.files().clone()
}

/// Generator of pseudo-random numbers that are equal in every run.
struct EditNumbers(u64);

impl EditNumbers {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n.max(1)
    }
}

fn boundary(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

#[test]
fn ten_thousand_edits_are_undone_and_redone_byte_by_byte() {
    let mut document = PackDocument::open(&folder("undo")).unwrap();
    let mut numbers = EditNumbers(7);
    let pieces = ["", "é", "(id: \"B\"),", "\n", "// ü\n", "x"];
    let mut states = vec![texts(&document)];
    for n in 0..10_000 {
        let paths: Vec<Arc<str>> = document.files().keys().cloned().collect();
        let path = paths[numbers.below(paths.len())].clone();
        let text = document.text(&path).unwrap().clone();
        let (a, b) = (numbers.below(text.len() + 1), numbers.below(9));
        let (start, end) = (boundary(&text, a), boundary(&text, (a + b).min(text.len())));
        let piece = pieces[numbers.below(pieces.len())];
        let before = texts(&document);
        match numbers.below(40) {
            0 => {
                let new = FileChange::Write { path: format!("rules/r{n}.lua").into(), text: "-- new\n".into() };
                document.apply("new", &[new]).unwrap();
            }
            1 if paths.len() > 2 => document.apply("gone", &[FileChange::Remove { path }]).unwrap(),
            _ => document.apply("edit", &[FileChange::edit(&path, start..end.max(start), piece)]).unwrap(),
        }
        if texts(&document) != before {
            states.push(texts(&document));
        }
    }
    let last = states.len() - 1;
    for state in states[..last].iter().rev() {
        document.undo();
        assert_eq!(&texts(&document), state);
    }
    for state in &states[1..] {
        document.redo();
        assert_eq!(&texts(&document), state);
    }
    assert!(document.redo().is_empty());
}

#[test]
fn typing_is_undone_in_runs() {
    let mut document = PackDocument::open(&folder("typing")).unwrap();
    let first = texts(&document);
    for (n, letter) in ["a", "b", "c"].iter().enumerate() {
        document.type_in("typing", FileChange::edit("pack.ron", n..n, *letter), n as f64 * 0.1).unwrap();
    }
    document.type_in("typing", FileChange::edit("pack.ron", 3..3, "d"), 9.0).unwrap();
    document.undo();
    assert!(document.text("pack.ron").unwrap().starts_with("abcPack"));
    document.undo();
    assert_eq!(texts(&document), first);
}

#[test]
fn edits_that_do_not_fit_change_nothing() {
    let mut document = PackDocument::open(&folder("misfit")).unwrap();
    let first = texts(&document);
    let good = FileChange::edit("pack.ron", 0..0, "x");
    for bad in [FileChange::edit("pack.ron", 5..900, "y"), FileChange::edit("none.ron", 0..0, "y")] {
        let misfit = document.apply("both", &[good.clone(), bad.clone()]).unwrap_err();
        assert_eq!(&misfit.path, bad.path());
        assert_eq!(texts(&document), first);
    }
    let overlapping =
        FileChange::Edit { path: "pack.ron".into(), edits: vec![TextEdit::new(0..4, "a"), TextEdit::new(2..6, "b")] };
    document.apply("overlap", &[overlapping]).unwrap_err();
    assert_eq!(document.undo_label(), None);
}

#[test]
fn saving_writes_what_changed_and_keeps_what_was_there() {
    let folder = folder("save");
    let backups = folder.parent().unwrap().join("backups");
    let mut document = PackDocument::open(&folder).unwrap();
    document.apply("edit", &[FileChange::edit("pack.ron", 0..0, "// new\n")]).unwrap();
    document.apply("add", &[FileChange::Write { path: "rules/r.lua".into(), text: "-- r\n".into() }]).unwrap();
    assert_eq!(document.save(Some(&backups)).unwrap(), 2);
    assert!(!document.is_changed());
    assert_eq!(std::fs::read_to_string(folder.join("rules/r.lua")).unwrap(), "-- r\n");
    assert!(std::fs::read_to_string(folder.join("pack.ron")).unwrap().starts_with("// new\n"));
    let kept = std::fs::read_dir(backups.join("pond")).unwrap().next().unwrap().unwrap().path().join("pack.ron");
    assert_eq!(std::fs::read_to_string(kept).unwrap(), "Pack(id: \"pond\")\n");
    // Undo also reverts steps from before the save.
    document.undo();
    document.undo();
    assert!(document.is_changed());
    document.save(None).unwrap();
    assert!(!folder.join("rules/r.lua").exists());
}

#[test]
fn a_folder_that_cannot_be_written_loses_nothing() {
    let folder = folder("full");
    let mut document = PackDocument::open(&folder).unwrap();
    document.apply("edit", &[FileChange::edit("pack.ron", 0..0, "// new\n")]).unwrap();
    // A folder in place of the file makes writing fail for every user, including root.
    std::fs::remove_file(folder.join("pack.ron")).unwrap();
    std::fs::create_dir(folder.join("pack.ron")).unwrap();
    let error = document.save(None).unwrap_err();
    assert_eq!(error.path, folder.join("pack.ron"));
    assert!(document.is_changed());
    std::fs::remove_dir(folder.join("pack.ron")).unwrap();
    assert_eq!(document.save(None).unwrap(), 1);
}

#[test]
fn changes_on_disk_are_taken_merged_or_named() {
    let folder = folder("disk");
    let mut document = PackDocument::open(&folder).unwrap();
    // The new file exists only on the disk.
    std::fs::write(folder.join("new.ron"), "Tags([])\n").unwrap();
    // The file has changes in different lines on both sides.
    document.apply("edit", &[FileChange::edit("tiles.ron", 0..6, "// some")]).unwrap();
    std::fs::write(folder.join("tiles.ron"), "// all\nTiles([\n    (id: \"A\"),\n    (id: \"B\"),\n])\n").unwrap();
    let seen = document.look_at_disk("disk").unwrap();
    assert_eq!(seen.merged, [Arc::from("tiles.ron")]);
    assert!(seen.conflicts.is_empty());
    assert_eq!(&**document.text("tiles.ron").unwrap(), "// some\nTiles([\n    (id: \"A\"),\n    (id: \"B\"),\n])\n");
    assert_eq!(&**document.text("new.ron").unwrap(), "Tags([])\n");
    // With changes in the same line, the unsaved text stays and the file is reported.
    std::fs::write(folder.join("tiles.ron"), "// none\nTiles([\n    (id: \"A\"),\n])\n").unwrap();
    let seen = document.look_at_disk("disk").unwrap();
    assert_eq!(seen.conflicts, [Arc::from("tiles.ron")]);
    assert!(document.text("tiles.ron").unwrap().starts_with("// some"));
    assert!(document.disk_text("tiles.ron").unwrap().starts_with("// none"));
    // A file that was removed on the disk and is unchanged here is removed. The step can be undone.
    std::fs::remove_file(folder.join("new.ron")).unwrap();
    document.look_at_disk("disk").unwrap();
    assert!(document.text("new.ron").is_none());
    document.undo();
    assert!(document.text("new.ron").is_some());
}

#[test]
fn a_vanished_folder_is_said_and_loses_nothing() {
    let folder = folder("gone");
    let mut document = PackDocument::open(&folder).unwrap();
    let first = texts(&document);
    std::fs::remove_dir_all(&folder).unwrap();
    document.look_at_disk("disk").unwrap_err();
    assert_eq!(texts(&document), first);
    document.apply("edit", &[FileChange::edit("pack.ron", 0..0, " ")]).unwrap();
    document.save(None).unwrap();
    for (path, text) in document.files() {
        assert_eq!(std::fs::read_to_string(folder.join(&**path)).unwrap(), **text, "{path}");
    }
}

#[test]
fn a_killed_program_leaves_all_that_was_typed() {
    let folder = folder("crash");
    let journals = folder.parent().unwrap().join("journals");
    let mut document = PackDocument::open(&folder).unwrap();
    document.keep_journal(&journals);
    for letter in ["h", "e", "l", "l", "o"] {
        document.type_in("typing", FileChange::edit("pack.ron", 0..0, letter), 0.0).unwrap();
    }
    document.apply("add", &[FileChange::Write { path: "rules/r.lua".into(), text: "-- r\n".into() }]).unwrap();
    document.apply("gone", &[FileChange::Remove { path: "tiles.ron".into() }]).unwrap();
    let wanted = texts(&document);
    // The journal is locked, even though the lock belongs to this process.
    assert!(left_behind(&journals).is_empty());
    // Dropping the document simulates a kill: the system releases the lock, and the journal stays.
    drop(document);
    let left = left_behind(&journals);
    assert_eq!(left.len(), 1);
    let journal = left[0].journal.clone();
    // A journal in use is not offered, and the next program writes its own journal.
    let mut other = PackDocument::open(&folder).unwrap();
    other.keep_journal(&journals);
    other.apply("edit", &[FileChange::edit("pack.ron", 0..0, "// 2\n")]).unwrap();
    assert_eq!(left_behind(&journals).iter().map(|l| &l.journal).collect::<Vec<_>>(), [&journal]);
    other.close();
    let mut again = PackDocument::open(&left[0].folder).unwrap();
    again.recover("recover", &left[0]).unwrap();
    assert_eq!(texts(&again), wanted);
    // An incomplete line loses only the step in that line, and so does a line that does not fit the texts.
    let text = std::fs::read_to_string(&left[0].journal).unwrap();
    let strange = text.clone() + &text.lines().nth(1).unwrap().replace("removed\":\"", "removed\":\"?") + "\n";
    for damaged in [&text[..text.len() - 9], &strange] {
        std::fs::write(&left[0].journal, damaged).unwrap();
        let cut = left_behind(&journals);
        assert!(cut[0].files.iter().any(|(path, _)| &**path == "rules/r.lua"));
    }
    left[0].discard();
    assert!(left_behind(&journals).is_empty());
    // A program that was killed before it wrote anything leaves no journal to ask about.
    std::fs::write(&left[0].journal, "").unwrap();
    assert!(left_behind(&journals).is_empty() && !left[0].journal.exists());
}

/// A step of several changes is left behind completely or not at all, even if two of them are in one file.
#[test]
fn a_killed_program_leaves_no_half_step() {
    let folder = folder("half");
    let journals = folder.parent().unwrap().join("journals");
    let mut document = PackDocument::open(&folder).unwrap();
    document.keep_journal(&journals);
    let step = [
        FileChange::edit("pack.ron", 0..0, "// one\n"),
        FileChange::edit("tiles.ron", 0..0, "// two\n"),
        FileChange::edit("pack.ron", 3..6, "three"),
    ];
    document.apply("several", &step).unwrap();
    assert!(document.text("pack.ron").unwrap().starts_with("// three\n"));
    document.undo();
    document.redo();
    let wanted: Vec<_> = document.changed_paths().map(|path| (path.clone(), document.text(path).cloned())).collect();
    drop(document);
    let left = left_behind(&journals).remove(0);
    assert_eq!(left.files, wanted);
    let whole = std::fs::read(&left.journal).unwrap();
    for length in 0..whole.len() {
        std::fs::write(&left.journal, &whole[..length]).unwrap();
        for left in left_behind(&journals) {
            assert_eq!(left.files, wanted, "{length}");
        }
        // An empty journal is removed.
    }
}

#[test]
fn a_saved_document_leaves_nothing_behind() {
    let folder = folder("saved");
    let journals = folder.parent().unwrap().join("journals");
    let mut document = PackDocument::open(&folder).unwrap();
    document.keep_journal(&journals);
    document.apply("edit", &[FileChange::edit("pack.ron", 0..0, "// \n")]).unwrap();
    document.save(None).unwrap();
    document.close();
    assert!(left_behind(&journals).is_empty());
}

/// Undo reverts the recovered steps down to the saved state, and the journal keeps them.
#[test]
fn recovered_steps_can_be_undone() {
    let folder = folder("undone");
    let journals = folder.parent().unwrap().join("journals");
    let mut document = PackDocument::open(&folder).unwrap();
    document.keep_journal(&journals);
    let saved = texts(&document);
    for (at, letter) in ["/", "/", "a", "\n"].into_iter().enumerate() {
        document.type_in("typing", FileChange::edit("pack.ron", at..at, letter), at as f64 / 10.0).unwrap();
    }
    let typed = texts(&document);
    let rule = FileChange::Write { path: "rules/r.lua".into(), text: "-- r\n".into() };
    let edit = [FileChange::edit("tiles.ron", 0..0, "// two\n"), rule];
    document.apply("several", &edit).unwrap();
    document.undo();
    document.redo();
    document.apply("note", &[FileChange::Write { path: "note.md".into(), text: "New\n".into() }]).unwrap();
    let last = texts(&document);
    drop(document);
    let mut again = PackDocument::open(&folder).unwrap();
    again.keep_journal(&journals);
    let left = left_behind(&journals).remove(0);
    again.recover("restored", &left).unwrap();
    left.discard();
    assert_eq!((texts(&again), again.undo_label()), (last.clone(), Some("restored")));
    let mut states = Vec::new();
    while !again.undo().is_empty() {
        states.push(texts(&again));
    }
    // Undo and redo are recorded as steps too, and a line break ends a step of typing.
    let without_note = states[0].clone();
    assert_eq!(states[..3], [without_note.clone(), typed.clone(), without_note]);
    assert_eq!((&states[3], states.last()), (&typed, Some(&saved)));
    assert_eq!(states.len(), 6, "{states:?}");
    assert!(!again.is_changed(), "nothing differs from the disk");
    while !again.redo().is_empty() {}
    assert_eq!(texts(&again), last);
    // After another kill, all steps can be recovered again.
    drop(again);
    let left = left_behind(&journals).remove(0);
    // If another program has changed the files since, all changes form one step.
    std::fs::write(folder.join("pack.ron"), "// by another program\n").unwrap();
    let mut other = PackDocument::open(&folder).unwrap();
    let there = texts(&other);
    other.recover("restored", &left).unwrap();
    assert_eq!(texts(&other), last);
    other.undo();
    assert_eq!((texts(&other), other.undo_label()), (there, None));
}

#[test]
fn pictures_are_added_and_taken_back() {
    let mut document = PackDocument::open(&folder("pictures")).unwrap();
    let path = document.folder().join("art/a.png");
    let add = |path: &str, bytes: &[u8]| FileChange::AddPicture { path: path.into(), bytes: bytes.into() };
    let note = FileChange::Write { path: "art/art.ron".into(), text: "Art()".into() };
    document.apply("add", &[add("art/a.png", b"1"), note.clone()]).unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), b"1");
    assert!(document.text("art/art.ron").is_some() && document.text("art/a.png").is_none());
    document.undo();
    assert!(!path.exists() && document.text("art/art.ron").is_none());
    document.redo();
    assert_eq!(std::fs::read(&path).unwrap(), b"1");
    // The same picture again changes no file, and another picture is never overwritten.
    let revision = document.revision();
    document.apply("again", &[add("art/a.png", b"1")]).unwrap();
    assert_eq!(document.revision(), revision);
    for wrong in ["art/a.png", "a.png", "art/../b.png", "art/c.txt", "art/.d.png"] {
        assert!(document.apply("wrong", &[add("art/e.png", b"5"), add(wrong, b"2"), note.clone()]).is_err(), "{wrong}");
        assert!(!document.folder().join("art/e.png").exists(), "all or nothing: {wrong}");
    }
    assert_eq!((std::fs::read(&path).unwrap(), document.revision()), (b"1".to_vec(), revision));
    // A picture that another program has changed stays.
    std::fs::write(&path, b"3").unwrap();
    document.undo();
    assert_eq!(std::fs::read(&path).unwrap(), b"3");
    document.redo();
    assert!(document.take_picture_error().is_some() && document.take_picture_error().is_none());
    assert!(document.text("art/art.ron").is_some(), "the texts are redone");
}

#[test]
fn a_position_follows_its_line_through_a_change() {
    let before = "// mine\nid: 1,\ncount: 4,\ntiles,\nlast";
    let at = |text: &str, word: &str| text.find(word).unwrap();
    let cases = [
        // Another line was changed: the position stays in its own.
        ("// mine\nid: 1,\ncount: 9,\ntiles,\nlast", "mine", "mine"),
        ("// mine\nid: 1,\ncount: 4,\ntiles,\nlast, longer", "count", "count"),
        // Lines were added or removed before it.
        ("// new\n// two\n// mine\nid: 1,\ncount: 4,\ntiles,\nlast", "tiles", "tiles"),
        ("count: 4,\ntiles,\nlast", "last", "last"),
        // Its own line was replaced, or removed.
        ("// mine\nid: 1,\ncount: 12,\ntiles,\nlast", ": 4", ": 12"),
        ("// mine\nid: 1,\ntiles,\nlast", "count", "tiles"),
    ];
    for (after, from, to) in cases {
        assert_eq!(follow_position(before, after, at(before, from)), at(after, to), "{after}");
    }
    assert_eq!(follow_position(before, "", 20), 0);
    assert_eq!(follow_position("", "new\n", 0), 4, "the end stays the end");
    assert_eq!(follow_position(before, "é\n", before.len()), 2);
    assert_eq!(follow_position("abcd\nx", "é\nx", 1), 0, "no position is inside a character");
    let mut numbers = EditNumbers(5);
    let lines = ["a\n", "é\n", "(\n", "b", "\n"];
    for _ in 0..2_000 {
        let mut text = || (0..numbers.below(9)).map(|_| lines[numbers.below(lines.len())]).collect::<String>();
        let (before, after) = (text(), text());
        let from = boundary(&before, numbers.below(before.len() + 1));
        let to = follow_position(&before, &after, from);
        assert!(after.is_char_boundary(to), "{before:?} {after:?}");
        assert_eq!(follow_position(&before, &before, from), from);
    }
}
