//! Analyses places in a rule module: the called function, the thing that an argument must name, and the type of an
//! expression.

use std::ops::Range;
use std::sync::Arc;

use tilewright_core::catalog::declared::DeclaredKind;
use tilewright_script::{EFFECTS, EVENTS, EventSchema, HostFunction, Receiver, Signature, entries, find, receivers};

use super::names::NameMention;
use super::scan::{OpenBracket, TextContext, TokenKind, TokenWalk, inner, tokens};
use crate::code::CodeLanguage;
use crate::word_kind::WordKind;

/// Function call around a place.
pub struct EnclosingCall {
    /// Possible functions; several if methods of different types share the name.
    pub entries: Vec<&'static HostFunction>,
    /// Index of the argument that contains the place, from 0.
    pub argument: usize,
}

/// Returns the host functions that are called with the bracket of a level; `None` if there are none.
pub fn find_called(text: &str, level: &OpenBracket) -> Option<EnclosingCall> {
    let name = text.get(level.head.clone()?)?;
    let entries: Vec<&HostFunction> = find(name).filter(|e| (e.on == Receiver::Global) != level.method).collect();
    (!entries.is_empty()).then_some(EnclosingCall { entries, argument: level.item })
}

/// Returns the kind of thing that a text within brackets must name, in the words of signatures.
pub fn kind_at(text: &str, levels: &[OpenBracket]) -> Option<&'static str> {
    let call = levels.iter().rposition(|l| l.open == b'(')?;
    let called = find_called(text, &levels[call])?;
    let argument = called.entries.first()?.parse_signature().arguments.get(called.argument)?.kind;
    let Some(table) = levels.get(call + 1) else { return Some(argument.trim_end_matches("[]")) };
    // The argument is a table of options or a list.
    let Some(fields) = argument.strip_prefix('{').and_then(|k| k.strip_suffix('}')) else {
        return Some(argument.trim_end_matches("[]"));
    };
    let field = text.get(table.field.clone()?)?;
    let (_, kind) = options(fields).find(|(name, _)| *name == field)?;
    Some(kind.trim_end_matches("[]"))
}

/// Returns the names and kinds in a table of options.
pub fn options(fields: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    fields.split(',').filter_map(|part| part.split_once(':')).map(|(name, kind)| (name.trim(), kind.trim()))
}

/// Returns the table of options if the place is at the name of an option in it.
pub fn options_at(text: &str, levels: &[OpenBracket]) -> Option<&'static str> {
    let [.., call, table] = levels else { return None };
    let at_name = table.open == b'{' && table.field.is_none();
    let called = find_called(text, call).filter(|_| at_name && call.open == b'(')?;
    let argument = called.entries.first()?.parse_signature().arguments.get(called.argument)?.kind;
    argument.strip_prefix('{')?.strip_suffix('}')
}

/// Returns the kind of thing that an argument of this kind names; `None` if it names no declared thing.
pub fn sort_of(kind: &str) -> Option<WordKind> {
    if kind == "option" {
        return Some(WordKind::Declared(DeclaredKind::Option));
    }
    let kind = kind.strip_suffix("_or_all").unwrap_or(kind);
    DeclaredKind::of_rule_word(kind).map(WordKind::in_rules)
}

/// Returns the fixed words that an argument of this kind accepts, without names of packs.
pub fn words_of(kind: &str) -> Vec<&'static str> {
    match kind {
        "event" => EVENTS.iter().map(|told| told.name).collect(),
        "effect" => EFFECTS.iter().map(|told| told.name).collect(),
        _ => Vec::new(),
    }
}

/// Returns the event or effect whose hook contains a place.
pub fn event_around(text: &str, levels: &[OpenBracket]) -> Option<&'static EventSchema> {
    levels.iter().rev().find_map(|level| {
        let name = text.get(level.first_text.clone()?)?;
        match text.get(level.head.clone()?)? {
            "on" => EVENTS.iter().find(|told| told.name == name),
            "replace" => EFFECTS.iter().find(|told| told.name == name),
            _ => None,
        }
    })
}

