//! Tests the hints of a bot for a person.

use std::time::Duration;

use egui::{Key, Modifiers};
use tilewright_lab::bots::{BotKind, BotSpec, Bots};

use crate::left::table_of;
use crate::stage::TestStage;

/// Draws frames until the hint is complete.
fn wait_for_hint(stage: &mut TestStage) {
    for _ in 0..20_000 {
        if stage.mentions("Point at a choice to see it") {
            return;
        }
        stage.harness.step();
    }
    panic!("the hint does not end");
}

#[test]
fn a_hint_tells_the_best_options_and_one_of_them_can_be_chosen() {
    let mut stage = TestStage::new("hints");
    stage.open_copy("carcassonne").settle().key(Modifiers::NONE, Key::F5).settle();
    assert!(!stage.mentions("What a far-sighted bot would do"));
    stage.press("Hint");
    stage.harness.step();
    assert!(stage.mentions("What a far-sighted bot would do"));
    wait_for_hint(&mut stage);
    stage.settle();
    stage.picture("hints");
    for head in ["Ahead by", "You gain", "The best opponent gains", "Tried"] {
        assert!(stage.has(head), "{head}");
    }
    let options = stage.labels("Follow the hint: ");
    assert!((2..=5).contains(&options.len()), "{options:?}");
    let best = options.first().unwrap().replace("Follow the hint: ", "");
    stage.press(&format!("Follow the hint: {best}")).settle();
    assert!(!stage.mentions("What a far-sighted bot would do"), "the hint is about the previous question");
    assert!(stage.labels("Follow the hint: ").is_empty());
}

#[test]
fn advice_is_what_the_bot_itself_would_do_and_leaves_the_game_alone() {
    let mut table = table_of("glowmoor", 4);
    while table.session().decision().is_some_and(|d| d.options.count() < 3) {
        assert!(table.step());
    }
    let before = (table.position(), table.game().fingerprint());
    let mut slices = 0;
    let told = loop {
        let advice = table.advise().clone();
        slices += 1;
        if let tilewright_editor_model::table::advice::Advice::Done(considered) = advice {
            break considered.unwrap();
        }
    };
    assert!(slices > 1, "a frame does not wait for it");
    assert_eq!(before, (table.position(), table.game().fingerprint()));
    let loaded = tilewright_kit::packs::load::load(
        &tilewright_kit::packs::find::Finder::only_bundled(),
        &tilewright_kit::packs::load::Request::new(["glowmoor"]),
    );
    let bot = BotSpec::new(BotKind::Mcts);
    let mut bots = Bots::new(&loaded.unwrap());
    assert!(bots.begin(&bot, table.session()).unwrap().is_none());
    let number = loop {
        if let Some(number) = bots.go_on(&bot, Duration::from_secs(1)).unwrap() {
            break number;
        }
    };
    assert_eq!(told.options[0].number, number);
    assert_eq!(bots.opinion_of(&bot).unwrap().unwrap(), told);
    // After an answer, the hint is about the next decision.
    assert!(table.step());
    assert_ne!(table.advise().evaluation().map(|c| c.playouts), Some(told.playouts));
}
