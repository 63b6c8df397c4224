//! Everything that is data besides tiles, as forms: sections, the items of one, and the form of one item.

pub(in crate::views) mod form;
mod texts;

use std::sync::Arc;

use egui::{ComboBox, Frame, Id, Key, Modifiers, Panel, RichText, ScrollArea, Ui};
use tilewright_pack::edit::{Item, Items, Step, Written};
use tilewright_pack::syntax::{Node, Shape};
use tilewright_script::Header;

use self::form::{Form, Memory, Slot, fields_of};
use self::texts::TextsTable;
use crate::document::Files;
use crate::forms::inventory::Inventory;
use crate::forms::rename::{Reference, references, rename};
use crate::forms::schema::{SECTIONS, Section, Sort, kind_of_param, section_of};
use crate::forms::wish::{Op, Wish, fresh};
use crate::views::{Action, Cx, Pane, Selection, Weight};
use crate::widgets;

/// The section of texts is a table, not a list of items.
const TEXTS: &str = "texts";

/// The state of the view.
pub struct DataView {
    section: &'static str,
    at: Chosen,
    /// What is to be shown from the next frame on: fields that are being left have to be drawn once more.
    next: Option<(&'static str, Chosen)>,
    filter: String,
    memory: Memory,
    table: TextsTable,
    inventory: Option<(u64, Arc<Inventory>)>,
    references: Vec<Reference>,
    followed: Selection,
}

/// Which item of a section is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Chosen {
    Own(usize),
    Inherited(usize),
}

impl Default for DataView {
    fn default() -> DataView {
        DataView {
            section: "terrains",
            at: Chosen::Own(0),
            next: None,
            filter: String::new(),
            memory: Memory::default(),
            table: TextsTable::default(),
            inventory: None,
            references: Vec::new(),
            followed: Selection::default(),
        }
    }
}

/// What can be done with the chosen item.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Deed {
    Duplicate,
    Up,
    Down,
    Remove,
}