/// Returns the type of the expression that ends at offset `end`, in the words of signatures; `None` if it is unknown.
pub fn kind_of(text: &str, end: usize, levels: &[OpenBracket], depth: usize) -> Option<&'static str> {
    let before = text.get(..end)?.trim_end();
    if depth > 6 || before.is_empty() {
        return None;
    }
    if before.ends_with(')') {
        let open = matching(before)?;
        let name_start = word_start(before, open);
        let name = before.get(name_start..open)?;
        let method = before[..name_start].trim_end().ends_with(':');
        let mut found = find(name).filter(|e| (e.on == Receiver::Global) != method);
        let returns = found.next()?.parse_signature().returns;
        return found.all(|e| e.parse_signature().returns == returns).then_some(returns.trim_end_matches('?'));
    }
    if before.ends_with(']') {
        // The expression is an item of a list.
        let open = matching(before)?;
        return kind_of(text, open, levels, depth + 1)?.strip_suffix("[]");
    }
    let start = word_start(before, before.len());
    let word = before.get(start..).filter(|w| !w.is_empty())?;
    let front = before[..start].trim_end();
    if let Some(owner) = front.strip_suffix('.') {
        let event = event_around(text, levels)?;
        let start = word_start(owner, owner.len());
        return (owner.get(start..)? == subject(text, levels)?)
            .then(|| event.fields.iter().find(|field| field.name == word).map(|field| field.kind))?;
    }
    variable(text, start, word, levels, depth)
}

/// Returns the name of the event parameter in the hook around a place.
pub fn subject<'a>(text: &'a str, levels: &[OpenBracket]) -> Option<&'a str> {
    let hook = levels
        .iter()
        .rev()
        .find(|l| l.head.clone().and_then(|h| text.get(h)).is_some_and(|h| matches!(h, "on" | "replace")))?;
    parameters(text, hook.at).into_iter().next()
}

/// Returns the parameters of the first function after an offset.
fn parameters(text: &str, from: usize) -> Vec<&str> {
    let rest = text.get(from..).unwrap_or_default();
    let inner = rest.find("function(").and_then(|at| {
        let inner = &rest[at + "function(".len()..];
        inner.get(..inner.find(')')?)
    });
    inner.unwrap_or_default().split(',').map(|name| name.trim().split(':').next().unwrap_or_default()).collect()
}

fn variable(text: &str, before: usize, name: &str, levels: &[OpenBracket], depth: usize) -> Option<&'static str> {
    // Parameters of the surrounding callback have known types.
    for level in levels.iter().rev() {
        let Some(head) = level.head.clone().and_then(|h| text.get(h)) else { continue };
        let given: &[&'static str] = match head {
            "score" | "amend" => &["sheet", "feature"],
            "offer" => &["options", "seat"],
            "restrict" => &["kind", "cell", "turn", "seat"],
            "step" | "chosen" => &["seat", "any"],
            _ => continue,
        };
        if let Some(at) = parameters(text, level.at).iter().position(|p| *p == name) {
            return given.get(at).copied();
        }
    }
    // Otherwise the last declaration before the place decides.
    let head = text.get(..before)?;
    let declared = head.rmatch_indices(name).find_map(|(at, _)| {
        let line = super::scan::line_start(text, at);
        let front = head.get(line..at)?.trim_start();
        let rest = text.get(at + name.len()..)?;
        if front == "local " {
            let value = rest.trim_start().strip_prefix('=')?;
            let value_at = text.len() - value.len();
            return kind_of(text, expression_end(text, value_at), levels, depth + 1);
        }
        if front.starts_with("for ") && front.ends_with(", ") {
            let value = rest.trim_start().strip_prefix("in ")?;
            let value_at = text.len() - value.len();
            let end = value.find(" do").map(|i| value_at + i)?;
            return kind_of(text, end, levels, depth + 1)?.strip_suffix("[]");
        }
        None
    });
    declared.or_else(|| entries().map(|e| receiver_word(e.on)).find(|word| *word == name))
}

/// Returns the end of the expression that starts at an offset, assuming that it is on one line.
fn expression_end(text: &str, at: usize) -> usize {
    let line = super::scan::line_end(text, at);
    let piece = &text[at..line];
    at + piece.find(" --").or_else(|| piece.find(" if ")).or_else(|| piece.find(" or ")).unwrap_or(piece.len())
}

