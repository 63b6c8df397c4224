//! Verifies placements under rules and steps with a search over all cells and turns that tests each one separately.

use std::collections::BTreeSet;

use crate::catalog::Extent;
use crate::catalog::id::TileKindId;
use crate::catalog::lattice::{Cell, Planes, Turn};
use crate::catalog::pose::Pose;
use crate::session::Session;
use crate::state::Game;
use crate::state::decision::{Decision, Options};
use crate::verify::{Cells, cells, heights, meets, need};

impl Session {
    /// Compares the placements that a step offers with the placements that a full search finds and that restrictions
    /// allow one by one. Checks nothing if the decision is about something else, or if offers have changed its options.
    ///
    /// # Errors
    /// The placements differ, or a script fails; the error describes the differences or the fault.
    pub fn verify_placing(&mut self) -> Result<(), String> {
        let Some(Decision { seat, options, .. }) = self.decision() else { return Ok(()) };
        let Options::Placements { kind, planes, free, .. } = *options else { return Ok(()) };
        let (seat, fitting) = (*seat, fitting(self.game(), &cells(self.game()), kind, planes, free));
        let mut allowed = BTreeSet::new();
        for place in fitting {
            if self.allows(kind, seat, Pose::new(place.0, place.1)).map_err(|fault| fault.to_string())? {
                allowed.insert(place);
            }
        }
        let (game, Some(Decision { ask, options, .. })) = (self.game(), self.decision()) else { return Ok(()) };
        let actual: BTreeSet<_> = options.iter(game).filter_map(|pick| options.placement(pick)).collect();
        need(actual == allowed && actual.len() == options.count() as usize, || {
            let only = |a: &BTreeSet<_>, b: &BTreeSet<_>| format!("{:?}", a.difference(b).collect::<Vec<_>>());
            format!("{ask}: missing {}, wrong {}", only(&allowed, &actual), only(&actual, &allowed))
        })
    }
}

/// Returns the placements of a kind on some planes. The search covers all cells of bounded planes, and the surroundings
/// of the tiles on other planes.
pub(super) fn fitting(
    game: &Game,
    cells: &Cells,
    kind: TileKindId,
    planes: Planes,
    free: bool,
) -> BTreeSet<(Cell, Turn)> {
    let (catalog, board, heights) = (game.catalog(), game.board(), heights(game));
    let reach = 1 + catalog.kinds[kind].cells.iter().map(|c| c.offset.0.abs().max(c.offset.1.abs())).max().unwrap_or(0);
    let mut found = BTreeSet::new();
    for plane in board.planes().filter(|&plane| planes.contains(plane)) {
        let rims = catalog.board.rim.iter().map(|r| r.cell);
        let there = cells.keys().copied().chain(rims).filter(|cell| cell.plane() == plane).map(Cell::at);
        let corners = match board.extent(plane) {
            Extent::Bounded { min, max } => vec![min.at(), max.at()],
            _ => Vec::new(),
        };
        let spread = |of: fn((i16, i16)) -> i16| {
            let all = there.clone().chain(corners.iter().copied()).map(of);
            all.clone().min().unwrap_or(0) - reach..=all.max().unwrap_or(0) + reach
        };
        for y in spread(|(_, y)| y) {
            for cell in spread(|(x, _)| x).filter_map(|x| Cell::on(plane, x, y)) {
                for turn in catalog.lattice.turns() {
                    if meets(game, cells, &heights, kind, Pose { cell, turn }).is_some_and(|touches| touches || free) {
                        found.insert((cell, turn));
                    }
                }
            }
        }
    }
    found
}
