//! A form for one item, drawn from the table of fields. It changes nothing: it collects wishes.

use std::collections::HashSet;
use std::sync::Arc;

use egui::{Align, ComboBox, Id, Layout, RichText, Ui, Vec2};
use tilewright_pack::edit::{Path, Step, Written};
use tilewright_pack::syntax::{Node, Shape};

use crate::forms::inventory::Inventory;
use crate::forms::schema::{self, Field, Form as Way, Help, Kind, Sort};
use crate::forms::wish::{Op, Wish, fresh, literal, source, typed};
use crate::problems::Problem;
use crate::texts::Texts;
use crate::theme::Tokens;
use crate::views::{Action, Cx, Weight};
use crate::widgets::entry::{Entries, Handing, Shape as Look};
use crate::widgets::named;

/// Width of a field for a number.
const NUMBER: f32 = 58.0;

/// What a form remembers between frames.
#[derive(Default)]
pub(in crate::views) struct Memory {
    pub(in crate::views) entries: Entries,
    /// Fields that are shown as text although a widget could show them.
    as_text: HashSet<Id>,
    /// A colour that is being chosen; it is handed over when the button is let go.
    colour: Option<(Id, [u8; 3])>,
}

/// A value's place: where it is, or where it would go.
pub(in crate::views) struct Slot<'s> {
    pub(in crate::views) node: Option<&'s Node>,
    pub(in crate::views) path: Path,
    /// The struct that it is a field of, and its name there; nothing for items of lists and the like.
    pub(in crate::views) up: Option<(&'s Slot<'s>, String, Vec<String>)>,
    /// What it is called in this form.
    pub(in crate::views) name: String,
}

impl Slot<'_> {
    fn item<'n>(&self, index: usize, node: &'n Node) -> Slot<'n> {
        self.inner(Step::Item(index), node, (index + 1).to_string())
    }

    fn inner<'n>(&self, step: Step, node: &'n Node, name: String) -> Slot<'n> {
        let mut path = self.path.clone();
        path.push(step);
        Slot { node: Some(node), path, up: None, name: format!("{} {name}", self.name) }
    }
}

/// A form while it is drawn.
pub(in crate::views) struct Form<'a> {
    pub(in crate::views) inventory: &'a Inventory,
    pub(in crate::views) file: Arc<str>,
    /// The text of the file.
    pub(in crate::views) text: &'a str,
    pub(in crate::views) texts: &'a Texts,
    pub(in crate::views) tokens: &'static Tokens,
    pub(in crate::views) memory: &'a mut Memory,
    /// The findings of the file.
    pub(in crate::views) problems: Vec<(&'a Problem, std::ops::Range<usize>)>,
    /// What the widgets of this item are told apart by.
    pub(in crate::views) key: Id,
    /// Wishes, each with the name of the field.
    pub(in crate::views) wishes: Vec<(String, Wish)>,
    /// Whether they come from keys that are typed into a field.
    pub(in crate::views) typed: bool,
    /// A new id that was typed.
    pub(in crate::views) renamed: Option<(Id, String)>,
    /// Whether the id can be changed.
    pub(in crate::views) may_rename: bool,
}

