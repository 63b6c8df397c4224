//! The text field of the code editor: its keys, and the popups at the cursor.

use std::ops::Range;
use std::sync::Arc;

use egui::text::{CCursor, CCursorRange, CharIndex};
use egui::{EventFilter, FontId, Galley, Id, Key, Modifiers, Pos2, Rect, ScrollArea, Shape, TextEdit, Ui, Vec2};
use tilewright_editor_model::pack::document::{FileChange, Splice, apply_edits};
use tilewright_editor_model::table::trace_walk::WalkMarks;
use tilewright_language::code::CodeLanguage;
use tilewright_language::names::FileName;
use tilewright_language::typing::{self, Typed};
use tilewright_language::{complete, help};

use super::breaks::TextMargin;
use super::files::field_id;
use super::lists::{self, Act, CursorList};
use super::marks::show_call;
use super::pointed::Pointed;
use super::{CodeView, laid};
use crate::context::command::EditorCommand;
use crate::context::{EditorAction, ViewCx};
use crate::ui::theme::Tokens;
use crate::ui::widgets;

/// Width of the marks next to line numbers, in points; used only for files with marks.
const SIGN: f32 = 14.0;

impl CodeView {
    pub(super) fn field(
        &mut self,
        ui: &mut Ui,
        cx: &mut ViewCx<'_>,
        file: &FileName,
        editable: bool,
        walk: &mut WalkMarks,
    ) {
        let path = &file.place(cx.document.id());
        let language = CodeLanguage::from_path(path);
        let id = field_id(path);
        let wanted = self.wanted.take();
        if let Some(range) = &wanted {
            self.choose(ui, id, range);
            // The field reports its selection only while it has the keyboard.
            self.chosen = range.clone();
            if self.find.is_none() {
                ui.memory_mut(|m| m.request_focus(id));
            }
        }
        if std::mem::take(&mut self.takes_keys) {
            ui.memory_mut(|m| m.request_focus(id));
        }
        let focus = ui.memory(|m| m.has_focus(id));
        if focus && editable {
            self.keys(ui, cx, file, path, language);
        }
        if self.command.is_some() && editable && !focus {
            // Commands for the field wait until it has the keyboard.
            ui.memory_mut(|m| m.request_focus(id));
        } else {
            self.command = None;
        }
        let base = if editable { self.buffer.text.clone() } else { String::new() };
        let signs = if cx.protection.all().contains_key(path) { SIGN } else { 0.0 };
        let gutter = 8.0 + signs + 9.0 * (self.buffer.line_count().to_string().len().max(3) as f32);
        let mut jump = false;
        let mut area = ScrollArea::both().id_salt(("code", &**path)).auto_shrink(false);
        if self.placed.insert(path.clone()) {
            // Files of other packs may have the same name: each starts at its saved scroll position, or at the top.
            area = area.scroll_offset(self.offsets.get(path).copied().unwrap_or_default());
        }
        let shown = area.show(ui, |ui| {
            ui.horizontal_top(|ui| {
                ui.add_space(gutter);
                let behind = ui.painter().add(Shape::Noop);
                let output = self.edit(ui, cx.tokens, id, language, editable);
                widgets::set_name(ui, &output.response, &cx.texts.with_name("code-field", path));
                let mut state = output.state.clone();
                // Undo belongs to the document, so the field needs no copies of the text.
                state.clear_undoer();
                state.store(ui.ctx(), id);
                if output.response.changed() {
                    self.buffer.count();
                }
                let mut moved = false;
                if let Some(range) = output.cursor_range {
                    let new = self.buffer.bytes(range.primary.index.0, range.secondary.index.0);
                    moved = new != self.chosen;
                    self.chosen = new;
                    if moved && !output.response.changed() {
                        self.list = None;
                        self.pointed = None;
                    }
                }
                if output.response.changed() && editable {
                    self.accept_typing(ui, cx, file, path, &base);
                }
                let with_command = ui.input(|i| i.modifiers.command);
                jump = output.response.clicked() && with_command;
                output.response.context_menu(|ui| menu(ui, cx, editable));
                let galley = Arc::clone(&output.galley);
                let origin = output.galley_pos;
                if moved {
                    // The cursor must not be hidden behind the line numbers.
                    let at = self.rect(&galley, origin, self.chosen.start);
                    if at.min.x - gutter < ui.clip_rect().min.x {
                        let beside = Rect::from_min_max(Pos2::new(at.min.x - gutter, at.min.y), at.max);
                        ui.scroll_to_rect(beside, None);
                    }
                }
                if let Some(range) = wanted {
                    let at = self.rect(&galley, origin, range.start);
                    // The view includes some lines around the target and scrolls sideways as little as possible, so
                    // that lines show their beginning.
                    let room = ui.clip_rect().size() * Vec2::new(0.7, 0.35);
                    let left = (at.min.x - room.x).max(origin.x - gutter);
                    let around =
                        Rect::from_min_max(Pos2::new(left, at.min.y - room.y), at.max + Vec2::new(60.0, room.y));
                    ui.scroll_to_rect(around, None);
                }
                let focus = output.response.has_focus();
                let marks = self.marks(ui, cx.tokens, &galley, origin, language, focus);
                ui.painter().set(behind, Shape::Vec(marks));
                self.findings(ui, cx, path, &galley, origin);
                let margin = self.line_numbers(ui, cx, &galley, origin, gutter);
                if language == CodeLanguage::Lua {
                    let column = egui::Rangef::new(margin, margin + gutter - 5.0);
                    let margin = TextMargin { galley: &galley, origin, column };
                    self.break_lines(ui, cx, file, &margin, walk);
                }
                self.draw_unprotected(ui, cx, path, &galley, origin, margin + SIGN / 2.0);
                self.explain_word(ui, cx, file, &output.response, &galley, origin);
                self.beside_cursor(ui, cx, file, path, &galley, origin, focus);
            });
        });
        self.offsets.insert(path.clone(), shown.state.clamped_offset());
        if jump {
            self.definition(cx, file, self.chosen.start);
        }
    }

