//! The flow of a game and a turn: the editable steps of the open pack, and the resulting steps of all packs with their
//! sources.

mod drag;
mod form;
mod played;
mod words;

use std::collections::BTreeMap;
use std::sync::Arc;

use egui::{Button, ComboBox, Frame, Key, Modifiers, Panel, RichText, ScrollArea, Sense, Ui};
use tilewright_editor_model::pack::forms::field_edit::{FieldEdit, ValueEdit, source};
use tilewright_language::inventory::PackInventory;
use tilewright_language::place::FilePlace;
use tilewright_language::schema::STEPS;
use tilewright_pack::edit::{Items, NodePath, PathStep, Written, node_at, order};
use tilewright_pack::schema::LISTS;
use tilewright_pack::syntax::Node;

use self::words::{about_list, about_step, name_of, new_step, shown_step, verb_of};
use crate::context::{EditorAction, ViewCx};
use crate::ui::notices::NoticeWeight;
use crate::ui::theme::Emphasis;
use crate::ui::widgets;
use crate::views::data::form::FormMemory;

/// The view of the flow.
#[derive(Default)]
pub struct FlowView {
    /// True if the resulting steps of all packs are shown.
    played: bool,
    /// Chosen step: its file and its path there; `None` if no step is chosen.
    at: Option<(Arc<str>, NodePath)>,
    memory: FormMemory,
    inventory: Option<(u64, Arc<PackInventory>)>,
    /// Revision and rules of the last analysis.
    rules: Option<(u64, StepRules)>,
    part: String,
}

/// File and line of the rule behind each step, by the name of the step.
type StepRules = BTreeMap<Arc<str>, (Arc<str>, u32)>;

/// A step in a list of the open pack.
struct StepRow<'a> {
    list: NodePath,
    index: usize,
    depth: usize,
    node: &'a Node,
}

impl StepRow<'_> {
    fn path(&self) -> NodePath {
        let mut path = self.list.clone();
        path.push(PathStep::Item(self.index));
        path
    }
}

impl FlowView {
    /// Draws the view of the steps.
    pub fn show(&mut self, ui: &mut Ui, cx: &mut ViewCx<'_>) {
        let revision = cx.document.revision();
        if self.inventory.as_ref().is_none_or(|(at, _)| *at != revision) {
            let inventory = PackInventory::read(cx.document.files(), cx.surroundings);
            self.inventory = Some((revision, Arc::new(inventory)));
        }
        let Some(inventory) = self.inventory.as_ref().map(|(_, inventory)| Arc::clone(inventory)) else { return };
        self.find_rules(cx);
        ui.horizontal_wrapped(|ui| {
            ui.selectable_value(&mut self.played, false, cx.t("flow-own"));
            ui.selectable_value(&mut self.played, true, cx.t("flow-played"));
        });
        ui.separator();
        if self.played {
            ScrollArea::vertical().id_salt("played").auto_shrink(false).show(ui, |ui| self.show_played(ui, cx));
        } else {
            self.show_own(ui, cx, &inventory);
        }
    }

