//! Why a tile may not lie somewhere: which edge, which cell or which rule refuses each turn of it.
//!
//! What refuses is told by the walk that decides whether tiles fit, and by the offers that decide what is put to a seat.

use std::sync::Arc;

use crate::agenda::Op;
use crate::board::Board;
use crate::catalog::Catalog;
use crate::decision::{Options, Pick};
use crate::flow::StepKind;
use crate::game::Game;
use crate::id::{EdgeTypeId, TileKindId};
use crate::lattice::Cell;
use crate::machine::Machine;
use crate::rules::{Choice, Fault};
use crate::session::Session;
use crate::sheet::Origin;

/// Something that keeps a tile from lying somewhere at a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Obstacle {
    /// A cell that it would cover does not exist on the board as it is.
    OffBoard(Cell),
    /// A cell that it would cover holds a tile.
    Taken(Cell),
    /// An edge does not meet what lies across.
    Edge {
        /// The cell of the tile.
        cell: Cell,
        /// The side of that cell, on the board.
        side: usize,
        /// What the tile shows there.
        own: EdgeTypeId,
        /// The cell across, with a tile or of the rim.
        across: Cell,
        /// What lies across.
        met: EdgeTypeId,
    },
    /// Nothing lies beside it.
    Alone,
    /// A rule has taken the placement out of the decision.
    Rule(Origin),
}

impl Board {
    /// Shows everything that keeps a kind from lying somewhere to a function, until that has heard enough and says
    /// false. Returns whether something lies beside it or in its way, as far as was looked.
    #[inline]
    pub(crate) fn each_obstacle(
        &self,
        catalog: &Catalog,
        kind: TileKindId,
        cell: Cell,
        turn: usize,
        mut tell: impl FnMut(Obstacle) -> bool,
    ) -> bool {
        let mut touches = false;
        for face in catalog.faces(kind, turn) {
            let here = cell.plus(face.offset.0, face.offset.1);
            let refused = if self.tile_at(here).is_some() {
                Some(Obstacle::Taken(here))
            } else {
                (!self.exists(here)).then_some(Obstacle::OffBoard(here))
            };
            if let Some(refused) = refused {
                touches = true;
                if !tell(refused) {
                    return touches;
                }
                continue;
            }
            for side in 0..catalog.lattice.sides() {
                let across = catalog.lattice.neighbour(here, side);
                if let Some(met) = self.edge_towards(catalog, across, catalog.lattice.opposite(side)) {
                    touches = true;
                    let own = face.edges[side];
                    if !catalog.meet(own, met) && !tell(Obstacle::Edge { cell: here, side, own, across, met }) {
                        return touches;
                    }
                }
            }
        }
        touches
    }

    /// Everything on the board that keeps a kind from lying with its first cell on `cell` at a turn, cell by cell and
    /// side by side; nothing where it fits.
    pub fn obstacles(&self, catalog: &Catalog, kind: TileKindId, cell: Cell, turn: u8) -> Vec<Obstacle> {
        let mut found = Vec::new();
        let touches = self.each_obstacle(catalog, kind, cell, usize::from(turn), |obstacle| {
            found.push(obstacle);
            true
        });
        if !touches {
            found.push(Obstacle::Alone);
        }
        found
    }
}

/// A decision about where the tile in play is placed, with what rules have taken out of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placing {
    /// The kind that is placed.
    pub kind: TileKindId,
    /// Placements that fit but are no options, each with the offer that took it out, in the order of the options.
    pub withheld: Vec<(Cell, u8, Origin)>,
}

impl Placing {
    /// What refuses each turn of the tile on a cell, by number of the turn; a turn that nothing refuses is an option.
    pub fn why_not(&self, game: &Game, cell: Cell) -> Vec<Vec<Obstacle>> {
        let catalog = game.catalog();
        let turns = 0..catalog.lattice.sides() as u8;
        let refused = turns.map(|turn| {
            let mut found = game.board().obstacles(catalog, self.kind, cell, turn);
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
            Options::Placements { kind, .. } => {
                return Ok(Some(Placing { kind: *kind, withheld: Vec::new() }));
            }
            // A step that rules have amended.
            Options::Choices(..) => {
                let is_place = |op: &Op| matches!(op, Op::Step(s) if s.kind == StepKind::Place && s.name == ask);
                game.program.ops.iter().any(is_place).then(|| game.turn_part()?.kind).flatten()
            }
            _ => None,
        };
        let Some(kind) = kind else { return Ok(None) };
        self.begin_run(true);
        let count = game.board().count_placements(game.catalog(), kind);
        let base = Options::Placements { kind, count }.as_choices(game);
        let mut choices: Vec<Choice> = base.iter().map(|(_, choice)| choice.clone()).collect();
        let mut left: Vec<&(Pick, Choice)> = base.iter().collect();
        let mut withheld = Vec::new();
        let offers = self.rules.hooks().offers.iter().filter(|o| o.ask == ask);
        for (handler, origin) in offers.map(|o| (o.handler, o.origin)).collect::<Vec<_>>() {
            self.rules.offer(game, handler, seat, &mut choices)?;
            left.retain(|(pick, choice)| {
                let stays = choices.iter().any(|c| c.group.is_none() && c.key == choice.key);
                if let (false, Pick::Placement { cell, turn }) = (stays, *pick) {
                    withheld.push((cell, turn, origin));
                }
                stays
            });
        }
        Ok(Some(Placing { kind, withheld }))
    }
}

impl Session {
    /// The placements that are decided about now: see [`Machine::placing`].
    ///
    /// # Errors
    /// A script failed.
    pub fn placing(&mut self) -> Result<Option<Placing>, Box<Fault>> {
        self.machine.placing(&mut self.game)
    }
}
