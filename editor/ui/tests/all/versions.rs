//! Tests several versions of one pack: saved games open with the versions that they name, and the open pack uses
//! compatible versions.

use std::path::{Path, PathBuf};

use tilewright_core::session::Session;
use tilewright_core::session::record::{Move, Record};
use tilewright_editor::context::Pane;
use tilewright_editor::context::command::EditorCommand;
use tilewright_editor_model::pack::document::disk::write_folder;
use tilewright_editor_model::table::TableGame;
use tilewright_kit::games::save::{record_of, write_file};
use tilewright_kit::packs::archive::Archive;
use tilewright_kit::packs::find::{Finder, PackFiles};
use tilewright_kit::packs::load::{Request, load};
use tilewright_kit::packs::template;

use crate::sharing::command;
use crate::stage::{StageLook, TestStage};

/// Returns a small game with this version and this number of points for each tile of a pond.
fn town(version: &str, points: u32) -> PackFiles {
    let mut files = template::game("town");
    let head = files["pack.ron"].replace("version: \"0.1.0\",", &format!("version: \"{version}\","));
    let head = head.replace("on: pond, per_tile: 2,", &format!("on: pond, per_tile: {points},"));
    assert!(head.contains(version) && head.contains(&format!("per_tile: {points},")), "{head}");
    files.insert("pack.ron".into(), head.into());
    files
}

/// Installs a pack as an archive.
fn install(stage: &TestStage, id: &str, files: &PackFiles) {
    let archive = Archive::from_pack(id, files, None).unwrap();
    let folder = stage.home.join("packs");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join(archive.file_name()), archive.write().unwrap()).unwrap();
}

/// Opens a pack in a separate folder.
fn open(stage: &mut TestStage, id: &str, files: &PackFiles) {
    let folder = stage.home.join("work").join(id);
    std::fs::create_dir_all(folder.parent().unwrap()).unwrap();
    write_folder(&folder, files.iter().map(|(path, text)| (&**path, &**text))).unwrap();
    let ctx = stage.harness.ctx.clone();
    stage.harness.step();
    stage.editor().open(&ctx, &folder);
    stage.settle();
}

/// Returns the record of a game with the pack that a finder finds by this name.
fn play_record(finder: &Finder, name: &str, answers: usize) -> Record {
    let loaded = load(finder, &Request::new([name])).unwrap();
    let mut session = Session::new(loaded.machine().unwrap(), 2, 7).unwrap();
    session.start().unwrap();
    for _ in 0..answers {
        let decision = session.decision().unwrap();
        let pick = decision.options.get(session.game(), decision.options.count() - 1).unwrap();
        session.answer(pick).unwrap();
    }
    record_of(&session, "saved")
}

fn resume(stage: &mut TestStage, path: &Path) {
    command(stage, EditorCommand::Show(Pane::Table));
    command(stage, EditorCommand::Show(Pane::Report));
    stage.settle().press("Save and resume");
    stage.retype("File of the game", &path.display().to_string());
    stage.press("Resume the game").settle();
    stage.settle();
}

fn save_record(stage: &TestStage, record: &Record) -> PathBuf {
    let path = stage.home.join("saved.json");
    write_file(&path, record).unwrap();
    path
}

fn table(stage: &mut TestStage) -> &TableGame {
    stage.editor().table().unwrap()
}

/// Returns the packs at the table with their versions.
fn at_table(stage: &mut TestStage) -> Vec<String> {
    table(stage).rules().0.packs.iter().map(|pack| format!("{} {}", pack.id, pack.version)).collect()
}

#[test]
fn a_saved_game_opens_by_the_versions_that_it_names() {
    let mut stage =
        TestStage::with_look("versions_named", StageLook { size: egui::vec2(1600.0, 1000.0), ..StageLook::default() });
    install(&stage, "town", &town("1.0.0", 2));
    install(&stage, "town", &town("2.0.0", 5));
    let finder = Finder::nowhere().with_folder(stage.home.join("packs"));
    let record = play_record(&finder, "town@1.0.0", 12);
    let path = save_record(&stage, &record);
    // The open pack has another version, and yet another one is installed.
    open(&mut stage, "town", &town("3.0.0", 7));
    resume(&mut stage, &path);
    assert_eq!(at_table(&mut stage), ["town 1.0.0"]);
    assert_eq!(record_of(table(&mut stage).session(), "saved"), record);
    assert!(stage.has("This game uses the versions that it was saved with."));
    assert!(stage.mentions("At the table: town 1.0.0."));
    stage.picture("versions_named");
    // The game keeps these packs while the open pack changes, until the user lets the changes in.
    let text = stage.text("pack.ron").replace("per_tile: 7", "per_tile: 8");
    stage.write("pack.ron", &text).settle();
    assert_eq!(at_table(&mut stage), ["town 1.0.0"]);
    stage.press("Apply changes again").settle();
    assert_eq!(at_table(&mut stage), ["town 3.0.0"]);
    assert!(!table(&mut stage).is_held());
}

