//! Chance that a hole on the board is filled.

use std::sync::Arc;

use egui::{Align2, ComboBox, FontId, Grid, Id, Pos2, Rect, RichText, Shape as Drawn, Stroke, Ui, Vec2};
use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::lattice::Side;
use tilewright_editor_model::pack::odds::{self, Hole, percent};
use tilewright_language::inventory::PackInventory;

use super::{DistributionView, make};
use crate::context::{EditorAction, Selection, ViewCx};
use crate::ui::theme::Emphasis;
use crate::ui::widgets::entry::{FieldShape as Look, Handing};
use crate::ui::widgets::set_name;

impl DistributionView {
    pub(super) fn holes(&mut self, ui: &mut Ui, cx: &mut ViewCx<'_>, inventory: &Arc<PackInventory>) {
        let Some((catalog, supply)) = self.sums.as_ref().map(|s| (Arc::clone(&s.catalog), s.supply.clone())) else {
            return;
        };
        ui.label(RichText::new(cx.t("dist-holes-about")).color(cx.tokens.weak));
        self.hole_picture(ui, cx, &catalog);
        let mut hole = Hole::default();
        for (side, name) in self.hole.iter().enumerate().take(catalog.lattice.side_count()) {
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
            ui.label(RichText::new(cx.texts.with("dist-n-of", &values)).medium());
            ui.end_row();
            ui.label(cx.t("dist-next"));
            ui.label(RichText::new(percent(odds::chance(total, fitting, 1))).medium());
            ui.end_row();
            ui.label(cx.texts.count("dist-any", coming as usize));
            ui.label(RichText::new(percent(odds::chance(total, fitting, coming))).medium());
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
                    cx.ask(EditorAction::Select(Selection::Tiles(vec![id])));
                }
            }
        });
    }

    /// Draws the cell, with a box for the edge on each side.
    fn hole_picture(&mut self, ui: &mut Ui, cx: &ViewCx<'_>, catalog: &Catalog) {
        // A triangle that points down is enough: each tile that fits it also fits one that points up.
        let drawn: Vec<Side> = catalog.lattice.sides_at((0, 0)).collect();
        let sides = drawn.len();
        let (area, _) = ui.allocate_exact_size(Vec2::new(ui.available_width().min(430.0), 200.0), egui::Sense::hover());
        let centre = area.center();
        let angle = |side: f32| side / sides as f32 * std::f32::consts::TAU;
        let at = |side: f32, x: f32, y: f32| centre + Vec2::new(angle(side).sin() * x, -angle(side).cos() * y);
        let radius = 44.0;
        let corners: Vec<Pos2> = (0..sides).map(|s| at(s as f32 + 0.5, radius, radius)).collect();
        let painter = ui.painter();
        painter.add(Drawn::convex_polygon(corners.clone(), cx.tokens.field, Stroke::new(1.5, cx.tokens.line)));
        painter.text(centre, Align2::CENTER_CENTER, "?", FontId::proportional(24.0), cx.tokens.weak);
        for (side, own) in drawn.iter().enumerate() {
            if self.hole[own.index()].is_some() {
                let ends = [corners[(side + sides - 1) % sides], corners[side]];
                painter.line_segment(ends, Stroke::new(4.0, cx.tokens.accent));
            }
        }
        let names = catalog.lattice.side_names();
        let free = cx.t("dist-free");
        let size = Vec2::new(120.0, 26.0);
        for (side, own) in drawn.iter().map(|side| side.index()).enumerate() {
            let side_name = names[own];
            let place = at(side as f32, (area.width() / 2.0 - 62.0).min(150.0), 82.0);
            let mut inner = ui.new_child(egui::UiBuilder::new().max_rect(Rect::from_center_size(place, size)));
            inner.horizontal(|ui| {
                ui.label(RichText::new(side_name).small().color(cx.tokens.weak));
                let now = &mut self.hole[own];
                let shown = now.clone().unwrap_or_else(|| free.clone());
                let combo = ComboBox::from_id_salt(("hole", own)).width(90.0).selected_text(shown).show_ui(ui, |ui| {
                    ui.selectable_value(now, None, &free);
                    for edge in catalog.edges.ids() {
                        let key = catalog.edges.key(edge);
                        ui.selectable_value(now, Some(key.clone()), &key);
                    }
                });
                set_name(ui, &combo.response, &cx.texts.with_name("dist-side", side_name));
            });
        }
    }
}
