//! Applies restrictions: rules that forbid placements that the edges allow.
//!
//! They are applied when a decision is created and when a caller queries where a tile fits. The filters of a
//! restriction are tested here, so that placements that they exclude cost no call of its function.

use std::sync::Arc;

use crate::catalog::Origin;
use crate::catalog::id::{TagId, TileKindId};
use crate::catalog::lattice::{Cell, Planes, Turn};
use crate::catalog::pose::Pose;
use crate::catalog::seat::Seat;
use crate::limits;
use crate::machine::Machine;
use crate::machine::fault::Fault;
use crate::state::Game;
use crate::state::agenda::Op;
use crate::state::decision::{Options, Remaining};
use crate::state::event::Filter;
use crate::state::question::Handler;

/// A function that decides whether rules allow a placement.
#[derive(Clone, Debug)]
pub struct Restriction {
    /// Tiles and positions that the restriction applies to.
    pub filter: Filter,
    /// Tile that must be next to the placement for the restriction to apply.
    pub beside: Beside,
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
pub struct Beside {
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
        self.beside == Beside::default() && self.filter.beside.is_none()
            || self.finds_beside(game, kind, Pose { cell, turn })
    }

    /// Returns true if a neighbour of kind `other` meets the conditions for placing a tile of kind `kind`.
    #[inline]
    fn is_about(&self, game: &Game, other: TileKindId, kind: TileKindId) -> bool {
        (!self.beside.same || other == kind)
            && self.beside.kind.is_none_or(|named| other == named)
            && self.beside.tag.is_none_or(|tag| game.position.board.catalog.kinds[other].has_tag(tag))
    }

    fn finds_beside(&self, game: &Game, kind: TileKindId, Pose { cell, turn }: Pose) -> bool {
        let (board, catalog) = (&game.position.board, &game.position.board.catalog);
        let token = self.filter.beside.map(|token| game.token_cell(token));
        let is_asked_for_tiles = self.beside != Beside::default();
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

/// Tile that a seat is about to place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TileToPlace {
    /// Kind of the tile, with the face up that is placed.
    pub(crate) kind: TileKindId,
    /// Seat that places the tile.
    pub(crate) seat: Seat,
    /// True if the tile needs no neighbour.
    pub(crate) free: bool,
}

/// Placements that restrictions are applied to.
pub struct Asked<'a> {
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

impl Asked<'_> {
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
        let Asked { places, most, mut withheld, .. } = self;
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

impl Machine {
    /// Returns the placements of a kind that a step offers to a seat.
    pub(crate) fn placements(
        &mut self,
        game: &mut Box<Game>,
        TileToPlace { kind, seat, free }: TileToPlace,
    ) -> Result<Options, Box<Fault>> {
        let planes = self.catalog.board.open_to(seat);
        let options = |count, left| Options::Placements { kind, planes, free, count, left };
        let (mut is_concerned, mut asks) = (false, false);
        let is_numbered = !free && game.position.board.is_of_frontier(kind);
        let mut is_near = is_numbered;
        for one in self.rules.hooks().restrictions.iter().filter(|one| one.concerns(game, kind, seat)) {
            is_concerned = true;
            asks |= one.asks;
            is_near &= one.beside != Beside::default();
        }
        if is_numbered && !is_concerned {
            return Ok(options(game.position.board.count_placements(kind, planes), Remaining::All));
        }
        if is_near {
            // The restrictions concern only neighbours of certain tiles, so other placements need no list.
            let mut refused = self.near(game, kind, seat, planes);
            if asks && !refused.is_empty() {
                let mut places = refused.clone();
                self.rules
                    .restrict(game, Asked { kind, seat, places: &mut places, most: usize::MAX, withheld: None })?;
                refused.retain(|place| !places.contains(place));
            }
            let count = game.position.board.count_placements(kind, planes).saturating_sub(refused.len() as u32);
            return Ok(options(
                count,
                if refused.is_empty() { Remaining::All } else { Remaining::Except(refused.into()) },
            ));
        }
        let mut places = self.fitting(game, TileToPlace { kind, seat, free })?;
        let all = places.len();
        if is_concerned {
            self.rules.restrict(game, Asked { kind, seat, places: &mut places, most: usize::MAX, withheld: None })?;
        }
        let is_all = is_numbered && places.len() == all;
        Ok(options(places.len() as u32, if is_all { Remaining::All } else { Remaining::Only(places.into()) }))
    }

