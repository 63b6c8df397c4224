//! Actions on an item: moving, copying, removing and renaming it.

use egui::Id;
use tilewright_editor_model::pack::document::{FileChange, FileTexts};
use tilewright_editor_model::pack::forms::field_edit::{FieldEdit, ValueEdit};
use tilewright_language::inventory::PackInventory;
use tilewright_language::rename::{is_good_id, rename};
use tilewright_language::schema::{PackSection, WordKind};
use tilewright_pack::edit::{Draft, EditError, PathStep, SectionItem, Written};
use tilewright_pack::syntax::NodeShape;

use super::lists::title_of;
use super::{ChosenItem, DataView};
use crate::context::{EditorAction, ViewCx};
use crate::ui::notices::NoticeWeight;

/// An action on the chosen item.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ItemAction {
    Duplicate,
    Up,
    Down,
    Remove,
}

impl DataView {
    /// Performs an action on an item of the list.
    pub(super) fn act_on_item(
        &mut self,
        cx: &mut ViewCx<'_>,
        inventory: &PackInventory,
        section: &'static PackSection,
        items: &[SectionItem],
        at: usize,
        action: ItemAction,
    ) {
        let item = &items[at];
        let name = title_of(&inventory.own, item);
        let Some((PathStep::Item(index), list)) =
            item.path.split_last().map(|(last, list)| (last.clone(), list.to_vec()))
        else {
            // The item is alone in its file.
            if action == ItemAction::Remove {
                let label = cx.texts.with_name("step-removed", &name);
                cx.change(label, vec![FileChange::Remove { path: item.file.clone() }]);
            }
            return;
        };
        let field_edit = |op| FieldEdit { file: item.file.clone(), path: list.clone(), op };
        let mates = items.iter().filter(|i| i.file == item.file && i.held == item.held).count();
        let (field_edit, key, to) = match action {
            ItemAction::Up if index > 0 => (field_edit(ValueEdit::Move(index, index - 1)), "step-moved", at - 1),
            ItemAction::Down if index + 1 < mates => {
                (field_edit(ValueEdit::Move(index, index + 1)), "step-moved", at + 1)
            }
            ItemAction::Up | ItemAction::Down => return,
            ItemAction::Remove => (field_edit(ValueEdit::Remove(index)), "step-removed", at.saturating_sub(1)),
            ItemAction::Duplicate => return self.duplicate(cx, inventory, section, item, index, at),
        };
        let label = cx.texts.with_name(key, &name);
        if self.ask(cx, &label, &field_edit) {
            self.next = Some((section.name, ChosenItem::Own(to)));
        }
    }

    /// Inserts a copy after the item, with its own name.
    fn duplicate(
        &mut self,
        cx: &mut ViewCx<'_>,
        inventory: &PackInventory,
        section: &'static PackSection,
        item: &SectionItem,
        index: usize,
        at: usize,
    ) {
        let list = item.path[..item.path.len() - 1].to_vec();
        let copy = copy_item(inventory, cx.document.files(), section, item, &list, index);
        match copy {
            Ok(change) => {
                let name = title_of(&inventory.own, item);
                cx.change(cx.texts.with_name("step-duplicated", &name), vec![change]);
                self.next = Some((section.name, ChosenItem::Own(at + 1)));
            }
            Err(error) => cx.ask(EditorAction::Notify(NoticeWeight::Failed, error.to_string())),
        }
    }

    fn ask(&mut self, cx: &mut ViewCx<'_>, label: &str, field_edit: &FieldEdit) -> bool {
        match field_edit.change(cx.document.files()) {
            Ok(change) => {
                cx.change(label.to_owned(), vec![change]);
                true
            }
            Err(error) => {
                cx.ask(EditorAction::Notify(NoticeWeight::Failed, error.to_string()));
                false
            }
        }
    }

    pub(super) fn rename(
        &mut self,
        cx: &mut ViewCx<'_>,
        inventory: &PackInventory,
        sort: WordKind,
        item: &SectionItem,
        id: Id,
        new: &str,
    ) {
        let old = item.id.clone().unwrap_or_default();
        let why = if !is_good_id(sort, new) {
            Some("rename-bad")
        } else if inventory.has(sort, new) {
            Some("rename-taken")
        } else {
            None
        };
        if let Some(why) = why {
            self.memory.entries.refuse(id, cx.t(why));
            return;
        }
        let renaming = rename(inventory, cx.document.files(), cx.document.id(), sort, &old, new);
        let values = [("old", (&*old).into()), ("new", new.into())];
        cx.change(cx.texts.with("step-renamed", &values), renaming.changes);
        cx.ask(EditorAction::Notify(NoticeWeight::Done, cx.texts.count("rename-done", renaming.places)));
        if !renaming.look_at.is_empty() {
            let files = renaming.look_at.join(", ");
            let values = [("name", (&*old).into()), ("files", files.as_str().into())];
            cx.ask(EditorAction::Notify(NoticeWeight::Note, cx.texts.with("rename-look", &values)));
        }
    }
}

/// Returns the change that inserts a copy after an item, with a free name.
fn copy_item(
    inventory: &PackInventory,
    files: &FileTexts,
    section: &PackSection,
    item: &SectionItem,
    list: &[PathStep],
    index: usize,
) -> Result<FileChange, EditError> {
    let mut draft = Draft::new(files.get(&item.file).map_or("", |t| t))?;
    draft.duplicate(list, index)?;
    if let (Some(sort), Some(id)) = (section.sort, &item.id) {
        let name = inventory.free_name(sort, id.rsplit(':').next().unwrap_or_default());
        let mut path = list.to_vec();
        path.push(PathStep::Item(index + 1));
        let bare = draft.node(&path).is_ok_and(|n| matches!(n.shape, NodeShape::Word(_) | NodeShape::Text(_)));
        if !bare {
            path.push(PathStep::field("id"));
        }
        draft.set(&path, &Written::Word(name))?;
    }
    Ok(FileChange::Edit { path: item.file.clone(), edits: draft.edits() })
}
