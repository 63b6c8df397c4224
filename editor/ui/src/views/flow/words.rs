//! Names, initial values and descriptions of steps.

use tilewright_core::catalog::flow::StepWord;
use tilewright_editor_model::pack::forms::field_edit::{fresh, source};
use tilewright_editor_model::texts::UiTexts;
use tilewright_language::inventory::PackInventory;
use tilewright_language::schema::{self as schema_of_forms, FormField, STEPS};
use tilewright_pack::edit::Written;
use tilewright_pack::schema::{self, VERBS};
use tilewright_pack::syntax::Node;

/// Returns a new step with its required fields.
pub(super) fn new_step(inventory: &PackInventory, head: &str) -> Written {
    let Some(step) = schema::step(head) else { return Written::word(head) };
    let fields = STEPS.iter().find(|(word, _)| *word == head).map(|(_, fields)| &fields[..]).unwrap_or_default();
    let needed = |field: &&FormField| step.of.field(&field.name).is_some_and(|own| own.needed);
    let mut given: Vec<(String, Written)> =
        fields.iter().filter(needed).map(|field| (field.name.to_string(), fresh(inventory, &field.kind))).collect();
    if step.word == StepWord::Repeat {
        given.push(("name".to_owned(), Written::text("again")));
        given.push(("steps".to_owned(), Written::List(vec![Written::word(StepWord::Place.text())])));
    }
    if given.is_empty() { Written::word(head) } else { Written::Struct(Some(head.to_owned()), given) }
}

/// Returns the verb of a change of steps, and its target.
pub(super) fn verb_of(node: &Node) -> Option<(&'static str, &Node)> {
    VERBS.iter().find_map(|verb| Some((verb.name, node.field(verb.name)?)))
}

/// Returns the name of a step.
pub(super) fn name_of(node: &Node) -> String {
    let name = node.field("name").and_then(Node::as_word).or_else(|| node.head());
    name.map_or_else(|| "?".to_owned(), |word| word.value.to_string())
}

/// Formats a step on one line, without its conditions.
pub(super) fn shown_step(node: &Node, text: &str) -> String {
    let head = node.head().map(|w| w.value.to_string()).unwrap_or_else(|| source(text, node).to_owned());
    let name = node.field("name").and_then(Node::as_word).map(|w| w.value.to_string());
    let told = ["from", "size", "figures", "unplayable"].into_iter().filter_map(|f| {
        let value = source(text, node.field(f)?);
        Some(format!("{f} {}", value.split_whitespace().collect::<Vec<_>>().join(" ")))
    });
    let told: Vec<String> = told.collect();
    let mut shown = match name {
        Some(name) => format!("{name} ({head})"),
        None => head,
    };
    if !told.is_empty() {
        shown = format!("{shown}  {}", told.join(", "));
    }
    if node.field("each_seat").is_some() {
        shown.push_str("  ×");
    }
    crate::views::data::form::shorten(&shown, 80)
}

pub(super) fn about_list(name: &str) -> &'static str {
    match name {
        "setup" => "flow-setup",
        "turn" => "flow-turn",
        "closing" => "flow-closing",
        "finish" => "flow-finish",
        _ => "flow-parts",
    }
}

/// Returns the description of a step; empty for an unknown step.
pub(super) fn about_step(word: &str, texts: &UiTexts) -> String {
    schema_of_forms::about_step(word).map_or_else(String::new, |help| help.text_in(texts))
}
