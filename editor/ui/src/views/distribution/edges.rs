//! Number of times that each edge type occurs on each side, and each terrain on tiles.

use egui::{Color32, Grid, RichText, Stroke, Ui, Vec2};
use egui_plot::{Bar, BarChart, Plot};

use tilewright_core::catalog::id::{EdgeTypeId, TerrainId};
use tilewright_editor_model::pack::odds::percent;

use super::DistributionView;
use crate::context::ViewCx;
use crate::ui::theme::Emphasis;
use crate::ui::widgets::{set_name, swatch};

impl DistributionView {
    pub(super) fn edges(&mut self, ui: &mut Ui, cx: &mut ViewCx<'_>) {
        let Some(sums) = &self.sums else { return };
        let catalog = &sums.catalog;
        let sides = catalog.lattice.side_names();
        ui.label(RichText::new(cx.t("dist-by-side")).medium());
        Grid::new("by side").striped(true).num_columns(sides.len() + 3).spacing(Vec2::new(16.0, 4.0)).show(ui, |ui| {
            ui.label(RichText::new(cx.t("dist-edge")).medium());
            sides.iter().for_each(|side| drop(ui.label(RichText::new(*side).medium())));
            ui.label(RichText::new(cx.t("dist-all")).medium());
            ui.label(RichText::new("%").medium());
            ui.end_row();
            let all: u64 = sums.by_side.iter().flatten().sum();
            for (edge, counts) in catalog.edges.ids().zip(&sums.by_side) {
                ui.horizontal(|ui| {
                    if let Some(colour) = swatch::of_edge(catalog, edge) {
                        swatch::swatch(ui, colour);
                    }
                    ui.label(RichText::new(catalog.edges.key(edge)).monospace());
                });
                counts.iter().for_each(|n| drop(ui.label(n.to_string())));
                let sum: u64 = counts.iter().sum();
                ui.label(sum.to_string());
                ui.label(percent(if all == 0 { 0.0 } else { sum as f64 / all as f64 }));
                ui.end_row();
            }
        });
        ui.add_space(10.0);
        let plain = cx.tokens.accent;
        let edge = |(e, n): (EdgeTypeId, &Vec<u64>)| {
            (catalog.edges.key(e), n.iter().sum(), swatch::of_edge(catalog, e).unwrap_or(plain))
        };
        let edges: Vec<(String, u64, Color32)> = catalog.edges.ids().zip(&sums.by_side).map(edge).collect();
        let terrain = |(t, n): (TerrainId, &u64)| (catalog.terrains.key(t), *n, swatch::colour(catalog, t));
        let terrains: Vec<(String, u64, Color32)> = catalog.terrains.ids().zip(&sums.by_terrain).map(terrain).collect();
        chart(ui, cx, "dist-chart-edges", edges);
        chart(ui, cx, "dist-chart-terrains", terrains);
    }
}

/// Draws horizontal bars in their own colours, with names at the left.
fn chart(ui: &mut Ui, cx: &ViewCx<'_>, title: &str, values: Vec<(String, u64, Color32)>) {
    ui.label(RichText::new(cx.t(title)).medium());
    let count = values.len();
    let bars: Vec<Bar> = values
        .iter()
        .enumerate()
        .map(|(i, (name, n, colour))| {
            let line = Stroke::new(1.0, cx.tokens.weak);
            Bar::new((count - 1 - i) as f64, *n as f64).name(name).width(0.7).fill(*colour).stroke(line)
        })
        .collect();
    let names: Vec<String> = values.into_iter().rev().map(|(name, ..)| name).collect();
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
        .show(ui, |plot| plot.bar_chart(BarChart::new("", bars).horizontal()));
    set_name(ui, &plot.response, &cx.t(title));
    ui.add_space(8.0);
}
