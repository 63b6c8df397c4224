//! Tests that the screen of a seat shows no secrets of others: two games that a seat cannot distinguish look the same
//! in every pane, and in the files that the seat can save.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use egui::{Key, Modifiers, Vec2};
use egui_kittest::kittest::{By, NodeT, Queryable};
use tilewright_core::catalog::Scope;
use tilewright_core::catalog::id::TileKindId;
use tilewright_core::catalog::seat::Seat;
use tilewright_core::machine::Machine;
use tilewright_core::session::{Entry, Session};
use tilewright_core::state::Game;
use tilewright_core::state::chance::{ChancePoint, ChanceResult, ChanceSource, Generator, Outcome};
use tilewright_core::state::effect::CounterKey;
use tilewright_core::state::secrecy::Secrecy;
use tilewright_core::state::view::VisibleTiles;
use tilewright_editor::context::command::EditorCommand;
use tilewright_editor::context::{EditorAction, Pane};
use tilewright_editor_model::pack::pack_set::PackSet;
use tilewright_editor_model::table::{SeatChooser, Setup, TableGame};
use tilewright_kit::packs::load::Loaded;

use crate::stage::{StageLook, TestStage};

/// Number of keyed counters whose values are changed.
const KEYS: i64 = 24;
/// Seat with the screen, and the seat with secrets.
const OWN: Seat = Seat(0);
const OTHER: Seat = Seat(1);

/// Source of chance that repeats the visible results of another game, and replaces results that the seat has not seen.
struct AlteredChance {
    given: Rc<RefCell<Vec<ChanceResult>>>,
    at: usize,
    random: Generator,
    /// True once the games have diverged.
    parted: Rc<RefCell<bool>>,
}

impl ChanceSource for AlteredChance {
    fn outcome(&mut self, game: &Game, point: &ChancePoint) -> Option<Outcome> {
        let given = self.given.borrow().get(self.at).cloned();
        self.at += 1;
        let Some(given) = given.filter(|given| given.what.is_at(point)) else {
            *self.parted.borrow_mut() = true;
            return None;
        };
        let outcome = given.what.outcome();
        match point {
            ChancePoint::Draw { bag, .. } if !given.seen_by.contains(OWN) => {
                let others: Vec<TileKindId> =
                    game.bag(*bag).kinds().filter(|kind| Outcome::Tile(*kind) != outcome).collect();
                let any = others.get(self.random.below(others.len().max(1) as u32) as usize);
                Some(any.map_or(outcome, |kind| Outcome::Tile(*kind)))
            }
            _ => Some(outcome),
        }
    }

    fn report_impossible(&mut self, _: &Game, _: &ChancePoint, _: &Outcome) {
        *self.parted.borrow_mut() = true;
    }
}

/// Pair of games that look the same to one seat, while other seats have drawn and answered differently in secret.
struct Pair {
    loaded: Arc<Loaded>,
    one: Session,
    two: Session,
    given: Rc<RefCell<Vec<ChanceResult>>>,
    noted: usize,
    parted: Rc<RefCell<bool>>,
    random: Generator,
}

impl Pair {
    fn begin(loaded: &Arc<Loaded>, seed: u64) -> Pair {
        let given = Rc::new(RefCell::new(Vec::new()));
        let parted = Rc::new(RefCell::new(false));
        let mut sessions = [0, 1].map(|_| Session::new(loaded.machine().unwrap(), 2, seed).unwrap());
        let source = AlteredChance {
            given: Rc::clone(&given),
            at: 0,
            random: Generator::new(seed ^ 0x77),
            parted: Rc::clone(&parted),
        };
        sessions[1].set_chance_source(Box::new(source));
        let [one, two] = sessions;
        let random = Generator::new(seed ^ 0xabcd);
        let mut pair = Pair { loaded: Arc::clone(loaded), one, two, given, noted: 0, parted, random };
        pair.one.start().unwrap();
        pair.note();
        pair.two.start().unwrap();
        pair
    }

    fn note(&mut self) {
        let new = self.one.log()[self.noted..].iter();
        self.given.borrow_mut().extend(new.filter_map(|entry| match entry {
            Entry::Chance(given) => Some(given.clone()),
            Entry::Answer(_) => None,
        }));
        self.noted = self.one.log().len();
    }

