//! Reads the mouse wheel over a board for turning a tile.

use egui::Ui;

/// Number of touchpad points that equal one notch of a wheel.
const NOTCH: f32 = 40.0;

/// Returns the number of whole notches by which the wheel was turned while the pointer is on the board; negative values
/// turn back. Parts of a notch, as from fine wheels and touchpads, add up.
pub(super) fn notches(ui: &Ui, response: &egui::Response) -> i32 {
    let id = response.id.with("part of a notch");
    if !response.contains_pointer() {
        ui.data_mut(|data| data.remove::<f32>(id));
        return 0;
    }
    let sent = |event: &egui::Event| match event {
        egui::Event::MouseWheel { delta, modifiers, unit, .. } if modifiers.is_none() => match unit {
            egui::MouseWheelUnit::Point => -delta.y / NOTCH,
            egui::MouseWheelUnit::Line | egui::MouseWheelUnit::Page => -delta.y,
        },
        _ => 0.0,
    };
    let by: f32 = ui.input(|i| i.events.iter().map(sent).sum());
    if by == 0.0 {
        return 0;
    }
    ui.data_mut(|data| {
        let part = data.get_temp_mut_or_default::<f32>(id);
        // After a change of direction, an unfinished notch is dropped.
        *part = if *part * by < 0.0 { by } else { *part + by };
        let whole = part.trunc();
        *part -= whole;
        whole as i32
    })
}

#[cfg(test)]
mod tests {
    use egui::{Event, Modifiers, MouseWheelUnit, Pos2, RawInput, Rect, Sense, TouchPhase, Vec2};

    use super::*;

    /// Returns the notches for a sequence of frames with one wheel event each.
    fn collect_notches(sent: &[(MouseWheelUnit, f32)]) -> Vec<i32> {
        let ctx = egui::Context::default();
        let area = Rect::from_min_size(Pos2::ZERO, Vec2::splat(200.0));
        let mut all = Vec::new();
        let frame = |events: Vec<Event>| {
            let input = RawInput { screen_rect: Some(area), events, ..RawInput::default() };
            let mut by = 0;
            let mut output = ctx.run_ui(input, |ui| {
                let response = ui.interact(area, ui.scope_id().with("board"), Sense::click());
                by = notches(ui, &response);
            });
            output.textures_delta.clear();
            by
        };
        frame(vec![Event::PointerMoved(area.center())]);
        frame(Vec::new());
        for &(unit, y) in sent {
            let (delta, modifiers, phase) = (Vec2::new(0.0, y), Modifiers::NONE, TouchPhase::Move);
            let source = egui::MouseWheelSource::Unknown;
            all.push(frame(vec![Event::MouseWheel { unit, delta, modifiers, phase, source }]));
        }
        all
    }

    #[test]
    fn parts_of_a_notch_add_up_and_none_is_lost() {
        let (line, point) = (MouseWheelUnit::Line, MouseWheelUnit::Point);
        assert_eq!(collect_notches(&[(line, -1.0), (line, 1.0), (line, -2.0)]), [1, -1, 2]);
        assert_eq!(collect_notches(&[(point, -15.0); 6]), [0, 0, 1, 0, 0, 1]);
        assert_eq!(
            collect_notches(&[(point, -30.0), (point, 10.0), (point, 30.0)]),
            [0, 0, -1],
            "a change of direction resets the sum"
        );
    }
}