    fn edit(
        &mut self,
        ui: &mut Ui,
        tokens: &'static Tokens,
        id: Id,
        language: CodeLanguage,
        editable: bool,
    ) -> egui::text_edit::TextEditOutput {
        let font = FontId::monospace(ui.text_style_height(&egui::TextStyle::Monospace) * 0.82);
        let escape = self.is_told();
        let laid = &mut self.laid;
        let mut layouter = |ui: &Ui, text: &dyn egui::TextBuffer, _width: f32| {
            laid::lay(laid, ui, text.as_str(), language, &font, tokens)
        };
        let filter = EventFilter { tab: true, horizontal_arrows: true, vertical_arrows: true, escape };
        let mut read_only: &str;
        let edit = if editable {
            TextEdit::multiline(&mut self.buffer.text)
        } else {
            read_only = &self.buffer.text;
            TextEdit::multiline(&mut read_only)
        };
        edit.id(id)
            .code_editor()
            .event_filter(filter)
            .desired_width(f32::INFINITY)
            .desired_rows(24)
            .frame(egui::Frame::NONE)
            .layouter(&mut layouter)
            .show(ui)
    }

    pub(super) fn choose(&self, ui: &Ui, id: Id, range: &Range<usize>) {
        let mut state = TextEdit::load_state(ui.ctx(), id).unwrap_or_default();
        let (start, end) = (self.buffer.char_index(range.start), self.buffer.char_index(range.end));
        let chosen = CCursorRange::two(CCursor::new(CharIndex(start)), CCursor::new(CharIndex(end)));
        state.cursor.set_char_range(Some(chosen));
        state.store(ui.ctx(), id);
    }

    /// Handles keys and commands that the text field does not know, and consumes them.
    fn keys(&mut self, ui: &Ui, cx: &mut ViewCx<'_>, file: &FileName, path: &Arc<str>, language: CodeLanguage) {
        let chosen = tilewright_language::place::on_boundaries(&self.buffer.text, self.chosen.clone());
        if let Some(list) = &mut self.list {
            let typed = match list.entries.get(list.at).map(|e| &e.act) {
                Some(Act::Insert(range, ..)) => self.buffer.text.get(range.clone()).unwrap_or_default().to_owned(),
                _ => String::new(),
            };
            if let Some(taken) = list.keys(ui, &typed) {
                self.list = None;
                if let Some(act) = taken {
                    self.take(ui, cx, path, act);
                }
                return;
            }
        }
        if self.is_told() && ui.input_mut(|i| i.consume_key(Modifiers::NONE, Key::Escape)) {
            self.put_away = self.calls();
            self.pointed = None;
        }
        match self.command {
            Some(EditorCommand::Complete) => {
                self.offer(cx, file, chosen.start, true);
                if self.list.is_none() {
                    cx.ask(EditorAction::Notify(crate::ui::notices::NoticeWeight::Note, cx.t("code-no-offers")));
                }
            }
            Some(EditorCommand::Comment) => {
                self.put(ui, cx, path, "step-comment", typing::comment(&self.buffer.text, &chosen, language));
            }
            Some(EditorCommand::Duplicate) => {
                self.put(ui, cx, path, "step-duplicate", Some(typing::duplicate(&self.buffer.text, &chosen)));
            }
            Some(EditorCommand::Describe) => {
                self.index.renew(cx.document.texts(), cx.surroundings);
                let help = help::help(&self.index, file, &self.buffer.text, chosen.start, cx.texts);
                if help.is_none() {
                    cx.ask(EditorAction::Notify(crate::ui::notices::NoticeWeight::Note, cx.t("code-nothing-here")));
                }
                let revision = self.buffer.revision;
                self.pointed =
                    Some(Pointed { at: chosen.start, revision, pinned: true, help, shown: egui::Rect::NOTHING });
            }
            _ => {}
        }
        let (back, forth, redo) = ui.input_mut(|i| {
            (
                i.consume_key(Modifiers::SHIFT, Key::Tab),
                i.consume_key(Modifiers::NONE, Key::Tab),
                i.consume_key(Modifiers::COMMAND, Key::Y),
            )
        });
        if back {
            self.put(ui, cx, path, "step-indent", typing::outdent(&self.buffer.text, &chosen));
        } else if forth {
            self.put(ui, cx, path, "step-indent", typing::indent(&self.buffer.text, &chosen));
        }
        if redo {
            cx.ask(EditorAction::Command(EditorCommand::Redo));
        }
    }

