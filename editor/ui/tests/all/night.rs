//! Tests a long session at the table: going back and forth, changed rules during a game, saving, and resuming.

use std::time::{Duration, Instant};

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use tilewright_editor::context::command::EditorCommand;
use tilewright_editor::context::{EditorAction, Pane};
use tilewright_editor_model::table::{Setup, TableGame};
use tilewright_kit::games::capsule::Capsule;
use tilewright_kit::games::replay::replay_all;
use tilewright_kit::packs::find::Finder;

use crate::stage::{StageLook, TestStage};

fn at_table(name: &str, pack: &str, steps: usize, pane: Pane) -> TestStage {
    at_table_with(name, pack, steps, pane, StageLook::default())
}

fn at_table_with(name: &str, pack: &str, steps: usize, pane: Pane, look: StageLook) -> TestStage {
    let mut stage = TestStage::with_look(name, look);
    stage.open_copy(pack).settle();
    command(&mut stage, EditorCommand::PlayLayout);
    command(&mut stage, EditorCommand::Show(pane));
    for _ in 0..steps {
        stage.press("Step");
    }
    stage
}

fn command(stage: &mut TestStage, command: EditorCommand) {
    let ctx = stage.harness.ctx.clone();
    stage.editor().act(&ctx, EditorAction::Command(command));
    stage.harness.run_ok();
}

fn table(stage: &mut TestStage) -> &TableGame {
    stage.editor().table().unwrap()
}

fn notices(stage: &mut TestStage) -> Vec<String> {
    stage.editor().notices().texts().map(str::to_owned).collect()
}

#[test]
fn the_timeline_goes_back_and_forth_and_keeps_branches() {
    let mut stage = at_table("timeline", "glowmoor", 8, Pane::Timeline);
    let end = table(&mut stage).history().now();
    let tip = table(&mut stage).game().fingerprint();
    assert!(end >= 8);
    // Answers are narrated in sentences of the current language.
    let rows = stage.labels("Turn ");
    assert!(rows.iter().any(|row| row.contains(" places ")), "{rows:?}");
    let keys = table(&mut stage).history().branch().steps().iter().map(|step| step.key.clone()).collect::<Vec<_>>();
    let tells = |row: &String| keys.iter().any(|key| key.contains([',', ':']) && row.contains(&**key));
    assert!(!rows.iter().any(tells), "{rows:?}");
    stage.picture("timeline_rows").press("Back one move");
    assert_eq!(table(&mut stage).history().now(), end - 1, "the bots do not play on in the past");
    stage.key(Modifiers::NONE, Key::F7);
    assert_eq!(table(&mut stage).history().now(), end - 2);
    stage.key(Modifiers::SHIFT, Key::F7).press("Forward one move");
    assert_eq!(table(&mut stage).game().fingerprint(), tip);
    stage.press("To the beginning");
    assert_eq!(table(&mut stage).history().now(), 0);
    // The first answer differs from the one before.
    let places = stage.labels("Place the tile at ");
    let first = table(&mut stage).history().branch().steps()[0].key.clone();
    let other = places.iter().find(|p| !first.starts_with(&format!("{},", p.trim_start_matches("Place the tile at "))));
    stage.click(other.unwrap());
    assert_eq!(table(&mut stage).history().branches().len(), 2);
    stage.press("Step").press("Step");
    stage.choose("Compare with", "The game").settle().picture("timeline_beside");
    assert!(stage.has("The moves differ from number 1 on."));
    stage.choose("Compare with", "nothing").choose("Branch", "The game");
    assert_eq!(table(&mut stage).game().fingerprint(), tip);
    assert_eq!(table(&mut stage).history().current(), 0);
}

/// Returns the height of the board at the table.
fn board_height(stage: &TestStage) -> f32 {
    stage.harness.query_all_by_label_contains("The board: ").next().unwrap().rect().height()
}

