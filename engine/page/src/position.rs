//! Converts a position of a game to data for the script of a page. The data has names with values, so that two
//! positions can be compared name by name.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value as Json, json};
use tilewright_art::board::{PieceSubject, TILE_NUMBER, number_beside, number_place, open_cells, standing};
use tilewright_art::heights;
use tilewright_art::spread::Spread;
use tilewright_core::catalog::Scope;
use tilewright_core::catalog::id::{Id, TileKindId, TokenId};
use tilewright_core::catalog::lattice::Turn;
use tilewright_core::catalog::seat::Seat;
use tilewright_core::state::effect::{CounterKey, Place};
use tilewright_core::state::view::{View, VisibleDecision, VisibleTiles};
use tilewright_core::state::{Game, Stage};

use crate::naming::Naming;
use crate::sprites::{Sprites, units};
use crate::viewpoint::Viewpoint;

/// Names and values of a position:
///
/// - `t0`: a tile: its drawing, its column and row on the page, the name of its cell if that differs, and its level if
///   that is not 0; `e1,0`: an empty cell; `h1,0`: the height of the pile on a cell: its drawing, its column and row,
///   and its words;
/// - `f0`, `k0`: a figure or a token on the board: its drawing, its place and its words; `n0`, `nf0`, `nk0`: the number
///   on a tile, a figure or a token, in the same form;
/// - `s0`: the score of a seat; `r0.7`: a row about other belongings of a seat; `r.7`: a row about things off the
///   board; `w`: the seat that is asked and the question.
///
/// A row has a label, a text, and drawings. A name that depends on the viewpoint is followed by `@` and the keys of the
/// viewpoints that see this value.
pub(crate) type PositionJson = BTreeMap<String, Json>;

/// Rows of a table by number; the number shows the kind of thing in the row.
type TableRows = BTreeMap<usize, Json>;

/// First numbers of the rows about figures or bags, zones, and counters, and the number of the row about a hand or
/// set-aside tiles.
const FIRST: usize = 0;
const SLOTS: usize = 10_000;
const ZONES: usize = 20_000;
const COUNTERS: usize = 30_000;
const TILES: usize = 40_000;
/// Number of the row for a seat that has retired.
const RETIRED: usize = 50_000;
/// Number of the row about face-down tiles that a seat has seen.
const FACE_DOWN: usize = 60_000;

fn row(label: &str, text: &str) -> Json {
    json!([label, text])
}

/// Returns the position of a game as seen from some viewpoints.
pub(crate) fn position(
    game: &Game,
    spread: &Spread,
    viewpoint: &[Viewpoint],
    naming: Naming<'_>,
    sprites: &mut Sprites<'_>,
) -> PositionJson {
    let mut at = PositionJson::new();
    on_board(game, spread, naming, sprites, &mut at);
    for seat in (0..game.seat_count() as u8).map(Seat) {
        at.insert(format!("s{}", seat.index()), json!(game.scores()[seat.index()]));
        let rows = |viewpoint: &Viewpoint| rows_of_seat(viewpoint.view(game), seat, naming, sprites);
        let rows: Vec<TableRows> = viewpoint.iter().map(rows).collect();
        insert_rows(&mut at, &format!("r{}.", seat.index()), viewpoint, rows);
    }
    let rows: Vec<TableRows> =
        viewpoint.iter().map(|viewpoint| beside_board(viewpoint.view(game), game, naming, sprites)).collect();
    insert_rows(&mut at, "r.", viewpoint, rows);
    let asked = viewpoint.iter().map(|viewpoint| question_json(viewpoint.view(game), game, naming, sprites));
    insert(&mut at, "w", viewpoint, asked.collect());
    at
}

