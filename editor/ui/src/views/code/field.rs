//! The field with the text: what keys do in it, and what is painted around the letters.

use std::ops::Range;
use std::sync::Arc;

use egui::text::{CCursor, CCursorRange, CharIndex};
use egui::{
    Color32, EventFilter, FontId, Galley, Id, Key, Modifiers, Pos2, Rect, RichText, ScrollArea, Shape, Stroke,
    StrokeKind, TextEdit, Ui, Vec2,
};
use tilewright_core::diag::Severity;

use super::lists::{self, Act, List};
use super::{CodeView, laid};
use crate::code::names::FileName;
use crate::code::typing::{self, Typed};
use crate::code::{complete, fixes, help};
use crate::command::Command;
use crate::document::{Change, Splice, edited};
use crate::problems::Problem;
use crate::theme::Tokens;
use crate::views::{Action, Cx};
use crate::widgets;
use crate::widgets::code::Language;

/// What the pointer, or a command, asks about.
pub(super) struct Pointed {
    at: usize,
    revision: u64,
    /// Asked for by a command: shown at the cursor until that moves.
    pinned: bool,
    help: Option<help::Help>,
}

/// Seconds that the pointer rests before a word is explained.
const REST: f32 = 0.35;

/// The field of a file.
pub(super) fn id(path: &str) -> Id {
    Id::unique(("code field", path))
}

