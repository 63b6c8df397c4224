//! Tests the setup of a game: additional packs, options, and their persistence.

use egui::accesskit::{Role, Toggled};
use egui::{Key, Modifiers, Vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use tilewright_core::catalog::Value;
use tilewright_core::catalog::seat::Seat;
use tilewright_editor::context::command::EditorCommand;
use tilewright_editor::context::{EditorAction, Pane};
use tilewright_editor::ui::theme::of_seat;
use tilewright_editor_model::table::{SeatChooser, TableGame};
use tilewright_lab::bots::parse_bot;

use crate::stage::{StageLook, TestStage};

fn at_table(name: &str, pack: &str, look: StageLook) -> TestStage {
    let mut stage = TestStage::with_look(name, look);
    stage.open_copy(pack).settle();
    show(&mut stage, EditorCommand::PlayLayout);
    show(&mut stage, EditorCommand::Show(Pane::Table));
    stage
}

fn show(stage: &mut TestStage, command: EditorCommand) {
    let ctx = stage.harness.ctx.clone();
    stage.editor().act(&ctx, EditorAction::Command(command));
    stage.settle();
}

fn table(stage: &mut TestStage) -> &TableGame {
    stage.editor().table().unwrap()
}

fn packs(stage: &mut TestStage) -> Vec<String> {
    table(stage).catalog().packs.iter().map(|pack| pack.id.to_string()).collect()
}

/// Returns the value of an option in the game at the table.
fn option(stage: &mut TestStage, name: &str) -> Value {
    let options = &table(stage).catalog().options;
    options.iter().find(|o| *o.name == *name).unwrap().value.clone()
}

/// Scrolls to the widget with a label.
fn reveal<'a>(stage: &'a mut TestStage, label: &str) -> &'a mut TestStage {
    stage.harness.query_all_by_label(label).last().unwrap().scroll_to_me();
    stage.settle()
}

/// Returns two flags of a checkbox: ticked, and enabled.
fn tick(stage: &TestStage, label: &str) -> (bool, bool) {
    let node = stage.harness.get_by_role_and_label(Role::CheckBox, label);
    let node = node.accesskit_node();
    (node.toggled() == Some(Toggled::True), !node.is_disabled())
}

/// Expands the list of games that are not compatible with the open pack.
fn unfold(stage: &mut TestStage) {
    let folded = stage.labels("").into_iter().find(|label| label.contains("separate games that are incompatible"));
    reveal(stage, &folded.clone().unwrap()).click(&folded.unwrap()).settle();
}

/// Returns the checkboxes of the packs with their vertical positions.
fn list_checkboxes(stage: &TestStage) -> Vec<(String, i32)> {
    let node = |label: &str| stage.harness.get_by_role_and_label(Role::CheckBox, label).rect().top() as i32;
    let titles = ["The River", "Inns & Cathedrals", "The Fairy", "Mage & Witch", "Carcassonne"];
    titles.map(|title| (title.to_owned(), node(title))).to_vec()
}

#[test]
fn packs_stay_where_they_are_while_they_are_ticked() {
    let mut stage = at_table("setup_order", "carcassonne", StageLook::default());
    stage.tool("Setup…").settle();
    let before = list_checkboxes(&stage);
    for title in ["The River", "The Messages", "The River"] {
        stage.click(title);
        assert_eq!(list_checkboxes(&stage), before, "the list stays until the packs are analysed");
        stage.settle();
        assert_eq!(list_checkboxes(&stage), before);
    }
    assert_eq!((tick(&stage, "The River"), tick(&stage, "The Messages")), ((false, true), (true, true)));
    stage.press("Start game").settle();
    assert_eq!(packs(&mut stage), ["carcassonne", "messages"]);
}