    fn show_own(&mut self, ui: &mut Ui, cx: &mut ViewCx<'_>, inventory: &Arc<PackInventory>) {
        let items = &inventory.own;
        let flow = items.section("flow").next().cloned();
        let mut lists: Vec<(String, Arc<str>, NodePath)> = Vec::new();
        if let Some(item) = &flow
            && let Some(node) = items.node(item)
        {
            let at = |steps: &[PathStep]| item.path.iter().chain(steps).cloned().collect::<NodePath>();
            for name in LISTS.iter().filter(|name| node.field(name).is_some()) {
                lists.push(((*name).to_owned(), item.file.clone(), at(&[PathStep::field(name)])));
            }
            for (key, _) in node.field("parts").and_then(Node::entries).unwrap_or_default() {
                if let Some(word) = key.as_word() {
                    let path = at(&[PathStep::field("parts"), PathStep::Key(word.value.to_string())]);
                    lists.push((format!("parts/{}", word.value), item.file.clone(), path));
                }
            }
        }
        if self.chosen_node().is_some() {
            let below = ui.available_height() * 0.42;
            Panel::bottom("step form").resizable(true).default_size(below).frame(Frame::NONE).show(ui, |ui| {
                ScrollArea::vertical()
                    .id_salt("step form")
                    .auto_shrink(false)
                    .show(ui, |ui| self.step_form(ui, cx, inventory));
            });
        } else {
            Panel::bottom("no step").resizable(false).frame(Frame::NONE).show(ui, |ui| {
                ui.label(RichText::new(cx.t("flow-choose")).color(cx.tokens.weak));
            });
        }
        ScrollArea::vertical().id_salt("steps").auto_shrink(false).show(ui, |ui| {
            if lists.is_empty() && items.section("steps").next().is_none() {
                ui.label(RichText::new(cx.t("flow-nothing")).color(cx.tokens.weak));
            }
            for (name, file, path) in &lists {
                self.list(ui, cx, items, name, file, path);
            }
            self.changes(ui, cx, inventory);
            // A pack that builds on others uses their lists, but may have its own turn parts.
            let further = inventory.needed.is_empty() || flow.is_some();
            self.new_list(ui, cx, items, further);
        });
    }

