//! Finds the ends of blanks, comments and literals.

/// Returns the position after the blanks and comments at `at`; comments nest as in Rust.
pub(crate) fn skip_blank(text: &[u8], mut at: usize) -> usize {
    while at < text.len() {
        match text[at] {
            b' ' | b'\t' | b'\r' | b'\n' | 0x0b | 0x0c => at += 1,
            b'/' if text.get(at + 1) == Some(&b'/') => {
                while at < text.len() && text[at] != b'\n' {
                    at += 1;
                }
            }
            b'/' if text.get(at + 1) == Some(&b'*') => {
                let mut depth = 1usize;
                at += 2;
                while at < text.len() && depth > 0 {
                    match (text[at], text.get(at + 1)) {
                        (b'*', Some(b'/')) => (depth, at) = (depth - 1, at + 2),
                        (b'/', Some(b'*')) => (depth, at) = (depth + 1, at + 2),
                        _ => at += 1,
                    }
                }
            }
            _ => break,
        }
    }
    at
}

/// Returns the position of the value in a text: after the leading attributes, such as `#![enable(implicit_some)]`, and
/// the blanks and comments around them.
pub(super) fn skip_attributes(text: &[u8]) -> usize {
    let mut at = skip_blank(text, 0);
    while text[at..].starts_with(b"#") {
        let Some(end) = text[at..].iter().position(|&b| b == b']') else { break };
        at = skip_blank(text, at + end + 1);
    }
    at
}

/// Returns the end of the text, byte string or character that begins at `at`; `None` if no literal begins there.
pub(super) fn literal_end(text: &[u8], at: usize) -> Option<usize> {
    match text[at] {
        b'"' => {
            let mut i = at + 1;
            while i < text.len() && text[i] != b'"' {
                i += if text[i] == b'\\' { 2 } else { 1 };
            }
            Some((i + 1).min(text.len()))
        }
        b'r' => {
            let hashes = text[at + 1..].iter().take_while(|&&b| b == b'#').count();
            let open = at + 1 + hashes;
            if text.get(open) != Some(&b'"') {
                return None;
            }
            let mut i = open + 1;
            while i < text.len() {
                if text[i] == b'"' && text[i + 1..].iter().take(hashes).filter(|&&b| b == b'#').count() == hashes {
                    return Some(i + 1 + hashes);
                }
                i += 1;
            }
            Some(text.len())
        }
        b'b' if matches!(text.get(at + 1), Some(b'"' | b'r' | b'\'')) => literal_end(text, at + 1),
        b'\'' => {
            let mut i = at + 1;
            if text.get(i) == Some(&b'\\') {
                i += 2;
            } else if i < text.len() {
                i += 1;
            }
            while i < text.len() && text[i] != b'\'' && i < at + 14 {
                i += 1;
            }
            Some((i + 1).min(text.len()))
        }
        _ => None,
    }
}

/// Returns the innermost open bracket where a closing bracket does not fit or the text ends; `None` if all are closed.
pub(super) fn find_unclosed(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut open: Vec<usize> = Vec::new();
    let mut at = skip_blank(bytes, 0);
    while at < bytes.len() {
        let fits = |open: &Vec<usize>, bracket: u8| open.last().is_none_or(|&last| bytes[last] == bracket);
        match bytes[at] {
            b'(' | b'[' | b'{' => open.push(at),
            b')' if !fits(&open, b'(') => break,
            b']' if !fits(&open, b'[') => break,
            b'}' if !fits(&open, b'{') => break,
            b')' | b']' | b'}' => {
                open.pop();
            }
            _ => {}
        }
        // A word such as `r` does not begin a literal, and a letter within a word never does.
        let word = bytes[at..].iter().take_while(|&&b| is_word_byte(b)).count();
        at = match literal_end(bytes, at) {
            Some(end) => end,
            None => at + word.max(1),
        };
        at = skip_blank(bytes, at);
    }
    open.last().copied()
}

/// True if a text that begins between two values contains a comment.
pub(crate) fn has_comment(text: &str) -> bool {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let blanks = bytes[at..].iter().take_while(|b| b.is_ascii_whitespace()).count();
        if skip_blank(bytes, at) > at + blanks {
            return true;
        }
        at += blanks;
        if at == bytes.len() {
            break;
        }
        if is_word_byte(bytes[at]) && bytes[at] != b'r' {
            at += 1;
        } else {
            at = literal_end(bytes, at).unwrap_or(at + 1);
        }
    }
    false
}

/// True if a byte can be part of a name or a number.
pub(super) fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// Returns the first position that nests deeper than `limit`; `None` if there is none.
pub(super) fn too_deep(text: &[u8], limit: usize) -> Option<usize> {
    let (mut at, mut depth) = (0, 0usize);
    while at < text.len() {
        let next = skip_blank(text, at);
        if next > at {
            at = next;
            continue;
        }
        if let Some(end) = literal_end(text, at) {
            at = end;
            continue;
        }
        if is_word_byte(text[at]) {
            while at < text.len() && is_word_byte(text[at]) {
                at += 1;
            }
            continue;
        }
        match text[at] {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > limit {
            return Some(at);
        }
        at += 1;
    }
    None
}
