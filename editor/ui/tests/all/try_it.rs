//! Tests the small table at the side of the window, where the user tries out the open pack.

use crate::stage::{StageLook, TestStage};

#[test]
fn a_game_is_played_at_the_side_by_clicking() {
    let mut stage = TestStage::new("play");
    stage.open_copy("glowmoor");
    stage.settle().picture("try_first");
    // The test places a tile and answers all questions until the bot has moved too.
    for _ in 0..4 {
        let places: Vec<String> = stage.labels("Place the tile at ");
        assert!(!places.is_empty(), "there is no place for the tile");
        stage.click(&places[0]);
        for _ in 0..3 {
            for no in ["Nobody", "Leave it"] {
                if stage.labels("Place the tile at ").is_empty() && stage.has(no) {
                    stage.press(no);
                }
            }
        }
    }
    stage.settle().picture("try_later");
    assert!(stage.editor().table().unwrap().game().board().tiles().len() > 6);
}

#[test]
fn bots_play_to_the_end_and_a_change_of_the_pack_reaches_the_table() {
    let mut stage = TestStage::with_look("bots", StageLook { dark: true, ..StageLook::default() });
    stage.open_copy("glowmoor").settle();
    for _ in 0..6 {
        stage.press("Step");
    }
    let answers = stage.editor().table().unwrap().session().answers();
    assert!(answers >= 6);
    stage.click("pack.ron").type_into("Text of pack.ron", "// a comment changes nothing\n").settle();
    assert_eq!(stage.editor().table().unwrap().session().answers(), answers, "the game is kept");
    stage.press("Play on");
    stage.steps(400);
    assert!(stage.editor().table().unwrap().is_over());
    stage.settle().picture("try_over_dark");
    assert!(stage.mentions("The game is over."));
}

#[test]
fn a_script_that_loops_stops_the_table_and_not_the_window() {
    let mut stage = TestStage::new("loop");
    stage.open_copy("glowmoor").settle();
    let text = stage.text("rules/drifting_light.lua") + "\non(\"placed\", function() while true do end end)\n";
    stage.write("rules/drifting_light.lua", &text).settle();
    for _ in 0..12 {
        stage.harness.step();
        if stage.editor().table().unwrap().trouble().is_some() {
            break;
        }
        if stage.has("Step") {
            stage.press("Step");
        }
    }
    let trouble = stage.editor().table().unwrap().trouble().map(str::to_owned);
    assert!(trouble.is_some_and(|t| t.contains("drifting_light")), "the table names the script");
    stage.settle().picture("try_loop");
    stage.tool("Restart");
    assert!(stage.has("New game"));
}
