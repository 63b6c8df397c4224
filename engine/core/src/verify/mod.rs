//! Checks invariants of positions with slow, simple references for tests, which share no code with the engine.
//!
//! Each function examines a position from scratch, with a flood fill over the grid or a search over all cells and
//! turns, and compares the result with the incremental structures.

mod fitting;
mod hidden;
mod ledger;
mod need;
mod placing;
mod reference;
mod rejoined;
mod rounds;
mod standing;
pub mod watch;

use std::collections::BTreeSet;

use crate::catalog::lattice::Planes;
use crate::catalog::seat::{PerSeat, Seat};
use crate::catalog::{MAX_SEATS, PlacedBy, Scope, Wins};
use crate::state::Game;
use crate::state::decision::{Decision, Options, Pick, Remaining};
use crate::state::effect::{CounterKey, Place};
use crate::state::happening::Happening;
use crate::verify::fitting::{fitting, placements_by};
use crate::verify::need::need;
use crate::verify::reference::{Filled, inside, place_of};
use crate::verify::standing::{deployments, figures};

pub use crate::verify::fitting::placements;
pub use crate::verify::ledger::tiles_are_conserved;
pub use crate::verify::reference::Reference;
pub use crate::verify::rejoined::compare_with_rebuilt;

/// Checks everything that must hold in any position, regardless of the rules.
///
/// # Errors
/// An invariant is violated; the error describes the first violation.
pub fn position(game: &Game) -> Result<(), String> {
    position_by(game, &Reference::of(game))
}

/// Like [`position`], with a reference that was computed from the same board.
///
/// # Errors
/// An invariant is violated; the error describes the first violation.
pub fn position_by(game: &Game, reference: &Reference) -> Result<(), String> {
    check_after_event(game, reference)?;
    need(unbooked_points(game).iter().all(|&points| points == 0), || {
        format!("the points {:?} differ from the booked points", game.scores())
    })?;
    points(game)?;
    hidden::face_down(game)?;
    if let Some(decision) = game.decision() {
        options(game, decision)?;
        hidden::decision(game, decision)?;
        if let Options::Placements { kind, planes, free, ref left, .. } = decision.options {
            placements_by(game, kind, &reference.cells)?;
            may_place(game, decision.seat, planes)?;
            if *left != Remaining::All {
                let fitting = fitting(game, &reference.cells, kind, planes, free);
                let mut places = decision.options.iter(game).filter_map(|pick| decision.options.placement(pick));
                let wrong = places.find(|place| !fitting.contains(place));
                need(wrong.is_none(), || format!("a placement that does not fit: {wrong:?}"))?;
            }
        }
        if let Options::Faces(faces) = decision.options {
            for face in faces {
                placements_by(game, face, &reference.cells)?;
            }
        }
        if let Options::Deploy { .. } = decision.options {
            deployments(game, decision, reference)?;
        }
    }
    Ok(())
}

/// Checks the invariants that must hold after every event, even in the middle of a step.
///
/// # Errors
/// An invariant is violated; the error describes the first violation.
pub(crate) fn check_after_event(game: &Game, reference: &Reference) -> Result<(), String> {
    within(game, reference)?;
    features(game, reference)?;
    figures(game)?;
    counters(game)
}

/// Checks that every tile is within the board.
fn within(game: &Game, reference: &Reference) -> Result<(), String> {
    match reference.cells.keys().find(|&&cell| !inside(game, &reference.cells, cell)) {
        Some(cell) => Err(format!("a tile is at {cell}, outside of the board: {:?}", reference.extents)),
        None => Ok(()),
    }
}

