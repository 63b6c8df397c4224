//! Checks invariants of positions with slow, simple references for tests, which share no code with the engine.
//!
//! Each function examines a position from scratch, with a flood fill over the grid or a search over all cells and
//! turns, and compares the result with the incremental structures.

mod hidden;
mod ledger;
mod placing;
mod rejoined;
mod rounds;
mod standing;
pub mod watch;

use crate::catalog::footing::Footing;
use crate::catalog::id::{SegmentId, TileId, TileKindId};
use crate::catalog::pose::Pose;
use crate::catalog::tile::TileCell;
use crate::state::happening::Happening;
use std::collections::{BTreeMap, BTreeSet};

use crate::catalog::lattice::{Cell, Lattice, Planes, Side, Turn};
use crate::catalog::seat::{PerSeat, Seat};
use crate::catalog::tile::{MayTurn, Segment};
use crate::catalog::{Catalog, Extent, MAX_SEATS, PlacedBy, Scope, Wins};
use crate::state::Game;
use crate::state::decision::{Decision, Options, Pick, Remaining};
use crate::state::effect::{CounterKey, Place};

use crate::verify::placing::fitting;
use crate::verify::standing::{deployments, figures};

pub use crate::verify::ledger::tiles_are_conserved;
pub use crate::verify::rejoined::rejoined;

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
    between(game, reference)?;
    need(unbooked(game).iter().all(|&points| points == 0), || {
        format!("the points {:?} are not those that are booked", game.scores())
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
pub(crate) fn between(game: &Game, reference: &Reference) -> Result<(), String> {
    within(game, reference)?;
    features(game, reference)?;
    figures(game)?;
    counters(game)
}

fn need(holds: bool, what: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what()) }
}

/// A feature found by flood fill.
#[derive(Debug)]
struct Filled {
    /// Segments of the feature, sorted.
    segments: Vec<SegmentId>,
    /// Number of sides of these segments that face no tile.
    open: u32,
    /// Number of tiles that contain the segments.
    tiles: usize,
    /// Cell and number on the tile of the first segment, by place.
    first: (Cell, u16),
}

/// Tile on each cell, with the number of the tile's cell there.
type Cells = BTreeMap<Cell, (TileId, usize)>;

/// Features of a board, computed from scratch. They are valid until a tile is placed, moved or taken up, or the extent
/// of the board changes.
#[derive(Debug)]
pub struct Reference {
    edition: u32,
    extents: Vec<Extent>,
    cells: Cells,
    filled: Vec<Filled>,
    /// Index in `filled` of the feature of each segment.
    of: Vec<usize>,
}

impl Reference {
    /// Computes the features of a board from scratch.
    pub fn of(game: &Game) -> Reference {
        let cells = cells(game);
        let filled = naive_features(game, &cells);
        let mut of = vec![0; game.board().features().segment_bound()];
        for (number, feature) in filled.iter().enumerate() {
            feature.segments.iter().for_each(|&s| of[s.index()] = number);
        }
        Reference { edition: game.board().edition(), extents: extents(game).collect(), cells, filled, of }
    }

    /// Returns true if the board has not changed since the reference was computed.
    pub fn holds_for(&self, game: &Game) -> bool {
        self.edition == game.board().edition() && extents(game).eq(self.extents.iter().copied())
    }
}

fn extents(game: &Game) -> impl Iterator<Item = Extent> {
    game.board().planes().map(|plane| game.board().extent(plane))
}

/// Returns the segment at a port of a placed tile, computed from the tile kind alone.
fn segment_at(game: &Game, tile: TileId, part: usize, side: Side, index: usize) -> Option<SegmentId> {
    let catalog = game.catalog();
    let placed = &game.board().tiles[tile.index()];
    let kind = &catalog.kinds[placed.kind];
    let own_side = catalog.lattice.side_before(side, placed.turn);
    let is = |s: &crate::catalog::tile::Segment| {
        usize::from(s.cell) == part && s.ports.iter().any(|p| p.side == own_side && usize::from(p.index) == index)
    };
    kind.segments.iter().position(is).map(|local| placed.first_segment.plus(local as u32))
}

