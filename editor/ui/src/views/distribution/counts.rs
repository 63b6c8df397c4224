//! The tiles of the pack and their counts, which the user can change.

use std::sync::Arc;

use egui::{Grid, Id, Key, RichText, ScrollArea, Ui, Vec2};
use tilewright_core::catalog::lattice::Turn;
use tilewright_editor_model::pack::forms::field_edit::{FieldEdit, ValueEdit, source};
use tilewright_editor_model::pack::odds;
use tilewright_language::inventory::PackInventory;
use tilewright_pack::edit::{Items, PathStep, SectionItem, Written, order};
use tilewright_pack::syntax::{Node, NodeShape};

use super::DistributionView;
use crate::context::{EditorAction, Selection, ViewCx};
use crate::ui::notices::NoticeWeight;
use crate::ui::pictures::Subject;
use crate::ui::pictures::laid::WHOLE;
use crate::ui::theme::Emphasis;
use crate::ui::widgets::entry::{FieldShape as Look, Handing};
use crate::ui::widgets::{filter, set_name};

/// Width and height of a tile's picture, in points.
const THUMBNAIL: f32 = 30.0;

impl DistributionView {
    pub(super) fn counts(&mut self, ui: &mut Ui, cx: &mut ViewCx<'_>, inventory: &Arc<PackInventory>) {
        ui.horizontal_wrapped(|ui| {
            filter(ui, &mut self.filter, &cx.t("dist-filter"));
            if let Some(sums) = &self.sums {
                ui.label(cx.texts.count("dist-total", odds::total(&sums.supply) as usize));
            }
        });
        let wanted = self.filter.to_lowercase();
        let default_bag = default_bag(inventory);
        let mut field_edits: Vec<(String, FieldEdit)> = Vec::new();
        ScrollArea::both().id_salt("counts").auto_shrink(false).show(ui, |ui| {
            Grid::new("counts").striped(true).num_columns(4).spacing(Vec2::new(18.0, 4.0)).show(ui, |ui| {
                for key in ["dist-tile", "dist-count", "dist-bag", "dist-around"] {
                    ui.label(RichText::new(cx.t(key)).medium());
                }
                ui.end_row();
                let all = ["tiles", "chips"].into_iter().flat_map(|s| inventory.own.section(s));
                for item in all {
                    let (Some(node), Some(text)) = (inventory.own.node(item), cx.document.text(&item.file)) else {
                        continue;
                    };
                    let row = TileRow { items: &inventory.own, item, node, text, bag: default_bag.as_deref() };
                    if row.fits(&wanted, self.bag.as_deref()) {
                        self.row(ui, cx, &row, &mut field_edits);
                        ui.end_row();
                    }
                }
                for needed in &inventory.needed {
                    for item in ["tiles", "chips"].into_iter().flat_map(|s| needed.items.section(s)) {
                        let Some(node) = needed.items.node(item) else { continue };
                        let Some(text) = needed.text(&item.file) else { continue };
                        let row = TileRow { items: &needed.items, item, node, text, bag: default_bag.as_deref() };
                        if row.fits(&wanted, self.bag.as_deref()) {
                            let weak = |text: String| RichText::new(text).color(cx.tokens.weak);
                            let from = cx.texts.with_name("data-from", &needed.id);
                            let id = row.id();
                            ui.horizontal(|ui| {
                                thumbnail(ui, cx, &id);
                                ui.label(weak(id)).on_hover_text(from);
                            });
                            ui.label(weak(row.written_count()));
                            ui.label(weak(row.bags().join(", ")));
                            ui.label(weak(row.describe_edges()));
                            ui.end_row();
                        }
                    }
                }
            });
        });
        for (label, field_edit) in field_edits {
            match field_edit.change(cx.document.files()) {
                Ok(change) => cx.change(label, vec![change]),
                Err(error) => cx.ask(EditorAction::Notify(NoticeWeight::Failed, error.to_string())),
            }
        }
    }

