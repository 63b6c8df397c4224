use tilewright_core::machine::Machine;

use super::*;
use crate::packs::find::Finder;
use crate::packs::load::{Request, load};

struct SavedGamesFolder(PathBuf);

impl SavedGamesFolder {
    fn new(name: &str) -> SavedGamesFolder {
        let folder = std::env::temp_dir().join(format!("tilewright-running-{name}-{}", std::process::id()));
        drop(std::fs::remove_dir_all(&folder));
        SavedGamesFolder(folder)
    }
}

impl Drop for SavedGamesFolder {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

fn machine() -> Machine {
    let content = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content");
    let finder = Finder::nowhere().with_folder(content);
    load(&finder, &Request::new(["glowmoor"])).unwrap().machine().unwrap()
}

fn session() -> Session {
    let mut session = Session::new(machine(), 2, 7).unwrap();
    session.start().unwrap();
    session
}

fn answer(session: &mut Session, number: u32) {
    let decision = session.decision().unwrap();
    let pick = decision.options.get(session.game(), number % decision.options.count()).unwrap();
    session.answer(pick).unwrap();
}

#[test]
fn a_game_that_is_cut_off_anywhere_is_offered_as_far_as_it_was_written() {
    let folder = SavedGamesFolder::new("cut");
    let mut session = session();
    let mut running = RunningGame::begin(&folder.0, &session, "mine", json!({"who": 1})).unwrap();
    assert!(!running.has_answers() && left_games(&folder.0).next().is_none());
    // After each answer, and after each undo, the file leads to the current position of the game.
    let mut stood = vec![(0, record_of(&session, "mine"))];
    for number in 0..40 {
        if number % 7 == 6 {
            session.undo();
            session.undo();
        } else {
            answer(&mut session, number);
        }
        running.note(&session).unwrap();
        stood.push((std::fs::read(running.path()).unwrap().len(), record_of(&session, "mine")));
    }
    assert!(running.has_answers() && is_being_played(running.path()) && read_kept(running.path()).is_none());
    let path = running.path().to_owned();
    drop(running);
    let whole = std::fs::read(&path).unwrap();
    for (length, record) in &stood[2..] {
        std::fs::write(&path, &whole[..*length]).unwrap();
        let left = left_games(&folder.0).next().unwrap();
        assert_eq!((&left.record, &left.own), (record, &json!({"who": 1})));
        crate::games::save::resume(machine(), &left.record).unwrap();
    }
    // A file that is cut off anywhere leads to the last complete line.
    let first = whole.iter().position(|byte| *byte == b'\n').unwrap();
    for length in 0..whole.len() {
        std::fs::write(&path, &whole[..length]).unwrap();
        let left = read_kept(&path);
        assert!(left.is_none() || length > first, "{length}");
        if let Some(left) = left {
            assert!(left.record.moves.len() <= stood.iter().map(|(_, r)| r.moves.len()).max().unwrap());
        }
    }
    std::fs::write(&path, &whole).unwrap();
    let left = left_games(&folder.0).next().unwrap();
    assert_eq!(left.answers(), left.record.moves.iter().filter(|m| matches!(m, Move::Answer { .. })).count());
    left.forget();
    assert!(left_games(&folder.0).next().is_none());
}

#[test]
fn all_courses_of_a_game_are_kept() {
    let folder = SavedGamesFolder::new("courses");
    let mut session = session();
    let mut running = RunningGame::begin(&folder.0, &session, "mine", json!({})).unwrap();
    let moves = |session: &Session| moves_of(session, false);
    (0..6).for_each(|number| answer(&mut session, number));
    let first = moves(&session);
    running.note_course(0, None, first.clone()).unwrap();
    (0..3).for_each(|_| assert!(session.undo()));
    (0..4).for_each(|number| answer(&mut session, number + 1));
    let second = moves(&session);
    running.note_course(1, Some(0), second.clone()).unwrap();
    answer(&mut session, 1);
    let more = moves(&session);
    running.note_course(1, Some(0), more.clone()).unwrap();
    running.note_course(0, None, first.clone()).unwrap();
    running.note_own(json!({"names": ["old", "new"]})).unwrap();
    assert_eq!(running.courses(), 2);
    drop(running);
    let left = left_games(&folder.0).next().unwrap();
    assert_ne!(first, second);
    assert_eq!(left.courses.iter().map(|c| (c.of, &c.moves)).collect::<Vec<_>>(), [(None, &first), (Some(0), &more)]);
    assert_eq!((left.current, &left.record.moves), (0, &first));
    assert_eq!(left.own, json!({"names": ["old", "new"]}));
}

#[test]
fn each_game_has_a_file_and_none_that_was_left_goes() {
    let folder = SavedGamesFolder::new("many");
    let mut session = session();
    answer(&mut session, 0);
    let begin = || RunningGame::begin(&folder.0, &session, "", json!({})).unwrap();
    let (one, two) = (begin(), begin());
    assert_ne!(one.path(), two.path());
    let played = one.path().to_owned();
    two.end();
    for _ in 0..MOST_OVER + 5 {
        drop(begin());
    }
    assert_eq!(left_games(&folder.0).count(), MOST_OVER + 5);
    // A file that is being played stays, however old it is.
    assert!(played.is_file());
    // Files that are not games are ignored.
    std::fs::write(folder.0.join("game-99.jsonl"), "{\"record\":1}").unwrap();
    std::fs::write(folder.0.join("notes.txt"), "").unwrap();
    std::fs::create_dir(folder.0.join("game-100.jsonl")).unwrap();
    assert_eq!(left_games(&folder.0).count(), MOST_OVER + 5);
}

#[test]
fn games_that_are_over_are_kept_beside_those_that_are_not() {
    let folder = SavedGamesFolder::new("over");
    let mut session = session();
    let mut running = RunningGame::begin(&folder.0, &session, "", json!({"pack": 1})).unwrap();
    running.note_end(&session).unwrap();
    let mut number = 0;
    while session.decision().is_some() {
        answer(&mut session, number);
        number += 1;
    }
    running.note(&session).unwrap();
    running.note_end(&session).unwrap();
    running.note_own(json!({"pack": 2})).unwrap();
    let path = running.path().to_owned();
    drop(running);
    let over = read_kept(&path).unwrap().over.unwrap();
    assert_eq!((&over.points[..], &over.winners), (session.game().scores(), &session.game().winners()));
    let any = |_: &Path, _: &Json| true;
    assert!(left_game(&folder.0, any).is_none() && left_games(&folder.0).next().is_none());
    assert_eq!(kept_games(&folder.0).count(), 1);
    // The oldest finished games are removed, but never a left game.
    let text = std::fs::read(&path).unwrap();
    for number in 0..MOST_OVER + 3 {
        std::fs::write(folder.0.join(format!("game-{}.jsonl", 100 + number)), &text).unwrap();
    }
    let mut left = Session::new(machine(), 2, 8).unwrap();
    left.start().unwrap();
    answer(&mut left, 0);
    for pack in 0..MOST_OVER + 3 {
        drop(RunningGame::begin(&folder.0, &left, "", json!({ "pack": pack })).unwrap());
    }
    assert_eq!(left_games(&folder.0).count(), MOST_OVER + 3);
    assert_eq!(kept_games(&folder.0).count(), 2 * MOST_OVER + 3);
    let seventh = left_game(&folder.0, |_, own| own["pack"] == 7).unwrap();
    assert_eq!((seventh.own, left_game(&folder.0, |_, own| own["pack"] == -1).is_none()), (json!({"pack": 7}), true));
    // A game that continues after all is not over.
    let mut running = RunningGame::begin(&folder.0, &session, "", json!({})).unwrap();
    running.note_end(&session).unwrap();
    assert!(session.undo());
    running.note(&session).unwrap();
    running.note_end(&session).unwrap();
    let path = running.path().to_owned();
    drop(running);
    assert_eq!(read_kept(&path).unwrap().over, None);
    assert!(left_games(&folder.0).any(|game| game.path == path));
}

#[test]
fn a_game_that_nobody_answered_in_goes() {
    let folder = SavedGamesFolder::new("nobody");
    let mut session = session();
    let nobody = RunningGame::begin(&folder.0, &session, "", json!({})).unwrap();
    let (unanswered, empty) = (nobody.path().to_owned(), folder.0.join("game-1000.jsonl"));
    std::fs::write(&empty, "").unwrap();
    answer(&mut session, 0);
    let begin = || RunningGame::begin(&folder.0, &session, "", json!({})).unwrap();
    let played = begin();
    assert!(unanswered.exists() && !empty.exists(), "one that is being played stays, an empty one goes");
    drop((nobody, played));
    assert_eq!(left_games(&folder.0).count(), 1);
    // The file is removed, and its number is used again.
    drop(begin());
    assert_eq!((files_in(&folder.0).len(), left_games(&folder.0).count()), (2, 2));
}

#[test]
fn a_game_that_was_put_aside_is_had_back_as_it_was() {
    let folder = SavedGamesFolder::new("aside");
    let mut session = session();
    answer(&mut session, 0);
    let begin = || RunningGame::begin(&folder.0, &session, "", json!({"who": 1})).unwrap();
    let playing = begin();
    let mut path = playing.path().to_owned();
    drop(playing);
    let left = left_games(&folder.0).next().unwrap();
    let aside = left.put_aside().unwrap();
    assert!(left_games(&folder.0).next().is_none());
    // Another game has taken its number in the meantime.
    drop(begin());
    assert!(path.exists());
    path = take_back(&aside).unwrap();
    assert_eq!(read_kept(&path).map(|back| (back.record, back.when)), Some((left.record.clone(), left.when)));
    assert_eq!(left_games(&folder.0).count(), 2);
    assert!(take_back(&aside).is_err() && left_games(&folder.0).count() == 2, "once, and nothing empty stays");
    left_games(&folder.0).for_each(|left| drop(left.put_aside().unwrap()));
    clear_aside(&folder.0);
    assert!(entries_of(&folder.0).is_empty());
    let played = begin();
    let left = KeptGame { path: played.path().to_owned(), ..left };
    assert!(left.put_aside().is_err() && played.path().exists(), "one that is being played stays");
}

#[test]
fn what_the_program_keeps_besides_can_be_changed_later() {
    let folder = SavedGamesFolder::new("own");
    let mut session = session();
    answer(&mut session, 0);
    let running = RunningGame::begin(&folder.0, &session, "", json!({"title": ""})).unwrap();
    let path = running.path().to_owned();
    drop(running);
    // The program was killed in the middle of a line.
    let mut text = std::fs::read(&path).unwrap();
    text.extend(b"{\"answer\": {\"pi");
    std::fs::write(&path, text).unwrap();
    let mut left = read_kept(&path).unwrap();
    left.note_own(json!({"title": "Sunday"})).unwrap();
    let again = read_kept(&path).unwrap();
    assert_eq!((&again.record, again.when), (&left.record, left.when));
    assert_eq!((again.own, left.own), (json!({"title": "Sunday"}), json!({"title": "Sunday"})));
}