fn features(game: &Game, reference: &Reference) -> Result<(), String> {
    let (catalog, board) = (game.catalog(), game.board());
    let features = board.features();
    let filled = &reference.filled;
    need(features.roots().count() == filled.len(), || format!("{} features, not as filled", filled.len()))?;
    // A segment must belong to a feature exactly if it is visible from above.
    for (tile, placed) in board.numbered_tiles() {
        for segment in board.segments_on(tile) {
            let (_, (cell, local)) = place_of(game, segment);
            let part = usize::from(catalog.kinds[placed.kind].segments[usize::from(local)].cell);
            let is_seen = reference.cells.get(&cell) == Some(&(tile, part));
            need(features.is_there(segment) == is_seen, || format!("{}: seen or not", board.place_key(segment)))?;
        }
    }
    let mut claims = vec![[0i32; crate::catalog::MAX_SEATS]; filled.len()];
    for (_, figure) in game.figures() {
        if let Some(Place::Segment(s)) = figure.place {
            claims[reference.from_game[s.index()]][figure.seat.index()] +=
                i32::from(catalog.figures[figure.kind].weight);
        }
    }
    let mut open_count = 0;
    for (number, Filled { segments, open, tiles, first }) in filled.iter().enumerate() {
        let one = segments[0];
        let name = || board.place_key(one);
        let members = || features.members(one);
        let right = members().count() == segments.len() && members().all(|m| reference.from_game[m.index()] == number);
        need(right, || format!("{}: members {:?}, filled {segments:?}", name(), members().collect::<Vec<_>>()))?;
        let root = features.root(one);
        need(segments.iter().all(|&s| features.root(s) == root), || format!("{}: several roots", name()))?;
        need(features.open_sides(one) == *open, || {
            format!("{}: {} open sides, filled {open}", name(), features.open_sides(one))
        })?;
        open_count += usize::from(*open > 0);
        need(features.tiles(one) as usize == *tiles, || format!("{}: number of tiles", name()))?;
        need(features.size(one) as usize == segments.len(), || format!("{}: size", name()))?;
        let shown = board.first_segment(one);
        need(*first == (board.cell_of(shown), features.local_of(shown) as u16), || {
            format!("{}: first segment", name())
        })?;
        need(features.claims(one) == claims[number], || format!("{}: claims {:?}", name(), features.claims(one)))?;
    }
    // If each listed feature is open and unique, and the count matches, none is missing.
    let listed: BTreeSet<usize> = features.open_features().map(|s| reference.from_game[s.index()]).collect();
    let right = listed.len() == open_count && features.open_features().count() == open_count;
    need(right && listed.iter().all(|&number| filled[number].open > 0), || {
        "the index of open features differs".to_owned()
    })
}

/// Checks that counters are within their bounds.
fn counters(game: &Game) -> Result<(), String> {
    for (id, counter) in game.catalog().counters.iter() {
        let least = counter.min.unwrap_or(i32::MIN);
        let most = counter.max.unwrap_or(i32::MAX);
        let fine = |value: i32| (least..=most).contains(&value);
        let holds = match counter.scope {
            Scope::Game => fine(game.counter(id, CounterKey::Game)),
            Scope::Seat => game.seats_from(Seat(0)).all(|seat| fine(game.counter(id, CounterKey::Seat(seat)))),
            Scope::Keyed | Scope::SeatKeyed | Scope::Feature(_) => game.counter_keys(id).all(|(_, n)| fine(n)),
        };
        need(holds, || format!("the counter {} is out of its bounds", game.catalog().counters.key(id)))?;
    }
    Ok(())
}

/// Returns the points of each seat that are in no book. Only arranged points are in no book.
pub(crate) fn unbooked_points(game: &Game) -> PerSeat<i64> {
    let mut unbooked = [0; MAX_SEATS];
    for seat in game.seats_from(Seat(0)) {
        let booked: i64 = game.catalog().books.ids().map(|k| i64::from(game.book_points(k)[seat.index()])).sum();
        unbooked[seat.index()] = i64::from(game.scores()[seat.index()]) - booked;
    }
    unbooked
}

/// Checks that scores match the awards in the journal.
fn points(game: &Game) -> Result<(), String> {
    for seat in game.seats_from(Seat(0)) {
        let score = game.scores()[seat.index()];
        if let Some(journal) = game.journal() {
            let given = journal.events.iter().map(|event| match event.what {
                Happening::Awarded { seat: to, points, .. } if to == seat => points,
                _ => 0,
            });
            let given: i32 = given.sum();
            need(given == score, || format!("seat {seat} has {score} points, {given} were given"))?;
        }
    }
    Ok(())
}

