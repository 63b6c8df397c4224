//! Tests playing at the table with clicks and keys.

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{By, Queryable};
use tilewright_core::catalog::id::TileKindId;
use tilewright_core::catalog::seat::Seat;
use tilewright_core::state::chance::Generator;
use tilewright_core::state::effect::Place;
use tilewright_editor::context::EditorAction;
use tilewright_editor_model::pack::document::disk::write_whole;
use tilewright_editor_model::table::asked::{BoardTarget, OptionPlace, QuestionOption, QuestionPrompt};
use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::load::{Request, load};

use crate::stage::TestStage;

/// Input that a test uses to answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AnswerInput {
    Clicks,
    Keys,
}

/// Returns the question to the person at the screen.
pub(crate) fn current_question(stage: &mut TestStage) -> Option<QuestionPrompt> {
    let editor = stage.editor();
    let table = editor.table()?;
    let decision = table.session().decision().filter(|_| table.asks_person())?;
    Some(QuestionPrompt::new(table.game(), editor.texts(), decision))
}

fn answers(stage: &mut TestStage) -> usize {
    stage.editor().table().unwrap().session().answers()
}

/// Clicks the last node with a label, since widgets that open later are on top.
fn click(stage: &mut TestStage, label: &str) -> bool {
    let Some(node) = stage.harness.query_all_by_label(label).last() else { return false };
    node.click();
    stage.harness.step();
    stage.harness.step();
    true
}

fn key(stage: &mut TestStage, key: Key) {
    stage.harness.key_press_modifiers(Modifiers::NONE, key);
    stage.harness.step();
}

fn focus(stage: &mut TestStage, role: Role, begins: &str) {
    let found = stage.harness.query_all(
        By::new()
            .predicate(move |node| node.role() == role && node.label().is_some_and(|label| label.starts_with(begins))),
    );
    found.last().unwrap().focus();
    stage.harness.step();
}

/// Answers with an option of the menu.
fn from_menu(stage: &mut TestStage, entries: &[QuestionOption], number: usize, by: AnswerInput) {
    let digits = [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8, Key::Num9];
    match (by, digits.get(number)) {
        (AnswerInput::Clicks, _) => {
            let QuestionOption { text, help, .. } = &entries[number];
            let name = help.as_ref().map_or_else(|| text.clone(), |help| format!("{text}\n{help}"));
            // A strip of options may be scrolled.
            if let Some(node) = stage.harness.query_all_by_label(&name).last() {
                node.scroll_to_me();
                stage.harness.run_steps(4);
            }
            assert!(click(stage, &name), "no `{name}` in {}: {entries:?}", stage.home.display());
        }
        (AnswerInput::Keys, Some(digit)) => key(stage, *digit),
        (AnswerInput::Keys, None) => {
            focus(stage, Role::Button, &entries[number].text);
            key(stage, Key::Enter);
        }
    }
}

/// Answers with a spot on the board.
fn on_board(stage: &mut TestStage, spots: &[OptionPlace], number: usize, by: AnswerInput, random: &mut Generator) {
    let spot = &spots[number];
    match by {
        AnswerInput::Clicks => assert!(click(stage, &spot.name), "no `{}`", spot.name),
        AnswerInput::Keys => {
            focus(stage, Role::Canvas, "The board");
            for _ in 0..=number {
                key(stage, Key::PageDown);
            }
            for _ in 0..random.below(3) {
                key(stage, Key::R);
            }
            key(stage, Key::Enter);
        }
    }
    if !spot.is_placement() && spot.entries.len() > 1 {
        stage.harness.step();
        let entry = random.below(spot.entries.len() as u32) as usize;
        from_menu(stage, &spot.entries, entry, by);
    }
}

