//! Verifies hidden state: face-down tiles, secret questions and options.

use std::collections::BTreeSet;

use crate::catalog::seat::Seat;
use crate::catalog::tile::TileKind;
use crate::state::Game;
use crate::state::decision::{Decision, Options};
use crate::state::view::VisibleDecision;
use crate::verify::need::need;

/// Checks that each face-down tile is on the board as its back, on the same cells, and is listed once, in order.
pub(super) fn face_down(game: &Game) -> Result<(), String> {
    let (catalog, board) = (game.catalog(), game.board());
    let mut last = None;
    for hidden in game.all_face_down() {
        need(last < Some(hidden.tile), || "the list of face-down tiles is not in order".to_owned())?;
        last = Some(hidden.tile);
        let Some(placed) = board.tile(hidden.tile) else {
            return Err(format!("{:?} is face down, but not on the board", hidden.tile));
        };
        let (kind, back) = (&catalog.kinds[hidden.kind], &catalog.kinds[placed.kind]);
        let offsets = |kind: &TileKind| kind.cells.iter().map(|cell| cell.offset).collect::<BTreeSet<_>>();
        need(kind.back == Some(placed.kind) && offsets(kind) == offsets(back), || {
            format!("{} is face down at {}, which is not its back", catalog.kinds.key(hidden.kind), placed.cell)
        })?;
        need(hidden.known_by.iter().all(|seat| seat.index() < game.seat_count()), || {
            format!("seats that do not play know the face-down tile at {}", placed.cell)
        })?;
    }
    Ok(())
}

/// Checks that the seat of a decision sees all of it. Other seats may see only who makes a secret decision, and only
/// the open options of any other decision.
pub(super) fn decision(game: &Game, decision: &Decision) -> Result<(), String> {
    let list = if let Options::List(list) = &decision.options { &list[..] } else { &[] };
    let is_split = list.iter().any(|option| option.secret);
    let bystander = (None, false);
    for (seat, is_own) in game.seats_from(Seat(0)).map(|seat| (Some(seat), seat == decision.seat)).chain([bystander]) {
        let is_right = match game.view(seat).decision() {
            None => false,
            Some(VisibleDecision::Open(seen)) => seen == decision && (is_own || !decision.secret && !is_split),
            Some(VisibleDecision::Hidden(who)) => who == decision.seat && !is_own && decision.secret,
            Some(VisibleDecision::Partly(part)) => {
                let open = list.iter().filter(|option| !option.secret).map(|option| option.key.text(game));
                let is_same = (part.seat(), part.ask()) == (decision.seat, &decision.ask) && part.keys().eq(open);
                is_same && !is_own && !decision.secret && is_split
            }
        };
        need(is_right, || {
            let who = seat.map_or_else(|| "a bystander".to_owned(), |seat| format!("seat {seat}"));
            format!("{}: {who} sees other options than it may", decision.ask)
        })?;
    }
    Ok(())
}
