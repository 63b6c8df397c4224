//! Tests a game of triangles: creating and painting it, and playing it with mouse and keys.

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use tilewright_core::catalog::lattice::Lattice;
use tilewright_core::state::chance::Generator;
use tilewright_core::verify;
use tilewright_editor::context::{EditorAction, EditorCommand};

use crate::stage::{StageLook, TestStage};
use crate::table::{AnswerInput, answer};

fn make_pack(name: &str) -> TestStage {
    let mut stage = TestStage::with_look(name, StageLook { size: egui::vec2(1500.0, 950.0), ..StageLook::default() });
    stage.settle();
    let ctx = stage.harness.ctx.clone();
    stage.editor().act(&ctx, EditorAction::Command(EditorCommand::New));
    stage.harness.run_ok();
    stage.settle().type_into("Title", "Shards").click("a game of triangles").press("Create").settle().settle();
    assert_eq!(stage.editor().problems().counts(), (0, 0));
    stage
}

#[test]
fn a_triangle_is_painted_from_side_to_side() {
    let mut stage = make_pack("triangles-painted");
    stage.press("New").settle().click("Path").click("Terrain stream").picture("triangle_bare");
    for absent in ["Side south, meadow", "Side north-east, meadow", "Side north-west, meadow"] {
        assert!(!stage.has(absent), "{absent}");
    }
    let middle = |label: &str| stage.harness.get_by_label(label).rect().center();
    let (from, to) = (middle("Side north, meadow"), middle("Side south-east, meadow"));
    let pointer = &mut stage.harness;
    pointer.hover_at(from);
    pointer.step();
    pointer.drag_at(from);
    pointer.step();
    pointer.hover_at(from + (to - from) * 0.5);
    pointer.step();
    pointer.hover_at(to);
    pointer.step();
    pointer.drop_at(to);
    pointer.run_ok();
    stage.settle().picture("triangle_painted");
    let text = stage.text("tiles.ron");
    assert!(text.contains("edges: (n: stream, se: stream, sw: meadow)"), "{text}");
    assert!(text.contains("stream(at: [N, SE])"), "{text}");
    assert_eq!(stage.editor().problems().counts().0, 0);
}

#[test]
fn a_game_of_triangles_is_played_on_the_board() {
    let mut stage = make_pack("triangles-played");
    stage.key(Modifiers::NONE, Key::F5);
    stage.settle();
    assert_eq!(stage.editor().table().unwrap().catalog().lattice, Lattice::Triangle);
    let mut random = Generator::new(3);
    for number in 0..24 {
        let way = if number % 3 == 2 { AnswerInput::Keys } else { AnswerInput::Clicks };
        if !answer(&mut stage, way, &mut random) {
            break;
        }
    }
    let table = stage.editor().table().unwrap();
    assert!(table.game().board().tiles().len() > 8, "{} tiles", table.game().board().tiles().len());
    verify::position(table.game()).unwrap();
    stage.settle().picture("triangles_played");
}
