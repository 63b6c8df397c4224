//! Tests packs that are played unchanged, copied by the user, or hide other packs.

use egui::{Key, Modifiers};
use tilewright_editor::context::{Content, EditorAction};

use crate::left::{games, put, table_of, table_state};
use crate::stage::{StageLook, TestStage};

#[test]
fn an_included_game_is_played_without_a_copy_and_its_game_is_kept() {
    let mut stage = TestStage::new("own_included");
    stage.act(EditorAction::OpenIncluded("glowmoor".into())).settle();
    assert!(stage.mentions("is played unchanged") && !stage.mentions("this game is not saved"));
    put(&mut stage, table_of("glowmoor", 3));
    let was = table_state(&mut stage);
    assert_eq!(games(&stage), 1);
    assert!(!stage.home.join("packs").exists() && !stage.home.join("visits").exists(), "no pack is copied");
    // The first window keeps its game locked until it closes.
    let home = stage.home.clone();
    drop(stage);
    let mut stage = TestStage::in_home(home, StageLook::default());
    stage.settle();
    assert!(stage.has("Unfinished game"));
    stage.press("Continue").settle().settle();
    assert_eq!(table_state(&mut stage), was);
    assert!(!stage.home.join("packs").exists());
}

#[test]
fn the_first_change_asks_for_a_name_for_the_copy() {
    let mut stage = TestStage::new("own_first_change");
    stage.act(EditorAction::OpenIncluded("glowmoor".into())).settle();
    let text = stage.text("pack.ron");
    stage.write("pack.ron", "nothing").settle();
    assert_eq!(stage.text("pack.ron"), text);
    assert!(stage.has("Make it your own"));
    assert_eq!(
        (stage.value_of("Title"), stage.value_of("Id")),
        ("Glowmoor, changed".into(), "glowmoor_changed".into())
    );
    stage.retype("Id", "glowmoor").settle();
    assert!(stage.has("A copy with this id would hide the original pack. Choose another id."));
    stage.retype("Id", "moor").type_into("Author", "Ann").picture("make_own").press("Save copy").settle();
    let folder = stage.home.join("packs/moor");
    assert_eq!(stage.editor().document().unwrap().folder(), folder);
    assert_eq!(stage.editor().problems().counts(), (0, 0));
    let head = stage.text("pack.ron");
    let origin = "changed_from: (id: \"glowmoor\", version: ";
    for part in ["id: \"moor\"", "title: \"Glowmoor, changed\"", "version: \"0.1.0\"", "authors: [\"Ann\"]", origin] {
        assert!(head.contains(part), "{part}\n{head}");
    }
    assert!(!stage.mentions("This pack hides"), "the copy has its own id");
    // The next copy proposes the same author.
    stage.key(Modifiers::COMMAND, Key::W).act(EditorAction::OpenIncluded("glowmoor".into())).act(EditorAction::Keep);
    assert_eq!(stage.value_of("Author"), "Ann");
}

#[test]
fn an_old_copy_that_hides_a_pack_is_offered_a_name_once() {
    let mut stage = TestStage::new("own_old_copy");
    stage.open_copy("glowmoor");
    assert!(!stage.mentions("This pack hides"), "it is the same pack");
    let folder = stage.home.join("packs/glowmoor");
    let head = std::fs::read_to_string(folder.join("pack.ron")).unwrap();
    std::fs::write(folder.join("pack.ron"), head.replacen("title: \"Glowmoor\"", "title: \"Mine\"", 1)).unwrap();
    let mut stage = TestStage::in_home(stage.home.clone(), StageLook::default());
    stage.open_copy("glowmoor").settle();
    assert!(stage.mentions("This pack hides the included pack glowmoor ") && stage.has("Make it mine…"));
    let mut stage = TestStage::in_home(stage.home.clone(), StageLook::default());
    stage.open_copy("glowmoor").settle();
    assert!(
        stage.mentions("This pack hides the included pack glowmoor ") && !stage.has("Make it mine…"),
        "it is offered once"
    );
    stage.act(EditorAction::Keep);
    assert_eq!(stage.value_of("Title"), "Mine, changed");
    stage.press("Save copy").settle();
    let kept = stage.home.join("packs/mine_changed");
    assert_eq!(stage.editor().document().unwrap().folder(), kept);
    assert!(
        !folder.exists() && stage.home.join("replaced/glowmoor/pack.ron").is_file(),
        "it is kept, and hides nothing"
    );
}

#[test]
fn a_pack_that_cannot_be_read_is_a_card_that_says_so() {
    let mut stage = TestStage::new("own_unreadable");
    let folder = stage.home.join("packs/torn");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("pack.ron"), [0xff, 0xfe, 0x50, 0x00]).unwrap();
    stage.settle();
    stage.all_cards().settle();
    assert!(stage.mentions("Cannot be played yet: ") && stage.mentions("is not UTF-8 text"));
}

#[test]
fn a_saved_game_notes_where_its_pack_is_seen_from_the_file() {
    let mut stage = TestStage::new("own_saved");
    stage.open_copy("glowmoor").settle().key(Modifiers::NONE, Key::F5).settle();
    let table = stage.editor().table().unwrap();
    let content = Content::game(table.session(), table.rules().0, "glowmoor");
    let file = stage.home.join("game.json");
    stage.act(EditorAction::Write(file.clone(), content));
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains(r#""places":{"glowmoor":"packs/glowmoor"}"#), "{text}");
    // The record finds its pack through this path, even in an editor that does not know the folder.
    let elsewhere = stage.home.join("elsewhere");
    std::fs::create_dir(&elsewhere).unwrap();
    std::fs::rename(stage.home.join("packs"), elsewhere.join("packs")).unwrap();
    std::fs::rename(&file, elsewhere.join("game.json")).unwrap();
    let mut stage = TestStage::in_home(stage.home.join("other"), StageLook::default());
    stage.settle().act(EditorAction::OpenGame(elsewhere.join("game.json")));
    assert_eq!(stage.editor().document().unwrap().folder(), elsewhere.join("packs/glowmoor"));
}
