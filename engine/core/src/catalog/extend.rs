//! Derives the kinds that tiles become when rules add parts to them, such as bridges.
//!
//! The catalog does not change while a game is played. All kinds that tiles can become are therefore derived when the
//! packs are loaded, from every kind of every pack that has the edges for the part. A derived kind keeps the segments
//! of its source kind under the same numbers and adds the new part after them.

use crate::catalog::Catalog;
use crate::catalog::added::{AddedPart, Extension};
use crate::catalog::id::{AddedPartId, EdgeTypeId, Id, Name, Table, TerrainId, TileKindId};
use crate::catalog::lattice::{Lattice, Side, Turn};
use crate::catalog::tile::{EdgeType, MAX_SEGMENTS, MayTurn, Port, Segment, TileKind};
use crate::limits;

/// Maximum number of parts that can be added to one tile.
pub const MAX_ADDED: u8 = 4;

/// Separator between the tile and the part in the name of a kind with an added part. No declared tile has it in its
/// name.
pub const ADDED: char = '+';

/// Error of a catalog with more kinds with added parts than [`limits::DERIVED_KINDS`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooManyKinds;

/// Maps each port of the edge type `to` to the port of `from` that it continues; `None` for the ports of the added
/// part. A port may become several. Returns `None` if the edge types do not correspond: the part has no port in `to`,
/// its terrain already occurs in `from`, or the other ports do not show the same terrains in the same order.
pub fn carried_ports(from: &EdgeType, to: &EdgeType, terrain: TerrainId) -> Option<Vec<Option<usize>>> {
    let rest = to.ports.iter().filter(|&&port| port != terrain).count();
    if rest == to.ports.len() || from.ports.contains(&terrain) || from.ports.is_empty() {
        return None;
    }
    let one_each = rest == from.ports.len();
    let mut carried = Vec::with_capacity(to.ports.len());
    let mut next = 0;
    for &port in &to.ports {
        if port == terrain {
            carried.push(None);
            continue;
        }
        let begins = carried.iter().flatten().next().is_none();
        let stays = !begins && !one_each && from.ports[next] == port;
        if !begins && !stays {
            next += 1;
        }
        if from.ports.get(next) != Some(&port) {
            return None;
        }
        carried.push(Some(next));
    }
    (next + 1 == from.ports.len()).then_some(carried)
}

impl TileKind {
    /// Returns the kind with a part over the given sides of a cell; `None` if the cell lacks the edges for it.
    fn with_part(
        &self,
        part: &AddedPart,
        cell: usize,
        sides: &[Side],
        lattice: Lattice,
        edges: &Table<EdgeTypeId, EdgeType>,
    ) -> Option<TileKind> {
        let mut kind = self.clone();
        let offset = self.cells[cell].offset;
        let mut ports: Vec<Port> = Vec::new();
        for &side in sides {
            if !lattice.has_side_at(offset, side) || self.has_cell_across(cell, side, lattice) {
                return None;
            }
            let from = self.cells[cell].edge(side);
            let &(_, to) = part.edges.iter().find(|(own, _)| *own == from)?;
            let carried = carried_ports(&edges[from], &edges[to], part.terrain)?;
            kind.cells[cell].edges[side.index()] = to;
            for (own, segment) in self.segments.iter().zip(&mut kind.segments) {
                if usize::from(own.cell) != cell {
                    continue;
                }
                segment.ports.retain(|port| port.side != side);
                let carries = |old: usize| own.ports.iter().any(|p| p.side == side && usize::from(p.index) == old);
                let new = (0..).zip(&carried).filter(|(_, old)| old.is_some_and(carries));
                segment.ports.extend(new.map(|(index, _)| Port { side, index }));
                segment.ports.sort_unstable();
            }
            let new = (0..).zip(&carried).filter(|(_, old)| old.is_none());
            ports.extend(new.map(|(index, _)| Port { side, index }));
        }
        ports.sort_unstable();
        kind.segments.push(Segment {
            terrain: part.terrain,
            cell: cell as u8,
            ports,
            tags: part.tags.clone(),
            touches: 0,
        });
        (kind.mirror, kind.back, kind.extensions) = (None, None, Vec::new());
        (kind.segments.len() <= MAX_SEGMENTS).then_some(kind)
    }

    /// Returns true if the side of a cell leads to another cell of the same tile.
    fn has_cell_across(&self, cell: usize, side: Side, lattice: Lattice) -> bool {
        let ((x, y), (dx, dy)) = (self.cells[cell].offset, lattice.steps()[side.index()]);
        self.cells.iter().any(|other| other.offset == (x + dx, y + dy))
    }
}

