//! Results that the pane keeps until the pack is closed.

use egui::{RichText, Ui};

use super::compare::ComparisonResult;
use super::run::{BalanceRequest, BalanceResult};
use crate::context::ViewCx;
use crate::ui::theme::Emphasis;
use crate::ui::widgets;

/// Maximum number of results; further ones replace the oldest.
const MOST: usize = 12;

/// Result of many games.
pub(super) enum KeptResult {
    /// Report on one version.
    Report(Box<BalanceResult>),
    /// Comparison of two versions.
    Comparison(Box<ComparisonResult>),
}

impl KeptResult {
    /// Returns the request of the newest version in the result.
    pub(super) fn asked(&self) -> &BalanceRequest {
        match self {
            KeptResult::Report(found) => &found.asked,
            KeptResult::Comparison(found) => &found.sides[1],
        }
    }

    fn name_key(&self) -> &'static str {
        match self {
            KeptResult::Report(_) => "balance-report-name",
            KeptResult::Comparison(_) => "balance-comparison-name",
        }
    }
}

/// Results with their numbers, which count from 1 and never change.
#[derive(Default)]
pub(super) struct KeptResults {
    results: Vec<(u64, KeptResult)>,
    /// Number of the newest result.
    newest: u64,
    /// Number of the result that is shown.
    shown: u64,
}

impl KeptResults {
    /// True if there is no result.
    pub(super) fn is_empty(&self) -> bool {
        self.results.is_empty()
    }

    /// Adds a result and shows it.
    pub(super) fn add(&mut self, result: KeptResult) {
        if self.results.len() == MOST {
            self.results.remove(0);
        }
        self.newest += 1;
        self.shown = self.newest;
        self.results.push((self.newest, result));
    }

    /// Returns the result that is shown.
    pub(super) fn shown(&mut self) -> Option<&mut KeptResult> {
        let shown = self.shown;
        self.results.iter_mut().find(|(number, _)| *number == shown).map(|(_, result)| result)
    }

    /// Returns a result by its number; `None` if it was removed.
    pub(super) fn get(&self, number: u64) -> Option<&KeptResult> {
        self.results.iter().find(|(own, _)| *own == number).map(|(_, result)| result)
    }

    /// Returns the numbers of all reports, the newest first.
    pub(super) fn reports(&self) -> impl Iterator<Item = u64> {
        let is_report = |result: &KeptResult| matches!(result, KeptResult::Report(_));
        self.results.iter().rev().filter(move |(_, result)| is_report(result)).map(|(number, _)| *number)
    }

    /// Draws a button for each result, and one that removes the result that is shown.
    pub(super) fn list(&mut self, ui: &mut Ui, cx: &ViewCx<'_>) {
        ui.horizontal_wrapped(|ui| {
            for (number, result) in &self.results {
                let name = cx.texts.with_name(result.name_key(), &number.to_string());
                ui.selectable_value(&mut self.shown, *number, name);
            }
            let button = ui.small_button(RichText::new("×").medium());
            widgets::set_name(ui, &button, &cx.t("balance-remove"));
            if button.on_hover_text(cx.t("balance-remove")).clicked() {
                let shown = self.shown;
                self.results.retain(|(number, _)| *number != shown);
                self.shown = self.results.last().map_or(0, |(number, _)| *number);
            }
        });
    }
}
