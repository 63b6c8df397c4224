//! Reads the parts of a cell: the ports that they cover, and the parts that they run into.

use std::sync::Arc;

use tilewright_core::catalog::id::{EdgeTypeId, Table, TagId, TerrainId};
use tilewright_core::catalog::lattice::MAX_SIDES;
use tilewright_core::catalog::tile::{EdgeType, MAX_SEGMENTS, Port, PortPlace, Terrain, parse_port, port_name};
use tilewright_core::diag::{Span, one_of};

use super::Cx;
use crate::findings::codes;
use crate::read::source::PackSource;
use crate::read::syntax::{Node, NodeShape, Word};
use crate::read::{self, Fields};
use crate::schema;

/// Context in which the parts of a tile are read.
pub(super) struct Surroundings<'a> {
    pub(super) cx: &'a Cx<'a>,
    pub(super) pack: &'a PackSource,
    pub(super) terrains: &'a Table<TerrainId, Terrain>,
    pub(super) edges: &'a Table<EdgeTypeId, EdgeType>,
    /// True if the ground is derived from the other parts.
    pub(super) derive: bool,
}

impl Surroundings<'_> {
    /// Returns the terrains of the ports of an edge.
    pub(super) fn ports(&self, edge: EdgeTypeId) -> &[TerrainId] {
        self.edges.get(edge).map_or(&[], |e| &e.ports)
    }

    pub(super) fn is_ground(&self, terrain: TerrainId) -> bool {
        self.terrains.get(terrain).is_some_and(|t| t.ground)
    }
}

/// Target that a path runs into.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RunsInto {
    /// Another part, by its index in the cell.
    Part(usize),
    /// Crossing, by its index in the cell.
    Crossing(usize),
    /// Dead end, without a target.
    End,
}

/// Written part of a cell, with its names resolved.
pub(super) struct WrittenPart {
    pub(super) terrain: TerrainId,
    terrain_name: Arc<str>,
    label: Option<Word>,
    pub(super) span: Span,
    /// Ports that the part covers, ascending.
    pub(super) ports: Vec<Port>,
    pub(super) tags: Vec<(TagId, i16)>,
    pub(super) into: Option<RunsInto>,
    /// Indices of the parts in its field `touches`; `None` if the field is absent.
    pub(super) touches: Option<Vec<usize>>,
    pub(super) touches_span: Span,
}

impl WrittenPart {
    /// True if this is the name in the part's own field.
    pub(super) fn is_called(&self, name: &str) -> bool {
        self.label.as_ref().is_some_and(|label| *label.value == *name)
    }
}

/// Parts of a cell, with the ports of its rim.
pub(super) struct CellParts {
    pub(super) parts: Vec<WrittenPart>,
    /// Ports of the rim clockwise, each with its terrain and the index of the part that covers it.
    pub(super) rim: Vec<(Port, TerrainId, Option<usize>)>,
    pub(super) span: Span,
    /// Position of the cell in its tile.
    offset: (i16, i16),
    /// True if a part or its ports could not be read. That is reported, so checks for missing parts are skipped.
    pub(super) has_gaps: bool,
}

impl CellParts {
    /// Reads the parts of a cell with these edges.
    pub(super) fn read(
        around: &Surroundings<'_>,
        edges: &[EdgeTypeId; MAX_SIDES],
        offset: (i16, i16),
        nodes: &[Node],
        span: Span,
    ) -> CellParts {
        let mut cell = CellParts { parts: Vec::new(), rim: Vec::new(), span, offset, has_gaps: false };
        for side in around.cx.lattice.sides_at(offset) {
            for (index, &terrain) in around.ports(edges[side.index()]).iter().enumerate() {
                cell.rim.push((Port { side, index: index as u8 }, terrain, None));
            }
        }
        let mut fields_of: Vec<Fields<'_>> = Vec::new();
        if nodes.len() > MAX_SEGMENTS {
            let message = format!("the tile has {} parts; the maximum is {MAX_SEGMENTS}", nodes.len());
            around.cx.report.add(codes::TOO_MANY_PARTS.finding(span, message));
        }
        for node in nodes.iter().take(MAX_SEGMENTS) {
            let Some((part, fields)) = cell.read_part(around, edges, node) else { continue };
            cell.cover(around, edges, &part);
            cell.parts.push(part);
            fields_of.push(fields);
        }
        for (number, fields) in fields_of.iter().enumerate() {
            cell.read_links(around, edges, number, fields);
            fields.finish();
        }
        if !cell.has_gaps {
            cell.check_paths(around, edges);
        }
        cell
    }