/// Returns the names with other values than at an earlier position, and null for each name that only the earlier one has.
pub(crate) fn differences(before: &PositionJson, now: &PositionJson) -> Map<String, Json> {
    let changed = now.iter().filter(|(name, value)| before.get(*name) != Some(value));
    let gone = before.keys().filter(|name| !now.contains_key(*name));
    let changed = changed.map(|(name, value)| (name.clone(), value.clone()));
    changed.chain(gone.map(|name| (name.clone(), Json::Null))).collect()
}

/// Adds the rows that each viewpoint sees.
fn insert_rows(at: &mut PositionJson, name: &str, viewpoint: &[Viewpoint], seen: Vec<TableRows>) {
    let numbers: BTreeSet<usize> = seen.iter().flat_map(|rows| rows.keys().copied()).collect();
    for number in numbers {
        let seen = seen.iter().map(|rows| rows.get(&number).cloned().unwrap_or_default()).collect();
        insert(at, &format!("{name}{number}"), viewpoint, seen);
    }
}

/// Adds the value that each viewpoint sees, only once if all values are equal.
fn insert(at: &mut PositionJson, name: &str, viewpoint: &[Viewpoint], seen: Vec<Json>) {
    let Some(first) = seen.first() else { return };
    if seen.iter().all(|other| other == first) {
        if !first.is_null() {
            at.insert(name.to_owned(), first.clone());
        }
        return;
    }
    for (viewpoint, value) in viewpoint.iter().zip(seen).filter(|(_, value)| !value.is_null()) {
        at.insert(format!("{name}@{}", viewpoint.key()), value);
    }
}

fn on_board(game: &Game, spread: &Spread, naming: Naming<'_>, sprites: &mut Sprites<'_>, at: &mut PositionJson) {
    for (number, tile) in game.board().numbered_tiles() {
        let drawing = sprites.tile_at(tile.kind, tile.turn, tile.cell);
        let cell = spread.shown_cell(tile.cell);
        // On planes after the first, a cell is shown at coordinates that differ from its name.
        let called = (cell != tile.cell).then(|| tile.cell.to_string());
        let shown = match (game.board().level(number), called) {
            (0, None) => json!([drawing, cell.x, cell.y]),
            (0, Some(called)) => json!([drawing, cell.x, cell.y, called]),
            (level, called) => json!([drawing, cell.x, cell.y, called, level]),
        };
        at.insert(format!("t{}", number.0), shown);
        let is_top = game.board().tile_at(tile.cell).is_some_and(|(top, _)| top == number);
        if let Some(written) = game.number_on_tile(number).filter(|_| is_top) {
            let (x, y) = units(spread.place(tile.cell) + number_place(naming.catalog.lattice));
            let told = [&naming.tile(tile.kind), &tile.cell.to_string(), &written.to_string()];
            let words = naming.own.text("number-at", &told.map(String::as_str));
            at.insert(format!("n{}", number.0), json!([sprites.number(written, TILE_NUMBER), x, y, words]));
        }
    }
    for (cell, raised) in heights::raised_cells(game.board()) {
        let shown = spread.shown_cell(cell);
        let words = naming.own.text("height-at", &[&cell.to_string(), &raised.height.to_string()]);
        at.insert(format!("h{cell}"), json!([sprites.pile_height(raised), shown.x, shown.y, words]));
    }
    for cell in open_cells(game) {
        let shown = spread.shown_cell(cell);
        at.insert(format!("e{cell}"), json!([sprites.empty(cell), shown.x, shown.y]));
    }
    for stands in standing(game, sprites.artist(), spread) {
        let (x, y) = units(stands.at);
        let written = stands.number.map(|number| format!(": {number}")).unwrap_or_default();
        if let Some(number) = stands.number {
            let (beside, height) = number_beside(stands.size);
            let name = match stands.what {
                PieceSubject::Figure(figure) => format!("nf{figure}"),
                PieceSubject::Token(token) => format!("nk{}", token.0),
            };
            let (x, y) = units(stands.at + beside);
            // The words of the figure or token already include its number.
            at.insert(name, json!([sprites.number(number, height), x, y, ""]));
        }
        match stands.what {
            PieceSubject::Figure(number) => {
                let Some(figure) = game.figure(number) else { continue };
                let drawing = sprites.figure(figure.kind, Some(figure.seat), stands.lies);
                at.insert(format!("f{number}"), json!([drawing, x, y, naming.figure(game, number) + &written]));
            }
            PieceSubject::Token(token) => {
                let place = game.token(token).map_or_else(String::new, |place| naming.place(game, place));
                let words = naming.own.text("of", &[&token_name(naming, token), &place]);
                at.insert(format!("k{}", token.0), json!([sprites.token(token), x, y, words + &written]));
            }
        }
    }
}

