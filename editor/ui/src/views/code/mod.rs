//! The code editor: files as text with colours, findings, help, completion and links to declarations. Declarations in
//! other packs are opened read-only.

mod breaks;
mod buffer;
mod everywhere;
mod field;
mod files;
mod find;
mod laid;
mod lists;
mod marks;
mod pointed;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use egui::{Panel, RichText, ScrollArea, Ui, Vec2};
use serde::{Deserialize, Serialize};
use tilewright_editor_model::pack::document::follow_position;
use tilewright_editor_model::table::trace_walk::WalkMarks;
use tilewright_language::help;
use tilewright_language::names::{FileName, MentionIndex};
use tilewright_language::navigation::{self, NamePlaces};
use tilewright_language::place::FilePlace;

use self::buffer::Buffer;
use self::everywhere::Everywhere;
pub(crate) use self::files::text_of;
use self::find::{Find, SearchedText};
use self::laid::TextLayout;
use self::lists::{CursorList, SearchResults};
use crate::context::command::EditorCommand;
use crate::context::{EditorAction, Pane, Selection, ViewCx};
use crate::ui::notices::NoticeWeight;
use crate::ui::widgets;

/// The code view: the open files and the state of their text field.
#[derive(Default)]
pub struct CodeView {
    open: Vec<Arc<str>>,
    at: Option<Arc<str>>,
    /// Range to select and scroll to when the file is next shown.
    wanted: Option<Range<usize>>,
    buffer: Buffer,
    find: Option<Find>,
    everywhere: Option<Everywhere>,
    index: MentionIndex,
    laid: Option<TextLayout>,
    /// Selection when the field was last drawn.
    chosen: Range<usize>,
    /// Command that waits until the field is drawn.
    command: Option<EditorCommand>,
    /// True if the field gets the keyboard when it is next drawn.
    takes_keys: bool,
    list: Option<CursorList>,
    calling: Option<(u64, usize, Option<help::Calling>)>,
    /// Signature of the call whose popup the user closed with Escape.
    put_away: Option<&'static str>,
    pointed: Option<pointed::Pointed>,
    found: Option<SearchResults>,
    /// Place of a clicked list entry, which is opened before the next frame is drawn.
    clicked: Option<FilePlace>,
    /// Earlier positions of the cursor, for going back.
    trail: Vec<FilePlace>,
    /// Scroll position of each file, in points.
    offsets: BTreeMap<Arc<str>, Vec2>,
    /// Files that were taken over from the disk since the view was last drawn.
    taken: BTreeSet<Arc<str>>,
    /// Files that were drawn before, which keep their scroll position on their own.
    placed: BTreeSet<Arc<str>>,
}

/// Open files, as saved in the settings.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct OpenFiles {
    /// Paths of the files, from left to right.
    pub paths: Vec<String>,
    /// Path of the file in front; `None` if no file is open.
    pub front: Option<String>,
    /// Scroll position of each file, to the right and down, in points.
    pub offsets: BTreeMap<String, (f32, f32)>,
}

/// Maximum number of earlier positions.
const TRAIL: usize = 100;

impl CodeView {
    /// Gives the text field the keyboard when the view is next drawn.
    pub fn take_keys(&mut self) {
        self.takes_keys = true;
    }

    /// Returns the open files, for the settings.
    pub fn open_files(&self) -> OpenFiles {
        let offset = |path: &Arc<str>| Some((path.to_string(), self.offsets.get(path).map(|at| (at.x, at.y))?));
        OpenFiles {
            paths: self.open.iter().map(ToString::to_string).collect(),
            front: self.at.as_ref().map(ToString::to_string),
            offsets: self.open.iter().filter_map(offset).collect(),
        }
    }

    /// Opens files from the settings; missing files are dropped when the view is drawn.
    pub fn take_up(&mut self, left: &OpenFiles) {
        self.open = left.paths.iter().map(|path| path.as_str().into()).collect();
        self.at = left.front.as_deref().map(Arc::from);
        self.offsets = left.offsets.iter().map(|(path, (x, y))| (path.as_str().into(), Vec2::new(*x, *y))).collect();
    }

