//! What was answered, and where one can go back to.

use egui::{RichText, Ui};

use crate::views::Cx;
use crate::views::play::Play;

/// What was answered, and where one can go back to.
#[derive(Default)]
pub struct TimelineView {}

impl TimelineView {
    /// Draws it.
    pub fn show(&mut self, ui: &mut Ui, cx: &mut Cx<'_>, play: &mut Play) {
        if play.table.is_none() {
            ui.label(RichText::new(cx.t("play-no-game")).color(cx.tokens.weak));
        }
    }
}
