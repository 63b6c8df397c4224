//! The form of one item, of the open pack or of a pack that it needs.

use std::sync::Arc;

use egui::{Id, RichText, ScrollArea, Ui};
use tilewright_core::catalog::declared::DeclaredKind;
use tilewright_language::inventory::PackInventory;
use tilewright_language::rename::NameReference;
use tilewright_language::schema::{PackSection, WordKind};
use tilewright_pack::edit::{PathStep, SectionItem, Written};
use tilewright_pack::syntax::Node;
use tilewright_script::Header;

use super::form::{FormContext, ValueSlot, fields_of};
use super::item_actions::ItemAction;
use super::lists::title_of;
use super::{ChosenItem, DataView, seat_colours};
use crate::context::{EditorAction, Pane, ViewCx};

impl DataView {
    pub(super) fn form(
        &mut self,
        ui: &mut Ui,
        cx: &mut ViewCx<'_>,
        inventory: &Arc<PackInventory>,
        section: &'static PackSection,
        item: Option<&SectionItem>,
    ) {
        let items = &inventory.own;
        let file = item.map_or_else(|| Arc::from("pack.ron"), |i| i.file.clone());
        let Some(text) = cx.document.text(&file).cloned() else { return };
        let name = item.map_or_else(|| cx.t(&section.title), |i| title_of(items, i));
        if let (ChosenItem::Own(at), Some(_)) = (self.at, item.filter(|_| !section.single)) {
            self.buttons(ui, cx, inventory, section, at, &name);
        } else {
            ui.heading(cx.t(&section.title));
        }
        let Some(root) = items.trees.get(&file) else {
            ui.label(RichText::new(cx.t("data-unreadable")).color(cx.tokens.error));
            return;
        };
        let node = item.and_then(|i| items.node(i)).or((section.name == "pack").then_some(root));
        let fields = fields_of(inventory, section, node);
        let head = ValueSlot { node: Some(root), path: Vec::new(), up: None, name: String::new() };
        let order = tilewright_pack::edit::order::PACK.iter().map(ToString::to_string).collect();
        let slot = match (node, item) {
            (Some(node), _) => {
                let path = item.map(|i| i.path.clone()).unwrap_or_default();
                ValueSlot { node: Some(node), path, up: None, name: String::new() }
            }
            // The first field creates the board of a pack without one.
            (None, _) => {
                let path = vec![PathStep::field(section.name)];
                ValueSlot { node: None, path, up: Some((&head, section.name.to_owned(), order)), name: String::new() }
            }
        };
        let override_ = node.is_some_and(|n| n.field("override").is_some());
        let key = Id::unique(("form", section.name, item.map(|i| format!("{}{:?}", i.file, i.path))));
        let problems: Vec<_> = match node {
            Some(node) if section.name != "pack" => cx.problems.within(&file, node.range()).collect(),
            Some(_) => cx.problems.of_file(&file).collect(),
            None => Vec::new(),
        };
        let mut form = FormContext {
            inventory,
            file: file.clone(),
            text: &text,
            texts: cx.texts,
            tokens: cx.tokens,
            memory: &mut self.memory,
            problems,
            key,
            field_edits: Vec::new(),
            typed: false,
            renamed: None,
            may_rename: section.sort.is_some() && !override_,
        };
        ScrollArea::vertical().id_salt(("form", section.name)).auto_shrink(false).show(ui, |ui| {
            if let Some(used) = uses(&self.references, section, item).filter(|_| !override_) {
                ui.label(RichText::new(cx.texts.count("data-used", used)).small().color(cx.tokens.weak));
            }
            if section.sort == Some(WordKind::Rule) {
                about_rule(ui, cx, inventory, node);
            }
            if let ("figures", Some(id)) = (section.name, item.and_then(|item| item.id.as_ref())) {
                seat_colours::show(ui, cx, id);
            }
            form.fields(ui, &slot, &fields);
            // Findings about the whole pack are shown in the list of problems.
            if section.name != "pack" {
                let rest = std::mem::take(&mut form.problems);
                rest.iter().for_each(|(problem, _)| form.finding(ui, problem));
            }
        });
        let (field_edits, typed, renamed) = (form.field_edits, form.typed, form.renamed);
        FormContext::ask(field_edits, typed, &name, cx);
        if let (Some((id, new)), Some(item), Some(sort)) = (renamed, item, section.sort) {
            self.rename(cx, inventory, sort, item, id, &new);
        }
    }