    /// Keeps the cursor at its place in files that were taken over from the disk.
    pub fn keep_place(&mut self, taken: &[Arc<str>]) {
        self.taken.extend(taken.iter().cloned());
    }

    /// Opens a place when the view is next drawn.
    pub fn go_to(&mut self, place: &FilePlace) {
        self.remember();
        self.show_file(&place.path);
        self.wanted = Some(place.range.clone());
    }

    /// Opens the search bar, with the selection as its text.
    pub fn find(&mut self, replaces: bool) {
        let chosen = self.buffer.text.get(self.chosen.clone()).filter(|t| !t.is_empty() && !t.contains('\n'));
        let find = self.find.get_or_insert_default();
        if let Some(chosen) = chosen {
            chosen.clone_into(&mut find.text);
        }
        find.asks_focus = true;
        find.from = self.chosen.start;
        find.replaces |= replaces;
    }

    /// Opens the search over all files, with the selection as its text.
    pub fn find_everywhere(&mut self) {
        let chosen = self.buffer.text.get(self.chosen.clone()).filter(|t| !t.is_empty() && !t.contains('\n'));
        let everywhere = self.everywhere.get_or_insert_default();
        if let Some(chosen) = chosen {
            chosen.clone_into(&mut everywhere.text);
        }
        everywhere.asks_focus = true;
    }

    /// Runs a command when the view is next drawn.
    pub fn command(&mut self, command: EditorCommand) {
        self.command = Some(command);
    }

    /// Lists lines of files with a message each, below the text.
    pub fn list(&mut self, title: String, rows: Vec<(Arc<str>, u32, String)>) {
        self.found = Some(SearchResults { title, rows: Vec::new(), lines: rows });
    }

    /// Returns the file that is shown.
    pub fn file(&self) -> Option<&Arc<str>> {
        self.at.as_ref()
    }

    fn remember(&mut self) {
        if let Some(path) = self.at.clone() {
            let place = FilePlace { path, range: self.chosen.clone() };
            if self.trail.last() != Some(&place) {
                self.trail.push(place);
            }
            if self.trail.len() > TRAIL {
                self.trail.remove(0);
            }
        }
    }

    fn go_back(&mut self) {
        if let Some(place) = self.trail.pop() {
            self.show_file(&place.path);
            self.wanted = Some(place.range);
        }
    }

    fn show_file(&mut self, path: &Arc<str>) {
        if !self.open.contains(path) {
            self.open.push(path.clone());
        }
        if self.at.as_ref() != Some(path) {
            self.list = None;
        }
        self.at = Some(path.clone());
    }

    /// Draws the view of the open files. A click on a line number of a rule changes the break lines in `marks`.
    pub fn show(&mut self, ui: &mut Ui, cx: &mut ViewCx<'_>, marks: &mut WalkMarks) {
        if let Some(place) = self.clicked.take() {
            self.go_to(&place);
        }
        self.open.retain(|path| text_of(cx, path).is_some());
        if self.at.as_ref().is_none_or(|at| text_of(cx, at).is_none()) {
            self.at = self.open.last().cloned();
        }
        if self.at.is_none()
            && let Some(first) = cx.document.files().keys().find(|p| &***p == "pack.ron")
        {
            self.show_file(&first.clone());
        }
        self.tabs(ui, cx);
        let Some(path) = self.at.clone() else { return };
        let Some(text) = text_of(cx, &path) else { return };
        let file = FileName::of_place(cx.document.id(), &path);
        let editable = file.pack == *cx.document.id();
        let before = std::mem::take(&mut self.taken).contains(&path).then(|| self.buffer.text.clone());
        if let Some(splice) = self.buffer.renew(&path, &text) {
            match before {
                // Another program has changed the text, so the cursor stays in its line.
                Some(before) => {
                    let follow = |at| follow_position(&before, &text, at);
                    self.chosen = follow(self.chosen.start)..follow(self.chosen.end);
                    self.choose(ui, files::field_id(&path), &self.chosen);
                }
                // Undo or another view has changed the text: the change is scrolled into view.
                None => {
                    let end = splice.at + splice.inserted.len();
                    self.wanted.get_or_insert(end..end);
                }
            }
            self.list = None;
        }
        let later = self.find_bar(ui, cx, &path, editable);
        self.everywhere_panel(ui, cx, &path);
        self.found_panel(ui, cx);
        self.obey(ui, cx, &file, editable);
        self.field(ui, cx, &file, editable, marks);
        if later.is_some() {
            self.wanted = later;
        }
    }

