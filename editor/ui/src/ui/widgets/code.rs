//! Colours pieces of RON and Lua.

use egui::text::{ByteIndex, LayoutJob, LayoutSection, TextFormat};
use egui::{Color32, FontId};
use tilewright_language::code::{CodeLanguage, CodeTokenKind, pieces};

use crate::ui::theme::Tokens;

fn colour(sort: CodeTokenKind, tokens: &Tokens) -> Color32 {
    match sort {
        CodeTokenKind::Keyword => tokens.keyword,
        CodeTokenKind::Text => tokens.string,
        CodeTokenKind::Number => tokens.number,
        CodeTokenKind::Comment => tokens.comment,
        CodeTokenKind::Name => tokens.name,
        CodeTokenKind::Other => tokens.text,
    }
}

/// Returns the text format of a kind of piece.
pub(crate) fn format(sort: CodeTokenKind, font: &FontId, tokens: &Tokens) -> TextFormat {
    TextFormat { font_id: font.clone(), color: colour(sort, tokens), ..TextFormat::default() }
}

/// Lays out a coloured text without wrapping lines.
pub fn lay_out_code(text: &str, language: CodeLanguage, font: &FontId, tokens: &Tokens) -> LayoutJob {
    let mut job = LayoutJob { text: text.to_owned(), ..LayoutJob::default() };
    job.wrap.max_width = f32::INFINITY;
    let mut start = 0;
    for (end, sort) in pieces(text, language) {
        job.sections.push(LayoutSection {
            leading_space: 0.0,
            byte_range: ByteIndex(start)..ByteIndex(end),
            format: format(sort, font, tokens),
        });
        start = end;
    }
    job
}