fn token_name(naming: Naming<'_>, token: TokenId) -> String {
    naming.name("token", &naming.catalog.tokens.key(token))
}

/// Returns the rows about a seat that a view may know.
fn rows_of_seat(view: View<'_>, seat: Seat, naming: Naming<'_>, sprites: &mut Sprites<'_>) -> TableRows {
    let catalog = naming.catalog;
    let mut rows = TableRows::new();
    for figure in catalog.figures.ids() {
        let left = naming.own.text("supply", &[&view.public().supply(figure, seat).to_string()]);
        rows.insert(FIRST + figure.index(), row(&naming.name("figure", &catalog.figures.key(figure)), &left));
    }
    if view.public().retired_seats().contains(seat) {
        rows.insert(RETIRED, row(naming.own.get("standing-of"), naming.own.get("retired")));
    }
    let looked_at: Vec<String> = view
        .known_hidden_tiles()
        .filter(|_| view.seat() == Some(seat))
        .filter_map(|(tile, kind)| Some((view.public().board().laid_tile(tile)?.cell, kind)))
        .map(|(cell, kind)| format!("{cell} {}", naming.tile(kind)))
        .collect();
    if !looked_at.is_empty() {
        rows.insert(FACE_DOWN, row(naming.own.get("face-down"), &looked_at.join(", ")));
    }
    let hand = naming.own.get("hand");
    match view.hand(seat) {
        VisibleTiles::Tiles(kinds) if !kinds.is_empty() => {
            rows.insert(TILES, tiles(hand, &kinds, naming, sprites));
        }
        VisibleTiles::Count(count) if count > 0 => {
            rows.insert(TILES, row(hand, &naming.own.text("hidden", &[&count.to_string()])));
        }
        _ => {}
    }
    for (counter, spec) in catalog.counters.iter().filter(|(_, c)| c.shown && c.scope == Scope::Seat) {
        if let Some(number) = view.counter(counter, CounterKey::Seat(seat)) {
            let laps = spec.track.filter(|&track| number > 0 && number as u32 >= track);
            let text = match laps {
                Some(track) => format!("{number} ({} × {track}, {})", number as u32 / track, number as u32 % track),
                None => number.to_string(),
            };
            rows.insert(
                COUNTERS + counter.index(),
                row(&naming.name("counter", &catalog.counters.key(counter)), &text),
            );
        }
    }
    rows
}

/// Returns a row with the names and drawings of tiles.
fn tiles(label: &str, kinds: &[TileKindId], naming: Naming<'_>, sprites: &mut Sprites<'_>) -> Json {
    let names: Vec<String> = kinds.iter().map(|&kind| naming.tile(kind)).collect();
    let drawings: Vec<usize> = kinds.iter().map(|&kind| sprites.tile(kind, Turn::NONE)).collect();
    json!([label, names.join(", "), drawings])
}

