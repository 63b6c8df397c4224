//! Determines the fields of an item: those of its section, and those that depend on its content.

use std::borrow::Cow;

use tilewright_pack::syntax::{Node, NodeShape};
use tilewright_script::{Header, ParamType};

use super::kinds::{Field, Help, Kind, Section};
use crate::pack::sort::Sort;

/// Returns the kind of value that a parameter has.
pub fn kind_of_param(kind: &ParamType) -> Kind {
    match kind {
        ParamType::Boolean => Kind::OneOf(vec!["true".into(), "false".into()]),
        ParamType::Integer => Kind::Int,
        ParamType::Text => Kind::Text,
        ParamType::Any => Kind::Raw,
        ParamType::Words(words) => Kind::OneOf(words.iter().map(|w| Cow::Owned(w.to_string())).collect()),
        ParamType::List(item) => Kind::List(Box::new(kind_of_param(item))),
        ParamType::Id(sort) => Kind::Name(Sort::in_rules(*sort)),
    }
}

/// Returns the fields of an item: those of its section, and those that depend on the item, such as the parameters of
/// its rule or the values of its option.
pub fn fields_of(section: &Section, node: Option<&Node>, module: impl Fn(&str) -> Option<String>) -> Vec<Field> {
    let mut fields = section.fields.clone();
    match section.name {
        "rules" => {
            let used = node.and_then(|n| n.field("use")).and_then(Node::as_word);
            let text = used.and_then(|name| module(&name.value)).unwrap_or_default();
            let params = Header::parse(&text).0.params.into_iter().map(|param| Field {
                kind: kind_of_param(&param.kind),
                help: Help::Text(param.doc),
                default: param.default.map(|v| v.to_string()),
                name: param.name.to_string().into(),
            });
            let at = fields.iter().position(|f| f.name == "off").map_or(fields.len(), |i| i + 1);
            fields.splice(at..at, params);
            // Parameters that no module header declares are still shown.
            let more: Vec<Field> = (node.and_then(Node::fields).unwrap_or_default().iter())
                .filter(|(name, _)| fields.iter().all(|f| *f.name != *name.value))
                .map(|(name, _)| Field {
                    name: name.value.to_string().into(),
                    kind: Kind::Raw,
                    help: Help::Key("help-unknown"),
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
                    choices.map(Kind::OneOf)
                }
                NodeShape::Tuple(Some(word), _) if &*word.value == "int" => Some(Kind::Int),
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
fn truth() -> Kind {
    Kind::OneOf(vec!["true".into(), "false".into()])
}
