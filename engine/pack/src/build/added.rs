//! Builds the parts that rules add to placed tiles.

use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::added::AddedPart;
use tilewright_core::catalog::extend::{TooManyKinds, carried_ports};
use tilewright_core::catalog::id::{EdgeTypeId, Table};
use tilewright_core::catalog::lattice::Side;
use tilewright_core::catalog::tile::{EdgeType, parse_port};
use tilewright_core::limits;

use super::Cx;
use crate::declare::declared::Declared;
use crate::findings::codes;
use crate::read::syntax::{Node, Word};
use crate::read::{self, Fields};
use crate::schema;

/// Reads an added part. Reports mistakes and leaves out the wrong fields.
pub(super) fn added_part(declared: &Declared, cx: &Cx<'_>, edges: &Table<EdgeTypeId, EdgeType>) -> AddedPart {
    let Some(fields) = Fields::from_node(&declared.node, &schema::ADDED_PART, cx.report) else {
        return AddedPart::default();
    };
    let pack = cx.pack(declared);
    let terrain = fields.need("terrain").and_then(|node| cx.terrains.find_node(pack, node, cx.report));
    let mut part = AddedPart { tags: cx.tags_of(pack, fields.get("tags")), ..AddedPart::default() };
    if let Some(node) = fields.need("sides") {
        let words = read::list_or_one(node).iter().filter_map(|name| read::word(name, cx.report));
        part.sides = words.filter_map(|word| side(&word, cx)).collect();
        part.sides.sort_unstable();
        part.sides.dedup();
    }
    if let Some(node) = fields.need("edges") {
        for (from, to) in read::map(node, cx.report) {
            let found = |name: &Node| cx.edges.find_node(pack, name, cx.report);
            let (Some(own), Some(becomes)) = (found(from), found(to)) else { continue };
            part.edges.push((own, becomes));
            if let (Some(terrain), Some(before), Some(after)) = (terrain, edges.get(own), edges.get(becomes))
                && carried_ports(before, after, terrain).is_none()
            {
                let message = "the part does not make one of these edges the other";
                let hint = "name an edge with the same ports in the same order, and ports of the part before, between or behind them";
                cx.report.add(codes::BAD_ADDED_PART.finding(to.span, message).with_hint(hint));
            }
        }
    }
    fields.finish();
    part.terrain = terrain.unwrap_or_default();
    part
}

fn side(word: &Word, cx: &Cx<'_>) -> Option<Side> {
    let found = parse_port(cx.lattice, &word.value).filter(|(_, place)| place.is_none()).map(|(side, _)| side);
    if found.is_none() {
        let mut finding = codes::BAD_PORT.finding(word.span, "this is not a side");
        let sides = cx.lattice.sides().map(|side| cx.lattice.side_name(side));
        cx.report.suggest(&mut finding, &word.value, sides);
        cx.report.add(finding);
    }
    found
}

/// Adds the kinds that result from adding parts to placed tiles.
pub(super) fn derive_kinds(catalog: &mut Catalog, added_parts: &[Declared], cx: &Cx<'_>) {
    if let (Err(TooManyKinds), Some(last)) = (catalog.derive_kinds(), added_parts.last()) {
        let most = limits::DERIVED_KINDS;
        let message = format!("tiles become more than {most} kinds by the parts that can be added to them");
        let finding = codes::TOO_LARGE.finding(last.span, message);
        cx.report.add(finding.with_hint("name fewer edges that parts can cross"));
    }
}
