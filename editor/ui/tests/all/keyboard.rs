//! Tests use of the keyboard alone: a whole game, a new tile, and moving between the parts of the window.

use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::{By, NodeT, Queryable};
use tilewright_core::state::chance::Generator;

use tilewright_editor::context::EditorAction;
use tilewright_editor::context::command::EditorCommand;

use crate::stage::TestStage;
use crate::table::current_question;

const NONE: Modifiers = Modifiers::NONE;

/// Returns the label of the focused widget.
fn focused_label(stage: &TestStage) -> String {
    let found = stage.harness.query_all(By::new().predicate(|node| node.is_focused()));
    found.filter_map(|node| node.accesskit_node().label()).next_back().unwrap_or_default()
}

/// Presses a key until the widget with a label has the focus, and returns the number of presses.
fn walk(stage: &mut TestStage, modifiers: Modifiers, key: Key, to: &str) -> usize {
    for count in 0..200 {
        if focused_label(stage) == to {
            return count;
        }
        stage.key(modifiers, key);
    }
    panic!("no key leads to `{to}`");
}

fn type_text(stage: &mut TestStage, text: &str) {
    stage.harness.input_mut().events.push(Event::Text(text.to_owned()));
    stage.harness.run_ok();
}

#[test]
fn a_whole_game_is_played_by_keys_alone() {
    let mut stage = TestStage::new("keys-game");
    stage.open_copy("glowmoor").key(NONE, Key::F5).settle();
    assert!(focused_label(&stage).starts_with("The board"), "{}", focused_label(&stage));
    let arrows = [Key::ArrowLeft, Key::ArrowRight, Key::ArrowUp, Key::ArrowDown];
    let mut random = Generator::new(11);
    let (mut given, mut back, mut frames) = (0, 0, 0);
    loop {
        let Some(asked) = current_question(&mut stage) else {
            // The bots answer frame by frame.
            if stage.editor().table().unwrap().is_over() {
                break;
            }
            frames += 1;
            assert!(frames < 1000, "the others do not answer");
            stage.harness.step();
            continue;
        };
        let before = stage.editor().table().unwrap().position();
        let from_menu = asked.spots.is_empty() || !asked.menu.is_empty() && random.below(3) == 0;
        if from_menu {
            let digits = [Key::Num1, Key::Num2, Key::Num3, Key::Num4];
            let few = asked.menu.len().min(digits.len()) as u32;
            stage.key(NONE, digits[random.below(few) as usize]);
        } else {
            stage.key(NONE, arrows[random.below(4) as usize]);
            for _ in 0..random.below(3) {
                stage.key(NONE, arrows[random.below(4) as usize]);
            }
            assert!(stage.mentions("Cursor at"), "arrows lead to places");
            stage.key(NONE, Key::R).key(NONE, Key::Enter);
            if stage.has("Another place") {
                stage.key(NONE, Key::Num1);
            }
        }
        let table = stage.editor().table().unwrap();
        assert_ne!(table.position(), before, "{asked:?}");
        given += 1;
        if given % 10 == 0 && go_back(&mut stage) {
            back += 1;
        }
    }
    let table = stage.editor().table().unwrap();
    assert!(table.is_over() && given > 15 && back > 0, "{given} answers, {back} taken back");
}

#[test]
fn what_is_chosen_at_a_place_by_keys_appears_at_the_place() {
    let mut stage = TestStage::new("keys-place");
    stage.open_copy("inns_cathedrals").key(NONE, Key::F5).settle();
    let several = |stage: &mut TestStage| {
        let spots = current_question(stage).map(|asked| asked.spots).unwrap_or_default();
        spots.iter().position(|spot| !spot.is_placement() && spot.entries.len() > 1).map(|at| spots[at].name.clone())
    };
    let name = (0..300).find_map(|_| {
        several(&mut stage).or_else(|| {
            // The command is used instead of its button, so that the board keeps the focus.
            let ctx = stage.harness.ctx.clone();
            stage.editor().act(&ctx, EditorAction::Command(EditorCommand::Step));
            stage.settle();
            None
        })
    });
    let name = name.expect("a follower or a big follower can be placed here");
    let spot = stage.harness.get_by_label(&name).rect();
    for _ in 0..40 {
        if stage.mentions(&format!(": {name}")) {
            break;
        }
        stage.key(NONE, Key::PageDown);
    }
    stage.key(NONE, Key::Enter).settle().picture("keys_place");
    let list = stage.harness.get_by_label("Another place").rect();
    assert!((list.center() - spot.center_bottom()).length() < 160.0, "{list:?} is not at {spot:?}");
    stage.key(NONE, Key::Escape);
    assert!(!stage.has("Another place"));
}

