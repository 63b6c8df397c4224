//! Finds text that no file of a pack may contain: invisible characters, and texts that are too long.

use std::ops::Range;
use std::sync::Arc;

use tilewright_core::limits::FINDINGS;
use tilewright_core::unseen::{code_point, escape_lines, in_file, is_unseen};

use super::lex::{is_word_byte, literal_end, skip_blank};
use crate::findings::codes::{self, Code};
use crate::limits::TEXT_LETTERS;

/// Forbidden content of a text.
#[derive(Clone, Debug)]
pub struct ForbiddenContent {
    /// Byte range of the content.
    pub range: Range<usize>,
    /// Message of one sentence without a full stop.
    pub message: String,
    pub(super) code: &'static Code,
}

/// Finds forbidden content of a RON file: in names, in comments, and in texts, where it may be escaped as `\u{…}`. The
/// search ends at the limit of findings, since a file may consist only of such content.
pub fn unfit(text: &str) -> Vec<ForbiddenContent> {
    let mut found: Vec<ForbiddenContent> = in_file(text)
        .take(FINDINGS + 1)
        .map(|(at, c)| ForbiddenContent { range: at..at + c.len_utf8(), ..unseen(c) })
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
        // A character that is not escaped is already found above.
        let escaped = read.chars().find(|&c| c != '\n' && is_unseen(c) && !source.contains(c));
        if let Some(c) = escaped {
            found.push(ForbiddenContent { range: range.clone(), ..unseen(c) });
        }
        let letters = read.chars().count();
        if letters > TEXT_LETTERS {
            let message = format!("the text has {letters} letters; at most {TEXT_LETTERS} are allowed");
            found.push(ForbiddenContent { range, message, code: codes::TOO_LARGE });
        }
    }
    found
}

fn unseen(c: char) -> ForbiddenContent {
    let message = format!("the character {} is invisible", code_point(c));
    ForbiddenContent { range: 0..0, message, code: codes::UNSEEN }
}

/// Returns a text as the tree stores it: without invisible characters and not longer than the limit, so that it is safe
/// to show.
pub(super) fn tame(text: &str) -> Arc<str> {
    escape_lines(text, TEXT_LETTERS).as_ref().into()
}

/// Returns the ranges of the quoted texts.
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
            // A word such as `r` does not begin a text, and a letter within a word never does.
            at += bytes[at..].iter().take_while(|&&b| is_word_byte(b)).count().max(1);
        }
    })
}