    /// Checks the terrains and tags of a part whose ports cannot be checked.
    pub(super) fn check_names(around: &Surroundings<'_>, node: &Node) {
        if let Some(word) = node.head() {
            around.cx.terrains.find(around.pack, &word, node.off, around.cx.report);
        }
        around.cx.tags_of(around.pack, node.field("tags"));
    }

    fn read_part<'a>(
        &mut self,
        around: &'a Surroundings<'_>,
        edges: &[EdgeTypeId; MAX_SIDES],
        node: &'a Node,
    ) -> Option<(WrittenPart, Fields<'a>)> {
        let report = around.cx.report;
        let Some(word) = node.head() else {
            read::wrong(node, "a part such as road(at: [N, S])", report);
            self.has_gaps = true;
            return None;
        };
        let terrain = around.cx.terrains.find(around.pack, &word, node.off, report);
        let (Some(terrain), Some(fields)) = (terrain, Fields::from_node(node, &schema::PART, report)) else {
            self.has_gaps |= !node.off || node.off_within;
            around.cx.tags_of(around.pack, node.field("tags"));
            return None;
        };
        let mut part = WrittenPart {
            terrain,
            terrain_name: word.value.clone(),
            label: fields.get("name").and_then(|n| read::name(n, around.cx.report)),
            span: word.span,
            ports: Vec::new(),
            tags: around.cx.tags_of(around.pack, fields.get("tags")),
            into: None,
            touches: None,
            touches_span: word.span,
        };
        if let Some(at) = fields.get("at") {
            for name in read::list_or_one(at).iter().filter_map(|n| read::word(n, report)) {
                match ports_named(around, edges, self.offset, terrain, &part.terrain_name, &name) {
                    Some(ports) => part.ports.extend(ports),
                    None => self.has_gaps |= !node.off || node.off_within,
                }
            }
            part.ports.sort_unstable();
            part.ports.dedup();
        }
        // In a tile that is switched off, the parts that would exist if it were on are still checked.
        (!node.off || node.off_within).then_some((part, fields))
    }

    /// Marks the ports that the next part covers.
    fn cover(&mut self, around: &Surroundings<'_>, edges: &[EdgeTypeId; MAX_SIDES], part: &WrittenPart) {
        for port in &part.ports {
            let Some(entry) = self.rim.iter_mut().find(|(p, ..)| p == port) else { continue };
            match entry.2 {
                None => entry.2 = Some(self.parts.len()),
                Some(other) => {
                    let name = name_of(around, edges, *port);
                    let finding = codes::PORT_TWICE.finding(part.span, format!("two parts cover the port {name}"));
                    around.cx.report.add(finding.with_related(self.parts[other].span, "the other part"));
                }
            }
        }
    }

    /// Reads `into` and `touches`, which may name any part of the cell.
    fn read_links(
        &mut self,
        around: &Surroundings<'_>,
        edges: &[EdgeTypeId; MAX_SIDES],
        number: usize,
        fields: &Fields<'_>,
    ) {
        let report = around.cx.report;
        if let Some(node) = fields.get("into") {
            let crossing = match &node.shape {
                NodeShape::Tuple(Some(name), items) if &*name.value == "crossing" && items.len() == 1 => {
                    read::int(&items[0], 0..=9, report).map(|n| RunsInto::Crossing(n as usize))
                }
                _ => None,
            };
            self.parts[number].into = crossing.or_else(|| {
                let word = read::word(node, report)?;
                match &*word.value {
                    "crossing" => Some(RunsInto::Crossing(0)),
                    "end" => Some(RunsInto::End),
                    _ => self.find(around, edges, &word, Some(number)).map(RunsInto::Part),
                }
            });
        }
        if let Some(node) = fields.get("touches") {
            let words: Vec<Word> = read::list_or_one(node).iter().filter_map(|n| read::word(n, report)).collect();
            let found = words.iter().filter_map(|w| self.find(around, edges, w, Some(number))).collect();
            self.parts[number].touches = Some(found);
            self.parts[number].touches_span = node.span;
        }
    }

    /// Finds the index of a part by its label, by terrain and port, or by its terrain if that is unambiguous.
    fn find(
        &self,
        around: &Surroundings<'_>,
        edges: &[EdgeTypeId; MAX_SIDES],
        word: &Word,
        but: Option<usize>,
    ) -> Option<usize> {
        if let Some(number) = self.parts.iter().position(|part| part.is_called(&word.value)) {
            return Some(number);
        }
        let (terrain, port) = match word.value.rsplit_once(':') {
            Some((terrain, port)) if parse_port(around.cx.lattice, port).is_some() => (terrain, Some(port)),
            _ => (&*word.value, None),
        };
        let reaches = |part: &WrittenPart| {
            port.is_none_or(|wanted| {
                part.ports
                    .iter()
                    .any(|p| name_of(around, edges, *p) == wanted || around.cx.lattice.side_name(p.side) == wanted)
            })
        };
        let found: Vec<usize> = (0..self.parts.len())
            .filter(|&i| Some(i) != but && &*self.parts[i].terrain_name == terrain && reaches(&self.parts[i]))
            .collect();
        if let [number] = found[..] {
            return Some(number);
        }
        if found.is_empty() && self.has_gaps {
            return None;
        }
        let message = match found.len() {
            0 => format!("the tile has no other part `{}`", word.value),
            n => format!("the tile has {n} parts `{}`", word.value),
        };
        let mut finding = codes::PART_UNCLEAR.finding(word.span, message);
        if found.is_empty() {
            let known = self.parts.iter().map(|p| &*p.terrain_name).chain(["crossing", "end"]);
            around.cx.report.suggest(&mut finding, &word.value, known);
        } else {
            finding.hint = Some("give one of them a name with `name:`, or name it by terrain and port".into());
        }
        around.cx.report.add(finding);
        None
    }

    /// Reports a part between two ground ports of its only side that does not declare its target.
    fn check_paths(&self, around: &Surroundings<'_>, edges: &[EdgeTypeId; MAX_SIDES]) {
        for part in &self.parts {
            let ([port], None) = (&part.ports[..], part.into) else { continue };
            let ports = around.ports(edges[port.side.index()]);
            let index = usize::from(port.index);
            let beside = |i: Option<usize>| {
                i.and_then(|i| ports.get(i)).is_some_and(|&t| t != part.terrain && around.is_ground(t))
            };
            if beside(index.checked_sub(1)) && beside(Some(index + 1)) {
                let message = format!("`{}` ends on the tile without `into`", part.terrain_name);
                let hint = "write `into: crossing`, `into: end`, or the part that it runs into";
                around.cx.report.add(codes::PATH_ENDS.finding(part.span, message).with_hint(hint));
            }
        }
    }
}

