//! The list at the left with the files of the pack, and the number of findings in each.

use std::path::Path;
use std::sync::Arc;

use egui::{RichText, ScrollArea, Ui};
use tilewright_editor_model::pack::document::FileChange;
use tilewright_editor_model::pack::document::disk::shown_path;
use tilewright_editor_model::pack::file_actions::copy_path;
use tilewright_language::place::FilePlace;
use tilewright_pack::edit::HEAD;

use crate::context::command::EditorCommand;
use crate::context::{EditorAction, ViewCx};
use crate::ui::notices::NoticeWeight;
use crate::ui::theme::Emphasis;
use crate::ui::widgets;

/// State of the list of files.
#[derive(Default)]
pub struct Navigator {
    filter: String,
}

impl Navigator {
    /// Draws the list of files.
    pub fn show(&mut self, ui: &mut Ui, cx: &mut ViewCx<'_>) {
        ui.add_space(4.0);
        ui.label(RichText::new(shown_path(Path::new(&**cx.document.id()))).medium());
        ui.horizontal(|ui| {
            for command in [EditorCommand::NewRule, EditorCommand::NewFile] {
                if ui.small_button(cx.t(command.text())).clicked() {
                    cx.ask(EditorAction::Command(command));
                }
            }
        });
        widgets::filter(ui, &mut self.filter, &cx.t("navigator-filter"));
        ui.separator();
        let wanted = self.filter.to_lowercase();
        let mut files: Vec<Arc<str>> = cx.document.files().keys().cloned().collect();
        // Files at the root of the pack come first.
        files.sort_by_key(|path| path.contains('/'));
        let changed: Vec<Arc<str>> = cx.document.changed_paths().cloned().collect();
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            let mut folder = "";
            for path in files.iter().filter(|p| p.to_lowercase().contains(&wanted)) {
                let (above, name) = path.rsplit_once('/').unwrap_or(("", path));
                if above != folder {
                    folder = above;
                    ui.add_space(4.0);
                    ui.label(RichText::new(format!("{folder}/")).small().color(cx.tokens.weak));
                }
                let (errors, warnings) = counts(cx, path);
                let mut label = name.to_owned();
                if changed.contains(path) {
                    label.push_str(" •");
                }
                let mut text = RichText::new(label);
                if errors > 0 {
                    text = text.color(cx.tokens.error);
                }
                let row = ui
                    .horizontal(|ui| {
                        let row = ui.selectable_label(false, text);
                        if errors > 0 {
                            ui.label(RichText::new(format!("⊗{errors}")).small().color(cx.tokens.error));
                        }
                        if warnings > 0 {
                            ui.label(RichText::new(format!("⚠{warnings}")).small().color(cx.tokens.warning));
                        }
                        row
                    })
                    .inner;
                if row.clicked() {
                    cx.ask(EditorAction::GoTo(FilePlace { path: path.clone(), range: 0..0 }));
                }
                row.context_menu(|ui| file_menu(ui, cx, path));
            }
        });
    }
}

/// Draws the context menu of a file.
fn file_menu(ui: &mut Ui, cx: &mut ViewCx<'_>, path: &Arc<str>) {
    if ui.button(cx.t("file-open")).clicked() {
        cx.ask(EditorAction::GoTo(FilePlace { path: path.clone(), range: 0..0 }));
    }
    let text = cx.document.text(path).cloned();
    if let Some(text) = text.filter(|_| **path != *HEAD) {
        if ui.button(cx.t("file-rename")).clicked() {
            cx.ask(EditorAction::Rename(path.clone()));
        }
        if ui.button(cx.t("file-duplicate")).clicked() {
            let copy: Arc<str> = copy_path(cx.document.files(), path).into();
            let label = cx.texts.with_name("step-new-file", &copy);
            cx.change(label, vec![FileChange::Write { path: copy.clone(), text }]);
            cx.ask(EditorAction::GoTo(FilePlace { path: copy, range: 0..0 }));
        }
        if ui.button(cx.t("file-delete")).clicked() {
            cx.change(cx.texts.with_name("step-removed", path), vec![FileChange::Remove { path: path.clone() }]);
            cx.ask(EditorAction::Notify(NoticeWeight::Note, cx.texts.with_name("file-deleted", path)));
        }
    }
}

fn counts(cx: &ViewCx<'_>, path: &str) -> (usize, usize) {
    let all = cx.problems.of_file(path);
    all.fold((0, 0), |(e, w), (p, _)| if p.diagnostic.is_error() { (e + 1, w) } else { (e, w + 1) })
}