#[test]
fn the_open_pack_is_played_together_with_others_and_with_options() {
    let mut stage = at_table("setup", "messages", StageLook::default());
    assert_eq!(packs(&mut stage), ["carcassonne", "messages"]);
    stage.tool("Setup…").settle().picture("setup_open");
    assert_eq!(tick(&stage, "The Messages"), (true, false), "the open pack is in play");
    assert_eq!(tick(&stage, "Carcassonne"), (true, false), "the open pack needs it");
    assert_eq!(tick(&stage, "Inns & Cathedrals"), (false, true));
    assert!(!stage.has("The New Entdecker"), "it is another game");
    unfold(&mut stage);
    assert_eq!(tick(&stage, "The New Entdecker"), (false, false));
    assert!(stage.has("a separate game"));
    stage.click("Inns & Cathedrals").settle();
    assert_eq!(tick(&stage, "Inns & Cathedrals"), (true, true));
    reveal(&mut stage, "Size of the table").choose("Size of the table", "A rectangle around the start tile");
    stage.settle().picture("setup_options");
    assert!(stage.mentions("default: "));
    assert_eq!(packs(&mut stage), ["carcassonne", "messages"], "the game at the table is unchanged");
    stage.press("Start game").settle();
    assert!(!stage.has("Packs in play"));
    assert_eq!(packs(&mut stage), ["carcassonne", "inns_cathedrals", "messages"]);
    assert_eq!(option(&mut stage, "table"), Value::text("fixed(9,9)"));
    for _ in 0..12 {
        stage.press("Step");
    }
    stage.settle().picture("setup_played");
    // A change of the open pack reaches the game, which keeps its other packs.
    let answers = table(&mut stage).history().now();
    let pack = stage.text("pack.ron").replacen("version: \"", "version: \"1", 1);
    stage.write("pack.ron", &pack).settle();
    assert_eq!((packs(&mut stage).len(), table(&mut stage).history().now()), (3, answers));
    assert!(table(&mut stage).news().is_some_and(|news| news.changed == ["messages/pack.ron"]));
    // A saved game is resumed with the packs and options of its record.
    let here = table(&mut stage).game().fingerprint();
    show(&mut stage, EditorCommand::Show(Pane::Report));
    stage.press("Save and resume").press("Save the game");
    stage.tool("Setup…").press("Only the open pack").settle().press("Start game").settle();
    assert_eq!(packs(&mut stage).len(), 2);
    assert_eq!(option(&mut stage, "table"), Value::text("unbounded"));
    stage.press("Resume the game").settle();
    assert_eq!(table(&mut stage).game().fingerprint(), here);
    assert_eq!(packs(&mut stage).len(), 3);
    stage.press("New game").settle();
    assert_eq!((packs(&mut stage).len(), option(&mut stage, "table")), (3, Value::text("fixed(9,9)")));
}

#[test]
fn a_test_of_a_game_with_other_packs_names_them_and_passes() {
    let mut stage = at_table("setup_test", "messages", StageLook::default());
    stage.tool("Setup…").settle().click("Inns & Cathedrals").settle();
    reveal(&mut stage, "Size of the table").choose("Size of the table", "A rectangle around the start tile");
    stage.settle().press("Start game").settle();
    for _ in 0..20 {
        stage.press("Step");
    }
    stage.tool("Save as test").settle();
    let test = stage.text("tests/played_1.ron");
    assert!(test.contains("packs: [\"carcassonne\", \"inns_cathedrals\", \"messages\"]"), "{test}");
    assert!(test.contains("options: {\"carcassonne:table\": fixed(9,9)}"), "{test}");
    stage.write("tests/mine.ron", "Tests([])").settle();
    let home = stage.home.join("packs/messages");
    stage.key(Modifiers::COMMAND, Key::S);
    let finder = tilewright_kit::packs::find::Finder::only_bundled();
    let run = tilewright_kit::suite::run_tests(&finder, &home.to_string_lossy(), "a game that ended").unwrap();
    assert!(run.len() == 1 && run[0].has_passed(), "{run:?}");
}

#[test]
fn what_was_set_up_is_there_when_the_pack_is_opened_again() {
    let mut stage = at_table("setup_kept", "messages", StageLook::default());
    stage.tool("Setup…").settle().click("The River").settle().press("Start game").settle();
    stage.choose("Seat 2: played by", "greedy").settle();
    assert_eq!(packs(&mut stage), ["carcassonne", "messages", "river"]);
    let home = stage.home.clone();
    drop(stage);
    let mut stage = TestStage::in_home(home, StageLook::default());
    stage.open_copy("messages").settle();
    show(&mut stage, EditorCommand::Show(Pane::Table));
    assert_eq!(packs(&mut stage), ["carcassonne", "messages", "river"]);
    assert!(stage.has("Seat 2: played by"));
    assert_eq!(table(&mut stage).setup().seats[1], SeatChooser::Bot(parse_bot("greedy").unwrap()));
}

#[test]
fn choices_that_cannot_be_together_are_told_with_what_must_change() {
    let mut stage = at_table("setup_conflict", "carcassonne", StageLook { dark: true, ..StageLook::default() });
    stage.tool("Setup…").settle();
    reveal(&mut stage, "The edge of the table closes")
        .click("The edge of the table closes")
        .settle()
        .picture("setup_conflict");
    assert!(stage.mentions(" needs “") && stage.mentions("change “"), "{:?}", stage.labels("“"));
    assert!(stage.mentions("This setup cannot be played: "));
    stage.press("Close").settle();
    let before = table(&mut stage).game().fingerprint();
    stage.press("New game").settle();
    assert_eq!(table(&mut stage).game().fingerprint(), before, "the game at the table stays");
    assert!(stage.mentions("The next game cannot start with this setup: "));
    stage.tool("Setup…").settle();
    reveal(&mut stage, "Size of the table").choose("Size of the table", "A rectangle around the start tile").settle();
    assert!(!stage.mentions("This setup cannot be played: "));
    stage.press("Start game").settle();
    assert_eq!(option(&mut stage, "table_edge_completes"), Value::Bool(true));
}

