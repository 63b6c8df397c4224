//! Reads the options that packs declare.

use tilewright_core::catalog::Value;

use super::choose::PackClause;
use super::{Choice, DeclaredOption, FormArgument, OptionType, PackOptions};
use crate::findings::{Findings, codes};
use crate::read::source::PackSource;
use crate::read::syntax::{Node, NodeShape, Word};
use crate::read::world::World;
use crate::read::{self, Fields};
use crate::{limits, schema};

/// Noun for an option in findings.
pub(super) const OPTION: &str = "option";

impl PackOptions {
    /// Reads the declared options of all packs.
    pub(crate) fn declare(packs: &[PackSource], world: &World, report: &Findings) -> PackOptions {
        let mut options = PackOptions {
            packs: packs.iter().map(|p| p.id().clone()).collect(),
            found: world.ids().cloned().collect(),
            histories: packs.iter().map(|p| (p.id().clone(), p.manifest.history.clone())).collect(),
            ..PackOptions::default()
        };
        let mut clauses: Vec<(usize, &PackSource, bool, &Node)> = Vec::new();
        // Values that packs add to options of other packs, which may come later in the order.
        let mut additions: Vec<(&PackSource, Word, &Node)> = Vec::new();
        for pack in packs {
            for node in pack.section("options") {
                let Some(fields) = Fields::from_node(node, &schema::OPTION, report) else { continue };
                let Some(id) = fields.need("id").and_then(|n| read::word(n, report)) else { continue };
                let conditions = [("when", true), ("unless", false)];
                let off = conditions.into_iter().any(|(name, wanted)| {
                    fields.get(name).is_some_and(|node| options.holds_of_packs(node, report) != wanted)
                });
                if let Some(added) = fields.get("add") {
                    additions.extend((!off).then_some((pack, id, added)));
                    fields.finish();
                    continue;
                }
                if !read::is_id(&id.value) || &*id.value == "pack" {
                    read::bad_id(&id, false, report);
                    report.spoil(OPTION, &id.value);
                    continue;
                }
                if let Some(first) = options.declared.iter().find(|o| o.pack == *pack.id() && o.name == id.value) {
                    let message = format!("the option `{}` is declared twice", id.value);
                    report.add(
                        codes::DECLARED_TWICE.finding(id.span, message).with_related(first.span, "first declared here"),
                    );
                    continue;
                }
                if options.declared.len() >= limits::ENTRIES {
                    let message = format!("there are more than {} options", limits::ENTRIES);
                    report.add(codes::TOO_LARGE.finding(id.span, message));
                    return options;
                }
                let kind = fields.get("type");
                let default = fields.need("default");
                for (name, excludes) in [("excludes", true), ("requires", false)] {
                    if let Some(node) = fields.get(name).filter(|_| !off) {
                        clauses.push((options.declared.len(), pack, excludes, node));
                    }
                }
                let open = fields.flag("open");
                // A young pack may write the text here; `Texts` files replace it.
                fields.get("text");
                fields.finish();
                let Some(option) = declaration(pack, &id, kind, default, (open, off), report) else {
                    clauses.retain(|c| c.0 != options.declared.len());
                    report.spoil(OPTION, &id.value);
                    continue;
                };
                options.declared.push(option);
            }
        }
        for (pack, id, added) in additions {
            options.extend(pack, &id, added, report);
        }
        for (index, pack, excludes, node) in clauses {
            for (name, values) in read::map(node, report) {
                let Some((other, values)) = options.condition(pack, name, values, report) else { continue };
                let entry = (options.declared[other].full_name().into(), values);
                let option = &mut options.declared[index];
                if excludes { option.excludes.push(entry) } else { option.requires.push(entry) }
            }
        }
        for pack in packs {
            for (needs, clauses) in [(true, &pack.requires), (false, &pack.excludes)] {
                for (name, values) in clauses.iter().flat_map(|node| read::map(node, report)) {
                    if let Some((option, wanted)) = options.condition(pack, name, values, report) {
                        options.of_packs.push(PackClause {
                            pack: pack.id().clone(),
                            needs,
                            option,
                            values: wanted,
                            span: name.span,
                        });
                    }
                }
            }
        }
        options.chosen = options.declared.iter().map(|o| o.default.clone()).collect();
        options
    }

