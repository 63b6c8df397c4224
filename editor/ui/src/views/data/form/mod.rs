//! A form for one item, drawn from the schema of its fields. It collects edits instead of changing the document.

mod nested;
mod plain;

use std::collections::HashSet;
use std::sync::Arc;

use egui::{Align, Id, Layout, RichText, Ui, Vec2};
use tilewright_core::catalog::declared::DeclaredKind;
use tilewright_editor_model::pack::forms::field_edit::{FieldEdit, ValueEdit, fresh, literal, source};
use tilewright_editor_model::texts::UiTexts;
use tilewright_language::inventory::PackInventory;
use tilewright_language::problems::PackProblem;
use tilewright_language::schema::{self, FormField, ValueKind, WordKind};
use tilewright_pack::edit::{NodePath, PathStep, Written};
use tilewright_pack::syntax::{Node, NodeShape};

use crate::context::{EditorAction, ViewCx};
use crate::ui::notices::NoticeWeight;
use crate::ui::theme::Tokens;
use crate::ui::widgets::entry::FieldTexts;
use crate::ui::widgets::set_name;

/// Width that the menu and the widget of a value need next to the name, in points.
const LEAST: f32 = 172.0;

/// Like `LEAST`, for lists, whose items have buttons.
const LEAST_OF_LIST: f32 = 290.0;

/// State of a form between frames.
#[derive(Default)]
pub(crate) struct FormMemory {
    pub(crate) entries: FieldTexts,
    /// Fields that are shown as source text although a widget exists.
    as_text: HashSet<Id>,
    /// Colour that is being picked; it is written when the pointer is released.
    colour: Option<(Id, [u8; 3])>,
    /// Provisional id of a new item, which is selected so that typing replaces it.
    pub(crate) to_name: Option<String>,
}

/// Place of a value, which may not exist yet.
pub(crate) struct ValueSlot<'s> {
    pub(crate) node: Option<&'s Node>,
    pub(crate) path: NodePath,
    /// Parent struct, field name and order of fields; `None` for items of lists and maps.
    pub(crate) up: Option<(&'s ValueSlot<'s>, String, Vec<String>)>,
    /// Label of the field in this form.
    pub(crate) name: String,
}

impl ValueSlot<'_> {
    fn item<'n>(&self, index: usize, node: &'n Node) -> ValueSlot<'n> {
        self.inner(PathStep::Item(index), node, (index + 1).to_string())
    }

    fn inner<'n>(&self, step: PathStep, node: &'n Node, name: String) -> ValueSlot<'n> {
        let mut path = self.path.clone();
        path.push(step);
        ValueSlot { node: Some(node), path, up: None, name: format!("{} {name}", self.name) }
    }
}

/// State of a form while it is drawn.
pub(crate) struct FormContext<'a> {
    pub(crate) inventory: &'a PackInventory,
    pub(crate) file: Arc<str>,
    /// Text of the file that contains the item.
    pub(crate) text: &'a str,
    pub(crate) texts: &'a UiTexts,
    pub(crate) tokens: &'static Tokens,
    pub(crate) memory: &'a mut FormMemory,
    /// Findings of the item that are not shown yet, with their ranges.
    pub(crate) problems: Vec<(&'a PackProblem, std::ops::Range<usize>)>,
    /// Id that makes the widgets of this item unique.
    pub(crate) key: Id,
    /// Requested edits, each with the name of the field.
    pub(crate) field_edits: Vec<(String, FieldEdit)>,
    /// True if the edits come from typing into a field.
    pub(crate) typed: bool,
    /// New id that the user typed, with its field.
    pub(crate) renamed: Option<(Id, String)>,
    /// True if the user may change the id.
    pub(crate) may_rename: bool,
}