#[test]
fn where_the_versions_are_gone_it_is_told_what_is_otherwise_and_from_which_answer_on() {
    let mut stage = TestStage::new("versions_gone");
    let work = town("3.0.0", 7);
    open(&mut stage, "town", &work);
    let finder = Finder::nowhere().with_folder(stage.home.join("work"));
    let mut record = play_record(&finder, "town", 12);
    record.packs = vec!["town@2.5.0#00".to_owned()];
    let path = save_record(&stage, &record);
    resume(&mut stage, &path);
    assert_eq!(at_table(&mut stage), ["town 3.0.0"]);
    assert!(stage.mentions("The packs have changed since this game"));
    assert!(stage.mentions("It was saved with town 2.5.0, which cannot be found; it is played with 3.0.0."));
    // The game uses the open packs, so their changes reach the game.
    assert!(!table(&mut stage).is_held());
    stage.press("Continue from there");
    // The record is changed as if made by a version in which the seventh answer was possible.
    let is_answer = |n: &usize| matches!(record.moves[*n], Move::Answer { .. });
    let at = (0..record.moves.len()).filter(is_answer).nth(6).unwrap();
    if let Move::Answer { pick, .. } = &mut record.moves[at] {
        *pick = "99,99,0".to_owned();
    }
    let path = save_record(&stage, &record);
    let before = std::fs::read(&path).unwrap();
    resume(&mut stage, &path);
    assert!(stage.mentions("The game in this file could not be replayed to its end"));
    assert!(stage.mentions("6 of 12 moves were replayed"));
    assert!(stage.mentions("At move 7 the old game is no longer possible"));
    assert_eq!(std::fs::read(&path).unwrap(), before);
    stage.picture("versions_gone");
    // No version of this pack is installed.
    record.packs = vec!["village@1.0.0#00".to_owned()];
    let path = save_record(&stage, &record);
    resume(&mut stage, &path);
    assert!(stage.editor().notices().texts().any(|text| text.contains("village")), "a notice names the missing pack");
}

#[test]
fn the_open_pack_goes_with_the_versions_that_fit_it() {
    let mut stage = TestStage::new("versions_chosen");
    install(&stage, "town", &town("1.4.0", 2));
    install(&stage, "town", &town("2.0.0", 5));
    let onto = |needs: &str| {
        let head = format!(
            "Pack(id: \"onto\", version: \"1.0.0\", format: 1, title: \"Onto\", authors: [\"Example\"], licence: \"MIT\", \
             needs: [\"town {needs}\"])\n"
        );
        PackFiles::from([("pack.ron".into(), head.into())])
    };
    open(&mut stage, "onto", &onto("^1"));
    assert_eq!(stage.editor().problems().counts().0, 0);
    command(&mut stage, EditorCommand::Show(Pane::Table));
    stage.settle();
    assert_eq!(at_table(&mut stage), ["town 1.4.0", "onto 1.0.0"], "the newest that fits, not the newest");
    // After a change of its requirement, the pack uses the other version.
    let text = stage.text("pack.ron").replace("town ^1", "town ^2");
    stage.write("pack.ron", &text).settle();
    stage.press("New game").settle();
    assert_eq!(at_table(&mut stage), ["town 2.0.0", "onto 1.0.0"]);
    // A requirement that no version satisfies is reported at its place.
    let text = stage.text("pack.ron").replace("town ^2", "town ^3");
    stage.write("pack.ron", &text).settle();
    let problems = &stage.editor().problems().all;
    let told = problems.iter().find(|problem| problem.diagnostic.is_error()).unwrap();
    assert_eq!((told.diagnostic.code, told.place.as_ref().map(|place| &*place.path)), ("P0203", Some("pack.ron")));
}

#[test]
fn a_game_that_was_left_goes_on_by_the_versions_that_it_was_played_with() {
    let mut stage = TestStage::new("versions_left");
    open(&mut stage, "town", &town("1.0.0", 2));
    command(&mut stage, EditorCommand::PlayLayout);
    stage.settle();
    (0..6).for_each(|_| drop(stage.press("Step").settle().labels("")));
    let (was, position) = (table(&mut stage).history().now(), table(&mut stage).game().fingerprint());
    // The program is killed, and the pack changes; the version of the game is installed.
    let home = stage.home.clone();
    drop(stage);
    for (path, text) in town("2.0.0", 5) {
        std::fs::write(home.join("work/town").join(&*path), &*text).unwrap();
    }
    let mut stage = TestStage::in_home(home, StageLook::default());
    install(&stage, "town", &town("1.0.0", 2));
    stage.harness.step();
    assert!(stage.has("Unfinished game"));
    stage.press("Continue").settle();
    stage.settle();
    assert_eq!(at_table(&mut stage), ["town 1.0.0"]);
    assert!(table(&mut stage).is_held() && stage.mentions("At the table: town 1.0.0."));
    let history = table(&mut stage).history();
    assert!(history.now() >= was && history.branch().marks()[was].fingerprint == position);
}
