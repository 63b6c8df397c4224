//! The list of findings about the pack, with a filter. Each finding links to its place, and some have a fix.

use egui::{RichText, ScrollArea, Ui};
use tilewright_core::diag::Severity;
use tilewright_language::problems::PackProblem;
use tilewright_language::{fixes, help};

use crate::context::{EditorAction, ViewCx};
use crate::ui::notices::NoticeWeight;
use crate::ui::widgets;

/// Number of rows that the list shows at least in the default arrangement.
const LEAST_ROWS: f32 = 4.0;

/// State of the list of findings.
#[derive(Default)]
pub struct ProblemsView {
    filter: String,
    /// True if warnings are left out.
    errors_only: bool,
    /// Position of the last finding that was opened, in the sorted list.
    at: Option<usize>,
}

impl ProblemsView {
    /// Draws the list of findings.
    pub fn show(&mut self, ui: &mut Ui, cx: &mut ViewCx<'_>) {
        let (errors, warnings) = cx.problems.counts();
        ui.horizontal_wrapped(|ui| {
            ui.label(cx.texts.count("problems-errors", errors));
            ui.label(cx.texts.count("problems-warnings", warnings));
            ui.checkbox(&mut self.errors_only, cx.t("problems-errors-only"));
            widgets::filter(ui, &mut self.filter, &cx.t("problems-filter"));
        });
        ui.separator();
        if cx.problems.all.is_empty() {
            let text = if cx.analysis.is_some() { "problems-none" } else { "problems-waiting" };
            ui.label(RichText::new(cx.t(text)).color(cx.tokens.weak));
            return;
        }
        let wanted = self.filter.to_lowercase();
        let problems = cx.problems;
        let shown: Vec<(usize, &PackProblem)> =
            problems.sorted().into_iter().enumerate().filter(|(_, p)| self.fits(p, &wanted)).collect();
        if shown.is_empty() {
            ui.label(RichText::new(cx.t("filter-nothing")).color(cx.tokens.weak));
        }
        // All rows have the same height, so that only visible rows need to be created.
        let line = ui.text_style_height(&egui::TextStyle::Body) + 2.0 * ui.spacing().button_padding.y;
        let small = ui.text_style_height(&egui::TextStyle::Small) + 6.0;
        let gap = ui.spacing().item_spacing.y;
        // A low list shows the places in tooltips only.
        let has_places = ui.available_height() >= LEAST_ROWS * (line + small + gap);
        let height = if has_places { line + small } else { line };
        ui.spacing_mut().item_spacing.y = if has_places { gap } else { 0.0 };
        ScrollArea::vertical().auto_shrink(false).show_rows(ui, height, shown.len(), |ui, rows| {
            for &(index, problem) in &shown[rows] {
                let size = egui::Vec2::new(ui.available_width(), height);
                ui.allocate_ui(size, |ui| {
                    ui.set_min_height(size.y);
                    ui.spacing_mut().item_spacing.y = 0.0;
                    self.row(ui, cx, index, problem, has_places);
                });
            }
        });
    }

    fn fits(&self, problem: &PackProblem, wanted: &str) -> bool {
        let d = &problem.diagnostic;
        (!self.errors_only || d.severity == Severity::Error)
            && (wanted.is_empty()
                || [&*problem.shown, d.code, &*d.message].iter().any(|text| text.to_lowercase().contains(wanted)))
    }

    /// Draws a finding, with its place and its hint in a second line if `has_place`.
    fn row(&mut self, ui: &mut Ui, cx: &mut ViewCx<'_>, index: usize, problem: &PackProblem, has_place: bool) {
        let d = &problem.diagnostic;
        let (mark, colour, word) = match d.severity {
            Severity::Error => ("⊗", cx.tokens.error, "problems-error"),
            Severity::Warning => ("⚠", cx.tokens.warning, "problems-warning"),
        };
        let text = format!("{mark} {} {}: {}", cx.t(word), d.code, d.message);
        let hint = d.hint.as_ref().map(|hint| format!("   {hint}")).unwrap_or_default();
        let about = format!("{}{hint}", problem.shown);
        let mut clicked = false;
        ui.horizontal(|ui| {
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                if help::explanation(d.code).is_some() {
                    let name = cx.texts.with_name("code-explain", d.code);
                    let button = ui.small_button("?").on_hover_text(&name);
                    widgets::set_name(ui, &button, &name);
                    if button.clicked() {
                        cx.ask(EditorAction::Explain(d.code));
                    }
                }
                if let Some(label) = fixes::label(problem, cx.document.texts(), cx.texts)
                    && ui.add(egui::Button::new(&label).small()).clicked()
                {
                    match fixes::changes(problem, cx.document.texts()) {
                        Some(changes) => cx.change(label, changes),
                        None => cx.ask(EditorAction::Notify(NoticeWeight::Note, cx.t("fix-gone"))),
                    }
                }
                ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                    let entry = egui::Button::selectable(self.at == Some(index), RichText::new(text).color(colour));
                    let told = if has_place { d.message.clone() } else { format!("{}\n{about}", d.message) };
                    clicked = ui.add(entry.truncate()).on_hover_text(told).clicked();
                });
            });
        });
        if has_place {
            ui.horizontal(|ui| {
                ui.add_space(ui.spacing().button_padding.x);
                ui.add(egui::Label::new(RichText::new(about).small().color(cx.tokens.weak)).truncate());
            });
        }
        if clicked {
            self.at = Some(index);
            if let Some(place) = &problem.place {
                cx.ask(EditorAction::GoTo(place.clone()));
            }
        }
    }

    /// Returns the place of the next of the sorted findings that has one, in the given direction.
    pub fn step(&mut self, problems: &[&PackProblem], forth: bool) -> Option<tilewright_language::place::FilePlace> {
        let count = problems.len();
        if count == 0 {
            return None;
        }
        let first = match (self.at, forth) {
            (Some(at), true) => at + 1,
            (Some(at), false) => at + count - 1,
            (None, true) => 0,
            (None, false) => count - 1,
        };
        let order = (0..count).map(|n| if forth { (first + n) % count } else { (first + count - n) % count });
        let found = order.into_iter().find(|&at| problems[at].place.is_some())?;
        self.at = Some(found);
        problems[found].place.clone()
    }
}
