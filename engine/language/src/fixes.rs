//! Converts a [`Fix`] of a finding into changes of the texts.

use std::ops::Range;
use std::sync::Arc;

use tilewright_core::diag::Fix;
use tilewright_pack::edit::{Draft, Items, PathStep, Written};
use tilewright_pack::syntax;

use crate::art_text::turn_edits;
use crate::change::FileChange;
use crate::pack_texts::{self, PackTexts};
use crate::problems::PackProblem;
use crate::texts::LanguageTexts;

/// Returns the label of a finding's fix; `None` if there is no fix within the open pack.
pub fn label(problem: &PackProblem, own: PackTexts<'_>, texts: &dyn LanguageTexts) -> Option<String> {
    match problem.diagnostic.fix.as_ref()? {
        Fix::Rename { from, to } | Fix::NewName { from, to } => {
            wrong_name(problem, own, from)?;
            Some(texts.with_name("fix-rename", to))
        }
        Fix::AddText { pack, language, key } => (pack == own.id).then(|| {
            let shown = format!("{key} ({language})");
            texts.with_name("fix-add-text", &shown)
        }),
        Fix::NewRule { pack, name } => {
            (pack == own.id).then(|| texts.with_name("fix-new-rule", &format!("rules/{name}.lua")))
        }
        Fix::Insert { sign, .. } => {
            insertion(problem, own)?;
            Some(texts.with_name("fix-insert", sign))
        }
        Fix::Remove => {
            let place = problem.place.as_ref()?;
            own.text(&place.path).map(|_| texts.get("fix-remove"))
        }
        Fix::TurnPicture { steps } => {
            turn(problem, own, *steps)?;
            Some(texts.get("fix-turn-picture"))
        }
    }
}

/// Returns the changes that fix a finding; `None` if the text no longer matches the finding.
pub fn changes(problem: &PackProblem, own: PackTexts<'_>) -> Option<Vec<FileChange>> {
    match problem.diagnostic.fix.as_ref()? {
        Fix::Rename { from, to } | Fix::NewName { from, to } => {
            let place = problem.place.as_ref()?;
            let range = wrong_name(problem, own, from)?;
            Some(vec![FileChange::edit(&place.path, range, &**to)])
        }
        Fix::AddText { pack, language, key } if pack == own.id => Some(vec![add_text(own, language, key)?]),
        Fix::NewRule { pack, name } if pack == own.id => {
            let path: Arc<str> = format!("rules/{name}.lua").into();
            // An existing file that cannot be read is not overwritten.
            let text = pack_texts::first_text(&path);
            own.text(&path).is_none().then(|| vec![FileChange::Write { path, text: text.into() }])
        }
        Fix::AddText { .. } | Fix::NewRule { .. } => None,
        Fix::Insert { sign, .. } => {
            let place = problem.place.as_ref()?;
            let at = insertion(problem, own)?;
            Some(vec![FileChange::edit(&place.path, at..at, &**sign)])
        }
        Fix::Remove => Some(vec![remove(problem, own)?]),
        Fix::TurnPicture { steps } => Some(vec![turn(problem, own, *steps)?]),
    }
}

/// Returns the change that turns the picture of a finding.
fn turn(problem: &PackProblem, own: PackTexts<'_>, steps: u8) -> Option<FileChange> {
    let place = problem.place.as_ref()?;
    let edits = turn_edits(own.text(&place.path)?, &place.range, steps)?;
    Some(FileChange::Edit { path: place.path.clone(), edits })
}

/// Returns the offset at which a missing sign is inserted; `None` unless only blanks and comments are between it and
/// the finding.
fn insertion(problem: &PackProblem, own: PackTexts<'_>) -> Option<usize> {
    let (place, Some(Fix::Insert { back, .. })) = (problem.place.as_ref()?, &problem.diagnostic.fix) else {
        return None;
    };
    let at = place.range.start.checked_sub(*back as usize)?;
    let between = own.text(&place.path)?.get(at..place.range.start)?;
    let comment = between.trim_start();
    (comment.is_empty() || comment.starts_with("//") || comment.starts_with("/*")).then_some(at)
}

