//! Explains in words of the packs why a tile does not fit somewhere: the obstacles of each turn.

use tilewright_core::board::obstacle::Obstacle;
use tilewright_core::catalog::lattice::Cell;
use tilewright_core::machine::why_not::Placing;
use tilewright_core::state::Game;

use crate::why::Rule;
use crate::words::{NamedItem, Words};

/// Obstacles of a tile on a cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fit {
    /// This obstacle applies whichever way the tile is turned.
    Never(PlacementObstacle),
    /// Obstacles of each turn, by the number of the turn; an empty list means that the tile fits.
    Turns(Vec<Vec<PlacementObstacle>>),
}

/// Obstacle to a placement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlacementObstacle {
    /// A cell that the tile would cover holds a tile.
    Taken(Cell),
    /// The pile on this cell is higher or lower than that on the tile's first cell.
    Uneven(Cell),
    /// A cell that the tile would cover is not on the board.
    OffBoard(Cell),
    /// Tiles of its kind are never placed at this turn.
    Turn,
    /// No tile is next to the cell.
    Alone,
    /// The seat may not place tiles on this plane.
    Plane,
    /// An edge does not match the one across from it.
    Edge {
        /// Side of the tile in its current turn.
        side: &'static str,
        /// Edge that the tile shows there.
        own: NamedItem,
        /// Edge across from it.
        met: NamedItem,
        /// Cell across from the side.
        across: Cell,
        /// True if the cell across is on the rim of the board and not a tile.
        rim: bool,
    },
    /// A rule forbids the placement, or has removed it from the decision.
    Rule {
        /// Line of the rule; `None` if its module does not exist.
        rule: Option<Rule>,
        /// Reason that the rule gives, in words of the packs.
        reason: Option<String>,
    },
}

/// Returns the obstacles of the tile in play on a cell, in words of the packs in a language.
pub fn fit(game: &Game, language: &str, placing: &Placing, cell: Cell) -> Fit {
    let turns = placing.why_not(game, cell);
    // Other obstacles do not matter if the seat may not place any tile on this plane.
    if turns.iter().any(|turn| turn.contains(&Obstacle::Plane)) {
        return Fit::Never(PlacementObstacle::Plane);
    }
    let worded = |obstacle: &Obstacle| in_the_way(game, language, obstacle);
    // Obstacles that do not depend on the turn are reported once.
    let whole = |o: &Obstacle| match o {
        Obstacle::Taken(_) | Obstacle::OffBoard(_) | Obstacle::Alone | Obstacle::Plane => true,
        Obstacle::Rule { reason, .. } => reason.is_some(),
        Obstacle::Turn | Obstacle::Uneven(_) | Obstacle::Edge { .. } => false,
    };
    let mut possible = turns.iter().filter(|turn| turn[..] != [Obstacle::Turn]);
    match possible.clone().next().map(Vec::as_slice) {
        Some([first]) if whole(first) && possible.all(|turn| *turn == std::slice::from_ref(first)) => {
            Fit::Never(worded(first))
        }
        _ => Fit::Turns(turns.iter().map(|turn| turn.iter().map(worded).collect()).collect()),
    }
}

fn in_the_way(game: &Game, language: &str, obstacle: &Obstacle) -> PlacementObstacle {
    let catalog = game.catalog();
    match *obstacle {
        Obstacle::Taken(cell) => PlacementObstacle::Taken(cell),
        Obstacle::Uneven(cell) => PlacementObstacle::Uneven(cell),
        Obstacle::OffBoard(cell) => PlacementObstacle::OffBoard(cell),
        Obstacle::Turn => PlacementObstacle::Turn,
        Obstacle::Alone => PlacementObstacle::Alone,
        Obstacle::Plane => PlacementObstacle::Plane,
        Obstacle::Edge { side, own, across, met, .. } => {
            let words = Words::with_numbers(catalog, language);
            let rim = game.board().tile_at(across).is_none();
            let side = catalog.lattice.side_name(side);
            PlacementObstacle::Edge { side, own: words.edge(own), met: words.edge(met), across, rim }
        }
        Obstacle::Rule { origin, ref reason } => PlacementObstacle::Rule {
            rule: Rule::from_origin(catalog, origin),
            reason: reason.as_ref().map(|reason| Words::with_numbers(catalog, language).name("refusal", reason)),
        },
    }
}
