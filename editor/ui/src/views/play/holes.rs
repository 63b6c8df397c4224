//! What can still come to lie in the open cells.

use egui::{RichText, Ui};

use crate::views::Cx;
use crate::views::play::Play;

/// What can still come to lie in the open cells.
#[derive(Default)]
pub struct HolesView {}

impl HolesView {
    /// Draws it.
    pub fn show(&mut self, ui: &mut Ui, cx: &mut Cx<'_>, play: &mut Play) {
        if play.table.is_none() {
            ui.label(RichText::new(cx.t("play-no-game")).color(cx.tokens.weak));
        }
    }
}
