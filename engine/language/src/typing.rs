//! Computes the effects of keys other than inserting characters: indenting, commenting, and pairs of brackets. Each
//! function maps a text and its selection to edits and a new selection; ranges are in bytes.

use std::ops::Range;

use tilewright_pack::edit::TextEdit;

use super::scan::{TokenKind, line_end, line_start, tokens};
use crate::code::CodeLanguage;

/// Blanks for one level of indentation.
pub const INDENT: &str = "    ";

/// Change of a text, and the selection after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Typed {
    /// Edits in ascending order.
    pub edits: Vec<TextEdit>,
    /// Selection in the new text.
    pub chosen: Range<usize>,
}

/// Returns the texts that Enter inserts after the line break, before and after the cursor. The first is the indentation
/// of the line, one level deeper after an open bracket or block. The second moves a closing bracket that follows
/// directly to its own line.
pub fn enter(head: &str, tail: &str, language: CodeLanguage) -> (String, String) {
    let line = &head[line_start(head, head.len())..];
    let indent: String = line.chars().take_while(|c| matches!(c, ' ' | '\t')).collect();
    let last = line.trim_end();
    let opens = match language {
        CodeLanguage::Plain => false,
        CodeLanguage::Ron => last.ends_with(['(', '[', '{']),
        CodeLanguage::Lua => {
            let words: Vec<&str> = tokens(line, language)
                .filter(|(t, _)| *t == TokenKind::Word)
                .map(|(_, range)| line.get(range).unwrap_or_default())
                .collect();
            let block = matches!(words.last(), Some(&("then" | "do" | "else" | "repeat")));
            let function = words.contains(&"function") && last.ends_with(')');
            last.ends_with(['(', '[', '{']) || block || (function && !words.contains(&"end"))
        }
    };
    if !opens {
        return (indent, String::new());
    }
    let inner = format!("{indent}{INDENT}");
    let closes = tail.starts_with([')', ']', '}']);
    (inner, if closes { format!("\n{indent}") } else { String::new() })
}

/// Returns the blanks to remove when a closing bracket or keyword is alone on its line before the cursor, so that it
/// aligns with the start of its block.
pub fn closes(text: &str, at: usize, language: CodeLanguage) -> Option<Range<usize>> {
    let start = line_start(text, at);
    let line = text.get(start..at)?;
    let word = line.trim_start_matches(' ');
    let fits = match language {
        CodeLanguage::Plain => false,
        CodeLanguage::Ron => matches!(word, ")" | "]" | "}"),
        CodeLanguage::Lua => matches!(word, ")" | "]" | "}" | "end" | "else" | "elseif" | "until"),
    };
    let before = text[..start].lines().rev().find(|l| !l.trim().is_empty()).filter(|_| fits)?;
    let (inner, _) = enter(before, "", language);
    // `enter` returns the indentation of the line after `before`.
    let target = inner.len().saturating_sub(INDENT.len());
    let blanks = line.len() - word.len();
    (blanks > target && blanks == inner.len()).then_some(start..start + blanks - target)
}

/// Returns the starts of the lines that a selection touches.
fn lines(text: &str, chosen: &Range<usize>) -> Vec<usize> {
    let mut starts = vec![line_start(text, chosen.start)];
    let mut at = starts[0];
    while let Some(next) = text[at..].find('\n').map(|i| at + i + 1) {
        // A line that starts where the selection ends is not touched.
        if next >= chosen.end.max(chosen.start + 1) {
            break;
        }
        starts.push(next);
        at = next;
    }
    starts
}

fn move_offset(edits: &[TextEdit], at: usize) -> usize {
    let mut to = at;
    for edit in edits.iter().filter(|e| e.range.start <= at) {
        let gone = edit.range.end.min(at) - edit.range.start;
        to = to + edit.text.len() - gone;
    }
    to
}

fn with(edits: Vec<TextEdit>, chosen: &Range<usize>) -> Option<Typed> {
    let chosen = if chosen.is_empty() {
        let at = move_offset(&edits, chosen.start);
        at..at
    } else {
        // A selection of whole lines still covers all of them.
        let start = edits.first().map_or(chosen.start, |e| e.range.start.min(chosen.start));
        start..move_offset(&edits, chosen.end)
    };
    (!edits.is_empty()).then_some(Typed { edits, chosen })
}

