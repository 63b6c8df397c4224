//! How many there are of what: tiles with their counts, edges by side, arrangements that are missing or there too
//! often, and how likely it is that a hole is filled.

use std::sync::Arc;

use egui::{
    Align2, ComboBox, FontId, Grid, Id, Key, Pos2, Rect, RichText, ScrollArea, Shape as Drawn, Stroke, Ui, Vec2,
};
use egui_plot::{Bar, BarChart, Plot};
use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::id::BagId;
use tilewright_pack::edit::{Item, Items, Step, Written, order};
use tilewright_pack::syntax::{Node, Shape};

use crate::context::{Action, Cx, Selection};
use crate::pack::document::Change;
use crate::pack::forms::inventory::Inventory;
use crate::pack::forms::schema::Sort;
use crate::pack::forms::wish::{Op, Wish, source};
use crate::pack::odds::{self, Hole, Likeness, Supply, percent};
use crate::ui::notices::Weight;
use crate::ui::widgets::entry::{Entries, Handing, Shape as Look};
use crate::ui::widgets::{filter, named};

/// Most arrangements that are gone through.
const ARRANGEMENTS: usize = 200_000;
/// Most that are listed.
const LISTED: usize = 60;

/// What is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Page {
    #[default]
    Counts,
    Edges,
    Arrangements,
    Holes,
}

const PAGES: [(Page, &str); 4] = [
    (Page::Counts, "dist-counts"),
    (Page::Edges, "dist-edges"),
    (Page::Arrangements, "dist-arrangements"),
    (Page::Holes, "dist-holes"),
];

/// What was worked out for a state of the pack and a bag.
struct Sums {
    catalog: Arc<Catalog>,
    bag: Option<Arc<str>>,
    supply: Supply,
    by_side: Vec<Vec<u64>>,
    by_terrain: Vec<u64>,
    likenesses: Option<Vec<Likeness>>,
}

/// The state of the view.
#[derive(Default)]
pub struct DistributionView {
    page: Page,
    filter: String,
    bag: Option<Arc<str>>,
    entries: Entries,
    inventory: Option<(u64, Arc<Inventory>)>,
    sums: Option<Sums>,
    /// The edges around the hole, by name.
    hole: [Option<String>; 6],
    coming: Option<u64>,
}

impl DistributionView {
    /// Draws it.
    pub fn show(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let revision = cx.document.revision();
        if self.inventory.as_ref().is_none_or(|(at, _)| *at != revision) {
            let inventory = Inventory::read(cx.document.files(), cx.surroundings);
            self.inventory = Some((revision, Arc::new(inventory)));
        }
        let Some(inventory) = self.inventory.as_ref().map(|(_, inventory)| Arc::clone(inventory)) else { return };
        ui.horizontal_wrapped(|ui| {
            for (page, key) in PAGES {
                ui.selectable_value(&mut self.page, page, cx.t(key));
            }
            self.bag_box(ui, cx, &inventory);
        });
        ui.separator();
        self.sum_up(cx);
        if self.page == Page::Counts {
            return self.counts(ui, cx, &inventory);
        }
        if self.sums.is_none() {
            ui.label(RichText::new(cx.t("dist-not-yet")).color(cx.tokens.weak));
            return;
        }
        if cx.catalog().is_none() {
            ui.label(RichText::new(cx.t("dist-old")).color(cx.tokens.warning));
        }
        ScrollArea::vertical().id_salt(("page", self.page as u8)).auto_shrink(false).show(ui, |ui| match self.page {
            Page::Counts => {}
            Page::Edges => self.edges(ui, cx),
            Page::Arrangements => self.arrangements(ui, cx, &inventory),
            Page::Holes => self.holes(ui, cx, &inventory),
        });
    }

