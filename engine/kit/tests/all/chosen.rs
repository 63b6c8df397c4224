//! Tests several versions of packs next to each other: compatible versions are chosen, and saved games open with
//! exactly the packs that they were played with, or report where they differ.

use std::fs;
use std::path::{Path, PathBuf};

use tilewright_core::session::Session;
use tilewright_core::session::record::{Move, Record};
use tilewright_kit::games::opening::{self, OpenedGame};
use tilewright_kit::games::replay::Replayer;
use tilewright_kit::games::save::record_of;
use tilewright_kit::packs::archive::Archive;
use tilewright_kit::packs::find::{Finder, PackFiles, PackPlace};
use tilewright_kit::packs::load::{Loaded, Reading, Request, load};
use tilewright_kit::packs::template;

/// Folder that is removed after the test.
pub(crate) struct Scratch(pub(crate) PathBuf);

impl Scratch {
    pub(crate) fn new(name: &str) -> Scratch {
        let folder = std::env::temp_dir().join(format!("tilewright-{}-chosen-{name}", std::process::id()));
        drop(fs::remove_dir_all(&folder));
        fs::create_dir_all(&folder).unwrap();
        Scratch(folder)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

/// Returns a small game in a version; `per_tile` sets a number in its rules.
pub(crate) fn game(id: &str, version: &str, needs: &str, per_tile: u32) -> PackFiles {
    let mut files = template::game(id);
    let head =
        files["pack.ron"].replace("version: \"0.1.0\",", &format!("version: \"{version}\",\n    needs: [{needs}],"));
    assert!(head.contains(version));
    let head = head.replace("on: pond, per_tile: 2,", &format!("on: pond, per_tile: {per_tile},"));
    assert!(head.contains(&format!("on: pond, per_tile: {per_tile},")));
    files.insert("pack.ron".into(), head.into());
    files
}

/// Returns a pack that adds nothing to another pack.
pub(crate) fn addition(id: &str, version: &str, needs: &str) -> PackFiles {
    let head = format!("Pack(id: {id:?}, version: {version:?}, format: 1, title: \"T\", needs: [{needs:?}])");
    PackFiles::from([("pack.ron".into(), head.into())])
}

pub(crate) fn install(folder: &Path, id: &str, files: &PackFiles) {
    let archive = Archive::from_pack(id, files, None).unwrap();
    fs::create_dir_all(folder).unwrap();
    fs::write(folder.join(archive.file_name()), archive.write().unwrap()).unwrap();
}

pub(crate) fn put(folder: &Path, id: &str, files: &PackFiles) {
    for (path, text) in files {
        let path = folder.join(id).join(&**path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, &**text).unwrap();
    }
}

pub(crate) fn pack_versions(loaded: &Loaded) -> Vec<String> {
    loaded.packs.iter().map(|pack| format!("{} {}", pack.id, pack.version)).collect()
}

fn choose_packs(finder: &Finder, packs: &[&str]) -> Vec<String> {
    let loaded = load(finder, &Request::new(packs.iter().copied())).unwrap();
    assert!(loaded.catalog().is_some(), "{:?}", loaded.diagnostics);
    pack_versions(&loaded)
}

#[test]
fn of_versions_side_by_side_those_are_played_that_fit_each_other() {
    let scratch = Scratch::new("side_by_side");
    let (store, work) = (scratch.0.join("store"), scratch.0.join("work"));
    for version in ["1.3.0", "1.4.2", "2.0.0", "3.0.0-beta.1"] {
        install(&store, "town", &game("town", version, "", 2));
    }
    install(&store, "letters", &addition("letters", "1.9.0", "town <1.4"));
    install(&store, "letters", &addition("letters", "2.0.0", "town ^1.4"));
    install(&store, "walls", &addition("walls", "1.0.0", "town ^1.3"));
    let finder = Finder::nowhere().with_folder(&store);
    assert_eq!(choose_packs(&finder, &["town"]), ["town 2.0.0"]);
    assert_eq!(choose_packs(&finder, &["town@3.0.0-beta.1"]), ["town 3.0.0-beta.1"]);
    assert_eq!(choose_packs(&finder, &["letters"]), ["town 1.4.2", "letters 2.0.0"]);
    assert_eq!(choose_packs(&finder, &["letters@1.9.0"]), ["town 1.3.0", "letters 1.9.0"]);
    assert_eq!(choose_packs(&finder, &["letters@^1", "walls"]), ["town 1.3.0", "letters 1.9.0", "walls 1.0.0"]);
    assert_eq!(choose_packs(&finder, &["walls", "town@1.3"]), ["town 1.4.2", "walls 1.0.0"]);
    assert_eq!(
        finder.find("town@1.3.0").unwrap(),
        load(&finder, &Request::new(["town@=1.3.0"])).unwrap().places["town"]
    );
    let error = finder.find("town@1.5.0").unwrap_err();
    assert_eq!(
        error.to_string(),
        "`town` is not available in version 1.5.0, only in 1.3.0, 1.4.2, 2.0.0, 3.0.0-beta.1"
    );
    assert_eq!(Reading::read_packs(&finder, &["town@1.5.0".to_owned()]).err().unwrap().code(), "unknown_version");
    assert_eq!(finder.find("town@one").unwrap_err().code(), "no_version");
    let two = Reading::read_packs(&finder, &["town@1.3.0".to_owned(), "letters@2.0.0".to_owned()]);
    // An unmet need is a finding at its line, with possible resolutions.
    let loaded = two.unwrap().load(&Request::new(Vec::<String>::new()));
    let finding = loaded.errors().next().unwrap();
    assert_eq!(
        (finding.code, finding.hint.as_deref()),
        (
            "P0203",
            Some(
                "Take town 1.4.2 instead of =1.3.0; or Take letters 1.9.0 instead of =2.0.0; or Leave out town; or Leave out letters"
            )
        )
    );
    let twice = Reading::read_packs(&finder, &["town@1.3.0".to_owned(), "town@2.0.0".to_owned()]);
    assert_eq!(twice.err().unwrap().code(), "needs_conflict");
    // The user's own pack is chosen despite newer versions, as long as it is compatible.
    put(&work, "town", &game("town", "1.3.5", "", 2));
    let finder = finder.with_folder(&work);
    assert_eq!(choose_packs(&finder, &["town"]), ["town 1.3.5"]);
    assert_eq!(choose_packs(&finder, &["walls"]), ["town 1.3.5", "walls 1.0.0"]);
    assert_eq!(choose_packs(&finder, &["letters"]), ["town 1.4.2", "letters 2.0.0"]);
    // A pack with an invalid head is reported, not skipped.
    fs::write(work.join("town/pack.ron"), "Pack(id: \"town\"").unwrap();
    let loaded = load(&finder, &Request::new(["town"])).unwrap();
    assert!(loaded.errors().count() > 0 && matches!(loaded.places["town"].place, PackPlace::Folder(_)));
}

#[test]
fn only_what_is_needed_is_read() {
    let scratch = Scratch::new("needed");
    install(&scratch.0, "town", &game("town", "1.0.0", "", 2));
    let other = Archive::from_pack("other", &game("other", "1.0.0", "", 2), None).unwrap();
    let mut bytes = other.write().unwrap();
    // The head of the archive is intact, but the rest is damaged.
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0xff;
    fs::write(scratch.0.join(other.file_name()), &bytes).unwrap();
    let finder = Finder::nowhere().with_folder(&scratch.0);
    assert_eq!(choose_packs(&finder, &["town"]), ["town 1.0.0"]);
    let loaded = load(&finder, &Request::new(["other"])).unwrap();
    let found: Vec<_> = loaded.errors().collect();
    assert!(found[0].code == "P0214" && found[0].message.contains("cannot be opened"), "{found:?}");
    assert_eq!(found.len(), 1, "nothing follows from it: {found:?}");
    // A pack that is not read is still known by its id.
    let loaded = load(&finder, &Request::new(["town"])).unwrap();
    assert_eq!(pack_versions(&loaded), ["town 1.0.0"]);
}

/// Plays a game for some answers, each the last option.
fn play_last_options(loaded: &Loaded, answers: u32) -> Record {
    let mut session = Session::new(loaded.machine().unwrap(), 2, 7).unwrap();
    session.start().unwrap();
    for _ in 0..answers {
        let Some(decision) = session.decision() else { break };
        let pick = decision.options.get(session.game(), decision.options.count() - 1).unwrap();
        session.answer(pick).unwrap();
    }
    record_of(&session, "saved")
}

fn other_pack_texts(opened: &OpenedGame) -> Vec<String> {
    opened.others.iter().map(ToString::to_string).collect()
}

#[test]
fn a_saved_game_opens_by_the_packs_that_it_names_or_by_the_nearest() {
    let scratch = Scratch::new("opening");
    let store = scratch.0.join("store");
    for (version, points) in [("1.0.0", 2), ("1.1.0", 2), ("2.0.0", 5)] {
        install(&store, "town", &game("town", version, "", points));
    }
    let finder = Finder::nowhere().with_folder(&store);
    let record = play_last_options(&load(&finder, &Request::new(["town@1.1.0"])).unwrap(), 40);
    assert!(record.packs[0].starts_with("town@1.1.0#"), "{:?}", record.packs);
    // The newest version is 2.0.0, but the game opens with the one that it was played with.
    let opened = opening::open(&finder, &[], &record).unwrap();
    assert!(opened.others.is_empty() && opened.stopped.is_none());
    assert_eq!(pack_versions(&opened.loaded), ["town 1.1.0"]);
    assert_eq!(record_of(&opened.session, "saved"), record);
    // The game also opens if these rules are in a folder that is not searched by default.
    let elsewhere = scratch.0.join("elsewhere");
    put(&elsewhere, "town", &game("town", "1.1.0", "", 2));
    let path = elsewhere.join("town").display().to_string();
    let empty = Finder::nowhere();
    assert!(opening::open(&empty, &[path], &record).unwrap().others.is_empty());
    assert_eq!(opening::open(&empty, &[], &record).err().unwrap().code(), "unknown_pack");
    // Without that version, the nearest with which all answers stay valid is chosen; here an older compatible one.
    let gone = |version: &str| {
        for entry in fs::read_dir(&store).unwrap() {
            let path = entry.unwrap().path();
            if path.to_string_lossy().contains(&format!("town-{version}")) {
                fs::remove_file(path).unwrap();
            }
        }
    };
    gone("1.1.0");
    let opened = opening::open(&finder, &[], &record).unwrap();
    assert_eq!(other_pack_texts(&opened), ["the record was made with town 1.1.0, but the version here is 1.0.0"]);
    assert!(opened.stopped.is_none());
    let mut replayer = Replayer::new(&finder);
    let played = replayer.play(&record);
    assert!(played.result.is_ok() && played.other.unwrap().ends_with("here is 1.0.0"));
}

#[test]
fn where_it_goes_another_way_is_told_with_the_answer() {
    let scratch = Scratch::new("another_way");
    let store = scratch.0.join("store");
    install(&store, "town", &game("town", "1.0.0", "", 2));
    let finder = Finder::nowhere().with_folder(&store);
    let mut record = play_last_options(&load(&finder, &Request::new(["town"])).unwrap(), 12);
    // In the version that the record names, the seventh answer would still be possible.
    let answers: Vec<usize> =
        (0..record.moves.len()).filter(|&n| matches!(record.moves[n], Move::Answer { .. })).collect();
    let at = answers[6];
    if let Move::Answer { pick, .. } = &mut record.moves[at] {
        *pick = "99,99,0".to_owned();
    }
    record.packs = vec!["town@0.9.0#00".to_owned()];
    let before = record.clone();
    let opened = opening::open(&finder, &[], &record).unwrap();
    assert_eq!(record, before);
    let stopped = opened.stopped.as_ref().unwrap();
    assert_eq!((stopped.answer, stopped.of, stopped.difference.at), (7, answers.len(), at + 1));
    let text = stopped.to_string();
    assert!(
        text.starts_with(&format!("from answer 7 of {} on, the game differs: move {}", answers.len(), at + 1)),
        "{text}"
    );
    assert_eq!(other_pack_texts(&opened), ["the record was made with town 0.9.0, but the version here is 1.0.0"]);
    // The game can be continued from the position before that answer.
    let again = record_of(&opened.session, "saved");
    assert_eq!(again.moves.iter().filter(|m| matches!(m, Move::Answer { .. })).count(), 6);
    let failure = Replayer::new(&finder).replay(&record).err().unwrap();
    assert_eq!(failure.code(), "other_content");
    assert!(failure.to_string().contains("here is 1.0.0, and from answer 7 of"), "{failure}");
}

#[test]
fn what_a_change_does_is_seen_by_the_packs_as_they_are() {
    let scratch = Scratch::new("current");
    let (store, work) = (scratch.0.join("store"), scratch.0.join("work"));
    install(&store, "town", &game("town", "1.0.0", "", 2));
    let finder = Finder::nowhere().with_folder(&store);
    let record = play_last_options(&load(&finder, &Request::new(["town"])).unwrap(), 12);
    put(&work, "town", &game("town", "1.0.1", "", 2));
    let finder = finder.with_folder(&work);
    assert!(Replayer::new(&finder).play(&record).other.is_none());
    let played = Replayer::new(&finder).by_current().play(&record);
    assert!(played.result.is_ok());
    assert_eq!(played.other.unwrap(), "the record was made with town 1.0.0, but the version here is 1.0.1");
}
