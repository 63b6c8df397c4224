//! Layout of the text in a field. After a change, only the lines that differ are laid out again: a full layout of a
//! large file would take longer than a frame.

use std::ops::Range;
use std::sync::Arc;

use egui::text::{ByteIndex, LayoutJob, LayoutSection};
use egui::{FontId, Galley, Ui};
use tilewright_language::code::{CodeLanguage, CodePiece, pieces};

use crate::ui::theme::Tokens;
use crate::ui::widgets::code::format;

/// Properties that all lines depend on: language, dark mode, font size, pixels per point.
type LayoutKey = (CodeLanguage, bool, u32, u32);

/// Layout of the current text.
pub(super) struct TextLayout {
    text: String,
    lines: Vec<LineLayout>,
    key: LayoutKey,
    /// Fill ratio of the font atlas; a drop means that the atlas was cleared and all lines need a new layout.
    fill: f32,
    galley: Arc<Galley>,
}

struct LineLayout {
    /// Bytes without the line break; the last line includes a final line break.
    bytes: Range<usize>,
    /// Pieces with ends relative to the start of the line.
    pieces: Vec<CodePiece>,
    galley: Option<Arc<Galley>>,
}

/// Lays out a text, reusing unchanged lines of the previous layout.
pub(super) fn lay(
    kept: &mut Option<TextLayout>,
    ui: &Ui,
    text: &str,
    language: CodeLanguage,
    font: &FontId,
    tokens: &Tokens,
) -> Arc<Galley> {
    let key = (language, ui.visuals().dark_mode, font.size.to_bits(), ui.pixels_per_point().to_bits());
    let fill = ui.fonts_mut(|f| f.font_atlas_fill_ratio());
    let old = kept.take().filter(|laid| laid.key == key && fill >= laid.fill);
    if let Some(mut laid) = old {
        laid.fill = fill;
        if laid.text != text {
            let lines = cut(text, language);
            laid.take_over(text, lines, ui, font, tokens);
        }
        return Arc::clone(&kept.insert(laid).galley);
    }
    let nothing = Arc::new(Galley::concat(Arc::new(LayoutJob::default()), &[], ui.pixels_per_point()));
    let mut laid = TextLayout { text: String::new(), lines: Vec::new(), key, fill, galley: nothing };
    laid.take_over(text, cut(text, language), ui, font, tokens);
    Arc::clone(&kept.insert(laid).galley)
}

impl TextLayout {
    fn take_over(&mut self, text: &str, mut lines: Vec<LineLayout>, ui: &Ui, font: &FontId, tokens: &Tokens) {
        let same = |old: &LineLayout, new: &LineLayout| {
            self.text[old.bytes.clone()] == text[new.bytes.clone()] && old.pieces == new.pieces
        };
        let before = self.lines.iter().zip(&lines).take_while(|(old, new)| same(old, new)).count();
        let rest = self.lines.len().min(lines.len()) - before;
        let behind = self.lines.iter().rev().zip(lines.iter().rev()).take(rest);
        let after = behind.take_while(|(old, new)| same(old, new)).count();
        let (total, had) = (lines.len(), self.lines.len());
        for (number, line) in lines.iter_mut().enumerate() {
            line.galley = if number < before {
                self.lines[number].galley.take()
            } else if number >= total - after {
                self.lines[number + had - total].galley.take()
            } else {
                let job = job(&text[line.bytes.clone()], &line.pieces, font, tokens);
                Some(ui.fonts_mut(|f| f.layout_job(job)))
            };
        }
        let galleys: Vec<Arc<Galley>> = lines.iter().filter_map(|line| line.galley.clone()).collect();
        let all: Vec<CodePiece> = lines
            .iter()
            .flat_map(|line| line.pieces.iter().map(|(end, sort)| (line.bytes.start + end, *sort)))
            .collect();
        let whole = Arc::new(job(text, &all, font, tokens));
        self.galley = Arc::new(Galley::concat(whole, &galleys, ui.pixels_per_point()));
        self.fill = ui.fonts_mut(|f| f.font_atlas_fill_ratio());
        text.clone_into(&mut self.text);
        self.lines = lines;
    }
}

