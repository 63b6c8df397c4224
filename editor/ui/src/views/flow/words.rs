//! What steps are called, what they begin with, and the texts that explain them.

use tilewright_core::catalog::flow::StepKind;
use tilewright_pack::edit::Written;
use tilewright_pack::syntax::Node;

use crate::pack::forms::inventory::Inventory;
use crate::pack::forms::schema::Sort;
use crate::pack::forms::wish::source;

/// What a change of steps does to the step that it names.
pub(super) const VERBS: [&str; 7] = ["before", "after", "replace", "remove", "wrap", "append", "prepend"];

/// A step to begin with.
pub(super) fn new_step(inventory: &Inventory, head: &str) -> Written {
    let bag = || inventory.names(Sort::Bag).first().map_or_else(|| Written::word("tiles"), |b| Written::word(b));
    let from = || ("from".to_owned(), bag());
    let with = |fields: Vec<(String, Written)>| Written::Struct(Some(head.to_owned()), fields);
    match head {
        "draw" | "choose" | "lay" => with(vec![from()]),
        "refill" => with(vec![from(), ("size".to_owned(), Written::Int(3))]),
        "script" => with(vec![("name".to_owned(), Written::text("new"))]),
        "repeat" => with(vec![
            ("name".to_owned(), Written::text("again")),
            ("steps".to_owned(), Written::List(vec![Written::word("place")])),
        ]),
        _ => Written::word(head),
    }
}

/// What a change of steps does, and to what.
pub(super) fn verb_of(node: &Node) -> Option<(&'static str, &Node)> {
    VERBS.into_iter().find_map(|verb| Some((verb, node.field(verb)?)))
}

/// What a step is called.
pub(super) fn name_of(node: &Node) -> String {
    let name = node.field("name").and_then(Node::as_word).or_else(|| node.head());
    name.map_or_else(|| "?".to_owned(), |word| word.value.to_string())
}

/// A step on one line, without its conditions.
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
    crate::views::data::form::shortened(&shown, 80)
}

pub(super) fn head_of(kind: &StepKind) -> &'static str {
    match kind {
        StepKind::Draw { .. } => "draw",
        StepKind::Refill { .. } => "refill",
        StepKind::Choose { .. } => "choose",
        StepKind::Lay { .. } => "lay",
        StepKind::Place => "place",
        StepKind::Deploy { .. } => "deploy",
        StepKind::Score => "score",
        StepKind::ScoreRest => "score_rest",
        StepKind::Script => "script",
        StepKind::Repeat(_) => "repeat",
    }
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

pub(super) fn about_step(head: &str) -> &'static str {
    match head {
        "draw" => "flow-draw",
        "refill" => "flow-refill",
        "choose" => "flow-choose-tile",
        "lay" => "flow-lay",
        "place" => "flow-place",
        "deploy" => "flow-deploy",
        "score" => "flow-score",
        "score_rest" => "flow-score-rest",
        "repeat" => "flow-repeat",
        _ => "flow-script",
    }
}
