//! Splits an entry that no longer fits on its line into several lines, as an author would.

use std::ops::Range;

use super::draft::trim_edit;
use super::layout::{ValueLayout, line_break};
use super::written::{WIDTH, Written};
use super::{TextEdit, apply, entries};
use crate::read::syntax::{self, Node};

/// Returns `edits` within an entry such as a tile, extended by the line breaks that the entry then needs. An entry in
/// house style stays in house style. If it no longer fits on the line of its list or brackets, it gets separate lines.
/// The edits of an entry with manual line breaks or comments are returned unchanged.
pub fn unfold(text: &str, list: Option<&Node>, thing: &Node, edits: Vec<TextEdit>) -> Vec<TextEdit> {
    let range = thing.range();
    let inside = |edit: &TextEdit| range.start <= edit.range.start && edit.range.end <= range.end;
    let stood = &text[range.clone()];
    let width = |text: &str, range: &Range<usize>| {
        let start = text[..range.start].rfind('\n').map_or(0, |at| at + 1);
        let end = text[range.end..].find('\n').map_or(text.len(), |at| range.end + at);
        text[start..end].trim_end().chars().count()
    };
    let (indent, column) = place(text, range.start);
    let house_style =
        |value: &Written, indent: usize, column: usize| value.print(indent, column, 1).replace('\n', line_break(text));
    let by_hand = if stood.contains('\n') {
        house_style(&Written::from_node(thing, text), indent, column) != stood
    } else {
        // A line that was already too long is taken as the author's choice.
        width(text, &range) > WIDTH
    };
    if by_hand || syntax::has_comment(stood) || !edits.iter().all(inside) {
        return edits;
    }
    let after = apply(text, &edits);
    let Some(grown) = syntax::value_at(&after, range.start) else { return edits };
    let now = grown.range();
    if !after[now.clone()].contains('\n') && width(&after, &now) <= WIDTH {
        return edits;
    }
    let value = Written::from_node(&grown, &after);
    let layout = list.filter(|_| indent < column).and_then(|list| ValueLayout::from_node(text, list));
    let number = layout.as_ref().and_then(|l| l.entries.iter().position(|entry| entry.start == range.start));
    let all = match layout.zip(number) {
        Some((layout, number)) => {
            let indent = entries::inner_indent(&layout);
            entries::on_lines_of_their_own(&layout, number, &house_style(&value, indent, indent))
        }
        None => vec![TextEdit::new(range, house_style(&value, indent, column))],
    };
    all.iter().filter_map(|edit| trim_edit(text, edit)).collect()
}

/// Returns the indent of the line with a byte, and the number of characters before the byte on it.
fn place(text: &str, at: usize) -> (usize, usize) {
    let start = text[..at].rfind('\n').map_or(0, |at| at + 1);
    let before = &text[start..at];
    (before.len() - before.trim_start_matches(' ').len(), before.chars().count())
}