/// Splits a text into lines, at least one.
fn cut(text: &str, language: CodeLanguage) -> Vec<LineLayout> {
    let all = pieces(text, language);
    let mut next = all.iter().copied().peekable();
    let (mut lines, mut start) = (Vec::new(), 0);
    loop {
        let end = text[start..].find('\n').map_or(text.len(), |at| start + at);
        // A final line break belongs to the last line, which is then followed by an empty row.
        let end = if end + 1 == text.len() { text.len() } else { end };
        let mut own = Vec::new();
        while let Some((to, sort)) = next.peek().copied() {
            if to.min(end) > start {
                own.push((to.min(end) - start, sort));
            }
            // A piece that continues in the next line is used again there.
            if to > end {
                break;
            }
            next.next();
        }
        lines.push(LineLayout { bytes: start..end, pieces: own, galley: None });
        start = end + 1;
        if start >= text.len() {
            return lines;
        }
    }
}

/// Prepares the layout of a coloured text without wrapping lines.
fn job(text: &str, pieces: &[CodePiece], font: &FontId, tokens: &Tokens) -> LayoutJob {
    let mut job = LayoutJob { text: text.to_owned(), ..LayoutJob::default() };
    job.wrap.max_width = f32::INFINITY;
    let mut start = 0;
    for &(end, sort) in pieces {
        let byte_range = ByteIndex(start)..ByteIndex(end);
        job.sections.push(LayoutSection { leading_space: 0.0, byte_range, format: format(sort, font, tokens) });
        start = end;
    }
    if pieces.is_empty() {
        // An empty text also needs a height.
        job.append("", 0.0, format(tilewright_language::code::CodeTokenKind::Other, font, tokens));
    }
    job
}

#[cfg(test)]
mod tests {
    use egui::{Context, RawInput};

    use super::*;
    use crate::ui::widgets::code::lay_out_code;

    fn list_rows(galley: &Galley) -> Vec<(String, f32, f32, bool)> {
        let row = |row: &egui::epaint::text::PlacedRow| {
            (row.glyphs.iter().map(|g| g.chr).collect(), row.pos.y, row.size.x, row.ends_with_newline)
        };
        galley.rows.iter().map(row).collect()
    }

    #[test]
    fn letters_lie_where_they_would_without_what_was_kept() {
        let context = Context::default();
        let tokens = Tokens::for_mode(true);
        let font = FontId::monospace(12.0);
        let typed =
            ["(", "a: \"é\"", "\n", "\n\n", "/* ", "*/", "// x", "-- y", "[[", "]]", "1", "\"", "road(at: [N])"];
        let mut dice = 3_u64;
        let mut below = |bound: usize| {
            dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (dice >> 33) as usize % bound
        };
        for language in [CodeLanguage::Ron, CodeLanguage::Lua, CodeLanguage::Plain] {
            let (mut kept, mut text) = (None, String::new());
            for _ in 0..300 {
                let boundary = |mut at: usize| {
                    while !text.is_char_boundary(at) {
                        at -= 1;
                    }
                    at
                };
                let at = boundary(below(text.len() + 1));
                let to = if below(3) == 0 { boundary((at + below(12)).min(text.len())) } else { at };
                text.replace_range(at..to.max(at), typed[below(typed.len())]);
                let mut output = context.run_ui(RawInput::default(), |ui| {
                    let own = lay(&mut kept, ui, &text, language, &font, tokens);
                    let fresh = ui.fonts_mut(|f| f.layout_job(lay_out_code(&text, language, &font, tokens)));
                    assert_eq!(list_rows(&own), list_rows(&fresh), "{text:?}");
                    assert_eq!((own.text(), own.rect), (fresh.text(), fresh.rect), "{text:?}");
                });
                output.textures_delta.clear();
            }
        }
    }
}
