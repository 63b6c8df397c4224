//! Describes the layout of a list, a map or a struct in its text: brackets, entries, commas, and the comments of each
//! entry.

use std::ops::Range;

use crate::read::syntax::{Node, NodeShape, skip_blank};

/// Layout of a value with brackets and entries, as byte positions in the text.
pub(super) struct ValueLayout<'t> {
    pub(super) text: &'t str,
    /// Position of the opening bracket.
    pub(super) open: usize,
    /// Position of the closing bracket.
    pub(super) close: usize,
    pub(super) entries: Vec<LayoutEntry>,
}

/// Item of a list, a field with its name, or an entry of a map with its key.
pub(super) struct LayoutEntry {
    pub(super) start: usize,
    pub(super) end: usize,
    /// Position of the comma after it; `None` if it has no comma.
    pub(super) comma: Option<usize>,
}

/// Comments and blank lines before an entry.
pub(super) struct Lead {
    /// Start of the comments of the entry, or of the entry itself if it has no comments.
    pub(super) start: usize,
    /// True if the entry, with its comments, begins on another line than the text before it.
    pub(super) broken: bool,
    /// True if a blank line precedes the entry and its comments.
    pub(super) apart: bool,
    /// True if it follows comments that are not its own, such as the title of a section.
    pub(super) foreign: bool,
}

impl<'t> ValueLayout<'t> {
    /// Returns the layout of a node; `None` if it has no brackets or is not complete.
    pub(super) fn from_node(text: &'t str, node: &Node) -> Option<ValueLayout<'t>> {
        let range = node.range();
        let (head, ranges): (_, Vec<Range<usize>>) = match &node.shape {
            NodeShape::List(items) => (None, items.iter().map(Node::range).collect()),
            NodeShape::Tuple(head, items) => (head.as_ref(), items.iter().map(Node::range).collect()),
            NodeShape::Map(entries) => (None, entries.iter().map(|(k, v)| k.range().start..v.range().end).collect()),
            NodeShape::Struct(head, fields) => {
                (head.as_ref(), fields.iter().map(|(k, v)| k.span.start as usize..v.range().end).collect())
            }
            _ => return None,
        };
        let bytes = text.as_bytes();
        let open = head.map_or(range.start, |w| skip_blank(bytes, w.span.end as usize));
        let close = range.end.checked_sub(1)?;
        let bracket = match bytes.get(open)? {
            b'(' => b')',
            b'[' => b']',
            b'{' => b'}',
            _ => return None,
        };
        if *bytes.get(close)? != bracket || close <= open {
            return None;
        }
        let mut entries = Vec::new();
        for (i, entry) in ranges.iter().enumerate() {
            let after = skip_blank(bytes, entry.end);
            let comma = (bytes.get(after) == Some(&b',')).then_some(after);
            let complete = comma.is_some() || (i + 1 == ranges.len() && after == close);
            if !complete {
                return None;
            }
            entries.push(LayoutEntry { start: entry.start, end: entry.end, comma });
        }
        Some(ValueLayout { text, open, close, entries })
    }

    /// Returns the start of the line with a byte.
    pub(super) fn line_start(&self, at: usize) -> usize {
        self.text[..at].rfind('\n').map_or(0, |i| i + 1)
    }

    /// Returns the end of the line with a byte, before the line break.
    pub(super) fn line_end(&self, at: usize) -> usize {
        let end = self.text[at..].find('\n').map_or(self.text.len(), |i| at + i);
        if end > at && self.text.as_bytes()[end - 1] == b'\r' { end - 1 } else { end }
    }

    /// Returns the number of characters from a byte to the end of its line, or to the comment at the end.
    pub(super) fn rest(&self, at: usize) -> usize {
        let rest = &self.text[at..self.line_end(at)];
        let mut from = 0;
        let mut end = rest.len();
        while let Some(found) = rest[from..].find(['"', '/']) {
            let here = from + found;
            if rest[here..].starts_with("//") {
                end = here;
                break;
            }
            // Skips a quoted text, or a slash that begins no comment.
            let quoted = rest[here..].starts_with('"').then(|| rest[here + 1..].find('"')).flatten();
            from = here + 1 + quoted.map_or(0, |close| close + 1);
        }
        rest[..end].trim_end().chars().count()
    }

    /// Returns the number of characters before a byte on its line.
    pub(super) fn column(&self, at: usize) -> usize {
        self.text[self.line_start(at)..at].chars().count()
    }

    /// Returns the number of blanks at the start of the line with a byte.
    pub(super) fn indent(&self, at: usize) -> usize {
        self.text[self.line_start(at)..].bytes().take_while(|&b| b == b' ').count()
    }

    /// Returns the line break of the text.
    pub(super) fn line_break(&self) -> &'static str {
        line_break(self.text)
    }

