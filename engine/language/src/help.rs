//! Describes words, and the calls that a user is typing.

use std::ops::Range;

use tilewright_script::{Receiver, describe_allowed, find};

use super::grammar::{self, ExpectedSyntax};
use super::names::{FileName, MentionIndex};
use super::reference::{self, HeadingLink};
use super::scan::{self, TokenKind};
use super::{complete, rules};
use crate::code::CodeLanguage;
use crate::texts::LanguageTexts;
use crate::word_kind::WordKind;

/// Description of a word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WordHelp {
    /// Range of the word in bytes.
    pub range: Range<usize>,
    /// Declaration or signature, shown as code.
    pub title: String,
    /// Explanation, as a list of paragraphs.
    pub lines: Vec<String>,
    /// Place in the reference with more details; `None` if there is none.
    pub more: Option<HeadingLink>,
}

/// Returns the description of the word at offset `at` of a file; `None` if the word is unknown.
pub fn help(
    index: &MentionIndex,
    file: &FileName,
    text: &str,
    at: usize,
    texts: &dyn LanguageTexts,
) -> Option<WordHelp> {
    let language = CodeLanguage::from_path(&file.path);
    let spot = scan::TextContext::find_at(text, language, at);
    if language == CodeLanguage::Lua
        && !spot.in_text
        && !spot.in_comment
        && let Some(help) = of_rules(text, &spot)
    {
        return Some(help);
    }
    let mention = index.mention_at(file, at);
    if language == CodeLanguage::Ron
        && mention.is_none_or(|m| m.sort != WordKind::Parameter)
        && let Some(help) = of_field(text, &spot, texts)
    {
        return Some(help);
    }
    let mention = mention?;
    let places = index.definitions(mention.sort, &mention.name);
    let range = mention.range.clone();
    let sort = texts.get(&mention.sort.text());
    match mention.sort {
        WordKind::Module => {
            let (declared, header) = index.header(&file.pack, &mention.name)?;
            let mut lines = vec![header.doc.clone()];
            lines.extend(header.params.iter().map(|p| format!("{}: {}  {}", p.name, complete::format_type(p), p.doc)));
            let more = reference::of_name(&mention.name).filter(|_| declared.pack.is_empty());
            Some(WordHelp { range, title: format!("{sort} {}", mention.name), lines, more })
        }
        WordKind::Parameter => {
            let param = index.parameter(&file.pack, &mention.name)?;
            let title = format!("{}: {}", param.name, complete::format_type(&param));
            Some(WordHelp { range, title, lines: vec![param.doc], more: None })
        }
        _ => {
            let (declared, _) = places.first()?;
            let lines =
                vec![texts.with_name("code-declared-in", &declared.short_path(&index.packs().first()?.clone()))];
            Some(WordHelp { range, title: format!("{sort} {}", mention.name), lines, more: None })
        }
    }
}

/// Describes the name of a field in data.
fn of_field(text: &str, spot: &scan::TextContext, texts: &dyn LanguageTexts) -> Option<WordHelp> {
    let ExpectedSyntax::Field(form) = grammar::find_expected_syntax(text, &spot.levels) else { return None };
    let word = text.get(spot.word.clone())?;
    let field = form.fields().iter().find(|f| f.name == word)?;
    let more = reference::of_fields(form.fields().iter().map(|f| &*f.name));
    let mut line = field.help.text_in(texts);
    if let Some(default) = &field.default {
        line = format!("{line} {}", texts.with_name("form-default", default));
    }
    Some(WordHelp { range: spot.word.clone(), title: format!("{word}:"), lines: vec![line], more })
}

fn of_rules(text: &str, spot: &scan::TextContext) -> Option<WordHelp> {
    let word = text.get(spot.word.clone()).filter(|w| !w.is_empty())?;
    let method = matches!(spot.before, Some((TokenKind::Mark(b':'), _)));
    let dotted = matches!(spot.before, Some((TokenKind::Mark(b'.'), _)));
    if dotted {
        let event = rules::event_around(text, &spot.levels)?;
        let field = event.fields.iter().find(|field| field.name == word)?;
        let mut lines = vec![field.doc.to_owned()];
        if !field.nil.is_empty() {
            lines.push(format!("nil {}", field.nil));
        }
        lines.push(format!("{}: {}", event.name, event.doc));
        let more = reference::of_name(event.name);
        return Some(WordHelp {
            range: spot.word.clone(),
            title: format!("{}: {}", field.name, field.kind),
            lines,
            more,
        });
    }
    let mut found: Vec<_> = find(word).filter(|e| (e.on == Receiver::Global) != method).collect();
    if method && let Some((_, colon)) = &spot.before {
        let kind = rules::kind_of(text, colon.start, &spot.levels, 0);
        let own = rules::methods(kind);
        if found.iter().any(|e| own.iter().any(|o| std::ptr::eq(*o, *e))) {
            found.retain(|e| own.iter().any(|o| std::ptr::eq(*o, *e)));
        }
    }
    // A local name hides the function of that name.
    if !method && rules::locals(text, spot.word.start).iter().any(|l| text[l.clone()] == *word) {
        return None;
    }
    let first = *found.first()?;
    let titles: Vec<String> = found
        .iter()
        .map(|e| match e.on {
            Receiver::Global => e.signature.to_owned(),
            on => format!("{}:{}", rules::receiver_word(on), e.signature),
        })
        .collect();
    let lines = vec![first.doc.to_owned(), format!("({})", describe_allowed(first.allowed)), first.example.to_owned()];
    let more = reference::of_function(first);
    Some(WordHelp { range: spot.word.clone(), title: titles.join("\n"), lines, more })
}