/// Returns the ports that a name means for a part of a terrain; reports a name without ports and returns `None`.
fn ports_named(
    around: &Surroundings<'_>,
    edges: &[EdgeTypeId; MAX_SIDES],
    offset: (i16, i16),
    terrain: TerrainId,
    terrain_name: &str,
    name: &Word,
) -> Option<Vec<Port>> {
    let (lattice, report) = (around.cx.lattice, around.cx.report);
    let named = parse_port(lattice, &name.value);
    let Some((side, place)) = named.filter(|&(side, _)| lattice.has_side_at(offset, side)) else {
        let shown: String = name.value.chars().take(80).collect();
        let mut finding = codes::BAD_PORT.finding(name.span, format!("`{}` is not a port", shown.escape_debug()));
        report.suggest(&mut finding, &name.value, lattice.sides_at(offset).map(|side| lattice.side_name(side)));
        report.add(finding);
        return None;
    };
    let ports = around.ports(edges[side.index()]);
    let port = |index: usize| Port { side, index: index as u8 };
    let index = match (place, ports.len()) {
        (None, _) => {
            let all: Vec<Port> = (0..ports.len()).filter(|&i| ports[i] == terrain).map(port).collect();
            if all.is_empty() {
                let message = format!("the side {} does not show `{terrain_name}`", name.value);
                report.add(codes::PORT_TERRAIN.finding(name.span, message));
                return None;
            }
            return Some(all);
        }
        (Some(PortPlace::Left), 2 | 3) => 0,
        (Some(PortPlace::Right), n @ (2 | 3)) => n - 1,
        (Some(PortPlace::Number(i)), n) if usize::from(i) < n => usize::from(i),
        (_, n) => {
            let message = format!("the side has {n} ports, there is no {}", name.value);
            let names: Vec<String> = (0..n).map(|i| port_name(lattice, side, i, n)).collect();
            report.add(codes::BAD_PORT.finding(name.span, message).with_hint(one_of(&names)));
            return None;
        }
    };
    if ports[index] != terrain {
        let message = format!("the port {} does not show `{terrain_name}`", name.value);
        report.add(codes::PORT_TERRAIN.finding(name.span, message));
        return None;
    }
    Some(vec![port(index)])
}

/// Returns the name of a port of a cell with these edges.
pub(super) fn name_of(around: &Surroundings<'_>, edges: &[EdgeTypeId; MAX_SIDES], port: Port) -> String {
    let count = around.ports(edges[port.side.index()]).len();
    port_name(around.cx.lattice, port.side, usize::from(port.index), count)
}
