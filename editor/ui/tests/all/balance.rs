//! Tests the statistics of many games of bots.

use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};
use tilewright_lab::simulate::GamePlan;

use crate::stage::{StageLook, TestStage};

const LOOK: StageLook = StageLook { size: egui::vec2(1600.0, 1000.0), scale: 1.0, dark: false, language: "en" };

fn open_view(name: &str, look: StageLook) -> TestStage {
    let mut stage = TestStage::with_look(name, look);
    stage.open_copy("carcassonne");
    let title = stage.editor().texts().get("pane-balance");
    stage.click(&title);
    stage
}

/// Enters the number of games.
fn ask_for(stage: &mut TestStage, games: u64) {
    let name = stage.editor().texts().get("balance-games");
    stage.enter_number(&name, &games.to_string());
}

/// Plays this number of games.
fn play(stage: &mut TestStage, games: u64) {
    ask_for(stage, games);
    let text = stage.editor().texts().get("balance-run");
    stage.press(&text);
    stage.editor().wait_for_balance();
    stage.settle();
}

#[test]
fn games_are_told_in_sentences_and_one_of_them_is_stepped_through() {
    let mut stage = open_view("balance", LOOK);
    assert!(stage.mentions("Bots play many games"));
    stage.choose("Who plays seat 1", "random");
    play(&mut stage, 60);
    stage.picture("balance_light");
    assert!(stage.mentions("60 games with 2 seats by random, greedy, seed 1."));
    // Greedy players win against the random bot, which the report highlights.
    let sentence = "Seat 2 has an advantage: it wins ";
    assert!(stage.mentions(sentence) && !stage.mentions("Seat 0"));
    let told = ["What stands out", "Scores", "Course", "Length"].map(|title| stage.has(title));
    assert_eq!(told, [true; 4]);
    assert!(stage.has("Share of wins; the line shows the range of the true share."), "a chart");
    let button = stage.labels("Game ").remove(0);
    let game: u64 = button.split(' ').nth(1).unwrap().parse().unwrap();
    assert_eq!(button, format!("Game {game} shows it."));
    stage.harness.query_all_by_label(&button).next().unwrap().click();
    stage.harness.run_ok();
    stage.editor().wait_for_balance();
    stage.settle().picture("balance_watched");
    let seed = GamePlan { games: 60, seats: 2, seed: 1, threads: 1 }.seed_of(game);
    let table = stage.editor().table().unwrap();
    assert_eq!(table.setup().seed, seed);
    assert_eq!((table.history().now(), table.is_back(), table.is_held()), (0, true, false));
    let answers = table.history().branch().steps().len();
    assert!(answers > 100, "{answers} answers");
    stage.key(Modifiers::SHIFT, Key::F7).settle();
    assert_eq!(stage.editor().table().unwrap().history().now(), 1);
    assert!(stage.mentions(sentence), "the report stays");
}

#[test]
fn it_can_be_stopped_and_grows_old() {
    let mut stage = open_view("balance-stopped", LOOK);
    ask_for(&mut stage, 50_000);
    stage.harness.get_by_label("Play and report").click();
    stage.steps(3);
    assert!(stage.has("Stop") && !stage.has("Play and report"));
    stage.harness.get_by_label("Stop").click();
    stage.steps(3);
    assert!(stage.has("Play and report") && stage.mentions("Bots play many games"));
    play(&mut stage, 20);
    assert!(stage.has("What stands out") && stage.mentions("20 games with 2 seats by greedy, seed 1."));
    assert!(!stage.has("The pack has changed since then."));
    let text = stage.text("tiles.ron");
    stage.write("tiles.ron", &format!("{text}\n")).settle();
    assert!(stage.has("The pack has changed since then."));
}

#[test]
fn it_speaks_dutch() {
    let look = StageLook { dark: true, language: "nl", ..LOOK };
    let mut stage = open_view("balance-dutch", look);
    play(&mut stage, 40);
    stage.picture("balance_dark_nl");
    assert!(stage.has("Wat opvalt") && stage.mentions("Speler 1 wint ") && stage.mentions(" tot "));
    assert!(!stage.mentions("report-") && !stage.mentions("Seat 1"));
}