#[test]
fn an_option_that_is_gone_is_told_and_forgotten() {
    let mut stage = at_table("setup_gone", "glowmoor", StageLook::default());
    stage.tool("Setup…").settle();
    reveal(&mut stage, "How far beacons see");
    stage.enter_number("How far beacons see", "4").settle();
    stage.press("Start game").settle();
    assert_eq!(option(&mut stage, "sight"), Value::Int(4));
    let pack = stage.text("pack.ron").replacen(
        "id: \"sight\", type: int(1, 5), default: 3",
        "id: \"sight\", type: int(1, 3), default: 3",
        1,
    );
    stage.write("pack.ron", &pack).settle();
    assert!(stage.mentions("These packs cannot be played together now"));
    stage.tool("Setup…").settle().picture("setup_gone");
    assert!(stage.mentions("glowmoor:sight = 4 was chosen"));
    stage.press("Discard").settle();
    assert!(!stage.mentions("was chosen"));
    stage.press("Start game").settle();
    assert_eq!(option(&mut stage, "sight"), Value::Int(3));
}

/// In a small window the board has priority: less common tools are in a menu, and the setup fits.
#[test]
fn in_a_narrow_pane_the_rest_stands_in_a_menu() {
    let look = StageLook { size: Vec2::new(853.0, 533.0), scale: 1.5, ..StageLook::default() };
    let mut stage = TestStage::with_look("setup_narrow", look);
    stage.open_copy("messages").settle();
    stage.picture("setup_narrow");
    assert!(!stage.has("Restart"));
    for often in ["New game", "Step", "Play on", "Take back"] {
        assert!(stage.has(often), "{often}");
    }
    stage.press("More").picture("setup_narrow_menu");
    for seldom in ["Restart", "Save as test", "Show all", "Pause the bots", "at once"] {
        assert!(stage.has(seldom), "{seldom}");
    }
    stage.key(Modifiers::NONE, Key::Escape).tool("Setup…").settle().picture("setup_narrow_open");
    assert!(stage.has("Packs in play") && stage.has("Close"));
    stage.key(Modifiers::NONE, Key::Escape);
    assert!(!stage.has("Packs in play"));
}

#[test]
fn keys_do_not_play_while_the_setup_is_open() {
    let mut stage = at_table("setup_keys", "messages", StageLook::default());
    stage.press("Step").settle();
    let before = table(&mut stage).history().now();
    stage.tool("Setup…").settle().key(Modifiers::NONE, Key::Num1).settle();
    assert_eq!(table(&mut stage).history().now(), before);
    stage.key(Modifiers::NONE, Key::Escape).settle().key(Modifiers::NONE, Key::Num1).settle();
    assert_ne!(table(&mut stage).history().now(), before, "the same key plays when it is closed");
}

#[test]
fn a_game_that_cannot_be_gone_on_with_leaves_what_is_wanted_as_it_is() {
    let mut stage = at_table("setup_resume", "messages", StageLook::default());
    stage.tool("Setup…").settle().click("The River").settle().press("Start game").settle();
    stage.press("Step");
    show(&mut stage, EditorCommand::Show(Pane::Report));
    stage.press("Save and resume").press("Save the game");
    let file = std::path::PathBuf::from(stage.value_of("File of the game"));
    let record = std::fs::read_to_string(&file).unwrap();
    assert!(record.contains("river@"), "{record}");
    std::fs::write(&file, record.replace("river@", "brook@")).unwrap();
    stage.press("Resume the game").settle().press("New game").settle();
    assert_eq!(packs(&mut stage), ["carcassonne", "messages", "river"]);
    assert!(!stage.mentions("The next game cannot start with this setup: "));
}