    /// Draws the heading and the steps of a list.
    fn list(&mut self, ui: &mut Ui, cx: &mut ViewCx<'_>, items: &Items, name: &str, file: &Arc<str>, path: &NodePath) {
        let Some(node) = items.trees.get(file).and_then(|tree| node_at(tree, path)) else { return };
        let count = node.items().map_or(0, <[Node]>::len);
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(name).medium());
            ui.label(RichText::new(cx.t(about_list(name))).small().color(cx.tokens.weak));
            self.add_step(
                ui,
                cx,
                file,
                path,
                self.behind(file, path).unwrap_or(count),
                &cx.texts.with_name("flow-add-to", name),
            );
        });
        let mut rows = Vec::new();
        rows_of(path, node, 1, &mut rows);
        if node.items().is_none() {
            let text = cx.document.text(file).map(|t| source(t, node).to_owned()).unwrap_or_default();
            ui.label(RichText::new(text).monospace().color(cx.tokens.weak));
        }
        for row in &rows {
            self.row(ui, cx, file, row);
        }
        ui.add_space(8.0);
    }

    fn row(&mut self, ui: &mut Ui, cx: &mut ViewCx<'_>, file: &Arc<str>, row: &StepRow<'_>) {
        let Some(text) = cx.document.text(file) else { return };
        let path = row.path();
        let chosen = self.at.as_ref().is_some_and(|(f, p)| f == file && *p == path);
        let name = name_of(row.node);
        let rule = self.rule_of(&name).cloned();
        let line = ui.horizontal(|ui| {
            ui.add_space(14.0 * row.depth as f32);
            let title = shown_step(row.node, text);
            let errors = cx.problems.of_file(file).any(|(p, at)| {
                p.diagnostic.is_error() && row.node.range().start <= at.start && at.end <= row.node.range().end
            });
            let mark = if errors { "⊗ " } else { "" };
            let colour = if errors { cx.tokens.error } else { cx.tokens.text };
            let label = RichText::new(format!("{mark}{title}")).color(colour);
            let entry = ui.add(Button::selectable(chosen, label).sense(Sense::click_and_drag()));
            if entry.clicked() || entry.gained_focus() {
                entry.request_focus();
                self.at = Some((file.clone(), path.clone()));
            }
            for condition in ["when", "unless"] {
                if let Some(node) = row.node.field(condition) {
                    let word = format!("{condition} {}", source(text, node));
                    ui.label(RichText::new(word).small().color(cx.tokens.name));
                }
            }
            if let Some((path, _)) = &rule {
                ui.label(RichText::new(path.rsplit('/').next().unwrap_or_default()).small().color(cx.tokens.weak))
                    .on_hover_text(&**path);
            }
            let enter = entry.has_focus() && ui.input(|i| i.key_pressed(Key::Enter));
            if entry.double_clicked() || enter {
                match &rule {
                    Some((path, line)) => go_to_rule(cx, path, *line),
                    None => cx.ask(EditorAction::GoTo(FilePlace { path: file.clone(), range: row.node.range() })),
                }
            }
            if entry.has_focus() {
                let alt = |i: &mut egui::InputState, key| i.consume_key(Modifiers::ALT, key);
                let (up, down) = ui.input_mut(|i| (alt(i, Key::ArrowUp), alt(i, Key::ArrowDown)));
                if up || down {
                    self.shift(cx, down);
                }
            }
            entry
        });
        self.drag(ui, cx, file, row, &line.inner, line.response.rect);
    }

    /// Moves the chosen step by one place within its list.
    fn shift(&mut self, cx: &mut ViewCx<'_>, down: bool) {
        let Some(PathStep::Item(index)) = self.at.as_ref().and_then(|(_, path)| path.last()) else { return };
        let to = if down { Some(index + 1) } else { index.checked_sub(1) };
        if let Some(to) = to {
            self.move_to(cx, to);
        }
    }

    /// Moves the chosen step to an index in its list.
    fn move_to(&mut self, cx: &mut ViewCx<'_>, to: usize) {
        let Some((file, path)) = self.at.clone() else { return };
        let Some((PathStep::Item(index), list)) = path.split_last().map(|(last, list)| (last.clone(), list.to_vec()))
        else {
            return;
        };
        let field_edit = FieldEdit { file: file.clone(), path: list.clone(), op: ValueEdit::Move(index, to) };
        let Some(name) = self.chosen_name() else { return };
        if let Ok(change) = field_edit.change(cx.document.files()) {
            cx.change(cx.texts.with_name("step-moved", &name), vec![change]);
            let mut path = list;
            path.push(PathStep::Item(to));
            self.at = Some((file, path));
        }
    }

    fn chosen_node(&self) -> Option<(Arc<str>, NodePath, Node)> {
        let (file, path) = self.at.as_ref()?;
        let (_, inventory) = self.inventory.as_ref()?;
        let node = node_at(inventory.own.trees.get(file)?, path)?;
        Some((file.clone(), path.clone(), node.clone()))
    }

    fn chosen_name(&self) -> Option<String> {
        self.chosen_node().map(|(_, _, node)| match verb_of(&node) {
            Some((verb, _)) => verb.to_owned(),
            None => name_of(&node),
        })
    }

    /// Returns the index after the chosen step; `None` if the step is in another list.
    fn behind(&self, file: &str, list: &NodePath) -> Option<usize> {
        let (at, path) = self.at.as_ref()?;
        match path.split_last()? {
            (PathStep::Item(index), rest) if **at == *file && rest == list => Some(index + 1),
            _ => None,
        }
    }

    /// Draws a box that inserts a new step into a list.
    fn add_step(&self, ui: &mut Ui, cx: &mut ViewCx<'_>, file: &Arc<str>, list: &NodePath, index: usize, name: &str) {
        let Some((_, inventory)) = &self.inventory else { return };
        let mut chosen = None;
        let combo = ComboBox::from_id_salt(("add step", list.len(), format!("{list:?}")))
            .width(40.0)
            .height(400.0)
            .selected_text("+")
            .show_ui(ui, |ui| {
                for head in STEPS.iter() {
                    if ui.selectable_label(false, head.0).on_hover_text(about_step(head.0, cx.texts)).clicked() {
                        chosen = Some(new_step(inventory, head.0));
                    }
                }
            });
        widgets::set_name(ui, &combo.response.on_hover_text(name), name);
        if let Some(value) = chosen {
            let field_edit = FieldEdit { file: file.clone(), path: list.clone(), op: ValueEdit::Insert(index, value) };
            ask(cx, &cx.texts.with_name("step-added", name), &field_edit);
        }
    }

    /// Draws a box that adds a list which does not exist yet.
    fn new_list(&mut self, ui: &mut Ui, cx: &mut ViewCx<'_>, items: &Items, further: bool) {
        let flow = items.section("flow").next();
        let node = flow.and_then(|item| items.node(item));
        let missing: Vec<&str> =
            LISTS.into_iter().filter(|l| further && node.is_none_or(|n| n.field(l).is_none())).collect();
        let file: Arc<str> = flow.map_or_else(|| "pack.ron".into(), |item| item.file.clone());
        let path = flow.map(|item| item.path.clone()).unwrap_or_default();
        let with = |name: &str, value: Written| {
            let wanted: Vec<String> = match flow {
                Some(_) => order::FLOW.iter().map(ToString::to_string).collect(),
                None => order::PACK.iter().map(ToString::to_string).collect(),
            };
            match flow {
                Some(_) => ValueEdit::SetField(name.to_owned(), value, wanted),
                None => ValueEdit::SetField(
                    "flow".to_owned(),
                    Written::Struct(None, vec![(name.to_owned(), value)]),
                    wanted,
                ),
            }
        };
        ui.horizontal_wrapped(|ui| {
            if !missing.is_empty() {
                ui.label(RichText::new(cx.t("flow-new-list")).color(cx.tokens.weak));
            }
            for name in missing {
                if ui.button(name).on_hover_text(cx.t(about_list(name))).clicked() {
                    let first = if name == "finish" { "score_rest" } else { "place" };
                    let op = with(name, Written::List(vec![Written::word(first)]));
                    let field_edit = FieldEdit { file: file.clone(), path: path.clone(), op };
                    ask(cx, &cx.texts.with_name("step-added", name), &field_edit);
                }
            }
            let hint = cx.t("flow-part");
            let field = ui.add(egui::TextEdit::singleline(&mut self.part).desired_width(150.0).hint_text(&*hint));
            widgets::set_name(ui, &field, &hint);
            let good = self.part.starts_with(|c: char| c.is_ascii_lowercase())
                && self.part.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
            if ui.add_enabled(good, egui::Button::new(cx.t("flow-add-part"))).clicked() {
                let name = std::mem::take(&mut self.part);
                let steps = Written::List(vec![Written::word("place")]);
                let parts = node.and_then(|n| n.field("parts"));
                let op = match parts {
                    Some(_) => ValueEdit::SetEntry(name.clone(), steps),
                    None => with("parts", Written::Map(vec![(Written::text(&name), steps)])),
                };
                let mut path = path.clone();
                if parts.is_some() {
                    path.push(PathStep::field("parts"));
                }
                ask(cx, &cx.texts.with_name("step-added", &name), &FieldEdit { file: file.clone(), path, op });
            }
        });
    }

    /// Draws the changes that the open pack makes to the steps of packs that it needs.
    fn changes(&mut self, ui: &mut Ui, cx: &mut ViewCx<'_>, inventory: &Arc<PackInventory>) {
        let items = &inventory.own;
        let all: Vec<_> = items.section("steps").cloned().collect();
        if all.is_empty() && inventory.needed.is_empty() {
            return;
        }
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(cx.t("flow-changes")).medium());
            if ui.button(cx.t("data-add")).clicked() {
                let value = Written::fields([
                    ("after", Written::text("turn/place")),
                    (
                        "step",
                        Written::Struct(Some("script".to_owned()), vec![("name".to_owned(), Written::text("new"))]),
                    ),
                ]);
                match items.append(cx.document.files(), "steps", &value) {
                    Ok((path, edits)) => {
                        let label = cx.texts.with_name("step-added", "after");
                        cx.change(
                            label,
                            vec![tilewright_editor_model::pack::document::FileChange::Edit { path, edits }],
                        );
                    }
                    Err(error) => cx.ask(EditorAction::Notify(NoticeWeight::Failed, error.to_string())),
                }
            }
        });
        for item in &all {
            let (Some(node), Some(text)) = (items.node(item), cx.document.text(&item.file)) else { continue };
            let chosen = self.at.as_ref().is_some_and(|(f, p)| *f == item.file && *p == item.path);
            ui.horizontal(|ui| {
                ui.add_space(14.0);
                let (verb, target) =
                    verb_of(node).map_or(("?", String::new()), |(v, n)| (v, source(text, n).to_owned()));
                let step = node.field("step").map(|n| format!(": {}", shown_step(n, text))).unwrap_or_default();
                let entry = ui.selectable_label(chosen, format!("{verb} {target}{step}"));
                if entry.clicked() || entry.gained_focus() {
                    entry.request_focus();
                    self.at = Some((item.file.clone(), item.path.clone()));
                }
                for condition in ["when", "unless"] {
                    if let Some(node) = node.field(condition) {
                        let word = format!("{condition} {}", source(text, node));
                        ui.add(egui::Label::new(RichText::new(word).small().color(cx.tokens.name)).truncate());
                    }
                }
                let enter = entry.has_focus() && ui.input(|i| i.key_pressed(Key::Enter));
                if entry.double_clicked() || enter {
                    let name = node.field("step").map(name_of).unwrap_or_default();
                    match self.rule_of(&name).cloned() {
                        Some((path, line)) => go_to_rule(cx, &path, line),
                        None => cx.ask(EditorAction::GoTo(FilePlace { path: item.file.clone(), range: node.range() })),
                    }
                }
                if entry.has_focus() {
                    let alt = |i: &mut egui::InputState, key| i.consume_key(Modifiers::ALT, key);
                    let (up, down) = ui.input_mut(|i| (alt(i, Key::ArrowUp), alt(i, Key::ArrowDown)));
                    if up || down {
                        self.shift(cx, down);
                    }
                }
            });
        }
        ui.add_space(8.0);
    }
}