impl DataView {
    /// Draws it.
    pub fn show(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
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
            Panel::left("data sections").resizable(true).default_size(128.0).frame(Frame::NONE).show(ui, |ui| {
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
        let inherited = inventory.inherited(section);
        self.keep_in_range(items.len(), inherited.len());
        Panel::left("data items").resizable(true).default_size(150.0).frame(Frame::NONE.inner_margin(4)).show(
            ui,
            |ui| {
                self.add_button(ui, cx, &inventory, section);
                self.items(ui, cx, &inventory, section, &items, &inherited);
            },
        );
        margin.show(ui, |ui| match self.at {
            Chosen::Own(at) => match items.get(at) {
                Some(item) => self.form(ui, cx, &inventory, section, Some(item)),
                None => {
                    ui.label(RichText::new(cx.t("data-nothing")).color(cx.tokens.weak));
                }
            },
            Chosen::Inherited(at) => {
                if let Some((pack, item)) = inherited.get(at) {
                    self.inherited_form(ui, cx, &inventory, section, *pack, item);
                }
            }
        });
    }

    fn renew(&mut self, cx: &Cx<'_>) -> Arc<Inventory> {
        let revision = cx.document.revision();
        match &self.inventory {
            Some((at, inventory)) if *at == revision => Arc::clone(inventory),
            _ => {
                let inventory = Arc::new(Inventory::read(cx.document.files(), cx.surroundings));
                self.inventory = Some((revision, Arc::clone(&inventory)));
                self.references = references(&inventory);
                inventory
            }
        }
    }

    /// Goes to what was chosen in another view.
    fn follow(&mut self, cx: &Cx<'_>, inventory: &Inventory) {
        if self.followed == *cx.selection {
            return;
        }
        self.followed = cx.selection.clone();
        if let Selection::Section(section) = cx.selection
            && let Some(section) = section_of(section).filter(|s| s.shown)
        {
            (self.section, self.at) = (section.name, Chosen::Own(0));
        }
        let Selection::Item(section, id) = cx.selection else { return };
        let Some(section) = section_of(section).filter(|s| s.shown) else { return };
        let items = inventory.items(section);
        if let Some(at) = items.iter().position(|item| item.id.as_ref() == Some(id)) {
            (self.section, self.at) = (section.name, Chosen::Own(at));
        }
    }

    fn keep_in_range(&mut self, own: usize, inherited: usize) {
        self.at = match self.at {
            Chosen::Own(_) if own == 0 && inherited > 0 => Chosen::Inherited(0),
            Chosen::Own(at) => Chosen::Own(at.min(own.saturating_sub(1))),
            Chosen::Inherited(_) if inherited == 0 => Chosen::Own(0),
            Chosen::Inherited(at) => Chosen::Inherited(at.min(inherited - 1)),
        };
    }

    /// Titles of the sections, and numbers of their items that fit the filter.
    fn shown_sections(&self, cx: &Cx<'_>, inventory: &Inventory) -> Vec<(&'static str, String, usize)> {
        let wanted = self.filter.to_lowercase();
        let fits = |items: &Items, item: &Item| title_of(items, item).to_lowercase().contains(&wanted);
        let count = |s: &Section| {
            let own = inventory.items(s).iter().filter(|i| fits(&inventory.own, i)).count();
            let others = inventory.inherited(s);
            own + others.iter().filter(|(pack, i)| fits(&inventory.needed[*pack].items, i)).count()
        };
        let mut all: Vec<(&'static str, String, usize)> =
            SECTIONS.iter().filter(|s| s.shown).map(|s| (s.name, cx.t(s.title), count(s))).collect();
        let keys: std::collections::BTreeSet<_> = inventory.texts().into_iter().map(|e| e.key).collect();
        all.push((TEXTS, cx.t("section-texts"), keys.len()));
        all
    }

    fn sections(&mut self, ui: &mut Ui, cx: &mut Cx<'_>, inventory: &Inventory) {
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
                    self.next = Some((name, Chosen::Own(0)));
                }
            });
        }
    }

    fn mark_of_section(&self, cx: &Cx<'_>, inventory: &Inventory, name: &str) -> usize {
        let Some(section) = section_of(name).filter(|s| s.name != "pack") else { return 0 };
        let items = inventory.items(section);
        items.iter().map(|item| errors_in(cx, &inventory.own, item)).sum()
    }

    fn section_box(&mut self, ui: &mut Ui, cx: &mut Cx<'_>, inventory: &Inventory) {
        let all = self.shown_sections(cx, inventory);
        let title = |(_, title, count): &(&'static str, String, usize)| format!("{title} ({count})");
        let now = all.iter().find(|(name, ..)| *name == self.section).map(title).unwrap_or_default();
        let combo =
            ComboBox::from_id_salt("data section").width(220.0).height(420.0).selected_text(now).show_ui(ui, |ui| {
                for entry in &all {
                    if ui.selectable_label(entry.0 == self.section, title(entry)).clicked() {
                        self.next = Some((entry.0, Chosen::Own(0)));
                    }
                }
            });
        widgets::named(ui, &combo.response, &cx.t("data-section"));
    }

    fn add_button(&mut self, ui: &mut Ui, cx: &mut Cx<'_>, inventory: &Inventory, section: &'static Section) {
        widgets::filter(ui, &mut self.filter, &cx.t("data-filter"));
        if section.sort != Some(Sort::Rule) {
            if ui.button(cx.t("data-add")).clicked() {
                let id = inventory.free_name(section.sort.unwrap_or(Sort::Tag), &format!("new_{}", singular(section)));
                let text = if section.new.is_empty() { id.clone() } else { format!("(id: {id}, {})", section.new) };
                self.append(cx, inventory, section, &id, &Written::Verbatim(text));
            }
            return;
        }
        // A rule is chosen from those that there are.
        let mut chosen = None;
        let combo = ComboBox::from_id_salt("add rule")
            .width(132.0)
            .height(420.0)
            .selected_text(cx.t("data-add"))
            .show_ui(ui, |ui| {
                for name in inventory.names(Sort::Module) {
                    let text = inventory.module(&name).map(ToString::to_string).unwrap_or_default();
                    let about = Header::parse(&text).0.doc;
                    if ui.selectable_label(false, &*name).on_hover_text(about).clicked() {
                        chosen = Some((name.clone(), text));
                    }
                }
            });
        widgets::named(ui, &combo.response, &cx.t("data-add"));
        if let Some((name, text)) = chosen {
            let mut fields = vec![("use".to_owned(), Written::text(&name))];
            let needed = Header::parse(&text).0.params.into_iter().filter(|p| p.default.is_none() && !p.optional);
            fields.extend(needed.map(|p| (p.name.to_string(), fresh(inventory, &kind_of_param(&p.kind)))));
            self.append(cx, inventory, section, &name, &Written::Struct(None, fields));
        }
    }

    fn append(&mut self, cx: &mut Cx<'_>, inventory: &Inventory, section: &'static Section, id: &str, value: &Written) {
        match inventory.own.append(cx.document.files(), section.name, value) {
            Ok((path, edits)) => {
                let label = cx.texts.named("step-added", id);
                cx.change(label, vec![crate::document::Change::Edit { path: path.clone(), edits }]);
                // It comes behind the last one of its file.
                let items = inventory.items(section);
                let behind = items.iter().rposition(|i| i.file == path).map_or(items.len(), |i| i + 1);
                self.next = Some((section.name, Chosen::Own(behind)));
            }
            Err(error) => cx.ask(Action::Notify(Weight::Failed, error.to_string())),
        }
    }

    fn items(
        &mut self,
        ui: &mut Ui,
        cx: &mut Cx<'_>,
        inventory: &Inventory,
        section: &'static Section,
        items: &[Item],
        inherited: &[(usize, Item)],
    ) {
        let wanted = self.filter.to_lowercase();
        ScrollArea::vertical().id_salt(("items", section.name)).auto_shrink(false).show(ui, |ui| {
            for (at, item) in items.iter().enumerate() {
                let title = title_of(&inventory.own, item);
                if !title.to_lowercase().contains(&wanted) {
                    continue;
                }
                let chosen = self.at == Chosen::Own(at);
                let errors = errors_in(cx, &inventory.own, item);
                let text = if errors > 0 { format!("⊗ {title}") } else { title };
                let colour = if errors > 0 { cx.tokens.error } else { cx.tokens.text };
                let row = ui.selectable_label(chosen, RichText::new(text).color(colour));
                if row.clicked() {
                    row.request_focus();
                    self.next = Some((section.name, Chosen::Own(at)));
                    if let Some(id) = &item.id {
                        self.followed = Selection::Item(section.name.into(), id.clone());
                        cx.ask(Action::Select(self.followed.clone()));
                    }
                }
                if chosen && row.has_focus() {
                    let alt = |i: &mut egui::InputState, key| i.consume_key(Modifiers::ALT, key);
                    let (up, down) = ui.input_mut(|i| (alt(i, Key::ArrowUp), alt(i, Key::ArrowDown)));
                    if up || down {
                        let deed = if up { Deed::Up } else { Deed::Down };
                        self.deed(cx, inventory, section, items, at, deed);
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
                    let from = cx.texts.named("data-from", &inventory.needed[*pack].id);
                    ui.label(RichText::new(from).small().color(cx.tokens.weak));
                }
                let chosen = self.at == Chosen::Inherited(at);
                if ui.selectable_label(chosen, RichText::new(title).color(cx.tokens.weak)).clicked() {
                    self.next = Some((section.name, Chosen::Inherited(at)));
                }
            }
        });
    }

    /// Does something with an item of the list.
    fn deed(
        &mut self,
        cx: &mut Cx<'_>,
        inventory: &Inventory,
        section: &'static Section,
        items: &[Item],
        at: usize,
        deed: Deed,
    ) {
        let item = &items[at];
        let name = title_of(&inventory.own, item);
        let Some((Step::Item(index), list)) = item.path.split_last().map(|(last, list)| (last.clone(), list.to_vec()))
        else {
            // Alone in its file.
            if deed == Deed::Remove {
                let label = cx.texts.named("step-removed", &name);
                cx.change(label, vec![crate::document::Change::Remove { path: item.file.clone() }]);
            }
            return;
        };
        let wish = |op| Wish { file: item.file.clone(), path: list.clone(), op };
        let mates = items.iter().filter(|i| i.file == item.file && i.held == item.held).count();
        let (wish, key, to) = match deed {
            Deed::Up if index > 0 => (wish(Op::Move(index, index - 1)), "step-moved", at - 1),
            Deed::Down if index + 1 < mates => (wish(Op::Move(index, index + 1)), "step-moved", at + 1),
            Deed::Up | Deed::Down => return,
            Deed::Remove => (wish(Op::Remove(index)), "step-removed", at.saturating_sub(1)),
            Deed::Duplicate => return self.duplicate(cx, inventory, section, item, index, at),
        };
        let label = cx.texts.named(key, &name);
        if self.ask(cx, &label, &wish) {
            self.next = Some((section.name, Chosen::Own(to)));
        }
    }

    /// A copy behind the item, with a name of its own.
    fn duplicate(
        &mut self,
        cx: &mut Cx<'_>,
        inventory: &Inventory,
        section: &'static Section,
        item: &Item,
        index: usize,
        at: usize,
    ) {
        let list = item.path[..item.path.len() - 1].to_vec();
        let copy = copied(inventory, cx.document.files(), section, item, &list, index);
        match copy {
            Ok(change) => {
                let name = title_of(&inventory.own, item);
                cx.change(cx.texts.named("step-duplicated", &name), vec![change]);
                self.next = Some((section.name, Chosen::Own(at + 1)));
            }
            Err(error) => cx.ask(Action::Notify(Weight::Failed, error.to_string())),
        }
    }

    fn ask(&mut self, cx: &mut Cx<'_>, label: &str, wish: &Wish) -> bool {
        match wish.change(cx.document.files()) {
            Ok(change) => {
                cx.change(label.to_owned(), vec![change]);
                true
            }
            Err(error) => {
                cx.ask(Action::Notify(Weight::Failed, error.to_string()));
                false
            }
        }
    }

    fn form(
        &mut self,
        ui: &mut Ui,
        cx: &mut Cx<'_>,
        inventory: &Arc<Inventory>,
        section: &'static Section,
        item: Option<&Item>,
    ) {
        let items = &inventory.own;
        let file = item.map_or_else(|| Arc::from("pack.ron"), |i| i.file.clone());
        let Some(text) = cx.document.text(&file).cloned() else { return };
        let name = item.map_or_else(|| cx.t(section.title), |i| title_of(items, i));
        if let (Chosen::Own(at), Some(_)) = (self.at, item.filter(|_| !section.single)) {
            self.buttons(ui, cx, inventory, section, at, &name);
        } else {
            ui.heading(cx.t(section.title));
        }
        let Some(root) = items.trees.get(&file) else {
            ui.label(RichText::new(cx.t("data-unreadable")).color(cx.tokens.error));
            return;
        };
        let node = item.and_then(|i| items.node(i)).or((section.name == "pack").then_some(root));
        let fields = fields_of(inventory, section, node);
        let head = Slot { node: Some(root), path: Vec::new(), up: None, name: String::new() };
        let order = tilewright_pack::edit::order::PACK.iter().map(ToString::to_string).collect();
        let slot = match (node, item) {
            (Some(node), _) => {
                let path = item.map(|i| i.path.clone()).unwrap_or_default();
                Slot { node: Some(node), path, up: None, name: String::new() }
            }
            // A pack without a board gets one with its first field.
            (None, _) => {
                let path = vec![Step::field(section.name)];
                Slot { node: None, path, up: Some((&head, section.name.to_owned(), order)), name: String::new() }
            }
        };
        let override_ = node.is_some_and(|n| n.field("override").is_some());
        let key = Id::unique(("form", section.name, item.map(|i| format!("{}{:?}", i.file, i.path))));
        let problems: Vec<_> = match node {
            Some(node) if section.name != "pack" => {
                let range = node.range();
                let inside = |at: &std::ops::Range<usize>| range.start <= at.start && at.end <= range.end;
                cx.problems.of_file(&file).filter(|(_, at)| inside(at)).collect()
            }
            Some(_) => cx.problems.of_file(&file).collect(),
            None => Vec::new(),
        };
        let mut form = Form {
            inventory,
            file: file.clone(),
            text: &text,
            texts: cx.texts,
            tokens: cx.tokens,
            memory: &mut self.memory,
            problems,
            key,
            wishes: Vec::new(),
            typed: false,
            renamed: None,
            may_rename: section.sort.is_some() && !override_,
        };
        ScrollArea::vertical().id_salt(("form", section.name)).auto_shrink(false).show(ui, |ui| {
            if let Some(used) = uses(&self.references, section, item).filter(|_| !override_) {
                ui.label(RichText::new(cx.texts.count("data-used", used)).small().color(cx.tokens.weak));
            }
            if section.sort == Some(Sort::Rule) {
                about_rule(ui, cx, inventory, node);
            }
            form.fields(ui, &slot, &fields);
            // Findings about the whole pack stand in the list of problems.
            if section.name != "pack" {
                let rest = std::mem::take(&mut form.problems);
                rest.iter().for_each(|(problem, _)| form.finding(ui, problem));
            }
        });
        let (wishes, typed, renamed) = (form.wishes, form.typed, form.renamed);
        Form::ask(wishes, typed, &name, cx);
        if let (Some((id, new)), Some(item), Some(sort)) = (renamed, item, section.sort) {
            self.rename(cx, inventory, sort, item, id, &new);
        }
    }

    fn buttons(
        &mut self,
        ui: &mut Ui,
        cx: &mut Cx<'_>,
        inventory: &Inventory,
        section: &'static Section,
        at: usize,
        name: &str,
    ) {
        let items = inventory.items(section);
        let mut wanted = None;
        ui.horizontal_wrapped(|ui| {
            ui.heading(name);
            for (key, deed) in [
                ("data-duplicate", Deed::Duplicate),
                ("data-up", Deed::Up),
                ("data-down", Deed::Down),
                ("data-remove", Deed::Remove),
            ] {
                if ui.button(cx.t(key)).clicked() {
                    wanted = Some(deed);
                }
            }
            if let Some(node) = items.get(at).and_then(|i| inventory.own.node(i))
                && ui.button(cx.t("data-in-file")).clicked()
            {
                let place = crate::views::Place { path: items[at].file.clone(), range: node.range() };
                cx.ask(Action::GoTo(place));
            }
        });
        ui.separator();
        if let Some(deed) = wanted {
            self.deed(cx, inventory, section, &items, at, deed);
        }
    }

    fn rename(&mut self, cx: &mut Cx<'_>, inventory: &Inventory, sort: Sort, item: &Item, id: Id, new: &str) {
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
        cx.ask(Action::Notify(Weight::Done, cx.texts.count("rename-done", renaming.places)));
        if !renaming.look_at.is_empty() {
            let files = renaming.look_at.join(", ");
            let values = [("name", (&*old).into()), ("files", files.as_str().into())];
            cx.ask(Action::Notify(Weight::Note, cx.texts.with("rename-look", &values)));
        }
    }

    /// An item of another pack: to be looked at, and to be changed by an item of this pack.
    fn inherited_form(
        &mut self,
        ui: &mut Ui,
        cx: &mut Cx<'_>,
        inventory: &Arc<Inventory>,
        section: &'static Section,
        pack: usize,
        item: &Item,
    ) {
        let needed = &inventory.needed[pack];
        let (Some(node), Some(text)) = (needed.items.node(item), needed.text(&item.file)) else { return };
        let name = item.id.clone().unwrap_or_default();
        let mut here = false;
        ui.horizontal_wrapped(|ui| {
            ui.heading(&*name);
            ui.label(RichText::new(cx.texts.named("data-from", &needed.id)).color(cx.tokens.weak));
            here = ui.button(cx.t("data-change-here")).clicked();
        });
        ui.separator();
        let fields = fields_of(inventory, section, Some(node));
        let mut form = Form {
            inventory,
            file: item.file.clone(),
            text,
            texts: cx.texts,
            tokens: cx.tokens,
            memory: &mut self.memory,
            problems: Vec::new(),
            key: Id::unique(("inherited", section.name, &*needed.id, &*name)),
            wishes: Vec::new(),
            typed: false,
            renamed: None,
            may_rename: false,
        };
        let slot = Slot { node: Some(node), path: item.path.clone(), up: None, name: String::new() };
        ScrollArea::vertical().id_salt(("inherited", section.name)).auto_shrink(false).show(ui, |ui| {
            // It is there to be read.
            ui.visuals_mut().disabled_alpha = 0.8;
            ui.add_enabled_ui(false, |ui| form.fields(ui, &slot, &fields));
        });
        if here {
            let id = |n: &str| if n.contains(':') { Written::text(n) } else { Written::word(n) };
            let value = Written::fields([("id", id(&name)), ("override", Written::Bool(true))]);
            self.append(cx, inventory, section, &name, &value);
        }
    }

    /// Shows a section, for tests and for other views.
    pub fn open(&mut self, section: &'static str) {
        self.next = Some((section, Chosen::Own(0)));
    }
}

/// What the rule of an item does.
fn about_rule(ui: &mut Ui, cx: &mut Cx<'_>, inventory: &Inventory, node: Option<&Node>) {
    let Some(used) = node.and_then(|n| n.field("use")).and_then(Node::as_word) else { return };
    let Some(text) = inventory.module(&used.value) else { return };
    let about = Header::parse(text).0.doc;
    ui.label(about);
    let path = format!("rules/{}.lua", used.value);
    if cx.document.text(&path).is_some() && ui.link(cx.t("data-open-rule")).clicked() {
        cx.ask(Action::GoTo(crate::views::Place { path: path.into(), range: 0..0 }));
        cx.ask(Action::Command(crate::command::Command::Show(Pane::Code)));
    }
}

/// In how many other places an item is named.
fn uses(references: &[Reference], section: &Section, item: Option<&Item>) -> Option<usize> {
    let (sort, id) = (section.sort.filter(|s| *s != Sort::Rule)?, item?.id.as_deref()?);
    let book = matches!(sort, Sort::Terrain | Sort::Source);
    let means = |s: Sort| s == sort || (book && s == Sort::Book);
    Some(references.iter().filter(|r| !r.declares && means(r.sort) && *r.word == *id).count())
}

fn errors_in(cx: &Cx<'_>, items: &Items, item: &Item) -> usize {
    let Some(range) = items.node(item).map(Node::range) else { return 0 };
    let inside = |at: &std::ops::Range<usize>| range.start <= at.start && at.end <= range.end;
    cx.problems.of_file(&item.file).filter(|(p, at)| p.diagnostic.is_error() && inside(at)).count()
}

/// What an item is called in lists.
fn title_of(items: &Items, item: &Item) -> String {
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

/// A copy of an item behind it, with a name that is not taken.
pub(crate) fn copied(
    inventory: &Inventory,
    files: &Files,
    section: &Section,
    item: &Item,
    list: &[Step],
    index: usize,
) -> Result<crate::document::Change, tilewright_pack::edit::EditError> {
    let mut draft = tilewright_pack::edit::Draft::new(files.get(&item.file).map_or("", |t| t))?;
    draft.duplicate(list, index)?;
    if let (Some(sort), Some(id)) = (section.sort, &item.id) {
        let name = inventory.free_name(sort, id.rsplit(':').next().unwrap_or_default());
        let mut path = list.to_vec();
        path.push(Step::Item(index + 1));
        let bare = draft.node(&path).is_ok_and(|n| matches!(n.shape, Shape::Word(_) | Shape::Text(_)));
        if !bare {
            path.push(Step::field("id"));
        }
        draft.set(&path, &Written::Word(name))?;
    }
    Ok(crate::document::Change::Edit { path: item.file.clone(), edits: draft.edits() })
}

/// What one item of a section is called in a new id.
fn singular(section: &Section) -> &'static str {
    match section.sort {
        Some(Sort::Option) => "option",
        Some(Sort::Terrain) => "terrain",
        Some(Sort::Edge) => "edge",
        Some(Sort::Figure) => "figure",
        Some(Sort::Bag) => "bag",
        Some(Sort::Zone) => "zone",
        Some(Sort::Counter) => "counter",
        Some(Sort::Die) => "die",
        Some(Sort::Token) => "token",
        Some(Sort::Source) => "source",
        Some(Sort::Tile) => "chip",
        _ => "tag",
    }
}

/// Whether a word can be an id.
fn is_good_id(sort: Sort, word: &str) -> bool {
    let tile = sort == Sort::Tile;
    let first = word
        .bytes()
        .next()
        .is_some_and(|b| if tile { b.is_ascii_alphanumeric() || b == b'_' } else { b.is_ascii_lowercase() });
    let rest = |b: u8| b.is_ascii_digit() || b == b'_' || b.is_ascii_lowercase() || (tile && b.is_ascii_uppercase());
    first && word.len() <= 64 && word.bytes().all(rest)
}
