//! The position in which a test failed, in the words of tests, so that nobody has to play it to see what lay there.

use tilewright_core::catalog::lattice::Turn;
use tilewright_core::catalog::seat::Seat;
use tilewright_core::state::Game;
use tilewright_core::state::effect::Place;

use super::write::place;

/// What lay and stood where.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stood {
    /// The tiles on the board, as `board` of a test has them: `kind@x,y/turn`, with how they lie if not plainly.
    pub board: Vec<String>,
    /// The figures outside of supplies, as `figures` of a test has them: `seat kind@place`; on a feature with how many tiles
    /// that has, and how many open sides.
    pub figures: Vec<String>,
    /// Who has to decide what, and among how many options.
    pub asked: Option<String>,
}

impl Stood {
    /// The position of a game.
    pub(super) fn of(game: &Game) -> Stood {
        let (board, catalog) = (game.board(), game.catalog());
        let tile = |(number, placed): (_, &tilewright_core::board::PlacedTile)| {
            let turn = if placed.turn == Turn::NONE { String::new() } else { format!("/{}", placed.turn) };
            let over = if board.level(number) > 0 { ":over" } else { "" };
            // With those who have looked at it.
            let down = game.face_down(number).map(|hidden| {
                let known: String = game
                    .seats_from(Seat(0))
                    .filter(|&s| hidden.known_by.contains(s))
                    .map(|s| format!("+{}", s.0))
                    .collect();
                format!(":down{known}")
            });
            format!("{}@{}{turn}{over}{}", catalog.kinds.key(placed.kind), placed.cell, down.unwrap_or_default())
        };
        let figure = |(seat, kind, at): (Seat, _, Place)| {
            let more = match at {
                Place::Segment(segment) => {
                    let features = board.features();
                    let tiles = features.tiles(segment);
                    let what = if tiles == 1 { "tile" } else { "tiles" };
                    format!(" ({tiles} {what}, {} open)", features.open_sides(segment))
                }
                _ => String::new(),
            };
            format!("{} {}@{}{more}", seat.0, catalog.figures.key(kind), place(game, Some(at)))
        };
        let standing = game.figures().filter_map(|(_, figure)| Some((figure.seat, figure.kind, figure.place?)));
        let asked = game
            .decision()
            .map(|decision| format!("seat {}: {} ({} options)", decision.seat, decision.ask, decision.options.count()));
        Stood { board: board.numbered_tiles().map(tile).collect(), figures: standing.map(figure).collect(), asked }
    }
}
