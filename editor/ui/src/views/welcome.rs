//! What is shown while no pack is open: packs to look at, packs that were open, and the ways to a new one.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use egui::{RichText, ScrollArea, Ui, Vec2};

use crate::context::Action;
use crate::context::command::Command;
use crate::pack::analysis::Surroundings;
use crate::pack::cards::Cards;
use crate::pack::document::disk::shown_path;
use crate::ui::texts::Texts;
use crate::ui::theme::{Emphasis, GROUP_GAP, Tokens};
use crate::ui::widgets;

/// Width and height of a card, in points.
const CARD: Vec2 = Vec2::new(292.0, 168.0);

/// What the page is given.
pub struct Given<'a> {
    /// The packs that can be looked at.
    pub surroundings: &'a Surroundings,
    /// What their cards show.
    pub cards: &'a mut Cards,
    /// Packs that were open before, the last first.
    pub recent: &'a [PathBuf],
    /// The words of the interface.
    pub texts: &'a Texts,
    /// Its colours.
    pub tokens: &'static Tokens,
}

/// Draws the page.
pub fn show(ui: &mut Ui, given: &mut Given<'_>, actions: &mut Vec<Action>) {
    let texts = given.texts;
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.add_space(GROUP_GAP);
        ui.heading(texts.get("welcome-title"));
        ui.label(texts.get("welcome-about"));
        ui.add_space(GROUP_GAP);
        ui.horizontal_wrapped(|ui| {
            let guide = RichText::new(texts.get("command-guide")).color(given.tokens.on_accent);
            let guide = egui::Button::new(guide).fill(given.tokens.accent).min_size(Vec2::new(120.0, 32.0));
            if ui.add(guide).on_hover_text(texts.get("guide-about")).clicked() {
                actions.push(Action::Command(Command::Guide));
            }
            for command in [Command::New, Command::Open, Command::Import, Command::Shelves] {
                if ui.add(egui::Button::new(texts.get(command.text())).min_size(Vec2::new(120.0, 32.0))).clicked() {
                    actions.push(Action::Command(command));
                }
            }
        });
        if !given.recent.is_empty() {
            ui.add_space(GROUP_GAP);
            ui.label(RichText::new(texts.get("welcome-recent")).medium());
            for folder in given.recent {
                if ui.link(shown_path(folder)).clicked() {
                    actions.push(Action::OpenFolder(folder.clone()));
                }
            }
        }
        ui.add_space(GROUP_GAP);
        ui.label(RichText::new(texts.get("welcome-examples")).medium());
        ui.label(RichText::new(texts.get("welcome-examples-about")).color(given.tokens.weak));
        ui.add_space(GROUP_GAP / 2.0);
        let packs: Vec<Arc<str>> = given.surroundings.packs().cloned().collect();
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = Vec2::splat(GROUP_GAP);
            for pack in packs {
                if card(ui, given, &pack) {
                    actions.push(Action::OpenCopy(pack));
                }
            }
        });
        ui.add_space(GROUP_GAP);
    });
}

/// One card; whether it was chosen.
fn card(ui: &mut Ui, given: &mut Given<'_>, pack: &Arc<str>) -> bool {
    let (rect, response) = ui.allocate_exact_size(CARD, egui::Sense::click());
    let card = given.cards.get(ui.ctx(), pack);
    let title = card.map_or_else(|| shown_path(Path::new(&**pack)), |c| c.title.clone());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &title));
    widgets::named(ui, &response, &title);
    let tokens = given.tokens;
    let fill = if response.hovered() { tokens.hovered } else { tokens.raised };
    let line = if response.has_focus() { (3.0, tokens.focus) } else { (1.0, tokens.line) };
    ui.painter().rect(rect, 6.0, fill, line, egui::StrokeKind::Inside);
    let mut inside = ui
        .new_child(egui::UiBuilder::new().max_rect(rect.shrink(10.0)).layout(egui::Layout::top_down(egui::Align::Min)));
    inside.spacing_mut().item_spacing = Vec2::splat(4.0);
    inside.set_clip_rect(rect.intersect(ui.clip_rect()));
    if let Some(picture) = card.and_then(|c| c.picture.as_ref()) {
        let width = CARD.x - 20.0;
        let size = picture.size_vec2();
        inside.image(egui::load::SizedTexture::new(picture.id(), Vec2::new(width, width * size.y / size.x)));
    }
    inside.add(egui::Label::new(RichText::new(&title).medium()).selectable(false));
    if let Some(card) = card {
        let about = card.about.get(given.texts.code()).or_else(|| card.about.get("en"));
        let text = about.cloned().unwrap_or_else(|| given.texts.count("welcome-kinds", card.kinds));
        let label = egui::Label::new(RichText::new(text).small().color(tokens.weak)).selectable(false);
        inside.add(label.wrap());
    }
    response.clicked()
}
