//! Paints tiles that are written in parts: tiles whose appearance depends on options, and overrides of tiles of other
//! packs. The edits resemble those of an author: they cover only what the variant or the override changes.

use tilewright_pack::Vocabulary;
use tilewright_pack::edit::{Draft, EditError, NodePath, PathStep, TextEdit, Written, order};
use tilewright_pack::syntax::{Node, NodeShape};

use super::drawing::{DrawnCell, DrawnTile, TilePaintError, condition_of, conditions};
use super::patch::{
    given_names, patch_part, set_tags, with_names, written_cell, written_fields, written_part, written_tags,
};

/// Keywords of conditions, each with its opposite.
const OPPOSITES: [(&str, &str); 2] = [("when", "unless"), ("unless", "when")];

/// Returns the conditions under which a tile looks different, as written. A condition with one keyword also yields its
/// opposite.
pub fn variants(node: &Node, text: &str) -> Vec<String> {
    let mut all = conditions(node, text);
    for condition in all.clone() {
        all.extend(opposite(&condition).filter(|other| !all.contains(other)));
    }
    all
}

/// Returns the condition that holds exactly if this one does not; `None` for a condition with two keywords.
fn opposite(condition: &str) -> Option<String> {
    let (word, value) = parts(condition)?;
    let (_, other) = OPPOSITES.iter().find(|(known, _)| *known == word)?;
    Some(format!("{other}: {value}"))
}

/// Returns the keyword of a condition and its value; `None` for a condition with two keywords.
fn parts(condition: &str) -> Option<(&str, &str)> {
    let (word, value) = condition.split_once(": ")?;
    let single = !OPPOSITES.iter().any(|(known, _)| value.contains(&format!(", {known}: ")));
    single.then_some((word, value))
}

impl DrawnTile {
    /// Reads the variant of a tile under a condition: the parts with this condition, and the parts without any.
    ///
    /// # Errors
    /// The tile cannot be painted, for the given reason.
    pub fn read_variant(
        node: &Node,
        text: &str,
        words: &Vocabulary,
        condition: &str,
    ) -> Result<DrawnTile, TilePaintError> {
        DrawnTile::read_as(node, text, words, Some(condition))
    }

    /// Returns the edits that turn the variant `before` of the tile `node` into this drawing. New parts get the
    /// condition; a changed part that was common to all variants stays unchanged for the other variants. `None` if
    /// edges or cells differ, since all variants share them, or if the condition has two keywords.
    ///
    /// # Errors
    /// The node is not the source of `before`.
    pub fn patch_variant(
        &self,
        before: &DrawnTile,
        node: &Node,
        text: &str,
        words: &Vocabulary,
        condition: &str,
    ) -> Result<Option<Vec<TextEdit>>, EditError> {
        let same = |(a, b): (&DrawnCell, &DrawnCell)| a.edges == b.edges && a.at == b.at;
        if self.cells.len() != before.cells.len() || !self.cells.iter().zip(&before.cells).all(same) {
            return Ok(None);
        }
        let Some(condition) = parts(condition) else { return Ok(None) };
        let mut draft = Draft::within(text, node);
        self.patch_whole(&mut draft, before)?;
        for (number, (old, new)) in before.cells.iter().zip(&self.cells).enumerate() {
            let cell = if self.listed { vec![PathStep::field("cells"), PathStep::Item(number)] } else { Vec::new() };
            patch_cell(&mut draft, &cell, (old, new), text, words, condition)?;
        }
        Ok(Some(draft.edits()))
    }

    /// Returns the edits of an override that turn the tile with its current override, `before`, into this drawing. Only
    /// fields that differ are written, as whole values if they replace those of the tile. `base` holds the tags without
    /// the override.
    ///
    /// # Errors
    /// The node has no fields.
    pub fn patch_override(
        &self,
        before: &DrawnTile,
        node: &Node,
        text: &str,
        words: &Vocabulary,
        base: &[(String, i64)],
    ) -> Result<Vec<TextEdit>, EditError> {
        let mut draft = Draft::within(text, node);
        let tags = if self.tags == before.tags { self.tags.clone() } else { before.tags.clone() };
        DrawnTile { tags, id: before.id.clone(), ..self.clone() }.patch_whole(&mut draft, before)?;
        if self.tags != before.tags {
            self.override_tags(&mut draft, node, base)?;
        }
        if self.cells == before.cells {
            return Ok(draft.edits());
        }
        if let ([new], [old], false) = (&self.cells[..], &before.cells[..], self.listed || before.listed) {
            let (edges, parts) = written_fields(new, words);
            if new.edges != old.edges {
                draft.set_field(&[], "edges", &edges, order::TILE)?;
            }
            if new.parts != old.parts {
                draft.set_field(&[], "parts", &parts.unwrap_or(Written::List(Vec::new())), order::TILE)?;
            }
        } else {
            let cells = self.cells.iter().map(|cell| written_cell(cell, words)).collect();
            draft.set_field(&[], "cells", &Written::List(cells), order::TILE)?;
            draft.remove_field(&[], "edges")?;
            draft.remove_field(&[], "parts")?;
        }
        Ok(draft.edits())
    }

