//! Tests mistakes in files: the first finding names the mistake to fix, and an obvious fix needs one click.

use tilewright_editor::context::command::EditorCommand;
use tilewright_editor::context::{EditorAction, Pane};
use tilewright_editor_model::pack::document::disk::write_whole;
use tilewright_kit::packs::find::Finder;

use crate::stage::TestStage;

fn found(stage: &mut TestStage) -> Vec<String> {
    stage.editor().problems().all.iter().map(|p| p.diagnostic.message.clone()).collect()
}

fn command(stage: &mut TestStage, command: EditorCommand) {
    let ctx = stage.harness.ctx.clone();
    stage.editor().act(&ctx, EditorAction::Command(command));
    stage.settle();
}

#[test]
fn a_missing_sign_is_the_only_problem_and_can_be_inserted() {
    let mut stage = TestStage::new("missing-sign");
    stage.open_copy("glowmoor").settle();
    command(&mut stage, EditorCommand::Show(Pane::Problems));
    let right = stage.text("pack.ron");
    let wrong = right.replacen("format: 1,", "format: 1 // the newest", 1);
    assert_ne!(wrong, right);
    stage.write("pack.ron", &wrong).settle();
    assert_eq!(found(&mut stage), ["this is not RON: a comma is missing before this"]);
    stage.picture("missing_comma").press("Insert “,”").settle();
    assert!(stage.text("pack.ron").contains("format: 1, // the newest"));
    assert_eq!(found(&mut stage), [""; 0]);
    stage.write("extra.ron", "Tags([(id: low], high)\n").settle();
    assert_eq!(found(&mut stage), ["this is not RON: a `)` is missing before this"]);
    stage.press("Insert “)”").settle();
    assert_eq!(stage.text("extra.ron"), "Tags([(id: low)], high)\n");
}

#[test]
fn a_pack_that_cannot_be_played_says_why_at_the_table() {
    let mut stage = TestStage::new("other-folder");
    let folder = stage.home.join("packs/carc");
    for (path, text) in &Finder::only_bundled().find("glowmoor").unwrap().read().unwrap() {
        write_whole(&folder.join(&**path), text).unwrap();
    }
    stage.harness.step();
    let ctx = stage.harness.ctx.clone();
    stage.editor().act(&ctx, EditorAction::OpenFolder(folder));
    stage.settle();
    command(&mut stage, EditorCommand::PlayLayout);
    stage.picture("cannot_play");
    assert!(stage.has("Cannot be played while there are errors:") && !stage.mentions("no tiles to play with"));
    let link = stage.labels("pack.ron:").remove(0);
    assert!(link.contains("the folder is `carc`, but the id of the pack is `glowmoor`"), "{link}");
    stage.click(&link).settle();
    assert!(stage.has("Text of pack.ron"));
    command(&mut stage, EditorCommand::Show(Pane::Problems));
    stage.press("Change to “carc”").settle();
    assert!(stage.text("pack.ron").contains("id: \"carc\""));
    assert_eq!(found(&mut stage), [""; 0]);
    command(&mut stage, EditorCommand::PlayLayout);
    assert!(!stage.has("Cannot be played while there are errors:"));
}