#[test]
fn seats_are_called_and_coloured_otherwise_while_a_game_is_played() {
    for width in [1280.0, 700.0] {
        let look = StageLook { size: Vec2::new(width, 800.0), ..StageLook::default() };
        let mut stage = at_table(&format!("setup_while_{width}"), "carcassonne", look);
        stage.press("Step").press("Step").press("Step");
        let answers = table(&mut stage).session().answers();
        stage.press("Name and colour of Seat 2").type_into("Name of seat 2", "Bo");
        stage.picture(&format!("setup_while_{width}")).press("Green");
        stage.key(Modifiers::NONE, Key::Escape).settle();
        let seating = table(&mut stage).seating().clone();
        assert_eq!((seating.name(1), seating.colours().default_seat(Seat(1))), ("Bo", Seat(6)));
        assert_eq!(stage.editor().seat_colour(Seat(1)), of_seat(Seat(6)));
        assert!(stage.has("Bo: played by") && table(&mut stage).session().answers() == answers);
        // The next game has the same names.
        stage.press("New game").settle();
        assert_eq!(*table(&mut stage).seating(), seating);
    }
}

#[test]
fn seats_have_names_colours_and_bots_that_are_kept() {
    let mut stage = at_table("setup_seats", "carcassonne", StageLook::default());
    stage.tool("Setup…").settle();
    stage.type_into("Name of seat 1", "Anna").type_into("Name of seat 2", "Bo");
    stage.choose("Who plays seat 2", "greedy");
    stage.press("Colour of seat 1").picture("setup_colours");
    stage.press("Green").settle().picture("setup_seats");
    let greedy = SeatChooser::Bot(parse_bot("greedy").unwrap());
    assert_ne!(table(&mut stage).setup().seats[1], greedy, "the game at the table is unchanged");
    assert!(!stage.has("Anna: played by"));
    stage.press("Start game").settle();
    let green = |stage: &mut TestStage| table(stage).seating().colours().default_seat(Seat(0)) == Seat(6);
    assert!(table(&mut stage).setup().seats == [SeatChooser::Person, greedy] && green(&mut stage));
    assert!(stage.has("Anna: played by") && stage.has("Bo: played by") && stage.mentions("Anna: Place the tile"));
    let colour = stage.editor().seat_colour(Seat(0));
    assert_eq!(colour, of_seat(Seat(6)), "figures and cards are green");
    for _ in 0..12 {
        stage.press("Step");
    }
    show(&mut stage, EditorCommand::Show(Pane::Report));
    stage.press("Log").settle().picture("setup_seats_played");
    assert!(stage.mentions("Anna places") && stage.mentions("Bo places") && !stage.mentions("Seat 1"));
    // The next game has the same persons, and so does this game when it is resumed.
    stage.press("New game").settle();
    assert!(stage.has("Anna: played by") && green(&mut stage));
    stage.key(Modifiers::COMMAND, Key::G);
    let ctx = stage.harness.ctx.clone();
    stage.editor().wait_for_games(&ctx);
    stage.harness.run_ok();
    assert!(stage.has("Anna"), "{:?}", stage.labels("A"));
    stage.picture("setup_seats_list").press("Continue Carcassonne").settle();
    stage.settle();
    assert!(stage.has("Anna: played by") && green(&mut stage));
    let home = stage.home.clone();
    drop(stage);
    let mut stage = TestStage::in_home(home, StageLook::default());
    stage.harness.step();
    stage.press("Not now");
    stage.open_copy("carcassonne").settle();
    if stage.has("Not now") {
        stage.press("Not now");
    }
    show(&mut stage, EditorCommand::PlayLayout);
    assert!(stage.has("Anna: played by") && green(&mut stage));
}

#[test]
fn what_cannot_be_added_is_told_to_players() {
    let mut stage = TestStage::new("setup_refused");
    let pack = |id: &str, more: &str| {
        format!(
            "Pack(id: \"{id}\", version: \"1.0.0\", format: 1, title: \"{id}\", authors: [\"A\"], licence: \"MIT\", \
             needs: [\"carcassonne ^1\"], {more})"
        )
    };
    let middle = "board: (presets: [(tile: \"A\", at: (0, 0), from: tiles)])";
    for (id, more) in [("meadow_start", middle), ("other_cells", "lattice: hex")] {
        let folder = stage.home.join("packs").join(id);
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("pack.ron"), pack(id, more)).unwrap();
    }
    stage.open_copy("carcassonne").settle();
    show(&mut stage, EditorCommand::PlayLayout);
    stage.tool("Setup…").settle();
    reveal(&mut stage, "cannot be added: its tiles have a different shape");
    let start = "cannot be added: each needs the middle of the table for its first tiles";
    reveal(&mut stage, start);
    // The tooltip shows the message for authors.
    assert!(!stage.mentions("preset tiles"));
    stage.harness.get_by_label(start).hover();
    stage.steps(60);
    assert!(stage.mentions("two preset tiles cover the cell 0,0"));
    stage.picture("setup_refused");
}
