//! Tests the workspaces for editing and for playing a pack.

use egui::accesskit::Role;
use egui::{Key, Modifiers, PointerButton, Rect, Vec2};
use egui_kittest::kittest::{By, Queryable};
use tilewright_core::catalog::lattice::Turn;
use tilewright_editor::context::command::EditorCommand;
use tilewright_editor::context::{EditorAction, Pane};
use tilewright_editor_model::table::asked::QuestionPrompt;

use crate::stage::{StageLook, TestStage};

fn board(stage: &TestStage) -> Option<Rect> {
    let is_board = |label: &str| label.starts_with("The board: ");
    let named =
        By::new().predicate(move |node| node.role() == Role::Canvas && node.label().is_some_and(|l| is_board(&l)));
    stage.harness.query_all(named).next().map(|node| node.rect())
}

/// Returns the share of the window that the board covers.
fn share(stage: &TestStage) -> f32 {
    let (board, window) = (board(stage).unwrap(), stage.harness.ctx.content_rect());
    board.area() / window.area()
}

fn in_play(name: &str, pack: &str, size: (f32, f32)) -> TestStage {
    let mut stage = TestStage::with_look(name, StageLook { size: Vec2::new(size.0, size.1), ..StageLook::default() });
    stage.open_copy(pack).settle().key(Modifiers::NONE, Key::F5).settle();
    stage
}

#[test]
fn in_the_room_for_playing_the_board_has_the_window() {
    for (pack, size, least) in [
        ("carcassonne", (1440.0, 900.0), 0.7),
        ("carcassonne", (1024.0, 700.0), 0.55),
        ("glowmoor", (1440.0, 900.0), 0.7),
    ] {
        let mut stage = in_play(&format!("rooms_{pack}_{}", size.0), pack, size);
        for _ in 0..6 {
            let has = share(&stage);
            assert!(has >= least, "{pack} {size:?}: {has:.3}");
            stage.press("Step").settle();
        }
        stage.picture(&format!("rooms_{pack}_{}", size.0));
        assert!(stage.has("Seat 1: played by") && !stage.has("pack.ron"));
    }
}

#[test]
fn one_key_leads_to_the_game_and_back() {
    let mut stage = in_play("rooms_door", "glowmoor", (1280.0, 800.0));
    assert!(!stage.has("Filter files") && !stage.has("Timeline"));
    stage.press("Details");
    assert!(stage.has("Timeline"), "the drawer is open");
    stage.key(Modifiers::NONE, Key::F5).settle();
    assert!(stage.has("pack.ron") && !stage.has("Timeline"), "only the table shows the game");
    stage.press("Play").settle();
    assert!(stage.has("Timeline"), "the drawer is still open");
    let ctx = stage.harness.ctx.clone();
    stage.editor().act(&ctx, EditorAction::Command(EditorCommand::Show(Pane::Code)));
    stage.settle();
    assert!(stage.has("pack.ron"), "files are in the room where they are written");
    let home = stage.home.clone();
    drop(stage);
    let mut stage = TestStage::in_home(home, StageLook::default());
    stage.open_copy("glowmoor").settle().key(Modifiers::NONE, Key::F5).settle();
    assert!(stage.has("Timeline"), "and at the next start");
}

#[test]
fn the_board_stays_where_it_is_from_question_to_question() {
    let mut stage = in_play("rooms_still", "carcassonne", (1280.0, 800.0));
    let before = board(&stage).unwrap();
    let mut sizes = Vec::new();
    for _ in 0..12 {
        stage.press("Step").settle();
        assert_eq!(board(&stage).unwrap(), before);
        let cells = stage.labels("Place the tile at ");
        if let Some(first) = cells.first() {
            sizes.push(stage.harness.query_all_by_label(first).last().unwrap().rect().width().round());
        }
    }
    assert!(sizes.len() > 2 && sizes.windows(2).all(|two| two[1] <= two[0]), "it never comes nearer: {sizes:?}");
}

/// Returns a place where the tile in play fits at several turns, with these turns; bots answer until there is one.
fn place_with_turns(stage: &mut TestStage) -> (String, Vec<Turn>) {
    for _ in 0..60 {
        let editor = stage.editor();
        let table = editor.table().unwrap();
        let asked = table.session().decision().filter(|_| table.asks_person());
        let asked = asked.map(|decision| QuestionPrompt::new(table.game(), editor.texts(), decision));
        let spots = asked.into_iter().flat_map(|asked| asked.spots);
        let several = spots.filter(|spot| spot.is_placement() && spot.entries.len() > 1);
        let found = several.map(|spot| (spot.name, spot.entries.iter().filter_map(|e| e.turn).collect())).next();
        if let Some(found) = found {
            return found;
        }
        stage.press("Step").settle();
    }
    panic!("no tile fits at several turns");
}

#[test]
fn the_tile_in_play_turns_by_the_right_button_and_by_the_wheel() {
    let mut stage = in_play("rooms_turn", "carcassonne", (1280.0, 800.0));
    for by_wheel in [false, true] {
        let (place, turns) = place_with_turns(&mut stage);
        let at = stage.harness.query_all_by_label(&place).last().unwrap().rect().center();
        stage.harness.hover_at(at);
        stage.harness.run_ok();
        let answers = stage.editor().table().unwrap().session().answers();
        if by_wheel {
            let (delta, phase) = (Vec2::new(0.0, -1.0), egui::TouchPhase::Move);
            let (unit, modifiers) = (egui::MouseWheelUnit::Line, Modifiers::NONE);
            let source = egui::MouseWheelSource::Wheel;
            stage.harness.event(egui::Event::MouseWheel { unit, delta, phase, modifiers, source });
        } else {
            for pressed in [true, false] {
                let (button, modifiers) = (PointerButton::Secondary, Modifiers::NONE);
                stage.harness.event(egui::Event::PointerButton { pos: at, button, pressed, modifiers });
                stage.harness.step();
            }
        }
        stage.harness.run_ok();
        let table = stage.editor().table().unwrap();
        assert_eq!(table.session().answers(), answers, "it is turned, not put down");
        let tiles = table.game().board().tiles().len();
        stage.click(&place);
        let laid = stage.editor().table().unwrap().game().board().tiles().nth(tiles).unwrap().turn;
        assert_eq!(laid, turns[1], "of {turns:?}, by the wheel: {by_wheel}");
        stage.settle();
    }
}

#[test]
fn painter_and_board_have_more_than_half_of_the_window_where_packs_are_made() {
    let look = StageLook { size: egui::vec2(1440.0, 900.0), ..StageLook::default() };
    let mut stage = TestStage::with_look("rooms-author", look);
    stage.open_copy("glowmoor").settle();
    let views = stage.editor().views_in_sight();
    let both = views.iter().filter(|(pane, _)| matches!(pane, Pane::Tiles | Pane::Table));
    let area: f32 = both.map(|(_, rect)| rect.area()).sum();
    let share = area / (1440.0 * 900.0);
    assert!(share >= 0.55, "{share}");
}
