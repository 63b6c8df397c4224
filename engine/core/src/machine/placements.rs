//! Finds the placements that a step offers to a seat.

use crate::catalog::id::TileKindId;
use crate::catalog::lattice::{Cell, Planes, Turn};
use crate::catalog::pose::Pose;
use crate::catalog::seat::Seat;
use crate::limits;
use crate::machine::Machine;
use crate::machine::fault::Fault;
use crate::machine::restrict::{NeighbourFilter, PlacementQuery, Restriction};
use crate::state::Game;
use crate::state::agenda::Op;
use crate::state::decision::{Options, Remaining};

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
            is_near &= one.beside != NeighbourFilter::default();
        }
        if is_numbered && !is_concerned {
            return Ok(options(game.position.board.count_placements(kind, planes), Remaining::All));
        }
        if is_near {
            // The restrictions concern only neighbours of certain tiles, so other placements need no list.
            let mut refused = self.candidate_placements(game, kind, seat, planes);
            if asks && !refused.is_empty() {
                let mut places = refused.clone();
                self.rules.restrict(
                    game,
                    PlacementQuery { kind, seat, places: &mut places, most: usize::MAX, withheld: None },
                )?;
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
            self.rules
                .restrict(game, PlacementQuery { kind, seat, places: &mut places, most: usize::MAX, withheld: None })?;
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
        let looks_at_all = |one: &Restriction| one.beside == NeighbourFilter::default();
        if !free && !self.rules.hooks().restrictions.iter().any(looks_at_all) {
            return Ok(self.placements(game, TileToPlace { kind, seat, free })?.count() > 0);
        }
        let mut places = self.fitting(game, TileToPlace { kind, seat, free })?;
        self.rules.restrict(game, PlacementQuery { kind, seat, places: &mut places, most: 1, withheld: None })?;
        Ok(!places.is_empty())
    }

    /// Returns the placements of a kind with one cell that fit and that restrictions on neighbours apply to. They are
    /// found from the tiles that the restrictions name, which are usually few.
    fn candidate_placements(&self, game: &Game, kind: TileKindId, seat: Seat, planes: Planes) -> Vec<(Cell, Turn)> {
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
        self.rules.restrict(game, PlacementQuery { kind, seat, places: &mut places, most: 1, withheld: None })?;
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
