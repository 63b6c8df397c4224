//! Tests recovery after a sudden end of the program: the game at the table with all branches, and unsaved texts.

use std::path::PathBuf;
use std::sync::Arc;

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use tilewright_editor::context::command::EditorCommand;
use tilewright_editor::context::{EditorAction, Pane};
use tilewright_editor_model::pack::document::{FileChange, PackDocument};
use tilewright_editor_model::pack::pack_set::PackSet;
use tilewright_editor_model::table::{SeatChooser, Setup, TableGame};
use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::load::{Request, load};

use crate::stage::{StageLook, TestStage};

/// Returns a game of two persons with two branches. One branch was named during the game.
fn table(seed: u64) -> TableGame {
    table_of("glowmoor", seed)
}

pub(crate) fn table_of(pack: &str, seed: u64) -> TableGame {
    let loaded = Arc::new(load(&Finder::only_bundled(), &Request::new([pack])).unwrap());
    let seats = vec![SeatChooser::Person, SeatChooser::RANDOM];
    let mut table = TableGame::begin(&loaded, Setup { seats, seed, pack_set: PackSet::default() }).unwrap();
    (0..12).for_each(|_| assert!(table.step()));
    (0..5).for_each(|_| assert!(table.undo()));
    other(&mut table);
    (0..3).for_each(|_| assert!(table.step()));
    table
}

/// Gives a different answer than before, so that a new branch starts.
fn other(table: &mut TableGame) {
    loop {
        let before = table.history().branches().len();
        let decision = table.session().decision().unwrap();
        let last = decision.options.get(table.game(), decision.options.count() - 1).unwrap();
        table.answer(last);
        if table.history().branches().len() > before {
            return;
        }
    }
}

pub(crate) fn put(stage: &mut TestStage, table: TableGame) {
    stage.editor().put_on_table(table);
    stage.harness.run_ok();
}

/// Returns the visible state of the table.
pub(crate) fn table_state(stage: &mut TestStage) -> (u64, usize, usize, Vec<Vec<String>>) {
    let table = stage.editor().table().unwrap();
    let steps = table.history().branches().iter().map(|b| b.steps().iter().map(|s| s.key.clone()).collect());
    (table.game().fingerprint(), table.history().current(), table.history().now(), steps.collect())
}

pub(crate) fn games(stage: &TestStage) -> usize {
    std::fs::read_dir(stage.home.join("games")).map_or(0, Iterator::count)
}

/// Drops the editor as if it was killed, without any cleanup, and returns its home.
pub(crate) fn drop_editor(stage: TestStage) -> PathBuf {
    let home = stage.home.clone();
    drop(stage);
    home
}

fn is_offered(stage: &mut TestStage) -> bool {
    stage.harness.step();
    stage.harness.query_by_label("Unfinished game").is_some()
}

#[test]
fn the_game_at_the_table_is_offered_with_all_its_branches() {
    let mut stage = TestStage::new("left_game");
    stage.open_copy("glowmoor").settle();
    put(&mut stage, table(3));
    let was = table_state(&mut stage);
    assert!(was.3.len() > 1 && games(&stage) == 1);
    let mut stage = TestStage::in_home(drop_editor(stage), StageLook::default());
    assert!(is_offered(&mut stage));
    stage.press("Continue").settle();
    stage.settle();
    assert_eq!(table_state(&mut stage), was);
    assert_eq!(games(&stage), 1, "it has one file again");
    // The game continues to be saved: another answer is available after the next kill.
    let ctx = stage.harness.ctx.clone();
    stage.editor().act(&ctx, EditorAction::Command(EditorCommand::StepBack));
    stage.harness.run_ok();
    stage.editor().act(&ctx, EditorAction::Command(EditorCommand::StepForth));
    stage.editor().act(&ctx, EditorAction::Command(EditorCommand::Step));
    stage.harness.run_ok();
    let was = table_state(&mut stage);
    let mut stage = TestStage::in_home(drop_editor(stage), StageLook::default());
    stage.harness.step();
    stage.press("Continue").settle();
    stage.settle();
    assert_eq!(table_state(&mut stage).3, was.3);
    // A discarded game is not offered again.
    let mut stage = TestStage::in_home(drop_editor(stage), StageLook::default());
    assert!(is_offered(&mut stage));
    stage.picture("left_game");
    stage.press("Discard");
    assert_eq!(games(&stage), 0);
    assert!(!is_offered(&mut stage));
}

