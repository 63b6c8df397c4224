//! Tests every view in every look: no widget is outside the window or overlaps another one.

use egui::accesskit::Role;
use egui::{Rect, Vec2};
use egui_kittest::kittest::{By, NodeT, Queryable};
use tilewright_editor::context::command::EditorCommand;
use tilewright_editor::context::{EditorAction, Pane};

use crate::stage::{StageLook, TestStage};

/// Returns the usable widgets with their rectangles on the screen.
fn usable(stage: &TestStage) -> Vec<(String, Rect)> {
    let is_usable = |role: Role| {
        matches!(
            role,
            Role::Button
                | Role::CheckBox
                | Role::TextInput
                | Role::Link
                | Role::ComboBox
                | Role::RadioButton
                | Role::SpinButton
        )
    };
    let nodes = stage.harness.query_all(By::new().predicate(move |node| is_usable(node.role())));
    let named = nodes.map(|node| (node.accesskit_node().label().unwrap_or_default(), node.rect()));
    // Hexagons only touch, but their bounding boxes overlap.
    named.filter(|(name, _)| !name.contains(',')).collect()
}

fn check(stage: &TestStage, what: &str) {
    let screen = stage.harness.ctx.content_rect().expand(1.0);
    let mut all = usable(stage);
    // Rows of a list that are partly visible or hidden have positions below its edge. That area belongs to the lower
    // part of the window, which starts with its tab.
    let begins = |name: &str| all.iter().find(|(n, _)| n.starts_with(name)).map_or(f32::MAX, |(_, rect)| rect.min.y);
    let (below, status) = (begins("Problem").min(begins("Probleem")), begins("0 errors").min(begins("0 fouten")));
    let tab = all.iter().position(|(name, _)| name.starts_with("Problem") || name.starts_with("Probleem"));
    let kept = tab.map_or(all.len(), |tab| tab);
    let hidden = |number: usize, rect: &Rect| match number < kept {
        true => rect.max.y > below && rect.min.y < status - 4.0,
        // The content of the lower part continues below the window's edge, behind the status line.
        false => rect.max.y > status,
    };
    let mut number = 0;
    all.retain(|(_, rect)| {
        number += 1;
        !hidden(number - 1, rect)
    });
    assert!(all.len() > 10, "{what}: there is hardly anything to use");
    for (number, (name, rect)) in all.iter().enumerate() {
        // Lists extend below the lower edge and can be scrolled; only code scrolls sideways.
        let cut = rect.min.x < screen.min.x || rect.max.x > screen.max.x;
        assert!(!cut, "{what}: `{name}` is cut off by the window: {rect:?}");
        for (other, place) in &all[number + 1..] {
            let both = rect.intersect(*place);
            let overlap = both.is_positive() && both.width() > 2.0 && both.height() > 2.0;
            // A field may contain a button.
            let inside = rect.expand(1.0).contains_rect(*place) || place.expand(1.0).contains_rect(*rect);
            assert!(!overlap || inside, "{what}: `{name}` at {rect:?} overlaps `{other}` at {place:?}");
        }
    }
}

#[test]
fn nothing_is_cut_off_or_lies_on_something_else() {
    let looks = [
        ("light", StageLook::default()),
        ("dark_150", StageLook { dark: true, scale: 1.5, ..StageLook::default() }),
        // A window of 1280 by 800 pixels at 150 %.
        ("small_150", StageLook { size: Vec2::new(853.0, 533.0), scale: 1.5, ..StageLook::default() }),
        ("small", StageLook { size: Vec2::new(900.0, 600.0), ..StageLook::default() }),
        ("dutch", StageLook { language: "nl", ..StageLook::default() }),
    ];
    for (name, look) in looks {
        let mut stage = TestStage::with_look(&format!("layout_{name}"), look);
        stage.settle();
        check(&stage, &format!("welcome {name}"));
        stage.open_copy("glowmoor");
        for pane in Pane::ALL {
            let ctx = stage.harness.ctx.clone();
            stage.editor().act(&ctx, EditorAction::Command(EditorCommand::Show(pane)));
            stage.settle().picture(&format!("layout_{name}_{pane:?}"));
            check(&stage, &format!("{pane:?} {name}"));
        }
    }
}
