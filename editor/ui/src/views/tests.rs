//! The tests of the pack: their results, failures with explanations, and links to their lines and games.

use egui::{Button, RichText, ScrollArea, Ui};
use tilewright_editor_model::pack::test_runs::{FailedCheck, TestRun};
use tilewright_kit::suite::TestFailure;
use tilewright_language::place::line_number;

use crate::context::{EditorAction, Pane, ViewCx};
use crate::ui::theme::Emphasis;
use crate::ui::{icons, widgets};

/// State of the list of tests.
#[derive(Default)]
pub struct TestsView {
    failed_only: bool,
    filter: String,
}

impl TestsView {
    /// Draws the tools and the list of tests.
    pub fn show(&mut self, ui: &mut Ui, cx: &mut ViewCx<'_>) {
        self.tools(ui, cx);
        ui.separator();
        let tests = cx.tests;
        if let Some(why) = tests.failure_reason() {
            ui.label(RichText::new(why).color(cx.tokens.error));
        }
        if tests.all().is_empty() {
            let has_some = cx.document.files().keys().any(|path| path.starts_with("tests/"));
            let key = if has_some { "tests-not-run" } else { "tests-none" };
            ui.label(RichText::new(cx.t(key)).color(cx.tokens.weak));
            return;
        }
        let wanted = self.filter.to_lowercase();
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            let mut none = true;
            // Failed tests come first, because users look for them.
            let passed = tests.all().iter().filter(|run| run.result.has_passed());
            for run in tests.failed_runs().chain(passed) {
                let fits = wanted.is_empty() || run.result.name.to_lowercase().contains(&wanted);
                if fits && !(self.failed_only && run.result.has_passed()) {
                    none = false;
                    row(ui, cx, run);
                }
            }
            if none {
                ui.label(RichText::new(cx.t("filter-nothing")).color(cx.tokens.weak));
            }
        });
    }

    fn tools(&mut self, ui: &mut Ui, cx: &mut ViewCx<'_>) {
        let tests = cx.tests;
        ui.horizontal_wrapped(|ui| {
            if let Some(done) = tests.running() {
                if ui.button(cx.t("tests-stop")).clicked() {
                    cx.ask(EditorAction::StopTests);
                }
                ui.spinner();
                ui.label(cx.texts.count("tests-running", done));
                return;
            }
            let run = format!("{}  {}", icons::PLAY, cx.t("tests-run-all"));
            let run = ui.button(run);
            widgets::set_name(ui, &run, &cx.t("tests-run-all"));
            if run.clicked() {
                cx.ask(EditorAction::RunTests(None));
            }
            let failed: Vec<String> = tests.failed_runs().map(|run| run.result.name.clone()).collect();
            let (count, all) = (failed.len(), tests.all().len());
            if ui.add_enabled(count > 0, Button::new(cx.t("tests-run-failed"))).clicked() {
                cx.ask(EditorAction::RunTests(Some(failed)));
            }
            ui.checkbox(&mut self.failed_only, cx.t("tests-failed-only"));
            widgets::filter(ui, &mut self.filter, &cx.t("tests-filter"));
            if all > 0 {
                let values = [("passed", (all - count).into()), ("failed", count.into())];
                let colour = if count > 0 { cx.tokens.error } else { cx.tokens.good };
                ui.label(RichText::new(cx.texts.with("tests-counts", &values)).color(colour));
                if tests.is_old(cx.document) {
                    ui.label(RichText::new(cx.t("tests-old")).color(cx.tokens.weak));
                }
            }
        });
    }
}

/// Draws a test; a click shows its first line.
fn row(ui: &mut Ui, cx: &mut ViewCx<'_>, run: &TestRun) {
    let passed = run.result.has_passed();
    let name = &run.result.name;
    let (sign, colour, state) =
        if passed { ("✔", cx.tokens.good, "tests-passed") } else { ("⊗", cx.tokens.error, "tests-failed") };
    ui.horizontal(|ui| {
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let ms = (run.seconds * 1000.0).round() as usize;
            ui.label(RichText::new(cx.texts.count("tests-milliseconds", ms)).small().color(cx.tokens.weak));
            let show = ui.small_button(cx.t("tests-show"));
            widgets::set_name(ui, &show, &cx.texts.with_name("tests-show-one", name));
            if show.clicked() {
                cx.ask(EditorAction::ShowTest(name.clone()));
            }
            if !passed {
                let lines = ui.small_button(cx.t("pane-trace")).on_hover_text(cx.t("trace-about"));
                widgets::set_name(ui, &lines, &cx.texts.with_name("trace-of-test", name));
                if lines.clicked() {
                    cx.ask(EditorAction::ShowTest(name.clone()));
                    cx.ask(EditorAction::ShowLarge(Pane::Trace));
                }
            }
            let again = ui.small_button(icons::AGAIN).on_hover_text(cx.texts.with_name("tests-run-one", name));
            widgets::set_name(ui, &again, &cx.texts.with_name("tests-run-one", name));
            if again.clicked() && cx.tests.running().is_none() {
                cx.ask(EditorAction::RunTests(Some(vec![name.clone()])));
            }
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                let text = RichText::new(format!("{sign} {name}")).color(if passed { cx.tokens.text } else { colour });
                let entry = ui.add(Button::selectable(false, text).truncate());
                widgets::set_name(ui, &entry, &format!("{name}, {}", cx.t(state)));
                if let Some(place) = run.begins.clone().filter(|_| entry.clicked()) {
                    cx.ask(EditorAction::GoTo(place));
                }
            });
        });
    });
    if run.result.expects_nothing {
        ui.label(RichText::new(cx.t("tests-empty")).color(cx.tokens.warning));
    }
    if let Some(failure) = &run.result.failure {
        ui.indent(name, |ui| {
            for (failure, at) in failure.all().zip(&run.fails) {
                show_failure(ui, cx, run, failure, at);
            }
            for note in &run.result.notes {
                ui.label(RichText::new(cx.texts.with_name("tests-noted", note)).color(cx.tokens.weak));
            }
        });
    }
}

/// Shows the expected and the actual value, or the error in the test, with a link to its line.
fn show_failure(ui: &mut Ui, cx: &mut ViewCx<'_>, run: &TestRun, failure: &TestFailure, at: &FailedCheck) {
    let is_wrong = failure.is_wrong_test();
    ui.horizontal_wrapped(|ui| {
        if is_wrong {
            ui.label(RichText::new(&failure.expected).color(cx.tokens.error));
        } else {
            let values = [("expected", (&*failure.expected).into())];
            ui.label(RichText::new(cx.texts.with("tests-expected", &values)).medium());
        }
        let Some(place) = &at.place else { return };
        let line = cx.document.text(&place.path).map_or(1, |text| line_number(text, place.range.start));
        if ui.link(RichText::new(format!("{}:{line}", place.path)).small()).clicked() {
            cx.ask(EditorAction::GoTo(place.clone()));
        }
    });
    if is_wrong {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(cx.texts.with("tests-actual", &[("actual", (&*failure.actual).into())])).medium());
        let name = &run.result.name;
        if let Some(change) = cx.tests.taken_as_right(cx.document, at)
            && ui.small_button(cx.t("tests-take")).on_hover_text(cx.t("tests-take-about")).clicked()
        {
            cx.change(cx.texts.with_name("step-take-result", name), vec![change]);
            cx.ask(EditorAction::RunTests(Some(vec![name.clone()])));
        }
    });
}
