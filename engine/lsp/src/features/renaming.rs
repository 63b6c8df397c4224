//! Renames things, parameters, modules and local names in all files of a pack.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use tilewright_core::catalog::declared::DeclaredKind;
use tilewright_language::change::{FileChange, TextEdit};
use tilewright_language::inventory::PackInventory;
use tilewright_language::names::FileName;
use tilewright_language::navigation::{local_uses, local_word};
use tilewright_language::rename::{is_good_id, rename};
use tilewright_language::texts::LanguageTexts;
use tilewright_language::word_kind::WordKind;
use tilewright_language::{navigation, rules};

use super::place::AskedPlace;
use super::workspace_edit::EditMaker;
use super::{ClientFacts, RequestError};
use crate::positions::ColumnUnit;
use crate::protocol::WorkspaceEdit;

/// New name in all files of a pack.
pub(crate) struct Renamed {
    pub(crate) edit: WorkspaceEdit,
    /// Message about files that may still contain the old name; `None` if there are none.
    pub(crate) note: Option<String>,
}

/// Word that can be renamed.
pub(crate) struct RenamedWord {
    pub(crate) range: Range<usize>,
    sort: WordKind,
    name: Arc<str>,
}

/// Finds the word at a place.
///
/// # Errors
/// Nothing at the place can be renamed, with the reason as a text for the user.
pub(crate) fn renamed_word(place: &AskedPlace<'_>, texts: &dyn LanguageTexts) -> Result<RenamedWord, RequestError> {
    let names = place.pack.known_names();
    let nothing = || RequestError(texts.get("rename-nothing"));
    let Some(mention) = names.mention_at(&place.file, place.at) else {
        let range = local_word(&place.file, &place.open.text, place.at).ok_or_else(nothing)?;
        rules::local_definition(&place.open.text, &range).ok_or_else(nothing)?;
        let name = place.open.text[range.clone()].into();
        return Ok(RenamedWord { range, sort: WordKind::Local, name });
    };
    let declared = navigation::declarations(names, &place.file, &place.open.text, place.at);
    let (file, _) = declared.and_then(|found| found.places.into_iter().next()).ok_or_else(nothing)?;
    if file.pack != place.pack.id {
        return Err(RequestError(texts.with_name("rename-elsewhere", &mention.name)));
    }
    match mention.sort {
        WordKind::Declared(_) | WordKind::Book | WordKind::Module | WordKind::Parameter => {
            // The prefix of a pack stays.
            let written = &place.open.text[mention.range.clone()];
            let start = mention.range.start + written.rfind(':').map_or(0, |colon| colon + 1);
            let range = start..mention.range.end;
            Ok(RenamedWord { range, sort: mention.sort, name: mention.name.clone() })
        }
        WordKind::Rule | WordKind::Text | WordKind::Pack | WordKind::Local => Err(nothing()),
    }
}

/// Renames the word at a place.
///
/// # Errors
/// The word cannot be renamed, or not to this name, with the reason as a text for the user.
pub(crate) fn renaming(
    place: &AskedPlace<'_>,
    new: &str,
    client: &ClientFacts,
    unit: ColumnUnit,
) -> Result<Renamed, RequestError> {
    let texts = &client.texts;
    let refusal = |key: &str| RequestError(texts.get(key));
    let word = renamed_word(place, texts)?;
    let maker = EditMaker { pack: place.pack, client, unit };
    let edit = |changes: &[FileChange], moved| maker.edit(changes, moved).ok_or_else(|| refusal("rename-nothing"));
    let is_word = |new: &str| is_good_id(WordKind::Parameter, new);
    match word.sort {
        WordKind::Local => {
            if !is_local_name(new) {
                return Err(refusal("rename-bad"));
            }
            if !rules::occurrences(&place.open.text, new).is_empty() {
                return Err(refusal("rename-taken"));
            }
            let uses = local_uses(&place.open.text, &word.name).into_iter();
            let edits = uses.map(|range| TextEdit::new(range, new)).collect();
            let changes = [FileChange::Edit { path: place.file.path.clone(), edits }];
            Ok(Renamed { edit: edit(&changes, None)?, note: None })
        }
        WordKind::Parameter => {
            let (module, _) = word.name.split_once('.').unwrap_or_default();
            if !is_word(new) {
                return Err(refusal("rename-bad"));
            }
            if place.pack.known_names().parameter(&place.pack.id, &format!("{module}.{new}")).is_some() {
                return Err(refusal("rename-taken"));
            }
            Ok(Renamed { edit: edit(&own_edits(place, &word, new), None)?, note: None })
        }
        WordKind::Module => {
            if !is_word(new) {
                return Err(refusal("rename-bad"));
            }
            let (from, to) = (format!("rules/{}.lua", word.name), format!("rules/{new}.lua"));
            if place.pack.known_names().header(&place.pack.id, new).is_some() {
                return Err(refusal("rename-taken"));
            }
            Ok(Renamed { edit: edit(&own_edits(place, &word, new), Some((&from, &to)))?, note: None })
        }
        sort => {
            let inventory = PackInventory::read(place.pack.texts().files, &place.pack.surroundings);
            let declared = [WordKind::Declared(DeclaredKind::Terrain), WordKind::Declared(DeclaredKind::Book)];
            let is_book = matches!(sort, WordKind::Book | WordKind::Declared(DeclaredKind::Book));
            let sort = declared.into_iter().find(|d| is_book && inventory.has(*d, &word.name)).unwrap_or(sort);
            if !is_good_id(sort, new) {
                return Err(refusal("rename-bad"));
            }
            if inventory.has(sort, new) {
                return Err(refusal("rename-taken"));
            }
            let done = rename(&inventory, place.pack.texts().files, &place.pack.id, sort, &word.name, new);
            let note = (!done.look_at.is_empty())
                .then(|| texts.with_names("rename-look", &[("name", &word.name), ("files", &done.look_at.join(", "))]));
            Ok(Renamed { edit: edit(&done.changes, None)?, note })
        }
    }
}

/// Returns the edits of all references to a word in the own pack.
fn own_edits(place: &AskedPlace<'_>, word: &RenamedWord, new: &str) -> Vec<FileChange> {
    let mut by_file: BTreeMap<FileName, Vec<TextEdit>> = BTreeMap::new();
    for (file, range) in place.pack.known_names().references(word.sort, &word.name) {
        if file.pack == place.pack.id {
            by_file.entry(file).or_default().push(TextEdit::new(range, new));
        }
    }
    by_file.into_iter().map(|(file, edits)| FileChange::Edit { path: file.path, edits }).collect()
}

fn is_local_name(word: &str) -> bool {
    let is_first = |c: char| c.is_ascii_alphabetic() || c == '_';
    word.starts_with(is_first)
        && word.chars().all(|c| is_first(c) || c.is_ascii_digit())
        && !tilewright_language::code::LUA_WORDS.contains(&word)
}
