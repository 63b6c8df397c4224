//! The form of the chosen step, with its actions.

use std::sync::Arc;

use egui::{ComboBox, Id, RichText, Ui};
use tilewright_core::catalog::declared::DeclaredKind;
use tilewright_editor_model::pack::forms::field_edit::{FieldEdit, ValueEdit};
use tilewright_language::inventory::PackInventory;
use tilewright_language::schema::{FormField, STEPS, ValueKind, WordKind, section_of};
use tilewright_pack::edit::{NodePath, PathStep, Written};
use tilewright_pack::schema::VERBS;
use tilewright_pack::syntax::Node;

use super::words::{about_step, name_of, verb_of};
use super::{FlowView, ask};
use crate::context::ViewCx;
use crate::ui::widgets;
use crate::views::data::form::{FormContext, ValueSlot};

impl FlowView {
    /// Draws the fields of the chosen step and the buttons for its actions.
    pub(super) fn step_form(&mut self, ui: &mut Ui, cx: &mut ViewCx<'_>, inventory: &Arc<PackInventory>) {
        let Some((file, path, node)) = self.chosen_node() else { return };
        let Some(name) = self.chosen_name() else { return };
        let Some((PathStep::Item(index), list)) = path.split_last().map(|(last, list)| (last.clone(), list.to_vec()))
        else {
            return;
        };
        let mut field_edits: Vec<(String, FieldEdit)> = Vec::new();
        ui.horizontal_wrapped(|ui| {
            ui.heading(&name);
            if ui.button(cx.t("data-up")).clicked() {
                self.shift(cx, false);
            }
            if ui.button(cx.t("data-down")).clicked() {
                self.shift(cx, true);
            }
            if ui.button(cx.t("data-duplicate")).clicked() {
                let field_edit = FieldEdit { file: file.clone(), path: list.clone(), op: ValueEdit::Duplicate(index) };
                field_edits.push((cx.texts.with_name("step-duplicated", &name), field_edit));
            }
            if ui.button(cx.t("data-remove")).on_hover_text(cx.t("flow-remove-about")).clicked() {
                let field_edit = FieldEdit { file: file.clone(), path: list.clone(), op: ValueEdit::Remove(index) };
                field_edits.push((cx.texts.with_name("step-removed", &name), field_edit));
            }
            self.only_with(ui, cx, inventory, &file, &path, &node, &mut field_edits);
        });
        let Some(text) = cx.document.text(&file).cloned() else { return };
        let mut form = FormContext {
            inventory,
            file: file.clone(),
            text: &text,
            texts: cx.texts,
            tokens: cx.tokens,
            memory: &mut self.memory,
            problems: cx.problems.within(&file, node.range()).collect(),
            key: Id::unique(("step", &*file, format!("{path:?}"))),
            field_edits: Vec::new(),
            typed: false,
            renamed: None,
            may_rename: false,
        };
        if let Some((verb, target)) = verb_of(&node) {
            // This is a change to the steps of another pack: the verb, its target, and the step.
            let known = section_of("steps").map_or(&[][..], |section| &section.fields);
            let of = |name: &str| known.iter().find(|f| *f.name == *name).cloned();
            // A target that is written as a list stays a list.
            let kind = match target.items() {
                Some(_) => ValueKind::List(Box::new(ValueKind::Text)),
                None => ValueKind::Text,
            };
            let fields: Vec<FormField> = of(verb).map(|field| FormField { kind, ..field }).into_iter().collect();
            let conditions: Vec<FormField> = ["when", "unless"].into_iter().filter_map(of).collect();
            let slot = ValueSlot { node: Some(&node), path: path.clone(), up: None, name: String::new() };
            ui.horizontal(|ui| {
                ui.label(cx.t("flow-verb"));
                let mut chosen = verb;
                let combo = ComboBox::from_id_salt(("verb", format!("{path:?}")))
                    .height(400.0)
                    .selected_text(verb)
                    .show_ui(ui, |ui| {
                        VERBS.iter().for_each(|v| drop(ui.selectable_value(&mut chosen, v.name, v.name)));
                    });
                widgets::set_name(ui, &combo.response, &cx.t("flow-verb"));
                if chosen != verb {
                    let mut value = Written::from_node(&node, &text);
                    if let Written::Struct(_, fields) = &mut value {
                        fields.retain(|(name, _)| chosen != "remove" || name != "step");
                        fields.iter_mut().filter(|(name, _)| name == verb).for_each(|f| chosen.clone_into(&mut f.0));
                        if chosen != "remove" && fields.iter().all(|(name, _)| name != "step") {
                            fields.insert(1, ("step".to_owned(), Written::word("place")));
                        }
                    }
                    let field_edit = FieldEdit { file: file.clone(), path: path.clone(), op: ValueEdit::Set(value) };
                    field_edits.push((cx.texts.with_name("step-moved", &name), field_edit));
                }
            });
            form.fields(ui, &slot, &fields);
            if let Some(inner) = node.field("step") {
                let mut way = path.clone();
                way.push(PathStep::field("step"));
                fields_of_step(ui, cx, &mut form, inner, way);
            }
            form.fields(ui, &slot, &conditions);
        } else {
            fields_of_step(ui, cx, &mut form, &node, path.clone());
        }
        let rest = std::mem::take(&mut form.problems);
        rest.iter().for_each(|(problem, _)| form.finding(ui, problem));
        FormContext::ask(form.field_edits, form.typed, &name, cx);
        for (label, field_edit) in field_edits {
            ask(cx, &label, &field_edit);
        }
    }

