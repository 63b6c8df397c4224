//! Keyboard navigation between the parts of the window.

use egui::{Context, Event, Id, Modifiers, Rect, Sense, Stroke, StrokeKind, Ui, WidgetInfo};

use super::Editor;
use super::layout;
use super::rooms::Room;
use crate::context::{Command, Pane};
use crate::ui::theme::Tokens;
use crate::ui::widgets;

/// A part of the window that can receive the keyboard.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Stop {
    /// The list of files in the open pack.
    Files,
    /// A view in the current workspace.
    View(Pane),
}

/// Gives a part of the window the keyboard if `wanted`; Tab then leads to the first widget in it. The landmark exists
/// only while it has the keyboard, so that Tab does not stop at it otherwise.
pub(super) fn landmark(ui: &Ui, stop: Stop, name: impl FnOnce() -> String, wanted: bool, tokens: &Tokens) {
    let id = Id::unique(("landmark", stop));
    if wanted {
        ui.memory_mut(|memory| memory.request_focus(id));
    } else if !ui.memory(|memory| memory.has_focus(id)) {
        return;
    }
    let (rect, name) = (ui.max_rect(), name());
    let response = ui.interact(rect, id, Sense::focusable_noninteractive());
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Pane, true, &name));
    widgets::named(ui, &response, &name);
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

impl Editor {
    /// Moves the keyboard to the next part of the window, or to the previous one.
    pub(super) fn focus_next(&mut self, ctx: &Context, forth: bool) {
        let mut stops: Vec<(Stop, Rect)> = Vec::new();
        if self.rooms.room == Room::Author {
            stops.push((Stop::Files, self.files));
        }
        stops.extend(self.views_in_sight().into_iter().map(|(pane, rect)| (Stop::View(pane), rect)));
        let focused = ctx.memory(|memory| memory.focused()).and_then(|id| ctx.read_response(id));
        let here = focused.and_then(|on| stops.iter().position(|(_, rect)| rect.contains(on.rect.center())));
        let count = stops.len();
        let next = match (here, forth) {
            (Some(here), true) => (here + 1) % count,
            (Some(here), false) => (here + count - 1) % count,
            (None, true) => 0,
            (None, false) => count.saturating_sub(1),
        };
        self.focus = stops.get(next).map(|(stop, _)| *stop);
    }

    /// Returns the visible views in reading order, with their last drawn areas in points.
    pub fn views_in_sight(&mut self) -> Vec<(Pane, Rect)> {
        layout::in_sight(self.rooms.tree_mut())
    }

    /// Gives the keyboard to views with one main widget; the other views take it when they are drawn.
    pub(super) fn hand_focus_on(&mut self) {
        match self.focus {
            Some(Stop::View(Pane::Table)) => self.views.table.take_keys(),
            Some(Stop::View(Pane::Code)) => self.views.code.take_keys(),
            _ => return,
        }
        self.focus = None;
    }

    /// Shows a view and gives it the keyboard.
    pub(super) fn show_pane(&mut self, pane: Pane) {
        self.rooms.bring(pane);
        self.focus = Some(Stop::View(pane));
    }

    /// Switches to the workspace for playing, with the keyboard on the board.
    pub(super) fn enter_play(&mut self) {
        self.rooms.room = Room::Play;
        self.focus = Some(Stop::View(Pane::Table));
    }

    /// Switches to the other workspace. On the way to play, the board gets the keyboard.
    pub(super) fn go_through_door(&mut self) {
        match self.rooms.room {
            Room::Author => self.enter_play(),
            Room::Play => self.rooms.room = Room::Author,
        }
    }

    /// Runs a command that moves the keyboard.
    pub(super) fn lead_keys(&mut self, ctx: &Context, command: Command) {
        match command {
            Command::Show(pane) => self.show_pane(pane),
            Command::PlayLayout => self.go_through_door(),
            _ => self.focus_next(ctx, command == Command::NextPart),
        }
    }
}