/// Returns the range of the wrong name; such findings cover the name only.
fn wrong_name(problem: &PackProblem, own: PackTexts<'_>, from: &str) -> Option<Range<usize>> {
    let place = problem.place.as_ref()?;
    let text = own.text(&place.path)?;
    (text.get(place.range.clone())? == from).then(|| place.range.clone())
}

/// Returns the initial text for a key: the English text, or else the last word of the key in readable form.
fn first_text(own: PackTexts<'_>, language: &str, key: &str) -> String {
    if language != "en"
        && let Some(english) = text_of(own, "en", key)
    {
        return english;
    }
    let name = key.rsplit('.').next().unwrap_or(key).replace('_', " ");
    let mut letters = name.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

fn files_of_language<'a>(
    own: PackTexts<'a>,
    language: &'a str,
) -> impl Iterator<Item = (&'a Arc<str>, &'a Arc<str>, syntax::Node)> {
    let data = own.files.iter().filter(|(path, _)| path.ends_with(".ron") && !path.starts_with("tests/"));
    data.filter(|(_, text)| text.contains("Texts")).filter_map(move |(path, text)| {
        let tree = syntax::read(text).tree?;
        let fits = tree.head().is_some_and(|h| &*h.value == "Texts")
            && tree.items()?.first()?.as_word().is_some_and(|w| *w.value == *language);
        fits.then_some((path, text, tree))
    })
}

fn text_of(own: PackTexts<'_>, language: &str, key: &str) -> Option<String> {
    files_of_language(own, language).find_map(|(_, _, tree)| {
        let entries = tree.items()?.get(1)?.entries()?;
        let found = entries.iter().find(|(k, _)| k.as_word().is_some_and(|w| *w.value == *key))?;
        Some(found.1.as_word()?.value.to_string())
    })
}

fn add_text(own: PackTexts<'_>, language: &str, key: &str) -> Option<FileChange> {
    let value = Written::text(&first_text(own, language, key));
    if let Some((path, text, _)) = files_of_language(own, language).next() {
        let mut draft = Draft::new(text).ok()?;
        draft.set_entry(&[PathStep::Item(1)], key, &value).ok()?;
        return Some(FileChange::Edit { path: path.clone(), edits: draft.edits() });
    }
    let text = format!("Texts(\"{language}\", {{\n    \"{key}\": {},\n}})\n", value.flat());
    let path: Arc<str> = format!("texts/{language}.ron").into();
    // An existing file that cannot be read is not overwritten.
    own.text(&path).is_none().then(|| FileChange::Write { path, text: text.into() })
}

fn remove(problem: &PackProblem, own: PackTexts<'_>) -> Option<FileChange> {
    let place = problem.place.as_ref()?;
    let text = own.text(&place.path)?;
    let mut draft = Draft::new(text).ok()?;
    if draft.tree().head().is_some_and(|h| &*h.value == "Texts") {
        let entries = draft.tree().items()?.get(1)?.entries()?;
        let key = entries.iter().find(|(k, _)| k.range().contains(&place.range.start))?.0.as_word()?.value;
        draft.remove_entry(&[PathStep::Item(1)], &key).ok()?;
    } else {
        let items = Items::from_trees([(place.path.clone(), draft.tree().clone())]);
        let item = items.item_at(&place.path, place.range.start)?;
        let Some((PathStep::Item(number), list)) = item.path.split_last() else {
            return item.path.is_empty().then(|| FileChange::Remove { path: place.path.clone() });
        };
        draft.remove(list, *number).ok()?;
    }
    Some(FileChange::Edit { path: place.path.clone(), edits: draft.edits() })
}
