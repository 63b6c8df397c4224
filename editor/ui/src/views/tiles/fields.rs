//! The fields of a tile and of its parts: id, count and tags.

use egui::{RichText, TextEdit, Ui};
use tilewright_editor_painter::{Brush, PartId, TileCount, bare};
use tilewright_language::title_id::tile_id_of;

use super::painter_view::Subjects;
use super::words;
use crate::context::ViewCx;
use crate::ui::theme::{Emphasis, GAP};
use crate::ui::widgets;

/// Text that is typed but not confirmed yet.
#[derive(Default)]
pub(super) struct TypedFields {
    id: Option<String>,
    count: Option<String>,
}

/// Draws the fields; returns the requested brushes, each with the text key of its undo step.
pub(super) fn show(
    fields: &mut TypedFields,
    ui: &mut Ui,
    cx: &ViewCx<'_>,
    s: &Subjects<'_>,
    part: Option<PartId>,
) -> Vec<(Brush, &'static str)> {
    let mut asked = Vec::new();
    ui.horizontal_wrapped(|ui| {
        if let Some(id) = line(ui, &cx.t("tiles-id"), &mut fields.id, &s.drawing.id, 110.0) {
            asked.push((Brush::Id(tile_id_of(&id)), "tiles-step-id"));
        }
        let written = match &s.drawing.count {
            TileCount::Unsaid => "1".to_owned(),
            TileCount::Number(n) => n.to_string(),
            TileCount::Computed(text) => {
                ui.label(cx.texts.with_name("tiles-count-computed", text));
                String::new()
            }
        };
        if !written.is_empty() {
            let now = if let TileCount::Number(n) = s.drawing.count { n } else { 1 };
            let mut new =
                line(ui, &cx.t("tiles-count"), &mut fields.count, &written, 44.0).and_then(|t| t.trim().parse().ok());
            for (sign, name, by) in [("-", "tiles-count-less", -1), ("+", "tiles-count-more", 1)] {
                let button = ui.small_button(sign);
                widgets::set_name(ui, &button, &cx.t(name));
                if button.clicked() && now + by >= 0 {
                    fields.count = None;
                    new = Some(now + by);
                }
            }
            if let Some(new) = new {
                asked.push((Brush::Count(TileCount::Number(new)), "tiles-step-count"));
            }
        }
        ui.add_space(GAP);
        if let Some(tags) = tags(ui, cx, s, &cx.t("tiles-tags"), &s.drawing.tags) {
            asked.push((Brush::Tags(tags), "tiles-step-tags"));
        }
    });
    if let Some(part) = part.and_then(|id| s.drawing.part(id)) {
        let name = cx.texts.with_name("tiles-part-tags", &part.terrain);
        let new = ui.horizontal_wrapped(|ui| tags(ui, cx, s, &name, &part.tags)).inner;
        if let Some(tags) = new {
            asked.push((Brush::PartTags(part.id, tags), "tiles-step-tags"));
        }
    }
    asked
}

/// Draws a field that returns its text on Enter or when it loses the keyboard; `None` otherwise and on Escape.
fn line(ui: &mut Ui, name: &str, typed: &mut Option<String>, now: &str, width: f32) -> Option<String> {
    let label = ui.label(name);
    let mut text = typed.clone().unwrap_or_else(|| now.to_owned());
    let field = ui.add(TextEdit::singleline(&mut text).desired_width(width)).labelled_by(label.id);
    widgets::set_name(ui, &field, name);
    if field.changed() {
        *typed = Some(text);
    }
    if field.lost_focus() {
        let escaped = ui.input(|i| i.key_pressed(egui::Key::Escape));
        return typed.take().filter(|text| text != now && !escaped);
    }
    None
}

/// Draws tags that can be added, counted and removed; returns the new tags if the user changed them.
fn tags(
    ui: &mut Ui,
    cx: &ViewCx<'_>,
    s: &Subjects<'_>,
    name: &str,
    tags: &[(String, i64)],
) -> Option<Vec<(String, i64)>> {
    let mut new = None;
    ui.label(RichText::new(name).color(cx.tokens.weak));
    for (number, (tag, count)) in tags.iter().enumerate() {
        ui.label(RichText::new(words::tags(&[(tag.clone(), *count)])).medium());
        for (sign, key, by) in [("-", "tiles-tag-less", -1), ("+", "tiles-tag-more", 1)] {
            let button = ui.small_button(sign);
            widgets::set_name(ui, &button, &cx.texts.with_name(key, tag));
            if button.clicked() {
                let mut all = tags.to_vec();
                all[number].1 += by;
                if all[number].1 == 0 {
                    all.remove(number);
                }
                new = Some(all);
            }
        }
    }
    let free: Vec<&String> =
        s.tiles_read.words.tags().iter().filter(|tag| !tags.iter().any(|(t, _)| bare(t) == bare(tag))).collect();
    if !free.is_empty() {
        let menu = ui.menu_button(cx.t("tiles-tag-add-short"), |ui| {
            egui::ScrollArea::vertical().max_height(260.0).show(ui, |ui| {
                for tag in free {
                    if ui.button(tag).clicked() {
                        new = Some(tags.iter().cloned().chain([(tag.clone(), 1)]).collect());
                        ui.close();
                    }
                }
            });
        });
        widgets::set_name(ui, &menu.response, &format!("{}: {name}", cx.t("tiles-tag-add")));
    }
    new
}
