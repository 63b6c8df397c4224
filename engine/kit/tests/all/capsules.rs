//! Tests games in files that can be sent to others, and games that become tests.

use tilewright_core::session::Session;
use tilewright_kit::games::capsule::Capsule;
use tilewright_kit::games::replay::{other_content, replay_all};
use tilewright_kit::games::save::record_of;
use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::load::{Request, load};
use tilewright_kit::suite::{ExpectedParts, run_tests, write_test};
use tilewright_wording::ending::by_source;
use tilewright_wording::log::lines;
use tilewright_wording::narration::Narration;

use crate::archives::{entry, zip};
use crate::content;

/// Plays a game in which each answer is the first option.
fn play_game(pack: &str, answers: u32) -> Session {
    let loaded = load(&content(), &Request::new([pack])).unwrap();
    let seats = loaded.catalog().unwrap().seats.0.max(2);
    let mut session = Session::new(loaded.machine().unwrap(), seats, 9).unwrap();
    session.start().unwrap();
    for number in 0..answers {
        let Some(decision) = session.decision() else { break };
        let count = decision.options.count();
        let pick = decision.options.get(session.game(), number * 7 % count).unwrap();
        session.answer(pick).unwrap();
    }
    session
}

fn capsule(session: &Session) -> Capsule {
    let mut capsule = Capsule { record: record_of(session, "a game"), notes: "Odd:\n…".into(), ..Capsule::default() };
    for pack in &session.game().catalog().packs {
        capsule.packs.packs.insert(pack.id.clone(), content().find(&pack.id).unwrap().read().unwrap());
    }
    capsule.picture = Some(vec![0x89, b'P', b'N', b'G']);
    capsule
}

fn folder(name: &str) -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("tilewright-kit-{}-{name}", std::process::id()));
    drop(std::fs::remove_dir_all(&folder));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn a_capsule_is_replayed_by_its_own_packs() {
    let session = play_game("traders_builders", 60);
    let capsule = capsule(&session);
    let bytes = capsule.write().unwrap();
    assert_eq!(bytes, capsule.write().unwrap(), "the same game gives the same file");
    let read = Capsule::read(&bytes).unwrap();
    assert_eq!((&read.record, &read.notes, &read.picture), (&capsule.record, &capsule.notes, &capsule.picture));
    for (id, files) in &capsule.packs.packs {
        // The capsule includes the library modules that its packs use.
        assert!(files.iter().all(|(path, text)| read.packs.packs[id][path] == *text), "{id}");
        assert!(read.packs.packs[id].keys().any(|path| path.starts_with("lib/")), "{id}");
    }
    assert_eq!(other_content(&read.load(), &read.record), None);
    let path = folder("capsule").join("game.zip");
    std::fs::write(&path, &bytes).unwrap();
    // The finder finds no packs: those of the capsule suffice.
    let games: Vec<_> = replay_all(&Finder::nowhere(), &path).unwrap().collect();
    assert_eq!(games.len(), 1);
    let again = games.into_iter().next().unwrap().result.unwrap();
    assert_eq!(again.game().fingerprint(), session.game().fingerprint());
}

#[test]
fn hostile_capsules_are_refused_with_a_reason() {
    let archive =
        |files: &[(&str, &[u8])]| zip(&files.iter().map(|(name, bytes)| entry(name, bytes)).collect::<Vec<_>>());
    let code = |bytes: &[u8]| Capsule::read(bytes).map(|_| ()).unwrap_err().code();
    assert_eq!(code(b"PK\x03\x04 and nothing"), "bad_archive");
    for name in ["../record.json", "packs/a/../../b", "/etc/x", "packs/a/c:d", "packs/a\\b/c", "packs//x", "other.txt"]
    {
        assert_eq!(code(&archive(&[(name, b"x")])), "bad_name", "{name}");
    }
    assert_eq!(code(&archive(&[("notes.md", b"x")])), "bad_record");
    assert_eq!(code(&archive(&[("record.json", b"{}")])), "bad_record");
    assert_eq!(code(&archive(&[("record.json", b"\xff\xfe")])), "no_text");
    let zeros = vec![b' '; (16 << 20) + 1];
    assert_eq!(code(&archive(&[("notes.md", &zeros)])), "too_large");
    let good = capsule(&play_game("carcassonne", 10)).write().unwrap();
    for length in (0..good.len()).step_by(good.len() / 60) {
        assert!(Capsule::read(&good[..length]).is_err(), "cut at {length}");
    }
    for at in (0..good.len()).step_by(good.len() / 200) {
        let mut bent = good.clone();
        bent[at] ^= 0x5a;
        // Any result is accepted, as long as reading returns.
        let _ = Capsule::read(&bent).map(|c| c.load().is_playable());
    }
}

#[test]
fn a_game_becomes_a_test_that_holds_and_can_fail() {
    let all = ExpectedParts {
        figures: true,
        hands: true,
        bags: true,
        scores: true,
        by_kind: true,
        supply: true,
        counters: true,
        tokens: true,
        set_aside: true,
        sheets: true,
        decision: true,
        options: true,
        over: true,
        worth: true,
    };
    let root = folder("written");
    for (pack, answers) in
        [("carcassonne", 45), ("messages", 70), ("labyrinth", 50), ("river", 40), ("carcassonne", 900)]
    {
        let mut session = play_game(pack, answers);
        let text = write_test(&mut session, "played", all);
        let place = root.join(pack);
        for (path, file) in content().find(pack).unwrap().read().unwrap() {
            if !path.starts_with("tests/") {
                let path = place.join(&*path);
                std::fs::create_dir_all(path.parent().unwrap()).unwrap();
                std::fs::write(path, &*file).unwrap();
            }
        }
        std::fs::create_dir_all(place.join("tests")).unwrap();
        let run = |text: &str| {
            std::fs::write(place.join("tests/played.ron"), text).unwrap();
            run_tests(&content(), &place.display().to_string(), "").unwrap().remove(0).failure
        };
        assert_eq!(run(&text), None, "{pack} after {answers} answers\n{text}");
        let mut scores = session.game().scores().to_vec();
        scores[0] += 1;
        let other = text.replace(&format!("scores: {:?}", session.game().scores()), &format!("scores: {scores:?}"));
        assert_eq!(run(&other).unwrap().code, "scores_differ");
    }
}

#[test]
fn what_is_read_aloud_adds_up_to_the_scores() {
    for pack in ["carcassonne", "fairy", "glowmoor"] {
        let session = play_game(pack, 900);
        let game = session.game();
        let lines = lines(game, "en");
        let placed = lines.iter().filter(|l| matches!(l.told, Narration::Placed { .. })).count();
        assert!(placed > 20, "{pack}: {placed}");
        let mut last = vec![None; game.seat_count()];
        for line in &lines {
            if let Narration::Points { seat, .. } = line.told {
                last[seat.index()] = line.score;
            }
        }
        for (seat, score) in game.scores().iter().enumerate() {
            assert_eq!(last[seat].unwrap_or(*score), *score, "{pack}");
        }
        let mut sums = vec![0; game.seat_count()];
        for (_, row) in by_source(game, "en") {
            sums.iter_mut().zip(row).for_each(|(sum, n)| *sum += n);
        }
        assert_eq!(sums, game.scores(), "{pack}");
        assert!(
            matches!(lines.last().map(|l| &l.told), Some(Narration::Over(outcome)) if !outcome.winners.is_empty()),
            "{pack}"
        );
    }
}
