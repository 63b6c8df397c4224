//! The list of sections, and the list of items in a section.

use egui::{ComboBox, Key, Modifiers, RichText, ScrollArea, Ui};
use tilewright_core::catalog::declared::DeclaredKind;
use tilewright_editor_model::pack::file_actions::use_of;
use tilewright_language::inventory::PackInventory;
use tilewright_language::schema::{PackSection, SECTIONS, WordKind, section_of};
use tilewright_pack::edit::{Items, SectionItem, Written};
use tilewright_pack::syntax::Node;
use tilewright_script::Header;

use super::item_actions::ItemAction;
use super::{ChosenItem, DataView, TEXTS};
use crate::context::command::EditorCommand;
use crate::context::{EditorAction, Selection, ViewCx};
use crate::ui::notices::NoticeWeight;
use crate::ui::widgets::{self, swatch};

impl DataView {
    /// Returns each section's name and title, and the number of its items that match the filter.
    fn shown_sections(&self, cx: &ViewCx<'_>, inventory: &PackInventory) -> Vec<(&'static str, String, usize)> {
        let wanted = self.filter.to_lowercase();
        let fits = |items: &Items, item: &SectionItem| title_of(items, item).to_lowercase().contains(&wanted);
        let count = |s: &PackSection| {
            let own = inventory.items(s).iter().filter(|i| fits(&inventory.own, i)).count();
            let others = inventory.inherited_items(s);
            own + others.iter().filter(|(pack, i)| fits(&inventory.needed[*pack].items, i)).count()
        };
        let mut all: Vec<(&'static str, String, usize)> =
            SECTIONS.iter().filter(|s| s.shown).map(|s| (s.name, cx.t(&s.title), count(s))).collect();
        let keys: std::collections::BTreeSet<_> = inventory.texts().into_iter().map(|e| e.key).collect();
        all.push((TEXTS, cx.t("section-texts"), keys.len()));
        all
    }

    pub(super) fn sections(&mut self, ui: &mut Ui, cx: &mut ViewCx<'_>, inventory: &PackInventory) {
        for (name, title, count) in self.shown_sections(cx, inventory) {
            let single = section_of(name).is_some_and(|s| s.single);
            let mark = self.mark_of_section(cx, inventory, name);
            ui.horizontal(|ui| {
                let row = ui.selectable_label(self.section == name, &title);
                if !single {
                    ui.label(RichText::new(count.to_string()).small().color(cx.tokens.weak));
                }
                if mark > 0 {
                    let text = RichText::new(format!("⊗{mark}")).small().color(cx.tokens.error);
                    ui.label(text).on_hover_text(cx.texts.count("problems-errors", mark));
                }
                if row.clicked() {
                    self.next = Some((name, ChosenItem::Own(0)));
                }
            });
        }
    }

    fn mark_of_section(&self, cx: &ViewCx<'_>, inventory: &PackInventory, name: &str) -> usize {
        let Some(section) = section_of(name).filter(|s| s.name != "pack") else { return 0 };
        let items = inventory.items(section);
        items.iter().map(|item| errors_in(cx, &inventory.own, item)).sum()
    }

    pub(super) fn section_box(&mut self, ui: &mut Ui, cx: &mut ViewCx<'_>, inventory: &PackInventory) {
        let all = self.shown_sections(cx, inventory);
        let title = |(_, title, count): &(&'static str, String, usize)| format!("{title} ({count})");
        let now = all.iter().find(|(name, ..)| *name == self.section).map(title).unwrap_or_default();
        let combo =
            ComboBox::from_id_salt("data section").width(220.0).height(420.0).selected_text(now).show_ui(ui, |ui| {
                for entry in &all {
                    if ui.selectable_label(entry.0 == self.section, title(entry)).clicked() {
                        self.next = Some((entry.0, ChosenItem::Own(0)));
                    }
                }
            });
        widgets::set_name(ui, &combo.response, &cx.t("data-section"));
    }

    pub(super) fn add_button(
        &mut self,
        ui: &mut Ui,
        cx: &mut ViewCx<'_>,
        inventory: &PackInventory,
        section: &'static PackSection,
    ) {
        widgets::filter(ui, &mut self.filter, &cx.t("data-filter"));
        if section.sort != Some(WordKind::Rule) {
            if ui.button(cx.t("data-add")).clicked() {
                let id = inventory.free_name(
                    section.sort.unwrap_or(WordKind::Declared(DeclaredKind::Tag)),
                    &format!("new_{}", singular(section)),
                );
                let text = if section.new.is_empty() { id.clone() } else { format!("(id: {id}, {})", section.new) };
                self.append(cx, inventory, section, &id, &Written::Verbatim(text));
                self.memory.to_name = Some(id);
            }
            return;
        }
        // A rule is chosen from the existing modules.
        let mut chosen = None;
        let combo = ComboBox::from_id_salt("add rule")
            .width(132.0)
            .height(420.0)
            .selected_text(cx.t("data-add"))
            .show_ui(ui, |ui| {
                if ui.selectable_label(false, cx.t("command-new-rule")).clicked() {
                    cx.ask(EditorAction::Command(EditorCommand::NewRule));
                }
                ui.separator();
                for name in inventory.names(WordKind::Module) {
                    let text = inventory.module(&name).map(ToString::to_string).unwrap_or_default();
                    let about = Header::parse(&text).0.doc;
                    if ui.selectable_label(false, &*name).on_hover_text(about).clicked() {
                        chosen = Some((name.clone(), text));
                    }
                }
            });
        widgets::set_name(ui, &combo.response, &cx.t("data-add"));
        if let Some((name, text)) = chosen {
            self.append(cx, inventory, section, &name, &use_of(inventory, &name, &text));
        }
    }

    pub(super) fn append(
        &mut self,
        cx: &mut ViewCx<'_>,
        inventory: &PackInventory,
        section: &'static PackSection,
        id: &str,
        value: &Written,
    ) {
        match inventory.own.append(cx.document.files(), section.name, value) {
            Ok((path, edits)) => {
                let label = cx.texts.with_name("step-added", id);
                cx.change(
                    label,
                    vec![tilewright_editor_model::pack::document::FileChange::Edit { path: path.clone(), edits }],
                );
                // The new item is inserted after the last one of its file.
                let items = inventory.items(section);
                let behind = items.iter().rposition(|i| i.file == path).map_or(items.len(), |i| i + 1);
                self.next = Some((section.name, ChosenItem::Own(behind)));
            }
            Err(error) => cx.ask(EditorAction::Notify(NoticeWeight::Failed, error.to_string())),
        }
    }

    pub(super) fn items(
        &mut self,
        ui: &mut Ui,
        cx: &mut ViewCx<'_>,
        inventory: &PackInventory,
        section: &'static PackSection,
        items: &[SectionItem],
        inherited: &[(usize, SectionItem)],
    ) {
        let wanted = self.filter.to_lowercase();
        ScrollArea::vertical().id_salt(("items", section.name)).auto_shrink(false).show(ui, |ui| {
            for (at, item) in items.iter().enumerate() {
                let title = title_of(&inventory.own, item);
                if !title.to_lowercase().contains(&wanted) {
                    continue;
                }
                let chosen = self.at == ChosenItem::Own(at);
                let errors = errors_in(cx, &inventory.own, item);
                let text = if errors > 0 { format!("⊗ {title}") } else { title };
                let colour = if errors > 0 { cx.tokens.error } else { cx.tokens.text };
                let swatch = item.id.as_deref().and_then(|id| looks(cx, section, id));
                let row = swatch::choice(ui, chosen, &text, colour, swatch);
                if row.clicked() {
                    row.request_focus();
                    self.next = Some((section.name, ChosenItem::Own(at)));
                    if let Some(id) = &item.id {
                        self.followed = Selection::Item(section.name.into(), id.clone());
                        cx.ask(EditorAction::Select(self.followed.clone()));
                    }
                }
                if chosen && row.has_focus() {
                    let alt = |i: &mut egui::InputState, key| i.consume_key(Modifiers::ALT, key);
                    let (up, down) = ui.input_mut(|i| (alt(i, Key::ArrowUp), alt(i, Key::ArrowDown)));
                    if up || down {
                        let action = if up { ItemAction::Up } else { ItemAction::Down };
                        self.act_on_item(cx, inventory, section, items, at, action);
                    }
                }
            }
            let mut last = usize::MAX;
            for (at, (pack, item)) in inherited.iter().enumerate() {
                let title = title_of(&inventory.needed[*pack].items, item);
                if !title.to_lowercase().contains(&wanted) {
                    continue;
                }
                if last != *pack {
                    last = *pack;
                    ui.add_space(4.0);
                    let from = cx.texts.with_name("data-from", &inventory.needed[*pack].id);
                    ui.label(RichText::new(from).small().color(cx.tokens.weak));
                }
                let chosen = self.at == ChosenItem::Inherited(at);
                let swatch = item.id.as_deref().and_then(|id| looks(cx, section, id));
                if swatch::choice(ui, chosen, &title, cx.tokens.weak, swatch).clicked() {
                    self.next = Some((section.name, ChosenItem::Inherited(at)));
                }
            }
        });
    }
}

/// Returns the colour of a terrain or an edge type; `None` for other items.
fn looks(cx: &ViewCx<'_>, section: &PackSection, id: &str) -> Option<egui::Color32> {
    let catalog = cx.catalog()?;
    match section.sort {
        Some(WordKind::Declared(DeclaredKind::Terrain)) => swatch::of_name(catalog, id),
        Some(WordKind::Declared(DeclaredKind::Edge)) => swatch::of_edge_name(catalog, id),
        _ => None,
    }
}

fn errors_in(cx: &ViewCx<'_>, items: &Items, item: &SectionItem) -> usize {
    let Some(range) = items.node(item).map(Node::range) else { return 0 };
    let inside = |at: &std::ops::Range<usize>| range.start <= at.start && at.end <= range.end;
    cx.problems.of_file(&item.file).filter(|(p, at)| p.diagnostic.is_error() && inside(at)).count()
}

/// Returns the name of an item in lists.
pub(super) fn title_of(items: &Items, item: &SectionItem) -> String {
    let Some(node) = items.node(item) else { return String::new() };
    let used = node.field("use").and_then(Node::as_word).map(|w| w.value);
    let condition = ["when", "unless"].iter().any(|name| node.field(name).is_some());
    let name = match (&item.id, used) {
        (Some(id), Some(used)) if *id != used => format!("{id} ({used})"),
        (Some(id), _) => id.to_string(),
        (None, Some(used)) => used.to_string(),
        (None, None) => "–".to_owned(),
    };
    if condition { format!("{name} ?") } else { name }
}

/// Returns the noun for an item of a section, as the start of a new id.
fn singular(section: &PackSection) -> &'static str {
    match section.sort {
        // Of the tile kinds, this list shows only chips.
        Some(WordKind::Declared(DeclaredKind::Tile)) => "chip",
        Some(WordKind::Declared(kind)) => kind.word(),
        _ => "tag",
    }
}
