//! Terrains and edge types.

use tilewright_core::catalog::tile::{Completion, EdgeType, MAX_PORTS, Terrain};

use super::Cx;
use crate::declare::declared::Declared;
use crate::findings::codes;
use crate::read::{self, Fields};

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
        look: super::look::look(&fields, cx).unwrap_or_default(),
    };
    fields.finish();
    terrain
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