/// Answers the current question; returns false if there is none.
pub(crate) fn answer(stage: &mut TestStage, by: AnswerInput, random: &mut Generator) -> bool {
    let Some(asked) = current_question(stage) else { return false };
    let hand_over = stage.labels("I am seat ");
    if let Some(label) = hand_over.first() {
        click(stage, label);
    }
    // Lists of options open only on request, so they never cover the board.
    assert!(!stage.has("Close the list"), "{asked:?}");
    let before = stage.editor().table().unwrap().position();
    // Each step of the cursor takes a frame, so only the first spots are used with keys.
    let most = if by == AnswerInput::Keys { 3 } else { usize::MAX };
    let (spots, menu) = (asked.spots.len().min(most), asked.menu.len());
    let number = random.below((spots + menu) as u32) as usize;
    if number < spots {
        on_board(stage, &asked.spots, number, by, random);
    } else {
        from_menu(stage, &asked.menu, number - spots, by);
    }
    stage.harness.step();
    let after = stage.editor().table().unwrap();
    assert_eq!(after.trouble(), None);
    assert_ne!(after.position(), before, "{by:?} {number} of {spots} and {menu}: {asked:?}");
    true
}

/// Plays a game to its end, or up to a limit of answers.
fn play(stage: &mut TestStage, by: AnswerInput, seed: u64) {
    let mut random = Generator::new(seed);
    for _ in 0..3000 {
        if stage.editor().table().unwrap().is_over() {
            stage.harness.step();
            assert!(stage.mentions("The game is over."));
            return;
        }
        if !answer(stage, by, &mut random) {
            stage.harness.step();
        }
    }
    panic!("the game does not end");
}

pub(crate) fn packs() -> Vec<String> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content");
    let mut packs: Vec<String> =
        std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    packs.sort();
    packs
}

/// Plays every second pack from number `first` on, half of them with clicks and half with keys.
fn every_second_pack(first: usize) {
    for (number, pack) in packs().into_iter().enumerate().skip(first).step_by(2) {
        let mut stage = TestStage::new(&format!("table_{pack}"));
        stage.open_copy(&pack).settle().key(Modifiers::NONE, Key::F5);
        let way = if number / 2 % 2 == 0 { AnswerInput::Clicks } else { AnswerInput::Keys };
        play(&mut stage, way, number as u64);
        stage.settle().picture(&format!("table_{pack}"));
    }
}

#[test]
fn every_pack_is_played_to_the_end_by_clicks_and_by_keys_the_one_half() {
    every_second_pack(0);
}

#[test]
fn every_pack_is_played_to_the_end_by_clicks_and_by_keys_the_other_half() {
    every_second_pack(1);
}

/// Corners and seams can be clicked and reached by keys, and figures can be deployed there.
#[test]
fn places_between_tiles_are_chosen_on_the_board() {
    let probe = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../engine/kit/tests/probes/surveyors");
    for way in [AnswerInput::Clicks, AnswerInput::Keys] {
        let mut stage = TestStage::new(&format!("between_{way:?}"));
        let folder = stage.home.join("surveyors");
        for file in ["pack.ron", "rules/survey.lua"] {
            write_whole(&folder.join(file), &std::fs::read_to_string(probe.join(file)).unwrap()).unwrap();
        }
        stage.harness.step();
        let ctx = stage.harness.ctx.clone();
        stage.editor().act(&ctx, EditorAction::OpenFolder(folder));
        stage.settle().key(Modifiers::NONE, Key::F5);
        let mut random = Generator::new(4);
        let mut between = 0;
        for _ in 0..400 {
            let spots = current_question(&mut stage).map(|asked| asked.spots).unwrap_or_default();
            between += spots.iter().filter(|spot| matches!(spot.at, BoardTarget::Joint(_))).count();
            if between > 40 || stage.editor().table().unwrap().is_over() {
                break;
            }
            if !answer(&mut stage, way, &mut random) {
                stage.harness.step();
            }
        }
        stage.settle().picture(&format!("between_{way:?}"));
        let table = stage.editor().table().unwrap();
        let joints = table.game().figures().filter(|(_, figure)| matches!(figure.place, Some(Place::Joint(_))));
        assert!(between > 40 && joints.count() > 1, "{way:?}: {between}");
    }
}

