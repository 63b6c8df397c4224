//! Decorations of the text: line numbers, marks, findings and help on words.

use std::ops::Range;

use egui::{Color32, FontId, Galley, Id, Pos2, Rect, RichText, Shape, Stroke, StrokeKind, Ui};
use tilewright_core::diag::Severity;
use tilewright_language::code::CodeLanguage;
use tilewright_language::names::FileName;
use tilewright_language::problems::PackProblem;
use tilewright_language::{fixes, help, typing};

use super::CodeView;
use super::pointed::{Pointed, REST};
use crate::context::command::EditorCommand;
use crate::context::{EditorAction, ViewCx};
use crate::ui::theme::{Emphasis, Tokens};

impl CodeView {
    /// Returns the range of visible lines.
    pub(super) fn visible_lines(ui: &Ui, galley: &Galley, origin: Pos2) -> Range<usize> {
        let clip = ui.clip_rect();
        let first = galley.rows.partition_point(|row| origin.y + row.pos.y + row.height() < clip.min.y);
        let last = galley.rows.partition_point(|row| origin.y + row.pos.y <= clip.max.y);
        first..last.max(first)
    }

    pub(super) fn line_numbers(&self, ui: &Ui, cx: &ViewCx<'_>, galley: &Galley, origin: Pos2, gutter: f32) -> f32 {
        // The numbers stay in place when the text scrolls sideways beneath them.
        let clip = ui.clip_rect();
        let left = (origin.x - gutter).max(clip.min.x);
        let edge = left + gutter - 5.0;
        let painter = ui.painter();
        if left > origin.x - gutter {
            let margin = Rect::from_x_y_ranges(left..=edge, clip.y_range());
            painter.rect_filled(margin, 0.0, cx.tokens.panel);
        }
        let right = edge - 5.0;
        painter.vline(edge, clip.y_range(), Stroke::new(1.0, cx.tokens.line));
        let here = self.buffer.line(self.chosen.start);
        for number in Self::visible_lines(ui, galley, origin) {
            let row = &galley.rows[number];
            let place = Pos2::new(right, origin.y + row.pos.y + row.height() / 2.0);
            let colour = if number == here { cx.tokens.text } else { cx.tokens.weak };
            painter.text(place, egui::Align2::RIGHT_CENTER, number + 1, FontId::monospace(11.5), colour);
        }
        left
    }

    /// Draws marks at lines that no test protects, with tooltips: a ring if no test runs the line, a triangle if no
    /// test fails when it is changed.
    pub(super) fn draw_unprotected(
        &self,
        ui: &Ui,
        cx: &ViewCx<'_>,
        path: &str,
        galley: &Galley,
        origin: Pos2,
        left: f32,
    ) {
        let seen = Self::visible_lines(ui, galley, origin);
        for (number, mark) in cx.protection.of_file(path, &self.buffer.text) {
            let Some(row) = galley.rows.get(number).filter(|_| seen.contains(&number)) else { continue };
            let middle = Pos2::new(left, origin.y + row.pos.y + row.height() / 2.0);
            let line = Stroke::new(1.5, cx.tokens.warning);
            if mark.missed {
                ui.painter().circle_stroke(middle, 3.5, line);
            } else {
                let corner = |x: f32, y: f32| middle + egui::Vec2::new(x, y);
                let corners = vec![corner(0.0, -4.0), corner(4.5, 4.0), corner(-4.5, 4.0)];
                ui.painter().add(Shape::convex_polygon(corners, Color32::TRANSPARENT, line));
            }
            let room = Rect::from_center_size(middle, egui::Vec2::splat(row.height().min(16.0)));
            let sentences = mark.sentences(cx.texts);
            let sign = ui.interact(room, Id::unique(("unprotected", path, number)), egui::Sense::hover());
            crate::ui::widgets::set_name(ui, &sign, &format!("{}: {}", number + 1, sentences.join(" ")));
            sign.on_hover_ui(|ui| {
                ui.set_max_width(460.0);
                for sentence in &sentences {
                    ui.label(sentence);
                }
                ui.label(RichText::new(cx.t("protect-next")).small().color(cx.tokens.weak));
            });
        }
    }

