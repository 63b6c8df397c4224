//! What keeps a tile from lying somewhere, told by the walk that decides whether tiles fit.

use std::sync::Arc;

use crate::board::Board;
use crate::catalog::Origin;
use crate::catalog::footing::Footing;
use crate::catalog::id::{EdgeTypeId, TileId, TileKindId};
use crate::catalog::lattice::{Cell, Side, Turn};

/// Something that keeps a tile from lying somewhere at a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Obstacle {
    /// A cell that it would cover does not exist on the board as it is.
    OffBoard(Cell),
    /// A cell that it would cover holds a tile.
    Taken(Cell),
    /// A cell that it would cover is higher or lower than its first one.
    Uneven(Cell),
    /// An edge does not meet what lies across.
    Edge {
        /// The cell of the tile.
        cell: Cell,
        /// The side of that cell, on the board.
        side: Side,
        /// What the tile shows there.
        own: EdgeTypeId,
        /// The cell across, with a tile or of the rim.
        across: Cell,
        /// What lies across.
        met: EdgeTypeId,
    },
    /// Tiles of its kind are never placed at this turn, or no triangle lies so there; nothing more is said then.
    Turn,
    /// The seat may not place tiles on this plane.
    Plane,
    /// Nothing lies beside it.
    Alone,
    /// A rule does not allow it, or has taken it out of the decision.
    Rule {
        /// Where the rule stands.
        origin: Origin,
        /// What it says about it.
        reason: Option<Arc<str>>,
    },
}

impl Board {
    /// Shows everything that keeps a kind from lying somewhere to a function, until that has heard enough and says
    /// false. Returns whether something lies beside it or in its way, as far as was looked. A tile may be thought away, with
    /// what the bounds would be then; `over` if it may lie on other tiles.
    #[inline]
    pub(crate) fn each_obstacle_without(
        &self,
        lifted: Option<(TileId, Option<(Cell, Cell)>)>,
        (kind, cell, turn): (TileKindId, Cell, Turn),
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
                // What it would lie on is seen no more.
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

    /// Whether tiles lie on a cell at a turn, if anything can lie there.
    #[inline]
    fn lies_so(&self, cell: Cell, turn: Turn) -> bool {
        let lattice = self.catalog.lattice;
        lattice.can_lie(cell, turn) || !lattice.has_cell(cell)
    }

    /// Everything on the board that keeps a kind from lying with its first cell on `cell` at a turn, cell by cell and
    /// side by side; nothing where it fits.
    pub fn obstacles(&self, kind: TileKindId, cell: Cell, turn: Turn) -> Vec<Obstacle> {
        let mut found = Vec::new();
        let Footing { free, over } = self.footing(cell.plane());
        let touches = self.each_obstacle_without(None, (kind, cell, turn), over, |obstacle| {
            found.push(obstacle);
            true
        });
        if !touches && !free {
            found.push(Obstacle::Alone);
        }
        found
    }
}