/// Returns the offset of the bracket that matches the last one of a text.
fn matching(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (at, byte) in text.bytes().enumerate().rev().take(4000) {
        match byte {
            b')' | b']' => depth += 1,
            b'(' | b'[' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
    }
    None
}

fn word_start(text: &str, end: usize) -> usize {
    text[..end].bytes().rposition(|b| !(b.is_ascii_alphanumeric() || b == b'_')).map_or(0, |i| i + 1)
}

/// Returns the type on which methods of a receiver are called, in the words of signatures.
pub fn receiver_word(on: Receiver) -> &'static str {
    match on {
        Receiver::Global => "",
        Receiver::Feature => "feature",
        Receiver::Segment => "segment",
        Receiver::Tile => "tile",
        Receiver::Figure => "figure",
        Receiver::Kind => "tile_kind",
        Receiver::Cell => "cell",
        Receiver::Sheet => "sheet",
        Receiver::Options => "options",
        Receiver::Slot => "slot",
        Receiver::Joint => "joint",
    }
}

/// Returns the methods of a type, or all methods if the type is `None` or has no methods.
pub fn methods(kind: Option<&str>) -> Vec<&'static HostFunction> {
    match kind.map(methods_of) {
        Some(own) if !own.is_empty() => own,
        _ => entries().filter(|e| e.on != Receiver::Global).collect(),
    }
}

/// Returns the methods of a type; empty for types other than game objects.
pub fn methods_of(kind: &str) -> Vec<&'static HostFunction> {
    let own = receivers(kind);
    entries().filter(|e| own.contains(&e.on)).collect()
}

/// Returns the names that a module declares before an offset, each once.
pub fn locals(text: &str, at: usize) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut add = |range: Range<usize>| {
        if !found.iter().any(|f| text[f.clone()] == text[range.clone()]) {
            found.push(range);
        }
    };
    let all: Vec<(TokenKind, Range<usize>)> = tokens(text, CodeLanguage::Lua)
        .filter(|(t, _)| *t != TokenKind::Comment)
        .take_while(|(_, r)| r.end < at)
        .collect();
    let word = |i: usize| all.get(i).filter(|(t, _)| *t == TokenKind::Word).map(|(_, r)| &text[r.clone()]);
    for i in 0..all.len() {
        let mut next = match word(i) {
            Some("local") if word(i + 1) == Some("function") => i + 2,
            Some("local" | "for") => i + 1,
            Some("function") => {
                let name = usize::from(matches!(all.get(i + 1), Some((TokenKind::Word, _))));
                i + 2 + name
            }
            _ => continue,
        };
        while let Some((TokenKind::Word, range)) = all.get(next) {
            if matches!(&text[range.clone()], "in" | "do" | "function" | "end") {
                break;
            }
            add(range.clone());
            if !matches!(all.get(next + 1), Some((TokenKind::Mark(b','), _))) {
                break;
            }
            next += 2;
        }
    }
    found
}

/// Returns the mentions in a rule module.
pub fn mentions(module: &str, text: &str) -> Vec<NameMention> {
    let mut found = Vec::new();
    // The header is parsed line by line.
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if !line.trim_start().starts_with("---") {
            if line.trim().is_empty() {
                start += line.len();
                continue;
            }
            break;
        }
        if let Some(at) = line.find("@param") {
            let rest = &line[at + 6..];
            let name_at = start + at + 6 + (rest.len() - rest.trim_start().len());
            let length = rest.trim_start().find(char::is_whitespace).unwrap_or(rest.trim().len());
            if let Some(name) = text.get(name_at..name_at + length).filter(|n| !n.is_empty()) {
                let full: Arc<str> = format!("{module}.{name}").into();
                let range = name_at..name_at + length;
                found.push(NameMention { sort: WordKind::Parameter, name: full, range, declares: true });
            }
        }
        start += line.len();
    }
    let mut walk = TokenWalk::new(text, CodeLanguage::Lua);
    let mut param = [false, false];
    for (token, range) in tokens(text, CodeLanguage::Lua) {
        match token {
            TokenKind::Text(_) => {
                let inner = inner(text, &range);
                let name = text.get(inner.clone()).unwrap_or_default();
                let sort = kind_at(text, &walk.levels).and_then(sort_of);
                let required = walk
                    .levels
                    .last()
                    .is_some_and(|l| l.head.clone().and_then(|h| text.get(h)) == Some("require") && l.open == b'(');
                let sort = if required { Some(WordKind::Module) } else { sort };
                if let Some(sort) = sort.filter(|_| !name.is_empty()) {
                    let name = name.rsplit(':').next().unwrap_or(name).into();
                    found.push(NameMention { sort, name, range: inner, declares: false });
                }
            }
            TokenKind::Word if param == [true, true] => {
                let name = format!("{module}.{}", &text[range.clone()]).into();
                found.push(NameMention { sort: WordKind::Parameter, name, range: range.clone(), declares: false });
            }
            _ => {}
        }
        param = match (token, param) {
            (TokenKind::Word, _) => [&text[range.clone()] == "param", false],
            (TokenKind::Mark(b'.'), [true, false]) => [true, true],
            _ => [false, false],
        };
        walk.pass(token, &range);
    }
    found
}

