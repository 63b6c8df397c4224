//! Explains values in place: the meaning of a rule's parameter in data, and the names of arguments in rules.

use std::ops::Range;

use tilewright_pack::syntax::{self, Node};
use tilewright_script::Receiver;

use crate::code::CodeLanguage;
use crate::complete::format_type;
use crate::names::{FileName, MentionIndex};
use crate::rules;
use crate::scan::{TokenKind, TokenWalk, tokens};

/// Short explanation of a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ValueHint {
    /// Offset at which the explanation is shown.
    pub at: usize,
    /// Text of the explanation.
    pub label: String,
    /// Type and full description; empty if the label says all.
    pub details: String,
    /// True if it names an argument in front of its value; false if it follows the value.
    pub is_name: bool,
}

/// Maximum number of letters of a meaning that is shown in place.
const LETTERS: usize = 60;

/// Returns the explanations of values in a part of a file.
pub fn hints(index: &MentionIndex, file: &FileName, text: &str, part: &Range<usize>) -> Vec<ValueHint> {
    match CodeLanguage::from_path(&file.path) {
        CodeLanguage::Ron => {
            let mut found = Vec::new();
            if let Some(tree) = syntax::read(text).tree {
                of_data(index, file, &tree, part, &mut found);
            }
            found
        }
        CodeLanguage::Lua => of_rules(text, part),
        CodeLanguage::Plain => Vec::new(),
    }
}

/// Collects the meanings of the parameters of rules.
fn of_data(index: &MentionIndex, file: &FileName, node: &Node, part: &Range<usize>, found: &mut Vec<ValueHint>) {
    if node.range().end < part.start || node.range().start > part.end {
        return;
    }
    if let (Some(module), Some(fields)) = (node.field("use").and_then(Node::as_word), node.fields())
        && let Some((_, header)) = index.header(&file.pack, &module.value)
    {
        for (name, value) in fields {
            let Some(param) = header.param(&name.value).filter(|param| !param.doc.is_empty()) else { continue };
            let sentence = param.doc.split(['.', ';']).next().unwrap_or_default().trim();
            let mut label: String = sentence.chars().take(LETTERS).collect();
            if label.len() < sentence.len() {
                label.push('…');
            }
            let details = format!("{}: {}\n{}", param.name, format_type(param), param.doc);
            found.push(ValueHint { at: value.range().end, label, details, is_name: false });
        }
    }
    node.children().for_each(|child| of_data(index, file, child, part, found));
}

/// Collects the names of the arguments of functions, for values that do not name themselves.
fn of_rules(text: &str, part: &Range<usize>) -> Vec<ValueHint> {
    let mut found = Vec::new();
    let mut walk = TokenWalk::new(text, CodeLanguage::Lua);
    for (token, range) in tokens(text, CodeLanguage::Lua) {
        if range.start > part.end {
            break;
        }
        let is_first = matches!(walk.last_code_token(), Some((TokenKind::Mark(b'(' | b','), _)));
        let is_plain = matches!(token, TokenKind::Number | TokenKind::Text(_)) || is_constant(&text[range.clone()]);
        if is_first
            && is_plain
            && range.start >= part.start
            && let Some(level) = walk.levels.last().filter(|level| level.open == b'(')
            && let Some(called) = rules::find_called(text, level)
        {
            let entry = called.entries.first().filter(|entry| {
                entry.on == Receiver::Global || called.entries.iter().all(|other| other.signature == entry.signature)
            });
            let signature = entry.map(|entry| entry.parse_signature());
            let several = signature.as_ref().is_some_and(|signature| signature.arguments.len() > 1);
            if let Some(argument) = signature.and_then(|s| s.arguments.get(called.argument).map(|a| a.name))
                && several
                && argument != "..."
            {
                let label = format!("{argument}:");
                found.push(ValueHint { at: range.start, label, details: String::new(), is_name: true });
            }
        }
        walk.pass(token, &range);
    }
    found
}

fn is_constant(word: &str) -> bool {
    matches!(word, "true" | "false" | "nil")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_have_names() {
        let text = "award(1, 5)\nlocal x = cell(0, 0)\nprint(3)";
        let labels: Vec<(usize, String)> =
            of_rules(text, &(0..text.len())).into_iter().map(|h| (h.at, h.label)).collect();
        assert_eq!(labels[..2], [(6, "seat:".to_owned()), (9, "points:".to_owned())]);
        assert_eq!(of_rules(text, &(0..5)).len(), 0);
    }
}
