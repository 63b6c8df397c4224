//! Tests that questions describe the effects of their options where they are chosen.

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use tilewright_core::state::chance::Generator;
use tilewright_editor::context::EditorAction;

use crate::left::put;
use crate::rail::game;
use crate::stage::{StageLook, TestStage};
use crate::table::{AnswerInput, answer, current_question};

/// Returns a stage with the final position of a test of a pack at the table.
fn after_test(name: &str, pack: &str, test: &str, look: StageLook) -> TestStage {
    let mut stage = TestStage::with_look(name, look);
    stage.open_copy(pack).settle();
    stage.act(EditorAction::ShowTest(test.to_owned()));
    if !stage.mentions("Restart") && !stage.mentions("Opnieuw") {
        stage.key(Modifiers::NONE, Key::F5);
    }
    stage.settle();
    stage
}

#[test]
fn a_question_about_a_scoring_figure_says_points_book_and_space() {
    let test = "rounds/the figure that would reach a dark space is one of two";
    let looks = [
        ("en", ["The scoring figure: 3 → 5 (+2, Road), for a message", "The messenger: 0 → 2 (+2, Road)"]),
        (
            "nl",
            [
                "De gewone scorepion: 3 → 5 (+2, Weg), voor een nieuwsbericht",
                "De vrouwelijke scorepion: 0 → 2 (+2, Weg)",
            ],
        ),
    ];
    for (language, texts) in looks {
        let look = StageLook { language, ..StageLook::default() };
        let mut stage = after_test(&format!("questions_figure_{language}"), "messages", test, look);
        stage.picture(&format!("questions_figure_{language}"));
        for text in texts {
            assert!(stage.has(text), "{text}: {:?}", current_question(&mut stage));
        }
    }
}

/// Messages and cards describe their effects next to their buttons, not only in tooltips.
#[test]
fn effects_are_shown_where_they_are_chosen() {
    let test = "messages/a message that can be carried out is offered with its effect";
    let mut message = after_test("questions_message", "messages", test, StageLook::default());
    message.picture("questions_message");
    let mut cards = TestStage::new("questions_cards");
    cards.open_copy("bellhollow").settle().key(Modifiers::NONE, Key::F5);
    put(&mut cards, game("bellhollow", 3, 11));
    cards.settle().picture("questions_cards");
    for (stage, wanted) in [(&mut message, "Carry it out"), (&mut cards, "Use: ")] {
        let asked = current_question(stage).unwrap();
        let entry = asked.menu.iter().find(|entry| entry.help.is_some() && entry.text.contains(wanted)).unwrap();
        let help = entry.help.as_ref().unwrap();
        let shown = stage.harness.query_all_by_label_contains(help).count();
        assert!(shown >= 2, "the button and the text next to it contain `{help}`");
    }
}

#[test]
fn options_that_cost_gold_show_their_prices() {
    let mut stage = TestStage::new("questions_prices");
    stage.open_copy("entdecker").settle().key(Modifiers::NONE, Key::F5);
    let mut random = Generator::new(2);
    let kinds = ["edge space", "hidden tile", "Scout"];
    let mut priced = std::collections::BTreeSet::new();
    for _ in 0..200 {
        if priced.len() == kinds.len() {
            return;
        }
        if let Some(asked) = current_question(&mut stage) {
            let options = asked.menu.iter().chain(asked.spots.iter().flat_map(|spot| &spot.entries));
            for option in options.filter(|option| option.text.contains(" gold")) {
                priced.extend(kinds.into_iter().filter(|kind| option.text.contains(kind)));
            }
            let question = asked.question.as_str();
            if question.contains("how many tiles") {
                assert!(asked.menu.iter().all(|option| option.text.contains(" for ")), "{asked:?}");
                stage.picture("questions_prices");
            }
        }
        if !answer(&mut stage, AnswerInput::Clicks, &mut random) {
            stage.harness.step();
        }
    }
    panic!("only {priced:?} have prices");
}