/// Checks that ranks follow from points and tie-break counters, by comparing every pair of seats. Named winners come
/// before all other seats, and retired seats after them.
///
/// # Errors
/// An invariant is violated; the error describes the first violation.
pub fn ranking(game: &Game, ranks: &[Vec<Seat>]) -> Result<(), String> {
    let ties = &game.catalog().flow.tie_breaks;
    let said = game.position.conclusion.winners;
    let wins = game.result().map(|id| game.catalog().results[id].wins);
    let is_named = |seat: Seat| said.map_or(wins == Some(Wins::All), |named| named.iter().any(|other| other == seat));
    let class = |seat: Seat| match game.retired_seats().iter().any(|other| other == seat) {
        _ if is_named(seat) => 0,
        false => 1,
        true => 2,
    };
    let ahead = |a: Seat, b: Seat| {
        if class(a) != class(b) || class(a) == 0 {
            return class(a) < class(b);
        }
        let points = |seat: Seat| game.scores()[seat.index()];
        let broken = ties.iter().map(|&c| [a, b].map(|seat| game.counter(c, CounterKey::Seat(seat))));
        let differ = std::iter::once([a, b].map(points)).chain(broken).find(|[of_a, of_b]| of_a != of_b);
        differ.is_some_and(|[of_a, of_b]| of_a > of_b)
    };
    let rank = |seat: Seat| ranks.iter().position(|rank| rank.contains(&seat));
    let listed = ranks.iter().map(Vec::len).sum::<usize>();
    need(listed == game.seat_count(), || format!("{listed} seats are ranked, of {}", game.seat_count()))?;
    for a in game.seats_from(Seat(0)) {
        for b in game.seats_from(Seat(0)) {
            need((rank(a) < rank(b)) == ahead(a, b), || {
                format!("the ranks {ranks:?} do not follow from the points {:?} and the tie breaks", game.scores())
            })?;
        }
    }
    let first = ranks.first().cloned().unwrap_or_default();
    let wanted = match (said, wins) {
        (Some(named), _) => game.seats_from(Seat(0)).filter(|&seat| named.contains(seat)).collect(),
        (None, Some(Wins::Nobody)) => Vec::new(),
        (None, _) => first,
    };
    need(game.winners() == wanted, || format!("the winners {:?} are not {wanted:?}", game.winners()))
}

/// Checks that every point comes from a sheet. Valid for packs whose rules award no points outside sheets.
///
/// # Errors
/// An invariant is violated; the error describes the first violation.
pub fn points_come_from_sheets(game: &Game) -> Result<(), String> {
    let Some(journal) = game.journal() else { return Ok(()) };
    for seat in game.seats_from(Seat(0)) {
        let paid: i32 = journal.sheets.iter().map(|s| s.points[seat.index()]).sum();
        let score = game.scores()[seat.index()];
        need(paid == score, || format!("seat {seat} has {score} points, sheets say {paid}"))?;
    }
    let right = |s: &crate::state::event::ScoredSheet| {
        let items = s.sheet.items.iter().filter(|i| i.seat.is_none()).map(|i| i.points).sum::<i32>();
        items == s.sheet.total() && s.sheet.shares() == s.points
    };
    need(journal.sheets.iter().all(right), || "a sheet is not the sum of its items".to_owned())
}

/// Checks that the lazily computed options are consistent: count, list, keys, search.
fn options(game: &Game, decision: &Decision) -> Result<(), String> {
    let options = &decision.options;
    let picks: Vec<Pick> = options.iter(game).collect();
    need(picks.len() == options.count() as usize && !picks.is_empty(), || {
        format!("{}: {} options listed, {} counted", decision.ask, picks.len(), options.count())
    })?;
    let mut keys = BTreeSet::new();
    for (number, &pick) in picks.iter().enumerate() {
        let key = options.key(game, pick);
        need(options.get(game, number as u32) == Some(pick), || format!("option {number} is not {key}"))?;
        need(options.contains(game, pick), || format!("{key} is listed, but is not an option"))?;
        need(options.find(game, &key) == Some(pick), || format!("{key} is not found"))?;
        need(keys.insert(key.clone()), || format!("two options have the key {key}"))?;
    }
    need(options.get(game, options.count()).is_none(), || "there is an option behind the last".to_owned())
}

/// Checks that a seat may place tiles exactly on its own planes and on shared planes, unless planes declare otherwise.
fn may_place(game: &Game, seat: Seat, planes: Planes) -> Result<(), String> {
    for plane in game.board().planes() {
        let may = game.catalog().board.planes.get(plane.index()).is_none_or(|spec| match spec.placed_by {
            PlacedBy::Anybody => true,
            PlacedBy::Owner => spec.seat.is_some_and(|owner| owner == seat),
            PlacedBy::Rules => false,
        });
        let what = if may { "may not" } else { "may" };
        need(planes.contains(plane) == may, || format!("seat {seat} {what} place tiles on plane {}", plane.0))?;
    }
    Ok(())
}
