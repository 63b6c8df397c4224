//! Search in all files of the pack. The results are listed below the text, grouped by file, and link to their places.

use std::ops::Range;
use std::sync::Arc;

use egui::text::LayoutJob;
use egui::{Key, Modifiers, RichText, ScrollArea, TextFormat, TextStyle, Ui};
use tilewright_editor_model::pack::document::FileTexts;
use tilewright_language::place::FilePlace;

use crate::context::ViewCx;
use crate::ui::theme::Emphasis;
use crate::ui::widgets;

use super::find::places;

/// Maximum number of results in the list; longer queries find fewer.
const MOST: usize = 2000;
/// Maximum number of characters shown from the start of a match, and before it.
const LETTERS: usize = 160;
const BEFORE: usize = 60;

/// A row of the list of results.
enum ResultRow {
    /// A file, and the number of matches in it.
    File(Arc<str>, usize),
    /// A match: its place, the line number from 1, the excerpt, and the range of the match in the excerpt.
    Line(FilePlace, usize, String, Range<usize>),
}

/// State of the search over all files.
#[derive(Default)]
pub(super) struct Everywhere {
    pub(super) text: String,
    pub(super) asks_focus: bool,
    exact: bool,
    rows: Vec<ResultRow>,
    /// Number of all matches, including those beyond the list.
    count: usize,
    /// Revision of the document, text and case sensitivity of the last search.
    key: Option<(u64, String, bool)>,
}

impl Everywhere {
    /// Draws the search; returns the place that the user chose, and true if the user closed the search.
    pub(super) fn show(&mut self, ui: &mut Ui, cx: &ViewCx<'_>) -> (Option<FilePlace>, bool) {
        let mut go: Option<FilePlace> = None;
        let mut close = false;
        ui.horizontal_wrapped(|ui| {
            let field = widgets::filter(ui, &mut self.text, &cx.t("code-find-everywhere"));
            if std::mem::take(&mut self.asks_focus) {
                field.request_focus();
            }
            ui.checkbox(&mut self.exact, cx.t("code-find-exact"));
            self.look(cx);
            if field.lost_focus() && ui.input(|i| i.key_pressed(Key::Enter)) {
                go = self.rows.iter().find_map(|row| match row {
                    ResultRow::Line(place, ..) => Some(place.clone()),
                    ResultRow::File(..) => None,
                });
            }
            if !self.text.is_empty() {
                ui.label(cx.texts.count("code-found", self.count));
                if self.count > MOST {
                    ui.label(RichText::new(cx.texts.count("code-found-most", MOST)).color(cx.tokens.weak));
                }
            }
            let escape = (field.has_focus() || field.lost_focus())
                && ui.input_mut(|i| i.consume_key(Modifiers::NONE, Key::Escape));
            close = ui.button(cx.t("code-found-close")).clicked() || escape;
        });
        let height = ui.text_style_height(&TextStyle::Body) + 8.0;
        ScrollArea::vertical().auto_shrink(false).show_rows(ui, height, self.rows.len(), |ui, rows| {
            for row in &self.rows[rows] {
                match row {
                    ResultRow::File(path, count) => {
                        ui.horizontal(|ui| {
                            ui.set_min_height(height);
                            ui.label(RichText::new(&**path).medium());
                            ui.label(RichText::new(count.to_string()).color(cx.tokens.weak));
                        });
                    }
                    ResultRow::Line(place, number, line, found) => {
                        let job = job(ui, cx, *number, line, found);
                        if ui.add(egui::Button::selectable(false, job).truncate()).clicked() {
                            go = Some(place.clone());
                        }
                    }
                }
            }
        });
        (go, close)
    }

    /// Searches again when the query or the document has changed.
    fn look(&mut self, cx: &ViewCx<'_>) {
        let key = (cx.document.revision(), self.text.clone(), self.exact);
        if self.key.as_ref() != Some(&key) {
            self.key = Some(key);
            (self.rows, self.count) = look(cx.document.files(), &self.text, self.exact);
        }
    }
}

