//! Lines of the rules that ran between two positions. Counting slows the game down, so it starts when this view is
//! first shown.

use std::collections::BTreeMap;

use egui::{RichText, ScrollArea, Ui};
use tilewright_core::catalog::Origin;
use tilewright_wording::why::Rule;

use crate::context::ViewCx;
use crate::play::{PlayState, PositionKey};
use crate::ui::theme::Emphasis;
use crate::ui::widgets;
use crate::views::play::told;

/// Counts at the last position, and the lines that have run since the previous one.
#[derive(Default)]
pub struct LineCounts {
    at: Option<(PositionKey, BTreeMap<Origin, u32>)>,
    ran: Option<Vec<(Origin, u32)>>,
    filter: String,
}

impl LineCounts {
    /// Starts to count the runs of lines, unless they may depend on secrets.
    pub(super) fn prepare(&mut self, play: &mut PlayState, now: PositionKey) {
        if let Some(table) = play.table.as_mut().filter(|table| !table.keeps_secrets() && table.lines().is_none()) {
            let begun = table.count_lines();
            (self.at, self.ran) = (table.lines().filter(|_| begun).map(|lines| (now, lines)), None);
        }
    }

    /// Draws the lines that have run, with the number of runs.
    pub fn show(&mut self, ui: &mut Ui, cx: &mut ViewCx<'_>, play: &PlayState, now: PositionKey) {
        let Some(table) = &play.table else { return };
        if table.keeps_secrets() {
            // The lines that run may depend on secrets.
            ui.label(RichText::new(cx.t("play-secret")).color(cx.tokens.weak));
            return;
        }
        let Some(lines) = table.lines() else {
            ui.label(RichText::new(cx.t("inside-lines-cannot")).color(cx.tokens.weak));
            return;
        };
        match &self.at {
            Some((position, before)) if *position != now => {
                let ran = lines.iter().filter_map(|(line, times)| {
                    let more = times.saturating_sub(before.get(line).copied().unwrap_or(0));
                    (more > 0).then_some((*line, more))
                });
                // An answer that runs no rule keeps the lines of the previous one.
                let ran: Vec<(Origin, u32)> = ran.collect();
                self.ran = Some(ran).filter(|ran| !ran.is_empty()).or(self.ran.take());
                self.at = Some((now, lines));
            }
            Some(_) => {}
            None => self.at = Some((now, lines)),
        }
        let Some(ran) = &self.ran else {
            ui.label(RichText::new(cx.t("inside-lines-begin")).color(cx.tokens.weak));
            return;
        };
        let catalog = std::sync::Arc::clone(table.catalog());
        let wanted = self.filter.to_lowercase();
        let text_of = |origin: &Origin| {
            let module = catalog.modules.get(usize::from(origin.module))?;
            module.source.lines().nth((origin.line as usize).checked_sub(1)?).map(str::to_owned)
        };
        let shown: Vec<(Rule, String, u32)> = ran
            .iter()
            .filter_map(|(origin, times)| Some((Rule::from_origin(&catalog, *origin)?, text_of(origin)?, *times)))
            .filter(|(rule, text, _)| format!("{} {text}", rule.path).to_lowercase().contains(&wanted))
            .collect();
        ui.horizontal_wrapped(|ui| {
            widgets::filter(ui, &mut self.filter, &cx.t("inside-filter-lines"));
            let count = cx.texts.count("inside-lines-are", shown.len());
            ui.label(RichText::new(count).color(cx.tokens.weak));
        });
        let height = ui.spacing().interact_size.y;
        ScrollArea::both().auto_shrink(false).show_rows(ui, height, shown.len(), |ui, rows| {
            for (rule, text, times) in &shown[rows] {
                ui.horizontal(|ui| {
                    ui.label(RichText::new(format!("×{times}")).medium());
                    told::link(ui, cx, rule);
                    ui.label(RichText::new(text.trim()).monospace());
                });
            }
        });
    }
}
