//! Forms for all data except tiles: sections, the items of a section, and the form of an item.

pub(crate) mod form;
mod item;
mod item_actions;
mod lists;
mod seat_colours;
mod texts;

use std::sync::Arc;

use egui::{Frame, Panel, RichText, ScrollArea, Ui};

use tilewright_language::inventory::PackInventory;
use tilewright_language::rename::{NameReference, references};
use tilewright_language::schema::{WordKind, section_of};
use tilewright_pack::edit::SectionItem;

use self::form::FormMemory;
use self::texts::TextsTable;
use crate::context::{Selection, ViewCx};

/// Name of the section of texts, which is a table instead of a list of items.
const TEXTS: &str = "texts";

/// The view of a pack's data.
pub struct DataView {
    section: &'static str,
    at: ChosenItem,
    /// Section and item to show in the next frame: a field must be drawn again to notice that it has lost the keyboard.
    next: Option<(&'static str, ChosenItem)>,
    filter: String,
    memory: FormMemory,
    table: TextsTable,
    inventory: Option<(u64, Arc<PackInventory>)>,
    references: Vec<NameReference>,
    followed: Selection,
}

/// Index of the item that is shown, in the open pack or in the packs that it needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ChosenItem {
    Own(usize),
    Inherited(usize),
}

impl Default for DataView {
    fn default() -> DataView {
        DataView {
            section: "terrains",
            at: ChosenItem::Own(0),
            next: None,
            filter: String::new(),
            memory: FormMemory::default(),
            table: TextsTable::default(),
            inventory: None,
            references: Vec::new(),
            followed: Selection::default(),
        }
    }
}

impl DataView {
    /// Draws the lists and the form.
    pub fn show(&mut self, ui: &mut Ui, cx: &mut ViewCx<'_>) {
        let inventory = self.renew(cx);
        if let Some((section, at)) = self.next.take() {
            (self.section, self.at) = (section, at);
        }
        self.follow(cx, &inventory);
        let narrow = ui.available_width() < 560.0;
        if narrow {
            self.section_box(ui, cx, &inventory);
            ui.separator();
        } else {
            Panel::left("data sections").resizable(true).default_size(152.0).frame(Frame::NONE).show(ui, |ui| {
                ScrollArea::vertical().auto_shrink(false).show(ui, |ui| self.sections(ui, cx, &inventory));
            });
        }
        let margin = Frame::NONE.inner_margin(egui::Margin { left: 8, ..egui::Margin::ZERO });
        if self.section == TEXTS {
            margin.show(ui, |ui| self.table.show(ui, cx, &inventory));
            return;
        }
        let Some(section) = section_of(self.section) else { return };
        let items = inventory.items(section);
        if section.single {
            margin.show(ui, |ui| self.form(ui, cx, &inventory, section, items.first()));
            return;
        }
        let inherited = inventory.inherited_items(section);
        self.keep_in_range(items.len(), inherited.len());
        Panel::left("data items").resizable(true).default_size(150.0).frame(Frame::NONE.inner_margin(4)).show(
            ui,
            |ui| {
                self.add_button(ui, cx, &inventory, section);
                self.items(ui, cx, &inventory, section, &items, &inherited);
            },
        );
        margin.show(ui, |ui| match self.at {
            ChosenItem::Own(at) => match items.get(at) {
                Some(item) => self.form(ui, cx, &inventory, section, Some(item)),
                None => {
                    ui.label(RichText::new(cx.t("data-nothing")).color(cx.tokens.weak));
                }
            },
            ChosenItem::Inherited(at) => {
                if let Some((pack, item)) = inherited.get(at) {
                    self.inherited_form(ui, cx, &inventory, section, *pack, item);
                }
            }
        });
    }

    fn renew(&mut self, cx: &ViewCx<'_>) -> Arc<PackInventory> {
        let revision = cx.document.revision();
        match &self.inventory {
            Some((at, inventory)) if *at == revision => Arc::clone(inventory),
            _ => {
                let inventory = Arc::new(PackInventory::read(cx.document.files(), cx.surroundings));
                self.inventory = Some((revision, Arc::clone(&inventory)));
                self.references = references(&inventory);
                inventory
            }
        }
    }

    /// Shows the item that was chosen in another view.
    fn follow(&mut self, cx: &ViewCx<'_>, inventory: &PackInventory) {
        if self.followed == *cx.selection {
            return;
        }
        self.followed = cx.selection.clone();
        if let Selection::Section(section) = cx.selection
            && let Some(section) = section_of(section).filter(|s| s.shown)
        {
            (self.section, self.at) = (section.name, ChosenItem::Own(0));
        }
        let Selection::Item(section, id) = cx.selection else { return };
        let Some(section) = section_of(section).filter(|s| s.shown) else { return };
        let items = inventory.items(section);
        // A use of a rule without id has the name of the rule.
        let used = |item: &SectionItem| {
            let node = inventory.own.node(item).filter(|_| section.sort == Some(WordKind::Rule))?;
            Some(node.field("use")?.as_word()?.value)
        };
        let called = |item: &SectionItem| item.id.clone().or_else(|| used(item));
        if let Some(at) = items.iter().position(|item| called(item).as_ref() == Some(id)) {
            (self.section, self.at) = (section.name, ChosenItem::Own(at));
        }
    }

    fn keep_in_range(&mut self, own: usize, inherited: usize) {
        self.at = match self.at {
            ChosenItem::Own(_) if own == 0 && inherited > 0 => ChosenItem::Inherited(0),
            ChosenItem::Own(at) => ChosenItem::Own(at.min(own.saturating_sub(1))),
            ChosenItem::Inherited(_) if inherited == 0 => ChosenItem::Own(0),
            ChosenItem::Inherited(at) => ChosenItem::Inherited(at.min(inherited - 1)),
        };
    }

    /// Shows a section in the next frame, for tests and other views.
    pub fn open(&mut self, section: &'static str) {
        self.next = Some((section, ChosenItem::Own(0)));
    }
}
