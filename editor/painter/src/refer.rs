//! Finds names for ports and parts in the text of a tile.

use tilewright_core::catalog::id::TerrainId;
use tilewright_core::catalog::lattice::Side;
use tilewright_core::catalog::tile::{Port, PortPlace, parse_port, port_name};
use tilewright_pack::Vocabulary;

use super::drawing::{DrawnCell, DrawnPart, PartId};

/// Returns the terrains of the ports of a side.
fn side(cell: &DrawnCell, side: Side, words: &Vocabulary) -> Vec<TerrainId> {
    let edge = cell.edges.get(side.index()).and_then(|name| words.edge(name));
    edge.map_or_else(Vec::new, |id| words.edges[id].ports.clone())
}

/// Returns all ports of a cell clockwise, with their terrains.
pub(super) fn rim(cell: &DrawnCell, words: &Vocabulary) -> Vec<(Port, TerrainId)> {
    let sides = words.lattice.sides();
    let of = |s: Side| {
        let ports = side(cell, s, words).into_iter().enumerate();
        ports.map(move |(i, terrain)| (Port { side: s, index: i as u8 }, terrain))
    };
    sides.flat_map(of).collect()
}

/// Returns the ports that a name in `at` refers to; `None` if none of them shows the terrain.
pub(super) fn ports_named(cell: &DrawnCell, name: &str, terrain: &str, words: &Vocabulary) -> Option<Vec<Port>> {
    let terrain = words.terrain(terrain)?;
    let (number, place) = parse_port(words.lattice, name)?;
    let ports = side(cell, number, words);
    let port = |index: usize| Port { side: number, index: index as u8 };
    let index = match (place, ports.len()) {
        (None, _) => {
            let all: Vec<Port> = (0..ports.len()).filter(|&i| ports[i] == terrain).map(port).collect();
            return (!all.is_empty()).then_some(all);
        }
        (Some(PortPlace::Left), 2 | 3) => 0,
        (Some(PortPlace::Right), n @ (2 | 3)) => n - 1,
        (Some(PortPlace::Number(i)), n) if usize::from(i) < n => usize::from(i),
        _ => return None,
    };
    (ports[index] == terrain).then(|| vec![port(index)])
}

/// Returns the names of a part's ports, clockwise. A side without a position is used if it means exactly the part's
/// ports on that side.
pub(super) fn port_names(cell: &DrawnCell, part: &DrawnPart, words: &Vocabulary) -> Vec<String> {
    let mut names = Vec::new();
    for number in words.lattice.sides() {
        let own: Vec<Port> = part.ports.iter().copied().filter(|p| p.side == number).collect();
        let bare = words.lattice.side_name(number);
        if own.is_empty() {
            continue;
        }
        if ports_named(cell, bare, &part.terrain, words).is_some_and(|all| all == own) {
            names.push(bare.to_owned());
        } else {
            let name = |port: &Port| match name_of(cell, *port, words) {
                // The middle port of three has the name of its side, which could also mean other ports of the terrain.
                name if name == bare => format!("{bare}{}", port.index + 1),
                name => name,
            };
            names.extend(own.iter().map(name));
        }
    }
    names
}

/// Returns the name of one port.
pub(super) fn name_of(cell: &DrawnCell, port: Port, words: &Vocabulary) -> String {
    let count = side(cell, port.side, words).len();
    port_name(words.lattice, port.side, usize::from(port.index), count)
}

/// Returns the part that a name refers to; `None` if the name is ambiguous or unknown.
pub(super) fn find(cell: &DrawnCell, name: &str, but: Option<PartId>, words: &Vocabulary) -> Option<PartId> {
    if let Some(part) = cell.parts.iter().find(|part| part.name.as_deref() == Some(name)) {
        return Some(part.id);
    }
    let (terrain, port) = match name.rsplit_once(':') {
        Some((terrain, port)) if parse_port(words.lattice, port).is_some() => (terrain, Some(port)),
        _ => (name, None),
    };
    let reaches = |part: &DrawnPart| {
        port.is_none_or(|wanted| {
            let on = |p: &Port| name_of(cell, *p, words) == wanted || words.lattice.side_name(p.side) == wanted;
            part.ports.iter().any(on)
        })
    };
    let meant = |part: &&DrawnPart| Some(part.id) != but && part.terrain == terrain && reaches(part);
    let mut found = cell.parts.iter().filter(meant);
    match (found.next(), found.next()) {
        (Some(part), None) => Some(part.id),
        _ => None,
    }
}

/// Returns a name by which another part can refer to `part`: its own name, its terrain, or its terrain with a port.
/// `None` if all of them are ambiguous.
pub(super) fn name_for(cell: &DrawnCell, part: &DrawnPart, from: PartId, words: &Vocabulary) -> Option<String> {
    let sides = part.ports.iter().map(|p| words.lattice.side_name(p.side).to_owned());
    let ports = part.ports.iter().map(|p| name_of(cell, *p, words));
    let by_port = sides.chain(ports).map(|port| format!("{}:{port}", part.terrain));
    let mut names = part.name.iter().cloned().chain([part.terrain.clone()]).chain(by_port);
    names.find(|name| {
        // These two words have another meaning as the value of `into`.
        !matches!(&**name, "crossing" | "end") && find(cell, name, Some(from), words) == Some(part.id)
    })
}
