//! Parts of the window that can receive the keyboard.

use egui::{Context, Event, Id, Modifiers, Sense, Stroke, StrokeKind, Ui, WidgetInfo};

use crate::context::Pane;
use crate::ui::theme::Tokens;
use crate::ui::widgets;

/// A part of the window that can receive the keyboard.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum FocusStop {
    /// The list of files in the open pack.
    Files,
    /// A view in the current workspace.
    View(Pane),
}

/// Gives a part of the window the keyboard if `wanted`; Tab then leads to the first widget in it. The landmark exists
/// only while it has the keyboard, so that Tab does not stop at it otherwise.
pub(super) fn landmark(ui: &Ui, stop: FocusStop, name: impl FnOnce() -> String, wanted: bool, tokens: &Tokens) {
    let id = Id::unique(("landmark", stop));
    if wanted {
        ui.memory_mut(|memory| memory.request_focus(id));
    } else if !ui.memory(|memory| memory.has_focus(id)) {
        return;
    }
    let (rect, name) = (ui.max_rect(), name());
    let response = ui.interact(rect, id, Sense::focusable_noninteractive());
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Pane, true, &name));
    widgets::set_name(ui, &response, &name);
    ui.painter().rect_stroke(rect, 4.0, Stroke::new(2.0, tokens.focus), StrokeKind::Inside);
}

/// Detector of a lone press and release of Alt, which moves the keyboard to the menus.
#[derive(Clone, Copy, Default)]
pub(super) struct AltKey {
    /// True while Alt is held and no other key or button was pressed.
    is_alone: bool,
}

impl AltKey {
    /// Reads the events of this frame; returns true if Alt was pressed and released alone.
    pub(super) fn is_given(&mut self, ctx: &Context) -> bool {
        let mut given = false;
        ctx.input(|i| {
            for event in &i.events {
                match event {
                    Event::ModifiersChanged(held) => {
                        given |= self.is_alone && held.is_none();
                        self.is_alone = *held == Modifiers::ALT;
                    }
                    Event::PointerMoved(_) | Event::MouseMoved(_) | Event::PointerGone => {}
                    _ => self.is_alone = false,
                }
            }
        });
        given
    }
}
