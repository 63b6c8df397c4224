//! Terrains and edge types.

use tilewright_core::tile::{Completion, EdgeType, Look, MAX_PORTS, Terrain};

use super::Cx;
use crate::codes;
use crate::names::Declared;
use crate::read::{self, Fields};
use crate::syntax::Node;

const COMPLETIONS: &[(&str, Completion)] = &[
    ("never", Completion::Never),
    ("closed", Completion::Closed),
    ("surrounded", Completion::Surrounded),
    ("neighbours", Completion::NeighboursComplete),
];

pub(super) fn terrain(declared: &Declared, cx: &Cx<'_>) -> Terrain {
    let Some(fields) = Fields::of(&declared.node, "a terrain", cx.report) else { return Terrain::default() };
    fields.get("id");
    fields.get("override");
    let terrain = Terrain {
        completion: fields.one_of("complete", COMPLETIONS).unwrap_or_default(),
        ground: fields.flag("ground"),
        look: fields.get("look").map(|node| look(node, cx)).unwrap_or_default(),
    };
    fields.finish();
    terrain
}

fn look(node: &Node, cx: &Cx<'_>) -> Look {
    let Some(fields) = Fields::of(node, "a look", cx.report) else { return Look::default() };
    let colour = |name| {
        let word = fields.word(name)?;
        let digits = word.value.strip_prefix('#').unwrap_or_default();
        if digits.len() != 6 || !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
            cx.report.add(codes::WRONG_VALUE.at(word.span, "a colour is written as \"#rrggbb\""));
            return None;
        }
        Some(word.value.to_string())
    };
    let look = Look {
        fill: colour("fill"),
        ink: colour("ink"),
        pattern: fields.text("pattern").map(|t| t.to_string()),
        letter: fields.word("letter").and_then(|word| {
            let mut letters = word.value.chars();
            let letter = letters.next().filter(|c| !c.is_control());
            if letter.is_none() || letters.next().is_some() {
                cx.report.add(codes::WRONG_VALUE.at(word.span, "expected one letter"));
            }
            letter
        }),
    };
    fields.finish();
    look
}

pub(super) fn edge(declared: &Declared, cx: &Cx<'_>) -> EdgeType {
    let Some(fields) = Fields::of(&declared.node, "an edge type", cx.report) else { return EdgeType::default() };
    let pack = cx.pack(declared);
    fields.get("id");
    fields.get("override");
    let mut edge = EdgeType { wildcard: fields.flag("wildcard"), ..EdgeType::default() };
    if let Some(node) = fields.need("ports") {
        let ports = read::list(node, cx.report).unwrap_or(&[]);
        if ports.is_empty() || ports.len() > MAX_PORTS {
            let message = format!("an edge type has 1 to {MAX_PORTS} ports, this one {}", ports.len());
            cx.report.add(codes::BAD_EDGE.at(node.span, message));
        }
        edge.ports = ports.iter().take(MAX_PORTS).filter_map(|n| cx.terrains.find_node(pack, n, cx.report)).collect();
    }
    edge.meets = fields.list("meets").iter().filter_map(|n| cx.edges.find_node(pack, n, cx.report)).collect();
    fields.finish();
    edge
}