/// A figure is deployed with the keyboard, and a place with several options asks which one is meant.
#[test]
fn questions_about_the_board_are_put_on_the_board() {
    let mut stage = TestStage::new("on_board");
    stage.open_copy("inns_cathedrals").settle().key(Modifiers::NONE, Key::F5);
    let mut random = Generator::new(3);
    while current_question(&mut stage).unwrap().spots.iter().all(|spot| spot.is_placement()) {
        answer(&mut stage, AnswerInput::Clicks, &mut random);
    }
    stage.harness.step();
    focus(&mut stage, Role::Canvas, "The board");
    key(&mut stage, Key::PageDown);
    stage.settle().picture("table_deploy");
    let question = current_question(&mut stage).unwrap();
    let several = question.spots.iter().position(|spot| spot.entries.len() > 1).unwrap();
    for _ in 0..several {
        key(&mut stage, Key::PageDown);
    }
    key(&mut stage, Key::Enter);
    stage.settle().picture("table_narrowed");
    let entry = &question.spots[several].entries[1].text;
    assert!(stage.has(entry) && stage.has("Another place"));
    key(&mut stage, Key::Escape);
    assert!(!stage.has("Another place"));
    key(&mut stage, Key::PageDown);
    assert!(stage.mentions("Cursor at"));
    for _ in 0..several {
        key(&mut stage, Key::PageDown);
    }
    key(&mut stage, Key::Enter);
    key(&mut stage, Key::Num2);
    stage.settle();
    let table = stage.editor().table().unwrap();
    let figures: Vec<_> = table.game().figures().filter(|(_, figure)| figure.seat == Seat(0)).collect();
    assert_eq!(figures.len(), 1);
    assert_eq!(Some((figures[0].1.kind, Seat(0))), question.spots[several].entries[1].figure);
}

/// Returns pairs of packs that can be played together.
fn pairs() -> Vec<(String, String)> {
    let packs = packs();
    let finder = Finder::only_bundled();
    let both = packs.iter().flat_map(|a| packs.iter().filter(move |b| a < *b).map(move |b| (a.clone(), b.clone())));
    let fits = |(a, b): &(String, String)| {
        let request = Request { lints: false, ..Request::new([a.clone(), b.clone()]) };
        load(&finder, &request).is_ok_and(|loaded| loaded.is_playable())
    };
    both.filter(fits).collect()
}

/// Plays a few random pairs, or all pairs if the variable `ALL_PAIRS` is set.
#[test]
fn packs_are_played_together() {
    let pairs = pairs();
    assert!(pairs.len() > 20, "only {} pairs fit", pairs.len());
    let all = std::env::var_os("ALL_PAIRS").is_some();
    let mut random = Generator::new(20);
    for (number, (a, b)) in pairs.iter().enumerate() {
        if !all && random.below(pairs.len() as u32) >= 4 {
            continue;
        }
        let mut stage = TestStage::new(&format!("pair_{a}_{b}"));
        // An otherwise empty pack requires both.
        let folder = stage.home.join("packs/together");
        let pack = format!(
            "Pack(id: \"together\", version: \"1.0.0\", format: 1, title: \"Together\", authors: [\"Example\"], \
             licence: \"MIT\", needs: [\"{a}\", \"{b}\"])\n"
        );
        write_whole(&folder.join("pack.ron"), &pack).unwrap();
        stage.harness.step();
        let ctx = stage.harness.ctx.clone();
        stage.editor().act(&ctx, EditorAction::OpenFolder(folder));
        stage.settle().key(Modifiers::NONE, Key::F5);
        play(&mut stage, if number % 2 == 0 { AnswerInput::Keys } else { AnswerInput::Clicks }, number as u64);
        stage.settle().picture(&format!("pair_{a}_{b}"));
    }
}

