//! Describes the position in which a test failed, in the notation of tests, so that readers need not replay it.

use tilewright_core::catalog::lattice::Turn;
use tilewright_core::catalog::seat::Seat;
use tilewright_core::state::Game;
use tilewright_core::state::effect::Place;

use super::write::place;

/// Summary of the board at a failure.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BoardSummary {
    /// Tiles on the board in the notation of `board` in a test: `kind@x,y/turn`, with suffixes for covering and
    /// face-down tiles.
    pub board: Vec<String>,
    /// Figures outside their supplies in the notation of `figures` in a test: `seat kind@place`; on a feature also its
    /// number of tiles and of open sides.
    pub figures: Vec<String>,
    /// Waiting decision: its seat, its question, and the number of options.
    pub asked: Option<String>,
}

impl BoardSummary {
    /// Describes the position of a game.
    pub(super) fn from_game(game: &Game) -> BoardSummary {
        let (board, catalog) = (game.board(), game.catalog());
        let tile = |(number, placed): (_, &tilewright_core::board::PlacedTile)| {
            let turn = if placed.turn == Turn::NONE { String::new() } else { format!("/{}", placed.turn) };
            let over = if board.level(number) > 0 { ":over" } else { "" };
            // The suffix includes the seats that have looked at the tile.
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
        BoardSummary {
            board: board.numbered_tiles().map(tile).collect(),
            figures: standing.map(figure).collect(),
            asked,
        }
    }
}
