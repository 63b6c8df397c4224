//! Tests failures during a game: rules that fail or never end, missing packs, and old records. The game keeps its
//! position, reports the failure and its place, and can be saved.

use std::path::Path;
use std::time::Duration;

use tilewright_editor::context::command::EditorCommand;
use tilewright_editor::context::{EditorAction, Pane};
use tilewright_editor_model::pack::document::disk::write_whole;
use tilewright_editor_model::table::TableGame;
use tilewright_kit::packs::find::Finder;
use tilewright_kit::records::json::read_records;

use crate::stage::TestStage;

const RULE: &str = "rules/drifting_light.lua";
const NO_FURTHER: &str = "The game cannot continue, but nothing is lost";

fn table(stage: &mut TestStage) -> &TableGame {
    stage.editor().table().unwrap()
}

fn command(stage: &mut TestStage, command: EditorCommand) {
    let ctx = stage.harness.ctx.clone();
    stage.editor().act(&ctx, EditorAction::Command(command));
    stage.harness.run_ok();
}

fn at_table(name: &str, pane: Pane, answers: usize) -> TestStage {
    let mut stage = TestStage::new(name);
    stage.open_copy("glowmoor").settle();
    sit(&mut stage, pane, answers);
    stage
}

fn sit(stage: &mut TestStage, pane: Pane, answers: usize) {
    command(stage, EditorCommand::PlayLayout);
    command(stage, EditorCommand::Show(pane));
    for _ in 0..answers {
        stage.press("Step");
    }
}

/// Saves the record with the button in the banner, and returns the number of answers in it.
fn record_in(stage: &mut TestStage, folder: &Path) -> usize {
    stage.press("Save the record of the game").settle();
    let path = folder.join("glowmoor-game-1.json");
    let text = std::fs::read_to_string(&path).unwrap();
    let record = read_records(&text).into_iter().next().unwrap().unwrap();
    record.moves.iter().filter(|m| matches!(m, tilewright_core::session::record::Move::Answer { .. })).count()
}

/// Breaks a rule in the middle of a game, plays until the rule stops the game, and then fixes it.
fn goes_wrong(name: &str, line: &str, says: &str) {
    let mut stage = at_table(name, Pane::Timeline, 8);
    let before = stage.text(RULE);
    let hook = "on(\"placed\", { tag = param.lure, beside = param.light, asks = true }, function(ev)\n";
    let text = before.replacen(hook, &format!("{hook}{line}\n"), 1);
    assert_ne!(text, before);
    let number = 1 + text.lines().position(|l| l == line).unwrap();
    stage.write(RULE, &text).settle();
    for _ in 0..60 {
        if table(&mut stage).trouble().is_some() {
            break;
        }
        stage.press("Step");
    }
    let trouble = table(&mut stage).trouble().unwrap().to_owned();
    assert!(trouble.contains(&format!("drifting_light.lua:{number}")) && trouble.contains(says), "{trouble}");
    let was = (table(&mut stage).history().now(), table(&mut stage).game().fingerprint());
    assert!(was.0 >= 8 && table(&mut stage).session().decision().is_some(), "in the middle of the game");
    assert_eq!(table(&mut stage).history().branch().marks()[was.0].fingerprint, was.1, "as before the answer");
    stage.settle().picture(name);
    assert!(stage.mentions(NO_FURTHER) && stage.mentions(&format!("drifting_light.lua:{number}")));
    if stage.has("Continue from there") {
        stage.press("Continue from there");
    }
    let folder = stage.home.join("packs");
    assert_eq!(record_in(&mut stage, &folder), was.0);
    // Earlier positions can be viewed, and the fixed rule continues the game at its last position.
    stage.press("Back one move").press("Forward one move");
    assert_eq!(table(&mut stage).game().fingerprint(), was.1);
    stage.write(RULE, &before).settle();
    assert_eq!(table(&mut stage).trouble(), None);
    stage.press("Step").press("Step");
    assert!(!stage.mentions(NO_FURTHER) && table(&mut stage).history().now() > was.0);
}

