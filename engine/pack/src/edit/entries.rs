//! Inserts entries into lists, maps and structs, and removes them.

use std::ops::Range;

use super::TextEdit;
use super::layout::ValueLayout;
use super::written::{INDENT, WIDTH};

/// Text of an entry, with the comments that move with it.
#[derive(Clone, Debug, Default)]
pub(super) struct EntryText {
    /// Comments above the entry, with the whitespace after them.
    before: String,
    /// Entry without its comma.
    body: String,
    /// Comment after the entry on the same line, with the whitespace before it.
    after: String,
}

impl EntryText {
    /// Copies an entry of a text with its comments.
    pub(super) fn copy_entry(layout: &ValueLayout<'_>, entry: usize) -> EntryText {
        let own = &layout.entries[entry];
        let end = own.comma.map_or(own.end, |comma| comma + 1);
        let between = own.comma.map_or("", |comma| &layout.text[own.end..comma]);
        EntryText {
            before: layout.text[layout.lead(entry).start..own.start].to_owned(),
            body: format!("{}{between}", &layout.text[own.start..own.end]),
            after: layout.text[end..layout.tail(entry)].to_owned(),
        }
    }

    /// Copies an entry as [`remove`] deletes it. If another entry begins the line, the comment at its end is about the
    /// whole line, so it is not part of the piece.
    pub(super) fn copy_for_removal(layout: &ValueLayout<'_>, entry: usize) -> EntryText {
        let mut piece = EntryText::copy_entry(layout, entry);
        if !layout.lead(entry).broken {
            piece.after.clear();
        }
        piece
    }

    fn has_comments(&self) -> bool {
        !self.before.is_empty() || !self.after.is_empty()
    }

    fn with_comma(&self, comma: bool) -> String {
        format!("{}{}{}{}", self.before, self.body, if comma { "," } else { "" }, self.after)
    }
}

/// Entry to insert: a piece of text, or a value to print for its position.
pub(super) enum New<'a> {
    Piece(EntryText),
    /// Printer with the indent, the column and the number of characters that follow.
    Print(&'a dyn Fn(usize, usize, usize) -> String),
}

impl New<'_> {
    fn to_piece(&self, layout: &ValueLayout<'_>, indent: usize, column: usize, after: usize) -> EntryText {
        match self {
            New::Piece(piece) => piece.clone(),
            New::Print(print) => {
                let body = print(indent, column, after).replace('\n', layout.line_break());
                EntryText { body, ..EntryText::default() }
            }
        }
    }
}

/// Inserts an entry before the entry `index`, or at the end. With `tall`, the first entry of an empty list gets a
/// separate line.
pub(super) fn insert(layout: &ValueLayout<'_>, index: usize, new: &New<'_>, tall: bool) -> Vec<TextEdit> {
    match index.min(layout.entries.len()).checked_sub(1) {
        Some(previous) => insert_after(layout, previous, new),
        None if layout.entries.is_empty() => insert_first(layout, new, tall),
        None => insert_before(layout, new),
    }
}

fn blanks(layout: &ValueLayout<'_>, indent: usize) -> String {
    format!("{}{}", layout.line_break(), " ".repeat(indent))
}

/// Returns the indent of lines with entries.
pub(super) fn inner_indent(layout: &ValueLayout<'_>) -> usize {
    let broken = (0..layout.entries.len()).find(|&i| layout.lead(i).broken);
    broken.map_or(layout.indent(layout.open) + INDENT, |i| layout.column(layout.entries[i].start))
}

/// True if every entry begins on a separate line.
fn is_tall(layout: &ValueLayout<'_>) -> bool {
    (0..layout.entries.len()).all(|i| layout.lead(i).broken)
}

/// True if these are the parentheses of a part that shares its line with others; new fields stay on that line.
fn is_part(layout: &ValueLayout<'_>) -> bool {
    let head = layout.text[..layout.open].bytes().next_back().is_some_and(|b| b.is_ascii_alphanumeric() || b == b'_');
    let start = layout.text[..layout.open].rfind(|c: char| !c.is_ascii_alphanumeric() && c != '_').map_or(0, |i| i + 1);
    head && layout.column(start) > 0 && !layout.text[layout.open..layout.close].contains('\n')
}

