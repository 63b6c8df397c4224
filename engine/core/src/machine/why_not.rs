//! Why a tile may not lie somewhere: which edge, which cell or which rule refuses each turn of it.
//!
//! What refuses is told by the walk that decides whether tiles fit, and by the offers that decide what is put to a seat.

use std::sync::Arc;

use crate::board::obstacle::Obstacle;
use crate::catalog::Origin;
use crate::catalog::flow::StepKind;
use crate::catalog::id::TileKindId;
use crate::catalog::lattice::{Cell, Planes, Turn};
use crate::machine::Machine;
use crate::machine::fault::Fault;
use crate::state::Game;
use crate::state::agenda::Op;
use crate::state::decision::{Amended, Options, Pick};
use crate::state::question::Meaning;

/// A decision about where the tile in play is placed, with what rules have taken out of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placing {
    /// The kind that is placed.
    pub kind: TileKindId,
    /// On which planes.
    pub planes: Planes,
    /// Placements that fit but are not options, each with the offer that took it out, in the order of the options.
    pub withheld: Vec<(Cell, Turn, Origin)>,
}

impl Placing {
    /// What refuses each turn of the tile on a cell, by number of the turn; a turn that nothing refuses is an option.
    pub fn why_not(&self, game: &Game, cell: Cell) -> Vec<Vec<Obstacle>> {
        let catalog = game.catalog();
        let turns = catalog.lattice.turns();
        let refused = turns.map(|turn| {
            let mut found = game.board().obstacles(self.kind, cell, turn);
            if !self.planes.contains(cell.plane()) {
                found.insert(0, Obstacle::Plane);
            }
            let rules = self.withheld.iter().filter(|(c, t, _)| (*c, *t) == (cell, turn));
            found.extend(rules.map(|(.., origin)| Obstacle::Rule(*origin)));
            found
        });
        refused.collect()
    }
}

impl Machine {
    /// The placements of the tile in play and what rules have taken out of them, if that is what is decided now.
    ///
    /// # Errors
    /// A script failed.
    pub fn placing(&mut self, game: &mut Box<Game>) -> Result<Option<Placing>, Box<Fault>> {
        let Some(decision) = game.decision() else { return Ok(None) };
        let (ask, seat) = (Arc::clone(&decision.ask), decision.seat);
        let kind = match &decision.options {
            Options::Placements { kind, planes, .. } => {
                return Ok(Some(Placing { kind: *kind, planes: *planes, withheld: Vec::new() }));
            }
            // A step that rules have amended.
            Options::List(_) => {
                let is_place = |op: &Op| matches!(op, Op::Step(s) if s.kind == StepKind::Place && s.name == ask);
                game.program.ops.iter().any(is_place).then(|| game.turn_part()?.kind).flatten()
            }
            _ => None,
        };
        let Some(kind) = kind else { return Ok(None) };
        self.begin_run(true);
        let planes = self.catalog.board.open_to(seat);
        let count = game.board().count_placements(kind, planes);
        let list = Options::Placements { kind, planes, count, listed: None }.to_list(game);
        let mut left: Vec<Meaning> = list.iter().map(|listed| listed.meaning.clone()).collect();
        let mut amended = Amended::of(list);
        let mut withheld = Vec::new();
        let offers = self.rules.hooks().offers.iter().filter(|o| o.ask == ask && o.filter.admits_tile_of(game, seat));
        for (handler, origin) in offers.map(|o| (o.handler, o.origin)).collect::<Vec<_>>() {
            self.rules.offer(game, handler, seat, &mut amended)?;
            let list = amended.list(game);
            left.retain(|place| {
                let stays = list.iter().any(|listed| listed.meaning == *place);
                if let (false, Meaning::Step(Pick::Placement { cell, turn })) = (stays, place) {
                    withheld.push((*cell, *turn, origin));
                }
                stays
            });
        }
        Ok(Some(Placing { kind, planes, withheld }))
    }
}
