//! Opens the files of version 0.1.0, which every later version must open and play identically. The files in
//! `tests/v0_1` never change.

use std::fs;
use std::path::{Path, PathBuf};

use tilewright_core::session::Entry;
use tilewright_core::session::record::Record;
use tilewright_kit::games::capsule::Capsule;
use tilewright_kit::games::opening::{open, open_loaded};
use tilewright_kit::games::running::{RunningGame, read};
use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::load::{Request, load};
use tilewright_kit::records::stream::Records;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/v0_1")
}

fn finder() -> Finder {
    Finder::nowhere().with_folder(folder().join("packs"))
}

/// Plays a record again from its beginning. Returns a line with the packs, the scores, and a hash of all options at
/// each answer (FNV-1a of 64 bits).
fn describe(record: &Record) -> String {
    let opened = open(&finder(), &[], record).unwrap();
    assert!(opened.stopped.is_none() && opened.others.is_empty() && opened.followed.is_empty(), "{}", record.id);
    let mut session = opened.session;
    let (scores, line) = (session.game().scores().to_vec(), session.timeline());
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for (at, entry) in line.log().iter().enumerate() {
        if !matches!(entry, Entry::Answer(answer) if !answer.forced) {
            continue;
        }
        session.jump_to(&line, at).unwrap();
        let (game, decision) = (session.game(), session.decision().unwrap());
        let keys: Vec<String> = decision.options.iter(game).map(|option| decision.options.key(game, option)).collect();
        for byte in format!("{} {} {keys:?}\n", decision.seat.0, decision.ask).bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    let packs: Vec<&str> = record.packs.iter().filter_map(|pack| pack.split('@').next()).collect();
    format!("{} {scores:?} {hash:016x}", packs.join("+"))
}

#[test]
fn packs_of_version_0_1_are_playable() {
    let mut count = 0;
    for entry in fs::read_dir(folder().join("packs")).unwrap() {
        let path = entry.unwrap().path();
        let loaded = load(&finder(), &Request { lints: false, ..Request::new([path.to_string_lossy()]) }).unwrap();
        assert!(
            loaded.is_playable() && loaded.errors().next().is_none(),
            "{}: {:?}",
            path.display(),
            loaded.diagnostics
        );
        count += 1;
    }
    assert_eq!(count, 18);
}

#[test]
fn games_of_version_0_1_have_the_same_options_and_scores() {
    let records = Records::open(&folder().join("records.jsonl")).unwrap();
    let games: String = records.map(|record| format!("{}\n", describe(&record.unwrap()))).collect();
    let expected = fs::read_to_string(folder().join("games.txt")).unwrap();
    for (game, expected) in games.lines().zip(expected.lines()) {
        assert_eq!(game, expected);
    }
    assert_eq!(games, expected);
}

#[test]
fn a_save_of_version_0_1_is_continued() {
    let copy = std::env::temp_dir().join(format!("tilewright-v0-1-{}.jsonl", std::process::id()));
    fs::copy(folder().join("game-1.jsonl"), &copy).unwrap();
    let kept = read(&copy).unwrap();
    let opened = open(&finder(), &[], &kept.record).unwrap();
    assert!(opened.stopped.is_none() && opened.session.chosen_count() == 40);
    let mut session = opened.session;
    let mut running = RunningGame::resume(&kept).unwrap();
    let pick = session.decision().map(|decision| decision.options.get(session.game(), 0).unwrap()).unwrap();
    session.answer(pick).unwrap();
    running.note(&session).unwrap();
    drop(running);
    assert_eq!(read(&copy).unwrap().answers(), 41);
    fs::remove_file(copy).unwrap();
}

#[test]
fn a_capsule_of_version_0_1_is_played_by_its_own_packs() {
    let capsule = Capsule::read(&fs::read(folder().join("capsule.zip")).unwrap()).unwrap();
    assert_eq!(capsule.notes, "A game of version 0.1.0.");
    let opened = open_loaded(capsule.load(), &capsule.record).unwrap();
    assert!(opened.stopped.is_none() && opened.others.is_empty());
    assert_eq!(opened.session.chosen_count(), 40);
}
