//! Splits RON and Lua into pieces for syntax colouring, with a small scanner for each.

/// Language of a source file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CodeLanguage {
    /// Data files in RON.
    Ron,
    /// Rules written in Lua.
    Lua,
    /// Any other text, without colours.
    Plain,
}

impl CodeLanguage {
    /// Returns the language of a file, by its extension.
    pub fn from_path(path: &str) -> CodeLanguage {
        match path.rsplit_once('.').map(|(_, end)| end) {
            Some("ron") => CodeLanguage::Ron,
            Some("lua") => CodeLanguage::Lua,
            _ => CodeLanguage::Plain,
        }
    }
}

/// Syntactic category of a piece of code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CodeTokenKind {
    /// A keyword of Lua; the name of a struct or variant, `true` or `false` in RON.
    Keyword,
    /// A string literal with its quotes.
    Text,
    /// A number literal with its suffix.
    Number,
    /// A comment with its delimiters.
    Comment,
    /// The name of a field in RON, or of a called function in Lua.
    Name,
    /// Blanks, brackets and any other character.
    Other,
}

/// A piece of code: its end in bytes, and its kind. Pieces follow each other without gaps.
pub type CodePiece = (usize, CodeTokenKind);

/// Words that are coloured as keywords in Lua.
pub const LUA_WORDS: &[&str] = &[
    "and", "break", "continue", "do", "else", "elseif", "end", "false", "for", "function", "if", "in", "local", "nil",
    "not", "or", "repeat", "return", "then", "true", "until", "while",
];

/// Splits a text into pieces.
pub fn pieces(text: &str, language: CodeLanguage) -> Vec<CodePiece> {
    let mut found = Vec::new();
    if language == CodeLanguage::Plain {
        found.push((text.len(), CodeTokenKind::Other));
        return found;
    }
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let (end, sort) = piece(text, at, language);
        match found.last_mut() {
            Some((last, before)) if *before == sort && sort == CodeTokenKind::Other => *last = end,
            _ => found.push((end, sort)),
        }
        at = end;
    }
    found
}

/// Returns the piece that starts at byte `at`, which must be less than the length of the text.
pub fn piece(text: &str, at: usize, language: CodeLanguage) -> CodePiece {
    let bytes = text.as_bytes();
    let rest = &text[at..];
    let line_end = || at + rest.find('\n').unwrap_or(rest.len());
    let after = |mark: &str, skip: usize| at + rest[skip..].find(mark).map_or(rest.len(), |i| i + skip + mark.len());
    match (language, bytes[at]) {
        (CodeLanguage::Ron, b'/') if rest.starts_with("//") => (line_end(), CodeTokenKind::Comment),
        (CodeLanguage::Ron, b'/') if rest.starts_with("/*") => (after("*/", 2), CodeTokenKind::Comment),
        (CodeLanguage::Lua, b'-') if rest.starts_with("--[[") => (after("]]", 4), CodeTokenKind::Comment),
        (CodeLanguage::Lua, b'-') if rest.starts_with("--") => (line_end(), CodeTokenKind::Comment),
        (CodeLanguage::Lua, b'[') if rest.starts_with("[[") => (after("]]", 2), CodeTokenKind::Text),
        (CodeLanguage::Lua, b @ (b'"' | b'\'')) => {
            // A string in Lua ends with its line.
            let line = &bytes[..line_end()];
            (find_quote_end(line, at, b), CodeTokenKind::Text)
        }
        (_, b'"') => (find_quote_end(bytes, at, b'"'), CodeTokenKind::Text),
        (_, b'0'..=b'9') => (run(bytes, at, |b| b.is_ascii_alphanumeric() || b == b'.'), CodeTokenKind::Number),
        (_, b) if b.is_ascii_alphabetic() || b == b'_' => {
            let end = run(bytes, at, |b| b.is_ascii_alphanumeric() || b == b'_');
            (end, word(text, at, end, language))
        }
        (_, b) if b >= 0x80 => (run(bytes, at, |b| b >= 0x80), CodeTokenKind::Other),
        _ => (at + 1, CodeTokenKind::Other),
    }
}

fn word(text: &str, at: usize, end: usize, language: CodeLanguage) -> CodeTokenKind {
    let word = &text[at..end];
    match language {
        CodeLanguage::Lua if LUA_WORDS.contains(&word) => CodeTokenKind::Keyword,
        CodeLanguage::Ron if matches!(word, "true" | "false") => CodeTokenKind::Keyword,
        CodeLanguage::Ron if text[end..].trim_start().starts_with('(') => CodeTokenKind::Keyword,
        CodeLanguage::Ron if text[end..].trim_start().starts_with(':') => CodeTokenKind::Name,
        CodeLanguage::Lua if text[end..].starts_with(['(', '{', '"']) => CodeTokenKind::Name,
        _ => CodeTokenKind::Other,
    }
}

fn run(bytes: &[u8], at: usize, fits: impl Fn(u8) -> bool) -> usize {
    at + bytes[at..].iter().take_while(|b| fits(**b)).count()
}

fn find_quote_end(bytes: &[u8], at: usize, quote: u8) -> usize {
    let mut end = at + 1;
    while end < bytes.len() && bytes[end] != quote {
        end += if bytes[end] == b'\\' { 2 } else { 1 };
    }
    // The loop keeps an unclosed string from ending within a character.
    let mut end = (end + 1).min(bytes.len());
    while end < bytes.len() && bytes[end] & 0xC0 == 0x80 {
        end += 1;
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_cover_everything_and_end_between_characters() {
        let texts = ["", "é", "(a: \"é", "-- ü\nlocal x = 'é\\", "[[ ü", "/* ü", "r\"é\"", "1.5e3 \"\\é\" end("];
        for text in texts {
            for language in [CodeLanguage::Ron, CodeLanguage::Lua, CodeLanguage::Plain] {
                let pieces = pieces(text, language);
                assert_eq!(pieces.last().map_or(0, |p| p.0), text.len());
                assert!(pieces.iter().all(|p| text.is_char_boundary(p.0)));
                assert!(pieces.windows(2).all(|w| w[0].0 < w[1].0));
            }
        }
    }

    #[test]
    fn words_are_told_apart() {
        let text = "road(at: [N], tags: {\"inn\": 1}) // x";
        let pieces = pieces(text, CodeLanguage::Ron);
        let mut start = 0;
        let words: Vec<(&str, CodeTokenKind)> = pieces
            .iter()
            .map(|&(end, sort)| {
                let word = &text[start..end];
                start = end;
                (word, sort)
            })
            .filter(|(_, sort)| *sort != CodeTokenKind::Other)
            .collect();
        assert_eq!(
            words,
            [
                ("road", CodeTokenKind::Keyword),
                ("at", CodeTokenKind::Name),
                ("tags", CodeTokenKind::Name),
                ("\"inn\"", CodeTokenKind::Text),
                ("1", CodeTokenKind::Number),
                ("// x", CodeTokenKind::Comment),
            ]
        );
    }
}
