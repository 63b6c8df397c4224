//! Updates handwritten ground when the other parts of a cell change.
//!
//! Ground can be derived from the other parts if these do not cross each other. If they do, as on a bridge, the ground
//! must be written out. This module writes it from the regions that `tilewright_core::catalog::derive` computes.

use tilewright_core::catalog::derive::{self, PartShape};
use tilewright_core::catalog::tile::{self, Port};
use tilewright_pack::Vocabulary;

use super::brush::{PaintNotice, Painting};
use super::drawing::{DrawnCell, DrawnPart, PartId, PathTarget};
use super::refer;

/// Group of connected parts, such as the paths of a crossing.
#[derive(Clone, Debug)]
pub(super) struct PartHub {
    pub(super) members: Vec<PartId>,
    /// Part that the others run into; `None` if there is no such part.
    pub(super) center: Option<PartId>,
}

/// Connected piece of ground in a cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct GroundRegion {
    terrain: String,
    pub(super) ports: Vec<Port>,
    touches: Vec<PartId>,
}

/// Returns true if a part is a path, which reaches the rim but does not cover a whole side.
pub(super) fn is_path(cell: &DrawnCell, part: &DrawnPart, words: &Vocabulary) -> bool {
    let whole = |port: &Port| {
        let count = cell.side(port.side, words).len();
        part.ports.iter().filter(|p| p.side == port.side).count() >= count
    };
    !part.ports.is_empty() && !part.ports.iter().any(whole)
}

/// Returns the parts of a cell without ground, in the form that ground is derived from, each with its id.
fn shapes(cell: &DrawnCell, words: &Vocabulary) -> (Vec<PartId>, Vec<PartShape>) {
    let rim = refer::rim(cell, words);
    let parts: Vec<&DrawnPart> = cell.parts.iter().filter(|p| !words.is_ground(&p.terrain)).collect();
    let shapes = parts.iter().map(|part| PartShape {
        ports: rim.iter().enumerate().filter(|(_, (port, _))| part.ports.contains(port)).map(|(at, _)| at).collect(),
        into: match part.into {
            Some(PathTarget::Part(id)) => parts.iter().position(|other| other.id == id).map(derive::Into::Part),
            Some(PathTarget::Crossing(number)) => Some(derive::Into::Crossing(usize::from(number))),
            Some(PathTarget::End) | None => None,
        },
        is_path: tile::is_path(&part.ports, |side| cell.side(side, words).len()),
    });
    (parts.iter().map(|part| part.id).collect(), shapes.collect())
}

/// Returns the groups that a part with these ports would cross. Groups that contain one of the ports are left out.
pub(super) fn find_crossed(cell: &DrawnCell, ports: &[Port], words: &Vocabulary) -> Vec<PartHub> {
    let (ids, shapes) = shapes(cell, words);
    let rim = refer::rim(cell, words);
    let own = rim.iter().enumerate().filter(|(_, (port, _))| ports.contains(port));
    let new = derive::Hub { ports: own.map(|(at, _)| (at, usize::MAX)).collect(), ..derive::Hub::default() };
    let holds = |hub: &derive::Hub| hub.ports.iter().any(|(p, _)| new.ports.iter().any(|(q, _)| p == q));
    let met = derive::hubs(&shapes).into_iter().filter(|hub| !holds(hub) && new.crosses(hub));
    let named = met.map(|hub| PartHub {
        members: hub.members.iter().map(|&part| ids[part]).collect(),
        center: hub.center.map(|part| ids[part]),
    });
    named.collect()
}

/// Returns the pieces of ground of a cell, one for each terrain.
pub(super) fn regions(cell: &DrawnCell, words: &Vocabulary) -> Vec<GroundRegion> {
    let (ids, shapes) = shapes(cell, words);
    let rim = refer::rim(cell, words);
    let ground: Vec<usize> = (0..rim.len()).filter(|&at| words.terrains[rim[at].1].ground).collect();
    let mut regions = Vec::new();
    for region in derive::regions(&derive::hubs(&shapes), &ground) {
        let touches: Vec<PartId> = region.touches.iter().map(|&part| ids[part]).collect();
        let mut rest = region.ports;
        while let Some(&first) = rest.first() {
            let terrain = rim[first].1;
            let (own, others): (Vec<usize>, Vec<usize>) = rest.into_iter().partition(|&p| rim[p].1 == terrain);
            let ports = own.iter().map(|&p| rim[p].0).collect();
            let terrain = words.terrain_name(terrain).to_owned();
            regions.push(GroundRegion { terrain, ports, touches: touches.clone() });
            rest = others;
        }
    }
    regions.sort_by_key(|region| region.ports[0]);
    regions
}

impl Painting<'_> {
    /// Updates the handwritten ground of a cell after a change of the other parts.
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
        let hubs = derive::hubs(&shapes(cell, words).1);
        let bridge = hubs.iter().enumerate().any(|(i, a)| hubs[i + 1..].iter().any(|b| a.crosses(b) || b.crosses(a)));
        let has_ground = refer::rim(cell, words).iter().any(|(_, t)| words.terrains[*t].ground);
        if (bridge && has_ground) || (written && !self.drawing.derive) {
            self.write_ground(number, false);
            self.notices.push(PaintNotice::GroundWritten(number));
        } else if written {
            self.write_ground(number, false);
            // Ground without tags or a name is removed, since it is derived again.
            let cell = &mut self.drawing.cells[number];
            cell.parts.retain(|p| !by_hand(p) || !p.tags.is_empty() || p.name.is_some());
            self.notices.push(PaintNotice::GroundFollows(number));
        }
    }

    /// Writes out the ground of a cell as derived from the other parts. Existing pieces keep their tags, names and
    /// positions, and with `all_kept` also the parts that they touch.
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