    fn is_broken(&self, range: Range<usize>) -> bool {
        self.text[range].contains('\n')
    }

    /// Returns the end of an entry with its comma, and with the comments after it that end its line.
    pub(super) fn tail(&self, entry: usize) -> usize {
        let own = &self.entries[entry];
        let end = own.comma.map_or(own.end, |comma| comma + 1);
        let limit = self.entries.get(entry + 1).map_or(self.close, |next| next.start);
        self.tail_of(end, limit)
    }

    /// Returns the end of the comments that follow position `end` on its line, before an entry at `limit`.
    fn tail_of(&self, end: usize, limit: usize) -> usize {
        let mut last = end;
        for comment in self.comments(end..limit) {
            if self.is_broken(last..comment.start) {
                break;
            }
            // A comment between two entries on a line belongs to the second.
            let rest = &self.text[comment.end..];
            let closes = rest.trim_start_matches([' ', '\t', '\r']);
            if self.is_broken(comment.clone())
                || !(closes.starts_with('\n') || closes.starts_with("//") || closes.starts_with("/*"))
            {
                break;
            }
            last = comment.end;
        }
        last
    }

    /// Returns the end of the text before an entry: the tail of the previous one, or the bracket with its comment.
    pub(super) fn end_before(&self, entry: usize) -> usize {
        match entry.checked_sub(1) {
            Some(previous) => self.tail(previous),
            None => self.tail_of(self.open + 1, self.entries.first().map_or(self.close, |e| e.start)),
        }
    }

    /// Returns the comments and blank lines before an entry.
    pub(super) fn lead(&self, entry: usize) -> Lead {
        let from = self.end_before(entry);
        let start = self.entries[entry].start;
        let comments = self.comments(from..start);
        let mut own = comments.len();
        let mut begin = start;
        while own > 0 && self.breaks(comments[own - 1].end..begin) < 2 {
            own -= 1;
            begin = comments[own].start;
        }
        let previous = if own > 0 { comments[own - 1].end } else { from };
        let mut lead = Lead {
            start: begin,
            broken: self.is_broken(from..begin),
            apart: self.breaks(previous..begin) >= 2,
            foreign: own > 0,
        };
        // Above several entries without a gap between them, a separate comment is the title of all.
        let stands_alone =
            own < comments.len() && (lead.apart || entry == 0) && lead.broken && self.breaks(begin..start) > 0;
        if stands_alone && entry + 1 < self.entries.len() {
            let gap = self.tail(entry)..self.entries[entry + 1].start;
            if self.breaks(gap.clone()) == 1 && self.comments(gap).is_empty() {
                (lead.start, lead.apart, lead.foreign) = (start, false, true);
            }
        }
        lead
    }

    /// Returns the number of line breaks in a range of blanks and comments, except those inside comments.
    fn breaks(&self, range: Range<usize>) -> usize {
        let comments = self.comments(range.clone());
        let mut at = range.start;
        let mut count = 0;
        for end in comments.iter().map(|c| c.start).chain([range.end]) {
            count += self.text[at..end].matches('\n').count();
            at = comments.iter().find(|c| c.start == end).map_or(end, |c| c.end);
        }
        count
    }

    /// Returns the comments in a range of blanks, comments and at most a comma, without the line breaks after them.
    pub(super) fn comments(&self, range: Range<usize>) -> Vec<Range<usize>> {
        let bytes = self.text.as_bytes();
        let mut found = Vec::new();
        let mut at = range.start;
        while at < range.end {
            if bytes[at] != b'/' {
                at += 1;
                continue;
            }
            let end = if bytes.get(at + 1) == Some(&b'/') { self.line_end(at) } else { block_end(bytes, at) };
            found.push(at..end);
            at = end.max(at + 1);
        }
        found
    }
}

/// Returns the line break that a text uses.
pub(super) fn line_break(text: &str) -> &'static str {
    match text.find('\n') {
        Some(at) if text[..at].ends_with('\r') => "\r\n",
        _ => "\n",
    }
}

/// Returns the end of a block comment; block comments can be nested.
fn block_end(bytes: &[u8], start: usize) -> usize {
    let (mut at, mut depth) = (start + 2, 1usize);
    while at < bytes.len() && depth > 0 {
        match (bytes[at], bytes.get(at + 1)) {
            (b'*', Some(b'/')) => (depth, at) = (depth - 1, at + 2),
            (b'/', Some(b'*')) => (depth, at) = (depth + 1, at + 2),
            _ => at += 1,
        }
    }
    at.min(bytes.len())
}
