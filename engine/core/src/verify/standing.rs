//! Verifies figures and deployments: counts all figures, and checks every segment of a placed tile.

use std::collections::BTreeSet;

use crate::catalog::Claim;
use crate::catalog::id::{Id, SegmentId};
use crate::catalog::seat::Seat;
use crate::state::Game;
use crate::state::decision::{Decision, Pick};
use crate::state::effect::Place;
use crate::verify::need::need;
use crate::verify::reference::Reference;

/// Checks that figures are neither lost nor created, and that no figure or token is on a tile that is gone or covered.
pub(super) fn figures(game: &Game) -> Result<(), String> {
    let catalog = game.catalog();
    let places = || {
        let of_figures = game.figures().filter_map(|(_, figure)| figure.place);
        of_figures.chain(catalog.tokens.ids().filter_map(|token| game.token(token)))
    };
    let gone = places().find_map(|place| match place {
        Place::Segment(segment) if !game.board().features().is_there(segment) => Some(segment),
        _ => None,
    });
    need(gone.is_none(), || {
        format!("a piece is on {}, which was taken up or covered", game.board().place_key(gone.unwrap_or(SegmentId(0))))
    })?;
    let bare = places().find_map(|place| match place {
        Place::Joint(joint) if game.board().tiles_at_joint(joint).is_empty() => Some(joint),
        _ => None,
    });
    need(bare.is_none(), || {
        let key = bare.map(|joint| catalog.lattice.joint_key(joint)).unwrap_or_default();
        format!("a piece is at {key}, which has no tile")
    })?;
    for (kind, spec) in catalog.figures.iter() {
        for seat in game.seats_from(Seat(0)) {
            let out = game.figures().filter(|(_, f)| f.kind == kind && f.seat == seat).count();
            let all = usize::from(game.supply(kind, seat)) + out;
            let by_seats = spec.supply_by_seats.iter().find(|(seats, _)| usize::from(*seats) == game.seat_count());
            let at_first = by_seats.map_or(spec.supply, |&(_, count)| count);
            need(all == usize::from(at_first), || {
                format!("seat {seat} has {all} {} instead of {at_first}", catalog.figures.key(kind))
            })?;
        }
    }
    Ok(())
}

/// Checks that the options of a deploy step are exactly those that the figures' requirements allow on the placed tile.
pub(super) fn deployments(game: &Game, decision: &Decision, reference: &Reference) -> Result<(), String> {
    let (catalog, board) = (game.catalog(), game.board());
    let Some(tile) = game.turn_part().and_then(|p| p.tile) else { return Ok(()) };
    let placed = &board.tiles[tile.index()];
    let listed: Vec<Pick> = decision.options.iter(game).collect();
    // The step decides which figures it offers, so only figures that it offers somewhere are checked.
    let offered: BTreeSet<usize> = listed
        .iter()
        .filter_map(|p| if let Pick::Deploy { figure, .. } = p { Some(figure.index()) } else { None })
        .collect();
    let mut wanted = Vec::new();
    for (figure, spec) in catalog.figures.iter().filter(|(id, _)| offered.contains(&id.index())) {
        for (local, segment) in catalog.kinds[placed.kind].segments.iter().enumerate() {
            let number = placed.first_segment.plus(local as u32);
            let feature = &reference.filled[reference.from_game[number.index()]];
            let there = |own: bool| {
                game.figures().any(|(_, f)| {
                    matches!(f.place, Some(Place::Segment(s)) if feature.segments.contains(&s))
                        && catalog.figures[f.kind].weight > 0
                        && (!own || f.seat == decision.seat)
                })
            };
            let free = match spec.claim {
                Claim::Unclaimed => !there(false),
                Claim::Own => there(true),
                Claim::Any => true,
            };
            let on = spec.on.iter().any(|&named| catalog.counts_as(segment.terrain, named));
            let may = on && game.supply(figure, decision.seat) > 0;
            if may && free && !(spec.unfinished && board.is_complete(number)) {
                wanted.push(Pick::Deploy { figure, segment: number });
            }
        }
    }
    wanted.push(Pick::Pass);
    need(wanted.iter().all(|p| listed.contains(p)) && listed.len() == wanted.len(), || {
        format!("deploy: {listed:?}, not {wanted:?}")
    })
}
