//! Ground that was written by hand, while the other parts change.
//!
//! Ground follows from the other parts as long as none of them cross (see `tilewright_core::catalog::derive`, whose division of
//! the rim this repeats). Where they do, as on a bridge, it has to be written out, and this module does that: two ports
//! are of one piece when no parts that hang together lie between them, crossed or not.

use std::collections::BTreeMap;

use tilewright_core::catalog::tile::Port;
use tilewright_pack::Vocabulary;

use super::brush::{Notice, Painting};
use super::drawing::{DrawnCell, DrawnPart, PartId, Target};
use super::refer;

/// Parts that hang together, such as the paths of a crossing.
#[derive(Clone, Debug)]
pub(super) struct Hub {
    /// Positions on the rim, ascending, each with its part.
    ports: Vec<(usize, PartId)>,
    pub(super) members: Vec<PartId>,
    /// The part into which the others run.
    pub(super) center: Option<PartId>,
}

impl Hub {
    fn arc(&self, position: usize) -> usize {
        self.ports.iter().filter(|(p, _)| *p < position).count() % self.ports.len().max(1)
    }

    fn bounds(&self, arc: usize, part: PartId) -> bool {
        if self.center == Some(part) || self.ports.len() < 2 {
            return true;
        }
        let before = (arc + self.ports.len() - 1) % self.ports.len();
        self.ports[arc].1 == part || self.ports[before].1 == part
    }

    fn crosses(&self, other: &Hub) -> bool {
        let mut arcs = self.ports.iter().map(|(p, _)| other.arc(*p));
        let first = arcs.next();
        !other.ports.is_empty() && first.is_some_and(|first| arcs.any(|arc| arc != first))
    }
}

/// A piece of ground.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Region {
    terrain: String,
    pub(super) ports: Vec<Port>,
    touches: Vec<PartId>,
}

/// Whether a part is a path: it reaches the rim, and covers no side as a whole.
pub(super) fn is_path(cell: &DrawnCell, part: &DrawnPart, words: &Vocabulary) -> bool {
    let whole = |port: &Port| {
        let count = cell.side(usize::from(port.side), words).len();
        part.ports.iter().filter(|p| p.side == port.side).count() >= count
    };
    !part.ports.is_empty() && !part.ports.iter().any(whole)
}

fn hubs(cell: &DrawnCell, words: &Vocabulary) -> Vec<Hub> {
    let rim: Vec<Port> = refer::rim(cell, words).into_iter().map(|(port, _)| port).collect();
    let mut hubs: Vec<Hub> = Vec::new();
    let mut keys: Vec<Target> = Vec::new();
    let others = cell.parts.iter().filter(|p| !words.is_ground(&p.terrain));
    for part in others {
        // A path into a path that runs into an area ends at that area.
        let mut key = match part.into {
            None | Some(Target::End) => Target::Part(part.id),
            Some(target) => target,
        };
        for _ in 0..cell.parts.len() {
            match key {
                Target::Part(next) if next != part.id => match cell.part(next).and_then(|p| p.into) {
                    Some(target @ (Target::Part(_) | Target::Crossing(_))) if target != Target::Part(part.id) => {
                        key = target;
                    }
                    _ => break,
                },
                _ => break,
            }
        }
        let number = keys.iter().position(|k| *k == key).unwrap_or_else(|| {
            keys.push(key);
            hubs.push(Hub { ports: Vec::new(), members: Vec::new(), center: None });
            hubs.len() - 1
        });
        let hub = &mut hubs[number];
        hub.members.push(part.id);
        let positions = rim.iter().enumerate().filter(|(_, port)| part.ports.contains(port));
        hub.ports.extend(positions.map(|(position, _)| (position, part.id)));
        if key == Target::Part(part.id) {
            hub.center = Some(part.id);
        }
    }
    hubs.iter_mut().for_each(|hub| hub.ports.sort_unstable());
    hubs
}

/// What hangs together and would be crossed by a part with these ports. A part that has them already does not count.
pub(super) fn crossed(cell: &DrawnCell, ports: &[Port], words: &Vocabulary) -> Vec<Hub> {
    let rim: Vec<Port> = refer::rim(cell, words).into_iter().map(|(port, _)| port).collect();
    let own = rim.iter().enumerate().filter(|(_, port)| ports.contains(port));
    let new = Hub { ports: own.map(|(i, _)| (i, PartId(u32::MAX))).collect(), members: Vec::new(), center: None };
    let holds = |hub: &Hub| hub.ports.iter().any(|(p, _)| new.ports.iter().any(|(q, _)| p == q));
    hubs(cell, words).into_iter().filter(|hub| !holds(hub) && new.crosses(hub)).collect()
}

