//! Text of the code editor, indexed by lines in bytes and in characters.

use std::ops::Range;
use std::sync::Arc;

use tilewright_editor_model::pack::document::Splice;

/// Text of the file in the field.
#[derive(Default)]
pub(super) struct Buffer {
    path: Option<Arc<str>>,
    pub(super) text: String,
    /// First byte and first character of each line.
    lines: Vec<(usize, usize)>,
    /// Number that changes with every change of the text.
    pub(super) revision: u64,
}

impl Buffer {
    /// Takes over a text; returns the difference to the old text, or `None` for another file or an equal text.
    pub(super) fn renew(&mut self, path: &Arc<str>, text: &str) -> Option<Splice> {
        let same = self.path.as_ref() == Some(path);
        if same && self.text == text {
            return None;
        }
        let splice = if same { Splice::from_difference(&self.text, text) } else { None };
        self.path = Some(path.clone());
        text.clone_into(&mut self.text);
        self.count();
        splice
    }

    /// Rebuilds the index of lines after a change of the text.
    pub(super) fn count(&mut self) {
        self.revision += 1;
        self.lines.clear();
        self.lines.push((0, 0));
        let (mut chars, mut start) = (0, 0);
        for (i, byte) in self.text.bytes().enumerate() {
            // Continuation bytes of UTF-8 are not counted.
            chars += usize::from(byte & 0xC0 != 0x80);
            if byte == b'\n' {
                start = i + 1;
                self.lines.push((start, chars));
            }
        }
        debug_assert!(start <= self.text.len());
    }

    pub(super) fn line_count(&self) -> usize {
        self.lines.len()
    }

    /// Returns the line of a byte, from 0.
    pub(super) fn line(&self, byte: usize) -> usize {
        self.lines.partition_point(|(start, _)| *start <= byte).saturating_sub(1)
    }

    /// Returns the first byte of a line; the end of the text if there is no such line.
    pub(super) fn start(&self, line: usize) -> usize {
        self.lines.get(line).map_or(self.text.len(), |(start, _)| *start)
    }

    /// Returns the line and the column of a byte, both from 0; the column is in characters.
    pub(super) fn position(&self, byte: usize) -> (usize, usize) {
        let byte = tilewright_language::place::on_boundaries(&self.text, byte..byte).start;
        let line = self.line(byte);
        (line, self.text[self.lines[line].0..byte].chars().count())
    }

    /// Returns the character index of a byte.
    pub(super) fn char_index(&self, byte: usize) -> usize {
        let (line, column) = self.position(byte);
        self.lines[line].1 + column
    }

    /// Returns the byte of a character index.
    pub(super) fn byte(&self, index: usize) -> usize {
        let line = self.lines.partition_point(|(_, chars)| *chars <= index).saturating_sub(1);
        let (start, chars) = self.lines[line];
        self.text[start..].char_indices().nth(index - chars).map_or(self.text.len(), |(i, _)| start + i)
    }

    /// Returns the byte range between two character indices, in either order.
    pub(super) fn bytes(&self, a: usize, b: usize) -> Range<usize> {
        self.byte(a.min(b))..self.byte(a.max(b))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_and_characters_are_counted_alike() {
        let mut buffer = Buffer::default();
        let text = "é\n\nüa\nb";
        buffer.renew(&"x".into(), text);
        for (number, (byte, _)) in text.char_indices().enumerate() {
            assert_eq!((buffer.char_index(byte), buffer.byte(number)), (number, byte));
        }
        assert_eq!(buffer.byte(99), text.len());
        assert_eq!((buffer.position(4), buffer.position(6), buffer.line_count()), ((2, 0), (2, 1), 4));
        assert_eq!(buffer.position(5), (2, 0), "inside of a character is its beginning");
    }
}
