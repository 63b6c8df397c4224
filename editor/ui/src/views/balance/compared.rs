//! Shows a comparison of two versions in sentences, charts and a table.

use egui::{Grid, RichText, Ui};
use tilewright_lab::versions::GameBeside;
use tilewright_lab::versions::told::{self, ChangeRow};

use super::charts;
use super::compare::ComparisonResult;
use super::run::BalanceRequest;
use crate::context::ViewCx;
use crate::ui::theme::{Emphasis, GAP, GROUP_GAP};
use crate::ui::widgets;

/// Names of both versions in tables.
const LETTERS: [&str; 2] = ["A", "B"];

/// Shows a comparison. Returns the game that the user wants to see: its number, and the request of its version.
pub(super) fn show(ui: &mut Ui, cx: &ViewCx<'_>, found: &mut ComparisonResult) -> Option<(u64, BalanceRequest)> {
    for (version, name) in found.report.versions.iter_mut().zip(&found.names) {
        version.name = name.text(cx);
    }
    let report = &found.report;
    for (letter, version) in LETTERS.iter().zip(&report.versions) {
        ui.label(RichText::new(format!("{letter}: {} – {}", version.title, version.name)).medium());
    }
    for table in &report.found.tables {
        let text = cx.texts.format_statement(&told::games(table, &report.plan));
        ui.label(RichText::new(text).color(cx.tokens.weak));
    }
    if found.sides[1].revision != cx.document.revision() {
        ui.label(RichText::new(cx.t("tests-old")).color(cx.tokens.warning));
    }
    ui.add_space(GROUP_GAP);
    ui.heading(cx.t("balance-result"));
    for sentence in told::sentences(report) {
        ui.label(cx.texts.format_statement(&sentence));
    }
    for (number, table) in report.found.tables.iter().enumerate() {
        ui.add_space(GROUP_GAP);
        ui.heading(cx.texts.with_name("balance-by", &told::bots(&table.bots)));
        for (version, game) in &table.faults {
            let values = [("version", LETTERS[*version].into()), ("why", game.what.as_str().into())];
            ui.label(RichText::new(cx.texts.with("balance-version-stopped", &values)).color(cx.tokens.error));
        }
        for chart in told::charts(&report.found, table) {
            ui.add_space(GAP);
            charts::show(ui, cx, &chart);
        }
        let rows = report.found.measures.iter().zip(&table.changes);
        let rows = rows.map(|(measure, change)| ChangeRow::new(measure, change, table.games));
        Grid::new(("changes", number)).num_columns(5).striped(true).spacing([16.0, 4.0]).show(ui, |ui| {
            let [difference, verdict] = ["balance-difference", "balance-verdict"].map(|key| cx.t(key));
            for title in ["", LETTERS[0], LETTERS[1], &difference, &verdict] {
                ui.label(RichText::new(title).medium());
            }
            ui.end_row();
            for row in rows {
                ui.label(cx.texts.format_statement(&row.name));
                for value in row.means.iter().chain([&row.difference]) {
                    ui.label(cx.texts.format_insert(value));
                }
                ui.label(cx.texts.format_statement(&row.verdict));
                ui.end_row();
            }
        });
    }
    let mut wanted = None;
    for game in &report.beside {
        ui.add_space(GROUP_GAP);
        ui.label(RichText::new(cx.texts.format_statement(&told::beside(game))).medium());
        ui.horizontal(|ui| {
            for (letter, side) in LETTERS.iter().zip(&found.sides) {
                let text = cx.texts.with_name("balance-watch-version", letter);
                let button = ui.small_button(&text);
                widgets::set_name(ui, &button, &format!("{text} ({})", game.seed));
                if button.clicked() {
                    wanted = Some((game.block, side.clone()));
                }
            }
        });
        show_moves(ui, game);
    }
    wanted
}

/// Shows the moves of both versions from the first difference.
fn show_moves(ui: &mut Ui, game: &GameBeside) {
    let lines = game.moves.iter().map(Vec::len).max().unwrap_or(0);
    Grid::new(("beside", game.block)).num_columns(2).striped(true).spacing([24.0, 2.0]).show(ui, |ui| {
        for line in 0..lines {
            for moves in &game.moves {
                ui.label(RichText::new(moves.get(line).map_or("", |answer| &*answer.text)).monospace());
            }
            ui.end_row();
        }
    });
}