    /// Applies a change of the text other than typing.
    fn put(&mut self, ui: &Ui, cx: &mut ViewCx<'_>, path: &Arc<str>, label: &str, typed: Option<Typed>) {
        let Some(Typed { edits, chosen }) = typed else { return };
        // Edits from this view always fit; an invalid edit would be ignored.
        let Ok(text) = apply_edits(&self.buffer.text, &edits) else { return };
        self.buffer.text = text;
        self.buffer.count();
        self.chosen = chosen;
        self.choose(ui, field_id(path), &self.chosen);
        cx.change(cx.t(label), vec![FileChange::Edit { path: path.clone(), edits }]);
    }

    fn take(&mut self, ui: &Ui, cx: &mut ViewCx<'_>, path: &Arc<str>, act: Act) {
        if let Act::Insert(range, text, behind) = act {
            let range = tilewright_language::place::on_boundaries(&self.buffer.text, range);
            let back: usize = text.chars().rev().take(behind).map(char::len_utf8).sum();
            let at = range.start + text.len() - back;
            let typed = Typed {
                edits: vec![tilewright_editor_model::pack::document::TextEdit::new(range, text)],
                chosen: at..at,
            };
            self.put(ui, cx, path, "step-complete", Some(typed));
        } else {
            lists::ask(cx, act);
        }
        ui.memory_mut(|m| m.request_focus(field_id(path)));
    }

    /// Passes typed text to the document, then updates indentation and completion.
    fn accept_typing(&mut self, ui: &Ui, cx: &mut ViewCx<'_>, file: &FileName, path: &Arc<str>, base: &str) {
        self.pointed = None;
        let Some(mut splice) = Splice::from_difference(base, &self.buffer.text) else { return };
        let mut at = tilewright_language::place::on_boundaries(&self.buffer.text, self.chosen.clone()).start;
        // While frames are slow, one frame receives several letters.
        let pasted = ui.input(|input| input.events.iter().any(|event| matches!(event, egui::Event::Paste(_))));
        let last = splice.inserted.chars().next_back().filter(|_| !pasted);
        let line = splice.inserted.rfind('\n').map(|end| at.saturating_sub(splice.inserted.len() - end - 1));
        let begins_line = |line: &usize| self.buffer.text.get(..*line).is_some_and(|head| head.ends_with('\n'));
        if let Some(line) = line.filter(|line| !pasted && begins_line(line)) {
            let (head, tail) = (&self.buffer.text[..line - 1], &self.buffer.text[at..]);
            let (indent, more) = typing::enter(head, tail, CodeLanguage::from_path(path));
            if !indent.is_empty() || !more.is_empty() {
                self.buffer.text.insert_str(at, &more);
                self.buffer.text.insert_str(line, &indent);
                self.buffer.count();
                at += indent.len();
                self.chosen = at..at;
                self.choose(ui, field_id(path), &self.chosen);
                if let Some(whole) = Splice::from_difference(base, &self.buffer.text) {
                    splice = whole;
                }
            }
        }
        if splice.inserted.len() == 1
            && let Some(blanks) = typing::closes(&self.buffer.text, at, CodeLanguage::from_path(path))
        {
            at -= blanks.len();
            self.buffer.text.replace_range(blanks, "");
            self.buffer.count();
            self.chosen = at..at;
            self.choose(ui, field_id(path), &self.chosen);
            if let Some(whole) = Splice::from_difference(base, &self.buffer.text) {
                splice = whole;
            }
        }
        let begins = match (last, CodeLanguage::from_path(path)) {
            (Some(c), CodeLanguage::Lua | CodeLanguage::Ron) if c.is_alphanumeric() || c == '_' => true,
            (Some('.' | ':' | '"' | '\''), CodeLanguage::Lua) | (Some('"'), CodeLanguage::Ron) => true,
            (None, _) if splice.inserted.is_empty() => self.list.as_ref().is_some_and(CursorList::is_offer),
            _ => false,
        };
        let range = splice.at..splice.at + splice.removed.len();
        cx.ask(EditorAction::Type(FileChange::edit(path, range, splice.inserted)));
        if begins {
            self.offer(cx, file, at, false);
        } else {
            self.list = None;
        }
        if self.list.is_some() {
            let filter = EventFilter { tab: true, horizontal_arrows: true, vertical_arrows: true, escape: true };
            ui.memory_mut(|m| m.set_focus_lock_filter(field_id(path), filter));
        }
    }

