//! Shows the part of a file to which a finding refers, even if the file or a line is very long.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Origin, Snippet};
use anstream::adapter::strip_str;
use tilewright_core::diag::{SourceFile, SourceMap, Span};
use tilewright_core::unseen::{BYTE_ORDER_MARK, is_unseen};

/// Maximum size of whole lines that are shown together, in bytes.
const WINDOW_BYTES: usize = 64 << 10;
/// Maximum length of a line that is shown whole, in characters.
const LINE_LETTERS: usize = 400;
/// Letters of a longer line that are shown before the place of the finding.
const LETTERS_BEFORE: usize = 40;
/// Number of characters shown from the start of the relevant span in a long line.
const LETTERS_AFTER: usize = 80;
/// Maximum number of places shown after the first.
const MAX_RELATED: usize = 8;

/// Adds excerpts of the primary place, if any, and of the related places, each with its label.
pub(crate) fn with_places<'a>(
    mut group: Group<'a>,
    sources: &'a SourceMap,
    primary: Option<Span>,
    related: &'a [(Span, String)],
) -> Group<'a> {
    let related = &related[..related.len().min(MAX_RELATED)];
    let mut own_file = None;
    let mut apart: Vec<&(Span, String)> = Vec::new();
    if let Some((span, file)) = primary.and_then(|span| Some((span, sources.get(span.file)?))) {
        own_file = Some(span.file);
        let here: Vec<&(Span, String)> = related.iter().filter(|(other, _)| other.file == span.file).collect();
        let spans: Vec<Span> = std::iter::once(span).chain(here.iter().map(|(other, _)| *other)).collect();
        match LineWindow::from_spans(&file.text, &spans) {
            Some(window) => {
                let mut snippet = window.snippet(file, AnnotationKind::Primary, span, None);
                for (other, label) in here {
                    snippet = snippet
                        .annotation(AnnotationKind::Context.span(window.range_in(&file.text, *other)).label(label));
                }
                group = group.element(snippet);
            }
            None => {
                group = with_cropped_line(group, file, AnnotationKind::Primary, span, None);
                apart.extend(here);
            }
        }
    }
    apart.extend(related.iter().filter(|(span, _)| Some(span.file) != own_file));
    for (span, label) in apart {
        let Some(file) = sources.get(span.file) else { continue };
        group = match LineWindow::from_spans(&file.text, &[*span]) {
            Some(window) => group.element(window.snippet(file, AnnotationKind::Context, *span, Some(label))),
            None => with_cropped_line(group, file, AnnotationKind::Context, *span, Some(label)),
        };
    }
    group
}

/// Whole lines of a file that are short enough to be shown unchanged.
struct LineWindow<'a> {
    text: &'a str,
    /// Byte of the file at which the lines begin.
    start: usize,
    /// Number of the first line, from 1.
    line: usize,
}

impl<'a> LineWindow<'a> {
    /// Returns the lines from the first to the last of some spans; `None` if they are too many or too long.
    fn from_spans(text: &'a str, spans: &[Span]) -> Option<LineWindow<'a>> {
        let hidden = byte_order_mark_length(text);
        let ranges = spans.iter().map(|span| range(text, *span));
        let (first, last) =
            ranges.fold((text.len(), hidden), |(first, last), range| (first.min(range.start), last.max(range.end)));
        if last.saturating_sub(first) > WINDOW_BYTES {
            return None;
        }
        let lines = line_start(text, first)..line_end(text, last);
        let window = &text[lines.clone()];
        let is_short = |line: &str| {
            line.len() <= LINE_LETTERS
                || line.chars().nth(LINE_LETTERS).is_none()
                    && !line.contains(|c| c != '\t' && c != '\r' && is_unseen(c))
        };
        (window.len() <= WINDOW_BYTES && window.split('\n').all(is_short)).then(|| LineWindow {
            text: window,
            start: lines.start,
            line: line_number(text, lines.start),
        })
    }

    fn snippet(
        &self,
        file: &'a SourceFile,
        kind: AnnotationKind,
        span: Span,
        label: Option<&'a str>,
    ) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
        Snippet::source(self.text)
            .path(&*file.path)
            .line_start(self.line)
            .annotation(kind.span(self.range_in(&file.text, span)).label(label))
    }

    /// Returns the bytes of a span within the window.
    fn range_in(&self, text: &str, span: Span) -> Range<usize> {
        let range = range(text, span);
        range.start - self.start..range.end - self.start
    }
}

