//! The list at the cursor with completions or fixes, and the list of places below the text.

use std::ops::Range;
use std::sync::Arc;

use egui::{Align2, Area, Frame, Key, Modifiers, Order, Pos2, Rect, RichText, ScrollArea, Ui, Vec2};
use tilewright_editor_model::pack::document::FileChange;
use tilewright_language::complete::Completions;
use tilewright_language::names::{FileName, MentionIndex};
use tilewright_language::place::{FilePlace, line_number};
use tilewright_language::{fixes, help};

use super::buffer::Buffer;
use super::files::text_of;
use crate::context::{EditorAction, ViewCx};
use crate::ui::widgets;

/// Effect of an entry when it is chosen.
#[derive(Clone)]
pub(super) enum Act {
    /// Inserts text: the range that it replaces, the text, and the number of its last characters after the cursor.
    Insert(Range<usize>, String, usize),
    /// Changes the document: the label of the step, and the changes.
    Change(String, Vec<FileChange>),
    /// Explains the code of a finding.
    Explain(&'static str),
}

/// An entry of the list at the cursor.
pub(super) struct ListEntry {
    pub(super) label: String,
    pub(super) detail: String,
    pub(super) about: String,
    pub(super) act: Act,
}

/// The list at the cursor.
pub(super) struct CursorList {
    /// Text key of the list's accessible name.
    name: &'static str,
    pub(super) entries: Vec<ListEntry>,
    pub(super) at: usize,
    /// Byte of the text at which the list is anchored.
    pub(super) anchor: usize,
    moved: bool,
    pub(super) area: Option<Rect>,
}

impl CursorList {
    /// Returns the list of completions.
    pub(super) fn of_offer(cx: &ViewCx<'_>, offer: Completions) -> CursorList {
        let range = offer.range;
        let entries = offer.entries.into_iter().map(|e| ListEntry {
            label: e.label,
            detail: if e.detail.starts_with("sort-") { cx.t(&e.detail) } else { e.detail },
            about: e.about,
            act: Act::Insert(range.clone(), e.insert, e.behind),
        });
        let entries = entries.collect();
        CursorList { name: "code-offers", entries, at: 0, anchor: range.start, moved: false, area: None }
    }

    /// Returns the list of fixes for a position; `None` if there are no fixes.
    pub(super) fn of_fixes(
        cx: &ViewCx<'_>,
        path: &str,
        buffer: &Buffer,
        chosen: &Range<usize>,
        editable: bool,
    ) -> Option<CursorList> {
        let line = buffer.line(chosen.start);
        let mut entries: Vec<ListEntry> = Vec::new();
        let on_line =
            |range: &Range<usize>| buffer.line(range.start) <= line && line <= buffer.line(range.end.max(range.start));
        let mut found: Vec<_> = cx.problems.of_file(path).filter(|(_, range)| on_line(range)).collect();
        // Findings that touch the cursor come first.
        let far = |r: &Range<usize>| usize::from(chosen.start < r.start || r.end < chosen.start);
        found.sort_by_key(|(_, range)| (far(range), range.len()));
        for (problem, _) in &found {
            if let Some(label) = fixes::label(problem, cx.document.texts(), cx.texts).filter(|_| editable)
                && let Some(changes) = fixes::changes(problem, cx.document.texts())
                && entries.iter().all(|e| e.label != label)
            {
                let about = problem.diagnostic.message.clone();
                entries.push(ListEntry {
                    label: label.clone(),
                    detail: String::new(),
                    about,
                    act: Act::Change(label, changes),
                });
            }
        }
        let mut codes: Vec<&'static str> = found.iter().map(|(p, _)| p.diagnostic.code).collect();
        codes.dedup();
        for code in codes {
            if let Some((title, ..)) = help::explanation(code) {
                let label = cx.texts.with_name("code-explain", code);
                entries.push(ListEntry { label, detail: String::new(), about: title, act: Act::Explain(code) });
            }
        }
        let anchor = chosen.start;
        (!entries.is_empty()).then_some(CursorList {
            name: "code-fixes",
            entries,
            at: 0,
            anchor,
            moved: true,
            area: None,
        })
    }

    /// True for a list of completions, which is updated while the user types.
    pub(super) fn is_offer(&self) -> bool {
        self.name == "code-offers"
    }

    /// Handles keys before the text field sees them. Returns the chosen action, or an inner `None` if the list closes.
    pub(super) fn keys(&mut self, ui: &Ui, typed: &str) -> Option<Option<Act>> {
        let none = Modifiers::NONE;
        let count = self.entries.len().max(1);
        let (up, down, page_up, page_down, take, escape) = ui.input_mut(|i| {
            (
                i.count_and_consume_key(none, Key::ArrowUp),
                i.count_and_consume_key(none, Key::ArrowDown),
                i.count_and_consume_key(none, Key::PageUp),
                i.count_and_consume_key(none, Key::PageDown),
                i.key_pressed(Key::Enter) || i.key_pressed(Key::Tab) && !i.modifiers.shift,
                i.consume_key(none, Key::Escape),
            )
        });
        let steps = (down + 8 * page_down) as isize - (up + 8 * page_up) as isize;
        if steps != 0 {
            self.at = if page_up + page_down > 0 {
                (self.at as isize + steps).clamp(0, count as isize - 1) as usize
            } else {
                (self.at as isize + steps).rem_euclid(count as isize) as usize
            };
            self.moved = true;
        }
        if escape {
            return Some(None);
        }
        if !take {
            return None;
        }
        let act = self.entries.get(self.at).map(|e| e.act.clone());
        if let Some(Act::Insert(_, text, _)) = &act
            && text == typed
        {
            // The text is already complete, so the key goes to the text field.
            return Some(None);
        }
        ui.input_mut(|i| {
            i.consume_key(none, Key::Enter);
            i.consume_key(none, Key::Tab);
        });
        Some(act)
    }