    fn bag_box(&mut self, ui: &mut Ui, cx: &Cx<'_>, inventory: &Inventory) {
        let all = cx.t("dist-all-bags");
        let shown = self.bag.as_ref().map_or_else(|| all.clone(), ToString::to_string);
        let combo = ComboBox::from_id_salt("bag").selected_text(shown).show_ui(ui, |ui| {
            ui.selectable_value(&mut self.bag, None, &all);
            for bag in inventory.names(Sort::Bag) {
                ui.selectable_value(&mut self.bag, Some(bag.clone()), &*bag);
            }
        });
        named(ui, &combo.response, &cx.t("dist-bag"));
    }

    fn sum_up(&mut self, cx: &Cx<'_>) {
        let Some(catalog) = cx.catalog() else { return };
        let same = |s: &Sums| Arc::ptr_eq(&s.catalog, catalog) && s.bag == self.bag;
        if self.sums.as_ref().is_some_and(same) {
            return;
        }
        let bag: Option<BagId> = self.bag.as_ref().and_then(|name| catalog.bags.find(name));
        // A bag that is switched off holds nothing.
        let supply = if self.bag.is_some() && bag.is_none() { Vec::new() } else { odds::supply(catalog, bag) };
        self.sums = Some(Sums {
            by_side: odds::by_side(catalog, &supply),
            by_terrain: odds::by_terrain(catalog, &supply),
            likenesses: odds::likenesses(catalog, &supply, ARRANGEMENTS),
            bag: self.bag.clone(),
            supply,
            catalog: Arc::clone(catalog),
        });
    }

    // Tiles and their counts.