    fn tabs(&mut self, ui: &mut Ui, cx: &mut ViewCx<'_>) {
        let changed: Vec<Arc<str>> = cx.document.changed_paths().cloned().collect();
        let mut close = None;
        ui.horizontal_wrapped(|ui| {
            for path in self.open.clone() {
                let errors = cx.problems.of_file(&path).any(|(p, _)| p.diagnostic.is_error());
                let file = FileName::of_place(cx.document.id(), &path);
                let foreign = file.pack != *cx.document.id();
                let shown = file.short_path(cx.document.id());
                let mark = if changed.contains(&path) { " •" } else { "" };
                let mut name = RichText::new(format!("{shown}{mark}"));
                if errors {
                    name = name.color(cx.tokens.error);
                }
                if foreign {
                    name = name.italics();
                }
                let mut tab = ui.selectable_label(self.at.as_ref() == Some(&path), name);
                if foreign {
                    tab = tab.on_hover_text(cx.t("code-read-only"));
                }
                if tab.clicked() && self.at.as_ref() != Some(&path) {
                    self.remember();
                    self.show_file(&path);
                }
                let cross = ui.small_button("×").on_hover_text(cx.texts.with_name("code-close-file", &shown));
                widgets::set_name(ui, &cross, &cx.texts.with_name("code-close-file", &shown));
                if cross.clicked() {
                    close = Some(path);
                }
            }
            // The values of a rule are edited in the form of its use, not here.
            let rule = self.at.as_deref().and_then(|at| at.strip_prefix("rules/")?.strip_suffix(".lua"));
            if let Some(rule) = rule
                && ui.small_button(cx.t("code-values")).on_hover_text(cx.t("code-values-about")).clicked()
            {
                cx.ask(EditorAction::Select(Selection::Item("rules".into(), rule.into())));
                cx.ask(EditorAction::Command(EditorCommand::Show(Pane::Data)));
            }
            let keys = ui.small_button("?").on_hover_text(cx.t("code-keys"));
            widgets::set_name(ui, &keys, &cx.t("code-keys-name"));
            if keys.clicked() {
                cx.ask(EditorAction::Notify(NoticeWeight::Note, cx.t("code-keys")));
            }
        });
        if let Some(path) = close {
            self.open.retain(|p| *p != path);
            self.trail.retain(|place| place.path != path);
            if self.at.as_ref() == Some(&path) {
                self.at = self.open.last().cloned();
                self.list = None;
            }
        }
    }

    fn find_bar(&mut self, ui: &mut Ui, cx: &mut ViewCx<'_>, path: &Arc<str>, editable: bool) -> Option<Range<usize>> {
        let find = self.find.as_mut()?;
        let text = SearchedText { path, text: &self.buffer.text, revision: self.buffer.revision };
        let asked = find.show(ui, cx, text, &self.chosen, editable);
        if asked.go.is_some() {
            self.wanted = asked.go;
            // The search bar keeps the keyboard; the match is only shown.
        }
        if asked.close {
            self.find = None;
            // The cursor moves to the match that is shown.
            self.wanted.get_or_insert(self.chosen.clone());
            ui.memory_mut(|m| m.request_focus(files::field_id(path)));
        }
        asked.later
    }

