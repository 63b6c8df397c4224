//! Converts the parts of a cell to segments: derives the ground, and checks written ground against the derivation.

use tilewright_core::catalog::derive::{self, Derived, PartShape, Problem};
use tilewright_core::catalog::id::EdgeTypeId;
use tilewright_core::catalog::lattice::MAX_SIDES;
use tilewright_core::catalog::tile::{MAX_SEGMENTS, Port, Segment, TileKind, is_path, parse_port};

use super::part::{CellParts, RunsInto, Surroundings, WrittenPart, name_of};
use crate::findings::codes;
use crate::read;
use crate::read::syntax::{Node, Word};

/// Adds the segments of a cell: the written parts in their order, then the derived ground.
pub(super) fn segments(
    around: &Surroundings<'_>,
    cell: &CellParts,
    more_tags: Option<&Node>,
    number: u8,
    kind: &mut TileKind,
) {
    let first = kind.segments.len();
    let mut links: Vec<(usize, usize)> = Vec::new();
    for (i, part) in cell.parts.iter().enumerate() {
        kind.segments.push(Segment {
            terrain: part.terrain,
            cell: number,
            ports: part.ports.clone(),
            tags: part.tags.clone(),
            touches: 0,
        });
        if let Some(RunsInto::Part(other)) = part.into {
            links.push((i, other));
        }
        links.extend(part.touches.iter().flatten().map(|&other| (i, other)));
        // Paths that meet in a crossing touch each other.
        if let Some(RunsInto::Crossing(_)) = part.into {
            let before = cell.parts[..i].iter().enumerate().filter(|(_, other)| other.into == part.into);
            links.extend(before.map(|(other, _)| (i, other)));
        }
    }
    let edges = kind.cells[usize::from(number)].edges;
    for region in ground(around, cell, &edges) {
        let index = match region.written {
            Some(part) => part,
            None => {
                let terrain = cell.rim[region.ports[0]].1;
                let ports: Vec<Port> = region.ports.iter().map(|&position| cell.rim[position].0).collect();
                kind.segments.push(Segment { terrain, cell: number, ports, tags: Vec::new(), touches: 0 });
                kind.segments.len() - 1 - first
            }
        };
        links.extend(region.touches.into_iter().map(|other| (index, other)));
    }
    for (a, b) in links {
        let (a, b) = (a + first, b + first);
        if a != b && a.max(b) < MAX_SEGMENTS {
            kind.segments[a].touches |= 1 << b;
            kind.segments[b].touches |= 1 << a;
        }
    }
    if let Some(node) = more_tags {
        part_tags(around, cell, &edges, node, &mut kind.segments[first..]);
    }
}

/// Adds tags to parts by their names, including derived parts: `{"road:E": {"inn": 1}}`.
fn part_tags(
    around: &Surroundings<'_>,
    cell: &CellParts,
    edges: &[EdgeTypeId; MAX_SIDES],
    node: &Node,
    segments: &mut [Segment],
) {
    let report = around.cx.report;
    for (name, tags) in read::map(node, report) {
        let Some(word) = read::word(name, report) else { continue };
        let tags = around.cx.tags_of(around.pack, Some(tags));
        let found: Vec<usize> = (0..segments.len())
            .filter(|&i| cell.parts.get(i).is_some_and(|part| part.is_called(&word.value)))
            .collect();
        let found = if found.is_empty() { by_terrain(around, edges, &word, segments) } else { found };
        if found.is_empty() && cell.has_gaps {
            continue;
        }
        if let [only] = found[..] {
            for (tag, number) in tags {
                let own = &mut segments[only].tags;
                match own.iter_mut().find(|(t, _)| *t == tag) {
                    Some(old) => old.1 = number,
                    None => own.push((tag, number)),
                }
            }
        } else {
            let message = format!("the tile has {} parts `{}`", found.len(), word.value);
            let hint = "name one part by its terrain and port, such as \"road:E\"";
            report.add(codes::PART_UNCLEAR.finding(word.span, message).with_hint(hint));
        }
    }
}

