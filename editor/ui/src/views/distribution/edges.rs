//! How often each edge stands on each side, and each terrain on tiles.

use egui::{Grid, RichText, Ui, Vec2};
use egui_plot::{Bar, BarChart, Plot};

use super::DistributionView;
use crate::context::Cx;
use crate::pack::odds::percent;
use crate::ui::theme::Emphasis;
use crate::ui::widgets::named;

impl DistributionView {
    pub(super) fn edges(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
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
}

/// Bars from left to right, with names at the left.
fn chart(ui: &mut Ui, cx: &Cx<'_>, title: &str, values: Vec<(String, u64)>) {
    ui.label(RichText::new(cx.t(title)).medium());
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
