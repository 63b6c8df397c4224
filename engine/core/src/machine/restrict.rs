//! Applies restrictions: rules that forbid placements that the edges allow.
//!
//! They are applied when a decision is created and when a caller queries where a tile fits. The filters of a
//! restriction are tested here, so that placements that they exclude cost no call of its function.

use std::sync::Arc;

use crate::catalog::Origin;
use crate::catalog::id::{TagId, TileKindId};
use crate::catalog::lattice::{Cell, Turn};
use crate::catalog::pose::Pose;
use crate::catalog::seat::Seat;
use crate::state::Game;
use crate::state::event::Filter;
use crate::state::question::Handler;

/// A function that decides whether rules allow a placement.
#[derive(Clone, Debug)]
pub struct Restriction {
    /// Tiles and positions that the restriction applies to.
    pub filter: Filter,
    /// Tile that must be next to the placement for the restriction to apply.
    pub beside: NeighbourFilter,
    /// Number of the registered function.
    pub handler: Handler,
    /// True if the function is called; otherwise every placement that the restriction applies to is forbidden.
    pub asks: bool,
    /// Reason for a refusal without a call.
    pub reason: Option<Arc<str>>,
    /// Position of the registration.
    pub origin: Origin,
}

/// Conditions that a tile next to a placement must all meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NeighbourFilter {
    /// Kind of the neighbour.
    pub kind: Option<TileKindId>,
    /// True if the neighbour must have the same kind as the placed tile.
    pub same: bool,
    /// Tag of the neighbour.
    pub tag: Option<TagId>,
}

/// Result of a restriction for a placement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ruling {
    /// The restriction allows the placement.
    Allowed,
    /// The restriction forbids the placement, for this reason.
    Refused(Option<Arc<str>>),
}

/// A placement that fits but that rules forbid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Withheld {
    /// Cell of the placement.
    pub cell: Cell,
    /// Turn of the tile.
    pub turn: Turn,
    /// Position of the restriction or offer that forbids it.
    pub origin: Origin,
    /// Reason that the restriction gives.
    pub reason: Option<Arc<str>>,
}

impl Restriction {
    /// Returns true if it applies to any placement of a kind by a seat in the current position.
    pub fn concerns(&self, game: &Game, kind: TileKindId, seat: Seat) -> bool {
        self.filter.admits_kind(game, Some(kind), seat)
    }

    /// Returns true if the neighbours of a placement meet its conditions.
    #[inline]
    pub fn meets(&self, game: &Game, kind: TileKindId, Pose { cell, turn }: Pose) -> bool {
        self.beside == NeighbourFilter::default() && self.filter.beside.is_none()
            || self.finds_beside(game, kind, Pose { cell, turn })
    }

    /// Returns true if a neighbour of kind `other` meets the conditions for placing a tile of kind `kind`.
    #[inline]
    pub(super) fn is_about(&self, game: &Game, other: TileKindId, kind: TileKindId) -> bool {
        (!self.beside.same || other == kind)
            && self.beside.kind.is_none_or(|named| other == named)
            && self.beside.tag.is_none_or(|tag| game.position.board.catalog.kinds[other].has_tag(tag))
    }

    fn finds_beside(&self, game: &Game, kind: TileKindId, Pose { cell, turn }: Pose) -> bool {
        let (board, catalog) = (&game.position.board, &game.position.board.catalog);
        let token = self.filter.beside.map(|token| game.token_cell(token));
        let is_asked_for_tiles = self.beside != NeighbourFilter::default();
        let (mut tile_found, mut token_found) = (!is_asked_for_tiles, token.is_none());
        for face in catalog.faces(kind, turn) {
            let here = cell.plus(face.offset.0, face.offset.1);
            token_found |= token.flatten().is_some_and(|there| catalog.lattice.side_to(here, there).is_some());
            tile_found = tile_found
                || catalog.lattice.sides().any(|side| {
                    let across = board.tile_at(catalog.lattice.neighbour(here, side));
                    across.is_some_and(|(tile, _)| self.is_about(game, board.tiles[tile.index()].kind, kind))
                });
        }
        tile_found && token_found
    }
}

/// Placements that restrictions are applied to.
pub struct PlacementQuery<'a> {
    /// Kind of the placed tile.
    pub kind: TileKindId,
    /// Seat that places the tile.
    pub seat: Seat,
    /// Placements that fit; only the allowed ones remain.
    pub places: &'a mut Vec<(Cell, Turn)>,
    /// Number of allowed placements after which the search stops.
    pub most: usize,
    /// List to which forbidden placements are added; `None` if they are not needed.
    pub withheld: Option<&'a mut Vec<Withheld>>,
}

impl PlacementQuery<'_> {
    /// Removes the placements that a restriction forbids. `judge` applies the restriction with the given number to one
    /// placement.
    ///
    /// # Errors
    /// `judge` fails; the error is its first one.
    pub fn keep_allowed<E>(
        self,
        restrictions: &[Restriction],
        mut judge: impl FnMut(usize, (Cell, Turn)) -> Result<Ruling, E>,
    ) -> Result<(), E> {
        let PlacementQuery { places, most, mut withheld, .. } = self;
        let mut kept = 0;
        for at in 0..places.len() {
            if kept == most {
                break;
            }
            let (cell, turn) = places[at];
            let mut refusal = None;
            for (number, restriction) in restrictions.iter().enumerate() {
                if let Ruling::Refused(reason) = judge(number, (cell, turn))? {
                    refusal = Some(Withheld { cell, turn, origin: restriction.origin, reason });
                    break;
                }
            }
            match (refusal, &mut withheld) {
                (None, _) => {
                    places[kept] = (cell, turn);
                    kept += 1;
                }
                (Some(refusal), Some(withheld)) => withheld.push(refusal),
                (Some(_), None) => {}
            }
        }
        places.truncate(kept);
        Ok(())
    }
}