    /// Returns true if a step could offer the seat any placement.
    pub(crate) fn fits(
        &mut self,
        game: &mut Box<Game>,
        TileToPlace { kind, seat, free }: TileToPlace,
    ) -> Result<bool, Box<Fault>> {
        let looks_at_all = |one: &Restriction| one.beside == Beside::default();
        if !free && !self.rules.hooks().restrictions.iter().any(looks_at_all) {
            return Ok(self.placements(game, TileToPlace { kind, seat, free })?.count() > 0);
        }
        let mut places = self.fitting(game, TileToPlace { kind, seat, free })?;
        self.rules.restrict(game, Asked { kind, seat, places: &mut places, most: 1, withheld: None })?;
        Ok(!places.is_empty())
    }

    /// Returns the placements of a kind with one cell that fit and that restrictions on neighbours apply to. They are
    /// found from the tiles that the restrictions name, which are usually few.
    fn near(&self, game: &Game, kind: TileKindId, seat: Seat, planes: Planes) -> Vec<(Cell, Turn)> {
        let (board, catalog) = (&game.position.board, &*self.catalog);
        let mut found = Vec::new();
        for restriction in self.rules.hooks().restrictions.iter().filter(|one| one.concerns(game, kind, seat)) {
            let about = board.tiles().filter(|tile| restriction.is_about(game, tile.kind, kind));
            for tile in about.filter(|tile| planes.contains(tile.cell.plane())) {
                for face in catalog.faces(tile.kind, tile.turn) {
                    let here = tile.cell.plus(face.offset.0, face.offset.1);
                    for side in catalog.lattice.sides() {
                        let across = catalog.lattice.neighbour(here, side);
                        if !board.is_open(across) {
                            continue;
                        }
                        for turn in board.turns_at(kind, across).iter() {
                            let place = Pose::new(across, turn);
                            if restriction.filter.beside.is_none() || restriction.meets(game, kind, place) {
                                found.push((across, turn));
                            }
                        }
                    }
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Returns true if restrictions allow a placement that fits, for callers that test single placements.
    ///
    /// # Errors
    /// A script fails.
    pub(crate) fn allows(
        &mut self,
        game: &mut Box<Game>,
        kind: TileKindId,
        seat: Seat,
        at: Pose,
    ) -> Result<bool, Box<Fault>> {
        let mut places = vec![(at.cell, at.turn)];
        self.rules.restrict(game, Asked { kind, seat, places: &mut places, most: 1, withheld: None })?;
        Ok(!places.is_empty())
    }

    /// Returns true if the next step that places the tile of the running part allows placements without a neighbour.
    pub(crate) fn places_freely(&self, game: &Game) -> bool {
        let Some(part) = game.turn_part().filter(|_| !self.is_plain) else { return false };
        let list = self.program.list(&game.run.lists, part.list);
        let (before, after) = list.split_at(usize::from(part.at).min(list.len()));
        let places = |&op: &u16| match &self.program.ops[usize::from(op)] {
            Op::Step(step) => step.kind.places(),
            _ => None,
        };
        after.iter().chain(before).find_map(places).unwrap_or(false)
    }

    /// Returns the placements that the board allows, before restrictions.
    pub(crate) fn fitting(
        &self,
        game: &Game,
        TileToPlace { kind, seat, free }: TileToPlace,
    ) -> Result<Vec<(Cell, Turn)>, Box<Fault>> {
        let planes = self.catalog.board.open_to(seat);
        if free {
            return game.position.board.list_free_placements(kind, planes).ok_or_else(|| {
                let most = limits::FREE_CELLS;
                let message = format!("free placement needs a board with bounds and at most {most} cells");
                self.fault(game, "S0414", &message)
            });
        }
        let mut places = Vec::new();
        game.position.board.each_placement(kind, planes, |cell, turn| places.push((cell, turn)));
        Ok(places)
    }
}