/// Goes back to the previous question of the person; returns false if there is none.
fn go_back(stage: &mut TestStage) -> bool {
    if current_question(stage).is_none() {
        return false;
    }
    let before = stage.editor().table().unwrap().session().answers();
    stage.key(NONE, Key::Backspace);
    let table = stage.editor().table().unwrap();
    assert!(table.asks_person() && table.session().answers() < before);
    true
}

#[test]
fn a_whole_tile_is_made_by_keys_alone() {
    let mut stage = TestStage::new("keys-tile");
    stage.open_copy("glowmoor").key(Modifiers::COMMAND, Key::Num1).settle();
    assert_eq!(focused_label(&stage), "Tiles");
    walk(&mut stage, NONE, Key::Tab, "New");
    stage.key(NONE, Key::Enter).settle();
    // This draws a road from side to side.
    stage.key(NONE, Key::Num2);
    walk(&mut stage, NONE, Key::Tab, "Port north left, heath");
    stage.key(NONE, Key::Enter);
    walk(&mut stage, NONE, Key::Tab, "Port south right, heath");
    stage.key(NONE, Key::Enter).settle();
    // This sets the id and the count.
    walk(&mut stage, NONE, Key::Tab, "Id");
    stage.key(Modifiers::COMMAND, Key::A);
    type_text(&mut stage, "straight_way");
    stage.key(NONE, Key::Enter).settle();
    stage.key(Modifiers::COMMAND, Key::S).settle();
    let saved = std::fs::read_to_string(stage.home.join("packs/glowmoor/tiles.ron")).unwrap();
    let tile = saved.split("(id: ").find(|tile| tile.starts_with("\"straight_way\"")).unwrap_or_default();
    assert!(tile.contains("n: causeway") && tile.contains("causeway(at: [N, S])"), "{saved}");
    assert_eq!(stage.editor().problems().counts().0, 0);
}

#[test]
fn the_keyboard_goes_from_part_to_part() {
    let mut stage = TestStage::new("keys-parts");
    stage.open_copy("glowmoor").settle();
    stage.key(NONE, Key::F6);
    assert_eq!(focused_label(&stage), "Files of the pack");
    let mut seen = Vec::new();
    for _ in 0..4 {
        stage.key(NONE, Key::F6);
        seen.push(focused_label(&stage));
    }
    let board = seen[1].starts_with("The board");
    assert!(seen[0] == "Tiles" && board && seen[2] == "Problems" && seen[3] == "Files of the pack", "{seen:?}");
    stage.key(Modifiers::SHIFT, Key::F6);
    assert_eq!(focused_label(&stage), "Problems");
    // A landmark disappears when it loses the focus.
    stage.key(NONE, Key::Tab);
    assert_ne!(focused_label(&stage), "Problems");
    stage.key(Modifiers::COMMAND, Key::Num5).settle();
    assert!(focused_label(&stage).starts_with("Text of "), "{}", focused_label(&stage));
}

#[test]
fn alt_alone_leads_to_the_menus() {
    let mut stage = TestStage::new("keys-menus");
    stage.open_copy("glowmoor").settle();
    let press = |stage: &mut TestStage, modifiers: Modifiers| {
        stage.harness.input_mut().events.push(Event::ModifiersChanged(modifiers));
        stage.harness.step();
    };
    press(&mut stage, Modifiers::ALT);
    press(&mut stage, NONE);
    stage.settle();
    assert_eq!(focused_label(&stage), "Pack");
    stage.key(NONE, Key::ArrowRight);
    assert_eq!(focused_label(&stage), "Edit");
    stage.key(NONE, Key::Enter);
    assert!(stage.has("Find…") || stage.mentions("Find"));
    stage.key(NONE, Key::Escape).key(NONE, Key::Escape);
    // Combined with another key, Alt does not open the menu.
    press(&mut stage, Modifiers::ALT);
    stage.harness.key_press_modifiers(Modifiers::ALT, Key::ArrowLeft);
    stage.harness.step();
    press(&mut stage, NONE);
    assert_ne!(focused_label(&stage), "Pack");
}