#[test]
fn names_of_branches_and_who_chooses_are_kept() {
    let mut stage = TestStage::new("left_names");
    stage.open_copy("glowmoor").settle();
    let mut table = table(3);
    table.history_mut().rename(0, "as it began");
    put(&mut stage, table);
    // These changes are made without an answer in between.
    let ctx = stage.harness.ctx.clone();
    stage.editor().act(&ctx, EditorAction::Command(EditorCommand::PlayLayout));
    stage.settle().choose("Seat 2: played by", "you");
    stage.editor().act(&ctx, EditorAction::Command(EditorCommand::Show(Pane::Timeline)));
    stage.settle().type_into("Branch name", "otherwise");
    let mut stage = TestStage::in_home(drop_editor(stage), StageLook::default());
    assert!(is_offered(&mut stage));
    stage.press("Continue").settle();
    stage.settle();
    let table = stage.editor().table().unwrap();
    let names: Vec<&str> = table.history().branches().iter().map(|branch| &*branch.name).collect();
    assert_eq!(names, ["as it began", "otherwise"]);
    assert_eq!(table.people().count(), 2);
}

#[test]
fn a_new_game_keeps_the_old_one_and_of_one_that_is_over_nobody_is_asked() {
    let mut stage = TestStage::new("left_games");
    stage.open_copy("glowmoor").settle();
    put(&mut stage, table(3));
    put(&mut stage, table(4));
    assert_eq!(games(&stage), 2, "the old one stays");
    let mut over = table(5);
    while over.step() {}
    assert!(over.is_over());
    put(&mut stage, over);
    put(&mut stage, table(6));
    assert_eq!(games(&stage), 4, "one that is over stays too");
    // Games between bots are not saved.
    let mut bots = table(7);
    bots.seat(0, SeatChooser::RANDOM);
    put(&mut stage, bots);
    assert_eq!(games(&stage), 4);
    // The editor asks about each game once, starting with the latest.
    let mut stage = TestStage::in_home(drop_editor(stage), StageLook::default());
    assert!(is_offered(&mut stage));
    stage.press("Not now");
    assert!(!is_offered(&mut stage));
    stage.open_copy("glowmoor");
    assert!(is_offered(&mut stage), "another game of this pack was left");
    stage.press("Not now");
    stage.key(Modifiers::COMMAND, Key::W).open_copy("glowmoor");
    assert!(is_offered(&mut stage), "and one more");
    stage.press("Not now");
    stage.key(Modifiers::COMMAND, Key::W).open_copy("glowmoor");
    assert!(!is_offered(&mut stage), "a finished game is only in the list");
    assert_eq!(games(&stage), 4);
}

#[test]
fn texts_of_a_folder_that_is_opened_later_are_asked_about() {
    let mut stage = TestStage::new("left_later");
    stage.open_copy("glowmoor").settle();
    let folder = stage.editor().document().unwrap().folder().to_owned();
    let ctx = stage.harness.ctx.clone();
    stage.editor().act(&ctx, EditorAction::Command(EditorCommand::Close));
    stage.harness.run_ok();
    // Another program of this home had the pack open, and was killed.
    let mut other = PackDocument::open(&folder).unwrap();
    other.keep_journal(&stage.home.join("unsaved"));
    other.apply("edit", &[FileChange::edit("pack.ron", 0..0, "// typed elsewhere\n")]).unwrap();
    let asked = |stage: &mut TestStage| {
        let ctx = stage.harness.ctx.clone();
        stage.editor().act(&ctx, EditorAction::OpenFolder(folder.clone()));
        stage.settle();
        stage.harness.query_by_label("Unsaved changes found").is_some()
    };
    assert!(!asked(&mut stage), "the other program is still there");
    drop(other);
    assert!(asked(&mut stage));
    stage.press("Restore").settle();
    assert!(stage.text("pack.ron").starts_with("// typed elsewhere\n"));
    assert!(!asked(&mut stage), "once");
}