/// Adds a line that is too long to be shown whole: the letters around the beginning of a span, below the position in
/// the file.
fn with_cropped_line<'a>(
    group: Group<'a>,
    file: &'a SourceFile,
    kind: AnnotationKind,
    span: Span,
    label: Option<&'a str>,
) -> Group<'a> {
    let text = &*file.text;
    let Range { start, end } = range(text, span);
    let line = line_start(text, start)..line_end(text, start);
    let before = &text[line.start..start];
    let first = before.char_indices().rev().take(LETTERS_BEFORE).last().map_or(start, |(at, _)| line.start + at);
    let after = &text[start..line.end];
    let last = after.char_indices().nth(LETTERS_AFTER).map_or(line.end, |(at, _)| start + at);
    let dots = |is_cut: bool| if is_cut { "…" } else { "" };
    let (head, tail) = (dots(first > line.start), dots(last < line.end));
    let shown = format!("{head}{}{tail}", &text[first..last]);
    let at = |place: usize| place.min(last) - first + head.len();
    let number = line_number(text, line.start);
    let origin = Origin::path(&*file.path).line(number).char_column(before.chars().count() + 1);
    let annotation = kind.span(at(start)..at(end)).label(label);
    group.element(origin).element(Snippet::source(shown).line_start(number).annotation(annotation))
}

/// Removes lines without a file name from a rendered finding. A cropped line already has its position above it, but the
/// renderer adds an empty one.
pub(crate) fn without_empty_places(rendered: &str) -> String {
    let is_empty = |line: &&str| strip_str(line).to_string().trim() == ":::";
    rendered.split('\n').filter(|line| !is_empty(line)).collect::<Vec<_>>().join("\n")
}

/// Returns the length of the byte order mark at the beginning of a file in bytes, or 0.
fn byte_order_mark_length(text: &str) -> usize {
    if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len_utf8() } else { 0 }
}

/// Returns the byte after the last line feed before a byte of a file.
fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(byte_order_mark_length(text), |feed| feed + 1)
}

/// Returns the byte of the next line feed of a file, or its end.
fn line_end(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |feed| at + feed)
}

/// Returns the number of the line that begins at a byte of a file, from 1.
fn line_number(text: &str, start: usize) -> usize {
    1 + text.as_bytes()[..start].iter().filter(|&&byte| byte == b'\n').count()
}

/// Returns the bytes of a span, kept within the visible text and between characters.
fn range(text: &str, span: Span) -> Range<usize> {
    let snap = |at: u32| {
        let mut at = (at as usize).clamp(byte_order_mark_length(text), text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let (start, end) = (snap(span.start), snap(span.end));
    start..end.max(start)
}

#[cfg(test)]
mod tests {
    use annotate_snippets::{Level, Renderer};
    use expect_test::expect;
    use tilewright_core::diag::FileId;

    use super::*;

    fn render_excerpt(text: &str, primary: Range<usize>, related: &[Range<usize>]) -> String {
        let mut sources = SourceMap::default();
        let file: FileId = sources.add("a.ron", text);
        let span = |range: &Range<usize>| Span::new(file, range.start, range.end);
        let related: Vec<(Span, String)> = related.iter().map(|range| (span(range), "here".to_owned())).collect();
        let group = Group::with_title(Level::ERROR.primary_title("wrong"));
        let group = with_places(group, &sources, Some(span(&primary)), &related);
        without_empty_places(&Renderer::plain().term_width(80).render(&[group]))
    }

    #[test]
    fn a_long_line_is_cropped_by_letters() {
        for letter in ["\u{200b}", "a\u{301}", "森", "\u{7f}"] {
            let text = format!("(\n{}x{}\n)", letter.repeat(3_000), letter.repeat(3_000));
            let at = text.find('x').unwrap_or(0);
            let shown = render_excerpt(&text, at..at + 1, &[]);
            assert!(shown.chars().count() < 400, "{shown}");
            assert!(shown.contains(&format!("a.ron:2:{}", 3_000 * letter.chars().count() + 1)), "{shown}");
            assert!(shown.contains('x') && shown.contains('^'), "{shown}");
        }
        let text = format!("{}x{}", "a".repeat(500), "b".repeat(500));
        expect![[r#"
            error: wrong
             --> a.ron:1:501
              |
            1 | …aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaxbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb...
              |                                          ^"#]]
        .assert_eq(&render_excerpt(&text, 500..501, &[]));
    }

    #[test]
    fn places_far_apart_are_shown_apart() {
        let text = format!("one\n{}two\n", "-\n".repeat(40_000));
        let last = text.len() - 4;
        expect![[r#"
            error: wrong
                 --> a.ron:40002:1
                  |
            40002 | two
                  | ^^^
                  |
                 ::: a.ron:1:1
                  |
                1 | one
                  | --- here"#]]
        .assert_eq(&render_excerpt(&text, last..last + 3, std::slice::from_ref(&(0..3))));
        expect![[r#"
            error: wrong
             --> a.ron:1:1
              |
            1 | one
              | ^^^"#]]
        .assert_eq(&render_excerpt(&text, 0..text.len(), &[]));
        let many: Vec<Range<usize>> = (0..200).map(|at| 0..at).collect();
        assert!(render_excerpt(&text, 0..3, &many).lines().count() < 30);
    }

    #[test]
    fn a_byte_order_mark_is_not_shown() {
        let text = "\u{feff}Pack\n";
        expect![[r#"
            error: wrong
             --> a.ron:1:1
              |
            1 | Pack
              | ^"#]]
        .assert_eq(&render_excerpt(text, 0..3, &[]));
    }
}
