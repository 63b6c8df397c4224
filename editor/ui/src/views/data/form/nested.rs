//! Widgets of compound values: lists, maps, words with values, and alternative notations.

use std::sync::Arc;

use egui::{ComboBox, RichText, Ui};
use tilewright_editor_model::pack::forms::field_edit::{ValueEdit, literal, parse_typed, source};
use tilewright_language::schema::{ValueKind, WordForm as Way};
use tilewright_pack::edit::{PathStep, Written};
use tilewright_pack::syntax::{Node, NodeShape};

use super::{FormContext, ValueSlot, one_line, shorten};
use crate::ui::widgets::entry::{FieldShape as Look, Handing};
use crate::ui::widgets::set_name;

impl FormContext<'_> {
    /// Draws the items of a list, each with its buttons.
    pub(super) fn list(&mut self, ui: &mut Ui, slot: &ValueSlot<'_>, of: &ValueKind) {
        let items = slot.node.and_then(Node::items).unwrap_or_default();
        if let ValueKind::Fields(fields) = of {
            for (i, node) in items.iter().enumerate() {
                let inner = slot.item(i, node);
                let title = format!("{}. {}", i + 1, shorten(&one_line(source(self.text, node)), 44));
                let key = self.id(&inner, "open");
                egui::CollapsingHeader::new(title).id_salt(key).show(ui, |ui| {
                    self.item_buttons(ui, slot, &inner, i, items.len());
                    self.fields(ui, &inner, fields);
                });
            }
            self.add_item(ui, slot, of);
            return;
        }
        ui.vertical(|ui| {
            for (i, node) in items.iter().enumerate() {
                let inner = slot.item(i, node);
                ui.horizontal(|ui| {
                    self.value(ui, &inner, of);
                    self.item_buttons(ui, slot, &inner, i, items.len());
                });
            }
            self.add_item(ui, slot, of);
        });
    }

    fn item_buttons(&mut self, ui: &mut Ui, slot: &ValueSlot<'_>, inner: &ValueSlot<'_>, index: usize, count: usize) {
        let fields = inner.node.is_some_and(|n| n.fields().is_some());
        ui.horizontal(|ui| {
            let button = |ui: &mut Ui, form: &mut Self, mark: &str, word: &str, on: bool, op: ValueEdit| {
                let name = form.texts.with_name(word, &inner.name);
                let button = ui.add_enabled(on, egui::Button::new(mark).small()).on_hover_text(&name);
                set_name(ui, &button, &name);
                if button.clicked() {
                    form.field_edit(slot, op);
                }
            };
            if count > 1 {
                button(ui, self, "◀", "form-earlier", index > 0, ValueEdit::Move(index, index.saturating_sub(1)));
                button(ui, self, "▶", "form-later", index + 1 < count, ValueEdit::Move(index, index + 1));
            }
            if fields {
                button(ui, self, "2×", "form-twice", true, ValueEdit::Duplicate(index));
            }
            button(ui, self, "×", "form-remove", true, ValueEdit::Remove(index));
        });
    }

    /// Draws the widget that adds an item to a list.
    fn add_item(&mut self, ui: &mut Ui, slot: &ValueSlot<'_>, of: &ValueKind) {
        let count = slot.node.and_then(Node::items).map_or(0, <[Node]>::len);
        let name = self.texts.with_name("form-add-to", &slot.name);
        let new = match of {
            ValueKind::Name(sort) => {
                self.pick(ui, slot, &name, &self.inventory.names(*sort)).map(|w| Written::word(&w))
            }
            ValueKind::OneOf(words) => {
                let words: Vec<Arc<str>> = words.iter().map(|w| Arc::from(&**w)).collect();
                self.pick(ui, slot, &name, &words).map(|w| literal(&w))
            }
            ValueKind::Text => self.type_new(ui, slot, &name).map(Written::Text),
            ValueKind::Raw => {
                let id = self.id(slot, "new");
                self.type_new(ui, slot, &name).and_then(|text| match parse_typed(&text) {
                    Ok(value) => Some(value),
                    Err(error) => {
                        self.memory.entries.refuse(id, error.to_string());
                        None
                    }
                })
            }
            _ => {
                let button = ui.button("+").on_hover_text(&name);
                set_name(ui, &button, &name);
                button.clicked().then(|| self.fresh(of))
            }
        };
        if let Some(value) = new {
            self.memory.entries.clear(self.id(slot, "new"));
            match slot.node {
                Some(_) => self.field_edit(slot, ValueEdit::Insert(count, value)),
                None => self.set(slot, Written::List(vec![value])),
            }
        }
    }

    fn pick(&self, ui: &mut Ui, slot: &ValueSlot<'_>, name: &str, words: &[Arc<str>]) -> Option<Arc<str>> {
        let mut chosen = None;
        let combo = ComboBox::from_id_salt(self.id(slot, "new")).width(40.0).height(320.0).selected_text("+").show_ui(
            ui,
            |ui| {
                for word in words {
                    if ui.selectable_label(false, &**word).clicked() {
                        chosen = Some(word.clone());
                    }
                }
            },
        );
        set_name(ui, &combo.response.on_hover_text(name), name);
        chosen
    }

    fn type_new(&mut self, ui: &mut Ui, slot: &ValueSlot<'_>, name: &str) -> Option<String> {
        let id = self.id(slot, "new");
        let hint = self.t("form-new-hint");
        let look = Look { name, width: 100.0, hint: &hint, code: false };
        let (_, new) = self.memory.entries.line(ui, id, look, "", Handing::Done);
        if let Some(refused) = self.memory.entries.refusal(id).map(str::to_owned) {
            self.complaint(ui, "⊗", self.tokens.error, &refused);
        }
        new.filter(|text| !text.trim().is_empty())
    }

    /// Draws the entries of a map.
    pub(super) fn map(&mut self, ui: &mut Ui, slot: &ValueSlot<'_>, key: &ValueKind, value: &ValueKind) {
        let entries = slot.node.and_then(Node::entries).unwrap_or_default();
        let mut there: Vec<String> = Vec::new();
        for (k, node) in entries {
            let word = k.as_word().map_or_else(|| source(self.text, k).to_owned(), |w| w.value.to_string());
            let inner = slot.inner(PathStep::Key(word.clone()), node, word.clone());
            ui.horizontal(|ui| {
                ui.label(RichText::new(&word).monospace());
                self.value(ui, &inner, value);
                let name = self.texts.with_name("form-remove", &inner.name);
                let button = ui.add(egui::Button::new("×").small()).on_hover_text(&name);
                set_name(ui, &button, &name);
                if button.clicked() {
                    self.field_edit(slot, ValueEdit::RemoveEntry(word.clone()));
                }
            });
            there.push(word);
        }
        let name = self.texts.with_name("form-add-to", &slot.name);
        let new = match key {
            ValueKind::Name(sort) => {
                let names = self.inventory.names(*sort);
                let left: Vec<Arc<str>> = names.into_iter().filter(|n| !there.contains(&n.to_string())).collect();
                self.pick(ui, slot, &name, &left).map(|w| w.to_string())
            }
            _ => self
                .type_new(ui, slot, &name)
                .filter(|text| *key != ValueKind::Int || text.trim().parse::<i64>().is_ok()),
        };
        if let Some(word) = new {
            self.memory.entries.clear(self.id(slot, "new"));
            let fresh = self.fresh(value);
            match slot.node {
                Some(_) => self.field_edit(slot, ValueEdit::SetEntry(word.trim().to_owned(), fresh)),
                None => {
                    let key = word.trim().parse().map_or_else(|_| Written::Text(word.clone()), Written::Int);
                    self.set(slot, Written::Map(vec![(key, fresh)]));
                }
            }
        }
    }

    /// Draws the choice of a word, and its values if it has some.
    pub(super) fn ways(&mut self, ui: &mut Ui, slot: &ValueSlot<'_>, ways: &[Way]) {
        let head = slot.node.and_then(Node::head).map(|w| w.value);
        let none = self.t("form-none");
        let shown = head.as_deref().unwrap_or(&none).to_owned();
        let mut chosen: Option<Option<&Way>> = None;
        let combo = ComboBox::from_id_salt(self.id(slot, "")).width(130.0).selected_text(shown).show_ui(ui, |ui| {
            if slot.up.is_some() && ui.selectable_label(head.is_none(), &none).clicked() {
                chosen = Some(None);
            }
            for way in ways {
                if ui.selectable_label(head.as_deref() == Some(way.name), way.name).clicked() {
                    chosen = Some(Some(way));
                }
            }
        });
        set_name(ui, &combo.response, &slot.name);
        match chosen {
            Some(Some(way)) if way.values.is_empty() => self.set(slot, Written::word(way.name)),
            Some(Some(way)) if head.as_deref() != Some(way.name) => {
                let values = way.values.iter().map(|(_, kind)| self.fresh(kind)).collect();
                self.set(slot, Written::Tuple(Some(way.name.to_owned()), values));
            }
            Some(None) => self.unset(slot),
            _ => {}
        }
        let way = ways.iter().find(|w| head.as_deref() == Some(w.name));
        let values = way.iter().flat_map(|w| &w.values);
        for (i, ((key, kind), node)) in values.zip(slot.node.and_then(Node::items).unwrap_or_default()).enumerate() {
            let label = self.t(key);
            let inner = slot.inner(PathStep::Item(i), node, label.clone());
            ui.horizontal(|ui| {
                ui.label(RichText::new(label).color(self.tokens.weak));
                self.value(ui, &inner, kind);
            });
        }
    }

    /// Draws the choice between alternative notations, and the value in the current one.
    pub(super) fn either(&mut self, ui: &mut Ui, slot: &ValueSlot<'_>, kinds: &[(String, ValueKind)]) {
        let at = slot.node.and_then(|n| kinds.iter().position(|(_, kind)| kind.fits(n))).unwrap_or(0);
        let mut chosen = at;
        let combo =
            ComboBox::from_id_salt(self.id(slot, "way")).selected_text(self.t(&kinds[at].0)).show_ui(ui, |ui| {
                for (i, (key, _)) in kinds.iter().enumerate() {
                    ui.selectable_value(&mut chosen, i, self.texts.get(key));
                }
            });
        set_name(ui, &combo.response, &self.texts.with_name("form-way", &slot.name));
        if chosen != at {
            let value = match (slot.node.map(|n| &n.shape), &kinds[chosen].1) {
                // Between a list and a map, names gain or lose the number 1.
                (Some(NodeShape::List(items)), ValueKind::Map(..)) => {
                    Written::Map(items.iter().map(|n| (Written::from_node(n, self.text), Written::Int(1))).collect())
                }
                (Some(NodeShape::Map(entries)), ValueKind::List(_)) => {
                    Written::List(entries.iter().map(|(k, _)| as_word(Written::from_node(k, self.text))).collect())
                }
                (_, kind) => self.fresh(kind),
            };
            self.set(slot, value);
            return;
        }
        self.value(ui, slot, &kinds[at].1);
    }
}

fn as_word(value: Written) -> Written {
    match value {
        Written::Text(text) => Written::Word(text),
        other => other,
    }
}
