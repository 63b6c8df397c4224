//! The resulting steps of all packs, with the pack and the rule behind each step.

use std::sync::Arc;

use egui::{Key, RichText, Ui};
use tilewright_core::catalog::flow::{Step as Played, StepKind};
use tilewright_language::place::FilePlace;
use tilewright_language::place::on_boundaries;
use tilewright_pack::schema::LISTS;

use super::words::{about_list, about_step};
use super::{FlowView, StepRules, go_to_rule};
use crate::context::{EditorAction, ViewCx};
use crate::ui::notices::NoticeWeight;
use crate::ui::theme::Emphasis;

impl FlowView {
    /// Looks up the rule behind each step, once for each revision.
    pub(super) fn find_rules(&mut self, cx: &ViewCx<'_>) {
        let Some(analysis) = cx.analysis.filter(|a| self.rules.as_ref().is_none_or(|(at, _)| *at != a.revision)) else {
            return;
        };
        let mut found = StepRules::new();
        if let Ok((catalog, script)) = analysis.loaded.script() {
            let flow = &catalog.flow;
            let lists = [&flow.setup, &flow.turn, &flow.closing, &flow.finish].into_iter();
            let mut open: Vec<&Played> = lists.chain(flow.parts.iter().map(|(_, steps)| steps)).flatten().collect();
            while let Some(step) = open.pop() {
                if let StepKind::Repeat(steps) = &step.kind {
                    open.extend(steps);
                }
                let place = script.step_place(&step.name);
                if let Some((path, line)) =
                    place.and_then(|(m, line)| Some((catalog.modules.get(m)?.path.clone(), line)))
                {
                    found.insert(step.name.clone(), (path, line));
                }
            }
        }
        self.rules = Some((analysis.revision, found));
    }

    /// Returns the file and line of the rule behind a step.
    pub(super) fn rule_of(&self, name: &str) -> Option<&(Arc<str>, u32)> {
        self.rules.as_ref().and_then(|(_, found)| found.get(name))
    }

    /// Draws all lists of steps.
    pub(super) fn show_played(&self, ui: &mut Ui, cx: &mut ViewCx<'_>) {
        let Some(catalog) = cx.catalog().cloned() else {
            ui.label(RichText::new(cx.t("flow-not-yet")).color(cx.tokens.weak));
            return;
        };
        ui.label(RichText::new(cx.t("flow-played-about")).small().color(cx.tokens.weak));
        let flow = &catalog.flow;
        let plain = LISTS.into_iter().zip([&flow.setup, &flow.turn, &flow.closing, &flow.finish]);
        let mut lists: Vec<(String, &Vec<Played>)> = plain.map(|(name, steps)| (name.to_owned(), steps)).collect();
        lists.extend(flow.parts.iter().map(|(name, steps)| (format!("parts/{name}"), steps)));
        for (name, steps) in lists.iter().filter(|(_, steps)| !steps.is_empty()) {
            ui.horizontal_wrapped(|ui| {
                ui.label(RichText::new(name).medium());
                ui.label(RichText::new(cx.t(about_list(name))).small().color(cx.tokens.weak));
            });
            self.played_steps(ui, cx, steps, 1);
            ui.add_space(8.0);
        }
    }

    fn played_steps(&self, ui: &mut Ui, cx: &mut ViewCx<'_>, steps: &[Played], depth: usize) {
        for (number, step) in steps.iter().enumerate() {
            let place = step.span.and_then(|span| {
                let file = cx.analysis?.loaded.sources.get(span.file)?;
                let (pack, path) = file.path.split_once('/')?;
                Some((pack.to_owned(), Arc::<str>::from(path), span.start as usize..span.end as usize))
            });
            let rule = self.rule_of(&step.name).cloned();
            ui.horizontal(|ui| {
                ui.add_space(14.0 * depth as f32);
                let kind = step.kind.word().text();
                let title = match *step.name == *kind {
                    true => format!("{}. {kind}", number + 1),
                    false => format!("{}. {} ({kind})", number + 1, step.name),
                };
                let entry = ui.selectable_label(false, title).on_hover_text(about_step(kind, cx.texts));
                if entry.clicked() {
                    entry.request_focus();
                }
                if let Some((pack, ..)) = &place {
                    let own = **pack == **cx.document.id();
                    let colour = if own { cx.tokens.good } else { cx.tokens.weak };
                    let text = if own { cx.t("flow-from-here") } else { cx.texts.with_name("data-from", pack) };
                    ui.label(RichText::new(text).small().color(colour));
                }
                if let Some((path, _)) = &rule {
                    ui.label(RichText::new(path.rsplit('/').next().unwrap_or_default()).small().color(cx.tokens.name));
                }
                let enter = entry.has_focus() && ui.input(|i| i.key_pressed(Key::Enter));
                if entry.double_clicked() || enter {
                    match (&rule, &place) {
                        (Some((path, line)), _) => go_to_rule(cx, path, *line),
                        (None, Some((pack, path, range))) if **pack == **cx.document.id() => {
                            if let Some(text) = cx.document.text(path) {
                                let range = on_boundaries(text, range.clone());
                                cx.ask(EditorAction::GoTo(FilePlace { path: path.clone(), range }));
                            }
                        }
                        (None, Some((pack, path, _))) => {
                            let place = format!("{pack}/{path}");
                            cx.ask(EditorAction::Notify(
                                NoticeWeight::Note,
                                cx.texts.with_name("flow-elsewhere", &place),
                            ));
                        }
                        (None, None) => {}
                    }
                }
            });
            if let StepKind::Repeat(inner) = &step.kind {
                self.played_steps(ui, cx, inner, depth + 1);
            }
        }
    }
}