#[test]
fn changed_rules_are_told_and_the_old_ones_can_stay() {
    let mut stage = at_table("rules", "glowmoor", 10, Pane::Timeline);
    let height = board_height(&stage);
    let other = |text: &str, value: u8| format!("{text}\nlocal other = {value}\n");
    let text = stage.text("rules/drifting_light.lua");
    stage.write("rules/drifting_light.lua", &other(&text, 1)).settle();
    assert!(stage.mentions("The rules have changed"));
    assert!(height - board_height(&stage) < 40.0, "{height} to {}", board_height(&stage));
    stage.picture("news_kept").press("About the change").picture("news_about");
    assert!(stage.mentions("drifting_light.lua") && stage.mentions("The new rules apply from move"));
    stage.key(Modifiers::NONE, Key::Escape).press("Compare").settle();
    assert!(stage.has("The same position."));
    stage.click("My moves with its rules").settle().picture("timeline_rules");
    stage.write("rules/drifting_light.lua", &other(&text, 2)).settle();
    stage.press("About the change").press("Keep the old rules for this game").settle();
    assert!(table(&mut stage).is_held() && table(&mut stage).history().current() == 0);
    stage.press("Apply changes again").settle();
    assert!(!table(&mut stage).is_held());
    assert!(stage.mentions("The rules have changed"));
    stage.press("Continue from there");
    assert!(!stage.mentions("The rules have changed"));
}

#[test]
fn the_points_by_changed_rules_are_shown() {
    let mut stage = at_table("rules_points", "glowmoor", 0, Pane::Timeline);
    let scores = |stage: &mut TestStage| table(stage).game().scores().to_vec();
    for _ in 0..120 {
        stage.press("Step");
        if scores(&mut stage).iter().any(|points| *points > 0) {
            break;
        }
    }
    let before = scores(&mut stage);
    let text = stage.text("pack.ron");
    let dearer = text.replace("per_tile: 1", "per_tile: 7").replace("per_tile: 2", "per_tile: 9");
    assert_ne!(dearer, text);
    stage.write("pack.ron", &dearer).settle();
    let since = Instant::now();
    while !stage.mentions("instead of") && since.elapsed() < Duration::from_secs(30) {
        std::thread::sleep(Duration::from_millis(5));
        stage.steps(1);
    }
    let (seat, was) = before.iter().enumerate().find(|(_, points)| **points > 0).unwrap();
    assert!(stage.mentions("The same moves by the new rules: "));
    assert!(stage.mentions(&format!("Seat {}: ", seat + 1)) && stage.mentions(&format!(" instead of {was}")));
    stage.picture("news_points").press("Compare").settle().picture("news_compared");
    stage.write("pack.ron", &text.replace("per_site: 2", "per_site: 3")).settle();
    let since = Instant::now();
    while !stage.mentions("The same moves by the new rules") && since.elapsed() < Duration::from_secs(30) {
        std::thread::sleep(Duration::from_millis(5));
        stage.steps(1);
    }
    assert!(stage.mentions("The same moves by the new rules"));
}

/// Comments, blank lines and translated texts do not change the rules. Restored rules count as unchanged.
#[test]
fn only_what_the_pack_says_is_a_change_of_the_rules() {
    let mut stage = at_table("rules_same", "glowmoor", 10, Pane::Timeline);
    let (now, branches) = (table(&mut stage).history().now(), table(&mut stage).history().branches().len());
    let rule = stage.text("rules/drifting_light.lua");
    let pack = stage.text("pack.ron");
    stage.write("rules/drifting_light.lua", &format!("{rule}\n\n-- a comment\n")).settle();
    stage.write("pack.ron", &format!("\n// a comment\n{pack}\n")).settle();
    assert_eq!(table(&mut stage).news(), None);
    assert_eq!(table(&mut stage).history().branches().len(), branches);
    // The game still uses the new text, so that places in it match the file.
    let (loaded, _) = table(&mut stage).rules();
    assert!(loaded.sources.files().iter().any(|file| file.text.ends_with("\n\n-- a comment\n")));
    for value in 1..5 {
        let other = format!("{rule}\nlocal other = {value}\n");
        stage.write("rules/drifting_light.lua", &other).settle();
        assert!(stage.mentions("The rules have changed"));
    }
    assert_eq!(table(&mut stage).history().branches().len(), branches + 1, "one state is compared with the old one");
    stage.write("rules/drifting_light.lua", &rule).settle();
    assert!(!stage.mentions("The rules have changed"), "they are those from before");
    let history = table(&mut stage).history();
    assert_eq!((history.branches().len(), history.current(), history.now()), (branches, 0, now));
}