    /// Gives the same answer in both games, or different ones for a secret of others; returns false if the games
    /// diverge.
    fn answer(&mut self) -> bool {
        let (Some(decision), Some(theirs)) = (self.one.decision(), self.two.decision()) else { return false };
        if (decision.seat, &decision.ask) != (theirs.seat, &theirs.ask) || *self.parted.borrow() {
            return false;
        }
        let is_other = decision.seat != OWN;
        let hidden = decision.secret && is_other;
        let any = |random: &mut Generator, session: &Session| {
            let options = &session.decision().unwrap().options;
            options.get(session.game(), random.below(options.count())).unwrap()
        };
        // A tile that is chosen in secret is placed in public view, so its placement must be possible in both games.
        let picks = if hidden && &*decision.ask == "tile" {
            let both = (0..decision.options.count()).filter_map(|n| {
                let pick = decision.options.get(self.one.game(), n)?;
                let key = decision.options.key(self.one.game(), pick);
                Some((pick, theirs.options.find(self.two.game(), &key)?))
            });
            both.reduce(|_, later| later)
        } else {
            let pick = any(&mut self.random, &self.one);
            let key = decision.options.key(self.one.game(), pick);
            match decision.secrecy(pick) {
                Secrecy::Question if is_other => Some((pick, any(&mut self.random, &self.two))),
                Secrecy::Choice if is_other => {
                    theirs.options.secrets().find(|theirs| *theirs != pick).map(|theirs| (pick, theirs))
                }
                _ => theirs.options.find(self.two.game(), &key).map(|theirs| (pick, theirs)),
            }
        };
        let Some((pick, theirs)) = picks else { return false };
        self.one.answer(pick).unwrap();
        self.note();
        self.two.answer(theirs).unwrap();
        true
    }

    /// Returns separate tables for both games. In the second one, all other hidden information is replaced too.
    fn tables(&mut self) -> [TableGame; 2] {
        let seats = vec![SeatChooser::Person; 2];
        let table = |session: &Session, seed: u64| {
            let (catalog, script) = self.loaded.script_after(&session.symbols()).unwrap();
            let fork = session.fork(Machine::new(catalog, Box::new(script)));
            TableGame::continue_session(
                &self.loaded,
                fork,
                Setup { seats: seats.clone(), seed, pack_set: PackSet::default() },
            )
        };
        let one = table(&self.one, 5);
        let mut two = table(&self.two, 6);
        let arranged = two.history_mut().session_mut().arrange(|game| {
            exchange(game, &mut self.random);
            Ok::<(), ()>(())
        });
        assert_eq!(arranged, Ok(()));
        [one, two]
    }
}

/// Replaces all information that the seat with the screen cannot see.
fn exchange(game: &mut Game, random: &mut Generator) {
    let catalog = game.catalog().clone();
    let kinds: Vec<TileKindId> = catalog.kinds.ids().collect();
    for bag in catalog.bags.ids() {
        let order = game.bag(bag).order().to_vec();
        let back = |kind: TileKindId| catalog.bags[bag].back.is_some_and(|tag| catalog.kinds[kind].tag(tag) != 0);
        let mut tiles = match game.view(Some(OWN)).bag(bag) {
            VisibleTiles::Count(count) => {
                (0..count).map(|_| kinds[random.below(kinds.len() as u32) as usize]).collect::<Vec<_>>()
            }
            VisibleTiles::Tiles(tiles) if order.is_empty() => tiles,
            // The content of an open stack is public, but its order is not.
            VisibleTiles::Tiles(_) => order.clone(),
        };
        for n in (1..tiles.len()).rev() {
            tiles.swap(n, random.below(n as u32 + 1) as usize);
        }
        if let (Some(&top), Some(last)) = (order.last(), tiles.len().checked_sub(1)) {
            match tiles.iter().position(|&k| back(k) == back(top)) {
                Some(at) => tiles.swap(at, last),
                None => tiles[last] = top,
            }
        }
        game.arrange_bag(bag, &tiles);
    }
    for (counter, spec) in catalog.counters.iter().filter(|(_, spec)| spec.secret) {
        let name = catalog.counters.key(counter);
        let mut number = || i32::try_from(random.below(900)).unwrap();
        match spec.scope {
            Scope::Game => game.arrange_counter(&name, &[number()]).unwrap(),
            Scope::Seat => {
                let own = game.counter(counter, CounterKey::Seat(OWN));
                game.arrange_counter(&name, &[own, number()]).unwrap();
            }
            Scope::Keyed => (0..KEYS).for_each(|k| game.arrange_counter(&format!("{name}:{k}"), &[number()]).unwrap()),
            Scope::SeatKeyed => {
                (0..KEYS).for_each(|k| game.arrange_counter(&format!("{name}:{}:{k}", OTHER.0), &[number()]).unwrap())
            }
            Scope::Feature(_) => {}
        }
    }
    game.arrange_chance(u64::from(random.below(u32::MAX)));
}