/// Returns the rows for a query, and the number of all matches.
fn look(files: &FileTexts, wanted: &str, exact: bool) -> (Vec<ResultRow>, usize) {
    let (mut rows, mut count) = (Vec::new(), 0);
    for (path, text) in files {
        let found = places(text, wanted, exact);
        if found.is_empty() {
            continue;
        }
        let room = MOST.saturating_sub(count);
        count += found.len();
        if room == 0 {
            continue;
        }
        rows.push(ResultRow::File(path.clone(), found.len()));
        let (mut line, mut from) = (1, 0);
        for at in found.into_iter().take(room) {
            line += text[from..at].matches('\n').count();
            from = at;
            let range = at..at + wanted.len();
            let (shown, part) = excerpt(text, &range);
            rows.push(ResultRow::Line(FilePlace { path: path.clone(), range }, line, shown, part));
        }
    }
    (rows, count)
}

/// Returns an excerpt of the line around a match, and the range of the match in it.
fn excerpt(text: &str, found: &Range<usize>) -> (String, Range<usize>) {
    let line = text[..found.start].rfind('\n').map_or(0, |at| at + 1);
    let indent = text[line..found.start].len() - text[line..found.start].trim_start().len();
    let head: Vec<char> = text[line + indent..found.start].chars().collect();
    let mut shown: String = head[head.len().saturating_sub(BEFORE)..].iter().collect();
    if head.len() > BEFORE {
        shown.insert(0, '…');
    }
    let begin = shown.len();
    let rest = text[found.start..].lines().next().unwrap_or_default();
    shown.extend(rest.chars().take(LETTERS));
    let end = shown.len().min(begin + found.len());
    (shown, begin..end)
}

fn job(ui: &Ui, cx: &ViewCx<'_>, number: usize, line: &str, found: &Range<usize>) -> LayoutJob {
    let font = TextStyle::Monospace.resolve(ui.style());
    let mut job = LayoutJob::default();
    let mut add = |text: &str, colour| job.append(text, 0.0, TextFormat::simple(font.clone(), colour));
    add(&format!("{number:>4}  "), cx.tokens.weak);
    add(&line[..found.start], cx.tokens.text);
    add(&line[found.clone()], cx.tokens.accent);
    add(&line[found.end..], cx.tokens.text);
    job
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list_matches(files: &[(&str, &str)], wanted: &str, exact: bool) -> Vec<String> {
        let files: FileTexts = files.iter().map(|(path, text)| ((*path).into(), (*text).into())).collect();
        let told = look(&files, wanted, exact).0.into_iter().map(|row| match row {
            ResultRow::File(path, count) => format!("{path} {count}"),
            ResultRow::Line(_, number, line, found) => format!("{number} {line} [{}]", &line[found]),
        });
        told.collect()
    }

    #[test]
    fn places_are_told_by_file_and_line() {
        let files = [("a.ron", "one\n  (Two, two)\n"), ("b.lua", "none"), ("c.lua", "\n\nlocal two = 2")];
        let all = ["a.ron 2", "2 (Two, two) [Two]", "2 (Two, two) [two]", "c.lua 1", "3 local two = 2 [two]"];
        assert_eq!(list_matches(&files, "two", false), all);
        assert_eq!(list_matches(&files, "Two", true), ["a.ron 1", "2 (Two, two) [Two]"]);
        assert_eq!(list_matches(&files, "", false), [""; 0]);
        // These are a match across two lines, characters of several bytes, and a very long line.
        assert_eq!(list_matches(&[("a", "één\ntwee")], "n\ntw", false), ["a 1", "1 één [n]"]);
        let long = format!("{}x{}", "é".repeat(500), "é".repeat(500));
        let row = list_matches(&[("a", &long)], "x", false).remove(1);
        assert!(row.chars().count() < 240 && row.contains("…é") && row.ends_with("[x]"), "{row}");
    }
}
