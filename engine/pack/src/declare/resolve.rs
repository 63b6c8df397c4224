//! Replaces the notations for options in the trees by values, so that later stages know nothing about options.
//!
//! - `option("size")` becomes the value of the option, and `option("size", {1: a, 3: b})` the value for that key.
//! - `if({"size": 3}, a, b)` becomes `a` or `b`.
//! - A struct in a list (or a `step:`) with a `when:` or `unless:` that does not hold is switched off, but still
//!   checked.

use tilewright_core::catalog::MAX_SEATS;

use crate::declare::options::PackOptions;
use crate::findings::{Findings, codes};
use crate::read;
use crate::read::source::PackSource;
use crate::read::syntax::{Node, NodeShape};

/// Resolves the range of the number of seats, and sets that number: the requested one, or else the minimum of the
/// packs.
pub(crate) fn resolve_seats(packs: &mut [PackSource], asked: Option<u8>, options: &mut PackOptions, report: &Findings) {
    for pack in &mut *packs {
        let mut seats = pack.seats.take();
        if let Some(node) = &mut seats {
            resolve(node, pack, options, false, report);
        }
        pack.seats = seats;
    }
    // The build of the catalog reports mistakes in these ranges.
    options.seats = asked.or_else(|| Some(seats(packs, &Findings::default()).0));
}

/// Returns the range of the number of seats: the minimum of the last pack that declares a range, and the largest
/// maximum.
pub(crate) fn seats(packs: &[PackSource], report: &Findings) -> (u8, u8) {
    let mut seats: Option<(u8, u8)> = None;
    for node in packs.iter().filter_map(|p| p.seats.as_ref()) {
        let Some((least, most)) = read::pair(node, 1..=MAX_SEATS as i64, report) else { continue };
        if least > most {
            report.add(codes::BAD_SEATS.finding(node.span, format!("{least} seats at least and {most} at most")));
            continue;
        }
        let most = seats.map_or(most as u8, |(_, m)| m.max(most as u8));
        seats = Some((least as u8, most));
    }
    seats.unwrap_or((1, MAX_SEATS as u8))
}

/// Resolves all sections of a pack except its options.
pub(crate) fn resolve_pack(pack: &mut PackSource, options: &PackOptions, report: &Findings) {
    let mut sections = std::mem::take(&mut pack.sections);
    for (name, items) in &mut sections {
        if *name != "options" {
            for item in items {
                resolve(item, pack, options, true, report);
            }
        }
    }
    pack.sections = sections;
}

/// Resolves a single item of a section.
pub(crate) fn resolve_item(item: &mut Node, pack: &PackSource, options: &PackOptions, report: &Findings) {
    resolve(item, pack, options, true, report);
}

fn resolve(node: &mut Node, pack: &PackSource, options: &PackOptions, in_list: bool, report: &Findings) {
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
                // `step` is the only struct outside lists that may have its own condition.
                resolve(value, pack, options, &*name.value == "step", report);
            }
            if node.off {
                switch_off(&mut node.shape);
            }
        }
        _ => {}
    }
}

/// Switches off everything within an entry that is off.
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

/// Returns the value for this number of seats; reports a missing case and returns `None`.
fn of_seats(seats: i64, cases: &Node, report: &Findings) -> Option<Node> {
    let cases = read::map(cases, report);
    let numbers = cases.iter().map(|(key, value)| (read::int(key, 1..=MAX_SEATS as i64, report), value));
    // All keys are read first, so that every mistake is reported.
    let numbers: Vec<_> = numbers.collect();
    let found = numbers.iter().find(|(number, _)| *number == Some(seats)).map(|(_, value)| (*value).clone());
    if found.is_none()
        && let Some((key, _)) = cases.first()
    {
        report.add(codes::BAD_OPTION_VALUE.finding(key.span, format!("no value for a game of {seats}")));
    }
    found
}

/// Returns the value for an `option(...)` or `if(...)`; `None` for any other node.
fn stand_in(node: &Node, pack: &PackSource, options: &PackOptions, report: &Findings) -> Option<Node> {
    let NodeShape::Tuple(Some(name), items) = &node.shape else { return None };
    match (&*name.value, &items[..]) {
        ("option", [option]) => {
            if let Some(seats) = read::word(option, report).and_then(|w| options.seats_by(pack, &w, report)) {
                return Some(Node::new(node.span, seats.map_or(NodeShape::Unread, NodeShape::Int)));
            }
            let index = options.find(pack, &read::word(option, report)?, report);
            Some(
                index.map_or(Node::new(node.span, NodeShape::Unread), |i| {
                    Node::from_value(node.span, &options.chosen[i])
                }),
            )
        }
        ("option", [option, cases]) => {
            let nothing = Node::new(node.span, NodeShape::Unread);
            if let Some(seats) = read::word(option, report).and_then(|w| options.seats_by(pack, &w, report)) {
                return Some(seats.and_then(|seats| of_seats(seats, cases, report)).unwrap_or(nothing));
            }
            let Some(index) = read::word(option, report).and_then(|w| options.find(pack, &w, report)) else {
                return Some(nothing);
            };
            for (key, _) in read::map(cases, report) {
                let value = key.to_value();
                if !options.declared[index].takes(&value) {
                    let message = format!("the option `{}` cannot be `{value}`", options.declared[index].name);
                    let hint = format!("it may be {}", options.declared[index].describe_values());
                    report.add(codes::BAD_OPTION_VALUE.finding(key.span, message).with_hint(hint));
                }
            }
            let chosen = &options.chosen[index];
            let found = read::map(cases, report).iter().find(|(key, _)| key.to_value() == *chosen);
            if found.is_none() {
                let message = format!("no entry for the value `{chosen}`");
                report.add(codes::BAD_OPTION_VALUE.finding(cases.span, message));
            }
            Some(found.map_or(nothing, |(_, value)| value.clone()))
        }
        ("if", [condition, yes, no]) => {
            Some(if options.holds(pack, condition, report) { yes.clone() } else { no.clone() })
        }
        ("option" | "if", _) => {
            let message = "write option(\"name\"), option(\"name\", {value: result}) or if({\"name\": value}, yes, no)";
            report.add(codes::WRONG_VALUE.finding(node.span, message));
            Some(Node::new(node.span, NodeShape::Unread))
        }
        _ => None,
    }
}