/// Call that the user is typing: the signature, and the current argument.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Calling {
    /// Signature of the function.
    pub signature: &'static str,
    /// Range of the current argument within the signature; `None` if it has no such argument.
    pub argument: Option<Range<usize>>,
    /// Description of the function.
    pub doc: &'static str,
}

/// Returns the call around offset `at` of a rule module; `None` outside of calls.
pub fn calling(file: &FileName, text: &str, at: usize) -> Option<Calling> {
    if CodeLanguage::from_path(&file.path) != CodeLanguage::Lua {
        return None;
    }
    let spot = scan::TextContext::find_at(text, CodeLanguage::Lua, at);
    // Inside the body of a callback, the surrounding call is no longer relevant.
    let call = spot.levels.iter().rposition(|l| l.open == b'(')?;
    let level = &spot.levels[call];
    let between = text.get(level.at..at)?;
    if between.contains("function(") && between.contains('\n') {
        return None;
    }
    let (signatures, number, entry) = rules::signatures(text, &spot).filter(|_| level.head.is_some())?;
    let name = signatures.first()?.arguments.get(number).map(|a| a.name);
    let argument = name.and_then(|name| {
        let start = entry.signature.find(&format!("{name}: "))?;
        let rest = &entry.signature[start..];
        let mut depth = 0;
        let end = rest.find(|c| {
            match c {
                '{' | '(' => depth += 1,
                '}' => depth -= 1,
                ')' if depth > 0 => depth -= 1,
                ',' | ')' if depth == 0 => return true,
                _ => {}
            }
            false
        })?;
        Some(start..start + end)
    });
    Some(Calling { signature: entry.signature, argument, doc: entry.doc })
}

/// Returns the explanation of a finding's code: title, text and example.
pub fn explanation(code: &str) -> Option<(String, String, Option<String>)> {
    if let Some(code) = tilewright_pack::explain(code) {
        return Some((code.title.to_owned(), code.text.to_owned(), Some(code.example.trim().to_owned())));
    }
    let (_, title, text) = tilewright_script::EXPLAIN.iter().find(|(c, ..)| *c == code)?;
    Some(((*title).to_owned(), (*text).to_owned(), None))
}

#[cfg(test)]
mod tests {
    use tilewright_script::entries;

    use super::*;

    #[test]
    fn the_argument_is_marked() {
        let file = FileName::new("x", "rules/a.lua");
        for (text, marked) in [
            ("award(", "seat: seat"),
            ("award(1, ", "points: integer"),
            ("sheet:per(\"tile\", ", "count: integer"),
            (
                "on(\"placed\", ",
                "options: {terrain: terrain, tag: tag, kind: kind, figure: figure_kind, reason: text, \
                    seat_has: figure_kind, beside: token, moved: boolean, counters: counter[], seat_counts: counter[], \
                    with_token: token, together: token[], on_finished: token[], bags: bag[], any: any[], asks: boolean}?",
            ),
        ] {
            let calling = calling(&file, text, text.len()).unwrap();
            assert_eq!(calling.argument.map(|r| &calling.signature[r]), Some(marked));
        }
    }

    #[test]
    fn every_entry_can_be_asked_about() {
        for entry in entries() {
            let file = FileName::new("x", "rules/a.lua");
            let text =
                if entry.on == Receiver::Global { entry.name().to_owned() } else { format!("x:{}", entry.name()) };
            let spot = scan::TextContext::find_at(&text, CodeLanguage::Lua, text.len());
            assert!(of_rules(&text, &spot).is_some(), "{text}");
            assert!(calling(&file, &format!("{text}("), text.len() + 1).is_some(), "{text}");
        }
    }
}
