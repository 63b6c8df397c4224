//! Scans a text around a place: the open brackets, the names before them, and the word at the place.

use std::ops::Range;

use crate::code::{CodeLanguage, CodeTokenKind as Colour, piece};

/// Kind of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenKind {
    /// Name or keyword of the language.
    Word,
    /// String literal; true if it is closed.
    Text(bool),
    /// Number literal of the language.
    Number,
    /// Comment up to its end.
    Comment,
    /// Bracket, comma or other sign of one byte.
    Mark(u8),
}

/// Returns the tokens of a text, without blanks.
pub fn tokens(text: &str, language: CodeLanguage) -> impl Iterator<Item = (TokenKind, Range<usize>)> {
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let first = *bytes.get(at)?;
            let start = at;
            if first.is_ascii_whitespace() {
                at += 1;
                continue;
            }
            let (end, colour) = piece(text, at, language);
            at = end;
            let token = match colour {
                Colour::Comment => TokenKind::Comment,
                Colour::Text => TokenKind::Text(is_closed(&text[start..end])),
                Colour::Number => TokenKind::Number,
                _ if first.is_ascii_alphabetic() || first == b'_' => TokenKind::Word,
                _ => TokenKind::Mark(first),
            };
            return Some((token, start..end));
        }
    })
}

fn is_closed(text: &str) -> bool {
    match text.as_bytes() {
        [b'[', b'[', ..] => text.len() >= 4 && text.ends_with("]]"),
        [quote, rest @ ..] => {
            let mut escaped = false;
            rest.iter().position(|b| {
                let ends = b == quote && !escaped;
                escaped = *b == b'\\' && !escaped;
                ends
            }) == rest.len().checked_sub(1)
                && !rest.is_empty()
        }
        [] => false,
    }
}

/// Returns the range between the quotation marks of a literal, in bytes of the whole text.
pub fn inner(text: &str, range: &Range<usize>) -> Range<usize> {
    let piece = text.get(range.clone()).unwrap_or_default();
    let (open, close) = match piece.as_bytes() {
        [b'[', b'[', ..] => (2, if is_closed(piece) { 2 } else { 0 }),
        [b'"' | b'\'', ..] => (1, usize::from(is_closed(piece))),
        _ => (0, 0),
    };
    range.start + open..(range.end - close).max(range.start + open)
}

/// Bracket that is open at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenBracket {
    /// Opening bracket: `(`, `[` or `{`.
    pub open: u8,
    /// Offset of the bracket.
    pub at: usize,
    /// Name right before the bracket; `None` if there is none.
    pub head: Option<Range<usize>>,
    /// True if a colon precedes that name, as for a method.
    pub method: bool,
    /// Field or key whose value contains the place; `None` at a name.
    pub field: Option<Range<usize>>,
    /// Names of all fields, including those after the place.
    pub fields: Vec<Range<usize>>,
    /// Number of commas before the place.
    pub item: usize,
    /// First text literal within the bracket.
    pub first_text: Option<Range<usize>>,
}

/// Context of a place in a text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TextContext {
    /// Open brackets around the place, the outermost first.
    pub levels: Vec<OpenBracket>,
    /// Word at the place, or the content of the text literal there; empty between words.
    pub word: Range<usize>,
    /// True if the place is in a text literal.
    pub in_text: bool,
    /// True if the place is in a comment.
    pub in_comment: bool,
    /// Last token before the word that is not a comment.
    pub before: Option<(TokenKind, Range<usize>)>,
}

/// Walk along the tokens of a text that keeps track of open brackets.
pub struct TokenWalk<'a> {
    text: &'a str,
    language: CodeLanguage,
    /// Open brackets, the outermost first.
    pub levels: Vec<OpenBracket>,
    last: [Option<(TokenKind, Range<usize>)>; 2],
}

