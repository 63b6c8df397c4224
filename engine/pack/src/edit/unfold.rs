//! A thing that stood on one line and has outgrown it: it gets the lines that a person would give it.

use std::ops::Range;

use super::draft::trimmed;
use super::layout::{Layout, line_break};
use super::written::{WIDTH, Written};
use super::{TextEdit, apply, entries};
use crate::read::syntax::{self, Node};

/// Edits within a thing of a text, such as a tile, with the lines that it then needs. Where it was laid out in house style
/// it is so afterwards; in a list or beside brackets on whose line it no longer fits, it gets lines of its own. Where it
/// has lines or comments that somebody gave it by hand, the edits stay as they are.
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
        house_style(&Written::of(thing, text), indent, column) != stood
    } else {
        // Whoever writes longer lines by hand wants them.
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
    let value = Written::of(&grown, &after);
    let layout = list.filter(|_| indent < column).and_then(|list| Layout::of(text, list));
    let number = layout.as_ref().and_then(|l| l.entries.iter().position(|entry| entry.start == range.start));
    let all = match layout.zip(number) {
        Some((layout, number)) => {
            let indent = entries::inner_indent(&layout);
            entries::on_lines_of_their_own(&layout, number, &house_style(&value, indent, indent))
        }
        None => vec![TextEdit::new(range, house_style(&value, indent, column))],
    };
    all.iter().filter_map(|edit| trimmed(text, edit)).collect()
}

/// How far in the line of a byte stands, and the letters before the byte on it.
fn place(text: &str, at: usize) -> (usize, usize) {
    let start = text[..at].rfind('\n').map_or(0, |at| at + 1);
    let before = &text[start..at];
    (before.len() - before.trim_start_matches(' ').len(), before.chars().count())
}