/// The pieces of ground of a cell.
pub(super) fn regions(cell: &DrawnCell, words: &Vocabulary) -> Vec<Region> {
    let hubs = hubs(cell, words);
    let rim = refer::rim(cell, words);
    let mut pieces: BTreeMap<Vec<usize>, Vec<usize>> = BTreeMap::new();
    for (position, (_, terrain)) in rim.iter().enumerate() {
        if words.terrains[*terrain].ground {
            pieces.entry(hubs.iter().map(|h| h.arc(position)).collect()).or_default().push(position);
        }
    }
    let alone = pieces.len() == 1;
    let mut regions = Vec::new();
    for (arcs, positions) in &pieces {
        let mut touches = Vec::new();
        for part in &cell.parts {
            let Some(own) = hubs.iter().position(|h| h.members.contains(&part.id)) else { continue };
            let hub = &hubs[own];
            let reaches = match hub.ports.first() {
                None => alone,
                Some(&(first, _)) => {
                    hub.bounds(arcs[own], part.id)
                        && hubs.iter().enumerate().all(|(i, other)| {
                            i == own || other.ports.is_empty() || hub.crosses(other) || other.arc(first) == arcs[i]
                        })
                }
            };
            if reaches {
                touches.push(part.id);
            }
        }
        // One segment for each terrain.
        let mut rest = positions.clone();
        while let Some(&first) = rest.first() {
            let terrain = rim[first].1;
            let (own, others): (Vec<usize>, Vec<usize>) = rest.into_iter().partition(|&p| rim[p].1 == terrain);
            let ports = own.iter().map(|&p| rim[p].0).collect();
            let terrain = words.terrain_name(terrain).to_owned();
            regions.push(Region { terrain, ports, touches: touches.clone() });
            rest = others;
        }
    }
    regions.sort_by_key(|region| region.ports[0]);
    regions
}

impl Painting<'_> {
    /// Ground that was written by hand follows a change of the other parts.
    pub(super) fn settle_ground(&mut self, number: usize) {
        let cell = &self.drawing.cells[number];
        let before = cell.origin.and_then(|o| self.before.cells.iter().find(|c| c.origin == Some(o)));
        let before = before.or_else(|| self.before.cells.get(number));
        let words = self.words;
        let others = |cell: &DrawnCell| {
            let parts = cell.parts.iter().filter(|p| !words.is_ground(&p.terrain) && !(p.ports.is_empty()));
            let mut shapes: Vec<_> = parts.map(|p| (p.id, p.ports.clone(), p.into)).collect();
            shapes.sort_by_key(|(id, ..)| *id);
            (cell.edges.clone(), shapes)
        };
        if before.is_some_and(|before| others(before) == others(cell)) || self.turned {
            return;
        }
        let by_hand = |p: &DrawnPart| words.is_ground(&p.terrain) && !p.ports.is_empty();
        let written = cell.parts.iter().any(by_hand);
        let hubs = hubs(cell, words);
        let bridge = hubs.iter().enumerate().any(|(i, a)| hubs[i + 1..].iter().any(|b| a.crosses(b) || b.crosses(a)));
        let has_ground = refer::rim(cell, words).iter().any(|(_, t)| words.terrains[*t].ground);
        if (bridge && has_ground) || (written && !self.drawing.derive) {
            self.write_ground(number, false);
            self.notices.push(Notice::GroundWritten(number));
        } else if written {
            self.write_ground(number, false);
            // What says no more than what follows goes.
            let cell = &mut self.drawing.cells[number];
            cell.parts.retain(|p| !by_hand(p) || !p.tags.is_empty() || p.name.is_some());
            self.notices.push(Notice::GroundFollows(number));
        }
    }

    /// Writes out the ground of a cell as it follows from the other parts. Parts that are there keep tags and names,
    /// and stay where they are; `all_kept`: what they touch too.
    pub(super) fn write_ground(&mut self, number: usize, all_kept: bool) {
        let regions = regions(&self.drawing.cells[number], self.words);
        let cell = &self.drawing.cells[number];
        let by_hand = |p: &DrawnPart| self.words.is_ground(&p.terrain) && !p.ports.is_empty();
        let mut old: Vec<DrawnPart> = cell.parts.iter().filter(|p| by_hand(p)).cloned().collect();
        let mut new = Vec::new();
        for region in regions {
            let shared = |p: &DrawnPart| p.ports.iter().filter(|port| region.ports.contains(port)).count();
            let best = (0..old.len()).filter(|&i| old[i].terrain == region.terrain && shared(&old[i]) > 0);
            let part = match best.max_by_key(|&i| (old[i].ports == region.ports, shared(&old[i]), old.len() - i)) {
                Some(i) => {
                    let kept = old.remove(i);
                    let same = kept.ports == region.ports && (all_kept || !self.drawing.derive);
                    let touches = if same { kept.touches.clone() } else { Some(region.touches) };
                    DrawnPart { ports: region.ports, touches, ..kept }
                }
                None => {
                    let part = self.new_part(&region.terrain, region.ports, None);
                    DrawnPart { touches: Some(region.touches), ..part }
                }
            };
            new.push(part);
        }
        let parts = &mut self.drawing.cells[number].parts;
        parts.retain_mut(|part| {
            let gone = old.iter().any(|p| p.id == part.id);
            if let Some(at) = new.iter().position(|p| p.id == part.id) {
                *part = new.remove(at);
            }
            !gone
        });
        parts.extend(new);
    }
}