#[test]
fn a_rule_that_fails_in_the_middle_of_a_game_is_told_with_its_line() {
    goes_wrong("fault_error", "    error(\"the light went out\")", "the light went out");
}

#[test]
fn a_rule_that_never_ends_is_stopped_and_told_with_its_line() {
    goes_wrong("fault_loop", "    while true do end", "it has used up its 2000000 steps");
}

#[test]
fn a_rule_that_fails_leads_to_its_line_and_is_a_problem_until_the_game_goes_on() {
    let mut stage = at_table("fault_link", Pane::Timeline, 8);
    let before = stage.text(RULE);
    let hook = "on(\"placed\", { tag = param.lure, beside = param.light, asks = true }, function(ev)\n";
    let wrong = "    local side = ({})[1] cell(0, 0):beside(side)";
    let text = before.replacen(hook, &format!("{hook}{wrong}\n"), 1);
    assert_ne!(text, before);
    let line = 1 + text.lines().position(|line| line == wrong).unwrap();
    stage.write(RULE, &text).settle();
    assert!(!stage.editor().problems().all.iter().any(|problem| problem.in_game));
    for _ in 0..60 {
        if table(&mut stage).trouble().is_some() {
            break;
        }
        stage.press("Step");
    }
    let shown = format!("{RULE}:{line}");
    let in_game = |stage: &mut TestStage| {
        let problems = stage.editor().problems();
        problems.all.iter().find(|problem| problem.in_game).map(|p| (p.shown.clone(), p.diagnostic.message.clone()))
    };
    let message = "In the running game: `side` of `beside` needs a whole number, got nothing";
    assert_eq!(in_game(&mut stage), Some((shown.clone(), message.to_owned())));
    stage.picture("fault_link").click(&shown).settle();
    assert!(stage.has(&format!("Text of {RULE}")));
    // After going back, the game can continue.
    command(&mut stage, EditorCommand::PlayLayout);
    command(&mut stage, EditorCommand::Show(Pane::Timeline));
    stage.press("Back one move").settle();
    assert_eq!(in_game(&mut stage), None);
}