    /// Draws the list near a place; returns the action of a clicked entry.
    pub(super) fn show(&mut self, ui: &Ui, cx: &ViewCx<'_>, field: egui::Id, below: Rect) -> Option<Act> {
        let mut taken = None;
        let room = ui.ctx().content_rect();
        let height = 22.0 * self.entries.len().min(9) as f32 + 14.0;
        let under = below.max.y + 4.0 + height + 40.0 <= room.max.y;
        let (place, pivot) = if under {
            (Pos2::new(below.min.x, below.max.y + 3.0), Align2::LEFT_TOP)
        } else {
            (Pos2::new(below.min.x, below.min.y - 3.0), Align2::LEFT_BOTTOM)
        };
        let name = cx.t(self.name);
        let area = Area::new(egui::Id::unique("code list")).order(Order::Foreground).pivot(pivot).fixed_pos(place);
        let shown = area.constrain_to(room).show(ui.ctx(), |ui| {
            Frame::popup(ui.style()).show(ui, |ui| {
                ui.set_width(360.0);
                let scroll = ScrollArea::vertical().max_height(200.0).auto_shrink([false, true]);
                scroll.show(ui, |ui| {
                    ui.spacing_mut().item_spacing.y = 1.0;
                    for (number, entry) in self.entries.iter().enumerate() {
                        let chosen = number == self.at;
                        let label = RichText::new(&entry.label).monospace();
                        let size = Vec2::new(ui.available_width(), 20.0);
                        let mut button = egui::Button::selectable(chosen, label).min_size(size).truncate();
                        if !entry.detail.is_empty() {
                            button = button.right_text(RichText::new(&entry.detail).small().color(cx.tokens.weak));
                        }
                        let row = ui.add(button);
                        widgets::set_name(ui, &row, &entry.label);
                        if chosen {
                            // The keyboard stays in the text field; screen readers receive the current entry.
                            ui.ctx().accesskit_node_builder(field, |n| n.set_active_descendant(row.id.accesskit_id()));
                            if self.moved {
                                row.scroll_to_me(None);
                            }
                        }
                        if row.clicked() {
                            taken = Some(entry.act.clone());
                        }
                    }
                });
                if let Some(entry) = self.entries.get(self.at).filter(|e| !e.about.is_empty()) {
                    ui.separator();
                    ui.label(RichText::new(&entry.about).small().color(cx.tokens.weak));
                }
            });
        });
        self.moved = false;
        widgets::set_name(ui, &shown.response, &name);
        ui.ctx().accesskit_node_builder(shown.response.id, |n| n.set_role(egui::accesskit::Role::ListBox));
        self.area = Some(shown.response.rect);
        taken
    }
}

/// Search results for the list below the text.
pub(super) struct SearchResults {
    pub(super) title: String,
    pub(super) rows: Vec<(FilePlace, String)>,
    /// Lines to add once the text of their file is available: the file, the line number from 1, and a message.
    pub(super) lines: Vec<(Arc<str>, u32, String)>,
}

impl SearchResults {
    pub(super) fn new(
        cx: &ViewCx<'_>,
        index: &MentionIndex,
        name: &str,
        places: &[(FileName, Range<usize>)],
    ) -> SearchResults {
        let own = cx.document.id();
        let rows = places.iter().filter_map(|(file, range)| {
            let text = index.text(file)?;
            let start = tilewright_language::scan::line_start(text, range.start);
            let line = line_number(text, start);
            let words: String = text[start..].lines().next().unwrap_or_default().trim().chars().take(120).collect();
            let place = FilePlace { path: file.place(own), range: range.clone() };
            Some((place, format!("{}:{line}  {words}", file.short_path(own))))
        });
        let rows: Vec<(FilePlace, String)> = rows.collect();
        let count = cx.texts.count("code-found", rows.len());
        SearchResults { title: format!("{name}: {count}"), rows, lines: Vec::new() }
    }

    /// Adds the lines whose text is available to the rows, and drops the other lines.
    pub(super) fn find_lines(&mut self, cx: &ViewCx<'_>) {
        for (path, number, said) in std::mem::take(&mut self.lines) {
            let Some(text) = text_of(cx, &path) else { continue };
            let before: usize = text.split_inclusive('\n').take(number as usize - 1).map(str::len).sum();
            let line = text[before..].lines().next().unwrap_or_default();
            let start = before + line.len() - line.trim_start().len();
            self.rows.push((FilePlace { path, range: start..before + line.trim_end().len() }, said));
        }
    }
}

/// Requests the action of an entry, except an insertion.
pub(super) fn ask(cx: &mut ViewCx<'_>, act: Act) {
    match act {
        Act::Insert(..) => {}
        Act::Change(label, changes) => cx.change(label, changes),
        Act::Explain(code) => cx.ask(EditorAction::Explain(code)),
    }
}
