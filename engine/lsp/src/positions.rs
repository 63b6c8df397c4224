//! Converts between offsets in bytes and positions of the protocol, which are lines and columns in UTF-8 or UTF-16.

use std::ops::Range;

use crate::protocol::{self, Position, PositionEncodingKind, TextDocumentContentChangeEvent};

/// Unit of the columns in positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ColumnUnit {
    /// Bytes of UTF-8.
    Utf8,
    /// Units of UTF-16, which every client has.
    #[default]
    Utf16,
}

impl ColumnUnit {
    /// Chooses a unit that the client offers.
    pub(crate) fn choose(offered: &[PositionEncodingKind]) -> ColumnUnit {
        if offered.contains(&PositionEncodingKind::UTF8) { ColumnUnit::Utf8 } else { ColumnUnit::Utf16 }
    }

    pub(crate) fn kind(self) -> PositionEncodingKind {
        match self {
            ColumnUnit::Utf8 => PositionEncodingKind::UTF8,
            ColumnUnit::Utf16 => PositionEncodingKind::UTF16,
        }
    }
}

/// Starts of the lines of a text, for quick conversions.
#[derive(Clone, Debug)]
pub(crate) struct LineStarts {
    starts: Vec<usize>,
}

impl LineStarts {
    /// Finds the lines of a text, which end with `\n`, `\r\n` or `\r`.
    pub(crate) fn new(text: &str) -> LineStarts {
        let bytes = text.as_bytes();
        let mut starts = vec![0];
        for (at, byte) in bytes.iter().enumerate() {
            if *byte == b'\n' || (*byte == b'\r' && bytes.get(at + 1) != Some(&b'\n')) {
                starts.push(at + 1);
            }
        }
        LineStarts { starts }
    }

    /// Returns the position of an offset.
    pub(crate) fn position(&self, text: &str, at: usize, unit: ColumnUnit) -> Position {
        let at = tilewright_language::place::on_boundaries(text, at..at).start;
        let line = self.starts.partition_point(|start| *start <= at).saturating_sub(1);
        let before = &text[self.starts[line]..at];
        let column = match unit {
            ColumnUnit::Utf8 => before.len(),
            ColumnUnit::Utf16 => before.encode_utf16().count(),
        };
        let clip = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        Position::new(clip(line), clip(column))
    }

    /// Returns the positions of a range.
    pub(crate) fn range(&self, text: &str, range: &Range<usize>, unit: ColumnUnit) -> protocol::Range {
        protocol::Range::new(self.position(text, range.start, unit), self.position(text, range.end, unit))
    }

    /// Returns the offset of a position. A column after the end of its line means that end, and a line after the last
    /// one means the end of the text. A position within a character means its start.
    pub(crate) fn offset(&self, text: &str, position: Position, unit: ColumnUnit) -> usize {
        let line = position.line as usize;
        let Some(&start) = self.starts.get(line) else { return text.len() };
        let end = self.starts.get(line + 1).copied().unwrap_or(text.len());
        let content = text[start..end].trim_end_matches(['\r', '\n']);
        let column = position.character as usize;
        match unit {
            ColumnUnit::Utf8 => {
                let at = start + column.min(content.len());
                tilewright_language::place::on_boundaries(text, at..at).start
            }
            ColumnUnit::Utf16 => {
                let mut units = 0;
                for (at, letter) in content.char_indices() {
                    units += letter.len_utf16();
                    if units > column {
                        return start + at;
                    }
                }
                start + content.len()
            }
        }
    }
}

/// Applies the changes of a client to a text, in their order.
pub(crate) fn apply_changes(text: &mut String, changes: Vec<TextDocumentContentChangeEvent>, unit: ColumnUnit) {
    for change in changes {
        match change.range {
            None => *text = change.text,
            Some(range) => {
                let lines = LineStarts::new(text);
                let start = lines.offset(text, range.start, unit);
                let end = lines.offset(text, range.end, unit).max(start);
                text.replace_range(start..end, &change.text);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_units() {
        let text = "aé🙂b\r\nc\rd\n";
        let lines = LineStarts::new(text);
        let at = text.find('b').unwrap();
        assert_eq!(lines.position(text, at, ColumnUnit::Utf16), Position::new(0, 4));
        assert_eq!(lines.position(text, at, ColumnUnit::Utf8), Position::new(0, 7));
        for (place, offset) in [(Position::new(0, 3), 3), (Position::new(0, 99), 8), (Position::new(1, 0), 10)] {
            assert_eq!(lines.offset(text, place, ColumnUnit::Utf16), offset, "{place:?}");
        }
        assert_eq!(lines.offset(text, Position::new(0, 2), ColumnUnit::Utf8), 1, "within é");
        assert_eq!(lines.offset(text, Position::new(2, 0), ColumnUnit::Utf8), 12);
        assert_eq!(lines.offset(text, Position::new(9, 9), ColumnUnit::Utf8), text.len());
    }

    #[test]
    fn every_offset_has_a_position() {
        let text = "é\n🙂\r\n\r\rx🙂";
        let lines = LineStarts::new(text);
        for unit in [ColumnUnit::Utf8, ColumnUnit::Utf16] {
            for (at, _) in text.char_indices() {
                let is_line_end = text[..at].ends_with('\r') && text[at..].starts_with('\n');
                let position = lines.position(text, at, unit);
                assert!(is_line_end || lines.offset(text, position, unit) == at, "{at}: {position:?}");
            }
        }
    }

    /// Small generator of random numbers, which repeats its sequence.
    struct Chance(u64);

    impl Chance {
        fn below(&mut self, most: usize) -> usize {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            (self.0 % most.max(1) as u64) as usize
        }
    }

    #[test]
    fn ten_thousand_edits_equal_the_full_text() {
        let pieces = ["", "a", "é", "🙂", "\n", "\r\n", "\r", "road(", "\"ü\": 1,", "\n\n🙂é"];
        for unit in [ColumnUnit::Utf8, ColumnUnit::Utf16] {
            let mut chance = Chance(7);
            let (mut text, mut expected) = (String::new(), String::new());
            for number in 0..10_000 {
                let lines = LineStarts::new(&expected);
                // A client never addresses the middle of a line break.
                let boundaries: Vec<usize> = (0..=expected.len())
                    .filter(|at| expected.is_char_boundary(*at))
                    .filter(|at| !(expected[..*at].ends_with('\r') && expected[*at..].starts_with('\n')))
                    .collect();
                let mut ends = [0, 1].map(|_| boundaries[chance.below(boundaries.len())]);
                ends.sort_unstable();
                // The text stays short, so that the edits meet each other.
                if ends[1] - ends[0] > 12 && expected.len() < 200 {
                    ends[1] = ends[0];
                }
                let new = pieces[chance.below(pieces.len())];
                let range = lines.range(&expected, &(ends[0]..ends[1]), unit);
                expected.replace_range(ends[0]..ends[1], new);
                let change =
                    TextDocumentContentChangeEvent { range: Some(range), range_length: None, text: new.to_owned() };
                apply_changes(&mut text, vec![change], unit);
                assert_eq!(text, expected, "edit {number}");
            }
            assert!(expected.contains('🙂') && expected.contains('é'));
        }
    }
}
