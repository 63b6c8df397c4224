//! Why a tile may not lie somewhere, in words of the packs: what the core says of each turn, for terminals and windows
//! that make sentences of it.

use tilewright_core::board::obstacle::Obstacle;
use tilewright_core::catalog::Catalog;
use tilewright_core::catalog::lattice::Cell;
use tilewright_core::catalog::seat::Seat;
use tilewright_core::machine::why_not::Placing;
use tilewright_core::state::Game;

use crate::games::why::Rule;
use crate::games::words::{Thing, Words};

/// What is said of a tile on a cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fit {
    /// However it is turned, this is in its way.
    Never(InTheWay),
    /// What is in the way of each turn, by number of the turn; nothing where it may lie.
    Turns(Vec<Vec<InTheWay>>),
}

/// Something that is in the way of a tile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InTheWay {
    /// A cell that it would cover holds a tile.
    Taken(Cell),
    /// Tiles lie higher or lower there than on its first cell.
    Uneven(Cell),
    /// A cell that it would cover is not on the board.
    OffBoard(Cell),
    /// Tiles of its kind are never placed at this turn.
    Turn,
    /// Nothing lies beside it.
    Alone,
    /// The seat may not place tiles on this plane.
    Plane,
    /// An edge does not meet what lies across.
    Edge {
        /// The side of the tile, as it lies.
        side: &'static str,
        /// What the tile shows there.
        own: Thing,
        /// What lies across.
        met: Thing,
        /// The cell across.
        across: Cell,
        /// Whether that is the rim of the board, and not a tile.
        rim: bool,
    },
    /// A rule does not allow the placement, or has taken it out of the decision.
    Rule {
        /// Where it stands; nothing for a rule whose module is not there.
        rule: Option<Rule>,
        /// What it says about it, in words of the packs.
        reason: Option<String>,
    },
}

/// What is in the way of the tile that is placed now on a cell, in words of the packs in a language.
pub fn fit(game: &Game, language: &str, placing: &Placing, cell: Cell) -> Fit {
    let turns = placing.why_not(game, cell);
    // Whoever may not place anything there need not be told what else is in the way.
    if turns.iter().any(|turn| turn.contains(&Obstacle::Plane)) {
        return Fit::Never(InTheWay::Plane);
    }
    let worded = |obstacle: &Obstacle| in_the_way(game, language, obstacle);
    // What has nothing to do with how the tile is turned is said once.
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

fn in_the_way(game: &Game, language: &str, obstacle: &Obstacle) -> InTheWay {
    let catalog = game.catalog();
    match *obstacle {
        Obstacle::Taken(cell) => InTheWay::Taken(cell),
        Obstacle::Uneven(cell) => InTheWay::Uneven(cell),
        Obstacle::OffBoard(cell) => InTheWay::OffBoard(cell),
        Obstacle::Turn => InTheWay::Turn,
        Obstacle::Alone => InTheWay::Alone,
        Obstacle::Plane => InTheWay::Plane,
        Obstacle::Edge { side, own, across, met, .. } => {
            let words = words(catalog, language);
            let rim = game.board().tile_at(across).is_none();
            let side = catalog.lattice.side_name(side);
            InTheWay::Edge { side, own: words.edge(own), met: words.edge(met), across, rim }
        }
        Obstacle::Rule { origin, ref reason } => InTheWay::Rule {
            rule: Rule::of(catalog, origin),
            reason: reason.as_ref().map(|reason| words(catalog, language).name("refusal", reason)),
        },
    }
}

fn words<'a>(catalog: &'a Catalog, language: &'a str) -> Words<'a> {
    Words::new(catalog, language, &|seat: Seat| seat.to_string())
}
