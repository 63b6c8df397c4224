//! Reasons why a tile does not fit, found by the same search that decides whether it fits.

use std::sync::Arc;

use crate::board::Board;
use crate::catalog::Origin;
use crate::catalog::footing::PlacementPermissions;
use crate::catalog::id::{EdgeTypeId, TileId, TileKindId};
use crate::catalog::lattice::{Cell, Side, Turn};
use crate::catalog::pose::Pose;

/// Reason why a tile does not fit on a cell at a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Obstacle {
    /// A cell of the tile does not exist on the board at its current extent.
    OffBoard(Cell),
    /// A cell of the tile is occupied by another tile.
    Taken(Cell),
    /// A cell of the tile would be higher or lower than its first cell.
    Uneven(Cell),
    /// An edge of the tile does not meet the edge across.
    Edge {
        /// Cell of the tile with the edge.
        cell: Cell,
        /// Side of that cell, as placed on the board.
        side: Side,
        /// Edge type of the tile on that side.
        own: EdgeTypeId,
        /// Cell across, with a tile or on the rim.
        across: Cell,
        /// Edge type that the cell across shows.
        met: EdgeTypeId,
    },
    /// Tiles of the kind are never placed at this turn, or a triangle cannot have it on this cell. No other obstacle is
    /// reported then.
    Turn,
    /// The seat may not place tiles on this plane.
    Plane,
    /// No tile and no rim cell is adjacent.
    Alone,
    /// A rule forbids the placement, or has removed it from the decision.
    Rule {
        /// Position of the rule in its module.
        origin: Origin,
        /// Reason that the rule gives, if any.
        reason: Option<Arc<str>>,
    },
}

impl Board {
    /// Calls `tell` for each obstacle that keeps a kind from a place, until `tell` returns false. Returns true if the
    /// search found a neighbour or an obstacle so far. `lifted` is a tile to treat as absent, with the bounds of its
    /// plane without it. `over` allows placement on other tiles.
    #[inline]
    pub(crate) fn each_obstacle_without(
        &self,
        lifted: Option<(TileId, Option<(Cell, Cell)>)>,
        kind: TileKindId,
        Pose { cell, turn }: Pose,
        over: bool,
        mut tell: impl FnMut(Obstacle) -> bool,
    ) -> bool {
        let is_lifted =
            |cell: Cell| lifted.is_some_and(|(gone, _)| self.tile_at(cell).is_some_and(|(tile, _)| tile == gone));
        let own = lifted.filter(|(tile, _)| self.tiles[tile.index()].cell.plane() == cell.plane());
        let bounds = own.map_or_else(|| self.bounds(cell.plane()), |(_, bounds)| bounds);
        let mut touches = false;
        if !self.catalog.turns(kind).contains(turn) || !self.lies_so(cell, turn) {
            tell(Obstacle::Turn);
            return true;
        }
        let height = |cell: Cell| self.height(cell) - u32::from(is_lifted(cell));
        let lies_on = if over { height(cell) } else { 0 };
        touches |= lies_on > 0;
        let faces = self.catalog.faces(kind, turn);
        for face in faces {
            let here = cell.plus(face.offset.0, face.offset.1);
            let refused = if !over && self.tile_at(here).is_some() && !is_lifted(here) {
                Some(Obstacle::Taken(here))
            } else if over && height(here) != lies_on {
                Some(Obstacle::Uneven(here))
            } else {
                let exists = self.exists_within(bounds, here) && here.plane() == cell.plane();
                (!exists).then_some(Obstacle::OffBoard(here))
            };
            if let Some(refused) = refused {
                touches = true;
                if !tell(refused) {
                    return touches;
                }
                continue;
            }
            for side in self.catalog.lattice.sides_of(here) {
                let across = self.catalog.lattice.neighbour(here, side);
                // The tiles it would cover are no longer visible.
                if lies_on > 0 && faces.iter().any(|face| cell.plus(face.offset.0, face.offset.1) == across) {
                    continue;
                }
                let back = self.catalog.lattice.opposite(side);
                let met =
                    if is_lifted(across) { self.edge_under(across, back) } else { self.edge_towards(across, back) };
                if let Some(met) = met {
                    touches = true;
                    let own = face.edge(side);
                    if !self.catalog.meet(own, met) && !tell(Obstacle::Edge { cell: here, side, own, across, met }) {
                        return touches;
                    }
                }
            }
        }
        touches
    }

    /// Returns true if tiles can have a turn on a cell. Cells outside of the lattice allow every turn here.
    #[inline]
    fn lies_so(&self, cell: Cell, turn: Turn) -> bool {
        let lattice = self.catalog.lattice;
        lattice.can_lie(cell, turn) || !lattice.has_cell(cell)
    }

    /// Returns all obstacles on the board to a kind at a turn with its first cell on `cell`, cell by cell and side by
    /// side. The result is empty if the kind fits.
    pub fn obstacles(&self, kind: TileKindId, cell: Cell, turn: Turn) -> Vec<Obstacle> {
        let mut found = Vec::new();
        let PlacementPermissions { free, over } = self.footing(cell.plane());
        let touches = self.each_obstacle_without(None, kind, Pose { cell, turn }, over, |obstacle| {
            found.push(obstacle);
            true
        });
        if !touches && !free {
            found.push(Obstacle::Alone);
        }
        found
    }
}
