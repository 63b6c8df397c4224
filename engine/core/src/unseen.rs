//! Finds invisible characters and characters that change the display of their neighbours. Texts from others must not
//! contain them when they are shown, as they move the cursor of a terminal, reverse words, or make different names look
//! alike.

use std::borrow::Cow;
use std::cmp::Ordering;

/// Ranges of invisible characters, in order: controls (Cc), formats (Cf, except the few visible ones), line and
/// paragraph separators, characters that Unicode declares default-ignorable, and the Braille blank.
const UNSEEN: &[(char, char)] = &[
    ('\0', '\u{1f}'),
    ('\u{7f}', '\u{9f}'),
    ('\u{ad}', '\u{ad}'),
    ('\u{34f}', '\u{34f}'),
    ('\u{61c}', '\u{61c}'),
    ('\u{115f}', '\u{1160}'),
    ('\u{17b4}', '\u{17b5}'),
    ('\u{180b}', '\u{180f}'),
    ('\u{200b}', '\u{200f}'),
    ('\u{2028}', '\u{202e}'),
    ('\u{2060}', '\u{206f}'),
    ('\u{2800}', '\u{2800}'),
    ('\u{3164}', '\u{3164}'),
    ('\u{fe00}', '\u{fe0f}'),
    ('\u{feff}', '\u{feff}'),
    ('\u{ffa0}', '\u{ffa0}'),
    ('\u{fff0}', '\u{fffb}'),
    ('\u{13430}', '\u{1343f}'),
    ('\u{1bca0}', '\u{1bca3}'),
    ('\u{1d173}', '\u{1d17a}'),
    ('\u{e0000}', '\u{e0fff}'),
];

/// Returns true if a character is invisible or changes the display of others. Line feeds and tabs count as invisible.
pub fn is_unseen(c: char) -> bool {
    // Nearly all characters in texts are between the first two ranges.
    if (' '..='~').contains(&c) {
        return false;
    }
    let place = |&(first, last): &(char, char)| match c {
        _ if last < c => Ordering::Less,
        _ if first > c => Ordering::Greater,
        _ => Ordering::Equal,
    };
    UNSEEN.binary_search_by(place).is_ok()
}

/// Returns true if the bytes consist only of printable ASCII characters and blanks, as nearly all names do.
pub fn is_plain(bytes: &[u8]) -> bool {
    // No early exit, so that the compiler can vectorize the loop.
    bytes.iter().fold(true, |plain, byte| plain & (byte.wrapping_sub(b' ') <= b'~' - b' '))
}

/// Returns the first invisible character of a text and its offset in bytes; `None` if the text has no such character.
pub fn first_unseen(text: &str) -> Option<(usize, char)> {
    if is_plain(text.as_bytes()) {
        return None;
    }
    text.char_indices().find(|&(_, c)| is_unseen(c))
}

/// Returns the invisible characters in the text of a file with their offsets. Line ends and tabs are allowed there.
pub fn in_file(text: &str) -> impl Iterator<Item = (usize, char)> {
    text.char_indices().filter(|&(at, c)| match c {
        '\n' | '\t' => false,
        '\r' => !text[at + 1..].starts_with('\n'),
        _ => is_unseen(c),
    })
}

/// Byte order mark, which some programs write at the start of a text file. It does not belong to the text.
pub const BYTE_ORDER_MARK: char = '\u{feff}';

/// Replaces a byte order mark at the start of a text by blanks, so that all bytes keep their offsets.
pub fn without_byte_order_mark(text: &str) -> Cow<'_, str> {
    match text.strip_prefix(BYTE_ORDER_MARK) {
        Some(rest) => Cow::Owned(" ".repeat(text.len() - rest.len()) + rest),
        None => Cow::Borrowed(text),
    }
}

/// Returns the notation for a character that cannot be shown: `U+202E`.
pub fn code_point(c: char) -> String {
    format!("U+{:04X}", u32::from(c))
}

/// Returns a text for display on one line: at most `most` letters, with invisible characters escaped, as in `\u{1b}`.
pub fn escape_line(text: &str, most: usize) -> Cow<'_, str> {
    escape_chars(text, most, is_unseen)
}

/// Like [`escape_line`], for a text of several lines: line feeds are kept.
pub fn escape_lines(text: &str, most: usize) -> Cow<'_, str> {
    escape_chars(text, most, |c| c != '\n' && is_unseen(c))
}

fn escape_chars(text: &str, most: usize, unfit: impl Fn(char) -> bool) -> Cow<'_, str> {
    let cut = text.char_indices().nth(most).map(|(at, _)| at);
    if cut.is_none() && !text.contains(&unfit) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::new();
    for c in text[..cut.unwrap_or(text.len())].chars() {
        if unfit(c) {
            shown.extend(c.escape_default());
        } else {
            shown.push(c);
        }
    }
    if cut.is_some() {
        shown.push('…');
    }
    Cow::Owned(shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_seen_is_written_out() {
        for (text, wanted) in [
            ("road", "road"),
            ("Straße ‹é› 森 ⚔ 🏰", "Straße ‹é› 森 ⚔ 🏰"),
            ("\u{1b}]52;c;x\u{7}", "\\u{1b}]52;c;x\\u{7}"),
            ("a\nb\tc\r", "a\\nb\\tc\\r"),
            ("\u{202e}daor\u{2066}\u{200f}", "\\u{202e}daor\\u{2066}\\u{200f}"),
            ("ro\u{200b}ad\u{ad}\u{feff}\u{3164}", "ro\\u{200b}ad\\u{ad}\\u{feff}\\u{3164}"),
            ("\u{9b}2J\u{85}\u{2028}", "\\u{9b}2J\\u{85}\\u{2028}"),
            ("\u{e0041}\u{fe0f}", "\\u{e0041}\\u{fe0f}"),
        ] {
            assert_eq!(escape_line(text, 100), wanted);
        }
        assert_eq!(escape_line("a house", 3), "a h…");
        assert_eq!(escape_lines("a\n\u{1b}b", 100), "a\n\\u{1b}b");
        assert_eq!(code_point('\u{1b}'), "U+001B");
    }

    #[test]
    fn a_byte_order_mark_becomes_blanks_of_its_length() {
        assert_eq!(without_byte_order_mark("\u{feff}Pack()"), "   Pack()");
        assert_eq!(without_byte_order_mark("Pack(\u{feff})"), "Pack(\u{feff})");
        assert_eq!(without_byte_order_mark(""), "");
    }

    #[test]
    fn files_have_lines_and_tabs() {
        let found = |text: &str| in_file(text).map(|(at, _)| at).collect::<Vec<_>>();
        assert_eq!(found("a\r\n\tb\n"), Vec::<usize>::new());
        assert_eq!(found("a\rb\u{1b}\u{2029}"), [1, 3, 4]);
    }

    #[test]
    fn the_ranges_are_in_order() {
        assert!(UNSEEN.iter().all(|(first, last)| first <= last));
        assert!(UNSEEN.windows(2).all(|pair| pair[0].1 < pair[1].0));
    }
}