    /// Sets the tags of an override: the added or the removed tags, or all tags if it does both.
    fn override_tags(&self, draft: &mut Draft, node: &Node, base: &[(String, i64)]) -> Result<(), EditError> {
        let replaces = node.field("tags").is_some_and(|n| !matches!(n.shape, NodeShape::Tuple(..)));
        if replaces {
            return set_tags(draft, &[], &self.tags, order::TILE);
        }
        let added: Vec<(String, i64)> = self.tags.iter().filter(|tag| !base.contains(tag)).cloned().collect();
        let gone = |(tag, _): &&(String, i64)| self.tags.iter().all(|(own, _)| own != tag);
        let gone: Vec<(String, i64)> = base.iter().filter(gone).map(|(tag, _)| (tag.clone(), 1)).collect();
        let change =
            |word: &str, tags: &[(String, i64)]| Written::Tuple(Some(word.to_owned()), vec![written_tags(tags, false)]);
        let value = match (added.is_empty(), gone.is_empty()) {
            (true, true) => return draft.remove_field(&[], "tags"),
            (false, true) => change("add", &added),
            (true, false) => change("remove", &gone),
            (false, false) => written_tags(&self.tags, false),
        };
        draft.set_field(&[], "tags", &value, order::TILE)
    }
}

fn patch_cell(
    draft: &mut Draft,
    cell: &[PathStep],
    (old, new): (&DrawnCell, &DrawnCell),
    text: &str,
    words: &Vocabulary,
    (word, value): (&str, &str),
) -> Result<(), EditError> {
    if old.parts == new.parts {
        return Ok(());
    }
    let new = &with_names(new, &given_names(new, words));
    let list: NodePath = cell.iter().cloned().chain([PathStep::field("parts")]).collect();
    let at = |number: usize| -> NodePath { list.iter().cloned().chain([PathStep::Item(number)]).collect() };
    let value = Written::Verbatim(value.to_owned());
    let (_, other) = OPPOSITES.iter().find(|(known, _)| *known == word).unwrap_or(&OPPOSITES[0]);
    let conditional = |part: Written| match part {
        Written::Struct(head, fields) => {
            Written::Struct(head, fields.into_iter().chain([(word.to_owned(), value.clone())]).collect())
        }
        Written::Word(head) => Written::Struct(Some(head), vec![(word.to_owned(), value.clone())]),
        other => other,
    };
    let nodes: Vec<Node> = match draft.node(&list) {
        Ok(parts) => parts.items().unwrap_or_default().to_vec(),
        Err(_) => {
            draft.set_field(cell, "parts", &Written::List(Vec::new()), order::TILE)?;
            Vec::new()
        }
    };
    // Parts are visited from last to first, so that the indices of the others stay valid.
    for (number, node) in nodes.iter().enumerate().rev() {
        let Some(was) = old.parts.iter().find(|part| part.origin == Some(number)) else { continue };
        let is = new.parts.iter().find(|part| part.origin == Some(number));
        let of_this_variant = condition_of(node, text).is_some();
        match is {
            Some(is) if is == was => {}
            Some(is) if of_this_variant => patch_part(draft, &at(number), was, new, is, words)?,
            None if of_this_variant => draft.remove(&list, number)?,
            is => {
                draft.set_field(&at(number), other, &value, order::PART)?;
                if let Some(is) = is {
                    draft.insert(&list, number + 1, &conditional(written_part(new, is, words)))?;
                }
            }
        }
    }
    for part in new.parts.iter().filter(|part| part.origin.is_none()) {
        let count = draft.node(&list)?.items().map_or(0, <[Node]>::len);
        draft.insert(&list, count, &conditional(written_part(new, part, words)))?;
    }
    Ok(())
}
