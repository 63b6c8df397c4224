//! Tests the lock that authors write for a pack, and the number that its next version needs.

use std::fs;
use std::path::Path;

use tilewright_kit::growth::{Growth, VersionStep, growth};
use tilewright_kit::packs::archive::Archive;
use tilewright_kit::packs::find::{Finder, PackFiles};
use tilewright_kit::packs::load::{Loaded, Reading, Request, load};
use tilewright_kit::packs::lock::{LOCK_FILE, Lock};

use super::chosen::{Scratch, addition, game, install, pack_versions, put};

fn load_pack(finder: &Finder, pack: &Path) -> Loaded {
    load(finder, &Request::new([pack.display().to_string()])).unwrap()
}

fn unlocked_texts(loaded: &Loaded) -> Vec<String> {
    loaded.unlocked.iter().map(ToString::to_string).collect()
}

#[test]
fn a_locked_pack_is_played_with_what_it_was_worked_on_with() {
    let scratch = Scratch::new("locked");
    let (store, work) = (scratch.0.join("store"), scratch.0.join("work"));
    install(&store, "town", &game("town", "1.0.0", "", 2));
    put(&work, "letters", &addition("letters", "0.1.0", "town ^1"));
    let finder = Finder::nowhere().with_folder(&store);
    let letters = work.join("letters");
    let first = load_pack(&finder, &letters);
    let lock = Lock::from_manifests(&first.packs, "letters");
    assert_eq!(lock.packs.iter().map(|pack| &*pack.id).collect::<Vec<_>>(), ["town"]);
    lock.write(&letters).unwrap();
    assert_eq!(Lock::read(&letters).unwrap().unwrap(), lock);
    // A newer version does not change the packs that a locked pack is played with.
    install(&store, "town", &game("town", "1.1.0", "", 2));
    let now = load_pack(&finder, &letters);
    assert_eq!(
        (pack_versions(&now), unlocked_texts(&now)),
        (vec!["town 1.0.0".to_owned(), "letters 0.1.0".to_owned()], vec![])
    );
    let free = Reading::read_without_locks(&finder, &[letters.display().to_string()]).unwrap();
    assert_eq!(pack_versions(&free.load(&Request::new(Vec::<String>::new())))[0], "town 1.1.0");
    // The lock is not part of the pack, so the archive is the same without it.
    let found = finder.find(&letters.display().to_string()).unwrap();
    assert!(found.read().unwrap().keys().all(|path| &**path != LOCK_FILE));
    // A pack requested by name overrides the lock, and the difference is reported.
    let asked = load(&finder, &Request::new([letters.display().to_string(), "town@1.1.0".to_owned()])).unwrap();
    assert_eq!(unlocked_texts(&asked), ["letters is locked to town 1.0.0, but 1.1.0 is used"]);
    for entry in fs::read_dir(&store).unwrap() {
        let path = entry.unwrap().path();
        if path.to_string_lossy().contains("town-1.0.0") {
            fs::remove_file(path).unwrap();
        }
    }
    let gone = load_pack(&finder, &letters);
    assert_eq!(unlocked_texts(&gone), ["letters is locked to town 1.0.0, but 1.1.0 is used"]);
    // The version is unchanged, but its rules differ.
    install(&store, "town", &game("town", "1.0.0", "", 3));
    assert_eq!(
        unlocked_texts(&load_pack(&finder, &letters)),
        ["letters is locked to town 1.0.0 with rules that differ from those here"]
    );
    // If a version exists in two places, the one with the locked rules is chosen.
    let second = scratch.0.join("second");
    install(&second, "town", &game("town", "1.0.0", "", 2));
    let both = Finder::nowhere().with_folder(&second).with_folder(&store);
    assert!(unlocked_texts(&load_pack(&both, &letters)).is_empty());
    // The pack needs a pack that was added after the lock.
    put(&work, "letters", &addition("letters", "0.1.0", "marsh"));
    install(&store, "marsh", &game("marsh", "1.0.0", "", 2));
    assert_eq!(
        unlocked_texts(&load_pack(&finder, &letters)),
        [
            "letters is locked to town 1.0.0, which it does not need",
            "letters needs marsh, which its lock does not name"
        ]
    );
    for (text, why) in [
        ("Lock(", "cannot be read"),
        ("Lock(format: 9, packs: [])", "its format is 9"),
        ("Lock(format: 1, packs: [(id: \"a\", version: \"1\", rules: \"\")])", "not a version"),
    ] {
        fs::write(letters.join(LOCK_FILE), text).unwrap();
        let error = load(&finder, &Request::new([letters.display().to_string()])).err().unwrap();
        assert!(error.code() == "bad_lock" && error.to_string().contains(why), "{error}");
    }
}