/// Handles Tab: inserts blanks up to the next tab stop, or indents each selected line.
pub fn indent(text: &str, chosen: &Range<usize>) -> Option<Typed> {
    if chosen.is_empty() || !text[chosen.clone()].contains('\n') {
        let column = text[line_start(text, chosen.start)..chosen.start].chars().count();
        let blanks = " ".repeat(INDENT.len() - column % INDENT.len());
        let end = chosen.start + blanks.len();
        return Some(Typed { edits: vec![TextEdit::new(chosen.clone(), blanks)], chosen: end..end });
    }
    let starts = lines(text, chosen).into_iter().filter(|&at| at < line_end(text, at));
    with(starts.map(|at| TextEdit::new(at..at, INDENT)).collect(), chosen)
}

/// Handles Shift+Tab: removes one level of indentation from each touched line.
pub fn outdent(text: &str, chosen: &Range<usize>) -> Option<Typed> {
    let edits = lines(text, chosen).into_iter().filter_map(|at| {
        let blanks = text[at..].bytes().take(INDENT.len()).take_while(|b| *b == b' ').count();
        let blanks = if text[at..].starts_with('\t') { 1 } else { blanks };
        (blanks > 0).then(|| TextEdit::new(at..at + blanks, ""))
    });
    with(edits.collect(), chosen)
}

/// Comments out the touched lines, or removes their comment markers.
pub fn comment(text: &str, chosen: &Range<usize>, language: CodeLanguage) -> Option<Typed> {
    let mark = match language {
        CodeLanguage::Ron => "//",
        CodeLanguage::Lua => "--",
        CodeLanguage::Plain => return None,
    };
    let lines: Vec<(usize, usize)> = lines(text, chosen)
        .into_iter()
        .map(|at| (at, text[at..line_end(text, at)].bytes().take_while(|b| matches!(b, b' ' | b'\t')).count()))
        .filter(|&(at, blanks)| at + blanks < line_end(text, at))
        .collect();
    let all = lines.iter().all(|&(at, blanks)| text[at + blanks..].starts_with(mark));
    let edits = if all {
        let uncomment = |&(at, blanks): &(usize, usize)| {
            let start = at + blanks;
            let more = usize::from(text[start + mark.len()..].starts_with(' '));
            TextEdit::new(start..start + mark.len() + more, "")
        };
        lines.iter().map(uncomment).collect()
    } else {
        let least = lines.iter().map(|(_, blanks)| *blanks).min().unwrap_or(0);
        lines.iter().map(|(at, _)| TextEdit::new(at + least..at + least, format!("{mark} "))).collect()
    };
    with(edits, chosen)
}

/// Duplicates the touched lines below themselves.
pub fn duplicate(text: &str, chosen: &Range<usize>) -> Typed {
    let touched = lines(text, chosen);
    let start = touched[0];
    let end = line_end(text, touched.last().copied().unwrap_or(start));
    let copy = format!("\n{}", &text[start..end]);
    let by = copy.len();
    Typed { edits: vec![TextEdit::new(end..end, copy)], chosen: chosen.start + by..chosen.end + by }
}

