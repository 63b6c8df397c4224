//! Tests the handbook in the editor: search, and links from findings.

use egui_kittest::kittest::Queryable;
use tilewright_editor::context::{EditorAction, EditorCommand};
use tilewright_handbook::{Destination, Piece, topics};

use crate::stage::{StageLook, TestStage};

fn act(stage: &mut TestStage, action: EditorAction) {
    let ctx = stage.harness.ctx.clone();
    stage.editor().act(&ctx, action);
    stage.harness.run_ok();
}

/// Opens a topic, after scrolling to it in the list.
fn turn_to(stage: &mut TestStage, title: &str) {
    stage.harness.query_all_by_label(title).next().unwrap().scroll_to_me();
    stage.harness.run_ok();
    stage.harness.query_all_by_label(title).next().unwrap().click();
    stage.harness.run_ok();
}

#[test]
fn it_is_read_without_a_pack_and_searched() {
    for (name, look) in [
        ("handbook", StageLook::default()),
        ("handbook_dark_nl", StageLook { dark: true, language: "nl", ..StageLook::default() }),
    ] {
        let mut stage = TestStage::with_look(name, look);
        stage.all_cards();
        act(&mut stage, EditorAction::Command(EditorCommand::Handbook));
        assert!(stage.mentions(&topics()[0].title));
        let title = &topics().iter().find(|topic| topic.slug == "longest-road").unwrap().title;
        turn_to(&mut stage, title);
        stage.picture(name);
        assert!(stage.has("rules/longest.lua") || stage.mentions(".lua"), "its files are shown");
        let field = stage.editor().texts().get("handbook-search");
        stage.type_into(&field, "auction");
        stage.picture(&format!("{name}_search"));
        let auction = stage.labels("An auction");
        stage.harness.query_all_by_label(&auction[0]).next().unwrap().click();
        stage.harness.run_ok();
        assert!(stage.mentions("relic"));
    }
}

#[test]
fn every_page_can_be_shown_and_its_links_lead_to_topics() {
    let mut stage = TestStage::with_look("handbook_pages", StageLook::default());
    stage.all_cards();
    act(&mut stage, EditorAction::Command(EditorCommand::Handbook));
    for topic in topics() {
        turn_to(&mut stage, &topic.title);
        for piece in &topic.pieces {
            let (Piece::Paragraph(phrases) | Piece::Item { phrases, .. }) = piece else { continue };
            for phrase in phrases {
                let broken = matches!(phrase.link, Some(Destination::Broken(_)));
                assert!(!broken, "{}: {}", topic.slug, phrase.text);
            }
        }
    }
}

#[test]
fn a_finding_leads_to_the_topic_that_is_about_it() {
    let code = topics().iter().flat_map(|topic| &topic.findings).find(|code| code.starts_with("P05")).unwrap();
    let topic = tilewright_handbook::topic_for(code).unwrap();
    let mut stage = TestStage::with_look("handbook_finding", StageLook::default());
    stage.open_copy("glowmoor");
    act(&mut stage, EditorAction::Explain(Box::leak(code.clone().into_boxed_str())));
    stage.press(&format!("In the handbook: {}", topic.title));
    assert!(stage.mentions(&topic.summary) || stage.has(&topic.title));
}

/// The reference of rules and files and the README files of the open pack and its base are pages next to the handbook.
/// The same search finds them, and descriptions of words in rules or files link to them.
#[test]
fn the_reference_and_the_read_mes_are_read_and_searched_beside_it() {
    for language in ["en", "nl"] {
        let look = StageLook { language, ..StageLook::default() };
        let mut stage = TestStage::with_look(&format!("reference_{language}"), look);
        stage.open_copy("river");
        act(&mut stage, EditorAction::Command(EditorCommand::Handbook));
        let texts = ["handbook-read-mes", "handbook-rules", "handbook-format", "handbook-search"];
        let [read_mes, rules, format, search] = texts.map(|key| stage.editor().texts().get(key));
        assert!(stage.has(&read_mes) && stage.has(&rules) && stage.has(&format));
        stage.click("The River");
        assert!(stage.mentions("river"), "its own read-me");
        stage.harness.query_all_by_label("Carcassonne").last().unwrap().click();
        stage.harness.run_ok();
        stage.picture(&format!("reference_read_me_{language}"));
        stage.type_into(&search, "claim_of");
        stage.picture(&format!("reference_search_{language}"));
        let function = stage.labels("Feature: ").into_iter().find(|l| l.contains("claim_of")).unwrap();
        stage.click(&function);
        assert!(stage.mentions("feature:claim_of("), "{:?}", stage.labels("feature:"));
        let field = stage.editor().texts().get("handbook-search");
        stage.type_into(&field, " ");
        assert!(stage.mentions("feature:claim_of("), "the page stays while one types");
    }
}

#[test]
fn what_is_said_about_a_word_leads_to_the_reference() {
    let mut stage =
        TestStage::with_look("reference_hover", StageLook { size: egui::vec2(1400.0, 900.0), ..StageLook::default() });
    stage.open_copy("glowmoor");
    act(&mut stage, EditorAction::Command(EditorCommand::Show(tilewright_editor::context::Pane::Code)));
    let path = "pack.ron";
    let at = stage.text(path).find("supply:").unwrap() + 2;
    let place = tilewright_language::place::FilePlace { path: path.into(), range: at..at };
    act(&mut stage, EditorAction::GoTo(place));
    stage.settle();
    act(&mut stage, EditorAction::Command(EditorCommand::Describe));
    stage.settle().picture("reference_hover");
    stage.click("More in the reference");
    stage.picture("reference_field");
    assert!(stage.has("Declarations") && stage.mentions("Figure"), "{:?}", stage.labels("Declarations"));
    // A finding links to the reference too.
    act(&mut stage, EditorAction::Explain("P0104"));
    stage.press("In the reference");
    assert!(stage.mentions("Pack("));
}