fn next(name: &str, before: &PackFiles, after: &PackFiles) -> Growth {
    let scratch = Scratch::new(&format!("growth_{name}"));
    let (then, now) = (scratch.0.join("then"), scratch.0.join("now"));
    fs::create_dir_all(&then).unwrap();
    let archive = Archive::from_pack("town", before, None).unwrap();
    let path = then.join(archive.file_name());
    fs::write(&path, archive.write().unwrap()).unwrap();
    put(&now, "town", after);
    let finder = Finder::nowhere();
    let found = |path: &Path| finder.find(&path.display().to_string()).unwrap();
    growth(&finder, &found(&now.join("town")), &found(&path)).unwrap()
}

/// Returns a pack with a replacement in one of its files.
fn with(files: &PackFiles, path: &str, from: &str, to: &str) -> PackFiles {
    let mut files = files.clone();
    let text = files[path].replace(from, to);
    assert_ne!(*text, *files[path], "{path} has no {from}");
    files.insert(path.into(), text.into());
    files
}

#[test]
fn the_next_version_follows_from_what_changed() {
    let before = game("town", "1.2.3", "", 2);
    let told = |growth: &Growth| -> (String, Option<(VersionStep, String)>) {
        (growth.next.to_string(), growth.reasons.first().map(|reason| (reason.step, reason.words.clone())))
    };
    let same = next("same", &before, &before);
    assert!(same.reasons.is_empty() && same.is_enough(), "{same:?}");
    let words = next("words", &before, &with(&before, "README.md", "#", "# The"));
    assert_eq!(told(&words), ("1.2.4".to_owned(), Some((VersionStep::Patch, "`README.md` changed".to_owned()))));
    assert!(!words.is_enough());
    // A new version number alone is not a change; with it, the other changes are covered.
    let raised = with(&with(&before, "README.md", "#", "# The"), "pack.ron", "\"1.2.3\"", "\"1.2.4\"");
    assert!(next("raised", &before, &raised).is_enough());
    assert!(next("number", &before, &with(&before, "pack.ron", "\"1.2.3\"", "\"1.2.4\"")).reasons.is_empty());
    let (first, _) = before["tiles.ron"].split_once("(id: \"").unwrap();
    let added = with(
        &before,
        "tiles.ron",
        first,
        &format!("{first}(id: \"another\", count: 1, edges: (n: meadow, e: meadow, s: meadow, w: meadow)),\n    "),
    );
    let added = next("added", &before, &added);
    assert_eq!(
        told(&added),
        ("1.3.0".to_owned(), Some((VersionStep::Minor, "the tile `another` was added".to_owned())))
    );
    // In the other direction, the tile is gone.
    let mut later = before.clone();
    later.insert(
        "tiles.ron".into(),
        format!(
            "{first}(id: \"another\", count: 1, edges: (n: meadow, e: meadow, s: meadow, w: meadow)),\n    {}",
            &before["tiles.ron"][first.len()..]
        )
        .into(),
    );
    let gone = next("gone", &later, &before);
    assert_eq!(
        told(&gone),
        ("2.0.0".to_owned(), Some((VersionStep::Major, "the tile `another` was removed".to_owned())))
    );
    // The score differs, so a test of the version before fails.
    let scored = next("scored", &before, &game("town", "1.2.3", "", 3));
    assert_eq!(scored.next.to_string(), "2.0.0");
    assert!(scored.reasons[0].words.contains("of 1.2.3 no longer passes"), "{scored:?}");
    // Before 1.0, each number takes the place of the one to its left.
    let (early, scores) = (game("town", "0.4.1", "", 2), game("town", "0.4.1", "", 3));
    assert_eq!(next("early", &early, &scores).next.to_string(), "0.5.0");
    assert_eq!(next("early_words", &early, &with(&early, "README.md", "#", "# The")).next.to_string(), "0.4.2");
    let beta = game("town", "2.0.0-beta.1", "", 2);
    assert_eq!(next("beta", &beta, &game("town", "2.0.0-beta.1", "", 3)).next.to_string(), "2.0.0");
}
