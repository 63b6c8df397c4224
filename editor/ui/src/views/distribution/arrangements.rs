//! Arrangements of edges that are missing or that occur too often.

use std::sync::Arc;

use egui::{Grid, RichText, Ui, Vec2};
use tilewright_editor_model::pack::odds::{Hole, Likeness};
use tilewright_language::inventory::PackInventory;

use super::{DistributionView, make};
use crate::context::ViewCx;
use crate::ui::theme::Emphasis;
use crate::ui::widgets::{set_name, swatch};

/// Maximum number of arrangements in each list.
const LISTED: usize = 60;

impl DistributionView {
    pub(super) fn arrangements(&mut self, ui: &mut Ui, cx: &mut ViewCx<'_>, inventory: &Arc<PackInventory>) {
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
            ui.label(RichText::new(&title).medium());
            Grid::new(&title).striped(true).num_columns(4).spacing(Vec2::new(16.0, 4.0)).show(ui, |ui| {
                for key in ["dist-around", "dist-there", "dist-by-lot", "dist-make"] {
                    ui.label(RichText::new(cx.t(key)).medium());
                }
                ui.end_row();
                for likeness in list {
                    let names: Vec<String> = likeness.edges.iter().map(|e| catalog.edges.key(*e)).collect();
                    let name = names.join(" ");
                    ui.horizontal(|ui| {
                        swatch::edges(ui, &catalog, &likeness.edges, 26.0);
                        ui.label(RichText::new(&name).monospace());
                    });
                    ui.label(likeness.there.to_string());
                    ui.label(format!("{:.1}", likeness.by_lot));
                    let button = ui.button("+");
                    set_name(ui, &button, &cx.texts.with_name("dist-make-one", &name));
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
}
