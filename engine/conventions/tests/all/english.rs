//! The English of comments, messages and documents: `idioms.txt` lists phrases that readers have to translate, and
//! `english.txt` the number of lines with such a phrase that each part of the project may have. These numbers only fall:
//! `UPDATE_EXPECT=1 cargo test --locked -p tilewright-conventions english` lowers them.

use std::collections::BTreeMap;
use std::fs;

use regex::{RegexSet, RegexSetBuilder};
use tilewright_conventions::{TextFile, read, root, text_files};

const IDIOMS: &str = "engine/conventions/idioms.txt";
const BUDGET: &str = "engine/conventions/english.txt";

/// Phrases to avoid in one kind of text.
struct Idioms {
    /// Patterns without the conditions on the words around a match, all looked up at once.
    candidates: RegexSet,
    /// Complete patterns with these conditions, which are slower to match, and what to write instead.
    exact: Vec<(fancy_regex::Regex, String)>,
}

impl Idioms {
    /// Reads the patterns for some kinds of text from the list: `KINDS PATTERN ## ADVICE` in each line.
    fn read(kinds: &[&str], ignores_case: bool) -> Idioms {
        let list = read(IDIOMS);
        let mut patterns = Vec::new();
        let mut exact = Vec::new();
        for row in list.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
            let (listed, rest) = row.split_once(char::is_whitespace).unwrap();
            let (pattern, advice) = rest.split_once("  ## ").unwrap_or_else(|| panic!("{row}: no advice"));
            if listed.split(',').any(|kind| kinds.contains(&kind)) {
                let full = fancy_regex::RegexBuilder::new(pattern.trim()).case_insensitive(ignores_case).build();
                patterns.push(without_conditions(pattern.trim()));
                exact.push((full.unwrap_or_else(|error| panic!("{row}: {error}")), advice.to_owned()));
            }
        }
        let candidates = RegexSetBuilder::new(patterns).case_insensitive(ignores_case).build().unwrap();
        Idioms { candidates, exact }
    }

    /// Returns the advice of the first pattern that matches.
    fn find(&self, text: &str) -> Option<&str> {
        let mut candidates = self.candidates.matches(text).into_iter().map(|index| &self.exact[index]);
        candidates.find(|(pattern, _)| pattern.is_match(text).unwrap()).map(|(_, advice)| advice.as_str())
    }
}

/// Removes the groups of a pattern that look at the text around a match, such as `(?!…)`.
fn without_conditions(pattern: &str) -> String {
    let mut kept = String::new();
    let mut rest = pattern;
    while let Some(at) = ["(?!", "(?=", "(?<!", "(?<="].iter().filter_map(|open| rest.find(open)).min() {
        kept.push_str(&rest[..at]);
        let mut depth = 0;
        let end = rest[at..].char_indices().find(|(_, c)| {
            depth += i32::from(*c == '(') - i32::from(*c == ')');
            depth == 0
        });
        rest = &rest[at + end.unwrap().0 + 1..];
    }
    kept + rest
}

/// A line of prose.
struct ProseLine {
    kind: &'static str,
    /// Number of the line in its file, from 1.
    number: usize,
    text: String,
    /// True if the line is the first of a doc comment.
    is_head: bool,
}

/// Returns the end of a string or character literal that begins at `start`, or `None` if another token begins there.
fn literal_end(source: &str, start: usize) -> Option<usize> {
    let rest = &source[start..];
    let closed = |open: usize, quote: char| {
        let mut escaped = false;
        for (at, c) in rest[open..].char_indices() {
            match c {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                c if c == quote => return Some(start + open + at + 1),
                _ => {}
            }
        }
        Some(source.len())
    };
    if rest.starts_with('"') {
        return closed(1, '"');
    }
    if let Some(raw) = rest.strip_prefix('r') {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        let inner = raw[hashes..].strip_prefix('"')?;
        let end = format!("\"{}", "#".repeat(hashes));
        return Some(inner.find(&end).map_or(source.len(), |at| start + 2 + hashes + at + end.len()));
    }
    // A lifetime has no second quote after one character.
    let mut following = rest.strip_prefix('\'')?.chars();
    match following.next()? {
        '\\' => closed(1, '\''),
        c if following.next() == Some('\'') => Some(start + 2 + c.len_utf8()),
        _ => None,
    }
}

/// Returns the lines of comments and the texts of string literals in a Rust source. Code in doc comments is left out.
fn rust_lines(source: &str) -> Vec<ProseLine> {
    let mut lines = Vec::new();
    let (mut at, mut number, mut last_doc, mut in_code) = (0, 1, None, false);
    while let Some(c) = source[at..].chars().next() {
        if source[at..].starts_with("//") {
            let comment = source[at..].lines().next().unwrap();
            let doc = comment.strip_prefix("///").or_else(|| comment.strip_prefix("//!"));
            let text = doc.unwrap_or(&comment[2..]).trim();
            if doc.is_some() {
                let is_head = last_doc.is_none_or(|last: usize| last + 1 != number);
                in_code &= !is_head;
                last_doc = Some(number);
                if text.starts_with("```") {
                    in_code = !in_code;
                } else if !in_code {
                    lines.push(ProseLine { kind: "doc", number, text: text.to_owned(), is_head });
                }
            } else {
                lines.push(ProseLine { kind: "inline", number, text: text.to_owned(), is_head: false });
            }
            at += comment.len();
        } else if let Some(end) = literal_end(source, at).filter(|_| !source[..at].ends_with(is_word)) {
            let literal = &source[at..end];
            let text = literal.split_whitespace().collect::<Vec<_>>().join(" ");
            if text.contains(' ') {
                lines.push(ProseLine { kind: "string", number, text, is_head: false });
            }
            number += literal.matches('\n').count();
            at = end;
        } else {
            number += usize::from(c == '\n');
            at += c.len_utf8();
        }
    }
    lines
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Returns the lines of a document outside its blocks of code.
fn markdown_lines(text: &str) -> Vec<ProseLine> {
    let mut in_code = false;
    let mut lines = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            in_code = !in_code;
        } else if !in_code {
            lines.push(ProseLine { kind: "md", number: index + 1, text: line.trim().to_owned(), is_head: false });
        }
    }
    lines
}

