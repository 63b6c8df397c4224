//! Lists the declarations of a file as an outline.

use std::ops::Range;

use tilewright_pack::syntax::{self, Node, NodeShape};

use crate::code::CodeLanguage;
use crate::grammar::name_range;
use crate::scan::{TokenKind, TokenWalk, inner, tokens};

/// Kind of an entry in an outline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SymbolKind {
    /// File, or section of a pack.
    Section,
    /// Thing that a pack declares.
    Declaration,
    /// Test of a pack.
    Test,
    /// Text of a language.
    Text,
    /// Function of a rule module.
    Function,
    /// Hook of a rule module, such as `on("placed", …)`.
    Hook,
}

/// Entry in the outline of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symbol {
    /// Name in the outline.
    pub name: String,
    /// Kind of the entry.
    pub kind: SymbolKind,
    /// Range of the whole declaration, in bytes.
    pub range: Range<usize>,
    /// Range of the name, within `range`.
    pub name_range: Range<usize>,
    /// Entries within this one.
    pub children: Vec<Symbol>,
}

/// Functions that register hooks of a rule module; their first argument names the event, terrain or step.
const HOOKS: [&str; 9] = ["on", "replace", "score", "amend", "offer", "restrict", "step", "chosen", "ends"];

/// Returns the outline of a file; empty if it cannot be read.
pub fn symbols(path: &str, text: &str) -> Vec<Symbol> {
    match CodeLanguage::from_path(path) {
        CodeLanguage::Ron => syntax::read(text).tree.map(|tree| of_data(text, &tree)).unwrap_or_default(),
        CodeLanguage::Lua => of_rules(text),
        CodeLanguage::Plain => Vec::new(),
    }
}

fn of_data(text: &str, tree: &Node) -> Vec<Symbol> {
    let Some(head) = tree.head() else { return Vec::new() };
    let name_range = head.span.start as usize..head.span.end as usize;
    let children = match (&*head.value, &tree.shape) {
        ("Texts", NodeShape::Tuple(_, items)) => {
            let entries = items.get(1).and_then(Node::entries).unwrap_or_default();
            entries.iter().filter_map(|(key, value)| entry(text, key, value)).collect()
        }
        ("Pack", _) => {
            let fields = tree.fields().unwrap_or_default().iter();
            let sections = fields.filter(|(_, value)| !value.children().all(|child| child.children().next().is_none()));
            let section = |(name, value): &(syntax::Word, Node)| Symbol {
                name: name.value.to_string(),
                kind: SymbolKind::Section,
                range: name.span.start as usize..value.range().end,
                name_range: name.span.start as usize..name.span.end as usize,
                children: things(text, value),
            };
            sections.map(section).collect()
        }
        _ => things(text, tree),
    };
    let name = head.value.to_string();
    vec![Symbol { name, kind: SymbolKind::Section, range: tree.range(), name_range, children }]
}

/// Returns the entry for a key of a text.
fn entry(text: &str, key: &Node, value: &Node) -> Option<Symbol> {
    let name = key.as_word()?.value.to_string();
    let range = key.range().start..value.range().end;
    Some(Symbol { name, kind: SymbolKind::Text, range, name_range: name_range(text, key), children: Vec::new() })
}

/// Returns the named things in the lists of a value: those with an id, a rule or a name.
fn things(text: &str, node: &Node) -> Vec<Symbol> {
    let named = [("id", SymbolKind::Declaration), ("use", SymbolKind::Declaration), ("name", SymbolKind::Test)];
    let mut found = Vec::new();
    for child in node.children() {
        let name = named.iter().find_map(|(field, kind)| {
            let value = child.field(field)?;
            Some((value.as_word()?.value.to_string(), *kind, name_range(text, value)))
        });
        match name {
            Some((name, kind, name_range)) if !name.is_empty() => {
                found.push(Symbol { name, kind, range: child.range(), name_range, children: Vec::new() });
            }
            _ if matches!(child.shape, NodeShape::List(_)) => found.extend(things(text, child)),
            _ => {}
        }
    }
    found
}

fn of_rules(text: &str) -> Vec<Symbol> {
    let mut found: Vec<Symbol> = Vec::new();
    let mut walk = TokenWalk::new(text, CodeLanguage::Lua);
    // Outermost hooks that are still open, with their depth.
    let mut open: Option<(usize, Symbol)> = None;
    let mut was_function = false;
    for (token, range) in tokens(text, CodeLanguage::Lua) {
        if let (TokenKind::Text(_), [level]) = (token, &walk.levels[..])
            && let Some(head) = level.head.clone().filter(|_| level.first_text.is_none() && level.item == 0)
            && HOOKS.contains(&&text[head.clone()])
        {
            let content = inner(text, &range);
            let name = format!("{} {}", &text[head.clone()], &text[content]);
            let symbol = Symbol {
                name,
                kind: SymbolKind::Hook,
                range: head.start..range.end,
                name_range: head,
                children: Vec::new(),
            };
            open = Some((walk.levels.len(), symbol));
        }
        let is_word = token == TokenKind::Word;
        if is_word && was_function && walk.levels.is_empty() {
            let end = crate::scan::line_end(text, range.start);
            let start = crate::scan::line_start(text, range.start);
            let name = text[range.clone()].to_owned();
            found.push(Symbol {
                name,
                kind: SymbolKind::Function,
                range: start..end,
                name_range: range.clone(),
                children: Vec::new(),
            });
        }
        was_function = is_word && text[range.clone()] == *"function";
        walk.pass(token, &range);
        if open.as_ref().is_some_and(|(depth, _)| walk.levels.len() < *depth)
            && let Some((_, mut symbol)) = open.take()
        {
            symbol.range.end = range.end;
            found.push(symbol);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(path: &str, text: &str) -> Vec<String> {
        fn list(symbols: &[Symbol], depth: usize, all: &mut Vec<String>) {
            for symbol in symbols {
                all.push(format!("{}{}", " ".repeat(depth), symbol.name));
                list(&symbol.children, depth + 1, all);
            }
        }
        let mut all = Vec::new();
        let found = symbols(path, text);
        list(&found, 0, &mut all);
        all
    }

    #[test]
    fn data_has_an_outline() {
        let pack = "Pack(id: \"a\", terrains: [(id: road), (id: wood)], rules: [(use: \"paths\")], tags: [inn])";
        assert_eq!(names("pack.ron", pack), ["Pack", " terrains", "  road", "  wood", " rules", "  paths"]);
        assert_eq!(names("tests/a.ron", "Tests([(name: \"é\", seats: 2)])"), ["Tests", " é"]);
        assert_eq!(names("texts/en.ron", "Texts(\"en\", {\"tile.A\": \"Bay\"})"), ["Texts", " tile.A"]);
        assert!(names("pack.ron", "Pack(").len() <= 1);
    }

    #[test]
    fn rules_have_an_outline() {
        let text = "local function help(x)\n  return x\nend\non(\"placed\", function(ev)\n  award(1, (2))\nend)\n";
        assert_eq!(names("rules/a.lua", text), ["help", "on placed"]);
        let hook = &symbols("rules/a.lua", text)[1];
        assert!(text[hook.range.clone()].ends_with("end)"), "{hook:?}");
    }
}