#[test]
fn the_game_waits_until_whoever_types_has_paused_or_saved() {
    let mut stage = at_table("rules_typed", "glowmoor", 10, Pane::Timeline);
    command(&mut stage, EditorCommand::PlayLayout);
    command(&mut stage, EditorCommand::Show(Pane::Code));
    let type_in = |stage: &mut TestStage, text: &str| {
        stage.focus("Text of pack.ron").key(Modifiers::COMMAND, Key::Home);
        stage.harness.event(egui::Event::Text(text.to_owned()));
        stage.harness.step();
        stage.editor().settle();
    };
    type_in(&mut stage, " ");
    let follows = |stage: &mut TestStage| {
        let text = stage.text("pack.ron");
        table(stage).rules().0.sources.files().iter().any(|file| *file.text == *text)
    };
    stage.harness.step();
    assert!(!follows(&mut stage), "the author is still typing");
    let second = (1.2 / stage.harness.input().predicted_dt).ceil() as usize;
    stage.steps(second);
    assert!(follows(&mut stage), "the author has not typed for a second");
    type_in(&mut stage, " ");
    stage.harness.step();
    assert!(!follows(&mut stage));
    stage.harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
    stage.harness.step();
    stage.harness.step();
    assert!(follows(&mut stage), "saving is a pause");
}

#[test]
fn a_changed_catalog_is_told_with_the_answer_at_which_the_old_game_stops() {
    let mut stage =
        at_table_with("catalog", "glowmoor", 14, Pane::Timeline, StageLook { dark: true, ..StageLook::default() });
    let (kind, path, text) = stage.last_tile_renamed();
    let scores = table(&mut stage).game().scores().to_vec();
    stage.write(&path, &text).settle();
    assert!(stage.mentions("the old game cannot be replayed to its end"));
    stage.press("About the change").picture("news_shortened");
    assert!(stage.mentions("the old game is no longer possible") && stage.mentions(&kind));
    stage.press("Save the record of the game").settle();
    assert!(notices(&mut stage).iter().any(|n| n.contains("glowmoor-game-1.json")));
    stage.press("About the change").press("Keep the old rules for this game").settle();
    assert_eq!(table(&mut stage).game().scores(), scores);
}

#[test]
fn a_game_is_saved_resumed_and_shown_by_source() {
    let mut stage = at_table("save", "carcassonne", 24, Pane::Report);
    stage.settle().picture("report_points");
    assert!(stage.has("Total") && stage.has("Scores over time") && stage.has("The game is not over."));
    stage.press("Log").settle().picture("report_log");
    assert!(stage.mentions(" places ") && stage.mentions(" at "));
    stage.choose("Seat 2: played by", "you").press("Save and resume");
    let file = stage.value_of("File of the game");
    stage.press("Save the game");
    let here = table(&mut stage).game().fingerprint();
    let answers = table(&mut stage).history().now();
    stage.press("New game");
    assert_ne!(table(&mut stage).game().fingerprint(), here);
    stage.press("Resume the game").settle().picture("report_save");
    assert_eq!((table(&mut stage).game().fingerprint(), table(&mut stage).history().now()), (here, answers));
    assert_eq!(table(&mut stage).people().count(), 2, "the players stay at the table");
    stage.key(Modifiers::NONE, Key::F7);
    assert_eq!(table(&mut stage).history().now(), answers - 1, "earlier answers can be undone");
    let games: Vec<_> = replay_all(&Finder::only_bundled(), std::path::Path::new(&file)).unwrap().collect();
    assert_eq!(games[0].result.as_ref().unwrap().game().fingerprint(), here);
}

#[test]
fn a_game_becomes_a_test_an_example_and_a_capsule() {
    let mut stage = at_table("keep", "glowmoor", 20, Pane::Report);
    stage.press("Keep as a test");
    stage.type_into("Name of the test", "a drifting light");
    for tick in
        ["points by source", "points of each score", "figures in supply", "places of figures", "the current decision"]
    {
        stage.click(tick);
    }
    stage.press("Create test");
    stage.harness.get_by_label("Create example").scroll_to_me();
    stage.settle().type_into("Caption", "The light drifts away from the causeway < here");
    stage.press("Create example").settle().picture("report_test");
    let test = stage.text("tests/played_1.ron");
    assert!(
        test.contains("by_kind:") && test.contains("supply:") && test.contains("figures:") && test.contains("ask:"),
        "{test}"
    );
    let picture = stage.text("examples/example_1.svg");
    assert!(picture.contains("&lt; here") && picture.matches("<svg").count() == 2);
    command(&mut stage, EditorCommand::Test);
    stage.editor().wait_for_tests();
    let told = notices(&mut stage);
    let last = told.last().unwrap();
    assert!(!told.iter().any(|n| n.contains("played") && n.contains("expected")), "{told:?}");
    assert!(last.contains("tests"), "{last}");
    command(&mut stage, EditorCommand::Show(Pane::Report));
    stage.settle().press("Capsule");
    stage.type_into("Notes", "Look at the light.");
    stage.harness.get_by_label("Create capsule").scroll_to_me();
    stage.settle().press("Create capsule").settle().picture("report_capsule");
    let path = stage.home.join("packs/glowmoor-capsule-1.zip");
    let capsule = Capsule::read(&std::fs::read(&path).unwrap()).unwrap();
    assert_eq!(capsule.notes, "Look at the light.");
    assert!(capsule.picture.unwrap().starts_with(b"\x89PNG"));
    let game = replay_all(&Finder::nowhere(), &path).unwrap().next().unwrap().result.unwrap();
    assert_eq!(game.game().fingerprint(), table(&mut stage).game().fingerprint());
}