fn insert_first(layout: &ValueLayout<'_>, new: &New<'_>, tall: bool) -> Vec<TextEdit> {
    let inside = layout.open + 1..layout.close;
    let outer = layout.indent(layout.open);
    let comments = layout.comments(inside.clone());
    if let Some(last) = comments.last() {
        let piece = new.to_piece(layout, outer + INDENT, outer + INDENT, 1);
        let text = format!("{}{}{}", blanks(layout, outer + INDENT), piece.with_comma(true), blanks(layout, outer));
        return vec![TextEdit::new(last.end..layout.close, text)];
    }
    let column = layout.column(layout.open) + 1;
    let rest = layout.rest(layout.close);
    let piece = new.to_piece(layout, outer, column, rest);
    let flat = !tall && !piece.has_comments();
    if flat && (piece.body.contains('\n') || column + piece.body.chars().count() + rest <= WIDTH) {
        return vec![TextEdit::new(inside, piece.body)];
    }
    let piece = new.to_piece(layout, outer + INDENT, outer + INDENT, 1);
    let text = format!("{}{}{}", blanks(layout, outer + INDENT), piece.with_comma(true), blanks(layout, outer));
    vec![TextEdit::new(inside, text)]
}

fn insert_before(layout: &ValueLayout<'_>, new: &New<'_>) -> Vec<TextEdit> {
    let lead = layout.lead(0);
    let start = layout.entries[0].start;
    let indent = if lead.broken { layout.column(start) } else { inner_indent(layout) };
    let line = layout.column(start) + layout.rest(start);
    if !(lead.broken && is_tall(layout)) && lead.start == start {
        let column = if is_part(layout) { 0 } else { layout.column(start) };
        let piece = new.to_piece(layout, indent, column, 2);
        let short = line + piece.body.chars().count() + 2 <= WIDTH;
        let fits = (short || is_part(layout)) && !piece.body.contains('\n');
        if fits && !piece.has_comments() {
            return vec![TextEdit::new(start..start, format!("{}, ", piece.body))];
        }
    }
    let column = if lead.broken { indent } else { layout.column(lead.start) };
    let text = format!("{}{}", new.to_piece(layout, indent, column, 1).with_comma(true), blanks(layout, indent));
    vec![TextEdit::new(lead.start..lead.start, text)]
}

fn insert_after(layout: &ValueLayout<'_>, previous: usize, new: &New<'_>) -> Vec<TextEdit> {
    let entry = &layout.entries[previous];
    let end = entry.comma.map_or(entry.end, |comma| comma + 1);
    let tail = layout.tail(previous);
    let comma = entry.comma.is_some();
    let indent = inner_indent(layout);
    if !is_tall(layout) && tail == end {
        let column = layout.column(end) + if comma { 1 } else { 2 };
        let rest = layout.rest(end) + usize::from(comma);
        let line_indent = layout.indent(entry.start);
        let part = is_part(layout);
        let piece = if part { new.to_piece(layout, 0, 0, 0) } else { new.to_piece(layout, line_indent, column, rest) };
        let last = piece.body.lines().last().unwrap_or_default().chars().count();
        let fits = if piece.body.contains('\n') { last + rest <= WIDTH } else { column + last + rest <= WIDTH };
        // A value that needs several lines follows others only if it would not fit on a separate line either.
        let alone = !piece.body.contains('\n') || new.to_piece(layout, indent, indent, 1).body.contains('\n');
        if (fits || part) && alone && !piece.has_comments() {
            let text = if comma { format!(" {},", piece.body) } else { format!(", {}", piece.body) };
            return vec![TextEdit::new(end..end, text)];
        }
    }
    let piece = new.to_piece(layout, indent, indent, 1);
    let mut text = format!("{}{}", blanks(layout, indent), piece.with_comma(comma));
    let rest = layout.text[tail..layout.line_end(tail)].trim_start();
    if !piece.after.is_empty() && !rest.is_empty() {
        let further = if tail <= layout.close && layout.text[tail..layout.close].trim().is_empty() {
            layout.indent(layout.open)
        } else {
            indent
        };
        text.push_str(&blanks(layout, further));
    }
    if comma {
        vec![TextEdit::new(tail..tail, text)]
    } else if tail == end {
        vec![TextEdit::new(end..end, format!(",{text}"))]
    } else {
        vec![TextEdit::new(end..end, ","), TextEdit::new(tail..tail, text)]
    }
}

/// Rewrites an entry, after the previous one if it fits on that line, otherwise on a separate line. Leaves an entry
/// with comments unchanged.
pub(super) fn lay_out(layout: &ValueLayout<'_>, index: usize, new: &New<'_>) -> Vec<TextEdit> {
    let entry = &layout.entries[index];
    let from = match index.checked_sub(1).map(|i| &layout.entries[i]) {
        Some(previous) => previous.comma.map_or(previous.end, |comma| comma + 1),
        None => layout.open + 1,
    };
    let comments = crate::read::syntax::has_comment(&layout.text[from..entry.end]);
    if comments {
        return Vec::new();
    }
    let rest = layout.rest(entry.end);
    let lead = layout.lead(index);
    let column = if lead.broken || index == 0 { layout.column(entry.start) } else { layout.column(from) + 1 };
    let short = new.to_piece(layout, layout.indent(entry.start), column, rest).body;
    if !short.contains('\n') {
        return vec![TextEdit::new(entry.start..entry.end, short)];
    }
    let indent = if lead.broken { column } else { inner_indent(layout) };
    let body = new.to_piece(layout, indent, indent, rest).body;
    vec![TextEdit::new(from..entry.end, format!("{}{body}", blanks(layout, indent)))]
}