    fn counts(&mut self, ui: &mut Ui, cx: &mut Cx<'_>, inventory: &Arc<Inventory>) {
        ui.horizontal_wrapped(|ui| {
            filter(ui, &mut self.filter, &cx.t("dist-filter"));
            if let Some(sums) = &self.sums {
                ui.label(cx.texts.count("dist-total", odds::total(&sums.supply) as usize));
            }
        });
        let wanted = self.filter.to_lowercase();
        let default_bag = default_bag(inventory);
        let mut wishes: Vec<(String, Wish)> = Vec::new();
        ScrollArea::both().id_salt("counts").auto_shrink(false).show(ui, |ui| {
            Grid::new("counts").striped(true).num_columns(4).spacing(Vec2::new(18.0, 4.0)).show(ui, |ui| {
                for key in ["dist-tile", "dist-count", "dist-bag", "dist-around"] {
                    ui.label(RichText::new(cx.t(key)).strong());
                }
                ui.end_row();
                let all = ["tiles", "chips"].into_iter().flat_map(|s| inventory.own.section(s));
                for item in all {
                    let (Some(node), Some(text)) = (inventory.own.node(item), cx.document.text(&item.file)) else {
                        continue;
                    };
                    let row = TileRow { items: &inventory.own, item, node, text, bag: default_bag.as_deref() };
                    if row.fits(&wanted, self.bag.as_deref()) {
                        self.row(ui, cx, &row, &mut wishes);
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
                            ui.label(weak(row.id())).on_hover_text(cx.texts.named("data-from", &needed.id));
                            ui.label(weak(row.written_count()));
                            ui.label(weak(row.bags().join(", ")));
                            ui.label(weak(row.around()));
                            ui.end_row();
                        }
                    }
                }
            });
        });
        for (label, wish) in wishes {
            match wish.change(cx.document.files()) {
                Ok(change) => cx.change(label, vec![change]),
                Err(error) => cx.ask(Action::Notify(Weight::Failed, error.to_string())),
            }
        }
    }

    fn row(&mut self, ui: &mut Ui, cx: &mut Cx<'_>, row: &TileRow<'_>, wishes: &mut Vec<(String, Wish)>) {
        let id = row.id();
        let chosen = matches!(cx.selection, Selection::Tiles(all) if all.iter().any(|t| **t == *id));
        if ui.selectable_label(chosen, RichText::new(&id).monospace()).clicked() {
            cx.ask(Action::Select(Selection::Tiles(vec![id.as_str().into()])));
        }
        ui.horizontal(|ui| {
            if let Some(bags) = row.node.field("bags") {
                for (bag, count) in bags.entries().unwrap_or_default() {
                    let Some(word) = bag.as_word() else { continue };
                    ui.label(RichText::new(&*word.value).small().color(cx.tokens.weak));
                    let path = [Step::field("bags"), Step::Key(word.value.to_string())];
                    let op = |n| Op::Set(Written::Int(n));
                    self.number(ui, cx, row, &format!("{id} {}", word.value), Some(count), &path, op, wishes);
                }
                return;
            }
            if row.bags().iter().any(|b| b == "none") {
                ui.label(RichText::new("–").color(cx.tokens.weak));
                return;
            }
            match row.node.field("count") {
                Some(node) => {
                    let op = |n| Op::Set(Written::Int(n));
                    self.number(ui, cx, row, &id, Some(node), &[Step::field("count")], op, wishes);
                }
                None => {
                    let order: Vec<String> = order::TILE.iter().map(ToString::to_string).collect();
                    let op = |n| Op::SetField("count".to_owned(), Written::Int(n), order.clone());
                    self.number(ui, cx, row, &id, None, &[], op, wishes);
                }
            }
        });
        ui.label(row.bags().join(", "));
        ui.label(RichText::new(row.around()).small().color(cx.tokens.weak));
    }

    /// A number with buttons; a number that depends on options is shown as it is written.
    #[allow(clippy::too_many_arguments, reason = "a cell of the table above, with what it has at hand")]
    fn number(
        &mut self,
        ui: &mut Ui,
        cx: &Cx<'_>,
        row: &TileRow<'_>,
        name: &str,
        node: Option<&Node>,
        path: &[Step],
        op: impl Fn(i64) -> Op,
        wishes: &mut Vec<(String, Wish)>,
    ) {
        let now = match node.map(|n| &n.shape) {
            None => 1,
            Some(Shape::Int(n)) => *n,
            Some(_) => {
                let written = node.map(|n| source(row.text, n)).unwrap_or_default();
                ui.label(RichText::new(written).monospace().color(cx.tokens.name));
                return;
            }
        };
        let title = cx.texts.named("dist-count-of", name);
        let id = Id::unique(("count", &*row.item.file, name));
        let mut next = None;
        let fewer = ui.add_enabled(now > 1, egui::Button::new("−").small());
        named(ui, &fewer, &cx.texts.named("dist-fewer", name));
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
        named(ui, &more, &cx.texts.named("dist-more", name));
        if more.clicked() {
            next = Some(now + 1);
        }
        if self.entries.refused(id).is_some() {
            ui.label(RichText::new("⊗").color(cx.tokens.error)).on_hover_text(cx.t("form-no-number"));
        }
        if let Some(n) = next {
            let way = row.item.path.iter().chain(path).cloned().collect();
            let values = [("name", row.id().into()), ("field", "count".into())];
            wishes.push((
                cx.texts.with("step-form", &values),
                Wish { file: row.item.file.clone(), path: way, op: op(n) },
            ));
        }
    }

    // Edges and terrains.

    fn edges(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let Some(sums) = &self.sums else { return };
        let catalog = &sums.catalog;
        let sides = catalog.lattice.side_names();
        ui.label(RichText::new(cx.t("dist-by-side")).strong());
        Grid::new("by side").striped(true).num_columns(sides.len() + 3).spacing(Vec2::new(16.0, 4.0)).show(ui, |ui| {
            ui.label(RichText::new(cx.t("dist-edge")).strong());
            sides.iter().for_each(|side| drop(ui.label(RichText::new(*side).strong())));
            ui.label(RichText::new(cx.t("dist-all")).strong());
            ui.label(RichText::new("%").strong());
            ui.end_row();
            let all: u64 = sums.by_side.iter().flatten().sum();
            for (edge, counts) in catalog.edges.ids().zip(&sums.by_side) {
                ui.label(RichText::new(catalog.edges.key(edge)).monospace());
                counts.iter().for_each(|n| drop(ui.label(n.to_string())));
                let sum: u64 = counts.iter().sum();
                ui.label(sum.to_string());
                ui.label(percent(if all == 0 { 0.0 } else { sum as f64 / all as f64 }));
                ui.end_row();
            }
        });
        ui.add_space(10.0);
        let edges: Vec<(String, u64)> =
            catalog.edges.ids().zip(&sums.by_side).map(|(e, n)| (catalog.edges.key(e), n.iter().sum())).collect();
        let terrains: Vec<(String, u64)> =
            catalog.terrains.ids().zip(&sums.by_terrain).map(|(t, n)| (catalog.terrains.key(t), *n)).collect();
        chart(ui, cx, "dist-chart-edges", edges);
        chart(ui, cx, "dist-chart-terrains", terrains);
    }

    // Arrangements.

    fn arrangements(&mut self, ui: &mut Ui, cx: &mut Cx<'_>, inventory: &Arc<Inventory>) {
        ui.label(RichText::new(cx.t("dist-arrangements-about")).color(cx.tokens.weak));
        let Some(sums) = &self.sums else { return };
        let Some(all) = &sums.likenesses else {
            ui.label(RichText::new(cx.t("dist-too-many")).color(cx.tokens.weak));
            return;
        };
        let catalog = Arc::clone(&sums.catalog);
        let missing: Vec<Likeness> = all.iter().filter(|l| l.there == 0).take(LISTED).cloned().collect();
        let mut over: Vec<Likeness> = all
            .iter()
            .filter(|l| l.there as f64 >= 2.0 * l.by_lot && l.there as f64 - l.by_lot >= 1.5)
            .cloned()
            .collect();
        over.sort_by(|a, b| (b.there as f64 - b.by_lot).total_cmp(&(a.there as f64 - a.by_lot)));
        over.truncate(LISTED);
        let count = all.iter().filter(|l| l.there == 0).count();
        for (title, list) in
            [(cx.texts.count("dist-missing", count), missing), (cx.texts.count("dist-over", over.len()), over)]
        {
            ui.add_space(6.0);
            ui.label(RichText::new(&title).strong());
            Grid::new(&title).striped(true).num_columns(4).spacing(Vec2::new(16.0, 4.0)).show(ui, |ui| {
                for key in ["dist-around", "dist-there", "dist-by-lot", "dist-make"] {
                    ui.label(RichText::new(cx.t(key)).strong());
                }
                ui.end_row();
                for likeness in list {
                    let names: Vec<String> = likeness.edges.iter().map(|e| catalog.edges.key(*e)).collect();
                    let name = names.join(" ");
                    ui.label(RichText::new(&name).monospace());
                    ui.label(likeness.there.to_string());
                    ui.label(format!("{:.1}", likeness.by_lot));
                    let button = ui.button("+");
                    named(ui, &button, &cx.texts.named("dist-make-one", &name));
                    if button.clicked() {
                        let mut hole = Hole::default();
                        likeness.edges.iter().enumerate().for_each(|(i, e)| hole[i] = Some(*e));
                        make(cx, inventory, &catalog, &hole);
                    }
                    ui.end_row();
                }
            });
        }
    }

    // Holes.

    fn holes(&mut self, ui: &mut Ui, cx: &mut Cx<'_>, inventory: &Arc<Inventory>) {
        let Some((catalog, supply)) = self.sums.as_ref().map(|s| (Arc::clone(&s.catalog), s.supply.clone())) else {
            return;
        };
        ui.label(RichText::new(cx.t("dist-holes-about")).color(cx.tokens.weak));
        self.hole_picture(ui, cx, &catalog);
        let mut hole = Hole::default();
        for (side, name) in self.hole.iter().enumerate().take(catalog.lattice.sides()) {
            hole[side] = name.as_deref().and_then(|n| catalog.edges.find(n));
        }
        let total = odds::total(&supply);
        let fitting = odds::fitting(&catalog, &supply, &hole);
        ui.horizontal(|ui| {
            let name = cx.t("dist-coming");
            ui.label(&name);
            let id = Id::unique("tiles to come");
            let now = self.coming.unwrap_or(total).min(total);
            let look = Look { name: &name, width: 60.0, hint: "", code: false };
            let (_, typed) = self.entries.line(ui, id, look, &now.to_string(), Handing::Live);
            if let Some(n) = typed.and_then(|t| t.trim().parse::<u64>().ok()) {
                self.coming = Some(n.min(total));
            }
            ui.label(RichText::new(cx.texts.count("dist-of", total as usize)).color(cx.tokens.weak));
        });
        let coming = self.coming.unwrap_or(total).min(total);
        Grid::new("odds").num_columns(2).spacing(Vec2::new(16.0, 4.0)).show(ui, |ui| {
            ui.label(cx.t("dist-fitting"));
            let values = [("n", fitting.into()), ("all", total.into())];
            ui.label(RichText::new(cx.texts.with("dist-n-of", &values)).strong());
            ui.end_row();
            ui.label(cx.t("dist-next"));
            ui.label(RichText::new(percent(odds::chance(total, fitting, 1))).strong());
            ui.end_row();
            ui.label(cx.texts.count("dist-any", coming as usize));
            ui.label(RichText::new(percent(odds::chance(total, fitting, coming))).strong());
            ui.end_row();
        });
        if ui.button(cx.t("dist-make-fit")).on_hover_text(cx.t("dist-make-about")).clicked() {
            make(cx, inventory, &catalog, &hole);
        }
        ui.add_space(6.0);
        ui.horizontal_wrapped(|ui| {
            for (kind, count) in supply.iter().filter(|(kind, _)| odds::fits(&catalog, *kind, &hole)) {
                let id = catalog.kinds.name(*kind).local.clone();
                if ui.small_button(format!("{id} ×{count}")).clicked() {
                    cx.ask(Action::Select(Selection::Tiles(vec![id])));
                }
            }
        });
    }

    /// The cell, and a box for the edge on each of its sides.
    fn hole_picture(&mut self, ui: &mut Ui, cx: &Cx<'_>, catalog: &Catalog) {
        let sides = catalog.lattice.sides();
        let (area, _) = ui.allocate_exact_size(Vec2::new(ui.available_width().min(430.0), 200.0), egui::Sense::hover());
        let centre = area.center();
        let angle = |side: f32| side / sides as f32 * std::f32::consts::TAU;
        let at = |side: f32, x: f32, y: f32| centre + Vec2::new(angle(side).sin() * x, -angle(side).cos() * y);
        let radius = 44.0;
        let corners: Vec<Pos2> = (0..sides).map(|s| at(s as f32 + 0.5, radius, radius)).collect();
        let painter = ui.painter();
        painter.add(Drawn::convex_polygon(corners.clone(), cx.tokens.field, Stroke::new(1.5, cx.tokens.line)));
        painter.text(centre, Align2::CENTER_CENTER, "?", FontId::proportional(24.0), cx.tokens.weak);
        for side in 0..sides {
            if self.hole[side].is_some() {
                let ends = [corners[(side + sides - 1) % sides], corners[side]];
                painter.line_segment(ends, Stroke::new(4.0, cx.tokens.accent));
            }
        }
        let names = catalog.lattice.side_names();
        let free = cx.t("dist-free");
        let size = Vec2::new(120.0, 26.0);
        for (side, &side_name) in names.iter().enumerate() {
            let place = at(side as f32, (area.width() / 2.0 - 62.0).min(150.0), 82.0);
            let mut inner = ui.new_child(egui::UiBuilder::new().max_rect(Rect::from_center_size(place, size)));
            inner.horizontal(|ui| {
                ui.label(RichText::new(side_name).small().color(cx.tokens.weak));
                let now = &mut self.hole[side];
                let shown = now.clone().unwrap_or_else(|| free.clone());
                let combo = ComboBox::from_id_salt(("hole", side)).width(90.0).selected_text(shown).show_ui(ui, |ui| {
                    ui.selectable_value(now, None, &free);
                    for edge in catalog.edges.ids() {
                        let key = catalog.edges.key(edge);
                        ui.selectable_value(now, Some(key.clone()), &key);
                    }
                });
                named(ui, &combo.response, &cx.texts.named("dist-side", side_name));
            });
        }
    }
}