/// Returns the number of ports on a side of a placed tile.
fn port_count(game: &Game, tile: TileId, part: usize, side: Side) -> usize {
    let catalog = game.catalog();
    let placed = &game.board().tiles[tile.index()];
    let edge = catalog.kinds[placed.kind].cells[part].edge(catalog.lattice.side_before(side, placed.turn));
    catalog.edges[edge].ports.len()
}

/// Returns the cells of all tiles with the topmost tile, and the number of the tile's cell there.
fn cells(game: &Game) -> Cells {
    let catalog = game.catalog();
    let mut cells = BTreeMap::new();
    let mut tiles: Vec<_> = game.board().numbered_tiles().collect();
    tiles.sort_by_key(|&(tile, _)| game.board().level(tile));
    for (tile, placed) in tiles {
        for (part, cell) in catalog.kinds[placed.kind].cells.iter().enumerate() {
            let (dx, dy) = catalog.lattice.turn_offset(cell.offset, placed.turn);
            cells.insert(placed.cell.plus(dx, dy), (tile, part));
        }
    }
    cells
}

fn naive_features(game: &Game, cells: &Cells) -> Vec<Filled> {
    let catalog = game.catalog();
    let board = game.board();
    let count = board.features().segment_bound();
    let mut meets: Vec<Vec<SegmentId>> = vec![Vec::new(); count];
    let mut open = vec![BTreeSet::new(); count];
    for (&cell, &(tile, part)) in cells {
        for side in sides_of(catalog.lattice, cell) {
            let across = catalog.lattice.neighbour(cell, side);
            let back = catalog.lattice.opposite(side);
            let ports = port_count(game, tile, part, side);
            let closed_by_rim = catalog.board.rim_closes && !board.exists(across);
            for index in 0..ports {
                let Some(own) = segment_at(game, tile, part, side, index) else { continue };
                match cells.get(&across) {
                    None if closed_by_rim => {}
                    None => {
                        open[own.index()].insert(side);
                    }
                    Some(&(other, other_part)) => {
                        let other_ports = port_count(game, other, other_part, back);
                        if ports != other_ports {
                            continue;
                        }
                        // The neighbouring tile numbers its ports in the opposite direction.
                        let met = segment_at(game, other, other_part, back, ports - 1 - index);
                        let joins = |m: &SegmentId| catalog.connects(board.terrain(*m), board.terrain(own));
                        meets[own.index()].extend(met.filter(joins));
                    }
                }
            }
        }
    }
    // Presets are placed first. A preset that was moved, taken up or covered has no explicit joins.
    let lies = |preset: usize, segment: usize| {
        let (laid, spec) = (board.tile(TileId::from_index(preset))?, &catalog.board.presets[preset]);
        let segment = laid.first_segment.plus(segment as u32);
        ((laid.cell, laid.turn) == (spec.cell, spec.turn) && board.features().is_there(segment)).then_some(segment)
    };
    for &((a, a_segment), (b, b_segment)) in &catalog.board.joins {
        if let (Some(a), Some(b)) = (lies(a, a_segment), lies(b, b_segment)) {
            meets[a.index()].push(b);
            meets[b.index()].push(a);
        }
    }
    let mut filled = Vec::new();
    let mut seen = vec![false; count];
    for start in board.features().segments() {
        if seen[start.index()] {
            continue;
        }
        let (mut segments, mut next) = (Vec::new(), vec![start]);
        seen[start.index()] = true;
        while let Some(segment) = next.pop() {
            segments.push(segment);
            for &other in &meets[segment.index()] {
                if !std::mem::replace(&mut seen[other.index()], true) {
                    next.push(other);
                }
            }
        }
        segments.sort_unstable();
        let open = segments.iter().map(|&s| open[s.index()].len() as u32).sum();
        let places: Vec<(TileId, (Cell, u16))> = segments.iter().map(|&s| place_of(game, s)).collect();
        let tiles = places.iter().map(|(tile, _)| tile).collect::<BTreeSet<_>>().len();
        let first = places.iter().map(|&(_, place)| place).min().unwrap_or_default();
        filled.push(Filled { segments, open, tiles, first });
    }
    filled
}