/// Returns all names on the screen, as a screen reader finds them.
fn names(stage: &TestStage) -> Vec<String> {
    stage.labels("")
}

/// Returns names of tiles in a hand that no other seat holds and that are not on the board, so that they would reveal
/// the hand.
fn telling(stage: &mut TestStage, seat: u8) -> Vec<String> {
    let table = stage.editor().table().unwrap();
    let (game, catalog) = (table.game(), table.catalog());
    let elsewhere = |kind: &TileKindId| {
        game.hand(Seat(1 - seat)).any(|k| k == *kind)
            || game.board().tiles().any(|t| t.kind == *kind)
            || game.set_aside().contains(kind)
            || game.view(None).public().tile_in_play() == Some(*kind)
    };
    game.hand(Seat(seat)).filter(|kind| !elsewhere(kind)).map(|kind| catalog.kinds.key(kind)).collect()
}

#[test]
fn a_hand_is_on_the_screen_only_when_its_seat_has_the_screen() {
    let mut stage = TestStage::new("hands");
    stage.open_copy("carcassonne").settle();
    let pack = stage.text("pack.ron");
    let at = pack.find("(id: \"hand_size\"").unwrap();
    let (before, after) = pack.split_at(at);
    let changed = format!("{before}{}", after.replacen("default: 1", "default: 3", 1));
    assert_ne!(changed, pack);
    stage.write("pack.ron", &changed).settle();
    stage.key(Modifiers::NONE, Key::F5).choose("Seat 2: played by", "you").tool("Restart");
    let mut random = Generator::new(4);
    let (mut handed, mut told) = (0, [0, 0]);
    for _ in 0..60 {
        stage.harness.step();
        let Some(asked) = current_question(&mut stage) else { break };
        let seat = asked.seat.0;
        if let Some(label) = stage.labels("I am seat ").pop() {
            // Before the player confirms, the screen shows neither hand.
            let shown = names(&stage);
            for hidden in telling(&mut stage, 0).into_iter().chain(telling(&mut stage, 1)) {
                assert!(!shown.contains(&hidden), "{hidden} is on the screen while it is passed on");
            }
            if handed == 1 {
                stage.picture("table_hand_over");
            }
            handed += 1;
            click(&mut stage, &label);
            stage.harness.step();
        }
        let shown = names(&stage);
        for hidden in telling(&mut stage, 1 - seat) {
            assert!(!shown.contains(&hidden), "seat {seat} is shown {hidden} of the other");
        }
        told[usize::from(seat)] += telling(&mut stage, seat).iter().filter(|own| shown.contains(own)).count();
        answer(&mut stage, AnswerInput::Clicks, &mut random);
    }
    stage.settle().picture("table_hands");
    assert!(handed >= 8 && told.iter().all(|n| *n > 10), "passed on {handed} times, events: {told:?}");
}

#[test]
fn bots_of_all_sorts_are_held_stepped_and_slowed_down() {
    let mut stage = TestStage::new("paces");
    stage.open_copy("glowmoor").settle();
    stage.key(Modifiers::NONE, Key::F5);
    stage.tool("Pause the bots").choose("Seat 1: played by", "greedy").tool("Restart");
    let start = answers(&mut stage);
    stage.steps(3);
    assert_eq!(answers(&mut stage), start, "held bots do nothing");
    stage.press("Step");
    assert!(answers(&mut stage) > start);
    stage.tool("four per second").tool("Resume the bots");
    let start = answers(&mut stage);
    // The clock of the window advances by a quarter of a second in each frame.
    stage.harness.run_steps(4);
    let slow = answers(&mut stage) - start;
    assert!((1..=8).contains(&slow), "{slow} answers in a second");
    stage.tool("at once");
    stage.steps(300);
    assert!(stage.editor().table().unwrap().is_over());
    let scores = stage.editor().table().unwrap().game().scores().to_vec();
    assert!(scores[0] > scores[1], "{scores:?}: who looks ahead wins");
    stage.settle().picture("table_over");
}