fn lines_of(file: &TextFile) -> Vec<ProseLine> {
    let numbered = || file.text.lines().enumerate().map(|(index, line)| (index + 1, line));
    let line = |kind, number, text: &str| ProseLine { kind, number, text: text.to_owned(), is_head: false };
    match file.path.rsplit_once('.').map(|(_, ending)| ending) {
        Some("rs") => rust_lines(&file.text),
        Some("md") => markdown_lines(&file.text),
        Some("ftl") => numbered().filter(|(_, l)| !l.starts_with('#')).map(|(n, l)| line("ftl", n, l)).collect(),
        Some("lua") => {
            numbered().filter_map(|(n, l)| l.split_once("--").map(|(_, comment)| line("lua", n, comment))).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the part of the project that a file belongs to, such as `engine/core` or `content`.
fn part_of(path: &str) -> String {
    let mut folders = path.split('/').collect::<Vec<_>>();
    folders.pop();
    match folders[..] {
        [top @ ("engine" | "editor"), crate_name, ..] => format!("{top}/{crate_name}"),
        [top, ..] => top.to_owned(),
        [] => "documents".to_owned(),
    }
}

/// Replaces code in backquotes, in which every word is a name.
fn without_code(text: &str) -> String {
    text.split('`').enumerate().map(|(index, part)| if index % 2 == 0 { part } else { "`x`" }).collect()
}

#[test]
fn english_gets_no_new_idioms() {
    let (idioms, heads) = (Idioms::read(&["text", "doc", "inline"], true), Idioms::read(&["head"], false));
    assert!(idioms.exact.len() > 40, "the list is read");
    let mut hits: BTreeMap<(String, &str), Vec<String>> = BTreeMap::new();
    for file in text_files().iter().filter(|file| !file.path.ends_with("nl.ftl")) {
        for line in lines_of(file) {
            let text = without_code(&line.text);
            let advice = idioms.find(&text).or_else(|| heads.find(&text).filter(|_| line.is_head));
            if let Some(advice) = advice {
                let kind = if line.kind == "inline" { "doc" } else { line.kind };
                let place = format!("{}:{}: {}\n    {}", file.path, line.number, line.text, advice);
                hits.entry((part_of(&file.path), kind)).or_default().push(place);
            }
        }
    }
    let budget: BTreeMap<(String, String), usize> = fs::read_to_string(root().join(BUDGET))
        .unwrap_or_default()
        .lines()
        .map(|row| {
            let [part, kind, count] = row.split(' ').collect::<Vec<_>>()[..] else { panic!("{BUDGET}: {row}") };
            ((part.to_owned(), kind.to_owned()), count.parse().unwrap())
        })
        .collect();
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        let rows = hits.iter().map(|((part, kind), places)| {
            let allowed = budget.get(&(part.clone(), (*kind).to_owned())).copied();
            format!("{part} {kind} {}\n", allowed.unwrap_or(usize::MAX).min(places.len()))
        });
        fs::write(root().join(BUDGET), rows.collect::<String>()).unwrap();
        return;
    }
    let over: Vec<String> = hits
        .iter()
        .filter_map(|((part, kind), places)| {
            let allowed = budget.get(&(part.clone(), (*kind).to_owned())).copied().unwrap_or(0);
            let text = format!("{part}, {kind}: {} lines, at most {allowed}:\n{}", places.len(), places.join("\n"));
            (places.len() > allowed).then_some(text)
        })
        .collect();
    assert!(over.is_empty(), "rewrite the new ones among these lines (see CONTRIBUTING.md):\n{}", over.join("\n\n"));
}

#[test]
fn prose_is_found_in_sources() {
    let source = "//! Head.\n//! Next.\nfn a<'a>(c: char) { let s = \"one // two\"; } // why\nconst R: &str = r#\"a \"b\" c\"#;\n\
                  const Q: char = '\"';\n/// Doc.\n/// ```\n/// code\n/// ```\nconst S: &str = \"short\";";
    let lines: Vec<String> =
        rust_lines(source).iter().map(|l| format!("{} {} {} {}", l.number, l.kind, l.is_head, l.text)).collect();
    assert_eq!(
        lines,
        [
            "1 doc true Head.",
            "2 doc false Next.",
            "3 string false \"one // two\"",
            "3 inline false why",
            "4 string false r#\"a \"b\" c\"#",
            "6 doc true Doc.",
        ]
    );
    assert_eq!(without_code("a `what is` b"), "a `x` b");
}

#[test]
fn idioms_match_phrases_and_spare_code() {
    let idioms = Idioms::read(&["text"], true);
    let is_refused = |text: &str| idioms.find(&without_code(text)).is_some();
    assert!(is_refused("Nobody is told of it.") && is_refused("so many tiles"));
    assert!(!is_refused("Returns the number of tiles.") && !is_refused("Calls `is_told`, `told` and `beside`."));
    assert_eq!(without_conditions(r"(?<!it )\bso (many|much)\b(?! (better|that( is)?))x"), r"\bso (many|much)\bx");
    // Conditions hold although the patterns without them match.
    assert!(!is_refused("so many better") && is_refused("so many boards"));
}
