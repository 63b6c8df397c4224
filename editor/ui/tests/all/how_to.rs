//! Tests the window that explains the game at the table.

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use tilewright_editor::context::EditorAction;

use crate::stage::{StageLook, TestStage};
use crate::table::current_question;

fn open(name: &str, pack: &str, look: StageLook) -> TestStage {
    let mut stage = TestStage::with_look(name, look);
    stage.open_copy(pack).settle().key(Modifiers::NONE, Key::F5);
    stage
}

/// A click on the table opens the explanation of the game, with the steps of a turn, the pieces and the examples that
/// the tests of the pack play.
#[test]
fn the_game_is_explained_one_click_from_the_table() {
    let look = StageLook { size: egui::vec2(1440.0, 900.0), ..StageLook::default() };
    let mut stage = open("how_to", "carcassonne", look);
    stage.press("How to play").settle();
    let ctx = stage.harness.ctx.clone();
    stage.editor().wait_for_examples(&ctx);
    stage.settle().picture("how_to");
    assert!(stage.mentions("build a landscape together"));
    assert!(stage.has("1. Place the tile") && stage.has("2. Place a follower, or none"));
    assert!(stage.mentions("Knight (City)") && stage.mentions("Farmer (Field)"));
    let boards = stage.labels("Board of the example: ");
    assert!(boards.len() >= 8, "{boards:?}");
    assert!(stage.harness.get_by_label(&boards[0]).rect().width() > 40.0);
    stage.press("Examples").settle().picture("how_to_examples");
}

/// The window opens at the step or the pack of the question that waits.
#[test]
fn the_explanation_opens_at_the_rule_in_question() {
    let mut stage =
        open("how_to_at", "messages", StageLook { size: egui::vec2(1440.0, 900.0), ..StageLook::default() });
    let test = "rounds/the figure that would reach a dark space is one of two";
    stage.act(EditorAction::ShowTest(test.to_owned()));
    assert!(current_question(&mut stage).is_some_and(|asked| asked.question == "Which figure moves?"));
    stage.settle().press("How to play").settle().picture("how_to_at");
    let page = stage.harness.ctx.content_rect();
    let shown = stage.harness.get_by_label_contains("rest on a dark space, and a message arrives").rect();
    assert!(page.contains_rect(shown), "the page begins at the pack that asks: {shown:?}");
    assert!(stage.mentions("You get 2 points for each pennant"), "the effects of all messages are listed");
}

/// A pack with a read-me for players shows that part of it.
#[test]
fn the_part_of_a_read_me_for_players_is_shown() {
    let mut stage = open("how_to_nl", "glowmoor", StageLook { language: "nl", dark: true, ..StageLook::default() });
    stage.press("Spelregels").settle().picture("how_to_nl_dark");
    assert!(stage.has("Een beurt") && !stage.mentions("How this pack was made"));
    let text = stage.editor().document().unwrap().text("README.md").unwrap().to_string();
    let first = text.split("## How to play\n").nth(1).unwrap().trim().split_once('.').unwrap().0.to_owned();
    let words: Vec<&str> = first.split_whitespace().take(4).collect();
    assert!(stage.mentions(&words.join(" ")), "{words:?}");
}
