//! Tests the list of unfinished games.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use egui::{Key, Modifiers, Vec2};
use egui_kittest::kittest::Queryable;
use tilewright_core::catalog::seat::Seat;
use tilewright_editor::WindowHost;
use tilewright_editor::context::command::EditorCommand;
use tilewright_editor::context::{EditorAction, Pane};
use tilewright_editor_model::table::keeper::kept_games;

use tilewright_editor::ui::notices::NoticeWeight;
use tilewright_editor_model::table::{SeatChooser, TableGame};
use tilewright_lab::bots::parse_bot;

use crate::left::{drop_editor, games, put, table_of, table_state};
use crate::stage::{StageLook, TestStage};

fn all(stage: &mut TestStage) -> &mut TestStage {
    let ctx = stage.harness.ctx.clone();
    stage.harness.run_ok();
    stage.editor().wait_for_games(&ctx);
    stage.harness.run_ok();
    stage
}

/// Returns a game with branches and points.
fn table(seed: u64) -> TableGame {
    let mut table = table_of("carcassonne", seed);
    let best = SeatChooser::Bot(parse_bot("greedy").unwrap());
    (0..2).for_each(|seat| table.seat(seat, best.clone()));
    // A person is to move, so that the game waits when it continues.
    let waits = |table: &TableGame| table.game().decision().is_some_and(|decision| decision.seat == Seat(0));
    while table.game().scores().iter().all(|points| *points == 0) || !waits(&table) {
        assert!(table.step());
    }
    assert!(!table.is_over());
    table.seat(0, SeatChooser::Person);
    table
}

/// Returns the names of the games in the list, from top to bottom.
fn list_games(stage: &TestStage) -> Vec<String> {
    let names = stage.labels("Continue ");
    names.iter().map(|name| name.replacen("Continue ", "", 1)).collect()
}

