//! Widgets of simple values: ids, numbers, words, colours and choices.

use std::sync::Arc;

use egui::text::{CCursor, CCursorRange, CharIndex};
use egui::{ComboBox, Id, RichText, TextEdit, Ui};
use tilewright_editor_model::pack::forms::field_edit::{parse_typed, source};
use tilewright_pack::edit::Written;
use tilewright_pack::syntax::{Node, NodeShape};

use super::{FormContext, ValueSlot};
use crate::ui::theme::Emphasis;
use crate::ui::widgets::entry::{FieldShape as Look, Handing};
use crate::ui::widgets::set_name;

/// Width of a number field, in points.
const NUMBER: f32 = 58.0;

/// Gives a field the keyboard and selects all its text, so that typing replaces it.
fn chosen_whole(ui: &Ui, id: Id, text: &str) {
    let mut state = TextEdit::load_state(ui.ctx(), id).unwrap_or_default();
    let end = CCursor::new(CharIndex(text.chars().count()));
    state.cursor.set_char_range(Some(CCursorRange::two(CCursor::default(), end)));
    state.store(ui.ctx(), id);
    ui.memory_mut(|memory| memory.request_focus(id));
}

impl FormContext<'_> {
    /// Draws the id; changing it renames the item everywhere.
    pub(super) fn own_id(&mut self, ui: &mut Ui, slot: &ValueSlot<'_>) {
        let value = slot.node.and_then(Node::as_word).map(|w| w.value.to_string()).unwrap_or_default();
        if !self.may_rename && !value.is_empty() {
            ui.label(RichText::new(value).medium());
            return;
        }
        let id = self.id(slot, "");
        let look = Look { name: &slot.name, width: ui.available_width().min(200.0), hint: "", code: false };
        let (_, new) = self.memory.entries.line(ui, id, look, &value, Handing::Done);
        if self.memory.to_name.take_if(|name| *name == value).is_some() {
            chosen_whole(ui, id, &value);
        }
        match new.map(|text| text.trim().to_owned()) {
            Some(text) if value.is_empty() && !text.is_empty() => self.set(slot, Written::Word(text)),
            Some(text) if !text.is_empty() => self.renamed = Some((id, text)),
            _ => {}
        }
    }

    /// Draws the field of an integer.
    pub(super) fn int(&mut self, ui: &mut Ui, slot: &ValueSlot<'_>) {
        let value = match slot.node.map(|n| &n.shape) {
            Some(NodeShape::Int(n)) => n.to_string(),
            _ => String::new(),
        };
        let id = self.id(slot, "");
        let look = Look { name: &slot.name, width: NUMBER, hint: "", code: false };
        let (field, new) = self.memory.entries.line(ui, id, look, &value, Handing::Live);
        let left = !field.has_focus();
        match new.as_deref().map(|text| (text.trim(), text.trim().parse::<i64>())) {
            Some((_, Ok(number))) => {
                self.typed = true;
                self.set(slot, Written::Int(number));
            }
            Some(("", _)) if left => self.unset(slot),
            Some(("" | "-", _)) if !left => {}
            Some(_) => {
                let why = self.t("form-no-number");
                self.memory.entries.refuse(id, why);
            }
            None => {}
        }
        if let (Some(n), true) = (value.parse::<i64>().ok(), field.has_focus()) {
            let step = ui.input_mut(|i| {
                let up = i.consume_key(egui::Modifiers::NONE, egui::Key::ArrowUp);
                i64::from(up) - i64::from(i.consume_key(egui::Modifiers::NONE, egui::Key::ArrowDown))
            });
            if step != 0 {
                self.memory.entries.clear(id);
                self.set(slot, Written::Int(n.saturating_add(step)));
            }
        }
    }

    /// Draws the field of a string or a bare name.
    pub(super) fn words(&mut self, ui: &mut Ui, slot: &ValueSlot<'_>, width: f32) {
        let value = slot.node.and_then(Node::as_word).map(|w| w.value.to_string()).unwrap_or_default();
        let id = self.id(slot, "");
        let look = Look { name: &slot.name, width: width.min(ui.available_width()), hint: "", code: false };
        let (field, new) = self.memory.entries.line(ui, id, look, &value, Handing::Live);
        match new {
            // An empty value is removed once its field loses the keyboard.
            Some(text) if text.is_empty() && slot.up.is_some() && !field.has_focus() => self.unset(slot),
            Some(text) if text.is_empty() && slot.up.is_some() => {}
            Some(text) => {
                self.typed = true;
                // A bare name stays bare, a string keeps its quotes.
                let value = match slot.node.map(|n| &n.shape) {
                    Some(NodeShape::Word(_)) => Written::Word(text),
                    _ => Written::Text(text),
                };
                self.set(slot, value);
            }
            None => {}
        }
    }

    /// Draws a value as source text.
    pub(super) fn raw(&mut self, ui: &mut Ui, slot: &ValueSlot<'_>) {
        let value = slot.node.map(|n| source(self.text, n).to_owned()).unwrap_or_default();
        let id = self.id(slot, "");
        let longest = value.lines().map(|l| l.chars().count()).max().unwrap_or(0);
        let width = (longest as f32 * 8.0 + 24.0).clamp(120.0, ui.available_width().max(120.0));
        let look = Look { name: &slot.name, width, hint: "", code: true };
        let (_, new) = self.memory.entries.line(ui, id, look, &value, Handing::Done);
        let Some(text) = new else { return };
        if text.trim().is_empty() {
            self.unset(slot);
            return;
        }
        match parse_typed(&text) {
            Ok(value) => self.set(slot, value),
            Err(error) => self.memory.entries.refuse(id, error.to_string()),
        }
    }

    /// Draws a colour as a picker and its text.
    pub(super) fn colour(&mut self, ui: &mut Ui, slot: &ValueSlot<'_>) {
        let value = slot.node.and_then(Node::as_word).map(|w| w.value.to_string()).unwrap_or_default();
        let id = self.id(slot, "colour");
        ui.horizontal(|ui| {
            let written = rgb(&value);
            let mut shown = match self.memory.colour {
                Some((at, colour)) if at == id => colour,
                _ => written.unwrap_or([255, 255, 255]),
            };
            let swatch = ui.color_edit_button_srgb(&mut shown);
            set_name(ui, &swatch, &self.texts.with_name("form-colour", &slot.name));
            if swatch.changed() {
                self.memory.colour = Some((id, shown));
            }
            if let Some((at, [r, g, b])) = self.memory.colour
                && at == id
                && !ui.input(|i| i.pointer.any_down())
            {
                self.memory.colour = None;
                self.set(slot, Written::Text(format!("#{r:02x}{g:02x}{b:02x}")));
            }
            self.words(ui, slot, 90.0);
        });
    }

    /// Draws a choice between words; a field may also be unset.
    pub(super) fn choice(&mut self, ui: &mut Ui, slot: &ValueSlot<'_>, words: &[Arc<str>], write: fn(&str) -> Written) {
        let now =
            slot.node.map(|n| n.as_word().map_or_else(|| source(self.text, n).to_owned(), |w| w.value.to_string()));
        let none = self.t("form-none");
        let shown = now.clone().unwrap_or_else(|| none.clone());
        let mut chosen: Option<Option<Arc<str>>> = None;
        let combo = ComboBox::from_id_salt(self.id(slot, "")).width(130.0).height(320.0).selected_text(shown).show_ui(
            ui,
            |ui| {
                if slot.up.is_some() && ui.selectable_label(now.is_none(), &none).clicked() {
                    chosen = Some(None);
                }
                for word in words {
                    if ui.selectable_label(now.as_deref() == Some(&**word), &**word).clicked() {
                        chosen = Some(Some(word.clone()));
                    }
                }
            },
        );
        set_name(ui, &combo.response, &slot.name);
        match chosen {
            Some(Some(word)) => self.set(slot, write(&word)),
            Some(None) => self.unset(slot),
            None => {}
        }
    }

    /// Draws the fields of two integers.
    pub(super) fn pair(&mut self, ui: &mut Ui, slot: &ValueSlot<'_>) {
        let numbers: Vec<i64> = (slot.node.and_then(Node::items).unwrap_or_default().iter())
            .filter_map(|n| if let NodeShape::Int(n) = n.shape { Some(n) } else { None })
            .collect();
        ui.horizontal(|ui| {
            for (i, name) in ["x", "y"].into_iter().enumerate() {
                let id = self.id(slot, name);
                let value = numbers.get(i).map(ToString::to_string).unwrap_or_default();
                let name = format!("{} {name}", slot.name);
                let look = Look { name: &name, width: 40.0, hint: "", code: false };
                let (_, new) = self.memory.entries.line(ui, id, look, &value, Handing::Live);
                let Some(text) = new else { continue };
                match text.trim().parse::<i64>() {
                    Ok(number) => {
                        let mut both = [numbers.first().copied().unwrap_or(0), numbers.get(1).copied().unwrap_or(0)];
                        both[i] = number;
                        self.typed = true;
                        self.set(slot, Written::Tuple(None, both.map(Written::Int).to_vec()));
                    }
                    Err(_) if text.trim().is_empty() || text.trim() == "-" => {}
                    Err(_) => {
                        let why = self.t("form-no-number");
                        self.memory.entries.refuse(id, why);
                    }
                }
            }
        });
    }
}

/// Parses the red, green and blue of `#rrggbb`.
fn rgb(text: &str) -> Option<[u8; 3]> {
    let digits = text.strip_prefix('#').filter(|d| d.len() == 6 && d.is_ascii())?;
    let part = |i: usize| u8::from_str_radix(&digits[i..i + 2], 16).ok();
    Some([part(0)?, part(2)?, part(4)?])
}