    fn row(&mut self, ui: &mut Ui, cx: &mut ViewCx<'_>, row: &TileRow<'_>, field_edits: &mut Vec<(String, FieldEdit)>) {
        let id = row.id();
        let chosen = matches!(cx.selection, Selection::Tiles(all) if all.iter().any(|t| **t == *id));
        ui.horizontal(|ui| {
            thumbnail(ui, cx, &id);
            if ui.selectable_label(chosen, RichText::new(&id).monospace()).clicked() {
                cx.ask(EditorAction::Select(Selection::Tiles(vec![id.as_str().into()])));
            }
        });
        ui.horizontal(|ui| {
            if let Some(bags) = row.node.field("bags") {
                for (bag, count) in bags.entries().unwrap_or_default() {
                    let Some(word) = bag.as_word() else { continue };
                    ui.label(RichText::new(&*word.value).small().color(cx.tokens.weak));
                    let path = [PathStep::field("bags"), PathStep::Key(word.value.to_string())];
                    let name = format!("{id} {}", word.value);
                    let cell = CountCell { name: &name, node: Some(count), path: &path, edit: set };
                    self.number(ui, cx, row, &cell, field_edits);
                }
                return;
            }
            if row.bags().iter().any(|b| b == "none") {
                ui.label(RichText::new("–").color(cx.tokens.weak));
                return;
            }
            match row.node.field("count") {
                Some(node) => {
                    let path = [PathStep::field("count")];
                    let cell = CountCell { name: &id, node: Some(node), path: &path, edit: set };
                    self.number(ui, cx, row, &cell, field_edits);
                }
                None => {
                    let cell = CountCell { name: &id, node: None, path: &[], edit: set_count };
                    self.number(ui, cx, row, &cell, field_edits);
                }
            }
        });
        ui.label(row.bags().join(", "));
        ui.label(RichText::new(row.describe_edges()).small().color(cx.tokens.weak));
    }

    /// Draws a number with buttons; a number that depends on options is shown as source text.
    fn number(
        &mut self,
        ui: &mut Ui,
        cx: &ViewCx<'_>,
        row: &TileRow<'_>,
        cell: &CountCell<'_>,
        field_edits: &mut Vec<(String, FieldEdit)>,
    ) {
        let CountCell { name, node, path, edit } = *cell;
        let now = match node.map(|n| &n.shape) {
            None => 1,
            Some(NodeShape::Int(n)) => *n,
            Some(_) => {
                let written = node.map(|n| source(row.text, n)).unwrap_or_default();
                ui.label(RichText::new(written).monospace().color(cx.tokens.name));
                return;
            }
        };
        let title = cx.texts.with_name("dist-count-of", name);
        let id = Id::unique(("count", &*row.item.file, name));
        let mut next = None;
        let fewer = ui.add_enabled(now > 1, egui::Button::new("−").small());
        set_name(ui, &fewer, &cx.texts.with_name("dist-fewer", name));
        if fewer.clicked() {
            next = Some(now - 1);
        }
        if ui.memory(|m| m.has_focus(id)) {
            let step = ui.input_mut(|i| {
                let mut step = 0;
                i.events.retain(|event| match event {
                    egui::Event::Text(text) if text == "+" => {
                        step += 1;
                        false
                    }
                    egui::Event::Text(text) if text == "-" => {
                        step -= 1;
                        false
                    }
                    _ => true,
                });
                step += i64::from(i.consume_key(egui::Modifiers::NONE, Key::ArrowUp));
                step - i64::from(i.consume_key(egui::Modifiers::NONE, Key::ArrowDown))
            });
            if step != 0 && now + step >= 1 {
                next = Some(now + step);
            }
        }
        let look = Look { name: &title, width: 44.0, hint: "", code: false };
        let (_, typed) = self.entries.line(ui, id, look, &now.to_string(), Handing::Live);
        if let Some(text) = typed {
            match text.trim().parse::<i64>() {
                Ok(n) if n >= 1 => next = Some(n),
                _ if text.trim().is_empty() => {}
                _ => self.entries.refuse(id, cx.t("form-no-number")),
            }
        }
        let more = ui.add(egui::Button::new("+").small());
        set_name(ui, &more, &cx.texts.with_name("dist-more", name));
        if more.clicked() {
            next = Some(now + 1);
        }
        if self.entries.refusal(id).is_some() {
            ui.label(RichText::new("⊗").color(cx.tokens.error)).on_hover_text(cx.t("form-no-number"));
        }
        if let Some(n) = next {
            let way = row.item.path.iter().chain(path).cloned().collect();
            let values = [("name", row.id().into()), ("field", "count".into())];
            field_edits.push((
                cx.texts.with("step-form", &values),
                FieldEdit { file: row.item.file.clone(), path: way, op: edit(n) },
            ));
        }
    }
}

