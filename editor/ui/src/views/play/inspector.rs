//! What the game is made of now.

use egui::{RichText, Ui};

use crate::views::Cx;
use crate::views::play::Play;

/// What the game is made of now.
#[derive(Default)]
pub struct InspectorView {}

impl InspectorView {
    /// Draws it.
    pub fn show(&mut self, ui: &mut Ui, cx: &mut Cx<'_>, play: &mut Play) {
        if play.table.is_none() {
            ui.label(RichText::new(cx.t("play-no-game")).color(cx.tokens.weak));
        }
    }
}
