//! Tests the board: it shows new pieces, and its view stays in place.

use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, PointerButton, Rect, Vec2};
use egui_kittest::kittest::{By, Queryable};
use tilewright_core::catalog::seat::Seat;
use tilewright_core::session::Entry;
use tilewright_core::state::chance::Generator;
use tilewright_core::state::happening::Happening;
use tilewright_editor::context::{EditorAction, EditorCommand};
use tilewright_editor_model::table::fresh::FreshPiece;

use crate::stage::{StageLook, TestStage};
use crate::table::{AnswerInput, answer};

/// Returns a stage with a pack at the table.
fn playing(name: &str, pack: &str, look: StageLook) -> TestStage {
    let mut stage = TestStage::with_look(name, look);
    stage.open_copy(pack).settle();
    stage.key(Modifiers::NONE, Key::F5);
    stage.settle();
    stage
}

/// Returns the rectangle of the board on the screen.
fn area(stage: &TestStage) -> Rect {
    let board = By::new().predicate(|node| {
        node.role() == Role::Canvas && node.label().is_some_and(|label| label.starts_with("The board"))
    });
    stage.harness.get(board).rect()
}

fn events(stage: &mut TestStage) -> usize {
    stage.editor().table().unwrap().game().journal().unwrap().events.len()
}

#[test]
fn what_others_did_since_ones_own_answer_is_marked() {
    let mut stage = playing("fresh", "carcassonne", StageLook::default());
    let (mut random, own) = (Generator::new(5), Seat(0));
    let (mut marked, mut earned, mut since) = (0, 0, 0);
    for number in 0..60 {
        if stage.editor().table().unwrap().is_over() {
            break;
        }
        if stage.editor().table().unwrap().asks_person() {
            since = events(&mut stage);
        }
        answer(&mut stage, AnswerInput::Clicks, &mut random);
        // The bots answer until it is the person's turn again.
        while !stage.editor().table().unwrap().asks_person() && !stage.editor().table().unwrap().is_over() {
            stage.harness.step();
        }
        stage.harness.step();
        let editor = stage.editor();
        let fresh = &editor.play().fresh;
        let game = editor.table().unwrap().game();
        let happened = &game.journal().unwrap().events[since..];
        let others = happened.iter().filter_map(|event| match event.what {
            Happening::Placed { seat, tile, .. } if seat != own => Some((FreshPiece::Tile(tile), seat)),
            Happening::Deployed { seat, figure, .. } if seat != own => {
                game.figure(figure).and_then(|f| f.place).map(|_| (FreshPiece::Figure(figure), seat))
            }
            _ => None,
        });
        let others: Vec<_> = others.collect();
        assert_eq!(fresh.marks().iter().map(|m| (m.new, m.seat)).collect::<Vec<_>>(), others);
        marked += others.len();
        for points in fresh.points() {
            let given = game.journal().unwrap().events.iter().any(|event| {
                matches!(event.what, Happening::Awarded { seat, points: p, segment: Some(at), .. }
                    if (seat, p, at) == (points.seat, points.points, points.at))
            });
            assert!(given, "{points:?}");
        }
        if !fresh.points().is_empty() {
            if earned == 0 {
                stage.picture("board_points");
            }
            earned += 1;
        }
        if number < 24 && !others.is_empty() {
            stage.picture("board_new");
        }
    }
    assert!(marked > 20 && earned > 0, "{marked} marks, {earned} times points");
    stage.steps(12);
    assert!(stage.editor().play().fresh.points().is_empty(), "points are gone after a while");
    // After going back, no piece counts as new.
    stage.editor().act(&egui::Context::default(), EditorAction::Command(EditorCommand::StepBack));
    stage.harness.step();
    assert!(stage.editor().play().fresh.marks().is_empty());
}

#[test]
fn the_board_stays_where_it_is_whatever_is_asked() {
    for pack in ["carcassonne", "entdecker", "glowmoor"] {
        let mut stage = playing(&format!("still_{pack}"), pack, StageLook::default());
        let mut random = Generator::new(3);
        let (place, mut width) = (area(&stage), stage.editor().play().camera.cell);
        for _ in 0..40 {
            answer(&mut stage, AnswerInput::Clicks, &mut random);
            stage.harness.step();
            assert_eq!(area(&stage), place, "{pack}: the board has moved");
            let now = stage.editor().play().camera.cell;
            assert!(now <= width, "{pack}: it has come nearer by itself, {width} to {now}");
            width = now;
        }
    }
}