/// Returns a game with random answers up to a given question to the person; some questions occur once in twenty games.
fn game_at(table: &TableGame, ask: &str) -> TableGame {
    let loaded = table.history().rules_of(table.history().current());
    let game = |seed| {
        let mut table = TableGame::begin(loaded, Setup { seed, ..table.setup().clone() }).unwrap();
        // The loop stops there, since bots would continue by themselves.
        let waits =
            |table: &TableGame| table.session().decision().is_some_and(|d| *d.ask == *ask && d.seat.index() == 0);
        while !waits(&table) && table.step() {}
        table.session().decision().is_some().then_some(table)
    };
    (1..500).find_map(game).unwrap()
}

/// Saves a script during each of some questions, and returns the time until the script is in use.
fn measure_saves(name: &str, pack: &str, rule: &str, asks: &[&'static str]) -> Vec<(&'static str, Duration)> {
    let mut took = Vec::new();
    let mut stage = at_table(name, pack, 0, Pane::Timeline);
    let path = stage.editor().document().unwrap().folder().join(rule);
    let text = std::fs::read_to_string(&path).unwrap();
    for ask in asks {
        let game = game_at(table(&mut stage), ask);
        let here = (game.history().now(), game.game().fingerprint());
        stage.editor().put_on_table(game);
        stage.settle();
        assert_eq!(table(&mut stage).session().decision().map(|d| d.ask.to_string()).as_deref(), Some(*ask));
        let before = table(&mut stage).catalog().clone();
        std::fs::write(&path, format!("{text}\n-- saved at {ask}\n")).unwrap();
        let closed = Instant::now();
        while std::sync::Arc::ptr_eq(&before, table(&mut stage).catalog()) {
            stage.harness.step();
            assert!(closed.elapsed() < Duration::from_secs(60), "the script does not reach the table");
        }
        took.push((*ask, closed.elapsed()));
        assert_eq!((table(&mut stage).history().now(), table(&mut stage).game().fingerprint()), here, "{ask}");
    }
    took
}

#[test]
fn a_saved_script_reaches_the_table_in_the_middle_of_a_chain_of_messages() {
    // The decision about a message comes after it is drawn and before it is carried out.
    let asks = ["place", "deploy", "messages.figure", "messages.take"];
    for (ask, took) in measure_saves("latency_messages", "messages", "rules/messages.lua", &asks) {
        println!("the script that was saved at `{ask}` was in use after {took:?}");
    }
}

#[test]
fn a_saved_script_reaches_the_table_in_the_middle_of_a_voyage() {
    let asks = ["start", "announce", "sail", "jungle"];
    for (ask, took) in measure_saves("latency_voyage", "entdecker", "rules/voyage.lua", &asks) {
        println!("the script that was saved at `{ask}` was in use after {took:?}");
    }
}

#[test]
fn a_position_becomes_a_test_that_arranges_the_board() {
    let mut stage = at_table("as_board", "carcassonne", 31, Pane::Report);
    stage.press("Keep as a test").type_into("Name of the test", "in the middle");
    for tick in ["worth of features with figures", "figures in supply", "the current decision", "as a board"] {
        stage.click(tick);
    }
    stage.press("Create test").settle().picture("report_board");
    let test = stage.text("tests/played_1.ron");
    for part in ["board: \"", "figures: [", "turn: ", "bags: {", "worth: [", "supply: ["] {
        assert!(test.contains(part), "{part} in {test}");
    }
    assert!(test.lines().count() < 60, "it is not the whole course: {test}");
    stage.key(Modifiers::COMMAND, Key::T);
    stage.editor().wait_for_tests();
    let told = notices(&mut stage);
    assert!(
        told.iter().any(|n| n.ends_with(" tests passed.")) && !told.iter().any(|n| n.contains("middle")),
        "{told:?}"
    );
}