/// Returns the content of the accessibility tree: role, label, value and description of each node.
fn tree(stage: &TestStage) -> Vec<String> {
    let nodes = stage.harness.query_all(By::new());
    let told = nodes.map(|node| {
        let node = node.accesskit_node();
        let (label, value, number) = (node.label(), node.value(), node.numeric_value());
        format!("{:?} {label:?} {value:?} {number:?} {:?} {:?}", node.role(), node.description(), node.placeholder())
    });
    told.collect()
}

fn show(stage: &mut TestStage, pane: Pane) {
    let ctx = stage.harness.ctx.clone();
    stage.editor().act(&ctx, EditorAction::Command(EditorCommand::Show(pane)));
    stage.harness.run_ok();
}

/// Returns the content of every pane about the game at the table.
fn everything(stage: &mut TestStage) -> BTreeMap<String, Vec<String>> {
    let mut told = BTreeMap::new();
    let mut note = |stage: &mut TestStage, name: &str| {
        stage.harness.remove_cursor();
        stage.harness.run_ok();
        assert!(told.insert(name.to_owned(), tree(stage)).is_none());
    };
    for pane in [Pane::Timeline, Pane::Scores, Pane::Holes] {
        show(stage, pane);
        note(stage, &format!("{pane:?}"));
    }
    show(stage, Pane::Inspector);
    for page in ["Graph", "Open ports", "Bags", "Numbers", "Agenda", "Events", "Script lines", "Features"] {
        stage.click(page);
        note(stage, page);
    }
    // These pages show the value of features, now and at the end.
    let features = stage.editor().table().unwrap().game().board().features().roots().count();
    for number in 0..features.min(6) {
        let Some(row) = stage.labels(&format!("{number}  ")).pop() else { continue };
        stage.click(&row).harness.run_ok();
        if stage.has("at the end") {
            stage.click("at the end").harness.run_ok();
        }
        note(stage, &format!("feature {number}"));
        if let Some(row) = stage.labels(&format!("{number}  ")).pop() {
            stage.click(&row);
        }
    }
    show(stage, Pane::Report);
    for page in ["Log", "Save and resume", "Keep as a test", "Capsule", "Points"] {
        stage.click(page);
        note(stage, page);
    }
    told
}

/// Returns the file that the seat with the screen can save, if the pane warns that the other file contains everything.
fn saved_file(stage: &mut TestStage) -> Option<String> {
    show(stage, Pane::Report);
    stage.click("Save and resume");
    let button = stage.labels("Save what seat ").pop()?;
    assert!(stage.mentions("The file contains everything"));
    stage.picture("secrets_save");
    let file = stage.home.join("packs").join(format!("{}-seen-1.json", stage.editor().document().unwrap().id()));
    stage.press(&button);
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_file(&file).unwrap();
    while stage.has("Close this notice") {
        stage.click("Close this notice");
    }
    Some(text)
}

fn hand_over(stage: &mut TestStage) -> bool {
    let label = stage.labels("I am seat ").pop();
    label.iter().for_each(|label| {
        stage.click(label);
    });
    label.is_some()
}

/// Lists the differences between the content of two windows.
fn difference(one: &BTreeMap<String, Vec<String>>, two: &BTreeMap<String, Vec<String>>) -> String {
    let mut all = String::new();
    for (page, nodes) in one {
        let other = two.get(page).map_or(&[][..], |nodes| nodes);
        let here = nodes.iter().filter(|node| !other.contains(node));
        let there = other.iter().filter(|node| !nodes.contains(node));
        let (here, there): (Vec<_>, Vec<_>) = (here.take(4).collect(), there.take(4).collect());
        if nodes != other {
            all.push_str(&format!("{page}: {} and {} nodes\n  {here:?}\n  {there:?}\n", nodes.len(), other.len()));
        }
    }
    all
}

/// Statistics of one comparison.
#[derive(Default, Debug)]
struct ComparisonCounts {
    positions: usize,
    /// Number of positions at which the games were different.
    differed: usize,
    /// Number of files that the seat saved from its viewpoint.
    saved: usize,
    /// Number of differences on the other seat's own screen.
    told_other: usize,
}