/// Returns the indices of the segments that a terrain, or a terrain and a port, name.
fn by_terrain(
    around: &Surroundings<'_>,
    edges: &[EdgeTypeId; MAX_SIDES],
    word: &Word,
    segments: &[Segment],
) -> Vec<usize> {
    let (terrain, port) = match word.value.rsplit_once(':') {
        Some((terrain, port)) if parse_port(around.cx.lattice, port).is_some() => (terrain, Some(port)),
        _ => (&*word.value, None),
    };
    let terrain = Word { value: terrain.into(), span: word.span };
    let Some(terrain) = around.cx.terrains.find(around.pack, &terrain, false, around.cx.report) else {
        return Vec::new();
    };
    let reaches = |segment: &Segment, wanted: &str| {
        let lattice = around.cx.lattice;
        let of = |p: &Port| name_of(around, edges, *p) == wanted || lattice.side_name(p.side) == wanted;
        segment.ports.iter().any(of)
    };
    let meant = |s: &Segment| s.terrain == terrain && port.is_none_or(|port| reaches(s, port));
    (0..segments.len()).filter(|&i| meant(&segments[i])).collect()
}

/// Ground that follows from the other parts.
struct DerivedGround {
    /// Index of the written part for this ground; `None` if it is only derived.
    written: Option<usize>,
    /// Indices of its ports in the rim of the cell.
    ports: Vec<usize>,
    /// Indices of the parts that it touches.
    touches: Vec<usize>,
}

/// Derives the ground of a cell, ordered clockwise by first port. Reports open ports and contradictions. A cell with
/// unreadable parts has no ground.
fn ground(around: &Surroundings<'_>, cell: &CellParts, edges: &[EdgeTypeId; MAX_SIDES]) -> Vec<DerivedGround> {
    if cell.has_gaps {
        return Vec::new();
    }
    let written: Vec<usize> = (0..cell.parts.len()).filter(|&i| around.is_ground(cell.parts[i].terrain)).collect();
    let mut open = Vec::new();
    let mut all = Vec::new();
    for (position, &(port, terrain, part)) in cell.rim.iter().enumerate() {
        match part {
            Some(part) if written.contains(&part) => all.push(position),
            Some(_) => {}
            None if around.is_ground(terrain) && around.derive => {
                open.push(position);
                all.push(position);
            }
            None => {
                let message = format!("no part of the tile covers the port {}", name_of(around, edges, port));
                around.cx.report.add(codes::PORT_UNCOVERED.finding(cell.span, message));
            }
        }
    }
    if !around.derive {
        return Vec::new();
    }
    for &part in &written {
        let part = &cell.parts[part];
        if part.ports.is_empty() && part.touches.is_none() {
            let message = "it is not clear which parts the enclosed ground touches";
            around
                .cx
                .report
                .add(codes::AMBIGUOUS_GROUND.finding(part.span, message).with_hint("write `touches: [...]`"));
        }
    }
    let others: Vec<usize> = (0..cell.parts.len()).filter(|i| !written.contains(i)).collect();
    let shapes: Vec<PartShape> = others.iter().map(|&i| shape(around, cell, i, edges, &others)).collect();
    let derived = match derive::derive(&shapes, &all) {
        Ok(derived) => derived,
        Err(problem) => {
            // Ground parts that all have `touches` are enough; without ground parts, only `derive: false` avoids the
            // report.
            let is_told = !written.is_empty() && written.iter().all(|&i| cell.parts[i].touches.is_some());
            if !open.is_empty() || !is_told {
                report_problem(around, cell, &others, &problem, all.is_empty());
            }
            return Vec::new();
        }
    };
    check_written(around, cell, &written, &others, &derived);
    let mut regions: Vec<DerivedGround> = Vec::new();
    for (ports, touches) in derived.ground.iter().zip(&derived.touches) {
        let touches: Vec<usize> = touches.iter().map(|&t| others[t]).collect();
        // A derived region with several terrains or written parts becomes one segment for each.
        let mut rest = ports.clone();
        while let Some(&port) = rest.first() {
            let (_, terrain, written) = cell.rim[port];
            let same = |p: &usize| cell.rim[*p].1 == terrain && cell.rim[*p].2 == written;
            let (ports, others) = rest.into_iter().partition(same);
            regions.push(DerivedGround { written, ports, touches: touches.clone() });
            rest = others;
        }
    }
    regions.sort_by_key(|region| region.ports[0]);
    regions
}

/// Returns a part in the form that the derivation needs.
fn shape(
    around: &Surroundings<'_>,
    cell: &CellParts,
    part: usize,
    edges: &[EdgeTypeId; MAX_SIDES],
    others: &[usize],
) -> PartShape {
    let ports = (0..cell.rim.len()).filter(|&position| cell.rim[position].2 == Some(part)).collect();
    let into = match cell.parts[part].into {
        Some(RunsInto::Part(other)) => others.iter().position(|&o| o == other).map(derive::Into::Part),
        Some(RunsInto::Crossing(n)) => Some(derive::Into::Crossing(n)),
        _ => None,
    };
    let is_path = is_path(&cell.parts[part].ports, |side| around.ports(edges[side.index()]).len());
    PartShape { ports, into, is_path }
}