    /// Returns the marks behind the letters: search results and matching brackets.
    pub(super) fn marks(
        &self,
        ui: &Ui,
        tokens: &Tokens,
        galley: &Galley,
        origin: Pos2,
        language: CodeLanguage,
        focus: bool,
    ) -> Vec<Shape> {
        let mut marks = Vec::new();
        let seen = Self::visible_lines(ui, galley, origin);
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

    /// Draws waves under the ranges of findings, with their texts as a tooltip.
    pub(super) fn findings(&self, ui: &mut Ui, cx: &ViewCx<'_>, path: &str, galley: &Galley, origin: Pos2) {
        let clip = ui.clip_rect();
        let seen = Self::visible_lines(ui, galley, origin);
        let pointer = ui.input(|i| i.pointer.hover_pos()).filter(|p| clip.contains(*p));
        let mut under: Vec<&PackProblem> = Vec::new();
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

    pub(super) fn first_letter(&self, line: usize) -> usize {
        let start = self.buffer.start(line);
        start + self.buffer.text[start..].bytes().take_while(|b| *b == b' ').count()
    }

    /// Shows help on the word under the pointer, or on the word that a command requested.
    pub(super) fn explain_word(
        &mut self,
        ui: &Ui,
        cx: &mut ViewCx<'_>,
        file: &FileName,
        field: &egui::Response,
        galley: &Galley,
        origin: Pos2,
    ) {
        let pointer = ui.input(|i| i.pointer.latest_pos());
        let pinned = self.pointed.as_ref().is_some_and(|p| {
            let reads = pointer.is_some_and(|at| p.shown.expand(8.0).contains(at));
            (p.pinned || reads) && p.revision == self.buffer.revision
        });
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
                self.index.renew(cx.document.texts(), cx.surroundings);
                let help = help::help(&self.index, file, &self.buffer.text, at, cx.texts);
                self.pointed =
                    Some(Pointed { at, revision: self.buffer.revision, pinned: false, help, shown: Rect::NOTHING });
            }
        }
        let Some(Pointed { at, help: Some(help), .. }) = &self.pointed else { return };
        // A finding at the word is more helpful than help on the word.
        let wrong = |(_, range): (&PackProblem, Range<usize>)| range.start <= *at && *at < range.end;
        if !pinned && cx.problems.of_file(&file.place(cx.document.id())).any(wrong) {
            return;
        }
        let anchor = self.rect(galley, origin, help.range.start);
        let tip = egui::Tooltip::always_open(ui.ctx().clone(), ui.layer_id(), Id::unique("word"), anchor);
        let tip = tip.gap(6.0).show(|ui| {
            ui.set_max_width(480.0);
            ui.label(RichText::new(&help.title).monospace().medium());
            for (number, line) in help.lines.iter().filter(|l| !l.is_empty()).enumerate() {
                let colour = if number == 0 { cx.tokens.text } else { cx.tokens.weak };
                ui.label(RichText::new(line).color(colour));
            }
            if let Some(more) = &help.more
                && ui.link(cx.t("code-reference")).clicked()
            {
                cx.ask(EditorAction::Read(more.key.clone(), Some(more.anchor.clone())));
            }
        });
        if let Some(pointed) = &mut self.pointed {
            pointed.shown = tip.map_or(Rect::NOTHING, |tip| tip.response.rect);
        }
    }

    pub(super) fn byte_under(&self, galley: &Galley, origin: Pos2, pointer: Pos2) -> Option<usize> {
        let at = pointer - origin;
        let row = galley.rows.partition_point(|row| row.pos.y + row.height() < at.y);
        let row = galley.rows.get(row).filter(|row| at.y >= row.pos.y && at.x <= row.rect().max.x)?;
        if at.x < row.pos.x {
            return None;
        }
        Some(self.buffer.byte(galley.cursor_from_pos(at).index.0))
    }
}

/// Shows the signature of a call above its line, with the next argument highlighted.
pub(super) fn show_call(ui: &Ui, tokens: &Tokens, calling: &help::Calling, at: Rect) {
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

/// Shows a finding with its hint and the explanation of its code.
fn finding(ui: &mut Ui, cx: &ViewCx<'_>, problem: &PackProblem) {
    let d = &problem.diagnostic;
    let (colour, word) = match d.severity {
        Severity::Error => (cx.tokens.error, "problems-error"),
        Severity::Warning => (cx.tokens.warning, "problems-warning"),
    };
    ui.set_max_width(460.0);
    ui.label(RichText::new(format!("{} {}", cx.t(word), d.code)).medium().color(colour));
    ui.label(&d.message);
    if let Some(hint) = &d.hint {
        ui.label(RichText::new(hint).color(cx.tokens.weak));
    }
    if let Some((title, text, _)) = help::explanation(d.code) {
        ui.separator();
        ui.label(RichText::new(format!("{title}. {text}")).small().color(cx.tokens.weak));
    }
    if let Some(label) = fixes::label(problem, cx.document.texts(), cx.texts) {
        let keys = EditorCommand::Mend.shortcut().map(|k| ui.ctx().format_shortcut(&k)).unwrap_or_default();
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
