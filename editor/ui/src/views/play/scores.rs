//! Why there were points.

use egui::{RichText, Ui};

use crate::views::Cx;
use crate::views::play::Play;

/// Why there were points.
#[derive(Default)]
pub struct ScoresView {}

impl ScoresView {
    /// Draws it.
    pub fn show(&mut self, ui: &mut Ui, cx: &mut Cx<'_>, play: &mut Play) {
        if play.table.is_none() {
            ui.label(RichText::new(cx.t("play-no-game")).color(cx.tokens.weak));
        }
    }
}