/// Returns the rows about things off the board that a view may know: tiles left in bags, pieces in zones, set-aside
/// tiles, and counters of the game.
fn beside_board(view: View<'_>, game: &Game, naming: Naming<'_>, sprites: &mut Sprites<'_>) -> TableRows {
    let catalog = naming.catalog;
    let mut rows = TableRows::new();
    for bag in game.bags() {
        let left = game.bag(bag).total();
        if catalog.bags[bag].total() > 0 || left > 0 {
            let text = naming.own.text("supply", &[&left.to_string()]);
            rows.insert(FIRST + bag.index(), row(&naming.name("bag", &catalog.bags.key(bag)), &text));
        }
    }
    for zone in game.zones() {
        let public = view.public();
        let figures = public.figures().filter_map(|(number, figure)| match figure.place {
            Some(Place::Zone(of, at)) if of == zone => Some((naming.figure_beside(public, number), at)),
            _ => None,
        });
        let tokens = catalog.tokens.ids().filter_map(|token| match public.token(token) {
            Some(Place::Zone(of, at)) if of == zone => Some((token_name(naming, token), at)),
            _ => None,
        });
        // Equal pieces in several slots share a row with the numbers of the slots.
        let mut there: BTreeMap<String, Vec<u16>> = BTreeMap::new();
        for (who, slot) in figures.chain(tokens) {
            there.entry(who).or_default().push(slot);
        }
        let mut there: Vec<String> = there.into_iter().map(|(who, slots)| standing_in(&who, slots)).collect();
        there.extend(Some(naming.numbered_slots(public, zone)).filter(|slots| !slots.is_empty()));
        let lie: Vec<TileKindId> = public.slot_tiles(zone).map(|(_, kind)| kind).collect();
        if !lie.is_empty() {
            let zone_name = naming.name("zone", &catalog.zones.key(zone));
            rows.insert(SLOTS + zone.index(), tiles(&zone_name, &lie, naming, sprites));
        }
        if !there.is_empty() {
            let zone_name = naming.name("zone", &catalog.zones.key(zone));
            rows.insert(ZONES + zone.index(), row(&zone_name, &there.join("; ")));
        }
    }
    let aside = view.public().set_aside();
    if !aside.is_empty() {
        rows.insert(TILES, tiles(naming.own.get("aside"), aside, naming, sprites));
    }
    for (counter, spec) in catalog.counters.iter().filter(|(_, counter)| counter.shown) {
        let text = match spec.scope {
            Scope::Game => view.counter(counter, CounterKey::Game).map(|number| number.to_string()),
            Scope::Keyed | Scope::SeatKeyed => naming.keyed_numbers(view, counter),
            Scope::Seat | Scope::Feature(_) => None,
        };
        if let Some(text) = text {
            rows.insert(
                COUNTERS + counter.index(),
                row(&naming.name("counter", &catalog.counters.key(counter)), &text),
            );
        }
    }
    rows
}

/// Returns the name of a piece with its slots in a zone, or with the number of pieces if the zone has no slots.
fn standing_in(who: &str, mut slots: Vec<u16>) -> String {
    slots.sort_unstable();
    match &slots[..] {
        [0] => who.to_owned(),
        [0, ..] => format!("{} × {who}", slots.len()),
        _ => format!("{who} {}", slots.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")),
    }
}

/// Returns the seat that is asked, the question and the drawing of the tile in play, or the text that the game is over.
fn question_json(view: View<'_>, game: &Game, naming: Naming<'_>, sprites: &mut Sprites<'_>) -> Json {
    if game.stage() == Stage::Over {
        return json!([null, naming.sentences().game_over()]);
    }
    // A secret question to another seat is itself hidden.
    let (seat, pack, ask) = match view.decision() {
        Some(VisibleDecision::Open(decision)) => (decision.seat, decision.pack.as_deref(), &decision.ask),
        Some(VisibleDecision::Partly(part)) => (part.seat(), part.pack(), part.ask()),
        Some(VisibleDecision::Hidden(_)) | None => return Json::Null,
    };
    let words = naming.own.text("asked", &[&naming.own.seat(seat), &naming.question(pack, ask)]);
    match view.public().tile_waiting() {
        Some(kind) => json!([seat.0, words, sprites.tile(kind, Turn::NONE)]),
        None => json!([seat.0, words]),
    }
}