impl Form<'_> {
    fn t(&self, key: &str) -> String {
        self.texts.get(key)
    }

    /// Asks for what was wished, each wish a step with a label of the item and the field.
    pub(in crate::views) fn ask(wishes: Vec<(String, Wish)>, typed: bool, name: &str, cx: &mut Cx<'_>) {
        for (field, wish) in wishes {
            let values = [("name", name.into()), ("field", field.as_str().into())];
            let label = cx.texts.with("step-form", &values);
            match wish.change(cx.document.files()) {
                Ok(change) if typed => cx.ask(Action::Fill(label, change)),
                Ok(change) => cx.change(label, vec![change]),
                Err(error) => cx.ask(Action::Notify(Weight::Failed, error.to_string())),
            }
        }
    }

    fn id(&self, slot: &Slot<'_>, more: &str) -> Id {
        self.key.with((&*slot.name, more))
    }

    fn wish(&mut self, slot: &Slot<'_>, op: Op) {
        let wish = Wish { file: self.file.clone(), path: slot.path.clone(), op };
        self.wishes.push((slot.name.clone(), wish));
    }

    /// Asks for a value, whether there is one already or not.
    fn set(&mut self, slot: &Slot<'_>, value: Written) {
        match (&slot.node, &slot.up) {
            (Some(_), _) => self.wish(slot, Op::Set(value)),
            (None, Some((holder, name, order))) if holder.node.is_some() => {
                let op = Op::SetField(name.clone(), value, order.clone());
                let wish = Wish { file: self.file.clone(), path: holder.path.clone(), op };
                self.wishes.push((slot.name.clone(), wish));
            }
            (None, Some((holder, name, _))) => {
                self.set(holder, Written::Struct(None, vec![(name.clone(), value)]));
            }
            (None, None) => {}
        }
    }

    /// Asks that a field goes.
    fn unset(&mut self, slot: &Slot<'_>) {
        if let (Some(_), Some((holder, name, _))) = (&slot.node, &slot.up) {
            let op = Op::RemoveField(name.clone());
            let wish = Wish { file: self.file.clone(), path: holder.path.clone(), op };
            self.wishes.push((slot.name.clone(), wish));
        }
    }

    /// The fields of a struct, one row each.
    pub(in crate::views) fn fields(&mut self, ui: &mut Ui, slot: &Slot<'_>, fields: &[Field]) {
        let order: Vec<String> = fields.iter().map(|f| f.name.to_string()).collect();
        // As wide as the longest name, within reason.
        let longest = fields.iter().map(|f| f.name.len()).max().unwrap_or(0);
        let width = (longest as f32 * 8.2 + 4.0).clamp(44.0, 160.0);
        let nested = slot.up.is_some() || !slot.name.is_empty();
        for field in fields {
            let written = slot.node.and_then(|n| n.field(&field.name));
            // Something that is only a name has that name as its id.
            let bare =
                slot.node.filter(|n| matches!(n.shape, Shape::Word(_) | Shape::Text(_)) && field.kind == Kind::Id);
            let mut path = slot.path.clone();
            if bare.is_none() {
                path.push(Step::field(&field.name));
            }
            let name = if nested { format!("{} {}", slot.name, field.name) } else { field.name.to_string() };
            let inner = Slot {
                node: written.or(bare),
                path,
                up: bare.is_none().then(|| (slot, field.name.to_string(), order.clone())),
                name,
            };
            // Only packs that need others can change what is theirs.
            let pointless = field.name == "override" && inner.node.is_none() && self.inventory.needed.is_empty();
            if !pointless {
                self.row(ui, &inner, field, width);
            }
        }
    }

    fn row(&mut self, ui: &mut Ui, slot: &Slot<'_>, field: &Field, width: f32) {
        let mut help = match &field.help {
            Help::Key(key) => self.t(key),
            Help::Text(text) => text.clone(),
        };
        if let Some(default) = field.default.as_ref().filter(|_| slot.node.is_none()) {
            help = format!("{help} {}", self.texts.named("form-default", default));
        }
        ui.horizontal_top(|ui| {
            let colour = if slot.node.is_some() { self.tokens.text } else { self.tokens.weak };
            ui.allocate_ui_with_layout(Vec2::new(width, 22.0), Layout::left_to_right(Align::Center), |ui| {
                ui.set_min_width(width);
                let name = RichText::new(&*field.name).monospace().color(colour);
                ui.add(egui::Label::new(name).truncate()).on_hover_text(&help);
            });
            ui.vertical(|ui| {
                ui.horizontal_top(|ui| {
                    self.more(ui, slot, field);
                    ui.vertical(|ui| self.value(ui, slot, &field.kind));
                });
                if !help.is_empty() {
                    ui.label(RichText::new(&help).small().color(self.tokens.weak));
                }
                if let Some(refused) = self.memory.entries.refused(self.id(slot, "")).map(str::to_owned) {
                    self.complaint(ui, "⊗", self.tokens.error, &refused);
                }
                self.findings(ui, slot);
            });
        });
        ui.add_space(3.0);
    }

    fn complaint(&self, ui: &mut Ui, mark: &str, colour: egui::Color32, text: &str) {
        ui.label(RichText::new(format!("{mark} {text}")).color(colour));
    }

    /// The findings about a field.
    fn findings(&mut self, ui: &mut Ui, slot: &Slot<'_>) {
        let Some(node) = slot.node else { return };
        let range = node.range();
        let (here, rest): (Vec<_>, Vec<_>) = std::mem::take(&mut self.problems)
            .into_iter()
            .partition(|(_, at)| range.start <= at.start && at.end <= range.end);
        self.problems = rest;
        here.iter().for_each(|(problem, _)| self.finding(ui, problem));
    }

    /// A finding, with its hint.
    pub(in crate::views) fn finding(&self, ui: &mut Ui, problem: &Problem) {
        let d = &problem.diagnostic;
        let (mark, colour) = if d.is_error() { ("⊗", self.tokens.error) } else { ("⚠", self.tokens.warning) };
        self.complaint(ui, mark, colour, &d.message);
        if let Some(hint) = &d.hint {
            ui.label(RichText::new(hint).small().color(self.tokens.weak));
        }
    }

    /// The small menu before a field.
    fn more(&mut self, ui: &mut Ui, slot: &Slot<'_>, field: &Field) {
        if matches!(field.kind, Kind::Id) {
            ui.add_space(32.0);
            return;
        }
        let key = self.id(slot, "as text");
        let name = self.texts.named("form-more", &slot.name);
        let menu = ui.menu_button("…", |ui| {
            let shown = self.memory.as_text.contains(&key);
            let word = if shown { "form-as-field" } else { "form-as-text" };
            if ui.button(self.t(word)).clicked() {
                if !self.memory.as_text.remove(&key) {
                    self.memory.as_text.insert(key);
                }
                ui.close();
            }
            let options = self.inventory.names(Sort::Option);
            let value = slot.node.map(|n| source(self.text, n).to_owned());
            if !matches!(field.kind, Kind::Condition)
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
        named(ui, &menu.response, &name);
    }

    /// The widget for a value.
    fn value(&mut self, ui: &mut Ui, slot: &Slot<'_>, kind: &Kind) {
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
            Kind::Id => self.own_id(ui, slot),
            Kind::Flag => {
                let mut on = matches!(slot.node.map(|n| &n.shape), Some(Shape::Bool(true)));
                let switch = ui.checkbox(&mut on, "");
                named(ui, &switch, &slot.name);
                if switch.changed() {
                    match on {
                        true => self.set(slot, Written::Bool(true)),
                        // Not to be said is the same as no.
                        false if slot.up.is_some() => self.unset(slot),
                        false => self.set(slot, Written::Bool(false)),
                    }
                }
            }
            Kind::Int => self.int(ui, slot),
            Kind::Text => self.words(ui, slot, 200.0),
            Kind::PartName | Kind::Part | Kind::Record(_) | Kind::Heads(_) | Kind::Raw | Kind::Condition => {
                self.raw(ui, slot);
            }
            Kind::Colour => self.colour(ui, slot),
            Kind::OneOf(words) => {
                let words: Vec<Arc<str>> = words.iter().map(|w| Arc::from(&**w)).collect();
                self.choice(ui, slot, &words, literal);
            }
            Kind::Name(sort) => {
                let names = self.inventory.names(*sort);
                self.choice(ui, slot, &names, Written::word);
            }
            Kind::NameOr(sort, word) => {
                let mut names = self.inventory.names(*sort);
                names.push(Arc::from(*word));
                self.choice(ui, slot, &names, Written::word);
            }
            Kind::Pair => self.pair(ui, slot),
            Kind::List(of) => self.list(ui, slot, of),
            Kind::Map(key, value) => self.map(ui, slot, key, value),
            Kind::Fields(fields) => {
                ui.vertical(|ui| self.fields(ui, slot, fields));
            }
            Kind::Forms(ways) => self.ways(ui, slot, ways),
            Kind::Either(kinds) => self.either(ui, slot, kinds),
        }
    }

    /// The id; another one is a new name everywhere.
    fn own_id(&mut self, ui: &mut Ui, slot: &Slot<'_>) {
        let value = slot.node.and_then(Node::as_word).map(|w| w.value.to_string()).unwrap_or_default();
        if !self.may_rename && !value.is_empty() {
            ui.label(RichText::new(value).strong());
            return;
        }
        let id = self.id(slot, "");
        let look = Look { name: &slot.name, width: ui.available_width().min(200.0), hint: "", code: false };
        let (_, new) = self.memory.entries.line(ui, id, look, &value, Handing::Done);
        match new.map(|text| text.trim().to_owned()) {
            Some(text) if value.is_empty() && !text.is_empty() => self.set(slot, Written::Word(text)),
            Some(text) if !text.is_empty() => self.renamed = Some((id, text)),
            _ => {}
        }
    }

    fn int(&mut self, ui: &mut Ui, slot: &Slot<'_>) {
        let value = match slot.node.map(|n| &n.shape) {
            Some(Shape::Int(n)) => n.to_string(),
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

    fn words(&mut self, ui: &mut Ui, slot: &Slot<'_>, width: f32) {
        let value = slot.node.and_then(Node::as_word).map(|w| w.value.to_string()).unwrap_or_default();
        let id = self.id(slot, "");
        let look = Look { name: &slot.name, width: width.min(ui.available_width()), hint: "", code: false };
        let (field, new) = self.memory.entries.line(ui, id, look, &value, Handing::Live);
        match new {
            // An empty field goes as soon as it is left.
            Some(text) if text.is_empty() && slot.up.is_some() && !field.has_focus() => self.unset(slot),
            Some(text) if text.is_empty() && slot.up.is_some() => {}
            Some(text) => {
                self.typed = true;
                // A name stays bare, a text keeps its marks.
                let value = match slot.node.map(|n| &n.shape) {
                    Some(Shape::Word(_)) => Written::Word(text),
                    _ => Written::Text(text),
                };
                self.set(slot, value);
            }
            None => {}
        }
    }

    /// A value as it is written.
    fn raw(&mut self, ui: &mut Ui, slot: &Slot<'_>) {
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
        match typed(&text) {
            Ok(value) => self.set(slot, value),
            Err(error) => self.memory.entries.refuse(id, error.to_string()),
        }
    }

    fn colour(&mut self, ui: &mut Ui, slot: &Slot<'_>) {
        let value = slot.node.and_then(Node::as_word).map(|w| w.value.to_string()).unwrap_or_default();
        let id = self.id(slot, "colour");
        ui.horizontal(|ui| {
            let written = rgb(&value);
            let mut shown = match self.memory.colour {
                Some((at, colour)) if at == id => colour,
                _ => written.unwrap_or([255, 255, 255]),
            };
            let swatch = ui.color_edit_button_srgb(&mut shown);
            named(ui, &swatch, &self.texts.named("form-colour", &slot.name));
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

    /// One of several words, or none.
    fn choice(&mut self, ui: &mut Ui, slot: &Slot<'_>, words: &[Arc<str>], write: fn(&str) -> Written) {
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
        named(ui, &combo.response, &slot.name);
        match chosen {
            Some(Some(word)) => self.set(slot, write(&word)),
            Some(None) => self.unset(slot),
            None => {}
        }
    }

    fn pair(&mut self, ui: &mut Ui, slot: &Slot<'_>) {
        let numbers: Vec<i64> = (slot.node.and_then(Node::items).unwrap_or_default().iter())
            .filter_map(|n| if let Shape::Int(n) = n.shape { Some(n) } else { None })
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

    fn list(&mut self, ui: &mut Ui, slot: &Slot<'_>, of: &Kind) {
        let items = slot.node.and_then(Node::items).unwrap_or_default();
        if let Kind::Fields(fields) = of {
            for (i, node) in items.iter().enumerate() {
                let inner = slot.item(i, node);
                let title = format!("{}. {}", i + 1, shortened(&one_line(source(self.text, node)), 44));
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

    fn item_buttons(&mut self, ui: &mut Ui, slot: &Slot<'_>, inner: &Slot<'_>, index: usize, count: usize) {
        let fields = inner.node.is_some_and(|n| n.fields().is_some());
        ui.horizontal(|ui| {
            let button = |ui: &mut Ui, form: &mut Self, mark: &str, word: &str, on: bool, op: Op| {
                let name = form.texts.named(word, &inner.name);
                let button = ui.add_enabled(on, egui::Button::new(mark).small()).on_hover_text(&name);
                named(ui, &button, &name);
                if button.clicked() {
                    form.wish(slot, op);
                }
            };
            if count > 1 {
                button(ui, self, "◀", "form-earlier", index > 0, Op::Move(index, index.saturating_sub(1)));
                button(ui, self, "▶", "form-later", index + 1 < count, Op::Move(index, index + 1));
            }
            if fields {
                button(ui, self, "2×", "form-twice", true, Op::Duplicate(index));
            }
            button(ui, self, "×", "form-remove", true, Op::Remove(index));
        });
    }

    /// A way to add something to a list.
    fn add_item(&mut self, ui: &mut Ui, slot: &Slot<'_>, of: &Kind) {
        let count = slot.node.and_then(Node::items).map_or(0, <[Node]>::len);
        let name = self.texts.named("form-add-to", &slot.name);
        let new = match of {
            Kind::Name(sort) => self.pick(ui, slot, &name, &self.inventory.names(*sort)).map(|w| Written::word(&w)),
            Kind::OneOf(words) => {
                let words: Vec<Arc<str>> = words.iter().map(|w| Arc::from(&**w)).collect();
                self.pick(ui, slot, &name, &words).map(|w| literal(&w))
            }
            Kind::Text => self.type_new(ui, slot, &name).map(Written::Text),
            Kind::Raw => {
                let id = self.id(slot, "new");
                self.type_new(ui, slot, &name).and_then(|text| match typed(&text) {
                    Ok(value) => Some(value),
                    Err(error) => {
                        self.memory.entries.refuse(id, error.to_string());
                        None
                    }
                })
            }
            _ => {
                let button = ui.button("+").on_hover_text(&name);
                named(ui, &button, &name);
                button.clicked().then(|| self.fresh(of))
            }
        };
        if let Some(value) = new {
            self.memory.entries.clear(self.id(slot, "new"));
            match slot.node {
                Some(_) => self.wish(slot, Op::Insert(count, value)),
                None => self.set(slot, Written::List(vec![value])),
            }
        }
    }

    fn pick(&self, ui: &mut Ui, slot: &Slot<'_>, name: &str, words: &[Arc<str>]) -> Option<Arc<str>> {
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
        named(ui, &combo.response.on_hover_text(name), name);
        chosen
    }

    fn type_new(&mut self, ui: &mut Ui, slot: &Slot<'_>, name: &str) -> Option<String> {
        let id = self.id(slot, "new");
        let hint = self.t("form-new-hint");
        let look = Look { name, width: 100.0, hint: &hint, code: false };
        let (_, new) = self.memory.entries.line(ui, id, look, "", Handing::Done);
        if let Some(refused) = self.memory.entries.refused(id).map(str::to_owned) {
            self.complaint(ui, "⊗", self.tokens.error, &refused);
        }
        new.filter(|text| !text.trim().is_empty())
    }

    fn map(&mut self, ui: &mut Ui, slot: &Slot<'_>, key: &Kind, value: &Kind) {
        let entries = slot.node.and_then(Node::entries).unwrap_or_default();
        let mut there: Vec<String> = Vec::new();
        for (k, node) in entries {
            let word = k.as_word().map_or_else(|| source(self.text, k).to_owned(), |w| w.value.to_string());
            let inner = slot.inner(Step::Key(word.clone()), node, word.clone());
            ui.horizontal(|ui| {
                ui.label(RichText::new(&word).monospace());
                self.value(ui, &inner, value);
                let name = self.texts.named("form-remove", &inner.name);
                let button = ui.add(egui::Button::new("×").small()).on_hover_text(&name);
                named(ui, &button, &name);
                if button.clicked() {
                    self.wish(slot, Op::RemoveEntry(word.clone()));
                }
            });
            there.push(word);
        }
        let name = self.texts.named("form-add-to", &slot.name);
        let new = match key {
            Kind::Name(sort) => {
                let names = self.inventory.names(*sort);
                let left: Vec<Arc<str>> = names.into_iter().filter(|n| !there.contains(&n.to_string())).collect();
                self.pick(ui, slot, &name, &left).map(|w| w.to_string())
            }
            _ => self.type_new(ui, slot, &name).filter(|text| *key != Kind::Int || text.trim().parse::<i64>().is_ok()),
        };
        if let Some(word) = new {
            self.memory.entries.clear(self.id(slot, "new"));
            let fresh = self.fresh(value);
            match slot.node {
                Some(_) => self.wish(slot, Op::SetEntry(word.trim().to_owned(), fresh)),
                None => {
                    let key = word.trim().parse().map_or_else(|_| Written::Text(word.clone()), Written::Int);
                    self.set(slot, Written::Map(vec![(key, fresh)]));
                }
            }
        }
    }

    fn ways(&mut self, ui: &mut Ui, slot: &Slot<'_>, ways: &[Way]) {
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
        named(ui, &combo.response, &slot.name);
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
            let inner = slot.inner(Step::Item(i), node, label.clone());
            ui.horizontal(|ui| {
                ui.label(RichText::new(label).color(self.tokens.weak));
                self.value(ui, &inner, kind);
            });
        }
    }

    fn either(&mut self, ui: &mut Ui, slot: &Slot<'_>, kinds: &[(&'static str, Kind)]) {
        let at = slot.node.and_then(|n| kinds.iter().position(|(_, kind)| kind.fits(n))).unwrap_or(0);
        let mut chosen = at;
        let combo = ComboBox::from_id_salt(self.id(slot, "way")).selected_text(self.t(kinds[at].0)).show_ui(ui, |ui| {
            for (i, (key, _)) in kinds.iter().enumerate() {
                ui.selectable_value(&mut chosen, i, self.texts.get(key));
            }
        });
        named(ui, &combo.response, &self.texts.named("form-way", &slot.name));
        if chosen != at {
            let value = match (slot.node.map(|n| &n.shape), &kinds[chosen].1) {
                // Names get a number, and lose it.
                (Some(Shape::List(items)), Kind::Map(..)) => {
                    Written::Map(items.iter().map(|n| (Written::of(n, self.text), Written::Int(1))).collect())
                }
                (Some(Shape::Map(entries)), Kind::List(_)) => {
                    Written::List(entries.iter().map(|(k, _)| as_word(Written::of(k, self.text))).collect())
                }
                (_, kind) => self.fresh(kind),
            };
            self.set(slot, value);
            return;
        }
        self.value(ui, slot, &kinds[at].1);
    }

    /// A value to begin with.
    fn fresh(&self, kind: &Kind) -> Written {
        fresh(self.inventory, kind)
    }
}

fn as_word(value: Written) -> Written {
    match value {
        Written::Text(text) => Written::Word(text),
        other => other,
    }
}

fn is_conditional(node: &Node) -> bool {
    matches!(&node.shape, Shape::Tuple(Some(word), _) if matches!(&*word.value, "if" | "option" | "add" | "remove"))
}

/// A value without line breaks and comments, unless a text has them.
pub(in crate::views) fn one_line(text: &str) -> String {
    if !text.contains('\n') {
        return text.to_owned();
    }
    match tilewright_pack::edit::Draft::new(text) {
        Ok(draft) => Written::of(draft.tree(), text).flat(),
        Err(_) => text.split_whitespace().collect::<Vec<_>>().join(" "),
    }
}

pub(in crate::views) fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most - 1).chain(['…']).collect()
}

/// Red, green and blue of `#rrggbb`.
fn rgb(text: &str) -> Option<[u8; 3]> {
    let digits = text.strip_prefix('#').filter(|d| d.len() == 6 && d.is_ascii())?;
    let part = |i: usize| u8::from_str_radix(&digits[i..i + 2], 16).ok();
    Some([part(0)?, part(2)?, part(4)?])
}

/// The fields of an item of a section.
pub(in crate::views) fn fields_of(inventory: &Inventory, section: &schema::Section, node: Option<&Node>) -> Vec<Field> {
    schema::fields_of(section, node, |name| inventory.module(name).map(ToString::to_string))
}