fn report_problem(
    around: &Surroundings<'_>,
    cell: &CellParts,
    others: &[usize],
    problem: &Problem,
    without_ground: bool,
) {
    let finding = match *problem {
        Problem::Crossing(a, b) => {
            let (a, b) = (&cell.parts[others[a]], &cell.parts[others[b]]);
            let (message, hint) = if without_ground {
                ("two parts cross", "write `derive: false` on the tile if one passes over the other")
            } else {
                ("two parts cross, so it is not clear how the ground is divided", WRITE_GROUND)
            };
            codes::AMBIGUOUS_GROUND
                .finding(a.span, message)
                .with_related(b.span, "the part that is crossed")
                .with_hint(hint)
        }
        Problem::Floating(part) => {
            let part = &cell.parts[others[part]];
            let message = "it is not clear which piece of ground contains this part";
            codes::AMBIGUOUS_GROUND.finding(part.span, message).with_hint(WRITE_GROUND)
        }
    };
    around.cx.report.add(finding);
}

/// Hint for ground that does not follow from the other parts.
const WRITE_GROUND: &str = "write the ground parts with `at` and `touches`";

/// Hint for written ground that differs from the derivation.
const SPECIAL: &str =
    "for a part above the ground, such as a bridge, write `derive: false` on the tile and all its ground";

/// Compares the written ground with the derived ground.
fn check_written(around: &Surroundings<'_>, cell: &CellParts, written: &[usize], others: &[usize], derived: &Derived) {
    for &number in written {
        let part = &cell.parts[number];
        let own: Vec<usize> = (0..cell.rim.len()).filter(|&p| cell.rim[p].2 == Some(number)).collect();
        let Some(region) = own.first().and_then(|p| derived.ground.iter().position(|r| r.contains(p))) else {
            continue;
        };
        let same: Vec<usize> =
            derived.ground[region].iter().copied().filter(|&p| cell.rim[p].1 == part.terrain).collect();
        if same != own {
            let message =
                format!("according to the other parts, this ground has the ports {}", list(around, cell, &same));
            around.cx.report.add(codes::GROUND_CONTRADICTS.finding(part.span, message).with_hint(SPECIAL));
            continue;
        }
        let touched: Vec<usize> = derived.touches[region].iter().map(|&t| others[t]).collect();
        check_touches(around, cell, part, &touched);
    }
}

/// Checks a written `touches` of ground. The list may leave out paths and sites, but must contain all areas, and all
/// parts of the terrains that it names.
fn check_touches(around: &Surroundings<'_>, cell: &CellParts, part: &WrittenPart, touched: &[usize]) {
    let Some(said) = &part.touches else { return };
    for &other in said {
        if !touched.contains(&other) && !around.is_ground(cell.parts[other].terrain) {
            let message = "according to the other parts, this ground does not touch that";
            let finding = codes::GROUND_CONTRADICTS.finding(part.touches_span, message);
            around
                .cx
                .report
                .add(finding.with_related(cell.parts[other].span, "the part that is not touched").with_hint(SPECIAL));
        }
    }
    for &other in touched {
        let terrain = cell.parts[other].terrain;
        let named = said.iter().any(|&s| cell.parts[s].terrain == terrain);
        if (named || is_area(cell, other)) && !said.contains(&other) {
            let message = "according to the other parts, this ground touches more";
            let finding = codes::GROUND_CONTRADICTS.finding(part.touches_span, message);
            around
                .cx
                .report
                .add(finding.with_related(cell.parts[other].span, "the part that is also touched").with_hint(SPECIAL));
        }
    }
}

/// True if a part covers all ports of at least one side.
fn is_area(cell: &CellParts, part: usize) -> bool {
    cell.parts[part]
        .ports
        .iter()
        .any(|port| cell.rim.iter().filter(|(p, ..)| p.side == port.side).all(|&(.., owner)| owner == Some(part)))
}

fn list(around: &Surroundings<'_>, cell: &CellParts, positions: &[usize]) -> String {
    let names: Vec<String> = positions
        .iter()
        .map(|&position| {
            let port = cell.rim[position].0;
            let count = cell.rim.iter().filter(|(p, ..)| p.side == port.side).count();
            tilewright_core::catalog::tile::port_name(around.cx.lattice, port.side, usize::from(port.index), count)
        })
        .collect();
    names.join(", ")
}
