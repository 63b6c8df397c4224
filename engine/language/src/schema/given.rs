//! Determines the fields of an item: the fields of its section, and the fields that depend on its content.

use std::borrow::Cow;

use tilewright_pack::syntax::{Node, NodeShape};
use tilewright_script::{Header, ParamType};

use super::kinds::{FieldHelp, FormField, PackSection, ValueKind};
use crate::word_kind::WordKind;

/// Returns the kind of value that a parameter has.
pub fn kind_of_param(kind: &ParamType) -> ValueKind {
    match kind {
        ParamType::Boolean => ValueKind::OneOf(vec!["true".into(), "false".into()]),
        ParamType::Integer => ValueKind::Int,
        ParamType::Text => ValueKind::Text,
        ParamType::Any => ValueKind::Raw,
        ParamType::Words(words) => ValueKind::OneOf(words.iter().map(|w| Cow::Owned(w.to_string())).collect()),
        ParamType::List(item) => ValueKind::List(Box::new(kind_of_param(item))),
        ParamType::Id(sort) => ValueKind::Name(WordKind::in_rules(*sort)),
    }
}

/// Returns the fields of an item: the fields of its section, and the fields that depend on the item, such as the
/// parameters of its rule or the values of its option.
pub fn fields_of(
    section: &PackSection,
    node: Option<&Node>,
    module: impl Fn(&str) -> Option<String>,
) -> Vec<FormField> {
    let mut fields = section.fields.clone();
    match section.name {
        "rules" => {
            let used = node.and_then(|n| n.field("use")).and_then(Node::as_word);
            let text = used.and_then(|name| module(&name.value)).unwrap_or_default();
            let params = Header::parse(&text).0.params.into_iter().map(|param| FormField {
                kind: kind_of_param(&param.kind),
                help: FieldHelp::Text(param.doc),
                default: param.default.map(|v| v.to_string()),
                name: param.name.to_string().into(),
            });
            let at = fields.iter().position(|f| f.name == "off").map_or(fields.len(), |i| i + 1);
            fields.splice(at..at, params);
            // Parameters that no module header declares are still shown.
            let more: Vec<FormField> = (node.and_then(Node::fields).unwrap_or_default().iter())
                .filter(|(name, _)| fields.iter().all(|f| *f.name != *name.value))
                .map(|(name, _)| FormField {
                    name: name.value.to_string().into(),
                    kind: ValueKind::Raw,
                    help: FieldHelp::Key("help-unknown"),
                    default: None,
                })
                .collect();
            let at = fields.len() - 2;
            fields.splice(at..at, more);
        }
        "options" => {
            let kind = node.and_then(|n| n.field("type"));
            let of = |node: &Node| match &node.shape {
                NodeShape::Tuple(Some(word), items) if &*word.value == "choice" => {
                    let plain = |n: &Node| match &n.shape {
                        NodeShape::Word(w) | NodeShape::Text(w) => Some(Cow::Owned(w.to_string())),
                        NodeShape::Int(n) => Some(Cow::Owned(n.to_string())),
                        _ => None,
                    };
                    let choices: Option<Vec<_>> = items.first()?.items()?.iter().map(plain).collect();
                    choices.map(ValueKind::OneOf)
                }
                NodeShape::Tuple(Some(word), _) if &*word.value == "int" => Some(ValueKind::Int),
                NodeShape::Word(word) if &**word == "bool" => Some(truth()),
                _ => None,
            };
            let known = match kind {
                Some(kind) => of(kind),
                None => Some(truth()),
            };
            let default = fields.iter_mut().find(|f| f.name == "default");
            if let (Some(field), Some(kind)) = (default, known) {
                field.kind = kind;
            }
        }
        _ => {}
    }
    fields
}

/// Returns the kind for booleans that are always written out.
fn truth() -> ValueKind {
    ValueKind::OneOf(vec!["true".into(), "false".into()])
}