    /// Draws the search over all files, below the text.
    fn everywhere_panel(&mut self, ui: &mut Ui, cx: &ViewCx<'_>, path: &str) {
        let Some(everywhere) = &mut self.everywhere else { return };
        let panel = Panel::bottom("everywhere").resizable(true).default_size(200.0).size_range(80.0..=500.0);
        let (go, close) = panel.show(ui, |ui| everywhere.show(ui, cx)).inner;
        if close {
            self.everywhere = None;
            ui.memory_mut(|m| m.request_focus(files::field_id(path)));
        }
        if go.is_some() {
            self.clicked = go;
            ui.ctx().request_repaint();
        }
    }

    /// Draws the list of places below the text.
    fn found_panel(&mut self, ui: &mut Ui, cx: &mut ViewCx<'_>) {
        let Some(found) = &mut self.found else { return };
        found.find_lines(cx);
        let found = &*found;
        let mut close = false;
        let mut go = None;
        Panel::bottom("found").resizable(true).default_size(150.0).size_range(60.0..=400.0).show(ui, |ui| {
            ui.horizontal(|ui| {
                ui.strong(&found.title);
                close = ui.button(cx.t("code-found-close")).clicked();
            });
            let height = ui.text_style_height(&egui::TextStyle::Body) + 8.0;
            ScrollArea::vertical().auto_shrink(false).show_rows(ui, height, found.rows.len(), |ui, rows| {
                for (place, text) in &found.rows[rows] {
                    if ui.add(egui::Button::selectable(false, text).truncate()).clicked() {
                        go = Some(place.clone());
                    }
                }
            });
        });
        if close {
            self.found = None;
        }
        if go.is_some() {
            self.clicked = go;
            ui.ctx().request_repaint();
        }
    }

    /// Runs the pending command if it does not need the text field.
    fn obey(&mut self, ui: &Ui, cx: &mut ViewCx<'_>, file: &FileName, editable: bool) {
        let Some(command) = self.command else { return };
        match command {
            EditorCommand::GoBack => self.go_back(),
            EditorCommand::Definition => self.definition(cx, file, self.chosen.start),
            EditorCommand::References => self.references(cx, file, self.chosen.start),
            EditorCommand::Mend => {
                self.list =
                    CursorList::of_fixes(cx, &file.place(cx.document.id()), &self.buffer, &self.chosen, editable);
                if self.list.is_none() {
                    cx.ask(EditorAction::Notify(NoticeWeight::Note, cx.t("fix-none")));
                } else {
                    ui.memory_mut(|m| m.request_focus(files::field_id(&file.place(cx.document.id()))));
                }
            }
            // Other commands are for the text field.
            _ => return,
        }
        self.command = None;
        // The effect may be visible only in the next frame.
        ui.ctx().request_repaint();
    }

    /// Opens the declaration of the name at a byte.
    fn definition(&mut self, cx: &mut ViewCx<'_>, file: &FileName, at: usize) {
        self.index.renew(cx.document.texts(), cx.surroundings);
        let own = cx.document.id().clone();
        let found = navigation::declarations(&self.index, file, &self.buffer.text, at);
        if let Some(NamePlaces { name, places }) = found {
            match places.first() {
                Some((file, range)) => {
                    let place = FilePlace { path: file.place(&own), range: range.clone() };
                    self.go_to(&place);
                }
                None => {
                    cx.ask(EditorAction::Notify(NoticeWeight::Note, cx.texts.with_name("code-not-declared", &name)))
                }
            }
        } else {
            cx.ask(EditorAction::Notify(NoticeWeight::Note, cx.t("code-nothing-here")));
        }
    }

    /// Lists the declarations and uses of the name at a byte.
    fn references(&mut self, cx: &mut ViewCx<'_>, file: &FileName, at: usize) {
        self.index.renew(cx.document.texts(), cx.surroundings);
        let Some(NamePlaces { name, places }) = navigation::uses(&self.index, file, &self.buffer.text, at) else {
            cx.ask(EditorAction::Notify(NoticeWeight::Note, cx.t("code-nothing-here")));
            return;
        };
        self.found = Some(SearchResults::new(cx, &self.index, &name, &places));
    }
}
