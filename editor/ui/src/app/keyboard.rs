//! Keyboard navigation between the parts of the window.

use egui::{Context, Rect};

use super::focus::FocusStop;
use super::layout;
use super::rooms::Room;
use super::shell::Shell;
use crate::context::{EditorCommand, Pane};

impl Shell {
    /// Moves the keyboard to the next part of the window, or to the previous one.
    pub(super) fn focus_next(&mut self, ctx: &Context, forth: bool) {
        let mut stops: Vec<(FocusStop, Rect)> = Vec::new();
        if self.rooms.room == Room::Author {
            stops.push((FocusStop::Files, self.files));
        }
        stops.extend(self.views_in_sight().into_iter().map(|(pane, rect)| (FocusStop::View(pane), rect)));
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
    pub(super) fn views_in_sight(&mut self) -> Vec<(Pane, Rect)> {
        let mut views = layout::in_sight(self.rooms.tree_mut());
        views.retain(|(pane, _)| *pane != Pane::Table || self.rooms.room == Room::Play || !self.is_small);
        views
    }

    /// Gives the keyboard to views with one main widget; the other views take it when they are drawn.
    pub(super) fn hand_focus_on(&mut self) {
        match self.focus {
            Some(FocusStop::View(Pane::Table)) => self.views.table.take_keys(),
            Some(FocusStop::View(Pane::Code)) => self.views.code.take_keys(),
            _ => return,
        }
        self.focus = None;
    }

    /// Shows a view and gives it the keyboard.
    pub(super) fn show_pane(&mut self, pane: Pane) {
        if pane == Pane::Table && self.is_small {
            return self.enter_play();
        }
        self.rooms.bring(pane);
        self.focus = Some(FocusStop::View(pane));
    }

    /// Switches to the workspace for playing, with the keyboard on the board.
    pub(super) fn enter_play(&mut self) {
        self.rooms.room = Room::Play;
        self.focus = Some(FocusStop::View(Pane::Table));
    }

    /// Switches to the other workspace. On the way to play, the board gets the keyboard.
    pub(super) fn go_through_door(&mut self) {
        match self.rooms.room {
            Room::Author => self.enter_play(),
            Room::Play => self.rooms.room = Room::Author,
        }
    }

    /// Runs a command that moves the keyboard.
    pub(super) fn lead_keys(&mut self, ctx: &Context, command: EditorCommand) {
        match command {
            EditorCommand::Show(pane) => self.show_pane(pane),
            EditorCommand::PlayLayout => self.go_through_door(),
            _ => self.focus_next(ctx, command == EditorCommand::NextPart),
        }
    }
}
