//! Tests the settings of the user.

use egui::{Key, Modifiers};

use crate::stage::{StageLook, TestStage};

/// All settings apply at once, from the first page, and are kept for the next start.
#[test]
fn settings_apply_at_once_and_are_kept() {
    let mut stage = TestStage::new("settings");
    stage.settle().press("Settings…").picture("settings");
    stage.choose("Language", "Nederlands").settle();
    assert!(stage.has("Instellingen") && !stage.has("Settings"));
    stage.choose("Thema", "Donker").settle();
    assert_eq!(stage.harness.ctx.theme(), egui::Theme::Dark);
    stage.choose("Tekstgrootte", "120 %").settle();
    assert!((stage.harness.ctx.zoom_factor() - 1.2).abs() < 0.01);
    stage.choose("Zetten van bots", "meteen").click("Animaties").settle().picture("settings_nl_dark");
    let kept = std::fs::read_to_string(stage.home.join("settings.json")).unwrap();
    for part in ["\"language\": \"nl\"", "\"dark\": true", "\"zoom\": 1.2", "\"speed\": 3", "\"motion\": true"] {
        assert!(kept.contains(part), "{part}: {kept}");
    }
    stage.press("Sluiten");
    assert!(!stage.has("Instellingen"));
    let home = stage.home.clone();
    drop(stage);
    let mut stage = TestStage::in_home(home, StageLook::default());
    stage.settle();
    assert!(stage.has("Instellingen…") && (stage.harness.ctx.zoom_factor() - 1.2).abs() < 0.01);
}

/// The menu lists the settings once; the commands that step through values are in the palette only.
#[test]
fn the_menu_has_the_settings_instead_of_their_steps() {
    let mut stage = TestStage::new("settings_menu");
    stage.open_copy("glowmoor").settle().press("View");
    assert!(stage.mentions("Settings…") && !stage.has("Next language") && !stage.mentions("Light or dark"));
    stage.key(Modifiers::NONE, Key::Escape).key(Modifiers::COMMAND, Key::P);
    stage.type_into("What do you want to do?", "language");
    assert!(stage.mentions("Next language"));
    stage.key(Modifiers::NONE, Key::Escape).key(Modifiers::COMMAND, Key::Comma);
    assert!(stage.has("Settings") && stage.has("Text size"));
}