/// Returns the offsets of the bracket next to a place and of the matching one. Brackets in texts and comments do not
/// count.
pub fn brackets(text: &str, at: usize, language: CodeLanguage) -> Option<(usize, usize)> {
    if language == CodeLanguage::Plain {
        return None;
    }
    let mut open: Vec<(u8, usize)> = Vec::new();
    let mut best = None;
    for (token, range) in tokens(text, language) {
        let TokenKind::Mark(mark) = token else { continue };
        match mark {
            b'(' | b'[' | b'{' => open.push((mark, range.start)),
            b')' | b']' | b'}' => {
                let (first, start) = open.pop()?;
                let fits = matches!((first, mark), (b'(', b')') | (b'[', b']') | (b'{', b'}'));
                let touches = |bracket: usize| bracket == at || bracket + 1 == at;
                if fits && (touches(start) || touches(range.start)) {
                    // The bracket after the cursor has precedence over a bracket before it.
                    let exact = start == at || range.start == at;
                    if exact || best.is_none() {
                        best = Some((start, range.start));
                    }
                    if exact {
                        return best;
                    }
                }
            }
            _ => {}
        }
        if range.start > at && best.is_some() && open.iter().all(|(_, start)| *start != at) {
            return best;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use tilewright_pack::edit::apply;

    use super::*;

    /// Parses a test text: `«` and `»` enclose the selection, and `|` is the cursor.
    fn read(text: &str) -> (String, Range<usize>) {
        if let Some(at) = text.find('|') {
            return (text.replace('|', ""), at..at);
        }
        let start = text.find('«').unwrap();
        let end = text.find('»').unwrap() - '«'.len_utf8();
        (text.replace(['«', '»'], ""), start..end)
    }

    fn show_result(text: &str, typed: Option<Typed>) -> String {
        let Some(typed) = typed else { return "nothing".into() };
        let mut new = apply(text, &typed.edits);
        if typed.chosen.is_empty() {
            new.insert(typed.chosen.start, '|');
        } else {
            new.insert(typed.chosen.end, '»');
            new.insert(typed.chosen.start, '«');
        }
        new
    }

    #[test]
    fn lines_are_indented_and_back() {
        let (text, chosen) = read("a«b\n  c\n\nd»e");
        assert_eq!(show_result(&text, indent(&text, &chosen)), "«    ab\n      c\n\n    d»e");
        let (text, chosen) = read("    «a\n  b\nc»");
        assert_eq!(show_result(&text, outdent(&text, &chosen)), "«a\nb\nc»");
        let (text, chosen) = read("ab|");
        assert_eq!(show_result(&text, indent(&text, &chosen)), "ab  |");
        let (text, chosen) = read("      a|");
        assert_eq!(show_result(&text, outdent(&text, &chosen)), "  a|");
        let (text, chosen) = read("a|");
        assert_eq!(show_result(&text, outdent(&text, &chosen)), "nothing");
    }

    #[test]
    fn comments_come_and_go() {
        let (text, chosen) = read("  «a\n    b»\n");
        let there = show_result(&text, comment(&text, &chosen, CodeLanguage::Lua));
        assert_eq!(there, "  «-- a\n  --   b»\n");
        let (text, chosen) = read(&there);
        assert_eq!(show_result(&text, comment(&text, &chosen, CodeLanguage::Lua)), "  «a\n    b»\n");
        let (text, chosen) = read("é|");
        assert_eq!(show_result(&text, comment(&text, &chosen, CodeLanguage::Ron)), "// é|");
    }

    #[test]
    fn enter_goes_on_where_one_expects_it() {
        assert_eq!(enter("  (a: 1,", "", CodeLanguage::Ron), ("  ".into(), String::new()));
        assert_eq!(enter("Tiles([", "", CodeLanguage::Ron), ("    ".into(), String::new()));
        assert_eq!(enter("x = {", "}", CodeLanguage::Lua), ("    ".into(), "\n".into()));
        assert_eq!(enter("  if a then", "", CodeLanguage::Lua).0, "      ");
        assert_eq!(enter("on(\"placed\", function(ev)", "", CodeLanguage::Lua).0, "    ");
        assert_eq!(enter("    return 1", "", CodeLanguage::Lua).0, "    ");
    }

    #[test]
    fn what_closes_goes_to_the_left() {
        for (text, left) in [
            ("if x then\n    y()\n    end", Some(4)),
            ("if x then\n    end", Some(4)),
            ("    if x then\n        y()\n    end\n    end", Some(4)),
            ("if x then\n    y()\nend", None),
            ("    x = end", None),
            ("end", None),
        ] {
            assert_eq!(closes(text, text.len(), CodeLanguage::Lua).map(|r| r.len()), left, "{text}");
        }
        let text = "Tiles([\n    (\n        id: 1,\n        )";
        assert_eq!(closes(text, text.len(), CodeLanguage::Ron).map(|r| r.len()), Some(4));
    }

    #[test]
    fn pairs_of_brackets_are_found() {
        let text = "a(b[c], \")\") -- )";
        assert_eq!(brackets(text, 1, CodeLanguage::Lua), Some((1, 11)));
        assert_eq!(brackets(text, 12, CodeLanguage::Lua), Some((1, 11)));
        assert_eq!(brackets(text, 3, CodeLanguage::Lua), Some((3, 5)));
        assert_eq!(brackets(text, 8, CodeLanguage::Lua), None);
        assert_eq!(brackets("((", 1, CodeLanguage::Lua), None);
    }

    #[test]
    fn a_line_is_written_twice() {
        let (text, chosen) = read("a\nb|c\nd");
        assert_eq!(show_result(&text, Some(duplicate(&text, &chosen))), "a\nbc\nb|c\nd");
    }
}
