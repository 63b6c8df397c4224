//! Tidies data files: indentation, blanks after commas and colons, and empty lines. Lines stay as their author divided
//! them, comments and aligned columns are kept, and the content never changes.

use tilewright_pack::syntax;

use crate::code::CodeLanguage;
use crate::scan::{TokenKind, tokens};
use crate::typing::INDENT;

/// Returns the tidied text of a data file; `None` for other files and for invalid texts.
pub fn tidy(path: &str, text: &str) -> Option<String> {
    if CodeLanguage::from_path(path) != CodeLanguage::Ron {
        return None;
    }
    if text.contains("\r\n") {
        // Line breaks of Windows stay.
        return tidy(path, &text.replace("\r\n", "\n")).map(|tidied| tidied.replace('\n', "\r\n"));
    }
    let before = syntax::read(text);
    let tree = before.tree.filter(|_| before.problems.is_empty())?;
    let tidied = tidy_tokens(text);
    // The content is compared, so that a mistake here can never change a pack.
    let after = syntax::read(&tidied);
    let is_same = after.problems.is_empty() && after.tree.is_some_and(|after| after.is_same(&tree));
    is_same.then_some(tidied)
}

fn tidy_tokens(text: &str) -> String {
    let mut tidied = String::with_capacity(text.len());
    // Line of each open bracket, in numbers of the new text.
    let mut open: Vec<usize> = Vec::new();
    let mut line = 0;
    let mut last: Option<(TokenKind, usize)> = None;
    let all: Vec<_> = tokens(text, CodeLanguage::Ron).collect();
    for (number, (token, range)) in all.iter().enumerate() {
        let between = last.map_or("", |(_, end)| &text[end..range.start]);
        let breaks = between.matches('\n').count();
        let piece = &text[range.clone()];
        if breaks > 0 {
            // One empty line at most separates parts.
            let new = breaks.min(2);
            tidied.push_str(&"\n".repeat(new));
            line += new;
            let closing = all[number..].iter().take_while(|(token, _)| is_closing(*token)).count();
            let still_open = &open[..open.len().saturating_sub(closing)];
            tidied.push_str(&INDENT.repeat(count_lines(still_open)));
        } else if let Some((before, _)) = last {
            tidied.push_str(blanks(before, *token, between));
        }
        match token {
            TokenKind::Mark(b'(' | b'[' | b'{') => open.push(line),
            token if is_closing(*token) => drop(open.pop()),
            _ => {}
        }
        let piece = if *token == TokenKind::Comment { piece.trim_end() } else { piece };
        tidied.push_str(piece);
        line += piece.matches('\n').count();
        last = Some((*token, range.end));
    }
    if !tidied.is_empty() {
        tidied.push('\n');
    }
    tidied
}

fn is_closing(token: TokenKind) -> bool {
    matches!(token, TokenKind::Mark(b')' | b']' | b'}'))
}

/// Returns the number of different lines; brackets that open on one line indent once.
fn count_lines(open: &[usize]) -> usize {
    open.chunk_by(|a, b| a == b).count()
}

/// Returns the blanks between two tokens of a line. Longer runs of blanks align columns and are kept.
fn blanks(before: TokenKind, after: TokenKind, written: &str) -> &str {
    match (before, after) {
        (_, TokenKind::Mark(b',' | b':')) => "",
        (TokenKind::Mark(b',' | b':'), after) if written.is_empty() && !is_closing(after) => " ",
        _ => written,
    }
}

#[cfg(test)]
mod tests {
    use tilewright_kit::packs::find::Finder;

    use super::*;

    #[test]
    fn indentation_follows_the_lines_of_brackets() {
        let text = "Tests([\nTest(name:\"a ,b\" ,\n  steps: [\"x\",\n\"y\"],   \n\n\n\n  // é\n expect: (scores:[1,2]),\n),\n])";
        let wanted = "Tests([\n    Test(name: \"a ,b\",\n        steps: [\"x\",\n            \"y\"],\n\n        // é\n        \
            expect: (scores: [1, 2]),\n    ),\n])\n";
        assert_eq!(tidy("tests/a.ron", text).as_deref(), Some(wanted));
        let windows = |text: &str| text.replace('\n', "\r\n");
        assert_eq!(tidy("tests/a.ron", &windows(text)), Some(windows(wanted)));
        assert_eq!(tidy("a.ron", "Pack(id:"), None, "a text with mistakes stays");
        assert_eq!(tidy("a.lua", "x = 1"), None);
    }

    #[test]
    fn columns_and_comments_stay() {
        let text = "/* a\n   b */ Pack( // c\n    id:   \"a\",   x: \"\",\n)\n";
        assert_eq!(tidy("pack.ron", text).as_deref(), Some(text));
    }

    #[test]
    fn every_shipped_file_is_tidied_once_and_keeps_its_content() {
        let (mut files, mut same) = (0, 0);
        for found in Finder::only_bundled().list().unwrap() {
            for (path, text) in found.read().unwrap().iter().filter(|(path, _)| path.ends_with(".ron")) {
                let tidied = tidy(path, text).unwrap_or_else(|| panic!("{} {path}", found.id));
                assert_eq!(tidy(path, &tidied).as_ref(), Some(&tidied), "{} {path}", found.id);
                files += 1;
                same += usize::from(tidied == **text);
            }
        }
        assert!(same * 10 >= files * 8, "{same} of {files} files are tidy already");
    }
}