    /// Looks up completions. Other files have their state from the start of the frame, which is still current.
    fn offer(&mut self, cx: &ViewCx<'_>, file: &FileName, at: usize, asked: bool) {
        self.index.renew(cx.document.texts(), cx.surroundings);
        let offer = complete::offer(&self.index, file, &self.buffer.text, at, asked, cx.texts);
        self.list = offer.map(|offer| CursorList::of_offer(cx, offer));
    }

    /// Draws the list at the cursor, and the signature of the call being typed.
    #[allow(clippy::too_many_arguments)]
    fn beside_cursor(
        &mut self,
        ui: &Ui,
        cx: &mut ViewCx<'_>,
        file: &FileName,
        path: &Arc<str>,
        galley: &Galley,
        origin: Pos2,
        focus: bool,
    ) {
        let anchor = self.list.as_ref().map(|list| self.rect(galley, origin, list.anchor));
        if let (Some(list), Some(below)) = (&mut self.list, anchor) {
            let taken = list.show(ui, cx, field_id(path), below);
            let pointer = ui.ctx().pointer_interact_pos();
            let over = pointer.is_some_and(|p| list.area.is_some_and(|area| area.contains(p)));
            if let Some(act) = taken {
                self.list = None;
                self.take(ui, cx, path, act);
            } else if !focus && !over && !ui.memory(|m| m.has_focus(field_id(path))) {
                self.list = None;
            }
        }
        if !focus || !self.chosen.is_empty() || self.list.as_ref().is_some_and(|l| !l.is_offer()) {
            return;
        }
        let key = (self.buffer.revision, self.chosen.start);
        if self.calling.as_ref().is_none_or(|(revision, at, _)| (*revision, *at) != key) {
            let calling = help::calling(file, &self.buffer.text, self.chosen.start);
            self.calling = Some((key.0, key.1, calling));
        }
        if self.put_away != self.calls() {
            self.put_away = None;
        }
        if let Some((.., Some(calling))) = self.calling.as_ref().filter(|_| self.put_away.is_none()) {
            let at = self.rect(galley, origin, self.chosen.start);
            show_call(ui, cx.tokens, calling, at);
        }
    }

    /// Returns the signature of the call being typed.
    fn calls(&self) -> Option<&'static str> {
        self.calling.as_ref().and_then(|(.., calling)| Some(calling.as_ref()?.signature))
    }

    /// True if a popup covers the text, which Escape closes first.
    fn is_told(&self) -> bool {
        let calling = self.put_away.is_none() && self.chosen.is_empty() && self.calls().is_some();
        self.list.is_some() || calling || self.pointed.as_ref().is_some_and(|p| p.pinned && p.help.is_some())
    }

    /// Returns the area of a byte of the text on the screen.
    pub(super) fn rect(&self, galley: &Galley, origin: Pos2, byte: usize) -> Rect {
        let (line, column) = self.buffer.position(byte);
        let Some(row) = galley.rows.get(line) else { return Rect::from_min_size(origin, Vec2::ZERO) };
        let x = row.pos.x + row.x_offset(CharIndex(column));
        Rect::from_min_size(origin + Vec2::new(x, row.pos.y), Vec2::new(1.0, row.height()))
    }
}

/// Draws the context menu with the commands for the cursor position.
fn menu(ui: &mut Ui, cx: &mut ViewCx<'_>, editable: bool) {
    let commands = [EditorCommand::Definition, EditorCommand::References, EditorCommand::Mend, EditorCommand::Describe];
    let more = [EditorCommand::Complete, EditorCommand::Comment];
    for command in commands.into_iter().chain(more.into_iter().filter(|_| editable)) {
        let mut button = egui::Button::new(cx.t(command.text()));
        if let Some(keys) = command.shortcut() {
            button = button.shortcut_text(ui.ctx().format_shortcut(&keys));
        }
        if ui.add(button).clicked() {
            cx.ask(EditorAction::Command(command));
            ui.close();
        }
    }
}