/// Collects the steps of a list, each followed by its inner steps.
fn rows_of<'a>(path: &NodePath, node: &'a Node, depth: usize, rows: &mut Vec<StepRow<'a>>) {
    for (index, node) in node.items().unwrap_or_default().iter().enumerate() {
        let row = StepRow { list: path.clone(), index, depth, node };
        let inner = row.path();
        rows.push(row);
        if let Some(steps) = node.field("steps") {
            let mut path = inner;
            path.push(PathStep::field("steps"));
            rows_of(&path, steps, depth + 1, rows);
        }
    }
}

fn ask(cx: &mut ViewCx<'_>, label: &str, field_edit: &FieldEdit) {
    match field_edit.change(cx.document.files()) {
        Ok(change) => cx.change(label.to_owned(), vec![change]),
        Err(error) => cx.ask(EditorAction::Notify(NoticeWeight::Failed, error.to_string())),
    }
}

/// Shows the line of the rule behind a step, if the rule belongs to the open pack.
fn go_to_rule(cx: &mut ViewCx<'_>, path: &str, line: u32) {
    let own = path.strip_prefix(&format!("{}/", cx.document.id()));
    match own.and_then(|path| Some((path, cx.document.text(path)?))) {
        Some((path, text)) => {
            let before =
                text.split_inclusive('\n').take((line as usize).saturating_sub(1)).map(str::len).sum::<usize>();
            let length = text[before..].lines().next().map_or(0, str::len);
            cx.ask(EditorAction::GoTo(FilePlace { path: path.into(), range: before..before + length }));
        }
        None => cx.ask(EditorAction::Notify(NoticeWeight::Note, cx.texts.with_name("flow-elsewhere", path))),
    }
}