/// Returns the sentences that contain a text.
fn sentences(stage: &TestStage, text: &str) -> Vec<String> {
    stage.harness.query_all_by_label_contains(text).filter_map(|node| node.value()).collect()
}

/// Chooses random players for both seats, who play quickly.
fn choose_random(stage: &mut TestStage) {
    for seat in ["1", "2"] {
        stage.choose(&format!("Who plays seat {seat}"), "random");
    }
}

#[test]
fn another_value_is_compared_with_the_present_one() {
    let mut stage = open_view("balance-value", LOOK);
    choose_random(&mut stage);
    assert!(stage.harness.get_by_label("Compare").accesskit_node().is_disabled(), "no value yet");
    stage.type_into("Value for the comparison", "b.cou");
    stage.press("tiles.B.count").type_into("Value for the comparison", "7");
    stage.press("Compare").editor().wait_for_balance();
    stage.settle().picture("balance_compared_light");
    assert!(stage.has("Comparison 1") && stage.mentions(" games by random (seats: 2, seed 1): "));
    assert!(stage.mentions("With tiles.B.count=7, "), "a sentence about points");
    let turns = sentences(&stage, "A game has ").remove(0);
    assert!(turns.ends_with(" turns more."), "{turns}");
    let show = stage.labels("Show B on the table (").remove(0);
    stage.harness.get_by_label(&show).click_accesskit();
    stage.harness.run_ok();
    stage.editor().wait_for_balance();
    stage.settle();
    let seed: u64 = show.trim_end_matches(')').rsplit('(').next().unwrap().parse().unwrap();
    let table = stage.editor().table().unwrap();
    assert_eq!((table.setup().seed, table.is_held()), (seed, true));
    let catalog = table.session().game().catalog();
    assert_eq!(catalog.chosen_options(), ["carcassonne:tiles.B.count=7"]);
}

#[test]
fn changes_of_the_pack_are_compared_with_earlier_versions() {
    let mut stage = open_view("balance-versions", LOOK);
    choose_random(&mut stage);
    play(&mut stage, 20);
    assert!(stage.has("Report 1"));
    let text = stage.text("tiles.ron");
    stage.write("tiles.ron", &text.replacen("(id: \"B\", count: 4", "(id: \"B\", count: 7", 1)).settle();
    stage.choose("Version to compare with", "with the version of report 1");
    stage.press("Compare").editor().wait_for_balance();
    stage.settle();
    assert!(stage.mentions("With the present version, a player scores "));
    let by_report = sentences(&stage, "A game has ");
    assert_eq!(by_report.len(), 1);
    stage.choose("Version to compare with", "with the pack at its opening");
    stage.press("Compare").editor().wait_for_balance();
    stage.settle();
    assert!(stage.has("Comparison 3") && stage.mentions("the pack at its opening"));
    assert_eq!(sentences(&stage, "A game has "), by_report, "both are the same version");
    stage.click("Report 1");
    assert!(stage.has("Scores"));
    stage.press("Remove this result");
    assert!(!stage.has("Report 1") && stage.has("Comparison 2") && stage.has("Comparison 3"));
}

#[test]
fn a_comparison_is_stopped_refused_and_in_dutch() {
    let mut stage = open_view("balance-refused", StageLook { dark: true, language: "nl", ..LOOK });
    stage.type_into("Waarde voor de vergelijking", "tiles.B.size=7");
    stage.press("Vergelijken").editor().wait_for_balance();
    stage.settle();
    assert!(stage.mentions("size") && !stage.has("Vergelijking 1"));
    let field = "Waarde voor de vergelijking";
    stage.field(field).focus();
    stage.harness.run_ok();
    stage.key(Modifiers::COMMAND, Key::A).type_into(field, "tiles.B.count=5");
    stage.harness.get_by_label("Vergelijken").click();
    stage.steps(2);
    stage.harness.get_by_label("Stoppen").click();
    stage.steps(2);
    stage.editor().wait_for_balance();
    stage.settle().picture("balance_compared_dark_nl");
    assert!(stage.has("Vergelijking 1") && stage.has("Resultaat") && !stage.mentions("version-"));
}