/// Draws a small picture of a tile; leaves its space empty if there is no picture.
fn thumbnail(ui: &mut Ui, cx: &mut ViewCx<'_>, id: &str) {
    let (rect, _) = ui.allocate_exact_size(Vec2::splat(THUMBNAIL), egui::Sense::hover());
    if let Some(shown) = cx.pictures.get(&Subject::Tile(id.into(), Turn::NONE), THUMBNAIL) {
        // A tile of several cells is scaled to fit.
        let size = shown.size * (THUMBNAIL / shown.size.max_elem());
        let place = egui::Rect::from_center_size(rect.center(), size);
        ui.painter().image(shown.texture, place, WHOLE, egui::Color32::WHITE);
    }
}

/// A count in the table.
struct CountCell<'a> {
    /// Name of the field for screen readers and step labels.
    name: &'a str,
    /// Node of the written count; `None` if it has its default of 1.
    node: Option<&'a Node>,
    /// Path of the count within the tile.
    path: &'a [PathStep],
    /// Edit that changes the count.
    edit: fn(i64) -> ValueEdit,
}

/// Returns the edit for a written count.
fn set(count: i64) -> ValueEdit {
    ValueEdit::Set(Written::Int(count))
}

/// Returns the edit that adds the count to a tile without one.
fn set_count(count: i64) -> ValueEdit {
    let order = order::TILE.iter().map(ToString::to_string).collect();
    ValueEdit::SetField("count".to_owned(), Written::Int(count), order)
}

/// Returns the default bag of tiles: the first of the needed packs, else the first of the pack.
fn default_bag(inventory: &PackInventory) -> Option<String> {
    let all = inventory.needed.iter().map(|n| &n.items).chain([&inventory.own]);
    all.flat_map(|items: &Items| items.section("bags")).find_map(|item| item.id.as_ref()).map(ToString::to_string)
}

/// A tile as a row of the table.
struct TileRow<'a> {
    items: &'a Items,
    item: &'a SectionItem,
    node: &'a Node,
    text: &'a str,
    bag: Option<&'a str>,
}

impl TileRow<'_> {
    fn id(&self) -> String {
        self.item.id.as_deref().unwrap_or("–").to_owned()
    }

    fn bags(&self) -> Vec<String> {
        if let Some(bags) = self.node.field("bags").and_then(Node::entries) {
            return bags.iter().filter_map(|(bag, _)| Some(bag.as_word()?.value.to_string())).collect();
        }
        match self.node.field("bag") {
            Some(bag) => vec![bag.as_word().map_or_else(|| source(self.text, bag).to_owned(), |w| w.value.to_string())],
            None => self.bag.map(str::to_owned).into_iter().collect(),
        }
    }

    fn written_count(&self) -> String {
        let node = self.node.field("bags").or(self.node.field("count"));
        node.map_or_else(|| "1".to_owned(), |n| source(self.text, n).to_owned())
    }

    fn describe_edges(&self) -> String {
        debug_assert!(self.items.trees.contains_key(&self.item.file));
        let edges = |node: &Node| {
            let fields = node.field("edges").and_then(Node::fields).unwrap_or_default();
            let names =
                fields.iter().map(|(_, n)| n.as_word().map_or_else(|| source(self.text, n).into(), |w| w.value));
            names.collect::<Vec<Arc<str>>>().join(" ")
        };
        match self.node.field("cells").and_then(Node::items) {
            Some(cells) => cells.iter().map(edges).collect::<Vec<_>>().join(" | "),
            None => edges(self.node),
        }
    }

    fn fits(&self, wanted: &str, bag: Option<&str>) -> bool {
        let text = format!("{} {} {}", self.id(), self.describe_edges(), self.bags().join(" "));
        text.to_lowercase().contains(wanted) && bag.is_none_or(|bag| self.bags().iter().any(|b| b == bag))
    }
}