/// Returns the tile of a segment, and its cell and number on the tile, computed from the tiles alone.
fn place_of(game: &Game, segment: SegmentId) -> (TileId, (Cell, u16)) {
    let catalog = game.catalog();
    let tiles = &game.board().tiles;
    let tile = tiles.partition_point(|t| t.first_segment <= segment) - 1;
    let placed = &tiles[tile];
    let local = segment.0 - placed.first_segment.0;
    let kind = &catalog.kinds[placed.kind];
    let part = &kind.cells[usize::from(kind.segments[local as usize].cell)];
    let (dx, dy) = catalog.lattice.turn_offset(part.offset, placed.turn);
    (TileId::from_index(tile), (placed.cell.plus(dx, dy), local as u16))
}

/// Checks that every tile is within the board.
fn within(game: &Game, reference: &Reference) -> Result<(), String> {
    match reference.cells.keys().find(|&&cell| !inside(game, &reference.cells, cell)) {
        Some(cell) => Err(format!("a tile lies at {cell}, outside of the board: {:?}", reference.extents)),
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
            claims[reference.of[s.index()]][figure.seat.index()] += i32::from(catalog.figures[figure.kind].weight);
        }
    }
    let mut open_count = 0;
    for (number, Filled { segments, open, tiles, first }) in filled.iter().enumerate() {
        let one = segments[0];
        let name = || board.place_key(one);
        let members = || features.members(one);
        let right = members().count() == segments.len() && members().all(|m| reference.of[m.index()] == number);
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
    let listed: BTreeSet<usize> = features.open_features().map(|s| reference.of[s.index()]).collect();
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
pub(crate) fn unbooked(game: &Game) -> PerSeat<i64> {
    let mut unbooked = [0; MAX_SEATS];
    for seat in game.seats_from(Seat(0)) {
        let booked: i64 = game.catalog().books.ids().map(|k| i64::from(game.booked(k)[seat.index()])).sum();
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
    let class = |seat: Seat| match game.retired().iter().any(|other| other == seat) {
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
                format!("the ranks {ranks:?} are not those of the points {:?} and the tie breaks", game.scores())
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
        need(keys.insert(key.clone()), || format!("{key} stands for two options"))?;
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

/// Returns true if a kind fits, by checking every neighbour.
fn fits(game: &Game, cells: &Cells, heights: &Heights, kind: TileKindId, at: Pose) -> bool {
    meets(game, cells, heights, kind, at) == Some(true)
}

/// Returns true if a placement touches a tile or need not touch one, by checking every neighbour; `None` if it is not
/// allowed.
fn meets(game: &Game, cells: &Cells, heights: &Heights, kind: TileKindId, at: Pose) -> Option<bool> {
    let catalog = &**game.catalog();
    let Pose { cell, turn } = at;
    let lattice = catalog.lattice;
    let Footing { free, over } = game.board().footing(cell.plane());
    let height = |cell: Cell| heights.get(&cell).copied().unwrap_or(0);
    let mut touches = free || over && height(cell) > 0;
    let is_turned_so = match catalog.kinds[kind].may_turn.unwrap_or(catalog.board.may_turn) {
        MayTurn::All => true,
        MayTurn::Only(turns) => turns.contains(turn),
        MayTurn::Distinct => !lattice.turns().take(turn.index()).any(|before| looks_alike(catalog, kind, before, turn)),
    };
    if !is_turned_so || !lies_so(lattice, cell, turn) {
        return None;
    }
    for part in &catalog.kinds[kind].cells {
        let (dx, dy) = lattice.turn_offset(part.offset, turn);
        let here = cell.plus(dx, dy);
        let lies = here.in_reach() && here.plane() == cell.plane() && inside(game, cells, here);
        if height(here) != if over { height(cell) } else { 0 } || !lies {
            return None;
        }
        for side in sides_of(lattice, here) {
            let across = lattice.neighbour(here, side);
            let covers = |other: &TileCell| {
                let (dx, dy) = lattice.turn_offset(other.offset, turn);
                cell.plus(dx, dy) == across
            };
            if catalog.kinds[kind].cells.iter().any(covers) {
                continue;
            }
            let back = lattice.opposite(side);
            let rim = catalog.board.rim.iter().find(|r| r.cell == across).map(|r| r.edge);
            let edge = cells.get(&across).map(|&(tile, other)| {
                let placed = &game.board().tiles[tile.index()];
                catalog.kinds[placed.kind].cells[other].edge(lattice.side_before(back, placed.turn))
            });
            if let Some(edge) = edge.or(rim) {
                touches = true;
                if !catalog.meet(part.edge(lattice.side_before(side, turn)), edge) {
                    return None;
                }
            }
        }
    }
    Some(touches)
}

/// Returns true if a tile looks the same at two turns. It is slow and independent of the catalog's method: it compares
/// every cell, side and port of the turned tiles.
fn looks_alike(catalog: &Catalog, kind: TileKindId, one: Turn, other: Turn) -> bool {
    let (lattice, kind) = (catalog.lattice, &catalog.kinds[kind]);
    let paper = |turn: Turn| {
        let at = |offset| lattice.turn_offset(offset, turn);
        let corner = kind.cells.iter().map(|c| at(c.offset)).min_by_key(|&(x, y)| (y, x)).unwrap_or_default();
        let mut marks = BTreeMap::new();
        for (number, cell) in kind.cells.iter().enumerate() {
            let (x, y) = at(cell.offset);
            let place = (x - corner.0, y - corner.1);
            let mut inside: Vec<String> = Vec::new();
            for side in lattice.sides() {
                marks.insert((place, side.0, 0), format!("{:?}", cell.edge(lattice.side_before(side, turn))));
            }
            for segment in kind.segments.iter().filter(|s| usize::from(s.cell) == number) {
                let ports = |s: &Segment| {
                    let all = s.ports.iter().map(|p| (lattice.turn_side(p.side, turn).0, p.index));
                    all.collect::<BTreeSet<_>>()
                };
                let tags: BTreeSet<_> = segment.tags.iter().map(|(tag, n)| (tag.0, *n)).collect();
                let look = |s: &Segment| format!("{:?} {:?}", s.terrain, ports(s));
                let touched = kind.segments.iter().enumerate().filter(|(n, _)| segment.touches >> n & 1 == 1);
                let mut touched: Vec<String> = touched
                    .map(|(_, s)| {
                        let (x, y) = at(kind.cells[usize::from(s.cell)].offset);
                        let tags: BTreeSet<_> = s.tags.iter().map(|(tag, n)| (tag.0, *n)).collect();
                        format!("{} {tags:?} {:?}", look(s), (x - corner.0, y - corner.1))
                    })
                    .collect();
                touched.sort();
                let mark = format!("{} {tags:?} {touched:?}", look(segment));
                for (side, index) in ports(segment) {
                    marks.insert((place, side, index + 1), mark.clone());
                }
                if segment.ports.is_empty() {
                    inside.push(mark);
                }
            }
            inside.sort();
            marks.insert((place, u8::MAX, 0), format!("{inside:?}"));
        }
        marks
    };
    paper(one) == paper(other)
}

/// Returns the sides of a cell. A triangle has the sides that lead to another triangle.
fn sides_of(lattice: Lattice, cell: Cell) -> impl Iterator<Item = Side> {
    lattice.sides().filter(move |&side| {
        lattice != Lattice::Triangle || !is_corner(cell) && !is_corner(lattice.neighbour(cell, side))
    })
}

/// Returns true if a place of the lattice of triangles is a corner. Corners form a separate lattice with two basis
/// steps.
fn is_corner(cell: Cell) -> bool {
    let (x, y) = cell.at();
    // All corners have the form (2, 0) + a * (1, 1) + b * (3, 0).
    (i32::from(x) - i32::from(y) - 2) % 3 == 0
}

/// Returns true if the shape of a cell allows a turn of a tile: the side that the tile's northern side becomes must be
/// a side of the cell.
fn lies_so(lattice: Lattice, cell: Cell, turn: Turn) -> bool {
    sides_of(lattice, cell).any(|side| side == lattice.turn_side(Side(0), turn))
}

fn inside(game: &Game, cells: &Cells, cell: Cell) -> bool {
    let lattice = game.catalog().lattice;
    if game.board().planes().all(|plane| plane != cell.plane()) || lattice == Lattice::Triangle && is_corner(cell) {
        return false;
    }
    match game.board().extent(cell.plane()) {
        Extent::Unbounded => true,
        Extent::Bounded { min, max } => (min.x..=max.x).contains(&cell.x) && (min.y..=max.y).contains(&cell.y),
        Extent::Sliding { width, height } => {
            let spread = |of: fn(&Cell) -> i16| {
                let there = cells.keys().filter(|other| other.plane() == cell.plane());
                let all = there.chain([&cell]).map(of);
                i32::from(all.clone().max().unwrap_or(0)) - i32::from(all.min().unwrap_or(0))
            };
            spread(|c| c.x) < i32::from(width) && spread(|c| c.y) < i32::from(height)
        }
    }
}

/// Checks that the legal placements of a kind are exactly those found by a search over all cells and turns.
///
/// # Errors
/// There are differences; the error describes them.
pub fn placements(game: &Game, kind: TileKindId) -> Result<(), String> {
    placements_by(game, kind, &cells(game))
}

/// Number of tiles on each cell.
type Heights = BTreeMap<Cell, u32>;

fn heights(game: &Game) -> Heights {
    let mut heights = Heights::new();
    for (_, placed) in game.board().numbered_tiles() {
        for part in &game.catalog().kinds[placed.kind].cells {
            let (dx, dy) = game.catalog().lattice.turn_offset(part.offset, placed.turn);
            *heights.entry(placed.cell.plus(dx, dy)).or_default() += 1;
        }
    }
    heights
}

fn placements_by(game: &Game, kind: TileKindId, cells: &Cells) -> Result<(), String> {
    let (catalog, board) = (game.catalog(), game.board());
    let heights = heights(game);
    let reach = 1 + catalog.kinds[kind].cells.iter().map(|c| c.offset.0.abs().max(c.offset.1.abs())).max().unwrap_or(0);
    for plane in board.planes() {
        let rims = catalog.board.rim.iter().map(|r| r.cell);
        // If a tile needs no neighbour, it may be placed anywhere.
        let corners = match board.extent(plane) {
            Extent::Bounded { min, max } if board.footing(plane).free => vec![min, max],
            _ => Vec::new(),
        };
        let there = cells.keys().copied().chain(rims).chain(corners).filter(|cell| cell.plane() == plane).map(Cell::at);
        let spread = |of: fn((i16, i16)) -> i16| {
            let all = there.clone().map(of);
            all.clone().min().unwrap_or(0) - reach..=all.max().unwrap_or(0) + reach
        };
        let mut wanted = BTreeSet::new();
        for y in spread(|(_, y)| y) {
            for cell in spread(|(x, _)| x).filter_map(|x| Cell::on(plane, x, y)) {
                for turn in catalog.lattice.turns() {
                    if fits(game, cells, &heights, kind, Pose { cell, turn }) {
                        wanted.insert((cell, turn));
                    }
                }
            }
        }
        let here = Planes::only(plane);
        let count = board.count_placements(kind, here);
        let actual: BTreeSet<_> = (0..count).filter_map(|i| board.get_placement(kind, here, i)).collect();
        need(actual.len() == count as usize && actual == wanted, || {
            let name = catalog.kinds.key(kind);
            let only = |a: &BTreeSet<_>, b: &BTreeSet<_>| format!("{:?}", a.difference(b).collect::<Vec<_>>());
            format!("{name}: {count} placements; missing {}, wrong {}", only(&wanted, &actual), only(&actual, &wanted))
        })?;
    }
    Ok(())
}