impl Catalog {
    /// Adds the kinds that tiles become when parts are added to them, for every kind that has the edges for it, except
    /// backs. The builder calls this once, before [`Catalog::finish`].
    ///
    /// # Errors
    /// There would be more than [`limits::DERIVED_KINDS`] such kinds. Kinds added until then stay in the catalog.
    pub fn derive_kinds(&mut self) -> Result<(), TooManyKinds> {
        let declared = self.kinds.len();
        let mut depth: Vec<u8> = vec![0; declared];
        let parts: Vec<(AddedPartId, AddedPart)> =
            self.added_parts.iter().map(|(id, part)| (id, part.clone())).collect();
        let backs: Vec<TileKindId> = self.kinds.iter().filter_map(|(_, kind)| kind.back).collect();
        let mut at = 0;
        while at < self.kinds.len() {
            let from = TileKindId::from_index(at);
            at += 1;
            if backs.contains(&from) || depth[from.index()] >= MAX_ADDED {
                continue;
            }
            for &(id, ref part) in &parts {
                for cell in 0..self.kinds[from].cells.len() {
                    let mut seen: Vec<Vec<Side>> = Vec::new();
                    for turn in self.lattice.turns() {
                        let mut sides: Vec<Side> =
                            part.sides.iter().map(|&s| self.lattice.turn_side(s, turn)).collect();
                        sides.sort_unstable();
                        if seen.contains(&sides) {
                            continue;
                        }
                        let kind = self.kinds[from].with_part(part, cell, &sides, self.lattice, &self.edges);
                        seen.push(sides.clone());
                        let Some(mut kind) = kind else { continue };
                        if kind.may_turn == Some(MayTurn::Distinct) {
                            // The part distinguishes turns at which the tile looks the same, and is not placed itself,
                            // so the turns of the kind without the part apply.
                            kind.may_turn = Some(MayTurn::Only(self.distinct_turns(&self.kinds[from])));
                        }
                        if self.kinds.len() - declared >= limits::DERIVED_KINDS {
                            return Err(TooManyKinds);
                        }
                        depth.push(depth[from.index()] + 1);
                        self.add_extension(from, id, cell, &sides, kind);
                    }
                }
            }
        }
        // Kinds with more parts have higher numbers, so going backwards finds their `spare` already computed.
        for at in (0..self.kinds.len()).map(TileKindId::from_index).rev() {
            let further = self.kinds[at].extensions.iter().map(|e| self.kinds[e.kind].spare + 1).max().unwrap_or(0);
            if let Some(kind) = self.kinds.get_mut(at) {
                kind.spare = further;
            }
        }
        Ok(())
    }

    fn add_extension(&mut self, from: TileKindId, part: AddedPartId, cell: usize, sides: &[Side], kind: TileKind) {
        let named = self.added_parts.key(part).replace(':', ".");
        let cell_name = if cell > 0 { (cell + 1).to_string() } else { String::new() };
        let shown: Vec<&str> = sides.iter().map(|&side| self.lattice.side_name(side)).collect();
        let own = self.kinds.name(from);
        let name = Name::new(&own.pack, &format!("{}{ADDED}{named}{cell_name}.{}", own.local, shown.join(".")));
        let bare = Some(self.kinds[from].bare.unwrap_or(from));
        let kind = self.kinds.add(name, TileKind { bare, ..kind }).unwrap_or_else(|there| there);
        let sides = sides.iter().fold(0, |set, side| set | 1 << side.0);
        if let Some(from) = self.kinds.get_mut(from) {
            from.extensions.push(Extension { part, cell: cell as u8, sides, kind });
        }
    }

    /// Returns the kind without its added parts; `kind` itself if it has no added parts.
    #[inline]
    pub fn bare(&self, kind: TileKindId) -> TileKindId {
        self.kinds[kind].bare.unwrap_or(kind)
    }

    /// Returns the kinds without added parts, for lists that are shown to users.
    pub fn drawn_kinds(&self) -> impl DoubleEndedIterator<Item = TileKindId> {
        self.kinds.iter().filter(|(_, kind)| kind.bare.is_none()).map(|(id, _)| id)
    }

    /// Returns the kinds that a tile becomes when a part of the terrain is added, each with the sides that the part
    /// reaches at the tile's `turn`, ascending.
    pub fn extensions(
        &self,
        kind: TileKindId,
        turn: Turn,
        terrain: TerrainId,
    ) -> impl Iterator<Item = (&Extension, Vec<Side>)> {
        let of_terrain = move |extension: &&Extension| self.added_parts[extension.part].terrain == terrain;
        self.kinds[kind].extensions.iter().filter(of_terrain).map(move |extension| {
            let own = self.lattice.sides().filter(|side| extension.sides >> side.0 & 1 == 1);
            let mut sides: Vec<Side> = own.map(|side| self.lattice.turn_side(side, turn)).collect();
            sides.sort_unstable();
            (extension, sides)
        })
    }
}
