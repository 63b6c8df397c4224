//! Builds terrains and edge types.

use tilewright_core::catalog::tile::{EdgeType, MAX_PORTS, Terrain};

use super::Cx;
use crate::declare::declared::Declared;
use crate::findings::codes;
use crate::read::{self, Fields};
use crate::schema::{self, COMPLETIONS};

pub(super) fn terrain(declared: &Declared, cx: &Cx<'_>) -> Terrain {
    let Some(fields) = Fields::from_node(&declared.node, &schema::TERRAIN, cx.report) else {
        return Terrain::default();
    };
    let terrain = Terrain {
        completion: fields.one_of("complete", &COMPLETIONS).unwrap_or_default(),
        ground: fields.flag("ground"),
        look: super::look::look(&fields, declared, cx).unwrap_or_default(),
    };
    fields.finish();
    terrain
}

pub(super) fn edge(declared: &Declared, cx: &Cx<'_>) -> EdgeType {
    let Some(fields) = Fields::from_node(&declared.node, &schema::EDGE, cx.report) else { return EdgeType::default() };
    let pack = cx.pack(declared);
    let mut edge = EdgeType { wildcard: fields.flag("wildcard"), ..EdgeType::default() };
    if let Some(node) = fields.need("ports") {
        let ports = read::list(node, cx.report).unwrap_or(&[]);
        if ports.is_empty() || ports.len() > MAX_PORTS {
            let message = format!("an edge type has 1 to {MAX_PORTS} ports, not {}", ports.len());
            cx.report.add(codes::BAD_EDGE.finding(node.span, message));
        }
        edge.ports = ports.iter().take(MAX_PORTS).filter_map(|n| cx.terrains.find_node(pack, n, cx.report)).collect();
    }
    edge.avoids_itself = !fields.flag("meets_itself");
    edge.meets = fields.list("meets").iter().filter_map(|n| cx.edges.find_node(pack, n, cx.report)).collect();
    fields.finish();
    edge
}