/// Adds a tile that fits, and chooses it.
fn make(cx: &mut Cx<'_>, inventory: &Inventory, catalog: &Catalog, hole: &Hole) {
    let id = inventory.free_name(Sort::Tile, "N1");
    let Some(tile) = odds::made_tile(catalog, hole, &id) else {
        cx.ask(Action::Notify(Weight::Failed, cx.t("dist-no-edges")));
        return;
    };
    match inventory.own.append(cx.document.files(), "tiles", &tile) {
        Ok((path, edits)) => {
            cx.change(cx.texts.named("step-added", &id), vec![Change::Edit { path, edits }]);
            cx.ask(Action::Notify(Weight::Done, cx.texts.named("dist-made", &id)));
            cx.ask(Action::Select(Selection::Tiles(vec![id.into()])));
        }
        Err(error) => cx.ask(Action::Notify(Weight::Failed, error.to_string())),
    }
}

/// Bars from left to right, with names at the left.
fn chart(ui: &mut Ui, cx: &Cx<'_>, title: &str, values: Vec<(String, u64)>) {
    ui.label(RichText::new(cx.t(title)).strong());
    let count = values.len();
    let bars: Vec<Bar> = values
        .iter()
        .enumerate()
        .map(|(i, (name, n))| Bar::new((count - 1 - i) as f64, *n as f64).name(name).width(0.7).fill(cx.tokens.accent))
        .collect();
    let names: Vec<String> = values.into_iter().rev().map(|(name, _)| name).collect();
    let plot = Plot::new(title)
        .height(26.0 * count as f32 + 36.0)
        .allow_zoom(false)
        .allow_drag(false)
        .allow_scroll(false)
        .include_x(0.0)
        .show_grid([true, false])
        .grid_color(cx.tokens.line)
        .y_grid_spacer(move |_| {
            let mark = |i: usize| egui_plot::GridMark { value: i as f64, step_size: 1.0 };
            (0..count).map(mark).collect()
        })
        .y_axis_formatter(move |mark, _| {
            let at = mark.value.round();
            if at < 0.0 || (mark.value - at).abs() > 0.01 {
                String::new()
            } else {
                names.get(at as usize).cloned().unwrap_or_default()
            }
        })
        .y_axis_min_width(90.0)
        .show(ui, |plot| plot.bar_chart(BarChart::new("", bars).horizontal().color(cx.tokens.accent)));
    named(ui, &plot.response, &cx.t(title));
    ui.add_space(8.0);
}

/// The bag of tiles that name none: the first of the needed packs, else the first of the pack.
fn default_bag(inventory: &Inventory) -> Option<String> {
    let all = inventory.needed.iter().map(|n| &n.items).chain([&inventory.own]);
    all.flat_map(|items: &Items| items.section("bags")).find_map(|item| item.id.as_ref()).map(ToString::to_string)
}

/// A tile as the table shows it.
struct TileRow<'a> {
    items: &'a Items,
    item: &'a Item,
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

    fn around(&self) -> String {
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
        let text = format!("{} {} {}", self.id(), self.around(), self.bags().join(" "));
        text.to_lowercase().contains(wanted) && bag.is_none_or(|bag| self.bags().iter().any(|b| b == bag))
    }
}