    fn buttons(
        &mut self,
        ui: &mut Ui,
        cx: &mut ViewCx<'_>,
        inventory: &PackInventory,
        section: &'static PackSection,
        at: usize,
        name: &str,
    ) {
        let items = inventory.items(section);
        let mut wanted = None;
        ui.horizontal_wrapped(|ui| {
            ui.heading(name);
            for (key, action) in [
                ("data-duplicate", ItemAction::Duplicate),
                ("data-up", ItemAction::Up),
                ("data-down", ItemAction::Down),
                ("data-remove", ItemAction::Remove),
            ] {
                if ui.button(cx.t(key)).clicked() {
                    wanted = Some(action);
                }
            }
            if let Some(node) = items.get(at).and_then(|i| inventory.own.node(i))
                && ui.button(cx.t("data-in-file")).clicked()
            {
                let place = tilewright_language::place::FilePlace { path: items[at].file.clone(), range: node.range() };
                cx.ask(EditorAction::GoTo(place));
            }
        });
        ui.separator();
        if let Some(action) = wanted {
            self.act_on_item(cx, inventory, section, &items, at, action);
        }
    }

    /// Draws an item of another pack read-only, with a button that overrides it in this pack.
    pub(super) fn inherited_form(
        &mut self,
        ui: &mut Ui,
        cx: &mut ViewCx<'_>,
        inventory: &Arc<PackInventory>,
        section: &'static PackSection,
        pack: usize,
        item: &SectionItem,
    ) {
        let needed = &inventory.needed[pack];
        let (Some(node), Some(text)) = (needed.items.node(item), needed.text(&item.file)) else { return };
        let name = item.id.clone().unwrap_or_default();
        let mut here = false;
        ui.horizontal_wrapped(|ui| {
            ui.heading(&*name);
            ui.label(RichText::new(cx.texts.with_name("data-from", &needed.id)).color(cx.tokens.weak));
            here = ui.button(cx.t("data-change-here")).clicked();
        });
        ui.separator();
        let fields = fields_of(inventory, section, Some(node));
        let mut form = FormContext {
            inventory,
            file: item.file.clone(),
            text,
            texts: cx.texts,
            tokens: cx.tokens,
            memory: &mut self.memory,
            problems: Vec::new(),
            key: Id::unique(("inherited", section.name, &*needed.id, &*name)),
            field_edits: Vec::new(),
            typed: false,
            renamed: None,
            may_rename: false,
        };
        let slot = ValueSlot { node: Some(node), path: item.path.clone(), up: None, name: String::new() };
        ScrollArea::vertical().id_salt(("inherited", section.name)).auto_shrink(false).show(ui, |ui| {
            // The form is disabled but must stay legible.
            ui.visuals_mut().disabled_alpha = 0.8;
            ui.add_enabled_ui(false, |ui| form.fields(ui, &slot, &fields));
        });
        if here {
            let id = |n: &str| if n.contains(':') { Written::text(n) } else { Written::word(n) };
            let value = Written::fields([("id", id(&name)), ("override", Written::Bool(true))]);
            self.append(cx, inventory, section, &name, &value);
        }
    }
}

/// Describes the rule that an item uses.
fn about_rule(ui: &mut Ui, cx: &mut ViewCx<'_>, inventory: &PackInventory, node: Option<&Node>) {
    let Some(used) = node.and_then(|n| n.field("use")).and_then(Node::as_word) else { return };
    let Some(text) = inventory.module(&used.value) else { return };
    let about = Header::parse(text).0.doc;
    ui.label(about);
    let path = format!("rules/{}.lua", used.value);
    if cx.document.text(&path).is_some() && ui.link(cx.t("data-open-rule")).clicked() {
        cx.ask(EditorAction::GoTo(tilewright_language::place::FilePlace { path: path.into(), range: 0..0 }));
        cx.ask(EditorAction::Command(crate::context::command::EditorCommand::Show(Pane::Code)));
    }
}

/// Returns the number of other places that name an item; `None` for rules and items without id.
fn uses(references: &[NameReference], section: &PackSection, item: Option<&SectionItem>) -> Option<usize> {
    let (sort, id) = (section.sort.filter(|s| *s != WordKind::Rule)?, item?.id.as_deref()?);
    let book = matches!(sort, WordKind::Declared(DeclaredKind::Terrain) | WordKind::Declared(DeclaredKind::Book));
    let means = |s: WordKind| s == sort || (book && s == WordKind::Book);
    Some(references.iter().filter(|r| !r.declares && means(r.sort) && *r.word == *id).count())
}
