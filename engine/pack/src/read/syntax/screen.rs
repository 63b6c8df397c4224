//! What must not stand in a file of a pack, wherever it stands: characters that are not seen, and endless texts.

use std::ops::Range;
use std::sync::Arc;

use tilewright_core::limits::FINDINGS;
use tilewright_core::unseen::{code_point, in_file, is_unseen, shown_lines};

use super::lex::{is_word_byte, literal_end, skip_blank};
use crate::findings::codes::{self, Code};
use crate::limits::TEXT_LETTERS;

/// Something in a text that must not be there.
#[derive(Clone, Debug)]
pub struct Unreadable {
    /// Its bytes.
    pub range: Range<usize>,
    /// What is wrong, one sentence without a full stop.
    pub message: String,
    pub(super) code: &'static Code,
}

/// What must not stand in a RON file: in names, in comments, and in texts, where it may be written as `\u{…}`. The search
/// ends with the first that is not shown any more, since a file may consist of nothing else.
pub fn unfit(text: &str) -> Vec<Unreadable> {
    let mut found: Vec<Unreadable> = in_file(text)
        .take(FINDINGS + 1)
        .map(|(at, c)| Unreadable { range: at..at + c.len_utf8(), ..unseen(c) })
        .collect();
    for range in literals(text) {
        if found.len() > FINDINGS {
            break;
        }
        let Some(source) = text.get(range.clone()).filter(|s| s.contains('\\') || s.len() > TEXT_LETTERS) else {
            continue;
        };
        let letter = ron::de::from_str::<char>(source).map(String::from);
        let Ok(read) = letter.or_else(|_| ron::de::from_str::<String>(source)) else { continue };
        // What stands there as it is was found already.
        let escaped = read.chars().find(|&c| c != '\n' && is_unseen(c) && !source.contains(c));
        if let Some(c) = escaped {
            found.push(Unreadable { range: range.clone(), ..unseen(c) });
        }
        let letters = read.chars().count();
        if letters > TEXT_LETTERS {
            let message = format!("the text has {letters} letters, {TEXT_LETTERS} are allowed");
            found.push(Unreadable { range, message, code: codes::TOO_LARGE });
        }
    }
    found
}

fn unseen(c: char) -> Unreadable {
    let message = format!("the character {} is not seen by people", code_point(c));
    Unreadable { range: 0..0, message, code: codes::UNSEEN }
}

/// A text as the tree holds it: whatever else is wrong with the file, nothing in it can harm those who read it.
pub(super) fn tame(text: &str) -> Arc<str> {
    shown_lines(text, TEXT_LETTERS).as_ref().into()
}

/// The texts in quotation marks.
fn literals(text: &str) -> impl Iterator<Item = Range<usize>> {
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            at = skip_blank(bytes, at);
            let start = at;
            bytes.get(at)?;
            if let Some(end) = literal_end(bytes, at) {
                at = end;
                return Some(start..end);
            }
            // A word such as `r` does not begin a text, and letters within a word never do.
            at += bytes[at..].iter().take_while(|&&b| is_word_byte(b)).count().max(1);
        }
    })
}