/// Returns a stage with three unfinished games of one pack, with the pack and the list open.
fn left(name: &str, look: StageLook) -> TestStage {
    let mut stage = TestStage::with_look(name, look);
    stage.open_copy("carcassonne").settle();
    for seed in 3..6 {
        put(&mut stage, table(seed));
        // The pause gives each file a different time.
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let mut stage = TestStage::in_home(drop_editor(stage), look);
    stage.harness.step();
    stage.press("Not now");
    stage.open_copy("carcassonne").settle();
    if stage.has("Not now") {
        stage.press("Not now");
    }
    // The list is above notices that were shown before it was opened.
    let ctx = stage.harness.ctx.clone();
    stage.editor().act(&ctx, EditorAction::Notify(NoticeWeight::Failed, "Something".to_owned()));
    stage.harness.run_ok();
    stage.key(Modifiers::COMMAND, Key::G);
    all(&mut stage);
    stage
}

#[test]
fn games_are_called_something_deleted_taken_back_and_gone_on_with() {
    let mut stage = left("games_list", StageLook::default());
    stage.picture("games_list");
    assert_eq!(list_games(&stage), ["Carcassonne", "Carcassonne", "Carcassonne"]);
    let scores: Vec<i32> = table(5).game().scores().to_vec();
    assert!(scores.iter().any(|n| *n > 0) && scores.iter().all(|n| stage.has(&n.to_string())), "{scores:?}");
    assert!(stage.mentions("moves · 2 branches · just now"));
    // The newest game gets a name, which is saved in its file.
    stage.harness.query_all_by_label("Rename Carcassonne").next().unwrap().click();
    stage.harness.run_ok();
    stage.key(Modifiers::NONE, Key::Escape);
    assert!(stage.has("My games"), "only the field is left");
    stage.harness.query_all_by_label("Rename Carcassonne").next().unwrap().click();
    stage.harness.run_ok();
    stage.retype("Name of the game", "Sunday");
    assert_eq!(list_games(&stage), ["Sunday", "Carcassonne", "Carcassonne"]);
    let titles = |stage: &TestStage| -> Vec<String> {
        kept_games(&stage.home.join("games")).iter().map(|game| game.title().to_owned()).collect()
    };
    assert_eq!(titles(&stage), ["Sunday", "", ""], "it is still the newest");
    // A deleted game can be restored from the notice.
    stage.press("Delete Sunday");
    all(&mut stage).picture("games_deleted");
    assert_eq!((list_games(&stage), titles(&stage).len()), (vec!["Carcassonne".to_owned(); 2], 2));
    stage.press("Undo");
    all(&mut stage);
    assert_eq!((list_games(&stage).len(), titles(&stage)[0].as_str()), (3, "Sunday"));
    // The game continues in the workspace for playing, keeps its name, and has one file.
    stage.press("Continue Sunday").settle();
    stage.settle();
    assert_eq!(table_state(&mut stage).3, {
        let other = table(5);
        let steps = other.history().branches().iter().map(|b| b.steps().iter().map(|s| s.key.clone()).collect());
        steps.collect::<Vec<Vec<String>>>()
    });
    assert!(!stage.has("Files of the pack") && games(&stage) == 3);
    assert_eq!(stage.editor().table().unwrap().title(), "Sunday");
    let stage = TestStage::in_home(drop_editor(stage), StageLook::default());
    assert_eq!(titles(&stage)[0], "Sunday");
}

#[test]
fn a_new_game_leaves_the_old_one_in_the_list_and_leads_back_to_it() {
    let mut stage = TestStage::new("games_before");
    stage.open_copy("carcassonne").settle();
    put(&mut stage, table(3));
    let was = table_state(&mut stage);
    let ctx = stage.harness.ctx.clone();
    stage.editor().act(&ctx, EditorAction::Command(EditorCommand::Show(Pane::Table)));
    stage.editor().act(&ctx, EditorAction::Command(EditorCommand::NewGame));
    stage.settle().settle();
    assert_ne!(table_state(&mut stage).0, was.0);
    assert!(stage.has("The previous game was saved.") || stage.mentions("The previous game was saved."));
    stage.picture("games_before").press("Return to it").settle();
    stage.settle();
    assert_eq!(table_state(&mut stage), was);
}

#[test]
fn a_game_that_is_over_is_looked_at_again_and_saved() {
    let mut stage = TestStage::new("games_over");
    stage.open_copy("carcassonne").settle();
    let mut over = table(3);
    while over.step() {}
    let mut seating = over.seating().clone();
    seating.call(0, "Anna");
    seating.call(1, "Ben");
    over.set_seating(seating);
    let (was, scores) = (over.game().fingerprint(), over.game().scores().to_vec());
    let winners: Vec<&str> = over.game().winners().iter().map(|seat| ["Anna", "Ben"][seat.index()]).collect();
    assert_eq!(winners.len(), 1, "seed 3 has one winner");
    put(&mut stage, over);
    put(&mut stage, table(4));
    stage.key(Modifiers::COMMAND, Key::W).settle();
    stage.all_cards().settle();
    all(&mut stage).picture("games_over_first");
    assert_eq!(list_games(&stage), ["Carcassonne"], "the first page lists only unfinished games");
    stage.click("All games (2)");
    all(&mut stage).picture("games_over");
    assert!(stage.has("Finished") && stage.has(&format!("Carcassonne · won by {}", winners[0])));
    assert!(scores.iter().all(|points| stage.has(&points.to_string())));
    // The game can be saved without being at the table.
    stage.press("Save Carcassonne");
    let file = stage.home.join("packs/carcassonne-game.json");
    stage.press("Save");
    assert!(file.is_file());
    stage.key(Modifiers::COMMAND, Key::G);
    all(&mut stage).press("View Carcassonne").settle();
    stage.settle();
    let table = stage.editor().table().unwrap();
    assert!(table.is_over() && table.game().fingerprint() == was && table.seating().name(0) == "Anna");
    assert!(stage.mentions(&format!("{} wins", winners[0])) && stage.has("Play again"));
    assert_eq!(games(&stage), 2);
    // After undoing an answer the game is in play again and will be offered as unfinished.
    stage.press("View the board").press("Take back");
    assert!(!stage.editor().table().unwrap().is_over());
    let stage = TestStage::in_home(drop_editor(stage), StageLook::default());
    let kept = kept_games(&stage.home.join("games"));
    assert_eq!(kept.iter().map(|game| game.final_scores().is_some()).collect::<Vec<_>>(), [false, false]);
}

#[test]
fn the_first_page_has_the_newest_games_to_go_on_with() {
    let look = StageLook { size: Vec2::new(1280.0, 900.0), ..StageLook::default() };
    let mut stage = left("games_first", look);
    stage.press("Close").key(Modifiers::COMMAND, Key::W).settle();
    stage.open_copy("glowmoor").settle();
    // With unsaved changes in another pack, the editor asks about these first, and then continues the game.
    stage.write("notes.md", "A note\n");
    stage.key(Modifiers::COMMAND, Key::G);
    all(&mut stage);
    stage.press("From the open pack");
    assert_eq!((list_games(&stage).len(), stage.has("No games have been played yet.")), (0, true));
    stage.press("From all packs");
    stage.harness.query_all_by_label("Continue Carcassonne").next().unwrap().click();
    stage.harness.run_ok();
    assert!(stage.has("Unsaved changes"));
    stage.press("Close without saving").settle();
    stage.settle();
    assert_eq!(stage.editor().table().unwrap().game().fingerprint(), table(5).game().fingerprint());
    stage.key(Modifiers::COMMAND, Key::W).settle();
    stage.all_cards().settle();
    all(&mut stage).picture("games_first");
    assert!(stage.has("Continue playing") && list_games(&stage).len() == 3);
    stage.harness.query_all_by_label("Continue Carcassonne").next().unwrap().click();
    stage.settle();
    stage.settle();
    assert_eq!(stage.editor().table().unwrap().game().fingerprint(), table(5).game().fingerprint());
    // The list also works in a small window with the dark theme, in Dutch.
    let look = StageLook { size: Vec2::new(853.0, 600.0), dark: true, language: "nl", scale: 1.5 };
    let home = drop_editor(stage);
    std::fs::write(home.join("settings.json"), "{\"language\":\"nl\",\"dark\":true,\"motion\":false}").unwrap();
    let mut stage = TestStage::in_home(home, look);
    stage.harness.step();
    stage.press("Nu niet");
    stage.all_cards().settle();
    all(&mut stage).picture("games_first_dark");
    stage.click("Alle spellen (3)");
    all(&mut stage).picture("games_list_dark");
    assert!(stage.has("Mijn spellen"));
}

/// Returns a host whose dialog always returns `place`, and the list of proposed paths.
fn answering(place: &Path) -> (WindowHost, Arc<Mutex<Vec<PathBuf>>>) {
    let proposed: Arc<Mutex<Vec<PathBuf>>> = Arc::default();
    let picker = || -> tilewright_editor::context::Picker {
        let (place, noted) = (place.to_owned(), Arc::clone(&proposed));
        Arc::new(move |path: &Path| {
            noted.lock().unwrap().push(path.to_owned());
            Some(place.clone())
        })
    };
    (WindowHost { save_file: Some(picker()), pick_file: Some(picker()), ..WindowHost::default() }, proposed)
}

fn empty_home(name: &str) -> PathBuf {
    let home = std::env::temp_dir().join(format!("tilewright-editor-{}-{name}", std::process::id()));
    drop(std::fs::remove_dir_all(&home));
    home
}

fn give(stage: &mut TestStage, command: EditorCommand) {
    let ctx = stage.harness.ctx.clone();
    stage.editor().act(&ctx, EditorAction::Command(command));
    stage.harness.run_ok();
}

/// Draws frames until a condition that depends on another thread holds.
fn draw_until(stage: &mut TestStage, holds: impl Fn(&mut TestStage) -> bool) {
    for _ in 0..400 {
        if holds(stage) {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
        stage.harness.step();
    }
    panic!("it does not come");
}

#[test]
fn the_dialog_of_the_system_says_where_games_and_pictures_are() {
    let home = empty_home("games_dialog");
    let (host, proposed) = answering(&home.join("evening"));
    let mut stage = TestStage::with_host(home.clone(), StageLook::default(), host);
    stage.open_copy("carcassonne").settle();
    put(&mut stage, table(3));
    let was = stage.editor().table().unwrap().game().fingerprint();
    give(&mut stage, EditorCommand::SaveGame);
    // The file gets the extension of the proposed name.
    let saved = home.join("evening.json");
    draw_until(&mut stage, |_| saved.is_file());
    assert!(proposed.lock().unwrap()[0].ends_with("carcassonne-game.json"));
    give(&mut stage, EditorCommand::Show(Pane::Pictures));
    stage.settle();
    assert!(!stage.has("File"), "the dialog of the system asks for the file");
    stage.press("Save as PNG");
    let picture = home.join("evening.png");
    draw_until(&mut stage, |_| picture.is_file());
    give(&mut stage, EditorCommand::Show(Pane::Report));
    stage.settle().press("Save and resume");
    assert!(!stage.has("File of the game"));
    stage.press("Save the game");
    draw_until(&mut stage, |_| proposed.lock().unwrap().len() == 3);
    // On the first page, opening a game opens its pack too.
    stage.key(Modifiers::COMMAND, Key::W).settle();
    drop(stage);
    let (host, proposed) = answering(&saved);
    let mut stage = TestStage::with_host(home, StageLook::default(), host);
    stage.harness.step();
    stage.press("Not now");
    give(&mut stage, EditorCommand::OpenGame);
    draw_until(&mut stage, |stage| stage.editor().document().is_some());
    stage.settle().settle();
    assert_eq!(stage.editor().document().unwrap().folder().file_name().unwrap(), "carcassonne");
    assert_eq!(stage.editor().table().unwrap().game().fingerprint(), was);
    assert!(proposed.lock().unwrap()[0].ends_with("game.json"));
}

#[test]
fn paths_are_typed_where_the_system_has_no_dialog() {
    let home = empty_home("games_typed");
    // The host claims to have dialogs, but they return no path.
    let none: tilewright_editor::context::Picker = Arc::new(|_: &Path| None);
    let host = WindowHost { save_file: Some(Arc::clone(&none)), pick_file: Some(none), ..WindowHost::default() };
    let mut stage = TestStage::with_host(home.clone(), StageLook::default(), host);
    stage.open_copy("carcassonne").settle();
    put(&mut stage, table(3));
    let was = stage.editor().table().unwrap().game().fingerprint();
    give(&mut stage, EditorCommand::SaveGame);
    draw_until(&mut stage, |stage| stage.has("File of the game"));
    let saved = home.join("typed.json");
    stage.retype("File of the game", &saved.display().to_string());
    assert!(saved.is_file() && !stage.has("File of the game"));
    // After that, the editor shows text fields.
    give(&mut stage, EditorCommand::Show(Pane::Pictures));
    assert!(stage.settle().has("File"));
    put(&mut stage, table(4));
    give(&mut stage, EditorCommand::OpenGame);
    stage.retype("File of the game", &home.join("nothing.json").display().to_string());
    assert!(stage.has("There is no file with this name."));
    stage.picture("games_open");
    stage.retype("File of the game", &saved.display().to_string()).settle();
    stage.settle();
    assert_eq!(stage.editor().table().unwrap().game().fingerprint(), was);
}