#[test]
fn an_arrow_leads_to_what_is_out_of_sight_and_a_double_click_follows_again() {
    let mut stage = playing("arrows", "carcassonne", StageLook::default());
    assert!(stage.labels("Off screen").is_empty());
    let board = area(&stage);
    let far = Vec2::new(board.width() * 0.9, 0.0);
    stage.harness.drag_at(board.center() - far / 2.0);
    stage.harness.step();
    stage.harness.hover_at(board.center() + far / 2.0);
    stage.harness.step();
    stage.harness.drop_at(board.center() + far / 2.0);
    stage.steps(2);
    assert!(!stage.editor().play().camera.fits);
    let arrows = stage.labels("Off screen");
    assert!(!arrows.is_empty());
    stage.picture("board_arrows");
    let before = stage.editor().play().camera.middle;
    stage.click(&arrows[0]);
    assert_ne!(stage.editor().play().camera.middle, before);
    let corner = area(&stage).left_bottom() + Vec2::new(12.0, -12.0);
    stage.harness.hover_at(corner);
    stage.harness.step();
    // The clock advances by a quarter of a second in each frame, and the second click must follow quickly.
    for frame in [&[true][..], &[false, true], &[false]] {
        for &pressed in frame {
            let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
            let event = Event::PointerButton { pos: corner, button, pressed, modifiers };
            stage.harness.input_mut().events.push(event);
        }
        stage.harness.step();
    }
    stage.steps(3);
    assert!(stage.editor().play().camera.fits);
    assert!(stage.labels("Off screen").is_empty());
}

#[test]
fn whether_things_move_is_kept() {
    let mut stage = TestStage::new("motion");
    stage.harness.step();
    let ctx = stage.harness.ctx.clone();
    let time = || ctx.style_of(egui::Theme::Light).animation_time;
    assert_eq!(time(), 0.0);
    stage.editor().act(&ctx, EditorAction::Command(EditorCommand::Motion));
    stage.harness.step();
    assert!(time() > 0.0);
    let home = stage.home.clone();
    let again = TestStage::in_home(home, StageLook::default());
    let ctx = again.harness.ctx.clone();
    assert!(ctx.style_of(egui::Theme::Light).animation_time > 0.0, "the next start knows it");
}

/// Returns all painted texts.
fn list_painted_texts(stage: &TestStage) -> Vec<String> {
    fn gather(shape: &egui::Shape, found: &mut Vec<String>) {
        match shape {
            egui::Shape::Text(text) => found.push(text.galley.text().to_owned()),
            egui::Shape::Vec(shapes) => shapes.iter().for_each(|shape| gather(shape, found)),
            _ => {}
        }
    }
    let mut found = Vec::new();
    stage.harness.output().shapes.iter().for_each(|clipped| gather(&clipped.shape, &mut found));
    found
}

#[test]
fn a_feature_that_one_points_at_is_lit_and_told() {
    for dark in [false, true] {
        let mut stage = playing(&format!("lit_{dark}"), "carcassonne", StageLook { dark, ..StageLook::default() });
        let mut random = Generator::new(8);
        let (mut told, mut figures) = (0, 0);
        for number in 0..36 {
            let roles = ["Follower: ", "Thief: ", "Knight: ", "Monk: ", "Farmer: "];
            let places: Vec<_> = roles.iter().flat_map(|role| stage.labels(role)).collect();
            if let Some(name) = places.first() {
                let place = name.split([':', '(']).nth(1).unwrap();
                let terrain = place.split(" in the ").next().unwrap().trim().to_owned();
                stage.harness.get_by_label(name).hover();
                stage.steps(2);
                let texts = list_painted_texts(&stage);
                assert!(
                    texts.iter().any(|text| text.starts_with(&format!("{terrain}, ")) && text.contains(" tile")),
                    "{terrain} in {texts:?}"
                );
                told += 1;
                stage.picture(&format!("board_lit_{dark}"));
            }
            answer(&mut stage, AnswerInput::Clicks, &mut random);
            stage.harness.step();
            figures += list_painted_texts(&stage).iter().filter(|text| text.contains(", Seat ")).count();
            if number == 35 {
                stage.picture(&format!("board_lit_later_{dark}"));
            }
        }
        assert!(told > 6, "{told} places, {figures} figures under the pointer");
    }
}

/// The question lists the tiles too, but a player who looks at the row need not find the tile again in the menu.
#[test]
fn a_tile_in_a_row_is_chosen_by_clicking_on_it() {
    let mut stage = playing("row", "honeyplot", StageLook { size: Vec2::new(1500.0, 1000.0), ..StageLook::default() });
    let row = |stage: &TestStage| -> Vec<String> {
        stage.labels("Choose ").into_iter().filter(|label| label.ends_with(')')).collect()
    };
    let table = stage.editor().table().unwrap();
    let decision = table.session().decision().unwrap();
    assert_eq!(&*decision.ask, "draft");
    let keys: Vec<String> =
        decision.options.iter(table.game()).map(|pick| decision.options.key(table.game(), pick)).collect();
    let offered = row(&stage);
    assert_eq!(offered.len(), keys.len(), "{offered:?}");
    stage.picture("row");
    stage.click(&offered[1]);
    stage.settle();
    let table = stage.editor().table().unwrap();
    let given = table.session().log().iter().find_map(|entry| match entry {
        Entry::Answer(answer) if &*answer.ask == "draft" => Some(answer.key.clone()),
        _ => None,
    });
    assert_eq!(given.as_ref(), Some(&keys[1]));
    // While the tile is being placed, the row offers no choice.
    assert_eq!(row(&stage), Vec::<String>::new());
}