impl FormContext<'_> {
    fn t(&self, key: &str) -> String {
        self.texts.get(key)
    }

    /// Requests each edit as a step, with a label of the item and the field.
    pub(crate) fn ask(field_edits: Vec<(String, FieldEdit)>, typed: bool, name: &str, cx: &mut ViewCx<'_>) {
        for (field, field_edit) in field_edits {
            let values = [("name", name.into()), ("field", field.as_str().into())];
            let label = cx.texts.with("step-form", &values);
            match field_edit.change(cx.document.files()) {
                Ok(change) if typed => cx.ask(EditorAction::Fill(label, change)),
                Ok(change) => cx.change(label, vec![change]),
                Err(error) => cx.ask(EditorAction::Notify(NoticeWeight::Failed, error.to_string())),
            }
        }
    }

    fn id(&self, slot: &ValueSlot<'_>, more: &str) -> Id {
        self.key.with((&*slot.name, more))
    }

    fn field_edit(&mut self, slot: &ValueSlot<'_>, op: ValueEdit) {
        let field_edit = FieldEdit { file: self.file.clone(), path: slot.path.clone(), op };
        self.field_edits.push((slot.name.clone(), field_edit));
    }

    /// Requests that a value is set, whether or not it exists yet.
    fn set(&mut self, slot: &ValueSlot<'_>, value: Written) {
        match (&slot.node, &slot.up) {
            (Some(_), _) => self.field_edit(slot, ValueEdit::Set(value)),
            (None, Some((holder, name, order))) if holder.node.is_some() => {
                let op = ValueEdit::SetField(name.clone(), value, order.clone());
                let field_edit = FieldEdit { file: self.file.clone(), path: holder.path.clone(), op };
                self.field_edits.push((slot.name.clone(), field_edit));
            }
            (None, Some((holder, name, _))) => {
                self.set(holder, Written::Struct(None, vec![(name.clone(), value)]));
            }
            (None, None) => {}
        }
    }

    /// Requests that a field is removed.
    fn unset(&mut self, slot: &ValueSlot<'_>) {
        if let (Some(_), Some((holder, name, _))) = (&slot.node, &slot.up) {
            let op = ValueEdit::RemoveField(name.clone());
            let field_edit = FieldEdit { file: self.file.clone(), path: holder.path.clone(), op };
            self.field_edits.push((slot.name.clone(), field_edit));
        }
    }

    /// Draws the fields of a struct, one row each.
    pub(crate) fn fields(&mut self, ui: &mut Ui, slot: &ValueSlot<'_>, fields: &[FormField]) {
        let order: Vec<String> = fields.iter().map(|f| f.name.to_string()).collect();
        // The column is as wide as the longest name, within limits.
        let longest = fields.iter().map(|f| f.name.len()).max().unwrap_or(0);
        let width = (longest as f32 * 8.2 + 4.0).clamp(44.0, 160.0);
        let nested = slot.up.is_some() || !slot.name.is_empty();
        for field in fields {
            let written = slot.node.and_then(|n| n.field(&field.name));
            // An item written as a bare name has that name as its id.
            let bare = slot
                .node
                .filter(|n| matches!(n.shape, NodeShape::Word(_) | NodeShape::Text(_)) && field.kind == ValueKind::Id);
            let mut path = slot.path.clone();
            if bare.is_none() {
                path.push(PathStep::field(&field.name));
            }
            let name = if nested { format!("{} {}", slot.name, field.name) } else { field.name.to_string() };
            let inner = ValueSlot {
                node: written.or(bare),
                path,
                up: bare.is_none().then(|| (slot, field.name.to_string(), order.clone())),
                name,
            };
            // An override is possible only in packs that need others.
            let pointless = field.name == "override" && inner.node.is_none() && self.inventory.needed.is_empty();
            if !pointless {
                self.row(ui, &inner, field, width);
            }
        }
    }

    fn row(&mut self, ui: &mut Ui, slot: &ValueSlot<'_>, field: &FormField, width: f32) {
        let mut help = field.help.text_in(self.texts);
        if let Some(default) = field.default.as_ref().filter(|_| slot.node.is_none()) {
            help = format!("{help} {}", self.texts.with_name("form-default", default));
        }
        let colour = if slot.node.is_some() { self.tokens.text } else { self.tokens.weak };
        let name = RichText::new(&*field.name).monospace().color(colour);
        let least = if matches!(field.kind, ValueKind::List(_)) { LEAST_OF_LIST } else { LEAST };
        if ui.available_width() < width + least {
            // In a narrow form, the value is below its name.
            ui.vertical(|ui| {
                ui.add(egui::Label::new(name).truncate()).on_hover_text(&help);
                self.value_and_help(ui, slot, field, &help);
            });
        } else {
            ui.horizontal_top(|ui| {
                ui.allocate_ui_with_layout(Vec2::new(width, 22.0), Layout::left_to_right(Align::Center), |ui| {
                    ui.set_min_width(width);
                    ui.add(egui::Label::new(name).truncate()).on_hover_text(&help);
                });
                self.value_and_help(ui, slot, field, &help);
            });
        }
        ui.add_space(3.0);
    }

    /// Draws the value of a field with its help text and findings.
    fn value_and_help(&mut self, ui: &mut Ui, slot: &ValueSlot<'_>, field: &FormField, help: &str) {
        ui.vertical(|ui| {
            ui.horizontal_top(|ui| {
                self.more(ui, slot, field);
                ui.vertical(|ui| self.value(ui, slot, &field.kind));
            });
            if !help.is_empty() {
                ui.label(RichText::new(help).small().color(self.tokens.weak));
            }
            if let Some(refused) = self.memory.entries.refusal(self.id(slot, "")).map(str::to_owned) {
                self.complaint(ui, "⊗", self.tokens.error, &refused);
            }
            self.findings(ui, slot);
        });
    }

    fn complaint(&self, ui: &mut Ui, mark: &str, colour: egui::Color32, text: &str) {
        ui.label(RichText::new(format!("{mark} {text}")).color(colour));
    }

    /// Draws the findings within a field, and takes them off the list.
    fn findings(&mut self, ui: &mut Ui, slot: &ValueSlot<'_>) {
        let Some(node) = slot.node else { return };
        let range = node.range();
        let (here, rest): (Vec<_>, Vec<_>) = std::mem::take(&mut self.problems)
            .into_iter()
            .partition(|(_, at)| range.start <= at.start && at.end <= range.end);
        self.problems = rest;
        here.iter().for_each(|(problem, _)| self.finding(ui, problem));
    }

    /// Draws a finding with its hint.
    pub(crate) fn finding(&self, ui: &mut Ui, problem: &PackProblem) {
        let d = &problem.diagnostic;
        let (mark, colour) = if d.is_error() { ("⊗", self.tokens.error) } else { ("⚠", self.tokens.warning) };
        self.complaint(ui, mark, colour, &d.message);
        if let Some(hint) = &d.hint {
            ui.label(RichText::new(hint).small().color(self.tokens.weak));
        }
    }

    /// Draws the small menu before a field.
    fn more(&mut self, ui: &mut Ui, slot: &ValueSlot<'_>, field: &FormField) {
        if matches!(field.kind, ValueKind::Id) {
            ui.add_space(32.0);
            return;
        }
        let key = self.id(slot, "as text");
        let name = self.texts.with_name("form-more", &slot.name);
        let menu = ui.menu_button("…", |ui| {
            let shown = self.memory.as_text.contains(&key);
            let word = if shown { "form-as-field" } else { "form-as-text" };
            if ui.button(self.t(word)).clicked() {
                if !self.memory.as_text.remove(&key) {
                    self.memory.as_text.insert(key);
                }
                ui.close();
            }
            let options = self.inventory.names(WordKind::Declared(DeclaredKind::Option));
            let value = slot.node.map(|n| source(self.text, n).to_owned());
            if !matches!(field.kind, ValueKind::Condition)
                && let (Some(option), Some(value)) = (options.first(), value)
                && ui.button(self.t("form-depends")).clicked()
            {
                self.set(slot, Written::Verbatim(format!("if({{\"{option}\": true}}, {value}, {value})")));
                ui.close();
            }
            if slot.node.is_some() && slot.up.is_some() && ui.button(self.t("form-take-away")).clicked() {
                self.unset(slot);
                ui.close();
            }
        });
        set_name(ui, &menu.response, &name);
    }

    /// Draws the widget of a value.
    fn value(&mut self, ui: &mut Ui, slot: &ValueSlot<'_>, kind: &ValueKind) {
        let as_text = self.memory.as_text.contains(&self.id(slot, "as text"));
        if as_text || slot.node.is_some_and(|n| !kind.fits(n)) {
            self.raw(ui, slot);
            if let Some(node) = slot.node.filter(|n| is_conditional(n)) {
                let word = node.head().map(|w| w.value.to_string()).unwrap_or_default();
                let text = if word == "add" || word == "remove" { "form-changes" } else { "form-conditional" };
                ui.label(RichText::new(self.t(text)).small().color(self.tokens.name));
            }
            return;
        }
        match kind {
            ValueKind::Id => self.own_id(ui, slot),
            ValueKind::Flag => {
                let mut on = matches!(slot.node.map(|n| &n.shape), Some(NodeShape::Bool(true)));
                let switch = ui.checkbox(&mut on, "");
                set_name(ui, &switch, &slot.name);
                if switch.changed() {
                    match on {
                        true => self.set(slot, Written::Bool(true)),
                        // A missing flag means false.
                        false if slot.up.is_some() => self.unset(slot),
                        false => self.set(slot, Written::Bool(false)),
                    }
                }
            }
            ValueKind::Int => self.int(ui, slot),
            ValueKind::Text | ValueKind::Pack => self.words(ui, slot, 200.0),
            ValueKind::PartName(_)
            | ValueKind::Part
            | ValueKind::Step
            | ValueKind::Item(_)
            | ValueKind::Raw
            | ValueKind::Condition => {
                self.raw(ui, slot);
            }
            ValueKind::Colour => self.colour(ui, slot),
            ValueKind::OneOf(words) => {
                let words: Vec<Arc<str>> = words.iter().map(|w| Arc::from(&**w)).collect();
                self.choice(ui, slot, &words, literal);
            }
            ValueKind::Name(sort) => {
                let names = self.inventory.names(*sort);
                self.choice(ui, slot, &names, Written::word);
            }
            ValueKind::NameOr(sort, word) => {
                let mut names = self.inventory.names(*sort);
                names.push(Arc::from(*word));
                self.choice(ui, slot, &names, Written::word);
            }
            ValueKind::Pair => self.pair(ui, slot),
            ValueKind::List(of) => self.list(ui, slot, of),
            ValueKind::Map(key, value) => self.map(ui, slot, key, value),
            ValueKind::Fields(fields) => {
                ui.vertical(|ui| self.fields(ui, slot, fields));
            }
            ValueKind::Forms(ways) => self.ways(ui, slot, ways),
            ValueKind::Either(kinds) => self.either(ui, slot, kinds),
        }
    }

    /// Returns an initial value of a kind.
    fn fresh(&self, kind: &ValueKind) -> Written {
        fresh(self.inventory, kind)
    }
}

fn is_conditional(node: &Node) -> bool {
    matches!(&node.shape, NodeShape::Tuple(Some(word), _) if matches!(&*word.value, "if" | "option" | "add" | "remove"))
}

/// Joins a value into a single line without comments; line breaks within strings stay.
pub(crate) fn one_line(text: &str) -> String {
    if !text.contains('\n') {
        return text.to_owned();
    }
    match tilewright_pack::edit::Draft::new(text) {
        Ok(draft) => Written::from_node(draft.tree(), text).flat(),
        Err(_) => text.split_whitespace().collect::<Vec<_>>().join(" "),
    }
}

pub(crate) fn shorten(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most - 1).chain(['…']).collect()
}

/// Returns the fields of an item in a section.
pub(crate) fn fields_of(
    inventory: &PackInventory,
    section: &schema::PackSection,
    node: Option<&Node>,
) -> Vec<FormField> {
    schema::fields_of(section, node, |name| inventory.module(name).map(ToString::to_string))
}