impl CodeView {
    pub(super) fn field(&mut self, ui: &mut Ui, cx: &mut Cx<'_>, file: &FileName, path: &Arc<str>, editable: bool) {
        let language = Language::of(path);
        let id = id(path);
        let wanted = self.wanted.take();
        if let Some(range) = &wanted {
            self.choose(ui, id, range);
            if self.find.is_none() {
                ui.memory_mut(|m| m.request_focus(id));
            }
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
        let gutter = 8.0 + 9.0 * (self.buffer.line_count().to_string().len().max(3) as f32);
        let mut jump = false;
        ScrollArea::both().id_salt(("code", &**path)).auto_shrink(false).show(ui, |ui| {
            ui.horizontal_top(|ui| {
                ui.add_space(gutter);
                let behind = ui.painter().add(Shape::Noop);
                let output = self.edit(ui, cx.tokens, id, language, editable);
                widgets::named(ui, &output.response, &cx.texts.named("code-field", path));
                let mut state = output.state.clone();
                // Undo is the document's; the field needs no copies of the text.
                state.clear_undoer();
                state.store(ui.ctx(), id);
                if output.response.changed() {
                    self.buffer.count();
                }
                if let Some(range) = output.cursor_range {
                    let new = self.buffer.bytes(range.primary.index.0, range.secondary.index.0);
                    let moved = new != self.chosen;
                    self.chosen = new;
                    if moved && !output.response.changed() {
                        self.list = None;
                        self.pointed = None;
                    }
                }
                if output.response.changed() && editable {
                    self.typed(ui, cx, file, path, &base);
                }
                let with_command = ui.input(|i| i.modifiers.command);
                jump = output.response.clicked() && with_command;
                output.response.context_menu(|ui| menu(ui, cx, editable));
                let galley = Arc::clone(&output.galley);
                let origin = output.galley_pos;
                self.line_numbers(ui, cx, &galley, origin);
                if let Some(range) = wanted {
                    let at = self.rect(&galley, origin, range.start);
                    // Some lines around it; and as little to the side as possible, so that lines show their beginning.
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
                self.explain_word(ui, cx, file, &output.response, &galley, origin);
                self.beside_cursor(ui, cx, file, path, &galley, origin, focus);
            });
        });
        if jump {
            self.definition(cx, file, self.chosen.start);
        }
    }

    fn edit(
        &mut self,
        ui: &mut Ui,
        tokens: &'static Tokens,
        id: Id,
        language: Language,
        editable: bool,
    ) -> egui::text_edit::TextEditOutput {
        let font = FontId::monospace(ui.text_style_height(&egui::TextStyle::Monospace) * 0.82);
        let laid = &mut self.laid;
        let mut layouter = |ui: &Ui, text: &dyn egui::TextBuffer, _width: f32| {
            laid::lay(laid, ui, text.as_str(), language, &font, tokens)
        };
        let filter =
            EventFilter { tab: true, horizontal_arrows: true, vertical_arrows: true, escape: self.list.is_some() };
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

    fn choose(&self, ui: &Ui, id: Id, range: &Range<usize>) {
        let mut state = TextEdit::load_state(ui.ctx(), id).unwrap_or_default();
        let (start, end) = (self.buffer.char_index(range.start), self.buffer.char_index(range.end));
        let chosen = CCursorRange::two(CCursor::new(CharIndex(start)), CCursor::new(CharIndex(end)));
        state.cursor.set_char_range(Some(chosen));
        state.store(ui.ctx(), id);
    }

    /// Keys and commands that do more than the field knows; they are taken away from it.
    fn keys(&mut self, ui: &Ui, cx: &mut Cx<'_>, file: &FileName, path: &Arc<str>, language: Language) {
        let chosen = crate::problems::on_boundaries(&self.buffer.text, self.chosen.clone());
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
        match self.command {
            Some(Command::Complete) => {
                self.offer(cx, file, chosen.start, true);
                if self.list.is_none() {
                    cx.ask(Action::Notify(crate::views::Weight::Note, cx.t("code-no-offers")));
                }
            }
            Some(Command::Comment) => {
                self.put(ui, cx, path, "step-comment", typing::comment(&self.buffer.text, &chosen, language));
            }
            Some(Command::Duplicate) => {
                self.put(ui, cx, path, "step-duplicate", Some(typing::duplicate(&self.buffer.text, &chosen)));
            }
            Some(Command::Describe) => {
                self.index.renew(cx.document, cx.surroundings);
                let help = help::help(&self.index, file, &self.buffer.text, chosen.start, cx.texts);
                if help.is_none() {
                    cx.ask(Action::Notify(crate::views::Weight::Note, cx.t("code-nothing-here")));
                }
                let revision = self.buffer.revision;
                self.pointed = Some(Pointed { at: chosen.start, revision, pinned: true, help });
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
            cx.ask(Action::Command(Command::Redo));
        }
    }

    /// Makes a change of the text that is not typed letter by letter.
    fn put(&mut self, ui: &Ui, cx: &mut Cx<'_>, path: &Arc<str>, label: &str, typed: Option<Typed>) {
        let Some(Typed { edits, chosen }) = typed else { return };
        // Edits made here always fit; if one does not, nothing happens.
        let Ok(text) = edited(&self.buffer.text, &edits) else { return };
        self.buffer.text = text;
        self.buffer.count();
        self.chosen = chosen;
        self.choose(ui, id(path), &self.chosen);
        cx.change(cx.t(label), vec![Change::Edit { path: path.clone(), edits }]);
    }

    fn take(&mut self, ui: &Ui, cx: &mut Cx<'_>, path: &Arc<str>, act: Act) {
        if let Act::Insert(range, text, behind) = act {
            let range = crate::problems::on_boundaries(&self.buffer.text, range);
            let back: usize = text.chars().rev().take(behind).map(char::len_utf8).sum();
            let at = range.start + text.len() - back;
            let typed = Typed { edits: vec![crate::document::TextEdit::new(range, text)], chosen: at..at };
            self.put(ui, cx, path, "step-complete", Some(typed));
        } else {
            lists::ask(cx, act);
        }
        ui.memory_mut(|m| m.request_focus(id(path)));
    }

    /// The text was typed into: the document is told, and what follows from it is done.
    fn typed(&mut self, ui: &Ui, cx: &mut Cx<'_>, file: &FileName, path: &Arc<str>, base: &str) {
        self.pointed = None;
        let Some(mut splice) = Splice::between(base, &self.buffer.text) else { return };
        let mut at = crate::problems::on_boundaries(&self.buffer.text, self.chosen.clone()).start;
        if splice.inserted == "\n" && self.buffer.text[..at].ends_with('\n') {
            let (head, tail) = (&self.buffer.text[..at - 1], &self.buffer.text[at..]);
            let (indent, more) = typing::enter(head, tail, Language::of(path));
            if !indent.is_empty() || !more.is_empty() {
                self.buffer.text.insert_str(at, &format!("{indent}{more}"));
                self.buffer.count();
                self.chosen = at + indent.len()..at + indent.len();
                self.choose(ui, id(path), &self.chosen);
                if let Some(whole) = Splice::between(base, &self.buffer.text) {
                    splice = whole;
                }
            }
        }
        if splice.inserted.len() == 1
            && let Some(blanks) = typing::closes(&self.buffer.text, at, Language::of(path))
        {
            at -= blanks.len();
            self.buffer.text.replace_range(blanks, "");
            self.buffer.count();
            self.chosen = at..at;
            self.choose(ui, id(path), &self.chosen);
            if let Some(whole) = Splice::between(base, &self.buffer.text) {
                splice = whole;
            }
        }
        let mut typed = splice.inserted.chars();
        let last = typed.next_back().filter(|_| typed.next().is_none());
        let begins = match (last, Language::of(path)) {
            (Some(c), Language::Lua | Language::Ron) if c.is_alphanumeric() || c == '_' => true,
            (Some('.' | ':' | '"' | '\''), Language::Lua) | (Some('"'), Language::Ron) => true,
            (None, _) if splice.inserted.is_empty() => self.list.as_ref().is_some_and(List::is_offer),
            _ => false,
        };
        let range = splice.at..splice.at + splice.removed.len();
        cx.ask(Action::Type(Change::edit(path, range, splice.inserted)));
        if begins {
            self.offer(cx, file, at, false);
        } else {
            self.list = None;
        }
        if self.list.is_some() {
            let filter = EventFilter { tab: true, horizontal_arrows: true, vertical_arrows: true, escape: true };
            ui.memory_mut(|m| m.set_focus_lock_filter(id(path), filter));
        }
    }

    /// Looks for what could be put in. Other files are taken as they were when the frame began, which is as they are.
    fn offer(&mut self, cx: &Cx<'_>, file: &FileName, at: usize, asked: bool) {
        self.index.renew(cx.document, cx.surroundings);
        let offer = complete::offer(&self.index, file, &self.buffer.text, at, asked, cx.texts);
        self.list = offer.map(|offer| List::of_offer(cx, offer));
    }

    /// The list, and the call that one is typing.
    #[allow(clippy::too_many_arguments)]
    fn beside_cursor(
        &mut self,
        ui: &Ui,
        cx: &mut Cx<'_>,
        file: &FileName,
        path: &Arc<str>,
        galley: &Galley,
        origin: Pos2,
        focus: bool,
    ) {
        let anchor = self.list.as_ref().map(|list| self.rect(galley, origin, list.anchor));
        if let (Some(list), Some(below)) = (&mut self.list, anchor) {
            let taken = list.show(ui, cx, id(path), below);
            let pointer = ui.ctx().pointer_interact_pos();
            let over = pointer.is_some_and(|p| list.area.is_some_and(|area| area.contains(p)));
            if let Some(act) = taken {
                self.list = None;
                self.take(ui, cx, path, act);
            } else if !focus && !over && !ui.memory(|m| m.has_focus(id(path))) {
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
        if let Some((.., Some(calling))) = &self.calling {
            let at = self.rect(galley, origin, self.chosen.start);
            show_call(ui, cx.tokens, calling, at);
        }
    }

    /// Where a byte of the text is on the screen.
    pub(super) fn rect(&self, galley: &Galley, origin: Pos2, byte: usize) -> Rect {
        let (line, column) = self.buffer.position(byte);
        let Some(row) = galley.rows.get(line) else { return Rect::from_min_size(origin, Vec2::ZERO) };
        let x = row.pos.x + row.x_offset(CharIndex(column));
        Rect::from_min_size(origin + Vec2::new(x, row.pos.y), Vec2::new(1.0, row.height()))
    }

    /// The lines that can be seen.
    fn seen(ui: &Ui, galley: &Galley, origin: Pos2) -> Range<usize> {
        let clip = ui.clip_rect();
        let first = galley.rows.partition_point(|row| origin.y + row.pos.y + row.height() < clip.min.y);
        let last = galley.rows.partition_point(|row| origin.y + row.pos.y <= clip.max.y);
        first..last.max(first)
    }

    fn line_numbers(&self, ui: &Ui, cx: &Cx<'_>, galley: &Galley, origin: Pos2) {
        let right = origin.x - 10.0;
        let painter = ui.painter();
        painter.vline(origin.x - 5.0, ui.clip_rect().y_range(), Stroke::new(1.0, cx.tokens.line));
        let here = self.buffer.line(self.chosen.start);
        for number in Self::seen(ui, galley, origin) {
            let row = &galley.rows[number];
            let place = Pos2::new(right, origin.y + row.pos.y + row.height() / 2.0);
            let colour = if number == here { cx.tokens.text } else { cx.tokens.weak };
            painter.text(place, egui::Align2::RIGHT_CENTER, number + 1, FontId::monospace(11.5), colour);
        }
    }

    /// What stands behind the letters: places that were found, brackets that belong together.
    fn marks(
        &self,
        ui: &Ui,
        tokens: &Tokens,
        galley: &Galley,
        origin: Pos2,
        language: Language,
        focus: bool,
    ) -> Vec<Shape> {
        let mut marks = Vec::new();
        let seen = Self::seen(ui, galley, origin);
        let span = |range: &Range<usize>| {
            let (from, to) = (self.rect(galley, origin, range.start), self.rect(galley, origin, range.end));
            Rect::from_min_max(from.min, Pos2::new(to.min.x.max(from.min.x + 3.0), from.max.y))
        };
        if let Some(find) = &self.find {
            let first = self.buffer.start(seen.start);
            let last = self.buffer.start(seen.end);
            for range in find.matches().skip_while(|r| r.start < first).take_while(|r| r.start <= last) {
                marks.push(Shape::rect_filled(span(&range), 2.0, tokens.hovered));
            }
        }
        if focus && self.chosen.is_empty() && self.buffer.text.len() < 400_000 {
            let pair = typing::brackets(&self.buffer.text, self.chosen.start, language);
            for at in pair.into_iter().flat_map(|(open, close)| [open, close]) {
                let rect = span(&(at..at + 1));
                marks.push(Shape::rect_filled(rect, 2.0, tokens.chosen));
                let line = Stroke::new(1.0, tokens.focus);
                marks.push(Shape::rect_stroke(rect, 2.0, line, StrokeKind::Inside));
            }
        }
        marks
    }

    /// Waves under what findings are about, with their texts under the pointer.
    fn findings(&self, ui: &mut Ui, cx: &Cx<'_>, path: &str, galley: &Galley, origin: Pos2) {
        let clip = ui.clip_rect();
        let seen = Self::seen(ui, galley, origin);
        let pointer = ui.input(|i| i.pointer.hover_pos()).filter(|p| clip.contains(*p));
        let mut under: Vec<&Problem> = Vec::new();
        for (problem, range) in cx.problems.of_file(path) {
            let (start, end) = (range.start.min(self.buffer.text.len()), range.end.min(self.buffer.text.len()));
            let (first, last) = (self.buffer.line(start), self.buffer.line(end.max(start)));
            if last < seen.start || first >= seen.end {
                continue;
            }
            let colour = match problem.diagnostic.severity {
                Severity::Error => cx.tokens.error,
                Severity::Warning => cx.tokens.warning,
            };
            for line in first.max(seen.start)..=last.min(first + 40).min(seen.end) {
                let from = if line == first { start } else { self.first_letter(line) };
                let from = self.rect(galley, origin, from);
                let to = if line == last {
                    self.rect(galley, origin, end).min.x
                } else {
                    galley.rows.get(line).map_or(origin.x, |row| origin.x + row.rect().max.x)
                };
                let strip = Rect::from_min_max(from.min, Pos2::new(to.max(from.min.x + 6.0), from.max.y));
                if clip.intersects(strip) {
                    wave(ui, strip, colour);
                }
                if pointer.is_some_and(|p| strip.contains(p)) && !under.iter().any(|p| std::ptr::eq(*p, problem)) {
                    under.push(problem);
                }
            }
        }
        if !under.is_empty() && self.list.is_none() {
            let tip = egui::Tooltip::always_open(
                ui.ctx().clone(),
                ui.layer_id(),
                Id::unique("finding"),
                egui::PopupAnchor::Pointer,
            );
            tip.gap(14.0).show(|ui| under.iter().for_each(|problem| finding(ui, cx, problem)));
        }
    }

    fn first_letter(&self, line: usize) -> usize {
        let start = self.buffer.start(line);
        start + self.buffer.text[start..].bytes().take_while(|b| *b == b' ').count()
    }

    /// What there is to say about the word under the pointer, or about the one that was asked for.
    fn explain_word(
        &mut self,
        ui: &Ui,
        cx: &Cx<'_>,
        file: &FileName,
        field: &egui::Response,
        galley: &Galley,
        origin: Pos2,
    ) {
        let pinned = self.pointed.as_ref().is_some_and(|p| p.pinned && p.revision == self.buffer.revision);
        if !pinned {
            let pointer = field.hover_pos().filter(|_| self.list.is_none() && !ui.input(|i| i.pointer.any_down()));
            let Some(at) = pointer.and_then(|p| self.byte_under(galley, origin, p)) else {
                self.pointed = None;
                return;
            };
            let rests = ui.input(|i| i.pointer.time_since_last_movement());
            let same = self.pointed.as_ref().is_some_and(|p| p.at == at && p.revision == self.buffer.revision);
            if !same {
                if rests < REST {
                    self.pointed = None;
                    ui.ctx().request_repaint_after_secs(REST - rests + 0.01);
                    return;
                }
                self.index.renew(cx.document, cx.surroundings);
                let help = help::help(&self.index, file, &self.buffer.text, at, cx.texts);
                self.pointed = Some(Pointed { at, revision: self.buffer.revision, pinned: false, help });
            }
        }
        let Some(Pointed { at, help: Some(help), .. }) = &self.pointed else { return };
        // What is wrong there says more.
        let wrong = |(_, range): (&Problem, Range<usize>)| range.start <= *at && *at < range.end;
        if !pinned && cx.problems.of_file(&file.place(cx.document.id())).any(wrong) {
            return;
        }
        let anchor = self.rect(galley, origin, help.range.start);
        let tip = egui::Tooltip::always_open(ui.ctx().clone(), ui.layer_id(), Id::unique("word"), anchor);
        tip.gap(6.0).show(|ui| {
            ui.set_max_width(480.0);
            ui.label(RichText::new(&help.title).monospace().strong());
            for (number, line) in help.lines.iter().filter(|l| !l.is_empty()).enumerate() {
                let colour = if number == 0 { cx.tokens.text } else { cx.tokens.weak };
                ui.label(RichText::new(line).color(colour));
            }
        });
    }

    fn byte_under(&self, galley: &Galley, origin: Pos2, pointer: Pos2) -> Option<usize> {
        let at = pointer - origin;
        let row = galley.rows.partition_point(|row| row.pos.y + row.height() < at.y);
        let row = galley.rows.get(row).filter(|row| at.y >= row.pos.y && at.x <= row.rect().max.x)?;
        if at.x < row.pos.x {
            return None;
        }
        Some(self.buffer.byte(galley.cursor_from_pos(at).index.0))
    }
}

/// What can be done at the cursor, for the pointer.
fn menu(ui: &mut Ui, cx: &mut Cx<'_>, editable: bool) {
    let commands = [Command::Definition, Command::References, Command::Mend, Command::Describe];
    let more = [Command::Complete, Command::Comment];
    for command in commands.into_iter().chain(more.into_iter().filter(|_| editable)) {
        let mut button = egui::Button::new(cx.t(command.text()));
        if let Some(keys) = command.shortcut() {
            button = button.shortcut_text(ui.ctx().format_shortcut(&keys));
        }
        if ui.add(button).clicked() {
            cx.ask(Action::Command(command));
            ui.close();
        }
    }
}

/// The signature of a call above its line, with the argument that comes next.
fn show_call(ui: &Ui, tokens: &Tokens, calling: &help::Calling, at: Rect) {
    let clip = ui.clip_rect();
    if !clip.contains(at.center()) {
        return;
    }
    let area = egui::Area::new(Id::unique("code call")).order(egui::Order::Tooltip).interactable(false);
    let area = area.pivot(egui::Align2::LEFT_BOTTOM).fixed_pos(Pos2::new(at.min.x, at.min.y - 4.0));
    area.constrain_to(ui.ctx().content_rect()).show(ui.ctx(), |ui| {
        egui::Frame::popup(ui.style()).show(ui, |ui| {
            ui.set_max_width(520.0);
            let font = FontId::monospace(12.5);
            let mut job = egui::text::LayoutJob::default();
            let plain =
                |colour: Color32| egui::TextFormat { font_id: font.clone(), color: colour, ..Default::default() };
            let (start, end) = calling.argument.clone().map_or((0, 0), |r| (r.start, r.end));
            job.append(&calling.signature[..start], 0.0, plain(tokens.weak));
            let mut marked = plain(tokens.text);
            marked.underline = Stroke::new(1.0, tokens.text);
            job.append(&calling.signature[start..end], 0.0, marked);
            job.append(&calling.signature[end..], 0.0, plain(tokens.weak));
            ui.label(job);
            ui.label(RichText::new(calling.doc).small().color(tokens.weak));
        });
    });
}

/// A finding with its hint and the help of its code, as a tooltip shows it.
fn finding(ui: &mut Ui, cx: &Cx<'_>, problem: &Problem) {
    let d = &problem.diagnostic;
    let (colour, word) = match d.severity {
        Severity::Error => (cx.tokens.error, "problems-error"),
        Severity::Warning => (cx.tokens.warning, "problems-warning"),
    };
    ui.set_max_width(460.0);
    ui.label(RichText::new(format!("{} {}", cx.t(word), d.code)).strong().color(colour));
    ui.label(&d.message);
    if let Some(hint) = &d.hint {
        ui.label(RichText::new(hint).color(cx.tokens.weak));
    }
    if let Some((title, text, _)) = help::explanation(d.code) {
        ui.separator();
        ui.label(RichText::new(format!("{title}. {text}")).small().color(cx.tokens.weak));
    }
    if let Some(label) = fixes::label(problem, cx.document, cx.texts) {
        let keys = Command::Mend.shortcut().map(|k| ui.ctx().format_shortcut(&k)).unwrap_or_default();
        ui.label(RichText::new(format!("{keys}: {label}")).color(cx.tokens.good));
    }
}

fn wave(ui: &Ui, strip: Rect, colour: Color32) {
    let step = 2.5;
    let count = ((strip.width() / step) as usize).clamp(2, 600);
    let points = (0..=count)
        .map(|n| Pos2::new(strip.min.x + n as f32 * step, strip.max.y - if n % 2 == 0 { 0.5 } else { 2.5 }))
        .collect();
    ui.painter().add(Shape::line(points, Stroke::new(1.2, colour)));
}