/// Removes an entry, with its comma and its comments.
pub(super) fn remove(layout: &ValueLayout<'_>, index: usize) -> Vec<TextEdit> {
    let entry = &layout.entries[index];
    let lead = layout.lead(index);
    let tail = layout.tail(index);
    let count = layout.entries.len();
    let text = layout.text;
    let end = entry.comma.map_or(entry.end, |comma| comma + 1);
    let previous = index.checked_sub(1).map(|i| &layout.entries[i]);
    // If the last entry had no comma, the entry before it must lose its comma.
    let spare = (entry.comma.is_none()).then(|| previous.and_then(|p| p.comma)).flatten();
    let line_end = layout.line_end(tail);
    let ends_line = text[tail..line_end].trim().is_empty() && line_end < text.len();
    if lead.broken && ends_line {
        let next_line = text[line_end..].find('\n').map_or(text.len(), |i| line_end + i + 1);
        let mut range = layout.line_start(lead.start)..next_line;
        let before = layout.end_before(index);
        let follows = if index + 1 < count { layout.lead(index + 1).start } else { layout.close };
        let gap_after = text[range.end.min(follows)..follows].contains('\n') || index + 1 == count;
        if lead.apart && !lead.foreign && gap_after {
            // Of two blank lines, one remains.
            let line_end = layout.line_end(before);
            range.start = text[line_end..].find('\n').map_or(range.start, |i| line_end + i + 1);
        } else if index == 0 && !lead.foreign && index + 1 < count && layout.comments(tail..follows).is_empty() {
            range.end = layout.line_start(follows).max(range.end);
        }
        let mut edits = vec![TextEdit::new(range, "")];
        if let Some(comma) = spare {
            edits.insert(0, TextEdit::new(comma..comma + 1, ""));
        }
        return edits;
    }
    if index + 1 < count {
        let next = layout.lead(index + 1).start;
        if !text[end..next].contains('\n') {
            return vec![TextEdit::new(lead.start..next, "")];
        }
        if previous.is_none() && layout.comments(end..next).is_empty() && !lead.broken {
            return vec![TextEdit::new(lead.start..next, "")];
        }
    }
    if count == 1 {
        let inside = layout.open + 1..layout.close;
        if layout.comments(inside.clone()).is_empty() {
            return vec![TextEdit::new(inside, "")];
        }
        return vec![TextEdit::new(lead.start..end, "")];
    }
    let Some(previous) = previous else { return vec![TextEdit::new(lead.start..end, "")] };
    let from = match spare {
        Some(comma) => comma,
        None => previous.comma.map_or(previous.end, |comma| comma + 1),
    };
    let own_comments = layout.comments(lead.start..entry.start).len();
    if layout.comments(from..entry.start).len() == own_comments {
        return vec![TextEdit::new(from..end, "")];
    }
    let mut edits = vec![TextEdit::new(lead.start..end, "")];
    if let Some(comma) = spare {
        edits.insert(0, TextEdit::new(comma..comma + 1, ""));
    }
    edits
}

/// Rewrites an entry on separate lines, away from its neighbours and the brackets. In a list on one line, all other
/// entries also get separate lines. Makes no change if there are comments between two entries.
pub(super) fn on_lines_of_their_own(layout: &ValueLayout<'_>, index: usize, body: &str) -> Vec<TextEdit> {
    let (text, last) = (layout.text, layout.entries.len() - 1);
    let flat = !text[layout.open..layout.close].contains('\n');
    let indent = inner_indent(layout);
    let is_plain = |gap: &Range<usize>| text[gap.clone()].bytes().all(|b| b == b' ' || b == b'\t' || b == b',');
    let mut edits = Vec::new();
    let mut from = layout.open + 1;
    for (number, entry) in layout.entries.iter().enumerate() {
        let gap = from..entry.start;
        if (flat || number == index || number == index + 1) && is_plain(&gap) {
            edits.push(TextEdit::new(gap, blanks(layout, indent)));
        }
        if number == index {
            edits.push(TextEdit::new(entry.start..entry.end, body));
        }
        from = entry.comma.map_or(entry.end, |comma| comma + 1);
    }
    let gap = from..layout.close;
    if (flat || index == last) && is_plain(&gap) {
        let comma = if layout.entries[last].comma.is_none() { "," } else { "" };
        edits.push(TextEdit::new(gap, format!("{comma}{}", blanks(layout, layout.indent(layout.open)))));
    }
    edits
}