/// Rule that notes the hands of all seats, and a step in which a seat may hide a thing.
const TELLING: &str = "on(\"placed\", function()
    for _, seat in seats() do
        for _, tile in hand(seat) do note(seat, tile) end
    end
end)
step(\"hide\", function(seat)
    ask(seat, \"hide\", { \"nothing\", { key = \"a_leaf\", secret = true }, { key = \"a_shell\", secret = true } })
end)
";

/// Texts for the things that can be hidden.
const HIDDEN: &str = "{ \"ask.hide.a_leaf\": \"A leaf\", \"ask.hide.a_shell\": \"A shell\",";

/// Compares the views of a seat in two games of a pack that it cannot distinguish.
fn compare(
    name: &str,
    pack: &str,
    default: Option<(&str, &str)>,
    seeds: std::ops::Range<u64>,
    most: usize,
) -> ComparisonCounts {
    let look = StageLook { size: Vec2::new(1500.0, 1400.0), ..StageLook::default() };
    let mut stage = TestStage::with_look(&format!("secrets_{name}"), look);
    stage.open_copy(pack).settle();
    if let Some((before, after)) = default {
        let text = stage.text("pack.ron");
        assert!(text.contains(before));
        let text = text.replacen(before, after, 1).replacen("    rules: [", "    rules: [(use: \"telling\"), ", 1);
        let texts = stage.text("texts/en.ron").replacen('{', HIDDEN, 1);
        stage.write("texts/en.ron", &texts).write("rules/telling.lua", TELLING).write("pack.ron", &text).settle();
        assert_eq!(stage.editor().problems().counts().0, 0);
    }
    let ctx = stage.harness.ctx.clone();
    stage.editor().act(&ctx, EditorAction::Command(EditorCommand::PlayLayout));
    stage.settle();
    let loaded = stage.editor().table().unwrap().history();
    let loaded = Arc::clone(loaded.rules_of(loaded.current()));
    let mut compared = ComparisonCounts::default();
    for seed in seeds {
        let mut pair = Pair::begin(&loaded, seed);
        let mut since = 4;
        for _ in 0..120 {
            if compared.positions == most || !pair.answer() || *pair.parted.borrow() {
                break;
            }
            since += 1;
            let Some(seat) = pair.one.decision().map(|d| d.seat) else { break };
            let turn = if compared.positions % 2 == 0 { OWN } else { OTHER };
            if since < 6 || seat != turn || pair.two.decision().is_none_or(|d| d.seat != seat) {
                continue;
            }
            since = 0;
            let tables = pair.tables();
            compared.positions += 1;
            compared.differed += usize::from(tables[0].game().fingerprint() != tables[1].game().fingerprint());
            let [(before, one), (before_too, two)] = tables.map(|table| {
                stage.editor().put_on_table(table);
                stage.harness.run_ok();
                let before = everything(&mut stage);
                let handed = hand_over(&mut stage);
                let after = if handed { everything(&mut stage) } else { BTreeMap::new() };
                (before, after)
            });
            let answers = pair.one.answers();
            assert!(before == before_too, "{name} {seed}, {answers}: {}", difference(&before, &before_too));
            if seat == OWN {
                assert!(one == two, "{name} {seed}, {answers}: {}", difference(&one, &two));
                let [file, file_too] = pair.tables().map(|table| {
                    stage.editor().put_on_table(table);
                    stage.harness.run_ok();
                    hand_over(&mut stage);
                    saved_file(&mut stage)
                });
                assert_eq!(file, file_too);
                compared.saved += usize::from(file.is_some_and(|text| text.contains("\"for_seat\":0")));
            } else {
                compared.told_other += usize::from(one != two);
            }
        }
    }
    compared
}

#[test]
fn hands_stay_with_their_seats() {
    let default = (
        "(id: \"hand_size\", type: choice([1, 3]), default: 1",
        "(id: \"hand_size\", type: choice([1, 3]), default: 3",
    );
    let compared = compare("hands", "carcassonne", Some(default), 1..5, 4);
    assert!(compared.positions >= 4 && compared.told_other > 0 && compared.saved > 0, "{compared:?}");
}

#[test]
fn two_tiles_to_choose_from_stay_with_their_seats() {
    let default = ("(id: \"double_tile\", default: false)", "(id: \"double_tile\", default: true)");
    let compared = compare("double", "discovery", Some(default), 1..5, 4);
    assert!(compared.positions >= 4 && compared.told_other > 0 && compared.saved > 0, "{compared:?}");
}

#[test]
fn numbers_that_a_seat_names_or_sees_in_secret_stay_with_it() {
    let default = ("(id: \"top_scout\", default: false)", "(id: \"top_scout\", default: true)");
    let compared = compare("top", "entdecker", Some(default), 1..4, 6);
    assert!(compared.positions >= 6 && compared.told_other > 0 && compared.saved > 0, "{compared:?}");
}

#[test]
fn a_secret_option_that_a_seat_takes_stays_with_it() {
    let hiding = ("place, deploy", "place, script(name: \"hide\"), deploy");
    let compared = compare("options", "glowmoor", Some(hiding), 1..4, 6);
    assert!(compared.positions >= 6 && compared.told_other > 0 && compared.saved > 0, "{compared:?}");
}

#[test]
fn what_is_still_to_be_drawn_is_on_nobodys_screen() {
    let bids = ("(id: \"bid_for_closer\", default: false", "(id: \"bid_for_closer\", default: true");
    for (name, pack, default) in [
        ("bag", "carcassonne", Some(bids)),
        ("stacks", "entdecker", None),
        ("messages", "messages", None),
        ("leipzig", "leipzig", None),
    ] {
        let compared = compare(name, pack, default, 1..2, 3);
        assert!(compared.positions >= 3 && compared.differed == compared.positions, "{compared:?}");
    }
}

#[test]
fn what_holds_secrets_says_so_in_dutch_in_the_dark_and_in_a_narrow_window() {
    let look = StageLook { size: Vec2::new(760.0, 700.0), dark: true, language: "nl", ..StageLook::default() };
    let mut stage = TestStage::with_look("secrets_nl", look);
    stage.open_copy("entdecker").settle();
    stage.key(Modifiers::NONE, Key::F5).choose("Speler 2: wie kiest", "jij").settle();
    let ctx = stage.harness.ctx.clone();
    stage.editor().act(&ctx, EditorAction::Command(EditorCommand::PlayLayout));
    show(&mut stage, Pane::Report);
    stage.click("Bewaren en hervatten");
    assert!(stage.mentions("Het bestand bevat alles"));
    stage.picture("secrets_nl");
    stage.click("Als test houden");
    assert!(stage.mentions("Meerdere mensen delen dit scherm") && !stage.mentions("{ $"));
}

#[test]
fn the_seed_of_a_game_for_several_is_nobodys() {
    let mut stage = TestStage::new("secrets_seed");
    stage.open_copy("carcassonne").settle().key(Modifiers::NONE, Key::F5).tool("Setup…");
    let shown =
        |stage: &TestStage| tree(stage).iter().find(|node| node.contains("\"Seed\"") && node.contains("Spin")).cloned();
    assert!(shown(&stage).unwrap().contains("\"2\""), "a single player sees the next seed");
    stage.key(Modifiers::NONE, Key::Escape).choose("Seat 2: played by", "you").settle().tool("Setup…");
    assert!(shown(&stage).unwrap().contains("\"?\""));
    stage.key(Modifiers::NONE, Key::Escape);
    let seeds = [0, 1].map(|_| {
        stage.press("New game").settle();
        stage.editor().table().unwrap().setup().seed
    });
    assert!(seeds[0] != seeds[1] && !seeds.contains(&2), "{seeds:?}");
    let home = stage.home.clone();
    drop(stage);
    let mut stage = TestStage::in_home(home, StageLook::default());
    stage.open_copy("carcassonne").settle().key(Modifiers::NONE, Key::F5);
    assert_ne!(stage.editor().table().unwrap().setup().seed, 1, "the first game with several players");
}

#[test]
fn whoever_gives_a_seat_away_does_not_see_with_the_eyes_of_the_next() {
    let mut stage = TestStage::new("secrets_away");
    stage.open_copy("discovery").settle();
    let text = stage.text("pack.ron");
    stage.write("pack.ron", &text.replacen("\"double_tile\", default: false", "\"double_tile\", default: true", 1));
    stage.settle().key(Modifiers::NONE, Key::F5).choose("Seat 2: played by", "you").tool("Restart");
    hand_over(&mut stage);
    assert!(!stage.mentions("I am seat"));
    stage.choose("Seat 1: played by", "random");
    assert!(stage.mentions("I am seat 2"), "the screen must be passed to seat 2");
}
