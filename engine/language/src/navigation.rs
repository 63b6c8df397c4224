//! Finds the declaration and the uses of the word at a place.

use std::ops::Range;

use crate::code::CodeLanguage;
use crate::names::{FileName, MentionIndex};
use crate::rules;
use crate::scan::{TextContext, TokenKind, TokenWalk, tokens};
use crate::word_kind::WordKind;

/// Name with places in files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamePlaces {
    /// Name as written.
    pub name: String,
    /// Places, those in the open pack first.
    pub places: Vec<(FileName, Range<usize>)>,
}

/// Returns the declarations of the name at offset `at` of a file; `None` if there is no name.
pub fn declarations(index: &MentionIndex, file: &FileName, text: &str, at: usize) -> Option<NamePlaces> {
    if let Some(mention) = index.mention_at(file, at) {
        let mut places = index.definitions(mention.sort, &mention.name);
        if mention.sort == WordKind::Parameter {
            // Only the module that this pack uses declares the parameter.
            let module = mention.name.split('.').next().unwrap_or_default();
            let declared = index.header(&file.pack, module).map(|(file, _)| file);
            places.retain(|(file, _)| Some(file) == declared.as_ref());
        }
        return Some(NamePlaces { name: mention.name.to_string(), places });
    }
    let word = local_word(file, text, at)?;
    let name = text.get(word.clone())?.to_owned();
    let places = rules::local_definition(text, &word).into_iter().map(|range| (file.clone(), range)).collect();
    Some(NamePlaces { name, places })
}

/// Returns the declarations and uses of the name at offset `at` of a file; `None` if there is no name.
pub fn uses(index: &MentionIndex, file: &FileName, text: &str, at: usize) -> Option<NamePlaces> {
    if let Some(mention) = index.mention_at(file, at) {
        let places = index.references(mention.sort, &mention.name);
        return Some(NamePlaces { name: mention.name.to_string(), places });
    }
    let name = text.get(local_word(file, text, at)?)?.to_owned();
    let places = rules::occurrences(text, &name).into_iter().map(|range| (file.clone(), range)).collect();
    Some(NamePlaces { name, places })
}

/// Returns the range of the Lua word at an offset; `None` in other files, strings and comments.
pub fn local_word(file: &FileName, text: &str, at: usize) -> Option<Range<usize>> {
    if CodeLanguage::from_path(&file.path) != CodeLanguage::Lua {
        return None;
    }
    let context = TextContext::find_at(text, CodeLanguage::Lua, at);
    (!context.in_text && !context.in_comment && !context.word.is_empty()).then_some(context.word)
}

/// Returns the uses of a local name in a rule module, without fields of tables and methods of that name.
pub fn local_uses(text: &str, name: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut walk = TokenWalk::new(text, CodeLanguage::Lua);
    let mut all = tokens(text, CodeLanguage::Lua).filter(|(token, _)| *token != TokenKind::Comment).peekable();
    while let Some((token, range)) = all.next() {
        let is_member = matches!(walk.last_code_token(), Some((TokenKind::Mark(b'.' | b':'), _)));
        let is_key = walk.levels.last().is_some_and(|level| level.open == b'{')
            && matches!(all.peek(), Some((TokenKind::Mark(b'='), _)));
        if token == TokenKind::Word && text[range.clone()] == *name && !is_member && !is_key {
            found.push(range.clone());
        }
        walk.pass(token, &range);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_no_local_names() {
        let text = "local x = { x = 1, y = x }\nprint(x, a.x, a:x(), \"x\") -- x";
        let uses = local_uses(text, "x");
        assert_eq!(uses.iter().map(|range| range.start).collect::<Vec<_>>(), [6, 23, 33]);
    }
}