/// Returns the declaration of a local name that is used at `range`: the last one before it, or else the first one in
/// the module.
pub fn local_definition(text: &str, range: &Range<usize>) -> Option<Range<usize>> {
    let name = text.get(range.clone())?;
    let uses = occurrences(text, name);
    let declared = |at: &Range<usize>| {
        let line = super::scan::line_start(text, at.start);
        let front = text[line..at.start].trim_start();
        let signs = front.ends_with("local ") || front.ends_with("local function ");
        let listed = (front.starts_with("local ") && !front.contains('='))
            || front.starts_with("for ") && !front.contains(" in ");
        let given = front.rfind("function").is_some_and(|f| !front[f..].contains(')') && front[f..].contains('('));
        signs || listed || given
    };
    let before = uses.iter().rev().find(|u| u.start <= range.start && declared(u));
    before.or_else(|| uses.iter().find(|u| declared(u))).cloned()
}

/// Returns all occurrences of a word in a module, except in texts and comments.
pub fn occurrences(text: &str, name: &str) -> Vec<Range<usize>> {
    tokens(text, CodeLanguage::Lua)
        .filter(|(t, r)| *t == TokenKind::Word && text[r.clone()] == *name)
        .map(|(_, r)| r)
        .collect()
}

/// Returns the possible signatures of the call around a place, with the index of the current argument and the first
/// function.
pub fn signatures(text: &str, spot: &TextContext) -> Option<(Vec<Signature>, usize, &'static HostFunction)> {
    let call = spot.call()?;
    let called = find_called(text, call)?;
    let first = *called.entries.first()?;
    Some((called.entries.iter().map(|e| e.parse_signature()).collect(), called.argument, first))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(text: &str) -> Option<&'static str> {
        let at = text.find('|').unwrap();
        let text = text.replace('|', "");
        let spot = TextContext::find_at(&text, CodeLanguage::Lua, at);
        kind_of(&text, at, &spot.levels, 0)
    }

    #[test]
    fn it_is_known_what_something_is() {
        assert_eq!(kind("score(\"road\", function(sheet, road) sheet|"), Some("sheet"));
        assert_eq!(kind("score(\"road\", function(sheet, road) road|"), Some("feature"));
        assert_eq!(kind("on(\"completed\", function(ev) ev.feature|"), Some("feature"));
        assert_eq!(kind("local x = cell(0, 0)\nx|"), Some("cell"));
        assert_eq!(kind("for _, t in f:tile_list() do\n t|"), Some("tile"));
        assert_eq!(kind("a:first()|"), Some("segment"));
        assert_eq!(kind("what|"), None);
    }

    #[test]
    fn arguments_name_things() {
        let mentions = mentions(
            "m",
            "--- @param on terrain  Where.\nscore(param.on)\namend(\"road\")\non(\"placed\", { tag = \"inn\" })\nx:sum(\"gold\")\nrequire(\"boards\")",
        );
        let found: Vec<(WordKind, &str, bool)> = mentions.iter().map(|m| (m.sort, &*m.name, m.declares)).collect();
        assert_eq!(
            found,
            [
                (WordKind::Parameter, "m.on", true),
                (WordKind::Parameter, "m.on", false),
                (WordKind::Declared(DeclaredKind::Terrain), "road", false),
                (WordKind::Declared(DeclaredKind::Tag), "inn", false),
                (WordKind::Declared(DeclaredKind::Tag), "gold", false),
                (WordKind::Module, "boards", false),
            ]
        );
    }
}
