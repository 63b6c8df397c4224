//! What lies face down.

use std::collections::BTreeSet;

use crate::catalog::tile::TileKind;
use crate::state::Game;
use crate::verify::need;

/// What lies face down lies on the board as its back, on the same cells, and is listed once, in order.
pub(super) fn face_down(game: &Game) -> Result<(), String> {
    let (catalog, board) = (game.catalog(), game.board());
    let mut last = None;
    for hidden in game.all_face_down() {
        need(last < Some(hidden.tile), || "the list of what lies face down is not in order".to_owned())?;
        last = Some(hidden.tile);
        let Some(placed) = board.tile(hidden.tile) else {
            return Err(format!("{:?} lies face down, and is not on the board", hidden.tile));
        };
        let (kind, back) = (&catalog.kinds[hidden.kind], &catalog.kinds[placed.kind]);
        let offsets = |kind: &TileKind| kind.cells.iter().map(|cell| cell.offset).collect::<BTreeSet<_>>();
        need(kind.back == Some(placed.kind) && offsets(kind) == offsets(back), || {
            format!("{} lies face down at {}, which is not its back", catalog.kinds.key(hidden.kind), placed.cell)
        })?;
        need(hidden.known_by.iter().all(|seat| seat.index() < game.seat_count()), || {
            format!("seats that do not play know what lies face down at {}", placed.cell)
        })?;
    }
    Ok(())
}
