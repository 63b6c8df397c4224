//! Tests the end of a game.

use egui::{Key, Modifiers};

use crate::stage::{StageLook, TestStage};

/// Returns a stage with a game that bots have played to its end.
fn play_to_end(name: &str, look: StageLook) -> TestStage {
    let mut stage = TestStage::with_look(name, look);
    stage.open_copy("carcassonne").key(Modifiers::NONE, Key::F5).settle().key(Modifiers::NONE, Key::F9);
    for _ in 0..2000 {
        if stage.editor().table().unwrap().is_over() {
            break;
        }
        stage.harness.step();
    }
    assert!(stage.editor().table().unwrap().is_over());
    stage.settle();
    stage
}

#[test]
fn the_end_says_who_won_and_what_for() {
    let mut stage = play_to_end("ending", StageLook { size: egui::vec2(1440.0, 900.0), ..StageLook::default() });
    stage.picture("ending");
    let table = stage.editor().table().unwrap();
    let scores = table.game().scores().to_vec();
    let winner = table.game().winners()[0].index() + 1;
    assert!(stage.mentions(&format!("Seat {winner} wins")) || stage.mentions("share the win"));
    assert!(scores.iter().all(|n| stage.has(&n.to_string())), "{scores:?}");
    // The final scores can be closed and opened again.
    stage.press("View the board");
    assert!(!stage.has("Play again"));
    stage.press("Final scores");
    assert!(stage.has("Play again"));
    // The picture of the board can be saved.
    stage.press("Save a picture of the board");
    let saved = stage.home.join("packs/carcassonne-board-1.png");
    assert!(std::fs::read(&saved).unwrap().starts_with(b"\x89PNG"), "{}", saved.display());
    stage.press("Play again").settle();
    let table = stage.editor().table().unwrap();
    assert!(!table.is_over() && table.session().answers() < 3);
    assert!(!stage.has("Play again"));
}

#[test]
fn the_end_has_room_in_a_small_window_and_in_the_dark() {
    let look = StageLook { size: egui::vec2(1024.0, 700.0), dark: true, ..StageLook::default() };
    let mut stage = play_to_end("ending-small", look);
    stage.picture("ending_small_dark");
    let buttons = stage.harness.ctx.content_rect();
    for label in ["Play again", "Save a picture of the board", "View the board"] {
        let at = egui_kittest::kittest::Queryable::get_by_label(&stage.harness, label).rect();
        assert!(buttons.contains_rect(at), "{label}: {at:?}");
    }
}
