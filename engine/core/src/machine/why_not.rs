//! Explains why a tile does not fit on a cell: the edge, cell or rule that refuses each of its turns.
//!
//! Obstacles on the board come from the same test that decides whether tiles fit. The others come from the restrictions
//! and offers that decide which placements a seat can choose.

use std::sync::Arc;

use crate::board::obstacle::Obstacle;
use crate::catalog::id::TileKindId;
use crate::catalog::lattice::{Cell, Planes};
use crate::machine::Machine;
use crate::machine::fault::Fault;
use crate::machine::placements::TileToPlace;
use crate::machine::restrict::{PlacementQuery, Withheld};
use crate::state::Game;
use crate::state::agenda::Op;
use crate::state::decision::{Amended, Options, Pick};
use crate::state::question::Meaning;

/// A decision about the place of the tile in play, with the placements that rules have removed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placing {
    /// Kind of the placed tile.
    pub kind: TileKindId,
    /// Planes on which it may be placed.
    pub planes: Planes,
    /// True if it may be placed without a neighbour.
    pub free: bool,
    /// Placements that fit but are not options, in the order of the options. Placements that restrictions forbid come
    /// first.
    pub withheld: Vec<Withheld>,
}

impl Placing {
    /// Returns the obstacles for each turn of the tile on a cell, indexed by the turn. A turn without obstacles is an
    /// option.
    pub fn why_not(&self, game: &Game, cell: Cell) -> Vec<Vec<Obstacle>> {
        let catalog = game.catalog();
        let turns = catalog.lattice.turns();
        let refused = turns.map(|turn| {
            let mut found = game.board().obstacles(self.kind, cell, turn);
            found.retain(|obstacle| !self.free || *obstacle != Obstacle::Alone);
            if !self.planes.contains(cell.plane()) {
                found.insert(0, Obstacle::Plane);
            }
            let rules = self.withheld.iter().filter(|withheld| (withheld.cell, withheld.turn) == (cell, turn));
            found.extend(rules.map(|w| Obstacle::Rule { origin: w.origin, reason: w.reason.clone() }));
            found
        });
        refused.collect()
    }
}

impl Machine {
    /// Returns the placements of the tile in play with those that rules have removed; `None` if the decision is about
    /// something else.
    ///
    /// # Errors
    /// A script fails.
    pub fn placing(&mut self, game: &mut Box<Game>) -> Result<Option<Placing>, Box<Fault>> {
        let Some(decision) = game.decision() else { return Ok(None) };
        let (ask, seat) = (Arc::clone(&decision.ask), decision.seat);
        let (found, is_amended) = match &decision.options {
            Options::Placements { kind, free, .. } => (Some((*kind, *free)), false),
            // Rules have amended the decision of a step.
            Options::List(_) => {
                let step = game.setup.program.ops.iter().find_map(|op| match op {
                    Op::Step(step) if step.name == ask => step.kind.places(),
                    _ => None,
                });
                (step.and_then(|free| Some((game.turn_part()?.kind?, free))), true)
            }
            _ => (None, false),
        };
        let Some((kind, free)) = found else { return Ok(None) };
        let planes = self.catalog.board.open_to(seat);
        let mut withheld = Vec::new();
        if self.is_plain && !is_amended {
            return Ok(Some(Placing { kind, planes, free, withheld }));
        }
        self.begin_run(true);
        let mut places = self.fitting(game, TileToPlace { kind, seat, free })?;
        let asked = PlacementQuery { kind, seat, places: &mut places, most: usize::MAX, withheld: Some(&mut withheld) };
        self.rules.restrict(game, asked)?;
        if !is_amended {
            return Ok(Some(Placing { kind, planes, free, withheld }));
        }
        // The list has the order in which the offers receive it.
        let list = self.placements(game, TileToPlace { kind, seat, free })?.to_list(game);
        let mut left: Vec<Meaning> = list.iter().map(|listed| listed.meaning.clone()).collect();
        let mut amended = Amended::from_list(list);
        let offers = self.rules.hooks().offers.iter().filter(|o| o.ask == ask && o.filter.admits_tile_of(game, seat));
        for (handler, origin) in offers.map(|o| (o.handler, o.origin)).collect::<Vec<_>>() {
            self.rules.offer(game, handler, seat, &mut amended)?;
            let list = amended.list(game);
            left.retain(|place| {
                let stays = list.iter().any(|listed| listed.meaning == *place);
                if let (false, Meaning::Step(Pick::Placement { cell, turn })) = (stays, place) {
                    withheld.push(Withheld { cell: *cell, turn: *turn, origin, reason: None });
                }
                stays
            });
        }
        Ok(Some(Placing { kind, planes, free, withheld }))
    }
}
