//! Shows a report on many games in sentences and charts.

use egui::{Align, Button, Layout, RichText, Ui};
use tilewright_editor_model::table::SeatChooser;
use tilewright_lab::report::told::{Insert, ReportSection, Statement};

use super::charts;
use super::run::{BalanceRequest, BalanceResult};
use crate::context::ViewCx;
use crate::ui::theme::{Emphasis, GAP, GROUP_GAP};

/// Shows a report. Returns the number of the game that the user wants to see.
pub(super) fn show(ui: &mut Ui, cx: &ViewCx<'_>, found: &mut BalanceResult) -> Option<u64> {
    found.speak(cx.texts.code());
    let mut wanted = None;
    heading(ui, cx, found, &mut wanted);
    for section in &found.sections {
        show_section(ui, cx, section, &mut wanted);
    }
    wanted
}

/// Shows the pack, options, number of games and bots of the report, and the fault that stopped games.
fn heading(ui: &mut Ui, cx: &ViewCx<'_>, found: &BalanceResult, wanted: &mut Option<u64>) {
    let BalanceRequest { loaded, bots, plan, .. } = &found.asked;
    if let Some(catalog) = loaded.catalog() {
        ui.label(RichText::new(catalog.titles()).medium());
        for option in catalog.chosen_options() {
            ui.label(RichText::new(option).color(cx.tokens.weak));
        }
    }
    let mut names: Vec<String> = bots.iter().map(|bot| cx.t(&SeatChooser::Bot(bot.clone()).text())).collect();
    names.dedup();
    let values = [
        ("games", cx.texts.format_insert(&Insert::Count(found.games())).into()),
        ("seats", usize::from(plan.seats).into()),
        ("bots", names.join(", ").into()),
        ("seed", plan.seed.to_string().into()),
    ];
    ui.label(RichText::new(cx.texts.with("balance-played", &values)).color(cx.tokens.weak));
    if found.asked.revision != cx.document.revision() {
        ui.label(RichText::new(cx.t("tests-old")).color(cx.tokens.warning));
    }
    if let Some((game, why, count)) = &found.stopped {
        let values = [
            ("count", cx.texts.format_insert(&Insert::Count(*count)).into()),
            ("game", game.to_string().into()),
            ("why", why.as_str().into()),
        ];
        ui.label(RichText::new(cx.texts.with("balance-stopped", &values)).color(cx.tokens.error));
        watch(ui, cx, *game, wanted);
    }
}

fn show_section(ui: &mut Ui, cx: &ViewCx<'_>, section: &ReportSection, wanted: &mut Option<u64>) {
    ui.add_space(GROUP_GAP);
    ui.heading(cx.t(section.title));
    for said in &section.sentences {
        ui.label(cx.texts.format_statement(said));
        if let Some(game) = said.game {
            watch(ui, cx, game, wanted);
        }
    }
    for chart in &section.charts {
        ui.add_space(GAP);
        charts::show(ui, cx, chart);
    }
}

/// Draws the button that shows a game.
fn watch(ui: &mut Ui, cx: &ViewCx<'_>, game: u64, wanted: &mut Option<u64>) {
    let shows = Statement { key: "report-watch", values: vec![("game", Insert::Text(game.to_string()))], game: None };
    ui.with_layout(Layout::left_to_right(Align::Min), |ui| {
        if ui.add(Button::new(cx.texts.format_statement(&shows)).small()).clicked() {
            *wanted = Some(game);
        }
    });
}