impl<'a> TokenWalk<'a> {
    /// Returns a walk at the start of a text.
    pub fn new(text: &'a str, language: CodeLanguage) -> TokenWalk<'a> {
        TokenWalk { text, language, levels: Vec::new(), last: [None, None] }
    }

    /// Returns the last token that is not a comment; `None` at the start.
    pub fn last_code_token(&self) -> Option<&(TokenKind, Range<usize>)> {
        self.last[1].as_ref()
    }

    /// Advances past a token.
    pub fn pass(&mut self, token: TokenKind, range: &Range<usize>) {
        match token {
            TokenKind::Comment => return,
            TokenKind::Mark(open @ (b'(' | b'[' | b'{')) => {
                let word = |t: &Option<(TokenKind, Range<usize>)>| {
                    t.as_ref().filter(|(t, _)| *t == TokenKind::Word).map(|(_, range)| range.clone())
                };
                let mut head = word(&self.last[1]);
                // In rules, calls such as `f{` and `f[` are not analysed, and keywords are not names.
                if self.language == CodeLanguage::Lua && open != b'(' {
                    head = None;
                }
                let method = head.is_some() && matches!(self.last[0], Some((TokenKind::Mark(b':'), _)));
                self.levels.push(OpenBracket {
                    open,
                    at: range.start,
                    head,
                    method,
                    field: None,
                    fields: Vec::new(),
                    item: 0,
                    first_text: None,
                });
            }
            TokenKind::Mark(b')' | b']' | b'}') => {
                self.levels.pop();
            }
            TokenKind::Mark(b',' | b';') => {
                if let Some(level) = self.levels.last_mut() {
                    level.item += 1;
                    level.field = None;
                }
            }
            TokenKind::Mark(mark) if mark == self.sign() => {
                let name = self.last[1]
                    .clone()
                    .filter(|(t, _)| matches!(t, TokenKind::Word | TokenKind::Text(_) | TokenKind::Number));
                if let (Some(level), Some((_, name))) = (self.levels.last_mut(), name)
                    && level.field.is_none()
                    && (self.language == CodeLanguage::Ron || level.open == b'{')
                {
                    level.fields.push(name.clone());
                    level.field = Some(name);
                }
            }
            TokenKind::Text(_) => {
                if let Some(level) = self.levels.last_mut()
                    && level.first_text.is_none()
                {
                    level.first_text = Some(inner(self.text, range));
                }
            }
            _ => {}
        }
        self.last.swap(0, 1);
        self.last[1] = Some((token, range.clone()));
    }

    fn sign(&self) -> u8 {
        if self.language == CodeLanguage::Lua { b'=' } else { b':' }
    }
}

impl TextContext {
    /// Returns the context of a byte offset in a text.
    pub fn find_at(text: &str, language: CodeLanguage, at: usize) -> TextContext {
        let at = crate::place::on_boundaries(text, at..at).start;
        let mut walk = TokenWalk::new(text, language);
        let mut spot = TextContext { word: at..at, ..TextContext::default() };
        for (token, range) in tokens(text, language) {
            if range.start >= at && !(range.start == at && token == TokenKind::Word) {
                break;
            }
            match token {
                TokenKind::Word | TokenKind::Number if range.end >= at => {
                    spot.word = range;
                    break;
                }
                TokenKind::Text(closed) if range.end > at || (range.end == at && !closed) => {
                    spot.in_text = true;
                    spot.word = inner(text, &range);
                    // An unclosed text ends with its line, since the code after it is not part of it.
                    if !closed {
                        spot.word.end = spot.word.end.min(line_end(text, at));
                    }
                    if spot.word.start > at || spot.word.end < at {
                        spot.word = at..at;
                    }
                    break;
                }
                TokenKind::Comment if range.end > at || (range.end == at && !text[range.clone()].ends_with("*/")) => {
                    spot.in_comment = true;
                    break;
                }
                _ => walk.pass(token, &range),
            }
        }
        spot.before = walk.last_code_token().cloned();
        spot.levels = walk.levels;
        if language == CodeLanguage::Ron
            && let Some(level) = spot.levels.last_mut()
        {
            // A word that starts at the place belongs to the fields after it.
            let from = if spot.word.start == at { at } else { spot.word.end };
            level.fields.extend(fields_after(text, from));
        }
        spot
    }

    /// Returns the level of the innermost call around the place.
    pub fn call(&self) -> Option<&OpenBracket> {
        self.levels.iter().rev().find(|l| l.open == b'(' && l.head.is_some())
    }
}

/// Returns the names of fields between an offset in data and the bracket that closes the level around it.
fn fields_after(text: &str, from: usize) -> Vec<Range<usize>> {
    let mut depth = 0usize;
    let mut word = None;
    let mut found = Vec::new();
    for (token, range) in tokens(text.get(from..).unwrap_or_default(), CodeLanguage::Ron) {
        match token {
            TokenKind::Mark(b'(' | b'[' | b'{') => depth += 1,
            TokenKind::Mark(b')' | b']' | b'}') if depth == 0 => break,
            TokenKind::Mark(b')' | b']' | b'}') => depth -= 1,
            TokenKind::Mark(b':') if depth == 0 => found.extend(word.take()),
            _ => {}
        }
        word = (token == TokenKind::Word).then_some(from + range.start..from + range.end);
    }
    found
}

/// Returns the end of the line that contains an offset.
pub fn line_end(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |i| at + i)
}

/// Returns the start of the line that contains an offset.
pub fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |i| i + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ron(text: &str) -> (String, Vec<String>, String) {
        let at = text.find('|').unwrap();
        let text = text.replace('|', "");
        let spot = TextContext::find_at(&text, CodeLanguage::Ron, at);
        let part = |r: &Option<Range<usize>>| r.as_ref().map_or("", |r| &text[r.clone()]).to_owned();
        let levels =
            spot.levels.iter().map(|l| format!("{}{}{}", part(&l.head), l.open as char, part(&l.field))).collect();
        (text[spot.word.clone()].to_owned(), levels, spot.in_text.to_string())
    }

    #[test]
    fn brackets_fields_and_words_are_known() {
        let (word, levels, _) = ron("Tiles([(id: \"A\", edges: (n: ro|ad), parts: [");
        assert_eq!((&*word, levels), ("road", vec!["Tiles(".into(), "[".into(), "(edges".into(), "(n".into()]));
        let (word, levels, text) = ron("Pack(bags: {\"til|es\": 1})");
        assert_eq!((&*word, levels, &*text), ("tiles", vec!["Pack(bags".into(), "{".into()], "true"));
        let (word, levels, _) = ron("Tiles([(edges: (n: a), |");
        assert_eq!((&*word, levels), ("", vec!["Tiles(".into(), "[".into(), "(".into()]));
    }

    #[test]
    fn any_place_in_any_text_can_be_asked() {
        for text in ["", "\"é", "((((", "))))", "'\\", "--[[ é", "a:b(\"ü", "{[\"", "[[ é", "x = = =", "/*", "\"\\\""]
        {
            for language in [CodeLanguage::Ron, CodeLanguage::Lua, CodeLanguage::Plain] {
                for at in 0..=text.len() + 2 {
                    let spot = TextContext::find_at(text, language, at);
                    assert!(text.get(spot.word).is_some());
                }
            }
        }
    }
}
