//! Puts the chosen options into the trees, so that nothing after this knows about options.
//!
//! - `option("size")` becomes the value of the option, `option("size", {1: a, 3: b})` the value beside it.
//! - `if({"size": 3}, a, b)` becomes `a` or `b`.
//! - A struct in a list (or a `step:`) with `when:` or `unless:` that does not hold is switched off: it is still checked.

use crate::declare::options::PackOptions;
use crate::findings::{Report, codes};
use crate::read;
use crate::read::source::PackSource;
use crate::read::syntax::{Node, NodeShape};

/// Resolves all lists of a pack except its options.
pub(crate) fn resolve_pack(pack: &mut PackSource, options: &PackOptions, report: &Report) {
    let mut sections = std::mem::take(&mut pack.sections);
    for (name, items) in &mut sections {
        if *name != "options" {
            for item in items {
                resolve(item, pack, options, true, report);
            }
        }
    }
    pack.sections = sections;
    let mut seats = pack.seats.take();
    if let Some(node) = &mut seats {
        resolve(node, pack, options, false, report);
    }
    pack.seats = seats;
}

/// Resolves an item of a list by itself.
pub(crate) fn resolve_item(item: &mut Node, pack: &PackSource, options: &PackOptions, report: &Report) {
    resolve(item, pack, options, true, report);
}

fn resolve(node: &mut Node, pack: &PackSource, options: &PackOptions, in_list: bool, report: &Report) {
    if let Some(replaced) = stand_in(node, pack, options, report) {
        let span = node.span;
        *node = replaced;
        node.span = span;
        node.chosen = true;
        return resolve(node, pack, options, in_list, report);
    }
    match &mut node.shape {
        NodeShape::List(items) => items.iter_mut().for_each(|n| resolve(n, pack, options, true, report)),
        NodeShape::Tuple(_, items) => items.iter_mut().for_each(|n| resolve(n, pack, options, false, report)),
        NodeShape::Map(items) => items.iter_mut().for_each(|(_, n)| resolve(n, pack, options, false, report)),
        NodeShape::Struct(_, fields) => {
            if in_list {
                let mut off = false;
                fields.retain(|(name, condition)| {
                    let wanted = match &*name.value {
                        "when" => true,
                        "unless" => false,
                        _ => return true,
                    };
                    off |= options.holds(pack, condition, report) != wanted;
                    false
                });
                node.off = off;
            }
            for (name, value) in fields.iter_mut() {
                // The one struct outside lists that may have a condition of its own.
                resolve(value, pack, options, &*name.value == "step", report);
            }
            if node.off {
                switch_off(&mut node.shape);
            }
        }
        _ => {}
    }
}

/// What is inside something that is off is off too.
fn switch_off(shape: &mut NodeShape) {
    let off = |n: &mut Node| {
        n.off_within |= !n.off;
        n.off = true;
        switch_off(&mut n.shape);
    };
    match shape {
        NodeShape::List(items) | NodeShape::Tuple(_, items) => items.iter_mut().for_each(off),
        NodeShape::Struct(_, fields) => fields.iter_mut().map(|(_, n)| n).for_each(off),
        NodeShape::Map(items) => items.iter_mut().map(|(_, n)| n).for_each(off),
        _ => {}
    }
}

/// The value that an `option(...)` or `if(...)` stands for.
fn stand_in(node: &Node, pack: &PackSource, options: &PackOptions, report: &Report) -> Option<Node> {
    let NodeShape::Tuple(Some(name), items) = &node.shape else { return None };
    match (&*name.value, &items[..]) {
        ("option", [option]) => {
            let index = options.find(pack, &read::word(option, report)?, report);
            Some(
                index.map_or(Node::new(node.span, NodeShape::Unread), |i| {
                    Node::from_value(node.span, &options.chosen[i])
                }),
            )
        }
        ("option", [option, cases]) => {
            let nothing = Node::new(node.span, NodeShape::Unread);
            let Some(index) = read::word(option, report).and_then(|w| options.find(pack, &w, report)) else {
                return Some(nothing);
            };
            for (key, _) in read::map(cases, report) {
                let value = key.to_value();
                if !options.declared[index].takes(&value) {
                    let message = format!("the option `{}` cannot be `{value}`", options.declared[index].name);
                    let hint = format!("it may be {}", options.declared[index].allowed());
                    report.add(codes::BAD_OPTION_VALUE.at(key.span, message).hint(hint));
                }
            }
            let chosen = &options.chosen[index];
            let found = read::map(cases, report).iter().find(|(key, _)| key.to_value() == *chosen);
            if found.is_none() {
                let message = format!("nothing is said for the value `{chosen}`");
                report.add(codes::BAD_OPTION_VALUE.at(cases.span, message));
            }
            Some(found.map_or(nothing, |(_, value)| value.clone()))
        }
        ("if", [condition, yes, no]) => {
            Some(if options.holds(pack, condition, report) { yes.clone() } else { no.clone() })
        }
        ("option" | "if", _) => {
            let message = "write option(\"name\"), option(\"name\", {value: result}) or if({\"name\": value}, yes, no)";
            report.add(codes::WRONG_VALUE.at(node.span, message));
            Some(Node::new(node.span, NodeShape::Unread))
        }
        _ => None,
    }
}