/// Waits until the watcher has shown a notice with this text.
fn wait_for(stage: &mut TestStage, text: &str) {
    for _ in 0..500 {
        stage.settle();
        if stage.editor().notices().texts().any(|told| told.contains(text)) {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    let told: Vec<String> = stage.editor().notices().texts().map(str::to_owned).collect();
    panic!("`{text}` is not in a notice: {told:?}");
}

#[test]
fn a_game_goes_on_when_the_folder_of_its_pack_vanishes() {
    let mut stage = at_table("fault_vanished", Pane::Report, 8);
    let folder = stage.editor().document().unwrap().folder().to_owned();
    let here = table(&mut stage).game().fingerprint();
    std::fs::remove_dir_all(&folder).unwrap();
    wait_for(&mut stage, "Your open copy is complete");
    assert_eq!(table(&mut stage).game().fingerprint(), here);
    stage.picture("fault_vanished");
    let answers = table(&mut stage).history().now();
    stage.press("Step").press("Step");
    assert!(table(&mut stage).history().now() > answers && table(&mut stage).trouble().is_none());
    stage.press("Save and resume").press("Save the game");
    let file = stage.value_of("File of the game");
    assert!(Path::new(&file).is_file());
    // Saving writes all files of the pack again.
    stage.key(egui::Modifiers::COMMAND, egui::Key::S);
    assert!(folder.join("pack.ron").is_file() && folder.join(RULE).is_file());
}

#[test]
fn a_game_goes_on_when_a_pack_that_it_needs_vanishes() {
    let mut stage = TestStage::new("fault_needed");
    let packs = stage.home.join("packs");
    let found = Finder::only_bundled().find("glowmoor").unwrap().read().unwrap();
    for (path, text) in &found {
        let text = text.replacen("id: \"glowmoor\"", "id: \"marsh\"", 1);
        write_whole(&packs.join("marsh").join(&**path), &text).unwrap();
    }
    let pack = "Pack(id: \"onto\", version: \"1.0.0\", format: 1, title: \"Onto\", authors: [\"Example\"], \
                licence: \"MIT\", needs: [\"marsh\"])\n";
    write_whole(&packs.join("onto/pack.ron"), pack).unwrap();
    stage.harness.step();
    let ctx = stage.harness.ctx.clone();
    stage.editor().act(&ctx, EditorAction::OpenFolder(packs.join("onto")));
    stage.settle();
    sit(&mut stage, Pane::Report, 8);
    let scores = table(&mut stage).game().fingerprint();
    std::fs::remove_dir_all(packs.join("marsh")).unwrap();
    // Saving analyses the pack again.
    stage.write("pack.ron", &format!("// again\n{pack}")).settle();
    assert_eq!(table(&mut stage).game().fingerprint(), scores, "the table stays");
    let answers = table(&mut stage).history().now();
    stage.press("Step").press("Step");
    assert!(table(&mut stage).history().now() > answers && table(&mut stage).trouble().is_none());
    stage.press("Save and resume").press("Save the game");
    let file = stage.value_of("File of the game");
    assert!(Path::new(&file).is_file());
    // Opening the pack again reports the missing pack.
    stage.key(egui::Modifiers::COMMAND, egui::Key::S).settle();
    let ctx = stage.harness.ctx.clone();
    stage.editor().act(&ctx, EditorAction::OpenFolder(packs.join("onto")));
    stage.settle();
    let told: Vec<String> = stage.editor().problems().all.iter().map(|p| p.diagnostic.message.clone()).collect();
    assert!(told.iter().any(|m| m.contains("marsh")), "{told:?}");
}

#[test]
fn a_record_of_an_older_pack_is_resumed_as_far_as_it_goes() {
    let mut stage = at_table("fault_older", Pane::Report, 16);
    // The bundled pack does not have this tile, so the game cannot be opened with it.
    let (_, path, text) = stage.last_tile_renamed();
    stage.write(&path, &text).settle();
    stage.tool("Restart").settle();
    // The order of the bag depends on the names of the tiles.
    for _ in 0..200 {
        stage.press("Step");
        if table(&mut stage).history().now() >= 16 && stage.last_tile_renamed().0 == "other_tile" {
            break;
        }
    }
    stage.press("Save and resume").press("Save the game");
    let all = table(&mut stage).history().now();
    let keys = |stage: &mut TestStage| -> Vec<String> {
        table(stage).history().branch().steps().iter().map(|step| step.key.to_string()).collect()
    };
    let played = keys(&mut stage);
    // The newer pack does not have this tile either.
    let kind = stage.last_tile_renamed().0;
    assert_eq!(kind, "other_tile");
    let text = stage.text(&path).replace(&kind, "third_tile");
    stage.press("New game").write(&path, &text).settle();
    stage.press("Resume the game").settle().picture("fault_older");
    let now = table(&mut stage).history().now();
    assert!(now > 0 && now < all, "{now} of {all}");
    // The order of the bag differs, so the position is recognised by its answers.
    assert_eq!(keys(&mut stage), played[..now]);
    assert!(stage.mentions("The game in this file could not be replayed to its end"));
    assert!(stage.mentions(&format!("{now} of {all} moves were replayed")));
    assert!(stage.mentions("the old game is no longer possible") && stage.mentions(&kind));
    let folder = stage.home.join("packs");
    assert_eq!(record_in(&mut stage, &folder), now);
    stage.press("Step");
    assert!(table(&mut stage).history().now() > now && table(&mut stage).trouble().is_none());
}