    /// Draws a box that makes the step depend on an option, or removes this condition.
    #[allow(clippy::too_many_arguments, reason = "part of the form above, with its parameters")]
    fn only_with(
        &self,
        ui: &mut Ui,
        cx: &mut ViewCx<'_>,
        inventory: &PackInventory,
        file: &Arc<str>,
        path: &NodePath,
        node: &Node,
        field_edits: &mut Vec<(String, FieldEdit)>,
    ) {
        let now = ["when", "unless"].into_iter().find(|c| node.field(c).is_some());
        let shown = cx.t(if now.is_some() { "flow-sometimes" } else { "flow-always" });
        let mut op = None;
        let combo = ComboBox::from_id_salt(("only with", format!("{path:?}")))
            .height(400.0)
            .selected_text(shown)
            .show_ui(ui, |ui| {
                if ui.selectable_label(now.is_none(), cx.t("flow-always")).clicked()
                    && let Some(condition) = now
                {
                    op = Some(ValueEdit::RemoveField(condition.to_owned()));
                }
                for option in inventory.names(WordKind::Declared(DeclaredKind::Option)) {
                    for (key, condition) in [("flow-with", "when"), ("flow-without", "unless")] {
                        if ui.selectable_label(false, cx.texts.with_name(key, &option)).clicked() {
                            let value = Written::Map(vec![(Written::text(&option), Written::Bool(true))]);
                            let order = ["name", "from", "each_seat", "step", condition].map(str::to_owned).to_vec();
                            op = Some(ValueEdit::SetField(condition.to_owned(), value, order));
                        }
                    }
                }
            });
        widgets::set_name(ui, &combo.response, &cx.t("flow-on-off"));
        if let Some(op) = op {
            let values = [("name", name_of(node).into()), ("field", "when".into())];
            field_edits
                .push((cx.texts.with("step-form", &values), FieldEdit { file: file.clone(), path: path.clone(), op }));
        }
    }
}

/// Draws the help text and the fields of a step.
fn fields_of_step(ui: &mut Ui, cx: &ViewCx<'_>, form: &mut FormContext<'_>, node: &Node, path: NodePath) {
    let Some(head) = node.head() else { return };
    let fields = STEPS.iter().find(|(name, _)| **name == *head.value).map(|(_, fields)| fields.clone());
    ui.label(RichText::new(about_step(&head.value, cx.texts)).color(cx.tokens.weak));
    let slot = ValueSlot { node: Some(node), path, up: None, name: String::new() };
    // Steps within a step have their own rows.
    let shown: Vec<FormField> = fields.unwrap_or_default().into_iter().filter(|f| f.name != "steps").collect();
    form.fields(ui, &slot, &shown);
}