    fn extend(&mut self, pack: &PackSource, id: &Word, added: &Node, report: &Findings) {
        let Some(index) = self.find(pack, id, report) else { return };
        let target = &mut self.declared[index];
        let OptionType::Choice(choices) = &mut target.kind else {
            report.add(codes::OPTION_CLOSED.finding(id.span, format!("`{}` is not a choice", id.value)));
            return;
        };
        if !target.open {
            let message = format!("the option `{}` takes no values from other packs", id.value);
            report.add(codes::OPTION_CLOSED.finding(id.span, message).with_related(target.span, "declared here"));
            return;
        }
        for node in read::list(added, report).unwrap_or(&[]) {
            if let Some(choice) = read_choice(node, report) {
                target.added.push((pack.id().clone(), choice.key(), node.span));
                choices.push(choice);
            }
        }
    }
}

fn declaration(
    pack: &PackSource,
    id: &Word,
    kind: Option<&Node>,
    default: Option<&Node>,
    (open, off): (bool, bool),
    report: &Findings,
) -> Option<DeclaredOption> {
    let default_node = default?;
    let default = default_node.to_value();
    let kind = match kind {
        None if matches!(default, Value::Bool(_)) => OptionType::Bool,
        None => {
            report.add(codes::BAD_OPTION.finding(id.span, format!("the option `{}` has no type", id.value)));
            return None;
        }
        Some(node) => read_type(node, report)?,
    };
    let option = DeclaredOption {
        pack: pack.id().clone(),
        name: id.value.clone(),
        kind,
        default,
        text: format!("option.{}", id.value).into(),
        excludes: Vec::new(),
        requires: Vec::new(),
        open,
        off,
        added: Vec::new(),
        span: id.span,
    };
    if !option.takes(&option.default) {
        let message = format!("the default `{}` is not a value of the option `{}`", option.default, id.value);
        let hint = format!("it may be {}", option.describe_values());
        report.add(codes::BAD_OPTION.finding(default_node.span, message).with_hint(hint));
        return None;
    }
    Some(option)
}

fn read_type(node: &Node, report: &Findings) -> Option<OptionType> {
    let found = match &node.shape {
        NodeShape::Word(word) if &**word == "bool" => Some(OptionType::Bool),
        NodeShape::Tuple(Some(name), items) => match (&*name.value, &items[..]) {
            ("int", [min, max]) => {
                let all = i64::from(i32::MIN)..=i64::from(i32::MAX);
                let (min, max) = (read::int(min, all.clone(), report)?, read::int(max, all, report)?);
                (min <= max).then_some(OptionType::Int(min, max))
            }
            ("choice", [node]) => {
                let choices = read::list(node, report)?;
                if choices.len() > limits::CHOICES {
                    report.add(codes::TOO_LARGE.finding(node.span, format!("{} choices are too many", choices.len())));
                    return None;
                }
                let choices: Vec<Choice> = choices.iter().filter_map(|n| read_choice(n, report)).collect();
                (!choices.is_empty()).then_some(OptionType::Choice(choices))
            }
            _ => None,
        },
        _ => None,
    };
    if found.is_none() {
        let message = "the type of an option is bool, int(least, most) or choice([...])";
        report.add(codes::BAD_OPTION.finding(node.span, message));
    }
    found
}

fn read_choice(node: &Node, report: &Findings) -> Option<Choice> {
    let argument = |name: &Word, range: Option<&Node>| {
        let (min, max) = match range {
            Some(node) => {
                let (min, max) = read::pair(node, 0..=1_000_000, report)?;
                if min > max {
                    let message = format!("`{}` cannot be from {min} to {max}", name.value);
                    report.add(codes::BAD_OPTION.finding(node.span, message).with_hint("write the lower bound first"));
                    return None;
                }
                (min, max)
            }
            None => (1, 1000),
        };
        Some(FormArgument { name: name.value.clone(), min, max })
    };
    let (name, arguments): (&Word, Option<Vec<FormArgument>>) = match &node.shape {
        NodeShape::Int(_) => return Some(Choice::Plain(node.to_value())),
        NodeShape::Word(_) | NodeShape::Text(_) => {
            return read::name(node, report).map(|_| Choice::Plain(node.to_value()));
        }
        NodeShape::Tuple(Some(name), items) => {
            (name, items.iter().map(|n| argument(&read::name(n, report)?, None)).collect())
        }
        NodeShape::Struct(Some(name), fields) => (name, fields.iter().map(|(n, r)| argument(n, Some(r))).collect()),
        _ => {
            read::wrong(node, "a name, a number or a form such as fixed(w, h)", report);
            return None;
        }
    };
    read::is_name(name, report).then_some(())?;
    Some(Choice::Form(name.value.clone(), arguments?))
}
