//! Tests the size of the board while playing, and that the seats and pieces next to it fit.

use std::sync::Arc;

use egui::accesskit::Role;
use egui::{Id, Key, Modifiers, Order, Rect, Vec2};
use egui_kittest::kittest::{By, NodeT, Queryable};
use tilewright_core::state::chance::Generator;
use tilewright_editor_model::pack::pack_set::PackSet;
use tilewright_editor_model::table::{SeatChooser, Setup, TableGame};
use tilewright_kit::packs::find::Finder;
use tilewright_kit::packs::load::{Request, load};

use crate::left::put;
use crate::stage::{StageLook, TestStage};
use crate::table::packs;

/// Returns a game of a person against bots, with the number of seats that the pack allows and that is nearest to
/// `seats`, and with the shuffle of a seed.
pub(crate) fn game(pack: &str, seats: usize, seed: u64) -> TableGame {
    let loaded = Arc::new(load(&Finder::only_bundled(), &Request::new([pack])).unwrap());
    let (least, most) = loaded.catalog().unwrap().seats;
    let count = seats.clamp(usize::from(least), usize::from(most));
    let others = std::iter::repeat_n(SeatChooser::RANDOM, count - 1);
    let seats = std::iter::once(SeatChooser::Person).chain(others).collect();
    TableGame::begin(&loaded, Setup { seats, seed, pack_set: PackSet::default() }).unwrap()
}

/// Lets random bots answer for all seats until the person is asked again, up to a limit of answers.
fn go_on(table: &mut TableGame, answers: usize) {
    for _ in 0..answers {
        if table.is_over() || !table.step() {
            return;
        }
    }
    for _ in 0..60 {
        if table.is_over() || table.asks_person() || !table.step() {
            return;
        }
    }
}

fn playing(name: &str, pack: &str, size: Vec2) -> TestStage {
    let mut stage = TestStage::with_look(name, StageLook { size, ..StageLook::default() });
    stage.open_copy(pack).settle().key(Modifiers::NONE, Key::F5);
    stage
}

fn board(stage: &TestStage) -> Rect {
    stage
        .harness
        .get_by(|node| node.role() == Role::Canvas && node.label().is_some_and(|l| l.starts_with("The board")))
        .rect()
}

/// Returns the widgets left of the board with their areas.
fn beside(stage: &TestStage) -> Vec<(String, Rect)> {
    let edge = board(stage).left();
    let named =
        stage.harness.query_all(By::new().predicate(|node| node.label().is_some_and(|label| !label.is_empty())));
    let named = named.filter(|node| node.accesskit_node().bounding_box().is_some());
    let named = named.map(|node| (node.accesskit_node().label().unwrap_or_default(), node.rect()));
    named.filter(|(_, rect)| rect.left() < edge && rect.top() > 30.0 && rect.is_positive()).collect()
}

/// In every pack, six seats fit into a window of 900 points and four into one of 800, with everything that belongs to
/// them.
#[test]
fn all_seats_fit_beside_the_board() {
    for pack in examined_packs() {
        let mut stage = playing(&format!("rail_{pack}"), &pack, Vec2::new(1440.0, 900.0));
        for (seats, height) in [(6, 900.0), (4, 800.0)] {
            let name = format!("rail_{pack}_{seats}");
            stage.harness.set_size(Vec2::new(1440.0, height));
            let mut table = game(&pack, seats, 11);
            go_on(&mut table, 24);
            put(&mut stage, table);
            stage.settle().picture(&name);
            let edge = board(&stage).left();
            for (label, rect) in beside(&stage).into_iter().filter(|(label, _)| label != "Resize panel") {
                assert!(rect.right() <= edge + 1.0 || rect.width() > edge, "{name}: `{label}` is too wide: {rect:?}");
                assert!(rect.bottom() <= height, "{name}: `{label}` is below the window: {rect:?}");
            }
        }
    }
}

/// A figure is drawn for each of up to four figures; more are a number.
#[test]
fn many_figures_are_a_number() {
    let mut stage = playing("rail_pips", "messages", Vec2::new(1440.0, 900.0));
    put(&mut stage, game("messages", 2, 11));
    stage.settle();
    let names = stage.labels("Follower ×7");
    assert_eq!(names.len(), 2, "each seat has seven followers: {names:?}");
    assert!(!stage.mentions("Messenger: Seat 1 0"), "the tracks are folded");
    stage.click("Tracks").settle();
    assert!(stage.mentions("Messenger: Seat 1 0"));
}

/// Stacks are named for screen readers, with their counts and the public text about their backs.
#[test]
fn many_stacks_are_backs_with_counts() {
    let mut stage = playing("rail_stacks", "entdecker", Vec2::new(1440.0, 900.0));
    put(&mut stage, game("entdecker", 4, 11));
    stage.settle();
    let stacks = stage.labels("Hidden stack ");
    assert_eq!(stacks.len(), 6, "{stacks:?}");
    assert!(stacks.iter().all(|name| name.contains(": ") && name.contains(" on top")), "{stacks:?}");
    let rects: Vec<Rect> = stacks.iter().map(|name| stage.harness.get_by_label(name).rect()).collect();
    assert!(rects.iter().all(|rect| rect.height() <= 40.0 && rect.width() <= 40.0), "{rects:?}");
}

fn is_nightly() -> bool {
    std::env::var_os("TILEWRIGHT_NIGHTLY").is_some()
}

/// Returns every third pack, or all packs in a nightly run.
fn examined_packs() -> Vec<String> {
    packs().into_iter().step_by(if is_nightly() { 1 } else { 3 }).collect()
}

/// Number of answers before the latest position of a test.
const LATEST: u32 = 120;

/// The board has most of the window, and no list covers it unasked.
#[test]
fn the_board_has_most_of_the_window() {
    let positions = if is_nightly() { 50 } else { 2 };
    let mut random = Generator::new(71);
    for pack in examined_packs() {
        let mut stage = playing(&format!("room_{pack}"), &pack, Vec2::new(1440.0, 900.0));
        for (size, share) in [(Vec2::new(1440.0, 900.0), 0.7), (Vec2::new(1024.0, 700.0), 0.55)] {
            let name = format!("room_{pack}_{}", size.x);
            stage.harness.set_size(size);
            for number in 0..positions {
                let mut table = game(&pack, 3, number);
                go_on(&mut table, random.below(LATEST) as usize);
                put(&mut stage, table);
                stage.steps(3);
                if stage.editor().table().unwrap().is_over() {
                    continue;
                }
                let rect = board(&stage);
                let part = rect.area() / (size.x * size.y);
                assert!(part >= share, "{name} {number}: the board has {part:.3} of the window: {rect:?}");
                assert_eq!(covering(&stage, rect), [], "{name} {number}: something covers the board");
                if number == 0 {
                    stage.picture(&name);
                }
            }
        }
    }
}

/// Returns the layers above the panes at points of an area.
fn covering(stage: &TestStage, area: Rect) -> Vec<Id> {
    let points = (1..8).flat_map(|x| (1..8).map(move |y| Vec2::new(x as f32, y as f32) / 8.0));
    let layers = points.filter_map(|part| stage.harness.ctx.layer_id_at(area.lerp_inside(part)));
    layers.filter(|layer| layer.order != Order::Background).map(|layer| layer.id).collect()
}
